SET TimeZone = 'UTC';
SET DateStyle = 'ISO';
CREATE FUNCTION pg_temp.plan_of(query text) RETURNS SETOF text LANGUAGE plpgsql
    AS $$BEGIN RETURN QUERY EXECUTE 'EXPLAIN (COSTS OFF) ' || query; END$$;
CREATE FUNCTION pg_temp.rows_of(query text) RETURNS int LANGUAGE plpgsql
    AS $$DECLARE plan json; BEGIN EXECUTE 'EXPLAIN (FORMAT JSON) ' || query INTO plan;
    RETURN plan -> 0 -> 'Plan' ->> 'Plan Rows'; END$$;
-- Bounds, and where they saturate.
SELECT t, guidon_floor(t), guidon_ceil(t) FROM (VALUES
    ('-infinity'::timestamptz), ('4713-01-01 00:00:00 BC'), ('1969-12-31 23:59:59.999999'), ('1970-01-01'),
    ('1999-12-31 23:59:59.9995'),
    ('2022-02-22 19:22:22.0009'), ('10889-08-02 05:31:50.655999'), ('10889-08-02 05:31:50.656'),
    ('294276-12-31 23:59:59.999999'), ('infinity')) v(t);
SELECT t, guidon_v7_floor(t), guidon_v7_ceil(t) FROM (VALUES
    ('-infinity'::timestamptz), ('1969-12-31'), ('2022-02-22 19:22:22'), ('infinity')) v(t);
SELECT t, guidon_v6_floor(t), guidon_v6_ceil(t) FROM (VALUES
    ('-infinity'::timestamptz), ('1582-10-14 23:59:59.999999'), ('1582-10-15'), ('2022-02-22 19:22:22'),
    ('5236-03-31 21:21:00.684697'), ('5236-03-31 21:21:00.684698'), ('infinity')) v(t);

-- A microsecond has all its ids of version 6, which counts 100 ns.
SELECT count(*) FROM (SELECT guidon_v6() FROM generate_series(1, 1000)) v(id)
WHERE id NOT BETWEEN guidon_v6_floor(guidon_time_of(id)) AND guidon_v6_ceil(guidon_time_of(id));

-- Half-open: the ids of adjacent ranges do not overlap and leave no gap.
SELECT count(*), count(*) FILTER (WHERE id >= guidon_floor(a) AND id < guidon_floor(b)),
    count(*) FILTER (WHERE id >= guidon_floor(b) AND id < guidon_floor(c))
FROM (SELECT '2026-01-01'::timestamptz a, '2026-01-02'::timestamptz b, '2026-01-03'::timestamptz c) t,
    generate_series(0, 47) h, guidon_v7_at('2026-01-01'::timestamptz + h * interval '1 hour') id;

-- The ids of a range of times, inclusive or exclusive.
SELECT r, guidon_range_low(r), guidon_range_high(r) FROM (VALUES
    (1, tstzrange('2026-01-01', '2026-01-02')), (2, tstzrange('2026-01-01', '2026-01-02', '(]')),
    (3, tstzrange(NULL, NULL)), (4, 'empty'), (5, tstzrange('-infinity', 'infinity')),
    (6, tstzrange('1960-01-01', '1970-01-01')), (7, tstzrange('1960-01-01', '1970-01-01', '[]')),
    (8, tstzrange('infinity', NULL)), (9, tstzrange(NULL, '-infinity', '[]')),
    (10, tstzrange('2026-01-01 00:00:00.0005', '2026-01-01 00:00:00.0015')), (11, tstzrange('infinity', NULL, '()')),
    (12, tstzrange('1985-06-07 08:09:10.1235', '1985-06-07 08:09:10.1245', '[]')),
    (13, tstzrange('10889-08-02 05:31:50.656', NULL)), (14, tstzrange('10889-08-02 05:31:50.655', NULL)),
    (15, tstzrange('10889-08-02 05:31:50.655', NULL, '()'))) v(n, r) ORDER BY n;
-- A range has the ids whose time is in it: 100,000 pairs of ids and ranges. The ids are
-- the first, the last and random ids of milliseconds. The bounds are microseconds, half
-- of them whole milliseconds, and some are infinite.
CREATE TABLE ids AS
SELECT n, (left(guidon_floor(at)::text, 13) || '-7' || substr(md5(n::text), 1, 3) || '-8'
        || substr(md5(n::text), 4, 3) || '-' || substr(md5(n::text), 7, 12))::uuid AS id
    FROM generate_series(1, 376) n, LATERAL (SELECT '2026-01-01'::timestamptz + n % 8 * interval '1 ms' AS at) t
UNION ALL SELECT 0, id FROM generate_series(0, 7) ms, LATERAL (VALUES
    (guidon_v7_floor('2026-01-01'::timestamptz + ms * interval '1 ms')),
    (guidon_v7_ceil('2026-01-01'::timestamptz + ms * interval '1 ms'))) v(id)
UNION ALL SELECT 0, id FROM (VALUES ('1970-01-01'::timestamptz), ('1970-01-01 00:00:00.001'),
    ('10889-08-02 05:31:50.654'), ('10889-08-02 05:31:50.655')) t(at),
    LATERAL (VALUES (guidon_v7_floor(at)), (guidon_v7_ceil(at))) v(id);
CREATE UNIQUE INDEX ON ids (id);
CREATE UNIQUE INDEX ON ids ((id::ulid));
ANALYZE ids;
CREATE TABLE ranges AS
WITH numbers AS (
    SELECT n, hashint4(n)::bigint + 2147483648 AS a, hashint4(-n)::bigint + 2147483648 AS b
    FROM generate_series(1, 228) n),
