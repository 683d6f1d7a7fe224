# SPDX-License-Identifier: MIT
"""A set of ids in memory, in which you find the id that a short or garbled text means.

    from guidon.idset import IdSet

    orders = IdSet(ids)
    orders.short(ids[0])        # '4f3a': no other id of the set ends with these digits
    orders.find('4f3a')         # [UUID('...')]
    orders.near('017f22e2-79b0-7cc3-98c4-dc0c0c07389f')  # two digits changed places

The results are those of `guidon short` and `guidon find`.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Any
from collections.abc import Iterable, Iterator
from uuid import UUID

from . import ParseError, _core, format, parse

__all__ = ["IdSet", "short_length"]

_DIGITS = 32
_MOST = 2  # mistakes of a text that near() reads: GUIDON_QUERY_NEAR_MOST
_NONE = 4  # the worst rank
_PART, _NEAR = 0, 2  # guidon_query_kind
_KINDS = {"v4": 4, "v7": 7, "ulid": 0x100}  # guidon_kind


def short_length(ids: int, p: float = 0.999, kind: str = "v7") -> int:
    """How many hexadecimal digits at the end of ids tell the ids of a set from each other, of
    the canonical text without hyphens: 1 to 20, or 32, the whole id, if the random digits at the
    end are too few. It holds for every clock, by the union bound. ValueError for another kind
    or probability, and for a number of ids that is not from 0 to 2^64 - 1.

    ids -- the number of ids of the set, each made on its own
    p -- the probability that no two of them end with the same digits, 0 to below 1
    kind -- 'v4', 'v7' or 'ulid'
    """
    if kind not in _KINDS:
        raise ValueError(f"unknown kind {kind!r}; expected {', '.join(_KINDS)}")
    if not 0 <= ids < 1 << 64:
        raise ValueError("the number of ids is not from 0 to 2^64 - 1")
    digits = _core._short_length(ids, p, _KINDS[kind])
    if digits == 0:
        raise ValueError("the probability is not from 0 to below 1")
    return digits


class IdSet:
    """The different ids of an iterable, in its order.

    ids -- UUIDs, ULIDs, or texts that guidon.parse reads
    """

    def __init__(self, ids: Iterable[Any]) -> None:
        self._hex = list(dict.fromkeys(format(one, "hex") for one in ids))
        self._heads = sorted(self._hex)
        self._tails = sorted(one[::-1] for one in self._hex)
        self._bytes = bytes.fromhex("".join(self._hex))

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
            whole = parse(text).bytes
        except (ParseError, ValueError):
            whole = None
        ranks = _core._rank(text, _PART, self._bytes, whole)
        if ranks is None:
            raise ValueError(f"not a part of an id: {text!r}")
        best = min(ranks, default=_NONE)
        return [
            UUID(one)
            for one, rank in zip(self._hex, ranks)
            if rank < _NONE and (all or rank == best)
        ]

    def near(self, text: str) -> UUID | None:
        """The id that a garbled text means: one or two characters lost, added, replaced or
        swapped with a neighbour, in the digits or in the ULID. None if no id is as near, or
        if another id is at most one mistake further.

        A text that is too short or too long for an id is a ValueError.
        """
        ranks = _core._rank(text, _NEAR, self._bytes, None)
        if ranks is None:
            raise ValueError(f"not a whole id: {text!r}")
        best = min(ranks, default=_NONE)
        if best > _MOST or ranks.count(best) + ranks.count(best + 1) > 1:
            return None
        return UUID(self._hex[ranks.index(best)])


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
