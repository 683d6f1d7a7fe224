# SPDX-License-Identifier: MIT
"""A field of ULIDs for Django models.

    from guidon.django import ULIDField

    class Order(models.Model):
        id = ULIDField(primary_key=True, default=guidon.ulid, editable=False)

Keys that are UUIDs need no field of this package:

        id = models.UUIDField(primary_key=True, default=guidon.uuid7)
"""

from typing import Any, Optional

from django import forms
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from . import ULID

# A column holds 16 bytes or hex digits, so a comparison of text would be wrong.
_LOOKUPS = frozenset({"exact", "gt", "gte", "in", "isnull", "lt", "lte", "range"})


def _read(value: Any, message: Any) -> Optional[ULID]:
    """The ULID of a value: a ULID, a uuid.UUID, a text of a ULID, or None."""
    if value is None or isinstance(value, ULID):
        return value
    try:
        return ULID(value)
    except (TypeError, ValueError) as error:
        raise ValidationError(message, code="invalid", params={"value": value}) from error


class ULIDFormField(forms.CharField):
    """The text of a ULID in a form. Its cleaned value is a guidon.ULID or None."""

    default_error_messages = {"invalid": _("Enter a valid ULID.")}

    def to_python(self, value: Any) -> Any:
        value = super().to_python(value)
        return None if value in self.empty_values else _read(value, self.error_messages["invalid"])


class ULIDField(models.Field):
    """A guidon.ULID in a column like that of UUIDField.

    The column is `uuid` on databases that have such a type and 32 hex digits on
    others, so ids sort by time in all of them, and a UUIDField can become a ULIDField
    without a change of the table. The lookups are exact, iexact, gt, gte, lt, lte,
    in, range and isnull. Lookups of a part of the text, such as startswith, raise
    FieldError.

    A value may be a guidon.ULID, a uuid.UUID or a text in the form of a ULID, in
    either case. Other values raise ValidationError.
    """

    default_error_messages = {"invalid": _("“%(value)s” is not a valid ULID.")}
    description = _("ULID")
    empty_strings_allowed = False

    def get_internal_type(self) -> str:
        return "UUIDField"

    def to_python(self, value: Any) -> Optional[ULID]:
        return _read(value, self.error_messages["invalid"])

    def get_prep_value(self, value: Any) -> Optional[ULID]:
        return self.to_python(super().get_prep_value(value))

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        ulid = self.to_python(value)
        if ulid is None:
            return None
        native = connection.features.has_native_uuid_field
        return ulid.uuid if native else ulid.uuid.hex

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Optional[ULID]:
        return None if value is None else ULID(value)

    def get_lookup(self, lookup_name: str) -> Any:
        name = "exact" if lookup_name == "iexact" else lookup_name
        return super().get_lookup(name) if name in _LOOKUPS else None

    def formfield(self, **kwargs: Any) -> Any:
        return super().formfield(**{"form_class": ULIDFormField, **kwargs})
