# SPDX-License-Identifier: MIT
"""The package works in sub-interpreters, also in those with a lock of their own."""

import os
import sys
import threading

import pytest

import guidon
from processes import ids_of

try:
    import _interpreters as interpreters
except ImportError:
    interpreters = pytest.importorskip("_xxsubinterpreters")

# What a sub-interpreter runs: it makes ids and writes them to a pipe.
CODE = """
import os, uuid, guidon
assert type(guidon.uuid7()) is uuid.UUID
assert guidon.parse(str(guidon.uuid4())).version == 4
try:
    guidon.parse("no id")
except guidon.ParseError as error:
    assert error.offset == 0
else:
    raise AssertionError
audit = guidon.Audit()
audit.add_many(guidon.new_many(100))
audit.merge(audit)
assert audit.kinds == {{"v7": 200}} and audit.earliest.tzinfo
guidon.patch()
made = uuid.UUID(str(guidon.uuid7()))
assert type(made) is uuid.UUID and made.is_safe is uuid.SafeUUID.unknown
assert made == uuid.UUID(made.hex) < guidon.MAX
with os.fdopen({pipe}, "wb") as file:
    file.write(b"".join(guidon.uuid7_bytes() for _ in range({count})))
"""


def create(isolated):
    """A new sub-interpreter. An isolated one has a lock of its own, since 3.12."""
    if sys.version_info >= (3, 13):
        return interpreters.create("isolated" if isolated else "legacy")
    return interpreters.create(isolated=isolated)


# The wheel for several versions cannot tell CPython that it needs no common lock.
IS_FOR_SEVERAL = guidon._core.__file__.endswith(".abi3.so")
HAS_ISOLATED = sys.version_info >= (3, 12) and not IS_FOR_SEVERAL


def kinds():
    """The kinds of sub-interpreter that this CPython and this wheel have."""
    return [False, True] if HAS_ISOLATED else [False]


def execute(number, code):
    """Run code in a sub-interpreter. An exception there is one here."""
    failed = interpreters.run_string(number, code)
    assert failed is None, failed


def made_in(number, count):
    """Ids that a sub-interpreter makes."""
    reader, writer = os.pipe()
    with os.fdopen(reader, "rb") as file:
        execute(number, CODE.format(pipe=writer, count=count))
        return ids_of(file.read())


@pytest.mark.parametrize("isolated", kinds())
def test_import_and_use(isolated):
    number = create(isolated)
    try:
        made = made_in(number, 1000)
    finally:
        interpreters.destroy(number)
    own = [guidon.uuid7_bytes() for _ in range(1000)]
    assert len(set(made + own)) == 2000
    assert made == sorted(made)


@pytest.mark.parametrize("isolated", kinds())
def test_a_sub_interpreter_may_end(isolated):
    """Each has a module of its own: the end of one leaves the others alone."""
    seen = set()
    for _ in range(10):
        number = create(isolated)
        seen.update(made_in(number, 10))
        interpreters.destroy(number)
        seen.add(guidon.uuid7().bytes)
    assert len(seen) == 110


CALLBACKS = """
import os, guidon
for options in [{}, {"rollback": "wait"}, {"scope": "process", "rollback": "wait"}]:
    made = guidon.Generator(random=os.urandom, **options)
    ids = [next(made).bytes for _ in range(10)]
    more = made.new_many(1000)
    ids += [more[i:i + 16] for i in range(0, 16000, 16)]
    assert ids == sorted(set(ids))
    broken = guidon.Generator(random=lambda n: {}[n], **options)
    try:
        next(broken)
    except KeyError:
        pass
    else:
        raise AssertionError
"""


@pytest.mark.parametrize("isolated", kinds())
def test_functions_of_a_generator_run_in_their_sub_interpreter(isolated):
    """With rollback="wait", the call has released the lock when it needs them."""
    number = create(isolated)
    try:
        execute(number, CALLBACKS)
    finally:
        interpreters.destroy(number)


@pytest.mark.skipif(not HAS_ISOLATED, reason="one lock for all")
def test_sub_interpreters_at_once():
    """Eight threads run at the same time, each in an interpreter of its own."""
    made, numbers = {}, [create(True) for _ in range(8)]

    def work(number):
        made[number] = made_in(number, 2000)

    threads = [threading.Thread(target=work, args=(number,)) for number in numbers]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    for number in numbers:
        interpreters.destroy(number)
    assert len(made) == 8
    assert len({one for ids in made.values() for one in ids}) == 16_000
    assert all(ids == sorted(ids) for ids in made.values())


@pytest.mark.skipif(not hasattr(sys, "_is_gil_enabled"), reason="no such build")
def test_the_module_does_not_switch_the_lock_on():
    """A free-threaded CPython switches its lock on for a module that needs it."""
    import sysconfig

    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        assert not sys._is_gil_enabled()
