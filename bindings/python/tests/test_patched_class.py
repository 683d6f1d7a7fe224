# SPDX-License-Identifier: MIT
"""uuid.UUID after guidon.patch(): faster, and else as the standard library has it."""

import copy
import gc
import inspect
import itertools
import operator
import pathlib
import pickle
import subprocess
import sys
import sysconfig
import threading
import uuid
from unittest import mock

import guidon
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from memory import IS_SANITIZED, leaks

UUID = uuid.UUID
TEXT = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
DIGITS = TEXT.replace("-", "")
OPERATIONS = [
    operator.eq,
    operator.ne,
    operator.lt,
    operator.le,
    operator.gt,
    operator.ge,
]

# The wheel for all versions cannot see the table of a class.
FAST = "abi3" not in guidon._core.__file__
only_fast = pytest.mark.skipif(not FAST, reason="the wheel for all versions leaves the class")
THREADED = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))


@pytest.fixture(autouse=True)
def the_class_is_left_as_it_was():
    before = dict(vars(UUID))
    yield
    assert dict(vars(UUID)) == before
    assert not is_fast()


def calls_of_python(call):
    """How many functions of the module uuid run in a call."""
    codes = []
    sys.setprofile(lambda frame, event, _: codes.append(frame.f_code) if event == "call" else None)
    try:
        call()
    finally:
        sys.setprofile(None)
    return sum(code.co_filename == uuid.__file__ for code in codes)


FAST_CALLS = {
    "UUID(text)": lambda: UUID(TEXT),
    "UUID(digits)": lambda: UUID(DIGITS),
    "UUID(hex=text)": lambda: UUID(hex=TEXT),
    "UUID(bytes=data)": lambda: UUID(bytes=bytes(16)),
    "str": lambda: str(guidon.MAX),
    "format": lambda: f"{guidon.NIL} {guidon.MAX!s:>40}",
    "%": lambda: "%s" % guidon.NIL,
    "sort": lambda: sorted([guidon.MAX, guidon.NIL]),
    **{one.__name__: lambda one=one: one(guidon.MAX, guidon.NIL) for one in OPERATIONS},
}


def is_fast():
    return calls_of_python(FAST_CALLS["UUID(text)"]) == 0


@only_fast
@pytest.mark.parametrize("name", FAST_CALLS)
def test_the_usual_calls_run_no_python(name):
    assert calls_of_python(FAST_CALLS[name]) > 0
    with guidon.patched():
        assert calls_of_python(FAST_CALLS[name]) == 0
    assert calls_of_python(FAST_CALLS[name]) > 0


@only_fast
@pytest.mark.parametrize("make", [lambda: UUID(TEXT), lambda: UUID(bytes=bytes(16))])
def test_ids_of_these_calls_are_not_tracked(make):
    assert gc.is_tracked(make())
    with guidon.patched():
        assert gc.is_tracked(make()) is THREADED


# ---------------------------------------------------------------- equal results


def seen(value):
    """What a program can see of a result."""
    if isinstance(value, UUID):
        number = value.int if hasattr(value, "int") else None
        return type(value), number, getattr(value, "is_safe", None)
    return type(value), value


def outcome(call):
    try:
        return seen(call())
    except Exception as error:
        return type(error), str(error)


def both(call):
    """The outcomes of a call with the class as it is, and patched."""
    before = outcome(call)
    with guidon.patched():
        return before, outcome(call)


class SubStr(str):
    """A text that says that it is another one."""

    def replace(self, *_):
        return DIGITS.replace("0", "1")


class SubBytes(bytes):
    pass


class SubInt(int):
    """A number whose methods say something else."""

    def __eq__(self, other):
        return "equal"

    def __lt__(self, other):
        return "less"

    def __hash__(self):
        return 5


