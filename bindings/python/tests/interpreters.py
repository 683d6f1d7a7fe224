# SPDX-License-Identifier: MIT
"""Finds the CPython interpreters that the tests use, or gets them.

An interpreter of the machine serves if it has its headers: one that runs this file,
one of /usr/bin, or one of pyenv. Others are Debian's packages of an older or newer
release, unpacked below a folder and not installed. apt-get fetches them with lists
and a cache of its own, so the machine stays as it is and no step needs root. The
free-threaded interpreters are built from Debian's packages of sources.
"""

import dataclasses
import json
import os
import pathlib
import re
import shutil
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests/support"))
from debian_packages import Release, Unavailable, run, unpacked  # noqa: E402
from progress import step  # noqa: E402

MULTIARCH = f"{os.uname().machine}-linux-gnu"
LOADER = {"x86_64": "ld-linux-x86-64.so.2", "aarch64": "ld-linux-aarch64.so.1"}

# The release of Debian that has each interpreter. "d" is a debug build.
RELEASES = {"3.9": "bullseye", "3.11": "bookworm", "3.13": "trixie", "3.14": "sid"}
MORE_RELEASES = {"3.14d": "sid", "3.15": "sid"}
# Free-threaded: the version, and the release whose sources are built.
THREADED = {"3.13t": "trixie", "3.14t": "sid"}
MORE = [*MORE_RELEASES, *THREADED]
EVERY = ["3.9", "3.10", "3.11", "3.12", "3.13", "3.14"]

ABOUT = """
import json, os, sys, sysconfig
header = os.path.join(sysconfig.get_path("include"), "Python.h")
print(json.dumps({
    "minor": sys.version_info[1], "version": sys.version.split()[0],
    "threaded": bool(sysconfig.get_config_var("Py_GIL_DISABLED")),
    "debug": hasattr(sys, "gettotalrefcount"), "headers": os.path.exists(header),
    "cpython": sys.implementation.name == "cpython"}))
"""


@dataclasses.dataclass
class Interpreter:
    """One CPython: its program, where it comes from, and what it is."""

    program: pathlib.Path
    source: str
    minor: int
    version: str
    threaded: bool
    debug: bool

    @property
    def name(self):
        return f"3.{self.minor}{'t' * self.threaded}{'d' * self.debug}"

    def __str__(self):
        return f"{self.name} ({self.version}, {self.source})"


def examine(program, source):
    """The interpreter of a program, or None if no extension can be built for it."""
    try:
        about = json.loads(run(program, "-I", "-c", ABOUT))
    except (Unavailable, ValueError):
        return None
    if not about.pop("headers") or not about.pop("cpython"):
        return None
    return Interpreter(pathlib.Path(program), source, **about)


def local():
    """The machine's interpreters by name. This program's own comes first."""
    pyenv = pathlib.Path.home() / ".pyenv/versions"
    programs = [(sys.executable, "this machine's default")]
    programs += [
        (path, "this machine's")
        for path in pathlib.Path("/usr/bin").glob("python3.*")
        if re.fullmatch(r"python3\.\d+", path.name)
    ]
    programs += [
        (path, "pyenv's")
        for path in sorted(pyenv.glob("3.*/bin/python3.*"))
        if re.fullmatch(r"python3\.\d+t?", path.name)
    ]
    found = {}
    for program, source in programs:
        one = examine(program, source)
        if one and one.minor >= 9:
            found.setdefault(one.name, one)
    return found


def local_debug():
    """The machine's debug builds, which Debian keeps beside the ordinary ones."""
    programs = sorted(pathlib.Path("/usr/bin").glob("python3.*-dbg"))
    found = [examine(path, "this machine's") for path in programs]
    return [one for one in found if one and one.debug and one.minor >= 9]


# ---------------------------------------------------------------------- Debian's


def wrap(folder, program):
    """Put a script in place of a program: it runs the program with the unpacked
    libraries. Python still takes its own name and prefix from the script's path."""
    libraries = [folder / "usr/lib" / MULTIARCH, folder / "lib" / MULTIARCH]
    name = LOADER[os.uname().machine]
    own = [path / name for path in libraries if (path / name).exists()]
    loader = own[0] if own else f"/lib64/{name}" if MULTIARCH[0] == "x" else (f"/lib/{name}")
    real = program.with_name(f"{program.name}.real")
    program.rename(real)
    path = ":".join(map(str, libraries))
    program.write_text(f'#!/bin/sh\nexec {loader} --library-path {path} --argv0 "$0" {real} "$@"\n')
    program.chmod(0o755)


