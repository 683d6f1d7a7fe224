# SPDX-License-Identifier: MIT
"""The types and docstrings of the extension module. Its build gives each function and class
the docstring and the signature that stand here; of an overloaded function, the first."""

import sys
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime as _datetime
from datetime import timedelta
from os import PathLike
from typing import (
    Any,
    ClassVar,
    Final,
    SupportsIndex,
    TypeVar,
    final,
    overload,
)
from uuid import UUID

from _typeshed import structseq
from typing_extensions import Buffer, Self, TypeAlias

_Accept: TypeAlias = None | str | Iterable[str]
_Id: TypeAlias = UUID | ULID | TypeID | str | Buffer
_Data: TypeAlias = _Id | SupportsIndex
_Ids: TypeAlias = Buffer | Sequence[_Id]
_Time: TypeAlias = _datetime | SupportsIndex
_bytes: TypeAlias = bytes
_int: TypeAlias = int
_Out = TypeVar("_Out", bound=Buffer)

__version__: Final[str]
forms: Final[tuple[str, ...]]
orders: Final[tuple[str, ...]]
_kinds: Final[tuple[str, ...]]
MAX: Final[UUID]
NIL: Final[UUID]

@final
class Audit:
    """Counts what many ids have in common: kinds, times, order, duplicates, and
    bits that are not random.

    distinct: `duplicates` is exact up to so many different ids, and None
        above, with bounds. 0 counts no duplicates; the most is 805306368. An
        audit takes 32 to 64 bytes a different id, and half as much again while
        it grows.

    Audits merge: threads or processes each count some of the ids, and one of
    them merges the audits. Equal audits have equal attributes, and counted the
    same bits.
    A pickle or a copy is an audit too. A pickle can be read by the same
    version of guidon on a machine of the same byte order; otherwise, reading
    it is a ValueError.

    Threads may share an audit. Long calls release the GIL, and then the ids of
    other calls may come between their ids. In a forked child, an audit that
    another thread was changing raises RuntimeError.

    >>> audit = Audit()
    >>> audit.add_many(new_many(1000))
    >>> audit.kinds, audit.out_of_order, audit.duplicates
    ({'v7': 1000}, 0, 0)
    """

    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __new__(cls, *, distinct: int = 1000000) -> Self: ...
    @property
    def duplicates(self) -> int | None:
        """How many ids were counted before, exactly: five equal ids are four
        duplicates. None if not all different ids fit the memory (`distinct`), or
        if `distinct` is 0. See duplicates_note.
        """
    @property
    def duplicates_at_most(self) -> int | None:
        """At most so many duplicates there are, with a confidence of 95 % if
        `duplicates` is None. It needs ids that nobody chose by their hash. None
        if `distinct` is 0.
        """
    @property
    def duplicates_note(self) -> str:
        """A sentence that says what is known of duplicates."""
    @property
    def duplicates_seen(self) -> int | None:
        """The duplicates that were seen: at least so many there are. None if
        `distinct` is 0.
        """
    @property
    def earliest(self) -> _datetime | None:
        """The earliest time as an aware datetime in UTC, or None without a
        time. A time after the year 9999 is an OverflowError.
        """
    @property
    def earliest_ns(self) -> int | None:
        """The earliest time as an int of nanoseconds since 1970, or None."""
    @property
    def ids(self) -> int:
        """How many ids were counted."""
    @property
    def kinds(self) -> dict[str, int]:
        """How many ids of each kind, as a dict: 'v0' .. 'v15' by the version
        of the RFC variant, 'nil', 'max', 'ncs', 'microsoft' and 'future'
        by the variant, 'ulid'. Only kinds that occur are keys.
        """
    @property
    def latest(self) -> _datetime | None:
        """The latest time as an aware datetime in UTC, or None without a
        time. A time after the year 9999 is an OverflowError.
        """
    @property
    def latest_ns(self) -> int | None:
        """The latest time as an int of nanoseconds since 1970, or None."""
    @property
    def out_of_order(self) -> int:
        """How many ids are below the id before them in their part."""
    @property
    def parts(self) -> int:
        """How many audits with ids were merged; 1 without a merge, and 0
        without ids.
        """
    @property
    def sampled_1_in(self) -> int | None:
        """1: all ids were compared. 8: one of 8 different ids was, chosen by its
        hash. 0: no id was, because somebody has chosen the ids. None if
        `distinct` is 0.
        """
    @property
    def timed(self) -> int:
        """How many ids have a time: versions 1, 6 and 7, and ULIDs."""
    @property
    def weak_bits(self) -> dict[str, dict[int, float]]:
        """Bits that are 1 too often or too rarely for random bits, as a dict: 'v4'
        and 'v7' to a dict from the number of the bit to how often it is 1, from
        0.0 to 1.0. Bit 0 is the highest bit of the first byte.

        Only kinds with weak bits are keys. Of version 4 all random bits are
        judged, of version 7 the last 32. A count of ones is weak if it is 8
        standard deviations or more from the mean, which needs 64 ids at least.
        """
    def add(self, id: _Id, *, ulid: bool = False) -> None:
        """Count an id.

        id: a uuid.UUID, ULID, TypeID, text in any form, or 16 bytes.
        ulid: if true, count the id as a ULID. A guidon.ULID and the text of a
            ULID always count as one.

        ParseError: a str is not an id. ValueError: another number of bytes.
        """
    def add_many(self, ids: _Ids, *, ulid: bool = False) -> None:
        """Count ids in their order.

        ids: a contiguous buffer of 16 bytes an id, or a sequence of ids.
        ulid: if true, count all ids as ULIDs. A guidon.ULID and the text of a
            ULID always count as one.

        ValueError: a length. ParseError: a str is not an id; its `index` is the
        position of the str. BufferError: not contiguous. TypeError: others.
        After these, no id was counted. After MemoryError and the exception of a
        signal handler, some were.
        """
    def json(self, /) -> str:
        """Return what was counted as a JSON object, the one that the databases and
        the library give. Times are UTC, to the microsecond.
        """
    def merge(self, other: Audit, /) -> None:
        """Add the counts of another audit, which stays as it is. Its ids are a part
        of their own: the order of ids counts within a part.

        All other counts are those of one audit for all ids, in whatever order
        audits merge. The exception are the duplicates if `other` has a lower
        `distinct` and took a sample: `duplicates` is then None here too.

        ValueError: `other` counts no duplicates, but this audit does. After an
        exception, this audit is unchanged.
        """
    def __eq__(self, value: object, /) -> bool: ...

class GenerateError(RuntimeError):
    """No id could be made: the clock, the random source or the state of
    a generator failed.

    reason: what is wrong.
    """

    reason: str

