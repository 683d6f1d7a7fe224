# SPDX-License-Identifier: MIT
"""The garbage collector does not track the ids that the package makes: what that changes
for a program, and what it does not change."""

import copy
import gc
import pathlib
import pickle
import subprocess
import sys
import sysconfig
import tracemalloc
import uuid
import weakref

import guidon
import pytest

# A free-threaded build tracks the ids as every other object.
TRACKED = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
only_with_lock = pytest.mark.skipif(TRACKED, reason="a free-threaded build tracks ids")

TEXT = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
KEY = bytes(range(32))
MADE = {
    "uuid1": guidon.uuid1,
    "uuid1 of a node": lambda: guidon.uuid1(5),
    "uuid3": lambda: guidon.uuid3(uuid.NAMESPACE_DNS, "a"),
    "uuid4": guidon.uuid4,
    "uuid6": guidon.uuid6,
    "uuid7": guidon.uuid7,
    "uuid8": guidon.uuid8,
    "uuid7_at": lambda: guidon.uuid7_at(0),
    "parse": lambda: guidon.parse(TEXT),
    "parse, a small int": lambda: guidon.parse(TEXT.translate({ord("1"): "0"})),
    "floor": lambda: guidon.floor("v7", 0),
    "ULID.uuid": lambda: guidon.ulid().uuid,
    "encrypt": lambda: guidon.encrypt(TEXT, KEY),
    "derive": lambda: guidon.derive(0, key=KEY, data=b""),
    "uuids_of": lambda: guidon.uuids_of(guidon.new_many(3))[1],
    "Generator": lambda: next(guidon.Generator("v7", clock=lambda: 10**18)),
}


class SubUUID(uuid.UUID):
    """A class with a dict, derived from the class of the ids."""


class SubInt(int):
    """A class of numbers with a dict."""


@pytest.mark.parametrize("name", MADE)
def test_ids_that_the_package_makes_are_not_tracked(name):
    made = MADE[name]()
    assert type(made) is uuid.UUID
    assert gc.is_tracked(made) is TRACKED


@pytest.mark.parametrize(
    "make",
    [
        lambda: uuid.UUID(TEXT),
        lambda: SubUUID(TEXT),
        lambda: SubUUID(int=SubInt(5)),
        lambda: uuid.UUID(int=SubInt(5)),
        lambda: copy.copy(guidon.uuid7()),
        lambda: pickle.loads(pickle.dumps(guidon.uuid7())),
        lambda: guidon.NIL,
        lambda: guidon.MAX,
        lambda: uuid.UUID.__new__(uuid.UUID),
    ],
)
def test_ids_that_other_code_makes_are_tracked(make):
    assert gc.is_tracked(make())


@only_with_lock
def test_the_functions_of_gc_do_not_list_the_ids():
    made, number = guidon.uuid7(), []
    number.append(made.int)
    assert all(one is not made for one in gc.get_objects())
    assert gc.get_referrers(made.int) == [number]
    # What the id refers to is known: only the lists of tracked objects lack it.
    assert {made.int, uuid.SafeUUID.unknown, uuid.UUID} >= set(gc.get_referents(made))
    assert made.int in gc.get_referents(made)


def test_a_collection_frees_what_refers_to_an_id():
    """A cycle of a program with an id in it is freed, and the id with it."""
    made = guidon.uuid7()
    gone = weakref.ref(made)
    cycle = [made]
    cycle.append(cycle)
    del made, cycle
    assert gone() is not None
    gc.collect()
    assert gone() is None


def test_weak_references_are_called():
    seen = []
    made = guidon.uuid7()
    one = weakref.ref(made, seen.append)
    table = weakref.WeakKeyDictionary({made: 1})
    assert one() is made and list(table) == [made]
    del made
    assert seen == [one] and one() is None and not table


@only_with_lock
def test_a_cycle_through_an_id_is_not_found():
    """No code makes one by accident: UUID refuses to set its attributes."""
    made = guidon.uuid7()
    gone = weakref.ref(made)
    with pytest.raises(TypeError):
        made.is_safe = [made]
    object.__setattr__(made, "is_safe", [made])
    del made
    gc.collect()
    assert gone() is not None
    object.__setattr__(gone(), "is_safe", uuid.SafeUUID.unknown)
    assert gone() is None


def test_a_cycle_through_an_id_of_the_standard_library_is_found():
    made = uuid.UUID(TEXT)
    gone = weakref.ref(made)
    object.__setattr__(made, "is_safe", [made])
    del made
    gc.collect()
    assert gone() is None


def test_collections_while_many_ids_live():
    """All generations, a freeze, and ids that die in every order."""
    thresholds = gc.get_threshold()
    gc.set_threshold(10, 2, 2)
    try:
        made = [guidon.uuid7() for _ in range(5000)]
        texts = [str(one) for one in made]
        gc.freeze()
        gc.collect()
        gc.unfreeze()
        del made[::2]
        made += guidon.uuids_of(guidon.new_many(1000))
        gc.collect()
        del made[2500:], texts[::2]
        assert [str(one) for one in made] == texts
    finally:
        gc.set_threshold(*thresholds)
    gc.collect()
    assert not gc.garbage


def test_tracemalloc_sees_the_ids():
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        made = [guidon.uuid7() for _ in range(1000)]
        grown = tracemalloc.get_traced_memory()[0] - before
        place = tracemalloc.get_object_traceback(made[500])
    finally:
        tracemalloc.stop()
    assert place[0].filename == __file__
    assert grown >= 1000 * (sys.getsizeof(made[0]) + sys.getsizeof(made[0].int))


def test_the_size_of_an_id_is_that_of_the_standard_library():
    made = guidon.uuid7()
    assert sys.getsizeof(made) == sys.getsizeof(uuid.UUID(str(made)))


def in_a_new_interpreter(program):
    subprocess.run([sys.executable, "-c", program], check=True, cwd=pathlib.Path(__file__).parent)


@pytest.mark.parametrize(
    "head",
    [
        "class UUID(uuid.UUID):",
        # The layout of uuid.UUID, but for a dict.
        "class UUID:\n    __slots__ = ('int', 'is_safe', '__weakref__', '__dict__')",
    ],
)
def test_a_class_with_other_attributes_is_tracked(head):
    """Some code replaces uuid.UUID by a class with a dict: cycles are found there."""
    in_a_new_interpreter(f"""
import gc, uuid, weakref
{head}
    __setattr__ = object.__setattr__
uuid.UUID = UUID
import guidon
made = guidon.uuid7()
assert type(made) is UUID and gc.is_tracked(made)
made.owner = made
gone = weakref.ref(made)
del made
gc.collect()
assert gone() is None
""")


def test_modules_that_are_imported_again_are_freed():
    """patch() lets the class refer to this package: NIL and MAX must not hide that."""
    in_a_new_interpreter("""
import gc, sys, weakref
def once():
    import uuid, guidon
    guidon.patch()
    gone = weakref.ref(uuid.UUID)
    for name in [name for name in sys.modules if name.split(".")[0] in ("uuid", "guidon")]:
        del sys.modules[name]
    return gone
gone = once()
gc.collect()
gc.collect()
assert gone() is None
""")
