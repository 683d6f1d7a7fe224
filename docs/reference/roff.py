# SPDX-License-Identifier: MIT
"""Writes the source of manual pages in the man(7) macros, which every man shows."""
import re

LINE = 78  # the longest line of filled text in the source
# Columns for verbatim lines on a terminal of 80 columns: man(1) keeps two free at the
# right, and the indentation takes 11 at the left.
VERBATIM = 80 - 2 - 11
# A plain "'" becomes a closing quotation mark, and so on.
ESCAPES = {"\\": r"\(rs", "'": r"\(aq", "`": r"\(ga", "^": r"\(ha", "~": r"\(ti",
           "\n": " "}


def words(text):
    """Text as it is shown; its hyphens may become typographic ones."""
    return "".join(ESCAPES.get(c, c) for c in text)


def literal(text):
    """The same for what a shell or a compiler reads: "-" stays "-"."""
    return words(text).replace("-", r"\-")


def bold(text):
    return rf"\fB{literal(text)}\fR"


def italic(text):
    return rf"\fI{literal(text)}\fR"


def guarded(line):
    """Protect a line that begins like a request."""
    return rf"\&{line}" if line.startswith((".", "'")) else line


def title(name, section, date, source, manual):
    return (r'.\" Written by the build: edit docs/man and the tables or headers of the source.'
            f'\n.TH "{literal(name.upper())}" {section} "{date}" "{source}" "{manual}"')


def folded(line):
    """The lines of a line of filled text. It breaks at the last space that fits. A space
    behind the end of a sentence does not count, because man sets two spaces for a line
    that ends there."""
    while len(line) > LINE:
        ends = [i for i in range(1, len(line))
                if line[i] == " " and line[i - 1] not in ".?!"]
        at = next((i for i in reversed(ends) if i <= LINE), min(ends, default=0))
        if not at:
            break
        yield line[:at]
        line = guarded(line[at + 1:])
    yield line


def break_of(line, columns):
    """Where a command line breaks: at the last space outside quotes that fits and stands
    before a pipe, else before an option, else at any. 0 if it fits or has no such space."""
    if len(line) <= columns:
        return 0
    plain = re.sub(r"'[^']*'|\"[^\"]*\"", lambda m: "x" * len(m[0]), line)
    spaces = [m.start() for m in re.finditer(" ", plain)]
    spaces = [i for i in spaces if i + 2 <= columns] or spaces[:1]
    for mark in "|", "-", "":
        at = max((i for i in spaces if line.startswith(mark, i + 1)), default=0)
        if at:
            return at
    return 0


class Marks:
    """How words are marked in text: `literal` and *emphasised* ones, and without a mark
    options, the letters of options, the names of values and pages of the manual."""

    def __init__(self, letters="", values=()):
        names = "|".join(map(re.escape, sorted(values))) or "(?!)"
        bare = r"--[A-Za-z0-9-]+|guidon[a-z-]*(?=\(\d\))"
        if letters:
            bare += rf"|-[{letters}](?![A-Za-z0-9-])"
        self.mark = re.compile(
            rf"`([^`]+)`|\*(?!\s)([^*]+)\*|(?<![^ \n(\[])(?:({bare})"
            rf"|({names})(?![A-Za-z0-9/-]|:[A-Z]))")

    def text(self, text):
        out, at = "", 0
        for found in self.mark.finditer(text):
            strong = found[1] or found[3]
            out += words(text[at:found.start()])
            out += bold(strong) if strong else italic(found[2] or found[4])
            at = found.end()
        return guarded(out + words(text[at:]))


class Page:
    """A page under construction: lines of source."""

    def __init__(self, head, marks):
        self.lines = [head]
        self.marks = marks
        self.fresh = False  # behind a heading or a tag, which bring their own space
        self.inset = False  # paragraphs belong to a tag

    def add(self, *lines):
        self.lines += lines

    def source(self):
        return "\n".join(self.lines) + "\n"

    def heading(self, text):
        self.add(f".SH {words(text.upper())}")
        self.fresh, self.inset = True, False

    def filled(self, line):
        self.add(*folded(line))
        self.fresh = False

    def text(self, text):
        self.filled(self.marks.text(text))

    def paragraph(self):
        if not self.fresh:
            self.add(".IP" if self.inset else ".PP")
        self.fresh = False

    def tag(self, line):
        """Begin a tagged paragraph. What follows belongs to it until untag()."""
        self.add(".TP", line)
        self.fresh = self.inset = True

    def untag(self):
        self.inset = False

    def verbatim(self, lines):
        self.add(".PP", ".RS 4", ".EX", *(guarded(literal(line)) for line in lines),
                 ".EE", ".RE")
        self.fresh = False

    def command_line(self, line):
        parts, columns = [], VERBATIM - 2
        while at := break_of(line, columns):
            parts.append(line[:at] + " \\")
            line, columns = line[at + 1:], VERBATIM - 6
        first, *others = [*parts, line]
        self.verbatim([f"$ {first}", *(f"      {other}" for other in others)])

    def item(self, text):
        """An item of a list, without its "- "."""
        tag = re.match(r"`.+?`(?=:)", text, re.S)
        if tag:
            self.add(".TP")
            self.text(tag[0])
            text = text[tag.end() + 1:]
        else:
            self.add(r".IP \(bu 2")
        self.text(" ".join(text.split()))

    def blocks(self, text):
        """Write blocks that empty lines separate: paragraphs, lists and verbatim lines,
        which begin with four spaces. An item of a list begins with "- ", and its other
        lines with two spaces. An item that begins with "- `tag`: " or
        "- `tag`, `tag`: " becomes a tagged paragraph."""
        in_list = False
        for block in re.split(r"\n\n+|\n(?=- )", text.strip("\n")):
            if in_list != block.startswith("- "):
                in_list = not in_list
                self.add(*[".RS" if in_list else ".RE"] * self.inset)
            if block.startswith("    "):
                self.verbatim([line[4:] for line in block.split("\n")])
            elif in_list:
                self.item(block[2:])
            elif block:
                self.paragraph()
                self.text(block)
        self.add(*[".RE"] * (self.inset and in_list))
