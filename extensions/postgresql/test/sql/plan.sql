-- A script that gives a table and all that refers to it keys of version 7.
CREATE SCHEMA "Shop";
CREATE TABLE "Shop".customer(id bigserial PRIMARY KEY, name text, "Created" timestamptz NOT NULL);
CREATE TABLE "Shop"."order"(id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    customer_id bigint NOT NULL REFERENCES "Shop".customer ON DELETE CASCADE, friend bigint REFERENCES "Shop".customer(id));
CREATE TABLE "Shop".profile(customer_id bigint PRIMARY KEY REFERENCES "Shop".customer DEFERRABLE, note text);
CREATE TABLE "Shop".picture(profile bigint REFERENCES "Shop".profile);
ALTER TABLE "Shop".customer ADD parent bigint REFERENCES "Shop".customer;
INSERT INTO "Shop".customer(name, "Created", parent)
SELECT 'c' || n, '2026-01-01 00:00+00'::timestamptz + n * interval '1 hour', nullif(n / 2, 0) FROM generate_series(1, 100) n;
INSERT INTO "Shop"."order"(customer_id, friend) SELECT 1 + n % 100, CASE WHEN n % 3 = 0 THEN 1 + n % 7 END FROM generate_series(1, 300) n;
INSERT INTO "Shop".profile SELECT id, 'note ' || name FROM "Shop".customer WHERE id % 2 = 0;
INSERT INTO "Shop".picture SELECT customer_id FROM "Shop".profile;
CREATE TEMP TABLE before AS
SELECT c.name, p.name AS parent, count(DISTINCT o.id) AS orders, min(f.name) AS friend, min(r.note) AS note, count(pic) AS pictures
FROM "Shop".customer c LEFT JOIN "Shop".customer p ON p.id = c.parent LEFT JOIN "Shop"."order" o ON o.customer_id = c.id
LEFT JOIN "Shop".customer f ON f.id = o.friend LEFT JOIN "Shop".profile r ON r.customer_id = c.id
LEFT JOIN "Shop".picture pic ON pic.profile = r.customer_id GROUP BY 1, 2;
SELECT guidon_migration_plan('"Shop".customer', 'Created');

-- Run it: rows, times and references are the same, and a new row gets a new id.
SET guidon.key = '\x0101010101010101010101010101010101010101010101010101010101010101';
\set ECHO none
SELECT guidon_migration_plan('"Shop".customer', 'Created') \gexec
\set ECHO all
CREATE TEMP TABLE after AS
SELECT c.name, p.name AS parent, count(DISTINCT o.id) AS orders, min(f.name) AS friend, min(r.note) AS note, count(pic) AS pictures
FROM "Shop".customer c LEFT JOIN "Shop".customer p ON p.id = c.parent LEFT JOIN "Shop"."order" o ON o.customer_id = c.id
LEFT JOIN "Shop".customer f ON f.id = o.friend LEFT JOIN "Shop".profile r ON r.customer_id = c.id
LEFT JOIN "Shop".picture pic ON pic.profile = r.customer_id GROUP BY 1, 2;
(TABLE before EXCEPT TABLE after) UNION ALL (TABLE after EXCEPT TABLE before);
SELECT count(*), count(*) FILTER (WHERE guidon_time_of(id) = "Created" AND guidon_version_of(id) = 7) FROM "Shop".customer;
SELECT conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated FROM pg_constraint
WHERE contype = 'f' AND confrelid IN ('"Shop".customer'::regclass, '"Shop".profile'::regclass) ORDER BY conname COLLATE "C";
INSERT INTO "Shop".customer(name, "Created") VALUES ('new', now()) RETURNING guidon_version_of(id);
INSERT INTO "Shop"."order"(customer_id) VALUES ('017f22e2-79b0-7cc3-98c4-dc0c0c07398f');

