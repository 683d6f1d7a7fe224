# SPDX-License-Identifier: MIT
"""The codes of docs/requirements.md resolve in both directions: every code that
the tree cites is on the page, and every code on the page names tests or vectors
that exist, or says why it is not applicable. The product and its documents
cite the standard itself; only tests, fuzzers and vectors cite codes."""

import re

import tree

PAGE = "docs/requirements.md"
TRAP = r"\btraps? \d+(?:(?:, | and )\d+(?!\d*[\w.]))*"
CODE = re.compile(rf"(?<![\w&#\\.-])[RUTXDGNCEK][1-9]\d{{0,2}}(?!\w|\+|:\d)|{TRAP}")
# Names that look like codes but are not: editions of C, standards, namespaces, a
# rule of Python's linters.
OTHER = {"C11", "C17", "C23", "C99", "X500", "X509", "E402"}
# These files cite the standard, because most of their readers have no list of codes.
WITHOUT_CODES = ("include/", "src/", "cli/", "docs/",
                 *(f"{place}/" for place in tree.PLACES))
# Exempt are the files with these rules, and codes with another meaning. In lock files
# such letters and digits are a part of checksums.
EXEMPT = (PAGE, "tests/repo/", "docs/images/")
TEXTS = {".c", ".h", ".cc", ".hpp", ".cpp", ".inc", ".md", ".json", ".py", ".sh",
         ".txt", ".cmake"}


def codes_in(text):
    """Every citation in a text as (code, offset); "traps 1 and 2" cites two."""
    for match in CODE.finditer(text):
        if match[0].startswith("trap"):
            for number in re.findall(r"\d+", match[0]):
                yield f"trap {number}", match.start()
        elif match[0] not in OTHER:
            yield match[0], match.start()


def comments_of(path, text):
    """The part of a file that may cite. In C and C++ that is comments and
    strings; the code itself has macros and registers of the same shape."""
    if path.suffix not in tree.CODE:
        return text
    kept = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', re.S)
    blank = re.sub(r"[^\n]", " ", text)
    for match in kept.finditer(text):
        blank = blank[:match.start()] + match[0] + blank[match.end():]
    return blank


def rows_of(page):
    """code -> the last cell of its row."""
    return {row[1]: row[2] for row in re.finditer(
        r"^\| ([A-Z]\d+|trap \d+) \|.*\| ([^|]*) \|$", page, re.M)}


def evidence_faults(root, code, cell, lists):
    if cell.startswith("not applicable: "):
        return
    found = 0
    for program, function in re.findall(r"`(\w+)` (test_\w+)", cell):
        found += 1
        paths = (root / "tests").glob(f"*/test_{program}.c")
        if not any(re.search(rf"\b{function}\(void \*\*", path.read_text())
                   for path in paths):
            yield f"{PAGE}: {code}: {program} has no {function}"
    for name in re.findall(r"`([\w/.]+)`(?! test_)", cell):
        found += 1
        if name.endswith(".json"):
            if not (root / name).is_file():
                yield f"{PAGE}: {code}: there is no {name}"
        elif not re.search(rf"\b(?:cli_|repo_|libuuid_)?"
                           rf"{re.sub('^(cli|repo|libuuid)_', '', name)}\b",
                           lists):
            yield f"{PAGE}: {code}: there is no test {name}"
    if not found:
        yield f"{PAGE}: {code}: neither a test nor \"not applicable: \""


def citation_faults(root, path, listed):
    text = comments_of(path, (root / path).read_text())
    for code, at in codes_in(text):
        line = text.count("\n", 0, at) + 1
        if code not in listed:
            yield f"{path}:{line}: {code} is not in {PAGE}"
        elif str(path).startswith(WITHOUT_CODES):
            yield f"{path}:{line}: cites {code}, not the standard"


def check(root):
    rows = rows_of((root / PAGE).read_text())
    lists = "".join(path.read_text() for path in (root / "tests").rglob("*.cmake"))
    faults = [] if rows else [f"{PAGE}: no codes"]
    for code, cell in rows.items():
        faults += evidence_faults(root, code, cell, lists)
    for path in tree.files(root):
        if (path.suffix in TEXTS and path.name != "package-lock.json" and
                not str(path).startswith(EXEMPT)):
            faults += citation_faults(root, path, rows)
    return faults


if __name__ == "__main__":
    tree.main(check)
