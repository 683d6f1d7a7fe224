-- Type ulid: 16 bytes, of which the first 48 bits are Unix milliseconds.
--
-- The bytes are those of a uuid. So the functions of the server for uuid compare,
-- hash, send and receive both types, and a cast from one to the other changes no
-- byte.

CREATE TYPE ulid;

CREATE FUNCTION ulid_in(cstring) RETURNS ulid
AS 'MODULE_PATHNAME', 'guidon_pg_ulid_in' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_in(cstring) IS 'I/O';

CREATE FUNCTION ulid_out(ulid) RETURNS cstring
AS 'MODULE_PATHNAME', 'guidon_pg_ulid_out' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulid_out(ulid) IS 'I/O';

CREATE FUNCTION ulid_recv(internal) RETURNS ulid
AS 'uuid_recv' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_recv(internal) IS 'I/O';

CREATE FUNCTION ulid_send(ulid) RETURNS bytea
AS 'uuid_send' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_send(ulid) IS 'I/O';

CREATE TYPE ulid (
  INPUT = ulid_in, OUTPUT = ulid_out, RECEIVE = ulid_recv, SEND = ulid_send,
  LIKE = uuid);
COMMENT ON TYPE ulid IS 'ULID: 26 characters of Crockford''s base32, stored in 16 bytes';

CREATE CAST (ulid AS uuid) WITHOUT FUNCTION AS ASSIGNMENT;
COMMENT ON CAST (ulid AS uuid) IS 'the same 16 bytes';
CREATE CAST (uuid AS ulid) WITHOUT FUNCTION AS ASSIGNMENT;
COMMENT ON CAST (uuid AS ulid) IS 'the same 16 bytes';

-- New ULIDs. All are VOLATILE: each call gives another one.

CREATE FUNCTION guidon_ulid() RETURNS ulid
AS 'MODULE_PATHNAME', 'guidon_pg_ulid' LANGUAGE C VOLATILE PARALLEL SAFE;
COMMENT ON FUNCTION guidon_ulid() IS 'new ULID, above all that the same server process made before';

CREATE FUNCTION guidon_ulid_at(timestamptz) RETURNS ulid
AS 'MODULE_PATHNAME', 'guidon_pg_ulid_at' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_ulid_at(timestamptz)
    IS 'ULID of a time, which may be in the past, with 80 random bits; error 22003 outside 1970 '
       'to 10889';

CREATE FUNCTION guidon_ulid_cluster() RETURNS ulid
AS 'MODULE_PATHNAME', 'guidon_pg_ulid_cluster' LANGUAGE C VOLATILE PARALLEL SAFE;
COMMENT ON FUNCTION guidon_ulid_cluster()
    IS 'new ULID, above all that any connection to this server made before with this function';

CREATE FUNCTION guidon_ulid_series(n bigint) RETURNS SETOF ulid
AS 'MODULE_PATHNAME', 'guidon_pg_ulid_series' LANGUAGE C VOLATILE STRICT PARALLEL SAFE
SUPPORT guidon_series_support;
COMMENT ON FUNCTION guidon_ulid_series(bigint) IS 'n new ULIDs in rising order';

-- Times.

CREATE FUNCTION guidon_ulid_time_of(ulid) RETURNS timestamptz
AS 'MODULE_PATHNAME', 'guidon_pg_ulid_time_of' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION guidon_ulid_time_of(ulid) IS 'time of a ULID, in milliseconds';

CREATE FUNCTION guidon_ulid_floor(timestamptz) RETURNS ulid
AS 'MODULE_PATHNAME', 'guidon_pg_floor' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION guidon_ulid_floor(timestamptz) IS 'smallest ULID of a millisecond; saturates';

CREATE FUNCTION guidon_ulid_ceil(timestamptz) RETURNS ulid
AS 'MODULE_PATHNAME', 'guidon_pg_ceil' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION guidon_ulid_ceil(timestamptz) IS 'largest ULID of a millisecond; saturates';

