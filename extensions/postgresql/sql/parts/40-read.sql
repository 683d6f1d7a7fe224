-- What an id holds. The result is NULL if the id has no such field.

CREATE FUNCTION guidon_version_of(id uuid) RETURNS smallint
AS 'MODULE_PATHNAME', 'guidon_pg_version_of'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION guidon_version_of(id uuid) IS 'version of an id of RFC 9562, else NULL';

CREATE FUNCTION guidon_variant_of(id uuid) RETURNS text
AS 'MODULE_PATHNAME', 'guidon_pg_variant_of'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION guidon_variant_of(id uuid) IS 'variant of an id: ncs, rfc, microsoft or future';

CREATE FUNCTION guidon_time_of(id uuid) RETURNS timestamptz
AS 'MODULE_PATHNAME', 'guidon_pg_time_of'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION guidon_time_of(id uuid) IS 'time of an id of version 1, 6 or 7, else NULL';

CREATE FUNCTION guidon_time_us_of(id uuid) RETURNS timestamptz
AS 'MODULE_PATHNAME', 'guidon_pg_time_us_of'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION guidon_time_us_of(id uuid)
    IS 'as guidon_time_of; also reads the fraction that guidon_v7() and uuidv7() write into '
       'version 7';

CREATE FUNCTION guidon_node_of(id uuid) RETURNS macaddr
AS 'MODULE_PATHNAME', 'guidon_pg_node_of'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION guidon_node_of(id uuid) IS 'node of an id of version 1, 2 or 6, else NULL';

CREATE FUNCTION guidon_clock_seq_of(id uuid) RETURNS integer
AS 'MODULE_PATHNAME', 'guidon_pg_clock_seq_of'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION guidon_clock_seq_of(id uuid)
    IS 'clock sequence of an id of version 1, 2 or 6, else NULL';

CREATE FUNCTION guidon_explain(id uuid,
    OUT variant text, OUT version smallint, OUT name text,
    OUT "time" timestamptz, OUT clock_seq integer, OUT node macaddr,
    OUT domain integer, OUT local_id bigint)
AS 'MODULE_PATHNAME', 'guidon_pg_explain'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_explain(uuid) IS 'all fields of an id as a row';

-- Ids as text in every form.

CREATE FUNCTION guidon_format(id uuid, form text) RETURNS text
AS 'MODULE_PATHNAME', 'guidon_pg_format'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_format(id uuid, form text)
    IS 'text of an id in a form; NULL if the id has none in it';

CREATE FUNCTION guidon_parse(id text) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_parse'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_parse(id text)
    IS 'id of a text in a form that needs no name, such as uuid, hex, ulid or urn';

CREATE FUNCTION guidon_parse(id text, form text) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_parse_form'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_parse(id text, form text) IS 'id of a text in one form';

CREATE FUNCTION guidon_parse_reason(id text) RETURNS text
AS 'MODULE_PATHNAME', 'guidon_pg_parse_reason'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_parse_reason(id text)
    IS 'why guidon_parse does not read a text; NULL if it does';

CREATE FUNCTION guidon_parse_reason(id text, form text) RETURNS text
AS 'MODULE_PATHNAME', 'guidon_pg_parse_reason_form'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_parse_reason(id text, form text)
    IS 'why guidon_parse does not read a text in one form; NULL if it does';

CREATE FUNCTION guidon_describe(id text) RETURNS json
AS 'MODULE_PATHNAME', 'guidon_pg_describe'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_describe(id text)
    IS 'what a text could be: an array of readings with all fields and forms';

CREATE FUNCTION guidon_forms() RETURNS SETOF text
AS 'MODULE_PATHNAME', 'guidon_pg_forms'
LANGUAGE C IMMUTABLE PARALLEL SAFE
ROWS 64;
COMMENT ON FUNCTION guidon_forms() IS 'names of the forms of text';
