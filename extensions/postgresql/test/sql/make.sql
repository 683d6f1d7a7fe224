-- New ids: version, variant, difference and order.
SELECT kind, count(*), count(DISTINCT id), min(uuid_extract_version(id)), max(uuid_extract_version(id))
FROM (
    SELECT 'v1' kind, guidon_v1() id FROM generate_series(1, 1000)
    UNION ALL SELECT 'v4', guidon_v4() FROM generate_series(1, 1000)
    UNION ALL SELECT 'v6', guidon_v6() FROM generate_series(1, 1000)
    UNION ALL SELECT 'v7', guidon_v7() FROM generate_series(1, 1000)
    UNION ALL SELECT 'cluster', guidon_v7_cluster() FROM generate_series(1, 1000)
    UNION ALL SELECT 'at', guidon_v7_at('2022-02-22 19:22:22+00') FROM generate_series(1, 1000)
    UNION ALL SELECT 'series', guidon_v7_series(1000)
    UNION ALL SELECT 'v4 series', guidon_v4_series(1000)) made
GROUP BY kind ORDER BY kind COLLATE "C";

-- In the order of the calls, each id is above the one before.
SELECT bool_and(v7 > last_v7) AS v7, bool_and(cluster > last_cluster) AS cluster
FROM (
    SELECT v7, lag(v7) OVER (ORDER BY n) AS last_v7, cluster, lag(cluster) OVER (ORDER BY n) AS last_cluster
    FROM (SELECT n, guidon_v7() AS v7, guidon_v7_cluster() AS cluster FROM generate_series(1, 5000) n) a) b;
SELECT count(*), bool_and(id > last) FROM (
    SELECT id, lag(id) OVER (ORDER BY n) AS last FROM guidon_v7_series(5000) WITH ORDINALITY s(id, n)) a;

-- The time is now.
SELECT abs(extract(epoch FROM guidon_time_of(id) - clock_timestamp())) < 60 FROM (
    VALUES (guidon_v1()), (guidon_v6()), (guidon_v7()), (guidon_v7_cluster())) v(id);

-- Lengths of a series, at the edges of a chunk and around zero.
SELECT n, (SELECT count(DISTINCT id) FROM guidon_v7_series(n) id)
FROM unnest(ARRAY[NULL, -1, 0, 1, 511, 512, 513, 1024, 2000]::bigint[]) WITH ORDINALITY s(n, i) ORDER BY i;
SELECT count(*) FROM (SELECT guidon_v7_series(1000000000000) LIMIT 3) s;

-- The planner knows the length.
EXPLAIN SELECT * FROM guidon_v7_series(123456);
EXPLAIN SELECT * FROM guidon_v4_series(-5);

-- A time of your own, with its microseconds.
SELECT guidon_time_us_of(guidon_v7_at(t)) - t FROM (VALUES
    ('1970-01-01 00:00:00+00'::timestamptz), ('2022-02-22 19:22:22.123456+00'),
    ('2022-02-22 19:22:22.999999+00'), ('10889-08-02 05:31:50.655+00')) v(t);
DO $$ BEGIN PERFORM guidon_v7_at('1969-12-31 23:59:59.999999+00');
EXCEPTION WHEN numeric_value_out_of_range THEN RAISE NOTICE 'too early'; END $$;
DO $$ BEGIN PERFORM guidon_v7_at('10889-08-02 05:31:50.656+00');
EXCEPTION WHEN numeric_value_out_of_range THEN RAISE NOTICE 'too late'; END $$;
DO $$ BEGIN PERFORM guidon_v7_at('infinity');
EXCEPTION WHEN numeric_value_out_of_range THEN RAISE NOTICE 'infinite'; END $$;

SELECT count(*) FROM (SELECT '2022-02-22 19:22:22+00'::timestamptz + n * interval '1 us' t FROM generate_series(0, 999) n) a
WHERE guidon_time_us_of(guidon_v7_at(t)) <> t;

-- A volatile default gives each row an id of its own, also in a parallel plan.
CREATE TABLE made(id uuid PRIMARY KEY DEFAULT guidon_v7(), n int);
INSERT INTO made(n) SELECT generate_series(1, 3000);
SELECT count(DISTINCT id), bool_and(id > last) FROM (
    SELECT id, lag(id) OVER (ORDER BY n) AS last FROM made) a;
DROP TABLE made;
