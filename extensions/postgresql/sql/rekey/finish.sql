-- Phase 6, finish: the move cannot be undone any more. And the keys that are outside
-- already, such as those in links.

-- The statements that drop the old columns of all references. The old key and its index
-- stay, for guidon_new_id and guidon_old_id; rows that come later have none.
--   confirm   'no undo'
CREATE FUNCTION guidon_rekey_finish_steps(rel regclass, confirm text DEFAULT NULL)
RETURNS SETOF text
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    own text := (SELECT quote_ident(n.nspname) FROM pg_extension e
        JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'guidon');
    move jsonb;
    pk record;
    item record;
    statements text[];
    statement text;
BEGIN
    EXECUTE format('SELECT %s.guidon_rekey_move($1)', own) INTO move USING rel;
    IF move->>'state' IS DISTINCT FROM 'swapped' AND move->>'state' IS DISTINCT FROM 'finished'
    THEN
        RAISE object_not_in_prerequisite_state USING
            MESSAGE = format('the keys of table %s are not swapped', rel),
            HINT = 'CALL guidon_rekey_swap comes first.';
    ELSIF confirm IS DISTINCT FROM 'no undo' THEN
        RAISE invalid_parameter_value USING
            MESSAGE = 'after these statements the move cannot be undone',
            HINT = 'Give confirm => ''no undo''.';
    ELSIF move->>'state' = 'finished' THEN
        RETURN;
    END IF;
    SELECT * INTO pk FROM jsonb_to_record(move->'columns'->0)
        AS c(rel oid, "table" text, other text);
    FOR item IN
        SELECT c.rel, c."table", c.rel = pk.rel AS keyed,
            string_agg(format('DROP COLUMN %I', c.other), ', ' ORDER BY c.num)
                FILTER (WHERE c.made AND NOT c.key) AS dropped
        FROM jsonb_to_recordset(move->'columns')
            AS c(rel oid, "table" text, num int2, key bool, other text, made bool)
        GROUP BY c.rel, c."table" HAVING bool_or(c.made)
        ORDER BY c.rel = pk.rel, c."table" COLLATE "C"
    LOOP
        EXECUTE format('SELECT ARRAY(SELECT %s.guidon_rekey_no_triggers($1, $2))', own)
            INTO statements USING move, item.rel;
        IF item.dropped IS NOT NULL THEN
            statements := statements || format('ALTER TABLE %s %s', item.table, item.dropped);
        END IF;
        IF item.keyed THEN
            statements := statements || ARRAY(
                SELECT format('ALTER TABLE %s ALTER COLUMN %I DROP %s', pk.table, pk.other, w)
                FROM pg_attribute a CROSS JOIN LATERAL unnest(ARRAY[
                    CASE WHEN a.attidentity <> '' THEN 'IDENTITY' ELSE 'DEFAULT' END,
                    'NOT NULL']) w
                WHERE a.attrelid = pk.rel AND a.attname = pk.other)
                || format('COMMENT ON COLUMN %s.%I IS %L', pk.table, pk.other,
                    format('guidon_rekey finished %s %s', move->>'kind', move->>'time'));
        END IF;
        EXECUTE format('SELECT %s.guidon_rekey_locked($1, $2, $3, $4)', own) INTO statement
            USING own, 'ACCESS EXCLUSIVE'::text,
            CASE WHEN item.keyed THEN ARRAY[pk.table] ELSE ARRAY[pk.table, item.table] END,
            statements;
        RETURN NEXT statement;
    END LOOP;
END
$$;
COMMENT ON FUNCTION guidon_rekey_finish_steps(regclass, text) IS
    'statements that end a move of keys: the references lose their old columns';

-- The new key of a row by its old one, and the other way round, with the rights of the
-- caller. NULL if there is no such row. They work from the first phase on.
CREATE FUNCTION guidon_new_id(rel regclass, old text) RETURNS uuid
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    found text;
BEGIN
    EXECUTE format('SELECT %s.guidon_rekey_found($1, $2, true)', (SELECT quote_ident(n.nspname)
        FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
        WHERE e.extname = 'guidon')) INTO found USING rel, old;
    RETURN found::uuid;
END
$$;
COMMENT ON FUNCTION guidon_new_id(regclass, text) IS
    'new key of the row that had an old key before the keys of a table moved';

CREATE FUNCTION guidon_old_id(rel regclass, new uuid) RETURNS text
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    found text;
BEGIN
    EXECUTE format('SELECT %s.guidon_rekey_found($1, $2, false)', (SELECT quote_ident(n.nspname)
        FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
        WHERE e.extname = 'guidon')) INTO found USING rel, new::text;
    RETURN found;
END
$$;
COMMENT ON FUNCTION guidon_old_id(regclass, uuid) IS
    'old key of a row, from before the keys of a table moved';

CREATE FUNCTION guidon_rekey_found(rel regclass, key text, by_old bool) RETURNS text
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    own text := (SELECT quote_ident(n.nspname) FROM pg_extension e
        JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'guidon');
    move jsonb;
    pair record;
    ulid oid;
    type_of oid;
    given text;
    wanted text;
    found text;
BEGIN
    EXECUTE format('SELECT %s.guidon_rekey_move($1)', own) INTO move USING rel;
    SELECT * INTO pair FROM jsonb_to_record(move->'columns'->0)
        AS c("table" text, col text, other text, made bool);
    IF pair.made IS NOT TRUE THEN
        RAISE object_not_in_prerequisite_state USING
            MESSAGE = format('the keys of table %s have not moved', rel);
    END IF;
    -- Before the swap the old key is in the place of the key.
    given := CASE WHEN by_old = (move->>'state' = 'moving') THEN pair.col ELSE pair.other END;
    wanted := CASE WHEN given = pair.col THEN pair.other ELSE pair.col END;
    type_of := (SELECT a.atttypid FROM pg_attribute a
        WHERE a.attrelid = rel AND a.attname = given);
    -- Both functions take and return a ULID as uuid.
    ulid := to_regtype(own || '.ulid');
    EXECUTE format('SELECT %I%s::text FROM %s WHERE %I %s', wanted,
        CASE WHEN (SELECT a.atttypid FROM pg_attribute a WHERE a.attrelid = rel
            AND a.attname = wanted) = ulid THEN '::uuid' ELSE '' END, pair.table, given,
        CASE WHEN type_of = ulid THEN format('OPERATOR(%1$s.=) $1::uuid::%1$s.ulid', own)
            ELSE format('= $1::%s', format_type(type_of, NULL)) END) INTO found USING key;
    RETURN found;
END
$$;
COMMENT ON FUNCTION guidon_rekey_found(regclass, text, bool) IS
    'key of a row by the other key, for guidon_new_id and guidon_old_id';
