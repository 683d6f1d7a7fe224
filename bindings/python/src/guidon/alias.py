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

import errno
import os
import stat
import time
import warnings
import weakref
from collections.abc import Callable, Iterable
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
_to_disk = getattr(os, "fdatasync", os.fsync)
# The device and inode of each map that this process may write, with a token of its opener.
_OPEN: dict[tuple[int, int], object] = {}
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
    kind: int  # its place in _core._kinds


# What stands for a span of this text, or the reason why it stays. None: it is plain text.
_Replace = Callable[[_Span, bytes], "tuple[bytes, str] | None"]


class _Copy:
    """Copies one text, which comes in pieces, and replaces its spans."""

    def __init__(
        self,
        word: str,
        kind: int,
        flags: int,
        replace: _Replace,
        rows_of: AliasMap | None = None,  # the map whose rows the text needs
        kinds: frozenset[int] | None = None,  # only ids of these, and what looks like an alias
    ) -> None:
        self.scan = (word, kind, flags)
        self.replace = replace
        self.kinds = kinds
        self.rows_of = rows_of
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
            if self.kinds is not None and span.number == 0 and span.kind not in self.kinds:
                continue
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
    """What maps and keys have in common: texts and files, both ways."""

    def __init__(self) -> None:
        #: What stayed in the last text or file.
        self.left: list[Left] = []

    def alias(
        self,
        text: AnyStr,
        *,
        all: bool = False,
        lower: bool = False,
        hex: bool = False,
        typeid: bool = False,
        kinds: str | Iterable[str] | None = None,
    ) -> AnyStr:
        """Return the text with each id replaced: by its alias in an AliasMap, or by another id
        in Pseudonyms. Any str comes back as it was, also with surrogates. Columns in `left`
        count a surrogate as the byte that it stands for (errors='surrogateescape') or, if the
        text has others, as three bytes. TypeError if the text is neither a str nor bytes;
        ValueError after close() of a map with a file.

        all -- also ULIDs and TypeIDs from outside 2000 to 2099
        lower -- also ULIDs in lower case
        hex -- also 32 hexadecimal digits, or 0x and these, which may be hashes
        typeid -- also TypeIDs of version 7; a map of the kind 'typeid' always has them
        kinds -- only ids of these kinds, as 'v7' or ['v4', 'ulid']; other ids stay and are not in
            `left`. ValueError for a word that is not a kind
        """
        return self._text(text, self._aliases(_flags(all, lower, hex, typeid), _kinds(kinds)))

    def restore(self, text: AnyStr) -> AnyStr:
        """Return the text with the ids back that alias() replaced. ValueError for pseudonyms
        that are not reversible."""
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
        kinds: str | Iterable[str] | None = None,
    ) -> list[Left]:
        """Copy a binary file in blocks, as alias() does. Return what stayed."""
        copy = self._aliases(_flags(all, lower, hex, typeid), _kinds(kinds))
        return self._file(source, target, copy)

    def restore_file(self, source: BinaryIO, target: BinaryIO) -> list[Left]:
        """Copy a binary file in blocks, as restore() does. Return what stayed."""
        return self._file(source, target, self._ids_again())

    def _aliases(self, flags: int, kinds: frozenset[int] | None) -> _Copy:
        """The copy that replaces the ids which flags and kinds name."""
        raise NotImplementedError

    def _ids_again(self) -> _Copy:
        """The copy that puts the ids back."""
        raise NotImplementedError

    def _text(self, text: AnyStr, copy: _Copy) -> AnyStr:
        if isinstance(text, str):
            data, errors = _bytes_of(text)
        else:
            # bytes(5) would be five zeros.
            data = text if isinstance(text, bytes) else bytes(memoryview(text))
        out = copy.push(data, True)
        if copy.rows_of is not None:
            copy.rows_of._flush()
        self.left = copy.left
        if isinstance(text, str):
            return out.decode("utf-8", errors)
        return out

    def _file(self, source: BinaryIO, target: BinaryIO, copy: _Copy) -> list[Left]:
        self.left = copy.left
        while True:
            data = source.read(_BLOCK)
            if data is None:
                raise BlockingIOError(errno.EAGAIN, "the source has no bytes yet")
            out = copy.push(data, not data)
            if copy.rows_of is not None:
                copy.rows_of._flush()
                if not data:
                    copy.rows_of._sync()
            while out:
                count = target.write(out)
                if not count:
                    raise BlockingIOError(errno.EAGAIN, "the target takes no more bytes now")
                out = out[count:]
            if not data:
                return copy.left


def _bytes_of(text: str) -> tuple[bytes, str]:
    """The UTF-8 of a str, and how `decode` makes the same str of it: surrogates are bytes that
    were escaped, if they come back as they were, and else three bytes each."""
    try:
        return text.encode("utf-8"), "strict"
    except UnicodeEncodeError:
        pass
    try:
        data = text.encode("utf-8", "surrogateescape")
        if data.decode("utf-8", "surrogateescape") == text:
            return data, "surrogateescape"
    except UnicodeEncodeError:
        pass
    return text.encode("utf-8", "surrogatepass"), "surrogatepass"


