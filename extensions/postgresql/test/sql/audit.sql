-- Rows, kinds, times, order, duplicates, weak bits: nothing to say about no rows.
SELECT jsonb_pretty(guidon_audit(id)) FROM guidon_v7_series(0) id;
SELECT guidon_audit(id) FROM (VALUES
    (1, 'c232ab00-9414-11ec-b3c8-9f6bdeced846'::uuid), (2, NULL),
    (3, '1ec9414c-232a-6b00-b3c8-9f6bdeced846'), (4, '017f22e2-79b0-7cc3-98c4-dc0c0c07398f'),
    (5, '00000000-0000-0000-0000-000000000000'), (6, 'ffffffff-ffff-ffff-ffff-ffffffffffff'),
    (7, '34dc2346-9000-0000-0d00-007c5f000000'), (8, '017f22e2-79b0-7cc3-d8c4-dc0c0c07398f'),
    (9, '017f22e2-79b0-0cc3-98c4-dc0c0c07398f'), (10, '017f22e2-79b0-7cc3-98c4-dc0c0c07398f')) v(n, id);
-- The report does not depend on settings.
SET TimeZone = 'Asia/Kathmandu';
SET DateStyle = 'SQL, DMY';
SELECT guidon_audit(id) FROM unnest(ARRAY['019cabd8-3800-7000-8000-000000000000'::uuid, '017f22e2-79b0-7cc3-98c4-dc0c0c07398f',
    '019cabd8-3801-7000-8000-000000000000', 'c232ab00-9414-11ec-b3c8-9f6bdeced846', '017f22e2-79b0-7cc3-98c4-dc0c0c07398f']) id;

-- Good ids: no finding.
SELECT a - '{earliest,latest}'::text[] FROM (SELECT guidon_audit(id) a FROM guidon_v7_series(40000) id) s;
SELECT a - 'out_of_order' FROM (SELECT guidon_audit(id) a FROM guidon_v4_series(40000) id) s;

-- Ids that only look random: version 4 with the digits of a hash, and bit 0 set
-- in the share of rows that the second argument says.
CREATE FUNCTION made(n int, one_in int) RETURNS uuid LANGUAGE sql AS
$$SELECT overlay(overlay(guidon_v5(guidon_namespace_dns(), n::text)::text PLACING '4' FROM 15)
    PLACING to_hex(get_byte(uuid_send(guidon_v5(guidon_namespace_url(), n::text)), 0) & 7
        | CASE WHEN n % one_in = 0 THEN 8 ELSE (n & 1) * 8 END) FROM 1)::uuid$$;
-- One in 8 rows more than half of them is 20 deviations; always one; always zero;
-- few ids.
SELECT guidon_audit(made(n, 8))->'weak_bits' FROM generate_series(1, 20000, 3) n;
SELECT guidon_audit(made(n, 1))->'weak_bits' FROM generate_series(1, 20000, 3) n;
SELECT a->'weak_bits' FROM (
    SELECT guidon_audit(encode(set_byte(uuid_send(id), 15, get_byte(uuid_send(id), 15) & 254), 'hex')::uuid) a
    FROM guidon_v7_series(1000) id) s;
SELECT a->'weak_bits' FROM (
    SELECT guidon_audit('919108f7-52d1-4320-9bac-f847db4148a8') a FROM generate_series(1, 63)) s;
-- Equal ids are duplicates, and are in order.
SELECT a->'out_of_order', a->'duplicates' FROM (SELECT guidon_audit('919108f7-52d1-4320-9bac-f847db4148a8') a FROM generate_series(1, 5)) s;