@final
class Generator:
    """A generator of ids with options, and an endless iterator over them.

    kind: 'v1', 'v2', 'v4', 'v6', 'v7', 'ulid', 'ulid-monotonic',
        'v8-node' with a node number, or 'v8-append' and 'v8-sharded' with a
        prefix (unique in one database that checks the key).
    scope: what keeps order together: 'thread' for use by one thread,
        'process' for all threads, 'host' for all processes that use the
        same state file.
    layout: of v7: 'precise' (the default: a fraction of the
        millisecond), 'counter',
        'increment', 'unordered' or 'trace'.
    ulid_step: of ulid-monotonic: 'one' (the default, of the specification) or 'random'.
    rollback: what to do when the clock is more than rollback_tolerance_ms
        (10,000) below its highest reading: 'restart' at the new time, 'wait',
        'fail'.
    overflow: what to do when a counter is exhausted: 'wait' or 'fail'.
    clock: a function that returns the time as an int of nanoseconds since
        1970, as time.time_ns does. None is the system's clock.
    random: a function that returns n bytes, as os.urandom does; or 'kernel'
        to ask the kernel for each id. None is a cipher that the kernel keys.
    state: the path of the state file of scope 'host'. None is a file of
        this user.
    node: of uuid1, uuid2 and uuid6: an int of 48 bits, 6 bytes, 'mac' for
        the hardware address, or None for a random node.
    clock_seq: the first clock sequence of these kinds. None is random.
    domain, local_id: of uuid2. The domain is 0 (person), 1 (group),
        2 (organisation) or another number up to 255.
    node_number, node_number_bits: of uuid8, which needs scope 'process': a
        number of 1 to 24 bits that no other generator has.
    prefix_bits: the length of the prefix. Of v8-append 0 to 28, and 20 by
        default; of v8-sharded 0 to 10, and needed.
    prefix, prefix_random: of v8-sharded: the shard of all ids, or True for a
        random shard of each id. next_prefixed takes the shard of one id.
    lease_path: the path of a lease file, whose holder decides how long the
        generator makes ids, and which times they may have. uuid8 takes its
        number from the file. A forked child makes no id.

    Threads may share a generator in every scope. With scope 'thread' they
    wait for each other; with 'process' and 'host' they need not. A forked
    child starts a new state. The clock and the random source must not use
    the generator that calls them; this raises RuntimeError. So does a signal
    handler that uses a generator of scope 'thread' while this thread is in
    one of its calls.

    >>> g = Generator('v7', clock=lambda: 1645557742 * 10**9)
    >>> str(next(g))[:13]
    '017f22e2-79b0'
    """

    def __new__(
        cls,
        kind: str = "v7",
        *,
        scope: str | None = "thread",
        layout: str | None = None,
        ulid_step: str | None = None,
        rollback: str | None = "restart",
        overflow: str | None = "wait",
        clock: Callable[[], int] | None = None,
        random: Callable[[int], Buffer] | str | None = None,
        state: str | bytes | PathLike[str] | PathLike[bytes] | None = None,
        rollback_tolerance_ms: int | None = None,
        node: int | Buffer | str | None = None,
        clock_seq: int | None = None,
        domain: int | None = None,
        local_id: int | None = None,
        node_number: int | None = None,
        node_number_bits: int | None = None,
        lease_path: str | bytes | PathLike[str] | PathLike[bytes] | None = None,
        prefix: int | None = None,
        prefix_bits: int | None = None,
        prefix_random: bool = False,
    ) -> Self: ...
    @property
    def closed(self) -> bool:
        """True after close()."""
    @property
    def kind(self) -> str:
        """The name of the kind."""
    @property
    def scope(self) -> str:
        """The name of the scope."""
    @property
    def stats(self) -> GeneratorStats:
        """Counts of events, as a GeneratorStats."""
    def close(self) -> None:
        """Free the generator. Later calls for ids raise ValueError.

        A second close does nothing. RuntimeError: another thread is using the
        generator.
        """
    def fill(self, buffer: Buffer, /) -> None:
        """Fill a buffer with the next ids, as guidon.fill does.

        The exceptions are those of next and guidon.fill. After one, the
        buffer is unchanged or all zero.
        """
    def new_many(self, n: SupportsIndex, /) -> bytes:
        """Return the next n ids as bytes, as guidon.new_many does."""
    def next(self) -> Any:
        """Return the next id: a uuid.UUID, or a ULID for the kinds of ULID.

        An exception of `clock` or `random` reaches the caller as it is.
        GenerateError: the clock is out of the range of the kind or stepped
        back too far, a counter is exhausted, there are no random bytes, or the
        state file cannot be used. After an exception, no id is used twice.

        The wait of rollback='wait' cannot be interrupted by a signal, unless
        the generator has a clock of its own.
        """
    def next_bytes(self) -> bytes:
        """Return the 16 bytes of the next id."""
    def next_prefixed(self, prefix: int, /) -> UUID:
        """Return the next id of 'v8-append' or 'v8-sharded', with another prefix.

        All ids of the generator share its rising times, so ids of one prefix
        rise. ValueError: the generator is of another kind, or the prefix has
        more than prefix_bits bits. The other exceptions are those of next.
        """
    def next_str(self) -> str:
        """Return the canonical text of the next id: 36 characters, or 26 of a ULID."""
    def set_clock_seq(self, clock_seq: int | None = None, /) -> None:
        """Change the clock sequence of a generator of uuid1, uuid2 or uuid6.

        clock_seq: 0 .. 16383 (uuid2: 63), or None for a random one that
            differs from the last.

        ValueError: the kind has no clock sequence of its own, or the number is
        out of its range. RuntimeError: another thread is using the generator.
        """
    def set_node(self, node: int | Buffer, /) -> None:
        """Change the node of a generator of uuid1, uuid2 or uuid6.

        node: an int of 48 bits, or 6 bytes.

        A new random clock sequence comes with it, except in uuid2.
        ValueError: the kind has no node. RuntimeError: another thread is using
        the generator.
        """
    def __enter__(self) -> Self:
        """Return the generator."""
    def __exit__(self, *exception: object) -> None:
        """Close the generator."""
    def __iter__(self) -> Self: ...
    def __next__(self) -> Any: ...

@final
class GeneratorStats(structseq[int], tuple[int, int, int, int]):
    """Counts of events in the calls that made ids with a generator."""

    if sys.version_info >= (3, 10):
        __match_args__: Final = ("rollbacks", "restarts", "waits", "forks")

    @property
    def rollbacks(self) -> int:
        """calls that continued after the clock stepped back"""
    @property
    def restarts(self) -> int:
        """restarts at an earlier time"""
    @property
    def waits(self) -> int:
        """calls that waited for the clock"""
    @property
    def forks(self) -> int:
        """new states after a fork or a clone of the machine"""

class ParseError(ValueError):
    """A text is not an id.

    reason: what is wrong, and what would be right.
    offset: the first wrong character of the text, from 0.
    index: of a text among many, its position from 0; otherwise
        None.
    """

    reason: str
    offset: int
    index: int | None

