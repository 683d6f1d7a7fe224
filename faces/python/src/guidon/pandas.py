# SPDX-License-Identifier: MIT
"""Ids in Series of pandas. Needs pandas 2.2 or later, and pyarrow 18 or later.

A Series of ids has the dtype `fixed_size_binary[16][pyarrow]`: 16 bytes for each id,
in the memory of one array of Arrow. pandas sorts, joins and groups by it. The dtype of
`arrow.uuid` shows an id as a uuid.UUID, but pandas can do none of these with it, as
pyarrow has no kernels for extension types.

new_many and format_many return the memory that guidon has written, and parse_many and
format_many read the memory of Series that Arrow backs (the dtypes
`string[pyarrow]`, `str` and ArrowDtype). Texts of other dtypes, such as object, are
copied.
"""

from __future__ import annotations

from typing import Any, Union

import pandas as pd
import pyarrow as pa

from . import _core, arrow

__all__ = ["format_many", "new_many", "parse_many", "uuids_of"]


def new_many(n: int, kind: str = "uuid7", *, index: Any = None,
             name: Any = None) -> pd.Series:
    """Return a Series of n new ids, in the order in which they were made.

    index: of the Series, with n labels. Give that of a frame for a new column of it:
        `frame["id"] = new_many(len(frame), index=frame.index)`.

    `kind` and the exceptions are those of guidon.new_many. ValueError: the index has
    another number of labels.
    """
    return _series(arrow.new_many(n, kind).storage, index, name)


def parse_many(texts: pd.Series, form: str = "uuid") -> pd.Series:
    """Read a Series of str; return the Series of its ids, with its index and name.

    Missing texts stay missing. guidon.ParseError: a text is not an id of the form.
    Its `index` is the position of the text, from 0, and not its label.
    """
    ids = arrow.parse_many(_array(texts), form)
    storage = pa.chunked_array([chunk.storage for chunk in ids.chunks], pa.binary(16))
    return _series(storage, texts.index, texts.name)


def format_many(ids: pd.Series, form: str = "uuid") -> pd.Series:
    """Write a Series of ids as a Series of texts, with its index and name.

    Missing ids stay missing. The dtype is `large_string[pyarrow]`; `astype(str)`
    gives that of pandas. ValueError: the form, or an id without a text in it.
    """
    return _series(arrow.format_many(_array(ids), form, large=True), ids.index,
                   ids.name)


def uuids_of(ids: pd.Series) -> pd.Series:
    """Return a Series of uuid.UUID (dtype object), with None for missing ids.

    ids: a Series of 16 bytes each, or of the type arrow.uuid, as read_parquet gives it.

    ValueError: a value has not 16 bytes. TypeError: not a Series of ids.
    """
    array = _array(ids)
    if array.type in (pa.binary(), pa.large_binary()):
        array = array.cast(pa.binary(16))
    objects = []
    for chunk in arrow._array_of_ids(array).chunks:
        storage = getattr(chunk, "storage", chunk)
        there = storage.is_valid().to_pylist()
        objects += [one if valid else None for one, valid in
                    zip(_core.uuids_of(arrow._memory(storage)), there)]
    return pd.Series(objects, ids.index, object, ids.name)


def _array(series: pd.Series) -> Union[pa.ChunkedArray, Any]:
    """The array of Arrow below a Series, or a copy of its values as such an array."""
    if not isinstance(series, pd.Series):
        raise TypeError(f"expected a Series of pandas, not {type(series)!r}")
    array = pa.Array.from_pandas(series)
    return array if isinstance(array, pa.ChunkedArray) else pa.chunked_array([array])


def _series(array: Any, index: Any, name: Any) -> pd.Series:
    return pd.Series(pd.arrays.ArrowExtensionArray(array), index, name=name)
