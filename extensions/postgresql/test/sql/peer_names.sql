-- The functions of PostgreSQL 18 under their names, in the schema of the
-- extension: the same on every server.
SELECT uuid_extract_version(public.uuidv4()), uuid_extract_version(public.uuidv7()),
    uuid_extract_version(public.uuidv7('1 day'::interval));
SELECT public.uuid_extract_version(id), public.uuid_extract_timestamp(id) AT TIME ZONE 'UTC' FROM (VALUES
    (1, 'c232ab00-9414-11ec-b3c8-9f6bdeced846'::uuid), (2, '017f22e2-79b0-7cc3-98c4-dc0c0c07398f'),
    (3, '1ec9414c-232a-6b00-b3c8-9f6bdeced846'), (4, '919108f7-52d1-4320-9bac-f847db4148a8'),
    (5, '00000000-0000-0000-0000-000000000000'), (6, 'ffffffff-ffff-ffff-ffff-ffffffffffff'),
    (7, '017f22e2-79b0-7cc3-d8c4-dc0c0c07398f')) v(n, id) ORDER BY n;

-- A shift moves the time, and ids of one shift stay in order.
SET TimeZone = 'UTC';
SELECT abs(extract(epoch FROM guidon_time_of(public.uuidv7(shift)) - (clock_timestamp() + shift))) < 60 FROM (VALUES
    ('0'::interval), ('-1 year'), ('100 years'), ('1 month 3 days'), ('-0.5 s')) v(shift);
SELECT bool_and(id > last) FROM (
    SELECT id, lag(id) OVER (ORDER BY n) AS last FROM (
        SELECT n, public.uuidv7('-1 day'::interval) id FROM generate_series(1, 5000) n) a) b;
SELECT public.uuidv7('-1000 years'::interval);
SELECT public.uuidv7('10000 years'::interval);

-- min and max, also by index and for no rows.
CREATE TABLE ids AS SELECT guidon_v4() id FROM generate_series(1, 2000);
SELECT public.min(id) = (SELECT id FROM ids ORDER BY id LIMIT 1),
    public.max(id) = (SELECT id FROM ids ORDER BY id DESC LIMIT 1) FROM ids;
SELECT public.min(id), public.max(id) FROM ids WHERE false;
CREATE INDEX ON ids(id);
ANALYZE ids;
SET enable_seqscan = off;
DO $$
DECLARE line text;
BEGIN
    FOR line IN EXPLAIN (COSTS OFF) SELECT public.max(id) FROM ids LOOP
        IF line ~ 'Scan' THEN RAISE NOTICE '%', ltrim(line); END IF;
    END LOOP;
END $$;
DROP TABLE ids;
