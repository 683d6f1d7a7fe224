-- An aggregate that describes the ids of a column, in bounded memory.

CREATE FUNCTION guidon_audit_step(internal, uuid) RETURNS internal
AS 'MODULE_PATHNAME', 'guidon_pg_audit_step'
LANGUAGE C IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION guidon_audit_step(internal, uuid) IS 'part of guidon_audit(uuid)';

CREATE FUNCTION guidon_audit_step(internal, uuid, bigint) RETURNS internal
AS 'MODULE_PATHNAME', 'guidon_pg_audit_step'
LANGUAGE C IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION guidon_audit_step(internal, uuid, bigint)
    IS 'part of guidon_audit(uuid, bigint)';

CREATE FUNCTION guidon_audit_combine(internal, internal) RETURNS internal
AS 'MODULE_PATHNAME', 'guidon_pg_audit_combine'
LANGUAGE C IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION guidon_audit_combine(internal, internal) IS 'part of guidon_audit(uuid)';

CREATE FUNCTION guidon_audit_serialize(internal) RETURNS bytea
AS 'MODULE_PATHNAME', 'guidon_pg_audit_serialize'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_audit_serialize(internal) IS 'part of guidon_audit(uuid)';

CREATE FUNCTION guidon_audit_deserialize(bytea, internal) RETURNS internal
AS 'MODULE_PATHNAME', 'guidon_pg_audit_deserialize'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_audit_deserialize(bytea, internal) IS 'part of guidon_audit(uuid)';

CREATE FUNCTION guidon_audit_report(internal) RETURNS jsonb
AS 'MODULE_PATHNAME', 'guidon_pg_audit_report'
LANGUAGE C IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION guidon_audit_report(internal) IS 'part of guidon_audit(uuid)';

CREATE AGGREGATE guidon_audit(uuid) (
    SFUNC = guidon_audit_step, STYPE = internal, SSPACE = 4096,
    FINALFUNC = guidon_audit_report, COMBINEFUNC = guidon_audit_combine,
    SERIALFUNC = guidon_audit_serialize,
    DESERIALFUNC = guidon_audit_deserialize, PARALLEL = SAFE);
COMMENT ON AGGREGATE guidon_audit(uuid)
    IS 'kinds, times, order, duplicates and weak bits of ids, as jsonb';

-- Without a combine function, because a state of so many ids may exceed the 1 GB
-- that a worker can send.
CREATE AGGREGATE guidon_audit(uuid, bigint) (
    SFUNC = guidon_audit_step, STYPE = internal, SSPACE = 4096,
    FINALFUNC = guidon_audit_report, PARALLEL = SAFE);
COMMENT ON AGGREGATE guidon_audit(uuid, bigint)
    IS 'the same, with duplicates that are exact up to so many different ids';
