-- Phase 3, backfill: the columns of the rows that were there before the triggers.

-- Fill the columns that a move has made, the key's table first, some blocks at a time. A
-- row that changes meanwhile is filled by its trigger, so one pass over the blocks that
-- there are is enough, but for rows that others have locked: they are seen in the next
-- pass. A killed call goes on from where it was, because what is filled stays.
--   rel      the table of the key
--   blocks   pages of 8 KB a transaction; others wait for a row at most so long
--   pause    after each transaction that filled rows
CREATE PROCEDURE guidon_rekey_backfill(rel regclass, blocks int DEFAULT 4,
    pause interval DEFAULT '0 s')
LANGUAGE plpgsql
AS $$
DECLARE
    own pg_catalog.text;
    part pg_catalog.record;
    block pg_catalog.int8;
    last pg_catalog.int8;
    filled pg_catalog.int8;
    left_over pg_catalog.bool;
BEGIN
    PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
    own := (SELECT quote_ident(n.nspname) FROM pg_extension e
        JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'guidon');
    FOR part IN EXECUTE format('SELECT * FROM %s.guidon_rekey_fills($1)', own) USING rel LOOP
        FOR pass IN 1..100 LOOP
            last := pg_relation_size(part.rel::regclass)
                / current_setting('block_size')::int;
            block := 0;
            WHILE block <= last LOOP
                EXECUTE part.statement USING format('(%s,0)', block)::tid,
                    format('(%s,0)', block + greatest(blocks, 1))::tid;
                GET DIAGNOSTICS filled = ROW_COUNT;
                COMMIT;
                PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
                PERFORM set_config('application_name',
                    format('guidon_rekey %s %s/%s', part.rel, block, last), true);
                block := block + greatest(blocks, 1);
                IF filled > 0 THEN
                    PERFORM pg_sleep_for(pause);
                END IF;
            END LOOP;
            EXECUTE part.unfilled INTO left_over;
            EXIT WHEN NOT left_over;
            IF pass = 100 THEN
                RAISE lock_not_available USING MESSAGE = format('other transactions hold rows '
                    'of table %s, which have no new key', part.rel::regclass),
                    HINT = 'End these transactions, and call it again. What is filled stays.';
            END IF;
            PERFORM pg_sleep(0.01 * pass * random());
        END LOOP;
    END LOOP;
END
$$;
COMMENT ON PROCEDURE guidon_rekey_backfill(regclass, int, interval) IS
    'fills the columns that a move of keys has made, some blocks a transaction';

-- An error if somebody else owns the table, who could run code with the rights of the caller.
CREATE FUNCTION guidon_rekey_owned(rel regclass) RETURNS void
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    owner name := (SELECT pg_get_userbyid(c.relowner) FROM pg_class c WHERE c.oid = rel);
BEGIN
    IF owner <> current_user THEN
        RAISE insufficient_privilege USING
            MESSAGE = format('table %s belongs to %s, and you are %s', rel, owner, current_user),
            HINT = format('Run the move as the owner: SET ROLE %I.', owner);
    END IF;
END
$$;
COMMENT ON FUNCTION guidon_rekey_owned(regclass) IS 'error if the caller does not own a table';

-- The same for each table of a move. Whoever may refer to the key can make a table that
-- looks as if it belonged to the move.
CREATE FUNCTION guidon_rekey_tables_owned(move jsonb) RETURNS void
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    item record;
BEGIN
    FOR item IN SELECT DISTINCT c.rel
        FROM jsonb_to_recordset((move->'columns') || (move->'parts')) AS c(rel oid)
    LOOP
        EXECUTE format('SELECT %s.guidon_rekey_owned($1)', move->>'own')
            USING item.rel::regclass;
    END LOOP;
END
$$;
COMMENT ON FUNCTION guidon_rekey_tables_owned(jsonb) IS
    'error if the caller does not own each table of a move of keys';

-- What the backfill runs for each table:
--   statement   fills the rows from one tid to below another, but those that are locked
--   unfilled    is there a row that has no value yet?
CREATE FUNCTION guidon_rekey_fills(target regclass)
RETURNS TABLE(rel oid, statement text, unfilled text)
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
    own text := (SELECT quote_ident(n.nspname) FROM pg_extension e
        JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'guidon');
    move jsonb;
    maker text;
    equal text;
    pk record;
