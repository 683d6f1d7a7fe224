/* SPDX-License-Identifier: MIT */
/* cpu_without.c - a processor with some features switched off */
/*
 * A test links this file instead of the library's gdn_cpu_features, which reads
 * no environment variable. GUIDON_CPU_WITHOUT names the features to switch off,
 * separated by commas; "all" means every feature. Features that need one of
 * them are switched off too. Features that the compiler already uses stay on.
 * An unknown name ends the test, because a misspelt name would leave a kernel
 * untested.
 */
#include "cpu/baseline.h"
#include "cpu/detect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    unsigned goes; /* bits of this feature and of all that need it */
} features[] = {
    {"aes", GDN_CPU_AES | GDN_CPU_VAES512},
    {"vaes512", GDN_CPU_VAES512},
    {"tsc", GDN_CPU_INVARIANT_TSC},
    {"sse41", GDN_CPU_SSE41 | GDN_CPU_AES | GDN_CPU_SHA | GDN_CPU_AVX2 |
                  GDN_CPU_AVX512 | GDN_CPU_AVX512VBMI | GDN_CPU_VAES512},
    {"avx2",
     GDN_CPU_AVX2 | GDN_CPU_AVX512 | GDN_CPU_AVX512VBMI | GDN_CPU_VAES512},
    {"avx512", GDN_CPU_AVX512 | GDN_CPU_AVX512VBMI | GDN_CPU_VAES512},
    {"avx512vbmi", GDN_CPU_AVX512VBMI},
    {"sha", GDN_CPU_SHA},
    {"neon", GDN_CPU_NEON | GDN_CPU_AES | GDN_CPU_SHA},
    {"all", ~0u},
};

static unsigned named(const char *name, size_t len)
{
    for (size_t i = 0; i < sizeof features / sizeof features[0]; i++) {
        if (strlen(features[i].name) == len &&
            memcmp(features[i].name, name, len) == 0) {
            return features[i].goes;
        }
    }
    fprintf(stderr,
            "GUIDON_CPU_WITHOUT: unknown feature \"%.*s\"; expected:", (int)len,
            name);
    for (size_t i = 0; i < sizeof features / sizeof features[0]; i++) {
        fprintf(stderr, " %s", features[i].name);
    }
    fputc('\n', stderr);
    exit(2);
}

unsigned gdn_cpu_features(void)
{
    const char *list = getenv("GUIDON_CPU_WITHOUT");
    unsigned without = 0;

    while (list && *list) {
        size_t len = strcspn(list, ",");

        without |= named(list, len);
        list += len + (list[len] == ',');
    }
    return (gdn_cpu_detect() & ~without) | GDN_CPU_BASELINE;
}
