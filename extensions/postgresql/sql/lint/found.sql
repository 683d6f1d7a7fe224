-- The findings, by what they are about. Each function takes the columns that
-- guidon_lint_columns gives, each with its `sample`, and `own`, the schema of the extension.

-- Whether new keys go where an index wants them.
CREATE FUNCTION guidon_lint_keys_found(columns jsonb, own text, at_least bigint)
RETURNS TABLE(severity text, rel oid, object text, finding text, why text, remedy text)
LANGUAGE sql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
    WITH keys AS (
        SELECT c.*, (c.sample->>'n')::double precision AS n,
            (c.sample->>'v4')::double precision AS v4, (c.sample->>'v7')::double precision AS v7,
            c.heap_bytes = 0 AS is_empty,
            -- Each bit halves the random keys that sort after the new ones.
            CASE WHEN c.n_rows <= 2e7 THEN 20 WHEN c.n_rows <= 3e8 THEN 24 ELSE 28 END AS bits,
            format('%s keys of version 4 in an index of %s (%s pages)',
                CASE WHEN c.n_rows > 0 THEN 'about ' || round(c.n_rows)::bigint ELSE 'the' END,
                pg_size_pretty(c.idx_bytes), c.idx_bytes / 8192) AS held
        FROM jsonb_to_recordset(columns) AS c(rel oid, tab text, col text, kind text,
            is_key bool, refers bool, idx_bytes bigint, n_rows double precision,
            heap_bytes bigint, makes text, sample jsonb)
        WHERE c.kind IN ('uuid', 'ulid') AND c.idx_bytes >= at_least AND NOT c.refers
            -- A column whose values repeat refers to a table, without a foreign key too.
            AND (c.is_key OR c.makes IS NOT NULL OR c.sample IS NULL
                OR (c.sample->>'differ')::bigint = (c.sample->>'n')::bigint)
            AND c.makes IS DISTINCT FROM 'append' AND c.makes IS DISTINCT FROM 'sharded')
    SELECT 'warning', k.rel, k.tab || '.' || k.col, f.finding, f.why,
        format('ALTER TABLE %s ALTER COLUMN %s SET DEFAULT %s.', k.tab, k.col, own) || CASE
            WHEN k.is_empty AND k.kind = 'ulid' THEN 'guidon_ulid()'
            WHEN k.is_empty THEN 'guidon_v7()'
            WHEN k.kind = 'ulid' THEN format('guidon_v8_append(%s)::%s.ulid', k.bits, own)
            ELSE format('guidon_v8_append(%s)', k.bits) END
    FROM keys k CROSS JOIN LATERAL (
        SELECT 'v7-after-v4' AS finding,
            format('%s, and new keys are version 7: they land among the random keys, where each '
                'full page splits in half, so 1,000 of them add about 7 pages where 4 would do',
                k.held) AS why
        WHERE k.v4 >= 0.05 * k.n AND (k.makes = 'v7' OR k.v7 >= 0.02 * k.n)
        UNION ALL
        SELECT 'random-keys',
            format('%s: a new key goes to any page of it, so each insert reads and writes '
                'another page, and 1,000 of them add about 5 pages where 4 would do', k.held)
        WHERE (k.v4 >= 0.9 * k.n AND k.v7 < 0.02 * k.n AND k.makes IS DISTINCT FROM 'v7')
            OR (k.sample IS NULL AND k.makes = 'v4' AND NOT k.is_empty)
        UNION ALL
        SELECT 'random-keys', 'the default makes keys of version 4: a new key goes to any page of '
            'the index, so each insert will read and write another page. The table is empty, so '
            'keys in the order of time land among no random keys'
        WHERE k.is_empty AND k.makes = 'v4') f
$$;
COMMENT ON FUNCTION guidon_lint_keys_found(jsonb, text, bigint) IS
    'findings about keys that an index takes badly';