-- Operators: ulid with ulid, ulid with uuid, and uuid with ulid.
--
-- The mixed equality is not marked MERGES. If it were, the planner would keep a join
-- condition `ulid = uuid` in an equivalence class of the family below, and an index
-- on the uuid, which is of another family, could not serve it.

CREATE FUNCTION guidon_ulid_support(internal) RETURNS internal
AS 'MODULE_PATHNAME', 'guidon_pg_ulid_support' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_ulid_support(internal)
    IS 'planner support: an index on a uuid column serves a comparison with a ulid';

DO $do$
DECLARE
  types record;
  op record;
  fn text;
BEGIN
  FOR types IN
    SELECT * FROM (VALUES ('ulid', 'ulid', 'ulid_%s'),
                          ('ulid', 'uuid', 'ulid_%s_uuid'),
                          ('uuid', 'ulid', 'uuid_%s_ulid')) v(l, r, fn)
  LOOP
    FOR op IN
      SELECT * FROM (VALUES
        ('eq', '=',  '=',  '<>', 'eqsel',       'eqjoinsel',       ', HASHES', 'equal'),
        ('ne', '<>', '<>', '=',  'neqsel',      'neqjoinsel',      '', 'not equal'),
        ('lt', '<',  '>',  '>=', 'scalarltsel', 'scalarltjoinsel', '', 'less than'),
        ('le', '<=', '>=', '>',  'scalarlesel', 'scalarlejoinsel', '', 'less than or equal'),
        ('gt', '>',  '<',  '<=', 'scalargtsel', 'scalargtjoinsel', '', 'greater than'),
        ('ge', '>=', '<=', '<',  'scalargesel', 'scalargejoinsel', '', 'greater than or equal'))
        v(name, op, commutator, negator, restrict, join_, traits, meaning)
    LOOP
      fn := pg_catalog.format(types.fn, op.name);
      EXECUTE pg_catalog.format('CREATE FUNCTION %s(%s, %s) RETURNS bool AS %L '
            'LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF %s',
        fn, types.l, types.r, 'uuid_' || op.name,
        CASE WHEN types.l <> types.r THEN 'SUPPORT guidon_ulid_support' END);
      EXECUTE pg_catalog.format('COMMENT ON FUNCTION %s(%s, %s) IS %L',
        fn, types.l, types.r, 'implementation of ' || op.op || ' operator');
      EXECUTE pg_catalog.format('CREATE OPERATOR %s (LEFTARG = %s, RIGHTARG = %s, FUNCTION = %s, '
            'COMMUTATOR = %s, NEGATOR = %s, RESTRICT = %s, JOIN = %s%s%s)',
        op.op, types.l, types.r, fn, op.commutator, op.negator, op.restrict, op.join_, op.traits,
        CASE WHEN op.name = 'eq' AND types.l = types.r THEN ', MERGES' END);
      EXECUTE pg_catalog.format('COMMENT ON OPERATOR %s (%s, %s) IS %L',
            op.op, types.l, types.r, op.meaning);
    END LOOP;
  END LOOP;
END
$do$;

-- As guidon_in_range for a uuid: the planner replaces a call by its comparisons.
CREATE FUNCTION guidon_ulid_in_range(id ulid, times tstzrange) RETURNS boolean
AS 'MODULE_PATHNAME', 'guidon_pg_in_range' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF
SUPPORT guidon_range_support;
COMMENT ON FUNCTION guidon_ulid_in_range(id ulid, times tstzrange)
    IS 'is the time of a ULID in a range?';

-- Index support.

CREATE FUNCTION ulid_cmp(ulid, ulid) RETURNS int4
AS 'uuid_cmp' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulid_cmp(ulid, ulid) IS 'less-equal-greater';

CREATE FUNCTION ulid_cmp_uuid(ulid, uuid) RETURNS int4
AS 'uuid_cmp' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulid_cmp_uuid(ulid, uuid) IS 'less-equal-greater';

CREATE FUNCTION uuid_cmp_ulid(uuid, ulid) RETURNS int4
AS 'uuid_cmp' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuid_cmp_ulid(uuid, ulid) IS 'less-equal-greater';

CREATE FUNCTION ulid_hash(ulid) RETURNS int4
AS 'uuid_hash' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_hash(ulid) IS 'hash';

