-- SPDX-License-Identifier: MIT
-- fallback.sql - functions of the extension guidon in SQL alone, with the same names
-- and results, for servers where no extension in C can be installed. PostgreSQL 14 to
-- 18. Run this file in the schema that shall have them:
--
--   psql --single-transaction -f fallback.sql
--
-- Later, `CREATE EXTENSION guidon` in another schema that stands first in the search
-- path takes their place, and no statement has to change.
--
-- No operator or function of another role takes the place of one that this file means,
-- whenever it was created. The file runs with a search path of its own. It names the
-- schema of each function of the server, and each operator has exactly the types that
-- the server has it for. The bodies in SQL are parsed when they are created, so they
-- depend on no search path later.
--
-- What differs: new ids cost microseconds each. Those of version 7 have the time to a
-- microsecond, but two of one microsecond may be in any order, because SQL keeps no
-- state. Makers of versions 1 and 6 and of clusters, ids of names by SHA-1, the types
-- ulid and typeid, and functions with a key exist in the extension alone.

-- Only the schema of this file, and pg_catalog before it, which is searched first unless
-- it is listed. The last statement of this file gives the session its own path back.
DO $do$
BEGIN
    IF pg_catalog.current_schema() IS NULL THEN
        RAISE invalid_schema_name USING
            MESSAGE = 'the search path has no schema to create functions in',
            HINT = 'Choose one first: SET search_path = ...';
    END IF;
    PERFORM pg_catalog.set_config('guidon.former_path',
        pg_catalog.current_setting('search_path'), false);
    PERFORM pg_catalog.set_config('search_path',
        pg_catalog.format('%I, pg_temp', pg_catalog.current_schema()), false);
END
$do$;

-- ---------------------------------------------------------------------- new ids

-- Raise an error. Its statements call no function and no operator.
CREATE FUNCTION guidon_fallback_refuse(state text, reason text) RETURNS uuid
LANGUAGE plpgsql VOLATILE PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    RAISE EXCEPTION USING ERRCODE = state, MESSAGE = reason;
END
$$;
COMMENT ON FUNCTION guidon_fallback_refuse(text, text)
    IS 'raises an error; serves the other functions';

-- Microseconds since 1970. The result is NULL for an infinite time.
CREATE FUNCTION guidon_fallback_us(at timestamptz) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN pg_catalog.isfinite(at)
    THEN (extract(epoch FROM at AT TIME ZONE 'UTC') * 1000000::numeric)::bigint END;
COMMENT ON FUNCTION guidon_fallback_us(timestamptz)
    IS 'microseconds since 1970; serves the other functions';

CREATE FUNCTION guidon_fallback_hex(number bigint, digits integer) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN pg_catalog.lpad(pg_catalog.to_hex(number), digits, '0'::text);
COMMENT ON FUNCTION guidon_fallback_hex(bigint, integer)
    IS 'number in hex digits; serves the other functions';

-- 48 bits of milliseconds and 80 bits that the caller gives as hex digits.
CREATE FUNCTION guidon_fallback_id(ms bigint, digits text) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (guidon_fallback_hex(ms, 12) || digits)::uuid;
COMMENT ON FUNCTION guidon_fallback_id(bigint, text)
    IS 'id of milliseconds and 20 digits; serves the other functions';

CREATE FUNCTION guidon_v4() RETURNS uuid
LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN pg_catalog.gen_random_uuid();
COMMENT ON FUNCTION guidon_v4() IS 'new random UUID of version 4';

-- The 12 bits after the version hold the fraction of the millisecond. The bits after
-- these are random.
CREATE FUNCTION guidon_fallback_v7(us bigint) RETURNS uuid
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE
RETURN guidon_fallback_id(us / 1000::bigint,
    '7'::text
    || guidon_fallback_hex(us % 1000::bigint * 4096::bigint / 1000::bigint, 3)
    || pg_catalog.right(
        pg_catalog.replace(pg_catalog.gen_random_uuid()::text, '-'::text, ''::text), 16));
