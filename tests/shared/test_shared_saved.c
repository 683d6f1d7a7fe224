/* SPDX-License-Identifier: MIT */
/* test_shared_saved.c - the state file's content is on the device before it is
 * used. */
#define _GNU_SOURCE
#include "shared_test.h"

#include <guidon/generate.h>
#include <limits.h>
#include <sys/syscall.h>

/* The files that fsync() was called on, in order. */
static char synced[4][600];
static size_t n_synced;

/* The library calls these functions, which pass the call to the kernel. */
int fsync(int file)
{
    char link[64];
    char *name = synced[n_synced++ % 4];
    ssize_t len;

    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    len = readlink(link, name, sizeof synced[0] - 1);
    name[len > 0 ? len : 0] = '\0';
    return (int)syscall(SYS_fsync, file);
}

/* How often msync() was called. */
static unsigned n_saved;

int msync(void *at, size_t len, int flags)
{
    n_saved++;
    return (int)syscall(SYS_msync, at, len, flags);
}

/* First the page, under its temporary name; after the rename, the directory
 * that holds the new name. */
static void check_made(const char *path, const char *name)
{
    struct gdn_shared *shared = NULL;
    char real[PATH_MAX];
    size_t len;

    assert_non_null(realpath(folder, real));
    len = strlen(real);
    n_synced = 0;
    assert_int_equal(open_in_boot(&shared, path, BOOT), GUIDON_OK);
    gdn_shared_close(shared);
    assert_int_equal(n_synced, 2);
    assert_memory_equal(synced[0], real, len);
    assert_int_equal(synced[0][len], '/');
    assert_memory_equal(synced[0] + len + 1, name, strlen(name));
    assert_int_equal(synced[0][len + 1 + strlen(name)], '.');
    assert_string_equal(synced[1], real);
}

/* After a power cut, the file is whole or does not exist. */
static void test_a_new_file_and_its_name_are_on_the_device(void **state)
{
    int before = open(".", O_RDONLY | O_DIRECTORY);

    (void)state;
    check_made(in_folder("s"), "s");
    check_made(in_folder("t.u"), "t.u");
    assert_int_equal(chdir(folder), 0);
    check_made("plain", "plain");
    check_made("./dotted", "dotted");
    assert_int_equal(fchdir(before), 0);
    close(before);
}

static void test_a_file_that_is_there_is_not_made_again(void **state)
{
    (void)state;
    gdn_shared_close(open_state("s", BOOT));
    n_synced = 0;
    gdn_shared_close(open_state("s", BOOT));
    assert_int_equal(n_synced, 0);
}

/* A clock sequence that was set is on the device when the call returns. */
static void test_a_sequence_that_was_set_is_on_the_device(void **state)
{
    guidon_options options = {.kind = GUIDON_V1,
                              .scope = GUIDON_SCOPE_HOST,
                              .state_path = in_folder("s")};
    guidon_generator *g;

    (void)state;
    assert_int_equal(guidon_generator_new(&g, &options), GUIDON_OK);
    for (int32_t seq = -1; seq < 2; seq++) {
        n_saved = 0;
        assert_int_equal(guidon_generator_set_clock_seq(g, seq), GUIDON_OK);
        assert_int_equal(n_saved, 1);
    }
    guidon_generator_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            test_a_new_file_and_its_name_are_on_the_device, make_folder,
            remove_folder),
        cmocka_unit_test_setup_teardown(
            test_a_file_that_is_there_is_not_made_again, make_folder,
            remove_folder),
        cmocka_unit_test_setup_teardown(
            test_a_sequence_that_was_set_is_on_the_device, make_folder,
            remove_folder),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