-- The same keys give the same ids under all settings of a session.
CREATE TABLE one_time(id timestamptz PRIMARY KEY, t timestamptz);
INSERT INTO one_time VALUES ('2024-01-01 00:00+00', '2024-01-01 00:00+00');
CREATE TABLE other_time AS TABLE one_time;
ALTER TABLE other_time ADD PRIMARY KEY (id);
CREATE TABLE one_float(id float8 PRIMARY KEY, t timestamptz);
INSERT INTO one_float VALUES (1 / 3.0::float8, '2024-01-01 00:00+00');
CREATE TABLE other_float AS TABLE one_float;
ALTER TABLE other_float ADD PRIMARY KEY (id);
CREATE TABLE one_span(id interval PRIMARY KEY, t timestamptz);
INSERT INTO one_span VALUES ('1 day 2 hours', '2024-01-01 00:00+00');
CREATE TABLE other_span AS TABLE one_span;
ALTER TABLE other_span ADD PRIMARY KEY (id);
\set ECHO none
SELECT guidon_migration_plan('one_time', 't') \gexec
SELECT guidon_migration_plan('one_float', 't') \gexec
SELECT guidon_migration_plan('one_span', 't') \gexec
SET TimeZone = 'America/New_York';
SET DateStyle = 'SQL, DMY';
SET IntervalStyle = 'iso_8601';
SET extra_float_digits = 0;
SELECT guidon_migration_plan('other_time', 't') \gexec
SELECT guidon_migration_plan('other_float', 't') \gexec
SELECT guidon_migration_plan('other_span', 't') \gexec
RESET TimeZone;
RESET DateStyle;
RESET IntervalStyle;
RESET extra_float_digits;
\set ECHO all
SELECT (SELECT id FROM one_time) = (SELECT id FROM other_time) AS times,
    (SELECT id FROM one_float) = (SELECT id FROM other_float) AS floats,
    (SELECT id FROM one_span) = (SELECT id FROM other_span) AS spans;
DROP TABLE one_time, other_time, one_float, other_float, one_span, other_span;

-- A row without a time, or a reference without a row, undoes all of it.
CREATE TABLE item(id int PRIMARY KEY, t timestamptz);
CREATE TABLE part(item int);
INSERT INTO item VALUES (1, now()), (2, NULL);
\set ECHO none
SELECT guidon_migration_plan('item', 't') \gexec
\set ECHO all
DELETE FROM item WHERE t IS NULL;
INSERT INTO part VALUES (1), (7);
ALTER TABLE part ADD CONSTRAINT part_of FOREIGN KEY (item) REFERENCES item NOT VALID;
\set SHOW_CONTEXT never
\set ECHO none
SELECT guidon_migration_plan('item', 't') \gexec
\set ECHO all
SELECT atttypid::regtype FROM pg_attribute WHERE attrelid = 'item'::regclass AND attname = 'id';
TABLE part;
DROP TABLE part, item;

-- The same key gives the same ids: the plan can be repeated elsewhere.
SELECT bool_and(id = guidon_derive("Created", current_setting('guidon.key')::bytea, substr(name, 2)::int))
FROM "Shop".customer WHERE name <> 'new';

-- Foreign keys of other types than the key's have a function each. Comments stay. The
-- sequence of the key goes, unless something else uses it.
CREATE TABLE node(id serial PRIMARY KEY, at date);
CREATE TABLE leaf(node bigint CONSTRAINT leaf_of REFERENCES node, small smallint REFERENCES node);
COMMENT ON CONSTRAINT leaf_of ON leaf IS 'a leaf''s node';
INSERT INTO node(at) VALUES ('2026-01-01'), ('2026-01-02');
INSERT INTO leaf VALUES (1, 2), (2, NULL);
CREATE TABLE twin(id serial PRIMARY KEY, at date);
CREATE TABLE counted(n int DEFAULT nextval('twin_id_seq'));
\set ECHO none
SELECT guidon_migration_plan('node', 'at') \gexec
SELECT guidon_migration_plan('twin', 'at') \gexec
\set ECHO all
SELECT guidon_time_of(node) AT TIME ZONE 'UTC' AS node, guidon_time_of(small) AT TIME ZONE 'UTC' AS small FROM leaf ORDER BY leaf.node;
SELECT obj_description(oid, 'pg_constraint') FROM pg_constraint WHERE conname = 'leaf_of';
SELECT to_regclass('node_id_seq'), to_regclass('twin_id_seq');
INSERT INTO counted DEFAULT VALUES RETURNING n;
DROP TABLE leaf, node, twin, counted;
DROP SEQUENCE twin_id_seq;

