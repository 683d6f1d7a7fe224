# SPDX-License-Identifier: MIT
"""Compiles and runs the tests of <guidon.hpp> with many compilers, standard libraries and
standards, and prints a table.

    compilers.py SOURCE_DIR LIBRARY [--all] [--jobs N] [NAME...]

LIBRARY is the static library of the build. Without --all, the compilers are those of this
machine: each g++, and each clang++ with libstdc++ and libc++. --all adds every g++ from 12
and every clang++ from 14 that Debian 12 and 13 have. They are unpacked below build/cpp, not
installed, and run below chroot, which takes root's rights. NAME chooses compilers, such as
g++-14. A standard library that does not compile by itself with a compiler is left out.
GUIDON_CPP_DIR is another folder for the unpacked packages."""

import argparse
import concurrent.futures
import dataclasses
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT / "tools/gate"), str(ROOT / "tests/support")]
import debian_packages  # noqa: E402
from all_warnings import compilers  # noqa: E402

RELEASES = ("bookworm", "trixie")  # Debian 12 and 13
OLDEST = {"g++": 12, "clang++": 14}
STANDARDS = {"17": "c++17", "20": "c++20", "23": "c++2b"}
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror"]
# doctest needs __COUNTER__, which clang 22 calls a part of a later C.
WARNINGS += ["-Wno-c2y-extensions", "-Wno-unknown-warning-option"]
# Of libc++, several versions have one name as a shared library.
LIBRARIES = {"libstdc++": [], "libc++": ["-stdlib=libc++", "-static-libstdc++"]}
# What fails here fails without Guidon: a library may be too new for a compiler, and Debian's
# headers of libc++ 22 have no library of that version.
PROBE = """
#include <chrono>
#include <functional>
#include <map>
#include <ostream>
#include <string>
#include <system_error>
#include <version>
#if __has_include(<span>)
#  include <span>
#endif
#if __has_include(<ranges>)
#  include <ranges>
#endif
#if __has_include(<format>)
#  include <format>
#endif
#if __has_include(<expected>)
#  include <expected>
#endif
int main()
{
    std::map<std::string, int> numbers;
    numbers[std::string("one")] = 1;
    return std::hash<std::string>()("one") == numbers.size();
}
"""


@dataclasses.dataclass(frozen=True)
class Place:
    """A file system with compilers: this machine, or an unpacked release of Debian."""

    name: str
    folder: pathlib.Path  # where the sources and programs lie
    inside: str  # the same folder, as programs there see it
    command: tuple = ()

    def run(self, *words):
        return subprocess.run(
            [*self.command, *words],
            text=True,
            errors="replace",
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )


@dataclasses.dataclass(frozen=True)
class Job:
    place: Place
    compiler: str
    library: str
    standard: str

    def __str__(self):
        return f"{self.compiler} {self.library} C++{self.standard}"

    @property
    def words(self):
        return [self.compiler, f"-std={STANDARDS[self.standard]}", *LIBRARIES[self.library]]


def fill(place, library):
    """Put the sources, doctest and the library into the folder of a place."""
    shutil.rmtree(place.folder, ignore_errors=True)
    place.folder.mkdir(parents=True)
    shutil.copytree(ROOT / "include", place.folder / "include")
    shutil.copytree("/usr/include/doctest", place.folder / "system/doctest")
    shutil.copytree(HERE, place.folder / "cpp")
    shutil.copy(library, place.folder / "library.a")
    (place.folder / "probe.cpp").write_text(PROBE)
    # One source, with main first: the compiler reads the standard library only once.
    names = sorted(
        path.name for path in HERE.glob("*.cpp") if path.name not in ("main.cpp", "refused.cpp")
    )
    (place.folder / "all.cpp").write_text(
        "".join(f'#include "cpp/{name}"\n' for name in ["main.cpp", *names])
    )
    return place


def attempt(job):
    """Run one job. Return "passed", "failed" or "left out", and what was printed."""
    at, name = job.place.inside, str(job).replace(" ", "-")
    probed = job.place.run(*job.words, f"{at}/probe.cpp", "-o", f"{at}/{name}-probe")
    if probed.returncode:
        return "left out", probed.stdout
    done = job.place.run(
        *job.words,
        *WARNINGS,
        f"-I{at}/include",
        f"-I{at}",
        "-isystem",
        f"{at}/system",
        f"{at}/all.cpp",
        f"{at}/library.a",
        "-pthread",
        "-o",
        f"{at}/{name}",
    )
    if done.returncode == 0:
        done = job.place.run(f"{at}/{name}")
    return "failed" if done.returncode else "passed", done.stdout


# ------------------------------------------------------------ compilers of Debian


def names_in(release, pattern):
    """The packages of a release whose names match."""
    found = debian_packages.run(
        "apt-cache",
        "-o",
        f"Dir::State={release.home}/state",
        "-o",
        f"Dir::Cache={release.home}/cache",
        "-o",
        f"Dir::Etc::sourcelist={release.home}/sources.list",
        "-o",
        "Dir::Etc::sourceparts=-",
        "search",
        "-n",
        pattern,
    )
    return sorted(line.split(" - ")[0] for line in found.splitlines())


