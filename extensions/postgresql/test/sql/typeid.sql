-- Type typeid: text, errors, order, parts, indexes and domains.

CREATE FUNCTION pg_temp.fault(type text, value text, OUT code text, OUT message text, OUT detail text)
LANGUAGE plpgsql AS $$
DECLARE
  same bool;
BEGIN
  BEGIN
    EXECUTE format('SELECT %L::%s::text', value, type) INTO message;
    code := 'accepted';
  EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS code = RETURNED_SQLSTATE, message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
  END;
  IF current_setting('server_version_num')::int >= 160000 THEN
    EXECUTE 'SELECT CASE WHEN pg_input_is_valid($1, $2) THEN $3 = ''accepted''
             ELSE (SELECT (i.sql_error_code, i.message, i.detail) = ($3, $4, $5) FROM pg_input_error_info($1, $2) i) END'
      INTO same USING value, type, code, message, detail;
    IF NOT same THEN
      message := message || ' (a soft error differs)';
    END IF;
  END IF;
END $$;

SELECT v AS value, f.code, nullif(f.message, v) AS message, f.detail FROM (VALUES
  ('user_01h455vb4pex5vsknk084sn02q'),
  ('my__type_01h5fskfsk4fpeqwnsyz5hj55t'),        -- the last "_" ends the prefix
  ('7zzzzzzzzzzzzzzzzzzzzzzzzz'),                 -- no prefix
  ('abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijk_01h5fskfsk4fpeqwnsyz5hj55t'),
  ('abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijkl_01h5fskfsk4fpeqwnsyz5hj55t'),
  ('user_8zzzzzzzzzzzzzzzzzzzzzzzzz'),
  ('user_01H455VB4PEX5VSKNK084SN02Q'),
  ('User_01h455vb4pex5vsknk084sn02q'),
  ('_01h455vb4pex5vsknk084sn02q'),
  ('user_01h455vb4pex5vsknk084sn02'),
  ('user_'),
  ('')
) t(v), pg_temp.fault('typeid', v) f;

-- Parts, and values from parts.
SELECT guidon_typeid_prefix_of(t) AS prefix, guidon_typeid_uuid_of(t) AS uuid, guidon_typeid(guidon_typeid_prefix_of(t), guidon_typeid_uuid_of(t)) = t AS joined
FROM (VALUES ('user_01h455vb4pex5vsknk084sn02q'::typeid), ('7zzzzzzzzzzzzzzzzzzzzzzzzz'), ('a_b_c_01h5fskfsk4fpeqwnsyz5hj55t')) v(t);
SELECT guidon_typeid('user', '01890a5d-ac96-774b-bcce-b302099a8057'), guidon_typeid('', '01890a5d-ac96-774b-bcce-b302099a8057');
SELECT guidon_typeid('user-id', '01890a5d-ac96-774b-bcce-b302099a8057');
SELECT guidon_typeid(repeat('a', 64), '01890a5d-ac96-774b-bcce-b302099a8057');
SELECT guidon_typeid('user_');
SELECT pg_column_size(x) AS bytes FROM (SELECT 'user_01h455vb4pex5vsknk084sn02q'::typeid AS x OFFSET 0) s;
CREATE TABLE stored AS SELECT 'user_01h455vb4pex5vsknk084sn02q'::typeid AS x;
SELECT pg_column_size(x) AS bytes, x FROM stored;
DROP TABLE stored;
SELECT convert_from(typeid_send('user_01h455vb4pex5vsknk084sn02q'), 'UTF8');

-- New ones hold version 7 and rise.
SELECT guidon_typeid_prefix_of(guidon_typeid('user')), substr(guidon_typeid_uuid_of(guidon_typeid('user'))::text, 15, 1) AS version;
DO $$
DECLARE
  a typeid := guidon_typeid('user');
  b typeid := guidon_typeid('user');
BEGIN
  ASSERT a < b;
END $$;

-- A domain for each type of thing.
CREATE DOMAIN user_id AS typeid CHECK (guidon_typeid_prefix_of(VALUE) = 'user');
SELECT 'user_01h455vb4pex5vsknk084sn02q'::user_id;
SELECT 'post_01h455vb4pex5vsknk084sn02q'::user_id;
CREATE TABLE users (id user_id PRIMARY KEY DEFAULT guidon_typeid('user'), n int);
INSERT INTO users (n) SELECT i FROM generate_series(1, 2000) i;
INSERT INTO users VALUES (guidon_typeid('post'));
SELECT count(*) FROM users;

-- Order: each operator says what the texts say in the collation "C". The prefixes
-- begin each other, with "_" and without.
CREATE TEMP TABLE ids AS
  SELECT guidon_typeid(p, u) AS t FROM
    unnest(ARRAY['', 'a', 'ab', 'a_b', 'a__b', 'aa', 'a_a', 'b', 'az', 'a_z', 'aab', 'user', 'user_name', 'usera', repeat('a', 63), repeat('a', 62)]) p,
    (SELECT md5(i::text)::uuid AS u FROM generate_series(1, 5) i
     UNION ALL VALUES ('00000000-0000-0000-0000-000000000000'::uuid), ('ffffffff-ffff-ffff-ffff-ffffffffffff'), ('00ffffff-ffff-ffff-ffff-ffffffffffff')) v;