BEGIN
    EXECUTE format('SELECT %s.guidon_rekey_move($1)', own) INTO move USING target;
    SELECT * INTO pk FROM jsonb_to_record(move->'columns'->0)
        AS c("table" text, col text, other text, made bool);
    IF move->>'state' NOT IN ('moving', 'swapped') THEN
        RAISE object_not_in_prerequisite_state USING
            MESSAGE = format('table %s is not moving', target),
            HINT = 'guidon_rekey_steps gives the statements that come first.';
    END IF;
    EXECUTE format('SELECT %s.guidon_rekey_tables_owned($1)', own) USING move;
    EXECUTE format('SELECT %1$s.guidon_rekey_made($1, ''c''::pg_catalog.text), '
        '%1$s.guidon_rekey_equal($1)', own) INTO maker, equal USING move;
    RETURN QUERY
    SELECT c.place, format(E'UPDATE ONLY %1$s c SET %2$s WHERE c.ctid = ANY (ARRAY(\n'
        'SELECT l.ctid FROM ONLY %1$s l WHERE l.ctid >= $1 AND l.ctid < $2 AND (%3$s)\n'
        'FOR NO KEY UPDATE SKIP LOCKED))', c."table",
        string_agg(CASE WHEN c.key THEN format('%I = %s', c.other, maker)
            ELSE format('%I = (SELECT p.%I FROM %s p WHERE p.%I %s c.%I)', c.other, pk.other,
                pk.table, pk.col, equal, c.col) END, ', '),
        string_agg(format('l.%I IS NULL AND l.%I IS NOT NULL', c.other, c.col), ' OR ')),
        format('SELECT EXISTS (SELECT FROM ONLY %s l WHERE %s)', c."table",
            string_agg(format('l.%I IS NULL AND l.%I IS NOT NULL', c.other, c.col), ' OR '))
    FROM (
        -- The key itself first: references of the same table look it up.
        SELECT c.key, c.col, c.other, coalesce(p.rel, c.rel) AS place,
            coalesce(p."table", c."table") AS "table"
        FROM jsonb_to_recordset(move->'columns')
            AS c(rel oid, "table" text, key bool, col text, other text, made bool)
        LEFT JOIN jsonb_to_recordset(move->'parts') AS p(rel oid, root oid, "table" text, col text)
            ON p.root = c.rel AND p.col = c.col
        -- After the swap each row has its old key: its default or its trigger gives it.
        WHERE c.made AND (move->>'state' = 'moving' OR NOT c.key)) c
    GROUP BY c.place, c."table", c.key ORDER BY c.key DESC, c."table" COLLATE "C";
END
$$;
COMMENT ON FUNCTION guidon_rekey_fills(regclass) IS 'statements of guidon_rekey_backfill';

-- The call of the backfill, if a row has no value yet or a column is still to be made.
CREATE FUNCTION guidon_rekey_fill_steps(move jsonb) RETURNS SETOF text
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    own text := move->>'own';
    rel regclass := (move->>'rel')::oid;
    unfilled bool := EXISTS (SELECT FROM jsonb_to_recordset(move->'columns') AS c(made bool)
        WHERE NOT c.made);
    item record;
BEGIN
    IF NOT unfilled THEN
        FOR item IN EXECUTE format('SELECT * FROM %s.guidon_rekey_fills($1)', own) USING rel LOOP
            EXECUTE item.unfilled INTO unfilled;
            EXIT WHEN unfilled;
        END LOOP;
    END IF;
    IF unfilled THEN
        RETURN NEXT format('CALL %s.guidon_rekey_backfill(%L::pg_catalog.regclass, '
            '4::pg_catalog.int4, ''0 s''::pg_catalog.interval)', own, rel);
    END IF;
END
$$;
COMMENT ON FUNCTION guidon_rekey_fill_steps(jsonb) IS
    'statement that fills the columns of a move of keys, if some are not filled';

-- The moves of this database, a row for each column, and how far its backfill is. Each role
-- can give its session any name, so a session counts only if its role may be the owner.
CREATE VIEW guidon_rekey_progress AS
SELECT a.attrelid::pg_catalog.regclass AS rel, a.attname AS made,
    pg_catalog.col_description(a.attrelid, a.attnum) AS state,
    p.pid AS backfilled_by, p.place[2]::pg_catalog.int8 AS blocks_done,
    p.place[3]::pg_catalog.int8 AS blocks_total
FROM pg_catalog.pg_attribute a
JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) a.attrelid
LEFT JOIN (
    SELECT s.pid, s.usesysid, pg_catalog.regexp_match(s.application_name,
        '^guidon_rekey (\d{1,10}) (\d{1,10})/(\d{1,10})$') AS place
    FROM pg_catalog.pg_stat_activity s
    WHERE s.datname OPERATOR(pg_catalog.=) pg_catalog.current_database()) p
    ON (p.place[1]::pg_catalog.int8 OPERATOR(pg_catalog.=) a.attrelid::pg_catalog.int8
        OR EXISTS (SELECT FROM pg_catalog.pg_partition_tree(a.attrelid) t
            WHERE t.relid::pg_catalog.oid::pg_catalog.int8
                OPERATOR(pg_catalog.=) p.place[1]::pg_catalog.int8))
    AND pg_catalog.pg_has_role(p.usesysid, c.relowner, 'MEMBER')
WHERE a.attnum OPERATOR(pg_catalog.>) 0 AND NOT a.attisdropped
    AND pg_catalog.col_description(a.attrelid, a.attnum)
        OPERATOR(pg_catalog.~) '^guidon_rekey (moving|swapped|finished|reference)';
COMMENT ON VIEW guidon_rekey_progress IS 'moves of keys in this database, by column';
GRANT SELECT ON guidon_rekey_progress TO PUBLIC;
