# SPDX-License-Identifier: MIT
"""Includes go in one direction: a module of src/ includes itself, modules of a lower
rank, and include/. CONTRIBUTING.md lists the ranks."""

import collections
import os.path
import pathlib
import re

import tree

# A module of src/ may include itself and the modules before it.
RANKS = ["core", "cpu", "text", "report", "hash", "keys", "scan", "host", "random", "clock",
         "reserve", "shared", "lease", "generate"]
# The ranks of cli/. A rank is a directory, or some files of cli/ itself.
CLI_RANKS = [["common"], ["basics"], ["workers"], ["stats"], ["term"],
             ["command", "args", "args_values", "choices"], ["table"],
             ["command_table"], ["text"],
             ["sort"], ["audit"], ["alias"], ["find"], ["check"], ["commands"], ["dispatch"], ["guidon"],
             ["page"]]
# No file includes itself through others. NAME.c and NAME.h count as one.
WITHOUT_CIRCLES = ["src", "cli", *tree.PLACES]
# What stands on the library includes the public headers and files of its own folder.
USERS = ["cli", "examples", *tree.PLACES]
# Services also include what all programs have in common: these, and the headers of the
# files that packaging/sources.txt gives to "node".
COMMON = {pathlib.PurePath("cli/basics.h"), pathlib.PurePath("cli/command.h")}

# The headers of a C implementation without a libc (C11, section 4), and stdatomic.h. A
# file of src/ includes any other header under a condition, because the library is also
# built for hosts without an operating system; core/memory.h stands for string.h.
FREESTANDING = {b"float.h", b"iso646.h", b"limits.h", b"stdalign.h", b"stdarg.h",
                b"stdatomic.h", b"stdbool.h", b"stddef.h", b"stdint.h",
                b"stdnoreturn.h"}
# Headers of one processor's kernels, whose files are empty for other processors.
FREESTANDING |= {b"immintrin.h"}
# clang-format puts blanks behind the '#' of an include under a condition.
UNCONDITIONAL = re.compile(rb"^#include[ \t]*<([^>/\n]+)>", re.M)

INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"\n]+)', re.M)


def rank_of(path):
    """The rank of a file of src/, or None if it is in no module."""
    module = path.parts[1] if len(path.parts) > 2 else None
    return RANKS.index(module) if module in RANKS else None


def cli_rank_of(path):
    """The rank of a file of cli/, or None if it has no rank."""
    name = path.parts[1] if len(path.parts) > 2 else path.stem
    ranks = [i for i, names in enumerate(CLI_RANKS) if name in names]
    return ranks[0] if ranks else None


def target_of(path, bracket, name, known):
    """The file of the tree that an include names, or None for other files.

    The search is that of a compiler: first beside the file, if the name is in
    quotes, then in the directories that some part of the build passes with -I.
    """
    places = [pathlib.Path(base) for base in ("include", "src")]
    if bracket == b'"':
        places.insert(0, path.parent)
    for place in places:
        target = pathlib.Path(os.path.normpath(place / name))
        if target in known:
            return target
    return None


def place_of(path):
    """The part of the project that a file belongs to, such as "src" and "bindings/python"."""
    depth = 2 if path.parts[0] in ["bindings", "extensions", "services"] else 1
    return "/".join(path.parts[:depth])


def fault_of(path, bracket, target):
    """The reason for which `path` may not include `target`; None if it may."""
    home, there = place_of(path), place_of(target)
    if there == "include":
        return None
    if home == "include":
        return "a public header includes public headers alone"
    if path.parts[0] == "services" and target in COMMON:
        return None
    if path.parts[0] in USERS and there != home:
        return "a binding sees include/ and itself"
    if home == "cli" and cli_rank_of(target) > cli_rank_of(path):
        return "upward in cli/"
    if home != "src":
        return None
    if there != "src":
        return "src/ includes src/ and include/ alone"
    if bracket != b'"' or not (path.parts[1] == target.parts[1] or
                               rank_of(target) < rank_of(path)):
        return "upward, or not by a relative path"
    return None