class TypeID:
    """A TypeID: an id with a prefix that names its type.

    text: the prefix (at most 63 characters a-z and '_'), '_', and 26
        characters of base 32 in lower case; or the 26 characters alone. Or
        another TypeID.

    A text that is not a TypeID is a ParseError, which has `reason` and
    `offset`. An object of another class is a TypeError.

    A TypeID never changes. TypeIDs compare and sort as their texts do. A
    TypeID never equals an object of another class: compare `uuid` or
    str(typeid).

    >>> TypeID('user_01h455vb4pex5vsknk084sn02q').uuid
    UUID('01890a5d-ac96-774b-bcce-b302099a8057')

    Source: TypeID 0.3.0 (github.com/jetify-com/typeid).
    """

    def __new__(cls, text: str | TypeID) -> Self: ...
    @classmethod
    def from_uuid(cls, uuid: _Id, prefix: str = "") -> Self:
        """Return the TypeID of an id and a prefix.

        uuid: a uuid.UUID, ULID, TypeID, text in any form, or 16 bytes.
        prefix: as for guidon.typeid.
        """
    @classmethod
    def parse(cls, text: str, /) -> Self:
        """Return the TypeID of a text, as the class does."""
    @property
    def prefix(self) -> str:
        """The part before the last '_'; '' if there is none."""
    @property
    def suffix(self) -> str:
        """The 26 characters after the prefix, in lower case."""
    @property
    def uuid(self) -> UUID:
        """The uuid.UUID of the suffix."""
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: Any, /) -> Self: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __format__(self, specification: str, /) -> str:
        """Return the text by a format specification of str, such as '<90'."""
    def __ge__(self, value: TypeID, /) -> bool: ...
    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any, /) -> Any:
        """Tell pydantic 2 how to validate the class."""
    @classmethod
    def __get_pydantic_json_schema__(cls, schema: Any, handler: Any, /) -> Any:
        """Tell pydantic 2 how to validate the class."""
    def __gt__(self, value: TypeID, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __le__(self, value: TypeID, /) -> bool: ...
    def __lt__(self, value: TypeID, /) -> bool: ...

class ULID:
    """A ULID: 48 bits of Unix milliseconds and 80 more bits.

    value: the text of a ULID (26 characters in either case), a uuid.UUID, a
        ULID, a TypeID, or 16 bytes. Without a value, ULID() is ulid().
    lenient: if true, a text may have blanks at its ends, hyphens anywhere,
        I and L for 1, and O for 0.

    A text that is not a ULID is a ParseError, which has `reason` and
    `offset`. Another number of bytes is a ValueError, and an object of
    another class a TypeError.

    A ULID never changes. ULIDs compare and sort as their texts and bytes do.
    A ULID never equals an object of another class: compare `uuid`, `bytes`
    or str(ulid).

    >>> ULID('01arz3ndektsv4rrffq69g5fav')
    ULID('01ARZ3NDEKTSV4RRFFQ69G5FAV')

    Source: ULID specification (github.com/ulid/spec).
    """

    def __new__(
        cls,
        value: str | UUID | ULID | TypeID | Buffer = ...,
        *,
        lenient: bool = False,
    ) -> Self: ...
    @classmethod
    def ceil(cls, time: _Time | float, /) -> Self:
        """Return the largest ULID of a millisecond. The time is as for ULID.floor."""
    @classmethod
    def floor(cls, time: _Time | float, /) -> Self:
        """Return the smallest ULID of a millisecond.

        time: an aware datetime.datetime, a float of seconds since 1970 or an int
            of milliseconds.
        """
    @classmethod
    def from_bytes(cls, bytes: Buffer, /) -> Self:
        """Return the ULID of 16 bytes: bytes or another object with a buffer."""
    @classmethod
    def from_datetime(cls, datetime: _datetime, /) -> Self:
        """Return a new ULID of an aware datetime.datetime, with 80 random bits. The
        time is rounded towards the past to milliseconds.
        """
    @classmethod
    def from_hex(cls, text: str, /) -> Self:
        """Return the ULID of 32 hexadecimal digits."""
    @classmethod
    def from_int(cls, number: _int, /) -> Self:
        """Return the ULID of an int of 128 bits. If it is below 0 or 2**128 or
        more, raise ValueError.
        """
    @classmethod
    def from_str(cls, text: str, /) -> Self:
        """Return the ULID of its text: 26 characters in either case, without
        hyphens and aliases. ULID(text, lenient=True) reads those too.
        """
    @classmethod
    def from_timestamp(cls, timestamp: float | _int, /) -> Self:
        """Return a new ULID of a time, with 80 random bits.

        timestamp: a float of seconds since 1970, as time.time() returns it, or
            an int of milliseconds. Seconds are rounded towards the past to
            milliseconds.

        ULIDs of one millisecond have no order. A time before 1970 or after the
        year 10889 is a ValueError.
        """
    @classmethod
    def from_uuid(cls, uuid: UUID, /) -> Self:
        """Return the ULID with the 128 bits of a uuid.UUID. Its time is that of the
        UUID only if this is of version 7.
        """
    @classmethod
    def parse(cls, value: Any, *, lenient: bool = False) -> Self:
        """Return the ULID of a value whose type is not known.

        value: as for the class, but a str may also be the text of a UUID (36
            characters) or 32 hexadecimal digits.
        lenient: as for the class.
        """
    @property
    def bytes(self) -> _bytes:
        """The 16 bytes, most significant first."""
    @property
    def datetime(self) -> _datetime:
        """The time as an aware datetime.datetime in UTC. A time after the year 9999
        is an OverflowError.
        """
    @property
    def hex(self) -> str:
        """32 hexadecimal digits in lower case."""
    @property
    def int(self) -> _int:
        """The 128 bits as an int."""
    @property
    def milliseconds(self) -> _int:
        """The time as an int of milliseconds since 1970-01-01T00:00:00Z."""
    @property
    def timestamp(self) -> float:
        """The time as a float of seconds since 1970-01-01T00:00:00Z."""
    @property
    def uuid(self) -> UUID:
        """The uuid.UUID with the same 128 bits."""
    def as_uuid7(self) -> UUID:
        """Return a uuid.UUID of version 7 with the time of this ULID. Version and
        variant overwrite six random bits, so the ULID cannot be had back.

        Source: RFC 9562, section 5.7.
        """
    def next(self) -> Self:
        """Return the ULID after this one in the same millisecond: 1 is added to the
        80 bits after the time. If they are all one, raise OverflowError.

        Source: ULID specification, "Monotonicity".
        """
    def to_uuid(self) -> UUID:
        """Return the attribute `uuid`."""
    def __bytes__(self) -> _bytes:
        """Return the 16 bytes."""
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: Any, /) -> Self: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __format__(self, specification: str, /) -> str:
        """Return the text in a form, such as 'uuid' or 'ulid-lower', or the
        canonical text by a format specification of str, such as '>30'.
        """
    def __ge__(self, value: ULID, /) -> bool: ...
    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any, /) -> Any:
        """Tell pydantic 2 how to validate the class."""
    @classmethod
    def __get_pydantic_json_schema__(cls, schema: Any, handler: Any, /) -> Any:
        """Tell pydantic 2 how to validate the class."""
    def __gt__(self, value: ULID, /) -> bool: ...
    def __hash__(self) -> _int: ...
    def __int__(self) -> _int: ...
    def __le__(self, value: ULID, /) -> bool: ...
    def __lt__(self, value: ULID, /) -> bool: ...

def _key_ring(text: str | Buffer) -> list[tuple[int, bytes]]:
    """Return the numbers and keys of the text of a key ring, the current one first.

    Raise ValueError if the text is not a key ring.
    """

def ceil(kind: str, time: _Time) -> UUID:
    """Return the largest id of a time: of a microsecond if the time is a
    datetime, of a millisecond if it is an int. 'v7' and 'ulid' hold
    milliseconds, so theirs is always that of a millisecond.

    kind: 'v1', 'v6', 'v7' or 'ulid'.
    time: an aware datetime, or an int of milliseconds since 1970.

    Raise ValueError if the kind is unknown or cannot hold the time. The
    bounds of 'v1' hold only in the orders 'time' and 'mysql-swap' of
    sort_key, because the bytes of version 1 do not sort by time.

    >>> str(ceil('v7', 1645557742000))
    '017f22e2-79b0-7fff-bfff-ffffffffffff'
    """

def clock_seq_of(id: _Id, /) -> int:
    """Return the clock sequence of an id: 14 bits in versions 1 and 6, 6 bits
    in version 2 (RFC 9562, section 5.1).

    Raise ValueError if the id has another version.

    >>> clock_seq_of('c232ab00-9414-11ec-b3c8-9f6bdeced846')
    13256
    """

def decrypt(id: _Id, key: Buffer) -> UUID:
    """Return the id of version 7 that encrypt made the id of.

    key: 32 bytes from a secure source, such as secrets.token_bytes.

    Raise ValueError if the id has another version, or the key another
    length. Nothing detects a wrong key.
    """

@overload
def decrypt_many(ids: _Ids, key: Buffer, out: None = None) -> bytes:
    """Return the ids of version 7 that encrypt_many was given.

    key: the 32 bytes of encrypt_many.
    ids: a contiguous buffer of 16 bytes an id, or a sequence of ids.
    out: a writable, contiguous buffer of 16 bytes an id; may be `ids`. Then
        the result is this object; otherwise it is new bytes.

    ValueError: an id of another version (the text names its position from
    0; the ids before it are in `out`), a length, or an overlap of buffers.
    ParseError: a str is not an id; its `index` is the position of the str.
    BufferError: not contiguous, or not writable. TypeError: others.
    """

@overload
def decrypt_many(ids: _Ids, key: Buffer, out: _Out) -> _Out: ...
def derive(time: _Time, *, key: Buffer, data: _Data) -> UUID:
    """Return the UUID of version 7 of a time, data and a key. The same ones
    give the same id, everywhere and at every attempt. Without the key
    nobody can predict the id, or find the data by guessing.

    time: an aware datetime, or an int of milliseconds since 1970.
    key: 32 bytes from a secure source, such as secrets.token_bytes.
    data: bytes; a str, which is hashed in UTF-8; an int from -2**63 to
        2**63 - 1, which is hashed as 8 bytes, big-endian; or an id, which is
        hashed as its 16 bytes.

    Raise ValueError if the time is outside the years 1970 to 10889, the key
    has another length, or the int is another one. Raise TypeError for all
    other data, such as bool, float and Decimal.

    >>> str(derive(1645557742000, key=bytes(range(32)), data=b''))
    '017f22e2-79b0-7608-9e05-41cf7db3a0c6'
    """

