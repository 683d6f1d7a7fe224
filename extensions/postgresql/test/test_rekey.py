# SPDX-License-Identifier: MIT
"""Keys that move in phases. Every statement of a move leaves all references as they are,
whatever an application writes meanwhile, and a move that is undone leaves nothing behind.
test_rekey_killed.py kills moves."""

import re
import threading

import psycopg
import pytest

import rekey
import rekey_load
from cluster import rows, value
from rekey import REFERENCES, SHAPE, WRONG, ids, left, make, run, seen, undo_steps


# ------------------------------------------------------------------------- the road


def test_a_move_keeps_every_reference(shop):
    old, before = ids(shop), rows(shop, REFERENCES)
    run(shop, left(shop))
    assert ids(shop) == old and rows(shop, REFERENCES) == before
    shop.execute("CALL guidon_rekey_swap('customer')")
    assert rows(shop, REFERENCES) == before
    assert rows(shop, "SELECT count(*) FROM customer WHERE guidon_version_of(id) <> 7 OR "
                "guidon_time_of(id) <> created") == [(0,)]
    assert value(shop, "SELECT count(DISTINCT id) FROM customer") == 200
    # The index stays in the order of time, and links that are outside find their rows.
    assert rows(shop, "SELECT name FROM customer ORDER BY id LIMIT 3") == [
        ("c1",), ("c2",), ("c3",)]
    assert value(shop, "SELECT bool_and(guidon_new_id('customer', substr(name, 2)) = id AND "
                 "guidon_old_id('customer', id) = substr(name, 2)) FROM customer")
    assert value(shop, "SELECT guidon_new_id('customer', '100000') IS NULL")
    assert left(shop) == []


def test_what_a_swap_gives(shop):
    """Names, constraints, indexes, their options and comments are those of the old keys."""
    def of_old_names():
        return [tuple(str(part).replace("bigint", "uuid").replace("integer", "uuid")
                      for part in row) for row in rows(shop, SHAPE)
                if row[0] in ("index", "constraint") or "id" in row[2]]

    before = of_old_names()
    rekey.move(shop)
    after = of_old_names()
    missing = [row for row in before if row not in after and row[0] != "column"]
    assert missing == []
    assert ("column", "customer", "id uuid t guidon_v7() number of the customer", "None") in [
        tuple(str(part).replace("  ", " ") for part in row) for row in rows(shop, SHAPE)]
    # A new row gets a key of either kind.
    assert rows(shop, "INSERT INTO customer (name, created) VALUES ('x', now()) RETURNING "
                "guidon_version_of(id), id_old") == [(7, 201)]


def test_add_keeps_the_old_key(shop):
    application = rekey.Application(shop)
    run(shop, left(shop, "add"))
    application.write()
    by_new = re.sub(r"\b(id|parent|customer_id|friend|[ln]\.customer)( =|$|\n| *UNION|\) r| AND)",
                    r"\1_new\2", WRONG)
    assert by_new.count("_new") == 10 and rows(shop, by_new) == []
    assert value(shop, "SELECT guidon_rekey_verify('customer')") > 600
    assert value(shop, "SELECT count(*) FROM customer WHERE guidon_version_of(id_new) = 7 AND "
                 "id IS NOT NULL") == value(shop, "SELECT count(*) FROM customer")
    # What an application writes beside the key has no effect.
    shop.execute("UPDATE customer SET id_new = gen_random_uuid(), parent_new = NULL; "
                 "UPDATE orders SET customer_id_new = gen_random_uuid()")
    assert value(shop, "SELECT guidon_rekey_verify('customer')") > 600
    # The swap goes on from there.
    run(shop, left(shop))
    shop.execute("CALL guidon_rekey_swap('customer')")
    application.write()


@pytest.mark.parametrize("kind", ["v7", "ulid", "derive"])
def test_writes_between_all_statements(shop, kind):
    """An application writes before and after each statement of a move and of its undo."""
    if kind == "derive":
        rekey.secret(shop)
    before = rows(shop, SHAPE)
    application = rekey.Application(shop)
    for statement in [*left(shop, kind=kind), "CALL guidon_rekey_swap('customer')"]:
        application.write()
        digest = rows(shop, REFERENCES)
        shop.execute(statement)
        assert rows(shop, REFERENCES) == digest, statement
    application.write()
    for statement in undo_steps(shop):
        digest = rows(shop, REFERENCES)
        shop.execute(statement)
        assert rows(shop, REFERENCES) == digest, statement
        application.write()
    assert rows(shop, SHAPE) == before


def test_asked_again_after_each_statement(shop):
    """Who stops after a statement and asks again gets what is left, and no more."""
    done = []
    while True:
        rest = [one for one in left(shop) if "guidon_rekey_verify" not in one
                and not one.startswith("ANALYZE")]
        if not rest:
            break
        shop.execute(rest[0])
        done.append(rest[0])
        assert len(done) < 60
    assert len(set(done)) == len(done)
    shop.execute("CALL guidon_rekey_swap('customer')")
    assert rows(shop, WRONG) == []


def test_undone_after_each_kind_of_statement(shop, request):
    """From every phase there is a way back, and nothing is left of the move."""
    before, digest = rows(shop, SHAPE), rows(shop, REFERENCES)
    application = rekey.Application(shop)
    steps = [*left(shop), "CALL guidon_rekey_swap('customer')"]
    every = request.config.getoption("long")
    for n in range(len(steps)) if every else rekey.of_each_kind(steps):
        run(shop, (left(shop) + steps[-1:])[:n + 1])
        if n % 5 == 0:
            application.write()
            digest = rows(shop, REFERENCES)
        # The undo itself is asked for again after each statement.
        while True:
            rest = [one for one in undo_steps(shop) if "guidon_rekey_verify" not in one]
            if not rest:
                break
            shop.execute(rest[0])
        assert rows(shop, SHAPE) == before, steps[n]
        assert rows(shop, REFERENCES) == digest


def test_finish(shop):
    before = rows(shop, REFERENCES)
    with pytest.raises(psycopg.errors.ObjectNotInPrerequisiteState):
        shop.execute("SELECT guidon_rekey_finish_steps('customer', 'no undo')")
    rekey.move(shop)
    with pytest.raises(psycopg.errors.InvalidParameterValue):
        shop.execute("SELECT guidon_rekey_finish_steps('customer')")
    while True:
        rest = rows(shop, "SELECT guidon_rekey_finish_steps('customer', confirm => 'no undo')")
        if not rest:
            break
        shop.execute(rest[0][0])
    assert rows(shop, REFERENCES) == before
    assert [row[1:3] for row in rows(shop, SHAPE) if row[0] == "column" and "_old" in row[2]
            ] == [("customer", "id_old bigint f  guidon_rekey finished v7 created")]
    assert [row for row in rows(shop, SHAPE) if row[0] in ("trigger", "function")] == []
    assert value(shop, "SELECT guidon_new_id('customer', '7')::text") == ids(shop)["c7"]
    assert rows(shop, "INSERT INTO customer (name, created) VALUES ('x', now()) RETURNING "
                "guidon_version_of(id), id_old") == [(7, None)]
    with pytest.raises(psycopg.errors.ObjectNotInPrerequisiteState):
        undo_steps(shop)


