/* SPDX-License-Identifier: MIT */
/* test_privileged.c - a program that has rights of its file reads no path from the
 * environment of its caller. This program copies itself, gives the copy such rights,
 * and starts it as another user. Only root can do that. */
#define _GNU_SOURCE
#include "core_test.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <guidon/generate.h>
#include <linux/capability.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

enum { CALLER = 65534, OWNER = 65533 };

/* What the copy exits with. */
enum { ENDS_OK = 0, ENDS_REFUSED = 10, ENDS_PLAIN = 11, ENDS_WRONG = 12 };

static char folder[] = "/tmp/guidon-test-XXXXXX";
static char copy[64], runtime[64], made[80];

/* In the copy: make a generator of scope HOST, whose path is the default. */
static int make_generator(const char *how)
{
    const guidon_options options = {.kind = GUIDON_V7,
                                    .scope = GUIDON_SCOPE_HOST};
    guidon_generator *g = NULL;
    guidon_status status;

    if (strcmp(how, "plain") != 0 && getauxval(AT_SECURE) == 0) {
        return ENDS_PLAIN; /* this file system gives no rights */
    }
    if (strcmp(how, "one user") == 0 &&
        setresuid(geteuid(), geteuid(), geteuid())) {
        return ENDS_WRONG;
    }
    status = guidon_generator_new(&g, &options);
    guidon_generator_free(g);
    if (status == GUIDON_OK) {
        return ENDS_OK;
    }
    return status == GUIDON_E_STATE &&
                   strstr(guidon_state_reason(), "rights of its file")
               ? ENDS_REFUSED
               : ENDS_WRONG;
}

static int run_copy(const char *how)
{
    const pid_t child = fork();
    int status = 0;

    assert_return_code(child, errno);
    if (child == 0) {
        char *words[] = {copy, (char *)(uintptr_t)how, NULL};
        char variable[100];
        char *environment[] = {variable, NULL};

        snprintf(variable, sizeof variable, "XDG_RUNTIME_DIR=%s", runtime);
        if (setgroups(0, NULL) || setresgid(CALLER, CALLER, CALLER) ||
            setresuid(CALLER, CALLER, CALLER)) {
            _exit(ENDS_WRONG);
        }
        execve(copy, words, environment);
        _exit(ENDS_WRONG);
    }
    while (waitpid(child, &status, 0) != child) {
        assert_int_equal(errno, EINTR);
    }
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void remove_made(void)
{
    char state[100];

    snprintf(state, sizeof state, "%s/state", made);
    remove(state);
    rmdir(made);
}

static int make_copy(void **state)
{
    const int from = open("/proc/self/exe", O_RDONLY);
    struct stat about;
    int to;

    (void)state;
    if (geteuid() != 0) {
        return 0;
    }
    if (!mkdtemp(folder) || chmod(folder, 0755) || fstat(from, &about)) {
        return -1;
    }
    snprintf(copy, sizeof copy, "%s/copy", folder);
    snprintf(runtime, sizeof runtime, "%s/runtime", folder);
    snprintf(made, sizeof made, "%s/guidon", runtime);
    to = open(copy, O_WRONLY | O_CREAT | O_EXCL, 0700);
    for (off_t done = 0; done < about.st_size;) {
        if (sendfile(to, from, &done, (size_t)(about.st_size - done)) <= 0) {
            return -1;
        }
    }
    return close(from) || close(to) || chmod(copy, 0755) ||
                   mkdir(runtime, 0700) || chown(runtime, CALLER, CALLER)
               ? -1
               : 0;
}

static int remove_copy(void **state)
{
    (void)state;
    if (geteuid() != 0) {
        return 0;
    }
    remove_made();
    return remove(copy) || rmdir(runtime) || rmdir(folder) ? -1 : 0;
}

static void only_as_root(void)
{
    if (geteuid() != 0) {
        print_message("skipped: only root gives a file rights\n");
        skip();
    }
}

/* Without rights, the caller's variable names the folder. */
static void test_a_plain_program_uses_the_callers_folder(void **state)
{
    (void)state;
    only_as_root();
    assert_int_equal(run_copy("plain"), ENDS_OK);
    assert_int_equal(access(made, F_OK), 0);
    remove_made();
}

static void assert_refused(const char *how)
{
    const int end = run_copy(how);

    if (end == ENDS_PLAIN) {
        print_message("skipped: programs in /tmp get no rights\n");
        skip();
    }
    assert_int_equal(end, ENDS_REFUSED);
    assert_int_equal(access(made, F_OK), -1);
}

static void test_capabilities_of_the_file(void **state)
{
    const struct vfs_cap_data rights = {
        .magic_etc = VFS_CAP_REVISION_2 | VFS_CAP_FLAGS_EFFECTIVE,
        .data = {{.permitted = 1u << CAP_NET_RAW}},
    };

    (void)state;
    only_as_root();
    if (setxattr(copy, "security.capability", &rights, XATTR_CAPS_SZ_2, 0)) {
        print_message("skipped: no capabilities of files in /tmp\n");
        skip();
    }
    assert_refused("capabilities");
    assert_int_equal(removexattr(copy, "security.capability"), 0);
}

/* A set-user-ID program that becomes its owner in every respect. */
static void test_set_user_id_and_one_user(void **state)
{
    (void)state;
    only_as_root();
    assert_int_equal(chown(copy, OWNER, OWNER), 0);
    assert_int_equal(chmod(copy, 04755), 0);
    assert_int_equal(chmod(runtime, 0777), 0);
    assert_refused("one user");
    assert_refused("set-user-ID");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_plain_program_uses_the_callers_folder),
        cmocka_unit_test(test_capabilities_of_the_file),
        cmocka_unit_test(test_set_user_id_and_one_user),
    };

    if (argc == 2) {
        /* At an ordinary exit, LeakSanitizer traces its process, which the kernel
         * forbids if the process has such rights. */
        _exit(make_generator(argv[1]));
    }
    return cmocka_run_group_tests(tests, make_copy, remove_copy);
}