@overload
def derive_many(
    times: Buffer,
    *,
    key: Buffer,
    data: Buffer | Iterable[_Data],
    out: None = None,
) -> bytes:
    """Derive an id of version 7 from each time and its data.

    times: a contiguous buffer of n signed 64-bit integers, milliseconds
        since 1970, such as array.array('q').
    key: 32 secret bytes.
    data: a contiguous buffer of bytes, n rows of one length; or a sequence
        of n values as derive() takes them, which may be an array of numbers
        or texts. An array of single bytes has two dimensions.
    out: a writable, contiguous buffer of 16 bytes an id. Then the result is
        this object; otherwise it is new bytes.

    The same time, key and data give the same id, on every machine.

    ValueError: a time is below 0 or above 2**48 - 1 (the text names its
    position from 0; `out` may hold ids before it), a length, an int of more
    than 64 bits, or an overlap of buffers. BufferError: not contiguous, or
    not writable. TypeError: others, such as floats.
    """

@overload
def derive_many(
    times: Buffer, *, key: Buffer, data: Buffer | Iterable[_Data], out: _Out
) -> _Out: ...
def describe_json(
    text: str,
    accept: _Accept = None,
    *,
    lenient: bool = False,
    exact_case: bool = False,
) -> str:
    """Return what a text could be, as a JSON array: for each id that it may be
    read as, an object with the kind, all fields, and the text of each form.
    The array is empty if the text is not an id. docs/json.md has the members.

    text, accept, lenient and exact_case are as for parse.

    Raise ValueError if accept names an unknown form; TypeError if the text is
    not a str.

    >>> describe_json('nothing')
    '[]'
    """

def detect(
    text: str,
    accept: _Accept = None,
    *,
    lenient: bool = False,
    exact_case: bool = False,
) -> str:
    """Return the name of the form of a text, which is a name in `forms`.

    text: a str.
    accept: the name of a form, or several names. `forms` has all names.
        None and 'any' stand for the forms that need no name: 'uuid', 'hex'
        and 'ulid' in both cases, 'braces', 'parens', 'urn', 'oid',
        'urn-oid', 'c', 'guid-x' and 'ncs'. 32 hexadecimal digits are 'hex',
        and 26 characters of Crockford's alphabet are a ULID. A text of any
        other form is a ParseError whose `reason` says which forms it could
        have.
    lenient: if true, skip blanks at the ends, and read the aliases and
        hyphens of Crockford's base32 in ULIDs and the looser UUIDs of
        PostgreSQL, .NET and Go.
    exact_case: if true, read 'uuid', 'hex' and 'ulid-lower' in lower case
        alone, and 'uuid-upper', 'hex-upper' and 'ulid' in upper case.

    Raise ParseError, a ValueError with `reason` and `offset`, if the text
    is not an id; ValueError if accept names an unknown form; TypeError if
    the text is not a str.

    >>> detect('01FWHE4YDGFK1SHH6W1G60EECF')
    'ulid'
    >>> detect('{017F22E2-79B0-7CC3-98C4-DC0C0C07398F}')
    'braces'
    """

def encrypt(id: _Id, key: Buffer) -> UUID:
    """Return an id of version 7 as one of version 8 that shows neither the
    time nor the order. decrypt returns the id.

    key: 32 bytes from a secure source, such as secrets.token_bytes.

    Raise ValueError if the id has another version, or the key another
    length. Nothing detects a wrong key.
    """

@overload
def encrypt_many(ids: _Ids, key: Buffer, out: None = None) -> bytes:
    """Hide all bits of ids of version 7 in ids of version 8.

    key: 32 secret bytes.
    ids: a contiguous buffer of 16 bytes an id, or a sequence of ids.
    out: a writable, contiguous buffer of 16 bytes an id; may be `ids`. Then
        the result is this object; otherwise it is new bytes.

    ValueError: an id of another version (the text names its position from
    0; the ids before it are in `out`), a length, or an overlap of buffers.
    ParseError: a str is not an id; its `index` is the position of the str.
    BufferError: not contiguous, or not writable. TypeError: others.
    """

@overload
def encrypt_many(ids: _Ids, key: Buffer, out: _Out) -> _Out: ...
def fill(buffer: Buffer, kind: str = "v7") -> None:
    """Fill a buffer with new ids of 16 bytes.

    buffer: a writable, contiguous buffer, such as a bytearray, an array,
        an mmap or a NumPy array. Its length is a multiple of 16 bytes.
    kind: 'v1', 'v4', 'v6', 'v7', 'ulid' or 'ulid-monotonic'.

    The ids stand in the order in which they were made. They belong to the
    same sequence as those of uuid7() and the other functions in this
    thread. 'ulid-random' has 80 new random bits in each id, and no order
    within a millisecond.

    Other threads run meanwhile; nobody can resize the buffer.

    TypeError: not a buffer. BufferError: not writable, or not contiguous.
    ValueError: the length, or an unknown kind. GenerateError: no ids. After
    an exception, the buffer is unchanged or all zero.

    >>> ids = bytearray(16 * 1000)
    >>> fill(ids)
    """

def floor(kind: str, time: _Time) -> UUID:
    """Return the smallest id of a time: of a microsecond if the time is a
    datetime, of a millisecond if it is an int. 'v7' and 'ulid' hold
    milliseconds, so theirs is always that of a millisecond.

    The ids from floor(kind, a) to ceil(kind, b), both included, are those
    that were made from a to b. In particular, every id of the kind lies
    between the bounds of its time_of and of its ms_of.

    kind: 'v1', 'v6', 'v7' or 'ulid'.
    time: an aware datetime, or an int of milliseconds since 1970.

    Raise ValueError if the kind is unknown or cannot hold the time. The
    bounds of 'v1' hold only in the orders 'time' and 'mysql-swap' of
    sort_key, because the bytes of version 1 do not sort by time.

    >>> str(floor('v7', 1645557742000))
    '017f22e2-79b0-7000-8000-000000000000'
    """

def format(id: _Id, form: str = "uuid") -> str:
    """Return the text of an id in a form.

    id: a uuid.UUID, ULID, TypeID, text in any form, or 16 bytes.
    form: a name in `forms`, such as 'ulid', 'base58' or 'urn'.

    Raise ValueError if the form is unknown, or the id has no text in the
    form ('ncs' is for ids of the NCS variant).

    >>> format('01FWHE4YDGFK1SHH6W1G60EECF')
    '017f22e2-79b0-7cc3-98c4-dc0c0c07398f'
    >>> format('017f22e2-79b0-7cc3-98c4-dc0c0c07398f', 'base58')
    '1BihbxwwQ4NZZpKRH9JDCz'
    """

@overload
def format_many(
    ids: _Ids,
    form: str = "uuid",
    out: None = None,
    *,
    stride: SupportsIndex | None = None,
) -> bytes:
    """Write many ids as texts of one length; return the texts as bytes.

    ids: a contiguous buffer of 16 bytes an id, or a sequence of ids.
    form: a name of `forms` whose texts have one length.
    out: a writable, contiguous buffer to write to. Then the result is this
        object.
    stride: the bytes from the beginning of one text to that of the next,
        with a default as in parse_many. Bytes between texts stay as they
        are in `out`, and are zero in new bytes.

    ValueError: an unknown form, a form of several lengths, a length, an id
    without a text in the form, or `out` overlaps the ids. ParseError: a str
    is not an id; its `index` is the position of the str. BufferError: not
    contiguous, or not writable. TypeError: others. After an exception,
    `out` may hold some of the texts.

    >>> ids = bytes.fromhex('017f22e279b07cc398c4dc0c0c07398f')
    >>> format_many(ids)
    b'017f22e2-79b0-7cc3-98c4-dc0c0c07398f'
    """

@overload
def format_many(
    ids: _Ids,
    form: str = "uuid",
    *,
    out: _Out,
    stride: SupportsIndex | None = None,
) -> _Out: ...
@overload
def format_many(
    ids: _Ids,
    form: str,
    out: _Out,
    *,
    stride: SupportsIndex | None = None,
) -> _Out: ...
def from_guid_bytes(data: Buffer, /) -> UUID:
    """Return the uuid.UUID of the 16 bytes of a GUID as Microsoft stores
    it. The same as uuid.UUID(bytes_le=data).

    Raise ValueError if the data do not have 16 bytes.
    """

def from_oid_der(data: Buffer, /) -> UUID:
    """Return the uuid.UUID of an object identifier 2.25.N in DER.

    Raise ParseError if the data are something else; its offset is that of
    the first wrong byte.

    >>> from_oid_der(bytes.fromhex('06026901'))
    UUID('00000000-0000-0000-0000-000000000001')
    """

