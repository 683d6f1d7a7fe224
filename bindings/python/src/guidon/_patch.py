# SPDX-License-Identifier: MIT
"""Puts the makers of this package, and fast methods, into the standard library's uuid."""

from __future__ import annotations

import contextlib
import threading
import uuid

from . import _core

TYPE_CHECKING = False  # an import of typing takes longer than this module
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

_MAKERS = ("uuid1", "uuid3", "uuid4", "uuid5", "uuid6", "uuid7", "uuid8")
_ABSENT = object()

# The methods of UUID whose work _core does, if they are those of the standard library.
_METHODS = ("__init__", "__str__", "__eq__", "__lt__", "__le__", "__gt__", "__ge__")
# Methods that the standard library leaves to object. If UUID has one, it may do anything.
_INHERITED = ("__new__", "__ne__", "__getattribute__", "__getattr__")
_INT = vars(uuid.UUID).get("int")

# What each name was before patch() replaced or added it, and whether patch() put the fast
# methods in.
_before: dict[str, object] = {}
_has_put_methods = False
_lock = threading.Lock()


def _has_standard_methods() -> bool:
    """Is UUID as the standard library defines it, and the class of this package's ids?"""
    if uuid.UUID is not type(_core.NIL) or type(uuid.UUID) is not type:
        return False
    found = vars(uuid.UUID)
    own = (getattr(found.get(name), "__globals__", None) for name in _METHODS)
    return (
        all(names is vars(uuid) for names in own)
        and found.keys().isdisjoint(_INHERITED)
        and found.get("int") is _INT
    )


def _put_methods() -> bool:
    """Let UUID(text), str(id) and comparisons be done in C. Return whether they were not."""
    return _has_standard_methods() and _core._put_methods()


def _put() -> dict[str, object]:
    """Put the makers into uuid. Return what each changed name was before."""
    before = {}
    for name in _MAKERS:
        maker = getattr(_core, name)
        current = getattr(uuid, name, _ABSENT)
        if current is not maker:
            before[name] = current
            setattr(uuid, name, maker)
    return before


def _restore(before: dict[str, object]) -> list[str]:
    """Put back what the names were. Return the names that are restored.

    A name that other code has replaced in the meantime stays as it is.
    """
    restored = []
    for name, value in before.items():
        if getattr(uuid, name, _ABSENT) is not getattr(_core, name):
            continue
        if value is _ABSENT:
            delattr(uuid, name)
        else:
            setattr(uuid, name, value)
        restored.append(name)
    return restored


def patch() -> tuple[str, ...]:
    """Put the makers of this package into the standard library's module uuid.

    Afterwards uuid.uuid4 is guidon.uuid4, and so on for uuid1, uuid3, uuid5, uuid6,
    uuid7 and uuid8; versions of Python before 3.14 gain the last three. UUID stays the
    class that it is, with the same attributes, but UUID(text) of a canonical text, str(id)
    and comparisons of ids are faster. A class derived from UUID, and a method that a program
    replaces, work as before. Call patch before other modules are imported: a function that a
    module took before, by `from uuid import uuid4` or as the default of a field,
    cannot be replaced. A process that multiprocessing spawns is not patched until it
    calls patch itself; a forked process is. The makers ask the system for the time, so
    freezegun does not stop their clock; a Generator with a clock of its own obeys it.

    Return the names that this call replaced or added: () if uuid is patched already.

    >>> patch()
    ('uuid1', 'uuid3', 'uuid4', 'uuid5', 'uuid6', 'uuid7', 'uuid8')
    >>> patch()
    ()
    """
    global _has_put_methods
    with _lock:
        before = _put()
        for name, value in before.items():
            _before.setdefault(name, value)
        _has_put_methods |= _put_methods()
    return tuple(before)


def unpatch() -> tuple[str, ...]:
    """Give the standard library's module uuid its own makers back.

    A name that other code, such as a mock, has replaced after patch stays as it is.
    Return the names that this call restored or removed: () if uuid is not patched.
    """
    global _has_put_methods
    with _lock:
        restored = _restore(_before)
        for name in restored:
            del _before[name]
        if _has_put_methods:
            _core._take_out_methods()
            _has_put_methods = False
    return tuple(restored)


def is_patched() -> bool:
    """Return whether the makers of the standard library's module uuid are those of this
    package."""
    return all(getattr(uuid, name, _ABSENT) is getattr(_core, name) for name in _MAKERS)


@contextlib.contextmanager
def _block() -> Iterator[tuple[str, ...]]:
    with _lock:
        before = _put()
        has_put_methods = _put_methods()
    try:
        yield tuple(before)
    finally:
        with _lock:
            _restore(before)
            if has_put_methods:
                _core._take_out_methods()


class _Patched:
    """What patched() returns: a context manager, also inside itself, and a decorator of a
    function."""

    def __init__(self) -> None:
        self._running: list[contextlib.AbstractContextManager[tuple[str, ...]]] = []

    def __enter__(self) -> tuple[str, ...]:
        block = _block()
        names = block.__enter__()
        self._running.append(block)
        return names

    def __exit__(self, *error: Any) -> None:
        self._running.pop().__exit__(*error)

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        return _block()(function)

    def __bool__(self) -> bool:
        raise TypeError(
            "patched() has no truth value: write `with patched():`, or ask is_patched()"
        )


def patched() -> _Patched:
    """Patch uuid for the length of a with statement, for all threads.

    The value of `with patched() as names` is that of patch(). At the end, the names
    that were patched at the beginning are as they were before: inside a program that
    called patch(), they stay patched. `if patched():` is a TypeError, because only
    is_patched() tells whether uuid is patched.
    """
    return _Patched()
