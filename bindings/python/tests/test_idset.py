# SPDX-License-Identifier: MIT
"""guidon.idset: the answers of the tool, and near() against a slow model."""

import random
import uuid

import pytest
from vector_tests import reads
from vectors import rows

import guidon
from guidon.idset import IdSet, short_length


def ids_of(row):
    return [uuid.UUID(one) for one in row["ids"]]


@reads(find="short")
def test_short():
    for row in rows("find", "short"):
        ids = ids_of(row)
        assert [IdSet(ids).short(one, row["least"]) for one in ids] == row["found"], row["why"]


@reads(find="find")
def test_find():
    for row in rows("find", "find"):
        found = IdSet(ids_of(row)).find(row["text"], all=row["all"])
        assert [one.hex for one in found] == row["found"], row["why"]


@reads(find="lengths")
def test_lengths():
    for row in rows("find", "lengths"):
        assert short_length(int(row["ids"]), row["p"], row["kind"]) == row["digits"], row["why"]
    assert short_length(1000) == short_length(1000, 0.999, "v7")
    for arguments, words in [
        ((1, 0.5, "v1"), "unknown kind 'v1'; expected v4, v7, ulid"),
        ((1, 1), "the probability"),
        ((1, float("nan")), "the probability"),
        ((-1,), "the number of ids"),
        ((1 << 64,), "the number of ids"),
    ]:
        with pytest.raises(ValueError, match=words):
            short_length(*arguments)


@reads(find="near")
def test_near():
    for row in rows("find", "near"):
        found = IdSet(ids_of(row)).near(row["text"])
        assert [one.hex for one in (found,) if one] == row["found"], row["why"]


def garbled(text, rng):
    """The text after one to three mistakes."""
    for _ in range(rng.randrange(1, 4)):
        at, digit = rng.randrange(len(text) - 1), rng.choice("0123456789abcdef")
        text = rng.choice(
            [
                text[:at] + text[at + 1 :],
                text[:at] + digit + text[at:],
                text[:at] + digit + text[at + 1 :],
                text[:at] + text[at + 1] + text[at] + text[at + 2 :],
            ]
        )
    return text


def distance(a, b):
    """How many characters were lost, added or replaced, or changed places with a neighbour
    (Damerau 1964, restricted), by the whole table."""
    rows = [[i or j for j in range(len(b) + 1)] for i in range(len(a) + 1)]
    for i in range(len(a) + 1):
        rows[i][0] = i
    for i, c in enumerate(a, 1):
        for j, d in enumerate(b, 1):
            rows[i][j] = min(rows[i - 1][j - 1] + (c != d), rows[i - 1][j] + 1, rows[i][j - 1] + 1)
            if i > 1 and j > 1 and c == b[j - 2] and a[i - 2] == d:
                rows[i][j] = min(rows[i][j], rows[i - 2][j - 2] + 1)
    return rows[-1][-1]


def slow_near(ids, text):
    near = sorted((distance(text, one.hex), one.hex) for one in ids)
    if near[0][0] > 2 or near[1][0] <= near[0][0] + 1:
        return None
    return uuid.UUID(near[0][1])


@pytest.mark.parametrize("alike", [0, 12, 27])
def test_near_finds_what_a_slow_model_finds(alike):
    rng = random.Random(5)
    head = f"{rng.getrandbits(128):032x}"[:alike]
    ids = [uuid.UUID(head + f"{rng.getrandbits(128):032x}"[alike:]) for _ in range(60)]
    all_of_them = IdSet(ids)
    found = 0
    for _ in range(60):
        text = garbled(rng.choice(ids).hex, rng)
        if abs(len(text) - 32) <= 2:
            assert all_of_them.near(text) == slow_near(ids, text), text
            found += all_of_them.near(text) is not None
    assert found > 0 or alike == 27


def test_what_short_gives_finds_its_id():
    ids = [guidon.uuid7() for _ in range(500)] + [guidon.uuid1() for _ in range(50)]
    orders = IdSet(ids)
    assert len(orders) == 550 and list(orders) == ids
    for one in ids:
        assert one in orders
        assert orders.find(orders.short(one)) == [one]


def test_any_form_and_equal_ids():
    one = uuid.UUID("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
    same = IdSet([one, str(one).upper(), guidon.ULID(one.bytes)])
    assert list(same) == [one]
    assert same.short("01FWHE4YDGFK1SHH6W1G60EECF") == "f"


def test_texts_that_mean_nothing():
    empty = IdSet([])
    assert empty.find("a") == [] and empty.near("0" * 32) is None
    for text in ("", "g", "0" * 33):
        with pytest.raises(ValueError, match="not a part"):
            empty.find(text)
    for text in ("", "0" * 29, "0" * 35):
        with pytest.raises(ValueError, match="not a whole id"):
            empty.near(text)
    with pytest.raises(KeyError):
        empty.short(uuid.UUID(int=1))
