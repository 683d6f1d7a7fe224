# SPDX-License-Identifier: MIT
"""Draws mutants of the whole product by a fixed seed: library, headers, tool, bindings
and extensions. mutants.py makes those of C, text_mutants.py those of other languages."""

import dataclasses
import functools
import pathlib
import random
import re
import subprocess
import sys
import sysconfig
import tempfile

import text_mutants

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

# Each place, with the patterns of its files. Every place has two mutants of the sample;
# a place that is split by a comma is one that is too small to have them alone.
PLACES = {
    "core": "src/core/*.[ch]",
    "text": "src/text/*.[ch] src/report/*.[ch]",
    "clock": "src/clock/*.[ch] src/reserve/*.[ch] src/shared/*.[ch] src/lease/*.[ch]",
    "generate": "src/generate/*.[ch]",
    "random": "src/random/*.[ch]",
    "hash, keys": "src/hash/*.[ch] src/keys/*.[ch]",
    "cpu, host": "src/cpu/*.[ch] src/host/*.[ch]",
    "headers": "include/guidon/inline.h include/guidon/cpp/*.hpp",
    "commands": "cli/*.[ch] cli/check/*.[ch] cli/commands/*.[ch]",
    "cli/text": "cli/text/*.[ch]",
    "cli/audit": "cli/audit/*.[ch] cli/stats/*.[ch]",
    "cli/sort": "cli/sort/*.[ch] cli/term/*.[ch]",
    "tables, page": "cli/table/*.[ch] cli/page/list*.c cli/page/tabs.c",
    "libuuid": "bindings/libuuid/*.[ch]",
    "postgresql": "extensions/postgresql/src/*.[ch]",
    "sql": "extensions/postgresql/sql/*/*.sql extensions/postgresql/fallback.sql",
    "sqlite": "extensions/sqlite/src/*.[ch]",
    "duckdb": "extensions/duckdb/src/[!d]*.[ch]",
    "python (C)": "bindings/python/csrc/**/*.[ch]",
    "python": "bindings/python/src/guidon/*.py bindings/spark/src/guidon_spark/*.py",
    "npm": "bindings/javascript/src/*.js",
    "wasm": "bindings/javascript/wasm/*.mjs bindings/javascript/wasm/*.c",
    "page": "page/src/*.mjs",
    "etcd": "services/guidon-node/src/*.[ch]",
}
LANGUAGES = {".py": "python", ".js": "javascript", ".mjs": "javascript", ".sql": "sql",
             ".hpp": "c++"}
TRIES = 200  # mutants of a place that may be drawn in vain, one after another


@dataclasses.dataclass
class Drawn:
    """A mutant by whole lines: those from `line` on, before and after."""
    number: int
    place: str
    path: str  # relative to the root
    line: int
    before: list
    after: list
    result: str = ""

    def text(self):
        lines = [f"{self.number} {self.path}:{self.line}"]
        lines += [f"- {line}" for line in self.before]
        lines += [f"+ {line}" for line in self.after]
        return "\n".join([*lines, *([f"= {self.result}"] if self.result else []), ""])

    def diff(self):
        """The mutant as a unified diff without context."""
        head = f"@@ -{self.line},{len(self.before)} +{self.line},{len(self.after)} @@"
        return "\n".join([f"--- a/{self.path}", f"+++ b/{self.path}", head,
                          *[f"-{line}" for line in self.before],
                          *[f"+{line}" for line in self.after]])

    def put(self, text):
        """The text with the fault, or None if the lines are gone. If the lines stand in
        several places, the one that is nearest to the old place counts."""
        lines, size = text.split("\n"), len(self.before)
        places = [at for at in range(len(lines) - size + 1)
                  if lines[at:at + size] == self.before]
        if not places:
            return None
        at = min(places, key=lambda at: abs(at - self.line + 1))
        return "\n".join([*lines[:at], *self.after, *lines[at + size:]])


def include_paths():
    names = ["include", "src", "cli", "tests", "bindings/libuuid", "extensions/sqlite/src"]
    return [f"-I{ROOT / name}" for name in names] + [
        f"-I{sysconfig.get_path('include')}", "-D_GNU_SOURCE"]


def compiler(path):
    if path.suffix == ".hpp":
        return ["c++", "-std=c++20", "-xc++", *include_paths()]
    return ["cc", "-std=gnu11", "-xc", *include_paths()]