-- What the plan refuses.
\set SHOW_CONTEXT never
SELECT guidon_migration_plan('"Shop".customer', 'nothing');
SELECT guidon_migration_plan('"Shop".customer', 'name');
CREATE TABLE pair(a int, b int, t date, PRIMARY KEY (a, b));
SELECT guidon_migration_plan('pair', 't');
CREATE TABLE single(a int PRIMARY KEY, b int, t date, UNIQUE (a, b));
CREATE TABLE double(a int, b int, FOREIGN KEY (a, b) REFERENCES single(a, b));
SELECT guidon_migration_plan('single', 't');
DROP TABLE double;
-- A partitioned table has several foreign keys; the one that \d shows is named.
CREATE TABLE whole(id int PRIMARY KEY, n int, at date, UNIQUE (id, n)) PARTITION BY RANGE (id);
CREATE TABLE half PARTITION OF whole FOR VALUES FROM (0) TO (100);
CREATE TABLE rest PARTITION OF whole DEFAULT;
CREATE TABLE double(b int, a int, CONSTRAINT double_of FOREIGN KEY (a, b) REFERENCES whole(id, n)) PARTITION BY RANGE (a);
CREATE TABLE double_1 PARTITION OF double FOR VALUES FROM (0) TO (100);
SELECT guidon_migration_plan('whole', 'at');
SELECT guidon_migration_plan('half', 'at');
DROP TABLE double, whole;
CREATE ROLE regress_guidon_one;
CREATE ROLE regress_guidon_two;
CREATE TABLE other(single int REFERENCES single);
ALTER TABLE single OWNER TO regress_guidon_one;
ALTER TABLE other OWNER TO regress_guidon_two;
SELECT guidon_migration_plan('single', 't');
ALTER TABLE single OWNER TO CURRENT_USER;
DROP TABLE other;
CREATE TABLE whole(id int, at date) PARTITION BY RANGE (id);
CREATE TABLE half PARTITION OF whole FOR VALUES FROM (0) TO (100);
ALTER TABLE whole ADD PRIMARY KEY (id);
ALTER TABLE whole OWNER TO regress_guidon_one;
ALTER TABLE half OWNER TO regress_guidon_two;
SELECT guidon_migration_plan('whole', 'at');
DROP TABLE whole;
DROP ROLE regress_guidon_one, regress_guidon_two;
-- A default of a column that refers to the key would name an id that is gone: ON DELETE SET
-- DEFAULT would set another value. The default of the key itself goes.
CREATE TABLE kind(id serial PRIMARY KEY, at date, parent int DEFAULT 1 REFERENCES kind);
SELECT guidon_migration_plan('kind', 'at');
ALTER TABLE kind ALTER parent DROP DEFAULT;
CREATE TABLE thing(kind int DEFAULT 1 CONSTRAINT thing_kind REFERENCES kind ON DELETE SET DEFAULT);
SELECT guidon_migration_plan('kind', 'at');
ALTER TABLE thing ALTER kind DROP DEFAULT, ALTER kind SET NOT NULL, ALTER kind ADD GENERATED BY DEFAULT AS IDENTITY;
SELECT guidon_migration_plan('kind', 'at');
ALTER TABLE thing DROP kind, ADD n int, ADD kind int GENERATED ALWAYS AS (n % 10) STORED REFERENCES kind;
SELECT guidon_migration_plan('kind', 'at');
DROP TABLE thing;
CREATE TABLE thing(n int, kind int CONSTRAINT thing_kind REFERENCES kind ON DELETE SET DEFAULT) PARTITION BY RANGE (n);
CREATE TABLE thing_1 PARTITION OF thing FOR VALUES FROM (0) TO (100);
ALTER TABLE thing_1 ALTER kind SET DEFAULT 1;
SELECT guidon_migration_plan('kind', 'at');
-- Without the default the script runs, and the new id of the row can be the default then.
ALTER TABLE thing_1 ALTER kind DROP DEFAULT;
INSERT INTO kind(at) VALUES ('2026-01-01'), ('2026-01-02');
INSERT INTO thing VALUES (1, 2);
\set ECHO none
SELECT guidon_migration_plan('kind', 'at') \gexec
\set ECHO all
SELECT id AS first_kind FROM kind WHERE at = '2026-01-01' \gset
ALTER TABLE thing ALTER kind SET DEFAULT :'first_kind';
DELETE FROM kind WHERE at = '2026-01-02';
SELECT at FROM thing JOIN kind ON id = kind;
DROP TABLE thing, kind;
-- The comment of a foreign key of a partition, and states of triggers, would be lost with
-- the constraints that the script makes again.
CREATE TABLE kind(id serial PRIMARY KEY, name text UNIQUE DEFERRABLE, at date);
CREATE TABLE thing(n int, kind int CONSTRAINT thing_kind REFERENCES kind) PARTITION BY RANGE (n);
CREATE TABLE thing_1 PARTITION OF thing FOR VALUES FROM (0) TO (100);
COMMENT ON CONSTRAINT thing_kind ON thing IS 'kept';
COMMENT ON CONSTRAINT thing_kind ON thing_1 IS 'of a partition';
SELECT guidon_migration_plan('kind', 'at');
COMMENT ON CONSTRAINT thing_kind ON thing_1 IS NULL;
ALTER TABLE thing_1 DISABLE TRIGGER ALL;
SELECT guidon_migration_plan('kind', 'at');
ALTER TABLE thing_1 ENABLE TRIGGER ALL;
ALTER TABLE kind DISABLE TRIGGER ALL;
SELECT guidon_migration_plan('kind', 'at');
ALTER TABLE kind ENABLE TRIGGER ALL;
-- States of triggers of other constraints stay, and so do those of a user's triggers.
CREATE FUNCTION noted() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
CREATE TRIGGER noted BEFORE UPDATE ON kind FOR EACH ROW EXECUTE FUNCTION noted();
ALTER TABLE kind DISABLE TRIGGER noted;
SELECT tgname AS recheck FROM pg_trigger JOIN pg_constraint c ON c.oid = tgconstraint WHERE conname = 'kind_name_key' \gset
ALTER TABLE kind DISABLE TRIGGER :"recheck";
INSERT INTO kind(name, at) VALUES ('a', '2026-01-01');
INSERT INTO thing VALUES (1, 1);
\set ECHO none
SELECT guidon_migration_plan('kind', 'at') \gexec
\set ECHO all
SELECT obj_description(oid, 'pg_constraint') FROM pg_constraint WHERE conname = 'thing_kind' AND conrelid = 'thing'::regclass;
SELECT coalesce(conname, tgname) AS of, tgenabled FROM pg_trigger LEFT JOIN pg_constraint c ON c.oid = tgconstraint
WHERE tgrelid = 'kind'::regclass AND (conname = 'kind_name_key' OR NOT tgisinternal) ORDER BY 1;
DROP TABLE thing, kind;
DROP FUNCTION noted();
-- Targets of extended statistics stay, also those of partitions.
CREATE TABLE kind(id serial PRIMARY KEY, name text, at date);
CREATE TABLE thing(n int, kind int REFERENCES kind) PARTITION BY RANGE (n);
CREATE TABLE thing_1 PARTITION OF thing FOR VALUES FROM (0) TO (100);
CREATE STATISTICS kind_all ON id, name FROM kind;
CREATE STATISTICS kind_names ON name, at FROM kind;
CREATE STATISTICS thing_1_all ON n, kind FROM thing_1;
ALTER STATISTICS kind_all SET STATISTICS 77;
ALTER STATISTICS kind_names SET STATISTICS 78;
ALTER STATISTICS thing_1_all SET STATISTICS 0;
\set ECHO none
SELECT guidon_migration_plan('kind', 'at') \gexec
\set ECHO all
SELECT stxname, stxstattarget FROM pg_statistic_ext ORDER BY 1;
DROP TABLE thing, kind;
CREATE TYPE chosen AS ENUM ('01ARZ3NDEKTSV4RRFFQ69G5FAV');
CREATE CAST (chosen AS ulid) WITH INOUT AS IMPLICIT;
CREATE TABLE told(id ulid PRIMARY KEY, at date);
CREATE TABLE choice(told chosen REFERENCES told);
SELECT guidon_migration_plan('told', 'at');
DROP TABLE choice, told;
DROP CAST (chosen AS ulid);
DROP TYPE chosen;
CREATE VIEW shown AS SELECT a FROM single;
SELECT guidon_migration_plan('single', 't');
DROP VIEW shown;
-- The name of a view does not end its comment, and begin a statement.
CREATE VIEW "two
lines;" AS SELECT a FROM single;
SELECT line FROM guidon_migration_plan('single', 't') line WHERE line ~ 'lines';
DROP VIEW "two
lines;";
DROP TABLE pair, single;
\set VERBOSITY terse
DROP SCHEMA "Shop" CASCADE;
