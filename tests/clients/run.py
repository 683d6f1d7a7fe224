# SPDX-License-Identifier: MIT
"""Builds the recipes of packaging/ with the clients of their package managers: Conan and
Meson, which come from PyPI and go below build/clients. Each builds the library, static and
shared, and runs a program that uses it. vcpkg's client is in no registry.

    run.py [NAME...]

NAME is conan-static, conan-shared, meson-static or meson-shared."""

import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
HOME = ROOT / "build/clients"
sys.path.insert(0, str(ROOT / "tests/support"))
from python_tests import environment  # noqa: E402

# A project of a user who puts the library below subprojects/.
MESON_BUILD = """project('user', 'c', 'cpp', default_options: ['cpp_std=c++17'])
guidon = dependency('guidon')
test('c', executable('c', 'app.c', dependencies: guidon))
test('cpp', executable('cpp', 'app.cpp', dependencies: guidon))
"""


class Fault(Exception):
    """A client that failed, with what it printed."""


def run(*words, cwd, **more):
    done = subprocess.run(list(map(str, words)), cwd=cwd, text=True, errors="replace",
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                          env={**os.environ, **more})
    if done.returncode:
        raise Fault(f"{' '.join(map(str, words))}: status {done.returncode}\n{done.stdout}")
    return done.stdout


def empty(name):
    """An empty folder."""
    folder = HOME / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def conan(programs, kind):
    """packaging/conan, whose test_package builds and runs a program."""
    folder = empty(f"conan-{kind}")
    client, path = programs / "conan", f"{programs}:{os.environ['PATH']}"
    more = {"CONAN_HOME": str(folder), "PATH": path}
    run(client, "profile", "detect", cwd=folder, **more)
    printed = run(client, "create", ROOT / "packaging/conan", "-o",
                  f"guidon/*:shared={kind == 'shared'}", cwd=folder, **more)
    if "Running test()" not in printed:
        raise Fault(f"conan ran no program:\n{printed}")


def meson(programs, kind):
    """packaging/meson, as packaging/README.md says: a wrap, its patch and the archive."""
    folder = empty(f"meson-{kind}")
    files = folder / "subprojects/packagefiles"
    (files / "guidon").mkdir(parents=True)
    shutil.copy(ROOT / "packaging/meson/guidon.wrap", folder / "subprojects")
    shutil.copy(ROOT / "packaging/meson/meson.build", files / "guidon")
    run(ROOT / "packaging/dist.sh", ROOT, files, cwd=folder)
    for name in ("app.c", "app.cpp"):
        shutil.copy(ROOT / "tests/install" / name, folder)
    (folder / "meson.build").write_text(MESON_BUILD)
    client, path = programs / "meson", f"{programs}:{os.environ['PATH']}"
    run(client, "setup", "build", f"-Ddefault_library={kind}", "--prefix=/usr", cwd=folder,
        PATH=path)
    run(client, "compile", "-C", "build", cwd=folder, PATH=path)
    run(client, "test", "-C", "build", cwd=folder, PATH=path)
    run(client, "install", "-C", "build", "--destdir", folder / "installed", cwd=folder,
        PATH=path)
    for due in ("include/guidon.h", "pkgconfig/guidon.pc"):
        if not list((folder / "installed").rglob(f"*{due}")):
            raise Fault(f"meson installed no {due}")


WAYS = {"conan-static": (conan, "static"), "conan-shared": (conan, "shared"),
        "meson-static": (meson, "static"), "meson-shared": (meson, "shared")}


def main(names):
    unknown = set(names) - WAYS.keys()
    if unknown:
        sys.exit(f"run.py: no {' '.join(unknown)}; there are: {' '.join(WAYS)}")
    HOME.mkdir(parents=True, exist_ok=True)
    programs = pathlib.Path(environment(HOME / "python", HERE / "requirements.txt")).parent
    failed = 0
    for name in names or WAYS:
        client, kind = WAYS[name]
        try:
            client(programs, kind)
            print(f"passed  {name}", flush=True)
        except Fault as fault:
            failed += 1
            print(f"FAILED  {name}: {fault}", flush=True)
    print("not run: vcpkg, because no registry has its client")
    print(f"{len(names or WAYS) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