def compiled(path, text):
    """What the compiler makes of a C or C++ text in the place of `path`: None if it
    refuses. For a header, b"" says that the compiler takes it."""
    header = path.suffix != ".c"
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out.o"
        how = ["-fsyntax-only"] if header else ["-O2", "-c", "-o", out]
        done = subprocess.run([*compiler(path), "-w", *how, f"-I{path.parent}", "-"],
                              input=text, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, check=False)
        if done.returncode != 0:
            return None
        return b"" if header else out.read_bytes()


@functools.lru_cache(None)
def whole(path):
    return compiled(path, path.read_bytes())


def fits(path, text):
    """Can the mutant's file still be read, and is its object code another one? A file
    whose own headers are not here (PostgreSQL's) is taken as it is."""
    if path.suffix == ".py":
        try:
            compile(text, str(path), "exec")
        except SyntaxError:
            return False
        return True
    if path.suffix in (".js", ".mjs"):
        with tempfile.NamedTemporaryFile(suffix=".mjs") as copy:
            copy.write(text)
            copy.flush()
            return subprocess.run(["node", "--check", copy.name], check=False,
                                  stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL).returncode == 0
    if path.suffix == ".sql" or whole(path) is None:
        return True
    made = compiled(path, text)
    return made is not None and (path.suffix != ".c" or made != whole(path))


@functools.lru_cache(None)
def all_of(path):
    """All mutants of a file."""
    language = LANGUAGES.get(path.suffix)
    if language:
        return text_mutants.of_text(path.read_bytes(), language)
    try:
        import mutants
    except ModuleNotFoundError:
        sys.exit("draw: the Python of Debian with libclang is needed: apt-get install "
                 "python3-clang, and run this with /usr/bin/python3")
    arguments = [*include_paths(), f"-I{path.parent}", "-xc"]
    return mutants.of_file(path, arguments)[0]


def files(place):
    """The files of a place in the order of their names, with their lengths."""
    found = sorted({path for pattern in PLACES[place].split()
                    for path in ROOT.glob(pattern)})
    return {path: path.read_bytes().count(b"\n") for path in found}


def lines_of(path, mutant):
    """The first line's number, and the lines before and after."""
    text = path.read_bytes()
    start = text.rfind(b"\n", 0, mutant.start) + 1
    end = text.find(b"\n", mutant.end)
    new = text[start:mutant.start] + mutant.put + text[mutant.end:end]
    return (text.count(b"\n", 0, start) + 1, text[start:end].decode().split("\n"),
            new.decode().split("\n"))


def of_place(place, seed):
    """The mutants of a place, without an end: a file by its length, then one of its
    mutants, none twice."""
    pick, seen, vain = random.Random(f"{seed} {place}"), set(), 0
    sizes = files(place)
    while vain < TRIES:
        path = pick.choices(list(sizes), list(sizes.values()))[0]
        every = all_of(path)
        mutant = pick.choice(every) if every else None
        vain += 1
        if not every or (path, mutant) in seen:
            continue
        seen.add((path, mutant))
        text = path.read_bytes()
        if fits(path, text[:mutant.start] + mutant.put + text[mutant.end:]):
            vain = 0
            yield Drawn(0, place, str(path.relative_to(ROOT)), *lines_of(path, mutant))
    sys.exit(f"draw: {place}: {TRIES} mutants in a row cannot be compiled")


def draw(count, seed):
    """Two mutants of each place, and the rest from places by their length; or, if there
    are fewer than that, those of as many places as it takes."""
    sources = {place: of_place(place, seed) for place in PLACES}
    order = [place for place in PLACES for _ in range(2)][:count]
    sizes = [sum(files(place).values()) for place in PLACES]
    order += random.Random(seed).choices(list(PLACES), sizes, k=count - len(order))
    drawn = [next(sources[place]) for place in order]
    for number, one in enumerate(drawn, 1):
        one.number = number
    return drawn


ITEM = re.compile(r"^(\d+) (\S+):(\d+)$")


def read(path):
    """The mutants of a file that --list wrote."""
    drawn = []
    for line in path.read_text().splitlines():
        head = ITEM.match(line)
        if head:
            drawn.append(Drawn(int(head[1]), place_of(head[2]), head[2], int(head[3]),
                               [], []))
        elif line.startswith(("- ", "+ ")):
            (drawn[-1].before if line[0] == "-" else drawn[-1].after).append(line[2:])
        elif line.startswith("= "):
            drawn[-1].result = line[2:]
    return drawn


def place_of(name):
    """The place of a file."""
    for place in PLACES:
        for pattern in PLACES[place].split():
            if pathlib.PurePath(name).match(pattern):
                return place
    return sys.exit(f"draw: no place has the file {name}")
