-- Type ulid: text, errors, order, casts, times and new ULIDs.
SET TimeZone = 'America/St_Johns';

-- What the input function says of a text. Where the server has soft errors, they must
-- say the same.
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

SELECT v AS value, f.* FROM (VALUES
  ('01ARZ3NDEKTSV4RRFFQ69G5FAV'),                 -- the ULID specification's example
  ('01arz3ndektsv4rrffq69g5fav'),                 -- lower case: the output is upper case
  ('00000000000000000000000000'),                 -- the smallest
  ('7ZZZZZZZZZZZZZZZZZZZZZZZZZ'),                 -- the largest
  ('80000000000000000000000000'),                 -- one more
  ('8ZZZZZZZZZZZZZZZZZZZZZZZZZ'),
  ('8ZZZZZZZZZZZZZZZZZZZZZZZZU'),                 -- a wrong character counts before the size
  ('01ARZ3NDEKTSV4RRFFQ69G5FAU'),                 -- U is not a character of Crockford's
  ('O1ARZ3NDEKTSV4RRFFQ69G5FAV'),                 -- no aliases
  ('01ARZ3NDEKTSV4RRFFQ69G5FA'),
  ('01ARZ3NDEKTSV4RRFFQ69G5FAVV'),
  (' 01ARZ3NDEKTSV4RRFFQ69G5FA'),
  (''),
  ('01563e3a-b5d3-d676-4c61-efb99302bd5b')        -- a UUID needs a cast
) t(v), pg_temp.fault('ulid', v) f;

-- Casts change no byte, both ways. None is implicit.
SELECT '01ARZ3NDEKTSV4RRFFQ69G5FAV'::ulid::uuid, '01563e3a-b5d3-d676-4c61-efb99302bd5b'::uuid::ulid;
SELECT encode(ulid_send('01ARZ3NDEKTSV4RRFFQ69G5FAV'), 'hex');
SELECT castsource::regtype, casttarget::regtype, castcontext, castmethod FROM pg_cast
WHERE 'ulid'::regtype IN (castsource, casttarget) ORDER BY 1, 2;
CREATE FUNCTION pg_temp.takes_uuid(uuid) RETURNS text LANGUAGE sql AS 'SELECT $1::text';
SELECT pg_temp.takes_uuid('01ARZ3NDEKTSV4RRFFQ69G5FAV'::ulid);

-- The layout is that of uuid, so values need no padding.
SELECT typlen, typbyval, typalign, typstorage, typcategory FROM pg_type WHERE oid = 'ulid'::regtype;

-- Times do not depend on the session's time zone.
SELECT guidon_ulid_time_of('01ARZ3NDEKTSV4RRFFQ69G5FAV'::ulid) = '2016-07-30 23:54:10.259+00' AS time,
       guidon_ulid_time_of('00000000000000000000000000'::ulid) = '1970-01-01 00:00+00' AS first,
       guidon_ulid_time_of('7ZZZZZZZZZZZZZZZZZZZZZZZZZ'::ulid) = '10889-08-02 05:31:50.655+00' AS last;
SELECT t AT TIME ZONE 'UTC' AS utc, guidon_ulid_floor(t), guidon_ulid_ceil(t) FROM (VALUES
  ('-infinity'::timestamptz), ('4713-01-01 00:00+00 BC'), ('1969-12-31 23:59:59.999999+00'),
  ('1970-01-01 00:00+00'), ('2016-07-30 23:54:10.259999+00'), ('10889-08-02 05:31:50.655+00'),
  ('10889-08-02 05:31:50.656+00'), ('infinity')) v(t);

-- Order: with two ulids, and with a ulid and a uuid on either side, each operator says
-- what uuid's own operator says.
CREATE TEMP TABLE ids AS
  SELECT md5(i::text)::uuid AS u, md5(i::text)::uuid::ulid AS l FROM generate_series(1, 60) i
  UNION ALL SELECT v::uuid, v::uuid::ulid FROM (VALUES
    ('00000000-0000-0000-0000-000000000000'), ('00000000-0000-0000-0000-000000000001'),
    ('7fffffff-ffff-ffff-ffff-ffffffffffff'), ('80000000-0000-0000-0000-000000000000'),
    ('ffffffff-ffff-ffff-ffff-ffffffffffff')) e(v);
