-- Keys moved in phases: what the catalogue says about a move.
--
-- A move gives the primary key of a table, and each column that refers to it, a second
-- column beside it. Both columns of a pair are filled at all times, so that one can take
-- the place of the other, forth and back. What has been done is read from the catalogue at
-- each call. The only thing that a move writes down is a comment on the columns that it
-- makes, which only the owner of the table can write.
--
-- The functions of this folder call each other by the schema of the extension, with
-- arguments of the very types that they take, and with all of them, because PostgreSQL
-- prefers a function that needs no defaults. So no function of another role is called, even
-- if others may create some in that schema.
-- A procedure that commits can have no SET clause: it sets the search path first, and
-- again after each COMMIT, and until then names everything with its schema.

-- The state of a move as a document:
--   own          schema of the extension, quoted
--   rel, number  table and number of the key
--   state        none, moving, swapped or finished
--   kind, time   what the move makes, and of which column's time; null if state is none
--   fallback     true if the old key is a uuid that applications make
--   columns      the key and the columns that refer to it, the key first. col is the
--                column that applications use, other the one beside it, and former the
--                name that col gets when the two change places
--   parts        the same columns in the partitions of a table that refers to the key
--   indexes      on all these columns, with the definition of the one beside each
--   references   the foreign keys, with the definition of the one beside each
--   triggers     those of the move, by table; enabled if those of all its partitions are
CREATE FUNCTION guidon_rekey_move(rel regclass) RETURNS jsonb
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    own text := (SELECT quote_ident(n.nspname) FROM pg_extension e
        JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'guidon');
    key_number int2 := (SELECT c.conkey[1] FROM pg_constraint c WHERE c.conrelid = rel
        AND c.contype = 'p' AND cardinality(c.conkey) = 1);
    marker text[];
    move jsonb;
    part jsonb;
    columns jsonb;
BEGIN
    SELECT regexp_match(col_description(rel, a.attnum),
        '^guidon_rekey (moving|swapped|finished) (\S+) (.*)$') INTO marker
    FROM pg_attribute a WHERE a.attrelid = rel AND a.attnum > 0 AND NOT a.attisdropped
        AND col_description(rel, a.attnum) ~ '^guidon_rekey (moving|swapped|finished) \S+ ';
    move := jsonb_build_object('own', own, 'rel', rel::oid::int8,
        'number', key_number, 'state', coalesce(marker[1], 'none'),
        'kind', marker[2], 'time', marker[3],
        'suffix', CASE WHEN marker[1] IN ('swapped', 'finished') THEN '_old' ELSE '_new' END,
        'former', CASE WHEN marker[1] IN ('swapped', 'finished') THEN '_new' ELSE '_old' END);
    EXECUTE format('SELECT %s.guidon_rekey_columns($1)', own) INTO columns USING move;
    -- The old key is the column, or the one beside it after the swap.
    move := move || jsonb_build_object('columns', columns, 'fallback', (
        SELECT a.atttypid = 'uuid'::regtype AND NOT a.atthasdef FROM pg_attribute a
        WHERE a.attrelid = rel AND NOT a.attisdropped AND a.attname = columns->0->>(
            CASE WHEN marker[1] IN ('swapped', 'finished') THEN 'other' ELSE 'col' END)));
    EXECUTE format('SELECT %s.guidon_rekey_parts($1)', own) INTO part USING move;
    move := move || jsonb_build_object('parts', part);
    EXECUTE format('SELECT %s.guidon_rekey_indexes($1)', own) INTO part USING move;
    move := move || jsonb_build_object('indexes', part);
    EXECUTE format('SELECT %s.guidon_rekey_references($1)', own) INTO part USING move;
    move := move || jsonb_build_object('references', part);
    part := move->'parts';
    RETURN move || jsonb_build_object('triggers', (
        SELECT coalesce(jsonb_agg(jsonb_build_object('rel', t.tgrelid::int8, 'name', t.tgname,
            'enabled', t.tgenabled IN ('O', 'A') AND p.proowner = r.relowner
                -- A partition has a trigger of its own for each of its table.
                AND NOT EXISTS (SELECT FROM jsonb_to_recordset(part) AS h(rel oid, root oid)
                    WHERE h.root = t.tgrelid AND NOT EXISTS (SELECT FROM pg_trigger g
                        WHERE g.tgrelid = h.rel AND g.tgparentid = t.oid
                        AND g.tgenabled IN ('O', 'A'))))), '[]')
        FROM (SELECT DISTINCT c.rel FROM jsonb_to_recordset(columns) AS c(rel oid)) c
        JOIN pg_trigger t ON t.tgrelid = c.rel
        JOIN pg_proc p ON p.oid = t.tgfoid JOIN pg_class r ON r.oid = t.tgrelid
        WHERE t.tgname IN ('~guidon_rekey', '~guidon_rekey_late') AND NOT t.tgisinternal));
