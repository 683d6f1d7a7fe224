# SPDX-License-Identifier: MIT
"""Makes the seed corpus, fuzz/corpus/TARGET/*, from tests/vectors, in the input
format of each target. Every run makes the same files. With --check, nothing is
written: the corpus must have exactly these files."""

import hashlib
import json
import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
VECTORS = ROOT / "tests/vectors"
CORPUS = ROOT / "fuzz/corpus"

HEADER = (ROOT / "include/guidon/text.h").read_text()
# The names of the forms, in the order of their values.
FORMS = re.findall(r'^ +X\(\w+, "([a-z0-9-]+)"\)', HEADER, re.M)
ANY = int(re.search(r"GUIDON_ANY_FORMS  UINT64_C\(0x([0-9a-f]+)\)", HEADER)[1], 16)


def rows(file, member):
    return json.loads((VECTORS / file).read_text())[member]


def texts():
    """One text of each form and length, and one rejected text for each error."""
    seen = {}
    for row in rows("text.json", "texts"):
        for form in FORMS:
            if form in row:
                seen.setdefault((form, len(row[form])), row[form])
    yield from seen.values()
    yield rows("ncs.json", "ids")[0]["text"]
    for row in rows("initialisers.json", "read"):
        yield row["text"]
    yield from refusals()


def refusals():
    seen = set()
    for row in rows("refuse.json", "refused"):
        kind = row["form"], row["status"]
        if kind not in seen:
            seen.add(kind)
            yield row["text"]


def lenient():
    for row in rows("ulid.json", "lenient")[:4]:
        yield row["text"]
    for row in rows("lenient.json", "read"):
        if row.get("status") == "LENGTH":
            yield row["text"]


def masked(text, forms, high=0):
    """An input of the target `parse`: a mask of forms, then a text."""
    return (high | forms).to_bytes(8, "big") + text.encode()


def parse_seeds():
    for text in texts():
        yield masked(text, ANY)
    for text in lenient():
        yield masked(text, ANY, 1 << 63)
    for bit, form in enumerate(FORMS):  # forms that are read only when named
        if not ANY >> bit & 1:
            text = rows("text.json", "texts")[0][form]
            yield masked(text, 1 << bit)
            yield masked(text, ANY | 1 << bit)
    for row in rows("ambiguous.json", "ambiguous"):
        yield masked(row["text"], ANY)
        yield masked(row["text"], ANY | sum(1 << FORMS.index(f) for f in row["forms"]))
    for row in rows("reasons.json", "reasons"):
        forms = sum(1 << FORMS.index(form) for form in row.get("forms", []))
        yield masked(row["text"], forms or ANY, row.get("lenient", False) << 63)
    yield masked("0" * 26, 1 << 8)
    yield masked("7" * 22, 1 << 11 | 1 << 12)
    # A lenient ULID whose hyphens are also where a UUID has them.
    yield masked("01ARZ3ND-EKTS-V4RR-FFQ6-9G5FAV------", ANY, 1 << 63)
    yield masked("01ARZ3ND-EKTS-V4RR-FFQ6-9G5FAV------", ANY)
    yield masked("01234567-89ab-cdef-0123-456789abcdef", ANY, 1 << 63)


def typeid_seeds():
    """The size of the writer's output, then a TypeID, which is also a prefix."""
    for row in rows("typeid.json", "valid"):
        yield bytes([len(row["text"])]) + row["text"].encode()
    for row in rows("typeid.json", "invalid") + rows("typeid.json", "refused"):
        yield bytes([90]) + row["text"].encode()
    for row in rows("typeid.json", "prefixes"):
        yield bytes([90]) + row["prefix"].encode()


def octets():
    for row in rows("text.json", "texts")[:4]:
        yield bytes.fromhex(row["octets"])


def format_seeds():
    for at, id_ in enumerate(octets()):
        for form in range(at, len(FORMS), 4):
            yield bytes([form, 160]) + id_
        yield bytes([63, 0]) + id_ + b"\x03O\x04I"
    yield bytes([17, 36]) + bytes.fromhex(rows("ncs.json", "ids")[0]["octets"])


def time_text_seeds():
    for row in rows("time_text.json", "parse")[::2]:
        yield row["text"].encode()
    for row in rows("time_text.json", "refuse")[::3]:
        yield row["text"].encode()


def der_seeds():
    for row in rows("oid.json", "oids"):
        yield bytes.fromhex(row["der"])
    for row in rows("oid.json", "der_refused")[::3]:
        yield bytes.fromhex(row["der"])


