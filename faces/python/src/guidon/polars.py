# SPDX-License-Identifier: MIT
"""Ids in Series of Polars. Needs Polars 1.0 or later, and pyarrow 18 or later.

A Series of ids has the type Binary, with 16 bytes for each id. Polars sorts, joins and
groups by it.

new_many, parse_many and format_many return Series whose bytes are the memory that
guidon has written; Polars adds a view of 16 bytes for each row. The inputs of
parse_many and format_many are copied once, because Polars does not keep the rows of a
Series in a single run of bytes.

In an expression, use map_batches:

    frame.with_columns(
        pl.col("id").map_batches(guidon.polars.format_many, return_dtype=pl.String))
"""

from __future__ import annotations

from typing import Any

import polars as pl
import pyarrow as pa

from . import arrow

__all__ = ["format_many", "new_many", "parse_many"]


def new_many(n: int, kind: str = "uuid7", *, name: str = "id") -> pl.Series:
    """Return a Series of n new ids, in the order in which they were made.

    `kind` and the exceptions are those of guidon.new_many.
    """
    return pl.Series(name, arrow.new_many(n, kind).storage)


def parse_many(texts: pl.Series, form: str = "uuid") -> pl.Series:
    """Read a Series of String; return the Series of its ids, with its name.

    Nulls stay null. guidon.ParseError: a text is not an id of the form. Its `index`
    is the position of the text, from 0. TypeError: not a Series of String.
    """
    ids = arrow.parse_many(_array(texts, pl.String, pa.large_string()), form)
    storage = pa.chunked_array([chunk.storage for chunk in ids.chunks], pa.binary(16))
    return pl.Series(texts.name, storage, pl.Binary)


def format_many(ids: pl.Series, form: str = "uuid") -> pl.Series:
    """Write a Series of ids as a Series of String, with its name.

    Nulls stay null. ValueError: a value has not 16 bytes, the form, or an id without
    a text in it. TypeError: not a Series of Binary.
    """
    array = _array(ids, pl.Binary, pa.binary(16))
    return pl.Series(ids.name, arrow.format_many(array, form, large=True), pl.String)


def _array(series: Any, type_: Any, layout: Any) -> Any:
    """The values of a Series in a layout of Arrow with a single run of bytes."""
    if isinstance(series, pl.Series) and series.dtype == pl.Null:
        series = series.cast(type_)  # a column of nulls, or without rows
    if not isinstance(series, pl.Series) or series.dtype != type_:
        given = getattr(series, "dtype", type(series))
        cast = ("; cast it first: series.cast(polars.String)"
                if given in (pl.Categorical, pl.Enum) else
                "; read texts by parse_many" if given == pl.String else "")
        raise TypeError(f"expected a Series of {type_}, not of {given}{cast}")
    return pa.chunked_array(series).cast(layout)