# What an application does with partitions. {n} is another number each time.
EVENTS = """
    INSERT INTO event (at, customer, name, customer_name, guest) SELECT timestamptz '2026-02-01'
        + {n} * interval '1 day', id, 'new{n}', name, id FROM customer WHERE name = 'c{n}';
    UPDATE event SET at = at + interval '180 days' WHERE name = 'new{n}';
    UPDATE event SET customer = c.id, customer_name = c.name FROM customer c
        WHERE c.name = 'c' || {n} + 50 AND event.name = 'e{n}';
    BEGIN;
    INSERT INTO event (at, customer, name, customer_name) VALUES ('2026-11-01', {key}, 'early{n}',
        'x{n}');
    INSERT INTO customer (id, name, created) VALUES ({key}, 'x{n}', now());
    COMMIT;
    DELETE FROM customer WHERE name = 'x' || {n} - 2"""
WRONG_EVENTS = """
    SELECT e.name, c.name, e.customer_name, e.guest FROM event e LEFT JOIN customer c
    ON c.id = e.customer WHERE c.name IS DISTINCT FROM e.customer_name OR e.name LIKE 'new%'
    AND e.guest NOT IN (SELECT id FROM customer WHERE name = 'c' || substr(e.name, 4))"""


@pytest.mark.parametrize("kind", ["v7", "ulid"])
def test_partitions_move(shop, kind):
    """With writes between all statements, of which each was asked for anew; also into another
    partition, and with a partition that comes in the middle."""
    shop.execute(rekey.PARTS)
    before, number = rows(shop, SHAPE), 0

    def write():
        nonlocal number
        number += 1
        key = str(9000 + number)
        if rekey.swapped(shop):
            key = (f"'0000000000{number:016}'" if kind == "ulid" else
                   f"'00000000-0000-7000-8000-{number:012}'")
        for text in EVENTS.split(";"):
            shop.execute(text.format(n=number, key=key))
        assert rows(shop, WRONG_EVENTS) == []

    def rest(statements):
        return [one for one in statements if "_verify" not in one and "ANALYZE" not in one]

    while rest(left(shop, kind=kind)):
        write()
        shop.execute(rest(left(shop, kind=kind))[0])
        assert number < 99
        if number == 9:
            shop.execute("CREATE TABLE event_3 PARTITION OF event FOR VALUES FROM ('2027-01-01') "
                         "TO ('2028-01-01'); INSERT INTO event (at, customer, name, customer_name) "
                         "SELECT '2027-05-05', id, 'third', name FROM customer WHERE name = 'c77'")
    write()
    assert value(shop, "SELECT guidon_rekey_verify('customer')") > 900
    shop.execute("CALL guidon_rekey_swap('customer')")
    assert rekey.swapped(shop) and rows(shop, WRONG_EVENTS) == []
    assert rows(shop, "SELECT indexrelid::regclass::text, indisvalid FROM pg_index WHERE indrelid "
                "= 'event'::regclass AND NOT indisvalid") == []
    write()
    while undo_steps(shop) and rekey.swapped(shop):
        shop.execute(rest(undo_steps(shop))[0])
        write()
    run(shop, undo_steps(shop))
    write()
    shop.execute("DROP TABLE event_3")
    assert rows(shop, SHAPE) == before


@pytest.mark.parametrize("trigger", ["USER", '"~guidon_rekey"', '"~guidon_rekey_late"'])
def test_a_trigger_that_is_disabled_in_a_partition_stops_the_swap(shop, trigger):
    """What changed meanwhile would refer to other rows after it. The steps find these rows."""
    shop.execute(rekey.PARTS)
    run(shop, left(shop))
    before = rows(shop, SHAPE)
    shop.execute(f"ALTER TABLE event_1 DISABLE TRIGGER {trigger}; UPDATE event SET customer = c.id, "
                 "customer_name = c.name FROM customer c WHERE event.name = 'e1' AND c.name = 'c9'")
    with pytest.raises(psycopg.errors.ObjectNotInPrerequisiteState) as refused:
        shop.execute("CALL guidon_rekey_swap('customer')")
    assert "is not ready for the swap" in str(refused.value)
    assert rows(shop, SHAPE) == before
    if trigger != '"~guidon_rekey_late"':
        with pytest.raises(psycopg.errors.IntegrityConstraintViolation):
            run(shop, left(shop))
    shop.execute("UPDATE event SET customer = NULL WHERE name = 'e1'; "
                 "UPDATE event SET customer = c.id FROM customer c "
                 "WHERE event.name = 'e1' AND c.name = 'c9'")
    run(shop, left(shop))
    shop.execute("CALL guidon_rekey_swap('customer')")
    assert rows(shop, WRONG_EVENTS) == []


def test_who_holds_a_partition_is_named(shop, another):
    """Each partition is locked by itself, so the budget holds for all of them together."""
    shop.execute(rekey.PARTS)
    run(shop, left(shop))
    holder = another()
    holder.execute("BEGIN; SELECT FROM event_1 LIMIT 1")
    with pytest.raises(psycopg.errors.LockNotAvailable) as refused:
        shop.execute("CALL guidon_rekey_swap('customer', budget_ms => 20, tries => 2)")
    assert "no lock on table shop.event_1 after 2 tries" in str(refused.value)
    assert f"process {holder.info.backend_pid} of " in refused.value.diag.message_detail
    holder.execute("ROLLBACK")
    shop.execute("CALL guidon_rekey_swap('customer', 20, 9)")


SETTINGS = """
    SELECT * FROM (SELECT attrelid, attname, nullif(attstattarget, -1) AS target,
        ARRAY(SELECT o FROM unnest(attoptions) o WHERE o LIKE 'n\\_distinct%') AS options,
        CASE WHEN attrelid::regclass::text LIKE '%event%' THEN col_description(attrelid, attnum)
        END AS comment FROM pg_attribute WHERE attnum > 0 AND NOT attisdropped) a
    WHERE (target IS NOT NULL OR options <> '{}' OR comment = 'of a partition')
        AND attrelid IN (SELECT oid FROM pg_class WHERE relkind IN ('r', 'p')
            AND relnamespace = 'shop'::regnamespace) ORDER BY 1, 2"""


def test_settings_of_columns_stay(shop):
    """Also those of single partitions."""
    shop.execute(rekey.PARTS)
    shop.execute("""
        ALTER TABLE orders ALTER customer_id SET STATISTICS 777, ALTER customer_id
            SET (n_distinct = -0.5, n_distinct_inherited = 9);
        ALTER TABLE customer ALTER id SET STATISTICS 0;
        ALTER TABLE ONLY event ALTER customer SET STATISTICS 55;
        ALTER TABLE "event_2 ß" ALTER customer SET STATISTICS 66, ALTER guest SET (n_distinct = 8);
        COMMENT ON COLUMN event_1.guest IS 'of a partition'""")
    before = rows(shop, SETTINGS)
    assert len(before) == 6
    run(shop, left(shop))
    shop.execute("CALL guidon_rekey_swap('customer')")
    assert rows(shop, SETTINGS) == before
    run(shop, undo_steps(shop))
    assert rows(shop, SETTINGS) == before


PARTED = """
    SELECT conrelid::regclass::text, conname, obj_description(oid, 'pg_constraint'), NULL
        FROM pg_constraint WHERE contype = 'f' AND connamespace = 'shop'::regnamespace
    UNION ALL SELECT indexrelid::regclass::text, obj_description(indexrelid), NULL, NULL
        FROM pg_index JOIN pg_class c ON c.oid = indexrelid
        WHERE relnamespace = 'shop'::regnamespace
    UNION ALL SELECT stxname, obj_description(oid), (SELECT string_agg(attname, ' '
        ORDER BY attname) FROM pg_attribute WHERE attrelid = stxrelid AND attnum = ANY (stxkeys)),
        stxstattarget::text FROM pg_statistic_ext ORDER BY 1, 2, 3"""


