# SPDX-License-Identifier: MIT
"""Compiles every file of a configured build with warnings as errors, and keeps no object.

    all_warnings.py BUILD_DIR [--jobs N] [--all] [--built O2_BUILD_DIR]

Each source that compile_commands.json names is compiled once, by the newest gcc and the
newest clang that are here, at -O2. With --all, every gcc and clang compiles at -O0, -O1,
-O2 and -O3. Some warnings of gcc need its optimiser. clang's come from its parser and its
analysis of the source alone, so without --all clang writes no code. --built names a build
at -O2 with warnings as errors: what that build has compiled by the same compiler is not
compiled again."""

import argparse
import concurrent.futures
import functools
import json
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import time

LEVELS = ["-O0", "-O1", "-O2", "-O3"]
PARSE = "-fsyntax-only"
PLAIN = {"gcc": "g++", "clang": "clang++"}  # the C++ compiler beside a C compiler
NOISE = {"-Werror"}  # said once, for all


@functools.cache
def version(program):
    """The version of a compiler, as numbers that compare."""
    text = subprocess.run([program, "-dumpversion" if "clang" in program
                           else "-dumpfullversion"], stdout=subprocess.PIPE, text=True,
                          check=True).stdout
    return tuple(int(number) for number in re.findall(r"\d+", text))


def compilers(family):
    """The compilers of a family that are here, the newest last: pairs for C and C++."""
    names = [family, *(f"{family}-{number}" for number in range(9, 40))]
    found = {}
    for name in names:
        if shutil.which(name):
            cxx = name.replace(family, PLAIN[family])
            found.setdefault(version(name), (name, cxx if shutil.which(cxx) else None))
    return [found[one] for one in sorted(found)]


def sources(build):
    """The first command for each source, as words."""
    first = {}
    for row in json.loads((build / "compile_commands.json").read_text()):
        first.setdefault(row["file"], (row["directory"], shlex.split(row["command"])))
    return first


def command(words, compiler, level):
    """A compile command with another compiler and another level, without an output."""
    kept = [word for word in words[1:]
            if not re.fullmatch(r"-O[0-3s]|-g", word) and word not in NOISE]
    at = kept.index("-o")
    if level == PARSE:
        return [compiler, "-O2", PARSE, *kept[:at], *kept[at + 2:], "-Werror"]
    return [compiler, level, *kept[:at], "-o", "/dev/null", *kept[at + 2:], "-Werror"]


def knows(compiler, words):
    """Does the compiler know the C++ standard of the command?"""
    standard = [word for word in words if word.startswith("-std=")]
    return subprocess.run([compiler, *standard, "-fsyntax-only", "-x", "c++", "-"],
                          input="", text=True, capture_output=True,
                          check=False).returncode == 0


def compiled(build):
    """The sources that a build at -O2 has compiled, and the compiler's version."""
    rows = json.loads((build / "compile_commands.json").read_text())
    found = set()
    for row in rows:
        words = shlex.split(row["command"])
        if (pathlib.Path(row["directory"]) / words[words.index("-o") + 1]).exists() and (
                "-O2" in words and "-Werror" in words):
            found.add(row["file"])
    return found, version(shlex.split(rows[0]["command"])[0])


def jobs_for(build, pairs, levels, built=(frozenset(), None)):
    """All compilations: directory and words."""
    cache = {}
    for source, (directory, words) in sources(build).items():
        is_cxx = pathlib.PurePath(source).suffix in (".cpp", ".cxx")
        for pair in pairs:
            compiler = pair[is_cxx]
            if not compiler or (source in built[0] and "gcc" in pair[0] and
                                version(pair[0]) == built[1]):
                continue
            key = (compiler, *[word for word in words if word.startswith("-std=")])
            if is_cxx and key not in cache:
                cache[key] = knows(compiler, words)
            if not is_cxx or cache[key]:
                for level in levels or [PARSE if "clang" in compiler else "-O2"]:
                    yield directory, command(words, compiler, level)


def compile_one(job):
    directory, words = job
    done = subprocess.run(words, cwd=directory, text=True, errors="replace",
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return words, done.returncode, done.stdout


def generated(build):
    """Write the sources that the build makes."""
    subprocess.run(["ninja", "-C", build, "-k", "0", "--quiet",
                    *made_sources(build)], check=True, stdout=subprocess.DEVNULL)


def made_sources(build):
    inside = [source for source in sources(build)
              if pathlib.PurePath(source).is_relative_to(build)]
    made = subprocess.run(["ninja", "-C", build, "-t", "targets", "all"], text=True,
                          stdout=subprocess.PIPE, check=True).stdout
    known = {line.rpartition(": ")[0] for line in made.splitlines()}
    return [name for name in (str(pathlib.PurePath(source).relative_to(build))
                              for source in inside) if name in known] or ["help"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--built", type=pathlib.Path)
    found = parser.parse_args()
    build = found.build.resolve()
    families = [compilers(family) for family in PLAIN]
    pairs = [pair for one in families for pair in (one if found.all else one[-1:])]
    for family, one in zip(PLAIN, families):
        if not one:
            print(f"not run: the warnings of {family}, which is not installed")
    print(f"   compilers: {', '.join(pair[0] for pair in pairs)}", flush=True)
    generated(build)
    work = list(jobs_for(build, pairs, LEVELS if found.all else [],
                         *([compiled(found.built)] if found.built else [])))
    wrong, count, shown = [], 0, time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(found.jobs) as pool:
        for words, status, text in pool.map(compile_one, work):
            count += 1
            if status:
                wrong.append(words)
                print(f"{shlex.join(words)}\n{text}", flush=True)
            if time.monotonic() - shown > 10:
                shown = time.monotonic()
                print(f"   {count} of {len(work)} compiled", flush=True)
    print(f"{count - len(wrong)} passed, {len(wrong)} failed")
    sys.exit(1 if wrong or not work else 0)


if __name__ == "__main__":
    main()
