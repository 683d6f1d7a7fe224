# SPDX-License-Identifier: MIT
"""build.py SOURCE_DIR OUT_DIR: compile the extension for DuckDB and write it as
guidon.duckdb_extension, with the footer that DuckDB reads before it loads a file."""

import os
import pathlib
import platform
import re
import shlex
import subprocess
import sys

# The architectures of DuckDB's platforms, by the names of the system.
ARCHITECTURES = {"x86_64": "amd64", "amd64": "amd64", "aarch64": "arm64", "arm64": "arm64"}
SYSTEMS = {"Linux": "linux", "Darwin": "osx"}
API_VERSION = "v1.2.0"
FLAGS = ["-std=c11", "-O2", "-fPIC", "-fvisibility=hidden", "-DGUIDON_STATIC"]


def duckdb_platform():
    return (f"{SYSTEMS[platform.system()]}_"
            f"{ARCHITECTURES[platform.machine().lower()]}")


def footer(version):
    """Eight fields of 32 bytes, the last one first, and 256 bytes for a signature. They
    stand in a custom section of WebAssembly, so that one footer serves every format."""
    fields = ["", "", "", "C_STRUCT", version, API_VERSION, duckdb_platform(), "4"]
    section = bytes([0, 0x93, 4, 16]) + b"duckdb_signature" + bytes([0x80, 4])
    return section + b"".join(field.encode().ljust(32, b"\0") for field in fields) + \
        bytes(256)


def compiler():
    launcher = os.environ.get("CMAKE_C_COMPILER_LAUNCHER", "")
    return shlex.split(launcher) + shlex.split(os.environ.get("CC", "cc"))


def build(root, out, flags=()):
    """Write the extension into `out` and return its path. The flags are for its own
    sources, not for those of the library."""
    core = out / "core"
    out.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, "-B", root / "packaging/amalgamate.py", root, core],
                   check=True)
    objects = []
    for source in [core / "guidon.c", *sorted((root / "faces/duckdb/src").glob("*.c"))]:
        objects.append(core / f"{source.stem}.o")
        more = flags if source.parent != core else ()
        subprocess.run([*compiler(), *FLAGS, *more, f"-I{core}", "-c", source,
                        "-o", objects[-1]], check=True)
    library = core / "guidon.so"
    subprocess.run([*compiler()[-1:], *flags, "-shared", *objects, "-o", library],
                   check=True)
    version = re.search(r'GUIDON_VERSION +"(.*)"',
                        (root / "include/guidon/version.h").read_text())[1]
    target = out / "guidon.duckdb_extension"
    target.write_bytes(library.read_bytes() + footer(version))
    return target


if __name__ == "__main__":
    print(build(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()))
