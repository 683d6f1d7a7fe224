# SPDX-License-Identifier: MIT
"""Calls that must not leak, and that must survive a failed allocation: each function and
method, with what it takes and with what it refuses."""

import copy
import datetime
import functools
import itertools
import pickle
import uuid
from typing import NamedTuple

import guidon
from guidon import ULID, TypeID


class Group(NamedTuple):
    calls: list
    shared: list  # objects whose references must not grow


def group_of(calls, *shared):
    return Group(calls, [*shared, uuid.UUID, uuid.SafeUUID.unknown, guidon.ParseError, None])


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
    return [
        lambda maker=getattr(guidon, name + suffix): maker(*arguments, **options)
        for suffix in ["", "_str", "_bytes"]
    ]


FUNCTIONS = group_of(
    [
        *all_variants("uuid1"),
        *all_variants("uuid1", 5, clock_seq=7),
        *all_variants("uuid3", ID, "name"),
        *all_variants("uuid4"),
        *all_variants("uuid5", TEXT, NAME),
        *all_variants("uuid6", None, 1 << 70),
        *all_variants("uuid7"),
        *all_variants("uuid7_at", AT),
        *all_variants("uuid7_at", 5),
        *all_variants("uuid8", 1, 2),
        *all_variants("uuid8_from_digest", KEY),
        *all_variants("uuid8_sha256", ID.bytes, "\u00e9"),
        lambda: guidon.parse(TEXT),
        lambda: guidon.parse(TEXT, FORMS),
        lambda: guidon.parse(WIDE),
        lambda: guidon.parse(LONG, lenient=True),
        lambda: guidon.detect(TEXT, "any", exact_case=True),
        lambda: guidon.format(ID),
        lambda: guidon.format(TEXT, "base58"),
        lambda: guidon.format(ID.bytes, form="ncs"),
        lambda: guidon.format(ID, "x"),
        lambda: guidon.time_of(ID),
        lambda: guidon.time_of(guidon.MAX),
        lambda: guidon.time_of(guidon.ceil("v7", (1 << 48) - 1)),
        lambda: guidon.time_ns_of(V1),
        lambda: guidon.ms_of(ID),
        lambda: guidon.ticks_of(V1),
        lambda: guidon.node_of(V1),
        lambda: guidon.clock_seq_of(V1),
        lambda: guidon.version_of(ID),
        lambda: guidon.time_format(1 << 70, 3),
        lambda: guidon.time_format(1 << 99),
        lambda: guidon.time_parse("2022-02-22T19:22:22Z"),
        lambda: guidon.time_parse("2022-02-30"),
        lambda: guidon.time_parse(5),
        lambda: guidon.floor("v6", AT),
        lambda: guidon.ceil(time=-1, kind="ulid"),
        lambda: guidon.validate(ID, now=AT, slack=SECOND),
        lambda: guidon.valid(LONG),
        lambda: guidon.valid(ID, now=5),
        lambda: guidon.v1_to_v6(V1),
        lambda: guidon.v6_to_v1(V1),
        lambda: guidon.ulid_as_v7(ID),
        lambda: guidon.to_guid_bytes(ID),
        lambda: guidon.from_guid_bytes(MASK_KEY),
        lambda: guidon.from_guid_bytes(KEY),
        lambda: guidon.from_oid_der(guidon.to_oid_der(ID)),
        lambda: guidon.from_oid_der(KEY),
        lambda: guidon.sort_key(ID, "time"),
        lambda: guidon.from_sort_key(ID.bytes, "java"),
        lambda: guidon.sort_key(ID, "x"),
        lambda: guidon.unmask(guidon.mask(ID, MASK_KEY), key=MASK_KEY),
        lambda: guidon.decrypt(guidon.encrypt(ID, KEY), KEY),
        lambda: guidon.pseudonym(ID, KEY),
        lambda: guidon.derive(AT, key=KEY, data=NAME),
        lambda: guidon.derive(AT, key=NAME, data=NAME),
        # Errors.
        lambda: guidon.uuid1(1 << 48),
        lambda: guidon.uuid1(b"5"),
        lambda: guidon.uuid5(ID, 5),
        lambda: guidon.uuid4(5),
        lambda: guidon.uuid7(n=5),
        lambda: guidon.uuid7_at(AT.replace(tzinfo=None)),
        lambda: guidon.uuid7_at(NAME),
        lambda: guidon.format(5),
        lambda: guidon.format(NAME),
        lambda: guidon.parse(NAME),
        lambda: guidon.parse(TEXT, [5]),
        lambda: guidon.validate(guidon.ULID(bytes(16))),
        lambda: guidon.encrypt(V1, KEY),
        lambda: guidon.mask(ID, "key"),
    ],
    ID,
    TEXT,
    V1,
    AT,
    KEY,
    MASK_KEY,
    NAME,
    FORMS,
    SECOND,
    WIDE,
    LONG,
    datetime.datetime,
    datetime.timedelta,
    datetime.timezone.utc,
    guidon.MAX,
)


