-- Phase 5, swap: the columns change places.

-- The statements by which each column takes the place of the one beside it, to run in one
-- transaction under locks. From a table that is moving they lead to one that is swapped,
-- and from there back.
CREATE FUNCTION guidon_rekey_exchange(move jsonb) RETURNS SETOF text
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    own text := move->>'own';
    back bool := move->>'state' = 'swapped';
    flipped jsonb;
    marker text;
    item record;
BEGIN
    EXECUTE format('SELECT %s.guidon_rekey_flipped($1)', own) INTO flipped USING move;
    FOR item IN SELECT DISTINCT c.rel FROM jsonb_to_recordset(move->'columns') AS c(rel oid)
    LOOP
        RETURN QUERY EXECUTE format('SELECT %s.guidon_rekey_no_triggers($1, $2)', own)
            USING move, item.rel;
    END LOOP;

    RETURN QUERY EXECUTE format('SELECT %s.guidon_rekey_view_steps($1, true)', own) USING move;

    RETURN QUERY EXECUTE format('SELECT %s.guidon_rekey_statistics_steps($1, true)', own)
        USING move;

    -- The foreign keys go first, because they need the key's index.
    FOR item IN
        SELECT * FROM jsonb_to_recordset(move->'references') AS r("table" text,
            "constraint" text, other text, comment text, inherited jsonb)
    LOOP
        RETURN NEXT format('ALTER TABLE %s DROP CONSTRAINT %I', item.table, item.constraint);
        RETURN QUERY SELECT unnest(ARRAY[
            format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', f."table", f.other,
                f."constraint"),
            format('COMMENT ON CONSTRAINT %I ON %s IS %L', f."constraint", f."table",
                f.comment)])
        FROM jsonb_to_recordset(jsonb_build_array(jsonb_build_object('table', item.table, 'other',
            item.other, 'constraint', item.constraint, 'comment', item.comment))
            || item.inherited) AS f("table" text, "constraint" text, other text, comment text);
    END LOOP;
    FOR item IN
        SELECT * FROM jsonb_to_recordset(move->'indexes') AS i("table" text, schema text,
            index text, other text, former text, "constraint" text, means text,
            comment text, reason text)
    LOOP
        IF item.constraint IS NOT NULL THEN
            RETURN NEXT format('ALTER TABLE %s DROP CONSTRAINT %I', item.table, item.constraint);
            RETURN NEXT format('ALTER TABLE %s ADD CONSTRAINT %I %s USING INDEX %I', item.table,
                item.constraint, item.means, item.other);
        ELSE
            RETURN NEXT format('ALTER INDEX %s.%I RENAME TO %I', item.schema, item.index,
                item.former);
            RETURN NEXT format('ALTER INDEX %s.%I RENAME TO %I', item.schema, item.other,
                item.index);
        END IF;
        IF item.comment IS NOT NULL THEN
            RETURN NEXT format('COMMENT ON INDEX %s.%I IS %L', item.schema, item.index,
                item.comment);
        END IF;
        IF item.constraint IS NOT NULL AND item.reason IS NOT NULL THEN
            RETURN NEXT format('COMMENT ON CONSTRAINT %I ON %s IS %L', item.constraint,
                item.table, item.reason);
        END IF;
    END LOOP;

    marker := format('guidon_rekey %s %s %s', flipped->>'state', move->>'kind', move->>'time');
    FOR item IN
        SELECT * FROM jsonb_to_recordset(move->'columns') AS c("table" text, col text,
            other text, former text, key bool, comment text)
    LOOP
        RETURN NEXT format('ALTER TABLE %s RENAME COLUMN %I TO %I', item.table, item.col,
            item.former);
        RETURN NEXT format('ALTER TABLE %s RENAME COLUMN %I TO %I', item.table, item.other,
            item.col);
        RETURN NEXT format('COMMENT ON COLUMN %s.%I IS %L', item.table, item.col, item.comment);
        RETURN NEXT format('COMMENT ON COLUMN %s.%I IS %L', item.table, item.former,
            CASE WHEN item.key THEN marker ELSE 'guidon_rekey reference' END);
        IF item.key AND back THEN
            RETURN NEXT format('ALTER TABLE %s ALTER COLUMN %I DROP DEFAULT', item.table,
                item.former);
        ELSIF item.key THEN
            RETURN NEXT format('ALTER TABLE %s ALTER COLUMN %I SET DEFAULT %s.%s', item.table,
                item.col, own, CASE move->>'kind' WHEN 'v8-append' THEN
                    'guidon_v8_append(20)' WHEN 'v8-sharded' THEN 'guidon_v8_sharded('
                    'pg_catalog.floor(pg_catalog.random() OPERATOR(pg_catalog.*) 16)'
                    '::pg_catalog.int4, 4)' WHEN 'ulid' THEN 'guidon_ulid()'
                    ELSE 'guidon_v7()' END);
        END IF;
    END LOOP;
    RETURN QUERY EXECUTE format('SELECT %s.guidon_rekey_rights_steps($1)', own) USING move;
    RETURN QUERY EXECUTE format('SELECT %s.guidon_rekey_settings_steps($1)', own) USING move;
    RETURN QUERY EXECUTE format('SELECT %s.guidon_rekey_statistics_steps($1, false)', own)
        USING move;
    FOR item IN SELECT DISTINCT c.rel FROM jsonb_to_recordset(move->'columns') AS c(rel oid)
    LOOP
        RETURN QUERY EXECUTE format('SELECT %s.guidon_rekey_triggers($1, $2)', own)
            USING flipped, item.rel;
    END LOOP;
    RETURN QUERY EXECUTE format('SELECT %s.guidon_rekey_view_steps($1, false)', own) USING move;
