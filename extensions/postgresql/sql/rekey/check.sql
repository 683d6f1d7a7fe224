-- Phase 4, check: indexes, NOT NULL and foreign keys beside the old ones, and a comparison
-- of all pairs.

-- The statements that are left until both sides of each pair can do the same.
--   exchange  shall the columns change places? Then an index keeps the old key unique, and
--             one without entries shows rows that are not filled
CREATE FUNCTION guidon_rekey_check_steps(move jsonb, exchange bool) RETURNS SETOF text
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    own text := move->>'own';
    pk record;
    item record;
    statement text;
BEGIN
    SELECT * INTO pk FROM jsonb_to_record(move->'columns'->0) AS c("table" text);
    RETURN QUERY EXECUTE format('SELECT %s.guidon_rekey_index_steps($1, $2)', own)
        USING move, exchange;

    -- NOT NULL without a scan under a lock: a constraint that was validated before proves it.
    FOR item IN
        SELECT c.*, n.name, o.convalidated FROM jsonb_to_recordset(move->'columns')
            AS c(rel oid, "table" text, num int2, other text, needed bool, filled bool)
        CROSS JOIN LATERAL (SELECT format('guidon_rekey_%s_filled', c.num) AS name) n
        LEFT JOIN pg_constraint o ON o.conrelid = c.rel AND o.conname = n.name
        WHERE c.needed AND NOT c.filled ORDER BY c."table" COLLATE "C", c.num
    LOOP
        IF item.convalidated IS NULL THEN
            EXECUTE format('SELECT %s.guidon_rekey_locked($1, $2, $3, $4)', own) INTO statement
                USING own, 'ACCESS EXCLUSIVE'::text, ARRAY[item.table],
                ARRAY[format('ALTER TABLE %s ADD CONSTRAINT %s CHECK (%I IS NOT NULL) NOT VALID',
                    item.table, item.name, item.other)];
            RETURN NEXT statement;
        END IF;
        IF item.convalidated IS NOT TRUE THEN
            RETURN NEXT format('ALTER TABLE %s VALIDATE CONSTRAINT %s', item.table, item.name);
        END IF;
        EXECUTE format('SELECT %s.guidon_rekey_locked($1, $2, $3, $4)', own) INTO statement
            USING own, 'ACCESS EXCLUSIVE'::text, ARRAY[item.table],
            ARRAY[format('ALTER TABLE %s ALTER COLUMN %I SET NOT NULL', item.table, item.other),
                format('ALTER TABLE %s DROP CONSTRAINT %s', item.table, item.name)];
        RETURN NEXT statement;
    END LOOP;

    -- Before PostgreSQL 18 a foreign key of a partitioned table cannot be NOT VALID. So each
    -- partition gets its own, and that of the table takes them over without a look at the rows.
    FOR item IN
        SELECT p."table", r.other, r.definition, o.oid IS NOT NULL AS made,
            coalesce(o.convalidated, false) AS valid, false AS whole, 0 AS step
        FROM jsonb_to_recordset(move->'references')
            AS r(rel oid, "table" text, other text, definition text, made bool)
        JOIN (SELECT DISTINCT p.root, p.rel, p."table" FROM jsonb_to_recordset(move->'parts')
            AS p(root oid, rel oid, "table" text)) p ON p.root = r.rel
        LEFT JOIN pg_constraint o ON o.conrelid = p.rel AND o.conname = r.other
        WHERE NOT r.made
        UNION ALL
        SELECT r."table", r.other, r.definition, r.made, r.valid, EXISTS (SELECT FROM pg_class t
            WHERE t.oid = r.rel AND t.relkind = 'p'), 1
        FROM jsonb_to_recordset(move->'references')
            AS r(rel oid, "table" text, other text, definition text, made bool, valid bool)
        ORDER BY 7, 1, 2
    LOOP
        IF NOT item.made THEN
            EXECUTE format('SELECT %s.guidon_rekey_locked($1, $2, $3, $4)', own) INTO statement
                USING own, CASE WHEN item.whole THEN 'ACCESS EXCLUSIVE'
                    ELSE 'SHARE ROW EXCLUSIVE' END,
                CASE WHEN item.table = pk.table THEN ARRAY[pk.table]
                    ELSE ARRAY[pk.table, item.table] END,
                ARRAY[format('ALTER TABLE %s ADD CONSTRAINT %I %s%s', item.table, item.other,
                    item.definition, CASE WHEN item.whole THEN '' ELSE ' NOT VALID' END)];
            RETURN NEXT statement;
        END IF;
        IF NOT item.valid AND NOT item.whole THEN
            RETURN NEXT format('ALTER TABLE %s VALIDATE CONSTRAINT %I', item.table, item.other);
        END IF;
    END LOOP;
END
$$;
COMMENT ON FUNCTION guidon_rekey_check_steps(jsonb, bool) IS
    'statements that give the columns of a move their indexes and constraints';

-- CREATE INDEX CONCURRENTLY runs only by itself. An index that a kill left invalid is
-- dropped and built again.
CREATE FUNCTION guidon_rekey_index_steps(move jsonb, exchange bool) RETURNS SETOF text
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    item record;
    parts text[];
    statement text;
