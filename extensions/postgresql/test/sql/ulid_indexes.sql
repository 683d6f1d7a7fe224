-- Type ulid: operator classes, and the plans that use them.
SET TimeZone = 'UTC';

-- The lines of a plan, without what differs between versions of the server.
CREATE FUNCTION pg_temp.plan(query text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
  line text;
BEGIN
  FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
    CONTINUE WHEN line ~ 'Disabled: |Index Cond: \(id IS NOT NULL\)';
    RETURN NEXT regexp_replace(line, ' \(returns \$\d+\)', '');
  END LOOP;
END $$;

-- The rows that the planner expects from the topmost node.
CREATE FUNCTION pg_temp.expected_rows(query text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  plan json;
BEGIN
  EXECUTE 'EXPLAIN (FORMAT JSON) ' || query INTO plan;
  RETURN plan->0->'Plan'->>'Plan Rows';
END $$;

-- Every class is complete. A server below 14 has two classes less.
SELECT amname, opcname, opcdefault, amvalidate(c.oid)
FROM pg_opclass c JOIN pg_am a ON a.oid = c.opcmethod
WHERE opcintype = 'ulid'::regtype AND opcname IN ('ulid_ops', 'ulid_minmax_ops') ORDER BY 1, 2;
SELECT count(*) = 2 * (current_setting('server_version_num')::int >= 140000)::int AS further_classes
FROM pg_opclass c WHERE opcname IN ('ulid_bloom_ops', 'ulid_minmax_multi_ops') AND amvalidate(c.oid) AND NOT opcdefault;

-- Every operator has what the planner needs.
SELECT o.oid::regoperator AS operator, oprcom::regoperator AS commutator, oprnegate::regoperator AS negator,
       oprrest AS restrict, oprjoin AS join, oprcanhash AS hashes, oprcanmerge AS merges
FROM pg_operator o WHERE 'ulid'::regtype IN (oprleft, oprright)
ORDER BY oprleft::regtype::text, oprright::regtype::text, oprname COLLATE "C";

-- Support functions. Skip support exists from 18 on.
SELECT amproclefttype::regtype, amprocrighttype::regtype, amprocnum, amproc
FROM pg_amproc p JOIN pg_opfamily f ON f.oid = p.amprocfamily
WHERE f.opfname = 'ulid_ops' AND amprocnum < 6 ORDER BY f.opfmethod, 1, 2, 3;
SELECT count(*) = (current_setting('server_version_num')::int >= 180000)::int AS skip_support
FROM pg_amproc p JOIN pg_opfamily f ON f.oid = p.amprocfamily
WHERE f.opfname = 'ulid_ops' AND amprocnum = 6 AND amproc::regproc::text = 'uuid_skipsupport';

-- Tables of the same ids.
CREATE TABLE ul (id ulid PRIMARY KEY, n int);
CREATE TABLE ul2 (id ulid PRIMARY KEY, n int);
CREATE TABLE uu (id uuid PRIMARY KEY, n int);
INSERT INTO ul SELECT md5(i::text)::uuid, i FROM generate_series(1, 20000) i;
INSERT INTO ul2 SELECT id, n FROM ul;
INSERT INTO uu SELECT id, n FROM ul;
VACUUM ANALYZE ul;
VACUUM ANALYZE ul2;
VACUUM ANALYZE uu;

-- A look-up by the primary key finds one row by the index, and is expected to.
SELECT pg_temp.plan('SELECT * FROM ul WHERE id = ''6RSGTVH9T1MFK873FGXB9EMMYV''');
SELECT pg_temp.expected_rows('SELECT * FROM ul WHERE id = ''6RSGTVH9T1MFK873FGXB9EMMYV'''),
       pg_temp.expected_rows('SELECT * FROM ul WHERE id = ''c4ca4238-a0b9-2382-0dcc-509a6f75849b''::uuid');

-- A fiftieth of the range is expected to hold about a fiftieth of the rows.
SELECT pg_temp.expected_rows('SELECT * FROM ul WHERE id < ''04ZZZZZZZZZZZZZZZZZZZZZZZZ''') BETWEEN 200 AND 600 AS below,
       pg_temp.expected_rows('SELECT * FROM ul WHERE id > ''04ZZZZZZZZZZZZZZZZZZZZZZZZ''') BETWEEN 19400 AND 19800 AS above;

-- A ulid and a uuid: the index of either table serves, whichever side is the column.
SELECT pg_temp.plan('SELECT * FROM ul WHERE id = ''c4ca4238-a0b9-2382-0dcc-509a6f75849b''::uuid');
SELECT pg_temp.plan('SELECT * FROM ul WHERE id::uuid = ''c4ca4238-a0b9-2382-0dcc-509a6f75849b''');
SELECT pg_temp.plan('SELECT * FROM uu WHERE id = ''6CS911NTA5QW4J1QR2AXJ4YT4V''::ulid');
SELECT pg_temp.plan('SELECT * FROM uu WHERE ''6CS911NTA5QW4J1QR2AXJ4YT4V''::ulid > id AND id >= ''6CS911NTA00000000000000000''::ulid');
SELECT pg_temp.plan('SELECT * FROM ul JOIN uu ON ul.id = uu.id WHERE ul.id = ''6CS911NTA5QW4J1QR2AXJ4YT4V''');
SELECT pg_temp.plan('SELECT * FROM uu JOIN ul ON ul.id = uu.id WHERE uu.id = ''c4ca4238-a0b9-2382-0dcc-509a6f75849b''');
SELECT ul.n AS ul, uu.n AS uu FROM ul JOIN uu ON ul.id = uu.id WHERE ul.id = 'c4ca4238-a0b9-2382-0dcc-509a6f75849b'::uuid;
SELECT n FROM uu WHERE id = 'c4ca4238-a0b9-2382-0dcc-509a6f75849b'::uuid::ulid;
SELECT count(*) FROM uu WHERE id < '3ZZZZZZZZZZZZZZZZZZZZZZZZZ'::ulid;
SELECT count(*) FROM ul WHERE id < '7fffffff-ffff-ffff-ffff-ffffffffffff'::uuid;
SELECT count(*) FROM ul WHERE id = ANY (ARRAY['c4ca4238-a0b9-2382-0dcc-509a6f75849b', 'c81e728d-9d4c-2f63-6f06-7f89cc14862c']::uuid[]);

-- A hash index on a uuid serves equality only. An index on the cast serves the ulid.
CREATE TABLE uh AS SELECT id FROM uu;
CREATE INDEX uh_id ON uh USING hash (id);
CREATE TABLE ux AS SELECT id FROM ul;
CREATE INDEX ux_id ON ux ((id::uuid));
ANALYZE uh;
ANALYZE ux;
SELECT pg_temp.plan('SELECT * FROM uh WHERE id = ''6CS911NTA5QW4J1QR2AXJ4YT4V''::ulid');
SET enable_seqscan = off;
SELECT pg_temp.plan('SELECT * FROM uh WHERE id < ''3ZZZZZZZZZZZZZZZZZZZZZZZZZ''::ulid');
SELECT count(*) FROM uh WHERE id < '3ZZZZZZZZZZZZZZZZZZZZZZZZZ'::ulid;
RESET enable_seqscan;
SELECT pg_temp.plan('SELECT * FROM ux WHERE id = ''c4ca4238-a0b9-2382-0dcc-509a6f75849b''::uuid');
SELECT count(*) FROM ux WHERE id = 'c4ca4238-a0b9-2382-0dcc-509a6f75849b'::uuid;
DROP TABLE uh, ux;

-- Joins.
SET enable_nestloop = off;
SELECT pg_temp.plan('SELECT count(*) FROM ul JOIN uu ON ul.id = uu.id');
SELECT count(*) FROM ul JOIN uu ON ul.id = uu.id;
SELECT pg_temp.plan('SELECT count(*) FROM ul JOIN ul2 ON ul.id = ul2.id');
SET enable_hashjoin = off;
SELECT pg_temp.plan('SELECT count(*) FROM ul JOIN ul2 ON ul.id = ul2.id');
RESET enable_hashjoin;
RESET enable_nestloop;

-- The tables of the server's own uuid keep their plans.
SELECT pg_temp.plan('SELECT id FROM uu ORDER BY id LIMIT 1');
SELECT pg_temp.plan('SELECT * FROM uu WHERE id = ''c4ca4238-a0b9-2382-0dcc-509a6f75849b''');

-- The ends of an index, its order, and groups.
SELECT pg_temp.plan('SELECT min(id), max(id) FROM ul');
SELECT min(id), max(id) FROM ul;
SELECT pg_temp.plan('SELECT id FROM ul ORDER BY id DESC LIMIT 1');
SELECT pg_temp.plan('SELECT id, count(*) FROM ul GROUP BY id');

-- Several workers.
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET max_parallel_workers_per_gather = 2;
SET enable_indexscan = off;
SET enable_indexonlyscan = off;
SET enable_bitmapscan = off;
SELECT pg_temp.plan('SELECT min(id), max(id) FROM ul WHERE n > 0 AND id > ''00000000000000000000000000''');
SELECT min(id), max(id) FROM ul WHERE n > 0 AND id > '00000000000000000000000000';
SELECT pg_temp.plan('SELECT count(*) FROM ul JOIN uu ON ul.id = uu.id');
SELECT count(*) FROM ul JOIN uu ON ul.id = uu.id;
SELECT pg_temp.plan('SELECT guidon_ulid() FROM ul');
SELECT count(*), count(DISTINCT x) FROM (SELECT guidon_ulid() AS x FROM ul) s;
RESET ALL;
SET TimeZone = 'UTC';

-- Hash index.
CREATE TABLE hashed (id ulid);
INSERT INTO hashed SELECT id FROM ul;
CREATE INDEX hashed_id ON hashed USING hash (id);
ANALYZE hashed;
SELECT pg_temp.plan('SELECT * FROM hashed WHERE id = ''6CS911NTA5QW4J1QR2AXJ4YT4V''');
SELECT pg_temp.plan('SELECT * FROM hashed WHERE id = ''c4ca4238-a0b9-2382-0dcc-509a6f75849b''::uuid');
SELECT count(*) FROM hashed WHERE id = 'c4ca4238-a0b9-2382-0dcc-509a6f75849b'::uuid;
DROP TABLE hashed;

-- BRIN: does each class find what the table holds, by its index, and read less?
CREATE TABLE ordered (id ulid, n int);
INSERT INTO ordered SELECT guidon_ulid_floor('2026-01-01 00:00+00'::timestamptz + i * interval '1 s'), i FROM generate_series(1, 20000) i;
CREATE FUNCTION pg_temp.brin(class text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  plan json;
  found int;
BEGIN
  IF current_setting('server_version_num')::int < 140000 AND class <> 'ulid_minmax_ops' THEN
    RETURN 'found by its index';
  END IF;
  EXECUTE format('CREATE INDEX ordered_id ON ordered USING brin (id %s) WITH (pages_per_range = 4)', class);
  SET LOCAL enable_seqscan = off;
  EXECUTE 'EXPLAIN (FORMAT JSON, ANALYZE, TIMING OFF, SUMMARY OFF)
           SELECT n FROM ordered WHERE id = guidon_ulid_floor(''2026-01-01 01:00+00'')' INTO plan;
  EXECUTE 'SELECT n FROM ordered WHERE id = guidon_ulid_floor(''2026-01-01 01:00+00'')' INTO found;
  DROP INDEX ordered_id;
  IF plan->0->'Plan'->>'Node Type' = 'Bitmap Heap Scan' AND found = 3600
     AND (plan->0->'Plan'->>'Rows Removed by Index Recheck')::int < 2000 THEN
    RETURN 'found by its index';
  END IF;
  RETURN plan::text;
END $$;
SELECT c AS class, pg_temp.brin(c) FROM unnest('{ulid_minmax_ops,ulid_minmax_multi_ops,ulid_bloom_ops(n_distinct_per_range=1000)}'::text[]) c;
DROP TABLE ordered;

-- An operator means what its function does, whatever its name is.
CREATE SCHEMA odd;
CREATE OPERATOR odd.> (LEFTARG = uuid, RIGHTARG = ulid, FUNCTION = uuid_lt_ulid);
CREATE TABLE few AS SELECT md5(i::text)::uuid AS id FROM generate_series(1, 1000) i;
CREATE INDEX ON few (id);
SELECT count(*) FROM few WHERE id OPERATOR(odd.>) '40000000-0000-0000-0000-000000000000'::uuid::ulid;
SET enable_seqscan = off;
SET enable_bitmapscan = off;
EXPLAIN (COSTS OFF) SELECT count(*) FROM few WHERE id OPERATOR(odd.>) '40000000-0000-0000-0000-000000000000'::uuid::ulid;
SELECT count(*) FROM few WHERE id OPERATOR(odd.>) '40000000-0000-0000-0000-000000000000'::uuid::ulid;
RESET enable_seqscan;
RESET enable_bitmapscan;
DROP TABLE few;
DROP OPERATOR odd.> (uuid, ulid);
DROP SCHEMA odd;

-- Partitions by time: the planner leaves the others out before the query runs.
CREATE TABLE parts (id ulid PRIMARY KEY) PARTITION BY RANGE (id);
CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM (guidon_ulid_floor('2026-01-01 00:00+00')) TO (guidon_ulid_floor('2026-02-01 00:00+00'));
CREATE TABLE parts_2 PARTITION OF parts FOR VALUES FROM (guidon_ulid_floor('2026-02-01 00:00+00')) TO (guidon_ulid_floor('2026-03-01 00:00+00'));
CREATE TABLE parts_3 PARTITION OF parts FOR VALUES FROM (guidon_ulid_floor('2026-03-01 00:00+00')) TO (guidon_ulid_floor('2026-04-01 00:00+00'));
SET enable_indexscan = off;
SET enable_bitmapscan = off;
SET enable_indexonlyscan = off;
SELECT pg_temp.plan('SELECT * FROM parts WHERE id >= guidon_ulid_floor(''2026-02-02 00:00+00'') AND id < guidon_ulid_floor(''2026-02-03 00:00+00'')');
SELECT pg_temp.plan('SELECT * FROM parts WHERE id >= guidon_ulid_floor(''2026-02-02 00:00+00'')::uuid AND id < guidon_ulid_floor(''2026-02-03 00:00+00'')::uuid');
SELECT pg_temp.plan('SELECT * FROM parts WHERE guidon_ulid_in_range(id, tstzrange(''2026-03-02 00:00+00'', ''2026-03-03 00:00+00''))');
-- The partitions of a uuid need a uuid in the condition: the planner compares bounds by the
-- operators of the server alone.
CREATE TABLE uuid_parts (id uuid PRIMARY KEY) PARTITION BY RANGE (id);
CREATE TABLE uuid_parts_1 PARTITION OF uuid_parts FOR VALUES FROM (guidon_floor('2026-01-01 00:00+00')) TO (guidon_floor('2026-02-01 00:00+00'));
CREATE TABLE uuid_parts_2 PARTITION OF uuid_parts FOR VALUES FROM (guidon_floor('2026-02-01 00:00+00')) TO (guidon_floor('2026-03-01 00:00+00'));
SELECT pg_temp.plan('SELECT * FROM uuid_parts WHERE id = guidon_ulid_floor(''2026-02-02 00:00+00'')');
SELECT pg_temp.plan('SELECT * FROM uuid_parts WHERE id = guidon_ulid_floor(''2026-02-02 00:00+00'')::uuid');
DROP TABLE uuid_parts;
RESET enable_indexscan;
RESET enable_bitmapscan;
RESET enable_indexonlyscan;
DROP TABLE parts;
CREATE TABLE parts (id ulid) PARTITION BY HASH (id);
CREATE TABLE parts_0 PARTITION OF parts FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE parts_1 PARTITION OF parts FOR VALUES WITH (MODULUS 2, REMAINDER 1);
INSERT INTO parts SELECT id FROM ul;
SELECT count(*) BETWEEN 9000 AND 11000 AS even FROM parts_0;
DROP TABLE parts;

-- A foreign key from a uuid to a ulid.
CREATE TABLE child (parent uuid REFERENCES ul ON DELETE CASCADE);
INSERT INTO child VALUES ('c4ca4238-a0b9-2382-0dcc-509a6f75849b');
INSERT INTO child VALUES ('00000000-0000-0000-0000-000000000000');
DELETE FROM ul WHERE n = 1;
SELECT count(*) FROM child;
DROP TABLE child;

-- A column changes its type without a new copy of the table.
SELECT pg_relation_filenode('ul') AS before \gset
ALTER TABLE ul ALTER id TYPE uuid;
SELECT pg_relation_filenode('ul') = :before AS kept, pg_typeof(id) FROM ul LIMIT 1;
ALTER TABLE ul ALTER id TYPE ulid USING id::ulid;
SELECT pg_relation_filenode('ul') = :before AS kept, pg_typeof(id) FROM ul LIMIT 1;
SELECT n FROM ul WHERE id = 'c81e728d-9d4c-2f63-6f06-7f89cc14862c'::uuid;
-- An index whose operator class is not the default keeps it, as one on any type does: drop
-- it before, and create it again with the class of the new type.
CREATE FUNCTION pg_temp.changed() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  error text := 'operator class "ulid_bloom_ops" does not accept data type uuid';
BEGIN
  IF current_setting('server_version_num')::int >= 140000 THEN
    CREATE INDEX ul_brin ON ul USING brin (id ulid_bloom_ops);
    BEGIN
      ALTER TABLE ul ALTER id TYPE uuid;
    EXCEPTION WHEN datatype_mismatch THEN
      error := SQLERRM;
    END;
    DROP INDEX ul_brin;
  END IF;
  ALTER TABLE ul ALTER id TYPE uuid;
  IF current_setting('server_version_num')::int >= 140000 THEN
    CREATE INDEX ul_brin ON ul USING brin (id uuid_bloom_ops);
  END IF;
  RETURN error;
END $$;
SELECT pg_temp.changed();
DROP TABLE ul, ul2, uu;

-- Every object of the extension has a comment.
SELECT pg_describe_object(classid, objid, 0) AS without_comment FROM pg_depend
WHERE refclassid = 'pg_extension'::regclass AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'guidon')
  AND deptype = 'e' AND obj_description(objid, classid::regclass::name) IS NULL
  AND NOT (classid = 'pg_type'::regclass AND (SELECT typelem <> 0 OR typtype = 'c' FROM pg_type WHERE oid = objid))
ORDER BY 1;