END
$$;
COMMENT ON FUNCTION guidon_rekey_exchange(jsonb) IS
    'statements by which the columns of a move of keys change places';

-- The rights on a column alone go from the old column, which has its former name by now, to the
-- one in its place.
CREATE FUNCTION guidon_rekey_rights_steps(move jsonb) RETURNS SETOF text
LANGUAGE sql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
    WITH rights AS (
        SELECT c."table", c.col, c.former, e.privilege_type, e.is_grantable, CASE e.grantee
            WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(e.grantee)) END AS grantee
        FROM jsonb_to_recordset(move->'columns') AS c(rel oid, "table" text, num int2, col name,
            former name)
        JOIN pg_attribute a ON a.attrelid = c.rel AND a.attnum = c.num
        CROSS JOIN LATERAL aclexplode(a.attacl) e)
    SELECT statement FROM (
        SELECT 1, "table", format('REVOKE %s (%I) ON %s FROM %s', privilege_type, former, "table",
            grantee) FROM rights
        UNION ALL
        SELECT 2, "table", format('GRANT %s (%I) ON %s TO %s%s', privilege_type, col, "table",
            grantee, CASE WHEN is_grantable THEN ' WITH GRANT OPTION' ELSE '' END) FROM rights
        ) s(step, "table", statement)
    ORDER BY step, "table" COLLATE "C", statement COLLATE "C"
$$;
COMMENT ON FUNCTION guidon_rekey_rights_steps(jsonb) IS
    'statements that give the rights on single columns to those in their places';

-- The settings of a column for ANALYZE, which each partition has for itself, go from the old
-- column, which has its former name by now, to the one in its place. So do the comments of the
-- columns of partitions.
CREATE FUNCTION guidon_rekey_settings_steps(move jsonb) RETURNS SETOF text
LANGUAGE sql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
    WITH settings AS (
        SELECT c."table", c.col, c.former, c.part,
            -- A server may keep words of its own there, which nobody can set.
            nullif(ARRAY(SELECT o FROM unnest(a.attoptions) u(o)
                WHERE o ~ '^n_distinct(_inherited)?='), '{}') AS options,
            coalesce(a.attstattarget, -1) AS target, col_description(c.rel, c.num) AS comment
        FROM jsonb_to_recordset((move->'columns') || (move->'parts')) AS c(rel oid, "table" text,
            num int2, col name, former name, part bool)
        JOIN pg_attribute a ON a.attrelid = c.rel AND a.attnum = c.num)
    SELECT statement FROM (
        SELECT "table", col, format('ALTER TABLE ONLY %s ALTER COLUMN %I SET STATISTICS %s, '
            'ALTER COLUMN %I SET STATISTICS -1', "table", col, target, former)
        FROM settings WHERE target >= 0
        UNION ALL
        SELECT "table", col, format('ALTER TABLE ONLY %s ALTER COLUMN %I SET (%s), '
            'ALTER COLUMN %I RESET (%s)', "table", col, array_to_string(options, ', '), former,
            (SELECT string_agg(split_part(o, '=', 1), ', ') FROM unnest(options) u(o)))
        FROM settings WHERE options IS NOT NULL
        UNION ALL
        SELECT "table", col, format('COMMENT ON COLUMN %s.%I IS %L', "table", n.name, n.comment)
        FROM settings CROSS JOIN LATERAL (VALUES (col, comment), (former, NULL)) n(name, comment)
        WHERE part AND settings.comment IS NOT NULL) s("table", col, statement)
    ORDER BY "table" COLLATE "C", col, statement COLLATE "C"
