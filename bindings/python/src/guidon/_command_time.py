# SPDX-License-Identifier: MIT
"""Reads and writes the times of `python -m guidon`."""

import argparse
import datetime
import re
from typing import NamedTuple

NS = 10**9
# 400 years of the Gregorian calendar, after which its dates repeat.
CYCLE_YEARS, CYCLE_SECONDS = 400, 146097 * 86400
EPOCH = datetime.datetime(1970, 1, 1)
RFC3339 = re.compile(
    r"(?P<year>\d{4,6})-(?P<month>\d\d)-(?P<day>\d\d)"
    r"[Tt ](?P<hour>\d\d):(?P<minute>\d\d):(?P<second>\d\d)(\.(?P<fraction>\d{1,9}))?"
    r"([Zz]|(?P<sign>[+-])(?P<hours>\d\d):?(?P<minutes>\d\d)?)", re.ASCII)
UNIX = re.compile(r"@(?P<sign>-?)(?P<seconds>\d+)(\.(?P<fraction>\d{1,9}))?", re.ASCII)
UNIX_MS = re.compile(r"@(-?\d+)ms", re.ASCII)


def fraction_ns(found: "re.Match[str]") -> int:
    return int((found["fraction"] or "").ljust(9, "0"))


def offset_seconds(found: "re.Match[str]") -> int:
    hours, minutes = int(found["hours"] or 0), int(found["minutes"] or 0)
    if hours > 23 or minutes > 59:
        raise ValueError("an offset from UTC is at most 23:59")
    return (hours * 60 + minutes) * (-60 if found["sign"] == "-" else 60)


def rfc3339_ns(found: "re.Match[str]") -> int:
    """The time of RFC 3339, also of a year after 9999. ValueError for no such day."""
    cycles = max(0, int(found["year"]) - 9600) // CYCLE_YEARS
    start = datetime.datetime(
        int(found["year"]) - cycles * CYCLE_YEARS, int(found["month"]),
        int(found["day"]), int(found["hour"]), int(found["minute"]),
        int(found["second"]))
    seconds = (start - EPOCH) // datetime.timedelta(seconds=1)
    seconds += cycles * CYCLE_SECONDS - offset_seconds(found)
    return seconds * NS + fraction_ns(found)


def unix_ns(text: str) -> int:
    """Read a time as nanoseconds since 1970, for argparse."""
    try:
        if found := UNIX_MS.fullmatch(text):
            return int(found[1]) * 10**6
        if found := UNIX.fullmatch(text):
            size = int(found["seconds"]) * NS + fraction_ns(found)
            return -size if found["sign"] else size
        if found := RFC3339.fullmatch(text):
            return rfc3339_ns(found)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"invalid time {text!r}: {error}") from None
    raise argparse.ArgumentTypeError(
        f"invalid time {text!r}: expected 2026-02-22T19:22:22Z, @1771788142 or "
        "@1771788142000ms")


class Instant(NamedTuple):
    """The value of --at."""

    ns: int  # since 1970
    fine: bool  # written finer than to the millisecond


def instant(text: str) -> Instant:
    """Read a time, for argparse."""
    return Instant(unix_ns(text), re.search(r"\.\d{4}", text) is not None)


def time_text(time_ns: int, digits: int) -> str:
    """RFC 3339 in UTC, with digits of a second; a year after 9999 has five digits."""
    seconds, rest = divmod(time_ns, NS)
    cycles, seconds = divmod(seconds, CYCLE_SECONDS)
    start = EPOCH + datetime.timedelta(seconds=seconds)
    fraction = f"{rest:09}"[:digits]
    year = start.year + CYCLE_YEARS * cycles
    return f"{year:04}-{start:%m-%dT%H:%M:%S}.{fraction}Z"
