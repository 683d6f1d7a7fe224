# SPDX-License-Identifier: MIT
"""Ids of many sessions: after a fork, in order, after a crash and on a standby."""

import os
import shutil
import signal
import struct
import threading

import psycopg
import pytest

import build
import cluster as clusters
from cluster import rows, value

# Makers without arguments whose results the table `made` can hold.
MAKERS = """
    SELECT p.proname FROM pg_proc p
    JOIN pg_depend d ON d.objid = p.oid AND d.classid = 'pg_proc'::regclass
    JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'guidon'
    WHERE p.provolatile = 'v' AND p.pronargs = 0 AND NOT p.proretset
      AND p.prokind = 'f' AND format_type(p.prorettype, NULL) IN ('uuid', 'ulid')
      AND d.deptype = 'e' AND p.proname LIKE %s ORDER BY 1"""


def makers(session, like="%"):
    found = [name for (name,) in rows(session, MAKERS, like)]
    assert found
    return found


def table_of_ids(cluster, name="made"):
    """A table that refuses an id that stands in it. A ulid is stored as its uuid."""
    with cluster.connect() as session:
        session.execute("CREATE EXTENSION IF NOT EXISTS guidon")
        session.execute(f"CREATE TABLE {name} (id uuid PRIMARY KEY)")
        return makers(session)


def fill(session, names, count, table="made"):
    for name in names:
        session.execute(f"INSERT INTO {table} SELECT {name}()::text::{cast(name)} "
                        f"FROM generate_series(1, {count})")


def cast(name):
    return "ulid::uuid" if "ulid" in name else "uuid"


def in_threads(count, work):
    """Run work(i) in threads; raise the first error."""
    errors = []

    def guarded(i):
        try:
            work(i)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=guarded, args=[i]) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


# -------------------------------------------------------------------------- fork


def built_library(name, server, folder):
    """The library NAME.c of this folder, built for the server."""
    library = folder / f"{name}.so"
    build.checked("gcc", "-shared", "-fPIC", "-O2", "-I",
                  server.ask("--includedir-server"), "-o", library,
                  build.EXTENSION / f"test/{name}.c", "-ldl")
    library.chmod(0o755)
    return library


def test_200_backends_of_a_warm_postmaster_repeat_nothing(server, new_cluster):
    cluster = new_cluster()
    library = built_library("warm", server, cluster.folder)
    cluster.start(shared_preload_libraries=f"guidon,{library}")
    names = table_of_ids(cluster)
    sessions = [cluster.connect() for _ in range(200)]
    for session in sessions:
        fill(session, names, 100)
        session.close()
    assert cluster.value("SELECT count(*) FROM made") == 200 * 100 * len(names)


# ------------------------------------------------------------------------- order

SEQUENCED = """
DO $$ BEGIN
    FOR i IN 1..{count} LOOP
        PERFORM pg_advisory_lock(1);
        INSERT INTO made_{name} VALUES (nextval('turn'), {name}());
        PERFORM pg_advisory_unlock(1);
    END LOOP;
END $$"""


def test_cluster_order_over_8_clients(database, cluster):
    """A lock sequences the calls of 8 sessions; each id is above the one before."""
    database.execute("CREATE SEQUENCE turn")
    for name in makers(database, "%_cluster"):
        database.execute(f"CREATE TABLE made_{name} (turn int8, id "
                         f"{'ulid' if 'ulid' in name else 'uuid'})")

        def client(_):
            with cluster.connect(database.info.dbname) as session:
                session.execute(SEQUENCED.format(count=2500, name=name))

        in_threads(8, client)
        assert rows(database, f"""
            SELECT count(*), count(DISTINCT id), count(*) FILTER (WHERE id <= before)
            FROM (SELECT id, lag(id) OVER (ORDER BY turn) AS before
                  FROM made_{name}) pairs""") == [(20000, 20000, 0)], name


def test_cluster_order_when_the_clock_steps_back(server, new_cluster):
    """Another session, whose clock is five seconds behind, makes an id above. Its ids
    of guidon_v7(), which know nothing of other sessions, show that the clock moved."""
    cluster = new_cluster()
    clock = cluster.folder / "clock"
    clock.write_bytes(struct.pack("=q", 0))
    clock.chmod(0o644)
    cluster.environment = {
        "LD_PRELOAD": str(built_library("clock", server, cluster.folder)),
        "GUIDON_TEST_CLOCK": str(clock)}
    cluster.start()
    table_of_ids(cluster)
    with cluster.connect() as session:
        names = makers(session, "%_cluster")
        last = {name: value(session, f"SELECT {name}()::text") for name in names}
        alone = value(session, "SELECT guidon_v7()::text")
    with open(clock, "r+b") as file:
        file.write(struct.pack("=q", -5))
    with cluster.connect() as session:
        assert value(session, "SELECT guidon_v7()::text") < alone
        for name in names:
            assert value(session, f"SELECT {name}()::text") > last[name], name


# ------------------------------------------------------------------------- crash

