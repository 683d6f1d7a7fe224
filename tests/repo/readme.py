#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""readme.py ROOT: README.md begins with one screen, and leads to every other page.

The screen is everything above the first heading of the second level. It has one block with
the two commands, one picture that is at most half as high as it is wide, and one table. It
links to the page of each language, database and service. Every other page is two steps away:
a link of README.md, and then a link of that page or a file of that folder."""

import os
import pathlib
import re
import struct

import tree

# The lines of the source that fit on one screen, with a picture of this shape.
MOST_LINES = 40
COMMANDS = ["./dev run", "./dev test"]
# Pages to which no page links, with the reason.
LEFT_OUT = {
    ".github/pull_request_template.md": "what GitHub writes into a new pull request",
    "docs/reference/index.md": "the first page of the reference that ./dev docs writes",
    "tools/site/index.md": "the first page of the site that ./dev site writes",
}
# READMEs of the folders that the first table may leave out: they are parts of another one.
PARTS = {"bindings/javascript/wasm", "bindings/libuuid", "extensions/sqlite/python"}


def targets(root, page):
    """The files and folders of the repository to which a page links."""
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", (root / page).read_text()):
        if "://" not in target:
            yield pathlib.Path(os.path.normpath(page.parent / target))


def two_steps(root, pages):
    """The pages that are at most two steps from README.md. The listing of a folder is a step."""
    first, found = set(targets(root, pathlib.Path("README.md"))), set()
    for target in first:
        if target in pages:
            found |= {target, *(pages & set(targets(root, target)))}
        else:
            found |= {page for page in pages if page.parent == target}
    return found


def reach_faults(root):
    pages = {path for path in tree.files(root) if path.suffix == ".md"}
    near = two_steps(root, pages) | {pathlib.Path("README.md")}
    for page in sorted(pages - near):
        if str(page) not in LEFT_OUT:
            yield f"{page}: is more than two steps from README.md"
    for name in sorted(LEFT_OUT):
        if pathlib.Path(name) in near:
            yield f"{name}: README.md leads to it, so LEFT_OUT in readme.py need not name it"


def picture_faults(root, screen):
    pictures = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", screen)
    if len(pictures) != 1:
        yield f"README.md: {len(pictures)} pictures above the first heading, expected one"
    for name in pictures:
        head = (root / name).read_bytes()[:24] if (root / name).is_file() else b""
        if head[:8] != b"\x89PNG\r\n\x1a\n":
            yield f"README.md: {name} is not a PNG"
            continue
        width, height = struct.unpack(">II", head[16:24])
        if 2 * height > width:
            yield f"README.md: {name} is {width} x {height}, higher than half of its width"


def screen_faults(root):
    screen = (root / "README.md").read_text().partition("\n## ")[0]
    lines = screen.splitlines()
    if len(lines) > MOST_LINES:
        yield f"README.md: {len(lines)} lines above the first heading, at most {MOST_LINES} fit"
    blocks = re.findall(r"```sh\n(.*?)```", screen, re.S)
    commands = [line.partition("#")[0].strip() for line in "".join(blocks).splitlines()]
    if len(blocks) != 1 or commands != COMMANDS:
        yield f"README.md: the commands above the first heading are not {COMMANDS}"
    tables = sum(line.startswith("|--") for line in lines)
    if tables != 1:
        yield f"README.md: {tables} tables above the first heading, expected one"
    linked = set(re.findall(r"\]\(([^)#]+)", screen))
    places = {path.parent for path in tree.files(root)
              if path.name == "README.md" and path.parts[0] in tree.PLACES}
    wanted = {f"{place}/README.md" for place in places if str(place) not in PARTS}
    wanted |= {str(path) for path in tree.files(root) if path.match("docs/recipes/*.md")}
    for name in sorted(wanted - linked):
        yield f"README.md: no link to {name} above the first heading"


def check(root):
    return [*screen_faults(root),
            *picture_faults(root, (root / "README.md").read_text().partition("\n## ")[0]),
            *reach_faults(root)]


if __name__ == "__main__":
    tree.main(check)
