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
    """The name of the system for which the extension is. Of a compiler for another system,
    the variable GUIDON_DUCKDB_PLATFORM names it."""
    if name := os.environ.get("GUIDON_DUCKDB_PLATFORM"):
        return name
    return f"{SYSTEMS[platform.system()]}_{ARCHITECTURES[platform.machine().lower()]}"


def footer(version):
    """Eight fields of 32 bytes, the last one first, and 256 bytes for a signature. They
    stand in a custom section of WebAssembly, so that one footer serves every format."""
    fields = ["", "", "", "C_STRUCT", version, API_VERSION, duckdb_platform(), "4"]
    section = bytes([0, 0x93, 4, 16]) + b"duckdb_signature" + bytes([0x80, 4])
    return section + b"".join(field.encode().ljust(32, b"\0") for field in fields) + bytes(256)


def compiler():
    launcher = os.environ.get("CMAKE_C_COMPILER_LAUNCHER", "")
    return shlex.split(launcher) + shlex.split(os.environ.get("CC", "cc"))


def compiled(unit, sources, flags):
    """Compile sources as one translation unit and return the object."""
    unit.write_text("".join(f'#include "{source}"\n' for source in sources))
    subprocess.run(
        [*compiler(), *FLAGS, *flags, f"-I{unit.parent}", "-c", unit, "-o", unit.with_suffix(".o")],
        check=True,
    )
    return unit.with_suffix(".o")


def build(root, out, flags=()):
    """Write the extension into `out` and return its path. The library and the sources
    of the extension are one translation unit, so that calls for one id are inlined.
    Flags are for the sources of the extension alone, and the library is a unit of its
    own then, because sanitizers need minutes for it."""
    core = out / "core"
    subprocess.run([sys.executable, "-B", root / "packaging/amalgamate.py", root, core], check=True)
    own = sorted((root / "extensions/duckdb/src").glob("*.c"))
    if flags:
        objects = [
            compiled(core / "library.c", ["guidon.c"], []),
            compiled(core / "extension.c", own, flags),
        ]
    else:
        objects = [compiled(core / "extension.c", ["guidon.c", *own], [])]
    library = core / "guidon.so"
    subprocess.run([*compiler()[-1:], *flags, "-shared", *objects, "-o", library], check=True)
    version = re.search(r'GUIDON_VERSION +"(.*)"', (root / "include/guidon/version.h").read_text())[
        1
    ]
    target = out / "guidon.duckdb_extension"
    target.write_bytes(library.read_bytes() + footer(version))
    return target


if __name__ == "__main__":
    print(build(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()))
