# SPDX-License-Identifier: MIT
"""Ids in Series of pandas."""

import datetime
import uuid

import guidon
import pytest

np = pytest.importorskip("numpy")
pa = pytest.importorskip("pyarrow")
pd = pytest.importorskip("pandas")
import guidon.pandas as guidon_pandas  # noqa: E402
import guidon.arrow as guidon_arrow  # noqa: E402

ID = uuid.UUID("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
IDS = pd.ArrowDtype(pa.binary(16))
DTYPES = [
    object,
    "str",
    "string[python]",
    "string[pyarrow]",
    pd.ArrowDtype(pa.string()),
    pd.ArrowDtype(pa.large_string()),
    pd.ArrowDtype(pa.string_view()),
]


def address(series):
    """Of the bytes of an id or a text, in the array below a Series."""
    return series.array.__arrow_array__().chunk(0).buffers()[-1].address


@pytest.mark.parametrize("n", [0, 1, 1000])
def test_new_series(n):
    ids = guidon_pandas.new_many(n, name="id")
    assert (len(ids), ids.dtype, ids.name) == (n, IDS, "id")
    assert ids.nunique() == n
    assert ids.is_monotonic_increasing


def test_a_new_column_takes_the_index_of_the_frame():
    frame = pd.DataFrame({"x": range(5)}, index=list("edcba"))
    frame["id"] = guidon_pandas.new_many(len(frame), index=frame.index)
    assert frame["id"].notna().all()
    assert list(frame.sort_values("id").index) == list("edcba")
    assert frame.merge(frame, on="id").shape == (5, 3)
    assert frame.groupby("id").x.sum().tolist() == [0, 1, 2, 3, 4]
    with pytest.raises(ValueError):
        guidon_pandas.new_many(4, index=frame.index)


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_texts_of_every_dtype_round_trip(dtype):
    texts = pd.Series([str(ID), None, str(ID).upper()], list("abc"), dtype, "key")
    ids = guidon_pandas.parse_many(texts)
    assert (ids.dtype, ids.name, list(ids.index)) == (IDS, "key", list("abc"))
    assert ids["a"] == ids["c"] == ID.bytes
    assert ids.isna().tolist() == [False, True, False]
    back = guidon_pandas.format_many(ids)
    assert (back.name, list(back.index)) == ("key", list("abc"))
    assert back.dtype == pd.ArrowDtype(pa.large_string())
    assert [back["a"], back["c"], back.isna()["b"]] == [str(ID), str(ID), True]
    objects = guidon_pandas.uuids_of(ids)
    assert [objects["a"], objects["b"], objects["c"]] == [ID, None, ID]
    assert objects.dtype == object


def test_uuids_of_series_of_each_type():
    """arrow.uuid is what read_parquet gives for a column that Guidon wrote."""
    for type_ in [pa.uuid(), pa.binary(16), pa.binary(), pa.large_binary()]:
        values = pa.array([ID.bytes, None], pa.binary(16))
        array = (
            pa.ExtensionArray.from_storage(type_, values)
            if type_ == pa.uuid()
            else values.cast(type_)
        )
        series = pd.Series(pd.arrays.ArrowExtensionArray(array))
        assert guidon_pandas.uuids_of(series).tolist() == [ID, None], type_
    assert guidon_pandas.uuids_of(pd.Series([ID.bytes, None])).tolist() == [ID, None]
    for nothing in [pd.Series([], dtype=object), pd.Series([None, None]), pd.Series([], dtype=IDS)]:
        assert guidon_pandas.uuids_of(nothing).tolist() == [None] * len(nothing)
        assert len(
            guidon_pandas.parse_many(nothing if nothing.dtype == object else nothing.astype(str))
        ) == len(nothing)


@pytest.mark.parametrize("value", [b"", ID.bytes * 2, ID.bytes[:15]])
def test_a_value_of_another_length_is_no_id(value):
    with pytest.raises(ValueError):
        guidon_pandas.uuids_of(pd.Series([ID.bytes, value]))


def test_a_series_of_texts_names_parse_many():
    with pytest.raises(TypeError, match="parse_many"):
        guidon_pandas.uuids_of(pd.Series([str(ID)]))
    with pytest.raises(TypeError, match="series.cat.categories.dtype"):
        guidon_pandas.format_many(pd.Series([ID.bytes], dtype=IDS).astype("category"))


def test_parts_of_series_are_read():
    ids = guidon_pandas.new_many(100)
    texts = guidon_pandas.format_many(ids)
    for part in [slice(3, 50), slice(99, 3, -7), slice(5, 5)]:
        assert guidon_pandas.parse_many(texts[part]).equals(ids[part])


def test_the_memory_is_that_of_guidon(monkeypatch):
    """The arrays that arrow makes are those below the Series."""
    seen = []
    for name in ["new_many", "format_many", "parse_many"]:

        def call(*arguments, make=getattr(guidon_arrow, name), **options):
            seen.append((arguments, make(*arguments, **options)))
            return seen[-1][1]

        monkeypatch.setattr(guidon_arrow, name, call)
    ids = guidon_pandas.new_many(100)
    assert address(ids) == seen[0][1].storage.buffers()[1].address
    texts = guidon_pandas.format_many(ids)
    (given, *_), made = seen[1]
    assert given.chunk(0).buffers()[1].address == address(ids)
    assert made.chunk(0).buffers()[2].address == address(texts)
    again = guidon_pandas.parse_many(texts)
    (given, *_), made = seen[2]
    assert given.chunk(0).buffers()[2].address == address(texts)
    assert made.chunk(0).storage.buffers()[1].address == address(again)
    for dtype in ["str", "string[pyarrow]"]:
        other = texts.astype(dtype)
        guidon_pandas.parse_many(other)
        (given, *_), _ = seen[-1]
        assert given.chunk(0).buffers()[2].address == address(other)


def test_a_bad_text_is_named_by_its_position():
    texts = pd.Series([str(ID), None, str(ID)[:-1] + "g"], [7, 8, 9])
    with pytest.raises(guidon.ParseError) as raised:
        guidon_pandas.parse_many(texts)
    assert (raised.value.index, raised.value.offset) == (2, 35)


class Other(uuid.UUID):
    """As asyncpg has one: the id is what `int` says."""

    @property
    def bytes(self):
        return b"\0" * 16


def test_uuids_are_read_by_their_number():
    """Arrow reads the attribute bytes, from pyarrow 24 on. Labels may repeat."""
    ids = pd.Series([ID, None, Other(int=ID.int)], [5, 5, 5], object)
    texts = guidon_pandas.format_many(ids)
    assert texts.tolist()[::2] == [str(ID)] * 2 and texts.isna().tolist() == [0, 1, 0]
    assert guidon_pandas.versions_of(ids).tolist()[::2] == [7, 7]


@pytest.mark.parametrize(
    "ids",
    [
        [ID, "ABCDEFGHIJKLMNOP"],
        [ID.bytes, "ABCDEFGHIJKLMNOP"],
        ["ABCDEFGHIJKLMNOP", ID.bytes],
        [ID, ID.bytes],
    ],
    ids=str,
)
def test_ids_of_several_classes_are_refused(ids):
    with pytest.raises(TypeError, match="several classes"):
        guidon_pandas.format_many(pd.Series(ids, dtype=object))


AWARE = datetime.datetime(2020, 1, 1, tzinfo=datetime.timezone.utc)
NAIVE = datetime.datetime(2020, 1, 1)


class _Zoneless(datetime.tzinfo):
    """A zone that does not tell the offset from UTC, so a time with it is naive."""

    def utcoffset(self, _):
        return None


class _Moment(datetime.datetime):
    """A derived class, such as those of pendulum and freezegun."""


MOMENT = _Moment(2020, 1, 1, tzinfo=datetime.timezone.utc)


@pytest.mark.parametrize(
    "times",
    [
        [AWARE, 1577836800000],
        [1577836800000, AWARE],
        [AWARE, NAIVE],
        [NAIVE, AWARE],
        [AWARE, None, NAIVE],
        [pd.Timestamp(AWARE), AWARE],
        [MOMENT, MOMENT.replace(tzinfo=None)],
        [AWARE, AWARE.replace(tzinfo=_Zoneless())],
    ],
    ids=str,
)
def test_times_of_several_classes_are_refused(times):
    """Arrow would read the second as what the first one is."""
    data = pd.Series(range(len(times)))
    with pytest.raises(TypeError, match="expected a Series of times"):
        guidon_pandas.derive_many(pd.Series(times, dtype=object), key=bytes(32), data=data)


@pytest.mark.parametrize(
    "offset, reads",
    [({"hours": -5, "minutes": -30}, True), ({"microseconds": 500}, False)],
    ids=str,
)
@pytest.mark.parametrize("moment", [AWARE, MOMENT], ids=repr)
def test_an_offset_from_utc_is_read_or_refused(moment, offset, reads):
    """Arrow would drop the microseconds of the offset."""
    zone = datetime.timezone(datetime.timedelta(**offset))
    moment = moment.replace(tzinfo=zone)
    times, data = pd.Series([moment], dtype=object), pd.Series([5])
    if reads:
        derived = guidon_pandas.derive_many(times, key=bytes(32), data=data)
        assert derived[0] == guidon.derive(moment, key=bytes(32), data=5).bytes
    else:
        with pytest.raises(TypeError, match="fraction of a second"):
            guidon_pandas.derive_many(times, key=bytes(32), data=data)


@pytest.mark.parametrize(
    "data",
    [[5, True], [5, np.True_], [5, np.int64(5)], ["a", b"a"], [b"a", "a"], [ID, "a"]],
    ids=str,
)
def test_data_of_several_classes_is_refused(data):
    times = pd.Series([AWARE] * len(data))
    with pytest.raises(TypeError, match="several classes"):
        guidon_pandas.derive_many(times, key=bytes(32), data=pd.Series(data, dtype=object))


@pytest.mark.parametrize("dtype", [object, "string[python]"], ids=str)
@pytest.mark.parametrize("form", ["uuid", None])
def test_half_of_a_surrogate_pair_is_no_id(dtype, form):
    texts = pd.Series([str(ID), "\ud800", None, str(ID)], dtype=dtype)
    ids = guidon_pandas.parse_many(texts, form, errors="null")
    assert ids.isna().tolist() == [False, True, True, False]
    assert guidon_pandas.times_of(texts, errors="null").isna().tolist() == ids.isna().tolist()
    with pytest.raises(guidon.ParseError) as caught:
        guidon_pandas.parse_many(texts, form)
    assert caught.value.index == 1
    with pytest.raises(ValueError, match="item 1: .*UTF-8"):
        guidon_pandas.derive_many(pd.Series([AWARE] * 4), key=bytes(32), data=texts)


@pytest.mark.parametrize("value", [2**63, -(2**63) - 1])
def test_an_integer_of_more_than_64_bits_is_named(value):
    with pytest.raises(ValueError, match=f"item 1: {value} is outside"):
        guidon_pandas.derive_many(
            pd.Series([AWARE] * 2), key=bytes(32), data=pd.Series([5, value], dtype=object)
        )


@pytest.mark.parametrize(
    "call",
    [
        lambda: guidon_pandas.parse_many([str(ID)]),
        lambda: guidon_pandas.parse_many(pd.Series([1])),
        lambda: guidon_pandas.format_many(pd.Series(["x"])),
        lambda: guidon_pandas.format_many(pd.DataFrame({"x": [1]})),
    ],
)
def test_other_arguments_are_refused(call):
    with pytest.raises(TypeError):
        call()


@pytest.mark.parametrize("kind", ["parquet", "feather"])
def test_a_file_of_ids_is_read_back(tmp_path, kind):
    """In the two ways that the README names."""
    frame = pd.DataFrame({"id": guidon_pandas.new_many(3), "n": range(3)})
    write, read = f"to_{kind}", getattr(pd, f"read_{kind}")
    getattr(frame, write)(tmp_path / "ids")
    back = read(tmp_path / "ids", dtype_backend="pyarrow")["id"]
    assert back.dtype == frame["id"].dtype and back.tolist() == frame["id"].tolist()
    getattr(frame.astype({"id": "binary[pyarrow]"}), write)(tmp_path / "binaries")
    back = read(tmp_path / "binaries")["id"]
    assert (guidon_pandas.format_many(back) == guidon_pandas.format_many(frame["id"])).all()
