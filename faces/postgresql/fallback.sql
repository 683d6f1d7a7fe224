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
-- The functions find each other under every search path of a caller. Those in PL/pgSQL
-- keep the search path with which this file ran.
--
-- What differs: new ids cost microseconds each. Those of version 7 have the time to a
-- microsecond, but two of one microsecond may be in any order, because SQL keeps no
-- state. Makers of versions 1 and 6 and of clusters, ids of names by SHA-1, the types
-- ulid and typeid, and functions with a key exist in the extension alone.

-- ---------------------------------------------------------------------- new ids

-- Microseconds since 1970. The result is NULL for an infinite time.
CREATE FUNCTION guidon_fallback_us(at timestamptz) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN isfinite(at)
    THEN (extract(epoch FROM at AT TIME ZONE 'UTC') * 1000000)::bigint END;
COMMENT ON FUNCTION guidon_fallback_us(timestamptz) IS 'microseconds since 1970; serves the other functions';

-- 48 bits of milliseconds and 80 bits that the caller gives as hex digits.
CREATE FUNCTION guidon_fallback_id(ms bigint, digits text) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (lpad(to_hex(ms), 12, '0') || digits)::uuid;
COMMENT ON FUNCTION guidon_fallback_id(bigint, text) IS 'id of milliseconds and 20 digits; serves the other functions';

CREATE FUNCTION guidon_v4() RETURNS uuid
LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN gen_random_uuid();
COMMENT ON FUNCTION guidon_v4() IS 'new random UUID of version 4';

-- The 12 bits after the version hold the fraction of the millisecond. The bits after
-- these are random.
CREATE FUNCTION guidon_v7_at(at timestamptz) RETURNS uuid
LANGUAGE plpgsql VOLATILE STRICT PARALLEL SAFE SET search_path FROM CURRENT
AS $$
DECLARE
    us bigint := guidon_fallback_us(at);
BEGIN
    IF us IS NULL OR us < 0 OR us >= 281474976710656000 THEN
        RAISE numeric_value_out_of_range USING MESSAGE = 'time out of range for version 7';
    END IF;
    RETURN guidon_fallback_id(us / 1000,
        '7' || lpad(to_hex((us % 1000) * 4096 / 1000), 3, '0')
        || right(replace(gen_random_uuid()::text, '-', ''), 16));
END
$$;
COMMENT ON FUNCTION guidon_v7_at(timestamptz) IS 'new UUID of version 7 of a time';

CREATE FUNCTION guidon_v7() RETURNS uuid
LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN guidon_v7_at(clock_timestamp());
COMMENT ON FUNCTION guidon_v7() IS 'new UUID of version 7';

CREATE FUNCTION guidon_v4_series(n bigint) RETURNS SETOF uuid
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE
BEGIN ATOMIC SELECT gen_random_uuid() FROM generate_series(1, n); END;
COMMENT ON FUNCTION guidon_v4_series(bigint) IS 'n new random UUIDs of version 4';

CREATE FUNCTION guidon_v7_series(n bigint) RETURNS SETOF uuid
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE
BEGIN ATOMIC SELECT guidon_v7() FROM generate_series(1, n); END;
COMMENT ON FUNCTION guidon_v7_series(bigint) IS 'n new UUIDs of version 7';

-- The names of PostgreSQL 18. A server that has them prefers its own.
CREATE FUNCTION uuidv4() RETURNS uuid
LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN gen_random_uuid();

CREATE FUNCTION uuidv7() RETURNS uuid
LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN guidon_v7_at(clock_timestamp());

CREATE FUNCTION uuidv7(shift interval) RETURNS uuid
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE
RETURN guidon_v7_at(clock_timestamp() + shift);

-- ----------------------------------------------------------------------- bounds

CREATE FUNCTION guidon_fallback_bound(at timestamptz, digits text) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE
    WHEN at < '1970-01-01 00:00:00+00'::timestamptz
    THEN '00000000-0000-0000-0000-000000000000'::uuid
    WHEN at >= '10889-08-02 05:31:50.656+00'::timestamptz
    THEN 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid
    ELSE guidon_fallback_id(guidon_fallback_us(at) / 1000, digits) END;
