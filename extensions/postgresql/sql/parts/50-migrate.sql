-- Other layouts of an id. An id to which a conversion does not apply is an error.

CREATE FUNCTION guidon_v1_to_v6(id uuid) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_v1_to_v6'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_v1_to_v6(id uuid) IS 'version 1 as version 6, which sorts by time; loses nothing';

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
COMMENT ON FUNCTION guidon_mysql_unswap(id uuid) IS 'id of the bytes of UUID_TO_BIN(id, 1) of MySQL';

CREATE FUNCTION guidon_guid(id uuid) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_guid'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION guidon_guid(id uuid) IS 'bytes of a Microsoft GUID as id, or an id as these bytes';

-- Ids that hide their time from everybody without the key.

CREATE FUNCTION guidon_mask(id uuid, key bytea) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_mask'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_mask(id uuid, key bytea) IS 'version 7 with a hidden time, which looks like version 4 (UUIDv47); key of 16 bytes';

CREATE FUNCTION guidon_unmask(id uuid, key bytea) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_unmask'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_unmask(id uuid, key bytea) IS 'version 7 of a masked id; key of 16 bytes';

CREATE FUNCTION guidon_encrypt(id uuid, key bytea) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_encrypt'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_encrypt(id uuid, key bytea) IS 'version 7 with all bits hidden, as version 8; key of 32 bytes';

CREATE FUNCTION guidon_decrypt(id uuid, key bytea) RETURNS uuid
AS 'MODULE_PATHNAME', 'guidon_pg_decrypt'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION guidon_decrypt(id uuid, key bytea) IS 'version 7 of an encrypted id; key of 32 bytes';

-- Keys of another type. The result is a script, one statement a row; nothing changes
-- until somebody runs it, with the rights of that user. So no name of the script may
-- mean an object of somebody else:
--
-- * The first statement sets the search path to pg_catalog for the transaction, and
--   each function of the script sets it again. Every other name has its schema.
-- * The values of the key are compared by the operator of the primary key's index. An
--   operator outside pg_catalog is taken only for the very types that it is made for.
-- * A cast of a type that a user made may call a function of that user. So such values
--   become text by the output function of the type, which format() calls.
-- * ALTER TABLE evaluates the CHECK constraints of a table as the user who runs it. So
--   all tables must have one owner, and that owner should run the script.
CREATE FUNCTION guidon_migration_plan(target regclass, time_column text)
RETURNS SETOF text
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $plan$
DECLARE
    own text := (SELECT quote_ident(n.nspname) FROM pg_extension e
        JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'guidon');
    -- The column of the primary key: its number, the family of operators of its index,
    -- the operator that it calls equal, and its type without domains.
    key_number int2;
    key_family oid;
    key_equal oid;
    key_type oid;
    key_collation text;
    key_text text;
    time_type regtype;
    time_value text;
    item record;