def from_sort_key(key: Buffer, order: str = "rfc") -> UUID:
    """Return the uuid.UUID of a sort key that sort_key returned for the same
    order.

    Raise ValueError if the key has another length, or the order is unknown.

    >>> from_sort_key(sort_key('2ed6657d-e927-568b-95e1-2665a8aea6a2',
    ...                        'sqlserver'), 'sqlserver')
    UUID('2ed6657d-e927-568b-95e1-2665a8aea6a2')
    """

def valid(
    id: _Id,
    *,
    now: _Time | None = None,
    slack: timedelta | None = None,
) -> bool:
    """Return whether validate(id) would return an id.

    id: a uuid.UUID, ULID, TypeID, text in any form, or 16 bytes.
    now: an aware datetime, or an int of milliseconds since 1970. If given,
        the time of versions 1, 6 and 7 must not be after it: not after the
        microsecond of a datetime, not after the millisecond of an int.
    slack: a timedelta that the time may be after now.

    The result is False for a text that is not an id, and for another
    number of bytes. Raise TypeError if the object can be no id.

    >>> valid('017f22e2-79b0-fcc3-98c4-dc0c0c07398f')
    False
    """

def mask(id: _Id, key: Buffer) -> UUID:
    """Return an id of version 7 as one that looks like version 4: its time is
    hidden, as UUIDv47 does. unmask returns the id.

    key: 16 bytes from a secure source, such as secrets.token_bytes.

    Raise ValueError if the id has another version, or the key another
    length. Nothing detects a wrong key.
    """

@overload
def mask_many(ids: _Ids, key: Buffer, out: None = None) -> bytes:
    """Hide the times of ids of version 7, as UUIDv47 does.

    key: 16 secret bytes.
    ids: a contiguous buffer of 16 bytes an id, or a sequence of ids.
    out: a writable, contiguous buffer of 16 bytes an id; may be `ids`. Then
        the result is this object; otherwise it is new bytes.

    ValueError: an id of another version (the text names its position from
    0; the ids before it are in `out`), a length, or an overlap of buffers.
    ParseError: a str is not an id; its `index` is the position of the str.
    BufferError: not contiguous, or not writable. TypeError: others.
    """

@overload
def mask_many(ids: _Ids, key: Buffer, out: _Out) -> _Out: ...
def new_many(n: SupportsIndex, kind: str = "v7") -> bytes:
    """Return n new ids as bytes: 16 for each id, without gaps.

    n: 0 or more.
    kind: as in fill.

    The result is bytes whether NumPy is installed or not.
    guidon.numpy.new_many returns an array.

    ValueError: n is below 0, or an unknown kind. OverflowError or
    MemoryError: n is too large. GenerateError: no ids.
    """

def node_of(id: _Id, /) -> int:
    """Return the node of an id of version 1, 2 or 6: an int of 48 bits
    (RFC 9562, section 5.1).

    Raise ValueError if the id has another version.

    >>> hex(node_of('c232ab00-9414-11ec-b3c8-9f6bdeced846'))
    '0x9f6bdeced846'
    """

def parse(
    text: str,
    accept: _Accept = None,
    *,
    lenient: bool = False,
    exact_case: bool = False,
) -> UUID:
    """Return the uuid.UUID of a text.

    text: a str.
    accept: the name of a form, or several names. `forms` has all names.
        None and 'any' stand for the forms that need no name: 'uuid', 'hex'
        and 'ulid' in both cases, 'braces', 'parens', 'urn', 'oid',
        'urn-oid', 'c', 'guid-x' and 'ncs'. 32 hexadecimal digits are 'hex',
        and 26 characters of Crockford's alphabet are a ULID. A text of any
        other form is a ParseError whose `reason` says which forms it could
        have.
    lenient: if true, skip blanks at the ends, and read the aliases and
        hyphens of Crockford's base32 in ULIDs and the looser UUIDs of
        PostgreSQL, .NET and Go.
    exact_case: if true, read 'uuid', 'hex' and 'ulid-lower' in lower case
        alone, and 'uuid-upper', 'hex-upper' and 'ulid' in upper case.

    Raise ParseError, a ValueError with `reason` and `offset`, if the text
    is not an id; ValueError if accept names an unknown form; TypeError if
    the text is not a str.

    >>> parse('01FWHE4YDGFK1SHH6W1G60EECF')
    UUID('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')
    >>> parse('1BihbxwwQ4NZZpKRH9JDCz', accept='base58')
    UUID('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')
    """

@overload
def parse_many(
    texts: Buffer | Sequence[_Id],
    form: str | None = "uuid",
    out: None = None,
    *,
    stride: SupportsIndex | None = None,
) -> bytes:
    """Read many texts; return their ids as bytes, 16 for each id.

    texts: a contiguous buffer of texts of one length, or a sequence of str.
        In a sequence, other ids may stand too, such as uuid.UUID.
    form: a name of `forms`. In a sequence, None means any form that parse
        recognises. A buffer needs a form of fixed length.
    out: a writable, contiguous buffer of 16 bytes an id, to write to. Then
        the result is this object.
    stride: of a buffer, the bytes from the beginning of one text to that of
        the next. The default is the length of an item, if items have more
        than one byte; of a row, if the buffer has two dimensions; else of a
        text. Behind the text of an item stand NULs alone. Other bytes
        between texts are not read.

    ParseError: a text is not an id of the form. Its `index` is the position
    of the text, its `offset` that of the character, both from 0. The ids
    before it are in `out`. ValueError: a length, or `out` overlaps the
    texts. BufferError: not contiguous, or not writable. TypeError: others.

    >>> parse_many(['017f22e2-79b0-7cc3-98c4-dc0c0c07398f']).hex()
    '017f22e279b07cc398c4dc0c0c07398f'
    """

@overload
def parse_many(
    texts: Buffer | Sequence[_Id],
    form: str | None = "uuid",
    *,
    out: _Out,
    stride: SupportsIndex | None = None,
) -> _Out: ...
@overload
def parse_many(
    texts: Buffer | Sequence[_Id],
    form: str | None,
    out: _Out,
    *,
    stride: SupportsIndex | None = None,
) -> _Out: ...
def prefixed_time_ns_of(id: _Id, prefix_bits: int) -> int:
    """Return the time of an id with a prefix as nanoseconds since 1970.

    id, prefix_bits: as in v8_prefix_of, which has the exceptions too.

    >>> prefixed_time_ns_of('fffff17f-22e2-879b-a000-00189abcdef0', 20)
    1645557742000000000
    """

def prefixed_time_of(id: _Id, prefix_bits: int) -> _datetime:
    """Return the time of an id with a prefix as an aware datetime in UTC, rounded
    down to microseconds.

    id, prefix_bits: as in v8_prefix_of, which has the exceptions too.

    >>> prefixed_time_of('fffff17f-22e2-879b-a000-00189abcdef0', 20).isoformat()
    '2022-02-22T19:22:22+00:00'
    """

def pseudonym(id: _Id, key: Buffer) -> UUID:
    """Return the id of version 8 that stands for an id under a key. Equal ids
    have equal pseudonyms. Nothing leads back to the id, except to try ids
    one by one with the key.

    key: 32 bytes from a secure source, such as secrets.token_bytes.

    Raise ValueError if the key has another length.

    >>> str(pseudonym('017f22e2-79b0-7cc3-98c4-dc0c0c07398f', bytes(32)))
    'cf98fed4-2057-8c5c-be97-5cd07a0c424a'
    """

def shard_of(data: str | Buffer, shard_bits: int) -> int:
    """Return the shard of data, such as the name of a tenant: always the same, on
    every machine and in every language.

    data: a str, which is hashed in UTF-8, or bytes.
    shard_bits: 0 to 10. The shard is below 2**shard_bits.

    The shard is the first bits of BLAKE2s of b'shard/1' and the data.

    >>> shard_of('acme', 4)
    5
    """

def sort_key(id: _Id, order: str = "rfc") -> bytes:
    """Return bytes that sort as a database sorts ids.

    id: a uuid.UUID, ULID, TypeID, text in any form, or 16 bytes.
    order: a name in `orders`: 'rfc' for bytes (PostgreSQL, SQLite),
        'sqlserver', 'mysql-swap', 'mariadb', 'clickhouse', 'java', or 'time'
        for the time that the id holds, then bytes.

    The key has 16 bytes, and 24 for 'time'. Raise ValueError if the order
    is unknown.

    >>> sort_key('00112233-4455-6677-8899-aabbccddeeff', 'mysql-swap').hex()
    '66774455001122338899aabbccddeeff'
    """

