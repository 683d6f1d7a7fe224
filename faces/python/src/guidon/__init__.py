# SPDX-License-Identifier: MIT
"""UUIDs and ULIDs: fast, ordered, safe across fork, and real uuid.UUID objects."""

from ._core import (
    GenerateError,
    ParseError,
    __version__,
    format,
    forms,
    parse,
    uuid4,
    uuid7,
)

__all__ = [
    "GenerateError",
    "ParseError",
    "__version__",
    "format",
    "forms",
    "parse",
    "uuid4",
    "uuid7",
]
