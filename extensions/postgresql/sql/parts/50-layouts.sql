-- Other layouts of an id. An id to which a conversion does not apply is an error.

CREATE FUNCTION guidon_v1_to_v6(id uuid) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v1_to_v6'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_v1_to_v6(id uuid) IS
    'version 1 as version 6, which sorts by time; loses nothing';

CREATE FUNCTION guidon_v6_to_v1(id uuid) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v6_to_v1'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_v6_to_v1(id uuid) IS 'version 6 as version 1; loses nothing';

CREATE FUNCTION guidon_mysql_swap(id uuid) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_mysql_swap'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION guidon_mysql_swap(id uuid) IS 'bytes of UUID_TO_BIN(id, 1) of MySQL';

CREATE FUNCTION guidon_mysql_unswap(id uuid) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_mysql_unswap'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION guidon_mysql_unswap(id uuid) IS
    'id of the bytes of UUID_TO_BIN(id, 1) of MySQL';

CREATE FUNCTION guidon_guid(id uuid) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_guid'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION guidon_guid(id uuid) IS
    'bytes of a Microsoft GUID as id, or an id as these bytes';

-- Ids that hide their time from everybody without the key.

CREATE FUNCTION guidon_mask(id uuid, key bytea) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_mask'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_mask(id uuid, key bytea) IS
    'version 7 with a hidden time, which looks like version 4 (UUIDv47); key of 16 bytes';

CREATE FUNCTION guidon_unmask(id uuid, key bytea) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_unmask'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_unmask(id uuid, key bytea) IS
    'version 7 of a masked id; key of 16 bytes';

CREATE FUNCTION guidon_encrypt(id uuid, key bytea) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_encrypt'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_encrypt(id uuid, key bytea) IS
    'version 7 with all bits hidden, as version 8; key of 32 bytes';

CREATE FUNCTION guidon_decrypt(id uuid, key bytea) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_decrypt'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_decrypt(id uuid, key bytea) IS
    'version 7 of an encrypted id; key of 32 bytes';
