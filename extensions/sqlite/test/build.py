# SPDX-License-Identifier: MIT
"""Builds the extension and the programs of the tests below build/sqlite, from the two
files that users compile."""

import functools
import os
import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
HOME = ROOT / "build/sqlite"
ONE_FILE = HOME / "one-file"
WARNINGS = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion",
            "-Wstrict-prototypes", "-Wmissing-prototypes", "-Wvla",
            *os.environ.get("GUIDON_WERROR", "").split()]
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-g"]
# With run.py --sanitize, the loadable extension has the sanitizers too.
LOADED_FLAGS = SANITIZERS if "GUIDON_SANITIZE" in os.environ else []


def run(*command):
    variables = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    subprocess.run([str(word) for word in command], check=True, env=variables)


def compiler():
    """gcc, behind ccache if the build uses it."""
    launcher = os.environ.get("CMAKE_C_COMPILER_LAUNCHER")
    return [launcher, "gcc"] if launcher else ["gcc"]


@functools.cache
def one_file():
    """The folder of guidon.c and guidon_sqlite.c, written from this tree."""
    run("python3", "-B", ROOT / "packaging/amalgamate.py", ROOT, ONE_FILE)
    return ONE_FILE


def compiled(source, name, *flags):
    target = HOME / f"{name}.o"
    run(*compiler(), *flags, f"-I{ONE_FILE}", "-c", source, "-o", target)
    return target


@functools.cache
def library(*flags):
    name = "guidon" + "".join(flags).replace("=", "-").replace(",", "-")
    return compiled(one_file() / "guidon.c", name, "-std=c11", "-O2", "-fPIC",
                    "-DGUIDON_STATIC", *flags)


@functools.cache
def extension():
    """The loadable extension."""
    name = "guidon_sqlite_asan" if LOADED_FLAGS else "guidon_sqlite"
    part = compiled(one_file() / "guidon_sqlite.c", name, *WARNINGS, "-O2", "-fPIC",
                    "-DGUIDON_STATIC", *LOADED_FLAGS)
    folder = HOME / "asan" if LOADED_FLAGS else HOME
    folder.mkdir(exist_ok=True)
    target = folder / "guidon_sqlite.so"
    run("gcc", "-shared", *LOADED_FLAGS, part, library(*LOADED_FLAGS), "-o", target)
    return target


@functools.cache
def parts():
    """Compile each part by itself, with every warning as an error."""
    one_file()
    sources = sorted((ROOT / "extensions/sqlite/src").glob("*.c"))
    return [compiled(source, f"part_{source.stem}", *WARNINGS, "-O1", "-fPIC",
                     "-DGUIDON_STATIC") for source in sources]


@functools.cache
def part_of_programs(source, sanitized):
    name = f"{source.stem}_core" + ("_asan" if sanitized else "")
    return compiled(source, name, *WARNINGS, "-O1", "-DSQLITE_CORE",
                    *(SANITIZERS if sanitized else []))


def program(name, sanitized):
    """A program of this folder in C, with the extension inside."""
    flags = SANITIZERS if sanitized else []
    built = HOME / (f"{name}_asan" if sanitized else name)
    run("gcc", *flags, library(*flags), *(
        part_of_programs(source, sanitized)
        for source in (one_file() / "guidon_sqlite.c", HERE / f"{name}.c")),
        "-lsqlite3", "-o", built)
    return built


@functools.cache
def core_program(sanitized):
    """The program that runs SQL from its input."""
    return program("core", sanitized)
