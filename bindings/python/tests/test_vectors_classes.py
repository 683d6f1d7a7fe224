# SPDX-License-Identifier: MIT
"""The shared vectors of ULIDs and TypeIDs, by the classes."""

import uuid
from datetime import datetime, timezone

import guidon
import pytest
from guidon import ULID, TypeID
from vectors import parts_of, rows


def test_every_part_is_run_or_excused():
    assert set(parts_of("ulid")) == {
        "ulids",
        "monotonic",
        "increments",
        "refused",
        "lenient",
        "lenient_refused",
    }
    assert set(parts_of("typeid")) == {"valid", "invalid", "refused", "prefixes"}


def test_ulids():
    for row in rows("ulid", "ulids"):
        data = bytes.fromhex(row["octets"])
        made = ULID(row["ulid"])
        assert made.bytes == data and made == ULID(data), row
        assert guidon.ulid_bytes(row["ulid"]) == data, row
        assert str(made) == row["ulid"], row
        assert made.milliseconds == row["ms"], row
        if row["utc"][4] == "-":  # after the year 9999, datetime has no date
            utc = datetime.strptime(row["utc"], "%Y-%m-%dT%H:%M:%S.%fZ")
            assert made.datetime == utc.replace(tzinfo=timezone.utc), row


def test_monotonic():
    """The reference continues however far back the clock is, and a generator by 2^32
    milliseconds at most. So the earlier times of the rows are at this bound."""
    script = rows("ulid", "monotonic")
    first, most = script[0]["clock_ms"], 2**32 - 1
    times = iter([max(row["clock_ms"], first - most) * 10**6 for row in script])
    made = guidon.Generator(
        "ulid-monotonic",
        clock=lambda: next(times),
        rollback="fail",
        rollback_tolerance_ms=most,
        random=lambda n: ULID(script[0]["ulid"]).bytes[6:].ljust(n),
    )
    assert [made.next_str() for _ in script] == [row["ulid"] for row in script]
    assert made.stats.rollbacks == 2


def test_increments():
    for row in rows("ulid", "increments"):
        made = ULID(row["ulid"])
        if row["next"]:
            assert str(made.next()) == row["next"], row
        else:
            with pytest.raises(OverflowError, match="last ULID of its millisecond"):
                made.next()


def refuses(read, row):
    """Does the reader refuse the text of the row, at the row's offset?"""
    with pytest.raises(guidon.ParseError) as raised:
        read(row["text"])
    return raised.value.offset == row["bad_at"]


def test_refused_ulids():
    for row in rows("ulid", "refused"):
        assert refuses(ULID, row) and refuses(ULID.from_str, row), row
        assert refuses(guidon.ulid_bytes, row), row


def test_lenient_ulids():
    for row in rows("ulid", "lenient"):
        made = ULID(row["text"], lenient=True)
        assert (made.bytes.hex(), str(made)) == (row["octets"], row["ulid"]), row
    for row in rows("ulid", "lenient_refused"):
        assert refuses(lambda text: ULID(text, lenient=True), row), row


def test_typeids():
    for row in rows("typeid", "valid"):
        made = TypeID(row["text"])
        assert made.prefix == row["prefix"], row
        assert made.suffix == row["suffix"], row
        assert made.uuid == uuid.UUID(row["uuid"]), row
        assert made == TypeID.from_uuid(uuid.UUID(row["uuid"]), row["prefix"]), row
        assert str(made) == row["text"], row


@pytest.mark.parametrize("part", ["invalid", "refused"])
def test_refused_typeids(part):
    for row in rows("typeid", part):
        assert refuses(TypeID, row) and refuses(TypeID.parse, row), row


def test_prefixes():
    for row in rows("typeid", "prefixes"):
        if "status" not in row:
            assert guidon.typeid(row["prefix"]).prefix == row["prefix"], row
            continue
        assert refuses(
            guidon.typeid,
            {
                "text": row["prefix"],
                "bad_at": len(row["prefix"].encode()[: row["bad_at"]].decode()),
            },
        ), row
