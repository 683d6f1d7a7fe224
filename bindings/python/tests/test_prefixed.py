# SPDX-License-Identifier: MIT
"""Ids of version 8 with a prefix: append, sharded, their bounds and their batches."""

import array
import datetime
import os
import pathlib
import re
import threading
import uuid

import pytest

import guidon

MS = 1645557742000
TIME = datetime.datetime(2022, 2, 22, 19, 22, 22, 123456, tzinfo=datetime.timezone.utc)
LAST_MS = 2**44 - 1
PAGE = pathlib.Path(__file__).resolve().parents[3] / "docs/guides/prefixed.md"


def fixed(ns=MS * 10**6):
    return lambda: ns


def test_append_sorts_after_random_keys_and_rises():
    for bits in [0, 1, 20, 24, 28]:
        made = [guidon.v8_append(bits) for _ in range(100)]
        assert made == sorted(set(made))
        assert {type(one) for one in made} == {uuid.UUID}
        assert {one.version for one in made} == {8}
        assert {guidon.v8_prefix_of(one, bits) for one in made} == {2**bits - 1}
    assert guidon.v8_append().hex[:5] == "fffff"


def test_the_ids_of_a_shard_rise_between_those_of_others():
    made = [[guidon.v8_sharded(shard, 4) for shard in range(16)] for _ in range(50)]
    for shard, ids in enumerate(zip(*made)):
        assert list(ids) == sorted(set(ids))
        assert {guidon.v8_prefix_of(one, 4) for one in ids} == {shard}


def test_a_new_id_has_the_time_of_the_clock():
    before = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(seconds=60)
    for made, bits in (guidon.v8_append(), 20), (guidon.v8_sharded(3, 10), 10):
        assert before < guidon.prefixed_time_of(made, bits) < before + datetime.timedelta(1)


def test_threads_share_one_order():
    """The length 27 is used here alone, so that the threads also create its generator."""
    found, start = [], threading.Barrier(4)

    def work():
        start.wait()
        mine = [guidon.v8_append(27) for _ in range(500)]
        assert mine == sorted(mine)
        found.extend(mine)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert len(set(found)) == 2000


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_child_repeats_no_id():
    guidon.v8_append(26)
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(theirs, b"".join(guidon.v8_append(26).bytes for _ in range(50)))
        os._exit(0)
    os.close(theirs)
    mine = {guidon.v8_append(26).bytes for _ in range(50)}
    with os.fdopen(ours, "rb") as pipe:
        data = pipe.read()
    assert os.waitpid(child, 0)[1] == 0
    other = {data[at : at + 16] for at in range(0, len(data), 16)}
    assert len(mine | other) == 100


@pytest.mark.parametrize("time", [MS, TIME, 0, LAST_MS])
def test_ids_of_a_time_lie_between_its_bounds(time):
    for made, prefix, bits in [
        (guidon.v8_append_at(time), 2**20 - 1, 20),
        (guidon.v8_append_at(time, 28), 2**28 - 1, 28),
        (guidon.v8_sharded_at(time, 9, 4), 9, 4),
        (guidon.v8_sharded_at(time, 0, 0), 0, 0),
    ]:
        low = guidon.v8_floor(time, prefix, bits)
        high = guidon.v8_ceil(time, prefix, bits)
        assert low <= made <= high
        assert guidon.v8_prefix_of(made, bits) == prefix
        if isinstance(time, int):
            for one in low, made, high:
                assert guidon.prefixed_time_ns_of(one, bits) // 10**6 == time
        else:
            for one in low, made, high:
                assert guidon.prefixed_time_of(one, bits) == time
    assert guidon.v8_append_floor(time) == guidon.v8_floor(time, 2**20 - 1, 20)
    assert guidon.v8_append_floor(time, 24) == guidon.v8_floor(time, 2**24 - 1, 24)


def test_ids_of_one_time_differ_in_their_random_bits():
    assert len({guidon.v8_append_at(MS) for _ in range(100)}) == 100


@pytest.mark.parametrize("bits", [0, 1, 4, 10])
def test_ranges_are_the_bounds_of_each_shard(bits):
    last = MS + 999
    assert guidon.v8_ranges(MS, last, bits) == [
        (guidon.v8_floor(MS, shard, bits), guidon.v8_ceil(last, shard, bits))
        for shard in range(2**bits)
    ]


