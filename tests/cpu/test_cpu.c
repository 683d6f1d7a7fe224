/* SPDX-License-Identifier: MIT */
/* test_cpu.c - compare the detected features with the list of the system. */
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
 * ends; NULL if there is no such line. The caller frees it. */
static char *feature_line(void)
{
    /* An emulator of ARM may show the list of its host, which has another
     * heading. */
    const char *heading = GDN_ARCH_ARM64 ? "Features" : "flags";
    FILE *file = fopen("/proc/cpuinfo", "r");
    char *line = NULL;
    size_t cap = 0;
    char *found = NULL;

    if (!file) {
        return NULL;
    }
    while (!found && getline(&line, &cap, file) > 0) {
        if (strncmp(line, heading, strlen(heading)) == 0) {
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

/* The names in /proc/cpuinfo of the instruction sets that a feature needs.
 * Linux lists AVX and AVX-512 only if it saves their registers. */
static const struct {
    unsigned feature;
    const char *words[10];
} needs[] = {
#  if GDN_ARCH_ARM64
    {GDN_CPU_NEON, {"asimd"}},
    {GDN_CPU_AES, {"aes"}},
    {GDN_CPU_SHA, {"sha1", "sha2"}},
#  else
    {GDN_CPU_SSE41, {"ssse3", "sse4_1"}},
    {GDN_CPU_AES, {"ssse3", "sse4_1", "aes"}},
    {GDN_CPU_SHA, {"ssse3", "sse4_1", "sha_ni"}},
    {GDN_CPU_AVX2, {"ssse3", "sse4_1", "avx", "avx2", "bmi1", "bmi2"}},
    {GDN_CPU_AVX512,
     {"ssse3", "sse4_1", "avx2", "bmi1", "bmi2", "avx512f", "avx512bw",
      "avx512dq", "avx512vl"}},
    {GDN_CPU_AVX512VBMI,
     {"avx2", "bmi1", "bmi2", "avx512f", "avx512bw", "avx512dq", "avx512vl",
      "avx512vbmi"}},
    {GDN_CPU_VAES512,
     {"avx2", "bmi1", "bmi2", "avx512f", "avx512bw", "avx512dq", "avx512vl",
      "vaes", "aes"}},
    {GDN_CPU_INVARIANT_TSC, {"constant_tsc", "nonstop_tsc"}},
#  endif
};

static unsigned expected(const char *line)
{
    unsigned features = 0;

    for (size_t i = 0; i < sizeof needs / sizeof needs[0]; i++) {
        bool all = true;

        for (const char *const *word = needs[i].words; *word; word++) {
            all = all && listed(line, *word);
        }
        features |= all ? needs[i].feature : 0;
    }
    return features;
}

/* A wrong leaf, register or bit reports a feature that Linux does not list,
 * which would be an illegal instruction later, or misses one that Linux
 * lists. Valgrind and other emulators hide features from CPUID, but not from
 * the list. Under them, the features must be those that the compiler's run
 * time reports. */
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
#  if GDN_ARCH_X86_64
    assert_int_equal(found & ~expected(line), 0);
    if (__builtin_cpu_supports("avx512vbmi") &&
        __builtin_cpu_supports("avx512bw")) { /* not under an emulator */
        assert_int_equal(found, expected(line));
    }
    assert_int_equal((found & GDN_CPU_AES) != 0,
                     __builtin_cpu_supports("aes") != 0);
    assert_int_equal((found & GDN_CPU_SSE41) != 0,
                     __builtin_cpu_supports("sse4.1") != 0);
    assert_int_equal((found & GDN_CPU_AVX2) != 0,
                     __builtin_cpu_supports("avx2") &&
                         __builtin_cpu_supports("bmi2"));
#  else
    assert_int_equal(found, expected(line));
#  endif
    free(line);
}
#endif

/* The second call returns the remembered features, without the mark. */
static void test_the_same_each_time(void **unused)
{
    (void)unused;
    assert_int_equal(gdn_cpu_features(), gdn_cpu_detect());
    assert_int_equal(gdn_cpu_features(), gdn_cpu_detect());
    assert_int_equal(gdn_cpu_features() >> GDN_CPU_FEATURES, 0);
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
