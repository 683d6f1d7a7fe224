# SPDX-License-Identifier: MIT
"""Builds the Python package and runs its tests on several interpreters:

    run.py [--all | --sanitize | --references] [--on NAME,NAME...] [PYTEST ARGUMENT...]
    run.py --program FILE [ARGUMENT...]
    run.py --fetch

Without options, the tests run in full on this machine's interpreter, on the oldest
and on the newest. The other interpreters and the wheel for all of them import the
package and run the shared vectors, and this wheel also runs hostile callbacks. Chosen
tests (-k, or a path) run on this machine's interpreter alone. `--on` chooses
interpreters, and names them as 3.12, 3.13t (free-threaded), 3.14d (debug) or abi3.

`--sanitize` runs the tests with modules that have AddressSanitizer and
UndefinedBehaviorSanitizer: those of this machine's interpreter, of the newest and of the
free-threaded ones, and the module for all versions. It takes some minutes, and the first
time some more, to build the free-threaded interpreters.

`--references` runs each test several times in a debug build of CPython, and fails a test
whose every run leaves references behind; see references.py. The build is that of this
machine (Debian: python3.11-dbg), or one of Debian's packages.

`--all` runs everything in full, with the long tests, and gets more interpreters; it
takes most of an hour. `--program` runs another program on this machine's interpreter,
with the package and the packages of bench/requirements.txt. `--fetch` gets the packages and
the interpreters, and runs nothing.
"""

import argparse
import concurrent.futures
import dataclasses
import os
import pathlib
import subprocess
import sys
import time

import build
import interpreters
import sanitized
from progress import step
from python_tests import chosen_tests

# What an interpreter runs that does not run everything, and the wheel for all.
BRIEF = ["test_package.py", "test_vectors.py", "test_vectors_classes.py"]
BRIEF_ABI3 = [*BRIEF, "test_callbacks.py"]


@dataclasses.dataclass
class Row:
    """One run of the tests: in an empty environment with one wheel."""

    name: str
    program: pathlib.Path
    about: str
    abi3: bool = False
    brief: bool = False
    own: bool = False  # is this the interpreter of this machine?
    sanitized: bool = False

    @property
    def threaded(self):
        """Is this a free-threaded build?"""
        return "t" in self.name

    @property
    def debug(self):
        """Is this a debug build?"""
        return self.name.endswith("d")

    @property
    def folder(self):
        return f"{self.name}-sanitized" if self.sanitized else self.name


def rows(found, everything):
    """The runs, in the order of their interpreters, and that of the wheel for all."""
    made = [
        Row(one.name, one.program, str(one), own=pathlib.Path(sys.executable) == one.program)
        for one in found
    ]
    if not any(row.own for row in made):
        sys.exit(
            f"{sys.executable}: this is not CPython 3.9 or later with headers (Debian: python3-dev)"
        )
    last = newest(made)
    for row in made:
        row.brief = not (everything or row.own or row in (made[0], last))
    return made + [for_all(last, own=False, brief=not everything)]


def newest(made):
    """The last run on an ordinary build of CPython."""
    return [row for row in made if row.name[-1].isdigit()][-1]


def for_all(row, **more):
    """A run of the wheel for all versions on the interpreter of another run."""
    return dataclasses.replace(
        row, name="abi3", about=f"the wheel for all on {row.about}", abi3=True, **more
    )


def sanitized_rows(found):
    """The runs with sanitizers. This machine's interpreter has every package."""
    *made, _ = rows(found, everything=True)
    (own,) = (row for row in made if row.own)
    wanted = [row for row in made if row in (own, newest(made)) or row.threaded]
    return [dataclasses.replace(row, sanitized=True) for row in [*wanted, for_all(own)]]


def chosen(made, names):
    """The runs that --on names; these run in full."""
    if not names:
        return made
    wanted = names.split(",")
    unknown = set(wanted) - {row.name for row in made}
    if unknown:
        sys.exit(
            f"no interpreter {', '.join(sorted(unknown))}; there are "
            f"{', '.join(row.name for row in made)}"
        )
    return [dataclasses.replace(row, brief=False) for row in made if row.name in wanted]


def folders(row):
    """The folders of packages that a run sees beside its environment."""
    return [build.tools(), *([build.frameworks()] if row.own else [])]