CREATE FUNCTION ulid_hash_extended(ulid, int8) RETURNS int8
AS 'uuid_hash_extended' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_hash_extended(ulid, int8) IS 'hash';

CREATE OPERATOR FAMILY ulid_ops USING btree;
COMMENT ON OPERATOR FAMILY ulid_ops USING btree IS 'ulid and uuid, by their bytes';

CREATE OPERATOR CLASS ulid_ops DEFAULT FOR TYPE ulid USING btree FAMILY ulid_ops AS
  OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
  FUNCTION 1 ulid_cmp(ulid, ulid),
  FUNCTION 2 (ulid, ulid) uuid_sortsupport(internal),
  FUNCTION 4 (ulid, ulid) btequalimage(oid);
COMMENT ON OPERATOR CLASS ulid_ops USING btree IS 'ulid, by its bytes';

-- A complete family: an index on a ulid serves a condition with a uuid, and a foreign
-- key can refer from a uuid to a ulid. The family is not uuid_ops of the server:
-- pg_upgrade would lose operators that an extension adds to that one.
ALTER OPERATOR FAMILY ulid_ops USING btree ADD
  OPERATOR 1 <(ulid, uuid), OPERATOR 2 <=(ulid, uuid), OPERATOR 3 =(ulid, uuid),
  OPERATOR 4 >=(ulid, uuid), OPERATOR 5 >(ulid, uuid),
  FUNCTION 1 (ulid, uuid) ulid_cmp_uuid(ulid, uuid),
  OPERATOR 1 <(uuid, ulid), OPERATOR 2 <=(uuid, ulid), OPERATOR 3 =(uuid, ulid),
  OPERATOR 4 >=(uuid, ulid), OPERATOR 5 >(uuid, ulid),
  FUNCTION 1 (uuid, ulid) uuid_cmp_ulid(uuid, ulid),
  OPERATOR 1 <(uuid, uuid), OPERATOR 2 <=(uuid, uuid), OPERATOR 3 =(uuid, uuid),
  OPERATOR 4 >=(uuid, uuid), OPERATOR 5 >(uuid, uuid),
  FUNCTION 1 (uuid, uuid) uuid_cmp(uuid, uuid),
  FUNCTION 2 (uuid, uuid) uuid_sortsupport(internal);

CREATE OPERATOR FAMILY ulid_ops USING hash;
COMMENT ON OPERATOR FAMILY ulid_ops USING hash IS 'ulid and uuid, by their bytes';

CREATE OPERATOR CLASS ulid_ops DEFAULT FOR TYPE ulid USING hash FAMILY ulid_ops AS
  OPERATOR 1 =,
  FUNCTION 1 ulid_hash(ulid),
  FUNCTION 2 ulid_hash_extended(ulid, int8);
COMMENT ON OPERATOR CLASS ulid_ops USING hash IS 'ulid, by its bytes';

ALTER OPERATOR FAMILY ulid_ops USING hash ADD
  OPERATOR 1 =(ulid, uuid), OPERATOR 1 =(uuid, ulid), OPERATOR 1 =(uuid, uuid),
  FUNCTION 1 (uuid, uuid) uuid_hash(uuid),
  FUNCTION 2 (uuid, uuid) uuid_hash_extended(uuid, int8);

CREATE OPERATOR FAMILY ulid_minmax_ops USING brin;
COMMENT ON OPERATOR FAMILY ulid_minmax_ops USING brin
    IS 'ulid, the smallest and the largest of a range of pages';

CREATE OPERATOR CLASS ulid_minmax_ops DEFAULT FOR TYPE ulid USING brin FAMILY ulid_minmax_ops AS
  OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
  FUNCTION 1 brin_minmax_opcinfo(internal),
  FUNCTION 2 brin_minmax_add_value(internal, internal, internal, internal),
  FUNCTION 3 brin_minmax_consistent(internal, internal, internal),
  FUNCTION 4 brin_minmax_union(internal, internal, internal);
COMMENT ON OPERATOR CLASS ulid_minmax_ops USING brin
    IS 'ulid, the smallest and the largest of a range of pages';

