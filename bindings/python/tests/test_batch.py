# SPDX-License-Identifier: MIT
"""Many ids in one call: buffers, texts, keys."""

import array
import ctypes
import functools
import gc
import itertools
import mmap
import operator
import os
import signal
import sys
import threading
import uuid

import guidon
import pytest
import vectors
from hypothesis import given
from hypothesis import strategies as st

ID = uuid.UUID("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
KINDS = {"v1": 1, "v4": 4, "v6": 6, "v7": 7, "uuid1": 1, "uuid7": 7}
SEVERAL_LENGTHS = ["int", "oid", "urn-oid", "int64x2"]
IDS = st.lists(st.binary(min_size=16, max_size=16), max_size=100).map(b"".join)


def split(data, size=16):
    return [bytes(data[i : i + size]) for i in range(0, len(data), size)]


# ------------------------------------------------------------------------- new ids


@pytest.mark.parametrize("kind, version", KINDS.items())
@pytest.mark.parametrize("n", [0, 1, 63, 64, 65536, 65537])
def test_many_ids_differ_and_have_their_version(kind, version, n):
    ids = guidon.uuids_of(guidon.new_many(n, kind))
    assert len(set(ids)) == len(ids) == n
    assert all(type(one) is uuid.UUID and one.version == version for one in ids)


@pytest.mark.parametrize("kind", ["v6", "v7", "ulid-monotonic"])
def test_many_ids_continue_the_sequence_of_the_thread(kind):
    ids = [one for n in (1, 70000, 1, 64, 63) for one in split(guidon.new_many(n, kind))]
    assert ids == sorted(ids)
    assert len(set(ids)) == len(ids)


def test_single_ids_and_many_ids_share_a_sequence():
    ids = [guidon.uuid7().bytes, *split(guidon.new_many(100)), guidon.uuid7().bytes]
    assert ids == sorted(ids)


def test_ulid_random_has_eighty_new_bits():
    parts = {one[6:] for one in split(guidon.new_many(1000, "ulid"))}
    assert len(parts) == 1000
    rising = split(guidon.new_many(1000, "ulid"))
    assert rising != sorted(rising)


def buffers(tmp_path):
    with open(tmp_path / "ids", "wb+") as file:
        file.truncate(4096)
        mapped = mmap.mmap(file.fileno(), 4096)
    words = array.array("Q", bytes(4096))
    return {
        "bytearray": bytearray(4096),
        "array": words,
        "mmap": mapped,
        "memoryview": memoryview(bytearray(4096)),
        "slice": memoryview(bytearray(8192))[7:4103],
        "ctypes": (ctypes.c_char * 4096)(),
        "rows": memoryview(bytearray(4096)).cast("B", (256, 16)),
    }


def test_every_writable_buffer_is_filled(tmp_path):
    for name, buffer in buffers(tmp_path).items():
        assert guidon.fill(buffer) is None
        ids = guidon.uuids_of(memoryview(buffer).cast("B"))
        assert len(set(ids)) == 256, name
        assert {one.version for one in ids} == {7}, name


def test_a_filled_slice_leaves_the_bytes_beside_it():
    buffer = bytearray(b"\xa5" * 64)
    guidon.fill(memoryview(buffer)[17:49])
    assert buffer[:17] == b"\xa5" * 17
    assert buffer[49:] == b"\xa5" * 15
    assert buffer[17:49].count(b"\xa5") < 10


def test_an_empty_buffer_is_filled():
    guidon.fill(bytearray())
    assert guidon.new_many(0) == b""
    assert guidon.uuids_of(b"") == []
    assert guidon.parse_many(b"") == guidon.parse_many([]) == b""
    assert guidon.format_many(b"") == b""


@pytest.mark.parametrize(
    "buffer, error, says",
    [
        (bytes(16), BufferError, "writable"),
        (memoryview(bytes(16)), BufferError, "writable"),
        (memoryview(bytearray(64))[::2], BufferError, "contiguous"),
        (memoryview(bytearray(64))[::-1], BufferError, "contiguous"),
        (bytearray(15), ValueError, "multiple of 16"),
        (bytearray(17), ValueError, "multiple of 16"),
        ((ctypes.py_object * 2)(), TypeError, "Python objects"),
        ((ctypes.c_wchar * 16)(), TypeError, "characters of Unicode"),
        (None, TypeError, "expected a buffer"),
        (16, TypeError, "expected a buffer"),
        ("0" * 16, TypeError, "expected a buffer"),
        ([0] * 16, TypeError, "a buffer"),
    ],
)
def test_other_buffers_are_refused(buffer, error, says):
    with pytest.raises(error, match=says) as raised:
        guidon.fill(buffer)
    assert str(raised.value).startswith("buffer: ")
    assert type(raised.value) is error


def test_a_refused_buffer_stays_as_it_is_and_is_released():
    buffer = bytearray(b"\xa5" * 17)
    with pytest.raises(ValueError):
        guidon.fill(buffer)
    assert buffer == b"\xa5" * 17
    buffer.append(0)  # a BufferError if the buffer were still exported


@pytest.mark.parametrize(
    "n, error",
    [
        (-1, ValueError),
        (-(2**62), ValueError),
        (2**62, OverflowError),
        (2**63, OverflowError),
        (2**200, OverflowError),
        (2**58, MemoryError),
        (1.0, TypeError),
        ("1", TypeError),
        (None, TypeError),
    ],
)
def test_numbers_that_cannot_be_are_refused(n, error):
    with pytest.raises(error):
        guidon.new_many(n)


@pytest.mark.parametrize(
    "kind", ["", "v3", "v5", "V7", "v2", "v8", "uuid2", "uuid8", "v8-node", "nil"]
)
def test_unknown_kinds_are_refused(kind):
    with pytest.raises(ValueError, match="expected v1, v4"):
        guidon.new_many(1, kind)
    with pytest.raises(ValueError, match="expected v1, v4"):
        guidon.fill(bytearray(16), kind)


def test_threads_that_fill_repeat_nothing_and_keep_their_order():
    made = [None] * 8

    def work(i):
        made[i] = [guidon.new_many(5000) for _ in range(10)]

    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for parts in made:
        ids = split(b"".join(parts))
        assert ids == sorted(ids)
    assert len({one for parts in made for part in parts for one in split(part)}) == (8 * 50_000)


def call_with_signal(handler, function, *arguments, after=()):
    """Call a C function while SIGINT waits for its handler, which Python calls as
    soon as the function lets it: no bytecode runs in between. Then call the functions
    of `after` in the same way. The garbage collector would run bytecode, because
    Hypothesis watches it."""
    call = operator.methodcaller("__call__")
    old = signal.signal(signal.SIGINT, handler)
    gc.disable()
    try:
        return list(
            map(
                call,
                [
                    ctypes.pythonapi.PyErr_SetInterrupt,
                    functools.partial(function, *arguments),
                    *after,
                ],
            )
        )[1]
    finally:
        gc.enable()
        signal.signal(signal.SIGINT, old)


class Stop(Exception):
    pass


def stop(number, frame):
    raise Stop


def test_a_signal_ends_a_long_call_and_leaves_no_ids():
    buffer = bytearray(b"\xa5" * (16 * 65536 * 2))
    with pytest.raises(Stop):
        call_with_signal(stop, guidon.fill, buffer)
    assert buffer == bytes(len(buffer))
    with pytest.raises(Stop):
        call_with_signal(stop, guidon.new_many, 65537)
    ids = guidon.new_many(65537)
    with pytest.raises(Stop):
        call_with_signal(stop, guidon.format_many, ids)
    with pytest.raises(Stop):
        call_with_signal(stop, guidon.encrypt_many, ids, bytes(range(32)))


def test_a_signal_ends_a_long_loop_over_objects():
    ids = guidon.new_many(65536)
    items = [ids[:16]] * 65536
    for function, *arguments in [
        (guidon.uuids_of, ids),
        (guidon.uuids_of, items),
        (guidon.format_many, items),
        (guidon.parse_many, items, None),
    ]:
        ended = []
        with pytest.raises(Stop):
            call_with_signal(
                stop, function, *arguments, after=[functools.partial(ended.append, True)]
            )
        assert not ended
        assert len(function(*arguments)) >= 65536


@pytest.mark.parametrize(
    "function, arguments",
    [
        (guidon.uuids_of, ()),
        (guidon.parse_many, ()),
        (guidon.parse_many, (None,)),
        (guidon.format_many, ()),
        (guidon.mask_many, (bytes(16),)),
        (guidon.Audit().add_many, ()),
        (guidon._core._items, ()),
    ],
    ids=lambda one: getattr(one, "__name__", str(one)),
)
def test_a_signal_ends_a_call_before_the_end_of_its_items(function, arguments):
    """An iterator of C runs no bytecode, in which Python would look for signals. It may
    have no end."""
    items = iter([str(guidon.NIL)] * 70_000)
    with pytest.raises(Stop):
        call_with_signal(stop, function, items, *arguments)
    assert operator.length_hint(items) > 0


@pytest.mark.parametrize(
    "function, arguments",
    [
        (guidon.uuids_of, ()),
        (guidon.format_many, ()),
        (guidon.parse_many, (None,)),
        (guidon.Audit().add_many, ()),
    ],
    ids=lambda one: getattr(one, "__name__", ""),
)
def test_other_threads_run_within_a_long_loop(function, arguments):
    """This thread runs no bytecode within the call, so another one runs only if the call
    lets it. It removes the item that the iterator gives, and thereby ends the call."""
    items, begun = [str(guidon.NIL)], threading.Lock()
    begun.acquire()

    def remove():
        begun.acquire()
        items.clear()

    other = threading.Thread(target=remove)
    other.start()
    given = map(operator.getitem, itertools.repeat(items, 6_000_000), itertools.repeat(0))
    call = operator.methodcaller("__call__")
    with pytest.raises(IndexError):
        list(map(call, [begun.release, functools.partial(function, given, *arguments)]))
    other.join()


def test_another_thread_may_change_the_int_of_a_uuid():
    """No program should, but then the id is the old one or the new one. The other thread
    reuses the memory of each int that it replaces."""
    one, large, is_over = uuid.UUID(int=0), 2**127, threading.Event()
    length = sys.getsizeof(large) - sys.getsizeof(b"")

    def change():
        while not is_over.is_set():
            for value in range(large, large + 1000):
                object.__setattr__(one, "int", value)
                object.__setattr__(one, "int", 0)
                bytes(length), bytes(length)

    other = threading.Thread(target=change)
    other.start()
    try:
        for _ in range(20):
            read = split(guidon.parse_many([one] * 5000))
            assert {item[:14] for item in read} <= {bytes(14), b"\x80" + bytes(13)}
    finally:
        is_over.set()
        other.join()


def test_no_more_items_are_read_than_have_a_use():
    with pytest.raises(ValueError, match="there are more than 2 items, expected 2"):
        guidon.derive_many(array.array("q", [1, 2]), key=bytes(32), data=itertools.repeat("a"))
    for call in (guidon.parse, guidon.detect):
        with pytest.raises(ValueError, match="accept has more than 1000 names"):
            call(str(guidon.NIL), itertools.repeat("uuid"))
    assert guidon.parse(str(guidon.NIL), ["uuid"] * 1000) == guidon.NIL


def test_the_buffer_cannot_be_resized_in_a_long_call():
    buffer, refused = bytearray(16 * 65537), []

    def resize(number, frame):
        try:
            buffer.append(0)
        except BufferError:
            refused.append(True)

    call_with_signal(resize, guidon.fill, buffer)
    assert refused == [True]
    assert len(set(split(buffer))) == 65537


# --------------------------------------------------------------------------- texts


def fixed_forms():
    return [form for form in guidon.forms if form not in SEVERAL_LENGTHS]


@pytest.mark.parametrize("form", guidon.forms)
def test_vectors_of_texts_both_ways(form):
    rows = [row for row in vectors.rows("text", "texts") if form in row]
    ids = b"".join(bytes.fromhex(row["octets"]) for row in rows)
    texts = [row[form] for row in rows]
    assert rows
    assert guidon.parse_many(texts, form) == ids
    if form in SEVERAL_LENGTHS:
        with pytest.raises(ValueError, match="several lengths"):
            guidon.format_many(ids, form)
        with pytest.raises(ValueError, match="several lengths"):
            guidon.parse_many("".join(texts).encode(), form)
    else:
        data = "".join(texts).encode()
        assert guidon.format_many(ids, form) == data
        assert guidon.parse_many(data, form) == ids


def test_vectors_of_refused_texts():
    """Each text stands between two right ones, in a list and, if it has the length
    of its form, in a buffer. In a str beyond ASCII, lengths and offsets count
    characters; test_arguments.py has those."""
    for row in vectors.rows("refuse", "refused"):
        form = None if row["form"] == "any" else row["form"]
        right = str(ID) if form is None else written(form)
        with pytest.raises(guidon.ParseError) as raised:
            guidon.parse_many([right, row["text"], right], form)
        assert raised.value.index == 1
        assert raised.value.offset == row["bad_at"] or not row["text"].isascii(), row
        data = row["text"].encode()
        if form in fixed_forms() and len(data) == len(right):
            with pytest.raises(guidon.ParseError) as raised:
                guidon.parse_many(right.encode() + data + right.encode(), form)
            assert (raised.value.index, raised.value.offset) == (1, row["bad_at"])


def written(form):
    row = next(row for row in vectors.rows("text", "texts") if form in row)
    return row[form]


@given(IDS, st.integers(0, 5))
def test_texts_round_trip_at_every_stride(ids, gap):
    n, stride = len(ids) // 16, 36 + gap
    texts = guidon.format_many(ids, stride=stride)
    assert len(texts) == n * stride
    for text, one in zip(split(texts, stride), split(ids)):
        assert text == str(uuid.UUID(bytes=one)).encode() + bytes(gap)
    assert guidon.parse_many(texts, stride=stride) == ids


@given(
    IDS,
    st.sampled_from(
        [form for form in guidon.forms if form not in SEVERAL_LENGTHS and form != "ncs"]
    ),
)
def test_every_form_round_trips(ids, form):
    texts = guidon.format_many(ids, form)
    assert texts.decode() == "".join(guidon.format(one, form) for one in split(ids))
    assert guidon.parse_many(texts, form) == ids


def test_bytes_between_texts_are_neither_read_nor_written():
    out = bytearray(b"\xff" * 74)
    assert guidon.format_many(ID.bytes * 2, out=out, stride=37) is out
    assert out == (str(ID).encode() + b"\xff") * 2
    assert guidon.parse_many(out, stride=37) == ID.bytes * 2


def test_the_shape_of_a_buffer_gives_the_stride():
    lines = (str(ID) + "\n").encode() * 3
    for n in range(1, 4):
        rows = memoryview(lines[: 37 * n]).cast("B", (n, 37))
        assert guidon.parse_many(rows) == ID.bytes * n
    items = (ctypes.c_char * 40 * 3)()
    assert guidon.format_many(ID.bytes * 3, out=items) is items
    assert bytes(items) == (str(ID).encode() + bytes(4)) * 3
    assert guidon.parse_many(items) == ID.bytes * 3


@pytest.mark.parametrize(
    "stride, error",
    [
        (35, ValueError),
        (0, ValueError),
        (-36, ValueError),
        (37, ValueError),
        (2**200, OverflowError),
        (36.0, TypeError),
        ("36", TypeError),
    ],
)
def test_wrong_strides_are_refused(stride, error):
    with pytest.raises(error):
        guidon.parse_many(str(ID).encode() * 2, stride=stride)
    with pytest.raises(error):
        guidon.format_many(ID.bytes * 2, out=bytearray(72), stride=stride)


def test_a_stride_too_large_for_memory_is_refused():
    with pytest.raises(OverflowError):
        guidon.format_many(ID.bytes * 4, stride=sys.maxsize // 2)


def test_ids_before_a_bad_text_are_in_the_output():
    texts = [str(ID)] * 2 + ["x"] + [str(ID)]
    out = bytearray(b"\xa5" * 64)
    with pytest.raises(guidon.ParseError, match="text 2: .*'x'") as raised:
        guidon.parse_many(texts, out=out)
    assert (raised.value.index, raised.value.offset) == (2, 1)
    assert out == ID.bytes * 2 + b"\xa5" * 32
    data = (str(ID) * 2 + str(ID)[:-1] + "\xe9" + str(ID)).encode("latin-1")
    out = bytearray(b"\xa5" * 64)
    with pytest.raises(guidon.ParseError, match=r"text 2: .*\\xe9") as raised:
        guidon.parse_many(data, out=out)
    assert (raised.value.index, raised.value.offset) == (2, 35)
    assert out == ID.bytes * 2 + b"\xa5" * 32


def test_a_single_text_has_no_index():
    with pytest.raises(guidon.ParseError) as raised:
        guidon.parse("x")
    assert raised.value.index is None


def test_a_bad_text_behind_the_first_step_is_found():
    texts = bytearray(guidon.format_many(guidon.new_many(70000)))
    texts[36 * 66000 + 5] = ord("g")
    with pytest.raises(guidon.ParseError) as raised:
        guidon.parse_many(texts)
    assert (raised.value.index, raised.value.offset) == (66000, 5)


def test_sequences_of_ids():
    ids = [ID, str(ID), ID.bytes, guidon.format(ID, "ulid")]
    assert guidon.format_many(ids) == str(ID).encode() * 4
    assert guidon.format_many(iter(ids)) == str(ID).encode() * 4
    assert guidon.uuids_of(tuple(ids)) == [ID] * 4
    assert guidon.parse_many(ids, None) == ID.bytes * 4
    with pytest.raises(guidon.ParseError):
        guidon.parse_many(ids)  # a ULID is not of the form uuid


class Emptying(uuid.UUID):
    """Empties each list that it is in when its number is read."""

    __slots__ = ()

    @property
    def int(self):
        for one in gc.get_referrers(self):
            if type(one) is list:
                one.clear()
        return ID.int


@pytest.mark.parametrize(
    "call",
    [
        guidon.uuids_of,
        guidon.format_many,
        lambda ids: guidon.parse_many(ids, None),
        lambda ids: guidon.Audit().add_many(ids),
    ],
)
def test_an_item_does_not_change_what_is_read(call):
    one = Emptying.__new__(Emptying)
    items = [one, str(ID), one, ID]
    expected = call([ID] * 4)
    assert call(items) == expected
    assert items == []
    assert call(iter((one, str(ID), one, ID))) == expected


@pytest.mark.parametrize(
    "call, error, says",
    [
        (lambda: guidon.parse_many([str(ID), 5]), TypeError, "item 1: "),
        (lambda: guidon.parse_many([b"123"]), ValueError, "item 0: .*16 bytes"),
        (lambda: guidon.format_many([ID, None]), TypeError, "item 1: "),
        (lambda: guidon.parse_many(str(ID)), TypeError, "not str"),
        (lambda: guidon.format_many(str(ID)), TypeError, "not str"),
        (lambda: guidon.uuids_of(5), TypeError, "iterable"),
        (lambda: guidon.parse_many([str(ID)], stride=36), TypeError, "buffer alone"),
        (lambda: guidon.parse_many(b"", None), TypeError, "name of a form"),
        (lambda: guidon.parse_many([], "uid"), ValueError, "unknown form 'uid'"),
        (lambda: guidon.format_many(b"", "uid"), ValueError, "unknown form 'uid'"),
        (lambda: guidon.parse_many(b"x" * 37), ValueError, "multiple of 36"),
        (lambda: guidon.format_many(b"x" * 17), ValueError, "multiple of 16"),
        (lambda: guidon.uuids_of(b"x" * 17), ValueError, "multiple of 16"),
        (
            lambda: guidon.format_many(ID.bytes, out=bytearray(35)),
            ValueError,
            "35 bytes, expected 36",
        ),
        (lambda: guidon.format_many(ID.bytes, out=bytes(36)), BufferError, "out: "),
        (lambda: guidon.parse_many([ID], out=bytearray(17)), ValueError, "out: "),
        (lambda: guidon.format_many(ID.bytes * 2, "ncs"), ValueError, "item 0: "),
        (lambda: guidon.parse_many(array.array("H", [0] * 36)), TypeError, "format 'H'"),
        (lambda: guidon.format_many(array.array("Q", [0] * 16)), TypeError, "of 8 with"),
        (
            lambda: guidon.uuids_of(memoryview(bytes(128)).cast("B", (4, 32))),
            ValueError,
            "rows of 32 bytes",
        ),
        (
            lambda: guidon.fill(memoryview(bytearray(128)).cast("B", (4, 32))),
            ValueError,
            "rows of 32 bytes",
        ),
    ],
)
def test_other_arguments_are_refused(call, error, says):
    with pytest.raises(error, match=says) as raised:
        call()
    assert type(raised.value) in (error, guidon.ParseError)


@pytest.mark.parametrize(
    "call",
    [
        lambda ids: guidon.parse_many(ids, None),
        guidon.format_many,
        guidon.uuids_of,
        lambda ids: guidon.encrypt_many(ids, bytes(32)),
    ],
)
def test_a_str_that_is_no_id_is_named(call):
    """With the reason of parse, and the position in the sequence."""
    with pytest.raises(guidon.ParseError) as expected:
        guidon.parse("x")
    with pytest.raises(guidon.ParseError, match="^text 1: .*'x'$") as raised:
        call([guidon.uuid7(), "x"])
    assert raised.value.reason == expected.value.reason
    assert (raised.value.index, raised.value.offset) == (1, expected.value.offset)


def test_a_long_text_is_cut_in_the_message():
    with pytest.raises(guidon.ParseError, match="^text 0: .*'x{100}'...$"):
        guidon.parse_many(["x" * 10**6])


def test_an_id_without_a_text_is_named():
    ncs = bytes.fromhex(
        next(row["octets"] for row in vectors.rows("text", "texts") if "ncs" in row)
    )
    with pytest.raises(ValueError, match="^item 66001: "):
        guidon.format_many(ncs * 66001 + ID.bytes, "ncs")


@pytest.mark.parametrize("shift", [0, 1, 16, 31])
def test_overlapping_buffers_are_refused(shift):
    memory = memoryview(bytearray(ID.bytes * 20))
    with pytest.raises(ValueError, match="overlaps"):
        guidon.format_many(memory[:32], out=memory[shift : shift + 72])
    with pytest.raises(ValueError, match="overlaps"):
        guidon.format_many(memory[shift : shift + 32], out=memory[:72])
    with pytest.raises(ValueError, match="overlaps"):
        guidon.parse_many(memory[:72], out=memory[shift : shift + 32])
    assert memory == ID.bytes * 20


def test_neighbouring_buffers_are_taken():
    memory = memoryview(bytearray(ID.bytes * 20))
    guidon.format_many(memory[:32], out=memory[32:104])
    guidon.parse_many(memory[32:104], out=memory[104:136])
    assert memory[104:136] == ID.bytes * 2


# ---------------------------------------------------------------------------- keys


def test_vectors_of_keys():
    for row in vectors.rows("keys", "mask"):
        key, v7, masked = (bytes.fromhex(row[name]) for name in ("key", "v7", "masked"))
        assert guidon.mask_many(v7 * 3, key) == masked * 3
        assert guidon.unmask_many(masked * 3, key) == v7 * 3
    for row in vectors.rows("keys", "encrypt"):
        key, v7, hidden = (bytes.fromhex(row[name]) for name in ("key", "v7", "encrypted"))
        assert guidon.encrypt_many(v7 * 3, key) == hidden * 3
        assert guidon.decrypt_many(hidden * 3, key) == v7 * 3
    for row in vectors.rows("keys", "derive"):
        times = array.array("q", [row["unix_ms"]] * 3)
        made = guidon.derive_many(
            times, key=bytes.fromhex(row["key"]), data=bytes.fromhex(row["data"]) * 3
        )
        assert made.hex() == row["id"] * 3


CHANGES = [
    (guidon.mask_many, guidon.unmask_many, bytes(range(16))),
    (guidon.encrypt_many, guidon.decrypt_many, bytes(range(32))),
]


@pytest.mark.parametrize("there, back, key", CHANGES)
def test_ids_are_changed_in_place_and_back(there, back, key):
    ids = guidon.new_many(70000)
    buffer = bytearray(ids)
    assert there(buffer, key, buffer) is buffer
    assert buffer == there(ids, key)
    assert len(set(split(buffer)) & set(split(ids))) == 0
    assert back(buffer, key) == ids
    with pytest.raises(ValueError, match="overlaps"):
        there(memoryview(buffer)[:160], key, memoryview(buffer)[16:176])


@pytest.mark.parametrize("there, back, key", CHANGES)
def test_an_id_of_another_version_is_named(there, back, key):
    ids = guidon.new_many(66001) + guidon.uuid4().bytes + guidon.new_many(1)
    out = bytearray(len(ids))
    with pytest.raises(ValueError, match="^item 66001: "):
        there(ids, key, out)
    assert back(out[: 16 * 66001], key) == ids[: 16 * 66001]
    assert out[16 * 66001 :] == bytes(32)
    with pytest.raises(ValueError, match="key: .*15 bytes"):
        there(ids, bytes(15))
    with pytest.raises(TypeError, match="key: expected a buffer"):
        there(ids, "0" * len(key))


@pytest.mark.parametrize(
    "times, data, error, says",
    [
        (array.array("q", [0, -1]), b"ab", ValueError, "item 1: "),
        (array.array("q", [0, 2**48]), b"ab", ValueError, "item 1: "),
        (array.array("q", [0, 1]), b"abc", ValueError, "multiple of 2"),
        (array.array("q"), b"abc", ValueError, "data: "),
        (array.array("i", [0, 1]), b"ab", TypeError, "64-bit"),
        (array.array("d", [0, 1]), b"ab", TypeError, "64-bit"),
        (bytes(16), b"ab", TypeError, "64-bit"),
        ([0, 1], b"ab", TypeError, "times: "),
        (array.array("q", [0, 1]), "ab", TypeError, "data: "),
    ],
)
def test_derive_many_refuses_other_arguments(times, data, error, says):
    with pytest.raises(error, match=says):
        guidon.derive_many(times, key=bytes(range(32)), data=data)


def test_a_time_behind_the_first_step_is_named():
    times = array.array("q", [5]) * 70000
    times[66000] = -1
    with pytest.raises(ValueError, match="^item 66000: "):
        guidon.derive_many(times, key=bytes(range(32)), data=bytes(70000))


@pytest.mark.parametrize("shift", [1, 4, 8])
def test_times_may_stand_at_any_address(shift):
    times = array.array("q", range(1000))
    memory = memoryview(bytearray(shift) + times.tobytes())[shift:].cast("q")
    data, key = os.urandom(1000), bytes(range(32))
    assert guidon.derive_many(memory, key=key, data=data) == guidon.derive_many(
        times, key=key, data=data
    )


def test_derived_ids_depend_on_their_own_row():
    n = 66000
    times = array.array("q", range(n))
    data = os.urandom(7 * n)
    key = bytes(range(32))
    made = guidon.derive_many(times, key=key, data=data)
    for i in [0, 1, 100, 255, 256, 65535, 65536, n - 1]:
        assert made[16 * i : 16 * i + 16] == guidon.derive_many(
            times[i : i + 1], key=key, data=data[7 * i : 7 * i + 7]
        )
    out = bytearray(16 * n)
    assert guidon.derive_many(times, key=key, data=data, out=out) is out
    assert out == made
