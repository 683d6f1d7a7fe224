# SPDX-License-Identifier: MIT
"""coverage.py SOURCE_DIR BUILD_DIR: print the branches that the tests took, by
gcov, in a row for each directory. It fails if the tests missed a branch of a required
directory and excused.txt has no reason for it. It also fails if an excuse is not
needed, unless the excuse begins with "chance": some runs take such a branch.

A branch is one outcome of a condition, as gcc compiles it without optimisation. A
branch of a function in a header is taken if any file that includes it takes it."""

import collections
import fnmatch
import json
import pathlib
import subprocess
import sys

# The tests must take every branch of these directories, except in vector kernels:
# tests compare those with the scalar kernels.
REQUIRED = ("core", "text", "clock", "reserve", "shared", "lease", "generate")
KERNELS = ("*_avx2.[ch]", "*_avx512*.[ch]", "*_sse41.[ch]", "*_neon.[ch]",
           "hex_x86.[ch]", "base32_lanes.h")


def is_kernel(name):
    return any(fnmatch.fnmatch(name, pattern) for pattern in KERNELS)


def reports(build):
    """gcov's JSON reports of all compiled files, as dictionaries."""
    notes = sorted(str(path.resolve()) for path in build.rglob("*.gcno"))
    for at in range(0, len(notes), 50):
        out = subprocess.run(
            ["gcov", "--json-format", "--branch-probabilities", "--stdout",
             *notes[at:at + 50]],
            capture_output=True, check=True, cwd=build).stdout
        decoder, text = json.JSONDecoder(), out.decode()
        while text := text.lstrip():
            report, end = decoder.raw_decode(text)
            yield report
            text = text[end:]


class File:
    def __init__(self):
        self.lines = collections.Counter()     # line: times run
        self.branches = collections.Counter()  # (line, nth): times taken
        self.functions = {}                    # line: name

    def add(self, report):
        nth = collections.Counter()
        for line in report["lines"]:
            number = line["line_number"]
            self.lines[number] += line["count"]
            if "function_name" in line:
                self.functions[number] = line["function_name"]
            for branch in line["branches"]:
                self.branches[number, nth[number]] += branch["count"]
                nth[number] += 1

    def missed(self):
        """The lines that never ran, and those with a branch that was never taken."""
        branches = {line for (line, _), n in self.branches.items() if n == 0}
        return branches | {line for line, n in self.lines.items() if n == 0}


def gather(root, build):
    """{(directory, file name): File} of src/."""
    src = (root / "src").resolve()
    files = collections.defaultdict(File)
    for report in reports(build):
        folder = pathlib.Path(report["current_working_directory"])
        for part in report["files"]:
            path = (folder / part["file"]).resolve()
            if path.is_relative_to(src):
                files[path.parent.name, path.name].add(part)
    return files


def read_excuses(path):
    """{"file:function": {text of a line: reason}}; the text may be "*"."""
    excuses = collections.defaultdict(dict)
    for line in path.read_text().splitlines():
        if line and not line.startswith("#"):
            where, text, reason = (part.strip() for part in line.split(" | "))
            excuses[where][text] = reason
    return excuses


def judge(root, files, excuses):
    """The faults (missed branches without an excuse, unneeded excuses), and the
    excused lines."""
    faults, excused, used = [], [], set()
    for (directory, name), file in sorted(files.items()):
        if directory not in REQUIRED or is_kernel(name):
            continue
        source = (root / "src" / directory / name).read_text().splitlines()
        for line in sorted(file.missed()):
            function = file.functions.get(line, "?")
            where = f"{name}:{function}"
            text = source[line - 1].strip()
            found = next((t for t in excuses.get(where, ())
                          if t == "*" or t in text), None)
            if found is None:
                faults.append(f"src/{directory}/{name}:{line}: {function}: {text}")
            else:
                used.add((where, found))
                excused.append((where, line))
    for where, texts in excuses.items():
        faults += [f"excused.txt: {where} | {text}: not needed"
                   for text, reason in texts.items()
                   if (where, text) not in used
                   and not reason.startswith("chance: ")]
    return faults, excused


def share(taken, n):
    return f"{taken:6} of {n:6} {100 * taken / n if n else 100:6.1f} %"


def table(files, excused):
    directories = collections.defaultdict(list)
    for (directory, name), file in files.items():
        directories[directory, is_kernel(name)].append(file)
    print(f"{'directory':<20}{'lines':>24}{'branches':>26}")
    for (directory, kernel), parts in sorted(directories.items()):
        lines = [n for part in parts for n in part.lines.values()]
        branches = [n for part in parts for n in part.branches.values()]
        held = "" if directory in REQUIRED and not kernel else " (not required)"
        print(f"{directory + (' kernels' if kernel else ''):<20}"
              f"{share(sum(map(bool, lines)), len(lines)):>24}  "
              f"{share(sum(map(bool, branches)), len(branches)):>24}{held}")
    print(f"{len(excused)} lines of {len({where for where, _ in excused})} "
          "functions are excused; tests/coverage/excused.txt has the reasons")


def main():
    root, build = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    files = gather(root, build)
    excuses = read_excuses(root / "tests/coverage/excused.txt")
    faults, excused = judge(root, files, excuses)
    table(files, excused)
    print("\n".join(faults))
    return 1 if faults or not files else 0


if __name__ == "__main__":
    sys.exit(main())
