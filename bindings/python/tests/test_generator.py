# SPDX-License-Identifier: MIT
"""guidon.Generator: scripted clocks and random sources, order, threads."""

import copy
import gc
import itertools
import os
import pathlib
import pickle
import struct
import subprocess
import sys
import threading
import time
import uuid
import weakref

import guidon
import pytest
from hypothesis import given
from hypothesis import strategies as st

MS = 1_000_000  # nanoseconds
NOW = 1_645_557_742_000 * MS
KINDS = ["v1", "v4", "v6", "v7", "ulid-monotonic", "ulid"]
RISING = ["v6", "v7", "ulid-monotonic"]


def fixed(now=NOW):
    return lambda: now


def script(*times):
    """A clock that reads these times, one for each call, and then the last."""
    readings = iter(times)
    last = times[-1]
    return lambda: next(readings, last)


def zeros(n):
    return bytes(n)


def number(one):
    return uuid.UUID(bytes=one).int


def millisecond(one):
    return int.from_bytes(one[:6], "big")


# -------------------------------------------------------------------- scripted ids


def test_a_frozen_clock_and_source_give_known_ids():
    """RFC 9562, A.6 has this time; the next id is one step of 2^-20 ms later."""
    made = guidon.Generator(clock=fixed(), random=zeros)
    assert str(next(made)) == "017f22e2-79b0-7000-8000-000000000000"
    assert str(next(made)) == "017f22e2-79b0-7000-8040-000000000000"
    made = guidon.Generator("ulid-monotonic", clock=fixed(), random=zeros)
    assert made.next_str() == "01FWHE4YDG0000000000000000"
    assert made.next_str() == "01FWHE4YDG0000000000000001"
    made = guidon.Generator("v4", random=lambda n: b"\xff" * n)
    assert str(next(made)) == "ffffffff-ffff-4fff-bfff-ffffffffffff"
    made = guidon.Generator("v1", clock=fixed(), node=0x9F6BDECED846, clock_seq=0x33C8)
    assert str(next(made)) == "c232ab00-9414-11ec-b3c8-9f6bdeced846"
    made = guidon.Generator(
        "v6", clock=fixed(), clock_seq=0x33C8, node=bytes.fromhex("9f6bdeced846")
    )
    assert str(next(made)) == "1ec9414c-232a-6b00-b3c8-9f6bdeced846"


