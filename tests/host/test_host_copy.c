/* SPDX-License-Identifier: MIT */
/* test_host_copy.c - no id repeats when a state file is copied, however. */
/*
 * The clock stands still, or both files read the system's clock, so that time
 * does not tell their ids apart. For versions 1, 2 and 6 all random bytes of the
 * generators are alike too: then only the node of each file tells them apart.
 */
#define _GNU_SOURCE
#include "generate/generator.h"
#include "host_test.h"
#include "idset.h"
#include "sanitized.h"
#include "shared_test.h"

#include <sys/syscall.h>

/* How many ids each trial of a kind makes. The long test sets its own number,
 * which makes ten million ids in all. */
#if defined(IDS)
#elif SANITIZED
#  define IDS 600
#else
#  define IDS 3000
#endif
#define T0       1700000000
#define MS       INT64_C(1000000)
#define STEP     INT64_C(429496729600) /* of v2: 2^32 ticks, in nanoseconds */
#define COUNT(a) (sizeof(a) / sizeof *(a))

static const struct row {
    const char *name;
    guidon_options options;
} rows[] = {
    {"v1", {.kind = GUIDON_V1}},
    {"v2", {.kind = GUIDON_V2}},
    {"v6", {.kind = GUIDON_V6}},
    {"v7 precise", {.kind = GUIDON_V7}},
    {"v7 counter", {.kind = GUIDON_V7, .v7_layout = GUIDON_V7_COUNTER}},
    {"v7 increment", {.kind = GUIDON_V7, .v7_layout = GUIDON_V7_INCREMENT}},
    {"ULID monotonic", {.kind = GUIDON_ULID_MONOTONIC}},
    {"ULID monotonic, random step",
     {.kind = GUIDON_ULID_MONOTONIC, .ulid_step = GUIDON_ULID_STEP_RANDOM}},
};

static bool has_node(const struct row *row)
{
    return row->options.kind == GUIDON_V1 || row->options.kind == GUIDON_V2 ||
           row->options.kind == GUIDON_V6;
}

/* ------------------------------------------------------------ ways to copy */

static char elsewhere[64]; /* a directory on another file system */

static bool run(const char *command, const char *from, const char *to)
{
    char line[1300];

    snprintf(line, sizeof line, "%s '%s' '%s'", command, from, to);
    return system(line) == 0;
}

static bool copy_bytes(const char *from, const char *to)
{
    unsigned char bytes[GDN_SHARED_SIZE];

    if (read_file(bytes, sizeof bytes, from) != sizeof bytes) {
        return false;
    }
    write_file(to, bytes, sizeof bytes);
    return true;
}

static bool copy_by_cp(const char *from, const char *to)
{
    return run("cp", from, to) && chmod(to, 0600) == 0;
}

static bool copy_by_cp_a(const char *from, const char *to)
{
    return run("cp -a", from, to);
}

/* The copy takes the place of the original, which is in use, and the original
 * gets the other name. */
static bool rename_over(const char *from, const char *to)
{
    char between[700];

    snprintf(between, sizeof between, "%s.new", to);
    return copy_bytes(from, between) && rename(from, to) == 0 &&
           rename(between, from) == 0;
}

/* One half of the page is from before the other, and ids were made meanwhile. */
static struct gdn_shared first_half;

static bool copy_torn(const char *from, const char *to)
{
    struct gdn_shared page;

    read_file(&page, sizeof page, from);
    for (int slot = 0; slot < GDN_SHARED_SLOTS; slot++) {
        /* The state is new; the limits and the lost time are old. */
        memcpy((char *)&page.slots[slot] + 16,
               (char *)&first_half.slots[slot] + 16, 112);
    }
    write_file(to, &page, sizeof page);
    return true;
}

/* Two hosts run one image: the same bytes, made in an earlier boot. */
static bool copy_of_an_image(const char *from, const char *to)
{
    gdn_shared_close(open_state("s", 1234));
    return copy_bytes(from, to);
}

