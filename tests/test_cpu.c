/* SPDX-License-Identifier: MIT */
/* test_cpu.c - the features that were found, against the system's own list. */
#define _POSIX_C_SOURCE 200809L /* getline */
#include "cpu/arch.h"
#include "cpu/cpu.h"
#include "cpu/detect.h"
#include "vectors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__linux__)
/* The first line of /proc/cpuinfo that names features, with a space at its
 * ends; NULL where there is none. The caller frees it. */
static char *feature_line(void)
{
    FILE *file = fopen("/proc/cpuinfo", "r");
    char *line = NULL;
    size_t cap = 0;
    char *found = NULL;

    if (!file) {
        return NULL;
    }
    while (!found && getline(&line, &cap, file) > 0) {
        if (strncmp(line, "flags", 5) == 0 ||
            strncmp(line, "Features", 8) == 0) {
            *strchr(line, '\n') = ' ';
            found = line;
        }
    }
    fclose(file);
    if (!found) {
        free(line);
    }
    return found;
}

static bool listed(const char *line, const char *name)
{
    char word[32];

    snprintf(word, sizeof word, " %s ", name);
    return strstr(line, word) != NULL;
}

static unsigned expected(const char *line)
{
    unsigned features = 0;

    if (GDN_ARCH_ARM64) {
        return listed(line, "aes") ? GDN_CPU_AES : 0;
    }
    if (listed(line, "aes") && listed(line, "sse4_1")) {
        features |= GDN_CPU_AES;
    }
    /* The kernel lists AVX-512 only where it saves the registers. */
    if (listed(line, "vaes") && listed(line, "aes") &&
        listed(line, "avx512f") && listed(line, "avx512bw") &&
        listed(line, "avx512vl")) {
        features |= GDN_CPU_VAES512;
    }
    if (listed(line, "constant_tsc") && listed(line, "nonstop_tsc")) {
        features |= GDN_CPU_INVARIANT_TSC;
    }
    return features;
}

/* A wrong leaf, register or bit claims what the kernel does not list, which
 * would be an illegal instruction later, or misses what it does. Valgrind and
 * other emulators hide features: there, what the compiler's own run time finds
 * has to be found. */
static void test_features_are_those_of_the_system(void **unused)
{
    char *line = feature_line();
    unsigned found = gdn_cpu_features();

    (void)unused;
    if (!line || (!GDN_ARCH_X86_64 && !GDN_ARCH_ARM64)) {
        free(line);
        skip();
    }
    print_message("features: %x\n", found);
    assert_int_equal(found & ~expected(line), 0);
#  if GDN_ARCH_X86_64 && !defined(__clang__) /* whose run time lacks VAES */
    bool vaes = __builtin_cpu_supports("vaes") &&
                __builtin_cpu_supports("avx512f") &&
                __builtin_cpu_supports("avx512bw") &&
                __builtin_cpu_supports("avx512vl");
    assert_int_equal((found & GDN_CPU_AES) != 0,
                     __builtin_cpu_supports("aes") != 0);
    assert_int_equal((found & GDN_CPU_VAES512) != 0, vaes);
#  elif GDN_ARCH_ARM64
    assert_int_equal(found, expected(line));
#  endif
    free(line);
}
#endif

/* The second answer comes from what was remembered: without the mark of it. */
static void test_the_same_each_time(void **unused)
{
    (void)unused;
    assert_int_equal(gdn_cpu_features(), gdn_cpu_detect());
    assert_int_equal(gdn_cpu_features(), gdn_cpu_detect());
    assert_int_equal(gdn_cpu_features() & ~(GDN_CPU_AES | GDN_CPU_VAES512 |
                                            GDN_CPU_INVARIANT_TSC),
                     0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#if defined(__linux__)
        cmocka_unit_test(test_features_are_those_of_the_system),
#endif
        cmocka_unit_test(test_the_same_each_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
