# SPDX-License-Identifier: MIT
"""Replace the ids in text by short names, and put them back.

    from guidon.alias import AliasMap

    with AliasMap("ids.map") as names:
        prompt = names.alias(log)          # 'GET /users/id-1 200'
        answer = names.restore(ask(prompt))

The aliases, the map and the texts are those of `guidon alias`: either program continues what
the other began. Text is a str or bytes of any kind, or a binary file, which is copied in
blocks. Ids and aliases that stay as they are are listed in `left`, because whoever gives a text
to others must know.
"""

from __future__ import annotations

import os
import stat
import time
import warnings
from collections.abc import Callable
from os import PathLike
from typing import Any, AnyStr, BinaryIO, NamedTuple
from uuid import UUID

from . import _core

try:
    import fcntl
except ImportError:  # Windows has no flock
    fcntl = None  # type: ignore[assignment]

__all__ = ["AliasMap", "Left", "MapError", "Pseudonyms"]

_MARK = b"# guidon alias map 1"
_KINDS = {"number": 1, "uuid": 2, "typeid": 3}
_SCAN = {"uuid": 1, "ulid": 2, "lower": 4, "hex": 8, "typeid": 16, "all": 64}
_EVERY_FORM = 1 | 2 | 4 | 8 | 16 | 64
_BEFORE = 97  # GUIDON_SCAN_BEFORE
_NUMBER_LAST = 0xFFFFFFFE
_SPELLING_LAST = 18277
_LINE_MAX = 2 * 90 + 32
_BLOCK = 1 << 18
_YEAR_2000_MS = 946684800000
_DAY_MS = 24 * 60 * 60 * 1000

_TOUCHED = (
    "a character of [A-Za-z0-9_.-] touches it, so that its alias could not be told from other text"
)
_VERSION = "it is not version 7, which alone can be encrypted"
_CASE = "its pseudonym would not show its case"
_UNKNOWN = "the map has no such alias"
_KEY = "the key gives no version 7 id with a time from 2000 to a day from now"


class Left(NamedTuple):
    """An id, or an alias, that stays as it is.

    line, column -- where it stands in its text, from 1; the column counts bytes
    text -- what stands there
    why -- the reason, a sentence
    """

    line: int
    column: int
    text: str
    why: str


class MapError(ValueError):
    """A file that is no map, or is damaged. The message names the file and the line; the file is
    as it was."""


class _Span(NamedTuple):
    at: int
    length: int
    id: bytes | None  # None: a word in the shape of an alias
    prefix_length: int
    number: int
    stays: bool


# What stands for a span of this text, or the reason why it stays. None: it is plain text.
_Replace = Callable[[_Span, bytes], "tuple[bytes, str] | None"]


class _Copy:
    """Copies one text, which comes in pieces, and replaces its spans."""

    def __init__(self, word: str, kind: int, flags: int, replace: _Replace) -> None:
        self.scan = (word, kind, flags)
        self.replace = replace
        self.left: list[Left] = []
        self.kept = b""  # the end of the last piece
        self.start = 0  # nothing before this offset in `kept` is left to find
        self.gone = 0  # the bytes of the text before `kept`
        self.line, self.begin, self.counted = 1, 0, 0  # of the text; see count_to

    def count_to(self, data: bytes, end: int) -> None:
        """Count the lines up to an offset in `data`, which begins at `gone`."""
        first, end = self.counted - self.gone, end - self.gone
        feeds = data.count(b"\n", first, end)
        if feeds:
            self.line += feeds
            self.begin = self.gone + data.rindex(b"\n", first, end) + 1
        self.counted = self.gone + end

    def leave(self, data: bytes, span: _Span, why: str) -> None:
        at = self.gone + span.at
        self.count_to(data, at)
        text = data[span.at : span.at + span.length].decode("ascii")
        self.left.append(Left(self.line, at - self.begin + 1, text, why))

    def push(self, more: bytes, last: bool) -> bytes:
        """What becomes of the next bytes, as far as it is decided."""
        data = self.kept + more
        found, done = _core._scan(data, self.start, last, *self.scan)
        parts = []
        at = self.start
        for one in found:
            span = _Span(*one)
            text = data[span.at : span.at + span.length]
            result = self.replace(span, text)
            if result is None:
                continue
            put, why = result
            if why:
                self.leave(data, span, why)
            parts += [data[at : span.at], put]
            at = span.at + span.length
        parts.append(data[at:done])
        self.count_to(data, self.gone + done)
        keep = max(0, done - _BEFORE)
        self.kept, self.start = data[keep:], done - keep
        self.gone += keep
        return b"".join(parts)