DO $do$
BEGIN
  -- BRIN with several ranges, and with Bloom filters.
  IF pg_catalog.current_setting('server_version_num')::int >= 140000 THEN
    EXECUTE $sql$
      CREATE FUNCTION ulid_minmax_multi_distance(internal, internal) RETURNS float8
      AS 'brin_minmax_multi_distance_uuid' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
      COMMENT ON FUNCTION ulid_minmax_multi_distance(internal, internal)
        IS 'BRIN minmax-multi: distance of two values';

      CREATE OPERATOR FAMILY ulid_minmax_multi_ops USING brin;
      COMMENT ON OPERATOR FAMILY ulid_minmax_multi_ops USING brin
        IS 'ulid, several ranges of values of a range of pages';
      CREATE OPERATOR CLASS ulid_minmax_multi_ops FOR TYPE ulid USING brin
        FAMILY ulid_minmax_multi_ops AS
        OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
        FUNCTION 1 brin_minmax_multi_opcinfo(internal),
        FUNCTION 2 brin_minmax_multi_add_value(internal, internal, internal, internal),
        FUNCTION 3 brin_minmax_multi_consistent(internal, internal, internal, int4),
        FUNCTION 4 brin_minmax_multi_union(internal, internal, internal),
        FUNCTION 5 brin_minmax_multi_options(internal),
        FUNCTION 11 (ulid, ulid) ulid_minmax_multi_distance(internal, internal);
      COMMENT ON OPERATOR CLASS ulid_minmax_multi_ops USING brin
        IS 'ulid, several ranges of values of a range of pages';

      CREATE OPERATOR FAMILY ulid_bloom_ops USING brin;
      COMMENT ON OPERATOR FAMILY ulid_bloom_ops USING brin
        IS 'ulid, a Bloom filter of a range of pages';
      CREATE OPERATOR CLASS ulid_bloom_ops FOR TYPE ulid USING brin FAMILY ulid_bloom_ops AS
        OPERATOR 1 =,
        FUNCTION 1 brin_bloom_opcinfo(internal),
        FUNCTION 2 brin_bloom_add_value(internal, internal, internal, internal),
        FUNCTION 3 brin_bloom_consistent(internal, internal, internal, int4),
        FUNCTION 4 brin_bloom_union(internal, internal, internal),
        FUNCTION 5 brin_bloom_options(internal),
        FUNCTION 11 (ulid, ulid) ulid_hash(ulid);
      COMMENT ON OPERATOR CLASS ulid_bloom_ops USING brin
        IS 'ulid, a Bloom filter of a range of pages';
    $sql$;
  END IF;
  -- Skip scans.
  IF pg_catalog.current_setting('server_version_num')::int >= 180000 THEN
    EXECUTE 'ALTER OPERATOR FAMILY ulid_ops USING btree '
        'ADD FUNCTION 6 (ulid, ulid) uuid_skipsupport(internal)';
  END IF;
END
$do$;

-- Aggregates. SORTOP lets the server read one end of an index.

CREATE FUNCTION ulid_smaller(ulid, ulid) RETURNS ulid
AS 'MODULE_PATHNAME', 'guidon_pg_smaller' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulid_smaller(ulid, ulid) IS 'smaller of two';

CREATE FUNCTION ulid_larger(ulid, ulid) RETURNS ulid
AS 'MODULE_PATHNAME', 'guidon_pg_larger' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulid_larger(ulid, ulid) IS 'larger of two';

CREATE AGGREGATE min(ulid) (
  SFUNC = ulid_smaller, STYPE = ulid, SORTOP = <, COMBINEFUNC = ulid_smaller, PARALLEL = SAFE);
COMMENT ON AGGREGATE min(ulid) IS 'minimum value of all ulid input values';

CREATE AGGREGATE max(ulid) (
  SFUNC = ulid_larger, STYPE = ulid, SORTOP = >, COMBINEFUNC = ulid_larger, PARALLEL = SAFE);
COMMENT ON AGGREGATE max(ulid) IS 'maximum value of all ulid input values';