COMMENT ON FUNCTION guidon_fallback_bound(timestamptz, text) IS 'bound of a time; serves the other functions';

CREATE FUNCTION guidon_floor(at timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN guidon_fallback_bound(at, '00000000000000000000');
COMMENT ON FUNCTION guidon_floor(timestamptz) IS 'first id of a millisecond, for version 7 and ULID';

CREATE FUNCTION guidon_ceil(at timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN guidon_fallback_bound(at, 'ffffffffffffffffffff');
COMMENT ON FUNCTION guidon_ceil(timestamptz) IS 'last id of a millisecond, for version 7 and ULID';

CREATE FUNCTION guidon_v7_min(at timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN guidon_fallback_bound(at, '70008000000000000000');
COMMENT ON FUNCTION guidon_v7_min(timestamptz) IS 'first UUID of version 7 of a millisecond';

CREATE FUNCTION guidon_v7_max(at timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN guidon_fallback_bound(at, '7fffbfffffffffffffff');
COMMENT ON FUNCTION guidon_v7_max(timestamptz) IS 'last UUID of version 7 of a millisecond';

-- Version 6 counts 100 ns from 1582-10-15 in 60 bits.
CREATE FUNCTION guidon_fallback_v6(at timestamptz, digits text) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE
    WHEN at < '1582-10-15 00:00:00+00'::timestamptz
    THEN '00000000-0000-0000-0000-000000000000'::uuid
    WHEN at >= '5236-03-31 21:21:00.684698+00'::timestamptz
    THEN 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid
    ELSE (overlay(lpad(to_hex(guidon_fallback_us(at) * 10 + 122192928000000000),
                       15, '0') PLACING '6' FROM 13 FOR 0) || digits)::uuid END;
COMMENT ON FUNCTION guidon_fallback_v6(timestamptz, text) IS 'bound of a time in version 6; serves the other functions';

CREATE FUNCTION guidon_v6_min(at timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN guidon_fallback_v6(at, '8000000000000000');
COMMENT ON FUNCTION guidon_v6_min(timestamptz) IS 'first UUID of version 6 of a time';

CREATE FUNCTION guidon_v6_max(at timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN guidon_fallback_v6(at, 'bfffffffffffffff');
COMMENT ON FUNCTION guidon_v6_max(timestamptz) IS 'last UUID of version 6 of a time';

-- The first and the last id of a range of times. If the range has none, the first is
-- Max and the last is Nil. An excluded bound excludes its whole millisecond.
CREATE FUNCTION guidon_range_low(times tstzrange) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE
    WHEN isempty(times) OR upper(times) < '1970-01-01 00:00:00+00'::timestamptz
         OR (upper(times) < '1970-01-01 00:00:00.001+00'::timestamptz
             AND NOT upper_inc(times))
         OR lower(times) >= '10889-08-02 05:31:50.656+00'::timestamptz
         OR (lower(times) >= '10889-08-02 05:31:50.655+00'::timestamptz
             AND NOT lower_inc(times))
    THEN 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid
    WHEN lower_inf(times) THEN '00000000-0000-0000-0000-000000000000'::uuid
    WHEN lower_inc(times) OR NOT isfinite(lower(times))
    THEN guidon_floor(lower(times))
    ELSE guidon_floor(lower(times) + '1 millisecond'::interval) END;
COMMENT ON FUNCTION guidon_range_low(tstzrange) IS 'first id of a range of times';

CREATE FUNCTION guidon_range_high(times tstzrange) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE
    WHEN isempty(times) OR upper(times) < '1970-01-01 00:00:00+00'::timestamptz
         OR (upper(times) < '1970-01-01 00:00:00.001+00'::timestamptz
             AND NOT upper_inc(times))
         OR lower(times) >= '10889-08-02 05:31:50.656+00'::timestamptz
         OR (lower(times) >= '10889-08-02 05:31:50.655+00'::timestamptz
             AND NOT lower_inc(times))
    THEN '00000000-0000-0000-0000-000000000000'::uuid
    WHEN upper_inf(times) THEN 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid
    WHEN upper_inc(times) OR NOT isfinite(upper(times))
    THEN guidon_ceil(upper(times))
    ELSE guidon_ceil(upper(times) - '1 millisecond'::interval) END;
COMMENT ON FUNCTION guidon_range_high(tstzrange) IS 'last id of a range of times';

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
        + make_interval(hours => div(us, 3600000000)::int)
        + (us - div(us, 3600000000) * 3600000000)::bigint
          * '1 microsecond'::interval) AT TIME ZONE 'UTC';
COMMENT ON FUNCTION guidon_fallback_time(numeric) IS 'time of microseconds since 1970; serves the other functions';

-- Up to 16 digits of an id as a number.
CREATE FUNCTION guidon_fallback_number(digits text) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ('x' || lpad(digits, 16, '0'))::bit(64)::bigint;
COMMENT ON FUNCTION guidon_fallback_number(text) IS 'number of up to 16 hex digits; serves the other functions';

CREATE FUNCTION uuid7_time_decoder(uuidv7 text) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN guidon_fallback_time(guidon_fallback_number(
    left(replace(uuidv7::uuid::text, '-', ''), 12))::numeric * 1000);
COMMENT ON FUNCTION uuid7_time_decoder(text) IS 'time of a bound, for pg_partman';

CREATE FUNCTION guidon_variant(id uuid) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE
    WHEN substr(id::text, 20, 1) < '8' THEN 'ncs'
    WHEN substr(id::text, 20, 1) < 'c' THEN 'rfc'
    WHEN substr(id::text, 20, 1) < 'e' THEN 'microsoft'
    ELSE 'future' END;
COMMENT ON FUNCTION guidon_variant(uuid) IS 'variant of a UUID';

CREATE FUNCTION guidon_version(id uuid) RETURNS smallint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN guidon_variant(id) = 'rfc'
    THEN guidon_fallback_number(substr(id::text, 15, 1))::smallint END;
COMMENT ON FUNCTION guidon_version(uuid) IS 'version of a UUID';

CREATE FUNCTION guidon_fallback_ticks(id uuid) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE guidon_version(id)
    WHEN 1 THEN guidon_fallback_number(substr(id::text, 16, 3)
        || substr(id::text, 10, 4) || left(id::text, 8))
    WHEN 6 THEN guidon_fallback_number(left(id::text, 8)
        || substr(id::text, 10, 4) || substr(id::text, 16, 3)) END;
COMMENT ON FUNCTION guidon_fallback_ticks(uuid) IS '100 ns since 1582-10-15; serves the other functions';

-- Dividing before the subtraction rounds towards the past, also before 1970.
CREATE FUNCTION guidon_time(id uuid) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE guidon_version(id)
    WHEN 7 THEN uuid7_time_decoder(id::text)
    ELSE guidon_fallback_time(guidon_fallback_ticks(id) / 10 - 12219292800000000) END;
COMMENT ON FUNCTION guidon_time(uuid) IS 'time of a UUID of version 1, 6 or 7';

CREATE FUNCTION uuid_extract_version(id uuid) RETURNS smallint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN guidon_version(id);

CREATE FUNCTION uuid_extract_timestamp(id uuid) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN guidon_version(id) IN (1, 7) THEN guidon_time(id) END;

CREATE FUNCTION guidon_clock_seq(id uuid) RETURNS integer
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN guidon_version(id) IN (1, 6)
    THEN guidon_fallback_number(substr(id::text, 20, 4))::integer & 16383
    WHEN guidon_version(id) = 2
    THEN guidon_fallback_number(substr(id::text, 20, 2))::integer & 63 END;
COMMENT ON FUNCTION guidon_clock_seq(uuid) IS 'clock sequence of a UUID of version 1, 2 or 6';

CREATE FUNCTION guidon_node(id uuid) RETURNS macaddr
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN guidon_version(id) IN (1, 2, 6)
    THEN right(id::text, 12)::macaddr END;
COMMENT ON FUNCTION guidon_node(uuid) IS 'node of a UUID of version 1, 2 or 6';

-- ---------------------------------------------------------- names and conversion

CREATE FUNCTION guidon_fallback_named(hash text, version text) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN overlay(overlay(left(hash, 32) PLACING version FROM 13 FOR 1)
    PLACING to_hex(guidon_fallback_number(substr(hash, 17, 1)) & 3 | 8)
    FROM 17 FOR 1)::uuid;
COMMENT ON FUNCTION guidon_fallback_named(text, text) IS 'id of a hash; serves the other functions';

CREATE FUNCTION guidon_v3(ns uuid, name bytea) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN guidon_fallback_named(md5(uuid_send(ns) || name), '3');
COMMENT ON FUNCTION guidon_v3(uuid, bytea) IS 'UUID of version 3 of a name';

CREATE FUNCTION guidon_v3(ns uuid, name text) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN guidon_v3(ns, convert_to(name, 'UTF8'));
COMMENT ON FUNCTION guidon_v3(uuid, text) IS 'UUID of version 3 of a name in UTF-8';

CREATE FUNCTION guidon_v8_sha256(ns uuid, name bytea) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN guidon_fallback_named(encode(sha256(uuid_send(ns) || name), 'hex'), '8');
COMMENT ON FUNCTION guidon_v8_sha256(uuid, bytea) IS 'UUID of version 8 of a name, by SHA-256';

CREATE FUNCTION guidon_v8_sha256(ns uuid, name text) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN guidon_v8_sha256(ns, convert_to(name, 'UTF8'));
COMMENT ON FUNCTION guidon_v8_sha256(uuid, text) IS 'UUID of version 8 of a name in UTF-8, by SHA-256';

CREATE FUNCTION guidon_v1_to_v6(id uuid) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path FROM CURRENT
AS $$
DECLARE
    digits text := lpad(to_hex(guidon_fallback_ticks(id)), 15, '0');
BEGIN
    IF guidon_version(id) IS DISTINCT FROM 1 THEN
        RAISE invalid_parameter_value USING MESSAGE = 'the id has another version';
    END IF;
    RETURN overlay(digits PLACING '6' FROM 13 FOR 0) || right(id::text, 17);
END
$$;
COMMENT ON FUNCTION guidon_v1_to_v6(uuid) IS 'the same time and node as version 6';

CREATE FUNCTION guidon_v6_to_v1(id uuid) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path FROM CURRENT
AS $$
DECLARE
    digits text := lpad(to_hex(guidon_fallback_ticks(id)), 15, '0');
BEGIN
    IF guidon_version(id) IS DISTINCT FROM 6 THEN
        RAISE invalid_parameter_value USING MESSAGE = 'the id has another version';
    END IF;
    RETURN right(digits, 8) || substr(digits, 4, 4) || '1' || left(digits, 3)
        || right(id::text, 17);
END
$$;
COMMENT ON FUNCTION guidon_v6_to_v1(uuid) IS 'the same time and node as version 1';

CREATE FUNCTION guidon_mysql_swap(id uuid) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (substr(id::text, 15, 4) || substr(id::text, 10, 4) || left(id::text, 8)
        || right(id::text, 17))::uuid;
COMMENT ON FUNCTION guidon_mysql_swap(uuid) IS 'the bytes of UUID_TO_BIN(id, 1) in MySQL';

CREATE FUNCTION guidon_mysql_unswap(id uuid) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (substr(id::text, 10, 4) || substr(id::text, 15, 4) || substr(id::text, 5, 4)
        || left(id::text, 4) || right(id::text, 17))::uuid;
COMMENT ON FUNCTION guidon_mysql_unswap(uuid) IS 'the id of the bytes of UUID_TO_BIN(id, 1) in MySQL';

CREATE FUNCTION guidon_guid(id uuid) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (substr(id::text, 7, 2) || substr(id::text, 5, 2) || substr(id::text, 3, 2)
        || left(id::text, 2) || substr(id::text, 12, 2) || substr(id::text, 10, 2)
        || substr(id::text, 17, 2) || substr(id::text, 15, 2)
        || right(id::text, 17))::uuid;
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