ULID_TEXT = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
TYPED = "user_01h455vb4pex5vsknk084sn02q"


class DerivedULID(ULID):
    pass


class DerivedTypeID(TypeID):
    pass


def calls_of_ulid(cls):
    made, other = cls(ULID_TEXT), cls()
    return [
        lambda: cls(),
        lambda: cls(ULID_TEXT),
        lambda: cls(made),
        lambda: cls(made.bytes),
        lambda: cls(made.uuid),
        lambda: cls(f" {ULID_TEXT}", lenient=True),
        lambda: cls.parse(made.hex),
        lambda: cls.from_str(ULID_TEXT),
        lambda: cls.from_int(made.int),
        lambda: cls.from_timestamp(1.5),
        lambda: cls.from_timestamp(15),
        lambda: cls.from_datetime(AT),
        lambda: cls.floor(AT),
        lambda: cls.ceil(1),
        lambda: made.datetime,
        lambda: made.timestamp,
        lambda: made.milliseconds,
        lambda: repr(made),
        lambda: str(made),
        lambda: bytes(made),
        lambda: f"{made:hex}",
        lambda: f"{made:>30}",
        lambda: hash(made),
        lambda: made < other,
        lambda: made == ULID_TEXT,
        lambda: made.next(),
        lambda: made.as_uuid7(),
        lambda: copy.copy(made),
        lambda: copy.deepcopy(made),
        lambda: pickle.loads(pickle.dumps(made)),
        # Errors.
        lambda: cls("x"),
        lambda: cls(None),
        lambda: cls(b""),
        lambda: cls(1),
        lambda: cls("\u00e9" * 26),
        lambda: cls(ULID_TEXT, no=1),
        lambda: cls.from_int(-1),
        lambda: cls.from_int(2**128),
        lambda: cls.from_timestamp(-1),
        lambda: cls.from_timestamp(-1.0),
        lambda: cls.from_datetime(AT.replace(tzinfo=None)),
        lambda: cls.floor(-1),
        lambda: cls("7" + "Z" * 25).datetime,
        lambda: cls("7" + "Z" * 25).next(),
        lambda: f"{made:nonsense}",
        lambda: f"{made:ncs}",
        lambda: cls.from_hex(ULID_TEXT),
        lambda: made < 1,
        lambda: cls.from_uuid(1),
        lambda: cls.from_bytes("1"),
        lambda: cls.__get_pydantic_core_schema__(1),
    ]


def calls_of_typeid(cls):
    made, other = cls(TYPED), cls("b_" + TYPED[5:])
    return [
        lambda: cls(TYPED),
        lambda: cls(made),
        lambda: cls.parse(TYPED),
        lambda: cls.from_uuid(made.uuid, "user"),
        lambda: cls.from_uuid(made),
        lambda: made.prefix,
        lambda: made.suffix,
        lambda: made.uuid,
        lambda: repr(made),
        lambda: str(made),
        lambda: f"{made:>90}",
        lambda: hash(made),
        lambda: made < other,
        lambda: made == TYPED,
        lambda: copy.copy(made),
        lambda: copy.deepcopy(made),
        lambda: pickle.loads(pickle.dumps(made)),
        # Errors.
        lambda: cls("x"),
        lambda: cls(None),
        lambda: cls.parse(1),
        lambda: cls("\u00e9" + TYPED),
        lambda: cls.from_uuid(made, "USER"),
        lambda: cls.from_uuid("x", "user"),
        lambda: cls.from_uuid(made, 1),
        lambda: cls.from_uuid(made, "us\u00e9r"),
        lambda: f"{made:d}",
        lambda: made < 1,
    ]