def test_what_partitions_have_stays(shop):
    """Names and comments of foreign keys and indexes, and statistics with their targets, which
    each partition may have for itself."""
    shop.execute(rekey.PARTS)
    shop.execute("""
        CREATE TABLE event_4 (LIKE event, CONSTRAINT "of its own" FOREIGN KEY (customer) REFERENCES
            customer ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED);
        ALTER TABLE event ATTACH PARTITION event_4 FOR VALUES FROM ('2028-01-01') TO ('2029-01-01');
        COMMENT ON CONSTRAINT seen ON event IS 'of the table';
        COMMENT ON CONSTRAINT seen ON event_1 IS 'of a partition';
        COMMENT ON INDEX event_1_guest_idx IS 'of an index';
        CREATE STATISTICS of_one ON customer, name FROM event_1;
        CREATE STATISTICS of_two (mcv) ON guest, customer FROM "event_2 ß";
        ALTER STATISTICS of_one SET STATISTICS 0; ALTER STATISTICS of_two SET STATISTICS 77;
        COMMENT ON STATISTICS of_two IS 'of two columns'""")
    before = rows(shop, PARTED)
    assert ("event_4", "of its own", None, None) in before
    run(shop, left(shop))
    shop.execute("CALL guidon_rekey_swap('customer')")
    after = rows(shop, PARTED)
    assert [row for row in before if row not in after] == []
    run(shop, undo_steps(shop))
    assert rows(shop, PARTED) == before


# ------------------------------------------------------------------------- subscribers


def caught_up(session, cluster):
    """Wait until the subscriber has applied what is committed now."""
    lsn = value(session, "SELECT pg_current_wal_insert_lsn()")
    for _ in range(1200):
        if value(session, "SELECT confirmed_flush_lsn >= %s FROM pg_replication_slots", lsn):
            return
        session.execute("SELECT pg_sleep(0.05)")
    raise AssertionError("the subscriber does not follow:\n" + "".join(cluster.log[-20:]))


@pytest.mark.newest
def test_a_subscriber_follows(new_cluster):
    """It gets the columns that the plan names, and then every row of the move and of its undo
    without an error. On the subscriber the plan refuses: its triggers would not run."""
    with new_cluster() as cluster:
        cluster.start(wal_level="logical")
        tables = ("customer", "orders", "login", "note")
        with cluster.connect() as session:
            session.execute("CREATE DATABASE copy")
        with cluster.connect() as first, cluster.connect("copy") as second:
            for session in first, second:
                session.execute("CREATE EXTENSION guidon")
                make(session)
            second.execute("DELETE FROM login; DELETE FROM orders; DELETE FROM customer")
            first.execute("ALTER TABLE login REPLICA IDENTITY FULL; RESET ROLE; "
                          "CREATE PUBLICATION ours FOR TABLES IN SCHEMA shop")
            first.execute("SELECT pg_create_logical_replication_slot('ours', 'pgoutput')")
            second.execute("RESET ROLE")
            second.execute(f"CREATE SUBSCRIPTION ours CONNECTION 'host={cluster.folder} "
                           "dbname=postgres user=postgres' PUBLICATION ours "
                           "WITH (create_slot = false, slot_name = 'ours')")
            seen(second, "(SELECT bool_and(srsubstate = 'r') FROM pg_subscription_rel)")
            for session in first, second:
                session.execute("SET ROLE shop_owner")
            assert "a subscription writes into it" in str(rows(
                second, "SELECT * FROM guidon_rekey_plan('customer', 'v7', 'created')"))
            alters = [remedy.split(": ")[1].split(";")[0] for (remedy,) in rows(
                first, "SELECT remedy FROM guidon_rekey_plan('customer', 'v7', 'created') "
                "WHERE finding LIKE 'publication %'")]
            assert len(alters) == len(tables)
            run(second, alters)
            application = rekey.Application(first)
            steps = [text for (text,) in rows(
                first, "SELECT statement FROM guidon_rekey_steps('customer', 'v7', 'created', "
                "replicas => 'ready')")]
            run(first, steps[:4])
            application.write()
            run(first, steps[4:])
            application.write()
            caught_up(first, cluster)
            for table in tables:
                both = [rows(session, f"SELECT * FROM (SELECT {columns} FROM {table}) t "
                             "ORDER BY t::text COLLATE \"C\"")
                        for columns in [", ".join(name for (name,) in rows(
                            first, "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass "
                            "AND attnum > 0 AND NOT attisdropped ORDER BY attnum", table))]
                        for session in (first, second)]
                assert both[0] == both[1] and both[0], table
            run(first, undo_steps(first))
            application.write()
            caught_up(first, cluster)
            assert rows(second, WRONG) == [] and rows(second, REFERENCES) == rows(first, REFERENCES)
            second.execute("RESET ROLE")
            assert rows(second, "SELECT apply_error_count, sync_error_count "
                        "FROM pg_stat_subscription_stats") == [(0, 0)]
            second.execute("ALTER SUBSCRIPTION ours DISABLE; "
                           "ALTER SUBSCRIPTION ours SET (slot_name = NONE); "
                           "DROP SUBSCRIPTION ours")


# ------------------------------------------------------------------------- the swap


def test_a_swap_without_locks_says_who_has_them(shop, another):
    run(shop, left(shop))
    before, holder = rows(shop, SHAPE), another()
    holder.execute("BEGIN; SELECT FROM orders LIMIT 1")
    with pytest.raises(psycopg.errors.LockNotAvailable) as refused:
        shop.execute("CALL guidon_rekey_swap('customer', budget_ms => 20, tries => 2)")
    assert "no lock on table shop.orders after 2 tries" in str(refused.value)
    assert f"process {holder.info.backend_pid} of " in refused.value.diag.message_detail
    assert rows(shop, SHAPE) == before
    # And it has given back what it had.
    assert value(shop, "SELECT count(*) FROM pg_locks WHERE relation = 'customer'::regclass "
                 "AND pid = pg_backend_pid()") == 0
    holder.execute("ROLLBACK")
    shop.execute("CALL guidon_rekey_swap('customer', 20, 2)")


def test_the_holder_is_named_after_60_tries(shop, another):
    run(shop, left(shop))
    holder, told = another(), []
    shop.add_notice_handler(lambda notice: told.append(notice.message_primary))
    holder.execute("BEGIN; SELECT FROM orders LIMIT 1")
    with pytest.raises(psycopg.errors.LockNotAvailable):
        shop.execute("CALL guidon_rekey_swap('customer', 1, 61)")
    assert [one for one in told if one.startswith("after 60 tries there is no lock on table") and
            f"process {holder.info.backend_pid} of" in one]


def test_a_vacuum_that_does_not_give_way_is_named(shop, another):
    """As one against wraparound, of which a lock of its mode is all that others see. Readers and
    writers pass the statement that waits for it."""
    run(shop, left(shop))
    holder, writer = another(), another(options="-c lock_timeout=100")
    shop.execute("RESET ROLE; SET deadlock_timeout = '201ms'; SET ROLE shop_owner")
    holder.execute("BEGIN; LOCK TABLE orders IN SHARE UPDATE EXCLUSIVE MODE")
    call = threading.Thread(target=writer.execute, args=(
        "UPDATE orders SET name = name WHERE name = 'o1'",))
    call.start()
    with pytest.raises(psycopg.errors.LockNotAvailable) as refused:
        shop.execute("CALL guidon_rekey_swap('customer', 20)")
    call.join()
    assert "a vacuum, ANALYZE or change of table shop.orders does not give way" in str(
        refused.value)
    assert f"process {holder.info.backend_pid} of " in refused.value.diag.message_detail
    assert "wraparound" in refused.value.diag.message_hint
    holder.execute("ROLLBACK")
    shop.execute("CALL guidon_rekey_swap('customer')")
    shop.execute("RESET ROLE; RESET deadlock_timeout")


