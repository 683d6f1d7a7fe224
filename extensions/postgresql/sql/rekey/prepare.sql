-- Phase 2, prepare: the columns beside the key and its references, and the triggers that
-- fill them.

-- The start of the last day that is whole in the times of a kind. Milliseconds have 48 bits
-- in version 7 (RFC 9562, section 5.7) and in a ULID, and 44 in version 8 with a prefix.
CREATE FUNCTION guidon_rekey_last(kind text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
    SELECT CASE WHEN kind IN ('v8-append', 'v8-sharded') THEN '2527-06-22 00:00+00'
        ELSE '10889-08-01 00:00+00' END
$$;
COMMENT ON FUNCTION guidon_rekey_last(text) IS 'last time of new keys in a move of keys';

-- The expression that gives the time of a row to the maker of its new key. It never fails:
-- a row without a time has that of the statement, and a time that no id has the nearest. A
-- date may be later than every timestamp, so it has its bound before the cast.
--   named   the row: OLD, NEW or an alias
--   last    the last time of the kind
CREATE FUNCTION guidon_rekey_time(rel oid, time_column text, named text, last text)
RETURNS text
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    RETURN (SELECT format('GREATEST(LEAST(COALESCE(%s, pg_catalog.statement_timestamp()), '
        'pg_catalog.timestamptz %L), pg_catalog.timestamptz ''1970-01-01 00:00+00'')',
        CASE a.atttypid WHEN 'timestamptz'::regtype THEN format('%s.%I', named, a.attname)
            WHEN 'date'::regtype THEN format('(CASE WHEN %1$s.%2$I IS NOT NULL THEN '
                'LEAST(%1$s.%2$I, pg_catalog.date %3$L)::pg_catalog.timestamp END '
                'AT TIME ZONE ''UTC'')', named, a.attname, last)
            ELSE format('(%s.%I::pg_catalog.timestamp AT TIME ZONE ''UTC'')',
                named, a.attname) END, last)
        FROM pg_attribute a WHERE a.attrelid = rel AND a.attname = time_column);
END
$$;
COMMENT ON FUNCTION guidon_rekey_time(oid, text, text, text) IS
    'expression of a row''s time in a move of keys';

-- The expression that makes the new key of a row.
CREATE FUNCTION guidon_rekey_made(move jsonb, named text) RETURNS text
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    at text;
    pk record;
BEGIN
    SELECT * INTO pk FROM jsonb_to_record(move->'columns'->0) AS c(col name, type text);
    EXECUTE format('SELECT %1$s.guidon_rekey_time($1, $2, $3, %1$s.guidon_rekey_last($4))',
        move->>'own') INTO at USING (move->>'rel')::oid, move->>'time', named, move->>'kind';
    RETURN CASE move->>'kind'
        WHEN 'v7' THEN format('%s.guidon_v7_at(%s)', move->>'own', at)
        WHEN 'v8-append' THEN format('%s.guidon_v8_append_at(%s, 20)', move->>'own', at)
        WHEN 'v8-sharded' THEN format('%s.guidon_v8_sharded_at(%s, pg_catalog.floor('
            'pg_catalog.random() OPERATOR(pg_catalog.*) 16)::pg_catalog.int4, 4)',
            move->>'own', at)
        WHEN 'ulid' THEN format('%s.guidon_ulid_at(%s)', move->>'own', at)
        WHEN 'derive' THEN format('%1$s.guidon_derive(%2$s, '
            '(SELECT %1$s.guidon_rekey_secret(%3$s::pg_catalog.oid)), '
            '%4$s.%5$I::pg_catalog.%6$s)', move->>'own', at, move->>'rel', named, pk.col,
            CASE pk.type WHEN 'uuid' THEN 'uuid' ELSE 'int8' END) END;
END
$$;
COMMENT ON FUNCTION guidon_rekey_made(jsonb, text) IS
    'expression of a row''s new key in a move of keys';

-- The table guidon_key beside the table of the key, with the secret of the kind derive.
-- NULL if there is none of the same owner: somebody else can make one of the same name.
CREATE FUNCTION guidon_rekey_secret_table(rel oid) RETURNS oid
LANGUAGE sql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
    SELECT k.oid FROM pg_class t JOIN pg_class k ON k.relnamespace = t.relnamespace
        AND k.relname = 'guidon_key' AND k.relowner = t.relowner AND k.relkind = 'r'
    WHERE t.oid = rel
$$;
COMMENT ON FUNCTION guidon_rekey_secret_table(oid) IS
    'table with the secret of a move of keys to the kind derive';

-- The secret, with the rights of the caller. Only the owner of the tables has them: so the
-- triggers of the move read it, and the backfill. A table that took its place since, with
-- policies that would run as the owner, is an error.
CREATE FUNCTION guidon_rekey_secret(rel oid) RETURNS bytea
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
SET row_security = off
AS $$
DECLARE
    own text := (SELECT quote_ident(n.nspname) FROM pg_extension e
        JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'guidon');
    source oid;
    keys bytea[];
BEGIN
    EXECUTE format('SELECT %s.guidon_rekey_secret_table($1)', own) INTO source USING rel;
    IF source IS NOT NULL THEN
        EXECUTE (SELECT format('SELECT array_agg(k.key) FROM (SELECT key FROM ONLY %I.%I k '
            'WHERE k.tableoid = $1 LIMIT 2) k', n.nspname, t.relname)
            FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace WHERE t.oid = source)
            INTO keys USING source;
    END IF;
    IF cardinality(keys) IS DISTINCT FROM 1 OR octet_length(keys[1]) IS DISTINCT FROM 32 THEN
        RAISE object_not_in_prerequisite_state USING
            MESSAGE = format('the table guidon_key beside table %s has not one key of 32 bytes',
                rel::regclass),
            HINT = 'The move makes its keys with it. Keep the table until the move is finished.';
    END IF;
    RETURN keys[1];
END
$$;
COMMENT ON FUNCTION guidon_rekey_secret(oid) IS
    'secret of a move of keys to the kind derive, if the caller may read it';

-- After the swap the keys may be of type ulid, whose operators are in the schema of the
-- extension. IS DISTINCT FROM looks for = by the search path: so it compares them as uuid.
CREATE FUNCTION guidon_rekey_equal(move jsonb) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
    SELECT CASE WHEN move->>'kind' = 'ulid' AND move->>'state' IN ('swapped', 'finished')
        THEN format('OPERATOR(%s.=)', move->>'own') ELSE '=' END
$$;
COMMENT ON FUNCTION guidon_rekey_equal(jsonb) IS
    'operator that compares the keys in a move of keys';

CREATE FUNCTION guidon_rekey_bare(move jsonb) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
    SELECT CASE WHEN move->>'kind' = 'ulid' AND move->>'state' IN ('swapped', 'finished')
        THEN '::pg_catalog.uuid' ELSE '' END
$$;
COMMENT ON FUNCTION guidon_rekey_bare(jsonb) IS
    'cast of the keys to a type of the server in a move of keys';

-- The body of the trigger that fills the columns of one table beside the old ones. While a
-- table is moving, the old columns are the truth: what an application writes into the
-- columns beside them has no effect. After the swap it is the other way round.
--
-- A reference that cannot be looked up yet stays NULL: the backfill fills it, or the
-- deferred trigger does. Under REPEATABLE READ the transaction may be older than the key of
-- the row that it refers to. A lock makes that a serialization failure, which such an
-- application repeats, before NOT NULL refuses the row.
CREATE FUNCTION guidon_rekey_body(move jsonb, target oid) RETURNS text
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    pk record;
    made_old text;
    made_new text;
    body text := '';
    item record;
    equal text;
    bare text;
BEGIN
    EXECUTE format('SELECT %1$s.guidon_rekey_equal($1), %1$s.guidon_rekey_bare($1)', move->>'own')
        INTO equal, bare USING move;
    SELECT * INTO pk FROM jsonb_to_record(move->'columns'->0)
        AS c(rel oid, "table" text, col text, other text);
    IF pk.rel = target AND move->>'state' IN ('none', 'moving') THEN
        EXECUTE format('SELECT %1$s.guidon_rekey_made($1, ''OLD''::pg_catalog.text), '
            '%1$s.guidon_rekey_made($1, ''NEW''::pg_catalog.text)', move->>'own')
            INTO made_old, made_new USING move;
        body := format(E'    IF TG_OP = ''INSERT'' THEN\n'
            '        NEW.%1$I :=\n            %2$s;\n'
            '    ELSE\n'
            '        NEW.%1$I := COALESCE(OLD.%1$I,\n            %3$s);\n'
            '    END IF;\n', pk.other, made_new, made_old);
    ELSIF pk.rel = target AND move->>'fallback' = 'true' THEN
        -- Applications make these keys. A new row has its new key in both columns.
        body := format(E'    NEW.%1$I := COALESCE(NEW.%1$I, NEW.%2$I%3$s);\n', pk.other,
            pk.col, bare);
    END IF;
    FOR item IN
        SELECT * FROM jsonb_to_recordset(move->'columns')
            AS c(rel oid, key bool, col text, other text) WHERE rel = target AND NOT key
    LOOP
        body := body || format(E'    IF NEW.%1$I IS NULL THEN\n'
            '        NEW.%2$I := NULL;\n'
            '    ELSIF TG_OP = ''UPDATE'' AND NEW.%1$I%3$s IS NOT DISTINCT FROM OLD.%1$I%3$s\n'
            '        AND OLD.%2$I IS NOT NULL THEN\n'
            '        NEW.%2$I := OLD.%2$I;\n'
            '    ELSIF TG_OP = ''INSERT'' OR NEW.%1$I%3$s IS DISTINCT FROM OLD.%1$I%3$s\n'
            '        OR NEW.%2$I IS NULL THEN\n', item.col, item.other, bare);
        IF pk.rel = target THEN
            body := body || format(E'        IF NEW.%1$I %6$s NEW.%3$I THEN\n'
                '            NEW.%2$I := NEW.%4$I;\n'
                '        ELSE\n'
                '            SELECT p.%4$I INTO NEW.%2$I FROM %5$s p WHERE p.%3$I %6$s NEW.%1$I;\n'
                '        END IF;\n', item.col, item.other, pk.col, pk.other, pk.table, equal);
        ELSE
            body := body || format(
                E'        SELECT p.%4$I INTO NEW.%2$I FROM %5$s p WHERE p.%3$I %6$s NEW.%1$I;\n',
                item.col, item.other, pk.col, pk.other, pk.table, equal);
        END IF;
        body := body || format(E'        IF NEW.%1$I IS NULL\n'
            '            AND current_setting(''transaction_isolation'')\n'
            '                <> ''read committed'' THEN\n'
            '            PERFORM FROM %2$s p WHERE p.%3$I %5$s NEW.%4$I\n'
            '                FOR SHARE SKIP LOCKED;\n'
            '        END IF;\n'
            '    END IF;\n', item.other, pk.table, pk.col, item.col, equal);
    END LOOP;
    RETURN body;
END
$$;
COMMENT ON FUNCTION guidon_rekey_body(jsonb, oid) IS
    'body of the trigger that fills the columns of one table in a move of keys';

-- The statements that create the triggers of one table, in one transaction: so nobody can
-- put another function in the place of the one that a trigger calls. The functions run as
-- the owner of the table, who sees every row of the key's table. Nobody else may use them.
CREATE FUNCTION guidon_rekey_triggers(move jsonb, target oid) RETURNS SETOF text
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    head text := E'CREATE FUNCTION %s() RETURNS pg_catalog.trigger LANGUAGE plpgsql\n'
        'SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS %s';
    quoted text := format('SELECT %s.guidon_rekey_quoted($1, $2)', move->>'own');
    statement text;
    own record;
    pk record;
    body text;
    late text;
    waits text;
    known text;
    name text;
    equal text;
    ulid oid := to_regtype(move->>'own' || '.ulid');
BEGIN
    EXECUTE format('SELECT %s.guidon_rekey_equal($1)', move->>'own') INTO equal USING move;
    SELECT * INTO pk FROM jsonb_to_record(move->'columns'->0)
        AS c(rel oid, "table" text, col text, other text);
    SELECT c."table", c.schema INTO own FROM jsonb_to_recordset(move->'columns')
        AS c(rel oid, "table" text, schema text) WHERE c.rel = target;
    name := format('%s.guidon_rekey_%s', own.schema, target);
    EXECUTE format('SELECT %s.guidon_rekey_body($1, $2)', move->>'own')
        INTO body USING move, target;
    IF body = '' THEN
        RETURN;
    END IF;
    EXECUTE quoted INTO statement USING '$fill$'::text,
        E'\nBEGIN\n' || body || E'    RETURN NEW;\nEND\n';
    RETURN NEXT format(head, name, statement);
    RETURN NEXT format('REVOKE ALL ON FUNCTION %s() FROM PUBLIC', name);
    RETURN NEXT format('CREATE TRIGGER "~guidon_rekey" BEFORE INSERT OR UPDATE ON %s '
        'FOR EACH ROW EXECUTE FUNCTION %s()', own.table, name);

    -- A row that comes before the one that it refers to, which a deferred foreign key and
    -- the rows of one statement allow, is filled at the end of the transaction. No other row
    -- is: a transaction must not wait for the rows of others. A row is known by its primary
    -- key, if its types are the server's own or ulid, or by the transaction.
    -- The swap asks for this before the columns have changed places.
    SELECT string_agg(format('c.%1$I %2$s NEW.%1$I', a.attname,
        CASE WHEN EXISTS (SELECT FROM jsonb_to_recordset(move->'columns') AS h(rel oid, col name)
            WHERE h.rel = target AND h.col = a.attname) THEN equal
            WHEN t.oid = ulid THEN format('OPERATOR(%s.=)', move->>'own') ELSE '=' END), ' AND ')
        INTO known
    FROM pg_index i JOIN pg_attribute a ON a.attrelid = target AND a.attnum = ANY (i.indkey)
    JOIN pg_type t ON t.oid = a.atttypid WHERE i.indrelid = target AND i.indisprimary
    HAVING bool_and(t.typnamespace = 'pg_catalog'::regnamespace OR t.oid = ulid);
    known := coalesce(known, 'c.xmin = pg_current_xact_id()::xid');
    SELECT string_agg(format(E'    UPDATE %s c SET %I = p.%I FROM %s p\n'
        '        WHERE %7$s AND c.%5$I %8$s NEW.%5$I AND c.%2$I IS NULL\n'
        '        AND p.%6$I %8$s c.%5$I AND p.%3$I IS NOT NULL;\n', own.table, c.other,
        pk.other, pk.table, c.col, pk.col, known, equal), '' ORDER BY c.col),
        string_agg(format('(NEW.%I IS NOT NULL AND NEW.%I IS NULL)', c.col, c.other), ' OR '
        ORDER BY c.col) INTO late, waits
    FROM jsonb_to_recordset(move->'columns') AS c(rel oid, key bool, col text, other text)
    WHERE c.rel = target AND NOT c.key;
    IF late IS NOT NULL THEN
        EXECUTE quoted INTO statement USING '$fill$'::text,
            E'\nBEGIN\n' || late || E'    RETURN NULL;\nEND\n';
        RETURN NEXT format(head, name || '_late', statement);
        RETURN NEXT format('REVOKE ALL ON FUNCTION %s_late() FROM PUBLIC', name);
        RETURN NEXT format('CREATE CONSTRAINT TRIGGER "~guidon_rekey_late" AFTER INSERT OR '
            'UPDATE ON %s DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (%s) EXECUTE '
            'FUNCTION %s_late()', own.table, waits, name);
    END IF;
END
$$;
COMMENT ON FUNCTION guidon_rekey_triggers(jsonb, oid) IS
    'statements that create the triggers of one table in a move of keys';

-- The statements that drop them.
CREATE FUNCTION guidon_rekey_no_triggers(move jsonb, target oid) RETURNS SETOF text
LANGUAGE sql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
    SELECT unnest(ARRAY[
        format('DROP TRIGGER IF EXISTS "~guidon_rekey" ON %s', c."table"),
        format('DROP TRIGGER IF EXISTS "~guidon_rekey_late" ON %s', c."table"),
        format('DROP FUNCTION IF EXISTS %s.guidon_rekey_%s()', c.schema, target),
        format('DROP FUNCTION IF EXISTS %s.guidon_rekey_%s_late()', c.schema, target)])
    FROM (SELECT DISTINCT "table", schema FROM jsonb_to_recordset(move->'columns')
        AS c(rel oid, "table" text, schema text) WHERE rel = target) c
$$;
COMMENT ON FUNCTION guidon_rekey_no_triggers(jsonb, oid) IS
    'statements that drop the triggers of one table in a move of keys';

-- A text between two tags, which is easier to read, or a literal if it has the tag itself.
CREATE FUNCTION guidon_rekey_quoted(tag text, body text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
    SELECT CASE WHEN strpos(body || '$', rtrim(tag, '$')) > 0 THEN quote_literal(body)
        ELSE tag || body || tag END
$$;
COMMENT ON FUNCTION guidon_rekey_quoted(text, text) IS
    'text between dollar quotes, or as a literal, for a move of keys';

-- A statement of the plan that runs others under locks, with the text of each.
--   tables   quoted names with their schemas
CREATE FUNCTION guidon_rekey_locked(own text, lock_mode text, tables text[], statements text[])
RETURNS text
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    quoted text[];
BEGIN
    EXECUTE format('SELECT array_agg(%s.guidon_rekey_quoted($1, s) ORDER BY o) '
        'FROM unnest($2) WITH ORDINALITY u(s, o)', own)
        INTO quoted USING '$guidon$'::text, statements;
    RETURN format(E'CALL %s.guidon_rekey_run(\n    %L::pg_catalog.text,\n'
        '    ARRAY[%s]::pg_catalog.regclass[],\n    ARRAY[\n%s]::pg_catalog.text[],\n'
        '    150::pg_catalog.int4, 300::pg_catalog.int4)', own, lock_mode,
        (SELECT string_agg(quote_literal(t), ', ' ORDER BY o)
            FROM unnest(tables) WITH ORDINALITY u(t, o)), array_to_string(quoted, E',\n'));
END
$$;
COMMENT ON FUNCTION guidon_rekey_locked(text, text, text[], text[]) IS
    'statement that runs others under locks, for a move of keys';

CREATE FUNCTION guidon_rekey_prepare_steps(move jsonb) RETURNS SETOF text
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    -- After the swap the columns beside the others have the type of the old key.
    typ text := CASE WHEN move->>'state' = 'swapped' THEN (
        SELECT format('pg_catalog.%I', t.typname)
        FROM jsonb_to_record(move->'columns'->0) AS c(rel oid, other name)
        JOIN pg_attribute a ON a.attrelid = c.rel AND a.attname = c.other
        JOIN pg_type t ON t.oid = a.atttypid) WHEN move->>'kind' = 'ulid'
        THEN format('%s.ulid', move->>'own') ELSE 'pg_catalog.uuid' END;
    item record;
    todo text[];
    made text[];
    statement text;
BEGIN
    FOR item IN
        SELECT c.rel, c."table", bool_or(c.key) AS keyed, bool_and(c.made) AS made,
            string_agg(format('ADD COLUMN %I %s', c.other, typ), ', ' ORDER BY c.key DESC, c.num)
                FILTER (WHERE NOT c.made) AS added,
            array_agg(format('COMMENT ON COLUMN %s.%I IS %L', c."table", c.other,
                CASE WHEN c.key THEN format('guidon_rekey moving %s %s', move->>'kind',
                    move->>'time') ELSE 'guidon_rekey reference' END))
                FILTER (WHERE NOT c.made) AS comments,
            (SELECT bool_and(t.enabled) FROM jsonb_to_recordset(move->'triggers')
                AS t(rel oid, enabled bool) WHERE t.rel = c.rel) AS fires,
            (SELECT count(*) FROM jsonb_to_recordset(move->'triggers') AS t(rel oid)
                WHERE t.rel = c.rel) AS there,
            CASE WHEN bool_or(NOT c.key) THEN 2 WHEN move->>'state' IN ('none', 'moving')
                OR move->>'fallback' = 'true' THEN 1 ELSE 0 END AS wanted
        FROM jsonb_to_recordset(move->'columns') AS c(rel oid, "table" text, num int2, key bool,
            other text, made bool)
        GROUP BY c.rel, c."table" ORDER BY bool_or(c.key) DESC, c."table" COLLATE "C"
    LOOP
        todo := '{}';
        IF NOT item.made THEN
            todo := format('ALTER TABLE %s %s', item.table, item.added) || item.comments;
        END IF;
        IF NOT item.made OR item.there <> item.wanted OR NOT item.fires THEN
            EXECUTE format('SELECT ARRAY(SELECT %s.guidon_rekey_no_triggers($1, $2))',
                move->>'own') INTO made USING move, item.rel;
            todo := todo || CASE WHEN item.there > 0 THEN made ELSE '{}' END;
            EXECUTE format('SELECT ARRAY(SELECT %s.guidon_rekey_triggers($1, $2))', move->>'own')
                INTO made USING move, item.rel;
            todo := todo || made;
            EXECUTE format('SELECT %s.guidon_rekey_locked($1, $2, $3, $4)', move->>'own')
                INTO statement USING move->>'own', 'ACCESS EXCLUSIVE'::text,
                ARRAY[item.table], todo;
            RETURN NEXT statement;
        END IF;
    END LOOP;
END
$$;
COMMENT ON FUNCTION guidon_rekey_prepare_steps(jsonb) IS
    'statements that create the columns and triggers of a move of keys';
