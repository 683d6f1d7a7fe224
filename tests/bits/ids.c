/* SPDX-License-Identifier: MIT */
/* ids.c - print the ids of a row of tests/vectors/bits.json in hex
 *
 *   ids TABLE ROW new            the thread's generator, an id in a call
 *   ids TABLE ROW new_many       the same, all in a call
 *   ids TABLE ROW at             the row's kind, at one time, an id in a call
 *   ids TABLE ROW at_many        the same, all in a call
 *   ids TABLE ROW at_precise, at_precise_many    with the fraction
 *   ids TABLE ROW generators     the first id of each of many generators
 *   ids TABLE ROW SCOPE BATCH    a generator of the scope, BATCH ids in a call */
#define _XOPEN_SOURCE 700 /* mkdtemp */

#include <guidon.h>
#include <jansson.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define IDS 10000

static void must(bool well, const char *what)
{
    if (!well) {
        fprintf(stderr, "ids: %s\n", what);
        exit(1);
    }
}

/* The place of a text in a list that ends with NULL. */
static int place_of(const char *text, const char *const *list)
{
    for (int i = 0; list[i]; i++) {
        if (strcmp(text, list[i]) == 0) {
            return i;
        }
    }
    must(false, text);
    return 0;
}

static const char *text_of(const json_t *row, const char *key,
                           const char *otherwise)
{
    const json_t *value = json_object_get(row, key);

    return value ? json_string_value(value) : otherwise;
}

static json_int_t number_of(const json_t *row, const char *key,
                            json_int_t otherwise)
{
    const json_t *value = json_object_get(row, key);

    return value ? json_integer_value(value) : otherwise;
}

static guidon_kind kind_of(const json_t *row)
{
    static const char *const names[] = {
        "v1",      "v2",          "v4", "v6", "v7", "ulid", "ulid-monotonic",
        "v8-node", "v8-prefixed", NULL};
    static const guidon_kind kinds[] = {GUIDON_V1,
                                        GUIDON_V2,
                                        GUIDON_V4,
                                        GUIDON_V6,
                                        GUIDON_V7,
                                        GUIDON_ULID,
                                        GUIDON_ULID_MONOTONIC,
                                        GUIDON_V8_NODE,
                                        GUIDON_V8_PREFIXED};

    return kinds[place_of(text_of(row, "kind", ""), names)];
}

/* ----------------------------------------------------------- a clock of ours */

struct clock {
    guidon_time now;
    bool ticks; /* a millisecond before each reading */
};

static guidon_status read_clock(void *context, guidon_time *now)
{
    struct clock *clock = context;

    if (clock->ticks) {
        clock->now.nanoseconds += 1000000;
        if (clock->now.nanoseconds == 1000000000) {
            clock->now.nanoseconds = 0;
            clock->now.seconds++;
        }
    }
    *now = clock->now;
    return GUIDON_OK;
}

static void set_clock(guidon_options *options, struct clock *clock,
                      const json_t *row)
{
    const char *name = text_of(row, "clock", NULL);

    if (name) {
        *clock = (struct clock){.now.seconds = 1645557742,
                                .ticks = strcmp(name, "ms") == 0};
        options->clock_fn = read_clock;
        options->clock_context = clock;
    }
}

/* ------------------------------------------------------------------- options */

static guidon_options options_of(const json_t *row, struct clock *clock)
{
    static const char *const layouts[] = {"precise", "counter", "increment",
                                          "unordered", "trace", NULL};
    static const char *const steps[] = {"one", "random", NULL};
    guidon_options options = {.kind = kind_of(row)};

    options.v7_layout =
        (guidon_v7_layout)place_of(text_of(row, "layout", "precise"), layouts);
    options.ulid_step =
        (guidon_ulid_step)place_of(text_of(row, "step", "one"), steps);
    options.clock_resolution_ns = (uint64_t)number_of(row, "resolution_ns", 0);
    options.clock_seq_fixed = json_object_get(row, "clock_seq") != NULL;
    options.clock_seq = (uint16_t)number_of(row, "clock_seq", 0);
    if (options.kind == GUIDON_V8_NODE) {
        options.node_number = options.node_number_bits = 1;
    }
    if (options.kind == GUIDON_V8_PREFIXED) {
        options.prefix_bits = (uint32_t)number_of(row, "prefix_bits", 0);
        options.prefix = (UINT32_C(1) << options.prefix_bits) - 1;
    }
    set_clock(&options, clock, row);
    return options;
}