END
$$;
COMMENT ON FUNCTION guidon_rekey_move(regclass) IS
    'what the catalogue says about the move of a table''s key';

-- A name with a suffix, shortened to the 63 bytes of a name at the end of a character.
CREATE FUNCTION guidon_rekey_name(name text, suffix text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    FOR n IN REVERSE length(name)..0 LOOP
        IF octet_length(left(name, n)) + octet_length(suffix) <= 63 THEN
            RETURN left(name, n) || suffix;
        END IF;
    END LOOP;
    RETURN suffix;
END
$$;
COMMENT ON FUNCTION guidon_rekey_name(text, text) IS 'name with a suffix, of at most 63 bytes';

CREATE FUNCTION guidon_rekey_columns(move jsonb) RETURNS jsonb
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    columns jsonb;
BEGIN
    EXECUTE format($query$
        WITH held(rel, num, key) AS (
            SELECT $1, $2, true WHERE $2 IS NOT NULL
            UNION
            SELECT c.conrelid, c.conkey[array_position(c.confkey, $2)], false
            FROM pg_constraint c WHERE c.contype = 'f' AND c.confrelid = $1
                AND c.conparentid = 0 AND $2 = ANY (c.confkey)),
        named AS (
            SELECT h.*, a.attname AS col, a.attnotnull AS needed, a.atttypid AS typ,
                format('%%I.%%I', n.nspname, t.relname) AS name, quote_ident(n.nspname) AS place,
                %1$s.guidon_rekey_name(a.attname::text, $3) AS other,
                %1$s.guidon_rekey_name(a.attname::text, $4) AS former,
                col_description(h.rel, h.num) AS comment
            FROM held h JOIN pg_class t ON t.oid = h.rel
            JOIN pg_namespace n ON n.oid = t.relnamespace
            JOIN pg_attribute a ON a.attrelid = h.rel AND a.attnum = h.num)
        SELECT coalesce(jsonb_agg(jsonb_build_object('rel', h.rel::int8, 'table', h.name,
            'schema', h.place, 'num', h.num, 'col', h.col, 'other', h.other,
            'former', h.former, 'key', h.key, 'needed', h.needed,
            'parted', (SELECT t.relkind = 'p' FROM pg_class t WHERE t.oid = h.rel),
            'type', h.typ::regtype::text, 'other_type', b.atttypid::regtype::text,
            'comment', h.comment,
            'made', b.attnum IS NOT NULL, 'filled', coalesce(b.attnotnull, false))
            ORDER BY h.key DESC, h.rel <> $1, h.name COLLATE "C", h.num), '[]')
        FROM named h LEFT JOIN pg_attribute b ON b.attrelid = h.rel AND b.attname = h.other
            AND b.attnum > 0 AND NOT b.attisdropped
            AND col_description(h.rel, b.attnum) LIKE 'guidon\_rekey %%'
        $query$, move->>'own')
    INTO columns USING (move->>'rel')::oid, (move->>'number')::int2, move->>'suffix',
        move->>'former';
    RETURN columns;
END
$$;
COMMENT ON FUNCTION guidon_rekey_columns(jsonb) IS 'the columns of a move, for guidon_rekey_move';

-- A partition has the columns of its table by their names.
CREATE FUNCTION guidon_rekey_parts(move jsonb) RETURNS jsonb
LANGUAGE sql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
    SELECT coalesce(jsonb_agg(jsonb_build_object('rel', t.oid::int8, 'root', c.rel::int8,
        'table', format('%I.%I', n.nspname, t.relname), 'schema', quote_ident(n.nspname),
        'num', a.attnum, 'col', c.col, 'other', c.other, 'former', c.former, 'key', false,
        'needed', c.needed, 'made', c.made, 'part', true)
        ORDER BY n.nspname, t.relname, a.attnum), '[]')
    FROM jsonb_to_recordset(move->'columns') AS c(rel oid, col name, other name, former name,
        needed bool, made bool, parted bool)
    CROSS JOIN LATERAL pg_partition_tree(c.rel) p JOIN pg_class t ON t.oid = p.relid
    JOIN pg_namespace n ON n.oid = t.relnamespace
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attname = c.col
    WHERE c.parted AND p.relid <> c.rel
$$;
COMMENT ON FUNCTION guidon_rekey_parts(jsonb) IS
    'the columns of a move in partitions, for guidon_rekey_move';

-- The definition of the index beside another one has the same access method, columns,
-- order and storage. Columns that have no column beside them stay.
CREATE FUNCTION guidon_rekey_indexes(move jsonb) RETURNS jsonb
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    indexes jsonb;
BEGIN
    EXECUTE format($query$
        WITH held AS (
            SELECT * FROM jsonb_to_recordset(($1->'columns') || ($1->'parts'))
                AS c(rel oid, num int2, other text, "table" text, schema text)),
        found AS (
            SELECT DISTINCT i.indexrelid, h.rel, h.table, h.schema
            FROM held h JOIN pg_index i ON i.indrelid = h.rel AND h.num = ANY (i.indkey)
            WHERE i.indpred IS NULL AND i.indexprs IS NULL),
        named AS (
            SELECT f.*, i.indisunique, i.indisprimary, i.indkey, i.indoption, i.indnkeyatts,
                k.relname, k.reloptions, k.relnamespace, k.relkind, m.amname, s.spcname,
                to_jsonb(i)->>'indnullsnotdistinct' = 'true' AS not_distinct, c.conname, c.contype,
                obj_description(i.indexrelid, 'pg_class') AS comment,
                obj_description(c.oid, 'pg_constraint') AS reason,
                %1$s.guidon_rekey_name(k.relname::text, $1->>'suffix') AS other,
                %1$s.guidon_rekey_name(k.relname::text, $1->>'former') AS former
            FROM found f JOIN pg_index i ON i.indexrelid = f.indexrelid
            JOIN pg_class k ON k.oid = f.indexrelid JOIN pg_am m ON m.oid = k.relam
            LEFT JOIN pg_tablespace s ON s.oid = k.reltablespace
            LEFT JOIN pg_constraint c ON c.conindid = f.indexrelid
                AND c.conrelid = f.rel AND c.contype IN ('p', 'u'))
        SELECT coalesce(jsonb_agg(jsonb_build_object('rel', n.rel::int8, 'table', n.table,
            'schema', n.schema, 'index', n.relname, 'other', n.other, 'former', n.former,
            'primary', n.indisprimary AND n.rel = ($1->>'rel')::oid, 'constraint', n.conname,
            'parted', n.relkind = 'I', 'number', n.indexrelid::int8,
            'within', (SELECT h.inhparent::int8 FROM pg_inherits h
                WHERE h.inhrelid = n.indexrelid),
            'means', CASE n.contype WHEN 'p' THEN 'PRIMARY KEY' ELSE 'UNIQUE' END,
            'comment', n.comment,
            'reason', n.reason, 'made', b.indexrelid IS NOT NULL,
            'valid', coalesce(b.indisvalid, false),
            'begin', CASE WHEN n.indisunique THEN 'CREATE UNIQUE INDEX' ELSE 'CREATE INDEX' END,
            'definition', format('%%s%%s USING %%I (%%s)%%s%%s%%s',
                CASE WHEN n.relkind = 'I' THEN 'ONLY ' ELSE '' END, n.table, n.amname, (
                SELECT string_agg(quote_ident(coalesce(h.other, a.attname))
                    || CASE WHEN n.indoption[u.o - 1] & 1 > 0 THEN ' DESC' ELSE '' END
                    || CASE n.indoption[u.o - 1] & 3 WHEN 1 THEN ' NULLS LAST'
                        WHEN 2 THEN ' NULLS FIRST' ELSE '' END, ', ' ORDER BY u.o)
                FROM unnest(n.indkey::int2[]) WITH ORDINALITY u(num, o)
                JOIN pg_attribute a ON a.attrelid = n.rel AND a.attnum = u.num
                LEFT JOIN held h ON h.rel = n.rel AND h.num = u.num),
                CASE WHEN n.not_distinct THEN ' NULLS NOT DISTINCT' ELSE '' END,
                CASE WHEN n.reloptions IS NOT NULL
                    THEN format(' WITH (%%s)', array_to_string(n.reloptions, ', ')) ELSE '' END,
                CASE WHEN n.spcname IS NOT NULL
                    THEN format(' TABLESPACE %%I', n.spcname) ELSE '' END))
            ORDER BY n.indisprimary AND n.rel = ($1->>'rel')::oid DESC,
            n.relname COLLATE "C"), '[]')
        FROM named n
        LEFT JOIN pg_class o ON o.relname = n.other AND o.relnamespace = n.relnamespace
        LEFT JOIN pg_index b ON b.indexrelid = o.oid AND b.indrelid = n.rel
        -- The index that keeps the old key unique is a copy already.
        WHERE n.conname IS NOT NULL OR NOT EXISTS (SELECT FROM pg_index p
            JOIN pg_class c ON c.oid = p.indexrelid WHERE p.indrelid = n.rel
            AND p.indisprimary AND n.relname
            = %1$s.guidon_rekey_name(c.relname::text, $1->>'former'))
        $query$, move->>'own')
    INTO indexes USING move;
    RETURN indexes;
END
$$;
COMMENT ON FUNCTION guidon_rekey_indexes(jsonb) IS 'the indexes of a move, for guidon_rekey_move';

CREATE FUNCTION guidon_rekey_references(move jsonb) RETURNS jsonb
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    -- The actions of a foreign key.
    action jsonb := '{"a": "", "r": "RESTRICT", "c": "CASCADE", "n": "SET NULL",
        "d": "SET DEFAULT"}';
    found jsonb;
