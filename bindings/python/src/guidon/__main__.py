# SPDX-License-Identifier: MIT
"""python -m guidon: the commands `new` and `show` of the tool `guidon`."""

import io
import sys

from ._command import main

# An id on the command line that is not UTF-8 is named as it is.
if isinstance(sys.stdout, io.TextIOWrapper):
    sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")
sys.exit(main())