@pytest.mark.newest
def test_an_autovacuum_gives_way(new_cluster):
    """It would hold its lock for hours."""
    with new_cluster() as cluster:
        cluster.start(autovacuum="on", autovacuum_naptime="1s", autovacuum_vacuum_cost_delay="0",
                      vacuum_cost_page_dirty="10000", vacuum_cost_page_hit="10000",
                      vacuum_cost_page_miss="10000")
        with cluster.connect() as session, cluster.connect() as watcher:
            session.execute("CREATE EXTENSION guidon")
            make(session)
            run(session, left(session))
            session.execute("ALTER TABLE orders SET (autovacuum_vacuum_cost_limit = 1, "
                            "autovacuum_vacuum_cost_delay = 100, autovacuum_vacuum_threshold = 0)")
            session.execute("UPDATE orders SET name = name; UPDATE orders SET name = name")
            pid = seen(watcher, "backend_type = 'autovacuum worker' AND query LIKE "
                       "'autovacuum: VACUUM%shop.orders' AND wait_event = 'VacuumDelay'")
            session.execute("CALL guidon_rekey_swap('customer', 150, 9)")
            assert rekey.swapped(session)
            assert rows(watcher, f"SELECT 1 FROM pg_locks WHERE pid = {pid} AND relation = "
                        "'shop.orders'::regclass") == []


def test_a_swap_tests_that_every_row_is_filled(shop):
    """Also if the row lost its value without the trigger."""
    run(shop, left(shop))
    shop.execute("ALTER TABLE orders DISABLE TRIGGER USER; "
                 "UPDATE orders SET friend_new = NULL WHERE name = 'o3'")
    with pytest.raises(psycopg.errors.ObjectNotInPrerequisiteState) as refused:
        shop.execute("CALL guidon_rekey_swap('customer')")
    assert "DROP TRIGGER" in refused.value.diag.message_detail
    with pytest.raises(psycopg.errors.IntegrityConstraintViolation):
        shop.execute("SELECT guidon_rekey_verify('customer')")
    shop.execute("ALTER TABLE orders ENABLE TRIGGER USER")
    with pytest.raises(psycopg.errors.ObjectNotInPrerequisiteState) as refused:
        shop.execute("CALL guidon_rekey_swap('customer')")
    assert 'have no value of column "friend_new"' in str(refused.value)
    assert "CALL public.guidon_rekey_backfill" in left(shop)[0]
    run(shop, left(shop))
    shop.execute("CALL guidon_rekey_swap('customer')")
    assert rows(shop, WRONG) == []


def test_a_swap_reads_no_whole_table_under_its_locks(shop):
    """The time under the locks is the same for every number of rows, on the way back too."""
    def scanned():
        scans = ("SELECT relname, seq_scan FROM pg_stat_xact_user_tables "
                 "WHERE schemaname = 'shop' ORDER BY 1")
        with shop.transaction():
            before = dict(rows(shop, scans))
            shop.execute("SELECT guidon_rekey_ready('customer')")
            return [name for name, count in rows(shop, scans) if count > before.get(name, 0)]

    run(shop, left(shop))
    shop.execute("ANALYZE")
    assert scanned() == []
    shop.execute("CALL guidon_rekey_swap('customer')")
    undo = undo_steps(shop)
    swap = next(n for n, statement in enumerate(undo) if "exchanged" in statement)
    run(shop, undo[:swap])
    assert scanned() == []


def test_a_wrong_value_is_found(shop):
    """A trigger that was away for a while leaves a reference to another row."""
    run(shop, left(shop))
    shop.execute("ALTER TABLE orders DISABLE TRIGGER \"~guidon_rekey\"; "
                 "UPDATE orders SET customer_id = 9 WHERE name = 'o3'; "
                 "ALTER TABLE orders ENABLE TRIGGER \"~guidon_rekey\"")
    with pytest.raises(psycopg.errors.IntegrityConstraintViolation) as refused:
        run(shop, left(shop))
    assert '1 of 600 values of column "customer_id_new" of table shop.orders' in str(
        refused.value)


# One transaction gives a key to another row. A deferred foreign key lets it do so, and one of
# NO ACTION lets a single statement.
WANDER = {
    "update": "UPDATE customer SET id = 9000 WHERE name = 'c110'; UPDATE customer SET id = 110 "
              "WHERE name = 'c111'",
    "statement": "WITH gone AS (UPDATE customer SET id = 9000 WHERE name = 'c50' RETURNING 1) "
                 "UPDATE customer SET id = 50 FROM gone WHERE name = 'c151'",
    "delete": "DELETE FROM customer WHERE name = 'c110'; INSERT INTO customer (id, name, created) "
              "VALUES (110, 'c110', now())"}


@pytest.mark.parametrize("code", WANDER.values(), ids=WANDER)
def test_a_key_that_goes_to_another_row_is_found(shop, code):
    """The reference by the new key cannot follow. The steps do not pass it."""
    steps = left(shop)
    backfill, = [n for n, one in enumerate(steps) if "backfill" in one]
    run(shop, steps[:backfill + 1])
    shop.execute(f"BEGIN; {code}; COMMIT")
    found = rows(shop, REFERENCES)
    with pytest.raises(psycopg.errors.IntegrityError):
        run(shop, left(shop))
    run(shop, undo_steps(shop))
    run(shop, left(shop))
    shop.execute("CALL guidon_rekey_swap('customer')")
    assert rows(shop, REFERENCES) == found
    assert value(shop, "SELECT guidon_old_id('customer', customer) FROM login WHERE name = "
                 "'l110'") == "110"


@pytest.mark.parametrize("code", WANDER.values(), ids=WANDER)
def test_a_key_that_goes_after_all_steps_is_found_by_another_comparison(shop, code):
    """The swap would not see it. A row that is deleted is held by the new foreign key."""
    run(shop, left(shop))
    if code == WANDER["delete"]:
        with pytest.raises(psycopg.errors.ForeignKeyViolation):
            shop.execute(f"BEGIN; {code}; COMMIT")
        shop.execute("ROLLBACK")
        assert value(shop, "SELECT guidon_rekey_verify('customer')") > 0
        return
    shop.execute(f"BEGIN; {code}; COMMIT")
    with pytest.raises(psycopg.errors.IntegrityConstraintViolation):
        shop.execute("SELECT guidon_rekey_verify('customer')")


def test_a_procedure_that_commits_runs_by_itself(shop):
    run(shop, left(shop))
    for call in "swap('customer')", "backfill('customer')":
        with pytest.raises(psycopg.errors.InvalidTransactionTermination):
            with shop.transaction():
                shop.execute(f"CALL guidon_rekey_{call}")


def test_repeatable_read_gets_a_reference_or_a_serialization_failure(shop, another):
    """A transaction that is older than the new key of the row that it refers to."""
    insert = ("INSERT INTO orders (name, customer_id, customer_name) VALUES ('{0}', {1}, 'c{1}')")
    begin = "BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT FROM pg_class LIMIT 1"
    first, second = another(), another()
    steps = left(shop)
    backfill, = [n for n, one in enumerate(steps) if "backfill" in one]
    run(shop, steps[:backfill])
    # A reference to a row without a new key: the backfill fills both.
    first.execute(begin + ";" + insert.format("x", 5) + "; COMMIT")
    first.execute(begin)
    run(shop, steps[backfill:backfill + 1])
    assert value(shop, "SELECT count(*) FROM orders WHERE customer_id_new IS NULL") == 0
    # The column is NOT NULL now.
    run(shop, [one for one in steps if "filled" in one and "orders" in one])
    with pytest.raises(psycopg.errors.SerializationFailure):
        first.execute(insert.format("y", 6))
    first.execute("ROLLBACK")
    second.execute(begin + ";" + insert.format("z", 7) + "; COMMIT")
    run(shop, left(shop))
    shop.execute("CALL guidon_rekey_swap('customer')")
    assert rows(shop, WRONG) == []


