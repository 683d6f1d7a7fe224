# SPDX-License-Identifier: MIT
"""rows.py VECTORS_DIR [update]: the rows of keys.json and hashed.json, computed without
Guidon.

SipHash is written here from its publication, and BLAKE2s and SHA-1 are Python's hashlib.
The files have to have exactly these rows; `update` writes them. Rows that begin with
"published" are copied from their source, and the computation has to agree.
"""

import hashlib
import json
import pathlib
import sys

MASK64 = 2**64 - 1


def rotl(x, by):
    return (x << by | x >> (64 - by)) & MASK64


def sipround(v):
    v[0] = (v[0] + v[1]) & MASK64
    v[1] = rotl(v[1], 13) ^ v[0]
    v[0] = rotl(v[0], 32)
    v[2] = (v[2] + v[3]) & MASK64
    v[3] = rotl(v[3], 16) ^ v[2]
    v[0] = (v[0] + v[3]) & MASK64
    v[3] = rotl(v[3], 21) ^ v[0]
    v[2] = (v[2] + v[1]) & MASK64
    v[1] = rotl(v[1], 17) ^ v[2]
    v[2] = rotl(v[2], 32)


def siphash24(key, message):
    """SipHash-2-4 as a number."""
    k = [int.from_bytes(key[i:i + 8], "little") for i in (0, 8)]
    start = b"somepseudorandomlygeneratedbytes"
    v = [int.from_bytes(start[8 * i:8 * i + 8], "big") ^ k[i % 2] for i in range(4)]
    padded = message + bytes(7 - len(message) % 8) + bytes([len(message) % 256])
    for at in range(0, len(padded), 8):
        word = int.from_bytes(padded[at:at + 8], "little")
        v[3] ^= word
        sipround(v)
        sipround(v)
        v[0] ^= word
    v[2] ^= 0xFF
    for _ in range(4):
        sipround(v)
    return v[0] ^ v[1] ^ v[2] ^ v[3]


def with_version(octets, version):
    out = bytearray(octets)
    out[6] = out[6] & 0x0F | version << 4
    out[8] = out[8] & 0x3F | 0x80
    return bytes(out)


def masked(key, v7):
    random = bytes([v7[6] & 0x0F, v7[7], v7[8] & 0x3F]) + v7[9:]
    pad = siphash24(key, random) % 2**48
    time = int.from_bytes(v7[:6], "big") ^ pad
    return with_version(time.to_bytes(6, "big") + v7[6:], 4)


def derived(key, unix_ms, data):
    message = b"derive/1" + unix_ms.to_bytes(8, "big") + data
    digest = hashlib.blake2s(message, key=key).digest()
    return with_version(unix_ms.to_bytes(6, "big") + digest[:10], 7)


def some(n, seed):
    """n bytes that are the same in every run."""
    return hashlib.shake_128(seed.encode()).digest(n)


def sip_rows():
    key = bytes(range(16))
    for n in range(64):
        message = bytes(range(n))
        yield {"why": f"published vectors_sip64, {n} bytes", "key": key.hex(),
               "data": message.hex(),
               "hash": siphash24(key, message).to_bytes(8, "little").hex()}