bounds AS (
    SELECT n, a / 8000 % 9 AS low_kind, b / 8000 % 9 AS high_kind, n % 4 AS kind,
        CASE WHEN n % 8 < 4 THEN a % 8000 ELSE a % 8 * 1000 END AS low,
        CASE WHEN n % 16 < 8 THEN b % 4000 ELSE b % 4 * 1000 END AS more FROM numbers)
SELECT tstzrange(
    CASE low_kind WHEN 0 THEN NULL WHEN 1 THEN '-infinity'
        ELSE '2026-01-01'::timestamptz + low * interval '1 us' END,
    CASE high_kind WHEN 0 THEN NULL WHEN 1 THEN 'infinity'
        ELSE '2026-01-01'::timestamptz + (low + more) * interval '1 us' END,
    (ARRAY['[]', '[)', '(]', '()'])[kind + 1]) AS r FROM bounds
UNION ALL SELECT tstzrange(low, high, kind) FROM unnest(ARRAY['[]', '[)', '(]', '()']) kind, (VALUES
    ('infinity'::timestamptz, NULL::timestamptz), (NULL, '-infinity'), ('1960-01-01', '1970-01-01'),
    ('1969-12-31 23:59:59.9999', '1970-01-01 00:00:00.0001'),
    ('10889-08-02 05:31:50.6541', '10889-08-02 05:31:50.6551')) v(low, high)
UNION ALL VALUES (tstzrange('empty')), (NULL);
SELECT count(*), count(DISTINCT r), count(*) FILTER (WHERE isempty(r)) AS empty FROM ranges;
-- By two comparisons, and by the function itself, which stays if an argument is a subquery.
SELECT count(*), count(*) FILTER (WHERE guidon_time_of(id) <@ r) AS inside,
    count(*) FILTER (WHERE guidon_in_range(id, r) IS DISTINCT FROM guidon_time_of(id) <@ r) AS uuid,
    count(*) FILTER (WHERE guidon_ulid_in_range(id::ulid, r) IS DISTINCT FROM guidon_time_of(id) <@ r) AS ulid,
    count(*) FILTER (WHERE guidon_in_range((SELECT id), r) IS DISTINCT FROM guidon_time_of(id) <@ r) AS called
FROM ids, ranges;
-- By an index of each type.
SET enable_seqscan = off;
SELECT DISTINCT regexp_replace(line, '^ *', '') AS line FROM (SELECT plan_of AS line FROM pg_temp.plan_of($$
    SELECT FROM ranges, LATERAL (SELECT id FROM ids WHERE guidon_in_range(id, r)) u,
        LATERAL (SELECT id FROM ids WHERE guidon_ulid_in_range(id::ulid, r)) l$$)) p WHERE line ~ 'Index';
SELECT count(*) AS ranges, sum(cardinality(model)) AS inside,
    count(*) FILTER (WHERE by_uuid IS DISTINCT FROM model) AS uuid,
    count(*) FILTER (WHERE by_ulid IS DISTINCT FROM model) AS ulid
FROM ranges,
    LATERAL (SELECT array_agg(id ORDER BY id) FROM ids WHERE guidon_in_range(id, r)) u(by_uuid),
    LATERAL (SELECT array_agg(id ORDER BY id) FROM ids WHERE guidon_ulid_in_range(id::ulid, r)) l(by_ulid),
    LATERAL (SELECT array_agg(id ORDER BY id) FROM ids WHERE guidon_time_of(id) <@ r) m(model);
RESET enable_seqscan;
-- The planner expects no row of a range without ids.
SELECT r, pg_temp.rows_of(format('SELECT FROM ids WHERE guidon_in_range(id, %L)', r))
FROM (VALUES (1, 'empty'::tstzrange), (2, tstzrange('1960-01-01', '1970-01-01')), (3, tstzrange('infinity', NULL))) v(n, r)
ORDER BY n;
DROP TABLE ids, ranges;
SELECT guidon_in_range(NULL, tstzrange(NULL, NULL)), guidon_in_range(guidon_v7(), NULL);
-- So does one whose arguments the planner may not evaluate twice.
SELECT count(*) FROM generate_series(0, 9) c, unnest(ARRAY['[]', '[)', '(]', '()']) kind
WHERE guidon_in_range(guidon_v7_at('2026-01-01'::timestamptz + c * interval '1 ms'),
    (SELECT tstzrange('2026-01-01 00:00:00.003', '2026-01-01 00:00:00.005', kind)));

-- Partitions are pruned when the query is planned.
CREATE TABLE event(id uuid PRIMARY KEY, n int) PARTITION BY RANGE (id);
SELECT format('CREATE TABLE event_%s PARTITION OF event FOR VALUES FROM (%L) TO (%L)', m,
    guidon_floor(make_timestamptz(2026, m, 1, 0, 0, 0, 'UTC')), guidon_floor(make_timestamptz(2026, m + 1, 1, 0, 0, 0, 'UTC')))
FROM generate_series(1, 6) m \gexec
SET enable_bitmapscan = off;
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT n FROM event
WHERE id >= guidon_floor('2026-03-02') AND id < guidon_floor('2026-03-03');
EXPLAIN (COSTS OFF) SELECT n FROM event
WHERE guidon_in_range(id, tstzrange('2026-03-02', '2026-03-03'));
DROP TABLE event;

-- pg_partman 5.
SELECT uuid7_time_encoder('2026-03-01'), uuid7_time_decoder('019ca6c4-3000-0000-0000-000000000000'),
    uuid7_time_decoder(uuid7_time_encoder('2026-03-01')::text);
SELECT uuid7_time_decoder('019ca6c4-3000-0000-0000-00000000000');