CALLS = [
    (args, {})
    for args in [
        (),
        (None,),
        (TEXT,),
        (TEXT.upper(),),
        (DIGITS,),
        (DIGITS.upper(),),
        ("{" + TEXT + "}",),
        ("{" + DIGITS + "}",),
        ("urn:uuid:" + TEXT,),
        ("urn:" + DIGITS,),
        ("{" + TEXT[:-1] + "}",),
        (TEXT + " ",),
        (" " + TEXT[1:],),
        (DIGITS[:-1] + "_1",),
        ("0x" + DIGITS[2:],),
        ("+" + DIGITS[1:],),
        ("-" * 4 + DIGITS,),
        ("0" * 36,),
        ("-" * 36,),
        ("\uff11" + TEXT[1:],),
        ("\u0661" * 32,),
        ("\x00" * 36,),
        ("\udcff" * 36,),
        (TEXT[:35],),
        (TEXT + "0",),
        ("",),
        (SubStr(TEXT),),
        (TEXT.encode(),),
        (bytes(16),),
        (5,),
        (guidon.NIL,),
        (TEXT, None),
        (None, bytes(16)),
        (None, None, bytes(16)),
        (None, None, None, (1, 2, 3, 4, 5, 6)),
        (None, None, None, None, 7),
        (TEXT, bytes(16)),
        (TEXT, None, None, None, None, 4),
        (*[None] * 5, 4, 5),
    ]
] + [
    ((), {"hex": TEXT}),
    ((), {"hex": DIGITS}),
    ((), {"hex": SubStr(TEXT)}),
    ((), {"hex": None}),
    ((), {"hex": "x" * 36}),
    ((), {SubStr("hex"): TEXT}),
    ((), {"bytes": bytes(range(16))}),
    ((), {"bytes": bytes(15)}),
    ((), {"bytes": SubBytes(range(16))}),
    ((), {"bytes": bytearray(16)}),
    ((), {"bytes": TEXT[:16]}),
    ((), {"bytes_le": bytes(range(16))}),
    ((), {"fields": (1, 2, 3, 4, 5, 6)}),
    ((), {"int": 1 << 127}),
    ((), {"int": True}),
    ((), {"int": -1}),
    ((), {"int": 1 << 128}),
    ((), {"int": SubInt(5)}),
    ((), {"is_safe": uuid.SafeUUID.safe}),
    ((), {"text": TEXT}),
    ((), {"hex": TEXT, "bytes": bytes(16)}),
    ((), {"hex": TEXT, "is_safe": uuid.SafeUUID.unsafe}),
    ((), {"bytes": bytes(16), "version": 4}),
    ((TEXT,), {"hex": TEXT}),
    ((TEXT,), {"version": 5}),
    ((TEXT,), {"version": 0}),
    ((TEXT,), {"is_safe": uuid.SafeUUID.safe}),
    ((TEXT,), {"is_safe": None}),
]


@pytest.mark.parametrize("args, keywords", CALLS)
def test_every_call_gives_what_it_gave(args, keywords):
    for call in [lambda: UUID(*args, **keywords), lambda: type.__call__(UUID, *args, **keywords)]:
        before, after = both(call)
        assert before == after


@given(st.text("0123456789abcdefABCDEFg-_ {}urnid:\uff11", min_size=30, max_size=40))
@example(TEXT)
@example(DIGITS)
@example("0" * 8 + "-" * 4 + "0" * 24)
def test_every_text_gives_what_it_gave(text):
    before, after = both(lambda: UUID(text))
    assert before == after


@pytest.mark.parametrize("text", [TEXT, DIGITS])
def test_a_wrong_character_anywhere_gives_what_it_gave(text):
    for i, wrong in itertools.product(range(len(text)), "g- _\x00+"):
        before, after = both(lambda: UUID(text[:i] + wrong + text[i + 1 :]))
        assert before == after


class Plain(UUID):
    """A derived class without methods."""


class OtherInt(UUID):
    """A derived class whose number is computed."""

    @property
    def int(self):
        return 7

    def __init__(self):
        pass


class OtherMethods(UUID):
    def __eq__(self, other):
        return "equal"

    def __lt__(self, other):
        return "less"

    def __hash__(self):
        return 5

    def __str__(self):
        return "text"


class Stranger:
    """Answers every comparison from the other side."""

    def __eq__(self, other):
        return "stranger"

    __lt__ = __gt__ = __le__ = __ge__ = __ne__ = __eq__
    __hash__ = None


def uuid_of(number, is_safe=uuid.SafeUUID.unknown, cls=UUID):
    """An object with any number, or without one."""
    made = cls.__new__(cls)
    if number is not None:
        object.__setattr__(made, "int", number)
        object.__setattr__(made, "is_safe", is_safe)
    return made


def deleted():
    made = guidon.uuid8(1)
    object.__delattr__(made, "int")
    return made


def objects():
    """Ids and others, also those that only a hostile program makes."""
    yield from (UUID(TEXT), UUID(TEXT.upper()), guidon.parse(TEXT), guidon.NIL, guidon.MAX)
    yield from (UUID(int=5), UUID(int=1 << 119), UUID(int=1 << 120))
    yield from map(uuid_of, (None, -1, 1 << 128, 1 << 200, True, 1.5, "5", [], SubInt(6)))
    yield from (deleted(), Plain(TEXT), OtherInt(), OtherMethods(TEXT), uuid_of(5, cls=Plain))
    yield from (None, 5, TEXT, Stranger(), mock.Mock(), mock.ANY, guidon.ULID(bytes(16)))


