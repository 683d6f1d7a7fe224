-- The extension moves to another schema, and does not need it in the search path.
CREATE SCHEMA ids;
ALTER EXTENSION guidon SET SCHEMA ids;
SELECT ids.guidon_version_of(ids.guidon_v7()), ids.guidon_in_range('017f22e2-79b0-7cc3-98c4-dc0c0c07398f', '[2022-01-01,2023-01-01)');
SELECT ids.min(id) FROM (VALUES ('017f22e2-79b0-7cc3-98c4-dc0c0c07398f'::uuid), ('00000000-0000-0000-0000-000000000000')) v(id);
SELECT ids.guidon_audit(id)->'rows' FROM ids.guidon_v7_series(3) id;
-- Who reads a view needs no right on the schema.
CREATE ROLE regress_guidon_reader;
CREATE VIEW found AS SELECT ids.guidon_in_range(id, '[2022-01-01,2023-01-01)')
FROM (VALUES ('017f22e2-79b0-7cc3-98c4-dc0c0c07398f'::uuid)) v(id);
GRANT SELECT ON found TO regress_guidon_reader;
SET ROLE regress_guidon_reader;
TABLE found;
RESET ROLE;
DROP VIEW found;
DROP ROLE regress_guidon_reader;
ALTER EXTENSION guidon SET SCHEMA public;
DROP SCHEMA ids;

-- A user who may create objects in a database may install it.
CREATE ROLE regress_guidon_owner;
SELECT format('GRANT CREATE ON DATABASE %I TO regress_guidon_owner', current_database()) \gexec
CREATE SCHEMA owned AUTHORIZATION regress_guidon_owner;
DROP EXTENSION guidon;
SET ROLE regress_guidon_owner;
-- The script runs as a superuser. Functions of the user that fit its calls better than
-- those of the server do not run.
DO $$
DECLARE
    arguments text;
BEGIN
    FOREACH arguments IN ARRAY ARRAY(
        SELECT array_to_string(array_fill('text'::text, ARRAY[n]), ', ') FROM generate_series(1, 12) n)
        || ARRAY['text, text, name, text, text']
    LOOP
        EXECUTE format('CREATE FUNCTION owned.format(%s) RETURNS text LANGUAGE plpgsql
            AS $f$BEGIN RAISE EXCEPTION ''format of %% ran'', current_user; END$f$', arguments);
    END LOOP;
END
$$;
CREATE EXTENSION guidon SCHEMA owned;
SELECT owned.guidon_version_of(owned.guidon_v7());
DROP EXTENSION guidon;
RESET ROLE;
CREATE EXTENSION guidon;
SET client_min_messages = warning;
DROP SCHEMA owned CASCADE;
RESET client_min_messages;
SELECT format('REVOKE CREATE ON DATABASE %I FROM regress_guidon_owner', current_database()) \gexec
DROP ROLE regress_guidon_owner;
-- The script needs PL/pgSQL, and the server says so.
DROP EXTENSION guidon, plpgsql;
CREATE EXTENSION guidon;
CREATE EXTENSION guidon CASCADE;
-- Core's functions keep their comments.
SELECT count(*) FROM pg_proc p WHERE pronamespace = 'pg_catalog'::regnamespace AND obj_description(p.oid, 'pg_proc') ~ 'as in PostgreSQL 1[78]';
