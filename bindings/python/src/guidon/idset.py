# SPDX-License-Identifier: MIT
"""A set of ids in memory, in which you find the id that a short or garbled text means.

    from guidon.idset import IdSet

    orders = IdSet(ids)
    orders.short(ids[0])        # '4f3a': no other id of the set ends with these digits
    orders.find('4f3a')         # [UUID('...')]
    orders.near('017f22e2-79b0-7cc3-98c4-dc0c0c07389f')  # two digits changed places

The results are those of `guidon short` and `guidon find`. A set of a million ids needs about
250 MB, and 1 GB from the first call of near() on, which then takes less than a second.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Any
from collections.abc import Iterable, Iterator
from uuid import UUID

from . import ParseError, format, parse

__all__ = ["IdSet"]

_DIGITS = 32
_MOST = 2  # mistakes of a text that near() reads
_FAR = _MOST + 2
# near() asks for all ids with at most this many mistakes.
_ASKED = _MOST + 1
# A mistake changes one piece, so one of these stands whole. A swap of the last character of a
# piece and the first of the next is undone for the search.
_PIECES = _ASKED + 1
_LEFT_OUT = str.maketrans("", "", "-_ \t\r\n'\"`{}()[]<>,.;")
_CROCKFORD = str.maketrans("oil", "011")
_LOWER = {ord(c): c.lower() for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}


def _distance(a: str, b: str) -> int:
    """How many characters were lost, added or replaced, or changed places with a neighbour
    (Damerau 1964, restricted); at most _FAR."""
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, c in enumerate(a, 1):
        earlier, before, row = before, row, [i] + [_FAR] * len(b)
        low, high = max(1, i - _FAR), min(len(b), i + _FAR)
        for j in range(low, high + 1):
            cell = min(before[j - 1] + (c != b[j - 1]), before[j] + 1, row[j - 1] + 1)
            if i > 1 and j > 1 and c == b[j - 2] and a[i - 2] == b[j - 1]:
                cell = min(cell, earlier[j - 2] + 1)
            row[j] = cell
        if min(row) >= _FAR:
            return _FAR
    return min(row[-1], _FAR)


class _Pieces:
    """Texts of one length, by pieces of them."""

    def __init__(self, texts: list[str]) -> None:
        self.texts = texts
        first, last = min(texts), max(texts)
        size = len(first)
        # All texts begin alike: only the digits behind that tell them apart. Short pieces
        # would have too many texts.
        alike = next((i for i in range(size) if first[i] != last[i]), size)
        alike = min(alike, size - 2 * _PIECES)
        step = (size - alike) // _PIECES
        self.places = [(alike + i * step, step) for i in range(_PIECES)]
        self.tables: list[dict[str, list[int]]] = []
        for place, width in self.places:
            table: dict[str, list[int]] = {}
            for i, text in enumerate(texts):
                table.setdefault(text[place : place + width], []).append(i)
            self.tables.append(table)

    def candidates(self, text: str) -> set[int]:
        found: set[int] = set()
        for (place, width), table in zip(self.places, self.tables):
            for at in range(max(0, place - _ASKED), place + _ASKED + 1):
                end = at + width
                for first in {text[at : at + 1], text[at - 1 : at] if at else ""}:
                    for last in {text[end - 1 : end], text[end : end + 1]}:
                        piece = first + text[at + 1 : end - 1] + last
                        found.update(table.get(piece, ()))
        return found


class IdSet:
    """The different ids of an iterable, in its order.

    ids -- UUIDs, ULIDs, or texts that guidon.parse reads
    """

    def __init__(self, ids: Iterable[Any]) -> None:
        self._hex = list(dict.fromkeys(format(one, "hex") for one in ids))
        self._heads = sorted(self._hex)
        self._tails = sorted(one[::-1] for one in self._hex)
        self._of_hex: _Pieces | None = None
        self._of_ulid: _Pieces | None = None

    def __len__(self) -> int:
        return len(self._hex)

    def __iter__(self) -> Iterator[UUID]:
        return (UUID(one) for one in self._hex)

    def __contains__(self, one: object) -> bool:
        digits = format(one, "hex")
        at = bisect_left(self._heads, digits)
        return at < len(self._heads) and self._heads[at] == digits

    def short(self, id: Any, least: int = 1) -> str:
        """The fewest digits that mean an id of the set: its end, with which no other id ends.
        Version 1, 2 or 6 ends with its node; for it, the beginning.

        least -- the least number of digits
        """
        digits = format(id, "hex")
        if digits not in self:
            raise KeyError(id)
        if digits[16] not in "89ab" or digits[12] not in "126":
            length = max(_shared(self._tails, digits[::-1]) + 1, least)
            return digits[-length:]
        length = max(_shared(self._heads, digits) + 1, least)
        while length < _DIGITS and _begins(self._tails, digits[:length][::-1]):
            length += 1
        return digits[:length]

    def find(self, text: str, *, all: bool = False) -> list[UUID]:
        """The ids that a fragment may mean. The first of these places that has an id decides:
        the whole text in any form, the end, the beginning, the middle. Hyphens and case do
        not count.

        all -- the ids of all places
        """
        try:
            whole = parse(text).hex
        except (ParseError, ValueError):
            whole = ""
        digits = text.translate(_LOWER).replace("-", "")
        if not digits or len(digits) > _DIGITS or digits.strip("0123456789abcdef"):
            if not whole:
                raise ValueError(f"not a part of an id: {text!r}")
            digits = "-"  # in no id
        tests = [
            lambda one: one in (whole, digits),
            lambda one: one.endswith(digits),
            lambda one: one.startswith(digits),
            lambda one: digits in one,
        ]
        if all:
            return [UUID(one) for one in self._hex if _any(tests, one)]
        for test in tests:
            found = [UUID(one) for one in self._hex if test(one)]
            if found:
                return found
        return []

    def near(self, text: str) -> UUID | None:
        """The id that a garbled text means: one or two characters lost, added, replaced or
        swapped with a neighbour, in the digits or in the ULID. None if no id is as near, or
        if another id is at most one mistake further.

        A text that is too short or too long for an id is a ValueError.
        """
        text = text.removeprefix("urn:uuid:").translate(_LEFT_OUT).translate(_LOWER)
        by_hex = abs(len(text) - _DIGITS) <= _MOST
        if not by_hex and abs(len(text) - 26) > _MOST:
            raise ValueError(f"not a whole id: {text!r}")
        if not self._hex:
            return None
        if by_hex:
            self._of_hex = self._of_hex or _Pieces(self._hex)
            pieces = self._of_hex
        else:
            if not self._of_ulid:
                texts = [format(UUID(one), "ulid-lower") for one in self._hex]
                self._of_ulid = _Pieces(texts)
            pieces = self._of_ulid
            text = text.translate(_CROCKFORD)
        near = sorted((_distance(text, pieces.texts[i]), i) for i in pieces.candidates(text))
        if not near or near[0][0] > _MOST:
            return None
        if len(near) > 1 and near[1][0] <= near[0][0] + 1:
            return None
        return UUID(self._hex[near[0][1]])


def _any(tests: list[Any], one: str) -> bool:
    return any(test(one) for test in tests)


def _shared(order: list[str], digits: str) -> int:
    """The longest beginning that another text of the order shares."""
    at = bisect_left(order, digits)
    longest = 0
    for other in order[max(0, at - 1) : at] + order[at + 1 : at + 2]:
        shared = next((i for i in range(_DIGITS) if other[i] != digits[i]), _DIGITS)
        longest = max(longest, shared)
    return longest


def _begins(order: list[str], beginning: str) -> bool:
    at = bisect_left(order, beginning)
    return at < len(order) and order[at].startswith(beginning)
