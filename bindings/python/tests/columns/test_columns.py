# SPDX-License-Identifier: MIT
"""Whole columns of Arrow, pandas and Polars: texts in any form, times, versions, and ids
that depend on a key. Each row is what the function for one id gives."""

import datetime
import functools
import uuid

import guidon
import pytest
import vectors
from hypothesis import given, settings
from hypothesis import strategies as st

pa = pytest.importorskip("pyarrow")
pc = pytest.importorskip("pyarrow.compute")
pd = pytest.importorskip("pandas")
pl = pytest.importorskip("polars")
import guidon.arrow  # noqa: E402
import guidon.pandas  # noqa: E402
import guidon.polars  # noqa: E402

ID = uuid.UUID("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
KEY = bytes(range(32))
UTC = datetime.timezone.utc

# Every kind of id, those with a time more often.
SHAPED = st.builds(
    lambda one, version: uuid.UUID(int=one.int, version=version), st.uuids(), st.integers(1, 5)
).map(lambda one: uuid.UUID(int=one.int & ~(0xF << 76) | (1, 2, 4, 6, 7)[one.version - 1] << 76))
IDS = st.one_of(SHAPED, st.uuids(), st.sampled_from([guidon.NIL, guidon.MAX]))
# The forms that parse recognises, whatever the id is.
FORMS = [
    "uuid",
    "uuid-upper",
    "hex",
    "braces",
    "urn",
    "oid",
    "urn-oid",
    "ulid",
    "ulid-lower",
    "c",
    "parens",
    "guid-x",
]
TEXTS = st.builds(guidon.format, IDS, st.sampled_from(FORMS))
BAD = st.sampled_from(["", "x", "é", str(ID)[:-1] + "g", "0" * 31, "8" + "Z" * 25])
COLUMN = st.lists(st.one_of(st.none(), TEXTS), max_size=70)


def uuid_array(ids, type_=None):
    storage = pa.array([one and one.bytes for one in ids], pa.binary(16))
    return storage if type_ == "storage" else pa.ExtensionArray.from_storage(pa.uuid(), storage)


def cut(array, cuts):
    """The layouts of an array: whole, as a slice of a longer one, and in chunks."""
    yield array
    if array.type != pa.uuid():
        yield pa.concat_arrays([array[:3], array])[len(array[:3]) :]
    ends = sorted({min(one, len(array)) for one in cuts} | {0, len(array)})
    yield pa.chunked_array([array[a:b] for a, b in zip([0, *ends], ends)], array.type)


def or_none(function, *arguments):
    try:
        return None if arguments[0] is None else function(*arguments)
    except ValueError:
        return None


def micros_of(one):
    return guidon.time_ns_of(one) // 1000


def micros(array):
    assert array.type == pa.timestamp("us", "UTC")
    return array.cast(pa.int64()).to_pylist()


def checked(array):
    array.validate(full=True)
    return array


# ------------------------------------------------------------------- texts of any form


@settings(settings.get_profile("columns"))
@given(
    st.lists(st.one_of(st.none(), TEXTS, BAD), max_size=70),
    st.lists(st.integers(0, 70), max_size=3),
    st.sampled_from(["string", "large_string", "string_view"]),
)
def test_texts_of_any_form_are_read_or_null(texts, cuts, type_):
    want = [or_none(guidon.parse, one) for one in texts]
    bad = [i for i, one in enumerate(texts) if one is not None and want[i] is None]
    for array in cut(pa.array(texts, getattr(pa, type_)()), cuts):
        made = checked(guidon.arrow.parse_many(array, None, errors="null"))
        assert made.to_pylist() == want
        assert made.null_count == want.count(None)
        if not bad:
            assert checked(guidon.arrow.parse_many(array, None)).to_pylist() == want
            continue
        with pytest.raises(guidon.ParseError) as raised:
            guidon.arrow.parse_many(array, None)
        with pytest.raises(guidon.ParseError) as alone:
            guidon.parse(texts[bad[0]])
        assert raised.value.index == bad[0]
        assert str(raised.value).startswith(f"text {bad[0]}: {alone.value.reason}")
        assert raised.value.offset == alone.value.offset


@settings(settings.get_profile("columns"))
@given(
    st.lists(st.one_of(st.none(), IDS, BAD), max_size=150),
    st.sampled_from(["uuid", "ulid", "hex", "int"]),
    st.integers(0, 9),
)
def test_bad_texts_of_one_form_become_null(values, form, begin):
    texts = [guidon.format(one, form) if isinstance(one, uuid.UUID) else one for one in values]
    want = [or_none(guidon.parse, one, form) for one in texts]
    array = pa.array(texts, pa.string())[begin:]
    made = checked(guidon.arrow.parse_many(array, form, errors="null"))
    assert made.to_pylist() == want[begin:]


def test_a_long_run_of_texts_with_one_that_is_bad():
    """Beyond the first step, and not at the border of a byte of the bitmap."""
    ids = guidon.uuids_of(guidon.new_many(70_003))
    texts = [str(one) for one in ids]
    texts[69_997] = "x" * 36
    made = guidon.arrow.parse_many(pa.array(texts), errors="null")
    assert made.null_count == 1 and not made[69_997].is_valid
    assert made[69_998].as_py() == ids[69_998]
    assert guidon.arrow.parse_many(pa.array(texts), None, errors="null") == made


def test_a_bad_text_of_a_later_chunk_is_named_by_its_row_of_the_column():
    texts = pa.chunked_array([[str(ID)] * 3, [None, "x" * 36]])
    with pytest.raises(guidon.ParseError, match="^text 4: ") as raised:
        guidon.arrow.parse_many(texts)
    assert raised.value.index == 4


@pytest.mark.parametrize(
    "texts",
    [
        pa.array([], pa.string()),
        pa.chunked_array([], pa.string()),
        pa.nulls(2),
        pa.array([str(ID)]),
    ],
    ids=["none", "no chunk", "nulls", "one"],
)
@pytest.mark.parametrize("errors", ["raise", "null"])
def test_an_unknown_form_is_refused_also_without_texts(texts, errors):
    with pytest.raises(ValueError, match="unknown form 'x'"):
        guidon.arrow.parse_many(texts, "x", errors=errors)


@pytest.mark.parametrize(
    "call", [guidon.arrow.parse_many, guidon.arrow.times_of, guidon.arrow.versions_of]
)
def test_errors_has_two_names(call):
    with pytest.raises(ValueError, match="errors: expected 'raise' or 'null', not 'x'"):
        call(pa.array([str(ID)]), errors="x")
    with pytest.raises(guidon.ParseError, match="^text 1: "):
        call(pa.array([str(ID), "x"]))
    assert call(pa.array([str(ID), "x"]), errors="null").null_count == 1


# ----------------------------------------------------------------- times and versions


@settings(settings.get_profile("columns"))
@given(
    st.lists(st.one_of(st.none(), IDS), max_size=70),
    st.lists(st.integers(0, 70), max_size=3),
    st.sampled_from(["", "storage"]),
)
def test_times_and_versions_of_ids(ids, cuts, type_):
    for array in cut(uuid_array(ids, type_), cuts):
        assert micros(checked(guidon.arrow.times_of(array))) == [
            or_none(micros_of, one) for one in ids
        ]
        versions = checked(guidon.arrow.versions_of(array))
        assert versions.type == pa.uint8()
        assert versions.to_pylist() == [or_none(guidon.version_of, one) for one in ids]
        assert micros(checked(guidon.arrow.times_of(array, ulid=True))) == [
            one and guidon.ULID(one).milliseconds * 1000 for one in ids
        ]


@settings(settings.get_profile("columns"))
@given(COLUMN, st.lists(st.integers(0, 70), max_size=3))
def test_the_text_of_a_ulid_is_one(texts, cuts):
    for array in cut(pa.array(texts, pa.string()), cuts):
        assert micros(checked(guidon.arrow.times_of(array))) == [
            or_none(micros_of, one) for one in texts
        ]
        assert checked(guidon.arrow.versions_of(array)).to_pylist() == [
            or_none(guidon.version_of, one) for one in texts
        ]


def test_vectors_of_kinds():
    rows = vectors.rows("kinds", "kinds")
    texts = pa.array([row["text"] for row in rows])
    assert guidon.arrow.versions_of(texts).to_pylist() == [row["version"] for row in rows]
    assert micros(guidon.arrow.times_of(texts)) == [
        None if row["ns"] is None else int(row["ns"]) // 1000 for row in rows
    ]
    assert [one.hex() for one in guidon.arrow.parse_many(texts, None).storage.to_pylist()] == [
        row["octets"] for row in rows
    ]
    values = guidon.pandas.versions_of(pd.Series(texts.to_pylist()))
    assert values.dtype == pd.ArrowDtype(pa.uint8())
    assert values.array.__arrow_array__().to_pylist() == [row["version"] for row in rows]


def test_times_outside_of_datetime_are_exact():
    early = guidon.parse("00000000-0000-1000-8000-000000000000")  # 1582
    late = guidon.parse("ffffffff-ffff-7fff-bfff-ffffffffffff")  # 10889
    array = uuid_array([early, late])
    assert micros(guidon.arrow.times_of(array)) == [-12219292800 * 10**6, ((1 << 48) - 1) * 1000]
    times = guidon.pandas.times_of(pd.Series([early, late]))
    assert [times[0].isoformat(), times[1] is pd.NaT] == ["1582-10-15T00:00:00+00:00", True]
    assert "1582" in repr(times)  # pandas cannot print a later time
    assert guidon.polars.times_of(pl.Series([late.bytes])).to_physical().to_list() == [
        ((1 << 48) - 1) * 1000
    ]


def test_the_time_of_a_tick_is_rounded_down():
    """Version 1 and 6 have tenths of a microsecond, also before 1970."""
    for ticks in [0x1B21DD213814000 - 1, 0x1B21DD213814000 + 19, 9]:
        one = uuid.UUID(
            fields=(
                ticks >> 28 & 0xFFFFFFFF,
                ticks >> 12 & 0xFFFF,
                0x6000 | ticks & 0xFFF,
                0x80,
                0,
                0,
            )
        )
        assert micros(guidon.arrow.times_of(uuid_array([one]))) == [
            (ticks - 0x1B21DD213814000) // 10
        ]


# ---------------------------------------------------------------------- masked ids

NAMES = [("mask", 16, 7), ("unmask", 16, 4), ("encrypt", 32, 7), ("decrypt", 32, 8)]


@pytest.mark.parametrize("name, length, version", NAMES)
def test_masked_ids_are_those_of_one_id(name, length, version):
    @settings(settings.get_profile("columns"))
    @given(
        st.lists(
            st.one_of(
                st.none(),
                st.uuids().map(
                    lambda one: uuid.UUID(
                        int=one.int & ~(0xF << 76 | 3 << 62) | version << 76 | 2 << 62
                    )
                ),
            ),
            max_size=70,
        ),
        st.lists(st.integers(0, 70), max_size=3),
    )
    def run(ids, cuts):
        key = KEY[:length]
        want = [one and getattr(guidon, name)(one, key) for one in ids]
        for type_ in ["", "storage"]:
            for array in cut(uuid_array(ids, type_), cuts):
                made = getattr(guidon.arrow, f"{name}_many")(array, key)
                assert made.type == pa.uuid()
                assert checked(made).to_pylist() == want

    run()


@pytest.mark.parametrize("name, length, version", NAMES)
@pytest.mark.parametrize("place", ["arrow", "pandas", "polars"])
def test_an_id_of_another_version_is_named(name, length, version, place):
    ids = (
        pd.Series([ID, None, None])
        if place == "pandas"
        else pl.Series([ID.bytes, None])
        if place == "polars"
        else pa.chunked_array([uuid_array([ID]), uuid_array([None])])
    )
    call = getattr(getattr(guidon, place), f"{name}_many")
    good = uuid.UUID(int=ID.int & ~(0xF << 76) | version << 76)
    bad = uuid.UUID(int=ID.int & ~(0xF << 76) | 5 << 76)
    if place == "arrow":
        ids = pa.chunked_array([uuid_array([None, good]), uuid_array([good, bad])])
    elif place == "pandas":
        ids = pd.Series([None, good, good, bad])
    else:
        ids = pl.Series([None, good.bytes, good.bytes, bad.bytes])
    with pytest.raises(ValueError, match=f"item 3: expected an id of version {version}"):
        call(ids, KEY[:length])
    with pytest.raises(ValueError, match=f"{length} bytes|expected {length}"):
        call(ids, KEY[: length - 1])
    with pytest.raises(ValueError, match=f"{length} bytes|expected {length}"):
        call(ids[:0], KEY[: length - 1])


def test_the_bytes_below_a_null_are_not_masked():
    """They may be of any version."""
    storage = pa.Array.from_buffers(
        pa.binary(16), 2, [pa.py_buffer(b"\x02"), pa.py_buffer(bytes(16) + ID.bytes)]
    )
    made = guidon.arrow.mask_many(storage, KEY[:16])
    assert made.to_pylist() == [None, guidon.mask(ID, KEY[:16])]
    assert bytes(made.storage.buffers()[1])[:16] == bytes(16)


# ---------------------------------------------------------------------- derived ids

UNITS = {"s": 1000, "ms": 1, "us": 1000, "ns": 10**6}
DATA = {
    "string": st.text(max_size=9),
    "large_string": st.text(max_size=3),
    "string_view": st.text(max_size=20),
    "binary": st.binary(max_size=9),
    "large_binary": st.binary(max_size=3),
    "binary_view": st.binary(max_size=20),
    "int64": st.integers(-(2**63), 2**63 - 1),
    "uint64": st.integers(0, 2**63 - 1),
    "int8": st.integers(-128, 127),
    "uint32": st.integers(0, 2**32 - 1),
    "id": IDS,
    "fixed": st.binary(min_size=5, max_size=5),
    "null": st.none(),
}


def data_array(values, type_):
    if type_ == "id":
        return uuid_array(values)
    return pa.array(values, pa.binary(5) if type_ == "fixed" else getattr(pa, type_)())


@pytest.mark.parametrize("type_", DATA)
def test_derived_ids_are_those_of_one_id(type_):
    @settings(settings.get_profile("columns"))
    @given(
        st.lists(
            st.tuples(
                st.one_of(st.none(), st.integers(0, 2**37)), st.one_of(st.none(), DATA[type_])
            ),
            max_size=40,
        ),
        st.lists(st.integers(0, 40), max_size=2),
        st.lists(st.integers(0, 40), max_size=2),
        st.sampled_from([*UNITS, "int"]),
    )
    def run(rows, cuts, others, unit):
        times = pa.array([one for one, _ in rows], pa.int64())
        ms = [
            one
            if one is None or unit in ("int", "ms")
            else one * 1000
            if unit == "s"
            else one // UNITS[unit]
            for one, _ in rows
        ]
        if unit != "int":
            times = times.cast(pa.timestamp(unit, "Asia/Tokyo"))
        data = data_array([value for _, value in rows], type_)
        want = [
            None if time is None or value is None else guidon.derive(time, key=KEY, data=value)
            for time, (_, value) in zip(ms, rows)
        ]
        for left in cut(times, cuts):
            for right in cut(data, others):
                made = checked(guidon.arrow.derive_many(left, key=KEY, data=right))
                assert made.to_pylist() == want
                assert made.type == pa.uuid()

    run()


def test_vectors_of_what_is_hashed():
    rows = vectors.rows("hashed", "hashed")
    for kind, type_ in [("integer", pa.int64()), ("bytes", pa.binary()), ("text", pa.string())]:
        some = [row for row in rows if row["type"] == kind]
        data = [
            bytes.fromhex(row["value"])
            if kind == "bytes"
            else int(row["value"])
            if kind == "integer"
            else row["value"]
            for row in some
        ]
        made = guidon.arrow.derive_many(
            pa.array([row["unix_ms"] for row in some]), key=KEY, data=pa.array(data, type_)
        )
        assert {row["key"] for row in some} == {KEY.hex()}
        assert [one.hex for one in made.to_pylist()] == [row["derived"] for row in some]


@pytest.mark.parametrize(
    "time, value, says",
    [
        (pa.array([0, -1], pa.int64()), pa.array([1, 2]), "item 1: the time is outside"),
        (pa.array([0, 1 << 48], pa.int64()), pa.array([1, 2]), "item 1: the time is outside"),
        (pa.array([0, 2**63 - 1], pa.int64()), pa.array([1, 2]), "item 1: the time is outside"),
        (pa.array([0, 2**63], pa.uint64()), pa.array([1, 2]), "item 1: 9223372036854775808"),
        (pa.array([0, -1], pa.timestamp("us", "UTC")), pa.array([1, 2]), "item 1: the time"),
        (pa.array([0, 2**62], pa.timestamp("s", "UTC")), pa.array([1, 2]), "item 1: the time"),
        (pa.array([0, 1]), pa.array([1, 2**63], pa.uint64()), r"more than 2\*\*63 - 1"),
        (
            pa.array([0, 1]),
            pa.array(["a", b"\xff"], pa.binary()).view(pa.string()),
            "item 1: the text is not UTF-8; cast the column to binary",
        ),
        (pa.array([0, 1]), pa.array([1]), "there are 1 rows, expected 2"),
        (pa.chunked_array([[0], [1, -1]]), pa.array([1, 2, 3]), "item 2: the time is outside"),
    ],
)
def test_a_row_that_cannot_be_derived_is_named(time, value, says):
    with pytest.raises(ValueError, match=says):
        guidon.arrow.derive_many(time, key=KEY, data=value)


@pytest.mark.parametrize("n", [0, 1])
def test_a_key_of_another_length_is_refused(n):
    for array in [
        pa.array([1] * n, pa.int64()),
        pa.chunked_array([[1] * n], pa.int64()),
        pa.chunked_array([], pa.int64()),
    ]:
        with pytest.raises(ValueError, match="32"):
            guidon.arrow.derive_many(array, key=KEY[:31], data=array)


@pytest.mark.parametrize(
    "arguments",
    [
        (31, 16, None, 0, 1, 1, 16, None, 0, 8),
        (32, 8, None, 0, 1, 1, 16, None, 0, 8),
        (32, 16, 0, 0, 1, 1, 16, None, 0, 8),
        (32, 16, None, 1, 1, 1, 16, None, 0, 8),
        (32, 16, None, 0, 0, 1, 16, None, 0, 8),
        (32, 16, None, 0, 1, 0, 16, None, 0, 8),
        (32, 16, None, 0, 1, 1, 15, None, 0, 8),
        (32, 16, None, 0, 1, 1, 16, 16, 0, 8),
        (32, 16, None, 0, 1, 1, 16, None, -1, 8),
        (32, 16, None, 0, 1, 1, 16, None, 1, 8),
        (32, 16, None, -1, 1, 1, 16, None, 0, 8),
        (32, 16, None, 0, 1, 1, 16, None, 0, -8),
        (32, 16, None, 2**63 - 1, 1, 1, 16, None, 0, 8),
    ],
)
def test_buffers_that_are_too_short_are_refused(arguments):
    out, times, valid, first, multiply, divide, data, offsets, start, length = arguments
    with pytest.raises(ValueError):
        guidon._core._derive_arrow(
            bytearray(out),
            bytearray(1),
            KEY,
            0,
            2,
            bytes(times),
            None if valid is None else bytes(valid),
            first,
            multiply,
            divide,
            bytes(data),
            None if offsets is None else bytes(offsets),
            None,
            start,
            length,
            "b",
        )


@pytest.mark.parametrize("offsets", [(0, 5, 4), (0, 5, 1000), (-5, 0, 5), (5, 0, 5)])
def test_damaged_offsets_of_data_are_refused(offsets):
    data = b"".join(one.to_bytes(8, "little", signed=True) for one in offsets)
    with pytest.raises(ValueError, match="item [78]: its offsets fall, or leave the data"):
        guidon._core._derive_arrow(
            bytearray(32),
            bytearray(1),
            KEY,
            7,
            2,
            bytes(16),
            None,
            0,
            1,
            1,
            b"x" * 9,
            data,
            None,
            0,
            0,
            "b",
        )


@pytest.mark.parametrize("function, size", [("_times_arrow", 8), ("_versions_arrow", 1)])
@pytest.mark.parametrize(
    "out, there, valid, first, ulids",
    [
        (8, 1, None, 0, None),
        (9, 0, None, 0, None),
        (9, 2, 1, 0, None),
        (9, 2, 2, 8, None),
        (9, 2, None, -1, None),
        (9, 2, None, 0, 1),
    ],
)
def test_fields_need_room(function, size, out, there, valid, first, ulids):
    with pytest.raises(ValueError):
        getattr(guidon._core, function)(
            bytearray(out * size),
            bytearray(there),
            bytes(9 * 16),
            valid and bytes(valid),
            first,
            ulids and bytes(ulids),
            False,
        )


# ------------------------------------------------------------------ pandas and Polars


def series(values, place, **options):
    return (
        pd.Series(values, [f"row {i}" for i in range(len(values))], name="x", **options)
        if place == "pandas"
        else pl.Series("x", values)
    )


def listed(values):
    if isinstance(values, pd.Series):
        assert (values.name, list(values.index)) == ("x", [f"row {i}" for i in range(len(values))])
        values = values.astype(object).where(values.notna(), None).tolist()
        return [one.to_pydatetime() if isinstance(one, pd.Timestamp) else one for one in values]
    assert values.name == "x"
    return values.to_list()


PLACES = pytest.mark.parametrize("place", ["pandas", "polars"])


@PLACES
def test_series_give_what_arrays_give(place):
    module = getattr(guidon, place)
    ids = [
        ID,
        None,
        uuid.UUID("1563e3ab-5d3d-4676-8c61-efb99302bd5b"),
        guidon.NIL,
        uuid.UUID("c232ab00-9414-11ec-b3c8-9f6bdeced846"),
    ] * 9
    texts = [one and str(one) for one in ids] + [guidon.format(ID, "ulid"), "x", ""]
    wanted = [or_none(guidon.parse, one) for one in texts]
    made = module.parse_many(series(texts, place), None, errors="null")
    assert listed(made) == [one and one.bytes for one in wanted]
    times = module.times_of(series(texts, place), errors="null")
    assert times.dtype == ("datetime64[us, UTC]" if place == "pandas" else pl.Datetime("us", "UTC"))
    assert listed(times) == [or_none(guidon.time_of, one) for one in texts]
    assert listed(module.times_of(made)) == [or_none(guidon.time_of, one) for one in wanted]
    assert listed(module.times_of(made, ulid=True)) == [
        one and guidon.ULID(one).datetime for one in wanted
    ]
    assert listed(module.versions_of(made)) == [or_none(guidon.version_of, one) for one in wanted]
    sevens = series([ID.bytes, None, guidon.uuid7().bytes], place)
    for name, undo, key in [("mask", "unmask", KEY[:16]), ("encrypt", "decrypt", KEY)]:
        hidden = getattr(module, f"{name}_many")(sevens, key)
        assert listed(hidden) == [
            one and getattr(guidon, name)(one, key).bytes for one in listed(sevens)
        ]
        assert listed(getattr(module, f"{undo}_many")(hidden, key)) == listed(sevens)


@PLACES
def test_series_derive_ids(place):
    module = getattr(guidon, place)
    moments = [
        datetime.datetime(2026, 3, 1, 12, 0, 0, 999, UTC),
        None,
        datetime.datetime(1970, 1, 1, tzinfo=UTC),
    ]
    times = series(moments, place)
    if place == "pandas":
        times = times.astype("datetime64[us, UTC]")
    for values in [["a", "é", None], [b"a", b"", b"c"], [258, -1, None], [ID.bytes] * 3]:
        want = [
            None
            if time is None or value is None
            else guidon.derive(time, key=KEY, data=value).bytes
            for time, value in zip(moments, values)
        ]
        options = {"dtype": "Int64"} if place == "pandas" and values[0] == 258 else {}
        data = series(values, place, **options)
        assert listed(module.derive_many(times, key=KEY, data=data)) == want
        ms = series([0, 1, 2], place)
        assert listed(module.derive_many(ms, key=KEY, data=data))[0] == (
            guidon.derive(0, key=KEY, data=values[0]).bytes
        )


def test_indexes_of_derived_ids_are_equal():
    times, data = pd.Series([0, 1]), pd.Series([0, 1], [1, 0])
    with pytest.raises(ValueError, match="its index is not that of times"):
        guidon.pandas.derive_many(times, key=KEY, data=data)


@PLACES
def test_series_without_rows_and_of_nulls(place):
    module = getattr(guidon, place)
    for n in [0, 3]:
        nothing = series([None] * n, place)
        for call in [
            module.parse_many,
            module.format_many,
            module.times_of,
            module.versions_of,
            functools.partial(module.mask_many, key=KEY[:16]),
            lambda one: module.derive_many(one, key=KEY, data=one),
            lambda one: module.derive_many(
                one.fill_null(0).cast(pl.Int64) if place == "polars" else one.fillna(0).astype(int),
                key=KEY,
                data=one,
            ),
        ]:
            assert listed(call(nothing)) == [None] * n


def test_parts_and_chunks_of_series():
    ids = guidon.pandas.new_many(100)
    assert guidon.pandas.times_of(ids[5:50]).equals(guidon.pandas.times_of(ids)[5:50])
    again = pl.Series(guidon.new_many(100) and [guidon.uuid7().bytes for _ in range(100)])
    parts = again[:30].append(again[30:])
    assert parts.n_chunks() == 2
    assert guidon.polars.times_of(parts)[10:60].to_list() == (
        guidon.polars.times_of(again[10:60]).to_list()
    )


def test_a_text_of_several_forms_names_the_parameter_form():
    texts = pa.array([str(ID), "2HCATbPFFQRhakvB2nxrTh"])
    with pytest.raises(guidon.ParseError, match="or shortuuid; name the form with form: "):
        guidon.arrow.parse_many(texts, None)
    made = guidon.arrow.parse_many(texts.slice(1), "base58")
    assert made.to_pylist()[0] == guidon.parse(texts[1].as_py(), "base58")


# ------------------------------------------------------------------------- expressions


def test_expressions_of_polars():
    frame = pl.DataFrame({"id": guidon.polars.new_many(9), "n": range(9)})
    frame = frame.with_columns(
        at=pl.col("id").map_batches(guidon.polars.times_of, return_dtype=pl.Datetime("us", "UTC"))
    )
    frame = frame.with_columns(
        key=pl.map_batches(
            ["at", "n"],
            lambda pair: guidon.polars.derive_many(pair[0], key=KEY, data=pair[1]),
            return_dtype=pl.Binary,
        )
    )
    assert frame["key"].to_list() == [
        guidon.derive(at, key=KEY, data=n).bytes for at, n in zip(frame["at"], frame["n"])
    ]


def test_frames_of_pandas():
    frame = pd.DataFrame({"id": guidon.pandas.new_many(9), "n": range(9)})
    frame["at"] = guidon.pandas.times_of(frame.id)
    frame["key"] = guidon.pandas.derive_many(frame["at"], key=KEY, data=frame.n)
    assert frame.key.tolist() == [
        guidon.derive(at.to_pydatetime(), key=KEY, data=n).bytes
        for at, n in zip(frame["at"], frame.n)
    ]
    assert frame.set_index("at").resample("1D").n.count().sum() == 9