def unresolved(path, bracket, name, target):
    """A quoted include must be relative to its file, so that the compiler needs no
    -I but include/. Tests and benchmarks are exempt."""
    if bracket != b'"' or path.parts[0] not in ["include", "src", *USERS]:
        return False
    return target != pathlib.Path(os.path.normpath(path.parent / name))


def includes_of(root, path, known):
    """Each include of a file: its bracket, name and target (None: no file of
    the tree)."""
    for bracket, raw in INCLUDE.findall((root / path).read_bytes()):
        name = raw.decode()
        yield bracket, name, target_of(path, bracket, name, known)


def include_faults(root, path, known):
    for bracket, name, target in includes_of(root, path, known):
        why = fault_of(path, bracket, target) if target else None
        if not why and unresolved(path, bracket, name, target):
            why = "no such file beside it"
        if why:
            yield f"{path}: includes {name}: {why}"


def pair_of(path):
    return path.with_suffix("")


def circle_of(uses):
    """Pairs of files that include each other in a circle; [] if none do."""
    done, way = set(), []

    def visit(pair):
        if pair in way:
            return way[way.index(pair):] + [pair]
        if pair in done:
            return []
        way.append(pair)
        circle = next(filter(None, map(visit, sorted(uses[pair]))), [])
        way.pop()
        done.add(pair)
        return circle

    return next(filter(None, map(visit, sorted(uses))), [])


def circle_faults(root, code):
    for home in WITHOUT_CIRCLES:
        uses = collections.defaultdict(set)
        for path in code:
            for _, _, target in includes_of(root, path, set(code)):
                if path.parts[0] == home and target:
                    uses[pair_of(path)] |= {pair_of(target)}
        uses = {pair: others - {pair} for pair, others in uses.items()}
        circle = circle_of(collections.defaultdict(set, uses))
        if circle:
            yield (f"{home}/: a circle of includes: "
                   + " - ".join(pair.as_posix() for pair in circle))


def libc_faults(root, sources):
    for path in sources:
        for name in UNCONDITIONAL.findall((root / path).read_bytes()):
            if name not in FREESTANDING:
                yield (f"{path}: includes <{name.decode()}> without a condition, which "
                       "a host without a libc lacks")


def place_faults(root, sources):
    """Every file of src/ is in a module, has a unique name, and is built."""
    listed = set(re.findall(r"^(src/\S+) ", (root / "packaging/sources.txt").read_text(), re.M))
    names = collections.Counter(p.name for p in sources if p.suffix == ".c")
    for path in sources:
        if rank_of(path) is None:
            yield f"{path}: in no module of src/"
        if names[path.name] > 1:
            yield f"{path}: another file of src/ has this name"
        if path.suffix == ".c" and path.as_posix() not in listed:
            yield f"{path}: not in packaging/sources.txt"


def common_headers(root):
    """The headers of the files that guidon-node shares with the tool."""
    listed = (root / "packaging/sources.txt").read_text()
    names = re.findall(r"^(cli/\S+)\.c .*\bnode\b", listed, re.M)
    return {pathlib.PurePath(name + ".h") for name in names}


def check(root):
    code = [path for path in tree.files(root) if path.suffix in tree.CODE]
    sources = [path for path in code if path.parts[0] == "src"]
    faults = list(place_faults(root, sources)) if sources else ["src/: empty"]
    if sources:
        COMMON.update(common_headers(root))
    faults += libc_faults(root, sources)
    homeless = {path for path in sources if rank_of(path) is None}
    unranked = {path for path in code
                if path.parts[0] == "cli" and cli_rank_of(path) is None}
    faults += [f"{path}: in no rank of cli/" for path in sorted(unranked)]
    homeless |= unranked
    for path in code:
        if path not in homeless:
            faults += include_faults(root, path, set(code) - homeless)
    return faults + list(circle_faults(root, code))


if __name__ == "__main__":
    tree.main(check)