def key_ring_seeds():
    for row in rows("key_rings.json", "rings") + rows("key_rings.json", "damaged")[::2]:
        if len(row["text"]) < 200:
            yield row["text"].encode()


def keys_seeds():
    """What to do, the number of ids, the length and the distance of data, which id is
    bad, a key; then ids or data: see the target."""
    key, v7 = bytes(range(32)), bytes.fromhex("017f22e279b07cc398c4dc0c0c07398f")
    for change in range(4):
        yield bytes([change, 1, 0, 0]) + key + v7
        yield bytes([change | 4, 70, 0, 0]) + key + v7
        yield bytes([change | 8, 9, 0, 0, 5]) + key + v7
    for kernel in (64, 96, 224):
        yield bytes([kernel, 5, 16, 16]) + key + v7
    yield bytes([68, 150, 70, 70]) + key + v7
    yield bytes([68, 140, 48, 0]) + key + v7
    yield bytes([72, 9, 1, 1, 5]) + key + v7


def order_seeds():
    """Which octets differ, an id, the other values of these octets."""
    for id_ in octets():
        for differ in (0, 1, 0x40, 0x100, 0x8000, 0xFFFF):
            yield differ.to_bytes(2, "big") + id_ + bytes(range(16))
    for octets_6_8 in ((0x01, 0x80), (0x5F, 0xFF), (0x60, 0x80), (0x7F, 0x80)):
        id_ = bytearray(16)
        id_[6], id_[8] = octets_6_8
        yield b"\xff\xff" + bytes(id_) + bytes(range(16))


def many_seeds():
    """Bytes for the kind and the kernel, the stride, the count. Then a text that
    the target repeats, or pairs of a position and a byte to put there."""
    uuid = rows("text.json", "texts")[1]["uuid"].encode()
    ulid = rows("text.json", "texts")[1]["ulid"].encode()
    for kind, text in ((0, uuid), (1, ulid), (2, uuid + b"\n"),
                       (3, ulid + b"\n")):
        yield bytes([kind | 0x10, 128, 3]) + text
        yield bytes([kind | 0x20, 129, 18]) + text + b"-"
        yield bytes([kind | 12, 0x8f, 150]) + b"\x04\x03g"
        yield bytes([kind | 0x18, 128, 19]) + b"\x02\x07 \x01\x01\xff"


def forms_seeds():
    """Bytes for the form, the gap, the count and, in two bytes, the ids. Then
    a text that the target repeats, or pairs of a position and a byte to put there;
    with 64 in the first byte, valid texts."""
    text = rows("text.json", "texts")[1]
    for bit, form in enumerate(FORMS):
        yield bytes([bit | 64, bit * 3, 19, bit, 1]) + b"\x02\x07 \x01\x01\xff"
        yield bytes([bit, 0, 20, 0, 0]) + text.get(form, "0").encode()


def lines_of_ids():
    uuids = [row["uuid"] for row in rows("text.json", "texts")[:3]]
    ulids = [row["ulid"] for row in rows("text.json", "texts")[:3]]
    return uuids, ulids


def input_seeds():
    """Framing and buffer size, then the stream. The stream's bytes are also the
    sizes of the portions in which it arrives."""
    uuids, ulids = lines_of_ids()
    text = "\n".join(uuids + ulids + uuids).encode()
    for framing in range(4):
        yield bytes([0, 0x01, 0x20, framing]) + text
        yield bytes([0, 0x08, 0x10, framing | 8]) + text + b"\r\n"
    yield bytes([0, 0x04, 0x00, 0x04]) + text
    yield bytes([0, 0x00, 0x00, 0x0a]) + text.replace(b"\n", b"\0") + b"\0"
    yield bytes([0, 0x00, 0x00, 0x0b]) + bytes(range(100))
    yield bytes([0, 0x00, 0x00, 0x00]) + b"x" * 120 + b"\n\n\r\n" + text[:80]
    for which, form in enumerate(FORMS):
        lines = [row[form] for row in rows("text.json", "texts") if form in row][:4]
        for framing, end in ((0, "\n"), (1, "\r\n"), (2, "\0")):
            for accept in (0, which + 2) if framing == 0 else (which + 2,):
                yield wide_buffer(accept, framing) + end.join(
                    lines + [lines[0].upper()] + lines[:1]).encode() + end.encode()


