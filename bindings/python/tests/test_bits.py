# SPDX-License-Identifier: MIT
"""The random bits of new ids, by the table that all languages share."""

import sys
from datetime import datetime, timezone

import pytest

import guidon
from vectors import FOLDER

sys.path.insert(0, str(FOLDER.parent / "bits"))
import check


def made(way, n):
    """`n` ids as integers, by an expression for one of them or for all."""
    names = {**vars(guidon), "n": n, "datetime": datetime, "timezone": timezone}
    code = compile(way, way, "eval")
    first = eval(code, names)
    if isinstance(first, bytes):
        return [int.from_bytes(first[i : i + 16], "big") for i in range(0, 16 * n, 16)]
    return [eval(code, names).int for _ in range(n)]


@pytest.mark.parametrize("row, way", check.regimes(FOLDER / "bits.json", "python"))
def test_random_bits(row, way):
    ids = made(way, check.number_of_ids(row))
    assert check.judge(row, ids) == []
