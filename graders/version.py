"""Which version of the package is this?"""

PACKAGE = "inventory-env"


def package_version() -> str:
    """The version of the installed package; words that say so where it is not installed."""
    from importlib import metadata

    try:
        return metadata.version(PACKAGE)
    except metadata.PackageNotFoundError:
        return "(not installed)"
