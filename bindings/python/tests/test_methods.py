# SPDX-License-Identifier: MIT
"""The methods of an argument are functions of Python, which may do whatever the functions
of a generator may do: see the list ACTS of test_callbacks.py."""

import array
import datetime
import functools
import itertools
import sys
import uuid

import guidon
import pytest
from surface import KEY32, SAMPLE
from test_callbacks import ACTS, Fork, needs_fork, take_turns
from test_foreign import READERS

TEXT, PATHS = str(SAMPLE), itertools.count()


class Subject:
    """What a function of ACTS gets: it has no generator that is in a call."""

    made = None


class Number(uuid.UUID):
    """A UUID whose number is computed."""

    __slots__ = ("run", "one")

    def __init__(self, run, one):
        object.__setattr__(self, "run", run)
        object.__setattr__(self, "one", one)

    @property
    def int(self):
        self.run()
        return self.one.int


class Object:
    """Calls `run`, and returns `value`, in each method that Guidon may call."""

    def __init__(self, run, value):
        self.run, self.value = run, value

    def answer(self, *arguments):
        self.run()
        return self.value

    __index__ = __bool__ = __fspath__ = __iter__ = any = answer


class Lender(Object):
    """A buffer, since CPython 3.12."""

    __buffer__ = Object.answer


class Zone(datetime.tzinfo):
    def __init__(self, run):
        self.run = run

    def utcoffset(self, at):
        self.run()
        return datetime.timedelta(0)


class Array(bytearray):
    """A buffer with the attributes of an array of NumPy."""

    fill_value = 0

    @property
    def mask(self):
        self.run()
        return Object(self.run, Object(self.run, False))

    @property
    def dtype(self):
        self.run()
        return self

    kind = "V"


def array_of(run, data):
    made = Array(data)
    made.run = run
    return made


def items(run, *values):
    for value in values:
        run()
        yield value


def derived(run, base):
    """A class of ids, whose instances Python makes."""

    def new(cls, *arguments):
        run()
        return base.__new__(cls, *arguments)

    return type("Derived", (base,), {"__new__": new})


def moment(run):
    return datetime.datetime(2026, 1, 1, tzinfo=Zone(run))


def audited(run, values):
    audit = guidon.Audit()
    audit.add_many(items(run, *values))
    return audit


# Calls that run a method of an argument, and return the same each time.
CALLS = {
    **{
        f"int, {name}": lambda run, one=one, function=function: function(Number(run, one))
        for name, (one, function) in READERS.items()
    },
    "items, uuids_of": lambda run: guidon.uuids_of(items(run, TEXT, SAMPLE)),
    "items, format_many": lambda run: guidon.format_many(items(run, SAMPLE, TEXT), "hex"),
    "items, parse_many": lambda run: guidon.parse_many(items(run, TEXT, TEXT)),
    "items, Audit": lambda run: audited(run, [TEXT, SAMPLE, SAMPLE]),
    "items, derive_many": lambda run: guidon.derive_many(
        array.array("q", [1, 2]), key=KEY32, data=items(run, "a", 5)
    ),
    "items, parse": lambda run: guidon.parse(TEXT, items(run, "hex", "uuid")),
    "items, detect": lambda run: guidon.detect(TEXT, items(run, "hex", "uuid")),
    "iter, uuids_of": lambda run: guidon.uuids_of(Object(run, iter([TEXT]))),
    "index, new_many": lambda run: len(guidon.new_many(Object(run, 3))),
    "index, floor": lambda run: guidon.floor("v7", Object(run, 5)),
    "index, ULID.ceil": lambda run: guidon.ULID.ceil(Object(run, 5)),
    "index, validate": lambda run: guidon.validate(SAMPLE, now=Object(run, 2**42)),
    "index, derive": lambda run: guidon.derive(Object(run, 5), key=KEY32, data=Object(run, 6)),
    "bool, ULID": lambda run: guidon.ULID(" 01FWHE4YDGFK1SHH6W1G60EECF", lenient=Object(run, True)),
    "bool, parse": lambda run: guidon.parse(f" {TEXT}", lenient=Object(run, True)),
    "bool, ulid": lambda run: len(guidon.ulid_bytes(monotonic=Object(run, True))),
    "utcoffset, floor": lambda run: guidon.floor("v7", moment(run)),
    "utcoffset, derive": lambda run: guidon.derive(moment(run), key=KEY32, data="a"),
    "utcoffset, ULID": lambda run: guidon.ULID.floor(moment(run)),
    "mask, fill": lambda run: guidon.fill(array_of(run, 64)),
    "mask, uuids_of": lambda run: guidon.uuids_of(array_of(run, bytes(32))),
    "mask, format_many": lambda run: guidon.format_many(bytes(16), out=array_of(run, 36)),
    "dtype, derive": lambda run: guidon.derive(5, key=KEY32, data=array_of(run, b"data")),
    "a derived ULID": lambda run: str(derived(run, guidon.ULID).from_uuid(SAMPLE)),
    "a derived ULID, copied": lambda run: str(derived(run, guidon.ULID).parse(TEXT).next()),
    "a derived TypeID": lambda run: str(derived(run, guidon.TypeID).from_uuid(SAMPLE, "a")),
}
if sys.platform == "linux":
    CALLS["fspath, Generator"] = lambda run: guidon.Generator(
        scope="host", state=Object(run, f"state-{next(PATHS)}")
    ).kind