/* --------------------------------------------------------------------- making */

static void from_generators(guidon_id *ids, size_t n, const json_t *row)
{
    struct clock clock;
    guidon_options options = options_of(row, &clock);

    for (size_t i = 0; i < n; i++) {
        guidon_generator *g;

        must(guidon_generator_new(&g, &options) == GUIDON_OK, "no generator");
        must(guidon_next(&ids[i], g) == GUIDON_OK, "no id");
        guidon_generator_free(g);
    }
}

static void from_scope(guidon_id *ids, size_t n, const json_t *row,
                       const char *scope, size_t batch)
{
    static const char *const scopes[] = {"thread", "process", "host", NULL};
    char directory[] = "/tmp/guidon-bits.XXXXXX";
    char path[sizeof directory + sizeof "/state"];
    struct clock clock;
    guidon_options options = options_of(row, &clock);
    guidon_generator *g;

    options.scope = (guidon_scope)place_of(scope, scopes);
    must(mkdtemp(directory) != NULL, "no directory");
    snprintf(path, sizeof path, "%s/state", directory);
    options.state_path = options.scope == GUIDON_SCOPE_HOST ? path : NULL;
    must(guidon_generator_new(&g, &options) == GUIDON_OK, "no generator");
    for (size_t made = 0; made < n; made += batch) {
        batch = batch < n - made ? batch : n - made;
        must((batch == 1 ? guidon_next(&ids[made], g)
                         : guidon_next_many(&ids[made], batch, g)) == GUIDON_OK,
             "no id");
    }
    guidon_generator_free(g);
    unlink(path);
    rmdir(directory);
}

/* Ids of one given time. False: no such way. */
static bool from_time(guidon_id *ids, size_t n, const json_t *row,
                      const char *way)
{
    static const char *const ways[] = {"at", "at_precise", "at_many",
                                       "at_precise_many", NULL};
    static guidon_status (*const one[])(guidon_id *, guidon_time) = {
        guidon_v7_at, guidon_v7_at_precise, guidon_ulid_at};
    static guidon_status (*const many[])(guidon_id *, const guidon_time *,
                                         size_t) = {
        guidon_v7_at_many, guidon_v7_at_precise_many, guidon_ulid_at_many};
    static guidon_time times[IDS];
    int place;

    if (strncmp(way, "at", 2) != 0) {
        return false;
    }
    place = place_of(way, ways);
    for (size_t i = 0; i < n; i++) {
        times[i] = (guidon_time){1645557742, 123456789};
    }
    const int maker = kind_of(row) == GUIDON_ULID ? 2 : place % 2;
    if (place >= 2) {
        must(many[maker](ids, times, n) == GUIDON_OK, "no ids");
    }
    for (size_t i = 0; place < 2 && i < n; i++) {
        must(one[maker](&ids[i], times[i]) == GUIDON_OK, "no id");
    }
    return true;
}

static void make(guidon_id *ids, size_t n, const json_t *row, char **way)
{
    if (from_time(ids, n, row, way[0])) {
        return;
    }
    if (strcmp(way[0], "new") == 0) {
        for (size_t i = 0; i < n; i++) {
            must(guidon_new(&ids[i], kind_of(row)) == GUIDON_OK, "no id");
        }
    } else if (strcmp(way[0], "new_many") == 0) {
        must(guidon_new_many(ids, n, kind_of(row)) == GUIDON_OK, "no ids");
    } else if (strcmp(way[0], "generators") == 0) {
        from_generators(ids, n, row);
    } else {
        must(way[1] != NULL, "a scope and the ids in a call");
        from_scope(ids, n, row, way[0], strtoul(way[1], NULL, 10));
    }
}

int main(int argc, char **argv)
{
    static guidon_id ids[IDS];
    json_t *file, *row;
    size_t n;

    must(argc >= 4, "ids TABLE ROW WAY");
    file = json_load_file(argv[1], 0, NULL);
    must(file != NULL, "no table");
    row = json_array_get(json_object_get(file, "regimes"),
                         strtoul(argv[2], NULL, 10));
    must(row != NULL, "no such row");
    n = (size_t)number_of(row, "n", IDS);
    make(ids, n, row, argv + 3);
    for (size_t i = 0; i < n; i++) {
        for (size_t octet = 0; octet < sizeof ids[i].bytes; octet++) {
            printf("%02x", ids[i].bytes[octet]);
        }
        putchar('\n');
    }
    json_decref(file);
    return 0;
}