static const struct way {
    const char *why;
    bool (*copy)(const char *from, const char *to);
    bool to_elsewhere;
} ways[] = {
    {"its bytes", copy_bytes, false},
    {"cp", copy_by_cp, false},
    {"cp -a", copy_by_cp_a, false},
    {"cp -a to another file system", copy_by_cp_a, true},
    {"the copy renamed over the original in use", rename_over, false},
    {"a torn copy", copy_torn, false},
    {"two hosts with one image", copy_of_an_image, false},
};

static const char *copy_path(const struct way *way)
{
    static char path[100];

    snprintf(path, sizeof path, "%s/copy", elsewhere);
    return way->to_elsewhere ? path : in_folder("copy");
}

/* ------------------------------------------------- one clock, which is still */

static struct script script;
static guidon_id *ids; /* of all generators of a trial */
static size_t n_ids;

/* A generator, and the last id of its file so far. */
struct maker {
    guidon_generator *g;
    guidon_id *last;
};

static guidon_generator *open_at(const struct row *row, const char *path)
{
    guidon_options options = row->options;
    guidon_generator *g = NULL;

    options.scope = GUIDON_SCOPE_HOST;
    options.state_path = path;
    options.overflow = GUIDON_OVERFLOW_FAIL;
    options.clock_fn = script_clock;
    options.clock_context = &script;
    if (has_node(row)) {
        options.random = GUIDON_RANDOM_CALLBACK;
        options.random_fn = script_random;
        options.random_context = &script;
    }
    assert_row(row->name, guidon_generator_new(&g, &options) == GUIDON_OK);
    return g;
}

/* One id, above all others of the same file. The clock moves only when there is
 * no other id for its time. */
static void make_one(const struct row *row, struct maker maker)
{
    guidon_status status = guidon_next(&ids[n_ids], maker.g);

    if (status == GUIDON_E_OVERFLOW) {
        script_move(&script, row->options.kind == GUIDON_V2 ? STEP : MS);
        status = guidon_next(&ids[n_ids], maker.g);
    }
    assert_row(row->name, status == GUIDON_OK);
    assert_row(row->name,
               row->options.kind == GUIDON_V2 ||
                   is_below(row->options.kind, maker.last, &ids[n_ids]));
    *maker.last = ids[n_ids++];
}

/* `n` ids, in turn from two generators of each of the files. */
static void make_in_turn(const struct row *row, const struct maker *makers,
                         size_t n_makers, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        make_one(row, makers[i % n_makers]);
    }
}

/* The moments at which the file is copied. */
static const struct moment {
    const char *why;
    size_t before; /* how many ids the original made by then */
    size_t users;  /* of both files, afterwards */
} moments[] = {
    {"before the first id", 0, 4},
    {"between two ids", IDS / 4, 4},
    {"after the last id", IDS / 2, 2},
};

static void try_copy(const struct row *row, const struct way *way,
                     const struct moment *moment)
{
    guidon_id last[2] = {{{0}}, {{0}}};
    struct maker makers[4] = {{open_at(row, in_folder("s")), &last[0]},
                              {open_at(row, in_folder("s")), &last[0]}};

    n_ids = 0;
    read_file(&first_half, sizeof first_half, in_folder("s"));
    make_in_turn(row, makers, 2, moment->before);
    last[1] = last[0]; /* the copy goes on above what the original has made */
    assert_row(way->why, way->copy(in_folder("s"), copy_path(way)));
    for (int i = 2; i < 4; i++) {
        makers[i].g = open_at(row, way->copy == rename_over ? in_folder("s")
                                                            : copy_path(way));
        makers[i].last = &last[1];
    }
    make_in_turn(row, makers + 4 - moment->users, moment->users,
                 IDS - moment->before);
    for (int i = 0; i < 4; i++) {
        guidon_generator_free(makers[i].g);
    }
    if (idset_first_repeat(ids, n_ids) != n_ids) {
        fail_msg("%s, copied %s: %s", row->name, moment->why, way->why);
    }
    remove(copy_path(way));
    each_in_folder(remove_one);
}