BEGIN
    FOR item IN
        EXECUTE format($query$
            WITH wanted(schema, name, made, valid, beginning, definition, "table", number) AS (
                SELECT i.schema, i.other, i.made, i.valid, i.begin, i.definition, i."table",
                    CASE WHEN i.parted THEN i.number END
                FROM jsonb_to_recordset($1->'indexes') AS i(schema text, other text, made bool,
                    valid bool, begin text, definition text, "table" text, number int8,
                    parted bool)
                UNION ALL
                SELECT w.schema, w.name, x.indexrelid IS NOT NULL, coalesce(x.indisvalid, false),
                    w.beginning, w.definition, NULL, NULL
                FROM (
                    SELECT k.rel, i.schema, i.former AS name, 'CREATE UNIQUE INDEX' AS beginning,
                        format('%%s USING btree (%%I)', k."table", k.col) AS definition
                    FROM jsonb_to_recordset($1->'indexes')
                        AS i(schema text, former text, "primary" bool)
                    CROSS JOIN jsonb_to_record($1->'columns'->0)
                        AS k(rel oid, "table" text, col text)
                    WHERE i.primary AND $2 AND $1->>'state' IN ('none', 'moving')
                    UNION ALL
                    SELECT c.rel, c.schema, format('guidon_rekey_%%s_%%s_left', c.rel, c.num),
                        'CREATE INDEX', format('%%s USING btree (%%I) WHERE %%I IS NULL AND '
                            '%%2$I IS NOT NULL', c."table", c.col, c.other)
                    FROM jsonb_to_recordset(($1->'columns') || ($1->'parts')) AS c(rel oid,
                        "table" text, schema text, num int2, col text, other text, needed bool,
                        parted bool)
                    WHERE NOT c.needed AND $2 AND c.parted IS NOT TRUE) w
                LEFT JOIN pg_class t ON t.oid = w.rel
                LEFT JOIN pg_class o ON o.relname = w.name AND o.relnamespace = t.relnamespace
                LEFT JOIN pg_index x ON x.indexrelid = o.oid AND x.indrelid = w.rel)
            SELECT * FROM wanted WHERE NOT valid ORDER BY number IS NOT NULL
            $query$, move->>'own') USING move, exchange
    LOOP
        IF item.number IS NOT NULL THEN
            -- That of a partitioned table takes over those of its partitions.
            parts := ARRAY(SELECT format('ALTER INDEX %s.%I ATTACH PARTITION %s.%I', item.schema,
                    item.name, i.schema, i.other)
                FROM jsonb_to_recordset(move->'indexes') AS i(schema text, other text, within int8)
                WHERE i.within = item.number ORDER BY 1);
            EXECUTE format('SELECT %s.guidon_rekey_locked($1, $2, $3, $4)', move->>'own')
                INTO statement USING move->>'own', 'ACCESS EXCLUSIVE'::text, ARRAY[item.table],
                format('%s %I ON %s', item.beginning, item.name, item.definition) || parts;
            RETURN NEXT statement;
            CONTINUE;
        END IF;
        IF item.made THEN
            RETURN NEXT format('DROP INDEX CONCURRENTLY %s.%I', item.schema, item.name);
        END IF;
        RETURN NEXT format('%s CONCURRENTLY %I ON %s', item.beginning, item.name,
            item.definition);
    END LOOP;
END
$$;
COMMENT ON FUNCTION guidon_rekey_index_steps(jsonb, bool) IS
    'statements that build the indexes of a move of keys';

-- Compare each reference by the old key with that by the new key, in one snapshot. Return
-- the number of references; an error if one names another row, or none.
CREATE FUNCTION guidon_rekey_verify(rel regclass) RETURNS bigint
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    own text := (SELECT quote_ident(n.nspname) FROM pg_extension e
        JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'guidon');
    move jsonb;
    pk record;
    item record;
    n bigint;
    wrong bigint;
    total bigint := 0;
    equal text;
    bare text;
BEGIN
    EXECUTE format('SELECT %s.guidon_rekey_move($1)', own) INTO move USING rel;
    EXECUTE format('SELECT %s.guidon_rekey_tables_owned($1)', own) USING move;
    SELECT * INTO pk FROM jsonb_to_record(move->'columns'->0)
        AS c("table" text, col text, other text);
    EXECUTE format('SELECT %s.guidon_rekey_equal($1)', own) INTO equal USING move;
    -- The column beside the key is of type ulid until the swap.
    bare := CASE WHEN move->>'kind' = 'ulid' AND move->>'state' = 'moving'
        THEN '::pg_catalog.uuid' ELSE '' END;
    FOR item IN
        SELECT * FROM jsonb_to_recordset(move->'columns')
            AS c("table" text, col text, other text, key bool, made bool) WHERE c.made
    LOOP
        IF item.key THEN
            EXECUTE format('SELECT count(*), count(*) FILTER (WHERE %I IS NULL) FROM %s',
                item.other, item.table) INTO n, wrong;
        ELSE
            EXECUTE format('SELECT count(c.%1$I), count(*) FILTER (WHERE c.%2$I%8$s IS '
                'DISTINCT FROM p.%3$I%8$s) FROM %4$s c LEFT JOIN %5$s p ON p.%6$I %7$s c.%1$I',
                item.col, item.other, pk.other, item.table, pk.table, pk.col, equal, bare)
                INTO n, wrong;
            total := total + n;
        END IF;
        IF wrong > 0 THEN
            RAISE integrity_constraint_violation USING MESSAGE = format('%s of %s values of '
                'column "%s" of table %s are not those of "%s"', wrong, n, item.other,
                item.table, item.col),
                HINT = 'If rows are not filled yet, call guidon_rekey_backfill. If a trigger '
                    'of the move was dropped or disabled meanwhile, undo the move and begin '
                    'again.';
        END IF;
    END LOOP;
    RETURN total;
END
$$;
COMMENT ON FUNCTION guidon_rekey_verify(regclass) IS
    'compares the references by old and by new keys in a move; error if one differs';
