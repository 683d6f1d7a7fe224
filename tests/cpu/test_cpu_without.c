/* SPDX-License-Identifier: MIT */
/* test_cpu_without.c - features switched off for the tests of kernels. */
#define _POSIX_C_SOURCE 200809L /* setenv, fork */
#include "cpu/cpu.h"
#include "cpu/detect.h"
#include "vectors.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static unsigned features_without(const char *list)
{
    setenv("GUIDON_CPU_WITHOUT", list, 1);
    return gdn_cpu_features();
}

/* A switch without effect would leave kernels untested, and nobody would
 * notice. */
static void test_each_switch_takes_its_feature(void **unused)
{
    static const struct {
        const char *name;
        unsigned feature;
    } rows[] = {
        {"aes", GDN_CPU_AES},       {"vaes512", GDN_CPU_VAES512},
        {"sse41", GDN_CPU_SSE41},   {"tsc", GDN_CPU_INVARIANT_TSC},
        {"avx2", GDN_CPU_AVX2},     {"avx512vbmi", GDN_CPU_AVX512VBMI},
        {"avx512", GDN_CPU_AVX512}, {"sha", GDN_CPU_SHA},
        {"neon", GDN_CPU_NEON},
    };

    (void)unused;
    assert_int_equal(sizeof rows / sizeof rows[0], GDN_CPU_FEATURES);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(features_without(rows[i].name) & rows[i].feature, 0);
        assert_int_equal(features_without("all"), 0);
    }
    assert_int_equal(features_without(""), gdn_cpu_detect());
    assert_int_equal(features_without("tsc,sha"),
                     gdn_cpu_detect() & ~(GDN_CPU_INVARIANT_TSC | GDN_CPU_SHA));
}

/* A feature goes with those that it needs: no processor has VBMI without
 * AVX2. */
static void test_what_needs_it_goes_too(void **unused)
{
    (void)unused;
    assert_int_equal(
        features_without("sse41") & ~GDN_CPU_INVARIANT_TSC & ~GDN_CPU_NEON, 0);
    assert_int_equal(
        features_without("avx2") &
            (GDN_CPU_AVX512 | GDN_CPU_AVX512VBMI | GDN_CPU_VAES512),
        0);
}

static void test_an_unknown_name_is_refused(void **unused)
{
    int status;
    pid_t child = fork();

    (void)unused;
    if (child == 0) {
        fclose(stderr);
        features_without("avx2,avx9");
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_switch_takes_its_feature),
        cmocka_unit_test(test_what_needs_it_goes_too),
        cmocka_unit_test(test_an_unknown_name_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
