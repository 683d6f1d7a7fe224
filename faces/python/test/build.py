# SPDX-License-Identifier: MIT
"""Builds the sdist, and from the sdist a wheel for each interpreter."""

import filecmp
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
FACE = HERE.parent
ROOT = HERE.parents[2]
HOME = ROOT / "build/python"
DIST = HOME / "dist"
TOOLS = HERE / "requirements.txt"
FRAMEWORKS = HERE / "requirements-frameworks.txt"
PEERS = FACE / "bench/requirements.txt"
# Modification times in archives, so that equal sources give equal archives.
EPOCH = "1704067200"


def checked(*command, **options):
    """Run a command. If it fails, stop with all of its output."""
    done = subprocess.run(list(map(str, command)), text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}:\n{done.stdout}")
    return done.stdout


def packages(name, needs, *options):
    """A folder with the packages of a requirements file, for PYTHONPATH."""
    folder = HOME / name
    done = folder / ".requirements"
    if not done.exists() or done.read_bytes() != needs.read_bytes():
        shutil.rmtree(folder, ignore_errors=True)
        venv = HOME / "pip"
        checked(sys.executable, "-m", "venv", "--clear", venv)
        checked(venv / "bin/python", "-m", "pip", "install", "--require-hashes",
                "--quiet", "--only-binary=:all:", "--no-deps", *options, "--target",
                folder, "-r", needs)
        done.write_bytes(needs.read_bytes())
    return folder


def tools():
    """pip, pytest and the build backend: no compiled code, from CPython 3.9 on."""
    return packages("tools", TOOLS, "--platform=any", "--implementation=py",
                    "--abi=none", "--python-version=3.9")


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


def environment(*folders, **more):
    """The variables for a program that sees only these folders of packages."""
    kept = {key: value for key, value in os.environ.items()
            if not key.startswith(("PYTHON", "SKBUILD"))}
    return {**kept, "PYTHONPATH": os.pathsep.join(map(str, folders)),
            "PYTHONDONTWRITEBYTECODE": "1", "SOURCE_DATE_EPOCH": EPOCH, **more}


def backend(program, source, call):
    """Call the build backend in a folder of sources. Return its last line."""
    code = f"import scikit_build_core.build as backend; print(backend.{call})"
    return checked(program, "-c", code, cwd=source,
                   env=environment(tools())).splitlines()[-1]


def sdist(program=sys.executable):
    """Build the sdist from this checkout."""
    DIST.mkdir(parents=True, exist_ok=True)
    return DIST / backend(program, FACE, f"build_sdist({str(DIST)!r})")


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
        if name.parts[0] != "build" and path.is_file() and not (
                source / name).exists():
            path.unlink()


def unpacked(archive):
    """The sources of an sdist. An unchanged file keeps its time, for make."""
    copy = HOME / "src"
    copy.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, tarfile.open(archive) as tar:
        tar.extractall(place)
        mirror(next(pathlib.Path(place).iterdir()), copy)
    return copy


def core_object(source):
    """One object of the library, which the wheels of the tests share."""
    target, stamp = HOME / "guidon.o", HOME / "guidon.c"
    code = source / "core/guidon.c"
    if not target.exists() or not stamp.exists() or not filecmp.cmp(code, stamp, False):
        launcher = os.environ.get("CMAKE_C_COMPILER_LAUNCHER", "").split()
        checked(*launcher, "gcc", "-std=c11", "-O3", "-DNDEBUG", "-fPIC",
                "-fvisibility=hidden", "-DGUIDON_STATIC", "-c", code, "-o", target)
        shutil.copyfile(code, stamp)
    return target


def wheel(program, source, core=None, folder=DIST, abi3=False):
    """Build the wheel for an interpreter, or the one for 3.11 and later."""
    folder.mkdir(parents=True, exist_ok=True)
    settings = {}
    if core:
        settings["cmake.define.GUIDON_CORE_OBJECT"] = str(core)
    if abi3:
        settings["wheel.py-api"] = "cp311"
    return folder / backend(program, source,
                            f"build_wheel({str(folder)!r}, {settings!r})")


def empty_venv(program, folder, archive):
    """A virtual environment with nothing in it but a wheel. Return its Python."""
    checked(program, "-m", "venv", "--clear", "--without-pip", folder)
    python = folder / "bin/python"
    words = ["install", "--no-deps", "--no-index", "--quiet", archive]
    checked(python, "-m", "pip", *words, env=environment(tools()))
    return python
