# SPDX-License-Identifier: MIT
"""Ids in arrays of Apache Arrow."""

import gc
import uuid

import guidon
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pa = pytest.importorskip("pyarrow")
import guidon.arrow as guidon_arrow  # noqa: E402

ID = uuid.UUID("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
IDS = st.lists(st.one_of(st.none(), st.uuids()), max_size=40)


def storage(array):
    return pa.array([one and one.bytes for one in array], pa.binary(16))


def ids_of(array):
    return pa.ExtensionArray.from_storage(pa.uuid(), storage(array))


class Capsule:
    """An object that has nothing but the PyCapsule interface."""

    def __init__(self, array):
        self.array = array

    def __arrow_c_array__(self, requested_schema=None):
        return self.array.__arrow_c_array__(requested_schema)


@pytest.mark.parametrize("n", [0, 1, 1000])
@pytest.mark.parametrize("kind", ["v4", "v7", "ulid-monotonic"])
def test_new_arrays(n, kind):
    array = guidon_arrow.new_many(n, kind)
    array.validate(full=True)
    assert (len(array), array.type, array.null_count) == (n, pa.uuid(), 0)
    assert len(set(array.to_pylist())) == n
    if kind == "v4":
        assert all(one.version == 4 for one in array.to_pylist())


def test_buffers_are_wrapped_without_a_copy():
    memory = bytearray(guidon.new_many(1000))
    array = guidon_arrow.from_buffer(memory)
    array.validate(full=True)
    assert array.storage.buffers()[1].address == pa.py_buffer(memory).address
    assert array.to_pylist() == guidon.uuids_of(memory)
    with pytest.raises(BufferError):
        memory.append(0)  # the array keeps it
    del array
    gc.collect()
    memory.append(0)
    with pytest.raises(ValueError, match="multiple of 16"):
        guidon_arrow.from_buffer(memory)


@settings(settings.get_profile("columns"))
@given(
    IDS,
    st.integers(0, 20),
    st.integers(0, 20),
    st.booleans(),
    st.sampled_from(["uuid", "ulid", "hex-upper"]),
)
def test_texts_round_trip_in_slices_with_nulls(ids, begin, length, large, form):
    array = ids_of(ids)[begin : begin + length]
    ids = ids[begin : begin + length]
    texts = guidon_arrow.format_many(array, form, large=large)
    texts.validate(full=True)
    assert texts.type == (pa.large_string() if large else pa.string())
    assert texts.to_pylist() == [one and guidon.format(one, form) for one in ids]
    back = guidon_arrow.parse_many(texts, form)
    back.validate(full=True)
    assert back.to_pylist() == ids
    assert guidon_arrow.format_many(array.storage, form).to_pylist() == (texts.to_pylist())


@settings(settings.get_profile("columns"))
@given(IDS, st.integers(0, 20), st.sampled_from(["int", "urn", "uuid", "int64x2"]))
def test_texts_of_every_length_are_read(ids, begin, form):
    texts = pa.array([one and guidon.format(one, form) for one in ids], pa.string())
    assert guidon_arrow.parse_many(texts[begin:], form).to_pylist() == ids[begin:]


@pytest.mark.parametrize("type_", ["string", "large_string", "string_view"])
def test_every_type_of_strings_is_read(type_):
    texts = pa.array([str(ID), None, str(ID).upper()] * 50, getattr(pa, type_)())
    assert guidon_arrow.parse_many(texts).to_pylist() == [ID, None, ID] * 50


def test_chunks_stay_chunks():
    texts = pa.chunked_array([[str(ID)], [], [None, str(ID)]], pa.string())
    ids = guidon_arrow.parse_many(texts)
    assert [len(chunk) for chunk in ids.chunks] == [1, 0, 2]
    assert ids.to_pylist() == [ID, None, ID]
    assert guidon_arrow.format_many(ids).to_pylist() == texts.to_pylist()
    empty = pa.chunked_array([], pa.string())
    assert guidon_arrow.parse_many(empty).type == pa.uuid()
    assert guidon_arrow.format_many(guidon_arrow.parse_many(empty)).type == pa.string()


def test_objects_with_the_capsule_interface():
    ids = guidon_arrow.parse_many(Capsule(pa.array([str(ID), None])))
    assert ids.to_pylist() == [ID, None]
    assert guidon_arrow.format_many(Capsule(ids)).to_pylist() == [str(ID), None]
    schema, array = ids.__arrow_c_array__()
    assert (type(schema).__name__, type(array).__name__) == ("PyCapsule", "PyCapsule")
    # The types of a table in another library, which knows only the interface.
    table = pa.table({"id": ids, "text": pa.array([str(ID), None])})
    stream = pa.RecordBatchReader.from_stream(table)
    assert stream.schema.field("id").type == pa.uuid()


def test_what_is_shared_and_what_is_new():
    """Bitmaps are shared; reading and writing does not touch the input."""
    texts = pa.array([str(ID), None] * 100)
    ids = guidon_arrow.parse_many(texts)
    assert ids.storage.buffers()[0].address == texts.buffers()[0].address
    back = guidon_arrow.format_many(ids)
    assert back.buffers()[0].address == texts.buffers()[0].address
    assert back.buffers()[2].address != texts.buffers()[2].address
    part = guidon_arrow.parse_many(texts[16:])
    assert part.storage.buffers()[0].address == texts.buffers()[0].address + 2


@pytest.mark.parametrize(
    "texts, index, offset",
    [
        (pa.array([str(ID)] * 70 + [str(ID)[:-1] + "g"]), 70, 35),
        (pa.array([None, str(ID)[:-1]]), 1, 35),
        (pa.array([None, ""]), 1, 0),
        (pa.array([str(ID), str(ID), str(ID) + "0"])[1:], 1, 36),
        (pa.chunked_array([[str(ID)] * 3, [None, "x" * 36]]), 4, 0),
        (pa.array(["\u00e9" * 18]), 0, 0),
    ],
)
def test_a_bad_text_is_named(texts, index, offset):
    with pytest.raises(guidon.ParseError) as raised:
        guidon_arrow.parse_many(texts)
    assert (raised.value.index, raised.value.offset) == (index, offset)


def test_a_bad_text_that_is_null_does_not_matter():
    hidden = pa.Array.from_buffers(
        pa.string(),
        2,
        [
            pa.py_buffer(b"\x02"),
            pa.py_buffer(
                (0).to_bytes(4, "little") + (36).to_bytes(4, "little") + (72).to_bytes(4, "little")
            ),
            pa.py_buffer(b"x" * 36 + str(ID).encode()),
        ],
    )
    assert guidon_arrow.parse_many(hidden).to_pylist() == [None, ID]


def test_the_bytes_of_a_null_are_zero():
    """And not what the memory held before."""
    out = bytearray(b"\xa5" * 16)
    guidon._core._parse_arrow(out, b"", bytes(8), b"\0", False, 0, 1, "uuid", 0, None, None)
    assert out == bytes(16)


@pytest.mark.parametrize(
    "offsets",
    [(0, 37, 36), (0, 36, 1000), (-36, 0, 36), (36, 0, 36), (0, 36, 35), (2**31 - 1, 0, 0)],
)
@pytest.mark.parametrize("size", [4, 8])
def test_damaged_offsets_are_refused(offsets, size):
    """pyarrow checks some of them itself, but other libraries need not."""
    data = b"".join(one.to_bytes(size, "little", signed=True) for one in offsets)
    with pytest.raises(ValueError, match="its offsets fall, or leave the data"):
        guidon._core._parse_arrow(
            bytearray(32), str(ID).encode(), data, None, size == 8, 0, 2, "uuid", 0, None, None
        )


@pytest.mark.parametrize(
    "out, offsets, valid, first, n",
    [
        (31, 12, None, 0, 2),
        (32, 11, None, 0, 2),
        (32, 12, None, 1, 2),
        (32, 12, 0, 0, 2),
        (16, 40, 1, 8, 1),
        (0, 0, None, 0, 0),
        (0, 4, None, -1, 0),
        (0, 4, None, 0, -1),
        (0, 4, None, 1, 0),
        (0, 4, None, 2**63 - 1, 0),
        (0, 4, None, 0, 2**63 - 1),
        (0, 4, None, 2**63 - 1, 2**63 - 1),
    ],
)
def test_buffers_that_are_too_short_are_refused(out, offsets, valid, first, n):
    with pytest.raises(ValueError):
        guidon._core._parse_arrow(
            bytearray(out),
            b"",
            bytes(offsets),
            None if valid is None else bytes(valid),
            False,
            first,
            n,
            "uuid",
            0,
            None,
            None,
        )


@settings(settings.get_profile("columns"))
@given(IDS, st.integers(0, 5), st.booleans())
def test_an_audit_counts_the_ids_of_an_array(ids, cut, ulid):
    """Without nulls, from any offset, with and without chunks."""
    want = guidon.Audit()
    want.add_many([one for one in ids[cut:] if one], ulid=ulid)
    for array in [
        ids_of(ids)[cut:],
        storage(ids)[cut:],
        Capsule(ids_of(ids)[cut:]),
        pa.chunked_array([ids_of(ids[cut:]), ids_of(ids)[len(ids) :]]),
        pa.chunked_array(
            [storage(ids[at : at + 3]) for at in range(cut, len(ids), 3)], pa.binary(16)
        ),
    ]:
        audit = guidon.Audit()
        guidon_arrow.add_many(audit, array, ulid=ulid)
        assert audit == want


@pytest.mark.parametrize(
    "call, error",
    [
        (lambda: guidon_arrow.add_many(guidon.Audit(), pa.array([str(ID)])), TypeError),
        (lambda: guidon_arrow.add_many(guidon.Audit(), [ID]), TypeError),
        (lambda: guidon_arrow.parse_many([str(ID)]), TypeError),
        (lambda: guidon_arrow.parse_many(pa.array([1])), TypeError),
        (lambda: guidon_arrow.parse_many(pa.array([b"x"])), TypeError),
        (lambda: guidon_arrow.format_many(pa.array([str(ID)])), TypeError),
        (lambda: guidon_arrow.format_many(pa.array([b"x"], pa.binary(1))), TypeError),
        (lambda: guidon_arrow.format_many(None), TypeError),
        (lambda: guidon_arrow.from_buffer(memoryview(bytes(32)).cast("q")), TypeError),
        (lambda: guidon_arrow.from_buffer(memoryview(bytes(64)).cast("B", (2, 32))), ValueError),
        (lambda: guidon_arrow.format_many(ids_of([ID]), "int"), ValueError),
        (lambda: guidon_arrow.format_many(ids_of([ID]), "uid"), ValueError),
        (lambda: guidon_arrow.parse_many(pa.array(["x"]), "uid"), ValueError),
        (lambda: guidon_arrow.new_many(-1), ValueError),
    ],
)
def test_other_arguments_are_refused(call, error):
    with pytest.raises(error):
        call()


def test_more_texts_than_the_type_string_holds_are_refused(monkeypatch):
    monkeypatch.setattr(guidon_arrow, "_MAX_STRING_BYTES", 72)
    array = ids_of([ID] * 3)
    with pytest.raises(OverflowError, match="large=True"):
        guidon_arrow.format_many(array)
    assert len(guidon_arrow.format_many(array[1:])) == 2
    assert len(guidon_arrow.format_many(array, large=True)) == 3


def test_columns_of_nulls_and_without_rows_are_columns():
    for nothing in [pa.nulls(2), pa.array([]), pa.chunked_array([], pa.null())]:
        assert guidon_arrow.format_many(nothing).to_pylist() == [None] * len(nothing)
        assert guidon_arrow.parse_many(nothing).to_pylist() == [None] * len(nothing)
        guidon_arrow.add_many(guidon.Audit(), nothing)


# Every type of Arrow, with what to do: "ids", "texts", or words of the error.
BINARY = r"array.cast\(pyarrow.binary\(16\)\)"
TYPES = [
    (pa.uuid(), "ids", "ids already"),
    (pa.binary(16), "ids", "ids already"),
    (pa.binary(), BINARY, "pyarrow.string"),
    (pa.large_binary(), BINARY, "pyarrow.string"),
    (pa.binary_view(), BINARY, "pyarrow.string"),
    (pa.binary(15), "not of", "not of"),
    # 16 bytes of another kind are no id: an address of IPv6, for example.
    (pa.opaque(pa.binary(16), "ipv6", "db"), "array.storage", "array.storage"),
    (pa.string(), "parse_many", "texts"),
    (pa.large_string(), "parse_many", "texts"),
    (pa.string_view(), "parse_many", "texts"),
    (pa.dictionary(pa.int32(), pa.string()), "dictionary_decode", "dictionary_decode"),
    (pa.run_end_encoded(pa.int32(), pa.string()), "run_end_decode", "run_end_decode"),
    (pa.list_(pa.uuid()), "not of", "not of"),
    (pa.list_(pa.uint8(), 16), "not of", "not of"),
    (pa.struct([("id", pa.uuid())]), "not of", "not of"),
    *[
        (type_, "not of", "not of")
        for type_ in [
            pa.bool_(),
            pa.int8(),
            pa.uint8(),
            pa.int64(),
            pa.uint64(),
            pa.float64(),
            pa.decimal128(38),
            pa.date32(),
            pa.timestamp("us"),
            pa.time64("us"),
            pa.duration("s"),
            pa.month_day_nano_interval(),
        ]
    ],
]


@pytest.mark.parametrize("type_, ids, texts", TYPES, ids=lambda one: str(one)[:30])
def test_every_type_is_a_column_or_names_what_makes_one(type_, ids, texts):
    array = pa.nulls(0, type_)
    for call, fate in [(guidon_arrow.format_many, ids), (guidon_arrow.parse_many, texts)]:
        if fate in ("ids", "texts"):
            assert len(call(array)) == 0
        else:
            with pytest.raises(TypeError, match=fate):
                call(array)
