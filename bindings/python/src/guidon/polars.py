# SPDX-License-Identifier: MIT
"""Ids in Series of Polars. Needs Polars 1.3 or later, and pyarrow 18 or later.

A Series of ids has the type Binary, with 16 bytes for each id. Polars sorts, joins and
groups by it.

new_many, parse_many and format_many return Series whose bytes are the memory that
guidon has written; Polars adds a view of 16 bytes for each row. Inputs are copied once,
because Polars does not keep the rows of a Series in a single run of bytes. Results have
the name of the input, and each function is one call of C for each chunk of a Series.

In an expression, use map_batches:

    frame.with_columns(
        pl.col("id").map_batches(guidon.polars.format_many, return_dtype=pl.String))
"""

from __future__ import annotations

from typing import Any

import polars as pl
import pyarrow as pa

from . import arrow

__all__ = [
    "decrypt_many",
    "derive_many",
    "encrypt_many",
    "format_many",
    "mask_many",
    "new_many",
    "parse_many",
    "times_of",
    "unmask_many",
    "versions_of",
]

if not hasattr(pl.Series, "__arrow_c_stream__"):
    # pyarrow would take a text of a Series for a list of letters.
    raise ImportError(f"guidon.polars needs Polars 1.3 or later, not {pl.__version__}")

_INTEGERS = (pl.Int8, pl.Int16, pl.Int32, pl.Int64, pl.UInt8, pl.UInt16, pl.UInt32, pl.UInt64)


def new_many(n: int, kind: str = "v7", *, name: str = "id") -> pl.Series:
    """Return a Series of n new ids, in the order in which they were made.

    `kind` and the exceptions are those of guidon.new_many.
    """
    return pl.Series(name, arrow.new_many(n, kind).storage)


def parse_many(texts: pl.Series, form: str | None = "uuid", *, errors: str = "raise") -> pl.Series:
    """Read a Series of String; return the Series of its ids, with its name.

    form: a name of guidon.forms; or None for any form that guidon.parse recognises,
        which may differ from row to row.
    errors: "raise", or "null": then a text that is no id gives a null.

    Nulls stay null. guidon.ParseError: a text is not an id of the form. Its `index`
    is the position of the text, from 0. TypeError: not a Series of String.
    """
    array = _array(texts, pl.String)
    return _ids(arrow.parse_many(array, form, errors=errors), texts)


def format_many(ids: pl.Series, form: str = "uuid") -> pl.Series:
    """Write a Series of ids as a Series of String, with its name.

    Nulls stay null. ValueError: a value has not 16 bytes, the form, or an id without
    a text in it. TypeError: not a Series of Binary.
    """
    array = _array(ids, pl.Binary)
    return pl.Series(ids.name, arrow.format_many(array, form, large=True), pl.String)


def times_of(ids: pl.Series, *, ulid: bool = False, errors: str = "raise") -> pl.Series:
    """Return the time of each id, as a Series of Datetime("us", "UTC").

    ids: a Series of Binary; or of String, which are read in any form that guidon.parse
        recognises. The text of a ULID has the time of a ULID.
    ulid: if true, ids that are not texts are ULIDs. Their bytes do not show it.
    errors: of texts: "raise", or "null": then a text that is no id gives a null.

    A null, and an id without a time, gives a null: ULIDs and versions 1, 6 and 7 have
    one. Times are rounded towards the past to microseconds. Some ids have times after
    the year 9999, which the Series holds, and `datetime` does not.

    guidon.ParseError: as in parse_many. ValueError: a value has not 16 bytes.
    TypeError: not a Series of Binary or String.
    """
    array = _array(ids, pl.Binary, pl.String)
    times = arrow.times_of(array, ulid=ulid, errors=errors)
    return pl.Series(ids.name, times, pl.Datetime("us", "UTC"))


def versions_of(ids: pl.Series, *, errors: str = "raise") -> pl.Series:
    """Return the version of each id, 0 to 15, as a Series of UInt8.

    ids and errors: as in times_of.

    A null gives a null, and so does an id of another variant than that of RFC 9562,
    such as Nil and Max, and the text of a ULID.
    """
    array = _array(ids, pl.Binary, pl.String)
    return pl.Series(ids.name, arrow.versions_of(array, errors=errors), pl.UInt8)


