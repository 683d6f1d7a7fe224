# SPDX-License-Identifier: MIT
"""The ids of a job are the same if an executor is killed in the middle, if a
speculative task overtakes another, and with another number of partitions: on executors
that are processes, with speculation on."""

import base64
import collections
import urllib.request

import pytest
from conftest import JAR, SECRET, session
from pyspark.sql import functions as F

import cluster
import guidon_spark as gs

KEY = bytes.fromhex(SECRET)
ROWS = 60_000
LONG = 10_000_000
JOINED = 1_000_000
PARTITIONS = 6
OTHERS = 5
HELD = 3
SETTINGS = {
    "spark.sql.execution.arrow.maxRecordsPerBatch": 1000,
    **JAR,
    "spark.executor.memory": "700m",
    "spark.executor.cores": 1,
    # A task is overtaken if it takes 1.1 times as long as half of all tasks.
    "spark.speculation": True,
    "spark.speculation.interval": "100ms",
    "spark.speculation.multiplier": 1.1,
    "spark.speculation.quantile": 0.5,
    "spark.speculation.efficiency.enabled": False,
    # Joins shuffle, and each stage has as many tasks as the tests expect.
    "spark.sql.autoBroadcastJoinThreshold": -1,
    "spark.sql.adaptive.coalescePartitions.enabled": False,
    "spark.sql.shuffle.partitions": PARTITIONS,
}
LONG_BATCH = ("spark.sql.execution.arrow.maxRecordsPerBatch", 10_000)
MAPPING = {
    "customers": {"primary": "id", "time": "at"},
    "orders": {"primary": "id", "time": "at", "foreign": {"customer": "customers"}},
}


@pytest.fixture(scope="module")
def event_logs(tmp_path_factory):
    return tmp_path_factory.mktemp("events")


@pytest.fixture(scope="module")
def one_session(servers, event_logs):
    made = session(
        servers.url,
        **SETTINGS,
        **{
            "spark.ui.enabled": True,
            "spark.ui.port": 0,
            "spark.eventLog.enabled": True,
            "spark.eventLog.compress": False,
            "spark.eventLog.dir": event_logs.as_uri(),
        },
    )
    yield made
    made.stop()


@pytest.fixture
def spark(one_session):
    """A session with two executors, each on a host of its own."""
    context = one_session.sparkContext
    cluster.wait(
        lambda: context._jsc.sc().getExecutorMemoryStatus().size() == 3,
        "the driver and two executors",
    )
    return one_session


def orders(spark, n=ROWS, partitions=PARTITIONS):
    return spark.range(0, n, 1, partitions).selectExpr(
        "id",
        f"cast(id % {n // 10} as int) customer",
        "timestamp_millis(1600000000000 + id * 7919) at",
    )


def customers(spark, n=ROWS, partitions=PARTITIONS):
    return spark.range(0, n // 10, 1, partitions).selectExpr(
        "id", "timestamp_millis(1500000000000 + id) at"
    )


def derived(df):
    return gs.derive_v7(df, time="at", key=KEY, from_="id", to="new")


def unique(df):
    """The digest of a column of ids, and how many are different."""
    return gs.digest(df, "id", "new"), df.select("new").distinct().count()


def rekeyed(spark, n=ROWS, partitions=PARTITIONS):
    tables = {"orders": orders(spark, n, partitions), "customers": customers(spark, n, partitions)}
    return gs.rekey(tables, MAPPING, KEY, as_="binary", keep="old_")


def assert_joined(new, n=ROWS):
    """Each order finds its customer by the new keys, and no other."""
    parents = new["customers"].selectExpr("id as found", "old_id as number")
    pairs = new["orders"].join(parents, F.col("customer") == F.col("found"))
    row = pairs.selectExpr(
        "count(*)", "count_if(number = old_customer)", "count(distinct old_id)"
    ).first()
    assert tuple(row) == (n, n, n)


@pytest.fixture(scope="module")
def undisturbed(one_session):
    digest, count = unique(derived(orders(one_session)))
    assert count == ROWS and digest.startswith(f"{ROWS} rows, ")
    return digest


