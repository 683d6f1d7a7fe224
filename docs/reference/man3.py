#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""man3.py SOURCE_DIR OUTPUT_DIR DATE: write the manual pages of section 3 from
the public headers. Each section of a header becomes a page, and each function has
a page of its name that includes it."""
import pathlib
import re
import sys
import textwrap

import headers
import roff

WIDTH, MARGIN = 79, 7  # the width of a terminal, and the margin of a page
ABOUT = ("make, read, write and check 128-bit identifiers: UUID versions 1 to 8 "
         "and ULID")
STATUS = ("A function that returns `guidon_status` returns `GUIDON_OK` on success. "
          "Any other status says why it failed. guidon_status_text(3) describes "
          "each status.")
MARK = re.compile(r"`([^`]+)`|\b(guidon_\w+\(3\))|"
                  r"\b(guidon_\w+|GUIDON_\w+)(?:\(\))?")


def marked(line):
    """Text with code in bold."""
    out, at = "", 0
    for found in MARK.finditer(line):
        out += roff.literal(line[at:found.start()])
        if found[2]:
            out += roff.bold(found[2][:-3]) + "(3)"
        else:
            out += roff.bold(found[1] or found[3])
        at = found.end()
    return out + roff.literal(line[at:])


def text(lines):
    words = " ".join(" ".join(lines).split())
    return [line for line in roff.folded(roff.guarded(marked(words))) if line]


def verbatim(lines):
    """Print the lines unchanged, indented by four, or by less if they would not fit
    a terminal."""
    indent = max(min(4, WIDTH - MARGIN - max(map(len, lines))), -MARGIN)
    shown = [roff.guarded(roff.literal(line.rstrip())) for line in lines]
    return [".PP", f".in {indent:+}n", ".nf", *shown, ".fi",
            f".in {-indent:+}n"]


def table(lines):
    """The text of a label: rows of `GUIDON_E_X  why`, or plain text."""
    rows = []
    for line in lines:
        name = re.match(r"\s*((?:GUIDON_E_\w+)(?:, GUIDON_E_\w+)*) {1,}(\S.*)$",
                        line)
        # A continuation line may begin with a status.
        if name and (not rows or line.lstrip().startswith("GUIDON_E")):
            rows.append((name[1], [name[2]]))
        elif rows and line.startswith(" " * 20):
            rows[-1][1].append(line)
        else:
            rows.append((None, [line]))
    out, plain = [], []
    for name, words in rows:
        if name is None:
            plain += words
            continue
        out += text(plain) + [".TP", marked(name), *text(words)]
        plain = []
    return out + ([".PP"] if out and plain else []) + text(plain)


def labelled(block):
    title = block.name + block.way
    if block.name == "Errors":
        return [".PP", f"{title}:", ".RS 4", *table(block.lines), ".RE"]
    return [".TP", roff.italic(title), *text(block.lines)]


def described(blocks):
    out = []
    for block in blocks:
        if block.kind == "text":
            out += [".PP", *text(block.lines)]
        elif block.kind == "verbatim":
            out += verbatim(block.lines)
        elif block.kind == "parameter":
            out += [".TP", f"{roff.bold(block.name)} ({block.way})",
                    *text(block.lines)]
        elif block.name != "Code":
            out += labelled(block)
    return out


def declaration(code):
    """The declaration without the macros for export and checks."""
    code = re.sub(r"GUIDON_API\s+|GUIDON_MUST_CHECK\s+", "", code)
    return re.sub(r"\n{2,}", "\n\n", code)


def synopsis(page, include):
    out = [".nf", f"\\fB#include <{include}>\\fR"]
    for item in page.items:
        for found in headers.FUNCTION.finditer(item.code):
            bare = re.sub(r"\s+", " ", declaration(found[0]))
            # Break lines only between parameters.
            words = re.sub(r"(?<!,) ", "\0", bare.replace("( ", "("))
            shown = textwrap.wrap(words, 66, subsequent_indent="    ")
            out += [".PP", *[roff.bold(line).replace("\0", " ")
                             for line in shown]]
    return [*out, ".fi"]


def item_lines(item):
    out = []
    if item.functions():
        names = ", ".join(f"{name}()" for name in item.functions())
        out += [f".SS {roff.literal(names)}"]
    out += described(item.blocks)
    types = headers.FUNCTION.sub("", item.code)
    if types.strip():
        out += verbatim(declaration(types).strip("\n").split("\n"))
    return out


def first_paragraph_goes(lines):
    """Remove a paragraph mark after a heading, which has its own space."""
    return [line for i, line in enumerate(lines)
            if not (line == ".PP" and i and lines[i - 1].startswith((".SH",
                                                                     ".SS")))]


def page_source(page, pages, head, include):
    names = page.names()
    near = [p.names()[0] for p in pages
            if p.header == page.header and p is not page]
    out = [head(names[0]), ".SH NAME",
           *textwrap.wrap(f"{', '.join(names)} \\- {roff.literal(page.title)}", 72),
           ".SH SYNOPSIS", *synopsis(page, include), ".SH DESCRIPTION"]
    for item in page.items:
        out += item_lines(item)
    if "guidon_status" in "".join(item.code for item in page.items):
        out += [".SH RETURN VALUE", *text([STATUS])]
    if page.common:
        out += [".SH NOTES", *described(page.common)]
    also = [f"{name}(3)" for name in ["libguidon", *near]]
    out += [".SH SEE ALSO", *see_also(also)]
    return "\n".join(first_paragraph_goes(out)) + "\n"


def see_also(names):
    return [f".BR {roff.literal(name[:-3])} (3)" + ("," if name != names[-1] else "")
            for name in names]


def overview(pages, head):
    out = [head("libguidon"), ".SH NAME",
           *textwrap.wrap(f"libguidon \\- {roff.literal(ABOUT)}", 72),
           ".SH SYNOPSIS", ".nf", "\\fB#include <guidon.h>\\fR",
           ".PP", "cc \\fIprogram.c\\fR \\-lguidon", ".fi", ".SH DESCRIPTION",
           *text(["An id is a `guidon_id`: 16 bytes, which assignment copies. UUIDs "
                  "and ULIDs differ only in how they are made and written. "
                  + STATUS])]
    for page in pages:
        out += [".TP", f".BR {roff.literal(page.names()[0])} (3)",
                roff.guarded(marked(page.title))]
    out += [".SH SEE ALSO", ".BR guidon (1),", ".BR guidon\\-ids (7)"]
    return "\n".join(out) + "\n"


def main(root, out, date):
    root, out = pathlib.Path(root), pathlib.Path(out)
    version = re.search(r'GUIDON_VERSION +"([^"]+)"', (
        root / "include/guidon/version.h").read_text())[1]

    def head(name):
        return roff.title(name, 3, date, f"guidon {version}", "Guidon library")

    pages = headers.all_pages(root)
    out.mkdir(parents=True, exist_ok=True)
    (out / "libguidon.3").write_text(overview(pages, head))
    for page in pages:
        first, *others = page.names()
        (out / f"{first}.3").write_text(
            page_source(page, pages, head, page.include(root)))
        for name in others:
            (out / f"{name}.3").write_text(f".so man3/{first}.3\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
