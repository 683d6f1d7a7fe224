# SPDX-License-Identifier: MIT
"""Copies and pickles of classes that are derived from ULID and TypeID are whole."""

import copy
import pickle

import guidon
import pytest

PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)


class Order(guidon.ULID):
    """With a __dict__."""


class Slotted(guidon.ULID):
    __slots__ = ("note", "other")


class Both(Slotted):
    """With slots and a __dict__."""


class User(guidon.TypeID):
    """With a __dict__."""


class SlottedUser(guidon.TypeID):
    __slots__ = ("note", "other")


class Chosen(guidon.TypeID):
    """Says itself what its state is."""

    def __getstate__(self):
        return {"kept": self.note}

    def __setstate__(self, state):
        self.note = state["kept"]


def objects():
    value = guidon.ulid().bytes
    text = str(guidon.typeid("user"))
    made = [Order(value), Slotted(value), Both(value), User(text), SlottedUser(text), Chosen(text)]
    for one in made:
        one.note = ["a"]
    return made


def copies(one):
    return [
        copy.copy(one),
        copy.deepcopy(one),
        *(pickle.loads(pickle.dumps(one, protocol)) for protocol in PROTOCOLS),
    ]


@pytest.mark.parametrize("one", objects(), ids=lambda one: type(one).__name__)
def test_a_copy_has_the_attributes(one):
    for made in copies(one):
        assert (type(made), made, made.note) == (type(one), one, ["a"])
        assert made is not one
        assert not hasattr(made, "other")
    assert copy.copy(one).note is one.note
    deep = copy.deepcopy(one)
    assert deep.note is not one.note
    deep.note.append("b")
    assert one.note == ["a"]


def test_both_kinds_of_attributes_are_copied():
    one = Both()
    one.other, one.more = 1, 2
    for made in copies(one):
        assert (made.other, made.more, hasattr(made, "note")) == (1, 2, False)


@pytest.mark.parametrize("cls", [Order, User])
def test_a_deep_copy_knows_the_objects_that_it_has_copied(cls):
    one = cls(guidon.ulid()) if cls is Order else cls(str(guidon.typeid("user")))
    one.itself = [one]
    made = copy.deepcopy(one)
    assert made.itself[0] is made is not one
    first, second = copy.deepcopy([one, one])
    assert first is second


@pytest.mark.parametrize("cls", [Order, User])
def test_an_object_without_attributes_is_copied(cls):
    one = cls(guidon.ulid()) if cls is Order else cls(str(guidon.typeid("user")))
    for made in copies(one):
        assert (type(made), made, vars(made)) == (cls, one, {})


def test_an_exception_of_the_class_reaches_the_caller():
    class Failing(guidon.ULID):
        def __getstate__(self):
            raise LookupError("no state")

    for call in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(LookupError, match="no state"):
            call(Failing())
