-- Version 8 with a prefix before the time. The ids are unique in one database that
-- checks the key. The number of bits is a property of a table for ever.

CREATE FUNCTION guidon_v8_append(prefix_bits int DEFAULT 20) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v8_append'
LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_v8_append(prefix_bits int)
    IS 'new UUID of version 8 that sorts after nearly all random ids; unique in one database '
       'that checks the key';

CREATE FUNCTION guidon_v8_append_at(at timestamptz, prefix_bits int DEFAULT 20) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v8_append_at'
LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_v8_append_at(at timestamptz, prefix_bits int)
    IS 'the same of a time, which may be in the past; error 22003 outside 1970 to 2527';

CREATE FUNCTION guidon_v8_sharded(shard int, shard_bits int) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v8_sharded'
LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_v8_sharded(shard int, shard_bits int)
    IS 'new UUID of version 8 that begins with a shard of 0 to 10 bits; unique in one '
       'database that checks the key';

CREATE FUNCTION guidon_v8_sharded_at(at timestamptz, shard int, shard_bits int) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v8_sharded_at'
LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_v8_sharded_at(at timestamptz, shard int, shard_bits int)
    IS 'the same of a time, which may be in the past; error 22003 outside 1970 to 2527';

CREATE FUNCTION guidon_v8_append_floor(at timestamptz, prefix_bits int DEFAULT 20) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v8_append_floor'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_v8_append_floor(at timestamptz, prefix_bits int)
    IS 'smallest id of guidon_v8_append of a time; of -infinity, the smallest of all';

CREATE FUNCTION guidon_v8_floor(at timestamptz, prefix int, prefix_bits int) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v8_floor'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_v8_floor(at timestamptz, prefix int, prefix_bits int)
    IS 'smallest id with a prefix of a microsecond';

CREATE FUNCTION guidon_v8_ceil(at timestamptz, prefix int, prefix_bits int) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v8_ceil'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_v8_ceil(at timestamptz, prefix int, prefix_bits int)
    IS 'largest id with a prefix of a microsecond';

CREATE FUNCTION guidon_v8_ranges("from" timestamptz, "to" timestamptz, shard_bits int)
RETURNS TABLE(shard int, low uuid, high uuid)
AS 'MODULE_PATHNAME', 'guidon_pg_v8_ranges'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE
ROWS 16;
COMMENT ON FUNCTION guidon_v8_ranges("from" timestamptz, "to" timestamptz, shard_bits int)
    IS 'first and last id of a span of time in each shard, both included';

CREATE FUNCTION guidon_v8_prefix_of(id uuid, prefix_bits int) RETURNS int
AS 'MODULE_PATHNAME', 'guidon_pg_v8_prefix_of'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_v8_prefix_of(id uuid, prefix_bits int)
    IS 'prefix of an id of version 8 that has one of so many bits; else NULL or any number';

CREATE FUNCTION guidon_prefixed_time_of(id uuid, prefix_bits int) RETURNS timestamptz
AS 'MODULE_PATHNAME', 'guidon_pg_prefixed_time_of'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_prefixed_time_of(id uuid, prefix_bits int)
    IS 'time of an id of version 8 that has a prefix of so many bits; else NULL or any time';

CREATE FUNCTION guidon_shard_of(data bytea, shard_bits int) RETURNS int
AS 'MODULE_PATHNAME', 'guidon_pg_shard_of_bytes'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_shard_of(data bytea, shard_bits int)
    IS 'shard of bytes, always the same';

CREATE FUNCTION guidon_shard_of(data text, shard_bits int) RETURNS int
AS 'MODULE_PATHNAME', 'guidon_pg_shard_of_text'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_shard_of(data text, shard_bits int)
    IS 'shard of a text in UTF-8, always the same';
