# SPDX-License-Identifier: MIT
"""The clock and the random source of a generator are functions of Python, which may do
anything: raise, close the generator, fork, switch to another greenlet, run a loop. The
methods of arguments may do the same: see test_methods.py."""

import asyncio
import contextlib
import functools
import gc
import itertools
import os
import signal
import subprocess
import sys
import threading
import traceback
import weakref

import guidon
import pytest
from test_batch import call_with_signal

MS = 1_000_000  # nanoseconds
NOW = 1_645_557_742_000 * MS

NUMBERS = itertools.count()  # of state files

GENERATORS = {
    "uuid1 of a thread": {"kind": "v1"},
    "uuid1 of the process": {"kind": "v1", "scope": "process"},
    "uuid2 of a thread": {"kind": "v2", "local_id": 7},
    "uuid4 of a thread": {"kind": "v4"},
    "uuid4 without the lock of Python": {"kind": "v4", "rollback": "wait"},
    "uuid4 of the process": {"kind": "v4", "scope": "process", "rollback": "wait"},
    "uuid6 of the process": {"kind": "v6", "scope": "process"},
    "uuid7 of a thread": {"kind": "v7"},
    "uuid7 of the process": {"kind": "v7", "scope": "process"},
    "uuid7 of the host": {"kind": "v7", "scope": "host"},
    "uuid7 with a counter": {"kind": "v7", "layout": "counter"},
    "uuid8 of the process": {
        "kind": "v8-node",
        "scope": "process",
        "node_number": 5,
        "node_number_bits": 10,
    },
    "ulid of a thread": {"kind": "ulid-monotonic"},
    "ulid of the process": {"kind": "ulid-monotonic", "scope": "process", "rollback": "wait"},
    "ulid of the host": {"kind": "ulid-monotonic", "scope": "host"},
    "ulid of random bits": {"kind": "ulid", "rollback": "wait"},
}


class Broken(Exception):
    pass


class Subject:
    """A generator whose clock or random source, as `role` says, calls `act` once."""

    def __init__(self, name, role, folder):
        options = dict(GENERATORS[name])
        if options.get("scope") == "host":
            if sys.platform != "linux":
                pytest.skip("no state files here")
            options["state"] = folder / str(next(NUMBERS))
        self.act, self.role, self.now, self.threads = None, role, NOW, []
        self.is_shared = "scope" in options
        # Which of the two each call needs.
        self.needed = "random" if options["kind"] == "v4" else "clock"
        self.step = 430_000 * MS if options["kind"] == "v2" else MS  # a tick
        if self.needed == "clock":
            options["clock"] = self.clock
        self.made = guidon.Generator(random=self.random, **options)

    def turn(self, role):
        act = self.act if role == self.role else None
        if act:
            self.act = None
            act(self)

    def clock(self):
        self.turn("clock")
        self.now += self.step
        return self.now

    def random(self, n):
        self.turn("random")
        return os.urandom(n)

    def call(self, act, method="next", *arguments):
        """Call a method of the generator, in which `act` is called once."""
        self.act = act
        try:
            return getattr(self.made, method)(*arguments)
        finally:
            assert self.act is None
            for thread in self.threads:
                thread.join()

    def works(self):
        """The generator makes ids, and they differ."""
        ids = [self.made.next_bytes() for _ in range(10)]
        more = self.made.new_many(300)
        ids += [more[i : i + 16] for i in range(0, len(more), 16)]
        assert len(set(ids)) == len(ids) == 310
        return True


@pytest.fixture(params=GENERATORS)
def subjects(request, tmp_path):
    """Functions that make a subject, for the clock and for the random source."""
    roles = ["random"] if "uuid4" in request.param else ["clock", "random"]
    return [lambda role=role: Subject(request.param, role, tmp_path) for role in roles]


# ---------------------------------------------------------------- what they may do


def use_it(subject):
    """No method of a generator may be called within its call."""
    made = subject.made
    if made is None:  # this call is no generator's
        return
    for call in [
        made.next,
        made.next_str,
        made.close,
        made.set_clock_seq,
        lambda: made.set_node(5),
        lambda: made.stats,
        lambda: made.fill(bytearray(16)),
        lambda: made.new_many(1),
    ]:
        with pytest.raises((RuntimeError, ValueError), match="not ended|of its own"):
            call()