BEGIN
    -- The primary key has one column.
    SELECT c.conkey[1], o.opcfamily, m.amopopr,
        CASE WHEN a.attcollation NOT IN (0, 'pg_catalog."default"'::regcollation::oid)
            THEN format(' COLLATE %I.%I', cn.nspname, co.collname) ELSE '' END
    INTO key_number, key_family, key_equal, key_collation
    FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    JOIN pg_index i ON i.indexrelid = c.conindid JOIN pg_opclass o ON o.oid = i.indclass[0]
    JOIN pg_amop m ON m.amopfamily = o.opcfamily AND m.amopstrategy = 3
        AND m.amoplefttype = o.opcintype AND m.amoprighttype = o.opcintype
    LEFT JOIN pg_collation co ON co.oid = a.attcollation LEFT JOIN pg_namespace cn ON cn.oid = co.collnamespace
    WHERE c.conrelid = target AND c.contype = 'p' AND cardinality(c.conkey) = 1;
    IF key_number IS NULL THEN
        RAISE invalid_parameter_value USING
            MESSAGE = format('table %s has no primary key of one column', target);
    END IF;

    -- The time of a row.
    SELECT a.atttypid, quote_ident(a.attname) INTO time_type, time_value
    FROM pg_attribute a WHERE a.attrelid = target AND a.attname = time_column
        AND a.attnum > 0 AND NOT a.attisdropped;
    CASE
    WHEN time_type IS NULL THEN
        RAISE undefined_column USING
            MESSAGE = format('table %s has no column "%s"', target, left(time_column, 200));
    WHEN time_type = 'timestamptz'::regtype THEN
        NULL;
    WHEN time_type IN ('timestamp'::regtype, 'date'::regtype) THEN
        time_value := format('(%s::timestamp AT TIME ZONE ''UTC'')', time_value);
    ELSE
        RAISE invalid_parameter_value USING
            MESSAGE = format('column "%s" has type %s', time_column, time_type),
            HINT = 'The column must hold the time of the row: timestamptz, timestamp or date.';
    END CASE;

    -- Every column that holds the key: the foreign keys to it, those to them, and
    -- so on.
    FOR item IN
        WITH RECURSIVE held(rel, col) AS (
            SELECT target::oid, key_number
            UNION
            SELECT c.conrelid, c.conkey[array_position(c.confkey, held.col)]
            FROM held JOIN pg_constraint c ON c.contype = 'f' AND c.confrelid = held.rel
                AND held.col = ANY (c.confkey)),
        -- For a foreign key of or to a partitioned table the server has one for each
        -- partition too, with names of its own. The reader knows that of the table.
        several(id, parent) AS (
            SELECT c.oid, c.conparentid FROM pg_constraint c JOIN held
                ON c.contype = 'f' AND c.confrelid = held.rel AND held.col = ANY (c.confkey)
            WHERE cardinality(c.conkey) > 1
            UNION
            SELECT c.oid, c.conparentid FROM several s JOIN pg_constraint c ON c.oid = s.parent)
        SELECT c.conname, c.conrelid::regclass AS rel
        FROM several s JOIN pg_constraint c ON c.oid = s.id WHERE s.parent = 0 ORDER BY c.conname, c.oid
    LOOP
        RAISE feature_not_supported USING
            MESSAGE = format('foreign key "%s" of table %s has several columns', item.conname, item.rel);
    END LOOP;
    FOR item IN
        WITH RECURSIVE held(rel, col) AS (
            SELECT target::oid, key_number
            UNION
            SELECT c.conrelid, c.conkey[1] FROM held JOIN pg_constraint c
                ON c.contype = 'f' AND c.confrelid = held.rel AND c.confkey[1] = held.col),
        -- With their partitions and the tables that inherit from them.
        changed(rel) AS (
            SELECT held.rel FROM held
            UNION
            SELECT i.inhrelid FROM changed JOIN pg_inherits i ON i.inhparent = changed.rel)
        SELECT t.oid::regclass AS rel, t.relowner::regrole AS owner, k.relowner::regrole AS key_owner
        FROM changed JOIN pg_class t ON t.oid = changed.rel JOIN pg_class k ON k.oid = target
        WHERE t.relowner <> k.relowner
    LOOP
        RAISE feature_not_supported USING
            MESSAGE = format('table %s belongs to %s, and table %s to %s', item.rel, item.owner, target, item.key_owner),
            HINT = 'The script changes tables of one owner. Change the owner of the table, or take it out (drop its foreign key, or detach it) and convert it yourself.';
    END LOOP;

    -- A default of a column that refers to the key is an old key, or an expression that
    -- makes old keys.
    FOR item IN
        WITH RECURSIVE held(rel, col) AS (
            SELECT target::oid, key_number
            UNION
            SELECT c.conrelid, c.conkey[1] FROM held JOIN pg_constraint c
                ON c.contype = 'f' AND c.confrelid = held.rel AND c.confkey[1] = held.col)
        SELECT a.attname, a.attrelid::regclass AS rel, CASE WHEN a.attidentity <> '' THEN 'is an identity column'
            WHEN a.attgenerated <> '' THEN 'is a generated column' ELSE 'has a default' END AS reason
        FROM held JOIN pg_attribute a ON a.attrelid = held.rel AND a.attnum = held.col
        WHERE (a.attidentity <> '' OR a.atthasdef) AND NOT (held.rel = target AND held.col = key_number)
    LOOP
        RAISE feature_not_supported USING
            MESSAGE = format('column "%s" of table %s refers to the key and %s', item.attname, item.rel, item.reason),
            HINT = 'The script cannot convert it. Drop the default, identity or expression of the column, run the script, and set a default of the new keys then.';
    END LOOP;

    -- The server changes no column of a publication's column list or WHERE.
    FOR item IN
        WITH RECURSIVE held(rel, col) AS (
            SELECT target::oid, key_number
            UNION
            SELECT c.conrelid, c.conkey[1] FROM held JOIN pg_constraint c
                ON c.contype = 'f' AND c.confrelid = held.rel AND c.confkey[1] = held.col),
        changed(rel, name) AS (
            SELECT held.rel, a.attname FROM held JOIN pg_attribute a ON a.attrelid = held.rel AND a.attnum = held.col
            UNION
            SELECT i.inhrelid, changed.name FROM changed JOIN pg_inherits i ON i.inhparent = changed.rel)
        SELECT DISTINCT p.pubname, c.name, c.rel::regclass AS rel
        FROM changed c JOIN pg_attribute a ON a.attrelid = c.rel AND a.attname = c.name
        JOIN pg_depend d ON d.classid = 'pg_publication_rel'::regclass AND d.refclassid = 'pg_class'::regclass
            AND d.refobjid = a.attrelid AND d.refobjsubid = a.attnum
        JOIN pg_publication_rel r ON r.oid = d.objid JOIN pg_publication p ON p.oid = r.prpubid
        ORDER BY 1, 2, 3
    LOOP
        RAISE feature_not_supported USING
            MESSAGE = format('publication "%s" names column "%s" of table %s in its column list or WHERE', item.pubname, item.name, item.rel),
            HINT = format('Run ALTER PUBLICATION %I DROP TABLE %s, run the script, and add the table again.', item.pubname, item.rel);
    END LOOP;

    -- What is lost with the constraints that the script makes again: the comment of a
    -- foreign key of a partition, and the states of triggers.
    FOR item IN
        WITH RECURSIVE held(rel, col) AS (
            SELECT target::oid, key_number
            UNION
            SELECT c.conrelid, c.conkey[1] FROM held JOIN pg_constraint c
                ON c.contype = 'f' AND c.confrelid = held.rel AND c.confkey[1] = held.col),
        made(id) AS (
            SELECT c.oid FROM held JOIN pg_constraint c ON c.contype = 'f' AND c.confrelid = held.rel
                AND c.confkey[1] = held.col OR c.contype <> 'f' AND c.conrelid = held.rel AND held.col = ANY (c.conkey)
            UNION
            SELECT c.oid FROM made JOIN pg_constraint c ON c.conparentid = made.id)
        SELECT reason, hint FROM (
            SELECT format('foreign key "%s" of table %s has a comment, and belongs to that of another table', c.conname, c.conrelid::regclass),
                'The script would lose the comment. Keep it, run COMMENT ON CONSTRAINT ... IS NULL, run the script, and set the comment again.'
            FROM made JOIN pg_constraint c ON c.oid = made.id
            WHERE c.contype = 'f' AND c.conparentid <> 0 AND obj_description(c.oid, 'pg_constraint') IS NOT NULL
            UNION ALL
            SELECT format('table %s has triggers of constraint "%s" of table %s that are disabled, or enabled in replicas or always', t.tgrelid::regclass, c.conname, c.conrelid::regclass),
                format('The script would enable them. Run ALTER TABLE %s ENABLE TRIGGER ALL, run the script, and set the states of the triggers again.', t.tgrelid::regclass)
            FROM made JOIN pg_constraint c ON c.oid = made.id JOIN pg_trigger t ON t.tgconstraint = c.oid
            WHERE t.tgisinternal AND t.tgenabled <> 'O') lost(reason, hint)
        ORDER BY reason COLLATE "C"
    LOOP
        RAISE feature_not_supported USING MESSAGE = item.reason, HINT = item.hint;
    END LOOP;

    -- The type of the key, and the key as the data of guidon_derive.
    WITH RECURSIVE base(typ, type_of) AS (
        SELECT a.atttypid, t.typbasetype FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
        WHERE a.attrelid = target AND a.attnum = key_number
        UNION ALL
        SELECT base.type_of, t.typbasetype FROM base JOIN pg_type t ON t.oid = base.type_of)
    SELECT typ INTO key_type FROM base WHERE type_of = 0;
    key_text := (
        SELECT CASE WHEN t.oid IN ('uuid'::regtype, 'bytea'::regtype) THEN format('%I::pg_catalog.%s', a.attname, t.typname)
            WHEN t.oid IN ('smallint'::regtype, 'integer'::regtype, 'bigint'::regtype) THEN format('%I::pg_catalog.int8', a.attname)
            WHEN t.typnamespace = 'pg_catalog'::regnamespace THEN format('%I::pg_catalog.text', a.attname)
            ELSE format('pg_catalog.format(''%%s'', %I)', a.attname) END
        FROM pg_attribute a, pg_type t WHERE a.attrelid = target AND a.attnum = key_number AND t.oid = key_type);

    RETURN NEXT 'BEGIN;';
    RETURN NEXT 'SET LOCAL search_path = pg_catalog, pg_temp;';
    -- The text of a key, from which its id is derived, must not depend on the session.
    RETURN NEXT 'SET LOCAL TimeZone = ''UTC'';';
    RETURN NEXT 'SET LOCAL DateStyle = ''ISO, YMD'';';
    RETURN NEXT 'SET LOCAL IntervalStyle = ''postgres'';';
    RETURN NEXT 'SET LOCAL extra_float_digits = 1;';
    RETURN NEXT 'SET LOCAL lc_monetary = ''C'';';
    RETURN NEXT '-- Set guidon.key before, to 32 secret bytes such as \x.... Keep them: the same key gives the same ids again.';
    FOR item IN
        WITH RECURSIVE held(rel, col) AS (
            SELECT target::oid, key_number
            UNION
            SELECT c.conrelid, c.conkey[1] FROM held JOIN pg_constraint c
                ON c.contype = 'f' AND c.confrelid = held.rel AND c.confkey[1] = held.col),
        base(rel, col, typ, type_of) AS (
            SELECT h.rel, h.col, a.atttypid, t.typbasetype FROM held h
            JOIN pg_attribute a ON a.attrelid = h.rel AND a.attnum = h.col JOIN pg_type t ON t.oid = a.atttypid
            UNION ALL
            SELECT base.rel, base.col, base.type_of, t.typbasetype FROM base JOIN pg_type t ON t.oid = base.type_of),
        columns AS (
            SELECT h.rel, h.col, format('%I.%I', n.nspname, t.relname) AS name, quote_ident(a.attname) AS attribute,
                a.attidentity, a.atthasdef, h.rel = target AND h.col = key_number AS is_key,
                t.relispartition, b.typ, format_type(b.typ, -1) AS type
            FROM held h JOIN pg_class t ON t.oid = h.rel JOIN pg_namespace n ON n.oid = t.relnamespace
            JOIN pg_attribute a ON a.attrelid = h.rel AND a.attnum = h.col
            JOIN base b ON b.rel = h.rel AND b.col = h.col AND b.type_of = 0),
        -- The operator that compares the key with a column of each type; NULL if only one
        -- of another schema, for other types, could.
        types AS (
            SELECT DISTINCT c.typ, c.type, coalesce(
                (SELECT format('%I.%s', n.nspname, o.oprname) FROM pg_amop m JOIN pg_operator o ON o.oid = m.amopopr
                    JOIN pg_namespace n ON n.oid = o.oprnamespace WHERE m.amopfamily = key_family
                    AND m.amopstrategy = 3 AND m.amoplefttype = key_type AND m.amoprighttype = c.typ),
                (SELECT format('pg_catalog.%s', o.oprname) FROM pg_operator o WHERE o.oid = key_equal
                    AND o.oprnamespace = 'pg_catalog'::regnamespace)) AS equal
            FROM columns c),
        foreign_keys AS (
            SELECT DISTINCT c.oid, c.conname, format('%I.%I', n.nspname, t.relname) AS name
            FROM held h JOIN pg_constraint c ON c.contype = 'f' AND c.confrelid = h.rel
                AND c.confkey[1] = h.col AND c.conparentid = 0
            JOIN pg_class t ON t.oid = c.conrelid JOIN pg_namespace n ON n.oid = t.relnamespace),
        -- The server makes extended statistics of a changed column anew, without their target.
        changed(rel, name) AS (
            SELECT h.rel, a.attname FROM held h JOIN pg_attribute a ON a.attrelid = h.rel AND a.attnum = h.col
            UNION
            SELECT i.inhrelid, c.name FROM changed c JOIN pg_inherits i ON i.inhparent = c.rel),
        targets AS (
            SELECT DISTINCT format('%I.%I', n.nspname, s.stxname) AS name, s.stxstattarget AS wanted
            FROM changed c JOIN pg_attribute a ON a.attrelid = c.rel AND a.attname = c.name
            JOIN pg_depend d ON d.classid = 'pg_statistic_ext'::regclass AND d.refclassid = 'pg_class'::regclass
                AND d.refobjid = a.attrelid AND d.refobjsubid = a.attnum
            JOIN pg_statistic_ext s ON s.oid = d.objid JOIN pg_namespace n ON n.oid = s.stxnamespace
            WHERE s.stxstattarget <> -1), -- from PostgreSQL 17 on, NULL is the default
        users AS (
            SELECT DISTINCT d.refobjid, r.ev_class FROM columns c
            JOIN pg_depend d ON d.refclassid = 'pg_class'::regclass AND d.refobjid = c.rel
                AND d.refobjsubid = c.col AND d.classid = 'pg_rewrite'::regclass
            JOIN pg_rewrite r ON r.oid = d.objid WHERE r.ev_class <> c.rel),
        -- The sequences that a serial column owns, and whether anything else uses them.
        sequences AS (
            SELECT DISTINCT format('%I.%I', n.nspname, s.relname) AS name, EXISTS (
                SELECT FROM pg_depend u WHERE u.refclassid = 'pg_class'::regclass AND u.refobjid = s.oid
                    AND u.deptype = 'n' AND NOT EXISTS (SELECT FROM pg_attrdef f JOIN columns k
                        ON k.rel = f.adrelid AND k.col = f.adnum
                        WHERE u.classid = 'pg_attrdef'::regclass AND u.objid = f.oid)) AS shared
            FROM columns c JOIN pg_depend d ON d.refclassid = 'pg_class'::regclass AND d.refobjid = c.rel
                AND d.refobjsubid = c.col AND d.classid = 'pg_class'::regclass AND d.deptype = 'a'
            JOIN pg_class s ON s.oid = d.objid AND s.relkind = 'S' JOIN pg_namespace n ON n.oid = s.relnamespace),
        statements(step, place, statement) AS (
            SELECT 1, format('%I.%I', n.nspname, v.relname),
                -- A name with the end of a line must not end the comment.
                translate(format('-- The view %I.%I uses the key: drop it before, and create it again after.',
                    n.nspname, v.relname), E'\r\n', '  ')
            FROM (SELECT DISTINCT ev_class FROM users) u JOIN pg_class v ON v.oid = u.ev_class
            JOIN pg_namespace n ON n.oid = v.relnamespace
            UNION ALL SELECT 2, '', 'LOCK TABLE ' || string_agg(DISTINCT name, ', ') || ' IN ACCESS EXCLUSIVE MODE' FROM columns
            UNION ALL SELECT 3, '', format('CREATE TABLE pg_temp.guidon_map(old %s%s PRIMARY KEY, new pg_catalog.uuid NOT NULL UNIQUE) ON COMMIT DROP',
                format_type(key_type, -1), key_collation)
            UNION ALL SELECT 4, '', format(
                'INSERT INTO pg_temp.guidon_map SELECT %s, %s.guidon_derive(%s, pg_catalog.current_setting(''guidon.key'')::pg_catalog.bytea, %s) FROM %s',
                attribute, own, time_value, key_text, name)
            FROM columns WHERE is_key
            UNION ALL SELECT 5, type, CASE WHEN equal IS NOT NULL THEN format('CREATE FUNCTION pg_temp.guidon_new_id(%s) RETURNS pg_catalog.uuid LANGUAGE plpgsql STABLE STRICT '
                || 'SET search_path = pg_catalog, pg_temp AS '
                || '$map$DECLARE made pg_catalog.uuid; BEGIN SELECT m.new INTO made FROM pg_temp.guidon_map m WHERE m.old OPERATOR(%s) $1%s; '
                || 'IF NOT FOUND THEN RAISE foreign_key_violation USING MESSAGE = pg_catalog.format(''no row has the key %%s'', $1); END IF; '
                || 'RETURN made; END$map$', type, equal, key_collation) END
            FROM types
            UNION ALL SELECT 6, name || conname, format('ALTER TABLE %s DROP CONSTRAINT %I', name, conname) FROM foreign_keys
            UNION ALL SELECT 7, name, format('ALTER TABLE %s ALTER COLUMN %s DROP %s', name, attribute,
                CASE WHEN attidentity <> '' THEN 'IDENTITY' ELSE 'DEFAULT' END)
            FROM columns WHERE (attidentity <> '' OR atthasdef) AND NOT relispartition
            UNION ALL SELECT 8, name, format(CASE WHEN shared THEN 'ALTER SEQUENCE %s OWNED BY NONE' ELSE 'DROP SEQUENCE %s' END, name)
            FROM sequences
            UNION ALL SELECT 9, name || attribute, format('ALTER TABLE %s ALTER COLUMN %s TYPE pg_catalog.uuid USING pg_temp.guidon_new_id(%s::%s)',
                name, attribute, attribute, type)
            FROM columns WHERE NOT relispartition
            UNION ALL SELECT 10, '', format('ALTER TABLE %s ALTER COLUMN %s SET DEFAULT %s.guidon_v7()', name, attribute, own)
            FROM columns WHERE is_key
            UNION ALL SELECT 11, name || conname, format('ALTER TABLE %s ADD CONSTRAINT %I %s', name, conname, pg_get_constraintdef(oid))
            FROM foreign_keys
            UNION ALL SELECT 12, name || conname, format('COMMENT ON CONSTRAINT %I ON %s IS %L', conname, name, obj_description(oid, 'pg_constraint'))
            FROM foreign_keys WHERE obj_description(oid, 'pg_constraint') IS NOT NULL
            UNION ALL SELECT 13, type, format('DROP FUNCTION pg_temp.guidon_new_id(%s)', type) FROM types
            UNION ALL SELECT 14, name, format('ALTER STATISTICS %s SET STATISTICS %s', name, wanted) FROM targets
            UNION ALL SELECT 15, '', 'ANALYZE ' || string_agg(DISTINCT name, ', ') FROM columns
            UNION ALL SELECT 16, '', 'COMMIT')
        SELECT step, place, statement FROM statements ORDER BY step, place COLLATE "C"
    LOOP
        IF item.statement IS NULL THEN
            RAISE feature_not_supported USING
                MESSAGE = format('no operator = of the primary key of table %s compares it with a column of type %s', target, item.place),
                HINT = 'Change the type of the foreign keys to that of the primary key.';
        END IF;
        RETURN NEXT item.statement || CASE WHEN item.statement LIKE '--%' THEN '' ELSE ';' END;
    END LOOP;
END
$plan$;
COMMENT ON FUNCTION guidon_migration_plan(regclass, text) IS 'script that changes the primary key of a table, and every foreign key to it, to version 7 by guidon_derive';