def killed_in_the_middle(df, folder, partitions):
    """Compute a digest, and kill an executor in the middle, so that the results of its
    tasks are lost too.

    `df` has a step Watched that holds each attempt of a task. When all other tasks have
    ended, and a speculative attempt has begun on the other executor, the executor that has
    ended more tasks is killed. Either of them has an attempt of the task that is held.
    """
    job = cluster.Job(gs.digest, df)
    wanted = set(range(partitions)) - {HELD}
    try:
        job.wait(
            lambda: wanted <= {at for at, _ in cluster.noted(folder, "ended")}
            and len(cluster.noted(folder, "began", HELD)) > 1,
            "the held attempts",
        )
        began = cluster.noted(folder, "began", HELD)
        worked = collections.Counter(cluster.noted(folder, "ended").values())
        victim = max(began.values(), key=worked.__getitem__)
        assert set(began.values()) - {victim}, "the attempts share an executor"
        assert not cluster.noted(folder, "ended", HELD)
        cluster.kill(victim)
    finally:
        (folder / "killed").touch()
    digest = job.result()
    # Tasks that had ended on the victim ran again, and so did the one that it held.
    everything = cluster.noted(folder, "began")
    lost = {at for (at, _), pid in everything.items() if pid == victim}
    again = {
        at
        for at in range(partitions)
        if {pid for (where, _), pid in everything.items() if where == at} - {victim}
    }
    assert HELD in lost and len(lost) > 1 and lost <= again
    return digest


def watched(df, folder, kind=cluster.Watched, until="killed"):
    return df.mapInArrow(kind(folder, HELD, until), df.schema)


def test_ids_are_the_same_with_other_partitions(spark, undisturbed):
    for partitions in (1, OTHERS):
        again = derived(orders(spark, partitions=partitions))
        assert gs.digest(again, "id", "new") == undisturbed


def test_ids_are_the_same_if_a_speculative_task_wins(spark, undisturbed, tmp_path):
    """The first attempt of a task waits until the job is over, so that only a second
    attempt can end the task. Spark starts it on another host."""
    df = watched(orders(spark), tmp_path, cluster.Overtaken, "over")
    try:
        digest = cluster.Job(gs.digest, derived(df), "id", "new").result()
        began = cluster.noted(tmp_path, "began", HELD)
        ended = set(cluster.noted(tmp_path, "ended", HELD))
    finally:
        (tmp_path / "over").touch()
    assert digest == undisturbed
    # Two attempts began, on two executors, and the later one ended.
    attempts = sorted(began)
    assert len(attempts) == 2 and len(set(began.values())) == 2
    assert ended == set(attempts[1:])


def test_ids_are_the_same_if_an_executor_is_killed(spark, undisturbed, tmp_path):
    df = watched(orders(spark, partitions=OTHERS), tmp_path)
    digest = killed_in_the_middle(derived(df).select("id", "new"), tmp_path, OTHERS)
    assert digest == undisturbed


def by_jar(df):
    return df.selectExpr("id", "guidon_derive(at, 'customers', id) new")


def test_ids_of_the_jar_are_those_of_python(spark, undisturbed):
    for partitions in (1, OTHERS):
        assert gs.digest(by_jar(orders(spark, partitions=partitions))) == undisturbed


def test_ids_of_the_jar_are_the_same_if_an_executor_is_killed(spark, undisturbed, tmp_path):
    """Also beside a speculative task, which begins before it is killed."""
    df = watched(orders(spark, partitions=OTHERS), tmp_path)
    assert killed_in_the_middle(by_jar(df), tmp_path, OTHERS) == undisturbed


def test_two_tables_stay_joined_if_an_executor_is_killed(spark, tmp_path):
    """It is killed while tasks read the shuffle of the join, so that Spark derives the
    lost keys of both tables again."""
    new = rekeyed(spark)
    assert_joined(new)
    wanted = gs.digest(new["orders"])
    df = watched(rekeyed(spark, partitions=OTHERS)["orders"], tmp_path)
    assert killed_in_the_middle(df, tmp_path, PARTITIONS) == wanted


