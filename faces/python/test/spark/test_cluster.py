# SPDX-License-Identifier: MIT
"""The ids of a job are the same if an executor dies in the middle, if a speculative
task overtakes another, and with another number of partitions: on executors that are
processes."""

import pathlib
import threading

import pytest
from conftest import session
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

import cluster
import guidon.spark as gs

KEY = bytes(range(32))
ROWS = 60_000
LONG = 10_000_000
PARTITIONS = 12
HELD = 5
# A task is overtaken if it takes 1.1 times as long as half of all tasks.
SPECULATION = {"spark.speculation": True, "spark.speculation.interval": "100ms",
               "spark.speculation.multiplier": 1.1, "spark.speculation.quantile": 0.5,
               "spark.speculation.efficiency.enabled": False,
               "spark.executor.memory": "512m", "spark.executor.cores": 1}
BATCH = {"spark.sql.execution.arrow.maxRecordsPerBatch": 1000}
LONG_BATCH = ("spark.sql.execution.arrow.maxRecordsPerBatch", 10_000)


def stop():
    active = SparkSession.getActiveSession()
    if active is not None:
        active.stop()


@pytest.fixture(scope="module")
def spark():
    """Two executors with a core and 1024 MB each."""
    stop()
    made = session("local-cluster[2,1,1024]", **BATCH)
    yield made
    made.stop()


def orders(spark, n=ROWS, partitions=PARTITIONS):
    return spark.range(0, n, 1, partitions).selectExpr(
        "id", f"cast(id % {n // 10} as int) customer",
        "timestamp_millis(1600000000000 + id * 7919) at")


def customers(spark, n=ROWS, partitions=PARTITIONS):
    return spark.range(0, n // 10, 1, partitions).selectExpr(
        "id", "timestamp_millis(1500000000000 + id) at")


def derived(df, watched=None):
    """Orders with new keys; `watched` sees the rows before they get them."""
    if watched is not None:
        df = df.mapInArrow(watched, df.schema)
    return gs.derive_v7(df, time="at", key=KEY, from_="id", to="new")


def unique(df):
    """The digest of a column of ids, and how many are different."""
    return gs.digest(df, "id", "new"), df.select("new").distinct().count()


@pytest.fixture(scope="module")
def undisturbed(spark):
    digest, count = unique(derived(orders(spark)))
    assert count == ROWS and digest.startswith(f"{ROWS} rows, ")
    return digest


class Job(threading.Thread):
    """The digest of a DataFrame, computed while the test does something else."""

    def __init__(self, df):
        super().__init__(daemon=True)
        self.df, self.digest, self.error = df, None, None
        self.start()

    def run(self):
        try:
            self.digest = gs.digest(self.df, "id", "new")
        except Exception as error:
            self.error = error

    def result(self):
        self.join(cluster.DEADLINE)
        assert not self.is_alive(), "the job did not end"
        if self.error:
            raise self.error
        return self.digest


def is_killed(folder):
    return (pathlib.Path(folder) / "killed").exists()


def killed_in_the_middle(df, folder):
    """Compute a digest, and kill the executor of the held task when all other tasks
    have ended, so that their results on this executor are lost too."""
    job = Job(derived(df, cluster.Watched(folder, HELD, is_killed)))

    def others():
        ended = {partition for partition, _ in cluster.noted(folder, "ended")}
        return ended >= set(range(PARTITIONS)) - {HELD}
    try:
        cluster.wait(lambda: others() or job.error, "the tasks before the kill")
        if job.error:
            raise job.error
        victim, = cluster.noted(folder, "began", HELD).values()
        cluster.kill(victim)
    finally:
        (folder / "killed").touch()
    return job.result(), victim


def assert_tasks_ran_again(folder, victim):
    """The task that was killed, and those whose results were lost with it."""
    began = cluster.noted(folder, "began")
    lost = {partition for (partition, _), pid in began.items() if pid == victim}
    again = {partition for partition in range(PARTITIONS)
             if len(cluster.noted(folder, "began", partition)) > 1}
    assert HELD in lost and len(lost) > 1 and lost <= again


def test_ids_are_the_same_with_other_partitions(spark, undisturbed):
    for partitions in (1, 7):
        again = derived(orders(spark, partitions=partitions))
        assert gs.digest(again, "id", "new") == undisturbed


def test_ids_are_the_same_if_an_executor_is_killed(spark, undisturbed, tmp_path):
    digest, victim = killed_in_the_middle(orders(spark), tmp_path)
    assert_tasks_ran_again(tmp_path, victim)
    assert digest == undisturbed


def test_two_tables_stay_joined(spark):
    """Each order finds its customer by the new keys, and no other."""
    tables = {"orders": orders(spark), "customers": customers(spark)}
    mapping = {"customers": {"primary": "id", "time": "at"},
               "orders": {"primary": "id", "time": "at",
                          "foreign": {"customer": "customers"}}}
    new = gs.rekey(tables, mapping, KEY, as_="binary", keep="old_")
    parents = new["customers"].selectExpr("id as found", "old_id as number")
    pairs = new["orders"].join(parents, F.col("customer") == F.col("found"))
    row = pairs.selectExpr("count(*)", "count_if(number = old_customer)",
                           "count(distinct old_id)").first()
    assert tuple(row) == (ROWS, ROWS, ROWS)


def test_fresh_ids_differ_at_each_attempt(spark):
    """Why they are refused: two results of one DataFrame differ, also undisturbed."""
    df = gs.fresh_v7(orders(spark, 1000), to="new", retries_change_ids=True)
    assert unique(df)[0] != unique(df)[0]


def is_over(folder):
    return (pathlib.Path(folder) / "over").exists()


def test_ids_are_the_same_if_a_speculative_task_wins(undisturbed, tmp_path):
    """The first attempt of a task waits until the job is over, so that only a second
    attempt can end the task. Spark starts it on another host."""
    stop()
    notes = tmp_path / "notes"
    notes.mkdir()
    with cluster.Standalone(tmp_path, ["127.0.0.1", "127.0.0.2"]) as servers:
        made = session(servers.url, **BATCH, **SPECULATION)
        try:
            watched = cluster.Overtaken(notes, HELD, is_over)
            digest = Job(derived(orders(made), watched)).result()
            ended = set(cluster.noted(notes, "ended", HELD))
            began = cluster.noted(notes, "began", HELD)
        finally:
            (notes / "over").touch()
            made.stop()
    assert digest == undisturbed
    # Two attempts began, on two executors, and the later one ended.
    attempts = sorted(began)
    assert len(attempts) == 2 and len(set(began.values())) == 2
    assert ended == set(attempts[1:])


@pytest.mark.long
def test_ten_million_rows_and_a_killed_executor(spark, tmp_path):
    spark.conf.set(*LONG_BATCH)
    df = orders(spark, LONG)
    undisturbed, count = unique(derived(df))
    assert count == LONG
    digest, victim = killed_in_the_middle(df, tmp_path)
    assert_tasks_ran_again(tmp_path, victim)
    assert digest == undisturbed
