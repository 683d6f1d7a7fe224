\echo Use "CREATE EXTENSION guidon" to load this file. \quit

-- This script runs with the rights of a superuser, in a schema that an ordinary user
-- may own. So it calls each function of the server by its schema: a function of the
-- user with better fitting arguments would run instead.

-- New ids. All are VOLATILE: each call gives another id.

CREATE FUNCTION guidon_v1() RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v1'
LANGUAGE C VOLATILE PARALLEL SAFE;
COMMENT ON FUNCTION guidon_v1() IS 'new UUID of version 1 with a random node';

CREATE FUNCTION guidon_v4() RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v4'
LANGUAGE C VOLATILE PARALLEL SAFE;
COMMENT ON FUNCTION guidon_v4() IS 'new random UUID of version 4';

CREATE FUNCTION guidon_v6() RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v6'
LANGUAGE C VOLATILE PARALLEL SAFE;
COMMENT ON FUNCTION guidon_v6()
    IS 'new UUID of version 6, above all that the same server process made before';

CREATE FUNCTION guidon_v7() RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v7'
LANGUAGE C VOLATILE PARALLEL SAFE;
COMMENT ON FUNCTION guidon_v7()
    IS 'new UUID of version 7, above all that the same server process made before';

CREATE FUNCTION guidon_v7_at(at timestamptz) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v7_at'
LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_v7_at(at timestamptz)
    IS 'new UUID of version 7 of a time, which may be in the past; error 22003 outside 1970 '
       'to 10889';

CREATE FUNCTION guidon_v7_cluster() RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v7_cluster'
LANGUAGE C VOLATILE PARALLEL SAFE;
COMMENT ON FUNCTION guidon_v7_cluster()
    IS 'new UUID of version 7, above all that any connection to this server made with this '
       'function';

CREATE FUNCTION guidon_series_support(internal) RETURNS internal
AS 'MODULE_PATHNAME', 'guidon_pg_series_support'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_series_support(internal)
    IS 'tells the planner how many rows a series returns';

CREATE FUNCTION guidon_v4_series(n bigint) RETURNS SETOF uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v4_series'
LANGUAGE C VOLATILE STRICT PARALLEL SAFE
SUPPORT guidon_series_support;
COMMENT ON FUNCTION guidon_v4_series(n bigint) IS 'n new random UUIDs of version 4';

CREATE FUNCTION guidon_v7_series(n bigint) RETURNS SETOF uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v7_series'
LANGUAGE C VOLATILE STRICT PARALLEL SAFE
SUPPORT guidon_series_support;
COMMENT ON FUNCTION guidon_v7_series(n bigint) IS 'n new UUIDs of version 7 in rising order';

-- Ids from a namespace and a name. They depend on nothing else.

CREATE FUNCTION guidon_v3(namespace uuid, name text) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v3_text'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_v3(namespace uuid, name text)
    IS 'UUID of version 3 (MD5) of a name in UTF-8';

CREATE FUNCTION guidon_v3(namespace uuid, name bytea) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v3_bytes'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_v3(namespace uuid, name bytea) IS 'UUID of version 3 (MD5) of a name';

CREATE FUNCTION guidon_v5(namespace uuid, name text) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v5_text'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_v5(namespace uuid, name text)
    IS 'UUID of version 5 (SHA-1) of a name in UTF-8';

CREATE FUNCTION guidon_v5(namespace uuid, name bytea) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v5_bytes'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_v5(namespace uuid, name bytea) IS 'UUID of version 5 (SHA-1) of a name';

CREATE FUNCTION guidon_v8_sha256(namespace uuid, name text) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v8_sha256_text'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_v8_sha256(namespace uuid, name text)
    IS 'UUID of version 8 (SHA-256) of a name in UTF-8';

CREATE FUNCTION guidon_v8_sha256(namespace uuid, name bytea) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v8_sha256_bytes'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_v8_sha256(namespace uuid, name bytea)
    IS 'UUID of version 8 (SHA-256) of a name';

CREATE FUNCTION guidon_namespace_dns() RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_namespace_dns'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION guidon_namespace_dns() IS 'namespace of RFC 9562 for domain names';

CREATE FUNCTION guidon_namespace_url() RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_namespace_url'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION guidon_namespace_url() IS 'namespace of RFC 9562 for URLs';

CREATE FUNCTION guidon_namespace_oid() RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_namespace_oid'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION guidon_namespace_oid() IS 'namespace of RFC 9562 for object identifiers';

CREATE FUNCTION guidon_namespace_x500() RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_namespace_x500'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION guidon_namespace_x500() IS 'namespace of RFC 9562 for X.500 names';

-- Ids from a time, a key and data: the same on every server.

CREATE FUNCTION guidon_derive(at timestamptz, key bytea, data bytea) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_derive_bytes'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_derive(at timestamptz, key bytea, data bytea)
    IS 'UUID of version 7 of a time; its other bits are a hash of time and data with a key '
       'of 32 bytes';

CREATE FUNCTION guidon_derive(at timestamptz, key bytea, data text) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_derive_text'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_derive(at timestamptz, key bytea, data text)
    IS 'UUID of version 7 of a time; its other bits are a hash of time and data in UTF-8 '
       'with a key of 32 bytes';

CREATE FUNCTION guidon_derive(at timestamptz, key bytea, data bigint) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_derive_integer'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_derive(at timestamptz, key bytea, data bigint)
    IS 'UUID of version 7 of a time; its other bits are a hash of time and data in 8 bytes, '
       'big-endian, with a key of 32 bytes';

CREATE FUNCTION guidon_derive(at timestamptz, key bytea, data uuid) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_derive_id'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_derive(at timestamptz, key bytea, data uuid)
    IS 'UUID of version 7 of a time; its other bits are a hash of time and data with a key '
       'of 32 bytes';
