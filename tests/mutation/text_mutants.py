# SPDX-License-Identifier: MIT
"""The mutants of a file that is not C: Python, JavaScript, SQL or a C++ header.

Comments and strings stay as they are. A mutant exchanges a comparison or another
operator, drops a negation, changes a number by one, swaps the two arguments of a call,
or deletes a statement that stands in one line. The caller checks that the file can
still be read."""

import ast
import collections
import re

# `put` replaces the bytes from offset `start` to `end` of the file.
Mutant = collections.namedtuple("Mutant", "start end put")

# What the operators leave alone, per language.
SKIPPED = {
    "python": rb'#[^\n]*|[rbfRBF]{0,2}(?:"""(?:.|\n)*?"""|"(?:\\.|[^"\\\n])*"'
              rb"|'(?:\\.|[^'\\\n])*')",
    "javascript": rb'//[^\n]*|/\*(?:.|\n)*?\*/|"(?:\\.|[^"\\\n])*"'
                  rb"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`"
                  rb"|/(?![ *])(?:\\.|\[[^\]\n]*\]|[^/\\\n\[])+/[gimsuy]*",
    "c++": rb'//[^\n]*|/\*(?:.|\n)*?\*/|"(?:\\.|[^"\\\n])*"'
           rb"|'(?:\\.|[^'\\\n])*'|\n[ \t]*#(?:\\\n|[^\n])*",
    "sql": rb"--[^\n]*|/\*(?:.|\n)*?\*/|'[^']*'",
}
# The exchanges of operators that all languages share. An operator has spaces on both
# sides; so no `<` of a template and no sign of a number is taken for one.
SIGNS = {
    b"<": (b"<=", b">="), b"<=": (b"<", b">"), b">": (b">=", b"<="),
    b">=": (b">", b"<"), b"+": (b"-",), b"-": (b"+",), b"*": (b"+",), b"/": (b"*",),
    b"%": (b"+",), b"&": (b"|",), b"|": (b"&",), b"^": (b"|",), b"<<": (b">>",),
    b">>": (b"<<",), b"+=": (b"-=",), b"-=": (b"+=",),
}
C_SIGNS = {b"==": (b"!=",), b"!=": (b"==",), b"&&": (b"||",), b"||": (b"&&",)}
OWN = {
    "python": {b"==": (b"!=",), b"!=": (b"==",), b"and": (b"or",), b"or": (b"and",),
               b"//": (b"*",), b"is not": (b"is",), b"is": (b"is not",),
               b"not in": (b"in",), b"in": ()},
    "javascript": {**C_SIGNS, b"===": (b"!==",), b"!==": (b"===",), b"??": (b"&&",)},
    "c++": C_SIGNS,
    "sql": {b"=": (b"<>",), b"<>": (b"=",), b"and": (b"or",), b"or": (b"and",),
            b"is not": (b"is",), b"||": ()},
}
NEGATION = {"python": rb"\bnot (?=[\w(])", "javascript": rb"!(?=[\w(])",
            "c++": rb"!(?=[\w(])", "sql": rb"\bnot (?=[\w(])"}
NUMBER = re.compile(rb"(?<![\w.#])(0x[0-9a-fA-F]+|\d+)(n|[uUlL]+)?(?![\w.])")
ARGUMENTS = re.compile(rb"(?<=\w\()([\w.]+), ([\w.]+)(?=\))")
LINE = re.compile(rb"^([ \t]+)(?!const |let |var |using |template|typedef |return\b|"
                  rb"export |import |end\b|begin\b|static |explicit |constexpr )"
                  rb"(?=[\w*])([^\n{}]*;)[ \t]*$", re.M | re.I)


def signs(text, language):
    known = {**SIGNS, **OWN[language]}
    words = b"|".join(re.escape(sign) for sign in sorted(known, key=len, reverse=True))
    flags = re.I if language == "sql" else 0
    for found in re.finditer(rb"(?<=\s)(" + words + rb")(?=\s)", text, flags):
        if language == "sql" and re.search(rb"\b[A-Z]+ $", text[:found.start()][-20:]):
            continue  # STYPE = uuid sets an option
        for new in known[found.group().lower()]:
            yield Mutant(*found.span(), new)


def numbers(text):
    for found in NUMBER.finditer(text):
        digits, end = found.group(1), found.group(2) or b""
        value = int(digits, 16 if digits[:2] == b"0x" else 10)
        for other in (value + 1, value - 1)[:2 if value else 1]:
            form = b"0x%x" if digits[:2] == b"0x" else b"%d"
            yield Mutant(*found.span(), form % other + end)


def statements(text, language):
    """Delete a statement of one line."""
    if language != "python":
        for found in LINE.finditer(text):
            if found[2].count(b"(") == found[2].count(b")"):
                yield Mutant(*found.span(2), b"NULL;" if language == "sql" else b";")
        return
    starts = [0]
    for line in text.split(b"\n"):
        starts.append(starts[-1] + len(line) + 1)
    for node in ast.walk(ast.parse(text)):
        docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if isinstance(node, (ast.Expr, ast.Assign, ast.AugAssign, ast.Raise)) and \
                not docstring and node.col_offset and node.lineno == node.end_lineno:
            at = starts[node.lineno - 1]
            yield Mutant(at + node.col_offset, at + node.end_col_offset, b"pass")


def of_text(text, language):
    """All mutants of a text, in order."""
    skipped = [found.span() for found in re.finditer(SKIPPED[language], text)]
    found = [*signs(text, language), *numbers(text), *statements(text, language)]
    found += [Mutant(*one.span(), b"") for one in
              re.finditer(NEGATION[language], text)]
    found += [Mutant(*one.span(), one[2] + b", " + one[1])
              for one in ARGUMENTS.finditer(text) if one[1] != one[2]]
    return sorted({one for one in found
                   if not any(a <= one.start < b for a, b in skipped)})