@pytest.mark.parametrize("layout", ["precise", "counter", "increment", "trace"])
def test_order_while_the_clock_stands_still(layout):
    made = guidon.Generator(layout=layout, clock=fixed())
    ids = [made.next_bytes() for _ in range(1000)]
    assert ids == sorted(set(ids))
    assert {millisecond(one) for one in ids} == {NOW // MS}


@pytest.mark.parametrize("kind", RISING)
@given(steps=st.lists(st.integers(-9_000, 100), min_size=1, max_size=30))
def test_order_while_the_clock_steps_back_within_the_tolerance(kind, steps):
    times = [NOW, *(NOW + min(step, 0) * MS for step in steps)]
    made = guidon.Generator(kind, clock=script(*times), overflow="fail")
    ids = [made.next_bytes() for _ in times]
    assert ids == sorted(set(ids))


def test_a_step_back_beyond_the_tolerance_restarts_waits_or_fails():
    back = NOW - 20_000 * MS
    made = guidon.Generator(clock=script(NOW, back))
    first, second = made.next_bytes(), made.next_bytes()
    assert (millisecond(first), millisecond(second)) == (NOW // MS, back // MS)
    assert made.stats.restarts == 1
    made = guidon.Generator(clock=script(NOW, back, back, NOW), rollback="wait")
    first, second = made.next_bytes(), made.next_bytes()
    assert first < second
    assert (made.stats.waits, made.stats.restarts) == (1, 0)
    made = guidon.Generator(clock=script(NOW, back, NOW), rollback="fail")
    first = made.next_bytes()
    with pytest.raises(guidon.GenerateError) as raised:
        next(made)
    assert raised.value.reason in str(raised.value)
    assert first < made.next_bytes()
    made = guidon.Generator(clock=script(NOW, back), rollback_tolerance_ms=20_000)
    assert made.next_bytes() < made.next_bytes()
    assert made.stats == (1, 0, 0, 0)


def test_an_exhausted_counter_waits_or_fails():
    full = guidon.Generator("ulid-monotonic", clock=fixed(), random=lambda n: b"\xff" * n)
    next(full)
    with pytest.raises(guidon.GenerateError, match="exhausted"):
        next(full)
    made = guidon.Generator(layout="counter", clock=fixed(), overflow="fail")
    with pytest.raises(guidon.GenerateError, match="exhausted"):
        made.new_many(2**20)
    later = itertools.chain(itertools.repeat(NOW, 5000), itertools.repeat(NOW + MS))
    made = guidon.Generator(layout="counter", clock=lambda: next(later))
    ids = made.new_many(2**20)
    assert (millisecond(ids), millisecond(ids[-16:])) == (NOW // MS, NOW // MS + 1)
    assert made.stats.waits == 1


@pytest.mark.parametrize("kind", KINDS)
def test_every_way_to_ids_is_one_sequence(kind):
    made = (
        guidon.Generator(kind, clock=fixed(), overflow="fail", node=5)
        if (kind == "v1")
        else guidon.Generator(kind)
    )
    buffer = bytearray(160)
    ids = [next(made), made.next()]
    ids = [guidon.uuids_of([one])[0].bytes for one in ids]
    ids += [made.next_bytes(), guidon.uuids_of([made.next_str()])[0].bytes]
    assert made.fill(buffer) is None
    ids += [bytes(buffer[i : i + 16]) for i in range(0, 160, 16)]
    more = made.new_many(10)
    ids += [more[i : i + 16] for i in range(0, 160, 16)]
    ids += [guidon.uuids_of([one])[0].bytes for one in itertools.islice(made, 3)]
    assert len(set(ids)) == 27
    if kind in RISING and kind != "v6":
        assert ids == sorted(ids)


def test_the_classes_of_the_ids():
    for kind in ["v1", "v4", "v6", "v7"]:
        made = next(guidon.Generator(kind))
        assert type(made) is uuid.UUID
        assert made.version == int(kind[1:])
        assert made.is_safe is uuid.SafeUUID.unknown
    for kind in ["ulid", "ulid-monotonic"]:
        made = next(guidon.Generator(kind))
        assert type(made) is guidon.ULID
        assert len(guidon.Generator(kind).next_str()) == 26
    assert iter(made := guidon.Generator()) is made


def test_version_2_and_version_8():
    made = guidon.Generator("v2", local_id=501, domain=1, clock=fixed(), node=7)
    one = made.next_bytes()
    assert one[6] >> 4 == 2
    assert (int.from_bytes(one[:4], "big"), one[9]) == (501, 1)
    made = guidon.Generator(
        "v8-node", scope="process", node_number=5, node_number_bits=10, clock=fixed()
    )
    ids = [made.next_bytes() for _ in range(100)]
    assert ids == sorted(set(ids))
    assert {one[6] >> 4 for one in ids} == {8}
    other = guidon.Generator(
        "v8-node", scope="process", node_number=6, node_number_bits=10, clock=fixed()
    )
    assert other.next_bytes()[:9] != ids[0][:9]


def fnv(octets):
    value = 0xCBF29CE484222325
    for octet in octets:
        value = (value ^ octet) * 0x100000001B3 % 2**64
    return value


def write_lease(path, not_after, last_ms, boot=None, first_ms=0):
    """A lease file of number 677 in 10 bits, as docs/decisions/0032 describes it."""
    if boot is None:
        with open("/proc/sys/kernel/random/boot_id", "rb") as file:
            boot = fnv(file.read(36)) | 1
    path.touch()
    about = path.stat()
    head = b"gdnlease" + struct.pack(
        "=IIQIIQQQQQ",
        2,
        256,
        0x0102030405060708,
        677,
        10,
        boot,
        0,
        first_ms,
        about.st_dev,
        about.st_ino,
    )
    head += struct.pack("=Q", fnv(head))
    path.write_bytes(
        head.ljust(128, b"\0") + struct.pack("=QQ", not_after, last_ms).ljust(128, b"\0")
    )
    path.chmod(0o600)


needs_lease_files = pytest.mark.skipif(
    sys.platform != "linux" or os.uname().machine not in ("x86_64", "aarch64"),
    reason="the test writes lease files of Linux",
)


@needs_lease_files
def test_a_lease_file_gives_number_and_end(tmp_path):
    path = tmp_path / "lease"
    write_lease(path, 2**63, NOW // MS)
    options = {"scope": "process", "clock": fixed(), "lease_path": path}
    with guidon.Generator("v8-node", **options) as made:
        one = made.next_bytes()
        assert number(one) >> 66 & 0x3FF == 677
        with pytest.raises(guidon.GenerateError, match="another generator"):
            guidon.Generator("v8-node", **options)
    for other in (
        {"node_number": 676, "node_number_bits": 10},
        {"node_number": 677, "node_number_bits": 11},
    ):
        with pytest.raises(ValueError, match="but the lease file has another"):
            guidon.Generator("v8-node", **options, **other)
    options["clock"] = fixed(NOW + MS)
    with guidon.Generator("v8-node", **options) as made:
        with pytest.raises(guidon.GenerateError, match="last millisecond"):
            made.next()
    options["clock"] = fixed()
    write_lease(path, 2**63, 2**63, first_ms=NOW // MS + 5000)
    with guidon.Generator("v8-node", **options) as made:
        assert number(made.next_bytes()) >> 80 == NOW // MS + 5000
    write_lease(path, 2**63, 2**63, first_ms=NOW // MS + 10001)
    with guidon.Generator("v8-node", **options) as made:
        with pytest.raises(guidon.GenerateError, match="clock"):
            made.next()
    write_lease(path, 1, 2**63)
    with guidon.Generator("v7", lease_path=os.fsencode(path)) as made:
        with pytest.raises(guidon.GenerateError, match="expired"):
            made.next()


@needs_lease_files
def test_an_unusable_lease_file_is_refused(tmp_path):
    path = tmp_path / "lease"
    with pytest.raises(guidon.GenerateError, match="does not exist"):
        guidon.Generator(lease_path=path)
    path.write_bytes(bytes(256))
    with pytest.raises(guidon.GenerateError, match="not a lease file"):
        guidon.Generator(lease_path=path)
    write_lease(path, 2**63, 2**63, boot=3)
    with pytest.raises(guidon.GenerateError, match="another boot"):
        guidon.Generator(lease_path=path)
    with pytest.raises(TypeError):
        guidon.Generator(lease_path=5)


@pytest.mark.parametrize("kind", ["v1", "v2", "v6"])
def test_node_and_clock_sequence_are_set(kind):
    local = {"local_id": 1} if kind == "v2" else {}
    made = guidon.Generator(kind, node=1, clock_seq=33, clock=fixed(), **local)
    assert made.next().node == 1
    made.set_node(0xFFFFFFFFFFFF)
    assert made.next().node == 0xFFFFFFFFFFFF
    made.set_node(b"\0\1\2\3\4\5")
    assert made.next().node == 0x000102030405
    made.set_clock_seq(60)
    one = made.next_bytes()
    assert one[8] & 63 == (60 if kind == "v2" else 0)
    assert one[9] == (0 if kind == "v2" else 60)
    made.set_clock_seq()
    made.set_clock_seq(None)
    next(made)


# --------------------------------------------------------------------- host scope


@pytest.fixture
def state(tmp_path):
    try:
        guidon.Generator("v4", scope="host")
    except ValueError as error:
        pytest.skip(str(error))
    return tmp_path / "state"


def test_ids_of_the_host_are_safe_and_in_order(state):
    one, two = (guidon.Generator(scope="host", state=state) for _ in range(2))
    ids = [made.next_bytes() for _ in range(500) for made in (one, two)]
    assert ids == sorted(set(ids))
    made = guidon.Generator("v1", scope="host", state=str(state).encode())
    assert next(made).is_safe is uuid.SafeUUID.safe
    assert uuid.SafeUUID(next(made).is_safe) is uuid.SafeUUID.safe
    assert guidon.Generator("v1").next().is_safe is uuid.SafeUUID.unknown
    assert next(one).is_safe is uuid.SafeUUID.unknown


def test_a_state_file_that_cannot_be_used_says_why(tmp_path, state):
    with pytest.raises(guidon.GenerateError) as raised:
        guidon.Generator(scope="host", state=tmp_path)
    assert raised.value.reason in str(raised.value)
    with pytest.raises(ValueError, match="null"):
        guidon.Generator(scope="host", state="a\0b")
    with pytest.raises(TypeError):
        guidon.Generator(scope="host", state=5)


# ----------------------------------------------------------------------- arguments


@pytest.mark.parametrize(
    "options, error, says",
    [
        ({"kind": "v3"}, ValueError, "unknown kind 'v3'.*v2 or v8-node"),
        ({"kind": 7}, TypeError, "str"),
        ({"scope": "threads"}, ValueError, "scope: expected thread, process or host"),
        ({"layout": "x"}, ValueError, "layout: expected precise, counter, increment"),
        ({"rollback": "x"}, ValueError, "rollback: expected restart, wait or fail"),
        ({"overflow": "x"}, ValueError, "overflow: expected wait or fail"),
        ({"kind": "ulid-monotonic", "ulid_step": "x"}, ValueError, "ulid_step: expected one or"),
        ({"rollback_tolerance_ms": 0}, ValueError, "expected 1 .. 4294967295, not 0"),
        ({"rollback_tolerance_ms": 2**32}, ValueError, "expected 1 .. 4294967295"),
        ({"rollback_tolerance_ms": 2**70}, ValueError, "expected 1 .. 4294967295"),
        ({"rollback_tolerance_ms": 1.5}, TypeError, "rollback_tolerance_ms"),
        (
            {"state": "/tmp/x"},
            ValueError,
            "state_path is set, which has no effect without scope HOST",
        ),
        ({"clock": 5}, TypeError, "clock: expected a function"),
        ({"random": "fast"}, TypeError, "random: expected 'kernel' or a function"),
        (
            {"kind": "v4", "layout": "counter"},
            ValueError,
            "v7_layout is 1, which has no effect on v4",
        ),
        ({"node": 5}, ValueError, "node is 2, which has no effect on v7"),
        ({"clock_seq": 5}, ValueError, "clock_seq_fixed is set, which has no effect on v7"),
        ({"ulid_step": "random"}, ValueError, "ulid_step is 1, which has no effect on v7"),
        ({"local_id": 5}, ValueError, "local_id is 5, which has no effect on v7"),
        ({"domain": 5}, ValueError, "domain is 5, which has no effect on v7"),
        ({"node_number": 5}, ValueError, "node_number is 5, which has no effect on v7"),
        ({"node_number_bits": 5}, ValueError, "node_number_bits is 5, which has no effect on v7"),
        ({"kind": "v1", "node": 2**48}, ValueError, "node: expected 0 .. 2814"),
        ({"kind": "v1", "node": -1}, ValueError, "node: expected 0 .. 2814"),
        ({"kind": "v1", "node": b"12345"}, ValueError, "node: .*5 bytes, expected 6"),
        ({"kind": "v1", "node": "host"}, ValueError, "node: expected random, mac"),
        ({"kind": "v1", "node": 1.5}, TypeError, "node: expected int"),
        ({"kind": "v1", "clock_seq": 16384}, ValueError, "clock_seq is 16384 .expected 0 to 16383"),
        (
            {"kind": "v2", "local_id": 1, "clock_seq": 64},
            ValueError,
            "clock_seq is 64 .expected 0 to 63",
        ),
        ({"kind": "v2"}, TypeError, "local_id: kind 'v2' needs one"),
        ({"kind": "v2", "local_id": 2**32}, ValueError, "local_id: expected 0 .."),
        (
            {"kind": "v2", "local_id": 1, "domain": 256},
            ValueError,
            "domain is 256 .expected 0 to 255",
        ),
        ({"kind": "v8-node"}, TypeError, "needs node_number and"),
        (
            {"kind": "v8-node", "node_number": 5, "node_number_bits": 8},
            ValueError,
            "scope is 0, but v8-node needs scope PROCESS",
        ),
        (
            {"kind": "v8-node", "scope": "process", "node_number": 5, "node_number_bits": 25},
            ValueError,
            "node_number_bits is 25 .expected 1 to 24",
        ),
        (
            {"kind": "v8-node", "scope": "process", "node_number": 256, "node_number_bits": 8},
            ValueError,
            "node_number is 256 .expected 0 to 255",
        ),
        ({"unknown": 5}, TypeError, "unknown"),
    ],
)
def test_wrong_options_are_refused(options, error, says):
    with pytest.raises(error, match=says) as raised:
        guidon.Generator(**options)
    assert type(raised.value) is error


def test_options_may_be_none():
    made = guidon.Generator(
        "v7",
        scope=None,
        layout=None,
        clock=None,
        random=None,
        state=None,
        node=None,
        clock_seq=None,
        rollback=None,
    )
    assert (made.kind, made.scope, made.closed) == ("v7", "thread", False)
    assert repr(made) == "<guidon.Generator kind='v7' scope='thread'>"
    assert next(guidon.Generator("v4", random="kernel")).version == 4


def test_changes_that_a_kind_does_not_have_are_refused():
    made = guidon.Generator()
    with pytest.raises(ValueError, match="kind 'v7' has no node of its own"):
        made.set_node(5)
    with pytest.raises(ValueError, match="has no clock sequence of its own"):
        made.set_clock_seq(5)
    made = guidon.Generator("v1")
    for wrong, error in [(2**14, ValueError), (-1, ValueError), ("5", TypeError)]:
        with pytest.raises(error):
            made.set_clock_seq(wrong)
    with pytest.raises(ValueError):
        made.set_node(2**48)


@pytest.mark.parametrize(
    "buffer, error", [(bytes(16), BufferError), (bytearray(15), ValueError), (None, TypeError)]
)
def test_wrong_buffers_are_refused(buffer, error):
    with pytest.raises(error):
        guidon.Generator().fill(buffer)


def test_wrong_numbers_are_refused():
    for n, error in [
        (-1, ValueError),
        (2**62, OverflowError),
        (2**99, OverflowError),
        (1.5, TypeError),
    ]:
        with pytest.raises(error):
            guidon.Generator().new_many(n)


# --------------------------------------------------------------- functions of Python


class Broken(Exception):
    pass


def broken(*arguments):
    raise Broken("as it was")


@pytest.mark.parametrize("options", [{"clock": broken}, {"random": broken}])
@pytest.mark.parametrize("scope", ["thread", "process"])
@pytest.mark.parametrize("rollback", ["restart", "wait"])
def test_an_exception_of_a_callback_reaches_the_caller(options, scope, rollback):
    made = guidon.Generator(scope=scope, rollback=rollback, **options)
    buffer = bytearray(b"\xa5" * 16 * 100)
    for call in [
        made.next,
        made.next_str,
        made.next_bytes,
        lambda: next(made),
        lambda: made.fill(buffer),
        lambda: made.new_many(100),
    ]:
        try:
            raise KeyError("context")
        except KeyError as context:
            with pytest.raises(Broken, match="as it was") as raised:
                call()
            assert raised.value.__context__ is context
            assert raised.value.__cause__ is None
    assert buffer == b"\xa5" * 16 * 100


def test_a_generator_continues_after_an_exception():
    fail = []

    def clock():
        if fail:
            raise fail.pop()
        return NOW

    made = guidon.Generator(clock=clock)
    first = made.next_bytes()
    for error in [Broken(), KeyboardInterrupt(), SystemExit(), StopIteration()]:
        fail.append(error)
        with pytest.raises(type(error)):
            next(made)
    assert number(made.next_bytes()) > number(first)


def test_a_batch_that_fails_in_the_middle_leaves_no_ids():
    calls = itertools.count()

    def random(n):
        if next(calls) > 10:
            raise Broken
        return os.urandom(n)

    made = guidon.Generator(random=random)
    buffer = bytearray(b"\xa5" * 16 * 256 * 20)
    with pytest.raises(Broken):
        made.fill(buffer)
    assert buffer == bytes(len(buffer))


@pytest.mark.parametrize(
    "time_, error, says",
    [
        (1.5, TypeError, "int of nanoseconds since 1970"),
        (None, TypeError, "not"),
        ("1", TypeError, "not"),
        (2**200, OverflowError, "clock: expected"),
        (2**63 * 10**9, OverflowError, "clock: expected"),
        (10**27, guidon.GenerateError, "clock"),
        (-1, guidon.GenerateError, "clock"),
    ],
)
def test_wrong_times_are_refused(time_, error, says):
    with pytest.raises(error, match=says):
        next(guidon.Generator(clock=fixed(time_)))


@pytest.mark.parametrize("parts", [None, (1,), ("a", "b"), (1, 2**40), (2**80, -1)])
def test_a_class_of_int_does_not_change_the_time(parts):
    class Other(int):
        def __divmod__(self, other):
            return parts

        __floordiv__ = __mod__ = __index__ = __int__ = __divmod__

    made = guidon.Generator(clock=fixed(Other(NOW)), random=zeros)
    assert str(next(made)) == "017f22e2-79b0-7000-8000-000000000000"
    late = 16_725_225_600 * 10**9  # more than 64 bits
    made = guidon.Generator(clock=fixed(Other(late)), random=zeros)
    assert millisecond(made.next_bytes()) == late // MS


def test_times_beyond_64_bits_of_nanoseconds():
    """The year 2500, and for version 1 the year 1600."""
    made = guidon.Generator(clock=fixed(16_725_225_600 * 10**9))
    assert millisecond(made.next_bytes()) == 16_725_225_600_000
    made = guidon.Generator("v1", clock=fixed(-11_676_096_000 * 10**9))
    assert made.next().time == (-11_676_096_000 + 12_219_292_800) * 10**7


@pytest.mark.parametrize(
    "ns",
    [
        -1,
        -100,
        -(10**9),
        -(10**9) - 100,
        0,
        100,
        10**9 - 100,
        2**63 - 7,
        2**63,
        2**63 + 93,
        -(2**63),
        -(2**63) - 8,
    ],
)
def test_times_on_both_sides_of_the_limits(ns):
    made = guidon.Generator("v1", clock=fixed(ns), clock_seq=0)
    assert made.next().time == ns // 100 + 12_219_292_800 * 10**7


@pytest.mark.parametrize(
    "bits, error, says",
    [
        (b"", ValueError, "random: expected"),
        (bytes(5000), ValueError, "not 5000"),
        (None, TypeError, "random: expected bytes"),
        ("0" * 16, TypeError, "not"),
        ([0] * 16, TypeError, "not"),
    ],
)
def test_wrong_random_bytes_are_refused(bits, error, says):
    with pytest.raises(error, match=says):
        next(guidon.Generator("v4", random=lambda n: bits))


def test_other_buffers_of_random_bytes_are_taken():
    made = guidon.Generator("v4", random=lambda n: memoryview(bytearray(n)))
    assert next(made).int == 0x4000_8000_0000_0000_0000


@pytest.mark.parametrize("scope", ["thread", "process"])
def test_a_callback_that_uses_its_generator_gets_an_error(scope):
    raised = []

    def clock():
        for call in [
            made.next,
            made.close,
            made.set_clock_seq,
            lambda: made.stats,
            lambda: made.fill(bytearray(16)),
            lambda: made.new_many(1),
        ]:
            with pytest.raises(RuntimeError, match="own clock") as error:
                call()
            raised.append(error.value)
        return NOW

    made = guidon.Generator(clock=clock, scope=scope)
    assert next(made).version == 7
    assert len(raised) == 6


def test_a_callback_may_use_other_generators():
    other = guidon.Generator(clock=fixed(), random=zeros)

    def clock():
        guidon.uuid7()
        return int.from_bytes(other.next_bytes()[:6], "big") * MS

    made = guidon.Generator(clock=clock)
    assert millisecond(made.next_bytes()) == NOW // MS
    assert len(made.new_many(1000)) == 16000


def test_a_buffer_cannot_be_resized_by_a_callback():
    buffer, refused = bytearray(16 * 10), []

    def clock():
        try:
            buffer.append(0)
        except BufferError:
            refused.append(True)
        return NOW

    guidon.Generator(clock=clock).fill(buffer)
    assert refused
    assert len({bytes(buffer[i : i + 16]) for i in range(0, 160, 16)}) == 10


def test_a_cycle_through_a_callback_is_collected():
    class Owner:
        def __init__(self):
            self.made = guidon.Generator(clock=self.clock, random=self.random)

        def clock(self):
            return NOW

        def random(self, n):
            return bytes(n)

    owner = Owner()
    next(owner.made)
    gone = weakref.ref(owner)
    del owner
    gc.collect()
    assert gone() is None


def test_callbacks_are_released():
    def clock():
        return NOW

    before = sys.getrefcount(clock)
    made = guidon.Generator(clock=clock)
    for _ in range(100):
        next(made)
    del made
    with pytest.raises(ValueError):
        guidon.Generator(clock=clock, scope="x", random=5)
    with pytest.raises(TypeError):
        guidon.Generator(clock=clock, random=5)
    gc.collect()
    assert sys.getrefcount(clock) == before


# --------------------------------------------------------------------------- threads


def run(*functions):
    threads = [threading.Thread(target=function) for function in functions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"layout": "counter"},
        {"clock": time.time_ns, "random": bytes},
        {"random": bytes},
        {"random": bytes, "rollback": "wait"},
        {"rollback": "wait"},
    ],
)
@pytest.mark.parametrize("scope", ["thread", "process"])
def test_threads_share_a_generator(scope, options):
    """Each thread gets its ids in order, and no id is made twice."""
    made = guidon.Generator(scope=scope, **options)
    parts = [[] for _ in range(4)]

    def work(part):
        for i in range(100):
            part.append(made.next_bytes())
            ids = made.new_many(100 + i)
            part.extend(ids[j : j + 16] for j in range(0, len(ids), 16))

    run(*(lambda part=part: work(part) for part in parts))
    for part in parts:
        assert part == sorted(part)
    assert len(set().union(*parts)) == sum(map(len, parts))


def test_a_thread_waits_while_another_is_in_a_call():
    """The clock of the first thread lets a second thread run as far as it can."""
    started, seen, ids = threading.Event(), [], []

    def call():
        started.set()
        ids.append(made.next_bytes())

    def clock():
        if not started.is_set():
            second.start()
            started.wait()
            seen.append(len(ids))
        return NOW

    second = threading.Thread(target=call)
    made = guidon.Generator(clock=clock, random=zeros)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    try:
        first = made.next_bytes()
    finally:
        sys.setswitchinterval(interval)
    second.join()
    assert seen == [0]
    assert first < ids[0]


@pytest.mark.parametrize("change", ["close", "set_clock_seq"])
def test_a_change_is_refused_while_a_thread_is_in_a_shared_generator(change):
    refused = []

    def clock():
        if not refused:

            def other():
                with pytest.raises(RuntimeError, match="another thread") as error:
                    getattr(made, change)()
                refused.append(error.value)

            run(other)
        return NOW

    made = guidon.Generator("v1", scope="process", clock=clock)
    assert next(made).version == 1
    assert len(refused) == 1
    getattr(made, change)()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
@pytest.mark.parametrize("scope", ["thread", "process"])
def test_a_child_can_use_a_generator_that_was_in_use(scope):
    """The parent forks while another thread is in a call."""
    inside, may_leave = threading.Event(), threading.Event()

    def clock():
        if threading.current_thread() is first and not may_leave.is_set():
            inside.set()
            may_leave.wait()
        return NOW

    made = guidon.Generator("v1", clock=clock, scope=scope)
    first = threading.Thread(target=made.next)
    first.start()
    inside.wait()
    end, beginning = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(beginning, made.next_bytes())
        made.close()
        os._exit(0)
    os.close(beginning)
    ids = {os.read(end, 16)}
    os.waitpid(child, 0)
    os.close(end)
    may_leave.set()
    first.join()
    ids.add(made.next_bytes())
    assert len(ids) == 2
    assert all(len(one) == 16 for one in ids)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_forked_children_repeat_nothing():
    made = guidon.Generator()
    ids = {made.next_bytes()}
    for _ in range(50):
        end, beginning = os.pipe()
        child = os.fork()
        if child == 0:
            os.write(beginning, made.next_bytes())
            os._exit(0)
        os.close(beginning)
        ids.add(os.read(end, 16))
        os.close(end)
        os.waitpid(child, 0)
        ids.add(made.next_bytes())
    assert len(ids) == 101


# A signal handler runs between two steps of a long call, in the thread of the call.
# A call that waited for itself would never end, so this runs in another process.
IN_A_CALL = """
import sys
sys.path[:0] = {path!r}
import guidon
from test_batch import call_with_signal

made, answers = guidon.Generator(scope={scope!r}), []

def handle(number, frame):
    for call in [made.next, lambda: made.new_many(100), made.close]:
        try:
            call()
            answers.append("made")
        except RuntimeError as error:
            answers.append("refused" if "signal handler" in str(error) else "failed")

ids = call_with_signal(handle, made.new_many, 65537)
assert len(set(ids[i:i + 16] for i in range(0, len(ids), 16))) == 65537
assert made.next_bytes() > ids[-16:]
made.close()
print(*answers)
"""


@pytest.mark.parametrize(
    "scope, answers", [("thread", "refused refused refused"), ("process", "made made refused")]
)
def test_a_signal_handler_does_not_wait_for_its_own_thread(scope, answers):
    here = pathlib.Path(__file__).resolve()
    path = [str(here.parent), str(here.parents[3] / "tests/support")]
    program = IN_A_CALL.format(path=path, scope=scope)
    done = subprocess.run(
        [sys.executable, "-B", "-c", program],
        text=True,
        timeout=60,
        stdout=subprocess.PIPE,
        check=True,
    )
    assert done.stdout.split() == answers.split()


@pytest.mark.skipif(sys.version_info < (3, 12), reason="no __buffer__ before 3.12")
def test_an_object_with_a_buffer_may_use_its_generator_if_this_is_shared():
    class Memory:
        def __buffer__(self, flags):
            made.next()
            return memoryview(bytearray(16))

    made = guidon.Generator(scope="process")
    made.fill(Memory())
    made = guidon.Generator(random=zeros)
    with pytest.raises(RuntimeError, match="has not ended"):
        made.fill(Memory())


# ----------------------------------------------------------------------- life cycle


def test_a_closed_generator_makes_nothing():
    with guidon.Generator() as made:
        next(made)
    assert made.closed
    assert repr(made).endswith("closed>")
    made.close()
    for call in [
        made.next,
        made.next_str,
        made.next_bytes,
        lambda: next(made),
        lambda: made.fill(bytearray(16)),
        lambda: made.new_many(1),
        lambda: made.stats,
    ]:
        with pytest.raises(ValueError, match="closed"):
            call()


def test_a_generator_is_neither_copied_nor_pickled_nor_derived():
    made = guidon.Generator()
    for call in [copy.copy, copy.deepcopy, pickle.dumps]:
        with pytest.raises(TypeError):
            call(made)
    with pytest.raises(TypeError):
        type("Derived", (guidon.Generator,), {})


def test_stats_are_named_counts():
    stats = guidon.Generator().stats
    assert type(stats) is guidon.GeneratorStats
    assert (stats.rollbacks, stats.restarts, stats.waits, stats.forks) == (0, 0, 0, 0)