def command(python, row, words):
    """pytest on the tests' folder, or on the files that `words` name."""
    places = [build.HERE]
    if any(map(os.path.exists, words)):
        places = []
    elif row.sanitized:
        places = sanitized.tests()
    elif row.brief:
        places = [build.HERE / name for name in (BRIEF_ABI3 if row.abi3 else BRIEF)]
    # A report of a sanitizer would end in the file to which pytest sends descriptor 2.
    capture = ["--capture=sys"] if row.sanitized else []
    return [
        python,
        "-B",
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "-q",
        "-rs",
        *capture,
        "--rootdir",
        build.HERE,
        "-c",
        os.devnull,
        *words,
        *places,
    ]


def names(row, archive):
    """What the tests learn about the run: the wheel; on this machine's interpreter,
    also its program and pyright."""
    own = {"GUIDON_OWN": str(row.program), **build.pyright()} if row.own else {}
    return {
        "GUIDON_WHEEL": str(archive),
        **own,
        **(sanitized.variables(row.threaded) if row.sanitized else {}),
    }


def run(row, source, core, words):
    with step(f"tests on {row.name}"):
        return run_one(row, source, core, words)


def run_one(row, source, core, words):
    """Build, install and test. Return the exit status and what was printed."""
    began = time.monotonic()
    builder = sanitized if row.sanitized else build
    # CMake may find the headers of the ordinary build beside those of the debug build.
    # Without this macro, a module does not count the references that it takes.
    flags = {"more": {"cmake.define.CMAKE_C_FLAGS": "-DPy_DEBUG"}} if row.debug else {}
    archive = builder.wheel(row.program, source, core, abi3=row.abi3, **flags)
    python = build.empty_venv(row.program, build.HOME / "venv" / row.folder, archive)
    work = build.HOME / "work" / row.folder
    work.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        list(map(str, command(python, row, words))),
        cwd=work,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        env=build.environment(*folders(row), **names(row, archive)),
    )
    scope = (
        "tests with sanitizers"
        if row.sanitized
        else "import and vectors"
        if row.brief
        else "all tests"
    )
    head = f"== {row.about}: {scope}, {time.monotonic() - began:.0f} s"
    return done.returncode, f"{head}\n{done.stdout}"


def fetch():
    with step("packages that build and test"):
        build.tools(), build.frameworks(), build.pyright()


def test(made, words):
    """Run every row, as many at once as there are processors."""
    fetch()
    with step("the source package, and the library from it"):
        source = build.unpacked(build.sdist())
        builder = sanitized if made[0].sanitized else build
        core = builder.core_object(source)
    status = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for done in concurrent.futures.as_completed(
            [pool.submit(run, row, source, core, words) for row in made]
        ):
            code, text = done.result()
            print(text, flush=True)
            status = status or code
    return status


def program(words):
    """Run a program with the package, on this machine's interpreter."""
    source = build.unpacked(build.sdist())
    archive = build.wheel(sys.executable, source)
    python = build.empty_venv(sys.executable, build.HOME / "venv/program", archive)
    os.execve(
        python, [str(python), "-B", *words], build.environment(build.peers(), build.frameworks())
    )


def options(words):
    parser = argparse.ArgumentParser(
        prog="./dev test python", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--sanitize", "--sanitizers", action="store_true")
    parser.add_argument("--references", action="store_true")
    parser.add_argument("--on", metavar="NAME,NAME...")
    return parser.parse_known_args(words)


def debug_rows(place):
    """The run that counts references: on this machine's debug build, or on a fetched
    one."""
    try:
        one = interpreters.debug(place)
    except interpreters.Unavailable as error:
        sys.exit(f"no debug build of CPython (Debian: python3-dbg): {error}")
    return [Row(one.name, one.program, str(one))]


def more_names(found):
    """The interpreters that a run needs beside the ordinary ones."""
    if found.on:
        return found.on.split(",")
    if found.sanitize:
        return interpreters.THREADED
    return interpreters.MORE if found.all else ()


def main():
    found, words = options(sys.argv[1:])
    place = build.HOME / "interpreters"
    if words == ["--fetch"]:
        fetch()
        interpreters.find(place)
        return
    if found.references:
        sys.exit(test(debug_rows(place), ["--references", *words]))
    if chosen_tests(words) and not found.on and not found.all:
        there = interpreters.local().values()
        made = sanitized_rows(there) if found.sanitize else rows(there, False)
        made = [row for row in made if row.own]
        print("   on this machine's interpreter alone; --on chooses others", flush=True)
    else:
        there, left_out = interpreters.find(place, more_names(found))
        for line in left_out:
            print(f"not run: {line}")
        made = sanitized_rows(there) if found.sanitize else rows(there, found.all)
        made = chosen(made, found.on)
    sys.exit(test(made, ["--all"] * found.all + words))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--program"]:
        program(sys.argv[2:])
    main()
