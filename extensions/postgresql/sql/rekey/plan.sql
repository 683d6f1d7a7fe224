-- Phase 1, plan: what a move would do, and what stands in its way.

-- Look whether the keys of a table can move. The function changes nothing and never fails.
--   kind         v7; ulid; v8-append, which is guidon_v8_append with 20 bits; v8-sharded,
--                which is guidon_v8_sharded with 4 bits and a random shard; derive, which is
--                guidon_derive of the old key, with the secret of the table guidon_key
--   time_column  with the time of each row: timestamptz, timestamp or date
--   mode         add: the new key beside the old one; swap: in its place
--   replicas     ready: the subscribers of each table have the columns that the plan names
--   allow        words of findings that the caller accepts
-- A row for each finding. severity: refused (it cannot be done), asked (it can, if allow
-- has the word that the remedy names), note.
CREATE FUNCTION guidon_rekey_plan(rel regclass, kind text, time_column name,
    mode text DEFAULT 'add', replicas text DEFAULT NULL, allow text[] DEFAULT '{}')
RETURNS TABLE(severity text, object text, finding text, remedy text)
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
    own text := (SELECT quote_ident(n.nspname) FROM pg_extension e
        JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'guidon');
    move jsonb;
    broken bool;
BEGIN
    severity := 'refused';
    object := coalesce(rel::text, 'NULL');
    finding := CASE
        WHEN current_setting('server_version_num')::int < 150000
            THEN 'this server is older than PostgreSQL 15'
        WHEN NOT EXISTS (SELECT FROM pg_class c WHERE c.oid = rel AND c.relkind = 'r'
            AND c.relpersistence <> 't') THEN 'it is no ordinary table'
        WHEN kind IS NULL OR kind NOT IN ('v7', 'ulid', 'v8-append', 'v8-sharded',
            'derive')
            THEN format('the kind "%s" is not known', left(kind, 99))
        WHEN mode NOT IN ('add', 'swap') OR mode IS NULL
            THEN format('the mode "%s" is not known', left(mode, 99))
        WHEN replicas <> 'ready'
            THEN format('replicas "%s" is not known', left(replicas, 99)) END;
    IF finding IS NOT NULL THEN
        remedy := 'Tables of PostgreSQL 15 or later move, to the kinds v7, ulid, v8-append, '
            'v8-sharded and derive, with the mode add or swap, and with replicas '
            '=> NULL or ready.';
        RETURN NEXT;
        RETURN;
    END IF;
    EXECUTE format('SELECT %s.guidon_rekey_move($1)', own) INTO move USING rel;
    move := move || jsonb_build_object('mode', mode, 'replicas', replicas);
    IF move->'columns'->0->>'key' IS DISTINCT FROM 'true' THEN
        finding := 'it has no primary key of one column';
        remedy := 'Give the table a primary key of one column.';
        RETURN NEXT;
        RETURN;
    ELSIF move->>'state' IN ('swapped', 'finished') THEN
        severity := 'note';
        finding := 'its keys have moved';
        remedy := 'There is nothing to do. guidon_rekey_undo_steps undoes the move.';
        RETURN NEXT;
        RETURN;
    ELSIF move->>'state' = 'moving' AND (move->>'kind' <> kind
        OR move->>'time' IS DISTINCT FROM time_column) THEN
        finding := format('its keys move to %s by column "%s" already', move->>'kind',
            move->>'time');
        remedy := 'Give the same kind and column, or undo the move first.';
        RETURN NEXT;
        RETURN;
    END IF;
    move := move || jsonb_build_object('kind', kind);
    FOR severity, object, finding, remedy IN
        EXECUTE format($query$
            SELECT f.severity, f.object, f.finding, f.remedy FROM (
                SELECT * FROM %1$s.guidon_rekey_findings($1)
                UNION ALL SELECT * FROM %1$s.guidon_rekey_time_found($1, $2)
                UNION ALL SELECT * FROM %1$s.guidon_rekey_notes($1)) f
            ORDER BY array_position(ARRAY['refused', 'asked', 'note'], f.severity),
                f.object COLLATE "C", f.finding COLLATE "C"
            $query$, own) USING move, time_column
    LOOP
        IF severity = 'asked' AND finding NOT LIKE 'publication %'
            AND btrim(split_part(remedy, '''', 2), '{}') = ANY (allow) THEN
            severity := 'note';
        END IF;
        RETURN NEXT;
    END LOOP;
END
$$;
COMMENT ON FUNCTION guidon_rekey_plan(regclass, text, name, text, text, text[]) IS
    'what a move of a table''s keys would meet: refused, asked for or noted';

-- The statements that are left to do, up to the swap. An error, before anything is touched,
-- with the first finding of the plan that is refused or not allowed.
CREATE FUNCTION guidon_rekey_steps(rel regclass, kind text, time_column name,
    mode text DEFAULT 'add', replicas text DEFAULT NULL, allow text[] DEFAULT '{}')
RETURNS TABLE(statement text)
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
    own text := (SELECT quote_ident(n.nspname) FROM pg_extension e
        JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'guidon');
    move jsonb;
    found record;
BEGIN
    FOR found IN EXECUTE format('SELECT * FROM %s.guidon_rekey_plan($1, $2, $3, $4, $5, $6)', own)
        USING rel, kind, time_column, mode, replicas, allow
    LOOP
        IF found.severity IN ('refused', 'asked') THEN
            RAISE feature_not_supported USING
                MESSAGE = format('%s: %s', found.object, found.finding), HINT = found.remedy;
        END IF;
    END LOOP;
    EXECUTE format('SELECT %s.guidon_rekey_move($1)', own) INTO move USING rel;
    IF move->>'state' IN ('swapped', 'finished') THEN
        RETURN;
    END IF;
    move := move || jsonb_build_object('kind', kind, 'time', time_column);
    RETURN QUERY EXECUTE format('SELECT %s.guidon_rekey_prepare_steps($1)', own) USING move;
    RETURN QUERY EXECUTE format('SELECT %s.guidon_rekey_fill_steps($1)', own) USING move;
    RETURN QUERY EXECUTE format('SELECT %s.guidon_rekey_check_steps($1, $2)', own)
        USING move, mode = 'swap';
    statement := format('SELECT %s.guidon_rekey_verify(%L::pg_catalog.regclass)', own, rel);
    RETURN NEXT;
    statement := 'ANALYZE ' || (SELECT string_agg(t, ', ') FROM (SELECT DISTINCT c."table"
        FROM jsonb_to_recordset(move->'columns') AS c("table" text) ORDER BY 1) u(t));
    RETURN NEXT;
END
$$;
COMMENT ON FUNCTION guidon_rekey_steps(regclass, text, name, text, text, text[]) IS
    'statements that move the keys of a table up to the swap, as far as they are left to do';
