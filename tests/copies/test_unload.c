/* SPDX-License-Identifier: MIT */
/* test_unload.c - shared objects that use the library are unloaded and loaded
 * again, while threads use them, end, and have ended. The variable COPIES names
 * them as for test_copies.c. */
#define _GNU_SOURCE
#include "copy.h"
#include "private_memory.h"
#include "sanitized.h"
#include "vectors.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* AddressSanitizer does not work with RTLD_DEEPBIND, and says so. */
#if defined(RTLD_DEEPBIND) && !SANITIZED
#  define HOW (RTLD_NOW | RTLD_DEEPBIND)
#else
#  define HOW RTLD_NOW
#endif

#define WARM_UP (SANITIZED ? 50 : 200)
#define ROUNDS  (SANITIZED ? 500 : 10000)

/* ------------------------------------------------------------ what is held */

struct holding {
    long mappings;
    long wiped, locked, size, anonymous; /* KiB */
};

static long count_lines(const char *path)
{
    FILE *file = fopen(path, "r");
    long n = 0;

    for (int c = 0; file && (c = getc(file)) != EOF;) {
        n += c == '\n';
    }
    if (file) {
        fclose(file);
    }
    return n;
}

/* The pages in memory that belong to no file, counted exactly. */
static long anonymous_memory(void)
{
    FILE *rollup = fopen("/proc/self/smaps_rollup", "r");
    char line[256];
    long value = -1;

    while (rollup && fgets(line, sizeof line, rollup)) {
        (void)sscanf(line, "Anonymous: %ld kB", &value);
    }
    if (rollup) {
        fclose(rollup);
    }
    return value;
}

static struct holding holding_now(void)
{
    return (struct holding){
        .mappings = count_lines("/proc/self/maps"),
        .wiped = wiped_on_fork(),
        .locked = status_value("VmLck"),
        .size = status_value("VmSize"),
        .anonymous = anonymous_memory(),
    };
}

static void assert_holds_no_more(struct holding was)
{
    struct holding is = holding_now();

    assert_int_equal(is.wiped, was.wiped);
    assert_int_equal(is.locked, was.locked);
    if (!SANITIZED) { /* whose own memory grows */
        assert_int_equal(is.mappings, was.mappings);
        assert_int_equal(is.size, was.size);
        assert_int_equal(is.anonymous, was.anonymous);
    }
}

/* ------------------------------------------------------------------ threads */

/* Threads that make ids, then wait, then end. */
struct visitors {
    const struct copy *copy;
    pthread_barrier_t made, free_to_go;
};

static void make_ids(const struct copy *copy)
{
    guidon_id ids[3];

    if (copy->new_many(ids, 3, GUIDON_V7) != GUIDON_OK ||
        copy->new_many(ids, 1, GUIDON_V4) != GUIDON_OK) {
        abort();
    }
}

static void *visit(void *argument)
{
    struct visitors *visitors = argument;

    make_ids(visitors->copy);
    pthread_barrier_wait(&visitors->made);
    pthread_barrier_wait(&visitors->free_to_go);
    return NULL;
}

static void *visit_and_end(void *argument)
{
    make_ids(argument);
    return NULL;
}

static pthread_t started(void *(*run)(void *), void *argument)
{
    pthread_t thread;

    assert_int_equal(pthread_create(&thread, NULL, run, argument), 0);
    return thread;
}

/* ------------------------------------------------------------------- rounds */

enum moment {
    BEFORE, /* threads end before the object is unloaded */
    AFTER,  /* threads end when dlclose has returned */
    DURING, /* threads end while dlclose runs */
};

static const struct copy *open_copy(void **handle, const char *file)
{
    copy_calls_fn *calls = NULL;

    *handle = dlopen(file, HOW);
    if (!*handle) {
        fail_msg("%s", dlerror());
    }
    *(void **)&calls = dlsym(*handle, COPY_NAME);
    assert_non_null(calls);
    return calls();
}

static void one_round(const char *file, enum moment moment)
{
    struct visitors visitors;
    pthread_t guest;
    void *handle;

    visitors.copy = open_copy(&handle, file);
    make_ids(visitors.copy);
    if (moment == BEFORE) {
        pthread_join(started(visit_and_end, (void *)visitors.copy), NULL);
        assert_int_equal(dlclose(handle), 0);
        return;
    }
    pthread_barrier_init(&visitors.made, NULL, 2);
    pthread_barrier_init(&visitors.free_to_go, NULL, 2);
    guest = started(visit, &visitors);
    pthread_barrier_wait(&visitors.made);
    if (moment == DURING) {
        pthread_barrier_wait(&visitors.free_to_go);
    }
    assert_int_equal(dlclose(handle), 0);
    if (moment == AFTER) {
        pthread_barrier_wait(&visitors.free_to_go);
    }
    pthread_join(guest, NULL);
    pthread_barrier_destroy(&visitors.made);
    pthread_barrier_destroy(&visitors.free_to_go);
}

static void rounds(const char *file, int n)
{
    for (int i = 0; i < n; i++) {
        one_round(file, (enum moment)(i % 3));
    }
}

/* The file of the nth shared object, which the caller frees. */
static char *nth_file(int nth)
{
    const char *at = getenv("COPIES");

    for (; at && nth > 0; nth--) {
        at = strchr(at, ':');
        at = at ? at + 1 : NULL;
    }
    assert_non_null(at);
    return strndup(at, strcspn(at, ":"));
}

static bool is_loaded(const char *file)
{
    void *handle = dlopen(file, RTLD_NOW | RTLD_NOLOAD);

    return handle && dlclose(handle) == 0;
}

static void load_and_unload(char *file)
{
    struct holding was;

    rounds(file, WARM_UP);
    was = holding_now();
    rounds(file, ROUNDS);
    assert_holds_no_more(was);
}

static void test_an_object_with_a_private_copy(void **unused)
{
    char *file = nth_file(0);

    (void)unused;
    load_and_unload(file);
    assert_true(is_loaded(file));
    free(file);
}

static void test_an_object_that_links_the_library(void **unused)
{
    char *file = nth_file(2);

    (void)unused;
    load_and_unload(file);
    assert_false(is_loaded(file)); /* nothing keeps the object itself */
    assert_true(is_loaded("libguidon.so." LIBRARY_MAJOR));
    free(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_object_with_a_private_copy),
        cmocka_unit_test(test_an_object_that_links_the_library),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
