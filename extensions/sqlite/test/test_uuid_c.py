# SPDX-License-Identifier: MIT
"""uuid(), uuid_str and uuid_blob give what uuid.c of SQLite's sources gives. What
differs is what README.md lists, and nothing else."""

import json
import random
import re

import apsw
import pytest

import build
import uuid_c
from conftest import one

VECTORS = build.ROOT / "tests/vectors"
DIGITS = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
# The groups that uuid.c documents: a hyphen or none after each four digits.
GROUPED = re.compile(r"\{?([0-9A-Fa-f]{4}-?){7}[0-9A-Fa-f]{4}\}?")


@pytest.fixture(scope="module")
def original():
    try:
        path = uuid_c.extension()
    except uuid_c.Unavailable as error:
        pytest.skip(str(error))
    session = apsw.Connection(":memory:")
    session.enable_load_extension(True)
    session.load_extension(str(path), uuid_c.ENTRY)
    yield session
    session.close()


def is_wrong_there(value):
    """Is this a text that uuid.c reads, although it does not document it?"""
    return isinstance(value, str) and not (
        GROUPED.fullmatch(value) and value.startswith("{") == value.endswith("}"))


def compare(database, original, value):
    there = [one(original, f"SELECT {name}(?)", value)
             for name in ("uuid_str", "uuid_blob")]
    here = [one(database, f"SELECT {name}(?)", value)
            for name in ("uuid_str", "uuid_blob")]
    if there[0] is not None and not is_wrong_there(value):
        assert here == there, value
    else:  # another form that Guidon reads, or NULL
        assert here == [one(database, f"SELECT {name}(?)", value)
                        for name in ("guidon_format", "guidon_parse")], value
    return there[0] is not None


def strings(value):
    """Every text in a document."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (dict, list)):
        for part in value.values() if isinstance(value, dict) else value:
            yield from strings(part)


def test_uuid_c_on_the_vectors(database, original):
    texts = {text for path in VECTORS.glob("*.json")
             for text in strings(json.loads(path.read_text()))}
    read = sum(compare(database, original, text) for text in texts)
    assert read >= 300


def hyphened(source, digits):
    """Digits with hyphens between some octets, most often after four digits."""
    step = source.choice([2, 4, 4, 4])
    parts = [digits[i:i + step] for i in range(0, len(digits), step)]
    return "".join(part + "-" * (source.random() < 0.5) for part in parts[:-1]) + \
        parts[-1]


def some_text(source):
    """A text that is an id for uuid.c, or nearly so."""
    text = source.choice([hyphened(source, source.randbytes(16).hex()), DIGITS])
    text = source.choice(["", "", "{"]) + text + source.choice(["", "", "}"])
    text = source.choice([str.upper, str.lower])(text)
    at = source.randrange(len(text))
    return source.choice([text, text, text[:at] + text[at + 1:],
                          text[:at] + source.choice("-{}gG0aA \0\u00e9") + text[at:],
                          text[:at] + source.choice("-{}gG0aA \0\u00e9") + text[at + 1:]])


def test_uuid_c_on_random_texts(database, original):
    source = random.Random(1)
    texts = [some_text(source) for _ in range(20_000)]
    read = sum(compare(database, original, text) for text in texts)
    assert 5_000 < read < 15_000
    assert {is_wrong_there(text) for text in texts} == {True, False}


def test_uuid_c_on_blobs_and_other_values(database, original):
    source = random.Random(2)
    blobs = [source.randbytes(16) for _ in range(2_000)]
    blobs += [bytes(n) for n in range(40)]
    assert sum(compare(database, original, blob) for blob in blobs) == 2_001
    for value in [None, 5, 1.5, 2**62, float("inf")]:
        assert not compare(database, original, value)


@pytest.mark.parametrize("text", [
    "A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11", "{a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11}",
    "a0eebc999c0b4ef8bb6d6bb9bd380a11", "a0ee-bc99-9c0b-4ef8-bb6d-6bb9-bd38-0a11",
    "{a0eebc99-9c0b4ef8-bb6d6bb9-bd380a11}"])
def test_the_texts_that_uuid_c_documents(database, text):
    assert one(database, "SELECT uuid_str(?)", text) == \
        "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"


@pytest.mark.parametrize("text", [
    "{" + DIGITS, DIGITS + "}", "-" + DIGITS, DIGITS.replace("-", "", 1)[:2] + "-" +
    DIGITS.replace("-", "")[2:], DIGITS + "\0", DIGITS + "\0x"])
def test_what_uuid_c_reads_and_this_extension_does_not(database, original, text):
    assert one(original, "SELECT uuid_str(?)", text) == DIGITS
    assert one(database, "SELECT uuid_str(?)", text) is None
    assert one(database, "SELECT uuid_blob(?)", text) is None


def test_new_ids_look_the_same(database, original):
    shape = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-"
                       r"[0-9a-f]{12}")
    for session in (database, original):
        made = {one(session, "SELECT uuid()") for _ in range(100)}
        assert len(made) == 100
        assert all(shape.fullmatch(text) for text in made)