class _Replacer:
    """The functions on texts and files that maps and keys have in common."""

    def __init__(self) -> None:
        #: What stayed in the last text or file.
        self.left: list[Left] = []

    def _flush(self) -> None:
        """Keep what the text that follows needs."""

    def _text(self, text: AnyStr, copy: _Copy) -> AnyStr:
        data = text.encode("utf-8", "surrogateescape") if isinstance(text, str) else bytes(text)
        out = copy.push(data, True)
        self._flush()
        self.left = copy.left
        if isinstance(text, str):
            return out.decode("utf-8", "surrogateescape")
        return out

    def _file(self, source: BinaryIO, target: BinaryIO, copy: _Copy) -> list[Left]:
        self.left = copy.left
        while True:
            data = source.read(_BLOCK)
            out = copy.push(data, not data)
            self._flush()
            target.write(out)
            if not data:
                return copy.left


def _flags(
    all: bool,
    lower: bool,
    hex: bool,
    typeid: bool,  # the options of `guidon alias`
) -> int:
    flags = _SCAN["uuid"] | _SCAN["ulid"]
    for name, wanted in [("all", all), ("lower", lower), ("hex", hex), ("typeid", typeid)]:
        flags |= _SCAN[name] if wanted else 0
    return flags


class AliasMap(_Replacer):
    """Which alias stands for which text. Not for several threads at once.

    path -- the file of the map, which is made if it is missing, readable by its owner alone; None
        keeps the map in memory. The file is locked until close(), except on Windows; its rows are
        written before the text that needs them
    kind -- 'number' (id-1, id-2), 'uuid' (00000000-0000-4000-8000-000000000001) or 'typeid'
        (user-1 for a TypeID of users); default: that of the file, or 'number'
    prefix -- the word of 'number' and 'typeid'; default: that of the file, or 'id'
    wait -- wait while another process writes to the file; else BlockingIOError
    read_only -- only restore; the file must exist and is not locked

    A file that is damaged is a MapError.
    """

    def __init__(
        self,
        path: str | PathLike[str] | None = None,
        *,
        kind: str | None = None,
        prefix: str | None = None,
        wait: bool = True,
        read_only: bool = False,
    ) -> None:
        super().__init__()
        if kind is not None and kind not in _KINDS:
            raise ValueError(f"unknown kind {kind!r}; expected 'number', 'uuid' or 'typeid'")
        if prefix is not None and kind == "uuid":
            raise ValueError("a prefix needs aliases that are words, not the kind 'uuid'")
        self._path = None if path is None else os.fspath(path)
        self._file_of_map: int | None = None
        self._size = 0
        self._read_only = read_only
        self._rows = bytearray()  # not in the file yet
        self._set(kind or "number", "" if kind == "uuid" else "id" if prefix is None else prefix)
        self._last = 0
        self._alias_of: dict[bytes, bytes] = {}
        self._text_of: dict[bytes | int, tuple[bytes, bytes]] = {}  # of an alias or a number
        self._ids: dict[bytes, list[int]] = {}  # number, spellings
        self._words = {self._word.encode()}
        if self._path is not None:
            try:
                self._open(kind, prefix, wait)
            except BaseException:
                self.close()
                raise

    def _set(self, kind: str, word: str) -> None:
        _core._scan(b"", 0, True, word, _KINDS[kind], 0)  # ValueError for a wrong word
        self._kind, self._word = kind, word

    # ------------------------------------------------------------------ texts

    def alias(
        self,
        text: AnyStr,
        *,
        all: bool = False,
        lower: bool = False,
        hex: bool = False,
        typeid: bool = False,
    ) -> AnyStr:
        """Return a text with aliases in the place of its ids. A str may have surrogates of
        undecodable bytes (errors='surrogateescape'), which come back.

        all -- also ULIDs and TypeIDs from outside 2000 to 2099
        lower -- also ULIDs in lower case
        hex -- also 32 hexadecimal digits, or 0x and these, which may be hashes
        typeid -- also TypeIDs of version 7; the kind 'typeid' always has them
        """
        return self._text(text, self._aliases(_flags(all, lower, hex, typeid)))

    def restore(self, text: AnyStr) -> AnyStr:
        """Return a text with the ids in the place of their aliases."""
        return self._text(text, self._ids_again())

    def alias_file(
        self,
        source: BinaryIO,
        target: BinaryIO,
        *,
        all: bool = False,
        lower: bool = False,
        hex: bool = False,
        typeid: bool = False,
    ) -> list[Left]:
        """Copy a binary file in blocks, as alias() does. Return what stayed."""
        return self._file(source, target, self._aliases(_flags(all, lower, hex, typeid)))

    def restore_file(self, source: BinaryIO, target: BinaryIO) -> list[Left]:
        """Copy a binary file in blocks, as restore() does. Return what stayed."""
        return self._file(source, target, self._ids_again())

    def _aliases(self, flags: int) -> _Copy:
        if self._read_only:
            raise ValueError("the map is open to restore only")
        if self._kind == "typeid":
            flags |= _SCAN["typeid"]
        return _Copy(self._word, _KINDS[self._kind], flags, self._alias)

    def _ids_again(self) -> _Copy:
        return _Copy(self._word, _KINDS[self._kind], 0, self._restore)

    def _alias(self, span: _Span, text: bytes) -> tuple[bytes, str]:
        if span.stays:
            return text, _TOUCHED
        alias = self._alias_of.get(text)
        if alias is None:
            row = self._add(text, span)
            if isinstance(row, str):
                return text, row
            alias = row
            if self._path is not None:
                self._rows += alias + b"\t" + text + b"\n"
        return alias, ""

    def _restore(self, span: _Span, text: bytes) -> tuple[bytes, str]:
        is_id = self._kind == "uuid"
        alias, of = self._text_of.get(span.number if is_id else text, (b"", b""))
        if of and text.endswith(alias):
            return text[: len(text) - len(alias)] + of, ""
        known = is_id or text[: span.prefix_length] in self._words
        return text, _UNKNOWN if known else ""

    def _add(self, text: bytes, span: _Span) -> bytes | str:
        """Add a row. Return its alias, or why it has none."""
        spellings = None
        number, spelling = self._last + 1, 0
        if span.id is not None and self._kind != "uuid":
            spellings = self._ids.setdefault(span.id, [number, 0])
            number, spelling = spellings
        if spelling > _SPELLING_LAST:
            return "the id has too many spellings"
        if number > _NUMBER_LAST:
            return "the map has no number left"
        alias = _core._alias_format(text, self._word, _KINDS[self._kind], number, spelling)
        if spellings is not None:
            spellings[1] += 1
        self._last = max(self._last, number)
        self._alias_of[text] = alias
        self._text_of[number if self._kind == "uuid" else alias] = alias, text
        if self._kind == "typeid" and span.prefix_length and span.id is not None:
            self._words.add(text[: span.prefix_length])
        return alias

    # ------------------------------------------------------------------- file

    def _open(self, kind: str | None, prefix: str | None, wait: bool) -> None:
        path = self._path
        assert path is not None
        extra = (
            getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
        )
        mode = os.O_RDONLY if self._read_only else os.O_RDWR | os.O_CREAT
        while True:
            self._file_of_map = file = os.open(path, mode | extra, 0o600)
            if not stat.S_ISREG(os.fstat(file).st_mode):
                raise MapError(f"{path} is not a regular file, so it cannot be a map")
            if self._read_only or fcntl is None:
                break
            fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
            try:
                if os.path.samestat(os.fstat(file), os.stat(path)):
                    break
            except FileNotFoundError:
                pass
            os.close(file)  # another file has the name by now
            self._file_of_map = None
        self._load(path, file, kind, prefix)

    def _load(self, path: str, file: int, kind: str | None, prefix: str | None) -> None:
        data = b"".join(iter(lambda: os.read(file, 1 << 20), b""))
        *lines, rest = data.split(b"\n")
        for number, line in enumerate(lines, 1):
            if number > 1:
                why = self._read_row(line)
            else:
                why = self._read_first(line)
                if not why:
                    self._check(path, kind, prefix)
            if why:
                raise MapError(f"{path}:{number}: {why}")
        torn = (_MARK + b"\t").startswith(rest[: len(_MARK) + 1]) and len(rest) < _LINE_MAX
        if not lines and not torn:
            raise MapError(f"{path}:1: not a map of guidon alias")
        if len(rest) >= _LINE_MAX:
            raise MapError(f"{path}:{len(lines) + 1}: the row is too long")
        self._size = len(data) - len(rest)
        if self._read_only:
            if not lines:
                raise MapError(f"{path} has no rows yet")
            return
        if rest:
            os.ftruncate(file, self._size)
            warnings.warn(
                f"{path}: dropped {len(rest)} bytes of a last row that an interrupted run left "
                "incomplete",
                RuntimeWarning,
                stacklevel=4,
            )
        os.lseek(file, self._size, os.SEEK_SET)
        if not lines:
            self._rows += _MARK + b"\t" + self._kind.encode()
            self._rows += (b"\t" + self._word.encode() if self._word else b"") + b"\n"
            self._flush()

    def _read_first(self, line: bytes) -> str:
        wrong = f"not a map of guidon alias, whose first line begins with '{_MARK.decode()}'"
        mark, *rest = line.split(b"\t")
        try:
            kind, *words = [one.decode("ascii") for one in rest]
            if mark != _MARK or kind not in _KINDS or len(words) != (kind != "uuid"):
                return wrong
            self._set(kind, words[0] if words else "")
        except ValueError:
            return wrong
        self._words = {self._word.encode()}
        return ""

    def _check(self, path: str, kind: str | None, prefix: str | None) -> None:
        if kind is not None and kind != self._kind:
            raise MapError(
                f"{path} has aliases of the kind '{self._kind}', not '{kind}'; take another map"
            )
        if prefix is not None and prefix != self._word:
            raise MapError(
                f"{path} has aliases with the prefix '{self._word}', not '{prefix}'; "
                "take another map"
            )

    def _read_row(self, line: bytes) -> str:
        alias, tab, text = line.partition(b"\t")
        if not tab:
            return "expected an alias, a tab and an id"
        found, _ = _core._scan(text, 0, True, self._word, _KINDS[self._kind], _EVERY_FORM)
        span = _Span(*found[0]) if found else None
        if span is None or span.at != 0 or span.length != len(text):
            return "what follows the tab is neither an id nor an alias"
        if not self._read_only and text in self._alias_of:
            return "an earlier row has the same id"
        row = self._add(text, span)
        if isinstance(row, str):
            return row
        if row != alias:
            return "the alias is not the one that belongs here; a row is missing or was changed"
        return ""

    def _flush(self) -> None:
        if self._file_of_map is None or not self._rows:
            return
        rows = memoryview(bytes(self._rows))
        try:
            while rows:
                rows = rows[os.write(self._file_of_map, rows) :]
        except OSError:
            # No text with these aliases is written, so nobody misses them in the file.
            os.ftruncate(self._file_of_map, self._size)
            os.lseek(self._file_of_map, self._size, os.SEEK_SET)
            raise
        self._size += len(self._rows)
        self._rows.clear()

    def close(self) -> None:
        """Unlock and close the file."""
        file, self._file_of_map = self._file_of_map, None
        if file is not None:
            os.close(file)

    def __enter__(self) -> AliasMap:
        return self

    def __exit__(self, *exception: Any) -> None:
        self.close()


