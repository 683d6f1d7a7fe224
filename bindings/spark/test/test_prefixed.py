# SPDX-License-Identifier: MIT
"""Spans of time over sharded ids of version 8: the program of the guide, and what Spark reads."""

import pathlib
import re

import guidon
import guidon_spark as gs
import pyarrow as pa
import pyarrow.parquet
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
FIRST = 1767225600000  # the first of January 2026
MINUTE = 60_000


def written(path, random_keys, form):
    """A file of 20,000 ids in 16 shards, a minute apart, among random ids and ids of another
    version between the bounds; and the ids of the minutes 10,000 to 10,719."""
    ids = [
        guidon.v8_sharded_at(FIRST + n * MINUTE, guidon.shard_of(str(n).encode(), 4), 4)
        for n in range(20_000)
    ]
    wanted = ids[10_000:10_720]
    between = [one.bytes[:6] + b"\x4f" + one.bytes[7:] for one in wanted]
    whole = b"".join([*(one.bytes for one in ids), *between]) + guidon.new_many(random_keys, "v4")
    if form == "binary":
        column = pa.FixedSizeBinaryArray.from_buffers(
            pa.binary(16), len(whole) // 16, [None, pa.py_buffer(whole)]
        ).cast(pa.binary())
    else:
        texts = guidon.format_many(whole).decode()
        column = pa.array([texts[at : at + 36] for at in range(0, len(texts), 36)])
    pyarrow.parquet.write_table(pa.table({"id": column}), path, compression="none")
    return {one.bytes if form == "binary" else str(one) for one in wanted}


@pytest.mark.parametrize(
    ("form", "random_keys"), [("binary", 0), ("binary", 1_000_000), ("text", 10_000)]
)
def test_the_union_of_ranges_has_exactly_the_rows(spark, tmp_path, form, random_keys):
    wanted = written(tmp_path / "items.parquet", random_keys, form)
    (program,) = re.findall(
        r"^```py\n(.*?)^```", (ROOT / "docs/guides/prefixed.md").read_text("utf-8"), re.M | re.S
    )
    names = {
        "spark": spark,
        "items": spark.read.parquet(str(tmp_path / "items.parquet")),
        "first": FIRST + 10_000 * MINUTE,
        "last": FIRST + 10_720 * MINUTE - 1,
    }
    if form == "binary":
        program = program.replace("str(low), str(high)", "low.bytes, high.bytes")
    gs.register(spark)
    exec(compile(program, "docs/guides/prefixed.md", "exec"), names)
    found = [bytes(row.id) if form == "binary" else row.id for row in names["span"].collect()]
    assert len(found) == 720 and set(found) == wanted
    # The file's reader gets the bounds, and only rows between them go to Python.
    plan = names["span"]._jdf.queryExecution().executedPlan().toString()
    pushed = re.search(r"PushedFilters: \[(.*)", plan)[1]
    assert pushed.startswith("Or(") and "GreaterThanOrEqual(id" in pushed, plan
    assert plan.index("ArrowEvalPython") < plan.index("FileScan"), plan