def mask_many(ids: pl.Series, key: Any) -> pl.Series:
    """Hide the times of a Series of ids of version 7, as guidon.mask does.

    key: 16 secret bytes.

    Nulls stay null. ValueError: an id of another version, whose text names its position
    from 0; a value has not 16 bytes; or a key of another length. TypeError: not a
    Series of Binary.
    """
    return _ids(arrow.mask_many(_array(ids, pl.Binary), key), ids)


def unmask_many(ids: pl.Series, key: Any) -> pl.Series:
    """Return the ids of version 7 that mask_many was given, of which `key` is the key.

    The exceptions are those of mask_many. Nothing detects a wrong key.
    """
    return _ids(arrow.unmask_many(_array(ids, pl.Binary), key), ids)


def encrypt_many(ids: pl.Series, key: Any) -> pl.Series:
    """Hide all bits of ids of version 7 in ids of version 8, as guidon.encrypt does.

    key: 32 secret bytes. The exceptions are those of mask_many.
    """
    return _ids(arrow.encrypt_many(_array(ids, pl.Binary), key), ids)


def decrypt_many(ids: pl.Series, key: Any) -> pl.Series:
    """Return the ids of version 7 that encrypt_many was given, of which `key` is the
    key.

    The exceptions are those of mask_many. Nothing detects a wrong key.
    """
    return _ids(arrow.decrypt_many(_array(ids, pl.Binary), key), ids)


def derive_many(times: pl.Series, *, key: Any, data: pl.Series) -> pl.Series:
    """Derive an id of version 7 from each time and its data, as guidon.derive does.

    times: a Series of Datetime with a time zone, rounded down to milliseconds; or of
        integers of milliseconds since 1970.
    key: 32 secret bytes.
    data: a Series of the same length: of Binary, String, or integers up to 64 bits.

    The result has the name of `data`. A row with a null in `times` or `data` gives a
    null. ValueError: another length of a Series or the key; or a row that cannot be
    derived, whose text names its position from 0, as in guidon.arrow.derive_many.
    TypeError: Series of other types, such as Datetime without a time zone, floats and
    Boolean.
    """
    moments = _array(times, pl.Datetime, *_INTEGERS)
    values = _array(data, pl.Binary, pl.String, *_INTEGERS, sized=False)
    return _ids(arrow.derive_many(moments, key=key, data=values), data)


def _array(series: Any, *types: Any, sized: bool = True) -> pa.ChunkedArray:
    """The values of a Series in a layout of Arrow with a single run of bytes.

    sized: values of Binary have 16 bytes each.
    """
    if not isinstance(series, pl.Series):
        raise TypeError(f"expected a Series of Polars, not {type(series)!r}")
    if series.dtype == pl.Null:  # a column of nulls, or without rows
        return pa.chunked_array([pa.nulls(len(series))])
    if series.dtype not in types or _lacks_zone(series):
        raise TypeError(
            f"expected a Series of {_words(types)}, not of {series.dtype}{_advice(series, types)}"
        )
    array = pa.chunked_array(series)
    if series.dtype == pl.Binary and sized:
        return arrow._of_16_bytes(array)
    return array.cast(pa.large_string()) if series.dtype == pl.String else array


def _lacks_zone(series: pl.Series) -> bool:
    return isinstance(series.dtype, pl.Datetime) and series.dtype.time_zone is None


def _words(types: Any) -> str:
    names = [
        "Datetime with a time zone" if one == pl.Datetime else str(one)
        for one in types
        if one not in _INTEGERS
    ]
    names += ["integers of at most 64 bits"] * (pl.Int64 in types)
    return " or ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _advice(series: pl.Series, types: Any) -> str:
    """What makes a Series of another type one of ids, texts, times or data."""
    given = series.dtype
    if given in (pl.Categorical, pl.Enum):
        return "; cast it first: series.cast(polars.String)"
    if given == pl.String and pl.Int64 not in types:
        return "; read texts by parse_many"
    if given == pl.Binary and pl.String in types:
        return "; it has ids already"
    if given == pl.Object and pl.Datetime not in types:
        return (
            "; convert it first: polars.Series([str(one) for one in series]) has "
            "texts for parse_many"
        )
    if _lacks_zone(series) and pl.Datetime in types:
        return "; series.dt.replace_time_zone('UTC') adds one"
    return ""


def _ids(array: Any, like: pl.Series) -> pl.Series:
    storage = pa.chunked_array([chunk.storage for chunk in array.chunks], pa.binary(16))
    return pl.Series(like.name, storage, pl.Binary)