def wide_buffer(accept, framing):
    """The head of an input of `input` that reads runs in the largest buffer."""
    size = next(size for size in range(160) if (accept << 15 | size) % 160 == 159)
    return (accept << 19 | size << 4 | framing).to_bytes(4, "big")


def scanner_seeds():
    """The kinds of match, then the text. The text's bytes also say where it is cut."""
    uuids, ulids = lines_of_ids()
    yield bytes([7]) + f"id={uuids[1]}, {ulids[1]}; {uuids[2].upper()}".encode()
    yield bytes([3]) + f'"a\\n{ulids[1]}" x{ulids[1]} {uuids[1]}0'.encode()
    yield bytes([7]) + f"\033[31m{ulids[2]}\033[0m{uuids[2]}".encode()
    yield bytes([4]) + (ulids[1].lower() + " ").encode() * 3
    yield bytes([7]) + b"-" * 40 + uuids[1].encode() + b"\\t" + ulids[2].encode()
    number = uuids[1].replace("-", "").encode()
    yield bytes([15]) + b"/a%2F" + uuids[1].encode() + b"?x=%3d" + number
    yield bytes([10]) + b"\\u003c" + ulids[1].encode() + b"\\u003E\\u003c" + number
    yield bytes([15]) + b"0x" + number + b" 00x" + number + b" %2F0X" + number
    typeid = b"user_01h455vb4pex5vsknk084sn02q"
    yield bytes([16]) + typeid + b" \\n" + typeid + b" a_" + typeid + b"_x"
    yield bytes([31]) + b"%2f" + typeid + b" v2" + typeid + b"; \x1b[1m" + typeid
    aliases = b"00000000-0000-4000-8000-00000000000b 00000000008008000000000002"
    yield bytes([32]) + aliases + b" 0x0000000000004000800000000000001C " + number
    yield bytes([63]) + aliases.lower() + b" a_00000000008008000000000002 " + typeid
    yield bytes([20]) + b"a" * 60 + typeid + b" " + b"_" * 70 + typeid


def alias_seeds():
    """The kind of aliases, the forms of ids, the longest piece, how many bytes the first
    text has, and both texts. A byte from 128 on is one of 36 parts of a text."""
    for kind in range(3):
        for forms in 3, 31:
            begin = bytes([kind, forms])
            yield begin + b"\x10\x05" + bytes(range(128, 164))
            yield begin + b"\xff\x40" + b" ".join(bytes([i]) for i in range(128, 164))
            yield begin + b"\x03\x12" + b"".join(
                bytes([i, c]) for i in range(128, 164) for c in b" .\n,"[i % 4:])
            yield begin + b"\x01\x08" + b"\xa8\x91\x8b \xa9\x91.\xa0\x93\"\xa5\x95\xa4\x94"


def node_state_seeds():
    """Files of guidon-node --state: right ones, and one for each way to be wrong."""
    right = "guidon-node 1\ncluster {}\nrevision {}\n".format
    for cluster, revision in [("cdf818194e3a8c32", 7327), ("1", 0),
                              ("f" * 16, 2**63 - 1), ("f" * 16, 2**63), ("0", 5),
                              ("0a", 5), ("0xa", 5), ("A", 5), ("a", "05"), ("a", "+5"),
                              (" a", 5), ("a", ""), ("f" * 17, 5)]:
        yield right(cluster, revision).encode()
    yield right("a", 5).encode() + b"\n"
    yield right("a", 5).encode() + b"\0x"
    yield right("a", 5).encode().replace(b"\n", b"\r\n")
    yield b""