def own_headers(folder, name):
    """Let the headers find pyconfig.h, which Debian keeps in a folder of its own."""
    there = folder / "usr/include" / MULTIARCH / f"python{name}/pyconfig.h"
    shutil.copyfile(there, folder / "usr/include" / f"python{name}/pyconfig.h")


def debian_unpack(release, name, folder):
    version = name.rstrip("d")
    packages = [f"python{version}"] + [f"python{version}-dbg"] * name.endswith("d")
    # The second has CPython's own tests of uuid. Before 3.12, Debian keeps distutils,
    # which pip needs, in a package of its own, and its default Python alone has one.
    alone = [f"libpython{version}-dev", f"libpython{version}-testsuite"]
    if int(version.split(".")[1]) < 12:
        alone.append("python3-distutils")
    release.unpack(folder, packages, alone)
    own_headers(folder, name)


def debian(folder, name, suite):
    """The interpreter `name` of a release of Debian, below `folder`."""
    home = folder / name
    unpacked(home, lambda part: debian_unpack(Release(folder / "apt", suite), name, part))
    program = home / f"usr/bin/python{name}"
    if not program.with_name(f"{program.name}.real").exists():
        wrap(home, program)
    found = examine(program, f"from Debian {suite}")
    if not found:
        raise Unavailable(f"{program} does not run, or lacks its headers")
    return found


def debug(folder):
    """A debug build: this machine's, or one of Debian's, below `folder`."""
    name = next(name for name in MORE_RELEASES if name.endswith("d"))
    return next(iter(local_debug()), None) or debian(folder, name, MORE_RELEASES[name])


def build_threaded(release, version, folder):
    """Build a free-threaded CPython and install it in a folder."""
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        release.sources(f"python{version}", place)
        run(
            place / "configure",
            "-q",
            "--disable-gil",
            "--disable-test-modules",
            "--without-ensurepip",
            f"--prefix={folder}",
            cwd=place,
        )
        run("make", "-s", f"-j{os.cpu_count()}", cwd=place)
        run("make", "-s", "install", cwd=place)


def threaded(folder, name, suite):
    """A free-threaded interpreter, built below `folder` from Debian's sources."""
    home = folder / name
    program = home / f"bin/python{name}"
    if not program.exists():
        shutil.rmtree(home, ignore_errors=True)
        build_threaded(Release(folder / "apt", suite), name.rstrip("t"), home)
    found = examine(program, f"built from the sources of Debian {suite}")
    if not found:
        raise Unavailable(f"{program} does not run")
    return found


# -------------------------------------------------------------------------- all


def sources(more):
    """(name, function, release) of the interpreters that can be fetched or built; of
    MORE, those of these names."""
    rows = [(name, debian, suite) for name, suite in {**RELEASES, **MORE_RELEASES}.items()]
    rows += [(name, threaded, suite) for name, suite in THREADED.items()]
    return [row for row in rows if row[0] in RELEASES or row[0] in more]


def order(one):
    return one.minor, one.threaded, one.debug


def find(folder, more=()):
    """Every interpreter to be had, and a line for each that cannot be had.

    `more` has names of MORE: debug and free-threaded builds, and a newer version. To
    build a free-threaded one takes some minutes the first time."""
    found, left_out = local(), []
    for name, source, suite in sources(more):
        if name in found:
            continue
        try:
            with step(f"CPython {name} of Debian {suite}"):
                found[name] = source(folder, name, suite)
        except Unavailable as error:
            left_out.append(f"CPython {name} ({error})")
    left_out += [
        f"CPython {name} (not on this machine, and no release of Debian has it)"
        for name in EVERY
        if name not in found and name not in RELEASES
    ]
    return sorted(found.values(), key=order), left_out


if __name__ == "__main__":
    place = ROOT / "build/python/interpreters"
    interpreters, missing = find(place, MORE if "--all" in sys.argv else ())
    print(*interpreters, *(f"left out: {line}" for line in missing), sep="\n")
