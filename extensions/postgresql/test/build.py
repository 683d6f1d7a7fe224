# SPDX-License-Identifier: MIT
"""Builds the extension for a server and installs it into that server's folder."""

import filecmp
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
EXTENSION = ROOT / "extensions/postgresql"
# What a build writes, and this folder, whose scripts no build needs.
PRODUCTS = {".o", ".so", ".bc"}
GENERATED = {"core", "results", "output_iso"}


def kept(path):
    """Is this file of the copy no copy but a product of the build?"""
    return path.suffix in PRODUCTS or bool(GENERATED & set(path.parts)) or (
        path.name.startswith("guidon--") and "sql" not in path.parts[:-1])


def mirror(source, copy):
    """Make `copy` equal to `source`; keep products, and the times of equal files."""
    wanted = {path.relative_to(source) for path in source.rglob("*")
              if path.is_file() and path.suffix not in PRODUCTS and
              not GENERATED & set(path.relative_to(source).parts)}
    for path in list(copy.rglob("*")):
        name = path.relative_to(copy)
        if path.is_file() and name not in wanted and not kept(name):
            path.unlink()
    for name in wanted:
        target = copy / name
        if not target.exists() or not filecmp.cmp(source / name, target, False):
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source / name, target)
            shutil.copymode(source / name, target)


def checked(*command, **options):
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, **options)
    assert done.returncode == 0, f"{' '.join(map(str, command))}:\n{done.stdout}"
    return done.stdout


def amalgamate(folder):
    """Write the one-file core; leave a file alone whose text is the same."""
    fresh = folder / "core.new"
    fresh.mkdir(parents=True, exist_ok=True)
    checked(sys.executable, "-B", ROOT / "packaging/amalgamate.py", ROOT, fresh)
    (folder / "core").mkdir(exist_ok=True)
    for path in fresh.iterdir():
        target = folder / "core" / path.name
        if not target.exists() or not filecmp.cmp(path, target, False):
            path.rename(target)
    shutil.rmtree(fresh)


def make_variables(server, flags):
    """The variables for make. PostgreSQL adds COPT to the flags of the compiler. A
    compiler cache serves here as it serves CMake."""
    launcher = os.environ.get("CMAKE_C_COMPILER_LAUNCHER", "")
    return [f"PG_CONFIG={server.program('pg_config')}", f"COPT={os.environ.get('GUIDON_WERROR', '')} {flags}",
            f"CC={launcher} gcc".replace("= ", "=")]


def source_copy(folder):
    """A copy of the extension's sources with the core, ready for make."""
    copy = folder / "src"
    copy.mkdir(parents=True, exist_ok=True)
    mirror(EXTENSION, copy)
    amalgamate(copy)
    return copy


def install(server, folder, flags=""):
    """Build in `folder` and install. Return the folder of the sources' copy."""
    copy = source_copy(folder)
    for place in [pathlib.Path(server.ask("--pkglibdir")),
                  pathlib.Path(server.ask("--sharedir")) / "extension"]:
        for old in place.glob("guidon*"):
            old.unlink()
    checked("make", "-C", copy, "install", *make_variables(server, flags))
    return copy
