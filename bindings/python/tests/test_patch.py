# SPDX-License-Identifier: MIT
"""guidon.uuid and guidon.patch() in the place of the standard library's uuid."""

import inspect
import pathlib
import pickle
import subprocess
import sys
import threading
import time
import uuid
from unittest import mock

import guidon
import guidon.uuid
import pytest


def public_names():
    return {name: value for name, value in vars(uuid).items() if not name.startswith("_")}


MAKERS = ["uuid1", "uuid3", "uuid4", "uuid5", "uuid6", "uuid7", "uuid8"]


@pytest.fixture(autouse=True)
def the_standard_module_is_left_as_it_was():
    before = public_names()
    yield
    assert public_names() == before


def test_the_module_has_every_public_name_of_the_standard_module():
    assert {"NIL", "MAX", *MAKERS, *public_names()} <= set(dir(guidon.uuid))
    for name in set(public_names()) - set(MAKERS):
        assert getattr(guidon.uuid, name) is getattr(uuid, name)


def test_the_class_and_the_constants_are_those_of_the_standard_library():
    assert guidon.uuid.UUID is uuid.UUID
    assert guidon.uuid.NAMESPACE_DNS is uuid.NAMESPACE_DNS
    assert guidon.uuid.NIL == uuid.UUID("00000000-0000-0000-0000-000000000000")
    assert guidon.uuid.MAX == uuid.UUID("ffffffff-ffff-ffff-ffff-ffffffffffff")


@pytest.mark.parametrize("name", MAKERS)
def test_the_makers_of_the_module_are_those_of_the_package(name):
    assert getattr(guidon.uuid, name) is getattr(guidon, name)
    assert getattr(guidon.uuid, name).__module__ == "guidon"


def test_signatures_are_those_of_the_standard_library():
    wanted = {
        "uuid1": "(node=None, clock_seq=None)",
        "uuid3": "(namespace, name)",
        "uuid4": "()",
        "uuid5": "(namespace, name)",
        "uuid6": "(node=None, clock_seq=None)",
        "uuid7": "()",
        "uuid8": "(a=None, b=None, c=None)",
    }
    for name, text in wanted.items():
        assert str(inspect.signature(getattr(guidon, name))) == text
        if hasattr(uuid, name):
            assert str(inspect.signature(getattr(uuid, name))) == text


def test_patch_puts_the_makers_in_and_says_which():
    assert guidon.patch() == tuple(MAKERS)
    try:
        assert all(getattr(uuid, name) is getattr(guidon, name) for name in MAKERS)
        assert guidon.patch() == ()
    finally:
        assert guidon.unpatch() == tuple(MAKERS)
    assert guidon.unpatch() == ()


def test_patched_ends_with_its_block_even_if_the_block_fails():
    with pytest.raises(KeyError), guidon.patched() as names:
        assert names == tuple(MAKERS)
        assert uuid.uuid4 is guidon.uuid4
        raise KeyError
    assert uuid.uuid4 is not guidon.uuid4


def test_whether_uuid_is_patched_has_a_function_and_patched_refuses_the_question():
    assert guidon.is_patched() is False
    with guidon.patched():
        assert guidon.is_patched() is True
        with mock.patch("uuid.uuid4"):
            assert guidon.is_patched() is False
    assert guidon.is_patched() is False
    with pytest.raises(TypeError, match="is_patched"):
        bool(guidon.patched())


def test_one_patched_object_holds_blocks_inside_each_other():
    both = guidon.patched()
    with both as outer:
        with both as inner:
            assert outer and not inner and guidon.is_patched()
        assert guidon.is_patched()
    assert not guidon.is_patched()


def test_patched_decorates_a_function_that_calls_itself():
    @guidon.patched()
    def depth(n):
        assert guidon.is_patched()
        return n if n == 0 else 1 + depth(n - 1)

    assert depth(2) == 2
    assert not guidon.is_patched()