def _unlock(file: int, key: tuple[int, int] | None, pid: int) -> None:
    """Close the file of a map. Its lock, if it has one, is of the process that opened it: the
    child of a fork leaves it alone."""
    if key is not None:
        _OPEN.pop(key, None)
    try:
        if key is not None and fcntl is not None and os.getpid() == pid:
            fcntl.flock(file, fcntl.LOCK_UN)
    finally:
        os.close(file)


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


def _kinds(names: str | Iterable[str] | None) -> frozenset[int] | None:
    """The places of kinds in _core._kinds; None for all."""
    if names is None:
        return None
    found = set()
    for name in [names] if isinstance(names, str) else names:
        if name not in _core._kinds:
            raise ValueError(f"unknown kind {name!r}; expected {', '.join(_core._kinds)}")
        found.add(_core._kinds.index(name))
    return frozenset(found)


class AliasMap(_Replacer):
    """Which alias stands for which text. Not for several threads at once.

    path -- the file of the map, which is made if it is missing, readable by its owner alone; None
        keeps the map in memory. The file is locked until close(), except on Windows; its rows are
        written before the text that needs them. close() and the end of a file put them on the
        disk. If this process has the file open already, that is a BlockingIOError
    kind -- 'number' (id-1, id-2), 'uuid' (00000000-0000-4000-8000-000000000001) or 'typeid'
        (user-1 for a TypeID of users); default: that of the file, or 'number'
    prefix -- the word of 'number' and 'typeid'; default: that of the file, or 'id'
    wait -- wait while another process writes to the file; else BlockingIOError
    read_only -- only restore; the file must exist and is not locked
    no_restore -- all spellings of an id get the alias of the first, without a suffix, so that
        restore() gives back the first alone

    A file that is damaged is a MapError. A map with a file is of the process that opened it: it
    has no pickle and no copy, and in the child of a fork alias() is a RuntimeError; close it there
    and open the file anew. After close(), and after an exception in the middle of a row, which
    makes the next alias() a RuntimeError, a map can still restore.
    """

    def __init__(
        self,
        path: str | PathLike[str] | None = None,
        *,
        kind: str | None = None,
        prefix: str | None = None,
        wait: bool = True,
        read_only: bool = False,
        no_restore: bool = False,
    ) -> None:
        super().__init__()
        if kind is not None and kind not in _KINDS:
            raise ValueError(f"unknown kind {kind!r}; expected 'number', 'uuid' or 'typeid'")
        if prefix is not None and kind == "uuid":
            raise ValueError("a prefix needs aliases that are words, not the kind 'uuid'")
        if no_restore and read_only:
            raise ValueError("a map that is open to restore only gives no aliases")
        self._path = None if path is None else os.fspath(path)
        self._file_of_map: int | None = None
        self._release: Callable[[], object] | None = None
        self._pid = 0  # of the process that opened the file
        self._size = 0
        self._on_disk = True
        self._read_only = read_only
        self._no_restore = no_restore
        self._whole = True  # False while a row is in a part of the members
        self._rows = bytearray()  # not in the file yet
        self._set(kind or "number", "" if kind == "uuid" else "id" if prefix is None else prefix)
        self._last = 0
        self._alias_of: dict[bytes, bytes] = {}
        self._text_of: dict[bytes | int, tuple[bytes, bytes]] = {}  # of an alias or a number
        # Number, spellings and first alias. With the kind 'uuid' only no_restore needs it.
        self._ids: dict[bytes, tuple[int, int, bytes]] = {}
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

    def __reduce_ex__(self, protocol: Any) -> Any:
        if self._path is not None:
            raise TypeError("a map with a file has no pickle and no copy; open the file again")
        return super().__reduce_ex__(protocol)

    def __copy__(self) -> AliasMap:
        raise TypeError("two maps would have the same rows; use copy.deepcopy")

    def _aliases(self, flags: int, kinds: frozenset[int] | None) -> _Copy:
        self._check_writable()
        if self._kind == "typeid":
            flags |= _SCAN["typeid"]
        return _Copy(self._word, _KINDS[self._kind], flags, self._alias, self, kinds)

    def _check_writable(self) -> None:
        if self._read_only:
            raise ValueError("the map is open to restore only")
        if not self._whole:
            raise RuntimeError("an exception came in the middle of a row; open the map again")
        if self._path is not None:
            if self._file_of_map is None:
                raise ValueError("the map is closed")
            if self._pid != os.getpid():
                raise RuntimeError(
                    "another process opened the map, which this one was forked from; "
                    "close it and open the file again here"
                )

    def _ids_again(self) -> _Copy:
        return _Copy(self._word, _KINDS[self._kind], 0, self._restore)

    def _alias(self, span: _Span, text: bytes) -> tuple[bytes, str]:
        if span.stays:
            return text, _TOUCHED
        alias = self._alias_of_id(span, text) if self._no_restore else self._alias_of.get(text)
        if alias is None:
            row = self._add(text, span, self._path is not None)
            if isinstance(row, str):
                return text, row
            alias = row
        return alias, ""

    def _alias_of_id(self, span: _Span, text: bytes) -> bytes | None:
        """The alias of the first spelling of an id; of an id in the form of this spelling."""
        if span.id is None:
            return self._alias_of.get(text)
        known = self._ids.get(span.id)
        if known is not None and self._kind == "uuid":
            return _core._alias_format(text, self._word, _KINDS[self._kind], known[0], 0)
        return None if known is None else known[2]

    def _restore(self, span: _Span, text: bytes) -> tuple[bytes, str]:
        is_id = self._kind == "uuid"
        alias, of = self._text_of.get(span.number if is_id else text, (b"", b""))
        if of and text.endswith(alias):
            return text[: len(text) - len(alias)] + of, ""
        known = is_id or text[: span.prefix_length] in self._words
        return text, _UNKNOWN if known else ""

    def _add(self, text: bytes, span: _Span, write: bool) -> bytes | str:
        """Add a row, also to those that are to be written. Return its alias, or why it has none."""
        number, spelling = self._last + 1, 0
        known = None if span.id is None else self._ids.get(span.id)
        if known is not None and self._kind != "uuid":
            number, spelling = known[:2]
        if spelling > _SPELLING_LAST:
            return "the id has too many spellings"
        if number > _NUMBER_LAST:
            return "the map has no number left"
        alias = _core._alias_format(text, self._word, _KINDS[self._kind], number, spelling)
        row = alias + b"\t" + text + b"\n" if write else b""
        self._whole = False
        self._rows += row
        if span.id is not None and (self._kind != "uuid" or (self._no_restore and known is None)):
            self._ids[span.id] = number, spelling + 1, alias if known is None else known[2]
        self._last = max(self._last, number)
        self._alias_of[text] = alias
        self._text_of[number if self._kind == "uuid" else alias] = alias, text
        if self._kind == "typeid" and span.prefix_length and span.id is not None:
            self._words.add(text[: span.prefix_length])
        self._whole = True
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
            file = self._hold(path, os.open(path, mode | extra, 0o600))
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
            self.close()  # another file has the name by now
        self._load(path, file, kind, prefix)

    def _hold(self, path: str, file: int) -> int:
        """Own a file until close(), or until nobody has the map any more."""
        status = os.fstat(file)
        key = None if self._read_only else (status.st_dev, status.st_ino)
        token = object()
        is_open = key is not None and _OPEN.setdefault(key, token) is not token
        self._pid = os.getpid()
        self._release = weakref.finalize(self, _unlock, file, None if is_open else key, self._pid)
        self._file_of_map = file
        if is_open:  # flock would wait for this process itself
            raise BlockingIOError(errno.EAGAIN, "this process has the map open already", path)
        return file

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
        row = self._add(text, span, False)
        if isinstance(row, str):
            return row
        if row != alias:
            return "the alias is not the one that belongs here; a row is missing or was changed"
        return ""

    def _flush(self) -> None:
        if not self._rows:
            return
        self._check_writable()
        file = self._file_of_map
        assert file is not None
        rows = memoryview(bytes(self._rows))
        size, none = self._size + len(rows), bytearray()
        self._on_disk = False
        os.lseek(file, self._size, os.SEEK_SET)
        try:
            while rows:
                rows = rows[os.write(file, rows) :]
            self._size, self._rows = size, none
        except BaseException:
            # No text with these aliases is written, so nobody misses them in the file. The next
            # call writes them at the same place.
            os.ftruncate(file, self._size)
            raise

    def _sync(self) -> None:
        """Put the rows on the disk, if the file is of a kind and a disk that can."""
        if self._on_disk or self._file_of_map is None or self._pid != os.getpid():
            return
        try:
            _to_disk(self._file_of_map)
        except OSError as error:
            if error.errno not in (errno.EINVAL, errno.EROFS):
                raise
        self._on_disk = True

    def close(self) -> None:
        """Put the rows of the file on the disk, unlock it and close it. A map in memory stays as
        it is."""
        try:
            self._sync()
        finally:
            release = self._release
            self._file_of_map = self._release = None
            if release is not None:
                release()

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
        self._key = bytes(memoryview(key))  # TypeError for a number; bytes(32) are 32 zeros
        self._reversible = reversible
        _core.pseudonym(UUID(int=0), self._key)  # ValueError for a wrong length

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise TypeError("a pickle or a copy would have the key in clear; make it of the key again")

    def _aliases(self, flags: int, kinds: frozenset[int] | None) -> _Copy:
        return _Copy("", 0, flags, self._alias, None, kinds)

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