CLASSES = group_of(
    [
        *calls_of_ulid(ULID),
        *calls_of_ulid(DerivedULID),
        *calls_of_typeid(TypeID),
        *calls_of_typeid(DerivedTypeID),
        guidon.ulid,
        guidon.ulid_str,
        guidon.ulid_bytes,
        lambda: guidon.ulid_bytes(ULID_TEXT),
        lambda: guidon.ulid_bytes("x"),
        lambda: guidon.ulid_bytes(5),
        guidon.typeid,
        lambda: guidon.ulid(monotonic=False),
        lambda: guidon.ulid(monotonic=True, x=1),
        lambda: guidon.typeid("user"),
        lambda: guidon.typeid("USER"),
        lambda: guidon.typeid(1),
        lambda: guidon.TypeIDPrefix("user"),
    ],
    ULID,
    TypeID,
    DerivedULID,
    DerivedTypeID,
    datetime.datetime,
    ULID_TEXT,
    TYPED,
    datetime.timezone.utc,
)


IDS = bytes(16 * 70)
DIFFERENT = guidon.new_many(100)
LIST = [ID, str(ID), guidon.ULID(ID), "no id"]
WEAK, LATE, EMPTY = guidon.Audit(), guidon.Audit(), guidon.Audit(distinct=0)
USED = guidon.Audit()
WEAK.add_many(b"\0\0\0\0\0\0\x40\0\x80\0\0\0\0\0\0\0" * 70)
LATE.add(guidon.ceil("v7", 2**48 - 1))
STATE = WEAK.__reduce__()[2]


AUDITS = group_of(
    [
        guidon.Audit,
        lambda: guidon.Audit(distinct=6),
        lambda: guidon.Audit().add(ID),
        lambda: guidon.Audit().add(str(ID), ulid=True),
        lambda: guidon.Audit().add_many(IDS),
        lambda: guidon.Audit().add_many(DIFFERENT),
        lambda: guidon.Audit().add_many(LIST[:3]),
        lambda: guidon.Audit().merge(WEAK),
        lambda: guidon.Audit().__setstate__(STATE),
        lambda: USED.__setstate__(STATE),
        *(
            lambda audit=audit, name=name: getattr(audit, name)
            for audit in (WEAK, EMPTY)
            for name in (
                "ids",
                "kinds",
                "timed",
                "earliest",
                "latest",
                "earliest_ns",
                "latest_ns",
                "out_of_order",
                "parts",
                "weak_bits",
                "duplicates",
                "duplicates_seen",
                "duplicates_at_most",
                "duplicates_note",
                "sampled_1_in",
            )
        ),
        lambda: LATE.latest_ns,
        lambda: repr(WEAK),
        lambda: WEAK == LATE,
        lambda: WEAK != WEAK,
        lambda: copy.copy(WEAK),
        lambda: copy.deepcopy(WEAK),
        lambda: WEAK.__reduce__(),
        lambda: pickle.loads(pickle.dumps(WEAK)),
        # Errors.
        lambda: guidon.Audit(distinct=-1),
        lambda: guidon.Audit(distinct="x"),
        lambda: guidon.Audit(no=1),
        lambda: guidon.Audit().add(5),
        lambda: guidon.Audit().add("x"),
        lambda: guidon.Audit().add_many(LIST),
        lambda: guidon.Audit().add_many(b"x"),
        lambda: guidon.Audit().add_many(5),
        lambda: guidon.Audit().merge(EMPTY),
        lambda: guidon.Audit().merge(5),
        lambda: hash(WEAK),
        lambda: WEAK < LATE,
        *(
            lambda at=at: guidon.Audit().__setstate__((*STATE[:at], "x", *STATE[at + 1 :]))
            for at in range(2, 5)
        ),
        lambda: guidon.Audit().__setstate__((*STATE[:4], b"\xff" * len(STATE[4]))),
    ],
    ID,
    IDS,
    DIFFERENT,
    LIST,
    WEAK,
    LATE,
    EMPTY,
    USED,
    STATE,
    guidon.Audit,
    *STATE,
)


