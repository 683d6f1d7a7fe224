-- The names that the functions have in the server and in other extensions. Programs that
-- were written for those find them here; all other functions begin with guidon_.

-- The functions of PostgreSQL 17 and 18, with the same names and results, on
-- every server. A server that has them prefers its own, which are in pg_catalog.
-- They exist there too, because a dump of an older server names them with the
-- schema of this extension.

CREATE FUNCTION uuidv4() RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v4'
LANGUAGE C VOLATILE PARALLEL SAFE;

CREATE FUNCTION uuidv7() RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v7'
LANGUAGE C VOLATILE PARALLEL SAFE;

CREATE FUNCTION uuidv7(shift interval) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v7_shifted'
LANGUAGE C VOLATILE STRICT PARALLEL SAFE;

CREATE FUNCTION uuid_extract_timestamp(id uuid) RETURNS timestamptz
AS 'MODULE_PATHNAME', 'guidon_pg_extract_timestamp'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE FUNCTION uuid_extract_version(id uuid) RETURNS smallint
AS 'MODULE_PATHNAME', 'guidon_pg_version_of'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

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

CREATE AGGREGATE max(uuid) (
    SFUNC = guidon_larger, STYPE = uuid, COMBINEFUNC = guidon_larger,
    SORTOP = OPERATOR(pg_catalog.>), PARALLEL = SAFE);

-- Comments with the schema, because a name alone may mean core's function.
DO $do$
DECLARE
    item record;
BEGIN
    FOR item IN VALUES
        ('FUNCTION', 'uuidv4()',
            'new random UUID of version 4, as in PostgreSQL 18'),
        ('FUNCTION', 'uuidv7()',
            'new UUID of version 7, as in PostgreSQL 18'),
        ('FUNCTION', 'uuidv7(shift interval)',
            'new UUID of version 7 whose time is shifted, as in PostgreSQL 18'),
        ('FUNCTION', 'uuid_extract_timestamp(id uuid)',
            'time of a UUID of version 1 or 7, as in PostgreSQL 18'),
        ('FUNCTION', 'uuid_extract_version(id uuid)',
            'version of a UUID, as in PostgreSQL 17'),
        ('AGGREGATE', 'min(uuid)',
            'smallest id; uses an index if there is one'),
        ('AGGREGATE', 'max(uuid)',
            'largest id; uses an index if there is one')
    LOOP
        EXECUTE pg_catalog.format('COMMENT ON %s %I.%s IS %L',
            item.column1, pg_catalog.current_schema(), item.column2, item.column3);
    END LOOP;
END
$do$;

-- The names and signatures that pg_partman 5 expects.

CREATE FUNCTION uuid7_time_encoder(ts timestamptz) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_floor'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuid7_time_encoder(ts timestamptz) IS 'first id of a partition, for pg_partman';

CREATE FUNCTION uuid7_time_decoder(uuidv7 text) RETURNS timestamptz
AS 'MODULE_PATHNAME', 'guidon_pg_partman_decoder'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid7_time_decoder(uuidv7 text)
    IS 'time of the bound of a partition, for pg_partman';

-- The names of pgx_ulid.

CREATE FUNCTION gen_ulid() RETURNS ulid
AS 'MODULE_PATHNAME', 'guidon_pg_ulid' LANGUAGE C VOLATILE PARALLEL SAFE;
COMMENT ON FUNCTION gen_ulid() IS 'guidon_ulid() under the name that pgx_ulid gives it';

CREATE FUNCTION gen_monotonic_ulid() RETURNS ulid
AS 'MODULE_PATHNAME', 'guidon_pg_ulid_cluster' LANGUAGE C VOLATILE PARALLEL SAFE;
COMMENT ON FUNCTION gen_monotonic_ulid()
    IS 'guidon_ulid_cluster() under the name that pgx_ulid gives it';
