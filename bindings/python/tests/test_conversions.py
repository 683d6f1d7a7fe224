# SPDX-License-Identifier: MIT
"""Ids as other versions, other bytes and keys of other orders."""

import random
import uuid

import guidon
import pytest
from hypothesis import given
from hypothesis import strategies as st

V7 = uuid.UUID("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")


@given(st.integers(0, (1 << 128) - 1))
def test_versions_1_and_6_hold_the_same(bits):
    first = uuid.UUID(int=bits, version=1)
    sixth = guidon.v1_to_v6(first)
    assert sixth.version == 6 and guidon.v6_to_v1(sixth) == first
    assert guidon.ticks_of(sixth) == first.time
    assert sixth.bytes[8:] == first.bytes[8:]


@pytest.mark.parametrize("function, version", [(guidon.v1_to_v6, 1), (guidon.v6_to_v1, 6)])
def test_other_versions_are_refused(function, version):
    for value in [V7, guidon.NIL]:
        with pytest.raises(ValueError, match=f"an id of version {version}"):
            function(value)
    with pytest.raises(TypeError, match="expected an id"):
        function(None)


@given(st.uuids())
def test_bytes_of_microsoft_are_those_of_the_standard_library(value):
    assert guidon.to_guid_bytes(value) == value.bytes_le
    assert guidon.from_guid_bytes(value.bytes_le) == value
    assert guidon.from_guid_bytes(memoryview(value.bytes_le)) == value


@given(st.uuids())
def test_object_identifiers_come_back(value):
    der = guidon.to_oid_der(value)
    assert der[:3] == bytes([6, len(der) - 2, 0x69])
    assert guidon.from_oid_der(bytearray(der)) == value


@pytest.mark.parametrize("function", [guidon.from_guid_bytes, guidon.from_oid_der])
def test_bytes_are_bytes(function):
    for bad in ["0" * 16, V7, 5]:
        with pytest.raises(TypeError, match="bytes-like object is required"):
            function(bad)
    with pytest.raises(ValueError):
        function(bytes(15))


def test_the_error_of_bad_der_has_the_offset_of_a_byte():
    with pytest.raises(guidon.ParseError) as raised:
        guidon.from_oid_der(bytes.fromhex("06026a01"))
    assert raised.value.offset == 2


@given(st.uuids())
def test_a_ulid_becomes_version_7(value):
    made = guidon.ulid_as_v7(value)
    assert made.version == 7 and made.variant == uuid.RFC_4122
    assert (made.int ^ value.int) & ~(0xF << 76) & ~(3 << 62) == 0


@pytest.mark.parametrize("order", guidon.orders)
@given(st.uuids())
def test_a_sort_key_gives_the_id_back(order, value):
    key = guidon.sort_key(value, order)
    assert type(key) is bytes and len(key) == (24 if order == "time" else 16)
    assert guidon.from_sort_key(bytearray(key), order) == value
    with pytest.raises(ValueError, match=f"of the order '{order}' has {len(key)} byte"):
        guidon.from_sort_key(key + b"0", order)


def test_keys_sort_as_databases_do():
    ids = [uuid.UUID(int=random.Random(5).getrandbits(128)) for _ in range(100)]
    assert sorted(ids, key=guidon.sort_key) == sorted(ids)
    assert sorted(ids, key=lambda one: guidon.sort_key(one, order="java")) == sorted(
        ids,
        key=lambda one: tuple(
            int.from_bytes(one.bytes[at : at + 8], "big", signed=True) for at in (0, 8)
        ),
    )


@pytest.mark.parametrize(
    "order, error",
    [("oracle", ValueError), ("", ValueError), ("rfc\0", ValueError), (5, TypeError)],
)
def test_an_order_is_named(order, error):
    with pytest.raises(error, match="order"):
        guidon.sort_key(V7, order)
    with pytest.raises(error, match="order"):
        guidon.from_sort_key(V7.bytes, order)


def test_constants():
    assert guidon.NIL == uuid.UUID(int=0)
    assert guidon.MAX == uuid.UUID(int=(1 << 128) - 1)
    assert type(guidon.NIL) is type(guidon.MAX) is uuid.UUID
    assert len(guidon.forms) == len(set(guidon.forms)) and "ulid" in guidon.forms