NOW = 1_645_557_742_000_000_000


# Functions without a frame of Python: CPython itself does not survive some failed
# allocations while a frame raises.
clock = itertools.repeat(NOW).__next__
broken = functools.partial(int, "no number")
bits = "0".__mul__

SCRIPTED = guidon.Generator(clock=clock, random=bytes)
SHARED_ONE = guidon.Generator("ulid-monotonic", scope="process")
TIMED = guidon.Generator("v1", node=5)
MADE = [SCRIPTED, SHARED_ONE, TIMED, guidon.Generator("v4", random=bytes)]
WRONG = [
    guidon.Generator(clock=broken),
    guidon.Generator("v4", random=broken),
    guidon.Generator("v4", random=bits),
]
BUFFER = bytearray(160)


def methods(made):
    return [
        made.next,
        made.next_str,
        made.next_bytes,
        lambda: next(iter(made)),
        lambda: made.fill(BUFFER),
        lambda: made.new_many(10),
        lambda: made.stats,
        lambda: made.kind,
        lambda: made.scope,
        lambda: repr(made),
    ]


GENERATORS = group_of(
    [
        guidon.Generator,
        lambda: guidon.Generator(clock=clock, random=bytes).next(),
        lambda: guidon.Generator("v2", local_id=5, node=b"123456"),
        *(call for made in MADE + WRONG for call in methods(made)),
        lambda: TIMED.set_node(5),
        lambda: TIMED.set_clock_seq(5),
        lambda: TIMED.set_clock_seq(),
        # Errors.
        lambda: SCRIPTED.set_node(5),
        lambda: TIMED.set_node("5"),
        lambda: TIMED.set_clock_seq(1 << 20),
        lambda: SCRIPTED.fill(bytearray(15)),
        lambda: SCRIPTED.new_many(-1),
    ],
    clock,
    bytes,
    broken,
    bits,
    BUFFER,
    *MADE,
    *WRONG,
    guidon.Generator,
    guidon.GeneratorStats,
)

# CPython itself does not survive some failed allocations while an exception passes two
# frames, as these do: code of the package in Python raises them.
RAISED_IN_PYTHON = group_of(
    [
        lambda: guidon.Generator("x"),
        lambda: guidon.Generator(scope="x", clock=clock),
        lambda: guidon.Generator(clock=clock, random=5),
        lambda: guidon.Generator(node=5),
        lambda: guidon.Generator("v1", node="x"),
        lambda: guidon.Generator(state="/x"),
        lambda: guidon.Generator(no=1),
        lambda: LATE.earliest,
        lambda: LATE.latest,
        lambda: guidon.Audit().__setstate__(5),
        *(
            lambda at=at: guidon.Audit().__setstate__((*STATE[:at], "x", *STATE[at + 1 :]))
            for at in range(2)
        ),
    ],
    clock,
    LATE,
    STATE,
    guidon.Audit,
    guidon.Generator,
)

# Calls of the class, which run no Python after guidon.patch().
CLASS = group_of(
    [
        lambda: uuid.UUID(V1),
        lambda: uuid.UUID(hex=V1),
        lambda: uuid.UUID(bytes=MASK_KEY),
        lambda: str(ID),
        lambda: f"{ID}",
        lambda: ID == guidon.MAX,
        lambda: ID < guidon.MAX,
    ],
    ID,
    V1,
    MASK_KEY,
    guidon.MAX,
)

GROUPS = {
    "audits": AUDITS,
    "class": CLASS,
    "classes": CLASSES,
    "functions": FUNCTIONS,
    "generators": GENERATORS,
    "raised in Python": RAISED_IN_PYTHON,
}