def audit_seeds():
    """The kind of state, its ids, then changes: see change in the target."""
    def word(at, value):
        return b"\0" + (8 * at).to_bytes(2, "big") + value.to_bytes(8, "big")

    def small(at, value):
        return b"\1" + (8 * at).to_bytes(2, "big") + bytes([value])

    def copied(at, source):
        return b"\2" + (8 * at).to_bytes(2, "big") + (8 * source).to_bytes(2, "big")

    few, many = bytes([4, 1, 2, 1, 1]), bytes([31, *range(31)])
    level, used, slots, ids, first = 0, 1, 2, 3, 9
    for begin in (b"\0\x08" + few, b"\0\x08" + many):
        yield begin
        for at, value in ((level, 1), (level, 64), (level, 65), (used, 0), (used, 6),
                          (slots, 16), (slots, 0), (ids, 3), (ids, 4), (ids, 200)):
            yield begin + small(at, value)
        yield begin + word(ids, 1 << 59)
        yield begin + small(level, 2) + word(ids, (1 << 59) - 1)
        for slot in range(8):
            yield begin + small(first + 3 * slot + 2, 1)
            yield begin + small(used, 3) + small(ids, 9) + small(first + 3 * slot + 2, 5)
            yield begin + copied(first + 3 * slot, first) + copied(
                first + 3 * slot + 1, first + 1) + small(level, 1)
    yield b"\0\0" + few
    yield b"\0\x10" + few
    for above in (64, 65, 255):
        yield b"\0\x08\0" + small(level, above) + small(ids, 5)
    yield b"\0\x08\0" + small(used, 6) + small(ids, 12) + b"".join(
        small(first + 3 * slot + 2, 2) for slot in range(6))
    begin = b"\1" + bytes([30, *range(0x80, 0x9e)])
    yield begin
    for at, values in ((4, (0, 1)), (7, (1, 40)), (22, (1,)), (31, (1,)), (32, (0, 29)),
                       (33, (0, 1, 40)), (34, (0, 1)), (35, (9,)), (36, (0,)),
                       (37, (1,)), (38, (1,)), (39, (0, 2)), (40, (0, 1, 31)),
                       (41, (255,)), (57, (255,)), (185, (1,)), (329, (1,)),
                       (330, (1,)), (335, (1,))):
        for value in values:
            yield begin + small(at, value)
    yield begin + word(1, 1 << 59)
    yield begin + word(36, 122192928000000000 + (1 << 48) * 10000)
    yield begin + word(2, (1 << 59) - 1)
    yield b"\1\0" + small(2, 1) + small(33, 1)
    yield b"\1\0" + small(39, 1)


def state_seeds():
    """The kind, the count and the words of a state file: see take_file in the
    target."""
    now = 138648505420000000
    for slot in range(8):
        begin = bytes([slot, 0x48 + slot])
        yield begin
        yield begin + slot.to_bytes(2, "big") + now.to_bytes(8, "big")
        yield (begin + (slot + 16 * 4).to_bytes(2, "big")
               + (now + 10**8).to_bytes(8, "big"))
    for dealt in 60, 64, 70:
        yield (b"\x40\x01" + (1).to_bytes(2, "big") + (now >> 32).to_bytes(8, "big")
               + (1 + 7 * 16).to_bytes(2, "big")
               + (1 << 63 | dealt << 8 | 5).to_bytes(8, "big"))
    for layout in 1, 21, 29, 30:  # a prefix of so many bits less one
        yield b"\x47\x4f" + (7 + 16 * 2).to_bytes(2, "big") + layout.to_bytes(8, "big")
    yield b"\0\x08" + b"\x80\x01\0\x0a"
    yield b"\x80\0" + b"guidon\r\n\1\0\0\0\0\x10\0\0"


def lease_seeds():
    """The kind, then changes of a lease file: see take_file and change in the
    target."""
    def near(at, value, base=1):
        return bytes([base, at]) + (0x8000 + value).to_bytes(2, "big")

    def word(at, value):
        return bytes([0, at, 0, 0]) + value.to_bytes(8, "big")

    first, not_after, last, ended = 48, 128, 136, 144
    for kind in range(8):
        begin = bytes([0x40, kind])
        yield begin
        yield begin + near(first, 5000) + near(last, 20000)
        yield begin + near(first, 10000) + near(last, 10000)
        yield begin + near(first, 10001) + near(last, 20000)
        yield begin + near(first, -1) + near(last, -1)
        yield bytes([0x40, kind | 8]) + near(first, 900)
    for layout in range(4):
        yield bytes([0x40, 4 | layout << 4]) + near(first, 7)
    begin = b"\x40\0"
    yield begin + near(first, 1) + near(last, 0)
    yield begin + word(last, 0)
    yield begin + word(first, (1 << 44) - 1) + word(last, (1 << 64) - 1)
    yield begin + word(first, 1 << 44) + word(last, (1 << 64) - 1)
    yield begin + near(not_after, 0, 2)
    yield begin + near(not_after, -1, 2)
    yield begin + near(ended, 1 - 1000, 2)
    yield begin + near(ended, 2 - 1000, 2)
    yield begin + near(40, 0, 2)
    yield begin + near(56, 0, 2)
    yield begin + near(64, 0, 2)
    yield begin + word(8, 256 << 32 | 1)
    yield begin + near(24, 1 << 14, 2)
    yield b"\0\0" + near(first, 1)
    yield b"\x80\0" + b"gdnlease\2\0\0\0\0\1\0\0"


