-- Statements that need locks, without a queue behind them. A statement that waits for a
-- lock makes all wait that come after it. So the procedure takes all locks within budget_ms
-- in total, or gives them back and tries again after a pause of up to three times as long.

-- Run statements in one transaction under locks.
--   lock_mode   such as ACCESS EXCLUSIVE
--   tables      in the order in which they are locked
--   statements  each as EXECUTE takes it; names need their schema
--   budget_ms   the longest time that others wait for the locks, in milliseconds
--   tries       after which it fails with 55P03 and says who held the lock
CREATE PROCEDURE guidon_rekey_run(lock_mode text, tables regclass[], statements text[],
    budget_ms int DEFAULT 150, tries int DEFAULT 300)
LANGUAGE plpgsql
AS $$
DECLARE
    began pg_catalog.timestamptz;
    rest pg_catalog.int4;
    one pg_catalog.regclass;
    statement pg_catalog.text;
    holder pg_catalog.text;
    done pg_catalog.bool;
BEGIN
    PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
    IF lock_mode NOT IN ('ACCESS EXCLUSIVE', 'SHARE ROW EXCLUSIVE') OR budget_ms < 1 THEN
        RAISE invalid_parameter_value USING MESSAGE = 'the mode is ACCESS EXCLUSIVE or '
            'SHARE ROW EXCLUSIVE, and the budget at least 1 ms';
    END IF;
    FOR try IN 1..tries LOOP
        PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
        began := clock_timestamp();
        BEGIN
            FOREACH one IN ARRAY tables LOOP
                rest := budget_ms - extract(epoch FROM clock_timestamp() - began) * 1000;
                PERFORM set_config('lock_timeout', greatest(rest, 1)::text, true);
                EXECUTE format('LOCK TABLE %s IN %s MODE', one, lock_mode);
            END LOOP;
            one := NULL;
            PERFORM set_config('client_min_messages', 'warning', true);
            FOREACH statement IN ARRAY statements LOOP
                EXECUTE statement;
            END LOOP;
            done := true;
        EXCEPTION WHEN lock_not_available THEN
            done := false;
        END;
        COMMIT;
        PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
        EXIT WHEN done;
        IF try % 60 = 0 OR try = tries THEN
            SELECT string_agg(format('process %s of %s (%s)', l.pid, coalesce(a.usename,
                a.backend_type), l.mode), ', ' ORDER BY l.pid) INTO holder
            FROM pg_locks l LEFT JOIN pg_stat_activity a ON a.pid = l.pid
            WHERE l.locktype = 'relation' AND l.relation = one AND l.granted
                AND l.pid <> pg_backend_pid();
            RAISE NOTICE 'after % tries there is no lock on table %: held by %', try,
                coalesce(one::text, 'of a statement'), coalesce(holder, 'nobody now');
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
