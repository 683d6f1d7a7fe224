# SPDX-License-Identifier: MIT
"""Ids in arrays of NumPy. Needs NumPy.

An array of ids is of `uint8` with the shape (n, 16). An array of texts is of bytes,
such as `S36`. guidon.fill, parse_many and format_many also take such arrays, as they
take every buffer.

The functions write their results in place and copy no array, with one exception:
parse_many converts texts that are `str` (dtypes U, T and object) to objects of Python.
Input arrays must be contiguous in C order; others raise BufferError.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["format_many", "new_many", "parse_many"]


def new_many(n: int, kind: str = "uuid7") -> NDArray[np.uint8]:
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

    guidon.ParseError: a text is not an id of the form. Its `index` is the position
    of the text, its `offset` that of the character, both from 0.
    """
    if not isinstance(texts, np.ndarray):
        texts = list(texts)
    elif texts.dtype.kind in "OTU":
        texts = texts.tolist()
    ids = np.empty((len(texts), 16), np.uint8)
    _core.parse_many(texts, form, out=ids)
    return ids


def format_many(ids: Any, form: str = "uuid") -> NDArray[np.bytes_]:
    """Write ids as an array of texts with the dtype S, one item for each id.

    ids: an array of the shape (n, 16), another contiguous buffer of 16 bytes an id,
        or a sequence of ids.
    form: a name of guidon.forms whose texts have one length.

    ValueError: the form, or an id without a text in it.
    """
    if not isinstance(ids, (np.ndarray, bytes, bytearray, memoryview)):
        ids = b"".join(one.bytes for one in _core.uuids_of(ids))
    width = len(_core.format(_core.NIL, form))
    texts = np.empty(memoryview(ids).nbytes // 16, f"S{width}")
    _core.format_many(ids, form, out=texts)
    return texts
