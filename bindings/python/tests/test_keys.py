# SPDX-License-Identifier: MIT
"""Ids that depend on a key."""

import array
import copy
import ctypes
import datetime
import decimal
import enum
import fractions
import pickle
import uuid

import guidon
import pytest
from hypothesis import given
from hypothesis import strategies as st

V4 = uuid.UUID("919108f7-52d1-4320-9bac-f847db4148a8")
V7 = uuid.UUID("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
V8 = uuid.UUID("2489e9ad-2ee2-8e00-8ec9-32d5f69181c0")
KEY = bytes(range(32))
PAIRS = [(guidon.mask, guidon.unmask, 16, 4), (guidon.encrypt, guidon.decrypt, 32, 8)]


@pytest.mark.parametrize("hide, show, length, version", PAIRS)
@given(st.integers(0, (1 << 48) - 1), st.binary(min_size=32, max_size=32))
def test_a_hidden_id_comes_back(hide, show, length, version, ms, key):
    value = guidon.uuid7_at(ms)
    hidden = hide(value, key[:length])
    assert type(hidden) is uuid.UUID and hidden.version == version
    assert hide(str(value), bytearray(key[:length])) == hidden
    assert show(key=key[:length], id=hidden.bytes) == value
    assert hide(value, bytes(length - 1) + b"\1") != hide(value, bytes(length))


@pytest.mark.parametrize("hide, show, length, version", PAIRS)
def test_wrong_ids_and_keys_are_refused(hide, show, length, version):
    shown = {4: V4, 8: V8}[version]
    with pytest.raises(ValueError, match=rf"{hide.__name__}\(\) takes .* version 7"):
        hide(V4, KEY[:length])
    with pytest.raises(ValueError, match=rf"{show.__name__}\(\).* version {version}"):
        show(V7, KEY[:length])
    for change, value in [(hide, V7), (show, shown)]:
        for bad in [b"", KEY[: length - 1], KEY + b"0", KEY[: 48 - length]]:
            with pytest.raises(ValueError, match=rf"has {length} bytes, not"):
                change(value, bad)
        for bad in ["k" * length, 5, None]:
            with pytest.raises(TypeError):
                change(value, bad)
        with pytest.raises(TypeError, match="expected an id"):
            change(5, KEY[:length])


@given(st.integers(0, (1 << 48) - 1), st.binary(max_size=200))
def test_a_derived_id_depends_on_all_arguments(ms, data):
    made = guidon.derive(ms, key=KEY, data=data)
    assert type(made) is uuid.UUID and made.version == 7 and made.int >> 80 == ms
    assert guidon.derive(time=ms, data=bytearray(data), key=KEY) == made
    assert guidon.derive(ms, key=KEY, data=data + b"0") != made
    assert guidon.derive(ms, key=KEY[::-1], data=data) != made


@pytest.mark.parametrize(
    "arguments, error, message",
    [
        ({"time": -1}, ValueError, "1970 to 10889"),
        ({"time": 1 << 48}, ValueError, "1970 to 10889"),
        ({"key": KEY[1:]}, ValueError, "the key has 32 bytes, not 31"),
        ({"key": "k" * 32}, TypeError, "bytes-like"),
        ({"time": "0"}, TypeError, "expected a time"),
    ],
)
def test_other_arguments_of_derive_are_refused(arguments, error, message):
    with pytest.raises(error, match=message):
        guidon.derive(**{"time": 0, "key": KEY, "data": b"", **arguments})


def test_key_and_data_have_names():
    """Two byte strings of 32 bytes would swap in silence."""
    times = array.array("q", [0])
    for function, time in [(guidon.derive, 0), (guidon.derive_many, times)]:
        with pytest.raises(TypeError, match="positional argument"):
            function(time, KEY, KEY)
        for name in ("key", "data"):
            with pytest.raises(TypeError, match=f"missing required argument '{name}'"):
                function(time, **{one: KEY for one in ("key", "data") if one != name})


class Number:
    def __index__(self):
        return 258


@pytest.mark.parametrize("value", [258, Number(), enum.IntEnum("E", {"a": 258}).a])
def test_an_integer_is_hashed_as_8_bytes(value):
    assert guidon.derive(0, key=KEY, data=value) == guidon.derive(
        0, key=KEY, data=bytes(6) + b"\1\2"
    )
    assert guidon.derive(0, key=KEY, data=str(258)) == guidon.derive(0, key=KEY, data=b"258")


OTHERS = [
    1.0,
    True,
    False,
    None,
    1j,
    decimal.Decimal(1),
    fractions.Fraction(1),
    object(),
    [1],
    (1,),
    {1: 1},
    datetime.date(2024, 1, 1),
    range(3),
    array.array("i", [1]),
    array.array("d", [1]),
    array.array("q", [258]),
    ctypes.c_int(5),
    ctypes.c_double(5),
    ctypes.c_ubyte(5),
    memoryview(b"12345678").cast("q"),
]


@pytest.mark.parametrize("value", OTHERS, ids=repr)
def test_other_values_are_not_hashed(value):
    """Their bytes would be those of this machine, or of nobody's choice."""
    with pytest.raises(TypeError, match="expected bytes, str, int or an id, not .* first"):
        guidon.derive(0, key=KEY, data=value)
    with pytest.raises(TypeError, match="^item 1: expected bytes, str, int or an id"):
        guidon.derive_many(array.array("q", [0, 0]), key=KEY, data=[b"", value])
    for make in (guidon.uuid3, guidon.uuid5, guidon.uuid8_sha256):
        with pytest.raises(TypeError):
            make(guidon.NIL, value)


@pytest.mark.parametrize("typecode", "bBhHiIlLqQ")
def test_an_array_of_integers_is_a_column(typecode):
    given = array.array(typecode, [0, 1, 100])
    assert guidon.derive_many(array.array("q", [5] * 3), key=KEY, data=given) == b"".join(
        guidon.derive(5, key=KEY, data=one).bytes for one in given
    )


def test_the_number_of_values_is_that_of_times():
    times = array.array("q", [0, 0])
    for values in ([], [1], [1, 2, 3], array.array("B", [1]), array.array("q", [1, 2, 3])):
        with pytest.raises(ValueError, match=f"there are {len(values)} items, expected 2"):
            guidon.derive_many(times, key=KEY, data=values)
    for values in ("ab", None, 5, 5.0):
        with pytest.raises(TypeError, match="data: expected a buffer of bytes, or a seq"):
            guidon.derive_many(times, key=KEY, data=values)


def test_the_bytes_of_the_caller_stay():
    key, data = bytearray(KEY), bytearray(b"data")
    guidon.derive(0, key=key, data=data)
    guidon.encrypt(V7, key)
    assert key == KEY and data == b"data"
    key.append(0)  # no buffer is held
    data.append(0)


RING = guidon.KeyRing(f"2 {bytes(16).hex()}\n1 {bytes(range(16)).hex()}\n")


def test_the_number_of_a_key_finds_it_again():
    hidden = {number: guidon.mask(V7, RING[number]) for number in RING}
    assert len(set(hidden.values())) == len(RING) == 2
    for number, value in hidden.items():
        assert guidon.unmask(value, RING[number]) == V7
    assert RING.current == 2 and 1 in RING and 3 not in RING
    with pytest.raises(KeyError):
        RING[3]


def test_no_text_of_a_ring_shows_a_key():
    assert repr(RING) == "<KeyRing of the keys 2, 1>"
    with pytest.raises(ValueError) as caught:
        guidon.KeyRing(f"1 {KEY.hex()}\n2 {KEY.hex()}0\n")
    assert KEY.hex()[:8] not in str(caught.value)


def test_a_key_ring_has_no_copies():
    for copied in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="in clear"):
            copied(RING)


@pytest.mark.parametrize("text", [None, 1, V7, ["1 00"], "1 \udcff"])
def test_what_is_no_text_of_a_ring(text):
    with pytest.raises((TypeError, ValueError)):
        guidon.KeyRing(text)


def test_a_file_that_cannot_be_read(tmp_path):
    with pytest.raises(FileNotFoundError):
        guidon.KeyRing.read(tmp_path / "ring")
