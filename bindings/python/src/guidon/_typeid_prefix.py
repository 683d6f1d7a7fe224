# SPDX-License-Identifier: MIT
"""A prefix that an annotation demands of a TypeID."""

from __future__ import annotations

from ._core import TypeID

TYPE_CHECKING = False  # an import of typing takes longer than this module
if TYPE_CHECKING:
    from typing import Any


class TypeIDPrefix:
    """Allow only TypeIDs of one prefix, in pydantic models.

    prefix: as for `typeid`. Any other str is a ParseError.

    >>> TypeIDPrefix("user")
    TypeIDPrefix('user')
    >>> from typing import Annotated
    >>> UserID = Annotated[TypeID, TypeIDPrefix("user")]
    """

    __slots__ = ("prefix",)
    prefix: str

    def __init__(self, prefix: str) -> None:
        checked = TypeID.from_uuid(bytes(16), prefix).prefix
        object.__setattr__(self, "prefix", checked)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot change")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TypeIDPrefix):
            return NotImplemented
        return self.prefix == other.prefix

    def __hash__(self) -> int:
        return hash((TypeIDPrefix, self.prefix))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.prefix!r})"

    def __reduce__(self) -> Any:
        return type(self), (self.prefix,)

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        from ._pydantic import prefix_schema

        return prefix_schema(self.prefix, source, handler)

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> Any:
        from ._pydantic import prefix_json_schema

        return prefix_json_schema(self.prefix, schema, handler)