$$;
COMMENT ON FUNCTION guidon_rekey_settings_steps(jsonb) IS
    'statements that give the settings of columns to those in their places';

-- Extended statistics name columns by their numbers. So they are dropped and made again, as
-- views are.
--   drops  the statements before the columns change places, or those after?
CREATE FUNCTION guidon_rekey_statistics_steps(move jsonb, drops bool) RETURNS SETOF text
LANGUAGE sql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
    WITH statistics AS (
        SELECT DISTINCT x.oid, x.stxstattarget AS target,
            format('%I.%I', n.nspname, x.stxname) AS name,
            pg_get_statisticsobjdef(x.oid) AS definition
        FROM jsonb_to_recordset((move->'columns') || (move->'parts')) AS c(rel oid, num int2)
        JOIN pg_depend d ON d.classid = 'pg_statistic_ext'::regclass
            AND d.refclassid = 'pg_class'::regclass AND d.refobjid = c.rel
            AND d.refobjsubid = c.num
        JOIN pg_statistic_ext x ON x.oid = d.objid
        JOIN pg_namespace n ON n.oid = x.stxnamespace)
    SELECT statement FROM (
        SELECT 1, name, format('DROP STATISTICS %s', name) FROM statistics WHERE drops
        UNION ALL
        SELECT 2, name, definition FROM statistics WHERE NOT drops
        UNION ALL
        SELECT 3, name, format('ALTER STATISTICS %s SET STATISTICS %s', name, target)
        FROM statistics WHERE NOT drops AND target >= 0
        UNION ALL
        SELECT 4, name, format('COMMENT ON STATISTICS %s IS %L', name,
            obj_description(oid, 'pg_statistic_ext')) FROM statistics
        WHERE NOT drops AND obj_description(oid, 'pg_statistic_ext') IS NOT NULL
        ) s(step, name, statement)
    ORDER BY step, name COLLATE "C"
$$;
COMMENT ON FUNCTION guidon_rekey_statistics_steps(jsonb, bool) IS
    'statements that drop the extended statistics of a move of keys, or make them again';

