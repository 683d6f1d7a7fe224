#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""roundtrip.py TOOL COUNT: `guidon convert` turns COUNT ids in mixed forms into every
form and back without a change.

This script writes the mixed file and the expected text of most forms with Python's
uuid, base64 and integers, so that two faults of the tool cannot cancel out.
"""
import base64
import random
import sys
import tempfile
import uuid
from pathlib import Path

from forms import FORMS
from tool import run, ulid

WRITERS = {
    "uuid": str,
    "uuid-upper": lambda u: str(u).upper(),
    "hex": lambda u: u.hex,
    "hex-upper": lambda u: u.hex.upper(),
    "braces": lambda u: "{%s}" % str(u).upper(),
    "urn": lambda u: u.urn,
    "oid": lambda u: "2.25.%d" % u.int,
    "urn-oid": lambda u: "urn:oid:2.25.%d" % u.int,
    "int": lambda u: str(u.int),
    "ulid": lambda u: ulid(u.int),
    "ulid-lower": lambda u: ulid(u.int).lower(),
    "base64url": lambda u: base64.urlsafe_b64encode(u.bytes).rstrip(b"=").decode(),
    "guid-hex": lambda u: u.bytes_le.hex(),
    "c": lambda u: "{%s}" % ",".join("0x%02x" % b for b in u.bytes),
    "parens": lambda u: "(%s)" % u,
}
# Python has no writer for these, so only the round trip is checked.
OTHERS = [form for form in [*FORMS, "bytes"]
          if form not in WRITERS and form != "ncs"]
# Forms that are recognised without --from.
PLAIN = ["uuid", "uuid-upper", "hex", "hex-upper", "braces", "urn", "oid",
         "urn-oid", "ulid", "ulid-lower", "c", "parens"]


def convert(source, target, *options):
    with open(source, "rb") as stdin, open(target, "wb") as stdout:
        run("convert", *options, stdin=stdin, stdout=stdout)


def same(a, b, what):
    if a.read_bytes() != b.read_bytes():
        sys.exit(f"{what}: the bytes differ")


def main():
    count = int(sys.argv[2])
    rng = random.Random(20220222)
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        ids = [uuid.UUID(int=rng.getrandbits(128)) for _ in range(count)]
        mixed, canonical = folder / "mixed", folder / "canonical"
        mixed.write_text("".join(
            WRITERS[PLAIN[i % len(PLAIN)]](u) + "\n" for i, u in enumerate(ids)))
        canonical.write_text("".join(f"{u}\n" for u in ids))

        there, back = folder / "there", folder / "back"
        convert(mixed, there)
        same(there, canonical, "mixed forms to uuid")
        for form in [*WRITERS, *OTHERS]:
            convert(mixed, there, "-f", form)
            convert(there, back, "--from", form)
            same(back, canonical, f"to {form} and back")
            if form in WRITERS:
                few = [WRITERS[form](u) for u in ids[:5000]]
                with open(there) as lines:
                    for want, line in zip(few, lines):
                        if line != want + "\n":
                            sys.exit(f"{form}: {line!r}, expected {want!r}")
            print(f"{count} ids to {form} and back")


if __name__ == "__main__":
    main()
