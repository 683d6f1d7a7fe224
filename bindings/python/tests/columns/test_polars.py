# SPDX-License-Identifier: MIT
"""Ids in Series of Polars."""

import importlib
import uuid

import guidon
import pytest

pa = pytest.importorskip("pyarrow")
pl = pytest.importorskip("polars")
import guidon.polars as guidon_polars  # noqa: E402
import guidon.arrow as guidon_arrow  # noqa: E402

ID = uuid.UUID("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")


def address(series):
    """Of the bytes that the views of a Series point into."""
    return pa.chunked_array(series).chunk(0).buffers()[2].address


def test_polars_without_the_interface_of_arrow_is_refused(monkeypatch):
    """As before Polars 1.3. pyarrow would take each text for a list of letters."""
    monkeypatch.delattr(pl.Series, "__arrow_c_stream__")
    with pytest.raises(ImportError, match="needs Polars 1.3 or later"):
        importlib.reload(guidon_polars)


@pytest.mark.parametrize("n", [0, 1, 1000])
def test_new_series(n):
    ids = guidon_polars.new_many(n)
    assert (len(ids), ids.dtype, ids.name) == (n, pl.Binary, "id")
    assert ids.n_unique() == n
    assert ids.is_sorted()
    assert guidon_polars.new_many(n, "v4", name="key").name == "key"


def test_texts_round_trip_with_nulls():
    texts = pl.Series("key", [str(ID), None, str(ID).upper()])
    ids = guidon_polars.parse_many(texts)
    assert (ids.dtype, ids.name) == (pl.Binary, "key")
    assert ids.to_list() == [ID.bytes, None, ID.bytes]
    back = guidon_polars.format_many(ids)
    assert (back.dtype, back.name) == (pl.String, "key")
    assert back.to_list() == [str(ID), None, str(ID)]
    assert guidon_polars.format_many(ids, "ulid")[0] == guidon.format(ID, "ulid")


def test_parts_and_chunks_of_series():
    ids = guidon_polars.new_many(100).append(guidon_polars.new_many(50))
    assert ids.n_chunks() == 2
    texts = guidon_polars.format_many(ids)
    assert texts.to_list() == [guidon.format(one) for one in ids]
    assert guidon_polars.parse_many(texts).to_list() == ids.to_list()
    for part in [slice(3, 50), slice(90, 120), slice(5, 5)]:
        assert guidon_polars.parse_many(texts[part]).to_list() == ids[part].to_list()
    empty = guidon_polars.parse_many(texts.clear())
    assert (len(empty), empty.dtype) == (0, pl.Binary)
    assert guidon_polars.format_many(empty).dtype == pl.String


def test_expressions():
    frame = pl.DataFrame({"id": guidon_polars.new_many(100), "x": range(100)})
    frame = frame.with_columns(
        text=pl.col("id").map_batches(guidon_polars.format_many, return_dtype=pl.String)
    )
    frame = frame.with_columns(
        again=pl.col("text").map_batches(guidon_polars.parse_many, return_dtype=pl.Binary)
    )
    assert frame["again"].to_list() == frame["id"].to_list()
    assert frame.join(frame, on="id").height == 100
    assert frame.sort("id")["x"].to_list() == list(range(100))


def test_the_memory_is_that_of_guidon(monkeypatch):
    """The arrays that arrow makes are those below the Series."""
    made = []
    for name in ["new_many", "format_many", "parse_many"]:

        def call(*arguments, make=getattr(guidon_arrow, name), **options):
            made.append(make(*arguments, **options))
            return made[-1]

        monkeypatch.setattr(guidon_arrow, name, call)
    ids = guidon_polars.new_many(2000)
    assert address(ids) == made[0].storage.buffers()[1].address
    texts = guidon_polars.format_many(ids)
    assert address(texts) == made[1].chunk(0).buffers()[2].address
    again = guidon_polars.parse_many(texts)
    assert address(again) == made[2].chunk(0).storage.buffers()[1].address


def test_a_bad_text_is_named():
    texts = pl.Series([str(ID)] * 3).append(pl.Series([None, str(ID)[:-1] + "g"]))
    with pytest.raises(guidon.ParseError) as raised:
        guidon_polars.parse_many(texts)
    assert (raised.value.index, raised.value.offset) == (4, 35)


@pytest.mark.parametrize(
    "call, error",
    [
        (lambda: guidon_polars.parse_many([str(ID)]), TypeError),
        (lambda: guidon_polars.parse_many(pl.Series([1])), TypeError),
        (lambda: guidon_polars.format_many(pl.Series(["x"])), TypeError),
        (lambda: guidon_polars.format_many(pl.Series([b"x"])), ValueError),
        (lambda: guidon_polars.format_many(pl.Series([b"x" * 16]), "int"), ValueError),
        (lambda: guidon_polars.new_many(-1), ValueError),
    ],
)
def test_other_arguments_are_refused(call, error):
    with pytest.raises(error):
        call()


def test_columns_of_nulls_are_columns():
    for n in [0, 2]:
        nothing = pl.Series("id", [None] * n, pl.Null)
        assert guidon_polars.parse_many(nothing).to_list() == [None] * n
        assert guidon_polars.format_many(nothing).to_list() == [None] * n


@pytest.mark.parametrize(
    "type_, says", [(pl.Categorical, "cast"), (pl.Enum([str(ID)]), "cast"), (pl.String, None)]
)
def test_other_series_name_the_cast(type_, says):
    texts = pl.Series("id", [str(ID)], pl.String).cast(type_)
    if says:
        with pytest.raises(TypeError, match=says):
            guidon_polars.parse_many(texts)
    with pytest.raises(TypeError, match=says or "parse_many"):
        guidon_polars.format_many(texts)
