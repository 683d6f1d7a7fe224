# SPDX-License-Identifier: MIT
"""Says which campaigns were run on the files of this tree:

    ./dev evidence                       each run of docs/evidence/README.md, and whether its
                                         files are still those of the run
    ./dev evidence --record RUN WHAT     write that RUN was made now, on the last commit, and
                                         what it found

A row of that table names the files and folders that a run exercises. Its hash is over the
names, modes and contents of these files in the commit, so a row is current as long as they do
not change."""

import argparse
import dataclasses
import datetime
import hashlib
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = "docs/evidence/README.md"
HEAD = "| run | command | files | found | date | commit | hash |"
NOT_RUN = "not run on this tree"
NONE = "-"
DIGITS = 12


@dataclasses.dataclass
class Row:
    run: str
    command: str
    files: tuple
    found: str
    date: str
    commit: str
    hash: str

    def line(self):
        files = " ".join(f"`{one}`" for one in self.files)
        return (f"| {self.run} | `{self.command}` | {files} | {self.found} | {self.date} | "
                f"{self.commit} | {self.hash} |")  # fmt: skip


def read(text):
    """The rows of the table in a page."""
    lines = text.splitlines()
    rows = []
    for line in lines[lines.index(HEAD) + 2 :]:
        if not line.startswith("|"):
            break
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if len(cells) != 7:
            raise ValueError(f"{PAGE}: expected 7 cells: {line}")
        run, command, files, *rest = cells
        rows.append(Row(run, command.strip("`"), tuple(re.findall(r"`([^`]+)`", files)), *rest))
    return rows


def git(root, *words):
    return subprocess.run(["git", "-C", root, *words], capture_output=True, text=True, check=True).stdout


def hash_of(root, commit, files):
    """The hash of files in a commit, without the page that gets the hash."""
    lines = git(root, "ls-tree", "-r", commit, "--", *files).splitlines()
    listed = "".join(f"{line}\n" for line in lines if not line.endswith(f"\t{PAGE}"))
    return hashlib.sha256(listed.encode()).hexdigest()[:DIGITS]


def state(root, row):
    """What the row is worth for the last commit."""
    if row.hash == NONE:
        return "not run" if row.found.startswith(NOT_RUN) else "no hash on record"
    return "current" if hash_of(root, "HEAD", row.files) == row.hash else "older than its files"


def faults(root, text, commands):
    """What is wrong with the form of the table. `commands` are those of ./dev."""
    rows = read(text)
    names = [row.run for row in rows]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"{name}: two rows have this name"
    for row in rows:
        words = row.command.split()
        if words[:1] != ["./dev"] or len(words) < 2 or words[1] not in commands:
            yield f"{row.run}: \"{row.command}\" is no command of ./dev"
        if not row.files:
            yield f"{row.run}: names no files"
        for name in row.files:
            if not (root / name).exists():
                yield f"{row.run}: there is no {name}"
        if not row.found:
            yield f"{row.run}: does not say what was found"
        if not re.fullmatch(r"\d{4}-\d\d-\d\d|-", row.date):
            yield f"{row.run}: \"{row.date}\" is no date, such as 2026-11-21, and not \"-\""
        if not re.fullmatch(r"[0-9a-f]{8}\*?|-", row.commit):
            yield f"{row.run}: \"{row.commit}\" is no commit of 8 digits, and not \"-\""
        if not re.fullmatch(rf"[0-9a-f]{{{DIGITS}}}|-", row.hash):
            yield f"{row.run}: \"{row.hash}\" is no hash of {DIGITS} digits, and not \"-\""
        is_blank = [row.date, row.commit, row.hash] == [NONE] * 3
        if row.found.startswith(NOT_RUN) and not is_blank:
            yield f"{row.run}: has a date, a commit or a hash, and was not run"
        if (row.hash != NONE) != bool(re.fullmatch("[0-9a-f]{8}", row.commit)):
            yield f"{row.run}: a hash is that of a commit on which the run was made"
        elif row.hash != NONE and known(root, row.commit) and \
                hash_of(root, row.commit, row.files) != row.hash:  # fmt: skip
            yield f"{row.run}: its files in commit {row.commit} have another hash"


def known(root, commit):
    """Is this commit in the repository? An archive and a shallow clone have no history."""
    done = subprocess.run(["git", "-C", root, "cat-file", "-e", f"{commit}^{{commit}}"],
                          capture_output=True, check=False)  # fmt: skip
    return done.returncode == 0


def record(root, run, found):
    """Write into the page that a run was made on the last commit."""
    page = root / PAGE
    text = page.read_text()
    chosen = [row for row in read(text) if row.run == run]
    if not chosen:
        sys.exit(f'{PAGE} has no run "{run}"')
    (row,) = chosen
    changed = git(root, "status", "--porcelain", "--", *row.files)
    if changed:
        sys.exit(f"these files of the run are not those of the last commit:\n{changed.rstrip()}")
    if not found.strip() or "|" in found or "\n" in found:
        sys.exit("say what the run found in one line without |")
    commit = git(root, "rev-parse", "HEAD").strip()
    new = dataclasses.replace(
        row, found=found.strip(), date=datetime.date.today().isoformat(), commit=commit[:8],
        hash=hash_of(root, commit, row.files),
    )  # fmt: skip
    page.write_text(text.replace(row.line(), new.line()))


def main(words):
    parser = argparse.ArgumentParser(prog="./dev evidence", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip
    parser.add_argument("--record", nargs=2, metavar=("RUN", "WHAT"))
    options = parser.parse_args(words)
    if options.record:
        record(ROOT, *options.record)
    for row in read((ROOT / PAGE).read_text()):
        print(f"{state(ROOT, row):20} {row.run:20} {row.command}")


if __name__ == "__main__":
    main(sys.argv[1:])