def use_others(subject):
    other = guidon.Generator(clock=lambda: NOW, random=os.urandom)
    ids = [
        other.next_bytes(),
        guidon.uuid7_bytes(),
        guidon.ulid_bytes(),
        *(one.bytes for one in guidon.uuids_of(guidon.new_many(100))),
    ]
    assert len(set(ids)) == 103


def use_both(subject):
    use_it(subject)
    use_others(subject)


def forget_it(subject):
    subject.made = None
    gc.collect(0)


def fail(error):
    def act(subject):
        raise error

    return act


def recurse(subject):
    recurse(subject)


def handle(handler):
    """Let a handler of a signal run within the call."""

    def act(subject):
        old = signal.signal(signal.SIGINT, lambda *_: handler(subject))
        try:
            signal.raise_signal(signal.SIGINT)
        finally:
            signal.signal(signal.SIGINT, old)

    return act


def run_asyncio(subject):
    async def main():
        await asyncio.sleep(0)
        use_both(subject)
        await asyncio.gather(*(asyncio.sleep(0) for _ in range(10)))

    asyncio.run(main())


def run_trio(subject):
    trio = pytest.importorskip("trio")

    async def task():
        for _ in range(10):
            await trio.lowlevel.checkpoint()
        use_both(subject)

    async def main():
        async with trio.open_nursery() as nursery:
            for _ in range(3):
                nursery.start_soon(task)

    trio.run(main)


def switch(subject):
    greenlet = pytest.importorskip("greenlet")
    others = [greenlet.greenlet(use_both) for _ in range(10)]
    for other in others:
        other.switch(subject)
    assert all(other.dead for other in others)


ACTS = {
    "use the generator": (use_it, None),
    "use other generators": (use_others, None),
    "forget the generator": (forget_it, None),
    "raise": (fail(Broken()), Broken),
    "end the program": (fail(SystemExit()), SystemExit),
    "interrupt": (fail(KeyboardInterrupt()), KeyboardInterrupt),
    "recurse": (recurse, RecursionError),
    "get a signal": (handle(use_both), None),
    "raise in a handler": (handle(fail(Broken())), Broken),
    "run asyncio": (run_asyncio, None),
    "run trio": (run_trio, None),
    "switch to greenlets": (switch, None),
}


@pytest.mark.parametrize("act", ACTS)
def test_a_callback_may_do_anything(subjects, act):
    function, error = ACTS[act]
    for make, call in itertools.product(subjects, [("next",), ("new_many", 300)]):
        subject = make()
        if error:
            with pytest.raises(error):
                subject.call(function, *call)
        else:
            assert subject.call(function, *call)
        assert subject.made is None or subject.works()


# --------------------------------------------------------------------------- forks


def refuse_to_close(made):
    refused = []

    def close():
        with pytest.raises(RuntimeError, match="another thread") as raised:
            made.close()
        refused.append(raised.value)

    thread = threading.Thread(target=close)
    thread.start()
    thread.join()
    assert refused


def stay_out(subject):
    """While the thread is in a call, other threads neither end the generator nor use
    one that belongs to a thread."""
    if subject.is_shared:
        refuse_to_close(subject.made)
        return
    made, ids, started = subject.made, [], threading.Event()

    def use():
        started.set()
        ids.append(made.next_bytes())

    # The other thread runs until it waits, because nothing else interrupts it.
    subject.threads.append(threading.Thread(target=use))
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    try:
        subject.threads[-1].start()
        started.wait()
        assert not ids
    finally:
        sys.setswitchinterval(interval)


def call(subject, act):
    """Call the generator. The number of uuid8 belongs to the parent, so the call of a
    child may fail."""
    try:
        subject.call(act)
    except guidon.GenerateError:
        if subject.made.kind != "v8-node":
            raise


def use_after_fork(subject):
    """What the child does when its call has ended."""
    if subject.made.kind == "v8-node":
        with pytest.raises(guidon.GenerateError, match="forked"):
            subject.made.next()
    else:
        subject.works()
        subject.role = subject.needed
        subject.call(stay_out)
        subject.works()
    subject.made.close()


needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")


class Fork:
    """Forks in a call. In the child, `act` is called before the call goes on."""

    def __init__(self, act=stay_out):
        self.act, self.child = act, None

    def __call__(self, subject):
        self.child = os.fork()
        if self.child == 0:
            self.act(subject)

    def run(self, function):
        """Call a function, which lets this fork; and end the child after it."""
        status = 1
        try:
            function()
            status = 0
        finally:
            if self.child == 0:
                if status:
                    traceback.print_exc()
                os._exit(status)
        assert os.waitpid(self.child, 0)[1] == 0