def test_an_event_log_does_not_show_the_key(spark, event_logs):
    key = b"secret" * 5 + b"!!"
    spark.sparkContext.setJobDescription("the job with a key")
    made = gs.derive_v7(orders(spark, 100), time="at", key=key, from_="id", to="new")
    assert made.count() == 100
    by_jar(orders(spark, 100)).cache().groupBy("new").count().collect()
    spark.sparkContext.setJobDescription("the job after it")
    spark.range(3).count()

    def logged():
        found = b"".join(path.read_bytes() for path in event_logs.rglob("events*"))
        return found if b"the job after it" in found else None

    text = cluster.wait(logged, "the log of the job")
    assert b"the job with a key" in text and b"derive_v7" in text and b"Derive.invoke" in text
    for form in (
        key,
        key.hex().encode(),
        base64.b64encode(key)[:40],
        KEY,
        SECRET.encode(),
        SECRET.upper().encode(),
    ):
        assert form not in text


def test_spark_does_not_show_the_key_of_a_name(spark):
    """Neither in a plan, nor in the names of columns, nor on the pages of its UI."""
    df = by_jar(orders(spark, 100)).groupBy("new").count()
    plans = spark.sparkContext._jvm.PythonSQLUtils.explainString
    shown = [plans(df._jdf.queryExecution(), mode) for mode in ("extended", "codegen", "formatted")]
    shown.append(str(orders(spark, 1).selectExpr("guidon_derive(at, 'customers', id)").columns))
    shown.append(str(spark.sql("SET").collect()))
    df.collect()
    api = f"{spark.sparkContext.uiWebUrl}/api/v1/applications/{spark.sparkContext.applicationId}"
    for page in (
        "environment",
        "sql?details=true&planDescription=true&length=1000",
        "jobs",
        "stages",
    ):
        with urllib.request.urlopen(f"{api}/{page}", timeout=60) as answer:
            shown.append(answer.read().decode())
    assert "Derive.invoke" in shown[0] and "Derive.invoke" in shown[3]
    assert "spark.guidon.secret.customers" in shown[5]
    for text in shown:
        assert SECRET not in text.lower()


def test_the_other_functions_run_on_executors(spark):
    """Also with the settings of Spark that the tests on few rows switch off."""
    gs.register(spark)
    df = derived(orders(spark, 1000))
    texts = gs.convert(df, "new", "hex", to="hex")
    row = (
        gs.parse(texts, "hex", to="data")
        .selectExpr(
            "*",
            "guidon_format(data, 'text') back",
            "guidon_time_of(data) time",
            "guidon_parse(hex) again",
        )
        .selectExpr(
            "count(*)",
            "count_if(back = new)",
            "count_if(again = data)",
            "count_if(unix_millis(time) = unix_millis(at))",
        )
        .first()
    )
    assert tuple(row) == (1000, 1000, 1000, 1000)
    found = gs.audit(df.unionAll(df.where("id < 10")), "new")
    assert (found.rows, found.duplicates, found.kinds) == (1010, 10, {"v7": 1010})


def test_fresh_ids_differ_at_each_attempt(spark):
    """Why they are refused: two results of one DataFrame differ, also undisturbed."""
    df = gs.fresh_v7(orders(spark, 1000), to="new", retries_change_ids=True)
    assert unique(df)[0] != unique(df)[0]


@pytest.mark.long
def test_ten_million_rows_and_a_killed_executor(spark, tmp_path):
    """In one run: executors that are processes, speculation, an executor that is
    killed, and another number of partitions."""
    spark.conf.set(*LONG_BATCH)
    undisturbed, count = unique(derived(orders(spark, LONG)))
    assert count == LONG
    df = watched(orders(spark, LONG, OTHERS), tmp_path)
    digest = killed_in_the_middle(derived(df).select("id", "new"), tmp_path, OTHERS)
    assert digest == undisturbed


@pytest.mark.long
def test_a_million_rows_stay_joined_if_an_executor_is_killed(spark, tmp_path):
    """The same for two tables: the executor is killed while tasks read the shuffle of
    the join."""
    spark.conf.set(*LONG_BATCH)
    new = rekeyed(spark, JOINED)
    assert_joined(new, JOINED)
    wanted = gs.digest(new["orders"])
    df = watched(rekeyed(spark, JOINED, OTHERS)["orders"], tmp_path)
    assert killed_in_the_middle(df, tmp_path, PARTITIONS) == wanted