def test_the_union_of_ranges_has_exactly_the_ids_of_a_span():
    """A condition on the version leaves out the random keys between the bounds."""
    times = range(MS - 50, MS + 150)
    keys = {guidon.v8_sharded_at(ms, ms % 16, 4): ms for ms in times for _ in range(5)}
    keys.update((guidon.uuid4(), None) for _ in range(5000))
    ranges = guidon.v8_ranges(MS, MS + 99, 4)
    found = {
        key for key in keys if key.version == 8 and any(low <= key <= high for low, high in ranges)
    }
    assert found == {key for key, ms in keys.items() if ms is not None and MS <= ms < MS + 100}
    assert len(found) == 500


def test_many_times_are_those_of_one():
    times = array.array("q", [0, 1, MS, LAST_MS] * 50)
    many = guidon.v8_append_at_many(times, 24)
    assert type(many) is bytes and len(many) == 16 * 200
    ids = guidon.uuids_of(many)
    assert len(set(ids)) == 200
    for one, ms in zip(ids, times):
        assert guidon.v8_floor(ms, 2**24 - 1, 24) <= one <= guidon.v8_ceil(ms, 2**24 - 1, 24)
    out = bytearray(16 * 200)
    assert guidon.v8_sharded_at_many(times, 5, 3, out) is out
    for one, ms in zip(guidon.uuids_of(out), times):
        assert guidon.v8_floor(ms, 5, 3) <= one <= guidon.v8_ceil(ms, 5, 3)
    assert guidon.v8_append_at_many(array.array("q")) == b""


def test_a_wrong_time_of_many_is_named():
    for ms in -1, LAST_MS + 1, 2**62:
        times = array.array("q", [MS] * 70 + [ms])
        for call in (
            lambda times=times: guidon.v8_append_at_many(times),
            lambda times=times: guidon.v8_sharded_at_many(times, 1, 1),
        ):
            with pytest.raises(ValueError, match="70.*1970 to 2527"):
                call()
    with pytest.raises(TypeError, match="64-bit integers"):
        guidon.v8_append_at_many(array.array("d", [1.0]))
    with pytest.raises(ValueError, match="out"):
        guidon.v8_append_at_many(array.array("q", [MS]), 20, bytearray(15))
    shared = bytearray(32)
    with pytest.raises(ValueError, match="share|overlap"):
        guidon.v8_append_at_many(memoryview(shared)[:8].cast("q"), 20, memoryview(shared)[:16])


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda: guidon.v8_append(29), "prefix_bits: expected 0 .. 28, not 29"),
        (lambda: guidon.v8_append(-1), "prefix_bits: expected 0 .. 28"),
        (lambda: guidon.v8_sharded(0, 11), "shard_bits: expected 0 .. 10"),
        (lambda: guidon.v8_sharded(16, 4), "shard: expected 0 .. 15, not 16"),
        (lambda: guidon.v8_sharded(1, 0), "shard: expected 0 .. 0"),
        (lambda: guidon.v8_append_at(-1), "1970 to 2527"),
        (lambda: guidon.v8_append_at(LAST_MS + 1), "1970 to 2527"),
        (lambda: guidon.v8_floor(MS, 2**28, 28), "prefix: expected 0 .. 268435455"),
        (lambda: guidon.v8_ranges(MS, MS, 11), "shard_bits: expected 0 .. 10"),
        (lambda: guidon.v8_ranges(MS, LAST_MS + 1, 4), "1970 to 2527"),
        (lambda: guidon.v8_prefix_of(guidon.uuid7(), 4), "not of version 8 with a prefix"),
        (lambda: guidon.prefixed_time_of(guidon.NIL, 4), "not of version 8 with a prefix"),
        (lambda: guidon.prefixed_time_ns_of(guidon.v8_append(), 29), "prefix_bits: expected"),
        (lambda: guidon.shard_of("acme", 11), "shard_bits: expected 0 .. 10"),
        (lambda: guidon.v8_append_at(datetime.datetime(2022, 1, 1)), "without a time zone"),
    ],
)
def test_what_no_id_has_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_other_types_are_refused():
    for call in (
        lambda: guidon.v8_append("20"),
        lambda: guidon.v8_append(20.0),
        lambda: guidon.v8_sharded(1),
        lambda: guidon.shard_of(5, 4),
        lambda: guidon.shard_of(None, 4),
    ):
        with pytest.raises(TypeError):
            call()


