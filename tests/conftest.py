"""What holds for every test? The same examples in every run, and nothing left behind in anyone's folder."""

import atexit
import shutil
import tempfile

from hypothesis import settings
from hypothesis.configuration import set_hypothesis_home_dir

_HOME = tempfile.mkdtemp(prefix="hypothesis-")
atexit.register(shutil.rmtree, _HOME, ignore_errors=True)
set_hypothesis_home_dir(_HOME)
settings.register_profile("suite", database=None, deadline=None, derandomize=True, max_examples=50)
# For a search apart from the suite: pytest --hypothesis-profile campaign
settings.register_profile("campaign", database=None, deadline=None, max_examples=5000)
settings.load_profile("suite")
