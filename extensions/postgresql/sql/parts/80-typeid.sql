-- Type typeid: a prefix that names a type, and a uuid.
--
-- A value is stored as its prefix, a zero byte and 16 bytes. Compared as bytes,
-- values sort as their texts do. So the functions of the server for bytea compare
-- and hash the type.

CREATE TYPE typeid;

CREATE FUNCTION typeid_in(cstring) RETURNS typeid
AS 'MODULE_PATHNAME', 'guidon_pg_typeid_in' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_in(cstring) IS 'I/O';

CREATE FUNCTION typeid_out(typeid) RETURNS cstring
AS 'MODULE_PATHNAME', 'guidon_pg_typeid_out' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_out(typeid) IS 'I/O';

CREATE FUNCTION typeid_recv(internal) RETURNS typeid
AS 'MODULE_PATHNAME', 'guidon_pg_typeid_recv' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_recv(internal) IS 'I/O';

CREATE FUNCTION typeid_send(typeid) RETURNS bytea
AS 'MODULE_PATHNAME', 'guidon_pg_typeid_send' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_send(typeid) IS 'I/O';

CREATE TYPE typeid (
  INPUT = typeid_in, OUTPUT = typeid_out, RECEIVE = typeid_recv, SEND = typeid_send,
  LIKE = bytea, STORAGE = main);
COMMENT ON TYPE typeid
    IS 'TypeID: a prefix, "_" and a uuid as 26 characters, such as '
       'user_01h455vb4pex5vsknk084sn02q';

CREATE FUNCTION guidon_typeid(prefix text, id uuid) RETURNS typeid
AS 'MODULE_PATHNAME', 'guidon_pg_typeid' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_typeid(text, uuid)
    IS 'TypeID of a prefix, which may be empty, and a uuid';

CREATE FUNCTION guidon_typeid(prefix text) RETURNS typeid
AS 'MODULE_PATHNAME', 'guidon_pg_new_typeid' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_typeid(text)
    IS 'new TypeID with a UUID of version 7, above all of this prefix that the same server '
       'process made before';

CREATE FUNCTION guidon_typeid_prefix_of(typeid) RETURNS text
AS 'MODULE_PATHNAME', 'guidon_pg_typeid_prefix_of' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_typeid_prefix_of(typeid)
    IS 'prefix of a TypeID; the empty text if it has none';

CREATE FUNCTION guidon_typeid_uuid_of(typeid) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_typeid_uuid_of' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_typeid_uuid_of(typeid) IS 'uuid of a TypeID';

-- Operators.

DO $do$
DECLARE
  op record;
BEGIN
  FOR op IN
    SELECT * FROM (VALUES
      ('eq', '=',  '=',  '<>', 'eqsel',       'eqjoinsel',       ', HASHES, MERGES', 'equal'),
      ('ne', '<>', '<>', '=',  'neqsel',      'neqjoinsel',      '', 'not equal'),
      ('lt', '<',  '>',  '>=', 'scalarltsel', 'scalarltjoinsel', '', 'less than'),
      ('le', '<=', '>=', '>',  'scalarlesel', 'scalarlejoinsel', '', 'less than or equal'),
      ('gt', '>',  '<',  '<=', 'scalargtsel', 'scalargtjoinsel', '', 'greater than'),
      ('ge', '>=', '<=', '<',  'scalargesel', 'scalargejoinsel', '', 'greater than or equal'))
      v(name, op, commutator, negator, restrict, join_, traits, meaning)
  LOOP
    EXECUTE pg_catalog.format('CREATE FUNCTION typeid_%s(typeid, typeid) RETURNS bool AS %L '
        'LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF',
      op.name, 'bytea' || op.name);
    EXECUTE pg_catalog.format('COMMENT ON FUNCTION typeid_%s(typeid, typeid) IS %L',
      op.name, 'implementation of ' || op.op || ' operator');
    EXECUTE pg_catalog.format(
        'CREATE OPERATOR %s (LEFTARG = typeid, RIGHTARG = typeid, FUNCTION = typeid_%s, '
        'COMMUTATOR = %s, NEGATOR = %s, RESTRICT = %s, JOIN = %s%s)',
      op.op, op.name, op.commutator, op.negator, op.restrict, op.join_, op.traits);
    EXECUTE pg_catalog.format('COMMENT ON OPERATOR %s (typeid, typeid) IS %L', op.op, op.meaning);
  END LOOP;
END
$do$;

-- Index support.

CREATE FUNCTION typeid_cmp(typeid, typeid) RETURNS int4
AS 'byteacmp' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION typeid_cmp(typeid, typeid) IS 'less-equal-greater';

CREATE FUNCTION typeid_hash(typeid) RETURNS int4
AS 'hashvarlena' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_hash(typeid) IS 'hash';

CREATE FUNCTION typeid_hash_extended(typeid, int8) RETURNS int8
AS 'hashvarlenaextended' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_hash_extended(typeid, int8) IS 'hash';

CREATE OPERATOR FAMILY typeid_ops USING btree;
COMMENT ON OPERATOR FAMILY typeid_ops USING btree
    IS 'typeid, in the order of its text in collation "C"';

CREATE OPERATOR CLASS typeid_ops DEFAULT FOR TYPE typeid USING btree FAMILY typeid_ops AS
  OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
  FUNCTION 1 typeid_cmp(typeid, typeid),
  FUNCTION 2 (typeid, typeid) bytea_sortsupport(internal),
  FUNCTION 4 (typeid, typeid) btequalimage(oid);
COMMENT ON OPERATOR CLASS typeid_ops USING btree
    IS 'typeid, in the order of its text in collation "C"';

CREATE OPERATOR FAMILY typeid_ops USING hash;
COMMENT ON OPERATOR FAMILY typeid_ops USING hash IS 'typeid, by its bytes';

CREATE OPERATOR CLASS typeid_ops DEFAULT FOR TYPE typeid USING hash FAMILY typeid_ops AS
  OPERATOR 1 =,
  FUNCTION 1 typeid_hash(typeid),
  FUNCTION 2 typeid_hash_extended(typeid, int8);
COMMENT ON OPERATOR CLASS typeid_ops USING hash IS 'typeid, by its bytes';

-- Aggregates. SORTOP lets the server read one end of an index.

CREATE FUNCTION typeid_smaller(typeid, typeid) RETURNS typeid
AS 'MODULE_PATHNAME', 'guidon_pg_typeid_smaller'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION typeid_smaller(typeid, typeid) IS 'smaller of two';

CREATE FUNCTION typeid_larger(typeid, typeid) RETURNS typeid
AS 'MODULE_PATHNAME', 'guidon_pg_typeid_larger' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION typeid_larger(typeid, typeid) IS 'larger of two';

CREATE AGGREGATE min(typeid) (
  SFUNC = typeid_smaller, STYPE = typeid, SORTOP = <, COMBINEFUNC = typeid_smaller,
  PARALLEL = SAFE);
COMMENT ON AGGREGATE min(typeid) IS 'minimum value of all typeid input values';

CREATE AGGREGATE max(typeid) (
  SFUNC = typeid_larger, STYPE = typeid, SORTOP = >, COMBINEFUNC = typeid_larger, PARALLEL = SAFE);
COMMENT ON AGGREGATE max(typeid) IS 'maximum value of all typeid input values';
