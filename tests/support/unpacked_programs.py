# SPDX-License-Identifier: MIT
"""Gets programs without installing their Debian packages, because these packages start a
service, and enable it for every boot. apt-get downloads and verifies a package, and it is
unpacked below build/cache.

    unpacked_programs.py NAME    prints the folder of the programs: etcd or uuidgen

If the packages cannot be had, the programs on PATH are used. If there are none, the
exit status is 77, which the gate reports as not run."""

import os
import pathlib
import shutil
import sys

from debian_packages import Unavailable, unpacked_packages

CACHE = pathlib.Path(os.environ.get("GUIDON_CACHE") or
                     pathlib.Path(__file__).resolve().parents[2] / "build/cache")
# The packages, and programs that must be there.
PROGRAMS = {"etcd": (["etcd-server", "etcd-client"], ["etcd", "etcdctl"]),
            "uuidgen": (["uuid-runtime"], ["uuidgen", "uuidparse"])}


def folder(name):
    """The folder that holds the programs, which are all on PATH or all unpacked."""
    packages, programs = PROGRAMS[name]
    try:
        return unpacked_packages(CACHE / name, lambda: packages) / "usr/bin"
    except Unavailable as error:
        found = [shutil.which(program) for program in programs]
        if all(found) and len({pathlib.Path(path).parent for path in found}) == 1:
            return pathlib.Path(found[0]).parent
        print(f"not run: no {name} here, and the packages {' and '.join(packages)} "
              f"cannot be had ({error})", file=sys.stderr)
        sys.exit(77)


def prepend_to_path(name):
    os.environ["PATH"] = f"{folder(name)}:{os.environ['PATH']}"


if __name__ == "__main__":
    print(folder(*sys.argv[1:]))
