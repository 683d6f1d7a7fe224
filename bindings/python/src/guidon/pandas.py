# SPDX-License-Identifier: MIT
"""Ids in Series of pandas. Needs pandas 2.2 or later, and pyarrow 18 or later.

A Series of ids has the dtype `fixed_size_binary[16][pyarrow]`: 16 bytes for each id,
in the memory of one array of Arrow. pandas sorts, joins and groups by it. The dtype of
`arrow.uuid` shows an id as a uuid.UUID, but pandas can do none of these with it, as
pyarrow has no kernels for extension types.

read_parquet and read_feather read a column of this dtype back with
dtype_backend="pyarrow". Without it, pandas fails at the name of the dtype.

Functions that take ids also take a Series of the dtype of `arrow.uuid`, as
read_parquet gives it, of uuid.UUID or bytes (dtype object), and of binaries of Arrow
with 16 bytes each. A Series without a value is one of nulls, whatever its dtype is:
pandas gives a column of missing values a dtype of numbers.

new_many and format_many return the memory that guidon has written, and parse_many and
format_many read the memory of Series that Arrow backs (the dtypes
`string[pyarrow]`, `str` and ArrowDtype). Texts of other dtypes, such as object, are
copied. Results have the index and the name of the input, and each function is one call
of C for a Series, or for each chunk of one.
"""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Callable
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from . import _core, arrow

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
    "uuids_of",
    "versions_of",
]

# The first time that pandas cannot print.
_AFTER_9999 = pa.scalar(253402300800 * 10**6, pa.int64()).cast(arrow._TIMES)


def new_many(n: int, kind: str = "v7", *, index: Any = None, name: Any = None) -> pd.Series:
    """Return a Series of n new ids, in the order in which they were made.

    index: of the Series, with n labels. Give that of a frame for a new column of it:
        `frame["id"] = new_many(len(frame), index=frame.index)`.

    `kind` and the exceptions are those of guidon.new_many. ValueError: the index has
    another number of labels.
    """
    return _series(arrow.new_many(n, kind).storage, index, name)


def parse_many(texts: pd.Series, form: str | None = "uuid", *, errors: str = "raise") -> pd.Series:
    """Read a Series of str; return the Series of its ids, with its index and name.

    form: a name of guidon.forms; or None for any form that guidon.parse recognises,
        which may differ from row to row.
    errors: "raise", or "null": then a text that is no id gives a missing value.

    Missing texts stay missing. guidon.ParseError: a text is not an id of the form.
    Its `index` is the position of the text, from 0, and not its label. TypeError: not
    a Series of texts.
    """
    return _ids(arrow.parse_many(_texts(texts), form, errors=errors), texts)


def format_many(ids: pd.Series, form: str = "uuid") -> pd.Series:
    """Write a Series of ids as a Series of texts, with its index and name.

    Missing ids stay missing. The dtype is `large_string[pyarrow]`; `astype(str)`
    gives that of pandas. ValueError: the form, an id without a text in it, or a value
    that has not 16 bytes. TypeError: not a Series of ids.
    """
    return _series(arrow.format_many(_id_array(ids), form, large=True), ids.index, ids.name)


def uuids_of(ids: pd.Series) -> pd.Series:
    """Return a Series of uuid.UUID (dtype object), with None for missing ids.

    ValueError: a value has not 16 bytes. TypeError: not a Series of ids.
    """
    objects = []
    for chunk in arrow._array_of_ids(_id_array(ids)).chunks:
        storage = getattr(chunk, "storage", chunk)
        there = storage.is_valid().to_pylist()
        objects += [
            one if valid else None
            for one, valid in zip(_core.uuids_of(arrow._memory(storage)), there)
        ]
    return pd.Series(objects, ids.index, object, ids.name)


def times_of(ids: pd.Series, *, ulid: bool = False, errors: str = "raise") -> pd.Series:
    """Return the time of each id, with the dtype `datetime64[us, UTC]`.

    ids: a Series of ids; or of texts, which are read in any form that guidon.parse
        recognises. The text of a ULID has the time of a ULID.
    ulid: if true, ids that are not texts are ULIDs. Their bytes do not show it.
    errors: of texts: "raise", or "null": then a text that is no id gives NaT.

    A missing id and one without a time give NaT: ULIDs and versions 1, 6 and 7 have
    one. So does a time after the year 9999, which pandas cannot print. Times are
    rounded towards the past to microseconds.

    guidon.ParseError: as in parse_many. TypeError: not a Series of ids or of texts.
    """
    times = arrow.times_of(_ids_or_texts(ids), ulid=ulid, errors=errors)
    there = pc.if_else(pc.less(times, _AFTER_9999), times, None)
    values = there.to_pandas().array
    return pd.Series(values, ids.index, name=ids.name)


