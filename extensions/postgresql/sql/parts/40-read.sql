-- What an id holds. The result is NULL if the id has no such field.

CREATE FUNCTION guidon_version(id uuid) RETURNS smallint
AS 'MODULE_PATHNAME', 'guidon_pg_version'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION guidon_version(id uuid) IS 'version of an id of RFC 9562, else NULL';

CREATE FUNCTION guidon_variant(id uuid) RETURNS text
AS 'MODULE_PATHNAME', 'guidon_pg_variant'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION guidon_variant(id uuid) IS 'variant of an id: ncs, rfc, microsoft or future';

CREATE FUNCTION guidon_time(id uuid) RETURNS timestamptz
AS 'MODULE_PATHNAME', 'guidon_pg_time'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION guidon_time(id uuid) IS 'time of an id of version 1, 6 or 7, else NULL';

CREATE FUNCTION guidon_time_us(id uuid) RETURNS timestamptz
AS 'MODULE_PATHNAME', 'guidon_pg_time_us'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION guidon_time_us(id uuid) IS 'as guidon_time; also reads the fraction that guidon_v7() and uuidv7() write into version 7';

CREATE FUNCTION guidon_node(id uuid) RETURNS macaddr
AS 'MODULE_PATHNAME', 'guidon_pg_node'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION guidon_node(id uuid) IS 'node of an id of version 1, 2 or 6, else NULL';

CREATE FUNCTION guidon_clock_seq(id uuid) RETURNS integer
AS 'MODULE_PATHNAME', 'guidon_pg_clock_seq'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION guidon_clock_seq(id uuid) IS 'clock sequence of an id of version 1, 2 or 6, else NULL';

CREATE FUNCTION guidon_explain(id uuid,
    OUT variant text, OUT version smallint, OUT name text,
    OUT "time" timestamptz, OUT clock_seq integer, OUT node macaddr,
    OUT domain integer, OUT local_id bigint)
AS 'MODULE_PATHNAME', 'guidon_pg_explain'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_explain(uuid) IS 'all fields of an id as a row';

-- Ids as text in every form.

CREATE FUNCTION guidon_text(id uuid, form text) RETURNS text
AS 'MODULE_PATHNAME', 'guidon_pg_text'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_text(id uuid, form text) IS 'text of an id in a form; NULL if the id has none in it';

CREATE FUNCTION guidon_read(id text) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_read'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_read(id text) IS 'id of a text in a form that needs no name, such as uuid, hex, ulid or urn';

CREATE FUNCTION guidon_read(id text, form text) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_read_form'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_read(id text, form text) IS 'id of a text in one form';

CREATE FUNCTION guidon_forms() RETURNS SETOF text
AS 'MODULE_PATHNAME', 'guidon_pg_forms'
LANGUAGE C IMMUTABLE PARALLEL SAFE
ROWS 64;
COMMENT ON FUNCTION guidon_forms() IS 'names of the forms of text';