static void test_no_id_of_a_copy_repeats(void **state)
{
    (void)state;
    ids = calloc(IDS, sizeof *ids);
    assert_non_null(ids);
    for (size_t i = 0; i < COUNT(rows); i++) {
        for (size_t w = 0; w < COUNT(ways); w++) {
            for (size_t m = 0; m < COUNT(moments); m++) {
                script = script_at(T0, 0);
                script.fill = has_node(&rows[i]) ? 0x15 : -1;
                try_copy(&rows[i], &ways[w], &moments[m]);
            }
        }
    }
    free(ids);
}

/* ------------------------------ restored: the same file with older content */

/* A file of an image is put back in place, as on another host: inode, device
 * and machine are the same, and each use is another boot. */
static void test_no_id_of_an_image_repeats(void **state)
{
    enum { HOSTS = 5 };

    (void)state;
    ids = calloc(HOSTS * IDS, sizeof *ids);
    assert_non_null(ids);
    for (size_t i = 0; i < COUNT(rows); i++) {
        unsigned char image[GDN_SHARED_SIZE];
        guidon_generator *g;

        script = script_at(T0, 0);
        script.fill = has_node(&rows[i]) ? 0x15 : -1;
        n_ids = 0;
        g = open_at(&rows[i], in_folder("s"));
        for (int host = 0; host < HOSTS; host++) {
            guidon_id last = {{0}};

            make_in_turn(&rows[i], &(struct maker){g, &last}, 1, IDS);
            guidon_generator_free(g);
            if (host == 0) {
                gdn_shared_close(open_state("s", 1234));
                read_file(image, sizeof image, in_folder("s"));
            }
            write_file(in_folder("s"), image, sizeof image);
            g = open_at(&rows[i], in_folder("s"));
        }
        guidon_generator_free(g);
        assert_row(rows[i].name, idset_first_repeat(ids, n_ids) == n_ids);
        each_in_folder(remove_one);
    }
    free(ids);
}

/* ------------------------------------- processes, and the clock of the system */

#define PROCESSES 6
#define COPIES    3

struct crew {
    struct row row;
    atomic_int there, faults;
    _Atomic size_t made;
    struct {
        char path[100];
        _Atomic size_t n;
        guidon_id ids[IDS];
    } lists[PROCESSES];
};

static struct crew *crew;

static int make_in_process(void *argument)
{
    size_t me = *(size_t *)argument;
    guidon_options options = crew->row.options;
    guidon_generator *g;
    guidon_id last = {{0}};

    options.scope = GUIDON_SCOPE_HOST;
    options.overflow = GUIDON_OVERFLOW_FAIL;
    options.state_path = crew->lists[me].path;
    crew->there++;
    if (guidon_generator_new(&g, &options)) {
        crew->faults++;
        return 1;
    }
    while (crew->made < IDS && crew->faults == 0) {
        guidon_id *id = &crew->lists[me].ids[crew->lists[me].n];
        guidon_status status;

        if (crew->lists[me].n == IDS) {
            break;
        }
        status = guidon_next(id, g);
        if (status == GUIDON_E_OVERFLOW) {
            continue;
        }
        crew->faults +=
            status != GUIDON_OK || !is_below(options.kind, &last, id);
        last = *id;
        crew->lists[me].n++;
        crew->made++;
    }
    guidon_generator_free(g);
    return 0;
}

/* The halves of the page are read at two moments. */
static void copy_while_in_use(const char *to)
{
    unsigned char bytes[GDN_SHARED_SIZE];
    int file = open(in_folder("s"), O_RDONLY);
    size_t half = 128 + 40; /* within a record */

    assert_int_equal(pread(file, bytes, half, 0), half);
    sched_yield();
    assert_int_equal(
        pread(file, bytes + half, sizeof bytes - half, (off_t)half),
        sizeof bytes - half);
    close(file);
    write_file(to, bytes, sizeof bytes);
}

