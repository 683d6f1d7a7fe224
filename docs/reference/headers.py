# SPDX-License-Identifier: MIT
"""Parse the public C headers, the source of the manual: sections, docstrings with
their labels, and the declarations below each docstring."""

import dataclasses
import pathlib
import re

LABELS = "Units|Order|Unique|Errors|Owns|Threads|Source|Code"
LABEL = re.compile(rf"({LABELS})((?:, in this order)?)(?: +|$)(.*)")
PARAMETER = re.compile(r"  (\w+) +(in/out|in|out) +(.*)")
SEPARATOR = re.compile(r"/\* -{9,} (.+?) \*/")
COMMENT = re.compile(r"^/\*.*?\*/\n?", re.S | re.M)
FUNCTION = re.compile(r"(?:GUIDON_API|static inline)\b[^;{}]*?\b(guidon_\w+)\s*"
                      r"\([^;{}]*\);")


@dataclasses.dataclass
class Block:
    """A part of a docstring. `kind` is "text", "verbatim", "parameter" or "label".
    Only a parameter or label has `name` and `way`."""
    kind: str
    lines: list
    name: str = ""
    way: str = ""


@dataclasses.dataclass
class Item:
    """A docstring and the declarations below it; either may be empty."""
    blocks: list
    code: str

    def functions(self):
        return FUNCTION.findall(self.code)


@dataclasses.dataclass
class Page:
    """A section of a header, which becomes one page of the manual."""
    header: str
    title: str
    items: list
    common: list  # blocks that hold for the whole header

    def include(self, root):
        """The header that a program includes: guidon.h, or this header if guidon.h
        leaves it out."""
        own = f"guidon/{self.header}"
        whole = (pathlib.Path(root) / "include/guidon.h").read_text()
        return "guidon.h" if f"<{own}>" in whole else own

    def functions(self):
        return [name for item in self.items for name in item.functions()]

    def types(self):
        return [name for item in self.items
                for name in re.findall(r"^\} (guidon_\w+);", item.code, re.M)]

    def names(self):
        """The names of the page: its functions, or its types if it has none."""
        return self.functions() or self.types()


def lines_of(comment):
    """The lines of a comment without its markers."""
    body = comment.strip()[2:-2]
    lines = [re.sub(r"^ ?\* ?", "", line.rstrip()) if i else line.strip()
             for i, line in enumerate(body.split("\n"))]
    while lines and not lines[0].strip():
        lines.pop(0)
    while lines and not lines[-1].strip():
        lines.pop()
    return lines


def blocks_of(lines):
    """Split the lines of a docstring into blocks."""
    blocks = []
    for line in lines:
        last = blocks[-1] if blocks else None
        label, parameter = LABEL.fullmatch(line), PARAMETER.fullmatch(line)
        if not line.strip():
            # A blank line ends every block except verbatim lines.
            if last and last.kind == "verbatim":
                last.lines.append("")
            elif last:
                blocks.append(Block("text", []))
        elif label and blocks:  # a docstring never begins with a label
            blocks.append(Block("label", [label[3]], label[1], label[2]))
        elif parameter:
            blocks.append(Block("parameter", [parameter[3]], parameter[1],
                                parameter[2]))
        elif line.startswith("  ") and last and last.kind in ("parameter",
                                                              "label"):
            last.lines.append(line)
        elif line.startswith("  "):
            if not last or last.kind != "verbatim":
                blocks.append(Block("verbatim", []))
            blocks[-1].lines.append(line[2:])
        elif last and last.kind == "text":
            last.lines.append(line)
        else:
            blocks.append(Block("text", [line]))
    return [inline_code(b) for b in blocks if any(s.strip() for s in b.lines)]


def inline_code(block):
    """Remove the file name that ends a short docstring. The manual does not show
    it."""
    if block.kind == "text":
        text = "\n".join(block.lines)
        block.lines = re.sub(r"\s+Code\s+src/\S+\.c$", "", text).split("\n")
    return block


def body_of(text):
    """The purpose of a header, and its declarations."""
    purpose = " ".join(lines_of(COMMENT.findall(text)[1]))
    inside = re.search(r'extern "C" \{\n#endif\n(.*)\n#ifdef __cplusplus', text,
                       re.S)
    return purpose, inside[1] if inside else ""


def pages_of(path):
    """The pages of a header: one for each section with declarations."""
    purpose, body = body_of(path.read_text())
    purpose = purpose.rstrip(".")
    pages = [Page(path.name, purpose[0].lower() + purpose[1:], [], [])]
    at = 0
    free = []  # a docstring whose declarations follow
    for comment in [*COMMENT.finditer(body), None]:
        code = body[at:comment.start() if comment else len(body)]
        if code.strip() or free:
            alone = not code.strip() or code.startswith("\n")
            if free and alone and not pages[0].items and len(pages) == 1:
                pages[0].common += free
                free = []
            pages[-1].items.append(Item(free, code.strip("\n")))
            free = []
        if not comment:
            break
        at = comment.end()
        title = SEPARATOR.match(comment[0])
        if title:
            pages.append(Page(path.name, title[1], [], pages[0].common))
        else:
            free = blocks_of(lines_of(comment[0]))
    for page in pages:
        page.items = [item for item in page.items
                      if item.blocks or item.code.strip()]
    return [page for page in pages if page.names()]


def all_pages(root):
    headers = sorted(pathlib.Path(root, "include/guidon").glob("*.h"))
    return [page for header in headers for page in pages_of(header)]
