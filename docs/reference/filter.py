#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""filter.py HEADER: print the header for Doxygen, with the docstrings in the
syntax of Doxygen."""
import pathlib
import re
import sys

import headers

# Characters with a meaning for Doxygen.
SPECIAL = re.compile(r"[\\@<>&#%]")
CODE = re.compile(r"(`[^`]*`)")
# A comment on its own lines above a C++ declaration.
ABOVE = re.compile(r"^( *)/\*(?! -{9}| SPDX)(?:.|\n)*?\*/$", re.M)


def quoted(text):
    parts = CODE.split(text)
    parts[::2] = [SPECIAL.sub(lambda m: "\\" + m[0], part)
                  for part in parts[::2]]
    # ".." does not end a sentence.
    return "".join(parts).replace(" .. ", "&ndash;")


def words(block):
    return [quoted(line.strip()) for line in block.lines]


def doxygen(blocks, code):
    """The body of a comment. A parameter that the code lacks belongs to another
    function of the same docstring, and is left out."""
    out = []
    for block in blocks:
        if block.kind == "verbatim":
            out += ["\\verbatim", *block.lines, "\\endverbatim"]
        elif block.kind == "parameter":
            way = block.way.replace("/", ",")
            if re.search(rf"\b{block.name}\b", code):
                out += [f"\\param[{way}] {block.name} " + " ".join(words(block))]
        elif block.kind == "label":
            rows = [("\\n " if line.lstrip().startswith("GUIDON_E") and i else "")
                    + quoted(line.strip()) for i, line in enumerate(block.lines)]
            out += [f"\\par {block.name}{block.way}", *rows]
        else:
            out += words(block)
        out.append("")
    return "\n".join(out)


def declared(item):
    """Each declaration with a copy of its docstring."""
    body = doxygen(item.blocks, item.code)
    if len(item.functions()) < 2:
        return f"/**\n{body}*/\n{item.code}\n" if body else item.code + "\n"
    out, at = "", 0
    for found in headers.FUNCTION.finditer(item.code):
        out += item.code[at:found.start()]
        out += f"/**\n{doxygen(item.blocks, found[0])}*/\n{found[0]}"
        at = found.end()
    return out + item.code[at:] + "\n"


def filtered_c(path):
    text = path.read_text()
    purpose = headers.body_of(text)[0]
    pages = headers.pages_of(path)
    group = f"c_{path.stem}"
    out = [f"/** \\file\n{quoted(purpose)} */",
           f"/** \\defgroup {group} guidon/{path.name}\n{quoted(purpose)}\n"]
    if pages:
        out += [doxygen(pages[0].common, "")]
    out += ["\\{ */"]
    for page in pages:
        title = page.title[0].upper() + page.title[1:]
        out += [f"/** \\name {quoted(title)}\n\\{{ */"]
        for item in page.items:
            out += [declared(item) if item.code.strip()
                    else f"/** {doxygen(item.blocks, '')}*/"]
        out += ["/** \\} */"]
    return "\n".join([*out, "/** \\} */"])


def filtered_cpp(path):
    def above(found):
        lines = headers.lines_of(found[0].replace("\n" + found[1], "\n"))
        body = doxygen(headers.blocks_of(lines), "")
        return f"/**\n{body}*/" if "SPDX" not in found[0] else found[0]

    text = ABOVE.sub(above, path.read_text())
    # Doxygen misreads friends and specialisations of std. It also misreads a name
    # in brackets, which protects the name from a macro of Windows.
    text = re.sub(r"^ *friend detail::.*$", "", text, flags=re.M)
    text = text.replace("(max)(", "max(")
    head, mark, tail = text.partition("} // namespace guidon\n")
    return head + mark + ("" if "struct std::" in tail else tail)


def filtered_md(path):
    """Replace links to pages outside the reference by their text."""
    def link(found):
        there = (path.parent / found[2]).resolve()
        ours = there.parent.name == "guides" or there.name == "design.md"
        return found[0] if ours else found[1]

    return re.sub(r"\[([^]]+)\]\(([^)]+)\)", link, path.read_text())


FILTERS = {".h": filtered_c, ".hpp": filtered_cpp, ".md": filtered_md}


def main(path):
    path = pathlib.Path(path)
    text = FILTERS[path.suffix](path)
    # Members and enumeration values have their comment on the same line.
    if path.suffix != ".md":
        text = re.sub(r"^(\s+[^\s/*].*)/\* ", r"\1/**< ", text, flags=re.M)
    sys.stdout.write(text)


main(sys.argv[1])
