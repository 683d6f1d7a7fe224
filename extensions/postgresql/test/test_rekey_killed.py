# SPDX-License-Identifier: MIT
"""A move of keys that is killed, in any statement or with its server, goes on when it is asked
again, and nothing is done by halves."""

import threading

import psycopg
import pytest

import rekey
from cluster import rows
from rekey import REFERENCES, SHAPE, WRONG, ids, left, make, run, seen, undo_steps


def killed(watcher, session, statement, condition):
    """Run a statement in a thread, end its backend when the condition holds, and return
    the error."""
    failed = []

    def call():
        try:
            session.execute(statement)
        except psycopg.Error as error:
            failed.append(error)

    thread = threading.Thread(target=call)
    thread.start()
    pid = seen(watcher, f"pid = {session.info.backend_pid} AND {condition}")
    watcher.execute(f"SELECT pg_terminate_backend({pid})")
    thread.join(60)
    assert failed and isinstance(failed[0], psycopg.OperationalError)


def test_a_killed_backfill_goes_on(shop, another):
    """Rows that others have locked keep the backfill in its passes, where it is killed."""
    digest = rows(shop, REFERENCES)
    holder, worker = another(), another()
    steps = left(shop)
    backfill, = [n for n, one in enumerate(steps) if "backfill" in one]
    run(shop, steps[:backfill])
    holder.execute("BEGIN; SELECT FROM customer WHERE name = 'c100' FOR UPDATE")
    shop.execute("RESET ROLE")
    killed(shop, worker, steps[backfill], "wait_event = 'PgSleep'")
    shop.execute("SET ROLE shop_owner")
    first = ids(shop, "id_new")
    assert [name for name, key in first.items() if key is None] == ["c100"]
    assert left(shop)[0] == steps[backfill]
    holder.execute("ROLLBACK")
    run(shop, left(shop))
    second = ids(shop, "id_new")
    assert {**second, "c100": None} == first
    shop.execute("CALL guidon_rekey_swap('customer')")
    assert rows(shop, REFERENCES) == digest


def test_a_killed_index_is_built_again(shop, another):
    digest = rows(shop, REFERENCES)
    holder, worker = another(), another()
    steps = left(shop)
    index = next(n for n, one in enumerate(steps) if "CONCURRENTLY" in one)
    run(shop, steps[:index])
    # An index that is built concurrently waits for older transactions.
    holder.execute("BEGIN; UPDATE customer SET created = created WHERE name = 'c1'")
    shop.execute("RESET ROLE")
    killed(shop, worker, steps[index], "wait_event_type = 'Lock'")
    shop.execute("SET ROLE shop_owner")
    holder.execute("ROLLBACK")
    assert left(shop)[0] == "DROP INDEX CONCURRENTLY shop.customer_pkey_new"
    assert left(shop)[1] == steps[index]
    run(shop, left(shop))
    shop.execute("CALL guidon_rekey_swap('customer')")
    assert rows(shop, REFERENCES) == digest


def test_a_killed_wait_for_locks_changes_nothing(shop, another):
    """In each statement that takes locks, and in the swap."""
    holder = another()
    steps = [*left(shop), "CALL guidon_rekey_swap('customer', 10, 1000)"]
    for statement in steps:
        if "guidon_rekey_run" in statement or "guidon_rekey_swap" in statement:
            before = rows(shop, SHAPE)
            holder.execute("BEGIN; LOCK TABLE customer, orders, login, note IN ROW EXCLUSIVE MODE")
            shop.execute("RESET ROLE")
            killed(shop, another(), statement, "wait_event = 'PgSleep'")
            shop.execute("SET ROLE shop_owner")
            holder.execute("ROLLBACK")
            assert rows(shop, SHAPE) == before
        shop.execute(statement)
    assert rows(shop, WRONG) == []


@pytest.mark.newest
def test_a_server_that_stops_at_once(new_cluster, request):
    """Stopped without a checkpoint after a statement of each kind, and after the swap."""
    with new_cluster() as cluster:
        cluster.start(fsync="on", full_page_writes="on")
        with cluster.connect() as session:
            session.execute("CREATE EXTENSION guidon")
            make(session)
            digest, steps = rows(session, REFERENCES), left(session)
        stops = [steps[n] for n in rekey.of_each_kind(steps)]
        for _ in steps:
            with cluster.connect() as session:
                session.execute("SET ROLE shop_owner; SET search_path = shop, public")
                rest = [one for one in left(session) if "verify" not in one
                        and not one.startswith("ANALYZE")]
                if not rest:
                    break
                session.execute(rest[0])
                if rest[0] in stops or request.config.getoption("long"):
                    cluster.signal(9 if len(rest) % 2 else 3)
            if cluster.process.poll() is not None:
                cluster.start(fsync="on")
        with cluster.connect() as session:
            session.execute("SET ROLE shop_owner; SET search_path = shop, public")
            session.execute("CALL guidon_rekey_swap('customer')")
            cluster.signal(3)
        cluster.start()
        with cluster.connect() as session:
            assert rekey.swapped(session)
            assert rows(session, REFERENCES) == digest