SELECT count(*) AS pairs,
  bool_and((a.l <  b.l) = (a.u <  b.u) AND (a.l <  b.u) = (a.u <  b.u) AND (a.u <  b.l) = (a.u <  b.u)) AS lt,
  bool_and((a.l <= b.l) = (a.u <= b.u) AND (a.l <= b.u) = (a.u <= b.u) AND (a.u <= b.l) = (a.u <= b.u)) AS le,
  bool_and((a.l =  b.l) = (a.u =  b.u) AND (a.l =  b.u) = (a.u =  b.u) AND (a.u =  b.l) = (a.u =  b.u)) AS eq,
  bool_and((a.l <> b.l) = (a.u <> b.u) AND (a.l <> b.u) = (a.u <> b.u) AND (a.u <> b.l) = (a.u <> b.u)) AS ne,
  bool_and((a.l >= b.l) = (a.u >= b.u) AND (a.l >= b.u) = (a.u >= b.u) AND (a.u >= b.l) = (a.u >= b.u)) AS ge,
  bool_and((a.l >  b.l) = (a.u >  b.u) AND (a.l >  b.u) = (a.u >  b.u) AND (a.u >  b.l) = (a.u >  b.u)) AS gt,
  bool_and(sign(ulid_cmp(a.l, b.l)) = sign(uuid_cmp(a.u, b.u)) AND sign(ulid_cmp_uuid(a.l, b.u)) = sign(uuid_cmp(a.u, b.u))
           AND sign(uuid_cmp_ulid(a.u, b.l)) = sign(uuid_cmp(a.u, b.u))) AS cmp,
  bool_and((a.l < b.l) = (a.l::text COLLATE "C" < b.l::text)) AS as_text
FROM ids a, ids b;

-- 20,000 values in the order of a sort with abbreviated keys, with and without uuid.
CREATE TEMP TABLE many AS SELECT md5(i::text)::uuid AS u FROM generate_series(1, 20000) i;
SELECT count(*) AS misplaced FROM (
  SELECT row_number() OVER (ORDER BY u) AS a, row_number() OVER (ORDER BY u::ulid) AS b FROM many) s
WHERE a <> b;
SELECT bool_and(ulid_hash(u::ulid) = uuid_hash(u)) AS hash,
       bool_and(ulid_hash_extended(u::ulid, 7) = uuid_hash_extended(u, 7)) AS extended FROM many;

-- The smallest and the largest.
SELECT min(l) = min(l::text)::ulid AS min, max(l) = max(l::text)::ulid AS max FROM ids;
SELECT min(l), max(l) FROM ids WHERE false;
SELECT min(l), max(l) FROM (VALUES (NULL::ulid), ('01ARZ3NDEKTSV4RRFFQ69G5FAV'), (NULL)) v(l);

-- New ULIDs rise in a session, whichever function makes them.
SELECT count(*), count(DISTINCT x) FROM guidon_ulid_series(10000) x;
SELECT count(*) AS not_above FROM (
  SELECT x, lag(x) OVER (ORDER BY n) AS before FROM (
    SELECT x, row_number() OVER () AS n FROM guidon_ulid_series(1500) x) s) t
WHERE x <= before;
DO $$
DECLARE
  first ulid := guidon_ulid();
  second ulid;
BEGIN
  SELECT min(x) INTO second FROM guidon_ulid_series(3) x;
  ASSERT second > first, 'guidon_ulid_series';
  ASSERT guidon_ulid() > second, 'guidon_ulid';
  ASSERT gen_monotonic_ulid() < gen_monotonic_ulid(), 'gen_monotonic_ulid';
  ASSERT guidon_ulid_cluster() < gen_monotonic_ulid(), 'guidon_ulid_cluster';
  ASSERT abs(extract(epoch FROM guidon_ulid_time_of(guidon_ulid()) - clock_timestamp())) < 60, 'guidon_ulid: the time';
END $$;
-- One function has two names. The tests with several sessions call it by the first.
SELECT count(DISTINCT prosrc) FROM pg_proc WHERE proname IN ('guidon_ulid_cluster', 'gen_monotonic_ulid');
-- A ULID of a time: its milliseconds, and other random bits each time.
SELECT t, guidon_ulid_time_of(guidon_ulid_at(t)) = date_trunc('milliseconds', t) AS same,
  guidon_ulid_at(t) <> guidon_ulid_at(t) AS other
FROM (VALUES ('1970-01-01 00:00+00'::timestamptz), ('2026-03-01 12:00:00.123456+00'),
  ('10889-08-02 05:31:50.655+00')) v(t);
SELECT guidon_ulid_at(NULL) IS NULL;
SELECT guidon_ulid_at('1969-12-31 23:59:59.999999+00');
SELECT guidon_ulid_at('10889-08-02 05:31:50.656+00');
SELECT guidon_ulid_at('infinity');

SELECT count(*) FROM guidon_ulid_series(0);
EXPLAIN SELECT * FROM guidon_ulid_series(5);
SELECT count(*) FROM guidon_ulid_series(-1);

-- What the planner may assume of each function.
SELECT p.oid::regprocedure AS function, provolatile AS volatility, proparallel AS parallel,
       proisstrict AS strict, proleakproof AS leakproof
FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'guidon'
WHERE p.proname ~ 'ulid' AND p.proname !~ '_(eq|ne|lt|le|gt|ge)|multi|typeid'
ORDER BY p.proname COLLATE "C", 1;
SELECT provolatile, proparallel, proisstrict, proleakproof, count(*)
FROM pg_proc WHERE proname ~ '^(ulid|uuid)_(eq|ne|lt|le|gt|ge)(_(ulid|uuid))?$' AND 'ulid'::regtype = ANY (proargtypes)
GROUP BY 1, 2, 3, 4;