def test_every_object_has_the_text_that_it_had():
    for one in objects():
        for call in [str, repr, "{}".format, "{:>40}".format, "%s".__mod__]:
            if not isinstance(one, mock.Mock):
                before, after = both(lambda: call(one))
                assert before == after, (call, type(one))


def test_every_comparison_gives_what_it_gave():
    every = list(objects())
    outcomes = []
    for is_patched in [False, True]:
        if is_patched:
            guidon.patch()
        outcomes.append(
            [
                outcome(lambda: operation(a, b))
                for operation in OPERATIONS
                for a in every
                for b in every
            ]
        )
    guidon.unpatch()
    assert outcomes[0] == outcomes[1]


def test_ids_are_keys_and_sort_as_before():
    made = [guidon.uuid4() for _ in range(100)] + [guidon.uuid7() for _ in range(100)]
    want = sorted(made, key=lambda one: one.int)
    with guidon.patched():
        again = [UUID(str(one)) for one in made]
        assert sorted(again) == sorted(made) == want
        assert {one: i for i, one in enumerate(made)} == {one: i for i, one in enumerate(again)}
        assert max(made) is want[-1] and made.index(again[50]) == 50


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_copies_and_pickles(protocol):
    with guidon.patched():
        for made in [UUID(TEXT), UUID(TEXT, is_safe=uuid.SafeUUID.safe), Plain(TEXT)]:
            for again in [
                copy.copy(made),
                copy.deepcopy(made),
                pickle.loads(pickle.dumps(made, protocol)),
            ]:
                assert type(again) is type(made) and again == made
                assert again.is_safe is made.is_safe


def test_methods_and_attributes_are_those_of_the_standard_library():
    names, signature = dict(vars(UUID)), inspect.signature(UUID)
    with guidon.patched():
        assert dict(vars(UUID)) == names and uuid.UUID is UUID
        assert inspect.signature(UUID) == signature
        made = UUID(TEXT)
        assert UUID.__str__(made) == made.__str__() == TEXT
        assert made.__eq__(guidon.parse(TEXT)) is True and made.__lt__(5) is NotImplemented
        made.__init__("1" * 32)
        assert made.int == int("1" * 32, 16)
        with pytest.raises(TypeError):
            made.int = 5


# ------------------------------------------------------------- derived classes


def test_derived_classes_work_whenever_they_are_made():
    def derived():
        class Derived(UUID):
            __slots__ = ("note",)

            def __init__(self, text, note):
                super().__init__(text)
                object.__setattr__(self, "note", note)

        class Named(Plain):
            def __str__(self):
                return "named " + super().__str__()

        return Derived, Named

    classes = [derived()]
    guidon.patch()
    classes.append(derived())
    for is_patched in [True, False]:
        for one, two in classes:
            a, b = one(TEXT, "x"), two(TEXT)
            assert (a.note, str(a), str(b)) == ("x", TEXT, f"named {TEXT}")
            assert a == b == UUID(TEXT) == a and not a < b and a <= UUID(TEXT)
            with pytest.raises(ValueError):
                one("x", "y")
        if is_patched:
            guidon.unpatch()


# ----------------------------------------------------------------- replacements


def replaced(name):
    """A mock of a method, and a call that uses the method."""
    made, other = guidon.uuid8(1), guidon.uuid8(2)
    return {
        "__init__": (lambda self, *args: object.__setattr__(self, "int", 9), lambda: UUID(TEXT)),
        "__new__": (lambda cls, *args: "new", lambda: UUID(TEXT)),
        "__str__": (lambda self: "mock", lambda: str(made)),
        "__eq__": (lambda self, other: "mock", lambda: made == other),
        "__ne__": (lambda self, other: "mock", lambda: made != other),
        "__lt__": (lambda self, other: "mock", lambda: made < other),
        "__ge__": (lambda self, other: "mock", lambda: made >= other),
    }[name]


NAMES = ["__init__", "__new__", "__str__", "__eq__", "__ne__", "__lt__", "__ge__"]


