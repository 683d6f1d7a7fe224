-- Statements that need locks, without a queue behind them. A statement that waits for a
-- lock makes all wait that come after it. So the procedure takes all locks within budget_ms
-- in total, or gives them back and tries again after a pause of up to three times as long.
-- LOCK TABLE of a partitioned table would wait so long for each partition, so the partitions
-- are locked one by one.
--
-- An autovacuum gives way to a lock that has waited for deadlock_timeout, which is longer
-- than the budget. So the procedure asks for SHARE UPDATE EXCLUSIVE first, and patiently:
-- readers and writers pass a lock that waits for this mode, and autovacuum does not. An
-- autovacuum against wraparound gives way to nobody.

-- Run statements in one transaction under locks.
--   lock_mode   such as ACCESS EXCLUSIVE
--   tables      in the order in which they are locked, each before its partitions
--   statements  each as EXECUTE takes it; names need their schema
--   budget_ms   the longest time that others wait for the locks, in milliseconds
--   tries       after which it fails with 55P03 and says who held the lock. It fails after
--               three if a vacuum, ANALYZE or another change of a table does not give way
CREATE PROCEDURE guidon_rekey_run(lock_mode text, tables regclass[], statements text[],
    budget_ms int DEFAULT 150, tries int DEFAULT 300)
LANGUAGE plpgsql
AS $$
DECLARE
    began pg_catalog.timestamptz;
    rest pg_catalog.int4;
    patience pg_catalog.int4;
    quiet pg_catalog.bool;
    busy pg_catalog.int4 := 0;
    root pg_catalog.regclass;
    one pg_catalog.regclass;
    places pg_catalog.regclass[];
    statement pg_catalog.text;
    holder pg_catalog.text;
    done pg_catalog.bool;
BEGIN
    PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
    IF lock_mode NOT IN ('ACCESS EXCLUSIVE', 'SHARE ROW EXCLUSIVE') OR budget_ms < 1 THEN
        RAISE invalid_parameter_value USING MESSAGE = 'the mode is ACCESS EXCLUSIVE or '
            'SHARE ROW EXCLUSIVE, and the budget at least 1 ms';
    END IF;
    patience := (SELECT setting::int FROM pg_settings WHERE name = 'deadlock_timeout') + 500;
    FOR try IN 1..tries LOOP
        PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
        quiet := false;
        BEGIN
            PERFORM set_config('lock_timeout', patience::text, true);
            places := '{}';
            FOREACH root IN ARRAY tables LOOP
                one := root;
                EXECUTE format('LOCK TABLE ONLY %s IN SHARE UPDATE EXCLUSIVE MODE', one);
                places := places || one;
                -- From here on no partition comes or goes.
                FOR one IN SELECT i.inhrelid::regclass FROM pg_inherits i
                    WHERE i.inhparent = root ORDER BY i.inhrelid
                LOOP
                    EXECUTE format('LOCK TABLE ONLY %s IN SHARE UPDATE EXCLUSIVE MODE', one);
                    places := places || one;
                END LOOP;
            END LOOP;
            quiet := true;
            began := clock_timestamp();
            FOREACH one IN ARRAY places LOOP
                rest := budget_ms - extract(epoch FROM clock_timestamp() - began) * 1000;
                PERFORM set_config('lock_timeout', greatest(rest, 1)::text, true);
                EXECUTE format('LOCK TABLE ONLY %s IN %s MODE', one, lock_mode);
            END LOOP;
            one := NULL;
            PERFORM set_config('client_min_messages', 'warning', true);
            FOREACH statement IN ARRAY statements LOOP
                EXECUTE statement;
            END LOOP;
            done := true;
        EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
            done := false;
        END;
        COMMIT;
        PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
        EXIT WHEN done;
        busy := CASE WHEN quiet THEN 0 ELSE busy + 1 END;
        IF try % 60 = 0 OR try = tries OR busy = 3 THEN
            SELECT string_agg(format('process %s of %s (%s)', l.pid, coalesce(a.usename,
                a.backend_type, 'the server'), l.mode), ', ' ORDER BY l.pid) INTO holder
            FROM pg_locks l LEFT JOIN pg_stat_activity a ON a.pid = l.pid
            WHERE l.locktype = 'relation' AND l.relation = one AND l.granted
                AND l.pid <> pg_backend_pid();
            RAISE NOTICE 'after % tries there is no lock on table %: held by %', try,
                coalesce(one::text, 'of a statement'), coalesce(holder, 'nobody now');
        END IF;
        IF busy = 3 THEN
            RAISE lock_not_available USING MESSAGE = format('a vacuum, ANALYZE or change of '
                'table %s does not give way', one),
                DETAIL = format('The lock was held by %s.', coalesce(holder, 'nobody now')),
                HINT = 'Nothing has changed. An autovacuum against wraparound, VACUUM, ANALYZE, '
                    'CREATE INDEX CONCURRENTLY and ALTER TABLE must end first. Wait until it '
                    'has, and call it again.';
        END IF;
        PERFORM pg_sleep(budget_ms * (0.3 + 2.7 * random()) / 1000);
    END LOOP;
    IF NOT done THEN
        RAISE lock_not_available USING MESSAGE = format('no lock on table %s after %s tries',
            coalesce(one::text, 'of a statement'), tries),
            DETAIL = format('The lock was held by %s.', coalesce(holder, 'nobody now')),
            HINT = 'Nothing has changed. End the transactions that hold the lock, and call '
                'it again.';
    END IF;
END
$$;
COMMENT ON PROCEDURE guidon_rekey_run(text, regclass[], text[], int, int) IS
    'runs statements under locks, which it takes within a time in total or gives back';