@needs_fork
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_callback_may_fork(subjects):
    """In the child, the thread is still in its call until this ends. Then the child can
    use and close the generator, also with threads."""
    for make in subjects:
        subject, fork = make(), Fork()

        def use(subject=subject, fork=fork):
            call(subject, fork)
            if fork.child == 0:
                use_after_fork(subject)

        fork.run(use)
        assert subject.works()


@needs_fork
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
@pytest.mark.parametrize("scope", ["thread", "process"])
def test_a_signal_handler_may_fork_in_a_batch(scope):
    """The handler runs between two steps, in a call without functions of Python."""
    made = guidon.Generator(scope=scope)
    fork = Fork(refuse_to_close if scope == "process" else lambda made: None)

    def use():
        call_with_signal(lambda *_: fork(made), made.new_many, 65537)
        ids = made.new_many(10)
        assert len({ids[i : i + 16] for i in range(0, 160, 16)}) == 10
        made.close()

    fork.run(use)


# ----------------------------------------------------------------------- greenlets


def take_turns(greenlets):
    """Run greenlets, each until it switches back, in turns."""
    while greenlets:
        for one in greenlets:
            one.switch()
        greenlets = [one for one in greenlets if not one.dead]


def away(subject, turns=1):
    """Switch back to the greenlet that started this one, and go on later."""
    import greenlet

    for _ in range(turns):
        greenlet.getcurrent().parent.switch()


def test_greenlets_switch_within_calls(subjects):
    """The calls of a thread end in another order than the reverse of their beginning."""
    greenlet = pytest.importorskip("greenlet")
    ids = []
    made = [make() for make in subjects for _ in range(5)]

    def use(subject, turns):
        ids.append(subject.call(lambda one: away(one, turns)))

    take_turns(
        [
            greenlet.greenlet(functools.partial(use, one, 1 + number % 3))
            for number, one in enumerate(made)
        ]
    )
    assert len(set(ids)) == len(ids) == len(made)
    assert all(one.works() for one in made)


def suspended(subject, *call):
    """A greenlet in a call of the generator, and a list for what the call returns."""
    import greenlet

    results = []
    one = greenlet.greenlet(lambda: results.append(subject.call(away, *call)))
    one.switch()
    assert not one.dead
    return one, results


def test_a_second_greenlet_is_kept_out_of_a_generator(subjects):
    pytest.importorskip("greenlet")
    for make in subjects:
        subject = make()
        one, results = suspended(subject)
        use_both(subject)
        one.switch()
        assert one.dead and results
        assert subject.works()


@pytest.mark.parametrize(
    "end",
    [lambda one: one.throw(Broken), lambda one: None],
    ids=["by an exception", "without a reference"],
)
def test_a_greenlet_may_end_within_a_call(subjects, end):
    pytest.importorskip("greenlet")
    for make in subjects:
        subject = make()
        one, results = suspended(subject, "new_many", 300)
        with contextlib.suppress(Broken):
            end(one)
        del one
        assert not results and subject.works()
        gone, subject.made = weakref.ref(subject), None
        del subject
        assert gone() is None


@needs_fork
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_child_has_the_greenlets_of_its_thread(subjects):
    """A greenlet waits in its call while another one forks. Both have it."""
    pytest.importorskip("greenlet")
    for make in subjects:
        subject, fork = make(), Fork(stay_out)

        def use(subject=subject, fork=fork):
            one, results = suspended(subject)
            fork(subject)
            if subject.made.kind == "v8-node" and fork.child == 0:
                return
            one.switch()
            assert results
            if fork.child == 0:
                use_after_fork(subject)

        fork.run(use)
        assert subject.works()


# The hub of gevent runs a greenlet while another one waits in a clock.
FIFTY = """
import gevent, guidon

def clock(times=iter(range(10**18, 2 * 10**18, 10**6))):
    gevent.sleep(0)
    return next(times)

def use():
    made = guidon.Generator(clock=clock)
    ids.extend(made.next_bytes() for _ in range(20))

ids = []
gevent.joinall([gevent.spawn(use) for _ in range(50)], raise_error=True)
assert len(set(ids)) == 1000
"""


def test_fifty_greenlets_of_gevent():
    pytest.importorskip("gevent")
    subprocess.run([sys.executable, "-B", "-c", FIFTY], check=True)