def test_who_may_only_insert_needs_no_more(shop, another):
    """The triggers see the key's table as its owner does, all of its rows. Nobody else can use
    them."""
    shop.execute("ALTER TABLE customer ENABLE ROW LEVEL SECURITY; "
                 "ALTER TABLE orders ENABLE ROW LEVEL SECURITY; "
                 "CREATE POLICY adds ON orders FOR INSERT TO PUBLIC WITH CHECK (name = 'web')")
    rows(shop, "RESET ROLE")
    shop.execute("CREATE ROLE shop_web; GRANT USAGE ON SCHEMA shop TO shop_web; "
                 "GRANT INSERT ON shop.orders TO shop_web; "
                 "GRANT USAGE ON SEQUENCE shop.orders_id_seq TO shop_web")
    shop.execute("SET ROLE shop_owner")
    try:
        rekey.run(shop, left(shop))
        web = another()
        web.execute("RESET ROLE; SET ROLE shop_web")
        web.execute("INSERT INTO shop.orders (name, customer_id, customer_name) "
                    "VALUES ('web', 5, 'c5')")
        name = value(shop, "SELECT proname FROM pg_proc WHERE pronamespace = 'shop'::regnamespace "
                     "LIMIT 1")
        web.execute("CREATE TEMP TABLE trap (customer_id int, customer_id_new uuid, friend int, "
                    "friend_new uuid)")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            web.execute(f"CREATE TRIGGER t BEFORE INSERT ON trap FOR EACH ROW EXECUTE "
                        f"FUNCTION shop.{name}()")
        web.close()
        shop.execute("CALL guidon_rekey_swap('customer')")
        assert rows(shop, WRONG) == []
    finally:
        shop.execute("RESET ROLE; DROP OWNED BY shop_web; DROP ROLE shop_web")


VIEWS = """SELECT relname, relkind, reloptions, ARRAY(SELECT unnest(
    coalesce(relacl, acldefault('r', relowner)))::text ORDER BY 1), obj_description(oid),
    pg_get_userbyid(relowner), ARRAY(SELECT concat_ws(' ', attname, col_description(oid, attnum))
        FROM pg_attribute WHERE attrelid = oid AND attnum > 0 ORDER BY attnum)
    FROM pg_class WHERE relnamespace = 'shop'::regnamespace AND relkind = 'v' ORDER BY 1"""


def test_views_stay(shop):
    """With their names, columns, options, rights and comments, after the swap and the undo."""
    shop.execute("""
        CREATE VIEW "By name" (customer, "how many") WITH (security_barrier = true) AS
            SELECT c.id, count(o.id) FROM customer c LEFT JOIN orders o ON o.customer_id = c.id
            WHERE c.name LIKE 'c%' GROUP BY c.id;
        COMMENT ON VIEW "By name" IS 'orders of each'; GRANT SELECT ON "By name" TO PUBLIC;
        COMMENT ON COLUMN "By name"."how many" IS 'a number';
        CREATE VIEW open AS SELECT name, parent FROM customer WHERE parent IS NOT NULL
            WITH CASCADED CHECK OPTION;
        CREATE VIEW "two
lines; $guidon$" AS SELECT id FROM customer;
        ALTER DEFAULT PRIVILEGES GRANT UPDATE ON TABLES TO PUBLIC""")
    before, shape = rows(shop, VIEWS), rows(shop, SHAPE)
    counts = rows(shop, 'SELECT "how many" FROM "By name" ORDER BY 1')
    run(shop, [text for (text,) in rows(
        shop, "SELECT statement FROM guidon_rekey_steps('customer', 'v7', 'created', 'swap', "
        "allow => '{views}')")])
    shop.execute("CALL guidon_rekey_swap('customer')")
    assert rows(shop, VIEWS) == before
    assert rows(shop, 'SELECT "how many" FROM "By name" ORDER BY 1') == counts
    assert value(shop, 'SELECT bool_and(guidon_version_of(customer) = 7) FROM "By name"')
    run(shop, undo_steps(shop))
    assert rows(shop, VIEWS) == before and rows(shop, SHAPE) == shape
    assert rows(shop, 'SELECT "how many" FROM "By name" ORDER BY 1') == counts


ACTIONS = """
    CREATE TABLE act (name text,
        a bigint CONSTRAINT held REFERENCES customer ON DELETE RESTRICT ON UPDATE RESTRICT,
        b bigint CONSTRAINT fallen REFERENCES customer ON DELETE SET DEFAULT,
        region int, c bigint, CONSTRAINT whole FOREIGN KEY (region, c) REFERENCES
            customer (region, id) MATCH FULL ON DELETE SET NULL,
        area int NOT NULL, d bigint, CONSTRAINT half FOREIGN KEY (area, d) REFERENCES
            customer (region, id) ON DELETE SET NULL (d) DEFERRABLE);
    CREATE INDEX ON act USING hash (a); CREATE INDEX ON act (b); CREATE INDEX ON act (c);
    CREATE INDEX ON act (d); COMMENT ON CONSTRAINT fallen ON act IS 'never''s'"""


def test_foreign_keys_keep_their_actions(shop):
    """In each phase a row that goes does what the foreign keys say."""
    def shape():
        return rows(shop, "SELECT conname, pg_get_constraintdef(oid), obj_description(oid), "
                    "convalidated FROM pg_constraint WHERE conrelid = 'act'::regclass AND contype = "
                    "'f' ORDER BY 1")

    def remove(name, default=None):
        shop.execute("INSERT INTO act (name, a, b, region, c, area, d) SELECT name, (SELECT id FROM "
                     "customer WHERE name = 'c7'), id, region, id, region, id FROM customer "
                     "WHERE name = %s", [name])
        with pytest.raises(psycopg.IntegrityError):
            shop.execute("DELETE FROM customer WHERE name = 'c7'")
        shop.execute("DELETE FROM customer WHERE name = %s", [name])
        assert rows(shop, "SELECT x.name, y.name, t.region, c, area, d FROM act t JOIN customer x "
                    "ON x.id = a LEFT JOIN customer y ON y.id = b WHERE t.name = %s", name) == [
                        ("c7", default, None, None, 1, None)]

    shop.execute(ACTIONS)
    before, whole = shape(), rows(shop, SHAPE)
    assert len(before) == 4
    steps = left(shop)
    remove("c41")
    for number, statement in enumerate(steps):
        shop.execute(statement)
        if number % 9 == 0:
            remove(f"c{51 + 2 * number}")
    shop.execute("CALL guidon_rekey_swap('customer')")
    assert shape() == before
    remove("c43")
    key = value(shop, "SELECT id FROM customer WHERE name = 'c9'")
    shop.execute(f"ALTER TABLE act ALTER b SET DEFAULT '{key}'")
    remove("c47", "c9")
    shop.execute("ALTER TABLE act ALTER b DROP DEFAULT")
    run(shop, undo_steps(shop))
    assert rows(shop, SHAPE) == whole
    remove("c49")
    assert rows(shop, WRONG) == []


