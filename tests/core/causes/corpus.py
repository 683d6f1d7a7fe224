# SPDX-License-Identifier: MIT
"""Write tests/vectors/causes.json: ids of the faulty programs that guidon_causes_of knows.

    python3 tests/core/causes/corpus.py > tests/vectors/causes.json

The script installs the faulty versions from PyPI into a temporary folder and asks them for
ids: duckdb 1.3.0, uuid7 0.1.0 and python-ulid. Bytes of a GUID come from CPython's
uuid.bytes_le. Envoy, MySQL and util-linux are not on PyPI, so their published algorithms
stand here, with the place where they are published.
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import time
import uuid

REQUIREMENTS = pathlib.Path(__file__).with_name("requirements.txt")
IDS = 20  # of each cause, as many as audit has to find


def duckdb_v7():
    """DuckDB 1.3.0 stores a UUID with its top bit flipped, and uuidv7() forgot that."""
    import duckdb
    made = uuid.UUID(duckdb.sql("SELECT uuidv7()::VARCHAR").fetchone()[0])
    return made, made.int ^ 1 << 127


def draft_v7():
    """PyPI's uuid7: 36 bits of seconds, 24 of their fraction, 14 of a counter."""
    from uuid_extensions import uuid7
    made = uuid7()
    fraction = (made.int >> 80 & 0xfff) << 12 | made.int >> 64 & 0xfff
    # the last nanosecond that has this fraction
    after = -(-(fraction + 1) * 10**9 // 2**24) - 1
    ns = (made.int >> 92) * 10**9 + after
    low = made.int & (1 << 64) - 1
    return made, (ns // 10**6 << 80 | 7 << 76 | ns % 10**6 * 4096 // 10**6 << 64 | low)


def ulid_as_uuid():
    """The bytes of a ULID of python-ulid; half of them have another variant."""
    import ulid
    while True:
        made = uuid.UUID(bytes=ulid.ULID().bytes)
        if made.bytes[8] >> 6 != 2:
            return made, None


def v7(ms):
    return uuid.UUID(int=ms << 80 | 7 << 76 | uuid.uuid4().int & ~(0xf << 76) & (1 << 80) - 1)


def envoy_trace():
    """Envoy, source/extensions/request_id/uuid/config.cc: the reason for a trace is written
    over the version of a v4: 9 sampled, a forced, b asked for by the client."""
    right = uuid.uuid4()
    version = (9, 10, 11)[right.int % 3]
    return uuid.UUID(int=right.int & ~(0xf << 76) | version << 76), right.int


def seconds():
    """A generator of version 7 that takes time(NULL) for milliseconds."""
    right = v7(int(time.time()))
    return right, right.int + ((right.int >> 80) * 999 << 80)


def byte_swapped():
    """The bytes of a GUID as CPython's bytes_le and .NET's Guid.ToByteArray write them.
    An id that could be right as it stands shows nothing and is not here."""
    while True:
        right = v7(time.time_ns() // 10**6) if uuid.uuid4().int & 1 else uuid.uuid1()
        made = uuid.UUID(bytes=right.bytes_le)
        if made.bytes[6] >> 4 in (0, 9, 10, 11, 12, 13, 14, 15):
            return made, right.int


def byte_swapped_v4():
    """The same of version 4, whose version shows only in octet 7."""
    while True:
        right = uuid.uuid4()
        made = uuid.UUID(bytes=right.bytes_le)
        if made.bytes[6] >> 4 in (0, 9, 10, 11, 12, 13, 14, 15):
            return made, right.int


def mysql_swap():
    """MySQL 8.4 Reference Manual, 14.23, UUID_TO_BIN(id, 1): time_hi, time_mid, time_low.
    A column without the flag shows these bytes as they stand."""
    while True:
        right = uuid.uuid1()
        b = right.bytes
        made = uuid.UUID(bytes=b[6:8] + b[4:6] + b[0:4] + b[8:])
        if made.bytes[6] >> 4 not in (1, 2, 3, 4, 5, 6, 7, 8):
            return made, right.int


def v1_ahead():
    """Made by hand: a generator that keeps a wrong adjustment of its clock, here two hours."""
    ticks = time.time_ns() // 100 + 0x01b21dd213814000 + 2 * 3600 * 10**7
    low, mid, high = ticks & 0xffffffff, ticks >> 32 & 0xffff, ticks >> 48 & 0xfff
    tail = uuid.uuid1(clock_seq=uuid.uuid4().int & 0x3fff)
    return uuid.UUID(fields=(low, mid, 0x1000 | high, *tail.fields[3:])), None


MADE_UP = """
a1b2c3d4-e5f6-4890-abcd-ef1234567890 a1b2c3d4-e5f6-7890-abcd-ef1234567890
123e4567-e89b-12d3-a456-426614174000 123e4567-e89b-12d3-a456-426614174001
550e8400-e29b-41d4-a716-446655440000 550e8400-e29b-41d4-a716-446655440012
f47ac10b-58cc-4372-a567-0e02b2c3d479 3fa85f64-5717-4562-b3fc-2c963f66afa6
9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d 1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed
12345678-1234-4234-8234-123456789012 12345678-90ab-4def-8234-567890abcdef
11111111-1111-4111-8111-111111111111 11111111-2222-4333-8444-555555555555
aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee 00000000-0000-4000-8000-000000000001
b2c3d4e5-f6a7-4901-bcde-f12345678901 abcdef12-3456-4890-abcd-ef1234567890
01234567-89ab-4def-8123-456789abcdef 12345678-9abc-4ef0-9234-56789abcdef0
""".split()


def made_up(i):
    """Ids that documents and language models write."""
    return uuid.UUID(MADE_UP[i]), None


CAUSES = [duckdb_v7, envoy_trace, draft_v7, seconds, byte_swapped, byte_swapped_v4,
          mysql_swap, ulid_as_uuid, v1_ahead, made_up]
UNTIMED = {"envoy_trace", "byte_swapped_v4", "made_up"}


def row_of(cause, i):
    before = time.time_ns() // 10**6
    made, repaired = cause(i) if cause is made_up else cause()
    after = time.time_ns() // 10**6
    about = " ".join(cause.__doc__.split()).rstrip(".")
    row = {"why": f"the same, id {i + 1}" if i else about,
           "cause": cause.__name__.replace("_", "-"), "octets": made.hex,
           "now": after // 1000}
    if repaired is not None:
        row["repaired"] = f"{repaired:032x}"
        if cause.__name__ not in UNTIMED:
            row |= {"made_from": before, "made_to": after}
    return row


def rows():
    for cause in CAUSES:
        for i in range(IDS):
            yield row_of(cause, i)


def main():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "pip", "install", "-q", "--require-hashes",
                        "--no-deps", "--target", folder, "-r", REQUIREMENTS], check=True,
                       stdout=sys.stderr)
        sys.path.insert(0, folder)
        lines = [json.dumps(row, separators=(", ", ": ")) for row in rows()]
    about = ("Ids of faulty programs, for guidon_causes_of and guidon_repair. now is the time "
             "of the collection in Unix seconds; made_from and made_to hold the time of "
             "making in milliseconds. Without repaired the cause cannot be undone.")
    source = "tests/core/causes/corpus.py, which says of each cause which program made the ids"
    print('{\n"about": ' + json.dumps(about) + ',\n"source": ' + json.dumps(source)
          + ',\n"causes": [\n' + ",\n".join(lines) + "\n]\n}")


if __name__ == "__main__":
    main()
