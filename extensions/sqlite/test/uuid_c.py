# SPDX-License-Identifier: MIT
"""Builds uuid.c, an extension among SQLite's own sources, to compare with it. Debian's
package of sources has the file, and SQLite's library does not have its functions."""

import functools
import sys

import build

sys.path.insert(0, str(build.ROOT / "tests/support"))
from debian_packages import Release, Unavailable, codename, unpacked  # noqa: F401

ENTRY = "sqlite3_uuid_init"


def unpack(folder):
    Release(build.HOME / "apt", codename()).sources("sqlite3", folder)


@functools.cache
def extension():
    """The loadable extension, or Unavailable with the reason."""
    sources = unpacked(build.HOME / "sources", unpack)
    target = build.HOME / "uuid.so"
    build.run("gcc", "-O2", "-shared", "-fPIC", sources / "ext/misc/uuid.c", "-o",
              target)
    return target
