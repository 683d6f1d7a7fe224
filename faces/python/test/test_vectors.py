# SPDX-License-Identifier: MIT
"""The shared vectors, by the functions of the package."""

import uuid

import pytest

import guidon
from vectors import FOLDER, rows

# Files whose rows no function of the package can express, and the others.
ELSEWHERE = {
    "cipher": "the package gives no key stream",
    "hash": "the package gives no digest",
    "lenient": "the package has no lenient reader",
    "orders": "a uuid.UUID has the order of its bytes",
    "convert": "no function converts a layout yet",
    "dce": "the package makes no version 2",
    "guid": "no function swaps bytes yet",
    "keys": "test_batch.py runs these",
    "ncs": "the text form ncs has these rows in text and refuse",
    "oid": "the text form oid has these rows in text and refuse; no function gives DER",
    "times": "the rows of values have the times of ids",
    "typeid": "test_vectors_classes.py runs these",
    "ulid": "test_vectors_classes.py runs these",
    "values": "no function reads a field yet",
}
HERE = {"names", "text", "initialisers", "refuse"}


def octets(digits):
    return bytes.fromhex(digits)


def same(made, digits):
    """Is this object of the standard library's class, with these bytes?"""
    return type(made) is uuid.UUID and made.bytes == octets(digits)


def test_every_file_of_vectors_is_run_or_excused():
    assert {path.stem for path in FOLDER.glob("*.json")} == HERE | set(ELSEWHERE)


NAMED = {3: guidon.uuid3, 5: guidon.uuid5, 8: guidon.uuid8_sha256}


@pytest.mark.parametrize("part", ["ids", "variant_bits"])
def test_names(part):
    for row in rows("names", part):
        space = uuid.UUID(row["namespace"])
        name = octets(row["name_hex"]) if "name_hex" in row else row["name"]
        assert same(NAMED[row["version"]](space, name), row["id"]), row
        if isinstance(name, str):
            assert same(NAMED[row["version"]](space, name.encode()), row["id"]), row


def test_digests():
    for row in rows("names", "digests"):
        assert same(guidon.uuid8_from_digest(octets(row["digest"])), row["id"]), row


def test_wrong_names():
    """What other libraries once made of a name is not what this package makes."""
    for row in rows("names", "wrong"):
        made = NAMED[row["version"]](uuid.UUID(row["namespace"]), row["name"])
        assert made.bytes != octets(row["wrong"]), row


def test_texts():
    for row in rows("text", "texts"):
        value = uuid.UUID(row["octets"])
        for form in set(guidon.forms) & row.keys():
            assert guidon.format(value, form) == row[form], (form, row)


def test_every_form_has_a_vector():
    seen = {form for row in rows("text", "texts") for form in row}
    assert set(guidon.forms) <= seen


def test_initialisers():
    for row in rows("initialisers", "read"):
        assert same(guidon.parse(row["text"]), row["octets"]), row


def test_refused_texts_of_any_form():
    for row in rows("refuse", "refused"):
        if row["form"] == "any":
            with pytest.raises(guidon.ParseError) as raised:
                guidon.parse(row["text"])
            assert raised.value.offset == row["bad_at"], row