# At the start and the end of each command that changes the catalogue, and after each batch of
# the backfill, this ends its own session, if it has been called so often. So a statement of a
# move dies between any two of those that it runs.
KILLER = """
    CREATE SEQUENCE killer.called; GRANT ALL ON SEQUENCE killer.called TO PUBLIC;
    GRANT USAGE ON SCHEMA killer TO PUBLIC;
    CREATE FUNCTION killer.die() RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
        IF nextval('killer.called') = current_setting('killer.at')::int THEN
            {how};
        END IF;
    END $$;
    CREATE FUNCTION killer.command() RETURNS event_trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM killer.die(); END';
    CREATE FUNCTION killer.batch() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM killer.die(); RETURN NULL; END';
    CREATE TRIGGER killer AFTER UPDATE ON shop.customer EXECUTE FUNCTION killer.batch();
    CREATE TRIGGER killer AFTER UPDATE ON shop.orders EXECUTE FUNCTION killer.batch();
    SET killer.at = 0;
    -- Not before DROP INDEX CONCURRENTLY, which must come first in its transaction.
    CREATE EVENT TRIGGER killer_start ON ddl_command_start WHEN TAG IN ('ALTER TABLE',
        'ALTER INDEX', 'COMMENT', 'CREATE FUNCTION', 'CREATE INDEX', 'CREATE TRIGGER',
        'DROP FUNCTION', 'DROP TRIGGER') EXECUTE FUNCTION killer.command();
    CREATE EVENT TRIGGER killer_end ON ddl_command_end EXECUTE FUNCTION killer.command()"""


def killed_everywhere(connect, restarted, first, step):
    """Move and undo, and move again and finish, each statement killed at its `first` command
    and at every `step`-th after that. Return how often one was killed."""
    done, killed_at, digest = 0, {}, None
    goals = ["swapped", "undone", "swapped again", "finished"]
    while goals:
        with connect() as session:
            session.execute("SET killer.at = 0; SET ROLE shop_owner; SET search_path = shop, public")
            digest = digest or rows(session, REFERENCES)
            assert rows(session, REFERENCES) == digest
            if goals[0] == "undone":
                rest = undo_steps(session)
            elif goals[0] == "finished":
                rest = [text for (text,) in rows(session, "SELECT guidon_rekey_finish_steps("
                                                 "'customer', confirm => 'no undo')")]
            else:
                rest = left(session)
                rest += [] if rekey.swapped(session) else ["CALL guidon_rekey_swap('customer')"]
            rest = [one for one in rest if "_verify" not in one and not one.startswith("ANALYZE")]
            if not rest:
                goals.pop(0)
                killed_at.clear()
                continue
            at = killed_at[rest[0]] = killed_at.get(rest[0], first - step) + step
            if goals[0] == "swapped again":
                at = 0
            before = rows(session, SHAPE)
            session.execute("SELECT setval('killer.called', 1, false)")
            session.execute(f"SET killer.at = {at}")
            try:
                session.execute(rest[0])
                continue
            except psycopg.OperationalError:
                done += 1
        restarted()
        with connect() as session:
            session.execute("SET killer.at = 0; SET search_path = shop, public")
            if "CONCURRENTLY" not in rest[0]:
                assert rows(session, SHAPE) == before, rest[0]
    return done


@pytest.mark.newest
def test_killed_between_any_two_commands(shop, another, request):
    """pg_terminate_backend at each command inside each statement, of the swap, the undo and the
    finish too.
    Nothing is done by halves, and the move goes on."""
    shop.execute("RESET ROLE; CREATE SCHEMA killer")
    try:
        shop.execute(KILLER.format(how="PERFORM pg_terminate_backend(pg_backend_pid())"))
        every = request.config.getoption("long")
        assert killed_everywhere(another, lambda: None, *((1, 1) if every else (2, 20))) > 20
    finally:
        shop.execute("SET killer.at = 0; DROP EVENT TRIGGER killer_start; "
                     "DROP EVENT TRIGGER killer_end; DROP SCHEMA killer CASCADE")


@pytest.mark.newest
def test_killed_with_the_server_between_two_commands(new_cluster, request):
    """kill -9 of the session, after which the server ends all others and recovers."""
    with new_cluster() as cluster:
        cluster.start(full_page_writes="on")
        with cluster.connect() as session:
            session.execute("CREATE EXTENSION guidon; CREATE SCHEMA killer")
            make(session)
            session.execute("RESET ROLE")
            session.execute(KILLER.format(how="EXECUTE format('COPY (SELECT) TO PROGRAM %L', "
                                              "'kill -9 ' || pg_backend_pid())"))
        places = (1, 1) if request.config.getoption("long") else (9, 1000)
        assert killed_everywhere(cluster.connect, cluster.wait_until_ready, *places) > 6