def ticks_of(id: _Id, /) -> int:
    """Return the time of an id of version 1 or 6 as an int: steps of 100 ns
    since 1582-10-15 (RFC 9562, section 5.1).

    Raise ValueError if the id has another version.

    >>> ticks_of('c232ab00-9414-11ec-b3c8-9f6bdeced846')
    138648505420000000
    """

def time_format(time_ns: SupportsIndex, digits: SupportsIndex = 9) -> str:
    """Return the text of a time in UTC, as RFC 3339 has it.

    time_ns: an int of nanoseconds since 1970, as time_ns_of returns it.
    digits: those of the fraction of a second, 0 to 9; finer parts are
        dropped.

    A year after 9999 has a plus sign. Raise ValueError before the year 0
    and after 999999.

    >>> time_format(1645557742000000000, 3)
    '2022-02-22T19:22:22.000Z'
    """

def time_ns_of(id: _Id, /) -> int:
    """Return the time of an id as an int of nanoseconds since 1970, exactly.

    id: a uuid.UUID, TypeID, text in any form, or 16 bytes of version 1, 6
        or 7; or a ULID, as an object or as its text.

    Raise ValueError if the id has no time.

    >>> time_ns_of('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')
    1645557742000000000
    """

def time_of(id: _Id, /) -> _datetime:
    """Return the time of an id as an aware datetime in UTC.

    id: a uuid.UUID, TypeID, text in any form, or 16 bytes of version 1, 6
        or 7; or a ULID, as an object or as its text.

    Raise ValueError if the id has no time, and OverflowError if it is after
    the year 9999. datetime holds microseconds, so the tenths of a
    microsecond of versions 1 and 6 are dropped.

    >>> time_of('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')
    datetime.datetime(2022, 2, 22, 19, 22, 22, tzinfo=datetime.timezone.utc)
    """

def time_parse(text: str, /) -> int:
    """Return the time of a text as an int of nanoseconds since 1970.

    text: a date and time of RFC 3339, also with a blank for the T or with
        an offset such as +01; or a date alone. A time without an offset is
        in UTC. A year after 9999 has a plus sign.

    Raise ParseError, with the offset of what is wrong, if the text is no
    time.

    >>> time_parse('2022-02-22 19:22:22')
    1645557742000000000
    """

def to_guid_bytes(id: _Id, /) -> bytes:
    """Return the 16 bytes of an id as Microsoft stores a GUID: the first three
    fields are little-endian. The same as uuid.UUID.bytes_le.
    """

def to_oid_der(id: _Id, /) -> bytes:
    """Return the DER encoding of the object identifier 2.25.N of an id: 4 to
    22 bytes with tag and length (ITU-T X.667; X.690, 8.19).

    >>> to_oid_der('00000000-0000-0000-0000-000000000001').hex()
    '06026901'
    """

def typeid(prefix: str = "") -> TypeID:
    """Return a new TypeID, whose id is a new UUID of version 7.

    prefix: at most 63 characters a-z and '_', the first and the last of them
        a letter. Any other str is a ParseError.

    Source: TypeID 0.3.0.

    >>> typeid('user').prefix
    'user'
    """

def ulid(*, monotonic: bool = True) -> ULID:
    """Return a new ULID.

    monotonic: each ULID is above every one that this thread made so before,
        unless the clock is more than 10 s below its highest reading. In one
        millisecond, it is the previous one plus 1, so who knows one knows the
        next. False: 80 new random bits in each ULID.

    If the ULIDs of a millisecond are exhausted, or the clock or the random
    source fails, raise GenerateError.

    Source: ULID specification, "Monotonicity".
    """

def ulid_as_v7(id: _Id, /) -> UUID:
    """Return a ULID as a UUID of version 7: version and variant overwrite six
    random bits. Two ULIDs that differ only there give the same UUID.

    >>> ulid_as_v7('01ARZ3NDEKTSV4RRFFQ69G5FAV')
    UUID('01563e3a-b5d3-7676-8c61-efb99302bd5b')
    """

def ulid_bytes(text: str = ..., /, *, monotonic: bool = True) -> bytes:
    """Return the 16 bytes of a new ULID. The same as bytes(ulid()), but
    faster. With a text of 26 characters, return the bytes of this ULID. The
    same as bytes(ULID(text)), but faster.

    >>> ulid_bytes('01ARZ3NDEKTSV4RRFFQ69G5FAV').hex()
    '01563e3ab5d3d6764c61efb99302bd5b'
    """

def ulid_str(*, monotonic: bool = True) -> str:
    """Return the text of a new ULID, 26 characters in upper case. The
    same as str(ulid()), but faster.
    """

def ms_of(id: _Id, /) -> int:
    """Return the time of an id as an int of milliseconds since 1970, rounded
    towards the past.

    id: a uuid.UUID, TypeID, text in any form, or 16 bytes of version 1, 6
        or 7; or a ULID, as an object or as its text.

    Raise ValueError if the id has no time.

    >>> ms_of('01FWHE4YDGFK1SHH6W1G60EECF')
    1645557742000
    """

def unmask(id: _Id, key: Buffer) -> UUID:
    """Return the id of version 7 that mask made the id of.

    key: 16 bytes from a secure source, such as secrets.token_bytes.

    Raise ValueError if the id has another version, or the key another
    length. Nothing detects a wrong key.
    """

@overload
def unmask_many(ids: _Ids, key: Buffer, out: None = None) -> bytes:
    """Return the ids of version 7 that mask_many was given.

    key: the 16 bytes of mask_many.
    ids: a contiguous buffer of 16 bytes an id, or a sequence of ids.
    out: a writable, contiguous buffer of 16 bytes an id; may be `ids`. Then
        the result is this object; otherwise it is new bytes.

    ValueError: an id of another version (the text names its position from
    0; the ids before it are in `out`), a length, or an overlap of buffers.
    ParseError: a str is not an id; its `index` is the position of the str.
    BufferError: not contiguous, or not writable. TypeError: others.
    """

@overload
def unmask_many(ids: _Ids, key: Buffer, out: _Out) -> _Out: ...
def uuid1(
    node: SupportsIndex | None = None,
    clock_seq: SupportsIndex | None = None,
) -> UUID:
    """Return a new UUID of version 1: a time in steps of 100 ns, a clock
    sequence and a node (RFC 9562, section 5.1).

    node: an int of 48 bits. Without it the node is random, so the id does
        not reveal the machine. uuid.getnode() is the node of the machine.
    clock_seq: an int, of which 14 bits are used. Without it, it is random.

    Raise ValueError if node is out of its range, and GenerateError if the
    clock is. Ids with a given node and clock_seq are unique in this
    interpreter, unless the clock is more than 49 days below its highest
    reading. Another process with the same node and clock_seq may make the
    same id.
    """

def uuid1_bytes(
    node: SupportsIndex | None = None,
    clock_seq: SupportsIndex | None = None,
) -> bytes:
    """Return the 16 bytes of a UUID.

    The same as uuid1(...).bytes, but faster.
    """

def uuid1_str(
    node: SupportsIndex | None = None,
    clock_seq: SupportsIndex | None = None,
) -> str:
    """Return the text of a UUID: 36 characters, lower case.

    The same as str(uuid1(...)), but faster.
    """

def uuid3(namespace: _Id, name: str | Buffer) -> UUID:
    """Return the UUID of version 3 of a name: MD5 of the namespace and
    the name (RFC 9562, section 5.3).

    namespace: an id, such as uuid.NAMESPACE_DNS, or one of the words
        'dns', 'url', 'oid' and 'x500'.
    name: a str, which is hashed in UTF-8, or bytes.

    The same namespace and name give the same UUID everywhere.
    MD5 proves nothing about the name.
    """

def uuid3_bytes(namespace: _Id, name: str | Buffer) -> bytes:
    """Return the 16 bytes of a UUID.

    The same as uuid3(...).bytes, but faster.
    """