def versions_of(ids: pd.Series, *, errors: str = "raise") -> pd.Series:
    """Return the version of each id, 0 to 15, with the dtype `uint8[pyarrow]`.

    ids and errors: as in times_of.

    A missing id gives a missing value, and so does one of another variant than that of
    RFC 9562, such as Nil and Max, and the text of a ULID.
    """
    return _series(arrow.versions_of(_ids_or_texts(ids), errors=errors), ids.index, ids.name)


def mask_many(ids: pd.Series, key: Any) -> pd.Series:
    """Hide the times of a Series of ids of version 7, as guidon.mask does.

    key: 16 secret bytes.

    Missing ids stay missing. ValueError: an id of another version, whose text names its
    position from 0; or a key of another length. TypeError: not a Series of ids.
    """
    return _ids(arrow.mask_many(_id_array(ids), key), ids)


def unmask_many(ids: pd.Series, key: Any) -> pd.Series:
    """Return the ids of version 7 that mask_many was given, of which `key` is the key.

    The exceptions are those of mask_many. Nothing detects a wrong key.
    """
    return _ids(arrow.unmask_many(_id_array(ids), key), ids)


def encrypt_many(ids: pd.Series, key: Any) -> pd.Series:
    """Hide all bits of ids of version 7 in ids of version 8, as guidon.encrypt does.

    key: 32 secret bytes. The exceptions are those of mask_many.
    """
    return _ids(arrow.encrypt_many(_id_array(ids), key), ids)


def decrypt_many(ids: pd.Series, key: Any) -> pd.Series:
    """Return the ids of version 7 that encrypt_many was given, of which `key` is the
    key.

    The exceptions are those of mask_many. Nothing detects a wrong key.
    """
    return _ids(arrow.decrypt_many(_id_array(ids), key), ids)


def derive_many(times: pd.Series, *, key: Any, data: pd.Series) -> pd.Series:
    """Derive an id of version 7 from each time and its data, as guidon.derive does.

    times: a Series of times with a time zone, rounded down to milliseconds; or of
        integers of milliseconds since 1970.
    key: 32 secret bytes.
    data: a Series with the same index: of texts, bytes, integers up to 64 bits, or ids.

    The result has the index and the name of `data`. A row without a time or without
    data has a missing id. ValueError: the indexes differ; another length of the key; or
    a row that cannot be derived, whose text names its position from 0, as in
    guidon.arrow.derive_many. TypeError: Series of other dtypes, such as times without a
    time zone, floats and booleans.
    """
    moments = _column(
        times, arrow._holds_times, "times with a time zone, or of integers of milliseconds"
    )
    values = _column(data, arrow._holds_data, "bytes, texts, integers or ids")
    if not times.index.equals(data.index):
        raise ValueError("data: its index is not that of times")
    return _ids(arrow.derive_many(moments, key=key, data=values), data)


# ------------------------------------------------------------------------- columns


def _holds_ids(type_: Any) -> bool:
    return arrow._holds_ids(type_) or type_ in arrow._BINARIES


def _holds_ids_or_texts(type_: Any) -> bool:
    return _holds_ids(type_) or arrow._holds_texts(type_)


def _texts(series: pd.Series) -> Any:
    return _column(series, arrow._holds_texts, "texts")


def _id_array(series: pd.Series) -> Any:
    array = _column(series, _holds_ids, "ids (16 bytes each)")
    return arrow._of_16_bytes(array) if array.type in arrow._BINARIES else array


def _ids_or_texts(series: pd.Series) -> Any:
    array = _column(series, _holds_ids_or_texts, "ids (16 bytes each) or of texts")
    return arrow._of_16_bytes(array) if array.type in arrow._BINARIES else array


def _column(series: Any, holds: Callable[[Any], bool], expected: str) -> pa.ChunkedArray:
    """The array of Arrow below a Series, or a copy of its values as such an array, if
    the functions of guidon.arrow take its type."""
    if not isinstance(series, pd.Series):
        raise TypeError(f"expected a Series of pandas, not {type(series)!r}")
    words = f"expected a Series of {expected}, not of the dtype {series.dtype}"
    has_uuids = series.dtype == object and _class_of(series, words) is uuid.UUID
    try:
        array = _uuids(series) if has_uuids else _converted(series)
    except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError) as error:
        raise TypeError(f"{words}{_advice(series, None, holds) or f' ({error})'}") from error
    if not isinstance(array, pa.ChunkedArray):
        array = pa.chunked_array([array])
    if array.null_count == len(array):
        return pa.chunked_array([pa.nulls(len(array))])
    if not holds(array.type):
        raise TypeError(words + _advice(series, array.type, holds))
    return array


