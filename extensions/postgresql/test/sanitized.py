# SPDX-License-Identifier: MIT
"""The module with AddressSanitizer and UndefinedBehaviorSanitizer, and servers that load
it. The sanitizer's library, loaded before the server, also watches the memory of malloc."""

import functools
import pathlib
import subprocess

import build

HERE = pathlib.Path(__file__).resolve().parent
FOLDER = build.ROOT / "build/postgresql/sanitized"
FLAGS = ("-fsanitize=address,undefined -fno-sanitize-recover=undefined "
         "-fno-omit-frame-pointer")
# PostgreSQL exits without freeing, so leaks are left to test_memory.py.
OPTIONS = "detect_leaks=0:abort_on_error=0:exitcode=99:detect_stack_use_after_return=0"


@functools.cache
def runtime():
    """The sanitizer's library of gcc, or None."""
    path = subprocess.run(["gcc", "-print-file-name=libasan.so"], check=True,
                          capture_output=True, text=True).stdout.strip()
    return str(pathlib.Path(path).resolve()) if pathlib.Path(path).is_absolute() else None


def prepare(servers, folder):
    """Let these servers load the module. The user that runs them can read `folder`."""
    early = folder / "early.so"
    build.checked("gcc", "-shared", "-fPIC", "-O2", "-Wl,-z,initfirst", "-o", early,
                  HERE / "early.c")
    early.chmod(0o755)
    for server in servers:
        server.environment = {
            "LD_PRELOAD": f"{runtime()} {early}", "ASAN_OPTIONS": OPTIONS,
            "UBSAN_OPTIONS": "print_stacktrace=1"}


def is_report(line):
    """Is this line of a server's log the first of a sanitizer's report?"""
    return "ERROR: AddressSanitizer" in line or ": runtime error: " in line
