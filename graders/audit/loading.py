"""Which grader does a name mean? `module:name`, `file.py:name`, or a command line."""

import asyncio
import contextlib
import inspect
import math
import shlex
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from graders.audit.called import LIMIT_S, Called
from graders.audit.case import Means
from graders.audit.commanded import Commanded
from graders.audit.judge import Grader, Judge, told
from graders.loading import resolve
from inventory_env.errors import InputError, shown
