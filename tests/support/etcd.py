# SPDX-License-Identifier: MIT
"""Gets etcd and etcdctl without installing them: Debian's package etcd-server starts a
service, and enables it for every boot. apt-get downloads and verifies the packages, and
they are unpacked below build/cache.

    etcd.py    prints the folder of the two programs

If the packages cannot be had, the programs on PATH are used. If there are none, the
exit status is 77, which the gate reports as not run."""

import os
import pathlib
import shutil
import sys

from debian_packages import Unavailable, unpacked_packages

CACHE = pathlib.Path(__file__).resolve().parents[2] / "build/cache"
PACKAGES = ["etcd-server", "etcd-client"]
PROGRAMS = ["etcd", "etcdctl"]


def folder():
    """The folder that holds both programs."""
    try:
        return unpacked_packages(CACHE / "etcd", lambda: PACKAGES) / "usr/bin"
    except Unavailable as error:
        found = [shutil.which(name) for name in PROGRAMS]
        if all(found) and len({pathlib.Path(path).parent for path in found}) == 1:
            return pathlib.Path(found[0]).parent
        print(f"not run: no etcd here, and the packages {' and '.join(PACKAGES)} "
              f"cannot be had ({error})", file=sys.stderr)
        sys.exit(77)


def prepend_to_path():
    os.environ["PATH"] = f"{folder()}:{os.environ['PATH']}"


if __name__ == "__main__":
    print(folder())
