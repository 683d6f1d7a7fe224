-- New ids. All are VOLATILE: each call gives another id.

CREATE FUNCTION guidon_v1() RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v1' LANGUAGE C VOLATILE PARALLEL SAFE;
COMMENT ON FUNCTION guidon_v1() IS 'new UUID of version 1 with a random node';

CREATE FUNCTION guidon_v4() RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v4' LANGUAGE C VOLATILE PARALLEL SAFE;
COMMENT ON FUNCTION guidon_v4() IS 'new random UUID of version 4';

CREATE FUNCTION guidon_v6() RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v6' LANGUAGE C VOLATILE PARALLEL SAFE;
COMMENT ON FUNCTION guidon_v6() IS 'new UUID of version 6, above all that this connection made before';

CREATE FUNCTION guidon_v7() RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v7' LANGUAGE C VOLATILE PARALLEL SAFE;
COMMENT ON FUNCTION guidon_v7() IS 'new UUID of version 7, above all that this connection made before';

CREATE FUNCTION guidon_v7_cluster() RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v7_cluster' LANGUAGE C VOLATILE PARALLEL SAFE;
COMMENT ON FUNCTION guidon_v7_cluster() IS 'new UUID of version 7, above all that any connection made with this function';

CREATE FUNCTION guidon_v4_series(n bigint) RETURNS SETOF uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v4_series' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_v4_series(bigint) IS 'n new random UUIDs of version 4';

CREATE FUNCTION guidon_v7_series(n bigint) RETURNS SETOF uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v7_series' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_v7_series(bigint) IS 'n new UUIDs of version 7 in rising order';