def mask_rows():
    def row(why, key, v7):
        v7 = bytes.fromhex(v7.replace("-", ""))
        return {"why": why, "key": key.hex(), "v7": v7.hex(),
                "masked": masked(key, v7).hex()}

    known = bytes.fromhex("efcdab8967452301" "1032547698badcfe")
    published = row("published example of n2p5/uuid47 and UUIDv47Sharp", known,
                    "018f2d9f-9a2a-7def-8c3f-7b1a2c4d5e6f")
    assert published["masked"] == "2463c7807fca4def8c3f7b1a2c4d5e6f"
    yield published
    yield row("computed: nothing is set", known, "00000000-0000-7000-8000-000000000000")
    yield row("computed: everything is set", known,
              "ffffffff-ffff-7fff-bfff-ffffffffffff")
    yield row("computed: a key of zeros", bytes(16),
              "017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
    yield row("computed: a key of ones", b"\xff" * 16,
              "017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
    for bit in (52, 59, 60, 63, 66, 71, 72, 111, 112, 120, 127):
        octets = bytearray(with_version(bytes(16), 7))
        octets[bit // 8] |= 0x80 >> bit % 8
        yield row(f"computed: bit {bit} alone, from 0", known, octets.hex())


def derive_rows():
    key = bytes(range(32))

    def row(why, key, unix_ms, data):
        return {"why": f"computed: {why}", "key": key.hex(), "unix_ms": unix_ms,
                "data": data.hex(), "id": derived(key, unix_ms, data).hex()}

    now = 1645557742000
    yield row("no data", key, now, b"")
    yield row("the first instant", key, 0, b"x")
    yield row("the last millisecond", key, 2**48 - 1, b"x")
    yield row("a key of zeros", bytes(32), now, b"x")
    yield row("an id of version 4", key, now,
              bytes.fromhex("919108f752d133205bacf847db4148a8"))
    yield row("the same data, a millisecond later", key, now + 1,
              bytes.fromhex("919108f752d133205bacf847db4148a8"))
    for n, why in ((1, "1 byte"), (3, "3 bytes"), (4, "4 bytes"), (7, "7 bytes"),
                   (8, "8 bytes"), (15, "15 bytes"), (16, "16 bytes"), (17, "17 bytes"),
                   (31, "31 bytes"), (32, "32 bytes"), (33, "33 bytes"),
                   (47, "a byte less than one block"), (48, "one block"),
                   (49, "a byte in the second block"), (111, "a byte less than two"),
                   (112, "two blocks"), (113, "a byte in the third block"),
                   (300, "300 bytes")):
        yield row(why, some(32, f"key {n}"), now + n, some(n, f"data {n}"))


HALF = 2**61 - 1


def encrypted(key, v7):
    number = int.from_bytes(v7, "big")
    # without the four bits of the version and the two of the variant
    bits = number >> 80 << 74 | (number >> 64 & 0xFFF) << 62 | number & 2**62 - 1
    left, right = bits >> 61, bits & HALF
    for i in range(10):
        message = b"crypt/1" + bytes([i]) + right.to_bytes(8, "big")
        digest = hashlib.blake2s(message, key=key).digest()
        left, right = right, left ^ int.from_bytes(digest[:8], "big") >> 3
    bits = left << 61 | right
    number = bits >> 74 << 80 | (bits >> 62 & 0xFFF) << 64 | bits & 2**62 - 1
    return with_version(number.to_bytes(16, "big"), 8)


def encrypt_rows():
    for i, v7 in enumerate(("00000000-0000-7000-8000-000000000000",
                            "ffffffff-ffff-7fff-bfff-ffffffffffff",
                            "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
                            "017f22e2-79b0-7cc3-98c4-dc0c0c073990",
                            "017f22e2-79b1-7cc3-98c4-dc0c0c07398f")):
        for key, named in ((bytes(32), "a key of zeros"), (bytes(range(32)), "a key")):
            octets = bytes.fromhex(v7.replace("-", ""))
            yield {"why": f"computed: id {i + 1} with {named}", "key": key.hex(),
                   "v7": octets.hex(), "encrypted": encrypted(key, octets).hex()}
    for bit in (0, 47, 52, 63, 66, 67, 127):
        octets = bytearray(with_version(bytes(16), 7))
        octets[bit // 8] |= 0x80 >> bit % 8
        key = some(32, f"crypt {bit}")
        yield {"why": f"computed: bit {bit} alone, from 0", "key": key.hex(),
               "v7": octets.hex(), "encrypted": encrypted(key, bytes(octets)).hex()}


def pseudonym(key, octets):
    return with_version(hashlib.blake2s(b"alias/1" + octets, key=key).digest()[:16], 8)


def pseudonym_rows():
    for why, text in (("nil", "00000000-0000-0000-0000-000000000000"),
                      ("max", "ffffffff-ffff-ffff-ffff-ffffffffffff"),
                      ("version 1", "c232ab00-9414-11ec-b3c8-9f6bdeced846"),
                      ("version 4", "919108f7-52d1-4320-9bac-f847db4148a8"),
                      ("version 7", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"),
                      ("version 8", "2489e9ad-2ee2-8e00-8ec9-32d5f69181c0"),
                      ("variant NCS", "34dc2346-9000-0000-0d00-007c5f000000"),
                      ("variant Microsoft", "00000000-0000-0000-c000-000000000046")):
        octets = bytes.fromhex(text.replace("-", ""))
        for key, named in ((bytes(32), "a key of zeros"), (some(32, "alias"), "a key")):
            yield {"why": f"computed: {why} with {named}", "key": key.hex(),
                   "id": octets.hex(), "pseudonym": pseudonym(key, octets).hex()}
    for bit in (0, 48, 51, 64, 65, 71, 72, 127):
        octets = bytearray(16)
        octets[bit // 8] |= 0x80 >> bit % 8
        key = some(32, f"alias {bit}")
        yield {"why": f"computed: bit {bit} alone, from 0", "key": key.hex(),
               "id": octets.hex(), "pseudonym": pseudonym(key, bytes(octets)).hex()}


NAMESPACE = bytes.fromhex("6ba7b8109dad11d180b400c04fd430c8")


def hashed_rows():
    key, now = bytes(range(32)), 1645557742000

    def row(why, type_, value, data):
        name = hashlib.sha1(NAMESPACE + data).digest()[:16]
        return {"why": f"computed: {why}", "type": type_, "value": value,
                "data": data.hex(), "unix_ms": now, "key": key.hex(),
                "derived": derived(key, now, data).hex(), "namespace": NAMESPACE.hex(),
                "v5": with_version(name, 5).hex()}

    for why, number in (("zero", 0), ("one", 1), ("minus one", -1), ("258", 258),
                        ("the last of 8 bits", 127), ("the first of 8 bits", -128),
                        ("the last of 8 bits without a sign", 255),
                        ("the last of 16 bits", 2**15 - 1), ("the first", -2**15),
                        ("the last of 16 bits without a sign", 2**16 - 1),
                        ("the last of 32 bits", 2**31 - 1), ("the first", -2**31),
                        ("the last of 32 bits without a sign", 2**32 - 1),
                        ("the last that a double holds with all before it", 2**53 - 1),
                        ("one more", 2**53), ("two more, odd", 2**53 + 1),
                        ("the last of 64 bits", 2**63 - 1), ("the first", -2**63)):
        value = number if abs(number) < 2**53 else str(number)
        yield row(f"an integer, {why}", "integer", value,
                  (number % 2**64).to_bytes(8, "big"))
    for why, text in (("none", ""), ("ASCII", "abc"), ("digits, not the integer", "258"),
                      ("a blank at its end counts", "abc "),
                      ("U+0000 in the middle", "a\0b"), ("U+007F", "\x7f"),
                      ("two bytes", "\x80\u07ff"), ("three bytes", "\u0800\ud7ff\ue000"),
                      ("noncharacters", "\ufffe\uffff"),
                      ("four bytes", "\U00010000\U0010ffff"),
                      ("composed, which nothing decomposes", "\u00e9"),
                      ("decomposed, which nothing composes", "e\u0301"),
                      ("a canonical UUID is a text",
                       "919108f7-52d1-3320-5bac-f847db4148a8")):
        yield row(f"a text, {why}", "text", text, text.encode())
    for why, octets in (("none", b""), ("the 8 of the integer 258", b"\0\0\0\0\0\0\1\2"),
                        ("zeros at both ends", b"\0a\0\0"), ("no UTF-8", b"\xff\xfe\xed\xa0\x80"),
                        ("the 16 of an id", bytes.fromhex("919108f752d133205bacf847db4148a8"))):
        yield row(f"bytes, {why}", "bytes", octets.hex(), octets)


def refused_integer_rows():
    for why, number in (("one more than int64_t holds", 2**63),
                        ("one less", -2**63 - 1), ("the last of uint64_t", 2**64 - 1),
                        ("which 64 bits would make 258", 2**64 + 258),
                        ("the last of 128 bits", 2**127 - 1)):
        yield {"why": f"an integer, {why}", "value": str(number)}


def refused_text_rows():
    for why, octets, bad_at in (
            ("Latin-1", "636166e9", 3), ("a byte that begins no character", "80", 0),
            ("the last of them", "61bf", 1), ("U+0000 in two bytes", "c080", 0),
            ("U+007F in two bytes", "c1bf", 0), ("U+07FF in three", "e09fbf", 0),
            ("U+FFFF in four", "f08fbfbf", 0), ("U+110000", "f4908080", 0),
            ("above all of Unicode", "f5808080", 0), ("byte FF", "6162ff", 2),
            ("byte FE", "fe", 0), ("the first of two bytes alone", "c3", 0),
            ("two of three bytes", "61e282", 1), ("three of four bytes", "f09d84", 0),
            ("the second byte is ASCII", "c341", 0), ("the third byte is", "e28241", 0),
            ("the fourth byte is", "f09d8441", 0),
            ("a whole character and one more byte", "c3a9a9", 2)):
        yield {"why": f"not UTF-8: {why}", "octets": octets, "bad_at": bad_at}
    for why, octets, bad_at, utf16 in (
            ("the first half of a pair", "eda080", 0, "d800"),
            ("the last first half", "61edafbf", 1, "0061dbff"),
            ("the second half of a pair", "edb08062", 0, "dc000062"),
            ("the last second half", "edbfbf", 0, "dfff"),
            ("both halves, each in three bytes", "eda0b4edb49e", 0, None),
            ("the halves of a pair in the wrong order", "edb49eeda0b4", 0, "dd1ed834")):
        row = {"why": f"not UTF-8: {why}", "octets": octets, "bad_at": bad_at}
        yield row if utf16 is None else {**row, "utf16": utf16}


ABOUT = ("SipHash-2-4; ids masked by UUIDv47, whose key is that of SipHash; ids derived "
         "from a time and data; encrypted ids; pseudonyms of ids; see "
         "docs/decisions/0021-keys.md.")
SOURCE = ("SipHash: vectors.h of github.com/veorq/SipHash (f26d35e). UUIDv47: "
          "github.com/stateless-me/uuidv47 (81ba63f); its example, with the result, in "
          "the README of github.com/n2p5/uuid47 and github.com/taiseiue/UUIDv47Sharp. "
          "Computed rows: tests/keys/rows.py, by Python's hashlib.")
TABLES = {"siphash": sip_rows, "mask": mask_rows, "derive": derive_rows,
          "encrypt": encrypt_rows, "pseudonym": pseudonym_rows}
ABOUT_HASHED = (
    "What names and data are hashed as; see docs/guides/keys.md. `hashed`: a value of a "
    "`type` has the bytes `data`; `derived` is version 7 of a time, a key and the value, "
    "and `v5` version 5 of the value as a name. Bytes are in hex. `refused_integers`: "
    "int64_t does not hold them. `refused_texts`: bytes that are no UTF-8, the byte where "
    "the first wrong character begins, and where there is one, the text in code units of "
    "UTF-16.")
SOURCE_HASHED = ("RFC 3629 and The Unicode Standard, table 3-7. Computed rows: "
                 "tests/keys/rows.py, by Python's hashlib and str.encode.")
TABLES_HASHED = {"hashed": hashed_rows, "refused_integers": refused_integer_rows,
                 "refused_texts": refused_text_rows}


def check(path, update, about, source, tables):
    parts = [f'"{name}": [\n  ' + ",\n  ".join(map(json.dumps, rows())) + "\n]"
             for name, rows in tables.items()]
    head = [f'"about": {json.dumps(about)}', f'"source": {json.dumps(source)}']
    text = "{\n" + ",\n".join(head + parts) + "\n}\n"
    if update:
        path.write_text(text)
    elif path.read_text() != text:
        sys.exit(f"{path} differs from what tests/keys/rows.py computes")


def main(folder, update):
    folder = pathlib.Path(folder)
    check(folder / "keys.json", update, ABOUT, SOURCE, TABLES)
    check(folder / "hashed.json", update, ABOUT_HASHED, SOURCE_HASHED, TABLES_HASHED)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:] == ["update"])
