# SPDX-License-Identifier: MIT
"""The attributes that classes derived from ULID and TypeID add to their objects."""

import copy
import copyreg
from typing import Any, Optional


def state_of(one: Any) -> Any:
    """The attributes of an object, as a pickle has them: a dict, a pair of one and of
    the slots, or None. This is object.__getstate__, which Python has from 3.11 on."""
    if hasattr(one, "__getstate__"):
        return one.__getstate__()
    attributes = getattr(one, "__dict__", None) or None
    slots = {
        name: getattr(one, name)
        for name in copyreg._slotnames(type(one))  # type: ignore[attr-defined]
        if hasattr(one, name)
    }
    return (attributes, slots) if slots else attributes


def with_state(made: Any, one: Any, memo: Optional[dict[int, Any]]) -> Any:
    """Give a new object the attributes of another one, and return it. `memo` is that of
    copy.deepcopy, or None for a shallow copy."""
    state = state_of(one)
    if memo is not None:
        memo[id(one)] = made
        state = copy.deepcopy(state, memo)
    if state is None:
        return made
    if hasattr(made, "__setstate__"):
        made.__setstate__(state)
        return made
    attributes, slots = state if isinstance(state, tuple) else (state, {})
    if attributes:
        made.__dict__.update(attributes)
    for name, value in (slots or {}).items():
        setattr(made, name, value)
    return made
