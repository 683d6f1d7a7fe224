# SPDX-License-Identifier: MIT
"""The class TypeID and the function that makes TypeIDs."""

import copy
import pickle
import string
import uuid

import guidon
import pytest
from guidon import TypeID, TypeIDPrefix
from hypothesis import given
from hypothesis import strategies as st

TEXT = "user_01h455vb4pex5vsknk084sn02q"  # TypeID 0.3.0
ID = uuid.UUID("01890a5d-ac96-774b-bcce-b302099a8057")

inner = st.text(string.ascii_lowercase + "_", max_size=61)
letter = st.sampled_from(string.ascii_lowercase)
prefixes = st.one_of(
    st.just(""), letter, st.builds(lambda a, b, c: a + b + c, letter, inner, letter)
)
octets = st.binary(min_size=16, max_size=16)


class Derived(TypeID):
    pass


class DerivedTwice(Derived):
    __slots__ = ("note",)


CLASSES = [TypeID, Derived, DerivedTwice]


@given(prefixes, octets)
def test_all_views_of_a_typeid_agree(prefix, data):
    made = TypeID.from_uuid(uuid.UUID(bytes=data), prefix)
    text = (prefix + "_" if prefix else "") + guidon.format(data, "ulid-lower")
    assert str(made) == f"{made}" == text
    assert made.prefix == prefix
    assert made.suffix == text[-26:]
    assert made.uuid == uuid.UUID(bytes=data)
    assert type(made.uuid) is uuid.UUID
    back = [
        TypeID(text),
        TypeID(text=text),
        TypeID.parse(text),
        TypeID(made),
        TypeID.from_uuid(data, prefix=prefix),
        TypeID.from_uuid(made, prefix),
        eval(repr(made)),
        copy.copy(made),
        copy.deepcopy(made),
        *(
            pickle.loads(pickle.dumps(made, protocol))
            for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
        ),
    ]
    assert all(type(value) is TypeID and value == made for value in back)
    assert {*back} == {made}


@given(prefixes, octets, prefixes, octets)
def test_typeids_sort_as_their_texts(prefix, data, other_prefix, other_data):
    left = TypeID.from_uuid(data, prefix)
    right = TypeID.from_uuid(other_data, other_prefix)
    a, b = str(left), str(right)
    assert (
        left < right,
        left <= right,
        left == right,
        left != right,
        left >= right,
        left > right,
    ) == (a < b, a <= b, a == b, a != b, a >= b, a > b)


@given(letter, inner, letter, octets, octets)
def test_a_prefix_of_a_prefix_sorts_as_the_texts(a, b, c, data, other):
    left, right = TypeID.from_uuid(data, a), TypeID.from_uuid(other, a + b + c)
    assert (left < right) == (str(left) < str(right)) and left != right


def test_equal_parts_are_needed_to_be_equal():
    made = TypeID(TEXT)
    assert made != TypeID.from_uuid(ID, "users") != TypeID.from_uuid(ID)
    assert made != TypeID.from_uuid(uuid.UUID(int=ID.int ^ 1), "user")


@pytest.mark.parametrize("other", [ID, TEXT, ID.bytes, ID.int, None, guidon.ULID(ID)])
def test_objects_of_other_classes_are_different_and_have_no_order(other):
    made = TypeID.from_uuid(ID)
    assert made != other and other != made
    for compare in ["__lt__", "__le__", "__gt__", "__ge__", "__eq__", "__ne__"]:
        assert getattr(made, compare)(other) is NotImplemented
    with pytest.raises(TypeError):
        made < other


def test_new_typeids_have_version_7_in_order():
    made = [guidon.typeid("user") for _ in range(1000)]
    assert all(a < b for a, b in zip(made, made[1:]))
    assert {value.uuid.version for value in made} == {7}
    assert {value.prefix for value in made} == {"user"}
    assert guidon.typeid(prefix="order").prefix == "order"
    assert guidon.typeid().prefix == ""