def uuid3_str(namespace: _Id, name: str | Buffer) -> str:
    """Return the text of a UUID: 36 characters, lower case.

    The same as str(uuid3(...)), but faster.
    """

def uuid4() -> UUID:
    """Return a new random UUID (RFC 9562, section 5.4).

    Raise GenerateError if the system gives no random bytes. A
    forked child never repeats ids of its parent.

    >>> uuid4().version
    4
    """

def uuid4_bytes() -> bytes:
    """Return the 16 bytes of a UUID.

    The same as uuid4(...).bytes, but faster.
    """

def uuid4_str() -> str:
    """Return the text of a UUID: 36 characters, lower case.

    The same as str(uuid4(...)), but faster.
    """

def uuid5(namespace: _Id, name: str | Buffer) -> UUID:
    """Return the UUID of version 5 of a name: SHA-1 of the namespace and the
    name (RFC 9562, section 5.5).

    namespace: an id, such as uuid.NAMESPACE_DNS, or one of the words
        'dns', 'url', 'oid' and 'x500'.
    name: a str, which is hashed in UTF-8, or bytes.

    The same namespace and name give the same UUID everywhere.
    SHA-1 proves nothing about the name.

    >>> str(uuid5('dns', 'www.example.com'))
    '2ed6657d-e927-568b-95e1-2665a8aea6a2'
    """

def uuid5_bytes(namespace: _Id, name: str | Buffer) -> bytes:
    """Return the 16 bytes of a UUID.

    The same as uuid5(...).bytes, but faster.
    """

def uuid5_str(namespace: _Id, name: str | Buffer) -> str:
    """Return the text of a UUID: 36 characters, lower case.

    The same as str(uuid5(...)), but faster.
    """

def uuid6(
    node: SupportsIndex | None = None,
    clock_seq: SupportsIndex | None = None,
) -> UUID:
    """Return a new UUID of version 6: version 1 in an order that sorts by time
    (RFC 9562, section 5.6).

    node: an int, of which 48 bits are used. Without it the node is random.
    clock_seq: an int, of which 14 bits are used. Without it, it is random.

    Raise GenerateError if the clock is out of its range.
    """

def uuid6_bytes(
    node: SupportsIndex | None = None,
    clock_seq: SupportsIndex | None = None,
) -> bytes:
    """Return the 16 bytes of a UUID.

    The same as uuid6(...).bytes, but faster.
    """

def uuid6_str(
    node: SupportsIndex | None = None,
    clock_seq: SupportsIndex | None = None,
) -> str:
    """Return the text of a UUID: 36 characters, lower case.

    The same as str(uuid6(...)), but faster.
    """

def uuid7() -> UUID:
    """Return a new UUID of version 7, which sorts by time (RFC 9562, section
    5.7): Unix milliseconds, a fraction of 20 bits and 54 random bits.

    Each one is above every one that this thread made before, unless the
    clock is more than 10 s below its highest reading. Raise GenerateError if
    the clock is before 1970 or after 2527, or the system gives no random
    bytes.

    >>> uuid7() < uuid7()
    True
    """

def uuid7_at(time: _Time) -> UUID:
    """Return a new UUID of version 7 of a time, for example of a row that was
    created before it had an id.

    time: an aware datetime, or an int of milliseconds since 1970. Ids of
        datetimes sort by their microseconds too, and have 62 random bits.
        Ids of ints have 74 random bits after the milliseconds. Ids of one
        time have no order among themselves.

    Raise ValueError if the time is naive, or outside the years 1970 to
    10889.

    >>> time_of(uuid7_at(1645557742000)).isoformat()
    '2022-02-22T19:22:22+00:00'
    """

def uuid7_at_bytes(time: _Time) -> bytes:
    """Return the 16 bytes of a UUID.

    The same as uuid7_at(...).bytes, but faster.
    """

def uuid7_at_str(time: _Time) -> str:
    """Return the text of a UUID: 36 characters, lower case.

    The same as str(uuid7_at(...)), but faster.
    """

def uuid7_bytes() -> bytes:
    """Return the 16 bytes of a UUID.

    The same as uuid7(...).bytes, but faster.
    """

def uuid7_str() -> str:
    """Return the text of a UUID: 36 characters, lower case.

    The same as str(uuid7(...)), but faster.
    """

def uuid8(
    a: SupportsIndex | None = None,
    b: SupportsIndex | None = None,
    c: SupportsIndex | None = None,
) -> UUID:
    """Return a UUID of version 8 with bits of your own (RFC 9562, section
    5.8).

    a, b, c: ints, of which the low 48, 12 and 62 bits are used. What is not
        given is random.

    >>> str(uuid8(0x12345678, 0x92, 0x5f2a))
    '00001234-5678-8092-8000-000000005f2a'
    """

def uuid8_bytes(
    a: SupportsIndex | None = None,
    b: SupportsIndex | None = None,
    c: SupportsIndex | None = None,
) -> bytes:
    """Return the 16 bytes of a UUID.

    The same as uuid8(...).bytes, but faster.
    """

def uuid8_from_digest(digest: Buffer) -> UUID:
    """Return the UUID of version 8 of a digest of a namespace and a name (RFC
    9562, appendix B.2): its first 16 bytes, with version and variant.

    digest: 16 bytes or more, of a hash of your choice.

    Raise ValueError if the digest is shorter.
    """

def uuid8_from_digest_bytes(digest: Buffer) -> bytes:
    """Return the 16 bytes of a UUID.

    The same as uuid8_from_digest(...).bytes, but faster.
    """

def uuid8_from_digest_str(digest: Buffer) -> str:
    """Return the text of a UUID: 36 characters, lower case.

    The same as str(uuid8_from_digest(...)), but faster.
    """

def uuid8_sha256(namespace: _Id, name: str | Buffer) -> UUID:
    """Return the UUID of version 8 of a name: SHA-256 of the namespace and the
    name (RFC 9562, appendix B.2).

    namespace: an id, such as uuid.NAMESPACE_DNS, or one of the words
        'dns', 'url', 'oid' and 'x500'.
    name: a str, which is hashed in UTF-8, or bytes.

    The same namespace and name give the same UUID everywhere.
    """

def uuid8_sha256_bytes(namespace: _Id, name: str | Buffer) -> bytes:
    """Return the 16 bytes of a UUID.

    The same as uuid8_sha256(...).bytes, but faster.
    """

def uuid8_sha256_str(namespace: _Id, name: str | Buffer) -> str:
    """Return the text of a UUID: 36 characters, lower case.

    The same as str(uuid8_sha256(...)), but faster.
    """

def uuid8_str(
    a: SupportsIndex | None = None,
    b: SupportsIndex | None = None,
    c: SupportsIndex | None = None,
) -> str:
    """Return the text of a UUID: 36 characters, lower case.

    The same as str(uuid8(...)), but faster.
    """

def uuids_of(ids: _Ids) -> list[UUID]:
    """Return a list with a uuid.UUID for each id of a buffer.

    ids: a contiguous buffer of 16 bytes an id, or a sequence of ids.

    TypeError: neither. BufferError: not contiguous. ValueError: the length
    is not a multiple of 16. ParseError: a str is not an id; its `index` is
    the position of the str.

    >>> [id.version for id in uuids_of(new_many(2))]
    [7, 7]
    """

def v1_to_v6(id: _Id, /) -> UUID:
    """Return the UUID of version 6 with the fields of an id of version 1.
    Nothing is lost (RFC 9562, section 5.6).

    Raise ValueError if the id has another version.

    >>> v1_to_v6('c232ab00-9414-11ec-b3c8-9f6bdeced846')
    UUID('1ec9414c-232a-6b00-b3c8-9f6bdeced846')
    """

def v6_to_v1(id: _Id, /) -> UUID:
    """Return the UUID of version 1 with the fields of an id of version 6.
    Nothing is lost (RFC 9562, section 5.6).

    Raise ValueError if the id has another version.

    >>> v6_to_v1('1ec9414c-232a-6b00-b3c8-9f6bdeced846')
    UUID('c232ab00-9414-11ec-b3c8-9f6bdeced846')
    """