COMMENT ON FUNCTION guidon_fallback_v7(bigint)
    IS 'new UUID of version 7 of microseconds since 1970; serves the other functions';

CREATE FUNCTION guidon_fallback_v7_at(at timestamptz, state text) RETURNS uuid
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE
RETURN CASE
    WHEN guidon_fallback_us(at) >= 0::bigint AND guidon_fallback_us(at) < 281474976710656000::bigint
    THEN guidon_fallback_v7(guidon_fallback_us(at))
    ELSE guidon_fallback_refuse(state, 'timestamp out of range for UUID version 7'::text) END;
COMMENT ON FUNCTION guidon_fallback_v7_at(timestamptz, text)
    IS 'new UUID of version 7 of a time, or an error; serves the other functions';

CREATE FUNCTION guidon_v7_at(at timestamptz) RETURNS uuid
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE
RETURN guidon_fallback_v7_at(at, '22003'::text);
COMMENT ON FUNCTION guidon_v7_at(timestamptz) IS 'new UUID of version 7 of a time';

CREATE FUNCTION guidon_v7() RETURNS uuid
LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN guidon_v7_at(pg_catalog.clock_timestamp());
COMMENT ON FUNCTION guidon_v7() IS 'new UUID of version 7';

CREATE FUNCTION guidon_v4_series(n bigint) RETURNS SETOF uuid
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE
BEGIN ATOMIC SELECT pg_catalog.gen_random_uuid() FROM pg_catalog.generate_series(1, n); END;
COMMENT ON FUNCTION guidon_v4_series(bigint) IS 'n new random UUIDs of version 4';

CREATE FUNCTION guidon_v7_series(n bigint) RETURNS SETOF uuid
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE
BEGIN ATOMIC SELECT guidon_v7() FROM pg_catalog.generate_series(1, n); END;
COMMENT ON FUNCTION guidon_v7_series(bigint) IS 'n new UUIDs of version 7';

-- The names of PostgreSQL 18. A server that has them prefers its own.
CREATE FUNCTION uuidv4() RETURNS uuid
LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN pg_catalog.gen_random_uuid();

CREATE FUNCTION uuidv7() RETURNS uuid
LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN guidon_v7_at(pg_catalog.clock_timestamp());

CREATE FUNCTION uuidv7(shift interval) RETURNS uuid
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE
RETURN guidon_fallback_v7_at(pg_catalog.clock_timestamp() + shift, '22008'::text);

-- ----------------------------------------------------------------------- bounds

CREATE FUNCTION guidon_fallback_bound(at timestamptz, digits text) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE
    WHEN at < '1970-01-01 00:00:00+00'::timestamptz
    THEN '00000000-0000-0000-0000-000000000000'::uuid
    WHEN at >= '10889-08-02 05:31:50.656+00'::timestamptz
    THEN 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid
    ELSE guidon_fallback_id(guidon_fallback_us(at) / 1000::bigint, digits) END;
COMMENT ON FUNCTION guidon_fallback_bound(timestamptz, text)
    IS 'bound of a time; serves the other functions';