@pytest.mark.parametrize(
    "text, offset",
    [
        ("", 0),
        ("user_", 5),
        ("user", 4),
        ("User" + TEXT[4:], 0),
        ("_" + TEXT, 0),
        ("us1r" + TEXT[4:], 2),
        ("us\u00e9r" + TEXT[4:], 2),
        ("us\ud800r" + TEXT[4:], 2),
        ("user_" + "8" + TEXT[6:], 5),
        (TEXT.upper(), 0),
        (TEXT[:-1] + "U", 30),
        (TEXT[:-1] + "\u20ac", 30),
        (TEXT + "0", 31),
        ("a" * 64 + TEXT[4:], 63),
    ],
)
def test_a_wrong_text_has_a_reason_and_an_offset(text, offset):
    for reader in [TypeID, TypeID.parse]:
        with pytest.raises(guidon.ParseError) as raised:
            reader(text)
        assert raised.value.offset == offset
        assert raised.value.reason in str(raised.value)


@pytest.mark.parametrize(
    "prefix, offset",
    [
        ("user_", 4),
        ("_user", 0),
        ("User", 0),
        ("user1", 4),
        ("us\u00e9r", 2),
        ("us\ud800r", 2),
        ("us\0r", 2),
        ("a" * 64, 63),
    ],
)
def test_a_wrong_prefix_has_a_reason_and_an_offset(prefix, offset):
    for call in [
        lambda: guidon.typeid(prefix),
        lambda: TypeID.from_uuid(ID, prefix),
        lambda: TypeIDPrefix(prefix),
    ]:
        with pytest.raises(guidon.ParseError) as raised:
            call()
        assert raised.value.offset == offset


@pytest.mark.parametrize(
    "call, error, message",
    [
        (lambda: TypeID(), TypeError, "text"),
        (lambda: TypeID(ID), TypeError, "from_uuid"),
        (lambda: TypeID(None), TypeError, "expected str or guidon.TypeID"),
        (lambda: TypeID("user", ID), TypeError, "1"),
        (lambda: TypeID.parse(TypeID(TEXT)), TypeError, "expected str"),
        (lambda: TypeID.from_uuid("x", "user"), guidon.ParseError, "1 byte in no known form"),
        (lambda: TypeID.from_uuid(17, "user"), TypeError, "expected an id"),
        (lambda: TypeID.from_uuid(ID, None), TypeError, "expected str"),
        (lambda: TypeID.from_uuid(ID, b"user"), TypeError, "expected str"),
        (lambda: guidon.typeid(1), TypeError, "expected str"),
        (lambda: guidon.typeid(None), TypeError, "expected str"),
        (lambda: guidon.typeid("a", "b"), TypeError, "typeid"),
        (lambda: guidon.typeid(suffix="a"), TypeError, "suffix"),
    ],
)
def test_a_wrong_argument_says_what_is_right(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_a_typeid_is_not_changed():
    made = TypeID(TEXT)
    for name in ["prefix", "suffix", "uuid", "other"]:
        with pytest.raises(AttributeError):
            setattr(made, name, "x")


@pytest.mark.parametrize("cls", CLASSES)
def test_a_derived_class_makes_objects_of_its_own(cls):
    made = cls(TEXT)
    objects = [
        made,
        cls(made),
        cls(TypeID(TEXT)),
        cls.parse(TEXT),
        cls.from_uuid(ID, "user"),
        copy.copy(made),
        copy.deepcopy(made),
        pickle.loads(pickle.dumps(made)),
    ]
    assert all(type(value) is cls and value == TypeID(TEXT) for value in objects)
    assert {hash(value) for value in objects} == {hash(TypeID(TEXT))}
    assert made.uuid == ID and made.prefix == "user"
    assert repr(made) == f"{cls.__name__}('{TEXT}')"


def test_a_derived_str_is_not_kept():
    class Text(str):
        pass

    assert type(guidon.typeid(Text("user")).prefix) is str
    assert type(TypeID(Text(TEXT)).prefix) is str


def test_a_format_is_that_of_a_str():
    assert f"{TypeID(TEXT):>40}" == f"{TEXT:>40}"
    with pytest.raises(ValueError):
        format(TypeID(TEXT), "d")


def test_an_annotated_prefix_is_a_value():
    prefix = TypeIDPrefix("user")
    assert prefix == TypeIDPrefix("user") != TypeIDPrefix("order")
    assert prefix != "user"
    assert hash(prefix) == hash(TypeIDPrefix("user"))
    assert eval(repr(prefix)) == prefix
    assert pickle.loads(pickle.dumps(prefix)) == copy.deepcopy(prefix) == prefix
    with pytest.raises(AttributeError):
        prefix.prefix = "order"
