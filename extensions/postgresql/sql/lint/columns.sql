-- What the catalogue says about the columns that may hold ids, and what a sample of their
-- rows says. Everything is read under the caller's rights, and nothing is changed.

-- A row for each column of type uuid, ulid or typeid, and for each column of text or bytes
-- that begins an index or is a part of a foreign key. A partitioned table stands for its
-- partitions.
--   tab, col      names, as a statement writes them
--   kind          uuid, ulid, typeid, text or bytes
--   size          of char(n) and varchar(n), else NULL
--   is_key        it alone is a primary key or unique
--   refers        it is a part of a foreign key of this table
--   referred      it is a part of what a foreign key refers to
--   idx, idx_bytes  the largest index that begins with it, with those of the partitions
--   n_rows        as the last ANALYZE counted, or by the size of the table
--   makes         what its default makes: v1, v4, v6, v7, ulid, append or sharded
--   may_read      the caller may read it, and no row security applies
CREATE FUNCTION guidon_lint_columns(schemas text[])
RETURNS TABLE(rel oid, tab text, att smallint, col text, kind text, type text, size integer,
    not_null bool, is_key bool, refers bool, referred bool, idx oid, idx_bytes bigint,
    n_rows double precision, heap_bytes bigint, "default" text, makes text, may_read bool)
