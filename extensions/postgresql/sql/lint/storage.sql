-- Findings about indexes that hold much air, and partitions that nobody can skip.

-- The share of a b-tree's leaf pages that its entries fill, by the statistics: the size of an
-- entry, the number of entries and the number of pages. A page that was emptied counts as a
-- leaf. NULL if a width is not known.
CREATE FUNCTION guidon_lint_density(idx oid)
RETURNS double precision
LANGUAGE sql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
    WITH parts AS (
        SELECT a.attnum, CASE WHEN a.attlen > 0 THEN a.attlen ELSE (SELECT s.avg_width
            FROM pg_stats s JOIN pg_attribute b ON b.attrelid = i.indrelid
                AND b.attnum = i.indkey[a.attnum - 1] AND s.attname = b.attname
            WHERE s.schemaname = n.nspname AND s.tablename = t.relname AND NOT s.inherited) END
            AS width,
            CASE a.attalign WHEN 'd' THEN 8 WHEN 'i' THEN 4 WHEN 's' THEN 2 ELSE 1 END AS align,
            a.attlen < 0 AS varies
        FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indexrelid
        JOIN pg_class t ON t.oid = i.indrelid JOIN pg_namespace n ON n.oid = t.relnamespace
        WHERE i.indexrelid = idx),
    entry AS ( -- 8 bytes of a head, the columns, all to 8 bytes, and 4 bytes of a pointer
        SELECT 4 + ceil((8 + sum(CASE WHEN varies THEN width
            ELSE ceil(width::double precision / align) * align END)) / 8.0) * 8 AS size
        FROM parts HAVING bool_and(width IS NOT NULL))
    SELECT least(1, c.reltuples * e.size
        -- of 8,192 bytes a page: its head, its end and a high key; without the first page and
        -- the inner pages, one for about 200 leaves
        / ((pg_relation_size(idx) / 8192 - 1) / (1 + e.size / 8152) * (8152 - e.size)))
    FROM entry e, pg_class c
    WHERE c.oid = idx AND c.reltuples > 0 AND pg_relation_size(idx) >= 16 * 8192
$$;
COMMENT ON FUNCTION guidon_lint_density(oid) IS
    'how full the leaf pages of an index are, as the statistics say';

