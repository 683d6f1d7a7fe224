# SPDX-License-Identifier: MIT
"""Reads, describes and converts the texts of `python -m guidon`."""

from __future__ import annotations

import argparse
import codecs
import contextlib
import dataclasses
import itertools
import os
import re
import sys
import uuid
from collections.abc import Iterator
from typing import IO, Any

from . import _core

KINDS = [
    *(f"v{version}" for version in range(16)),
    "ulid",
    "nil",
    "max",
    "ncs",
    "microsoft",
    "future",
]
VARIANTS = {
    uuid.RESERVED_NCS: ("ncs", "Apollo NCS"),
    uuid.RFC_4122: ("rfc", "RFC 9562"),
    uuid.RESERVED_MICROSOFT: ("microsoft", "Microsoft"),
    uuid.RESERVED_FUTURE: ("future", "reserved for the future"),
}


def message(command: str, text: str) -> None:
    """Write a message behind the output so far."""
    with contextlib.suppress(OSError):
        sys.stdout.flush()
    print(f"guidon {command}: {text}", file=sys.stderr)


# ------------------------------------------------------------------------ reading


@dataclasses.dataclass
class Reading:
    """An id, the form of its text, and the prefix of a TypeID."""

    id: uuid.UUID
    form: str
    prefix: str | None = None

    @property
    def kind(self) -> str:
        if self.form in ("ulid", "ulid-lower"):
            return "ulid"
        if self.id == _core.NIL or self.id == _core.MAX:
            return "nil" if self.id == _core.NIL else "max"
        if self.id.variant == uuid.RFC_4122:
            return f"v{self.id.version}"
        return VARIANTS[self.id.variant][0]


class Refusal(Exception):
    """A line that fails a check: the offset, the name of the check, the reason."""

    def __init__(
        self, offset: int, check: str, reason: str, earlier: dict[str, Any] | None = None
    ) -> None:
        super().__init__(reason)
        self.offset, self.check, self.reason = offset, check, reason
        self.earlier = earlier

    def in_place(self) -> str:
        """The reason for a line that begins with FILE:LINE:COLUMN, which names the offset
        already."""
        return re.sub(" at offset [0-9]+", "", self.reason, count=1)


def read(text: str, form: str | None = None, lenient: bool = False) -> Reading:
    """Read a text in a form, or in any form. Raises ParseError."""
    if form == "typeid":
        typeid = _core.TypeID(text)
        return Reading(typeid.uuid, "typeid" if typeid.prefix else "ulid-lower", typeid.prefix)
    found = _core.detect(text, form, lenient=lenient)
    return Reading(_core.parse(text, form, lenient=lenient), found)


def raw_lines(stream: IO[bytes]) -> Iterator[bytes]:
    """The lines of a stream without their line feeds, byte for byte, and without the
    byte order mark in front of the first."""
    first = next(iter(stream), b"")
    if first.startswith(codecs.BOM_UTF8):
        first = first[len(codecs.BOM_UTF8) :]
    for line in itertools.chain([first] if first else [], stream):
        yield line[:-1] if line.endswith(b"\n") else line


def lines(path: str) -> Iterator[tuple[str, str]]:
    """The lines of a file, or of stdin for '-', and what of their end is no line feed: a
    carriage return, or nothing."""
    stream = sys.stdin.buffer if path == "-" else open(path, "rb")
    try:
        for line in raw_lines(stream):
            text = line.decode("utf-8", "surrogateescape")
            yield (text[:-1], "\r") if text.endswith("\r") else (text, "")
    finally:
        if path != "-":
            stream.close()


def texts(path: str) -> Iterator[str]:
    """The lines of a file, or of stdin for '-', without their ends."""
    return (text for text, _ in lines(path))


def name_of(path: str) -> str:
    """The name of a file in messages. No character of it can control a terminal."""
    if path == "-":
        return "stdin"
    name = path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in name)


def is_utf16(line: bytes) -> bool:
    """Does a line begin with the mark of UTF-16, or is every second byte NUL, as in ASCII
    that is written so?"""
    if line.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return True
    pairs = len(line) // 2
    first, second = line[: 2 * pairs : 2].count(0), line[1 : 2 * pairs : 2].count(0)
    return pairs > 1 and sorted((first, second)) == [0, pairs]


def fault_of_file(text: str) -> tuple[int, str] | None:
    """The offset and the reason of an encoding or line end that makes many ids one line,
    such as UTF-16. None if the line has none."""
    if is_utf16(text.encode("utf-8", "surrogateescape")):
        return 0, "the text is UTF-16 (convert it first: iconv -f UTF-16 -t UTF-8)"
    found = re.match(r"[ -~]+\r(?=[^\n])", text)
    if not found:
        return None
    at = found.end() - 1
    return at, (
        f"a carriage return at offset {at} ends the line (expected line feeds: "
        r"tr '\r' '\n')"
    )


def read_line(text: str, options: argparse.Namespace) -> Reading:
    """The id of a line, as the options want it. Raises Refusal."""
    try:
        reading = read(text, options.form_read, options.lenient)
    except _core.ParseError as error:
        words = error.reason
        if words.endswith("name the form"):
            words += " with --from"
        offset, reason = fault_of_file(text) or (error.offset, words)
        raise Refusal(offset, "form", reason) from error
    wanted = options.prefix
    if options.form_read == "typeid" and wanted not in (None, reading.prefix):
        at = len(os.path.commonprefix([wanted, reading.prefix or ""]))
        raise Refusal(at, "form", f"the prefix is {reading.prefix!r} (expected {wanted!r})")
    return reading


# ---------------------------------------------------------------------- converting


def written(made: uuid.UUID, options: argparse.Namespace) -> str:
    """The text of an id in the form to write. Raises Refusal if it has none."""
    try:
        return (
            str(_core.TypeID.from_uuid(made, options.prefix or ""))
            if options.form == "typeid"
            else _core.format(made, options.form)
        )
    except ValueError as error:
        raise Refusal(0, "form", str(error)) from error


def convert_file(path: str, options: argparse.Namespace) -> bool:
    """Write the ids of a file in another form. False if a line ends the command."""
    for number, (text, end) in enumerate(lines(path), 1):
        try:
            print(written(read_line(text, options).id, options))
        except Refusal as refusal:
            sys.stdout.flush()
            message(
                "convert", f"{name_of(path)}:{number}:{refusal.offset + 1}: {refusal.in_place()}"
            )
            if options.on_error == "stop":
                return False
            if options.on_error == "keep":
                print(text + end)
    return True


def convert(options: argparse.Namespace) -> int:
    """Run the command `convert`. Return the exit status."""
    status = 0
    for path in options.files:
        try:
            if not convert_file(path, options):
                return 1
        except OSError as error:
            if error.filename is None:
                raise
            message("convert", f"cannot open {path!r}: {error.strerror}")
            status = 3
            if options.on_error == "stop":
                break
    return status