LANGUAGE sql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
    WITH types AS MATERIALIZED (
        SELECT t.oid, CASE WHEN t.oid = 'uuid'::regtype THEN 'uuid'
            WHEN t.oid = 'bytea'::regtype THEN 'bytes' WHEN e.oid IS NULL THEN 'text'
            ELSE t.typname::text END AS kind
        FROM pg_type t
        LEFT JOIN pg_depend d ON d.classid = 'pg_type'::regclass AND d.objid = t.oid
            AND d.deptype = 'e' AND d.refclassid = 'pg_extension'::regclass
        LEFT JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'guidon'
        WHERE t.oid IN ('uuid'::regtype, 'bytea'::regtype, 'text'::regtype,
                'varchar'::regtype, 'bpchar'::regtype)
            OR (e.oid IS NOT NULL AND t.typname IN ('ulid', 'typeid'))),
    tables AS MATERIALIZED (
        SELECT c.oid, c.relkind, format('%I.%I', n.nspname, c.relname) AS tab,
            has_schema_privilege(n.oid, 'USAGE') AND NOT row_security_active(c.oid) AS open
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relpersistence <> 't'
            AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
            AND (schemas IS NULL OR n.nspname = ANY (schemas))
            AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass
                AND d.objid = c.oid AND d.deptype = 'e')),
    keys AS MATERIALIZED ( -- indexes by their first column
        SELECT i.indrelid, i.indkey[0] AS att, i.indexrelid,
            i.indisunique AND i.indnkeyatts = 1 AND i.indpred IS NULL AS is_key,
            CASE c.relkind WHEN 'i' THEN pg_relation_size(i.indexrelid) ELSE
                (SELECT sum(pg_relation_size(p.relid)) FROM pg_partition_tree(i.indexrelid) p
                WHERE p.isleaf) END::bigint AS bytes
        FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
        JOIN pg_am a ON a.oid = c.relam AND a.amname = 'btree'
        WHERE i.indisvalid AND i.indrelid IN (SELECT oid FROM tables)),
    best AS MATERIALIZED ( -- for each first column, the largest of its indexes
        SELECT k.indrelid, k.att, bool_or(k.is_key) AS is_key, (array_agg(k.indexrelid
            ORDER BY k.bytes DESC NULLS LAST, k.indexrelid))[1] AS indexrelid,
            max(k.bytes) AS bytes
        FROM keys k GROUP BY k.indrelid, k.att),
    links AS MATERIALIZED ( -- columns of foreign keys
        SELECT l.rel, l.att, bool_or(NOT l.is_target) AS refers, bool_or(l.is_target) AS referred
        FROM (SELECT o.conrelid AS rel, k.att, false AS is_target FROM pg_constraint o
            CROSS JOIN unnest(o.conkey) AS k(att) WHERE o.contype = 'f'
            UNION ALL SELECT o.confrelid, k.att, true FROM pg_constraint o
            CROSS JOIN unnest(o.confkey) AS k(att) WHERE o.contype = 'f') l
        GROUP BY l.rel, l.att),
    sizes AS MATERIALIZED (
        SELECT t.oid, sum(pg_relation_size(leaf.oid))::bigint AS bytes,
            sum(CASE WHEN leaf.reltuples > 0 THEN leaf.reltuples
                ELSE pg_relation_size(leaf.oid) / (32.0 + (SELECT sum(CASE WHEN w.attlen > 0
                    THEN w.attlen ELSE 32 END) FROM pg_attribute w WHERE w.attrelid = leaf.oid
                    AND w.attnum > 0 AND NOT w.attisdropped)) END)::double precision AS n_rows
        FROM tables t CROSS JOIN LATERAL (
            SELECT c.oid, c.reltuples FROM pg_class c WHERE t.relkind = 'r' AND c.oid = t.oid
            UNION ALL SELECT c.oid, c.reltuples FROM pg_partition_tree(t.oid) p
            JOIN pg_class c ON c.oid = p.relid AND c.relkind = 'r'
            WHERE t.relkind = 'p' AND p.isleaf) leaf
        GROUP BY t.oid)
    SELECT t.oid, t.tab, a.attnum, quote_ident(a.attname), y.kind,
        format_type(a.atttypid, a.atttypmod),
        CASE WHEN y.kind = 'text' AND a.atttypmod > 4 THEN a.atttypmod - 4 END,
        a.attnotnull, coalesce(k.is_key, false), coalesce(l.refers, false),
        coalesce(l.referred, false), k.indexrelid, coalesce(k.bytes, 0), coalesce(s.n_rows, 0),
        coalesce(s.bytes, 0), g.text, m.makes,
        t.open AND has_column_privilege(t.oid, a.attnum, 'SELECT')
    FROM tables t
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
        AND a.attgenerated <> 'v'
    JOIN pg_type declared ON declared.oid = a.atttypid
    JOIN types y ON y.oid = coalesce(nullif(declared.typbasetype, 0), declared.oid)
    LEFT JOIN sizes s ON s.oid = t.oid
    LEFT JOIN pg_attrdef d ON d.adrelid = t.oid AND d.adnum = a.attnum
    LEFT JOIN best k ON k.indrelid = t.oid AND k.att = a.attnum
    LEFT JOIN links l ON l.rel = t.oid AND l.att = a.attnum
    CROSS JOIN LATERAL (SELECT pg_get_expr(d.adbin, d.adrelid) AS text) g
    CROSS JOIN LATERAL (SELECT CASE
        WHEN g.text ~ '\m(gen_random_uuid|uuid_generate_v4|uuidv4|guidon_v4)\(' THEN 'v4'
        WHEN g.text ~ '\m(uuidv7|uuid_?7|uuid_generate_v7|guidon_v7|guidon_v7_cluster)\('
            THEN 'v7'
        WHEN g.text ~ '\m(uuid_generate_v1|uuid_generate_v1mc|guidon_v1)\(' THEN 'v1'
        WHEN g.text ~ '\mguidon_v6\(' THEN 'v6'
        WHEN g.text ~ '\m(guidon_ulid|gen_ulid|ulid_generate)\(' THEN 'ulid'
        WHEN g.text ~ '\mguidon_v8_append\(' THEN 'append'
        WHEN g.text ~ '\mguidon_v8_sharded\(' THEN 'sharded' END AS makes) m
    WHERE y.kind IN ('uuid', 'ulid', 'typeid') OR k.indexrelid IS NOT NULL OR l.rel IS NOT NULL
$$;
COMMENT ON FUNCTION guidon_lint_columns(text[]) IS
    'columns that may hold ids, with what the catalogue says about them';

-- Count what the values of a column are, in a sample of at most 1,000 rows from about 100
-- pages at most, the same pages in each call. If they hold no value, about 100 others at most are
-- read, however many dead rows the table has. `most` is how many rows are wanted. NULL if there
-- are no values on these pages.
--   n differ          values that are not NULL; of ids, how many of them differ
--   v1 v4 v6 v7 v8    ids of that version; in a column of ulids, v4 alone
--   nil max           ids without bits, and with all bits
--   hardware          ids with the address of a network card
--   future early      ids with a time later than tomorrow, and before the year 2000
--   uuid_text hex_text ulid_upper ulid_lower typeid_text   texts of these forms
--   bytes_16          values of 16 bytes
CREATE FUNCTION guidon_lint_sample(rel oid, att smallint, kind text, n_rows double precision,
    heap_bytes bigint, most bigint)
