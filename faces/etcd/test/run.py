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

import os
import pathlib
import shutil
import sys

import build

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2] / "tests/support"))
import unpacked_programs  # noqa: E402
from python_tests import command, environment  # noqa: E402

if __name__ == "__main__":
    build.HOME.mkdir(parents=True, exist_ok=True)
    # A run that was killed leaves its clusters' data.
    shutil.rmtree(build.HOME / "run", ignore_errors=True)
    unpacked_programs.prepend_to_path("etcd")
    python = environment(build.HOME / "python", HERE / "requirements.txt")
    if sys.argv[1:] == ["--fetch"]:
        sys.exit()
    build.make_programs()
    os.execv(python, command(python, HERE, sys.argv[1:], "-n", "4", "--dist",
                             "worksteal"))
