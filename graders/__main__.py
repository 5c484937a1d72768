"""What does `python -m graders` run? The same as the script `inventory-env`."""

import sys

if __name__ == "__main__" and not sys.flags.safe_path:
    # Python puts the working directory first; a file of the user must not stand before what we import.
    sys.path.append(sys.path.pop(0))

from graders.cli import main

if __name__ == "__main__":
    main()
