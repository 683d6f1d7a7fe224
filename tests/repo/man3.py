#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""man3.py SOURCE_DIR PAGES: section 3 of the manual has a page for each public function,
with its declaration and its errors, and every man program shows it well."""
import pathlib
import re
import shutil
import subprocess
import sys

ROOT, PAGES = map(pathlib.Path, sys.argv[1:])
sys.path.append(str(ROOT / "docs/reference"))
import headers  # noqa: E402



def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False)


def said_by(program, page):
    """The warnings of a man program for a page."""
    if not shutil.which(program):
        return []
    if program == "mandoc":
        lines = run("mandoc", "-Tlint", page).stdout.splitlines()
    else:
        lines = run("groff", "-man", "-ww", "-Tascii", page).stderr.splitlines()
    return lines


def plain(path):
    """The text of a page, with links followed and without markup."""
    text = path.read_text()
    link = re.fullmatch(r"\.so man3/(\S+)\n", text)
    if link:
        return plain(path.with_name(link[1]))
    return re.sub(r"\\f[BIR]|\\\(..|\\", "", text)


def item_faults(item):
    errors = re.findall(r"\bGUIDON_E_\w+", " ".join(
        line for block in item.blocks if block.name == "Errors"
        for line in block.lines))
    for name in item.functions():
        path = PAGES / f"{name}.3"
        if not path.is_file():
            yield f"{name}: no page"
            continue
        words = plain(path)
        if not re.search(rf"^(?:\w+ )+\*?{name}\(.*", words, re.M):
            yield f"{path.name}: does not declare {name}"
        for error in errors:
            if error not in words:
                yield f"{path.name}: lacks {error}"


def main():
    faults = [f"{page.name}: {line}" for page in sorted(PAGES.glob("*.3"))
              if not page.read_text().startswith(".so ")
              for program in ("mandoc", "groff")
              for line in said_by(program, page)]
    items = [item for page in headers.all_pages(ROOT) for item in page.items]
    faults += [fault for item in items for fault in item_faults(item)]
    listed = set((ROOT / "tests/repo/symbols.txt").read_text().split())
    found = {name for item in items for name in item.functions()}
    faults += [f"no page for {name}" for name in sorted(listed - found)]
    print("\n".join(faults))
    sys.exit(1 if faults else 0)


main()