def options(kind, **bits):
    """The first four bytes of an input of `generator`: see take_options there."""
    at = {"process": 3, "layout": 4, "step": 6, "tolerance": 7, "rollback": 11,
          "overflow": 13, "node": 14, "seq": 15, "spoilt": 24}
    word = sum(value << at[name] for name, value in bits.items())
    return (word - word % 7 + kind + (7 if word % 7 > kind else 0)
            ).to_bytes(4, "big")


def generator_seeds():
    """Options, random bytes, then calls: see step in the target."""
    calls = bytes([0x00, 0x22, 0x05, 0x05, 0x00, 0x00, 0x0c, 0x02, 0x02, 0x03,
                   0x04, 0x05, 0x06, 0x00, 0x0d, 0x01, 0x07, 0x00, 0x0a, 0x00])
    errors = bytes([0x00, 0x09, 0x02, 0x00, 0x09, 0x00, 0x09, 0x01, 0x01, 0x2c,
                    0x0b, 0x00, 0x06, 0x01, 0x0d, 0x00, 0x06, 0x63, 0x0e, 0x52])
    for kind in range(7):
        yield options(kind, tolerance=2, layout=kind % 4) + b"\1\x10" + calls
        yield options(kind, process=1, overflow=1, rollback=2) + b"\2\x10" + errors
    yield options(4, layout=1) + b"\0\x10" + b"\0\x3f\0\0\0\x04\x01\0"
    yield options(4, layout=2) + b"\0\x10" + b"\0\x7f\0\0\0\x04\x01\0"
    yield options(4) + b"\0\x10" + b"\0\x1f\0\0\0\x04\x01\0"
    yield options(6) + b"\0\x91" + b"\0\x02\0\0"
    yield options(4, overflow=1) + b"\0\x10" + b"\0\7\0\0\0\0\2"
    for value in range(16, 28):  # V8_NODE: see choose_number in the target
        begin = options(value % 7, overflow=value % 2, rollback=value % 3,
                        spoilt=value)
        yield begin + b"\1\x10" + (calls if value % 2 else errors)
        yield begin + b"\0\x10" + b"\0\x3f\0\0\0\x04\x01\0"


def encoded(*values):
    return [value.encode() for value in values]


SEEDS = {
    "uuid": lambda: encoded(
        *(row["uuid"] for row in rows("text.json", "texts")[:3]),
        rows("text.json", "texts")[2]["uuid-upper"],
        *(row["text"] for row in rows("refuse.json", "refused")[:8])),
    "ulid": lambda: encoded(
        *(row["ulid"] for row in rows("ulid.json", "ulids")[:3]),
        *(row["text"] for row in rows("ulid.json", "refused")[:8])),
    "typeid": typeid_seeds,
    "parse": parse_seeds,
    "format": format_seeds,
    "time_text": time_text_seeds,
    "der": der_seeds,
    "many": many_seeds,
    "forms": forms_seeds,
    "keys": keys_seeds,
    "key_ring": key_ring_seeds,
    "order": order_seeds,
    "audit": audit_seeds,
    "state": state_seeds,
    "lease": lease_seeds,
    "node_state": node_state_seeds,
    "input": input_seeds,
    "scanner": scanner_seeds,
    "alias": alias_seeds,
    "generator": generator_seeds,
}


def name_of(seed):
    return hashlib.sha1(seed).hexdigest()[:12]


def check():
    """Does the corpus have exactly these files?"""
    wanted = {f"{target}/{name_of(seed)}": seed
              for target, make in SEEDS.items() for seed in make()}
    there = {str(path.relative_to(CORPUS)): path.read_bytes()
             for path in CORPUS.glob("*/*")}
    wrong = sorted(name for name in wanted.keys() | there.keys()
                   if wanted.get(name) != there.get(name))
    if wrong:
        sys.exit(f"fuzz/corpus: {len(wrong)} files are not those that fuzz/seeds.py makes "
                 f"from the vectors, for example {wrong[0]}; run python3 fuzz/seeds.py")


def main():
    if sys.argv[1:] == ["--check"]:
        check()
        return
    for target, make in SEEDS.items():
        folder = CORPUS / target
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for seed in make():
            (folder / name_of(seed)).write_bytes(seed)


if __name__ == "__main__":
    main()
