# SPDX-License-Identifier: MIT
"""What a function takes as an id."""

import array
import uuid

import guidon
import pytest

ID = uuid.UUID("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")


class Derived(uuid.UUID):
    pass


@pytest.mark.parametrize(
    "given",
    [
        ID,
        Derived(str(ID)),
        str(ID),
        ID.urn,
        guidon.format(ID, "ulid"),
        f"{{{ID}}}",
        ID.bytes,
        bytearray(ID.bytes),
        memoryview(ID.bytes),
        array.array("I", ID.bytes),
        memoryview(b"12" + ID.bytes)[2:],
    ],
)
def test_every_kind_of_id_is_read(given):
    assert guidon.format(given) == str(ID)


class Text(str):
    pass


def test_a_derived_str_is_a_text():
    assert guidon.format(Text(ID)) == str(ID)


@pytest.mark.parametrize(
    "given, error",
    [
        (17, TypeError),
        (None, TypeError),
        (1.5, TypeError),
        ([1] * 16, TypeError),
        (ID.bytes[:15], ValueError),
        (ID.bytes + b"0", ValueError),
        (b"", ValueError),
        (str(ID).encode(), ValueError),
        (memoryview(ID.bytes * 2)[::2], BufferError),
        ("", guidon.ParseError),
        (object.__new__(uuid.UUID), AttributeError),
    ],
)
def test_other_objects_are_refused(given, error):
    with pytest.raises(error):
        guidon.format(given)


@pytest.mark.parametrize(
    "text, offset",
    [
        ("017f22e2-79b0-7cc3-98c4-dc0c0c07398g", 35),
        ("\u00e917f22e2-79b0-7cc3-98c4-dc0c0c073g8f", 0),
        ("017f22e2-79b0-7cc3-98c4-dc0c0c073\u00e9\u20ac\U0001f600", 33),
        ("017f22e2-79b0-7cc3-98c4-dc0c0c073g\u20ac\U0001f600", 33),
        ("017f22e2-79b0-7cc3-98c4-dc0c0c07398\u0130", 35),  # its low byte is "0"
        ("\ud80017f22e2-79b0-7cc3-98c4-dc0c0c07398f", 0),
        ("017f22e2-79b0-7cc3-98c4-dc0c0c07398\0", 35),
        ("urn:uuid:\u00e917f22e2-79b0-7cc3-98c4-dc0c0c07398f", 9),
    ],
)
def test_offsets_count_characters(text, offset):
    with pytest.raises(guidon.ParseError) as raised:
        guidon.format(text)
    assert raised.value.offset == offset
    assert raised.value.reason in str(raised.value)
