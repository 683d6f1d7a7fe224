# SPDX-License-Identifier: MIT
"""Compilers for systems other than this one. Zig, which PyPI has, is clang with the
headers and the symbols of each version of glibc and of musl. A program that this machine's
gcc links needs this machine's glibc; one that Zig links for 2.28 runs on RHEL 8, Debian 10
and Ubuntu 20.04, and later."""

import shlex
import sys

GLIBC = "2.28"
TARGETS = {
    "x86_64": f"x86_64-linux-gnu.{GLIBC}",
    "aarch64": f"aarch64-linux-gnu.{GLIBC}",
    "musl-x86_64": "x86_64-linux-musl",
    "musl-aarch64": "aarch64-linux-musl",
}
# Zig adds checks of undefined behaviour to every build that is not optimised, and the
# paths of this machine to debug information.
FLAGS = "-fno-sanitize=undefined -g0"


def compiler(folder, packages, target):
    """A program in `folder` that compiles for one of TARGETS. The folder `packages` has
    the package ziglang."""
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / f"cc-{target}"
    cache = folder / "cache"
    program.write_text(
        "#!/bin/sh\n"
        f"export PYTHONPATH={shlex.quote(str(packages))}\n"
        f"export ZIG_LOCAL_CACHE_DIR={shlex.quote(str(cache))}\n"
        f"export ZIG_GLOBAL_CACHE_DIR={shlex.quote(str(cache))}\n"
        f"exec {shlex.quote(sys.executable)} -m ziglang cc -target {TARGETS[target]} "
        f'{FLAGS} "$@"\n'
    )
    program.chmod(0o755)
    return program
