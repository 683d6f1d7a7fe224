# SPDX-License-Identifier: MIT
"""Builds the sdist, and from the sdist a wheel for each interpreter."""

import filecmp
import os
import pathlib
import shutil
import sys
import tarfile
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
BINDING = HERE.parent
sys.path.insert(0, str(HERE.parents[2] / "tests/support"))
from wheels import (  # noqa: E402
    HOME,
    ROOT,  # noqa: F401
    backend,
    checked,
    empty_venv,  # noqa: F401
    environment,  # noqa: F401
    packages,
    tools,  # noqa: F401
)

DIST = HOME / "dist"
FRAMEWORKS = HERE / "requirements-frameworks.txt"
PEERS = BINDING / "bench/requirements.txt"


def frameworks():
    """The frameworks, for the interpreter that runs this file."""
    return packages("frameworks", FRAMEWORKS)


def peers():
    """The packages that the benchmark compares, likewise."""
    return packages("peers", PEERS)


def pyright():
    """The variable that names the program pyright, if npm can install it."""
    folder, source = HOME / "pyright", HERE / "pyright"
    program = folder / "node_modules/pyright/index.js"
    done, lock = folder / ".package-lock.json", source / "package-lock.json"
    if not shutil.which("npm"):
        return {}
    if not done.exists() or not filecmp.cmp(done, lock, False):
        folder.mkdir(parents=True, exist_ok=True)
        for path in source.glob("package*.json"):
            shutil.copyfile(path, folder / path.name)
        checked("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", cwd=folder)
        shutil.copyfile(lock, done)
    return {"GUIDON_PYRIGHT": str(program)}


def sdist(program=sys.executable):
    """Build the sdist from this checkout."""
    DIST.mkdir(parents=True, exist_ok=True)
    return DIST / backend(program, BINDING, f"build_sdist({str(DIST)!r})")


def mirror(source, copy):
    """Make the files of `copy` equal to `source`, but leave equal files alone."""
    for path in source.rglob("*"):
        target = copy / path.relative_to(source)
        if path.is_dir():
            target.mkdir(parents=True, exist_ok=True)
        elif not target.exists() or not filecmp.cmp(path, target, False):
            shutil.copyfile(path, target)
    for path in list(copy.rglob("*")):
        name = path.relative_to(copy)
        if name.parts[0] != "build" and path.is_file() and not (source / name).exists():
            path.unlink()


def unpacked(archive):
    """The sources of an sdist. An unchanged file keeps its time, for make."""
    copy = HOME / "src"
    copy.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, tarfile.open(archive) as tar:
        tar.extractall(place)
        mirror(next(pathlib.Path(place).iterdir()), copy)
    return copy


def core_object(source, name="guidon", flags=("-O3", "-DNDEBUG")):
    """One object of the library, which the wheels of the tests share."""
    target, stamp = HOME / f"{name}.o", HOME / f"{name}.c"
    code = source / "core/guidon.c"
    if not target.exists() or not stamp.exists() or not filecmp.cmp(code, stamp, False):
        launcher = os.environ.get("CMAKE_C_COMPILER_LAUNCHER", "").split()
        checked(
            *launcher,
            "gcc",
            "-std=c11",
            *flags,
            "-fPIC",
            "-fvisibility=hidden",
            "-DGUIDON_STATIC",
            "-c",
            code,
            "-o",
            target,
        )
        shutil.copyfile(code, stamp)
    return target


def wheel(program, source, core=None, folder=DIST, abi3=False, more=None):
    """Build the wheel for an interpreter, or the one for 3.11 and later. `more` has
    further settings of the build."""
    folder.mkdir(parents=True, exist_ok=True)
    settings = dict(more or {})
    if core:
        settings["cmake.define.GUIDON_CORE_OBJECT"] = str(core)
    if abi3:
        settings["wheel.py-api"] = "cp311"
    return folder / backend(program, source, f"build_wheel({str(folder)!r}, {settings!r})")
