-- Every function says the truth about itself. Functions of the types ulid and
-- typeid have a test of their own.
CREATE TEMP VIEW own AS
SELECT p.oid, p.proname || '(' || oidvectortypes(p.proargtypes) || ')' AS name, p.provolatile, p.proparallel, p.proisstrict, p.proleakproof, p.prokind
FROM pg_depend d JOIN pg_proc p ON p.oid = d.objid
WHERE d.classid = 'pg_proc'::regclass AND d.refclassid = 'pg_extension'::regclass AND d.deptype = 'e'
    AND d.refobjid = (SELECT oid FROM pg_extension WHERE extname = 'guidon');
-- All that is random is VOLATILE, and nothing else.
SELECT name FROM own WHERE provolatile = 'v' AND name !~ 'ulid|typeid' ORDER BY name COLLATE "C";
-- What reads the catalog is STABLE.
SELECT name FROM own WHERE provolatile = 's' ORDER BY name COLLATE "C";
-- LEAKPROOF: what cannot fail.
SELECT name FROM own WHERE proleakproof AND name !~ 'ulid|typeid' ORDER BY name COLLATE "C";
-- Faults: not PARALLEL SAFE, without a comment, a cast that is IMPLICIT.
SELECT name FROM own WHERE proparallel <> 's' ORDER BY 1;
SELECT name FROM own WHERE obj_description(oid, 'pg_proc') IS NULL ORDER BY 1;
SELECT castsource::regtype, casttarget::regtype FROM pg_cast c
JOIN pg_depend d ON d.classid = 'pg_cast'::regclass AND d.objid = c.oid AND d.deptype = 'e'
WHERE castcontext = 'i';

-- No result of an IMMUTABLE function depends on the settings of the session.
CREATE TEMP VIEW results AS
SELECT n, md5(concat_ws(' ', guidon_floor(t), guidon_ceil(t), guidon_v7_floor(t), guidon_v7_ceil(t), guidon_v6_floor(t),
    guidon_v6_ceil(t), uuid7_time_encoder(t), guidon_range_low(tstzrange(t, NULL)),
    guidon_derive(t, decode(repeat('01', 32), 'hex'), 'x'), extract(epoch FROM guidon_time_of(guidon_floor(t)))::numeric,
    extract(epoch FROM guidon_time_of(guidon_v7_floor(t)))::numeric, extract(epoch FROM guidon_time_us_of(guidon_v7_ceil(t)))::numeric,
    extract(epoch FROM guidon_time_of(guidon_v6_floor(t)))::numeric, extract(epoch FROM uuid7_time_decoder(guidon_floor(t)::text))::numeric,
    extract(epoch FROM (guidon_explain(guidon_v6_floor(t)))."time")::numeric, guidon_node_of(guidon_v6_ceil(t)),
    guidon_format(guidon_floor(t), 'base58')))
FROM generate_series(0, 999) n, LATERAL (SELECT to_timestamp(n * 86400 * 7.77) AS t) x;
SET TimeZone = 'UTC';
CREATE TEMP TABLE utc AS SELECT * FROM results;
SET TimeZone = 'America/St_Johns';
SET DateStyle = 'SQL, DMY';
SET extra_float_digits = -15;
SET IntervalStyle = 'sql_standard';
SELECT count(*) FROM utc JOIN results USING (n) WHERE utc.md5 <> results.md5;
