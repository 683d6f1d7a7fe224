-- Phase 6, undo: back from any phase.

-- The statements that take a move back. After the swap they bring the old columns back to
-- their places first, with the references of rows that came since.
CREATE FUNCTION guidon_rekey_undo_steps(rel regclass) RETURNS SETOF text
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    own text := (SELECT quote_ident(n.nspname) FROM pg_extension e
        JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'guidon');
    move jsonb;
    tables text[];
    statement text;
BEGIN
    EXECUTE format('SELECT %s.guidon_rekey_move($1)', own) INTO move USING rel;
    IF move->>'state' = 'finished' THEN
        RAISE object_not_in_prerequisite_state USING
            MESSAGE = format('the move of table %s is finished: its references have no old '
                'keys any more', rel);
    ELSIF move->>'state' = 'none' THEN
        RETURN;
    END IF;
    IF move->>'state' = 'swapped' THEN
        EXECUTE format('SELECT %s.guidon_rekey_unrefused($1)', own) USING move;
        RETURN QUERY EXECUTE format('SELECT %s.guidon_rekey_prepare_steps($1)', own) USING move;
        RETURN QUERY EXECUTE format('SELECT %s.guidon_rekey_fill_steps($1)', own) USING move;
        RETURN QUERY EXECUTE format('SELECT %s.guidon_rekey_check_steps($1, true)', own)
            USING move;
        RETURN NEXT format('SELECT %s.guidon_rekey_verify(%L::pg_catalog.regclass)', own, rel);
        EXECUTE format('SELECT %s.guidon_rekey_tables($1)::text[]', own) INTO tables USING move;
        EXECUTE format('SELECT %s.guidon_rekey_locked($1, $2, $3, $4)', own) INTO statement
            USING own, 'ACCESS EXCLUSIVE'::text, tables,
            ARRAY[format('SELECT %s.guidon_rekey_exchanged(%L::pg_catalog.regclass, '
                '''swapped''::pg_catalog.text)', own, rel)];
        RETURN NEXT statement;
        EXECUTE format('SELECT %s.guidon_rekey_flipped($1)', own) INTO move USING move;
    END IF;
    RETURN QUERY EXECUTE format('SELECT %s.guidon_rekey_drop_steps($1)', own) USING move;
END
$$;
COMMENT ON FUNCTION guidon_rekey_undo_steps(regclass) IS
    'statements that undo a move of keys, from any phase before finish';

-- The statements that drop what a move has made. Indexes and constraints go with their
-- columns, but for the index that keeps the old key unique, which goes first. Then those that
-- refer go, and the key last: it says that the table moves.
CREATE FUNCTION guidon_rekey_drop_steps(move jsonb) RETURNS SETOF text
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    own text := move->>'own';
    pk record;
    item record;
    statements text[];
    statement text;
BEGIN
    SELECT * INTO pk FROM jsonb_to_record(move->'columns'->0) AS c(rel oid, "table" text);
    FOR item IN
        SELECT i.schema, i.former AS name FROM jsonb_to_recordset(move->'indexes')
            AS i(schema text, former text, "primary" bool)
        JOIN pg_class t ON t.oid = pk.rel
        JOIN pg_class k ON k.relname = i.former AND k.relnamespace = t.relnamespace
        JOIN pg_index x ON x.indexrelid = k.oid AND x.indrelid = pk.rel AND x.indisunique
            AND x.indnatts = 1 AND x.indkey[0] = (move->>'number')::int2
        WHERE i.primary AND i.former LIKE '%\_old'
    LOOP
        RETURN NEXT format('DROP INDEX CONCURRENTLY %s.%I', item.schema, item.name);
    END LOOP;
    FOR item IN
        SELECT c.rel, c."table", c.rel = pk.rel AS keyed,
            string_agg(format('DROP COLUMN %I', c.other), ', ' ORDER BY c.key, c.num)
                FILTER (WHERE c.made) AS dropped
        FROM jsonb_to_recordset(move->'columns')
            AS c(rel oid, "table" text, num int2, key bool, other text, made bool)
        GROUP BY c.rel, c."table" HAVING bool_or(c.made)
        ORDER BY c.rel = pk.rel, c."table" COLLATE "C"
    LOOP
        EXECUTE format('SELECT ARRAY(SELECT %s.guidon_rekey_no_triggers($1, $2))', own)
            INTO statements USING move, item.rel;
        EXECUTE format('SELECT %s.guidon_rekey_locked($1, $2, $3, $4)', own) INTO statement
            USING own, 'ACCESS EXCLUSIVE'::text,
            CASE WHEN item.keyed THEN ARRAY[pk.table] ELSE ARRAY[pk.table, item.table] END,
            statements || format('ALTER TABLE %s %s', item.table, item.dropped);
        RETURN NEXT statement;
    END LOOP;
END
$$;
COMMENT ON FUNCTION guidon_rekey_drop_steps(jsonb) IS
    'statements that drop what a move of keys has made';
