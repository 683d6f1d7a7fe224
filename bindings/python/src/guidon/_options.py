# SPDX-License-Identifier: MIT
"""The arguments of Generator as options of the library, for the extension module."""

from __future__ import annotations

import os

from ._core import _kind

TYPE_CHECKING = False  # an import of typing takes longer than this module
if TYPE_CHECKING:
    from typing import Any

# The numbers are those of the header <guidon/generate.h>; a static assertion of the
# extension module compares them.
_NAMES = {
    "scope": {"thread": 0, "process": 1, "host": 2},
    "layout": {"precise": 0, "counter": 1, "increment": 2, "unordered": 3, "trace": 4},
    "ulid_step": {"one": 0, "random": 1},
    "rollback": {"restart": 0, "wait": 1, "fail": 2},
    "overflow": {"wait": 0, "fail": 1},
}
_NODES = {None: 0, "random": 0, "mac": 1}
_FIXED_NODE = 2
_APPEND_BITS, _PREFIX_BITS_MAX, _SHARD_BITS_MAX = 20, 28, 10
_MAX = 2**32 - 1  # of a member of 32 bits; the library says which numbers are right


def _choose(option: str, given: Any) -> int:
    """The number of a name; 0, the default, for None."""
    if given is None:
        return 0
    names = _NAMES[option]
    if isinstance(given, str) and given in names:
        return names[given]
    if not isinstance(given, str):
        raise TypeError(f"{option}: expected str, not {type(given)!r}")
    *first, last = names
    raise ValueError(f"{option}: expected {', '.join(first)} or {last}, not {given!r}")


def _number(option: str, given: Any, low: int, high: int, default: int = 0) -> int:
    if given is None:
        return default
    if not isinstance(given, int):
        raise TypeError(f"{option}: expected int, not {type(given)!r}")
    if not low <= given <= high:
        raise ValueError(f"{option}: expected {low} .. {high}, not {given!r}")
    return given


def _function(option: str, given: Any, expected: str) -> Any:
    if given is not None and not callable(given):
        raise TypeError(f"{option}: expected {expected}, not {type(given)!r}")
    return given


def _node_number(kind: str, number: Any, bits: Any, lease_path: Any) -> tuple[int, int]:
    """The node number and its bits; (0, 0) without one or with that of a lease file."""
    has_file = lease_path is not None and number is None and bits is None
    if kind == "v8-node" and not has_file and (number is None or bits is None):
        raise TypeError("kind 'v8-node' needs node_number and node_number_bits, or lease_path")
    return _number("node_number", number, 0, _MAX), _number("node_number_bits", bits, 0, _MAX)


def _prefix(kind: str, prefix: Any, bits: Any, is_random: Any) -> tuple[int, int, bool]:
    """The prefix, its bits, and whether each id gets a random one."""
    if kind == "v8-append":
        if prefix is not None or is_random:
            raise ValueError("kind 'v8-append' has a prefix of ones: give prefix_bits alone")
        bits = _number("prefix_bits", bits, 0, _PREFIX_BITS_MAX, _APPEND_BITS)
        return (1 << bits) - 1, bits, False
    if kind == "v8-sharded" and bits is None:
        raise TypeError("kind 'v8-sharded' needs prefix_bits")
    most = _SHARD_BITS_MAX if kind == "v8-sharded" else _MAX
    return (
        _number("prefix", prefix, 0, _MAX),
        _number("prefix_bits", bits, 0, most),
        bool(is_random),
    )


def _node(node: Any) -> tuple[int, Any]:
    """Where the node comes from, and a fixed one, which the extension module reads."""
    if node is None or isinstance(node, str):
        if node not in _NODES:
            raise ValueError(
                f"node: expected random, mac, an int of 48 bits or 6 bytes, not {node!r}"
            )
        return _NODES[node], None
    return _FIXED_NODE, node


def options(
    kind: str = "v7",
    *,
    scope: Any = "thread",
    layout: Any = None,
    ulid_step: Any = None,
    rollback: Any = "restart",
    overflow: Any = "wait",
    clock: Any = None,
    random: Any = None,
    state: Any = None,
    rollback_tolerance_ms: Any = None,
    node: Any = None,
    clock_seq: Any = None,
    domain: Any = None,
    local_id: Any = None,
    node_number: Any = None,
    node_number_bits: Any = None,
    lease_path: Any = None,
    prefix: Any = None,
    prefix_bits: Any = None,
    prefix_random: Any = False,
) -> tuple[Any, ...]:
    """What the extension module makes a generator of: see its read_options."""
    kind = _kind(kind)
    if kind == "v2" and local_id is None:
        raise TypeError("local_id: kind 'v2' needs one")
    from_kernel = isinstance(random, str) and random == "kernel"
    return (
        kind,
        _choose("scope", scope),
        _choose("layout", layout),
        _choose("ulid_step", ulid_step),
        _choose("rollback", rollback),
        _choose("overflow", overflow),
        _number("rollback_tolerance_ms", rollback_tolerance_ms, 1, _MAX),
        *_node(node),
        _number("clock_seq", clock_seq, 0, 2**16 - 1, -1),
        _number("domain", domain, 0, 2**31 - 1),
        _number("local_id", local_id, 0, _MAX),
        *_node_number(kind, node_number, node_number_bits, lease_path),
        *_prefix(kind, prefix, prefix_bits, prefix_random),
        _function("clock", clock, "a function that returns nanoseconds, such as time.time_ns"),
        from_kernel,
        None
        if from_kernel
        else _function(
            "random", random, "'kernel' or a function of a number of bytes, such as os.urandom"
        ),
        None if state is None else os.fsencode(state),
        None if lease_path is None else os.fsencode(lease_path),
    )


options.__qualname__ = "Generator"  # what the TypeError of a wrong call names
