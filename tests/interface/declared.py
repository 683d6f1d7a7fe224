# SPDX-License-Identifier: MIT
"""Reads the public C headers with libclang: every function with its parameters, its
attributes and its comment."""

import dataclasses
import pathlib
import re

from clang import cindex

# A comment at the margin, as docs/reference/headers.py reads them.
COMMENT = re.compile(r"^/\*.*?\*/\n?", re.S | re.M)
MACRO = re.compile(r"^#.*\n", re.M)
SECTION = re.compile(r"/\* -{9,} ")
# What the headers include of a C library. The types are those of a machine with 64 bits.
LIBC = {
    "stdbool.h": "#define bool _Bool\n",
    "stddef.h": "typedef unsigned long size_t;\n",
    "stdint.h": "typedef signed char int8_t; typedef unsigned char uint8_t;\n"
    "typedef unsigned short uint16_t; typedef int int32_t;\n"
    "typedef unsigned uint32_t; typedef long int64_t;\n"
    "typedef unsigned long uint64_t;\n"
    "#define UINT64_C(x) x##ul\n#define INT64_C(x) x##l\n"
    "#define UINTPTR_MAX 0xfffffffffffffffful\n",
}


@dataclasses.dataclass(frozen=True)
class Parameter:
    name: str
    type: str  # as written: "const guidon_id *", "char[36]"

    @property
    def is_pointer(self):
        return "*" in self.type or "[" in self.type

    @property
    def is_written(self):
        """Can the function write through it?"""
        return self.is_pointer and not re.match(r"const\b(?!.*\*\*)", self.type)


@dataclasses.dataclass(frozen=True)
class Function:
    name: str
    header: str
    line: int
    returns: str
    parameters: tuple
    must_check: bool
    exported: bool
    own: str  # the comment above it, which it may share with its neighbours
    around: str  # the comments that hold for its section and for its header

    def __str__(self):
        return f"{self.header}:{self.line}: {self.name}"


def words(comment):
    """The text of a comment, on one line."""
    return " ".join(
        re.sub(r"^ ?\*(?!/) ?", "", line.strip()) for line in comment.strip()[2:-2].split("\n")
    )


def comments_at(text, offset):
    """The comment above a declaration, and those that hold for all of its header or of
    its section: a comment that another one or a macro follows."""
    found = [
        one for one in COMMENT.finditer(text, text.find('extern "C" {')) if one.start() < offset
    ]
    own, common, around = "", "", []
    for one, following in zip(found, [*found[1:], None]):
        if following is None:
            own = "" if SECTION.match(one[0]) else one[0]
        elif SECTION.match(one[0]):
            around = []
        elif not MACRO.sub("", text[one.end() : following.start()]).strip():
            if one is found[0] or SECTION.match(following[0]):
                common += words(one[0]) + " "
            else:
                around.append(words(one[0]))
    return own, common + " ".join(around)


def parameter(cursor):
    text = re.sub(r"\b(struct|enum) ", "", cursor.type.spelling)
    return Parameter(cursor.spelling, text.replace("_Bool", "bool"))


def function(cursor, header, text):
    tokens = [token.spelling for token in cursor.get_tokens()]
    kinds = [child.kind for child in cursor.get_children()]
    own, around = comments_at(text, cursor.extent.start.offset)
    return Function(
        cursor.spelling,
        header,
        cursor.location.line,
        re.sub(r"\b(struct|enum) ", "", cursor.result_type.spelling).replace("_Bool", "bool"),
        tuple(parameter(one) for one in cursor.get_arguments()),
        cindex.CursorKind.WARN_UNUSED_RESULT_ATTR in kinds,
        "GUIDON_API" in tokens or cindex.CursorKind.VISIBILITY_ATTR in kinds,
        own,
        around,
    )


def functions(include):
    """Every function that the headers of a folder declare, in the order of the headers.

    host.h is read as a host without a system sees it. inline.h repeats functions of
    text.h and has rules of its own."""
    include = pathlib.Path(include)
    stubs = [(f"/libc/{name}", text) for name, text in LIBC.items()]
    found = []
    for path in sorted((include / "guidon").glob("*.h")):
        if path.name == "inline.h":
            continue
        unit = cindex.Index.create().parse(
            str(path),
            [
                "-xc",
                "-std=c11",
                "-nostdinc",
                "-I/libc",
                f"-I{include}",
                *(["-DGUIDON_HOST_NONE=1"] if path.name == "host.h" else []),
            ],
            unsaved_files=stubs,
        )
        wrong = [str(one) for one in unit.diagnostics if one.severity >= 3]
        if wrong:
            raise SystemExit("\n".join(wrong))
        text = path.read_text()
        found += [
            function(cursor, path.name, text)
            for cursor in unit.cursor.get_children()
            if cursor.kind == cindex.CursorKind.FUNCTION_DECL
            and cursor.location.file.name == str(path)
        ]
    return found
