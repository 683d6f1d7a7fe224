# SPDX-License-Identifier: MIT
"""Column types of SQLAlchemy for ULIDs and TypeIDs.

    from guidon.sqlalchemy import ULID, TypeID

    class User(Base):
        __tablename__ = "user"
        id: Mapped[guidon.TypeID] = mapped_column(
            TypeID("user"), primary_key=True, default=lambda: guidon.typeid("user"))

With this line, the annotation Mapped[guidon.ULID] alone makes a column of ULIDs:

    class Base(DeclarativeBase):
        type_annotation_map = {guidon.ULID: ULID}

Columns of UUIDs need no type of this package: `sqlalchemy.Uuid` with
`default=guidon.uuid7`.

Both types keep a UUID: the native type on databases that have one, and 32 hex digits
on others. So ids sort by time, and a column of `sqlalchemy.Uuid` can get one of these
types without a change of the table. For Alembic, put `import guidon.sqlalchemy` into
script.py.mako, because the scripts of a migration name the types with their module.
"""

import uuid
from typing import Any, Optional

import guidon
from sqlalchemy import types


class ULID(types.TypeDecorator[guidon.ULID]):
    """A column of guidon.ULID.

    A bound value may be a guidon.ULID, a uuid.UUID or a text in the form of a ULID.
    Another value raises TypeError or guidon.ParseError, which SQLAlchemy wraps into
    StatementError.
    """

    impl = types.Uuid
    cache_ok = True

    @property
    def python_type(self) -> type:
        return guidon.ULID

    def process_bind_param(self, value: Any, dialect: Any) -> Optional[uuid.UUID]:
        return None if value is None else guidon.ULID(value).uuid

    def process_result_value(self, value: Any, dialect: Any) -> Optional[guidon.ULID]:
        return None if value is None else guidon.ULID(value)


class TypeID(types.TypeDecorator[guidon.TypeID]):
    """A column of guidon.TypeID, all with one prefix.

    prefix: the prefix of every value, such as "user". It is no part of the stored
    value, so changing it changes no row. ValueError if it is no prefix of a TypeID.

    A bound value may be a guidon.TypeID or its text, with this prefix, or a uuid.UUID.
    Another prefix raises ValueError, another text guidon.ParseError, and another value
    TypeError; SQLAlchemy wraps them into StatementError.
    """

    impl = types.Uuid
    cache_ok = True

    def __init__(self, prefix: str) -> None:
        super().__init__()
        guidon.TypeID.from_uuid(uuid.UUID(int=0), prefix)
        self.prefix = prefix

    def __repr__(self) -> str:
        return f"TypeID({self.prefix!r})"

    @property
    def python_type(self) -> type:
        return guidon.TypeID

    def process_bind_param(self, value: Any, dialect: Any) -> Optional[uuid.UUID]:
        if value is None or isinstance(value, uuid.UUID):
            return value
        typeid = value if isinstance(value, guidon.TypeID) else guidon.TypeID(value)
        if typeid.prefix != self.prefix:
            raise ValueError(f"the prefix is {typeid.prefix!r} (expected {self.prefix!r})")
        return typeid.uuid

    def process_result_value(self, value: Any, dialect: Any) -> Optional[guidon.TypeID]:
        return None if value is None else guidon.TypeID.from_uuid(value, self.prefix)
