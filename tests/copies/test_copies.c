/* SPDX-License-Identifier: MIT */
/* test_copies.c - two shared objects with a private copy each, and one that
 * links the shared library, in one process. The variable COPIES names the
 * three files, with ':' between them. */
#define _GNU_SOURCE
#include "children.h"
#include "copy.h"
#include "private_memory.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N_COPIES 3
#define LINKED   2 /* the copy that links the shared library */

static char *files;
static const char *file_of[N_COPIES];
static void *handles[N_COPIES];
static const struct copy *copies[N_COPIES];

static const struct copy *calls_of(void *handle)
{
    copy_calls_fn *calls = NULL;

    *(void **)&calls = dlsym(handle, COPY_NAME);
    return calls ? calls() : NULL;
}

/* RTLD_GLOBAL makes the names of each shared object visible to those that are
 * loaded later. So a name that one exports takes the place of the others'. */
static int load(void **unused)
{
    const char *named = getenv("COPIES");
    char *at = NULL;

    (void)unused;
    files = named ? strdup(named) : NULL;
    for (int i = 0; files && i < N_COPIES; i++) {
        file_of[i] = strtok_r(i == 0 ? files : NULL, ":", &at);
        handles[i] =
            file_of[i] ? dlopen(file_of[i], RTLD_NOW | RTLD_GLOBAL) : NULL;
        if (!handles[i]) {
            fprintf(stderr, "COPIES: %s\n", dlerror());
            return -1;
        }
        copies[i] = calls_of(handles[i]);
    }
    return files ? 0 : -1;
}

static int unload(void **unused)
{
    (void)unused;
    free(files);
    return 0;
}

/* -------------------------------------------------------------- one's own */

static const char *file_with(void (*code)(void))
{
    Dl_info info = {0};
    void *address;

    memcpy(&address, &code, sizeof address);
    assert_int_not_equal(dladdr(address, &info), 0);
    return info.dli_fname;
}

/* Also shows that nothing happens before the first id: no page is mapped. */
static void test_each_has_its_own_code_and_state(void **unused)
{
    const char *code[N_COPIES];
    long pages[N_COPIES + 1] = {wiped_on_fork()};
    guidon_id id;

    (void)unused;
    assert_int_equal(pages[0], 0);
    for (int i = 0; i < N_COPIES; i++) {
        code[i] = file_with((void (*)(void))copies[i]->new_many);
        assert_int_equal(copies[i]->new_many(&id, 1, GUIDON_V4), GUIDON_OK);
        pages[i + 1] = wiped_on_fork();
    }
    for (int i = 0; i < LINKED; i++) {
        assert_string_equal(code[i], file_of[i]);
    }
    assert_non_null(strstr(code[LINKED], "libguidon.so"));
    if (pages[1] == 0) {
        print_message("the system does not report pages wiped on fork\n");
        return;
    }
    /* The first id of each maps as much as the first id of the first. */
    for (int i = 1; i < N_COPIES; i++) {
        assert_int_equal(pages[i + 1] - pages[i], pages[1]);
    }
}

static void test_a_private_copy_gives_no_name_away(void **unused)
{
    static const char *const names[] = {
        "guidon_new",      "guidon_new_many", "guidon_uuid_parse",
        "gdn_epoch_watch", "gdn_thread_mine", "gdn_thread_renew"};

    (void)unused;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        for (int j = 0; j < LINKED; j++) {
            assert_null(dlsym(handles[j], names[i]));
        }
    }
    assert_non_null(dlsym(handles[LINKED], "guidon_new"));
}

/* ------------------------------------------------- threads, forks and both */

static const guidon_kind kinds[] = {
    GUIDON_V1, GUIDON_V4,   GUIDON_V6,
    GUIDON_V7, GUIDON_ULID, GUIDON_ULID_MONOTONIC,
};
#define N_KINDS     (sizeof kinds / sizeof *kinds)
#define N_OF_KIND   200
#define N_OF_THREAD (N_COPIES * (N_KINDS + 1) * N_OF_KIND)
#define N_THREADS   4
#define N_PROCESSES 3 /* the parent, and two children */

