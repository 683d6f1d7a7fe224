# SPDX-License-Identifier: MIT
"""Runs the tests of guidon-node on clusters of etcd on this machine:

    run.py [--long] [PYTEST ARGUMENT...]
    run.py --fetch

The Python packages, the build and the data of the clusters go below build/etcd. The
programs etcd and etcdctl are unpacked below build/cache, not installed: Debian's package
of etcd starts a service, and enables it for every boot. With
--long, the storm has 64 slots and 1,000 claims. Four processes share the tests, because
most of these wait; the option "-n 0" runs them in one. --fetch gets the packages and the
programs, and runs nothing."""

import contextlib
import os
import pathlib
import shutil
import sys

import build

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2] / "tests/support"))
import unpacked_programs  # noqa: E402
from debian_packages import Unavailable, unpacked_packages  # noqa: E402
from python_tests import command, environment  # noqa: E402


def name_gosu():
    """Name the program gosu for a test of a COMMAND that changes its user, if the package
    can be had."""
    with contextlib.suppress(Unavailable):
        folder = unpacked_packages(unpacked_programs.CACHE / "gosu", lambda: ["gosu"])
        os.environ["GOSU"] = str(folder / "usr/sbin/gosu")


if __name__ == "__main__":
    build.HOME.mkdir(parents=True, exist_ok=True)
    # A run that was killed leaves its clusters' data.
    shutil.rmtree(build.HOME / "run", ignore_errors=True)
    unpacked_programs.prepend_to_path("etcd")
    name_gosu()
    python = environment(build.HOME / "python", HERE / "requirements.txt")
    if sys.argv[1:] == ["--fetch"]:
        sys.exit()
    build.make_programs()
    os.execv(python, command(python, HERE, sys.argv[1:], "-n", "4", "--dist",
                             "worksteal"))
