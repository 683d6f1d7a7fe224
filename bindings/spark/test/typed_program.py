# SPDX-License-Identifier: MIT
"""A program with types, which mypy --strict reads and nobody runs."""

from typing import Optional

from pyspark.sql import DataFrame, SparkSession

import guidon_spark
from guidon_spark import Audit, Keys


def program(spark: SparkSession, df: DataFrame, key: bytes) -> Optional[str]:
    guidon_spark.register(spark)
    made: DataFrame = guidon_spark.derive_v7(
        df, time="at", key=key, from_="id", to="new", as_="binary", name="orders"
    )
    made = guidon_spark.derive_v7(df, time="at", key=lambda: key, from_="id", to="new")
    made = guidon_spark.derive_v7(df, time="at", key="customers", from_="id", to="new")
    made = guidon_spark.convert(made, "new", "ulid", from_form="any", to="ulid")
    made = guidon_spark.parse(made, "text", on_error="null", reason="why")
    made = guidon_spark.fresh_v7(made, to="fresh", retries_change_ids=True)
    mapping: dict[str, Keys] = {"a": {"primary": "id", "time": "at"}, "b": {"foreign": {"a": "a"}}}
    new: dict[str, DataFrame] = guidon_spark.rekey({"a": df, "b": df}, mapping, key)
    found: Audit = guidon_spark.audit(new["a"], "id")
    bits: dict[str, dict[int, float]] = found.weak_bits
    guidon_spark.audit(df, 5)  # type: ignore[arg-type]
    wrong: Keys = {"primry": "id"}  # type: ignore[typeddict-unknown-key]
    guidon_spark.rekey({"a": df}, {"a": wrong}, key)
    text: str = guidon_spark.digest(made, "new")
    return found.bad_example or text + str(bits)