def _class_of(series: pd.Series, words: str) -> type | None:
    """The class of all objects of a Series; uuid.UUID for a derived one. TypeError for
    values of several classes, and for times of which one has no zone: Arrow would take
    all of them for what the first one is. Arrow would also drop the microseconds of an
    offset from UTC."""
    values = series.dropna()
    if len(values) and all(isinstance(value, uuid.UUID) for value in values):
        return uuid.UUID
    classes = sorted({type(value).__qualname__ for value in values})
    if len(set(map(type, values))) > 1:
        raise TypeError(f"{words} with values of several classes: {', '.join(classes)}")
    for value in values:
        if not isinstance(value, datetime.datetime):
            break
        offset = value.utcoffset()
        if offset is None:
            raise TypeError(
                f"{words} with a time without a zone; add one: "
                "value.replace(tzinfo=datetime.timezone.utc)"
            )
        if offset.microseconds:
            raise TypeError(
                f"{words} with a time whose offset from UTC has a fraction "
                "of a second; convert it first: "
                "value.astimezone(datetime.timezone.utc)"
            )
    return type(values.iloc[0]) if len(values) else None


def _uuids(series: pd.Series) -> Any:
    """Objects as ids. pyarrow before 24 does not know uuid.UUID."""
    ids = [None if pd.isna(value) else value.int.to_bytes(16, "big") for value in series]
    return pa.ExtensionArray.from_storage(pa.uuid(), pa.array(ids, pa.binary(16)))


def _converted(series: pd.Series) -> Any:
    """The values of a Series as an array of Arrow."""
    try:
        return pa.Array.from_pandas(series)
    except UnicodeEncodeError:
        # Half of a surrogate pair has no UTF-8. These bytes are no text either, so the
        # functions of guidon.arrow find the row.
        data = pa.array(
            [None if pd.isna(text) else text.encode("utf-8", "surrogatepass") for text in series],
            pa.large_binary(),
        )
        return pa.Array.from_buffers(pa.large_string(), len(data), data.buffers())
    except OverflowError:
        for row, value in enumerate(series):
            if isinstance(value, int) and not -(2**63) <= value < 2**63:
                raise ValueError(
                    f"item {row}: {value} is outside of -(2**63) to 2**63 - 1"
                ) from None
        raise


def _advice(series: pd.Series, type_: Any, holds: Callable[[Any], bool]) -> str:
    """What makes a Series of another dtype one of ids, texts, times or data."""
    if isinstance(series.dtype, pd.CategoricalDtype):
        return "; decode it first: series.astype(series.cat.categories.dtype)"
    if isinstance(series.dtype, pd.SparseDtype):
        return "; make it dense first: series.sparse.to_dense()"
    if type_ is None:
        return ""
    if pa.types.is_dictionary(type_):
        return (
            "; decode it first: series.astype(pandas.ArrowDtype("
            "series.dtype.pyarrow_dtype.value_type))"
        )
    if pa.types.is_run_end_encoded(type_):
        return "; decode it first: pandas.Series(list(series), series.index)"
    if type_ in arrow._BINARIES and holds(pa.string()):
        return "; decode it first: series.map(bytes.decode, na_action='ignore')"
    if arrow._holds_texts(type_) and not holds(pa.int64()):
        return "; read texts by parse_many"
    if arrow._holds_ids(type_) and holds(pa.string()):
        return "; it has ids already"
    if pa.types.is_timestamp(type_) and holds(pa.int64()) and type_.tz is None:
        return "; a time needs a zone: series.dt.tz_localize('UTC') adds one"
    if pa.types.is_floating(type_) and holds(pa.int64()):
        return "; convert it first: series.astype('Int64')"
    return ""


def _ids(array: Any, like: pd.Series) -> pd.Series:
    storage = pa.chunked_array([chunk.storage for chunk in array.chunks], pa.binary(16))
    return _series(storage, like.index, like.name)


def _series(array: Any, index: Any, name: Any) -> pd.Series:
    return pd.Series(pd.arrays.ArrowExtensionArray(array), index, name=name)