static void start_process(pid_t *children, size_t me, const char *path)
{
    snprintf(crew->lists[me].path, sizeof crew->lists[me].path, "%s", path);
    children[me] = start(make_in_process, &me);
}

static void copy_under_processes(const struct row *row)
{
    pid_t children[PROCESSES];
    guidon_id *all = calloc(PROCESSES * IDS, sizeof *all);
    size_t n = 0;

    assert_non_null(all);
    crew = common_memory(sizeof *crew);
    crew->row = *row;
    for (size_t me = 0; me < PROCESSES - COPIES; me++) {
        start_process(children, me, in_folder("s"));
    }
    for (size_t copy = 0; copy < COPIES; copy++) {
        char name[20];

        /* The copies are made at moments between the first id and the last. */
        while (crew->made < (copy + 1) * IDS / 8 && crew->faults == 0) {
            sched_yield();
        }
        snprintf(name, sizeof name, "copy-%zu", copy);
        copy_while_in_use(in_folder(name));
        start_process(children, PROCESSES - COPIES + copy, in_folder(name));
    }
    for (size_t me = 0; me < PROCESSES; me++) {
        assert_row(row->name, end_of(children[me]) == 0);
        memcpy(all + n, crew->lists[me].ids, crew->lists[me].n * sizeof *all);
        n += crew->lists[me].n;
    }
    assert_row(row->name, crew->faults == 0);
    assert_row(row->name, idset_first_repeat(all, n) == n);
    munmap(crew, sizeof *crew);
    free(all);
    each_in_folder(remove_one);
}

static void test_copies_of_a_file_in_use(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        if (rows[i].options.kind != GUIDON_V2) { /* 64 ids in seven minutes */
            copy_under_processes(&rows[i]);
        }
    }
}

/* ----------------------------------------------------------- a given node */

/* A node of the options is alike in both files, so only the clock sequence
 * differs, and it is never the one of the file. */
static void test_a_given_node_changes_its_sequence(void **state)
{
    static const guidon_kind kinds[] = {GUIDON_V1, GUIDON_V6};

    (void)state;
    for (size_t i = 0; i < COUNT(kinds); i++) {
        struct row row = {"a given node",
                          {.kind = kinds[i], .node = GUIDON_NODE_FIXED}};
        guidon_generator *g[2];
        guidon_id a, b, next;

        script = script_at(T0, 0);
        script.fill = 0x15;
        g[0] = open_at(&row, in_folder("s"));
        assert_int_equal(guidon_next(&a, g[0]), GUIDON_OK);
        assert_true(copy_bytes(in_folder("s"), in_folder("copy")));
        g[1] = open_at(&row, in_folder("copy"));
        assert_int_equal(guidon_next(&b, g[1]), GUIDON_OK);
        assert_int_equal(guidon_next(&next, g[0]), GUIDON_OK);
        assert_true(same_node(&a, &b));
        assert_false(same_seq(&a, &b));
        assert_true(same_seq(&a, &next)); /* the original is untouched */
        guidon_generator_free(g[0]);
        guidon_generator_free(g[1]);
        each_in_folder(remove_one);
    }
}

static int begin(void **state)
{
    snprintf(elsewhere, sizeof elsewhere, "/dev/shm/guidon-test-XXXXXX");
    if (!mkdtemp(elsewhere)) {
        snprintf(elsewhere, sizeof elsewhere, "/tmp/guidon-test-XXXXXX");
        if (!mkdtemp(elsewhere)) {
            return -1;
        }
    }
    if (make_folder(state)) {
        return -1;
    }
    alarm(1000);
    return 0;
}

static int end(void **state)
{
    return rmdir(elsewhere) | remove_folder(state);
}

#define in_new_folder(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        in_new_folder(test_no_id_of_a_copy_repeats),
        in_new_folder(test_no_id_of_an_image_repeats),
        in_new_folder(test_copies_of_a_file_in_use),
        in_new_folder(test_a_given_node_changes_its_sequence),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
