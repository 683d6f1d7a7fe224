# SPDX-License-Identifier: MIT
"""Ids in arrays of NumPy. Needs NumPy.

An array of ids is of `uint8` with the shape (n, 16), or has the dtype S16 or V16. An
array of texts is of bytes, such as `S36`, and behind a text stands nothing but NUL.
guidon.fill, parse_many and format_many also take such arrays. Arrays of other dtypes
or shapes, and arrays with masked items, are refused.

The functions write their results in place and copy no array, with one exception:
texts that are `str` and ids that are objects (dtypes U, T and object) become objects of
Python.
Input arrays must be contiguous in C order; others raise BufferError.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["format_many", "new_many", "parse_many"]


def new_many(n: int, kind: str = "v7") -> NDArray[np.uint8]:
    """Return n new ids as an array of the shape (n, 16).

    `kind` and the exceptions are those of guidon.fill. The ids stand in the order in
    which they were made. `array.view("V16")[:, 0]` has one item for each id.
    """
    ids = np.empty((n, 16), np.uint8)
    _core.fill(ids, kind)
    return ids


def parse_many(texts: Any, form: str = "uuid") -> NDArray[np.uint8]:
    """Read texts; return their ids as an array of the shape (n, 16).

    texts: an array with one dimension and the dtype S, U, T or object; an array of
        bytes with two dimensions, one row for each text; or a sequence of str.
    form: a name of guidon.forms. Texts that are bytes need a form of fixed length.

    guidon.ParseError: a text is not an id of the form, or other bytes than NUL stand
    behind it. Its `index` is the position of the text, its `offset` that of the
    character, both from 0. TypeError: an array of another dtype. ValueError: masked
    items.
    """
    if not isinstance(texts, np.ndarray):
        texts = _core._items(texts)
    elif texts.dtype.kind in "OTU":
        texts = _objects(texts)
    ids = np.empty((len(texts), 16), np.uint8)
    _core.parse_many(texts, form, out=ids)
    return ids


def format_many(ids: Any, form: str = "uuid") -> NDArray[np.bytes_]:
    """Write ids as an array of texts with the dtype S, one item for each id.

    ids: an array of the shape (n, 16), or of the dtype S16 or V16; another contiguous
        buffer of 16 bytes an id; an array of objects; or a sequence of ids.
    form: a name of guidon.forms whose texts have one length.

    ValueError: the form, an id without a text in it, rows of another length, or masked
    items. TypeError: an array of another dtype, such as int64 or S36.
    """
    if isinstance(ids, np.ndarray) and ids.dtype.kind in "OTU":
        ids = _objects(ids)
    if not isinstance(ids, (np.ndarray, bytes, bytearray, memoryview)):
        ids = b"".join(one.bytes for one in _core.uuids_of(ids))
    width = len(_core.format(_core.NIL, form))
    nbytes = ids.nbytes if isinstance(ids, np.ndarray) else memoryview(ids).nbytes
    texts = np.empty(nbytes // 16, f"S{width}")
    _core.format_many(ids, form, out=texts)
    return texts


def _objects(array: Any) -> list[Any]:
    """The items of an array as objects of Python."""
    if np.ma.is_masked(array):
        raise ValueError(
            "the array has masked items (expected none; array.data has the items without the mask)"
        )
    return array.tolist()