SELECT count(*) AS pairs,
  bool_and((a.t <  b.t) = (a.t::text COLLATE "C" <  b.t::text)) AS lt,
  bool_and((a.t <= b.t) = (a.t::text COLLATE "C" <= b.t::text)) AS le,
  bool_and((a.t =  b.t) = (a.t::text COLLATE "C" =  b.t::text)) AS eq,
  bool_and((a.t <> b.t) = (a.t::text COLLATE "C" <> b.t::text)) AS ne,
  bool_and((a.t >= b.t) = (a.t::text COLLATE "C" >= b.t::text)) AS ge,
  bool_and((a.t >  b.t) = (a.t::text COLLATE "C" >  b.t::text)) AS gt,
  bool_and((typeid_cmp(a.t, b.t) < 0) = (a.t < b.t)) AS cmp
FROM ids a, ids b;
SELECT count(*) AS misplaced FROM (
  SELECT row_number() OVER (ORDER BY t) AS a, row_number() OVER (ORDER BY t::text COLLATE "C") AS b FROM ids) s
WHERE a <> b;
SELECT min(t)::text = min(t::text COLLATE "C") AS min, max(t)::text = max(t::text COLLATE "C") AS max FROM ids;
SELECT count(DISTINCT typeid_hash(t)) > 120 AS hash, count(DISTINCT typeid_hash_extended(t, 7)) = count(DISTINCT t) AS extended FROM ids;

-- Operator classes and plans.
CREATE FUNCTION pg_temp.plan(query text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
  line text;
BEGIN
  FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
    CONTINUE WHEN line ~ 'Disabled: |Index Cond: \(id IS NOT NULL\)';
    RETURN NEXT regexp_replace(line, ' \(returns \$\d+\)', '');
  END LOOP;
END $$;
SELECT amname, opcname, opcdefault, amvalidate(c.oid)
FROM pg_opclass c JOIN pg_am a ON a.oid = c.opcmethod
WHERE opcintype = 'typeid'::regtype ORDER BY 1, 2;
SELECT o.oid::regoperator AS operator, oprcom::regoperator AS commutator, oprnegate::regoperator AS negator,
       oprrest AS restrict, oprjoin AS join, oprcanhash AS hashes, oprcanmerge AS merges
FROM pg_operator o WHERE 'typeid'::regtype IN (oprleft, oprright) ORDER BY oprname COLLATE "C";
SELECT typlen, typbyval, typalign, typstorage FROM pg_type WHERE oid = 'typeid'::regtype;
CREATE TABLE things (id typeid PRIMARY KEY, n int);
INSERT INTO things SELECT guidon_typeid('thing', md5(i::text)::uuid), i FROM generate_series(1, 20000) i;
INSERT INTO things SELECT guidon_typeid('other', md5(i::text)::uuid), i FROM generate_series(1, 20000) i;
CREATE TABLE things2 AS SELECT * FROM things;
VACUUM ANALYZE things;
VACUUM ANALYZE things2;
SELECT pg_temp.plan('SELECT * FROM things WHERE id = ''thing_01h455vb4pex5vsknk084sn02q''');
SELECT n FROM things WHERE id = guidon_typeid('other', md5('77')::uuid);
SELECT pg_temp.plan('SELECT min(id), max(id) FROM things');
SELECT min(id), max(id) FROM things;
SELECT pg_temp.plan('SELECT count(*) FROM things JOIN things2 ON things.id = things2.id');
SELECT count(*) FROM things JOIN things2 ON things.id = things2.id;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET max_parallel_workers_per_gather = 2;
SELECT pg_temp.plan('SELECT max(id) FROM things WHERE n % 2 = 0');
SELECT btrim(line, ' ->') AS line FROM pg_temp.plan('SELECT guidon_typeid_prefix_of(id), count(*) FROM things GROUP BY 1') line
WHERE line ~ 'Workers|Scan';
SELECT guidon_typeid_prefix_of(id), count(*) FROM things GROUP BY 1 ORDER BY 1;
RESET ALL;
CREATE INDEX things_hash ON things USING hash (id);
ALTER TABLE things DROP CONSTRAINT things_pkey;
SET enable_seqscan = off;
SELECT pg_temp.plan('SELECT * FROM things WHERE id = ''thing_01h455vb4pex5vsknk084sn02q''');
SELECT count(*) FROM things WHERE id = guidon_typeid('other', md5('77')::uuid);
RESET enable_seqscan;
DROP TABLE things, things2, users;
DROP DOMAIN user_id;

-- What the planner may assume of each function.
SELECT p.oid::regprocedure AS function, provolatile AS volatility, proparallel AS parallel,
       proisstrict AS strict, proleakproof AS leakproof
FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'guidon'
WHERE p.proname ~ 'typeid' AND p.proname !~ '_(eq|ne|lt|le|gt|ge)$'
ORDER BY p.proname COLLATE "C", 1;
SELECT provolatile, proparallel, proisstrict, proleakproof, count(*)
FROM pg_proc WHERE proname ~ '^typeid_(eq|ne|lt|le|gt|ge)$' GROUP BY 1, 2, 3, 4;