/* The ids of each process: those of its first thread, then of the others. */
struct made {
    guidon_id ids[N_PROCESSES][N_THREADS + 1][N_OF_THREAD];
    guidon_status worst[N_PROCESSES][N_THREADS + 1];
};
static struct made *made;

static guidon_status make(guidon_id *out)
{
    guidon_status status = GUIDON_OK;

    for (size_t n = 0; n < N_OF_KIND; n++) {
        for (int i = 0; i < N_COPIES; i++) {
            for (size_t k = 0; k < N_KINDS && status == GUIDON_OK; k++) {
                status = copies[i]->new_many(out++, 1, kinds[k]);
            }
            status = status ? status : copies[i]->next(out++);
        }
    }
    return status;
}

struct place {
    int process, thread;
};

static void *in_thread(void *argument)
{
    const struct place *place = argument;

    made->worst[place->process][place->thread] =
        make(made->ids[place->process][place->thread]);
    return NULL;
}

/* The first thread makes its ids before the others start. */
static void fill_process(void *argument)
{
    const int process = *(int *)argument;
    struct place places[N_THREADS];
    pthread_t threads[N_THREADS];

    in_thread(&(struct place){process, 0});
    for (int t = 0; t < N_THREADS; t++) {
        places[t] = (struct place){process, t + 1};
        if (pthread_create(&threads[t], NULL, in_thread, &places[t]) != 0) {
            abort();
        }
    }
    for (int t = 0; t < N_THREADS; t++) {
        pthread_join(threads[t], NULL);
    }
}

static int compare_ids(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(guidon_id));
}

static void test_ids_differ_over_all(void **unused)
{
    const size_t n = sizeof made->ids / sizeof(guidon_id);
    guidon_id *ids = &made->ids[0][0][0];

    (void)unused;
    for (int process = 0; process < N_PROCESSES; process++) {
        if (process == 0) {
            fill_process(&process);
        } else {
            run_child(BY_FORK, fill_process, &process);
        }
        for (int t = 0; t <= N_THREADS; t++) {
            assert_int_equal(made->worst[process][t], GUIDON_OK);
        }
    }
    qsort(ids, n, sizeof *ids, compare_ids);
    for (size_t i = 1; i < n; i++) {
        assert_memory_not_equal(&ids[i - 1], &ids[i], sizeof *ids);
    }
}

static int share_memory(void **unused)
{
    (void)unused;
    made = shared_memory(sizeof *made);
    return 0;
}

/* ---------------------------------------------------------- ends of threads */

static void *one_of_each(void *unused)
{
    guidon_id id;

    for (int i = 0; i < N_COPIES; i++) {
        if (copies[i]->new_many(&id, 1, GUIDON_V7) != GUIDON_OK) {
            abort();
        }
    }
    return unused;
}

static void test_threads_release_the_memory_of_each(void **unused)
{
    long wiped;
    long locked;

    (void)unused;
    (void)one_of_each(NULL);
    wiped = wiped_on_fork();
    locked = status_value("VmLck");
    for (int i = 0; i < 100; i++) {
        pthread_t thread;

        assert_int_equal(pthread_create(&thread, NULL, one_of_each, NULL), 0);
        pthread_join(thread, NULL);
        assert_int_equal(wiped_on_fork(), wiped);
    }
    assert_int_equal(status_value("VmLck"), locked);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_has_its_own_code_and_state),
        cmocka_unit_test(test_a_private_copy_gives_no_name_away),
        cmocka_unit_test_setup(test_ids_differ_over_all, share_memory),
        cmocka_unit_test(test_threads_release_the_memory_of_each),
    };

    return cmocka_run_group_tests(tests, load, unload);
}