def v8_append(prefix_bits: int = 20) -> UUID:
    """Return a new UUID of version 8 that begins with ones, so that it sorts after
    nearly all random keys. It is unique in one database that checks the key.

    prefix_bits: 0 to 28, the same for all ids of a table, for ever. 20 bits are
        for tables with up to 2 * 10**7 random keys, 24 to 3 * 10**8, and 28 to
        5 * 10**9. Each bit replaces a random one, so docs/guides/prefixed.md
        says how soon a repeat is expected.

    Ids of one length rise, in all threads of the interpreter, unless the clock
    is more than 10 s below its highest reading. The exceptions are those of uuid7,
    and ValueError for another number of bits.

    >>> v8_append().hex[:5]
    'fffff'
    """

def v8_append_at(time: _Time, prefix_bits: int = 20) -> UUID:
    """Return a new UUID as v8_append makes it, of a time: for a row that is older
    than its id. Ids of one time have no order among themselves.

    time: an aware datetime, or an int of milliseconds since 1970.
    prefix_bits: 0 to 28.

    Raise ValueError if the time is outside the years 1970 to 2527.
    """

@overload
def v8_append_at_many(times: Buffer, prefix_bits: int = 20, out: None = None) -> bytes:
    """Make an id as v8_append_at does of each time.

    times: a contiguous buffer of n signed 64-bit integers, milliseconds since
        1970, such as array.array('q').
    prefix_bits: 0 to 28.
    out: a writable, contiguous buffer of 16 bytes an id. Then the result is
        this object; otherwise it is new bytes.

    ValueError: a time is outside the years 1970 to 2527 (the text names its
    position from 0; `out` may hold ids before it), a length, or an overlap of
    buffers. BufferError: not contiguous, or not writable. TypeError: others.
    """

@overload
def v8_append_at_many(times: Buffer, prefix_bits: int, out: _Out) -> _Out: ...
@overload
def v8_append_at_many(times: Buffer, prefix_bits: int = 20, *, out: _Out) -> _Out: ...
def v8_append_floor(time: _Time, prefix_bits: int = 20) -> UUID:
    """Return the smallest id of a time whose prefix is all ones.

    Count the random keys above it before you choose prefix_bits: at most 28
    should be there.

    time: an aware datetime, or an int of milliseconds since 1970.

    >>> str(v8_append_floor(0))
    'fffff000-0000-8000-a000-000000000000'
    """

def v8_ceil(time: _Time, prefix: int, prefix_bits: int) -> UUID:
    """Return the largest id of a time and a prefix: of a microsecond if the time is
    a datetime, of a millisecond if it is an int.

    time, prefix, prefix_bits: as in v8_floor.

    The exceptions are those of v8_floor.
    """

def v8_floor(time: _Time, prefix: int, prefix_bits: int) -> UUID:
    """Return the smallest id of a time and a prefix.

    The ids of a prefix that were made from a to b lie between v8_floor of a and
    v8_ceil of b, both included. Beside keys of another layout, such as
    version 4, a query adds a condition on the version.

    time: an aware datetime, or an int of milliseconds since 1970.
    prefix: below 2**prefix_bits.
    prefix_bits: 0 to 28.

    Raise ValueError if a number is out of its range, or the time is outside
    the years 1970 to 2527.

    >>> str(v8_floor(1645557742000, 9, 4))
    '917f22e2-79b0-8000-a000-000000000000'
    """

def v8_prefix_of(id: _Id, prefix_bits: int) -> int:
    """Return the prefix of an id.

    id: a uuid.UUID, ULID, TypeID, text in any form, or 16 bytes.
    prefix_bits: the length of the prefixes of its table, 0 to 28. An id does
        not hold it.

    Raise ValueError if the number is out of its range, or the id is not of
    version 8 with a prefix. An id of another layout of version 8, or with
    another length, cannot be recognised.

    >>> v8_prefix_of(v8_sharded(9, 4), 4)
    9
    """

def v8_ranges(first: _Time, last: _Time, shard_bits: int) -> list[tuple[UUID, UUID]]:
    """Return the smallest and the largest id from a time to a time in every shard,
    both included, in the order of the shards.

    first, last: aware datetimes, or ints of milliseconds since 1970. `last` is
        the last microsecond or millisecond, as in v8_ceil.
    shard_bits: 0 to 10. There are 2**shard_bits pairs.

    Raise ValueError as v8_floor does.

    >>> len(v8_ranges(1645557742000, 1645557742999, 4))
    16
    """

def v8_sharded(shard: int, shard_bits: int) -> UUID:
    """Return a new UUID of version 8 that begins with the number of a shard. It is
    unique in one database that checks the key.

    shard: below 2**shard_bits, such as shard_of(tenant, shard_bits).
    shard_bits: 0 to 10, the same for all ids of a table, for ever.

    New ids go to 2**shard_bits places of an index, and those of a place rise as
    the ids of v8_append do. The exceptions are those of v8_append.

    >>> v8_sharded(9, 4).hex[0]
    '9'
    """

def v8_sharded_at(time: _Time, shard: int, shard_bits: int) -> UUID:
    """Return a new UUID as v8_sharded makes it, of a time.

    time: an aware datetime, or an int of milliseconds since 1970.
    shard, shard_bits: as in v8_sharded.

    Raise ValueError if the time is outside the years 1970 to 2527.
    """

@overload
def v8_sharded_at_many(times: Buffer, shard: int, shard_bits: int, out: None = None) -> bytes:
    """Make an id as v8_sharded_at does of each time.

    times: a contiguous buffer of n signed 64-bit integers, milliseconds since
        1970, such as array.array('q').
    shard: the shard of all ids, below 2**shard_bits.
    shard_bits: 0 to 10.
    out: as in v8_append_at_many, which has the exceptions too.
    """

@overload
def v8_sharded_at_many(times: Buffer, shard: int, shard_bits: int, out: _Out) -> _Out: ...
def validate(
    id: _Id,
    *,
    now: _Time | None = None,
    slack: timedelta | None = None,
) -> UUID:
    """Return the uuid.UUID of an id that is valid by RFC 9562: Nil, Max, or
    version 1 to 8 in the variant of the RFC (sections 4.1 and 4.2).

    id: a uuid.UUID, ULID, TypeID, text in any form, or 16 bytes.
    now: an aware datetime, or an int of milliseconds since 1970. If given,
        the time of versions 1, 6 and 7 must not be after it: not after the
        microsecond of a datetime, not after the millisecond of an int.
    slack: a timedelta that the time may be after now.

    Raise ValueError, or ParseError for a text that is not an id, and say
    what is wrong.

    >>> validate('017F22E279B07CC398C4DC0C0C07398F')
    UUID('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')
    """

def version_of(id: _Id, /) -> int | None:
    """Return the version of an id, 0 to 15, or None if its variant is not that
    of RFC 9562 (section 4.2), or if it is a guidon.ULID or the text of a
    ULID. Nil and Max have no version.

    The 16 bytes of a ULID do not show that they are one: the number is
    random then.

    >>> version_of('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')
    7
    """

def _scan(
    data: Buffer, start: int, last: bool, word: str, kind: int, flags: int, /
) -> tuple[list[tuple[int, int, bytes | None, int, int, bool, int]], int]:
    """Find the ids and the words in the shape of an alias in a piece of text. Return a list of
    (offset, length, id or None, length of the prefix, number of the alias or 0, stays, place of
    the id's kind in `_kinds`), and the offset at which the next piece begins.

    start: the offset at which the piece begins; 97 bytes before it stay in `data`.
    last: the text ends here.
    word, kind, flags: as in guidon_scanner_init.
    """

def _rank(text: str, kind: int, ids: Buffer, whole: bytes | None, /) -> bytes | None:
    """Return the rank of each id by a query, as guidon_query_rank_many does; None for a text that
    can mean no id.

    kind: 0 for a part of the digits, 2 for a garbled text.
    ids: 16 bytes for each.
    whole: the id that the whole text is.
    """

def _short_length(ids: int, p: float, kind: int, /) -> int:
    """Return what guidon_short_length does, 0 for arguments that it refuses.

    ids: 0 to 2^64 - 1; other numbers are taken modulo 2^64.
    kind: a guidon_kind.
    """

def _alias_format(text: bytes, word: str, kind: int, number: int, spelling: int, /) -> bytes:
    """Return the alias of the text of an id or of a word, as guidon_alias_format does."""

def _span_format(id: bytes, text: bytes, /) -> bytes:
    """Return the text of an id in the form and the case of the text of another id."""