ENDLESS = "DO $$ BEGIN LOOP RAISE NOTICE '%', {}(); END LOOP; END $$"


def killed_session(cluster, name, count):
    """Let a session make ids without an end, kill its backend with SIGKILL after
    `count` ids, and return the last id that the client saw."""
    seen = []

    def notice(diagnostic):
        seen.append(diagnostic.message_primary)
        if len(seen) == count:
            os.kill(session.info.backend_pid, signal.SIGKILL)

    session = cluster.connect()
    session.add_notice_handler(notice)
    try:
        session.execute(ENDLESS.format(name))
    except psycopg.OperationalError:
        pass
    assert len(seen) >= count
    return seen[-1]


def test_kill_of_a_backend_amid_making_ids(server, new_cluster):
    cluster = new_cluster().start()
    table_of_ids(cluster)
    amcheck = server.has("amcheck")
    if amcheck:
        cluster.rows("CREATE EXTENSION amcheck")
    with cluster.connect() as session:
        names = makers(session, "%_cluster")
    for name in names:
        last = killed_session(cluster, name, 5000)
        cluster.wait_until_ready()  # PostgreSQL recovers after the crash
        following = cluster.value(f"SELECT {name}()::text")
        assert following > last, name
        with cluster.connect() as session:
            fill(session, [name], 1000)
        if amcheck:
            cluster.rows("SELECT bt_index_check('made_pkey', true)")


def test_restart_keeps_cluster_order(new_cluster):
    cluster = new_cluster().start()
    table_of_ids(cluster)
    with cluster.connect() as session:
        names = makers(session, "%_cluster")
        last = {name: value(session, f"SELECT {name}()::text") for name in names}
    cluster.stop()
    cluster.start()
    for name in names:
        assert cluster.value(f"SELECT {name}()::text") > last[name]


def test_no_file_holds_the_cluster_order(new_cluster):
    """Whatever somebody does to files that may hold the state of the order: sessions that
    run and new ones continue it."""
    cluster = new_cluster().start()
    table_of_ids(cluster)
    with cluster.connect() as session:
        for name in makers(session, "%_cluster"):
            last = value(session, f"SELECT {name}()::text")
            (cluster.data / "pg_stat_tmp/guidon.state").write_bytes(b"")
            following = value(session, f"SELECT {name}()::text")
            assert following > last
            with cluster.connect() as other:
                assert value(other, f"SELECT {name}()::text") > following
    assert [path.name for path in cluster.data.rglob("*guidon*")] == ["guidon.state"]


LOCKS = "SELECT pg_advisory_lock(n) FROM generate_series(1, 1000000) n"


def test_cluster_order_when_locks_took_the_shared_memory(server, new_cluster):
    """Before PostgreSQL 17 the state needs memory of a part that locks use too. It fails
    with a hint, or is there already if the server preloads the module."""
    for preloaded in "", "guidon":
        cluster = new_cluster().start(shared_preload_libraries=preloaded)
        cluster.rows("CREATE EXTENSION guidon")
        with cluster.connect() as session:
            with pytest.raises(psycopg.errors.OutOfMemory):
                session.execute(LOCKS)
            if server.major >= 17 or preloaded:
                assert value(session, "SELECT guidon_v7_cluster()")
            else:
                with pytest.raises(psycopg.errors.OutOfMemory) as raised:
                    session.execute("SELECT guidon_v7_cluster()")
                assert "shared_preload_libraries" in raised.value.diag.message_hint
        cluster.stop()


# ------------------------------------------------------------------ second copies


def no_common_id(first, second):
    """Make ids on both clusters, and find none in both."""
    made = []
    for cluster in (first, second):
        with cluster.connect() as session:
            for name in makers(session):
                made += [str(id) for (id,) in rows(
                    session, f"SELECT {name}()::text FROM generate_series(1, 5000)")]
    assert len(set(made)) == len(made)


def standby_of(primary):
    """A running standby, from a base backup."""
    folder = clusters.temporary()
    primary.run("pg_basebackup", "-D", str(folder / "data"), "-R", "-X", "stream",
                "--checkpoint=fast", "--no-sync")
    return clusters.Cluster(primary.server, folder).start()


def test_standby_repeats_nothing(new_cluster):
    """The standby is a copy of a cluster that has made ids. It makes others, first
    while it follows the primary and then as a primary."""
    primary = new_cluster().start()
    fill(primary.connect(), table_of_ids(primary), 2000)
    with standby_of(primary) as standby:
        with primary.connect() as session:
            fill(session, makers(session), 2000)
        no_common_id(primary, standby)
        standby.rows("SELECT pg_promote()")
        no_common_id(primary, standby)


def test_copy_of_the_data_folder_repeats_nothing(server, new_cluster):
    first = new_cluster().start()
    fill(first.connect(), table_of_ids(first), 2000)
    first.stop()
    folder = clusters.temporary()
    shutil.copytree(first.data, folder / "data", symlinks=True)
    clusters.give(folder)
    first.start()
    with clusters.Cluster(server, folder).start() as second:
        no_common_id(first, second)
