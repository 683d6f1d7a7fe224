# SPDX-License-Identifier: MIT
"""guidon.Audit: ULIDs, times, long calls, duplicates, merges, pickles, threads and forks.
test_vectors.py has what it counts."""

import contextlib
import copy
import ctypes
import datetime
import doctest
import itertools
import mmap
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import uuid

import guidon
import pytest
from audits import KNOWN, check_known, tables
from processes import collect, forked
from test_batch import Stop, call_with_signal, stop
from vectors import rows

RANDOM = random.Random(36)
V1 = uuid.UUID("c232ab00-9414-11ec-b3c8-9f6bdeced846")
V7 = uuid.UUID("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
UTC = datetime.timezone.utc
EXACT = "The number of duplicates is exact: every id was compared with all others."


def audit_of(ids, **options):
    made = guidon.Audit(**options)
    made.add_many(ids)
    return made


def random_ids(n, version=4):
    """Ids whose bits are random except for those of version and variant. Version 7
    is before the year 4200."""
    bits = [RANDOM.getrandbits(126 if version == 7 else 128) for _ in range(n)]
    return [uuid.UUID(int=one & ~(15 << 76) & ~(3 << 62) | version << 76 | 2 << 62) for one in bits]


def joined(ids):
    return b"".join(one.bytes for one in ids)


def attributes(audit):
    return {
        name: getattr(audit, name)
        for name in dir(audit)
        if name[0] != "_" and not callable(getattr(audit, name))
    }


def known_of(audit):
    """What it knows of duplicates."""
    return {name: getattr(audit, name) for name in KNOWN}


def test_an_audit_of_no_ids():
    empty = guidon.Audit()
    assert attributes(empty) == {
        "ids": 0,
        "kinds": {},
        "timed": 0,
        "earliest": None,
        "latest": None,
        "earliest_ns": None,
        "latest_ns": None,
        "out_of_order": 0,
        "parts": 0,
        "weak_bits": {},
        "duplicates": 0,
        "duplicates_seen": 0,
        "duplicates_at_most": 0,
        "sampled_1_in": 1,
        "duplicates_note": EXACT,
    }
    for nothing in [b"", [], (), bytearray()]:
        empty.add_many(nothing)
    assert empty == guidon.Audit() and repr(empty) == "<guidon.Audit ids=0 kinds={}>"


def test_the_attributes_cannot_be_set():
    for name in attributes(guidon.Audit()):
        with pytest.raises(AttributeError):
            setattr(guidon.Audit(), name, 5)


def test_the_example_of_the_docstring_is_right():
    names = {name: getattr(guidon, name) for name in guidon.__all__}
    test = doctest.DocTestParser().get_doctest(guidon.Audit.__doc__, names, "", None, 0)
    assert test.examples
    assert doctest.DocTestRunner(verbose=False).run(test).failed == 0


# ---------------------------------------------------------------------------- ULIDs


def test_a_ulid_counts_as_one_by_its_class_its_text_or_the_argument():
    made = guidon.ULID(V7)
    typeid = guidon.TypeID.from_uuid(V7, "user")
    texts = [str(made), str(made).lower()]
    for one, kind in [
        (made, "ulid"),
        (V7, "v7"),
        (V7.bytes, "v7"),
        (str(V7), "v7"),
        (V7.hex, "v7"),
        (typeid, "v7"),
        *((text, "ulid") for text in texts),
    ]:
        audit = guidon.Audit()
        audit.add(one)
        audit.add_many([one])
        assert audit.kinds == {kind: 2}, one
        audit.add(one, ulid=True)
        audit.add_many([one], ulid=True)
        assert audit.kinds.pop("ulid") - 2 == sum(
            count for name, count in {kind: 2}.items() if name == "ulid"
        ), one
    audit = guidon.Audit()
    audit.add_many(V7.bytes * 3, ulid=True)
    assert audit.kinds == {"ulid": 3}


def test_a_sequence_may_hold_both():
    ids = [guidon.ULID(V7), str(guidon.ULID(V7)), V7, V7.bytes, guidon.ULID(V7)]
    audit = audit_of(ids)
    assert (audit.kinds, audit.duplicates, audit.out_of_order) == ({"v7": 2, "ulid": 3}, 4, 0)
    assert audit_of(ids[::-1]).kinds == audit.kinds


# ---------------------------------------------------------------------------- times


def test_times_are_those_of_time_of():
    ids = [V1, V7, guidon.floor("v6", -1000), guidon.ceil("v7", 2**45)]
    audit = audit_of(ids)
    assert (audit.earliest, audit.latest) == (guidon.time_of(ids[2]), guidon.time_of(ids[3]))
    assert (audit.earliest_ns, audit.latest_ns) == (
        guidon.time_ns_of(ids[2]),
        guidon.time_ns_of(ids[3]),
    )
    assert audit.earliest < datetime.datetime(1970, 1, 1, tzinfo=UTC)
    assert audit.timed == 4


def test_tenths_of_microseconds_are_in_the_int():
    first = guidon.v6_to_v1(guidon.floor("v6", 0))
    later = uuid.UUID(int=first.int + (7 << 96))
    audit = audit_of([later])
    assert (audit.earliest_ns, audit.latest_ns) == (700, 700)
    assert audit.latest == datetime.datetime(1970, 1, 1, tzinfo=UTC)


def test_a_time_after_9999_is_an_int_and_no_datetime():
    audit = audit_of([V7, guidon.ceil("v7", 2**48 - 1)])
    assert audit.earliest == guidon.time_of(V7)
    with pytest.raises(OverflowError, match="latest_ns"):
        audit.latest
    assert audit.latest_ns == (2**48 - 1) * 10**6
    with pytest.raises(OverflowError, match="earliest_ns"):
        audit_of([guidon.ceil("v7", 2**48 - 1)]).earliest


# ------------------------------------------------------------------ long and short


@pytest.mark.parametrize("n", [1, 47, 48, 49, 63, 64, 65, 6144, 6145, 65535, 65536, 65537, 150_000])
def test_a_long_call_counts_as_many_short_ones(n):
    """Around each number at which a call begins to grow, release or wait."""
    ids = guidon.new_many(n, "v4")
    long, short = audit_of(ids), guidon.Audit()
    for at in range(0, len(ids), 16 * 1000):
        short.add_many(ids[at : at + 16 * 1000])
    for at in range(0, 16 * min(n, 500), 16):
        short.add(ids[at : at + 16])
        long.add(ids[at : at + 16])
    assert short == long and long.ids == n + min(n, 500)
    assert long.kinds == {"v4": long.ids}


def test_every_form_of_argument_counts_alike():
    ids = random_ids(500)
    for many in [
        joined(ids),
        bytearray(joined(ids)),
        memoryview(joined(ids)),
        ids,
        tuple(ids),
        list(map(str, ids)),
        [one.bytes for one in ids],
    ]:
        assert audit_of(many) == audit_of(joined(ids))


@pytest.mark.parametrize(
    "ids, error, says",
    [
        (b"x", ValueError, "ids: the buffer has 1 bytes, expected a multiple of 16"),
        ([V7, "no id"], guidon.ParseError, "text 1: "),
        ([V7, 5], TypeError, "item 1: "),
        ([V7, b"x"], ValueError, "item 1: an id has 16"),
        (memoryview(bytes(64))[::2], BufferError, "contiguous"),
        ("text", TypeError, "not str"),
        (5, TypeError, None),
        (None, TypeError, None),
    ],
)
def test_a_refused_argument_is_not_counted_in_part(ids, error, says):
    audit = audit_of([V1])
    with pytest.raises(error, match=says):
        audit.add_many(ids)
    with pytest.raises((TypeError, ValueError, BufferError)):
        audit.add(ids)
    assert audit == audit_of([V1])


def test_words_that_no_call_has():
    audit = guidon.Audit()
    for call in [
        lambda: guidon.Audit(5),
        lambda: guidon.Audit(exact=5),
        lambda: audit.add(),
        lambda: audit.add(V7, True),
        lambda: audit.add_many(b"", no=1),
        lambda: audit.merge(),
        lambda: guidon.Audit(distinct=1.5),
        lambda: guidon.Audit(distinct=None),
    ]:
        with pytest.raises(TypeError):
            call()
    for distinct in [-1, 805_306_369, 2**80]:
        with pytest.raises(ValueError, match="distinct: expected 0 .. 805306368"):
            guidon.Audit(distinct=distinct)


# ----------------------------------------------------------------------- duplicates


@pytest.mark.parametrize("distinct", [1, 6, 7, 12, 13, 48, 49, 6144, 6145])
def test_duplicates_are_exact_up_to_the_number_of_different_ids(distinct):
    ids = random_ids(distinct)
    audit = audit_of([*ids, *ids, ids[0]], distinct=distinct)
    assert (audit.duplicates, audit.sampled_1_in) == (distinct + 1, 1)
    assert audit.duplicates_seen == audit.duplicates_at_most == distinct + 1
    assert audit.duplicates_note == EXACT


def test_above_the_number_the_duplicates_have_bounds():
    ids = joined(random_ids(10_000))
    audit = audit_of(ids * 3, distinct=6)
    one_in = audit.sampled_1_in
    assert one_in > 10_000 / 8 and one_in & (one_in - 1) == 0
    assert audit.duplicates is None
    assert 0 <= audit.duplicates_seen <= 2 * 6 and audit.duplicates_seen % 2 == 0
    assert 20_000 <= audit.duplicates_at_most < 30_000
    assert f"at most {audit.duplicates_at_most} of 30000 ids" in audit.duplicates_note
    assert audit_of(ids * 3, distinct=10_000).duplicates == 20_000


def test_a_number_of_duplicates_is_exact_or_none(request):
    """Merged from several audits, too. The ids are the same in each run, because one set
    of ids in twenty may have more duplicates than the bound."""
    everything = request.config.getoption("--all")
    own = "GUIDON_OWN" in os.environ  # a million ids: on this machine's interpreter alone
    limits = [(1_000_000, 1_572_864), (6, 6), (1_000, 1_536), (50_000, 98_304)]
    for number, copies in tables(10_000_000 if everything else 1_000_000 if own else 100_000):
        ids = random.Random(number).randbytes(16 * number)
        some = limits if everything or number < 1_000_000 else limits[:1]
        for distinct, held in some:
            whole, parts = guidon.Audit(distinct=distinct), guidon.Audit(distinct=distinct)
            for part in (ids[: 8 * number], ids[8 * number :], ids[: 16 * copies]):
                whole.add_many(part)
                parts.merge(audit_of(part, distinct=distinct))
            for audit in (whole, parts):
                check_known(known_of(audit), number + copies, copies, held)


def test_distinct_0_counts_no_duplicates():
    audit = audit_of(V7.bytes * 100, distinct=0)
    assert known_of(audit) == {
        "duplicates": None,
        "duplicates_seen": None,
        "duplicates_at_most": None,
        "sampled_1_in": None,
        "duplicates_note": "Duplicates were not counted.",
    }
    assert audit.ids == 100 and audit != audit_of(V7.bytes * 100)


# ----------------------------------------------------------------------- weak bits


def test_weak_bits_come_with_how_often_they_are_one():
    ids = [one.int & ~(1 << 127) | 1 for one in random_ids(200)]
    ids += [one.int | 1 << 31 | 1 << 32 for one in random_ids(64, 7)]
    audit = audit_of([uuid.UUID(int=one) for one in ids])
    assert audit.weak_bits == {"v4": {0: 0.0, 127: 1.0}, "v7": {96: 1.0}}
    often = [
        uuid.UUID(int=one.int & ~(1 << 126) | (number % 10 > 0) << 126)
        for number, one in enumerate(random_ids(200))
    ]
    assert audit_of(often).weak_bits == {"v4": {1: 0.9}}


# --------------------------------------------------------------------------- merges


MIXED = [*random_ids(300), *random_ids(300, 7), V1, guidon.NIL, guidon.MAX, *random_ids(20, 5)] * 2


def test_audits_merge_in_any_order():
    parts = [audit_of(MIXED[at::4]) for at in range(4)]
    whole = attributes(audit_of(MIXED))
    for order in itertools.permutations(parts):
        merged = guidon.Audit()
        for part in order:
            before = copy.copy(part)
            merged.merge(part)
            assert part == before
        found = attributes(merged)
        assert found.pop("parts") == 4
        assert found.pop("out_of_order") == sum(one.out_of_order for one in parts)
        assert found == {name: whole[name] for name in found}


def test_counting_goes_on_after_a_merge():
    """The next id is compared with the last one of the audit's own part."""
    audit = audit_of([V7])
    audit.merge(audit_of([guidon.MAX]))
    audit.add(V7)
    assert (audit.out_of_order, audit.parts, audit.duplicates) == (0, 2, 1)


def test_an_audit_that_merges_itself_counts_twice():
    audit = audit_of([V7, V1])
    audit.merge(audit)
    assert (audit.ids, audit.duplicates, audit.parts) == (4, 2, 2)


def test_the_memory_grows_when_audits_merge():
    ids = random_ids(6000)
    audit = audit_of(ids[:10])
    audit.merge(audit_of(ids))
    audit.merge(guidon.Audit())
    assert (audit.duplicates, audit.sampled_1_in) == (10, 1)
    small = audit_of(ids[:10], distinct=6)
    small.merge(audit_of(ids))
    assert small.sampled_1_in > 100


def test_an_audit_without_duplicates_merges_into_one_without():
    without = audit_of([V7], distinct=0)
    audit = audit_of([V7])
    with pytest.raises(ValueError, match="distinct=0"):
        audit.merge(without)
    assert audit == audit_of([V7])
    without.merge(audit)
    assert (without.ids, without.duplicates) == (2, None)


@pytest.mark.parametrize("other", [None, V7, b"", guidon.Audit])
def test_other_objects_do_not_merge(other):
    with pytest.raises(TypeError, match=r"expected a guidon\.Audit"):
        guidon.Audit().merge(other)


# ------------------------------------------------------------------------- equality


FIRST, SECOND, THIRD = (guidon.floor("v6", at) for at in (1, 2, 3))
OTHER7 = uuid.UUID(int=V7.int ^ 1)
FOURS, FIVES = sorted(random_ids(2)), sorted(random_ids(10, 5))


@pytest.mark.parametrize(
    "one, other",
    [
        ([FIVES[0]], [uuid.uuid3(V7, "kinds")]),
        ([FIRST, THIRD], [SECOND, THIRD]),  # the earliest time
        ([FIRST, SECOND], [FIRST, THIRD]),  # the latest time
        (FIVES[:2], FIVES[1::-1]),  # the order
        ([FOURS[0]], [FOURS[1]]),
        ([V7], [OTHER7]),  # a bit
        (FIVES[:2], FIVES[:1] * 2),  # the duplicates
        (FIVES, []),
    ],
)
def test_any_count_makes_audits_different(one, other):
    a, b = audit_of(one), audit_of(other)
    assert a != b and b != a and not a == b
    assert a == audit_of(one) and not a != audit_of(one)


def test_parts_and_duplicates_make_audits_different():
    whole, part = audit_of(FIVES[:2]), audit_of(FIVES[:1])
    part.merge(audit_of(FIVES[1:2]))
    assert part != whole
    kept = [audit_of(FIVES, distinct=distinct) for distinct in [0, 6, 12]]
    assert [one.duplicates for one in kept] == [None, None, 0]
    assert all(a != b for a, b in itertools.permutations(kept, 2))
    assert guidon.Audit(distinct=0) != guidon.Audit()
    chosen = next(row for row in rows("audit", "duplicates") if row["one_in"] == 0)
    ids = [bytes.fromhex(digits) for digits, _ in chosen["runs"]]
    assert audit_of(ids, distinct=0) != audit_of(ids, distinct=6)


def test_other_classes_are_different_and_have_no_order():
    audit = guidon.Audit()
    for other in [0, None, {}, object()]:
        assert audit != other and not audit == other
    with pytest.raises(TypeError):
        audit < guidon.Audit()
    with pytest.raises(TypeError, match="unhashable"):
        hash(audit)


# -------------------------------------------------------------------------- pickles


SOME = [
    guidon.Audit(),
    guidon.Audit(distinct=0),
    audit_of([V7]),
    audit_of(MIXED),
    audit_of(MIXED, distinct=0),
    audit_of(MIXED, distinct=6),
]


@pytest.mark.parametrize("audit", SOME)
def test_a_copy_is_equal_and_counts_on_alone(audit):
    for made in [
        copy.copy(audit),
        copy.deepcopy(audit),
        *(
            pickle.loads(pickle.dumps(audit, protocol))
            for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
        ),
    ]:
        assert made == audit and attributes(made) == attributes(audit)
        more, again = copy.copy(audit), random_ids(100)
        made.add_many(again)
        assert made != audit
        more.add_many(again)
        assert more == made


def test_without_memory_there_is_no_copy_and_no_count():
    """Each allocation fails once: the counts are then all there, or unchanged."""
    testcapi = pytest.importorskip("_testcapi")
    audit, other = audit_of(MIXED), audit_of(MIXED[:300])
    merged = copy.copy(audit)
    merged.merge(other)
    for call, whole in [
        (lambda: copy.copy(audit), audit),
        (lambda: pickle.loads(pickle.dumps(audit)), audit),
        (lambda: made.merge(other) or made, merged),
    ]:
        for number in range(60):
            made = copy.copy(audit)
            testcapi.set_nomemory(number, number + 1)
            try:
                found, want = call(), whole
            except MemoryError:
                found, want = made, audit
            finally:
                testcapi.remove_mem_hooks()
            assert found == want


def test_a_pickle_names_the_public_module():
    assert b"guidon" in pickle.dumps(guidon.Audit())
    assert b"_core" not in pickle.dumps(guidon.Audit())


def state(audit):
    return audit.__reduce__()[2]


@pytest.mark.parametrize(
    "part, says",
    [
        (
            (0, "0.0.1"),
            r"guidon \d+\.\d+\.\d+.* \((little|big)-endian\), the pickle is "
            r"of 0\.0\.1",
        ),
        ((1, "middle"), "the pickle is of .* .middle-endian"),
        ((2, -1), "`distinct` is out of range"),
        ((2, 805_306_369), "is out of range"),
        ((2, 5), "duplicates have another size"),
        ((2, 0), "but its `distinct` is 0"),
        ((3, b""), "counts have another size"),
        ((3, bytes(2687)), "counts have another size"),
        ((3, bytes(2689)), "counts have another size"),
        ((3, b"\xff" * 2688), "contradict"),
        ((3, bytes(2688)), "are of other ids"),
        ((4, None), "are of other ids"),
        ((4, b"x"), "duplicates have another size"),
        ((4, bytes(72 + 24 * 64)), "contradict each other"),
        ((4, b"\0" * 8 + b"\xff" * 8), "duplicates have another size"),
        ((0, 5), "no version"),
        ((1, None), "no version"),
    ],
)
def test_a_pickle_of_another_library_is_refused(part, says):
    audit, other = audit_of([V1]), list(state(audit_of([V7])))
    other[part[0]] = part[1]
    with pytest.raises(ValueError, match=says):
        audit.__setstate__(tuple(other))
    assert audit == audit_of([V1])


def use(audit):
    """Everything that an audit of a damaged pickle may have to do."""
    audit.add(V7)
    audit.add_many(MIXED[:100])
    other = guidon.Audit()
    if audit.duplicates_seen is not None:
        other.merge(audit)
    audit.merge(guidon.Audit())
    assert audit.duplicates_note and repr(audit) and copy.copy(audit) == audit
    assert attributes(audit) and other.ids in (0, audit.ids)


@pytest.mark.parametrize("ids", [[V7, V7, V1], MIXED[:40]])
def test_a_damaged_pickle_is_refused_or_of_other_ids(ids):
    """Each byte is damaged and each length cut. What is left is an audit that can be
    used, or ValueError says what is wrong. The sample has places for 8 ids."""
    *head, counts, duplicates = state(audit_of(ids, distinct=6))
    assert (len(counts), len(duplicates)) == (2688, 72 + 24 * 8)
    refused = 0
    for part, octets in enumerate([counts, duplicates]):
        damaged = [
            bytes([*octets[:at], octets[at] ^ bits, *octets[at + 1 :]])
            for at in range(len(octets))
            for bits in (1, 0x80, 0xFF)
        ]
        damaged += [octets[:at] for at in range(len(octets))]
        for wrong in damaged:
            audit = guidon.Audit()
            given = [counts, duplicates]
            given[part] = wrong
            try:
                audit.__setstate__((*head, *given))
            except ValueError as error:
                refused += 1
                assert str(error).startswith("this is not a pickle of a guidon.Audit: its ")
                assert audit == guidon.Audit()
            else:
                assert len(wrong) == len(octets)
                use(audit)
    assert refused > 2688 + 72


def test_places_in_a_pickle_are_not_believed():
    """An id that stands at another place, or twice, is the same id."""
    *head, duplicates = state(audit_of([V7, V7, V1], distinct=6))
    slots = [duplicates[at : at + 24] for at in range(72, len(duplicates), 24)]
    for order in (slots[::-1], sorted(slots), sorted(slots, reverse=True)):
        audit = guidon.Audit()
        audit.__setstate__((*head, duplicates[:72] + b"".join(order)))
        audit.add(V7)
        assert (audit.ids, audit.duplicates) == (4, 2)


@pytest.mark.parametrize("wrong", [None, 5, (), ("1",), [], b""])
def test_a_state_of_another_shape_is_refused(wrong):
    with pytest.raises(ValueError, match="not a pickle of a guidon.Audit"):
        guidon.Audit().__setstate__(wrong)


def test_a_state_with_wrong_types_is_refused():
    right = state(audit_of([V7]))
    for at, value in [(2, "x"), (3, None), (4, 5)]:
        with pytest.raises(TypeError):
            guidon.Audit().__setstate__((*right[:at], value, *right[at + 1 :]))
    with pytest.raises(TypeError):
        guidon.Audit().__setstate__(right[:3])


@pytest.mark.parametrize("at", [3, 4])
def test_a_state_has_bytes_that_nobody_can_change(at):
    """Another thread could change other memory after the check, without a lock too."""
    right = state(audit_of([V7]))
    lent = (ctypes.c_char * len(right[at])).from_buffer_copy(right[at])
    with pytest.raises(TypeError, match="expected bytes, c_char_Array"):
        guidon.Audit().__setstate__((*right[:at], lent, *right[at + 1 :]))


def test_a_pickle_is_read_by_another_process():
    audit = audit_of(MIXED)
    code = (
        "import pickle, sys; audit = pickle.load(sys.stdin.buffer); "
        "audit.merge(audit); sys.stdout.buffer.write(pickle.dumps(audit))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=pickle.dumps(audit), stdout=subprocess.PIPE, check=True
    )
    audit.merge(audit)
    assert pickle.loads(done.stdout) == audit


# ------------------------------------------------------- threads, forks and signals


def in_threads(*functions):
    threads = [threading.Thread(target=function) for function in functions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_threads_may_share_an_audit():
    ids, audit = guidon.new_many(100_000, "v4"), guidon.Audit(distinct=100_000)
    pickles = []

    def look():
        for _ in range(20):
            pickles.append(pickle.dumps(audit))
            assert audit.ids == 0 or audit.kinds

    def single():
        for at in range(0, 16 * 5000, 16):
            audit.add(ids[at : at + 16])

    in_threads(*[lambda: audit.add_many(ids)] * 4, *[single] * 3, look)
    assert audit.ids == 4 * 100_000 + 3 * 5000
    assert audit.duplicates == audit.ids - 100_000
    assert all(pickle.loads(one).ids <= audit.ids for one in pickles)


def test_audits_that_merge_each_other_do_not_wait_forever():
    a, b = audit_of([V7]), audit_of([V1])
    in_threads(lambda: [a.merge(b) for _ in range(30)], lambda: [b.merge(a) for _ in range(30)])
    assert a.ids > 30 and b.ids > 30


def test_a_signal_ends_a_long_call():
    audit, ids = guidon.Audit(distinct=0), bytes(16 * 65537)
    with pytest.raises(Stop):
        call_with_signal(stop, audit.add_many, ids)
    assert audit.ids == 65536


def test_a_signal_handler_may_use_the_audit_of_the_call():
    audit, ids = guidon.Audit(), bytes(16 * 65537)
    call_with_signal(lambda number, frame: audit.add(V7), audit.add_many, ids)
    assert audit.kinds == {"nil": 65537, "v7": 1}


@contextlib.contextmanager
def called_at_the_first_read_of(mapped, path, function):
    """`mapped` is a map of a file. Call `function` in the thread that first reads the
    map, in the middle of that read. The file is empty until then, so the read is a
    SIGBUS. Its handler makes the file as long as before, and the read goes on."""
    libc, saved = ctypes.CDLL(None), ctypes.create_string_buffer(4096)

    @ctypes.CFUNCTYPE(None, ctypes.c_int)
    def handler(number):
        try:
            function()
        finally:
            os.truncate(path, len(mapped))

    libc.sigaction(signal.SIGBUS, None, saved)
    os.truncate(path, 0)
    libc.signal(signal.SIGBUS, handler)
    try:
        yield
    finally:
        libc.sigaction(signal.SIGBUS, saved, None)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_child_can_use_an_audit_or_learns_that_its_counts_are_lost(tmp_path):
    """The parent forks while another thread counts, and before and after that."""
    audit, path, size = guidon.Audit(distinct=0), tmp_path / "ids", 16 * 65536
    in_a_change, forked_now = threading.Event(), threading.Event()

    def stop_in_the_change():
        in_a_change.set()
        forked_now.wait(60)

    def use():
        try:
            audit.add(V7)
            return b"used" if audit.kinds["v7"] == 1 else b"wrong"
        except RuntimeError as error:
            return b"lost" if "forked while another thread" in str(error) else b"wrong"

    assert collect(*forked(use)) == b"used"
    path.write_bytes(bytes(size))
    with open(path, "r+b") as file, mmap.mmap(file.fileno(), size) as ids:
        thread = threading.Thread(target=audit.add_many, args=[ids])
        with called_at_the_first_read_of(ids, path, stop_in_the_change):
            thread.start()
            try:
                assert in_a_change.wait(60)
                assert collect(*forked(use)) == b"lost"
            finally:
                forked_now.set()
                thread.join()
    assert collect(*forked(use)) == b"used"
    audit.add(V7)
    assert audit.kinds == {"nil": 65536, "v7": 1}