STATES = """
    SELECT tgrelid::regclass::text, coalesce(conname, tgname), tgenabled::text FROM pg_trigger
    LEFT JOIN pg_constraint c ON c.oid = tgconstraint WHERE tgname NOT LIKE '~%'
        AND (NOT tgisinternal OR c.contype = 'u') AND tgrelid IN (SELECT oid FROM pg_class
            WHERE relnamespace = 'shop'::regnamespace) ORDER BY 1, 2, 3"""


def test_states_of_triggers_stay(shop):
    """Those of the application, and of a constraint that does not move."""
    shop.execute("""
        CREATE FUNCTION noted() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
        CREATE TRIGGER noted BEFORE UPDATE ON customer FOR EACH ROW EXECUTE FUNCTION noted();
        CREATE TRIGGER copied BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION noted();
        CREATE TRIGGER always AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION noted();
        ALTER TABLE customer DISABLE TRIGGER noted, ADD UNIQUE (name, created) DEFERRABLE;
        ALTER TABLE orders ENABLE REPLICA TRIGGER copied, ENABLE ALWAYS TRIGGER always""")
    recheck = value(shop, "SELECT tgname FROM pg_trigger JOIN pg_constraint c ON c.oid = "
                    "tgconstraint WHERE contype = 'u' AND tgrelid = 'customer'::regclass")
    shop.execute(f'RESET ROLE; ALTER TABLE customer DISABLE TRIGGER "{recheck}"; '
                 "SET ROLE shop_owner")
    before = rows(shop, STATES)
    assert sorted(row[2] for row in before) == ["A", "D", "D", "R"]
    run(shop, left(shop))
    shop.execute("CALL guidon_rekey_swap('customer')")
    assert rows(shop, STATES) == before
    run(shop, undo_steps(shop))
    assert rows(shop, STATES) == before


def test_a_sequence_that_something_else_uses_stays(shop):
    """Also when the move is finished."""
    shop.execute("CREATE TABLE kind (id serial PRIMARY KEY, created date DEFAULT '2026-01-01'); "
                 "INSERT INTO kind DEFAULT VALUES; "
                 "CREATE TABLE counted (n int DEFAULT nextval('kind_id_seq'))")
    run(shop, left(shop, table="kind"))
    shop.execute("CALL guidon_rekey_swap('kind')")
    run(shop, [text for (text,) in rows(
        shop, "SELECT guidon_rekey_finish_steps('kind', confirm => 'no undo')")])
    assert rows(shop, "INSERT INTO counted DEFAULT VALUES RETURNING n") == [(2,)]
    assert rows(shop, "INSERT INTO kind DEFAULT VALUES RETURNING id_old, guidon_version_of(id)"
                ) == [(None, 7)]


MORE = """SELECT a.attname, x.privilege_type, x.grantee::regrole::text, x.is_grantable, NULL
    FROM pg_attribute a CROSS JOIN LATERAL aclexplode(a.attacl) x
    WHERE a.attrelid = 'shop.orders'::regclass
    UNION ALL SELECT pg_get_statisticsobjdef(oid), stxname, obj_description(oid),
        stxowner = 'shop_owner'::regrole, stxstattarget::text FROM pg_statistic_ext
    UNION ALL SELECT relname, relreplident::text, NULL, NULL, NULL FROM pg_class
        WHERE relnamespace = 'shop'::regnamespace AND relkind = 'r'
    ORDER BY 1, 2, 3"""


def test_rights_statistics_and_a_replica_identity_stay(shop, another):
    """After the swap and the undo; and who had rights on the key alone has them on the new one."""
    shop.execute("""
        ALTER TABLE login REPLICA IDENTITY FULL; ALTER TABLE note REPLICA IDENTITY NOTHING;
        GRANT SELECT (customer_id, name), INSERT (customer_id) ON orders TO pg_monitor;
        GRANT REFERENCES (customer_id) ON orders TO pg_monitor WITH GRANT OPTION;
        CREATE STATISTICS "Both" (ndistinct, mcv) ON customer_id, friend FROM orders;
        ALTER STATISTICS "Both" SET STATISTICS 77; COMMENT ON STATISTICS "Both" IS 'two';
        CREATE STATISTICS other ON name, id FROM orders""")
    before, shape = rows(shop, MORE), rows(shop, SHAPE)
    assert len(before) == 10
    run(shop, left(shop))
    shop.execute("CALL guidon_rekey_swap('customer')")
    assert rows(shop, MORE) == before
    shop.execute("GRANT USAGE ON SCHEMA shop TO pg_monitor")
    reader = another()
    reader.execute("RESET ROLE; SET ROLE pg_monitor")
    assert value(reader, "SELECT pg_typeof(customer_id)::text FROM shop.orders LIMIT 1") == "uuid"
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        reader.execute("SELECT customer_id_old FROM shop.orders")
    shop.execute("ANALYZE orders")
    assert value(shop, "SELECT count(*) FROM pg_stats_ext WHERE statistics_name = 'Both' AND "
                 "n_distinct IS NOT NULL") == 1
    run(shop, undo_steps(shop))
    assert rows(shop, MORE) == before and rows(shop, SHAPE) == shape


def test_a_view_that_the_new_type_does_not_fit_stops_the_swap(shop):
    shop.execute("CREATE VIEW next AS SELECT id + 1 AS n FROM customer")
    run(shop, [text for (text,) in rows(
        shop, "SELECT statement FROM guidon_rekey_steps('customer', 'v7', 'created', 'swap', "
        "allow => '{views}')")])
    before = rows(shop, SHAPE), rows(shop, VIEWS)
    with pytest.raises(psycopg.errors.UndefinedFunction):
        shop.execute("CALL guidon_rekey_swap('customer')")
    assert (rows(shop, SHAPE), rows(shop, VIEWS)) == before
    assert rows(shop, WRONG) == []


def test_a_commit_waits_for_no_row_of_others(shop, another):
    """A child that comes while its parent has no new key is looked at again at the end of its
    transaction. The parent has its key by then; other children of it have none yet."""
    run(shop, left(shop)[:4])
    holder, writer = another(), another()
    writer.execute("SET lock_timeout = '2s'; BEGIN; INSERT INTO orders (name, customer_id, "
                   "customer_name, friend, friend_name) VALUES ('x', 5, 'c5', 4, 'c4'); "
                   "INSERT INTO login VALUES (4, 'y', 'c4')")
    shop.execute("UPDATE customer SET created = created WHERE name IN ('c4', 'c5')")
    holder.execute("BEGIN; UPDATE orders SET name = name WHERE name <> 'x'")
    writer.execute("COMMIT")
    holder.execute("ROLLBACK")
    assert rows(shop, "SELECT o.name, friend_new IS NOT NULL, customer_id_new IS NOT NULL FROM "
                "orders o WHERE friend = 4 AND o.name IN ('x', 'o3')") == [
        ("o3", False, False), ("x", True, True)]
    run(shop, left(shop))
    shop.execute("CALL guidon_rekey_swap('customer')")
    assert rows(shop, WRONG) == []


def test_progress(shop, another):
    assert rows(shop, "SELECT * FROM guidon_rekey_progress") == []
    holder, worker = another(), another()
    run(shop, left(shop)[:4])
    holder.execute("BEGIN; SELECT FROM customer WHERE name = 'c100' FOR UPDATE")
    shop.execute("RESET ROLE")
    call = threading.Thread(target=lambda: worker.execute("CALL guidon_rekey_backfill("
                                                          "'customer')"))
    call.start()
    pid = seen(shop, "wait_event = 'PgSleep' AND application_name LIKE 'guidon_rekey %'")
    assert rows(shop, "SELECT rel::text, made, state, backfilled_by, blocks_done <= blocks_total"
                " FROM guidon_rekey_progress WHERE rel = 'customer'::regclass ORDER BY 2")[0] == (
        "customer", "id_new", "guidon_rekey moving v7 created", pid, True)
    holder.execute("ROLLBACK")
    call.join(60)
    assert len(rows(shop, "SELECT 1 FROM guidon_rekey_progress WHERE backfilled_by IS NULL")) == 6


