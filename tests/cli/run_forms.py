#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""run_forms.py TOOL [brief]: lines that the tool reads and writes many at once.

For every form of text.h and every end of a line, a file has other or bad lines where a
run of lines begins, ends or crosses a block. This script writes the lines itself, so it
knows the id of each line and the number of each bad line. It compares all bytes that
convert writes, and the places that check and stat find, with its own. With `brief`,
each form has one end of a line, and each end has a third of the forms.
"""
import base64
import json
import random
import re
import struct
import sys
import tempfile
import uuid
from pathlib import Path

from forms import FORMS
from roundtrip import WRITERS
from tool import expect, run

COUNT = 8000
BITCOIN = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
SHORT = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
LETTERS = DIGITS[10:]
HUMAN = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
SORTING = "-" + DIGITS[:36] + "_" + DIGITS[36:]
ZEROMQ = DIGITS[:10] + DIGITS[36:] + DIGITS[10:36] + ".-:+=^!/*?&<>()[]{}@%$#"
RFC1924 = DIGITS + "!#$%&()*+-;<=>?@^_`{|}~"
SOLE = ("int", "base64url", "base58", "guid-hex", "base62", "base36", "shortuuid", "base85",
        "base32", "base32hex", "base64", "ncname32", "ncname58", "ncname64", "hex-0x",
        "mongo-java", "mysql-swap", "int64x2", "base32human", "base52", "base62-ieee",
        "base64sort", "z85", "base62id")  # need --from
DECIMAL = ("int", "oid", "urn-oid", "int64x2")
# The beginning of such a text may be a text too: a number, or base58.
LONGER = (*DECIMAL, "ncname58")
# Lines at the ends of blocks of 64 and of runs of 1024 lines, and at the end of 64 KiB
# and 256 KiB of most forms.
PLACES = [0, 1, 63, 64, 65, 200, 1023, 1024, 1025, 1770, 1771, 3000, 4096, 6898, 7084,
          7085, 7281, COUNT - 2, COUNT - 1]
RNG = random.Random(20260222)


def number(value, letters, width=22):
    base = len(letters)
    return "".join(letters[value // base ** i % base] for i in reversed(range(width)))


def name(u, middle):
    """The letters of the version and of the variant around the 15 bytes between."""
    first, last = (chr(ord("A") + int(u.hex[at], 16)) for at in (12, 16))
    return first + middle(bytes.fromhex(u.hex[:12] + u.hex[13:16] + u.hex[17:])) + last


def bitcoin(octets):
    zeros = len(octets) - len(octets.lstrip(b"\0"))
    digits = number(int.from_bytes(octets, "big"), BITCOIN).lstrip("1")
    return ("1" * zeros + digits).ljust(21, "_")


def guid_x(u):
    tail = ",".join(f"0x{byte:02x}" for byte in u.bytes[8:])
    return f"{{0x{u.hex[:8]},0x{u.hex[8:12]},0x{u.hex[12:16]},{{{tail}}}}}"


def ncs(u):
    return u.hex[:12] + "".join(f".{byte:02x}" for byte in u.bytes[8:])


WRITE = {**WRITERS, "guid-x": guid_x, "ncs": ncs,
         "base58": lambda u: number(u.int, BITCOIN),
         "base62": lambda u: number(u.int, DIGITS),
         "base36": lambda u: number(u.int, DIGITS[:36], 25).lower(),
         "shortuuid": lambda u: number(u.int, SHORT),
         "base85": lambda u: number(u.int, RFC1924, 20),
         "base32": lambda u: base64.b32encode(u.bytes).decode().rstrip("="),
         "base32hex": lambda u: number(u.int << 2, DIGITS[:32], 26),
         "base64": lambda u: base64.b64encode(u.bytes).decode(),
         "ncname32": lambda u: name(u, lambda b: base64.b32encode(b).decode()).lower(),
         "ncname58": lambda u: name(u, bitcoin),
         "ncname64": lambda u: name(u, lambda b: base64.urlsafe_b64encode(b).decode()),
         "hex-0x": lambda u: "0x" + u.hex,
         "mongo-java": lambda u: (u.bytes[7::-1] + u.bytes[:7:-1]).hex(),
         "mysql-swap": lambda u: u.hex[12:16] + u.hex[8:12] + u.hex[:8] + u.hex[16:],
         "int64x2": lambda u: "{}:{}".format(*struct.unpack(">qq", u.bytes)),
         "base32human": lambda u: number(u.int << 2, HUMAN, 26),
         "base52": lambda u: number(u.int, LETTERS, 23),
         "base62-ieee": lambda u: number(u.int, LETTERS + DIGITS[:10]),
         "base64sort": lambda u: number(u.int << 4, SORTING),
         "z85": lambda u: "".join(number(four, ZEROMQ, 5)
                                  for four in struct.unpack(">4I", u.bytes)),
         "base62id": lambda u: number((2 << 128) + u.int, DIGITS)}


def new_id(form, version=4):
    u = uuid.UUID(int=RNG.getrandbits(128), version=version)
    if form == "ncs":  # reserved bits are 0, the address family is at most 13
        return uuid.UUID(bytes=u.bytes[:6] + bytes([0, 0, RNG.randrange(14)]) + u.bytes[9:])
    return u


# What may be wrong with a line. The lines before and after it are right.
FAULTS = [
    lambda t: t[:-2] + b"\x7f" + t[-1:],  # one character, with the right length
    lambda t: b"\x7f" + t[1:],
    lambda t: t + b"!",                # all characters of a right line, and more
    lambda t: b"",
    lambda t: t + t,
    lambda t: b" " + t,
    lambda t: t[:-1] + b"\xe9",
]
# Of a decimal number these make another number.
SHORTER = [lambda t: t[:-1], lambda t: t[:-1] + b"\r", lambda t: t[:len(t) // 2]]


class Lines:
    """Lines with their ends; the id of a line is None if the line is bad."""

    def __init__(self, form, end, ids=None):
        self.form = form
        self.mark = b"\0" if end == b"\0" else b"\n"
        self.ids = ids or [new_id(form) for _ in range(COUNT)]
        self.texts = [WRITE[form](u).encode() for u in self.ids]
        self.ends = [end] * len(self.ids)

    def bytes(self):
        return b"".join(text + end for text, end in zip(self.texts, self.ends))

    def spoil(self, shift):
        """Bad lines, and one longer than the buffer."""
        faults = FAULTS + SHORTER * (self.form not in LONGER)
        for n, at in enumerate(PLACES, shift):
            self.ids[at] = None
            self.texts[at] = faults[n % len(faults)](self.texts[at])
        self.ids[5000], self.texts[5000] = None, self.texts[5000] * 9000

    def shuffle(self, ends):
        """Lines of any length: stretches of one form and one end, of 1 to 20 lines."""
        plain = [form for form in FORMS if form not in (*SOLE, "ncs")]
        self.forms, self.mixed_case, at = [], set(), 0
        while at < len(self.ids):
            form, end = RNG.choice(plain), RNG.choice(ends)
            begin = at
            for at in range(begin, min(begin + RNG.choice([1, 1, 2, 6, 7, 8, 9, 20]),
                                       len(self.ids))):
                self.forms.append(form)
                text = WRITE[form](self.ids[at])
                if form in ("uuid", "ulid") and at % 5 == 0:
                    self.mixed_case.add(at)
                    text = re.sub("[A-Za-z]", lambda m: m[0].swapcase(), text, count=1)
                self.texts[at] = text.encode()
                self.ends[at] = end
            at += 1

    def mix(self):
        """Lines of other forms and with the other end, of which none is bad."""
        other = {b"\n": b"\r\n", b"\r\n": b"\n", b"\0": b"\0"}[self.ends[0]]
        plain = [form for form in FORMS if form not in (*SOLE, "ncs")]
        for n, at in enumerate(PLACES):
            if n % 3 == 0:
                self.ends[at] = other
            elif self.form not in SOLE:
                self.texts[at] = WRITE[plain[n % len(plain)]](self.ids[at]).encode()
        for at in range(2000, 2200, 2):
            self.ends[at] = other
        self.ends[-1] = b""

    def converted(self, form, ids, keep=False):
        """The output of convert: the ids in a form, and bad lines as they are."""
        return b"".join(
            WRITE[form](u).encode() + self.mark if u
            else keep * (text + (end or self.mark))
            for u, text, end in zip(ids, self.texts, self.ends))


def guidon(lines, *args, path=None):
    """Run the tool on a file or, without one, on a pipe."""
    options = ["--from", lines.form] * (lines.form in SOLE) + ["-0"] * (lines.mark == b"\0")
    return run(*args, *options, *([path] if path else []),
               input=None if path else lines.bytes())


def places(report):
    """The numbers of the lines in messages."""
    return [int(n) for n in re.findall(rb"^(?:guidon convert: )?[^\n:]*:(\d+):\d+: ", report, re.M)]


def check(lines, what, path, form="uuid", args=(), ids=None):
    """convert with each --on-error; `ids` are the expected ids after its change."""
    ids = ids or lines.ids
    bad = [n for n, u in enumerate(ids, 1) if not u]
    path.write_bytes(lines.bytes())
    for action in ("skip", "keep"):
        done = guidon(lines, "convert", "-f", form, "--on-error", action, *args,
                      path=path if action == "skip" else None)
        expect(f"{what}, {action}", done.stdout,
             lines.converted(form, ids, action == "keep"))
        expect(f"{what}, {action}: bad lines", places(done.stderr), bad)
    done = guidon(lines, "convert", "-f", form, *args, path=path)
    end = bad[0] - 1 if bad else len(ids)
    expect(f"{what}, stop", done.stdout, lines.converted(form, ids[:end]))
    expect(f"{what}, stop: line", places(done.stderr), bad[:1])
    expect(f"{what}, stop: status", [done.returncode], [1 if bad else 0])


def check_counts(lines, what, path):
    """The other commands that read many lines at once."""
    bad = [n for n, u in enumerate(lines.ids, 1) if not u]
    done = guidon(lines, "check", "--level", "shape", "--all", path=path)
    expect(f"{what}: check", places(done.stdout), bad)
    got = json.loads(guidon(lines, "stat", "--json", path=path).stdout)
    expect(f"{what}: stat", [got["records"], got["ids"], sum(got["forms"].values())],
         [len(lines.ids), *[len(lines.ids) - len(bad)] * 2])
    done = guidon(lines, "dedupe", "--on-error", "skip", "-f", "uuid", path=path)
    expect(f"{what}: dedupe", done.stdout, lines.converted("uuid", lines.ids))


def check_form(form, end, path):
    what = f"{form} {end!r}"
    lines = Lines(form, end)
    stat = json.loads(guidon(lines, "stat", "--json").stdout)
    expect(f"{what}: stat", [*stat["forms"].items()], [(form, COUNT)])
    if end != b"\r\n":  # which convert does not write
        check(Lines("uuid", end, lines.ids), f"{what} from uuid", path, form)
    for shift in (0, 5) if end == b"\n" else (2,):
        lines = Lines(form, end)
        lines.spoil(shift)
        check(lines, f"{what}, bad lines {shift}", path)
        check_counts(lines, f"{what}, bad lines {shift}", path)
    lines = Lines(form, end)
    lines.mix()
    check(lines, f"{what}, mixed", path)
    check_counts(lines, f"{what}, mixed", path)


def as_v6(u):
    """The fields of version 1 in the order of version 6 (RFC 9562, 5.6)."""
    if not u or u.version != 1:
        return None
    return uuid.UUID(f"{u.time >> 12:012x}6{u.time & 0xfff:03x}{u.hex[16:]}")


def as_v7(u):
    return uuid.UUID(f"{u.hex[:12]}7{u.hex[13:16]}{int(u.hex[16], 16) & 3 | 8:x}"
                     f"{u.hex[17:]}")


def check_changes(path):
    """Ids of a run that an option or a form does not allow."""
    lines = Lines("uuid", b"\n", [new_id("uuid", 4 if n in PLACES else 1)
                                  for n in range(COUNT)])
    check(lines, "--to v6", path, "hex", ["--to", "v6"], [as_v6(u) for u in lines.ids])
    lines = Lines("ulid", b"\r\n")
    for at in PLACES:
        lines.texts[at] = str(lines.ids[at]).encode()
    check(lines, "--as-v7", path, "uuid", ["--as-v7"],
          [None if n in PLACES else as_v7(u) for n, u in enumerate(lines.ids)])
    lines = Lines("braces", b"\n", [new_id("uuid" if n in PLACES else "ncs")
                                    for n in range(COUNT)])
    check(lines, "-f ncs", path, "ncs", [],
          [None if n in PLACES else u for n, u in enumerate(lines.ids)])


def check_levels(lines, what, path):
    """Lines of several forms: what is canonical, and what is written as a ULID."""
    done = guidon(lines, "check", "--level", "exact", "--all", path=path)
    bad = [n for n, form in enumerate(lines.forms, 1)
           if form not in ("uuid", "ulid") or n - 1 in lines.mixed_case]
    expect(f"{what}: exact", places(done.stdout), bad)
    for args in ([], ["--sorted", "--unique"]):  # the latter reports other lines too
        done = guidon(lines, "check", "--level", "exact", *args, path=path)
        expect(f"{what}: exact {args}", places(done.stdout)[:1], bad[:1])
    is_ulid = [form in ("ulid", "ulid-lower") for form in lines.forms]
    mark = lines.mark.decode()
    want = "".join(WRITE["ulid" if ulid else "uuid"](u) + mark
                   for ulid, u in zip(is_ulid, lines.ids))
    expect(f"{what}: dedupe", guidon(lines, "dedupe", path=path).stdout, want.encode())
    stat = json.loads(guidon(lines, "stat", "--json", path=path).stdout)
    expect(f"{what}: stat", stat["forms"],
         {form: lines.forms.count(form) for form in FORMS if form in lines.forms})
    expect(f"{what}: kinds", stat["kinds"],
         {"v4": is_ulid.count(False), "ulid": is_ulid.count(True)})
    done = guidon(lines, "check", "--kind", "v4", "--all", path=path)
    ulids = [n for n, ulid in enumerate(is_ulid, 1) if ulid]
    expect(f"{what}: --kind", places(done.stdout), ulids)
    check(lines, f"{what}: --as-v7", path, "uuid", ["--as-v7"],
          [as_v7(u) if ulid else None for ulid, u in zip(is_ulid, lines.ids)])


def check_uneven(path):
    """Successive lines of different lengths."""
    for ends in ([b"\n"], [b"\n", b"\r\n"], [b"\0"]):
        lines = Lines("oid", ends[0])  # for the faults that suit a number
        lines.shuffle(ends)
        path.write_bytes(lines.bytes())
        check_levels(lines, f"forms {ends}", path)
        lines.ends[-1] = b""  # the last line has no end
        lines.spoil(1)
        check(lines, f"forms {ends}, bad lines", path)
        check_counts(lines, f"forms {ends}, bad lines", path)
    for form in DECIMAL:  # numbers of 1 to 39 digits
        lines = Lines(form, b"\n", [uuid.UUID(int=RNG.getrandbits(128) >> RNG.randrange(128))
                                    for _ in range(4000)])
        check(lines, f"{form}, any length", path)
        for at in (1024, 2000):
            lines.ids[at], lines.texts[at] = None, b"1-2"
        lines.ends[-1] = b""
        check(lines, f"{form}, any length, a bad line", path)


def check_line_feeds(path):
    """Initialisers of two lines that have the length of one line."""
    for form in ("c", "guid-x"):
        lines = Lines(form, b"\n")
        for at in reversed(PLACES):
            head, last = lines.texts[at].rsplit(b",", 1)
            lines.ids[at:at + 1] = [None, None]
            lines.texts[at:at + 1] = [head + b",", last[:3] + last[4:]]
            lines.ends.append(b"\n")
        check(lines, f"{form} of two lines", path)
        check_counts(lines, f"{form} of two lines", path)


def check_bytes(path):
    """Raw ids, of which the last is cut."""
    lines = Lines("uuid", b"\n")
    raw = b"".join(u.bytes for u in lines.ids)
    expect("to bytes", guidon(lines, "convert", "-f", "bytes").stdout, raw)
    path.write_bytes(raw + b"x" * 15)
    done = guidon(lines, "convert", "--from", "bytes", "--on-error", "skip", path=path)
    expect("from bytes", done.stdout, lines.bytes())
    expect("from bytes: bad", places(done.stderr), [COUNT + 1])


def main():
    expect("forms with a writer", sorted(WRITE), sorted(FORMS))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "lines"
        ends = (b"\n", b"\r\n", b"\0")
        for number, form in enumerate(FORMS):
            for end in ends[number % 3:number % 3 + 1] if BRIEF else ends:
                check_form(form, end, path)
        check_changes(path)
        check_uneven(path)
        check_line_feeds(path)
        check_bytes(path)


if __name__ == "__main__":
    BRIEF = sys.argv[2:] == ["brief"]
    main()