CREATE FUNCTION guidon_floor(at timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN guidon_fallback_bound(at, '00000000000000000000'::text);
COMMENT ON FUNCTION guidon_floor(timestamptz)
    IS 'first id of a millisecond, for version 7 and ULID';

CREATE FUNCTION guidon_ceil(at timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN guidon_fallback_bound(at, 'ffffffffffffffffffff'::text);
COMMENT ON FUNCTION guidon_ceil(timestamptz) IS 'last id of a millisecond, for version 7 and ULID';

CREATE FUNCTION guidon_v7_floor(at timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN guidon_fallback_bound(at, '70008000000000000000'::text);
COMMENT ON FUNCTION guidon_v7_floor(timestamptz) IS 'first UUID of version 7 of a millisecond';

CREATE FUNCTION guidon_v7_ceil(at timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN guidon_fallback_bound(at, '7fffbfffffffffffffff'::text);
COMMENT ON FUNCTION guidon_v7_ceil(timestamptz) IS 'last UUID of version 7 of a millisecond';

-- Version 6 counts ticks of 100 ns from 1582-10-15 in 60 bits. A microsecond has ten of
-- them, and the last microsecond has six. `tick` is one of these.
CREATE FUNCTION guidon_fallback_v6(at timestamptz, tick bigint, digits text) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE
    WHEN at < '1582-10-15 00:00:00+00'::timestamptz
    THEN '00000000-0000-0000-0000-000000000000'::uuid
    WHEN at >= '5236-03-31 21:21:00.684698+00'::timestamptz
    THEN 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid
    ELSE (pg_catalog.overlay(
        guidon_fallback_hex(LEAST(guidon_fallback_us(at) * 10::bigint
            + 122192928000000000::bigint + tick, 1152921504606846975::bigint), 15),
        '6'::text, 13, 0) || digits)::uuid END;
COMMENT ON FUNCTION guidon_fallback_v6(timestamptz, bigint, text)
    IS 'bound of a time in version 6; serves the other functions';

CREATE FUNCTION guidon_v6_floor(at timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN guidon_fallback_v6(at, 0::bigint, '8000000000000000'::text);
COMMENT ON FUNCTION guidon_v6_floor(timestamptz) IS 'first UUID of version 6 of a microsecond';

CREATE FUNCTION guidon_v6_ceil(at timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN guidon_fallback_v6(at, 9::bigint, 'bfffffffffffffff'::text);
COMMENT ON FUNCTION guidon_v6_ceil(timestamptz) IS 'last UUID of version 6 of a microsecond';

-- An id has the time at which its millisecond begins. So a millisecond belongs to a range
-- if its first microsecond does. These are the first such millisecond, and the last time
-- that is not after the upper bound. Times that no id has become those next to the first
-- and the last id.
CREATE FUNCTION guidon_fallback_first(times tstzrange) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE
    WHEN pg_catalog.lower_inf(times)
         OR pg_catalog.lower(times) < '1970-01-01 00:00:00+00'::timestamptz
    THEN '1970-01-01 00:00:00+00'::timestamptz
    WHEN pg_catalog.lower(times) >= '10889-08-02 05:31:50.656+00'::timestamptz
    THEN '10889-08-02 05:31:50.656+00'::timestamptz
    ELSE pg_catalog.date_trunc('milliseconds'::text, (pg_catalog.lower(times)
        + CASE WHEN pg_catalog.lower_inc(times) THEN '999 microseconds'::interval
               ELSE '1 millisecond'::interval END) AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' END;
COMMENT ON FUNCTION guidon_fallback_first(tstzrange)
    IS 'first millisecond of a range of times; serves the other functions';

CREATE FUNCTION guidon_fallback_last(times tstzrange) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE
    WHEN pg_catalog.upper_inf(times)
         OR pg_catalog.upper(times) >= '10889-08-02 05:31:50.656+00'::timestamptz
    THEN '10889-08-02 05:31:50.655+00'::timestamptz
    WHEN pg_catalog.upper(times) < '1970-01-01 00:00:00+00'::timestamptz
    THEN '1969-12-31 23:59:59.999+00'::timestamptz
    WHEN pg_catalog.upper_inc(times) THEN pg_catalog.upper(times)
    ELSE pg_catalog.upper(times) - '1 microsecond'::interval END;
COMMENT ON FUNCTION guidon_fallback_last(tstzrange)
    IS 'last time of a range of times; serves the other functions';

CREATE FUNCTION guidon_fallback_has_no_ids(times tstzrange) RETURNS boolean
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN pg_catalog.isempty(times)
    OR guidon_fallback_first(times) > guidon_fallback_last(times);
COMMENT ON FUNCTION guidon_fallback_has_no_ids(tstzrange)
    IS 'has no id its time in the range? Serves the other functions';

CREATE FUNCTION guidon_range_low(times tstzrange) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN guidon_fallback_has_no_ids(times)
    THEN '00000000-0000-0000-0000-000000000001'::uuid
    ELSE guidon_floor(guidon_fallback_first(times)) END;
COMMENT ON FUNCTION guidon_range_low(tstzrange)
    IS 'first id of a range of times; above the last one if the range has no ids';

CREATE FUNCTION guidon_range_high(times tstzrange) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN guidon_fallback_has_no_ids(times)
    THEN '00000000-0000-0000-0000-000000000000'::uuid
    ELSE guidon_ceil(guidon_fallback_last(times)) END;
COMMENT ON FUNCTION guidon_range_high(tstzrange)
    IS 'last id of a range of times; Nil if the range has no ids';

CREATE FUNCTION guidon_in_range(id uuid, times tstzrange) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN id >= guidon_range_low(times) AND id <= guidon_range_high(times);
COMMENT ON FUNCTION guidon_in_range(uuid, tstzrange) IS 'is the time of the id in the range?';

CREATE FUNCTION uuid7_time_encoder(ts timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN guidon_floor(ts);
COMMENT ON FUNCTION uuid7_time_encoder(timestamptz) IS 'lower bound of a partition, for pg_partman';

-- ---------------------------------------------------------------------- reading

CREATE FUNCTION guidon_fallback_time(us numeric) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ('1970-01-01 00:00:00'::timestamp
        + pg_catalog.div(us, 3600000000::numeric)::double precision * '1 hour'::interval
        + (us - pg_catalog.div(us, 3600000000::numeric) * 3600000000::numeric)::double precision
          * '1 microsecond'::interval) AT TIME ZONE 'UTC';
COMMENT ON FUNCTION guidon_fallback_time(numeric)
    IS 'time of microseconds since 1970; serves the other functions';

-- Up to 16 digits of an id as a number.
CREATE FUNCTION guidon_fallback_number(digits text) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ('x'::text || pg_catalog.lpad(digits, 16, '0'::text))::bit(64)::bigint;
COMMENT ON FUNCTION guidon_fallback_number(text)
    IS 'number of up to 16 hex digits; serves the other functions';

CREATE FUNCTION guidon_fallback_v7_time(id uuid) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN guidon_fallback_time(guidon_fallback_number(
    pg_catalog.left(pg_catalog.replace(id::text, '-'::text, ''::text), 12))::numeric
    * 1000::numeric);
COMMENT ON FUNCTION guidon_fallback_v7_time(uuid)
    IS 'time of the first 48 bits; serves the other functions';

-- The cast reads other forms too, and refuses what stands for them here.
CREATE FUNCTION uuid7_time_decoder(uuidv7 text) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN guidon_fallback_v7_time(CASE
    WHEN uuidv7 COLLATE pg_catalog."C"
        ~ '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$'::text
    THEN uuidv7 ELSE 'not 36 characters, or other digits: '::text || uuidv7 END::uuid);
COMMENT ON FUNCTION uuid7_time_decoder(text) IS 'time of a bound, for pg_partman';

CREATE FUNCTION guidon_variant_of(id uuid) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE
    WHEN pg_catalog.substr(id::text, 20, 1) < '8'::text THEN 'ncs'
    WHEN pg_catalog.substr(id::text, 20, 1) < 'c'::text THEN 'rfc'
    WHEN pg_catalog.substr(id::text, 20, 1) < 'e'::text THEN 'microsoft'
    ELSE 'future' END;
COMMENT ON FUNCTION guidon_variant_of(uuid) IS 'variant of a UUID';

CREATE FUNCTION guidon_version_of(id uuid) RETURNS smallint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN guidon_variant_of(id) = 'rfc'::text
    THEN guidon_fallback_number(pg_catalog.substr(id::text, 15, 1))::smallint END;
COMMENT ON FUNCTION guidon_version_of(uuid) IS 'version of a UUID';

CREATE FUNCTION guidon_fallback_ticks(id uuid) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE guidon_version_of(id)
    WHEN 1::smallint THEN guidon_fallback_number(pg_catalog.substr(id::text, 16, 3)
        || pg_catalog.substr(id::text, 10, 4) || pg_catalog.left(id::text, 8))
    WHEN 6::smallint THEN guidon_fallback_number(pg_catalog.left(id::text, 8)
        || pg_catalog.substr(id::text, 10, 4) || pg_catalog.substr(id::text, 16, 3)) END;
COMMENT ON FUNCTION guidon_fallback_ticks(uuid)
    IS '100 ns since 1582-10-15; serves the other functions';

-- Dividing before the subtraction rounds towards the past, also before 1970.
CREATE FUNCTION guidon_time_of(id uuid) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE guidon_version_of(id)
    WHEN 7::smallint THEN guidon_fallback_v7_time(id)
    ELSE guidon_fallback_time(
        (guidon_fallback_ticks(id) / 10::bigint - 12219292800000000::bigint)::numeric) END;
COMMENT ON FUNCTION guidon_time_of(uuid) IS 'time of a UUID of version 1, 6 or 7';

CREATE FUNCTION uuid_extract_version(id uuid) RETURNS smallint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN guidon_version_of(id);

CREATE FUNCTION uuid_extract_timestamp(id uuid) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN guidon_version_of(id) IN (1::smallint, 7::smallint) THEN guidon_time_of(id) END;

CREATE FUNCTION guidon_clock_seq_of(id uuid) RETURNS integer
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN guidon_version_of(id) IN (1::smallint, 6::smallint)
    THEN guidon_fallback_number(pg_catalog.substr(id::text, 20, 4))::integer & 16383
    WHEN guidon_version_of(id) = 2::smallint
    THEN guidon_fallback_number(pg_catalog.substr(id::text, 20, 2))::integer & 63 END;
COMMENT ON FUNCTION guidon_clock_seq_of(uuid) IS 'clock sequence of a UUID of version 1, 2 or 6';

CREATE FUNCTION guidon_node_of(id uuid) RETURNS macaddr
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN guidon_version_of(id) IN (1::smallint, 2::smallint, 6::smallint)
    THEN pg_catalog.right(id::text, 12)::macaddr END;
COMMENT ON FUNCTION guidon_node_of(uuid) IS 'node of a UUID of version 1, 2 or 6';

-- ---------------------------------------------------------- names and conversion

CREATE FUNCTION guidon_fallback_named(hash text, version text) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN pg_catalog.overlay(pg_catalog.overlay(pg_catalog.left(hash, 32), version, 13, 1),
    guidon_fallback_hex(
        guidon_fallback_number(pg_catalog.substr(hash, 17, 1)) & 3::bigint | 8::bigint, 1),
    17, 1)::uuid;
COMMENT ON FUNCTION guidon_fallback_named(text, text) IS 'id of a hash; serves the other functions';

CREATE FUNCTION guidon_v3(namespace uuid, name bytea) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN guidon_fallback_named(pg_catalog.md5(pg_catalog.uuid_send(namespace) || name), '3'::text);
COMMENT ON FUNCTION guidon_v3(uuid, bytea) IS 'UUID of version 3 of a name';

CREATE FUNCTION guidon_v3(namespace uuid, name text) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN guidon_v3(namespace, pg_catalog.convert_to(name, 'UTF8'::name));
COMMENT ON FUNCTION guidon_v3(uuid, text) IS 'UUID of version 3 of a name in UTF-8';

CREATE FUNCTION guidon_v8_sha256(namespace uuid, name bytea) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN guidon_fallback_named(pg_catalog.encode(
    pg_catalog.sha256(pg_catalog.uuid_send(namespace) || name), 'hex'::text), '8'::text);
COMMENT ON FUNCTION guidon_v8_sha256(uuid, bytea) IS 'UUID of version 8 of a name, by SHA-256';

CREATE FUNCTION guidon_v8_sha256(namespace uuid, name text) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN guidon_v8_sha256(namespace, pg_catalog.convert_to(name, 'UTF8'::name));
COMMENT ON FUNCTION guidon_v8_sha256(uuid, text)
    IS 'UUID of version 8 of a name in UTF-8, by SHA-256';

CREATE FUNCTION guidon_v1_to_v6(id uuid) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN guidon_version_of(id) = 1::smallint
    THEN (pg_catalog.overlay(guidon_fallback_hex(guidon_fallback_ticks(id), 15), '6'::text, 13, 0)
        || pg_catalog.right(id::text, 17))::uuid
    ELSE guidon_fallback_refuse('22023'::text, 'the id has another version'::text) END;
COMMENT ON FUNCTION guidon_v1_to_v6(uuid) IS 'the same time and node as version 6';

CREATE FUNCTION guidon_v6_to_v1(id uuid) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN guidon_version_of(id) = 6::smallint
    THEN (pg_catalog.right(guidon_fallback_hex(guidon_fallback_ticks(id), 15), 8)
        || pg_catalog.substr(guidon_fallback_hex(guidon_fallback_ticks(id), 15), 4, 4)
        || '1'::text
        || pg_catalog.left(guidon_fallback_hex(guidon_fallback_ticks(id), 15), 3)
        || pg_catalog.right(id::text, 17))::uuid
    ELSE guidon_fallback_refuse('22023'::text, 'the id has another version'::text) END;
COMMENT ON FUNCTION guidon_v6_to_v1(uuid) IS 'the same time and node as version 1';

CREATE FUNCTION guidon_mysql_swap(id uuid) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (pg_catalog.substr(id::text, 15, 4)
        || pg_catalog.substr(id::text, 10, 4)
        || pg_catalog.left(id::text, 8)
        || pg_catalog.right(id::text, 17))::uuid;
COMMENT ON FUNCTION guidon_mysql_swap(uuid) IS 'the bytes of UUID_TO_BIN(id, 1) in MySQL';

CREATE FUNCTION guidon_mysql_unswap(id uuid) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (pg_catalog.substr(id::text, 10, 4)
        || pg_catalog.substr(id::text, 15, 4)
        || pg_catalog.substr(id::text, 5, 4)
        || pg_catalog.left(id::text, 4) || pg_catalog.right(id::text, 17))::uuid;
COMMENT ON FUNCTION guidon_mysql_unswap(uuid)
    IS 'the id of the bytes of UUID_TO_BIN(id, 1) in MySQL';

CREATE FUNCTION guidon_guid(id uuid) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (pg_catalog.substr(id::text, 7, 2)
        || pg_catalog.substr(id::text, 5, 2)
        || pg_catalog.substr(id::text, 3, 2)
        || pg_catalog.left(id::text, 2)
        || pg_catalog.substr(id::text, 12, 2)
        || pg_catalog.substr(id::text, 10, 2)
        || pg_catalog.substr(id::text, 17, 2) || pg_catalog.substr(id::text, 15, 2)
        || pg_catalog.right(id::text, 17))::uuid;
COMMENT ON FUNCTION guidon_guid(uuid) IS 'the id with the byte order of a GUID';

-- --------------------------------------------------------------------- min and max

CREATE FUNCTION guidon_smaller(uuid, uuid) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN least($1, $2);
COMMENT ON FUNCTION guidon_smaller(uuid, uuid) IS 'serves min(uuid)';

CREATE FUNCTION guidon_larger(uuid, uuid) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN greatest($1, $2);
COMMENT ON FUNCTION guidon_larger(uuid, uuid) IS 'serves max(uuid)';

CREATE AGGREGATE min(uuid) (
    SFUNC = guidon_smaller, STYPE = uuid, COMBINEFUNC = guidon_smaller,
    SORTOP = OPERATOR(pg_catalog.<), PARALLEL = SAFE);

CREATE AGGREGATE max(uuid) (
    SFUNC = guidon_larger, STYPE = uuid, COMBINEFUNC = guidon_larger,
    SORTOP = OPERATOR(pg_catalog.>), PARALLEL = SAFE);

-- The search path that the session had.
DO $do$
BEGIN
    PERFORM pg_catalog.set_config('search_path',
        pg_catalog.current_setting('guidon.former_path'), false);
END
$do$;
