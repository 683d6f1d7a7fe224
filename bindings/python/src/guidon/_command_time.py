# SPDX-License-Identifier: MIT
"""Reads the times of `python -m guidon`."""

import argparse
import re
from typing import NamedTuple

from . import _core

NS = 10**9
UNIX = re.compile(r"@(?P<sign>-?)(?P<seconds>\d+)(\.(?P<fraction>\d{1,9}))?", re.ASCII)
UNIX_MS = re.compile(r"@(-?\d+)ms", re.ASCII)
# An instant has seconds and a zone.
INSTANT = re.compile(r".*:\d\d(\.\d+)?([Zz]|[+-]\d\d(:?\d\d)?)", re.ASCII)


def unix_ns(text: str) -> int:
    """Read a time as nanoseconds since 1970, for argparse."""
    if found := UNIX_MS.fullmatch(text):
        return int(found[1]) * 10**6
    if found := UNIX.fullmatch(text):
        size = int(found["seconds"]) * NS + int((found["fraction"] or "").ljust(9, "0"))
        return -size if found["sign"] else size
    try:
        time_ns = _core.time_parse(text)
    except _core.ParseError as error:
        raise argparse.ArgumentTypeError(f"invalid time {text!r}: {error.reason}") from None
    if not INSTANT.fullmatch(text):
        raise argparse.ArgumentTypeError(
            f"invalid time {text!r}: expected 2026-02-22T19:22:22Z, @1771788142 or @1771788142000ms"
        )
    return time_ns


class Instant(NamedTuple):
    """The value of --at."""

    ns: int  # since 1970
    fine: bool  # written finer than to the millisecond


def instant(text: str) -> Instant:
    """Read a time, for argparse."""
    return Instant(unix_ns(text), re.search(r"\.\d{4}", text) is not None)
