#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""run_forms.py TOOL: lines that the tool reads and writes many at once.

For every form of text.h and every end of a line, files of many lines have one fault at
the first line, in the middle, at the end of a block, and at the last line. This script
writes the lines itself, so it knows every id, the number of every bad line, and the
bytes that each command has to write. A line of another form or with another end ends a
run but is no error.
"""
import collections
import random
import subprocess
import sys
import uuid

from forms import FORMS
from roundtrip_writers import WRITERS

TOOL = sys.argv[1]
