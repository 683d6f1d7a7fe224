# SPDX-License-Identifier: MIT
"""The functions of the jar guidon-spark, in sessions that have them."""

from __future__ import annotations

from pyspark.sql import Column, SparkSession
from pyspark.sql import functions as F
from pyspark.sql import types as T

from . import _columns


def has_jar(spark: SparkSession) -> bool:
    """Does the session have the functions of the jar?"""
    names = spark.conf.get("spark.sql.extensions", None) or ""
    return any(name.strip().endswith(".guidon.spark.GuidonExtensions") for name in names.split(","))


def derived(
    time: Column, value: Column, type_: T.DataType, key: str, name: str, form: str
) -> Column:
    """A column of ids, as derive_v7 describes them. `key` is the name of the key."""
    if name and isinstance(type_, T.StringType):
        value = F.concat(F.lit(name + "\0"), value)
    elif name:
        value = F.concat(F.lit(bytearray(name.encode() + b"\0")), _octets(value, type_))
    made = F.call_function("guidon_derive", time, F.lit(key), value)
    if form == _columns.BINARY:
        made = F.call_function("guidon_parse", made)
    elif form != "uuid":
        made = F.call_function("guidon_format", made, F.lit(form))
    missing = F.raise_error(F.lit("guidon_spark.derive_v7: a row has a value and no time"))
    return F.when(value.isNotNull() & time.isNull(), missing).otherwise(made)


def _octets(value: Column, type_: T.DataType) -> Column:
    """The bytes that are hashed: an integer as 8 bytes, the most significant first."""
    if isinstance(type_, T.BinaryType):
        return value
    return F.unhex(F.lpad(F.hex(value.cast("bigint")), 16, "0"))