-- What is wrong with the ids themselves.
CREATE FUNCTION guidon_lint_values_found(columns jsonb, own text)
RETURNS TABLE(severity text, rel oid, object text, finding text, why text, remedy text)
LANGUAGE sql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
    WITH ids AS (
        SELECT c.*, c.tab || '.' || c.col AS object, (c.sample->>'n')::bigint AS n,
            (c.sample->>'v1')::bigint AS v1, (c.sample->>'v6')::bigint AS v6,
            (c.sample->>'v7')::bigint AS v7, (c.sample->>'hardware')::bigint AS hardware,
            (c.sample->>'future')::bigint AS future, (c.sample->>'early')::bigint AS early,
            -- Random ids in a column of ULIDs read as ids of any time.
            c.kind = 'ulid' AND (c.sample->>'v4')::bigint >= 0.5 * (c.sample->>'n')::bigint
                AS is_random,
            (c.sample->>'nil')::bigint AS nil, (c.sample->>'max')::bigint AS most,
            (c.sample->>'ulid_upper')::bigint AS upper_case,
            (c.sample->>'ulid_lower')::bigint AS lower_case,
            CASE c.kind WHEN 'ulid' THEN format('%s.guidon_ulid_time_of(%s)', own, c.col)
                WHEN 'typeid' THEN format('%1$s.guidon_time_of(%1$s.guidon_typeid_uuid_of(%2$s))',
                    own, c.col)
                ELSE format('%s.guidon_time_of(%s)', own, c.col) END AS made
        FROM jsonb_to_recordset(columns) AS c(rel oid, tab text, col text, kind text,
            not_null bool, "default" text, makes text, sample jsonb))
    SELECT 'error', i.rel, i.object, 'time-in-future',
        format('%s of %s sampled ids have a time later than tomorrow: a clock was wrong, or '
            'the bytes are in another order', i.future, i.n),
        format('SELECT %s, %s FROM %s WHERE %s > now() + interval ''1 day''', i.col, i.made,
            i.tab, i.made)
    FROM ids i WHERE i.future > 0 AND NOT i.is_random
    UNION ALL
    SELECT 'error', i.rel, i.object, 'time-too-early',
        format('%s of %s sampled ids have a time before the year 2000: a clock was wrong, or '
            'the bytes are in another order', i.early, i.n),
        format('SELECT %s, %s FROM %s WHERE %s < ''2000-01-01Z''', i.col, i.made, i.tab, i.made)
    FROM ids i WHERE i.early > 0 AND NOT i.is_random
    UNION ALL
    SELECT 'error', i.rel, i.object, 'nil-or-max',
        CASE WHEN i.nil + i.most > 0 THEN
            format('%s of %s sampled ids are Nil or Max, which stand for no id', i.nil + i.most,
                i.n)
            ELSE 'the default is Nil or Max, which stands for no id' END,
        CASE WHEN i.nil + i.most = 0 OR i.n IS NULL THEN
            format('ALTER TABLE %s ALTER COLUMN %s DROP DEFAULT', i.tab, i.col)
        WHEN i.not_null THEN
            format('SELECT * FROM %s WHERE %s IN (''%s'', ''%s'')', i.tab, i.col, b.nil, b.most)
        ELSE format('UPDATE %s SET %s = NULL WHERE %2$s IN (''%3$s'', ''%4$s'')', i.tab, i.col,
            b.nil, b.most) END
    FROM ids i CROSS JOIN LATERAL (SELECT
        CASE i.kind WHEN 'ulid' THEN repeat('0', 26) ELSE '00000000-0000-0000-0000-000000000000'
            END AS nil,
        CASE i.kind WHEN 'ulid' THEN '7' || repeat('Z', 25)
            ELSE 'ffffffff-ffff-ffff-ffff-ffffffffffff' END AS most) b
    WHERE i.kind IN ('uuid', 'ulid')
        AND (i.nil + i.most > 0 OR i."default" LIKE format('''%s''%%', b.nil)
            OR i."default" LIKE format('''%s''%%', b.most))
    UNION ALL
    SELECT 'warning', i.rel, i.object, 'hardware-address',
        format('%s of %s sampled ids of version 1 or 6 hold the address of a network card, which '
            'names the machine that made them', i.hardware, i.n),
        CASE WHEN i.makes IN ('v1', 'v6') THEN
            format('ALTER TABLE %s ALTER COLUMN %s SET DEFAULT %s.guidon_%s()', i.tab, i.col, own,
                i.makes)
        ELSE format('SELECT DISTINCT %s.guidon_node_of(%s) FROM %s', own, i.col, i.tab) END
    FROM ids i WHERE i.hardware > 0
    UNION ALL
    SELECT 'warning', i.rel, i.object, 'orders-mixed',
        format('of %s sampled ids, %s are version 1, %s version 6 and %s version 7: each sorts by '
            'time among its own only, so no range of keys is a span of time', i.n, i.v1, i.v6,
            i.v7),
        format('SELECT %1$s.guidon_version_of(%2$s), min(%4$s), max(%4$s) FROM %3$s GROUP BY 1',
            own, i.col, i.tab, i.made)
    FROM ids i
    WHERE i.kind = 'uuid' AND (i.v1 >= 0.05 * i.n)::int + (i.v6 >= 0.05 * i.n)::int
        + (i.v7 >= 0.05 * i.n)::int >= 2
    UNION ALL
    SELECT 'error', i.rel, i.object, 'ulid-case',
        format('of %s sampled texts, %s are ULIDs in upper case and %s in lower case: they do not '
            'compare, or sort, as the ids do', i.n, i.upper_case, i.lower_case),
        format('UPDATE %1$s SET %2$s = pg_catalog.upper(%2$s::text) '
            'WHERE %2$s::text <> pg_catalog.upper(%2$s::text)', i.tab, i.col)
    FROM ids i WHERE i.upper_case > 0 AND i.lower_case > 0
        AND i.upper_case + i.lower_case >= 0.95 * i.n
$$;
COMMENT ON FUNCTION guidon_lint_values_found(jsonb, text) IS
    'findings about the ids in columns';