if sys.version_info >= (3, 12):
    CALLS.update(
        {
            "buffer, fill": lambda run: guidon.fill(Lender(run, memoryview(bytearray(64)))),
            "buffer, uuids_of": lambda run: guidon.uuids_of(Lender(run, memoryview(bytes(32)))),
            "buffer, derive": lambda run: guidon.derive(
                5, key=Lender(run, memoryview(KEY32)), data="a"
            ),
        }
    )


def use_all(subject):
    for call in CALLS.values():
        call(lambda: None)


ALL_ACTS = {**ACTS, "use every function of this list": (use_all, None)}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """State files have names without a folder."""
    monkeypatch.chdir(tmp_path)


class Turn:
    """Calls `act` at one of its turns, and counts them."""

    def __init__(self, act, at=0):
        self.act, self.at, self.turns = act, at, 0

    def __call__(self):
        self.turns += 1
        if self.turns == self.at + 1:
            self.act(Subject())


def result_of(call, turn):
    """As text, because an Audit equals itself alone."""
    return repr(call(turn))


def due_of(call):
    """The result if the methods do nothing, and how often they are called."""
    counted = Turn(None, -1)
    return result_of(call, counted), counted.turns


@pytest.mark.parametrize("act", ALL_ACTS)
def test_a_method_of_an_argument_may_do_anything(act):
    """At each of its turns. Later calls are right."""
    function, error = ALL_ACTS[act]
    for name, call in CALLS.items():
        due, turns = due_of(call)
        assert turns > 0, name
        for at in range(turns):
            if error:
                with pytest.raises(error):
                    call(Turn(function, at))
            else:
                assert result_of(call, Turn(function, at)) == due, name
        assert due_of(call) == (due, turns), name


@needs_fork
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_method_of_an_argument_may_fork():
    for call in CALLS.values():
        due, fork = due_of(call)[0], Fork(lambda subject: None)

        def use(call=call, due=due, fork=fork):
            assert result_of(call, Turn(fork)) == due

        fork.run(use)


def test_greenlets_switch_within_methods_of_arguments():
    """All calls are begun before the first ends, and each ends before the next goes on."""
    greenlet = pytest.importorskip("greenlet")
    results = {}

    def use(name, call):
        results[name] = result_of(call, Turn(lambda _: greenlet.getcurrent().parent.switch()))

    take_turns([greenlet.greenlet(functools.partial(use, *one)) for one in CALLS.items()])
    assert list(results) == list(CALLS)
    for name, call in CALLS.items():
        assert results[name] == due_of(call)[0], name