def wanted(home):
    """The packages with compilers and with libc++ of each release. A compiler that both
    have comes from the one that has its libc++, or from the newer one."""
    have = {}
    for name in RELEASES:
        release = debian_packages.Release(home, name)
        have[name] = (
            release,
            names_in(release, r"^(g\+\+|clang)-[0-9]+$"),
            names_in(release, r"^(libc\+\+(1|-|abi)|libunwind-)[-0-9a-z]*$"),
        )
    chosen = {name: ([], []) for name in RELEASES}
    for package in sorted({one for _, found, _ in have.values() for one in found}):
        family, _, number = package.partition("-")
        if int(number) < OLDEST[family if family == "g++" else "clang++"]:
            continue
        places = [name for name in RELEASES if package in have[name][1]]
        best = [name for name in places if f"libc++-{number}-dev" in have[name][2]] or places
        chosen[best[-1]][0].append(package)
        if family == "clang":
            libraries = re.compile(
                rf"(libc\+\+|libc\+\+1|libc\+\+abi|libc\+\+abi1|libunwind)-{number}(t64|-dev)?"
            )
            chosen[best[-1]][1].extend(one for one in have[best[-1]][2] if libraries.fullmatch(one))
    return {name: (have[name][0], *chosen[name]) for name in RELEASES}


def unpacked(release, folder, packages, alone):
    """The root folder of a release with these packages."""

    def unpack(part):
        release.unpack(part, [*packages, "libc6-dev"], alone)
        with tempfile.TemporaryDirectory() as place:  # it may be that of this machine
            release.get("download", "libc6", cwd=place)
            debian_packages.run("dpkg", "-x", next(pathlib.Path(place).glob("*.deb")), part)
        for name in ("bin", "sbin", "lib", "lib64"):
            if (part / name).is_dir() and not (part / name).is_symlink():
                shutil.copytree(part / name, part / "usr" / name, symlinks=True, dirs_exist_ok=True)
                shutil.rmtree(part / name)
            (part / "usr" / name).mkdir(exist_ok=True)
            (part / name).unlink(missing_ok=True)
            (part / name).symlink_to(f"usr/{name}")
        for name in ("tmp", "proc"):
            (part / name).mkdir(exist_ok=True)

    return debian_packages.unpacked(folder, unpack)


def debian_places(home, library):
    """The places of both releases, with the names of their compilers."""
    if os.geteuid() != 0:
        print("not run: the compilers of Debian 12 and 13: only root can call chroot")
        return
    for name, (release, packages, alone) in wanted(home).items():
        folder = unpacked(release, home / f"{name}-root", packages, alone)
        # Lease files need the boot id, which is in /proc.
        inside = (
            "unshare",
            "--pid",
            "--fork",
            f"--mount-proc={folder}/proc",
            "chroot",
            str(folder),
        )
        place = fill(Place(name, folder / "guidon", "/guidon", inside), library)
        yield place, [one.replace("clang-", "clang++-") for one in packages]


# ------------------------------------------------------------------------- the table


def jobs(places):
    for place, names in places:
        for compiler in names:
            for library in LIBRARIES if compiler.startswith("clang") else ["libstdc++"]:
                for standard in STANDARDS:
                    yield Job(place, compiler, library, standard)


def table(results):
    lines = [
        "| compiler | standard library | Debian | "
        + " | ".join(f"C++{one}" for one in STANDARDS)
        + " |",
        "|---" * 6 + "|",
    ]
    rows = {}
    for job, result in results.items():
        rows.setdefault((job.compiler, job.library, job.place.name), []).append(result)
    lines += [f"| {' | '.join([*key, *row])} |" for key, row in rows.items()]
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("library", type=pathlib.Path)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("names", nargs="*")
    given = parser.parse_intermixed_args()
    home = pathlib.Path(os.environ.get("GUIDON_CPP_DIR", given.source / "build/cpp")).resolve()
    here = fill(Place("this machine", home / "here", str(home / "here")), given.library)
    places = [
        (here, [pair[1] for family in ("gcc", "clang") for pair in compilers(family) if pair[1]])
    ]
    if given.all:
        places += debian_places(home, given.library)
    work = [job for job in jobs(places) if not given.names or job.compiler in given.names]
    results = {}
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        for job, (result, text) in zip(work, pool.map(attempt, work)):
            results[job] = result
            print(f"{result}  {job} ({job.place.name})", flush=True)
            if result == "failed":
                print(text, flush=True)
    print(table(results))
    counts = [list(results.values()).count(one) for one in ("passed", "failed", "left out")]
    print("{} passed, {} failed, {} skipped".format(*counts))
    return 1 if counts[1] or not counts[0] else 0


if __name__ == "__main__":
    sys.exit(main())