-- The number of duplicates is exact or null. 4 MB hold 98,304 different ids, and 64 kB
-- hold 1,536.
SET work_mem = '4MB';
CREATE FUNCTION known(a jsonb) RETURNS jsonb LANGUAGE sql AS
$$SELECT a - '{rows,kinds,nulls,parts,latest,earliest,weak_bits,out_of_order}'::text[]$$;
SELECT known(guidon_audit(guidon_v5(guidon_namespace_dns(), (n % 98304)::text))) FROM generate_series(1, 98324) n;
SELECT known(guidon_audit(guidon_v5(guidon_namespace_dns(), (n % 98305)::text))) FROM generate_series(1, 98325) n;
SET work_mem = '64kB';
SELECT known(guidon_audit(guidon_v5(guidon_namespace_dns(), (n % 1536)::text))) FROM generate_series(1, 2000) n;
SELECT known(guidon_audit(guidon_v5(guidon_namespace_dns(), (n % 1537)::text))) FROM generate_series(1, 2000) n;
-- Copies of one id alone: no sample shows them, and the bound counts them.
SELECT a->'duplicates' = 'null' AND (a->>'duplicates_seen')::int IN (0, 9999)
    AND (a->>'duplicates_at_most')::int BETWEEN 9999 AND 19999 FROM (
    SELECT guidon_audit(guidon_v5(guidon_namespace_dns(), least(n, 10000)::text)) a FROM generate_series(1, 19999) n) s;
-- A number says how many different ids are held, whatever work_mem is. 0: none.
SELECT known(guidon_audit(guidon_v5(guidon_namespace_dns(), (n % 98305)::text), 100000)) FROM generate_series(1, 98325) n;
SELECT known(guidon_audit(guidon_v5(guidon_namespace_dns(), (n % 300)::text), 6)) FROM generate_series(1, 1000) n;
SELECT known(guidon_audit(guidon_v5(guidon_namespace_dns(), (n % 300)::text), 0)) FROM generate_series(1, 1000) n;
SELECT known(guidon_audit(guidon_v5(guidon_namespace_dns(), (n % 300)::text), NULL)) FROM generate_series(1, 1000) n;
SELECT guidon_audit(id, -1) FROM guidon_v4_series(1) id;
SELECT guidon_audit(id, 805306369) FROM guidon_v4_series(1) id;
RESET work_mem;
DROP FUNCTION known;

-- Workers give the same counts. Only the order is counted in each part.
CREATE TABLE audited AS
SELECT guidon_v5(guidon_namespace_dns(), (n % 20000)::text) id FROM generate_series(1, 30000) n
UNION ALL SELECT guidon_v7_at('2026-01-01'::timestamptz + n * interval '1 second') FROM generate_series(1, 30000) n
UNION ALL SELECT made(n, 8) FROM generate_series(1, 20000) n
UNION ALL SELECT NULL FROM generate_series(1, 10);
ANALYZE audited;
SET max_parallel_workers_per_gather = 0;
CREATE TABLE serial AS SELECT guidon_audit(id) a FROM audited;
SET max_parallel_workers_per_gather = 2;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
EXPLAIN (COSTS OFF) SELECT guidon_audit(id) FROM audited;
SELECT p.a - '{out_of_order,parts}'::text[] = s.a - '{out_of_order,parts}'::text[]
FROM (SELECT guidon_audit(id) a FROM audited) p, serial s;

-- Three partitions are three parts; a part without rows is none.
SET max_parallel_workers_per_gather = 0;
SET enable_partitionwise_aggregate = on;
CREATE TABLE parted(id uuid) PARTITION BY RANGE (id);
CREATE TABLE parted_1 PARTITION OF parted FOR VALUES FROM (MINVALUE) TO ('40000000-0000-0000-0000-000000000000');
CREATE TABLE parted_2 PARTITION OF parted FOR VALUES FROM ('40000000-0000-0000-0000-000000000000') TO ('80000000-0000-0000-0000-000000000000');
CREATE TABLE parted_3 PARTITION OF parted FOR VALUES FROM ('80000000-0000-0000-0000-000000000000') TO (MAXVALUE);
INSERT INTO parted SELECT made(n % 900, 8) FROM generate_series(1, 1000) n;
ANALYZE parted;
EXPLAIN (COSTS OFF) SELECT guidon_audit(id) FROM parted;
SELECT guidon_audit(id) - 'out_of_order' FROM parted;
DELETE FROM parted_2;
SELECT guidon_audit(id)->'parts' FROM parted;
DROP TABLE parted;

-- In groups, and as a window.
SELECT k, a->'rows' FROM (SELECT guidon_version_of(id) k, guidon_audit(id) a FROM audited GROUP BY 1) s ORDER BY k;
SELECT count(DISTINCT a->'rows') FROM (SELECT guidon_audit(id) OVER (ORDER BY id) a FROM (SELECT id FROM audited LIMIT 50) l) s;
DROP TABLE audited, serial;
DROP FUNCTION made;