-- Indexes that begin with an id and are less than 70 % full. A fresh b-tree is 90 % full.
CREATE FUNCTION guidon_lint_indexes_found(columns jsonb, own text, at_least bigint, exact bool)
RETURNS TABLE(severity text, rel oid, object text, finding text, why text, remedy text)
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
    tuple_schema text := (SELECT quote_ident(n.nspname) FROM pg_extension e
        JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pgstattuple');
    asks bool := exact AND tuple_schema IS NOT NULL AND has_function_privilege(
        (tuple_schema || '.pgstatindex(regclass)')::regprocedure, 'EXECUTE');
    found record;
    density double precision;
BEGIN
    FOR found IN EXECUTE format($query$
            WITH ids AS MATERIALIZED (
                SELECT c.rel, c.att FROM jsonb_to_recordset($1) AS c(rel oid, att smallint,
                    kind text, sample jsonb)
                WHERE c.kind IN ('uuid', 'ulid', 'typeid') -- or a text or bytes of which most are
                    OR (SELECT sum(v.value::double precision) FROM jsonb_each_text(c.sample) v
                        WHERE v.key <> 'n') >= 0.95 * (c.sample->>'n')::double precision),
            leaves AS MATERIALIZED ( -- partitions may have their columns in another order
                SELECT d.rel, d.rel AS leaf, d.att FROM ids d
                UNION ALL SELECT d.rel, t.relid, a.attnum
                FROM ids d JOIN pg_class c ON c.oid = d.rel AND c.relkind = 'p'
                CROSS JOIN pg_partition_tree(d.rel) t
                JOIN pg_attribute p ON p.attrelid = d.rel AND p.attnum = d.att
                JOIN pg_attribute a ON a.attrelid = t.relid AND a.attname = p.attname
                WHERE t.isleaf),
            large AS MATERIALIZED (
                SELECT x.oid, x.relnamespace, x.relname, i.indrelid, i.indkey[0] AS att,
                    pg_relation_size(x.oid) AS bytes
                FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid AND x.relkind = 'i'
                JOIN pg_am m ON m.oid = x.relam AND m.amname = 'btree'
                WHERE i.indisvalid AND pg_relation_size(x.oid) >= $2)
            SELECT g.oid AS idx, l.rel, format('%%I.%%I', n.nspname, g.relname) AS name, g.bytes,
                CASE WHEN NOT $3 AND g.bytes >= 131072 -- those that it judges
                    THEN %1$s.guidon_lint_density(g.oid) END AS density
            FROM large g JOIN leaves l ON (l.leaf, l.att) = (g.indrelid, g.att)
            JOIN pg_namespace n ON n.oid = g.relnamespace
            ORDER BY name
            $query$, own) USING columns, at_least, asks
    LOOP
        density := found.density;
        IF asks THEN
            EXECUTE format('SELECT avg_leaf_density / 100 * leaf_pages / (leaf_pages + empty_pages '
                '+ deleted_pages) FROM %s.pgstatindex($1) WHERE leaf_pages > 0', tuple_schema)
                INTO density USING found.idx::regclass;
        END IF;
        IF density < 0.7 THEN
            severity := 'note';
            rel := found.rel;
            object := found.name;
            finding := 'loose-index';
            why := format('the leaves of its %s pages are %s %% full%s: a rebuild gives back '
                'about %s of %s', found.bytes / 8192, round(density * 100),
                CASE WHEN asks THEN '' ELSE ', as the statistics say' END,
                pg_size_pretty((found.bytes * (1 - density / 0.9))::bigint),
                pg_size_pretty(found.bytes));
            remedy := 'REINDEX INDEX CONCURRENTLY ' || found.name;
            RETURN NEXT;
        END IF;
    END LOOP;
END
$$;
COMMENT ON FUNCTION guidon_lint_indexes_found(jsonb, text, bigint, bool) IS
    'findings about indexes that are not dense';

-- Tables that are partitioned by a time, with ids that hold the time too. A query by id looks
-- into every partition, unless a CHECK says which ids a partition has.
CREATE FUNCTION guidon_lint_bounds_found(columns jsonb, own text)
RETURNS TABLE(severity text, rel oid, object text, finding text, why text, remedy text)
LANGUAGE sql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
    WITH timed AS (
        SELECT c.rel, c.tab, c.col, c.kind, k.attname AS time_column
        FROM jsonb_to_recordset(columns) AS c(rel oid, att smallint, tab text, col text, kind text,
            refers bool, idx oid, makes text, sample jsonb)
        JOIN pg_partitioned_table p ON p.partrelid = c.rel AND p.partstrat = 'r' AND p.partnatts = 1
        JOIN pg_attribute k ON k.attrelid = c.rel AND k.attnum = p.partattrs[0]
            AND k.atttypid = 'timestamptz'::regtype
        WHERE c.kind IN ('uuid', 'ulid') AND c.idx IS NOT NULL AND NOT c.refers
            AND (c.kind = 'ulid' OR c.makes = 'v7' OR (c.sample->>'v7')::double precision
                >= 0.9 * (c.sample->>'n')::double precision)),
    parts AS (
        SELECT t.*, format('%I.%I', n.nspname, x.relname) AS part,
            substring(b.text from 'FROM \((''[^'']*'')\)') AS low,
            substring(b.text from 'TO \((''[^'']*'')\)') AS high
        FROM timed t JOIN pg_inherits i ON i.inhparent = t.rel
        JOIN pg_class x ON x.oid = i.inhrelid AND x.relkind = 'r'
        JOIN pg_namespace n ON n.oid = x.relnamespace
        JOIN pg_attribute a ON a.attrelid = x.oid AND quote_ident(a.attname) = t.col
        CROSS JOIN LATERAL (SELECT pg_get_expr(x.relpartbound, x.oid) AS text) b
        WHERE NOT EXISTS (SELECT FROM pg_constraint o WHERE o.conrelid = x.oid
            AND o.contype = 'c' AND o.conkey = ARRAY[a.attnum]))
    SELECT 'note', p.rel, p.tab || '.' || p.col, 'no-time-bounds',
        format('%s partitions by %s have no bounds of their ids: a query by %s looks into each '
            'of them, though the id holds the time', count(*), p.time_column, p.col),
        string_agg(format('ALTER TABLE %1$s ADD CHECK (%2$s >= %3$s.%4$s(%5$s) '
            'AND %2$s < %3$s.%4$s(%6$s))', p.part, p.col, own, CASE p.kind WHEN 'ulid'
            THEN 'guidon_ulid_floor' ELSE 'guidon_floor' END, p.low, p.high), E';\n'
            ORDER BY p.part COLLATE "C")
    FROM parts p WHERE p.low IS NOT NULL AND p.high IS NOT NULL
    GROUP BY p.rel, p.tab, p.col, p.time_column
$$;
COMMENT ON FUNCTION guidon_lint_bounds_found(jsonb, text) IS
    'findings about partitions by time whose ids have no bounds';
