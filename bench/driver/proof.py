# SPDX-License-Identifier: MIT
"""Compares the output of each library with the ids that Guidon wrote.

The benchmark times only the cases that pass, because a parser that reads other
bytes, or a generator that makes other ids, does different work."""

import base64
import hashlib
import importlib.util
import pathlib
import string
import uuid

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
GREGORIAN = 0x01B21DD213814000  # ticks of 100 ns from 1582-10-15 to 1970
SLACK = 2.0  # seconds: a generator may run ahead of the clock by one second


def _keyed():
    """tests/keys/rows.py: ids with a key, computed without Guidon."""
    spec = importlib.util.spec_from_file_location("keyed_rows",
                                                  ROOT / "tests/keys/rows.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


KEYED = _keyed()
KEY = bytes(range(32))  # as in cpp/own.cpp
MASK_KEY = bytes(range(16))
DERIVE_MS = 1700000000000


def _v7(hexes):
    """The id as version 7."""
    return hexes[:12] + "7" + hexes[13:]


class Reference:
    """The file of ids, with an attribute for each column."""

    def __init__(self, text):
        rows = [line.split("\t") for line in text.splitlines()]
        self.namespace = next(r[1] for r in rows if r[0] == "namespace")
        ids = [row[1:] for row in rows if row[0] == "id"]
        (self.hexes, self.uuids, self.ulids, self.names, self.v3,
         self.v5) = map(list, zip(*ids))
        self.wrong = {kind: [row[2] for row in rows
                             if row[0] == "wrong" and row[1] == kind]
                      for kind in ("uuid", "ulid")}

    def faults(self):
        """The rows that differ from the results of Python's own modules."""
        faults = []
        for row in zip(self.hexes, self.uuids, self.ulids, self.names, self.v3,
                       self.v5):
            want = self._by_python(row[0], row[3])
            if row != want:
                faults.append(f"Guidon wrote {row}, Python {want}")
        return faults

    def _by_python(self, hexes, name):
        raw = bytes.fromhex(hexes)
        whole = bytes.fromhex(self.namespace) + name.encode()
        v3 = hashlib.md5(whole, usedforsecurity=False).digest()
        v5 = hashlib.sha1(whole, usedforsecurity=False).digest()[:16]
        return (hexes, str(uuid.UUID(bytes=raw)), ulid_text(raw), name,
                uuid.UUID(bytes=v3, version=3).hex,
                uuid.UUID(bytes=v5, version=5).hex)

    def expected(self, operation):
        """The expected output of an operation; None if it makes new ids."""
        verb, _, form = operation.partition("_")
        if verb == "write" and form in TEXTS:
            return [TEXTS[form](bytes.fromhex(one)) for one in self.hexes]
        if verb == "read" and form in TEXTS:
            return self.hexes
        if operation in OWN:
            return [OWN[operation](one, name).hex()
                    for one, name in zip(self.hexes, self.names)]
        return {"uuid_format": self.uuids, "ulid_format": self.ulids,
                "uuid_parse": self.hexes, "ulid_parse": self.hexes,
                "v3": self.v3, "v5": self.v5, "md5": self.v3, "sha1": self.v5,
                "copy_uuid": self.uuids, "copy_ulid": self.ulids,
                "copy_ids": self.hexes}.get(operation)


def ulid_text(raw):
    number = int.from_bytes(raw, "big")
    return "".join(CROCKFORD[number >> 5 * i & 31] for i in reversed(range(26)))


def _digits(raw, digits, width):
    """The id as a number of fixed width."""
    number, text = int.from_bytes(raw, "big"), ""
    while len(text) < width:
        number, digit = divmod(number, len(digits))
        text = digits[digit] + text
    return text


def _in_c(raw):
    return ",".join(f"0x{byte:02x}" for byte in raw)


def _guid_x(raw):
    low, middle, high = raw[:4].hex(), raw[4:6].hex(), raw[6:8].hex()
    return f"{{0x{low},0x{middle},0x{high},{{{_in_c(raw[8:])}}}}}"


def _uuid(raw):
    return str(uuid.UUID(bytes=raw))


BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
BASE62 = string.digits + string.ascii_uppercase + string.ascii_lowercase
BASE36 = string.digits + string.ascii_lowercase
BASE57 = (string.digits[2:] + "ABCDEFGHJKLMNPQRSTUVWXYZ" +
          string.ascii_lowercase.replace("l", ""))
BASE85 = (string.digits + string.ascii_uppercase + string.ascii_lowercase +
          "!#$%&()*+-;<=>?@^_`{|}~")


def _ncname58(raw):
    """A name by draft-taylor-uuid-ncname: the version and the bits of the variant are
    letters at the ends, and the other 15 bytes are digits of base 58."""
    number = int.from_bytes(raw, "big")
    version, variant = number >> 76 & 15, number >> 60 & 15
    rest = (number >> 80 << 72 | (number >> 64 & 0xFFF) << 60 |
            number & 2**60 - 1)
    zeros = 15 - (rest.bit_length() + 7) // 8  # bytes, each one written as "1"
    text = ""
    while rest:
        rest, digit = divmod(rest, 58)
        text = BASE58[digit] + text
    text = "1" * zeros + text
    return chr(65 + version) + text.ljust(21, "_") + chr(65 + variant)


# How Python writes each form of text.
FORMS = {
    "uuid-upper": lambda raw: _uuid(raw).upper(),
    "hex": bytes.hex,
    "hex-upper": lambda raw: raw.hex().upper(),
    "braces": lambda raw: f"{{{_uuid(raw).upper()}}}",
    "parens": lambda raw: f"({_uuid(raw)})",
    "urn": lambda raw: uuid.UUID(bytes=raw).urn,
    "guid-hex": lambda raw: uuid.UUID(bytes=raw).bytes_le.hex(),
    "c": lambda raw: f"{{{_in_c(raw)}}}",
    "guid-x": _guid_x,
    "ulid-lower": lambda raw: ulid_text(raw).lower(),
    "base64url": lambda raw: base64.urlsafe_b64encode(raw).decode()[:22],
    "base58": lambda raw: _digits(raw, BASE58, 22),
    "base62": lambda raw: _digits(raw, BASE62, 22),
    "base36": lambda raw: _digits(raw, BASE36, 25),
    "shortuuid": lambda raw: _digits(raw, BASE57, 22),
    "base85": lambda raw: _digits(raw, BASE85, 20),
    "base32": lambda raw: base64.b32encode(raw).decode()[:26],
    "base64": lambda raw: base64.b64encode(raw).decode(),
    "ncname58": _ncname58,
    "int64x2": lambda raw: ":".join(
        str(int.from_bytes(half, "big", signed=True))
        for half in (raw[:8], raw[8:])),
    "int": lambda raw: str(int.from_bytes(raw, "big")),
    "oid": lambda raw: f"2.25.{int.from_bytes(raw, 'big')}",
    "urn-oid": lambda raw: f"urn:oid:2.25.{int.from_bytes(raw, 'big')}",
}


# TypeIDs too; cpp/own.cpp has the prefix.
TEXTS = {**FORMS, "typeid": lambda raw: "user_" + ulid_text(raw).lower()}

# How Python makes each id with a key, from the hex of an id and a name.
OWN = {
    "derive": lambda _, name: KEYED.derived(KEY, DERIVE_MS, name.encode()),
    "mask": lambda one, _: KEYED.masked(MASK_KEY, bytes.fromhex(_v7(one))),
    "unmask": lambda one, _: bytes.fromhex(_v7(one)),
    "encrypt": lambda one, _: KEYED.encrypted(KEY, bytes.fromhex(_v7(one))),
    "decrypt": lambda one, _: bytes.fromhex(_v7(one)),
}


def time_of(kind, one):
    """The time of an id in seconds since 1970; None if its kind has none."""
    number = one.int
    if kind in ("v7", "v8_node") or kind.startswith("ulid"):
        return (number >> 80) / 1000
    if kind == "v8_append":  # 44 bits of milliseconds behind 20 of the prefix
        high, middle, low = number >> 80 & 0xFFFFFFF, number >> 64 & 0xFFF, number >> 57 & 0xF
        return (high << 16 | middle << 4 | low) / 1000
    if kind == "v1":
        return (one.time - GREGORIAN) / 1e7
    if kind == "v6":
        ticks = number >> 80 << 12 | number >> 64 & 0xFFF
        return (ticks - GREGORIAN) / 1e7
    return None


def _id_fault(kind, one, begun, ended):
    if kind.startswith("v") and (one.variant != uuid.RFC_4122 or
                                 one.version != int(kind[1])):
        return f"{one} is not of version {kind[1]}"
    time = time_of(kind, one)
    if time is not None and not begun - SLACK <= time <= ended + SLACK:
        return f"the time in {one} is not the current time"
    return None


def _made_faults(kind, ids, ordered, begun, ended):
    faults = [fault for one in ids
              if (fault := _id_fault(kind, one, begun, ended))][:1]
    if len(set(ids)) != len(ids):
        faults.append("an id is duplicated")
    if ordered and kind == "v1":  # version 1 does not sort as bytes
        times = [time_of(kind, one) for one in ids]
        if any(b < a for a, b in zip(times, times[1:])):
            faults.append("ids are out of order")
    elif ordered and any(b <= a for a, b in zip(ids, ids[1:])):
        faults.append("ids are out of order")
    return faults


def case_faults(case, reference, begun, ended):
    """The faults in one line of `prove`; [] if it is right."""
    kind, out = case["operation"], case.get("out")
    if out is None:
        silent = case["mode"] in ("threads", "limit")
        return [] if silent else ["gave no output"]
    if len(out) != len(reference.hexes):
        return [f"gave {len(out)} items of {len(reference.hexes)}"]
    want = reference.expected(kind)
    if want is None:
        ids = [uuid.UUID(hex=item) for item in out]
        return _made_faults(kind, ids, case.get("ordered"), begun, ended)
    for item, right in zip(out, want):
        if item != right:
            return [f"gave {item} where Guidon gives {right}"]
    return []


def verdict(case, faults):
    """The reason for which a case is not timed, or "", and whether that is
    unexpected. An adapter names the known `fault` of a library."""
    known = case.get("fault", "")
    if faults and not known:
        return f"WRONG: {faults[0]}", True
    if known and not faults:
        return f"WRONG: passes, but is listed with the fault: {known}", True
    return known, False


def leniency(case, reference):
    """A note on the wrong texts that a parser accepts; "" if it accepts none."""
    taken = len(case.get("accepts", []))
    if not taken:
        return ""
    return (f"accepts {taken} of "
            f"{len(reference.wrong[case['operation'][:4]])} wrong texts")
