# SPDX-License-Identifier: MIT
"""Ids in DataFrames of Apache Spark. Needs pyspark 4.1 or later, pandas and pyarrow.

    guidon_spark.derive_v7(df, time="created_at", key=key, from_="id", to="uuid")

Each function takes a DataFrame and returns a new one, as Spark's own methods do. The
ids of derive_v7, convert, parse and rekey depend on the row and the key alone. So a
task that Spark repeats, a lost executor, speculation and another partitioning change
nothing.

Every executor needs the packages guidon, pandas and pyarrow. Data go to Python and
back in batches of Arrow, by DataFrame.mapInArrow. Spark has no type for UUIDs: an id
is a string, or a binary of 16 bytes.

A value that is wrong ends the job. The message of a function of DataFrames has the
column, the partition, the row within the partition, counted from 0, and the value.
"""

try:
    # pandas is imported by pyspark, for mapInArrow too.
    import numpy as _numpy  # noqa: F401
    import pandas as _pandas  # noqa: F401
    import pyarrow as _pyarrow  # noqa: F401
    import pyspark.sql as _sql  # noqa: F401
except ImportError as error:
    raise ImportError(
        f"guidon_spark needs pyspark 4.1 or later, pandas and pyarrow ({error}); "
        "guidon-spark requires them, and so does the extra spark of guidon-ids"
    ) from error

from ._audit import Audit, audit
from ._frames import (
    convert,
    derive_v7,
    digest,
    fresh_v7,
    from_arrow,
    parse,
    to_arrow,
)
from ._functions import register
from ._rekey import Keys, rekey

__all__ = [
    "Audit",
    "Keys",
    "audit",
    "convert",
    "derive_v7",
    "digest",
    "fresh_v7",
    "from_arrow",
    "parse",
    "register",
    "rekey",
    "to_arrow",
]
