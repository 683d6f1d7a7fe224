# SPDX-License-Identifier: MIT
"""Keys with numbers, so that a program can change its key."""

from __future__ import annotations

from ._core import _key_ring

TYPE_CHECKING = False  # an import of typing takes longer than this module
if TYPE_CHECKING:
    import os
    from collections.abc import Iterator
    from typing import Any

    from typing_extensions import Buffer, Self


class KeyRing:
    """Keys with numbers from 0 to 65535. The first key is the current one.

    A masked or encrypted id does not say which key it has. Store the number of the key
    beside it, and find the key by its number: `ring[number]`. Iteration gives the
    numbers, the current one first. A ring has no pickle and no copy, which would have the keys
    in clear: that is a TypeError.

    text: a line for each key, with its number, blanks, and 32 or 64 hexadecimal digits,
        as str or bytes. `guidon mask --key-ring` reads the same text.

    Raise ValueError if the text is not a key ring; the message names the line, and shows
    no digit of a key.

    >>> ring = KeyRing("2 efcdab89674523011032547698badcfe\\n")
    >>> ring.current
    2
    >>> mask("018f2d9f-9a2a-7def-8c3f-7b1a2c4d5e6f", ring[2])
    UUID('2463c780-7fca-4def-8c3f-7b1a2c4d5e6f')
    """

    __slots__ = ("_keys",)
    _keys: dict[int, bytes]

    def __init__(self, text: str | Buffer) -> None:
        self._keys = dict(_key_ring(text))

    @classmethod
    def read(cls, path: str | os.PathLike[Any]) -> Self:
        """Read the ring of a file.

        Raise ValueError with the path and the line if the file is damaged, and OSError if
        it cannot be read.
        """
        with open(path, "rb") as file:
            text = file.read()
        try:
            return cls(text)
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None

    @property
    def current(self) -> int:
        """The number of the current key, which hides new ids."""
        return next(iter(self._keys))

    def __getitem__(self, number: int) -> bytes:
        """Return the key of a number, of 16 or 32 bytes. Raise KeyError if there is none."""
        return self._keys[number]

    def __iter__(self) -> Iterator[int]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)

    def __reduce_ex__(self, protocol: Any) -> Any:
        """Raise TypeError: a pickle would have the keys in clear."""
        raise TypeError("a pickle or a copy of a KeyRing would have its keys in clear")

    def __repr__(self) -> str:
        """Show the numbers, and no key."""
        return f"<{type(self).__name__} of the keys {', '.join(map(str, self))}>"