def test_progress_believes_no_other_session(shop, cluster):
    """Each role can give its session any name."""
    run(shop, left(shop)[:4])
    shop.execute("RESET ROLE; CREATE ROLE shop_other LOGIN")
    number = value(shop, "SELECT 'shop.customer'::regclass::oid")
    told = "SELECT count(*) FROM guidon_rekey_progress WHERE backfilled_by IS NOT NULL"
    try:
        with psycopg.connect(**{**cluster.address, "user": "shop_other",
                                "dbname": shop.info.dbname}, autocommit=True) as other:
            for name, own in [("9" * 20 + " 1/2", 0), (f"{number} {'9' * 20}/1", 0),
                              (f"{number} 1/2", 2)]:
                other.execute(f"SET application_name = 'guidon_rekey {name}'")
                assert value(shop, told) == 0, name
                shop.execute("GRANT shop_owner TO shop_other")
                assert value(shop, told) == own, name
                shop.execute("REVOKE shop_owner FROM shop_other")
    finally:
        shop.execute("DROP OWNED BY shop_other; DROP ROLE shop_other")


def test_a_reference_that_came_after_the_swap_is_undone(shop):
    """Its column gets the type of the old key, and the keys of its rows."""
    before = rows(shop, SHAPE)
    rekey.move(shop)
    shop.execute("""
        CREATE TABLE later (customer uuid REFERENCES customer ON DELETE CASCADE, name text);
        CREATE INDEX later_customer ON later (customer);
        INSERT INTO later SELECT id, name FROM customer;
        INSERT INTO customer (name, created) VALUES ('x', now());
        INSERT INTO later SELECT id, name FROM customer WHERE name = 'x'""")
    steps = undo_steps(shop)
    for statement in steps:
        shop.execute(statement)
        assert value(shop, "SELECT count(*) FROM later l JOIN customer c ON c.id = l.customer "
                     "AND c.name = l.name") == 201, statement
    assert undo_steps(shop) == []
    assert rows(shop, "SELECT attname, atttypid::regtype::text FROM pg_attribute WHERE attrelid = "
                "'later'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY 1") == [
        ("customer", "bigint"), ("name", "text")]
    shop.execute("DROP TABLE later")
    assert rows(shop, SHAPE) == before


def test_an_undo_leaves_an_index_of_somebody_else(shop):
    """It has the name of one that a move makes."""
    for code in ("CREATE UNIQUE INDEX customer_pkey_old ON login (name)",
                 "CREATE UNIQUE INDEX customer_pkey_old ON customer (name)",
                 "CREATE INDEX customer_pkey_old ON customer (id)"):
        shop.execute(code)
        assert undo_steps(shop) == []
        shop.execute("DROP INDEX customer_pkey_old")
        run(shop, left(shop, "add")[:1])
        shop.execute(code)
        run(shop, undo_steps(shop))
        assert undo_steps(shop) == []
        shop.execute("DROP INDEX customer_pkey_old")


# ------------------------------------------------------------------- kinds and names

# Names that need quotes, and that are 63 bytes long with characters of two and three bytes.
NAMES = {"schema": 'Läden "A"', "parent": "Kunde " + "ß€ " * 9 + "ab", "key": "Schlüssel $guidon$",
         "time": "Seit wann",
         "child": "Be stellung", "reference": "ä€ " * 10 + "€", "name": "select"}
OLD = {"smallint": "smallint GENERATED ALWAYS AS IDENTITY", "integer": "serial",
       "uuid": "uuid DEFAULT gen_random_uuid()", "uuid of applications": "uuid"}


def quoted(text):
    return text.format(**{key: '"' + name.replace('"', '""') + '"' for key, name in NAMES.items()})


# The time of a key of each kind, {0}, and what it is a test of.
KINDS = {"v7": ("guidon_time_of({0})", "guidon_version_of({0}) = 7"),
         "derive": ("guidon_time_of({0})", "guidon_version_of({0}) = 7"),
         "ulid": ("guidon_ulid_time_of({0})", "pg_typeof({0}) = 'public.ulid'::regtype"),
         "v8-append": ("guidon_prefixed_time_of({0}, 20)",
                       "{0} >= guidon_v8_append_floor('-infinity') AND guidon_version_of({0}) = 8"),
         "v8-sharded": ("guidon_prefixed_time_of({0}, 4)", "guidon_version_of({0}) = 8")}


@pytest.mark.parametrize("old, kind", [
    ("smallint", "v7"), ("integer", "v8-append"), ("uuid", "v7"),
    ("uuid of applications", "v8-append"), ("smallint", "derive"), ("integer", "v8-sharded"),
    ("integer", "ulid"), ("uuid", "derive"), ("uuid of applications", "ulid"), ("uuid", "ulid")])
def test_names_of_all_kinds(shop, old, kind):
    assert [len(NAMES[one].encode()) for one in ("parent", "reference")] == [62, 63]
    shop.execute("RESET ROLE")
    shop.execute(quoted("CREATE SCHEMA {schema} AUTHORIZATION shop_owner; SET ROLE shop_owner; "
                            "SET search_path = {schema}, public"))
    type_of = old.split()[0]
    key = "{key}, " if old == "uuid of applications" else ""
    value_of = "gen_random_uuid(), " if key else ""
    references = quoted("SELECT c.{name}, p.{name} FROM {child} c LEFT JOIN {parent} p ON p.{key} = "
                        "c.{reference} ORDER BY 1")
    shop.execute(quoted(f"""
        CREATE TABLE {{parent}} ({{key}} {OLD[old]} PRIMARY KEY, {{name}} text, {{time}} date);
        INSERT INTO {{parent}} ({key}{{name}}, {{time}})
            SELECT {value_of}'p' || n, date '2026-01-01' + n FROM generate_series(1, 100) n;
        CREATE TABLE {{child}} ({{reference}} {type_of} REFERENCES {{parent}} ON DELETE CASCADE,
            {{name}} text);
        CREATE INDEX ON {{child}} ({{reference}});
        INSERT INTO {{child}} SELECT {{key}}, 'c' || {{name}} FROM {{parent}}"""))
    table = quoted("{schema}.{parent}")
    if kind == "derive":
        rekey.secret(shop, quoted("{schema}"))

    def steps():
        return [text for (text,) in rows(
            shop, "SELECT statement FROM guidon_rekey_steps(%s::regclass, %s, %s, 'swap')",
            table, kind, NAMES["time"])]

    def write(name):
        shop.execute(quoted(
            f"WITH made AS (INSERT INTO {{parent}} ({key}{{name}}, {{time}}) VALUES ({value_of}"
            f"'{name}', '2026-06-01') RETURNING {{key}}) INSERT INTO {{child}} ({{reference}}, "
            f"{{name}}) SELECT {{key}}, 'c{name}' FROM made"))

    before = rows(shop, references)
    run(shop, steps())
    write("during")
    shop.execute("SELECT guidon_rekey_verify(%s::regclass)", [table])
    shop.execute("CALL guidon_rekey_swap(%s::regclass)" % ("'" + table.replace("'", "''") + "'"))
    assert len(rows(shop, references)) == len(before) + 1
    time_of, test_of = (quoted(text.replace("{0}", "{key}")) for text in KINDS[kind])
    assert value(shop, quoted(f"SELECT count(*) FROM {{parent}} WHERE {test_of} AND {time_of} = "
                              "{time}::timestamp AT TIME ZONE 'UTC'")) == 101
    by_time = rows(shop, quoted("SELECT {name} FROM {parent} WHERE {name} <> 'during' ORDER BY "
                                + (time_of if kind == "v8-sharded" else "{key}")))
    assert by_time == rows(shop, quoted("SELECT {name} FROM {parent} WHERE {name} <> 'during' "
                                        "ORDER BY {time}"))
    write("after")
    assert value(shop, quoted(f"SELECT {test_of} FROM {{parent}} WHERE {{name}} = 'after'")) or key
    old_id = quoted("guidon_old_id(%s::regclass, {key}::uuid)")
    assert value(shop, quoted("SELECT bool_and(guidon_new_id(%s::regclass, ") + old_id + quoted(
        ") = {key}::uuid) FROM {parent}"), table, table)
    for statement in undo_steps(shop, table):
        shop.execute(statement)
    assert rows(shop, references) == sorted(
        before + [("cduring", "during"), ("cafter", "after")])
    assert value(shop, quoted("SELECT atttypid::regtype::text FROM pg_attribute WHERE attrelid = "
                              "'{schema}.{parent}'::regclass AND attnum = 1")) == type_of


