# SPDX-License-Identifier: MIT
"""How pydantic 2 validates and serialises ULID and TypeID.

The classes call these functions when a model is defined, so pydantic is imported
only by programs that use it.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any, Union

from pydantic_core import PydanticCustomError, core_schema

from ._core import ULID, ParseError, TypeID

ULID_PATTERN = "^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$"
SUFFIX_PATTERN = "[0-7][0-9a-hjkmnp-tv-z]{25}"
PREFIX_PATTERN = "([a-z]([a-z_]{0,61}[a-z])?_)?"

_Class = type[Union[ULID, TypeID]]
_JSON = dict[str, Any]


def _validator(cls: _Class, name: str, types: tuple[type, ...]) -> Callable[[Any], ULID | TypeID]:
    """Return a function from an object of one of the types to an object of cls."""
    make: Callable[[Any], ULID | TypeID] = cls

    def validate(value: Any) -> ULID | TypeID:
        if isinstance(value, cls):
            return value
        if not isinstance(value, types):
            expected = " or ".join(known.__name__ for known in types)
            raise PydanticCustomError(
                f"{name}_type",
                "Input should be a {class_name} (of type {expected})",
                {"class_name": cls.__name__, "expected": expected},
            )
        try:
            return make(value)
        except ParseError as error:
            named = " at offset " in error.reason
            raise PydanticCustomError(
                f"{name}_parsing",
                "Input should be a valid {class_name}: {reason}"
                + ("" if named else ", at offset {offset}"),
                {"class_name": cls.__name__, "reason": error.reason, "offset": error.offset},
            ) from error
        except ValueError as error:
            raise PydanticCustomError(
                f"{name}_parsing",
                "Input should be a valid {class_name}: {reason}",
                {"class_name": cls.__name__, "reason": str(error)},
            ) from error

    return validate


def _schema(cls: _Class, name: str, types: tuple[type, ...]) -> core_schema.CoreSchema:
    """Return a schema: strict mode takes an object of cls, or a str of JSON."""
    read = core_schema.no_info_plain_validator_function
    text = read(_validator(cls, name, (str,)))
    return core_schema.lax_or_strict_schema(
        lax_schema=read(_validator(cls, name, types)),
        strict_schema=core_schema.json_or_python_schema(
            json_schema=text, python_schema=core_schema.is_instance_schema(cls)
        ),
        serialization=core_schema.to_string_ser_schema(when_used="json-unless-none"),
    )


def ulid_schema(cls: type[ULID], source: Any, handler: Any) -> core_schema.CoreSchema:
    """Return the schema of ULID, or of a class derived from it."""
    return _schema(cls, "ulid", (ULID, str, bytes, uuid.UUID))


def ulid_json_schema(cls: type[ULID], schema: Any, handler: Any) -> _JSON:
    return {
        "type": "string",
        "format": "ulid",
        "pattern": ULID_PATTERN,
        "minLength": 26,
        "maxLength": 26,
    }


def typeid_schema(cls: type[TypeID], source: Any, handler: Any) -> core_schema.CoreSchema:
    """Return the schema of TypeID, or of a class derived from it."""
    return _schema(cls, "typeid", (TypeID, str))


def typeid_json_schema(cls: type[TypeID], schema: Any, handler: Any) -> _JSON:
    return {
        "type": "string",
        "format": "typeid",
        "pattern": f"^{PREFIX_PATTERN}{SUFFIX_PATTERN}$",
        "minLength": 26,
        "maxLength": 90,
    }


def check_prefix(prefix: str, value: Any) -> Any:
    """Return the value if it is a TypeID with the prefix, or None."""
    if value is not None and not isinstance(value, TypeID):
        raise PydanticCustomError(
            "typeid_type", "TypeIDPrefix('{prefix}') must annotate a TypeID", {"prefix": prefix}
        )
    if value is not None and value.prefix != prefix:
        raise PydanticCustomError(
            "typeid_prefix",
            "Input should be a TypeID with the prefix '{expected}', not '{prefix}'",
            {"expected": prefix, "prefix": value.prefix},
        )
    return value


def prefix_schema(prefix: str, source: Any, handler: Any) -> core_schema.CoreSchema:
    """Return the schema of an annotated TypeID with one prefix."""
    return core_schema.no_info_after_validator_function(
        lambda value: check_prefix(prefix, value), handler(source)
    )


def prefix_json_schema(prefix: str, schema: Any, handler: Any) -> _JSON:
    start = f"{prefix}_" if prefix else ""
    length = len(start) + 26
    return {
        **handler(schema),
        "pattern": f"^{start}{SUFFIX_PATTERN}$",
        "minLength": length,
        "maxLength": length,
    }
