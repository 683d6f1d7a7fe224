# SPDX-License-Identifier: MIT
"""No call of a function on single ids leaks, and each survives a failed allocation."""

import datetime
import uuid

import guidon
import memory
import pytest
from memory import few_objects_to_collect  # noqa: F401

ID = uuid.UUID("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
TEXT = "{017F22E2-79B0-7CC3-98C4-DC0C0C07398F}"
V1 = "c232ab00-9414-11ec-b3c8-9f6bdeced846"
AT = datetime.datetime(2022, 2, 22, tzinfo=datetime.timezone.utc)
KEY, MASK_KEY, NAME = bytes(range(32)), bytes(range(16)), b"name"
FORMS = ["base58", "base62"]
SECOND = datetime.timedelta(seconds=1)
WIDE = "\u20ac" * 36  # Python keeps one object of each Latin-1 character
LONG = "x" * 500


def all_variants(name, *arguments, **options):
    """The calls of a maker that returns objects, texts and bytes."""
    return [lambda maker=getattr(guidon, name + suffix): maker(*arguments, **options)
            for suffix in ["", "_str", "_bytes"]]


CALLS = [
    *all_variants("uuid1"), *all_variants("uuid1", 5, clock_seq=7),
    *all_variants("uuid3", ID, "name"), *all_variants("uuid4"),
    *all_variants("uuid5", TEXT, NAME), *all_variants("uuid6", None, 1 << 70),
    *all_variants("uuid7"), *all_variants("uuid7_at", AT),
    *all_variants("uuid7_at", 5), *all_variants("uuid8", 1, 2),
    *all_variants("uuid8_from_digest", KEY),
    *all_variants("uuid8_sha256", ID.bytes, "\u00e9"),
    lambda: guidon.parse(TEXT), lambda: guidon.parse(TEXT, FORMS),
    lambda: guidon.parse(WIDE), lambda: guidon.parse(LONG, lenient=True),
    lambda: guidon.detect(TEXT, "any", exact_case=True),
    lambda: guidon.format(ID), lambda: guidon.format(TEXT, "base58"),
    lambda: guidon.format(ID.bytes, form="ncs"), lambda: guidon.format(ID, "x"),
    lambda: guidon.time_of(ID), lambda: guidon.time_of(guidon.MAX),
    lambda: guidon.time_of(guidon.ceil("v7", (1 << 48) - 1)),
    lambda: guidon.time_ns_of(V1), lambda: guidon.ms_of(ID),
    lambda: guidon.ticks_of(V1), lambda: guidon.node_of(V1),
    lambda: guidon.clock_seq_of(V1), lambda: guidon.version_of(ID),
    lambda: guidon.time_format(1 << 70, 3), lambda: guidon.time_format(1 << 99),
    lambda: guidon.time_parse("2022-02-22T19:22:22Z"),
    lambda: guidon.time_parse("2022-02-30"), lambda: guidon.time_parse(5),
    lambda: guidon.floor("v6", AT), lambda: guidon.ceil(time=-1, kind="ulid"),
    lambda: guidon.validate(ID, now=AT, slack=SECOND),
    lambda: guidon.valid(LONG), lambda: guidon.valid(ID, now=5),
    lambda: guidon.v1_to_v6(V1), lambda: guidon.v6_to_v1(V1),
    lambda: guidon.ulid_as_v7(ID), lambda: guidon.to_guid_bytes(ID),
    lambda: guidon.from_guid_bytes(MASK_KEY), lambda: guidon.from_guid_bytes(KEY),
    lambda: guidon.from_oid_der(guidon.to_oid_der(ID)),
    lambda: guidon.from_oid_der(KEY), lambda: guidon.sort_key(ID, "time"),
    lambda: guidon.from_sort_key(ID.bytes, "java"), lambda: guidon.sort_key(ID, "x"),
    lambda: guidon.unmask(guidon.mask(ID, MASK_KEY), key=MASK_KEY),
    lambda: guidon.decrypt(guidon.encrypt(ID, KEY), KEY), lambda: guidon.pseudonym(ID, KEY),
    lambda: guidon.derive(AT, key=KEY, data=NAME), lambda: guidon.derive(AT, key=NAME, data=NAME),
    # Errors.
    lambda: guidon.uuid1(1 << 48), lambda: guidon.uuid1(b"5"),
    lambda: guidon.uuid5(ID, 5), lambda: guidon.uuid4(5), lambda: guidon.uuid7(n=5),
    lambda: guidon.uuid7_at(AT.replace(tzinfo=None)), lambda: guidon.uuid7_at(NAME),
    lambda: guidon.format(5), lambda: guidon.format(NAME), lambda: guidon.parse(NAME),
    lambda: guidon.parse(TEXT, [5]), lambda: guidon.validate(guidon.ULID(bytes(16))),
    lambda: guidon.encrypt(V1, KEY), lambda: guidon.mask(ID, "key"),
]

SHARED = [ID, TEXT, V1, AT, KEY, MASK_KEY, NAME, FORMS, SECOND, WIDE, LONG, uuid.UUID,
          uuid.SafeUUID.unknown, datetime.datetime, datetime.timedelta,
          datetime.timezone.utc, guidon.ParseError, None, guidon.MAX]


@pytest.mark.parametrize("call", CALLS)
def test_no_call_leaks(call):
    assert not memory.leaks(call, SHARED)


def test_every_call_survives_a_failed_allocation():
    pytest.importorskip("_testcapi")
    done = memory.run_with_failures("test_functions_memory")
    assert done.stdout == f"survived {len(CALLS)}\n", done.stderr[-2000:]