class Pseudonyms(_Replacer):
    """Version 8 ids that a secret key makes of ids, the same everywhere, without a map.

    key -- 32 secret bytes
    reversible -- encrypt version 7, so that restore() works; all other ids stay
    """

    def __init__(self, key: Any, *, reversible: bool = False) -> None:
        super().__init__()
        self._key = bytes(key)
        self._reversible = reversible
        _core.pseudonym(UUID(int=0), self._key)  # ValueError for a wrong length

    def alias(
        self,
        text: AnyStr,
        *,
        all: bool = False,
        lower: bool = False,
        hex: bool = False,
        typeid: bool = False,
    ) -> AnyStr:
        """Return a text with pseudonyms in the place of its ids; the options are those of
        AliasMap.alias()."""
        return self._text(text, _Copy("", 0, _flags(all, lower, hex, typeid), self._alias))

    def restore(self, text: AnyStr) -> AnyStr:
        """Return a text with the ids in the place of reversible pseudonyms."""
        return self._text(text, self._ids_again())

    def alias_file(
        self,
        source: BinaryIO,
        target: BinaryIO,
        *,
        all: bool = False,
        lower: bool = False,
        hex: bool = False,
        typeid: bool = False,
    ) -> list[Left]:
        """Copy a binary file in blocks, as alias() does. Return what stayed."""
        copy = _Copy("", 0, _flags(all, lower, hex, typeid), self._alias)
        return self._file(source, target, copy)

    def restore_file(self, source: BinaryIO, target: BinaryIO) -> list[Left]:
        """Copy a binary file in blocks, as restore() does. Return what stayed."""
        return self._file(source, target, self._ids_again())

    def _alias(self, span: _Span, text: bytes) -> tuple[bytes, str]:
        assert span.id is not None
        if not self._reversible:
            other = _core.pseudonym(span.id, self._key)
            return _core._span_format(other.bytes, text), ""
        try:
            if len(text) != 36:
                return text, _VERSION
            other = _core.encrypt(span.id, self._key)
        except ValueError:
            return text, _VERSION
        out = _core._span_format(other.bytes, text)
        return (out, "") if _core._span_format(span.id, out) == text else (text, _CASE)

    def _ids_again(self) -> _Copy:
        if not self._reversible:
            raise ValueError("only reversible pseudonyms can be restored")
        until = time.time_ns() // 1_000_000 + _DAY_MS

        def restore(span: _Span, text: bytes) -> tuple[bytes, str] | None:
            assert span.id is not None
            if span.id[6] >> 4 != 8 or span.id[8] >> 6 != 2:
                return None
            try:
                one = _core.decrypt(span.id, self._key)
            except ValueError:
                return text, _KEY
            if not _YEAR_2000_MS <= int.from_bytes(one.bytes[:6], "big") < until:
                return text, _KEY
            return _core._span_format(one.bytes, text), ""

        return _Copy("", 0, _SCAN["uuid"], restore)