def test_patched_inside_a_patched_program_leaves_it_patched():
    guidon.patch()
    with guidon.patched() as names:
        assert names == ()
    assert uuid.uuid4 is guidon.uuid4
    guidon.unpatch()


def test_a_mock_that_came_later_stays_and_nothing_is_lost():
    guidon.patch()
    with mock.patch("uuid.uuid4") as fake:
        assert "uuid4" not in guidon.unpatch()
        assert uuid.uuid4 is fake
    assert uuid.uuid4 is guidon.uuid4
    assert guidon.unpatch() == ("uuid4",)


def test_unpatch_gives_back_the_standard_makers_after_any_replacement():
    standard = uuid.uuid4
    guidon.patch()
    uuid.uuid4 = guidon.uuid7
    assert guidon.patch() == ("uuid4",)
    guidon.unpatch()
    assert uuid.uuid4 is standard


def test_a_mock_that_came_first_is_put_back():
    with mock.patch("uuid.uuid4") as fake:
        with guidon.patched():
            assert uuid.uuid4 is guidon.uuid4
        assert uuid.uuid4 is fake


def test_a_name_that_was_imported_before_keeps_the_standard_maker():
    # The documentation says so: nothing can replace a name of another module.
    taken = {"__name__": "taken"}
    exec("from uuid import uuid4", taken)
    with guidon.patched():
        assert taken["uuid4"] is not guidon.uuid4


def test_threads_that_patch_at_once_lose_no_original():
    def work():
        for _ in range(200):
            guidon.patch()
            guidon.unpatch()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    guidon.unpatch()


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickles_name_public_modules_only(protocol):
    made = guidon.uuid7()
    text = pickle.dumps(made, protocol)
    assert b"guidon" not in text
    assert pickle.loads(text) == made
    maker = pickle.dumps(guidon.uuid7, protocol)
    assert b"_core" not in maker
    assert pickle.loads(maker) is guidon.uuid7
    standard = pickle.dumps(uuid.uuid4, protocol)
    with guidon.patched():
        assert pickle.loads(standard) is guidon.uuid4


@pytest.mark.parametrize(
    "call",
    [
        "uuid1(node=-1)",
        "uuid1(node=1 << 48)",
        "uuid1('a')",
        "uuid3(NAMESPACE_DNS, 7)",
        "uuid5(7, 'a')",
        "uuid5(NAMESPACE_DNS)",
        "uuid4(1)",
    ],
)
def test_wrong_arguments_raise_what_the_standard_library_raises(call):
    with pytest.raises((TypeError, ValueError, AttributeError)) as wanted:
        eval(call, vars(uuid))
    # The standard library reads .bytes of a namespace without a look at its type.
    kind = TypeError if wanted.type is AttributeError else wanted.type
    with pytest.raises(kind):
        eval(call, vars(guidon.uuid))


def test_names_give_the_same_ids():
    for maker in ["uuid3", "uuid5"]:
        for name in ["", "python.org", "é", "a" * 5000]:
            for space in [uuid.NAMESPACE_DNS, uuid.UUID(int=0)]:
                assert getattr(guidon.uuid, maker)(space, name) == getattr(uuid, maker)(space, name)


def test_frozen_time_is_that_of_a_generator_with_a_clock():
    """freezegun replaces functions of Python. Guidon asks the system for the time."""
    freezegun = pytest.importorskip("freezegun")
    made = guidon.Generator("v7", clock=lambda: time.time_ns())
    now = time.time_ns()
    with freezegun.freeze_time("2001-02-03 04:05:06"), guidon.patched():
        assert guidon.ms_of(next(made)) == time.time_ns() // 10**6 == 981173106000
        assert guidon.time_ns_of(uuid.uuid7()) >= now // 10**6 * 10**6


def test_the_import_alone_patches_nothing():
    program = (
        "import uuid; before = dict(vars(uuid)); import guidon.uuid; "
        "assert dict(vars(uuid)) == before"
    )
    subprocess.run([sys.executable, "-c", program], check=True, cwd=pathlib.Path(__file__).parent)