-- A view names columns by their numbers. So it is dropped before the columns change places,
-- and made again after from its text, with its owner's rights, options and comments.
--   drops  the statements before, or those after?
CREATE FUNCTION guidon_rekey_view_steps(move jsonb, drops bool) RETURNS SETOF text
LANGUAGE sql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
    WITH views AS (
        SELECT DISTINCT v.oid, coalesce(v.relacl, acldefault('r', v.relowner)) AS acl,
            v.relacl IS NOT NULL OR EXISTS (SELECT FROM pg_default_acl d
                WHERE d.defaclobjtype = 'r') AS granted,
            format('%I.%I', n.nspname, v.relname) AS name,
            CASE WHEN v.reloptions IS NULL THEN ''
                ELSE format(' WITH (%s)', array_to_string(v.reloptions, ', ')) END AS options
        FROM jsonb_to_recordset((move->'columns') || (move->'parts')) AS c(rel oid, num int2)
        JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass
            AND d.refclassid = 'pg_class'::regclass AND d.refobjid = c.rel
            AND d.refobjsubid = c.num
        JOIN pg_rewrite r ON r.oid = d.objid JOIN pg_class v ON v.oid = r.ev_class
        JOIN pg_namespace n ON n.oid = v.relnamespace WHERE v.relkind = 'v')
    SELECT statement FROM (
        SELECT 1, name, format('DROP VIEW %s', name) FROM views WHERE drops
        UNION ALL
        SELECT 2, name, format('CREATE VIEW %s (%s)%s AS %s', name, (
            SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum)
            FROM pg_attribute a WHERE a.attrelid = views.oid AND a.attnum > 0), options,
            rtrim(pg_get_viewdef(oid), ';'))
        FROM views WHERE NOT drops
        UNION ALL
        -- Default privileges of the schema must not add to what was there.
        SELECT 3, name, format('REVOKE ALL ON %s FROM %s', name, g.grantee)
        FROM views CROSS JOIN LATERAL (SELECT DISTINCT CASE e.grantee WHEN 0 THEN 'PUBLIC'
            ELSE quote_ident(pg_get_userbyid(e.grantee)) END AS grantee
            FROM pg_default_acl d, aclexplode(d.defaclacl) e WHERE d.defaclobjtype = 'r') g
        WHERE NOT drops
        UNION ALL
        SELECT 4, name, format('GRANT %s ON %s TO %s%s', e.privilege_type, name,
            CASE e.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(e.grantee)) END,
            CASE WHEN e.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END)
        FROM views, aclexplode(acl) e WHERE NOT drops AND granted
        UNION ALL
        SELECT 5, name, format('COMMENT ON VIEW %s IS %L', name, obj_description(oid, 'pg_class'))
        FROM views WHERE NOT drops AND obj_description(oid, 'pg_class') IS NOT NULL
        UNION ALL
        SELECT 6, name, format('COMMENT ON COLUMN %s.%I IS %L', name, a.attname,
            col_description(views.oid, a.attnum))
        FROM views JOIN pg_attribute a ON a.attrelid = views.oid AND a.attnum > 0
        WHERE NOT drops AND col_description(views.oid, a.attnum) IS NOT NULL
        ) s(step, name, statement)
    ORDER BY step, name COLLATE "C"
$$;
COMMENT ON FUNCTION guidon_rekey_view_steps(jsonb, bool) IS
    'statements that drop the views of a move of keys, or make them again';

-- The document of a move after its columns have changed places.
CREATE FUNCTION guidon_rekey_flipped(move jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
    SELECT move || jsonb_build_object(
        'state', CASE move->>'state' WHEN 'moving' THEN 'swapped' ELSE 'moving' END,
        'suffix', move->'former', 'former', move->'suffix',
        'columns', (SELECT jsonb_agg(c || jsonb_build_object('other', c->'former', 'former',
            c->'other', 'type', c->'other_type', 'other_type', c->'type', 'made', true)
            ORDER BY o)
            FROM jsonb_array_elements(move->'columns') WITH ORDINALITY AS e(c, o)))
$$;
COMMENT ON FUNCTION guidon_rekey_flipped(jsonb) IS
    'a move of keys after its columns have changed places';

-- What the swap needs, looked at under its locks. An error says what is left to do. The planner
-- expects unfilled rows near the beginning of a table and would read all of it to find none, so
-- it has to take the index of unfilled rows.
CREATE FUNCTION guidon_rekey_ready(rel regclass) RETURNS void
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off SET jit = off
AS $$
DECLARE
    own text := (SELECT quote_ident(n.nspname) FROM pg_extension e
        JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'guidon');
    move jsonb;
    item record;
    statement text;
    unfilled bool;
BEGIN
    EXECUTE format('SELECT %s.guidon_rekey_owned($1)', own) USING rel;
    EXECUTE format('SELECT %s.guidon_rekey_move($1)', own) INTO move USING rel;
    IF move->>'state' NOT IN ('moving', 'swapped') THEN
        RAISE object_not_in_prerequisite_state USING
            MESSAGE = format('table %s is not moving', rel),
            HINT = 'guidon_rekey_steps gives the statements that come first.';
    END IF;
    EXECUTE format('SELECT %s.guidon_rekey_unrefused($1)', own) USING move;
    EXECUTE format($query$
        SELECT s FROM (SELECT %1$s.guidon_rekey_prepare_steps($1) AS s
            UNION ALL SELECT %1$s.guidon_rekey_check_steps($1, true)) u LIMIT 1
        $query$, own) INTO statement USING move;
    IF statement IS NOT NULL THEN
        RAISE object_not_in_prerequisite_state USING
            MESSAGE = format('the move of table %s is not ready for the swap', rel),
            DETAIL = 'This statement is left: ' || statement,
            HINT = 'Run the statements that guidon_rekey_steps gives.';
    END IF;
    FOR item IN
        SELECT * FROM jsonb_to_recordset(move->'columns')
            AS c("table" text, col text, other text, filled bool) WHERE NOT c.filled
    LOOP
        EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE %I IS NULL AND %I IS NOT NULL)',
            item.table, item.other, item.col) INTO unfilled;
        IF unfilled THEN
            RAISE object_not_in_prerequisite_state USING
                MESSAGE = format('rows of table %s have no value of column "%s"', item.table,
                    item.other),
                HINT = 'Call guidon_rekey_backfill, and then this again.';
        END IF;
    END LOOP;
