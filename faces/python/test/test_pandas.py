# SPDX-License-Identifier: MIT
"""Ids in Series of pandas."""

import uuid

import guidon
import pytest

pa = pytest.importorskip("pyarrow")
pd = pytest.importorskip("pandas")
import guidon.pandas as guidon_pandas  # noqa: E402
import guidon.arrow as guidon_arrow  # noqa: E402
ID = uuid.UUID("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
IDS = pd.ArrowDtype(pa.binary(16))
DTYPES = [object, "str", "string[python]", "string[pyarrow]",
          pd.ArrowDtype(pa.string()), pd.ArrowDtype(pa.large_string()),
          pd.ArrowDtype(pa.string_view())]


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
        array = (pa.ExtensionArray.from_storage(type_, values) if type_ == pa.uuid()
                 else values.cast(type_))
        series = pd.Series(pd.arrays.ArrowExtensionArray(array))
        assert guidon_pandas.uuids_of(series).tolist() == [ID, None], type_
    assert guidon_pandas.uuids_of(pd.Series([ID.bytes, None])).tolist() == [ID, None]
    for nothing in [pd.Series([], dtype=object), pd.Series([None, None]),
                    pd.Series([], dtype=IDS)]:
        assert guidon_pandas.uuids_of(nothing).tolist() == [None] * len(nothing)
        assert len(guidon_pandas.parse_many(nothing if nothing.dtype == object
                                            else nothing.astype(str))) == len(nothing)


@pytest.mark.parametrize("value", [b"", ID.bytes * 2, ID.bytes[:15]])
def test_a_value_of_another_length_is_no_id(value):
    with pytest.raises(ValueError):
        guidon_pandas.uuids_of(pd.Series([ID.bytes, value]))


def test_a_series_of_texts_names_parse_many():
    with pytest.raises(TypeError, match="parse_many"):
        guidon_pandas.uuids_of(pd.Series([str(ID)]))
    with pytest.raises(TypeError, match="series.cat.categories.dtype"):
        guidon_pandas.format_many(
            pd.Series([ID.bytes], dtype=IDS).astype("category"))


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


@pytest.mark.parametrize("call", [
    lambda: guidon_pandas.parse_many([str(ID)]),
    lambda: guidon_pandas.parse_many(pd.Series([1])),
    lambda: guidon_pandas.format_many(pd.Series(["x"])),
    lambda: guidon_pandas.format_many(pd.DataFrame({"x": [1]})),
])
def test_other_arguments_are_refused(call):
    with pytest.raises(TypeError):
        call()
