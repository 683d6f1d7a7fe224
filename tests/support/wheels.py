# SPDX-License-Identifier: MIT
"""Builds Python packages for the tests of bindings and extensions, and installs them, with
a pinned build backend and in empty environments."""

import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
HOME = ROOT / "build/python"
TOOLS = ROOT / "bindings/python/tests/requirements.txt"
# Modification times in archives, so that equal sources give equal archives.
EPOCH = "1704067200"


def checked(*command, **options):
    """Run a command. If it fails, stop with all of its output."""
    done = subprocess.run(list(map(str, command)), text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}:\n{done.stdout}")
    return done.stdout


def pip_of(needs):
    """pip, and the variables for it: that of the tools, which an environment with the
    interpreter's own pip installs."""
    if needs != TOOLS:
        return [sys.executable, "-m", "pip"], environment(tools())
    venv = HOME / "pip"
    checked(sys.executable, "-m", "venv", "--clear", venv)
    return [venv / "bin/python", "-m", "pip"], os.environ


def packages(name, needs, *options):
    """A folder with the packages of a requirements file, for PYTHONPATH."""
    folder = HOME / name
    done = folder / ".requirements"
    if not done.exists() or done.read_bytes() != needs.read_bytes():
        pip, variables = pip_of(needs)
        shutil.rmtree(folder, ignore_errors=True)
        checked(*pip, "install", "--require-hashes", "--quiet", "--only-binary=:all:",
                "--no-deps", *options, "--target", folder, "-r", needs, env=variables)
        done.write_bytes(needs.read_bytes())
    return folder


def tools():
    """pip, pytest and the build backend: no compiled code, from CPython 3.9 on."""
    return packages("tools", TOOLS, "--platform=any", "--implementation=py",
                    "--abi=none", "--python-version=3.9")


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


def empty_venv(program, folder, *archives):
    """A virtual environment with nothing in it but these wheels. Return its Python."""
    checked(program, "-m", "venv", "--clear", "--without-pip", folder)
    python = folder / "bin/python"
    words = ["install", "--no-deps", "--no-index", "--quiet", *archives]
    checked(python, "-m", "pip", *words, env=environment(tools()))
    return python