def test_the_example_of_the_guide_runs():
    (example,) = re.findall(r"^```python\n(.*?)^```", PAGE.read_text("utf-8"), re.M | re.S)
    names = {}
    exec(compile(example, "the guide", "exec"), names)
    assert guidon.v8_prefix_of(names["a"], 20) == 2**20 - 1
    assert guidon.v8_prefix_of(names["b"], 4) == guidon.shard_of("acme", 4)


# ------------------------------------------------------------------- the generator


def test_a_generator_of_append_and_of_a_shard():
    with guidon.Generator("v8-append", clock=fixed(), random=bytes) as made:
        assert (made.kind, repr(made)) == (
            "v8-append",
            "<guidon.Generator kind='v8-append' scope='thread'>",
        )
        assert next(made) == guidon.v8_append_floor(MS)
    with guidon.Generator(
        "v8-sharded", prefix=9, prefix_bits=4, clock=fixed(), random=bytes
    ) as made:
        assert made.kind == "v8-sharded"
        assert next(made) == guidon.v8_floor(MS, 9, 4)
        assert made.next_prefixed(3) > guidon.v8_floor(MS, 3, 4)
        assert guidon.v8_prefix_of(made.next_prefixed(15), 4) == 15
        with pytest.raises(ValueError, match="16 has more than prefix_bits bits"):
            made.next_prefixed(16)
        with pytest.raises(TypeError, match="prefix: expected int"):
            made.next_prefixed("3")


def test_the_generator_of_many():
    with guidon.Generator("v8-append", prefix_bits=24) as made:
        ids = guidon.uuids_of(made.new_many(3000))
        assert ids == sorted(set(ids))
        assert {guidon.v8_prefix_of(one, 24) for one in ids} == {2**24 - 1}
        buffer = bytearray(16 * 10)
        made.fill(buffer)
        assert guidon.uuids_of(buffer) > ids[-1:]


def test_a_random_prefix_reaches_every_shard():
    state = [0]

    def random(n):
        """Bytes that differ, and that are the same in every run."""
        state[0] += 1
        return b"".join(
            guidon.uuid5(guidon.NIL, f"{state[0]}/{i}").bytes for i in range(n // 16 + 1)
        )[:n]

    with guidon.Generator("v8-sharded", prefix_bits=3, prefix_random=True, random=random) as made:
        assert {guidon.v8_prefix_of(next(made), 3) for _ in range(500)} == set(range(8))


def test_a_state_file_holds_one_length(tmp_path):
    options = {"scope": "host", "state": tmp_path / "state"}
    with guidon.Generator("v8-sharded", prefix=1, prefix_bits=4, **options) as one:
        with guidon.Generator("v8-sharded", prefix=2, prefix_bits=4, **options) as two:
            assert guidon.v8_prefix_of(next(one), 4) == 1
            assert guidon.v8_prefix_of(next(two), 4) == 2
        with pytest.raises((ValueError, guidon.GenerateError)):
            with guidon.Generator("v8-append", **options) as other:
                next(other)


@pytest.mark.parametrize(
    "options, error, message",
    [
        ({"kind": "v8-append", "prefix": 1}, ValueError, "has a prefix of ones"),
        ({"kind": "v8-append", "prefix_random": True}, ValueError, "has a prefix of ones"),
        ({"kind": "v8-append", "prefix_bits": 29}, ValueError, "expected 0 .. 28"),
        ({"kind": "v8-sharded"}, TypeError, "needs prefix_bits"),
        ({"kind": "v8-sharded", "prefix_bits": 11}, ValueError, "expected 0 .. 10"),
        ({"kind": "v8-sharded", "prefix": 16, "prefix_bits": 4}, ValueError, "prefix is 16"),
        (
            {"kind": "v8-sharded", "prefix": 1, "prefix_bits": 4, "prefix_random": True},
            ValueError,
            "prefix",
        ),
        ({"prefix": 5}, ValueError, "prefix is 5, which has no effect on v7"),
        ({"prefix_bits": 5}, ValueError, "prefix_bits is 5, which has no effect on v7"),
        ({"prefix_random": True}, ValueError, "prefix_random is"),
    ],
)
def test_options_have_to_fit(options, error, message):
    with pytest.raises(error, match=message):
        guidon.Generator(**options)


def test_other_kinds_have_no_prefix():
    with pytest.raises(ValueError, match="kind 'v7' has no prefix"):
        guidon.Generator("v7").next_prefixed(0)
    with guidon.Generator("v8-append") as made:
        pass
    with pytest.raises(ValueError, match="closed"):
        made.next_prefixed(0)
