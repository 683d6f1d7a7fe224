# SPDX-License-Identifier: MIT
"""The fenced blocks of the pages, and the table blocks.txt, which says who runs each."""

import collections
import dataclasses
import pathlib
import re
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
# README.md and CONTRIBUTING.md, every page below docs/, and every README of a binding,
# of an extension and of packaging/.
PAGE = re.compile(r"(?:\w+|docs/.*|(?:bindings|extensions|services|page|packaging)/(?:.*/)?README)\.md")


@dataclasses.dataclass(frozen=True)
class Block:
    page: str
    line: int
    language: str  # "-" if the page names none
    text: str

    def __str__(self):
        return f"{self.page}:{self.line}: {self.language}: {self.first}"

    @property
    def first(self):
        """The first line that is not empty."""
        return next((line for line in self.text.splitlines() if line.strip()), "")


@dataclasses.dataclass(frozen=True)
class Row:
    line: int
    page: str
    blocks: str
    who: str
    prints: str

    def __str__(self):
        return f"blocks.txt:{self.line}: {self.page} | {self.blocks}"


def names_of(root):
    """The pages of the tree, also those that are not committed yet."""
    done = subprocess.run(["git", "-C", root, "ls-files", "-co", "--exclude-standard",
                           "*.md"], capture_output=True, text=True, check=False)
    found = done.stdout.split() if done.returncode == 0 else [
        str(path.relative_to(root)) for path in root.rglob("*.md")
        if not {"build", "node_modules"} & set(path.relative_to(root).parts)]
    return sorted(name for name in found
                  if PAGE.fullmatch(name) and (root / name).is_file())


def blocks_of(page, text):
    """The fenced blocks of a page, and its code spans, whose language is `line`."""
    blocks, spans, fence, start = [], [], None, 0
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        mark = re.match(r"\s*(`{3,}|~{3,})\s*(\w*)\s*$", line)
        if fence is None and mark:
            fence, language, start = mark[1], mark[2] or "-", number
        elif fence is not None and mark and mark[1] == fence and not mark[2]:
            inside = "".join(inner + "\n" for inner in lines[start:number - 1])
            blocks.append(Block(page, start, language, inside))
            fence = None
        elif fence is None:
            spans += [Block(page, number, "line", span)
                      for span in re.findall(r"`([^`]+)`", line)]
    if fence is not None:
        raise ValueError(f"{page}:{start}: the block has no end")
    return blocks, spans


def read(root, name):
    return blocks_of(name, (root / name).read_text(encoding="utf-8"))


def table(text):
    """The rows of blocks.txt."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            cells = [cell.strip() for cell in line.split(" | ")] + [""]
            if len(cells) not in (4, 5):
                raise ValueError(f"blocks.txt:{number}: expected page | blocks | who, "
                                 "and perhaps what the block prints")
            yield Row(number, *cells[:4])


def begins(row, block):
    language, _, beginning = row.blocks.partition(": ")
    return block.language == language and block.first.startswith(beginning)


def match(rows, blocks, spans):
    """Give each block of one page its row. Rows for one block (LANGUAGE: BEGINNING) come
    before rows for all other blocks of a language (LANGUAGE NUMBER)."""
    pairs, faults, left = [], [], list(blocks)
    for row in rows:
        if ": " in row.blocks:
            found = [block for block in left + spans if begins(row, block)]
            if len(found) != 1:
                faults.append(f"{row}: {len(found)} blocks begin so (expected 1)")
            for block in found[:1]:
                pairs.append((row, block))
                if block in left:
                    left.remove(block)
    for row in rows:
        if ": " not in row.blocks:
            language, _, number = row.blocks.partition(" ")
            found = [block for block in left if block.language == language]
            if not number.isdigit() or len(found) != int(number):
                faults.append(f"{row}: the page has {len(found)} such blocks "
                              f"(expected {number}), at line "
                              f"{', '.join(str(block.line) for block in found) or '-'}")
            pairs += [(row, block) for block in found]
            left = [block for block in left if block not in found]
    faults += [f"{block}: no row of tests/blocks/blocks.txt says who runs this block"
               for block in left]
    return sorted(pairs, key=lambda pair: pair[1].line), faults


def tester_faults(root, row):
    """A test that is said to run the blocks exists and names the page."""
    path = root / row.who
    if not path.is_file():
        return [f"{row}: there is no file {row.who}"]
    page = pathlib.PurePath(row.page)
    near = page.parent in pathlib.PurePath(row.who).parents
    names = [row.page, *([page.name, page.stem] if near else [])]
    text = path.read_text(encoding="utf-8")
    return [] if any(name in text for name in names) else [
        f"{row}: {row.who} does not name the page"]


def account(root, ways):
    """All pairs of a row and a block, and what is wrong with the table. `ways` are the
    names that may follow `here`."""
    rows = list(table((HERE / "blocks.txt").read_text(encoding="utf-8")))
    by_page = collections.defaultdict(list)
    for row in rows:
        by_page[row.page].append(row)
    pairs, faults = [], []
    for name in names_of(root):
        found, wrong = match(by_page.pop(name, []), *read(root, name))
        pairs, faults = pairs + found, faults + wrong
    faults += [f"{row}: there is no such page" for rest in by_page.values() for row in rest]
    for row in rows:
        if row.who.startswith("here "):
            if row.who.removeprefix("here ") not in ways:
                faults.append(f"{row}: here.py has no function for \"{row.who}\"")
        elif row.who.startswith("with "):
            due = row.who.removeprefix("with ")
            if not any(other.blocks == due and other.who.startswith("here ")
                       for other in rows if other.page == row.page):
                faults.append(f"{row}: no row runs \"{due}\" of this page here")
        elif row.who.startswith("marked:"):
            if len(row.who.split()) < 4:
                faults.append(f"{row}: the mark has no reason")
        else:
            faults += tester_faults(root, row)
    return pairs, faults
