# SPDX-License-Identifier: MIT
"""Types of pydantic models for ids that stay a str.

guidon.ULID, guidon.TypeID and uuid.UUID need no type of this module: a field of these
classes validates and serialises as it is, and pydantic's own UUID7 accepts the UUIDs of
guidon.uuid7. Annotated[guidon.TypeID, guidon.TypeIDPrefix("user")] demands a prefix.

ULIDStr     a str that is a ULID, as 26 upper-case characters
TypeIDStr   a str that is a TypeID
"""

from typing import Annotated, Any

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, core_schema

from . import TypeID, ULID


class _TextOf:
    """Validate a value as an id of a class, and keep its text."""

    def __init__(self, cls: Any) -> None:
        self._cls = cls

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.chain_schema(
            [
                core_schema.str_schema(),
                handler.generate_schema(self._cls),
                core_schema.no_info_plain_validator_function(str),
            ]
        )

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> Any:
        return self._cls.__get_pydantic_json_schema__(schema, handler)


ULIDStr = Annotated[str, _TextOf(ULID)]
TypeIDStr = Annotated[str, _TextOf(TypeID)]