END
$$;
COMMENT ON FUNCTION guidon_rekey_ready(regclass) IS
    'error if the columns of a move of keys cannot change places yet';

-- Let the columns change places, under locks that the caller holds already. The statements
-- come from the catalogue as it is under these locks.
--   state   moving for the swap, swapped for its undo
CREATE FUNCTION guidon_rekey_exchanged(rel regclass, state text) RETURNS void
LANGUAGE plpgsql STRICT SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    own text := (SELECT quote_ident(n.nspname) FROM pg_extension e
        JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'guidon');
    move jsonb;
    statement text;
BEGIN
    EXECUTE format('SELECT %s.guidon_rekey_ready($1)', own) USING rel;
    EXECUTE format('SELECT %s.guidon_rekey_move($1)', own) INTO move USING rel;
    IF move->>'state' <> state THEN
        RETURN; -- somebody else was faster
    END IF;
    FOR statement IN EXECUTE format('SELECT %s.guidon_rekey_exchange($1)', own) USING move LOOP
        EXECUTE statement;
    END LOOP;
END
$$;
COMMENT ON FUNCTION guidon_rekey_exchanged(regclass, text) IS
    'lets the columns of a move of keys change places, under locks, if it has the state';

-- Try until the columns have changed places, or fail and say who held the lock.
CREATE PROCEDURE guidon_rekey_swap(rel regclass, budget_ms int DEFAULT 150,
    tries int DEFAULT 300)
LANGUAGE plpgsql
AS $$
DECLARE
    own pg_catalog.text;
    lock_mode pg_catalog.text;
    tables pg_catalog.regclass[];
    statements pg_catalog.text[];
BEGIN
    PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
    own := (SELECT quote_ident(n.nspname) FROM pg_extension e
        JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'guidon');
    EXECUTE format('SELECT %s.guidon_rekey_ready($1)', own) USING rel;
    EXECUTE format('SELECT %s.guidon_rekey_tables(%1$s.guidon_rekey_move($1))', own)
        INTO tables USING rel;
    lock_mode := 'ACCESS EXCLUSIVE';
    statements := ARRAY[format('SELECT %s.guidon_rekey_exchanged('
        '%s::pg_catalog.oid::pg_catalog.regclass, ''moving''::pg_catalog.text)', own, rel::oid)];
    -- The types of the arguments are those of the procedure, so that no other one is called.
    PERFORM set_config('search_path', format('pg_catalog, %s, pg_temp', own), true);
    CALL guidon_rekey_run(lock_mode, tables, statements, budget_ms, tries);
END
$$;
COMMENT ON PROCEDURE guidon_rekey_swap(regclass, int, int) IS
    'swap of a move of keys: each new column takes the place and the name of the old one';

-- The tables of a move in the order of their locks: that of the key first.
CREATE FUNCTION guidon_rekey_tables(move jsonb) RETURNS regclass[]
LANGUAGE sql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
    SELECT array_agg(rel::regclass ORDER BY o) FROM (
        SELECT r.rel, min(o) AS o FROM jsonb_array_elements(move->'columns')
            WITH ORDINALITY AS e(c, o), jsonb_to_record(c) AS r(rel oid) GROUP BY 1) t
$$;
COMMENT ON FUNCTION guidon_rekey_tables(jsonb) IS
    'tables of a move of keys in the order of their locks';
