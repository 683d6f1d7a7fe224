# SPDX-License-Identifier: MIT
"""Builds guidon-node and the programs of the tests, with AddressSanitizer and
UndefinedBehaviorSanitizer."""

import fcntl
import functools
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[3]
HOME = ROOT / "build/etcd"
FOLDER = HOME / "cmake"
OPTIONS = ["-DGUIDON_ETCD=ON", "-DGUIDON_ETCD_TESTS=ON", "-DGUIDON_TOOL=OFF",
           "-DGUIDON_TESTS=OFF", "-DBUILD_SHARED_LIBS=OFF", "-DGUIDON_INSTALL=OFF",
           "-DGUIDON_SANITIZE=address,undefined", "-DCMAKE_BUILD_TYPE=Release",
           "-DCMAKE_C_FLAGS=-Werror"]


def quietly(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{command}:\n{done.stdout[-4000:]}{done.stderr[-4000:]}")


@functools.cache
def programs():
    """The folder of the programs."""
    with open(HOME / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        quietly(["cmake", "-G", "Ninja", "-S", ROOT, "-B", FOLDER, *OPTIONS])
        quietly(["cmake", "--build", FOLDER, "--target", "guidon_node",
                 "guidon_node_skewed", "guidon_node_units", "guidon_node_worker"])
    return FOLDER / "faces/etcd"


def program(name):
    folder = programs()
    return str(folder / name if name == "guidon-node" else folder / "test" / name)
