# SPDX-License-Identifier: MIT
"""python -m guidon: the everyday commands of the tool `guidon`."""

import io
import sys

from ._command import main

# Lines that are not UTF-8 pass through as they are.
if isinstance(sys.stdout, io.TextIOWrapper):
    sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")
sys.exit(main())
