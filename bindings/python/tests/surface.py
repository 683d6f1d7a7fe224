# SPDX-License-Identifier: MIT
"""Every public function of the package, with arguments: for tests that call them all.

`arguments` are good and bad ones for any function, so a new function is tested without
a line here.
"""

import array
import inspect
import itertools
import uuid

import guidon

SAMPLE = uuid.UUID("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
V1 = uuid.UUID("c232ab00-9414-11ec-b3c8-9f6bdeced846")
KEY16, KEY32 = bytes(range(16)), bytes(range(32))


class Stranger:
    """An object that no function knows, and whose every use fails."""

    def __index__(self):
        raise RuntimeError("no index")

    def __str__(self):
        raise RuntimeError("no text")

    __repr__ = __bytes__ = __str__


class BadUUID(uuid.UUID):
    """A uuid.UUID without a value."""

    def __init__(self):
        pass


ARGUMENTS = [
    SAMPLE,
    V1,
    str(SAMPLE),
    "01FWHE4YDGFK1SHH6W1G60EECF",
    "",
    "x" * 100,
    "\udcff",
    "\0" * 36,
    "user",
    SAMPLE.bytes,
    bytearray(32),
    memoryview(bytes(64))[::2],
    b"",
    KEY32,
    0,
    -1,
    2**48,
    2**128,
    1.5,
    float("nan"),
    None,
    True,
    [SAMPLE, "x"],
    {},
    Stranger(),
    BadUUID(),
    object,
]


# Enough to reach a check of each second argument.
SECOND = [
    "",
    "user",
    "ulid",
    "v7",
    SAMPLE,
    SAMPLE.bytes,
    KEY16,
    KEY32,
    0,
    -1,
    2**62,
    None,
    Stranger(),
]


# What functions succeed with that none of the others suits.
MORE = [
    (guidon.uuid4(), KEY16),
    (guidon.uuid8(), KEY32),
    (guidon.uuid6(),),
    (guidon.to_oid_der(SAMPLE),),
    (0, b"data", KEY32),
    (array.array("q", [0]), b"data", KEY32),
    ("v7", 0),
    ("2022-02-22",),
    ("fffff17f-22e2-879b-a000-00189abcdef0", 20),
    (0, 9, 4),
    (array.array("q", [0]), 9, 4),
    (array.array("q", [0]),),
    (0, 0, 4),
    ("acme", 4),
    (9, 4),
]

# These change the standard library; test_patch.py has tests of them.
PATCHES = {"is_patched", "patch", "patched", "unpatch"}


def _by_position(function):
    """A function whose key and data have names alone, with all three in one order."""

    def call(time, *values):
        return function(time, **dict(zip(("data", "key"), values)))

    return call


def functions():
    """Every public function and class by name, but not the exceptions."""
    found = {name: getattr(guidon, name) for name in guidon.__all__ if name not in PATCHES}
    found.update((name, _by_position(found[name])) for name in ("derive", "derive_many"))
    return {
        name: value
        for name, value in found.items()
        if callable(value) and not (inspect.isclass(value) and issubclass(value, BaseException))
    }


def arguments():
    """Tuples of none, one and two arguments, and of some more."""
    yield ()
    yield from ((one,) for one in ARGUMENTS)
    yield from itertools.product(ARGUMENTS, SECOND)
    yield from MORE