BEGIN
    EXECUTE format($query$
        WITH held AS (
            SELECT * FROM jsonb_to_recordset($1->'columns') AS c(rel oid, num int2, other text)),
        named AS (
            SELECT c.*, format('%%I.%%I', n.nspname, t.relname) AS name,
                %1$s.guidon_rekey_name(c.conname::text, $1->>'suffix') AS other,
                obj_description(c.oid, 'pg_constraint') AS comment
            FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
            JOIN pg_namespace n ON n.oid = t.relnamespace
            WHERE c.contype = 'f' AND c.confrelid = ($1->>'rel')::oid AND c.conparentid = 0
                AND $2 = ANY (c.confkey)),
        listed AS (
            SELECT n.*, (SELECT string_agg(quote_ident(coalesce(h.other, a.attname)), ', '
                    ORDER BY u.o) FROM unnest(n.conkey) WITH ORDINALITY u(num, o)
                JOIN pg_attribute a ON a.attrelid = n.conrelid AND a.attnum = u.num
                LEFT JOIN held h ON h.rel = n.conrelid AND h.num = u.num) AS here,
                (SELECT string_agg(quote_ident(coalesce(h.other, a.attname)), ', '
                    ORDER BY u.o) FROM unnest(n.confkey) WITH ORDINALITY u(num, o)
                JOIN pg_attribute a ON a.attrelid = n.confrelid AND a.attnum = u.num
                LEFT JOIN held h ON h.rel = n.confrelid AND h.num = u.num) AS there,
                (SELECT string_agg(quote_ident(coalesce(h.other, a.attname)), ', '
                    ORDER BY u.o) FROM unnest(n.confdelsetcols) WITH ORDINALITY u(num, o)
                JOIN pg_attribute a ON a.attrelid = n.conrelid AND a.attnum = u.num
                LEFT JOIN held h ON h.rel = n.conrelid AND h.num = u.num) AS emptied
            FROM named n)
        SELECT coalesce(jsonb_agg(jsonb_build_object('rel', l.conrelid::int8,
            'table', l.name, 'constraint', l.conname, 'other', l.other, 'comment', l.comment,
            -- A partition may have a name and a comment of its own for it.
            'inherited', (SELECT coalesce(jsonb_agg(jsonb_build_object('table', format('%%I.%%I',
                    m.nspname, t.relname), 'other', i.conname,
                    'constraint', coalesce(o.conname, l.conname),
                    'comment', obj_description(o.oid, 'pg_constraint'))), '[]')
                FROM pg_constraint i JOIN pg_class t ON t.oid = i.conrelid
                JOIN pg_namespace m ON m.oid = t.relnamespace
                LEFT JOIN pg_constraint o ON o.conparentid = l.oid AND o.conrelid = i.conrelid
                WHERE i.conparentid = b.oid AND i.conrelid <> l.conrelid),
            'made', b.oid IS NOT NULL, 'valid', coalesce(b.convalidated, false),
            'definition', format('FOREIGN KEY (%%s) REFERENCES %%s (%%s)%%s%%s%%s%%s%%s', l.here,
                k.table, l.there,
                CASE l.confmatchtype WHEN 'f' THEN ' MATCH FULL' ELSE '' END,
                CASE WHEN l.confupdtype = 'a' THEN ''
                    ELSE ' ON UPDATE ' || ($3->>l.confupdtype::text) END,
                CASE WHEN l.confdeltype = 'a' THEN ''
                    ELSE ' ON DELETE ' || ($3->>l.confdeltype::text) || coalesce(' (' || l.emptied
                        || ')', '') END,
                CASE WHEN l.condeferrable THEN ' DEFERRABLE' ELSE '' END,
                CASE WHEN l.condeferred THEN ' INITIALLY DEFERRED' ELSE '' END))
            ORDER BY l.name COLLATE "C", l.conname COLLATE "C"), '[]')
        FROM listed l CROSS JOIN jsonb_to_record($1->'columns'->0) AS k("table" text)
        LEFT JOIN pg_constraint b ON b.conrelid = l.conrelid AND b.conname = l.other
        $query$, move->>'own')
    INTO found USING move, (move->>'number')::int2, action;
    RETURN found;
END
$$;
COMMENT ON FUNCTION guidon_rekey_references(jsonb) IS
    'the foreign keys of a move, for guidon_rekey_move';
