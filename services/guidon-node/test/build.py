# SPDX-License-Identifier: MIT
"""Builds guidon-node and the programs of the tests, with AddressSanitizer and
UndefinedBehaviorSanitizer. The compiler optimises little, because most of the time goes
into files of the library that no program here uses."""

import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[3]
HOME = ROOT / "build/etcd"
FOLDER = HOME / "cmake"
OPTIONS = ["-DGUIDON_ETCD=ON", "-DGUIDON_ETCD_TESTS=ON", "-DGUIDON_TOOL=OFF",
           "-DGUIDON_TESTS=OFF", "-DBUILD_SHARED_LIBS=OFF", "-DGUIDON_INSTALL=OFF",
           "-DGUIDON_SANITIZE=address,undefined", "-DCMAKE_BUILD_TYPE=Debug",
           "-DCMAKE_C_FLAGS_DEBUG=-Og", f"-DCMAKE_C_FLAGS={os.environ.get('GUIDON_WERROR', '')}"]


def quietly(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{command}:\n{done.stdout[-4000:]}{done.stderr[-4000:]}")


def make_programs():
    quietly(["cmake", "-G", "Ninja", "-S", ROOT, "-B", FOLDER, *OPTIONS])
    quietly(["cmake", "--build", FOLDER, "--target", "guidon_node",
             "guidon_node_skewed", "guidon_node_units", "guidon_node_worker"])


def program(name):
    folder = FOLDER / "services/guidon-node"
    return str(folder / name if name == "guidon-node" else folder / "test" / name)
