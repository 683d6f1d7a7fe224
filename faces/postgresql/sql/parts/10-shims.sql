\echo Use "CREATE EXTENSION guidon" to load this file. \quit

-- The functions of PostgreSQL 17 and 18, with the same names and results, on
-- every server. A server that has them prefers its own, which are in pg_catalog.
-- They exist there too, because a dump of an older server names them with the
-- schema of this extension.

CREATE FUNCTION uuidv4() RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v4'
LANGUAGE C VOLATILE PARALLEL SAFE;
COMMENT ON FUNCTION uuidv4() IS 'new random UUID of version 4, as in PostgreSQL 18';

CREATE FUNCTION uuidv7() RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v7'
LANGUAGE C VOLATILE PARALLEL SAFE;
COMMENT ON FUNCTION uuidv7() IS 'new UUID of version 7, as in PostgreSQL 18';

CREATE FUNCTION uuidv7(shift interval) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v7_shifted'
LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidv7(shift interval) IS 'new UUID of version 7 whose time is shifted, as in PostgreSQL 18';

CREATE FUNCTION uuid_extract_timestamp(id uuid) RETURNS timestamptz
AS 'MODULE_PATHNAME', 'guidon_pg_extract_timestamp'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuid_extract_timestamp(id uuid) IS 'time of a UUID of version 1 or 7, as in PostgreSQL 18';

CREATE FUNCTION uuid_extract_version(id uuid) RETURNS smallint
AS 'MODULE_PATHNAME', 'guidon_pg_version'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuid_extract_version(id uuid) IS 'version of a UUID, as in PostgreSQL 17';

CREATE FUNCTION guidon_smaller(uuid, uuid) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_smaller'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION guidon_smaller(uuid, uuid) IS 'the smaller of two ids; min(uuid) uses it';

CREATE FUNCTION guidon_larger(uuid, uuid) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_larger'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION guidon_larger(uuid, uuid) IS 'the larger of two ids; max(uuid) uses it';

CREATE AGGREGATE min(uuid) (
    SFUNC = guidon_smaller, STYPE = uuid, COMBINEFUNC = guidon_smaller,
    SORTOP = OPERATOR(pg_catalog.<), PARALLEL = SAFE);
COMMENT ON AGGREGATE min(uuid) IS 'smallest id; uses an index if there is one';

CREATE AGGREGATE max(uuid) (
    SFUNC = guidon_larger, STYPE = uuid, COMBINEFUNC = guidon_larger,
    SORTOP = OPERATOR(pg_catalog.>), PARALLEL = SAFE);
COMMENT ON AGGREGATE max(uuid) IS 'largest id; uses an index if there is one';
