# SPDX-License-Identifier: MIT
"""The libraries for musl in a root folder with musl alone, which is made here: its loader,
a program that opens libraries, and the libraries of the wheel for SQLite and of the jar. The
wheels of guidon-ids for musl need a CPython for musl, which ./dev does not get yet."""

import os
import pathlib
import shutil
import zipfile

from trial import Failed, Kind, NotTried, expect

LOADER = pathlib.Path("/lib/ld-musl-x86_64.so.1")
# Opens each library, and fails on the first symbol that musl does not have.
PROGRAM = r"""
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    for (int i = 2; i < argc; i += 2) {
        void *library = dlopen(argv[i - 1], RTLD_NOW);
        if (!library || !dlsym(library, argv[i])) {
            fprintf(stderr, "%s\n", dlerror());
            return 1;
        }
        puts(argv[i - 1]);
    }
    return 0;
}
"""


def libraries(place):
    """Each library for musl, and a symbol that its user calls."""
    wheel = place.file("the wheel of sqlite-guidon for musl", r"sqlite_guidon-.*musllinux.*\.whl")
    jar = place.file("the jar", r"guidon-[\d.]+\.jar")
    for archive, end, symbol in [
        (wheel, "guidon_sqlite.so", "sqlite3_extension_init"),
        (jar, "linux-musl-x86_64/libguidon-java.so", "JNI_OnLoad"),
    ]:
        with zipfile.ZipFile(archive) as files:
            names = [name for name in files.namelist() if name.endswith(end)]
            if len(names) != 1:
                raise Failed(f"{archive.name}: expected one file *{end}, found {names}")
            yield pathlib.Path(names[0]).name, files.read(names[0]), symbol


def attempt(place):
    if os.geteuid() or not shutil.which("musl-gcc") or not LOADER.exists():
        raise NotTried("it takes root, and musl-gcc of the package musl-tools")
    root = place.folder("musl")
    (root / "lib").mkdir()
    shutil.copy(LOADER.resolve(), root / LOADER.relative_to("/"))
    words = []
    for name, data, symbol in libraries(place):
        (root / "lib" / name).write_bytes(data)
        words += [f"/lib/{name}", symbol]
    source = place.scratch / "open.c"
    source.write_text(PROGRAM)
    place.run("musl-gcc", "-O1", source, "-o", root / "open")
    said = place.run("chroot", root, "/open", *words)
    expect(len(said.split()) == 2, said)
    return (
        "musl's loader opens the libraries for SQLite and Java; the wheels of guidon-ids for "
        "musl were not tried, because no CPython for musl is here"
    )


KIND = Kind("musl", ("python-sqlite", "java"), attempt)