# Times of rows that come during a move, in the order of their keys.
AT = ["-infinity", "1969-12-31", "2026-01-02", "2527-12-31", "9999-12-31", "10889-12-31",
      "294276-12-31", "infinity"]


def test_derived_keys_are_those_of_every_system(shop):
    """Rows that were there and rows that come have the key of guidon_derive."""
    rekey.secret(shop)
    steps = left(shop, kind="derive")
    shop.execute(steps[0])
    shop.execute("INSERT INTO customer (name, created) VALUES ('during', '2026-05-05')")
    run(shop, steps[1:])
    shop.execute("CALL guidon_rekey_swap('customer')")
    assert value(shop, "SELECT count(*) FROM customer WHERE id = guidon_derive(created, "
                 "sha256('secret'::bytea), id_old)") == 201
    # What comes after the swap has no old key anywhere else.
    assert rows(shop, "INSERT INTO customer (name, created) VALUES ('x', now()) RETURNING "
                "guidon_version_of(id), id = guidon_derive(created, sha256('secret'::bytea), "
                "id_old)") == [(7, False)]


@pytest.mark.parametrize("type_of", ["date", "timestamp"])
def test_derived_keys_do_not_depend_on_the_session(shop, type_of):
    """In the backfill and in the triggers: times without a zone are those of UTC."""
    rekey.secret(shop)
    shop.execute(f"CREATE TABLE event (id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, "
                 f"at {type_of}); INSERT INTO event (at) VALUES ('2026-03-29 02:30')")
    shop.execute("SET TimeZone = 'America/New_York'; SET DateStyle = 'SQL, DMY'; "
                 "SET IntervalStyle = 'iso_8601'; SET extra_float_digits = 0")
    try:
        steps = [text for (text,) in rows(
            shop, "SELECT statement FROM guidon_rekey_steps('event', 'derive', 'at', 'swap')")]
        shop.execute(steps[0])
        shop.execute("INSERT INTO event (at) VALUES ('2026-03-29 02:30')")
        run(shop, steps[1:])
    finally:
        shop.execute("RESET TimeZone; RESET DateStyle; RESET IntervalStyle; "
                     "RESET extra_float_digits")
    assert rows(shop, "SELECT count(*), bool_and(id_new = guidon_derive(at::timestamp AT TIME ZONE "
                "'UTC', sha256('secret'::bytea), id)) FROM event") == [(2, True)]


def test_a_secret_that_goes_stops_writes_and_not_rows(shop):
    """A row that gets no key is refused with the reason, and none is lost."""
    rekey.secret(shop)
    steps = left(shop, kind="derive")
    run(shop, steps[:4])
    shop.execute("ALTER TABLE guidon_key RENAME TO away")
    for statement in (steps[4], "INSERT INTO customer (name, created) VALUES ('x', now())"):
        with pytest.raises(psycopg.errors.ObjectNotInPrerequisiteState) as refused:
            shop.execute(statement)
        assert "has not one key of 32 bytes" in str(refused.value)
    shop.execute("ALTER TABLE away RENAME TO guidon_key")
    run(shop, left(shop, kind="derive"))
    shop.execute("CALL guidon_rekey_swap('customer')")
    assert rows(shop, WRONG) == []


def test_sharded_keys_fill_every_shard(shop):
    rekey.move(shop, kind="v8-sharded")
    shop.execute("INSERT INTO customer (name, created) SELECT 'n' || n, now() "
                 "FROM generate_series(1, 800) n")
    shards = rows(shop, "SELECT get_byte(uuid_send(id), 0) / 16, count(*), "
                  "array_agg(created ORDER BY id) = array_agg(created ORDER BY created) "
                  "FROM customer GROUP BY 1 ORDER BY 1")
    # None of 16 is empty but once in 10^26.
    assert [shard for shard, _, _ in shards] == list(range(16))
    assert all(ordered for _, _, ordered in shards)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("type_of", ["date", "timestamp", "timestamptz"])
def test_a_row_may_have_any_time(shop, type_of, kind):
    """Also one that no id has, or that no timestamp has, or none."""
    shop.execute(f"CREATE TABLE event (id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, "
                 f"at {type_of}); INSERT INTO event (at) VALUES ('2026-01-01')")
    if kind == "derive":
        rekey.secret(shop)
    steps = [text for (text,) in rows(
        shop, "SELECT statement FROM guidon_rekey_steps('event', %s, 'at', 'swap')", kind)]
    shop.execute(steps[0])
    for time in [*AT, "5874897-12-31" if type_of == "date" else "infinity", None]:
        shop.execute(f"INSERT INTO event (at) VALUES (%s::{type_of})", [time])
    # A row that was there gets its key from the backfill.
    shop.execute("ALTER TABLE event DISABLE TRIGGER USER; UPDATE event SET id_new = NULL "
                 "WHERE id > 5; ALTER TABLE event ENABLE TRIGGER USER")
    run(shop, steps[1:])
    time_of, test_of = (text.format("id_new") for text in KINDS[kind])
    assert value(shop, f"SELECT bool_and({test_of}) FROM event")
    years = rows(shop, f"SELECT extract(year FROM {time_of} AT TIME ZONE 'UTC')::int FROM event "
                 "WHERE at IS NOT NULL ORDER BY at, id")
    last = 2527 if kind.startswith("v8") else 10889
    assert [year for (year,) in years] == [
        1970, 1970, 2026, 2026, min(2527, last), min(9999, last), last, last, last, last]
    shop.execute("CALL guidon_rekey_swap('event')")


# --------------------------------------------------------------------------- under load


def test_clients_see_nothing_of_a_move_and_of_its_undo(shop, another):
    """Four clients write and read beside each statement and after it. None gets an error or
    a wrong row."""
    before = rows(shop, SHAPE)
    started = rekey_load.clients(another, 4, 200, paced=True)
    try:
        rekey_load.wait(started, 20)
        rekey_load.move(shop, started, 3)
        assert rows(shop, WRONG) == []
        rekey_load.wait(started, 20)
        rekey_load.run(shop, started, 3, undo_steps(shop))
    finally:
        for one in started:
            one.stop()
    assert [one.wrong for one in started if one.wrong] == []
    assert rows(shop, WRONG) == [] and rows(shop, SHAPE) == before
    assert min(one.done for one in started) > 40