def in_a_new_interpreter(program):
    subprocess.run([sys.executable, "-c", program], check=True, cwd=pathlib.Path(__file__).parent)


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("name", NAMES)
def test_a_method_that_a_program_sets_is_called(name, first):
    """In a process of its own: CPython keeps a function for a __new__ that was deleted."""
    in_a_new_interpreter(f"""
import guidon, uuid
from test_patched_class import FAST, UUID, is_fast, outcome, replaced
method, call = replaced({name!r})
usual, is_own = outcome(call), {name!r} in vars(UUID)
before = vars(UUID).get({name!r})
if not {first}:
    guidon.patch()
setattr(UUID, {name!r}, method)
want = outcome(call)
assert want != usual
guidon.patch()
assert outcome(call) == want
guidon.unpatch()
assert outcome(call) == want
guidon.patch()
setattr(UUID, {name!r}, before) if is_own else delattr(UUID, {name!r})
# object.__new__ takes no arguments once a class has had a __new__: also without Guidon.
if {name!r} != "__new__":
    assert outcome(call) == usual
    guidon.patch()
    assert outcome(call) == usual and is_fast() == FAST
    guidon.unpatch()
    assert outcome(call) == usual and not is_fast()
""")


def test_a_class_that_another_one_replaces_is_left_alone():
    with mock.patch("uuid.UUID", Plain), guidon.patched():
        assert calls_of_python(lambda: UUID(TEXT)) > 0


@only_fast
def test_nested_patches_end_with_the_outer_one():
    with guidon.patched():
        with guidon.patched():
            assert is_fast()
        assert is_fast()
    assert not is_fast()
    guidon.patch()
    with guidon.patched():
        pass
    assert is_fast()
    guidon.unpatch()
    guidon.unpatch()


@only_fast
def test_the_class_is_fast_without_the_module_of_libuuid():
    in_a_new_interpreter("""
import sys
sys.modules["_uuid"] = None
import guidon, uuid
guidon.patch()
from test_patched_class import is_fast
assert is_fast() and str(uuid.UUID(int=5)) == "00000000-0000-0000-0000-000000000005"
guidon.unpatch()
assert not is_fast()
""")


def test_threads_use_the_class_while_others_patch():
    wrong = []
    ends = threading.Event()

    def use():
        low, high = UUID(TEXT), guidon.MAX
        while not ends.is_set():
            made = UUID(TEXT)
            if str(made) != TEXT or made != low or not made < high:
                wrong.append(made)

    threads = [threading.Thread(target=use) for _ in range(3)]
    for one in threads:
        one.start()
    for _ in range(300):
        guidon.patch()
        guidon.unpatch()
    ends.set()
    for one in threads:
        one.join()
    assert not wrong


# ----------------------------------------------------------------------- memory

LOW, HIGH, DERIVED = UUID(TEXT), UUID(TEXT.replace("0", "f")), Plain(TEXT)
WRONG, EMPTY = uuid_of(1 << 130), uuid_of(None)
LEAKS = {
    "UUID(text)": lambda: UUID(TEXT),
    "UUID(bytes=data)": lambda: UUID(bytes=bytes(16)),
    "UUID(wrong text)": lambda: UUID("x" * 36),
    "UUID(no argument)": lambda: UUID(text=TEXT),
    "UUID(int=number)": lambda: UUID(int=1 << 100),
    "str": lambda: str(LOW),
    "str of a wrong number": lambda: str(WRONG),
    "str without a number": lambda: str(EMPTY),
    "equal": lambda: LOW == HIGH,
    "below": lambda: LOW < HIGH,
    "below one without a number": lambda: LOW < EMPTY,
    "below another class": lambda: LOW < DERIVED,
    "below nothing": lambda: LOW < 5,
    "patch and unpatch": lambda: guidon.unpatch() and guidon.patch(),
}
SHARED = (TEXT, UUID, LOW, HIGH, LOW.int, HIGH.int, WRONG.int, uuid.SafeUUID.unknown, None)


@pytest.mark.skipif(IS_SANITIZED, reason="sanitizers keep memory")
@pytest.mark.parametrize("name", LEAKS)
def test_no_call_of_the_class_leaks(name):
    guidon.patch()
    try:
        assert not leaks(LEAKS[name], shared=SHARED)
    finally:
        guidon.unpatch()


@pytest.mark.skipif(IS_SANITIZED, reason="sanitizers keep memory")
@pytest.mark.long
@pytest.mark.parametrize("name", sorted(LEAKS.keys() - {"patch and unpatch"}))
def test_five_million_calls_of_the_class_leak_nothing(name):
    with guidon.patched():
        assert not leaks(LEAKS[name], count=5 * 10**6)
