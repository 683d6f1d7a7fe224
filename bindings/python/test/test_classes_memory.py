# SPDX-License-Identifier: MIT
"""No call of the classes leaks, and each survives a failed allocation."""

import copy
import pickle
import uuid
from datetime import datetime, timezone

import guidon
import memory
import pytest
from guidon import ULID, TypeID
from memory import few_objects_to_collect  # noqa: F401

TEXT = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
TYPED = "user_01h455vb4pex5vsknk084sn02q"


class DerivedULID(ULID):
    pass


class DerivedTypeID(TypeID):
    pass


def calls_of_ulid(cls):
    made, other = cls(TEXT), cls()
    at = datetime(2026, 1, 1, tzinfo=timezone.utc)
    return [
        lambda: cls(), lambda: cls(TEXT), lambda: cls(made), lambda: cls(made.bytes),
        lambda: cls(made.uuid), lambda: cls(f" {TEXT}", lenient=True),
        lambda: cls.parse(made.hex), lambda: cls.from_str(TEXT),
        lambda: cls.from_int(made.int), lambda: cls.from_timestamp(1.5),
        lambda: cls.from_timestamp(15), lambda: cls.from_datetime(at),
        lambda: cls.floor(at), lambda: cls.ceil(1), lambda: made.datetime,
        lambda: made.timestamp, lambda: made.milliseconds, lambda: repr(made),
        lambda: str(made), lambda: bytes(made), lambda: f"{made:hex}",
        lambda: f"{made:>30}", lambda: hash(made), lambda: made < other,
        lambda: made == TEXT, lambda: made.next(), lambda: made.as_uuid7(),
        lambda: copy.copy(made), lambda: copy.deepcopy(made),
        lambda: pickle.loads(pickle.dumps(made)),
        # Errors.
        lambda: cls("x"), lambda: cls(None), lambda: cls(b""), lambda: cls(1),
        lambda: cls("\u00e9" * 26), lambda: cls(TEXT, no=1), lambda: cls.from_int(-1),
        lambda: cls.from_int(2**128), lambda: cls.from_timestamp(-1),
        lambda: cls.from_timestamp(-1.0), lambda: cls.from_datetime(at.replace(
            tzinfo=None)), lambda: cls.floor(-1), lambda: cls("7" + "Z" * 25).datetime,
        lambda: cls("7" + "Z" * 25).next(), lambda: f"{made:nonsense}",
        lambda: f"{made:ncs}", lambda: cls.from_hex(TEXT), lambda: made < 1,
        lambda: cls.from_uuid(1), lambda: cls.from_bytes("1"),
        lambda: cls.__get_pydantic_core_schema__(1),
    ]


def calls_of_typeid(cls):
    made, other = cls(TYPED), cls("b_" + TYPED[5:])
    return [
        lambda: cls(TYPED), lambda: cls(made), lambda: cls.parse(TYPED),
        lambda: cls.from_uuid(made.uuid, "user"), lambda: cls.from_uuid(made),
        lambda: made.prefix, lambda: made.suffix, lambda: made.uuid,
        lambda: repr(made), lambda: str(made), lambda: f"{made:>90}",
        lambda: hash(made), lambda: made < other, lambda: made == TYPED,
        lambda: copy.copy(made), lambda: copy.deepcopy(made),
        lambda: pickle.loads(pickle.dumps(made)),
        # Errors.
        lambda: cls("x"), lambda: cls(None), lambda: cls.parse(1),
        lambda: cls("\u00e9" + TYPED), lambda: cls.from_uuid(made, "USER"),
        lambda: cls.from_uuid("x", "user"), lambda: cls.from_uuid(made, 1),
        lambda: cls.from_uuid(made, "us\u00e9r"), lambda: f"{made:d}",
        lambda: made < 1,
    ]


CALLS = [
    *calls_of_ulid(ULID), *calls_of_ulid(DerivedULID), *calls_of_typeid(TypeID),
    *calls_of_typeid(DerivedTypeID),
    guidon.ulid, guidon.ulid_str, guidon.ulid_bytes, guidon.typeid,
    lambda: guidon.ulid(monotonic=False), lambda: guidon.ulid(monotonic=True, x=1),
    lambda: guidon.typeid("user"), lambda: guidon.typeid("USER"),
    lambda: guidon.typeid(1), lambda: guidon.TypeIDPrefix("user"),
]


SHARED = [ULID, TypeID, DerivedULID, DerivedTypeID, uuid.UUID, datetime, TEXT, TYPED,
          uuid.SafeUUID.unknown, timezone.utc]


@pytest.mark.parametrize("call", CALLS)
def test_no_call_leaks(call):
    assert not memory.leaks(call, SHARED)


def test_every_call_survives_a_failed_allocation():
    pytest.importorskip("_testcapi")
    done = memory.run_with_failures("test_classes_memory")
    assert done.stdout == f"survived {len(CALLS)}\n", done.stderr[-2000:]