RETURNS jsonb
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    own text := (SELECT quote_ident(n.nspname) FROM pg_extension e
        JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'guidon');
    col text := (SELECT quote_ident(a.attname) FROM pg_attribute a
        WHERE a.attrelid = rel AND a.attnum = att);
    pages double precision := greatest(heap_bytes / 8192, 1);
    -- A sample takes each page by chance. It aims below 1,000 rows, because LIMIT would drop
    -- the last pages, which have the newest rows.
    share double precision := least(100, greatest(2, 0.7 * most * pages / greatest(n_rows, 1)))
        / pages;
    query text;
    result jsonb;
BEGIN
    IF kind = 'text' THEN
        query := format($query$
            SELECT jsonb_build_object('n', count(v),
                'uuid_text', count(*) FILTER (WHERE length(v) = 36
                    AND %1$s.guidon_parse_reason(v, 'uuid') IS NULL),
                'hex_text', count(*) FILTER (WHERE length(v) = 32
                    AND %1$s.guidon_parse_reason(v, 'hex') IS NULL),
                'ulid_upper', count(*) FILTER (WHERE length(v) = 26
                    AND v ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
                'ulid_lower', count(*) FILTER (WHERE length(v) = 26
                    AND v ~ '^[0-7][0-9a-hjkmnp-tv-z]{25}$' AND v ~ '[a-z]'),
                'typeid_text', count(*) FILTER (WHERE length(v) >= 28 AND v LIKE '%%\_%%'
                    AND v ~ '^[a-z]([a-z_]{0,61}[a-z])?_[0-7][0-9a-hjkmnp-tv-z]{25}$'))
            $query$, own);
        col := format('rtrim(left(%s, 100))', col);
    ELSIF kind = 'bytes' THEN
        query := $query$
            SELECT jsonb_build_object('n', count(v), 'bytes_16', count(*) FILTER (WHERE v = 16))
            $query$;
        col := format('octet_length(%s)', col);
    ELSE
        query := format($query$
            SELECT jsonb_build_object('n', count(v), 'differ', count(DISTINCT v),
                'v1', count(*) FILTER (WHERE version = 1),
                'v4', count(*) FILTER (WHERE version = 4),
                'v6', count(*) FILTER (WHERE version = 6),
                'v7', count(*) FILTER (WHERE version = 7),
                'v8', count(*) FILTER (WHERE version = 8),
                'nil', count(*) FILTER (WHERE v = '00000000-0000-0000-0000-000000000000'),
                'max', count(*) FILTER (WHERE v = 'ffffffff-ffff-ffff-ffff-ffffffffffff'),
                'hardware', count(*) FILTER (WHERE version IN (1, 6)
                    AND get_bit(macaddr_send(%s.guidon_node_of(v)), 0) = 0),
                'future', count(*) FILTER (WHERE made > now() + interval '1 day'
                    AND v <> 'ffffffff-ffff-ffff-ffff-ffffffffffff'),
                'early', count(*) FILTER (WHERE made < '2000-01-01Z'
                    AND v <> '00000000-0000-0000-0000-000000000000'))
            $query$, own);
        -- A ULID has no version. An id of version 4 is one whose time is none of a ULID's.
        col := format(CASE kind WHEN 'ulid' THEN '%2$s::uuid AS v, CASE WHEN '
                '%1$s.guidon_version_of(%2$s::uuid) = 4 AND %1$s.guidon_ulid_time_of(%2$s) '
                'NOT BETWEEN ''2000-01-01Z'' AND now() + interval ''1 day'' THEN 4 END AS version, '
                '%1$s.guidon_ulid_time_of(%2$s) AS made'
            ELSE '%3$s AS v, %1$s.guidon_version_of(%3$s) AS version, '
                '%1$s.guidon_time_of(%3$s) AS made' END, own, col,
            CASE kind WHEN 'typeid' THEN format('%s.guidon_typeid_uuid_of(%s)', own, col)
                ELSE col END);
    END IF;
    query := query || ' FROM (SELECT ' || col || CASE WHEN kind IN ('text', 'bytes') THEN ' AS v'
        ELSE '' END || format(' FROM %s', rel::regclass);
    FOR seed IN 1..2 LOOP
        EXECUTE format('%s TABLESAMPLE SYSTEM (%s) REPEATABLE (%s) LIMIT 1000) s '
            'HAVING count(v) > 0', query, least(100, 100 * share), seed) INTO result;
        EXIT WHEN result IS NOT NULL OR share >= 1;
        -- The sample took no page, or pages without a value.
        share := least(100, pages) / pages;
    END LOOP;
    RETURN result;
END
$$;
COMMENT ON FUNCTION guidon_lint_sample(oid, smallint, text, double precision, bigint, bigint) IS
    'what the values of a column are, counted in a sample';
