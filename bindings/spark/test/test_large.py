# SPDX-License-Identifier: MIT
"""The ids of 10^8 rows: SQLite, Python and the jar derive the same ones, after a group and a
sort, from strings off the heap, by compiled and by interpreted code, and if an executor dies
while the other one runs its task too. The memory of an executor does not grow.

--long runs this, and --rows=N takes fewer rows."""

import itertools
import json
import os
import sys
import urllib.request

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from conftest import JAR, SECRET, session
from pyspark.sql import functions as F

import cluster
import guidon_spark as gs

pytestmark = pytest.mark.long

KEY = bytes.fromhex(SECRET)
PARTITIONS = 100
# The pages of an executor's heap are in memory from the start, so that whatever grows is
# memory that the library or Spark got elsewhere.
HEAP = "512m"
SETTINGS = {
    **JAR,
    "spark.ui.enabled": True,
    "spark.ui.port": 0,
    "spark.memory.offHeap.size": "256m",
    "spark.executor.memory": HEAP,
    "spark.executor.cores": 1,
    "spark.executor.extraJavaOptions": f"-XX:+UseSerialGC -Xms{HEAP} -XX:+AlwaysPreTouch",
    "spark.speculation": True,
    "spark.speculation.interval": "100ms",
    "spark.speculation.multiplier": 3,
    "spark.speculation.quantile": 0.5,
    "spark.speculation.efficiency.enabled": False,
    "spark.sql.adaptive.enabled": False,
    "spark.sql.shuffle.partitions": PARTITIONS,
}
# The rows of the task that waits: more than a batch.
HELD = 25_000
# What an executor may grow, in KiB, from a fifth of the rows on.
GROWTH = 32 << 10


@pytest.fixture(scope="module")
def rows(request):
    return request.config.getoption("--rows")


@pytest.fixture(scope="module")
def spark(servers, tmp_path_factory):
    made = session(servers.url, **SETTINGS, **{"spark.local.dir": tmp_path_factory.mktemp("local")})
    yield made
    made.stop()


def numbered(spark, first, end, partitions=PARTITIONS):
    """Rows with a time, and with a string that is hashed."""
    return spark.range(first, end, 1, partitions).selectExpr(
        "id", "timestamp_millis(1600000000000 + id * 7919) at", "concat('order ', id) text"
    )


def digest(df):
    return gs.digest(df.select("id", "new"))


def by_jar(df):
    return df.selectExpr("id", "guidon_derive(at, 'customers', text) new")


def derived_by_sqlite(path, rows):
    """Write the ids of the same rows to a file of Parquet."""
    sys.path.append(os.environ["GUIDON_APSW"])
    import apsw

    database = apsw.Connection(":memory:")
    database.enable_load_extension(True)
    database.load_extension(os.environ["GUIDON_SQLITE"])
    cursor = database.execute(
        "WITH RECURSIVE numbers(id) AS (SELECT 0 UNION ALL SELECT id + 1 FROM numbers WHERE id < ?) "
        "SELECT id, guidon_derive(1600000000000 + id * 7919, ?, 'order ' || id) FROM numbers",
        (rows - 1, KEY),
    )
    schema = pa.schema([("id", pa.int64()), ("new", pa.string())])
    with pq.ParquetWriter(path, schema, compression="none", use_dictionary=False) as out:
        while some := [*itertools.islice(cursor, 100_000)]:
            out.write_batch(pa.RecordBatch.from_arrays([*map(pa.array, zip(*some))], schema=schema))


@pytest.fixture(scope="module")
def wanted(spark, rows, tmp_path_factory):
    """The digest of the ids that SQLite derives."""
    path = tmp_path_factory.mktemp("sqlite") / "ids.parquet"
    derived_by_sqlite(path, rows)
    found = digest(spark.read.parquet(str(path)))
    path.unlink()
    assert found.startswith(f"{rows} rows, ")
    return found


def test_python_derives_the_ids_of_sqlite(spark, rows, wanted):
    df = numbered(spark, 0, rows)
    assert digest(gs.derive_v7(df, time="at", key=KEY, from_="text", to="new")) == wanted


@pytest.fixture(params=[True, False], ids=["compiled", "interpreted"])
def compiled(spark, request):
    before = {
        name: spark.conf.get(name)
        for name in ("spark.sql.codegen.wholeStage", "spark.sql.codegen.factoryMode")
    }
    spark.conf.set("spark.sql.codegen.wholeStage", request.param)
    spark.conf.set(
        "spark.sql.codegen.factoryMode", "CODEGEN_ONLY" if request.param else "NO_CODEGEN"
    )
    yield
    for name, value in before.items():
        spark.conf.set(name, value)


@pytest.mark.parametrize("step", ["sort", "group"])
def test_the_jar_derives_the_ids_of_sqlite(spark, rows, wanted, compiled, step):
    df = numbered(spark, 0, rows)
    if step == "sort":
        df = df.repartition(PARTITIONS, "id").sortWithinPartitions("text")
    else:
        df = df.groupBy("text").agg(F.max("id").alias("id"), F.max("at").alias("at"))
    assert digest(by_jar(df)) == wanted


# ---------------------------------------------------------------------- disturbed


def resident(pid):
    """The memory of a process in KiB."""
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS:"))


def ended(spark):
    """The number of the stage that runs, and how many of its tasks have ended."""
    tracker = spark.sparkContext.statusTracker()
    found = [(at, tracker.getStageInfo(at)) for at in tracker.getActiveStageIds()]
    return max(((at, info.numCompletedTasks) for at, info in found if info), default=(-1, 0))


def attempts(spark, stage):
    """The numbers of the attempts of the tasks of a stage that are not speculative."""
    context = spark.sparkContext
    url = (
        f"{context.uiWebUrl}/api/v1/applications/{context.applicationId}/stages/{stage}/0/taskList"
    )
    with urllib.request.urlopen(f"{url}?length=10000", timeout=600) as answer:
        return [task["attempt"] for task in json.load(answer) if not task["speculative"]]


def test_ids_are_the_same_and_memory_does_not_grow_if_an_executor_dies(
    spark, rows, wanted, tmp_path
):
    """One task waits until a speculative attempt has begun on the other executor, after nearly
    all other tasks. Then one executor is killed, and all its results are lost."""
    df = numbered(spark, 0, rows - HELD, PARTITIONS)
    last = numbered(spark, rows - HELD, rows, 1)
    watched = last.mapInArrow(cluster.Watched(tmp_path, PARTITIONS, "killed"), last.schema)
    executors = set(cluster.executors(spark.sparkContext.applicationId).values())
    assert len(executors) == 2
    job = cluster.Job(digest, by_jar(df.unionAll(watched)))
    try:
        stage, _ = job.wait(
            lambda: (now := ended(spark))[1] >= PARTITIONS // 5 and now, "a fifth of the tasks"
        )
        before = {pid: resident(pid) for pid in executors}
        began = job.wait(
            lambda: len(noted := cluster.noted(tmp_path, "began")) > 1 and noted, "two attempts"
        )
        assert set(began.values()) == executors, "the attempts share an executor"
        victim, survivor = executors
        cluster.kill(victim)
    finally:
        (tmp_path / "killed").touch()
    assert job.result() == wanted
    now = resident(survivor)
    print(f"{now} KiB, and {before[survivor]} KiB after a fifth of the tasks", end=" ")
    assert now <= before[survivor] + GROWTH
    assert sum(attempt > 0 for attempt in attempts(spark, stage)) > 1
