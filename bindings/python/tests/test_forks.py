# SPDX-License-Identifier: MIT
"""No id repeats over processes and threads, and the ids of a thread are in order."""

import itertools
import pathlib
import subprocess
import sys
import threading
import uuid

import pytest

import guidon
from processes import collect, forked, ids_of

MAKERS = {
    name: getattr(guidon, name)
    for name in ["uuid1_bytes", "uuid4_bytes", "uuid6_bytes", "uuid7_bytes"]
}
# Version 1 begins with the low bits of its time.
ORDERED = ["uuid6_bytes", "uuid7_bytes"]


def some(count):
    """A function that returns so many ids of each maker."""
    return lambda: b"".join(maker() for _ in range(count) for maker in MAKERS.values())


def in_threads(function, count):
    """The results of a function in threads that start together, by thread."""
    results, gate = [None] * count, threading.Barrier(count)

    def work(number):
        gate.wait()
        results[number] = function()

    threads = [threading.Thread(target=work, args=(number,)) for number in range(count)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    return results


def forking(how, count):
    """The ids of the program forking.py."""
    program = pathlib.Path(__file__).with_name("forking.py")
    return ids_of(
        subprocess.run(
            [sys.executable, "-B", program, how, str(count)], check=True, stdout=subprocess.PIPE
        ).stdout
    )


def test_a_thousand_forks_repeat_no_id():
    made = forking("one-by-one", 1000)
    assert len(set(made)) == len(made) == 1000 * 6 * len(MAKERS)


def test_forks_under_eight_threads_repeat_no_id(everything):
    count = 1000 if everything else 20
    made = forking("under-threads", count)
    assert len(set(made)) == len(made) > count * 4 * len(MAKERS)


def test_a_child_of_a_child_repeats_no_id():
    def grandchild():
        return some(8)() + collect(*forked(some(8)))

    made = ids_of(some(8)())
    for _ in range(50):
        made += ids_of(collect(*forked(grandchild)))
    assert len(set(made)) == len(made)


def test_children_that_run_together_repeat_no_id():
    some(1)()
    children = [forked(some(500)) for _ in range(16)]
    made = list(itertools.chain.from_iterable(ids_of(collect(*one)) for one in children))
    assert len(set(made)) == len(made) == 16 * 500 * len(MAKERS)


@pytest.mark.parametrize("name", MAKERS)
def test_eight_threads_repeat_no_id(name):
    maker = MAKERS[name]
    results = in_threads(lambda: [maker() for _ in range(20_000)], 8)
    made = list(itertools.chain.from_iterable(results))
    assert len(set(made)) == len(made) == 160_000
    if name in ORDERED:
        for thread in results:
            assert thread == sorted(thread)


def test_objects_of_a_thread_are_in_order():
    for thread in in_threads(lambda: [guidon.uuid7() for _ in range(5_000)], 8):
        assert thread == sorted(thread)


def test_a_child_keeps_its_order():
    """The thread that forks goes on in the child, above the ids of the parent."""

    def after():
        return b"".join(guidon.uuid7_bytes() for _ in range(100))

    before = guidon.uuid7_bytes()
    made = ids_of(collect(*forked(after)))
    assert made == sorted(made)
    assert before < made[0]


def test_a_new_program_repeats_no_id():
    """A program that was not forked from this one shares nothing with it."""
    code = "import guidon, sys; sys.stdout.write(guidon.uuid4_str())"
    made = [
        subprocess.run(
            [sys.executable, "-c", code], check=True, text=True, stdout=subprocess.PIPE
        ).stdout
        for _ in range(4)
    ]
    assert len(set(made)) == 4


@pytest.mark.parametrize("kind", ["v1", "v6"])
def test_forked_siblings_with_one_node_repeat_nothing_in_scope_host(kind, tmp_path):
    """uuid1(node, clock_seq) cannot promise this: nothing but the time tells the ids of
    two processes apart. The README names this generator."""
    made = guidon.Generator(kind, scope="host", state=str(tmp_path / "state"), node=5, clock_seq=7)
    first = made.next_bytes()
    parts = [forked(lambda: made.new_many(3000)) for _ in range(4)]
    ids = [first, *(one for part in parts for one in ids_of(collect(*part)))]
    assert len(set(ids)) == len(ids) == 12_001
    assert {uuid.UUID(bytes=one).node for one in ids} == {5}
    assert {uuid.UUID(bytes=one).clock_seq for one in ids} == {7}
