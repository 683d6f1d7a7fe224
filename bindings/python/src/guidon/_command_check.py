# SPDX-License-Identifier: MIT
"""Reports the lines that are not valid ids: `python -m guidon check`."""

from __future__ import annotations

import argparse
import json
import os
import uuid

from . import _core
from ._command_lines import (
    KINDS,
    VARIANTS,
    Reading,
    Refusal,
    message,
    name_of,
    read_line,
    texts,
)

# Where the hex digits of a form begin, and whether hyphens are among them.
DIGITS = {
    "hex": (0, False),
    "hex-upper": (0, False),
    "uuid": (0, True),
    "uuid-upper": (0, True),
    "braces": (1, True),
    "parens": (1, True),
    "urn": (len("urn:uuid:"), True),
}
SHOWN = 10

# A line: the number of its file, the name of the file, and the number of the line.
Place = tuple[int, str, int]


def digit_offset(form: str, digit: int) -> int:
    """The offset of hex digit 12 or 16 in a text; 0 if the form has no such digit."""
    if form not in DIGITS:
        return 0
    start, hyphens = DIGITS[form]
    return start + digit + ((2 if digit == 12 else 3) if hyphens else 0)


def check_rfc(reading: Reading) -> None:
    """Variant 10 and version 1 to 8, or Nil, or Max, or a ULID."""
    if reading.kind == "ulid" or _core.valid(reading.id):
        return
    if reading.id.variant == uuid.RFC_4122:
        raise Refusal(
            digit_offset(reading.form, 12),
            "rfc",
            f"version {reading.id.version} is not assigned (expected 1 to 8, RFC 9562)",
        )
    raise Refusal(
        digit_offset(reading.form, 16),
        "rfc",
        f"the variant is {VARIANTS[reading.id.variant][1]} (expected RFC 9562)",
    )


def check_exact(reading: Reading, text: str) -> None:
    """Canonical text: a lower-case UUID, an upper-case ULID, or a TypeID."""
    if reading.prefix is not None:
        return
    if reading.form not in ("uuid", "uuid-upper", "ulid", "ulid-lower"):
        raise Refusal(0, "exact", f"written as {reading.form} (expected uuid or ulid)")
    canonical = _core.format(reading.id, "ulid" if reading.kind == "ulid" else "uuid")
    if text != canonical:
        at = len(os.path.commonprefix([text, canonical]))
        raise Refusal(at, "exact", f"{text[at : at + 1]!r} is not canonical (expected {canonical})")


def check_kind(reading: Reading, wanted: list[str]) -> None:
    if reading.kind in wanted:
        return
    chosen = [kind for kind in KINDS if kind in wanted]
    listed = " or ".join(filter(None, [", ".join(chosen[:-1]), chosen[-1]]))
    raise Refusal(0, "kind", f"the kind is {reading.kind} (expected {listed})")


def judge(text: str, options: argparse.Namespace) -> Reading:
    """The id of a line that passes the checks of a line by itself."""
    reading = read_line(text, options)
    if options.level != "shape":
        check_rfc(reading)
    if options.level == "exact":
        check_exact(reading, text)
    if options.kind:
        check_kind(reading, options.kind)
    return reading


def earlier(check: str, what: str, place: Place, before: Place) -> Refusal:
    """A refusal because of a line that came earlier."""
    other = f" of {before[1]}" if before[0] != place[0] else ""
    return Refusal(
        0, check, f"{what} line {before[2]}{other}", {"file": before[1], "record": before[2]}
    )


class Report:
    """The problems of a run: printed, counted, or hidden after the first ten."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.json, self.all = options.json, options.all
        self.bad: set[tuple[int, int]] = set()
        self.repeated = 0  # of `bad`, duplicates that are valid by themselves
        self.hidden = False

    def add(self, place: Place, refusal: Refusal, number: int) -> None:
        """Add problem `number`, from 1."""
        self.bad.add((place[0], place[2]))
        if number > SHOWN and not self.all:
            self.hidden = True
        elif self.json:
            row = {
                "file": place[1],
                "record": place[2],
                "offset": refusal.offset,
                "check": refusal.check,
                "reason": refusal.reason,
            }
            if refusal.earlier:
                row["earlier"] = refusal.earlier
            print(json.dumps(row, ensure_ascii=False, separators=(",", ":")))
        else:
            print(f"{place[1]}:{place[2]}:{refusal.offset + 1}: {refusal.in_place()}")

    def summary(self, n_lines: int, n_duplicates: int) -> str:
        hidden = (
            ""
            if not self.hidden
            else (
                "; showing the first 10 and the first 10 duplicates (--all shows all)"
                if n_duplicates
                else "; showing the first 10 (--all shows all)"
            )
        )
        count, repeated = len(self.bad), self.repeated
        lines = f"{count} of {n_lines} lines"
        if repeated == count:
            return f"{lines} {'repeats' if count == 1 else 'repeat'} an earlier id{hidden}"
        if repeated:
            they = "it repeats" if repeated == 1 else "they repeat"
            return f"{lines} are not valid, {repeated} of them because {they} an earlier id{hidden}"
        return f"{lines} {'is' if count == 1 else 'are'} not valid{hidden}"


class Check:
    """The checks of one command, over all its files."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options, self.report = options, Report(options)
        self.last: tuple[uuid.UUID, Place] | None = None
        self.first: dict[uuid.UUID, Place] = {}
        self.duplicates: list[tuple[Place, Refusal]] = []
        self.n_lines = self.n_problems = 0

    def compare(self, made: uuid.UUID, place: Place) -> None:
        """Compare an id with those before it. Raises Refusal if it is below."""
        last, self.last = self.last, (made, place)
        if self.options.unique:
            before = self.first.setdefault(made, place)
            if before is not place:
                self.duplicates.append(
                    (place, earlier("unique", "the same id as on", place, before))
                )
        if self.options.sorted and last and made < last[0]:
            raise earlier("sorted", "below the id on", place, last[1])

    def check_file(self, number: int, path: str) -> None:
        for line, text in enumerate(texts(path), 1):
            self.n_lines += 1
            place = (number, name_of(path), line)
            try:
                self.compare(judge(text, self.options).id, place)
            except Refusal as refusal:
                self.n_problems += 1
                self.report.add(place, refusal, self.n_problems)

    def finish(self) -> int:
        """Report the duplicates and the count. Return the exit status."""
        for number, (place, refusal) in enumerate(self.duplicates, 1):
            bad_before = len(self.report.bad)
            self.report.add(place, refusal, number)
            self.report.repeated += len(self.report.bad) - bad_before
        if self.report.bad:
            message("check", self.report.summary(self.n_lines, len(self.duplicates)))
        return 1 if self.report.bad else 0


def check(options: argparse.Namespace) -> int:
    """Run the command `check`. Return the exit status."""
    status, job = 0, Check(options)
    for number, path in enumerate(options.files):
        try:
            job.check_file(number, path)
        except OSError as error:
            if error.filename is None:
                raise
            message("check", f"cannot open {path!r}: {error.strerror}")
            status = 3
    return max(status, job.finish())
