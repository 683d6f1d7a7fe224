# SPDX-License-Identifier: MIT
"""The parts of a release that PyPI gets: archives of sources and wheels."""

import pathlib
import shutil
import sys
import tarfile

import compilers
import wheels
from place import Failed

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "bindings/python/tests"))
import interpreters  # noqa: E402

# What the name of a wheel says of its system, by the target of compilers.py.
PLATFORMS = {
    "x86_64": f"manylinux_{compilers.GLIBC.replace('.', '_')}_x86_64",
    "musl-x86_64": "musllinux_1_2_x86_64",
}
# The versions of CPython that have a wheel of their own, because the wheel for all has
# neither the fast methods of a patched uuid.UUID nor ids that the cyclic collector leaves
# alone. Version 3.12 uses the wheel for all, because no release of Debian has it.
OWN_WHEELS = ["3.9", "3.11", "3.13", "3.14"]


def sdist(place, folder):
    """The archive of sources of the package in a folder of the clone."""
    out = place.folder(f"sdist-{folder.parent.name}-{folder.name}")
    wheels.backend(sys.executable, folder, f"build_sdist({str(out)!r})")
    (made,) = out.iterdir()
    return made


def unpacked(place, archive):
    folder = place.folder(f"source-{archive.name}")
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    (source,) = folder.iterdir()
    return source


def tagged(place, wheel, system):
    """Write the name of a system into the name and the metadata of a wheel."""
    place.run(sys.executable, "-m", "wheel", "tags", "--remove", "--platform-tag", system, wheel,
              PYTHONPATH=place.packages)  # fmt: skip
    (made,) = wheel.parent.glob(f"*{system}.whl")
    return made


def compiled(place, source, program, target, **settings):
    """The wheel of unpacked sources for an interpreter and a target of compilers.py."""
    out = place.new_folder("wheel")
    options = {
        "cmake.define.CMAKE_C_COMPILER": str(place.compiler(target)),
        "cmake.define.CMAKE_MODULE_LINKER_FLAGS": "-s",
        **settings,
    }
    shutil.rmtree(source / "build", ignore_errors=True)  # objects for another target
    wheels.backend(program, source, f"build_wheel({str(out)!r}, {options!r})")
    (made,) = out.glob("*.whl")
    return tagged(place, made, PLATFORMS[target])


def ids(place):
    """guidon-ids: the sources, the wheel for every version from 3.11 on, and the wheels of
    OWN_WHEELS, each for glibc and for musl."""
    archive = sdist(place, place.tree / "bindings/python")
    source, made = unpacked(place, archive), [archive]
    found, missing = interpreters.find(ROOT / "build/python/interpreters")
    programs = {one.name: one.program for one in found}
    for name in OWN_WHEELS:
        if name not in programs:
            raise Failed(f"there is no CPython {name} here: {'; '.join(missing)}")
    for target in PLATFORMS:
        for_all = {"wheel.py-api": "cp311"}
        made.append(compiled(place, source, programs["3.11"], target, **for_all))
        made += [compiled(place, source, programs[name], target) for name in OWN_WHEELS]
    return made


def spark(place):
    """guidon-spark: Python alone, so one wheel serves every system."""
    archive, out = sdist(place, place.tree / "bindings/spark"), place.folder("wheel-spark")
    source = unpacked(place, archive)
    wheels.backend(sys.executable, source, f"build_wheel({str(out)!r})")
    return [archive, *out.glob("*.whl")]


def sqlite(place):
    """sqlite-guidon: the extension is no module of Python, so one wheel a system serves
    every version. SQLite's two headers are the same for every system."""
    archive, headers = sdist(place, place.tree / "extensions/sqlite/python"), place.folder("sqlite")
    source = unpacked(place, archive)
    for name in ["sqlite3.h", "sqlite3ext.h"]:
        shutil.copyfile(f"/usr/include/{name}", headers / name)
    where = {"cmake.define.SQLITE_HEADERS": str(headers)}
    return [
        archive,
        *(compiled(place, source, sys.executable, target, **where) for target in PLATFORMS),
    ]
