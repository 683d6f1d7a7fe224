-- Bounds of a time, for conditions on a key: id >= guidon_floor(a) AND
-- id < guidon_floor(b). They saturate: Nil before the first time, Max after the
-- last.

CREATE FUNCTION guidon_floor(at timestamptz) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_floor'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION guidon_floor(at timestamptz)
    IS 'smallest id of a millisecond: time, then zeros; for version 7 and ULID';

CREATE FUNCTION guidon_ceil(at timestamptz) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_ceil'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION guidon_ceil(at timestamptz)
    IS 'largest id of a millisecond: time, then ones; for version 7 and ULID';

CREATE FUNCTION guidon_v7_floor(at timestamptz) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v7_floor'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION guidon_v7_floor(at timestamptz)
    IS 'smallest UUID of version 7 of a millisecond';

CREATE FUNCTION guidon_v7_ceil(at timestamptz) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v7_ceil'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION guidon_v7_ceil(at timestamptz) IS 'largest UUID of version 7 of a millisecond';

CREATE FUNCTION guidon_v6_floor(at timestamptz) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v6_floor'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION guidon_v6_floor(at timestamptz)
    IS 'smallest UUID of version 6 of a microsecond';

CREATE FUNCTION guidon_v6_ceil(at timestamptz) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v6_ceil'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION guidon_v6_ceil(at timestamptz) IS 'largest UUID of version 6 of a microsecond';

CREATE FUNCTION guidon_range_low(times tstzrange) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_range_low'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION guidon_range_low(times tstzrange)
    IS 'smallest id of a range of times; above guidon_range_high(times) if the range has no '
       'ids';

CREATE FUNCTION guidon_range_high(times tstzrange) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_range_high'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION guidon_range_high(times tstzrange)
    IS 'largest id of a range of times; Nil if the range has no ids';

CREATE FUNCTION guidon_range_support(internal) RETURNS internal
AS 'MODULE_PATHNAME', 'guidon_pg_range_support'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_range_support(internal)
    IS 'planner support: replaces guidon_in_range and guidon_ulid_in_range by two comparisons';

-- The planner replaces a call by two comparisons, which use an index and prune
-- partitions. A body in SQL would do the same, but before PostgreSQL 14 it would find
-- functions and operators by the search path of the caller.
CREATE FUNCTION guidon_in_range(id uuid, times tstzrange) RETURNS boolean
AS 'MODULE_PATHNAME', 'guidon_pg_in_range'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF
SUPPORT guidon_range_support;
COMMENT ON FUNCTION guidon_in_range(id uuid, times tstzrange)
    IS 'is the time of an id of version 7 or of a ULID in a range?';
