# SPDX-License-Identifier: MIT
"""ULID and TypeID in models of pydantic."""

import json
import re
import subprocess
import sys
import uuid
from typing import Annotated, Optional

import guidon
import pytest
from guidon import ULID, TypeID, TypeIDPrefix

pydantic = pytest.importorskip("pydantic")

TEXT = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
TYPED = "user_01h455vb4pex5vsknk084sn02q"
BYTES = ULID(TEXT).bytes

UserID = Annotated[TypeID, TypeIDPrefix("user")]


class Derived(ULID):
    pass


class Event(pydantic.BaseModel):
    id: ULID = pydantic.Field(default_factory=guidon.ulid)
    after: Optional[ULID] = None
    many: list[Derived] = []


class Order(pydantic.BaseModel):
    id: TypeID
    user: UserID
    plain: Annotated[Optional[TypeID], TypeIDPrefix("")] = None
    users: dict[UserID, int] = {}


def adapter(of, **config):
    return pydantic.TypeAdapter(of, config=pydantic.ConfigDict(**config))


@pytest.mark.parametrize("value", [TEXT, TEXT.lower(), BYTES, uuid.UUID(bytes=BYTES), ULID(TEXT)])
def test_a_ulid_is_validated(value):
    event = Event(id=value, many=[value])
    assert type(event.id) is ULID and event.id == ULID(TEXT)
    assert type(event.many[0]) is Derived


def test_a_ulid_is_kept_in_python_and_is_a_text_in_json():
    event = Event(id=TEXT, many=[TEXT])
    assert event.model_dump() == {"id": ULID(TEXT), "after": None, "many": [Derived(TEXT)]}
    assert json.loads(event.model_dump_json()) == {"id": TEXT, "after": None, "many": [TEXT]}
    assert Event.model_validate_json(event.model_dump_json()) == event
    assert type(Event().id) is ULID


def test_a_typeid_is_kept_in_python_and_is_a_text_in_json():
    order = Order(id=TYPED, user=TYPED, users={TYPED: 1})
    assert order.id == TypeID(TYPED) == Order(id=TypeID(TYPED), user=TYPED).user
    assert order.model_dump()["users"] == {TypeID(TYPED): 1}
    assert json.loads(order.model_dump_json()) == {
        "id": TYPED,
        "user": TYPED,
        "plain": None,
        "users": {TYPED: 1},
    }
    assert Order.model_validate_json(order.model_dump_json()) == order


@pytest.mark.parametrize(
    "of, value, kind, message",
    [
        (ULID, TEXT[:-1] + "U", "ulid_parsing", "valid ULID: 'U' at offset 25 is not .*[^5]$"),
        (ULID, "", "ulid_parsing", "offset 0"),
        (ULID, BYTES[1:], "ulid_parsing", "16 bytes, not 15"),
        (ULID, 1, "ulid_type", "a ULID .of type ULID or str or bytes or UUID"),
        (ULID, None, "ulid_type", "ULID"),
        (Derived, 1, "ulid_type", "a Derived"),
        (TypeID, "User" + TYPED[4:], "typeid_parsing", "valid TypeID: .*, at offset 0"),
        (TypeID, uuid.uuid4(), "typeid_type", "a TypeID .of type TypeID or str"),
        (UserID, "order" + TYPED[4:], "typeid_prefix", "prefix 'user', not 'order'"),
        (UserID, TYPED[5:], "typeid_prefix", "prefix 'user', not ''"),
        (UserID, "x", "typeid_parsing", "offset"),
        (Annotated[str, TypeIDPrefix("user")], TYPED, "typeid_type", "must annotate"),
    ],
)
def test_an_error_names_reason_and_offset(of, value, kind, message):
    with pytest.raises(pydantic.ValidationError) as raised:
        adapter(of).validate_python(value)
    (error,) = raised.value.errors()
    assert error["type"] == kind
    assert re.search(message, error["msg"]), error


def test_strict_mode_takes_objects_in_python_and_texts_in_json():
    for of, value, text in [
        (ULID, ULID(TEXT), TEXT),
        (TypeID, TypeID(TYPED), TYPED),
        (UserID, TypeID(TYPED), TYPED),
    ]:
        read = adapter(of, strict=True)
        assert read.validate_python(value) is value
        assert read.validate_json(json.dumps(text)) == value
        for wrong in [text, value.uuid]:
            with pytest.raises(pydantic.ValidationError):
                read.validate_python(wrong)
        with pytest.raises(pydantic.ValidationError):
            read.validate_json("1")


def matches(schema, text):
    return bool(re.search(schema["pattern"], text)) and (
        schema["minLength"] <= len(text) <= schema["maxLength"]
    )


@pytest.mark.parametrize("mode", ["validation", "serialization"])
def test_the_json_schema_accepts_what_the_class_accepts(mode):
    ulid = adapter(ULID).json_schema(mode=mode)
    assert ulid["type"] == "string" and ulid["format"] == "ulid"
    any_type, user, plain = (
        adapter(of).json_schema(mode=mode)
        for of in [TypeID, UserID, Annotated[TypeID, TypeIDPrefix("")]]
    )
    assert all(matches(ulid, text) for text in [TEXT, TEXT.lower(), "7" + "Z" * 25])
    assert not any(
        matches(ulid, text)
        for text in [TEXT[:-1], TEXT + "0", "8" + TEXT[1:], TEXT[:-1] + "U", TEXT[:-1] + "l"]
    )
    longest = "a" + "_" * 61 + "z" + TYPED[4:]
    assert all(
        matches(any_type, text)
        for text in [TYPED, TYPED[5:], "a" + TYPED[4:], longest, "a_b__c" + TYPED[4:]]
    )
    assert not any(
        matches(any_type, text)
        for text in ["_" + TYPED, TYPED.upper(), TYPED[4:], "a" + longest, "a_" + TYPED[4:]]
    )
    assert matches(user, TYPED) and not matches(user, "order" + TYPED[4:])
    assert matches(plain, TYPED[5:]) and not matches(plain, TYPED)


def test_pydantic_is_not_imported_with_the_package():
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import guidon, sys; guidon.TypeIDPrefix('user'); "
            "print(sorted(m for m in sys.modules if 'pydantic' in m))",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "[]\n"
