/* SPDX-License-Identifier: MIT */
/* test_statistics.c - test the randomness of the random bits of ids */
/*
 * Without arguments this is a short test with fixed bytes: every statistic
 * passes good bytes and detects its flaws. With an argument it is a tool for
 * docs/statistics.md:
 *
 *   run [N [FIELD]]  test at least N ids (default 10^8) of each kind or of one, made
 *                    with the thread's random stream; exit status 1 if a
 *                    statistic fails
 *   cipher           print the kernel of that stream
 *   flaws            print which statistics detect each flaw in the short test
 *   power            print whether rarer flaws are detected in 10^8 ids
 *   stream           write the random bits of every kind without end, for other
 *                    test suites
 */
#include "measure.h"
#include "sources.h"

#include "cpu/cpu.h"
#include "vectors.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define FINDINGS 32

static struct maker maker_from(struct source *source)
{
    struct maker maker = {
        .options = {.random = GUIDON_RANDOM_CALLBACK,
                    .random_fn = source_random,
                    .random_context = source},
    };

    return maker;
}

static bool fails(const struct finding *finding)
{
    return finding_p(finding) < false_alarm_share();
}

static void print_issue(const char *field, const char *statistic,
                        const char *score, const struct finding *finding)
{
    printf("  %s: %s: %s: %s %.4g, p = %.2g, the least of %zu\n", field,
           statistic, finding->where, score, finding->score, finding->least,
           finding->tests);
}

/* --------------------------------------------------------------- smoke run */

enum { SMOKE_BLOCKS = 256 }; /* 2^20 ids */

/* Compare p-values with known values. A tail on the wrong side, or a one-sided
 * tail, would make every result wrong. */
static void test_tails(void **state)
{
    (void)state;
    assert_true(fabs(p_of_normal(1.959963985) - 0.05) < 1e-9);
    assert_true(fabs(p_of_normal(-7) / 2.559625e-12 - 1) < 1e-6);
    /* Two degrees of freedom: exp(-x / 2) above, 1 - exp(-x / 2) below. */
    assert_true(fabs(p_of_chi_square(40, 2) / (2 * exp(-20)) - 1) < 1e-9);
    assert_true(fabs(p_of_chi_square(1e-9, 2) / 1e-9 - 1) < 1e-6);
    /* Many degrees: nearly normal, by the cube root (Wilson and Hilferty). */
    assert_true(fabs(log10(p_of_chi_square(67720, 65535) / 2.7e-9)) < 0.1);
    /* P(0) = exp(-20), P(at least 1) = 1 - exp(-1e-9). */
    assert_true(fabs(p_of_poisson(0, 20) / (2 * exp(-20)) - 1) < 1e-9);
    assert_true(fabs(p_of_poisson(1, 1e-9) / 2e-9 - 1) < 1e-6);
    assert_true(p_of_poisson(0, 1e-9) == 1);
}

static void good_field(const struct field *field, gdn_keystream_fn *keystream)
{
    static struct gdn_stream stream;
    static unsigned char head[GDN_CIPHER_HEAD];
    static struct source source = {.stream = &stream};
    struct finding findings[FINDINGS];
    struct maker maker = maker_from(&source);
    uint64_t seed = 0;

    assert_int_equal(
        gdn_stream_start(&stream, head, keystream, fixed_entropy, &seed),
        GUIDON_OK);
    maker_begin(&maker, field);
    measure(findings, &maker, SMOKE_BLOCKS, all_statistics());
    maker_end(&maker);
    for (size_t s = 0; s < n_statistics; s++) {
        assert_true(findings[s].tests > 0);
        if (fails(&findings[s])) {
            print_issue(field->name, statistics[s]->name, statistics[s]->score,
                        &findings[s]);
            fail_msg("%s fails on good bytes", statistics[s]->name);
        }
    }
    assert_int_equal(maker.wrong, 0);
}

static void test_every_field_passes(void **state)
{
    (void)state;
    for (size_t f = 0; f < n_fields; f++) {
        if (fields[f].way != WAY_THREAD) { /* these have no fixed bytes */
            good_field(&fields[f], gdn_chacha20_portable);
        }
    }
}

static void test_every_kernel_passes(void **state)
{
    (void)state;
    for (size_t i = 0; i < gdn_n_cipher_kernels; i++) {
        const struct gdn_cipher_kernel *kernel = &gdn_cipher_kernels[i];

        if ((kernel->needs & ~gdn_cpu_features()) != 0) {
            print_message("skipped: this processor lacks %s\n", kernel->name);
        } else {
            good_field(&fields[0], kernel->keystream);
        }
    }
}

/* Test ids of version 4 from flawed bytes, or flawed ids. Returns the number of
 * ids with wrong fixed bits. */
static uint64_t flawed(struct finding *findings, const struct flaw *flaw,
                       uint64_t once_in, size_t blocks, unsigned chosen)
{
    static struct source source;
    struct maker maker = maker_from(&source);

    source = (struct source){.flaw = flaw, .once_in = once_in};
    maker.tamper = flaw->tamper;
    maker_begin(&maker, &fields[0]);
    measure(findings, &maker, blocks, chosen);
    maker_end(&maker);
    return maker.wrong;
}

/* The same with the frequency of the short test. */
static uint64_t much_flawed(struct finding *findings, const struct flaw *flaw,
                            unsigned chosen)
{
    return flawed(findings, flaw, flaw->once_in, (size_t)1 << flaw->log2_blocks,
                  chosen);
}

/* The bit of the statistic that must detect the flaw. */
static unsigned chosen_for(const struct flaw *flaw)
{
    unsigned chosen = 0;

    for (size_t s = 0; s < n_statistics; s++) {
        chosen |= (unsigned)(strcmp(statistics[s]->name, flaw->seen_by) == 0)
                  << s;
    }
    return chosen;
}

static bool is_seen(const struct finding *findings, unsigned chosen)
{
    for (size_t s = 0; s < n_statistics; s++) {
        if (chosen >> s & 1 && fails(&findings[s])) {
            return true;
        }
    }
    return false;
}

/* Each statistic can fail; otherwise a pass would mean nothing. */
static void test_every_flaw_is_seen(void **state)
{
    (void)state;
    for (size_t f = 0; f < n_flaws; f++) {
        struct finding findings[FINDINGS];
        unsigned chosen = chosen_for(&flaws[f]);
        uint64_t wrong = much_flawed(findings, &flaws[f], chosen);

        /* If no statistic is chosen, the check of the fixed bits must detect
         * it. */
        if (chosen > 0 ? !is_seen(findings, chosen) : wrong == 0) {
            fail_msg("%s: not detected by %s", flaws[f].name, flaws[f].seen_by);
        }
    }
}

/* Each statistic has at least one flaw, so that none is left untested. */
static void test_every_statistic_has_a_flaw_to_see(void **state)
{
    unsigned tried = 0;

    (void)state;
    for (size_t f = 0; f < n_flaws; f++) {
        tried |= chosen_for(&flaws[f]);
    }
    assert_int_equal(tried, all_statistics());
}

static int smoke(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tails),
        cmocka_unit_test(test_every_field_passes),
        cmocka_unit_test(test_every_kernel_passes),
        cmocka_unit_test(test_every_flaw_is_seen),
        cmocka_unit_test(test_every_statistic_has_a_flaw_to_see),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* ------------------------------------------------------------------- flaws */

static int show_flaws(void)
{
    for (size_t f = 0; f < n_flaws; f++) {
        const struct flaw *flaw = &flaws[f];
        struct finding findings[FINDINGS];
        uint64_t wrong = much_flawed(findings, flaw, all_statistics());

        printf("%s, once in %llu, of 2^%u ids:", flaw->name,
               (unsigned long long)flaw->once_in, 12 + flaw->log2_blocks);
        if (wrong > 0) {
            printf(" fixed");
        }
        for (size_t s = 0; s < n_statistics; s++) {
            if (fails(&findings[s])) {
                printf(" %s", statistics[s]->name);
            }
        }
        putchar('\n');
        fflush(stdout);
    }
    return 0;
}

static size_t blocks_of(double n)
{
    return (size_t)ceil(n / BLOCK_RECORDS);
}

static int show_power(void)
{
    int missed = 0;

    for (size_t f = 0; f < n_flaws; f++) {
        const struct flaw *flaw = &flaws[f];
        struct finding findings[FINDINGS];
        unsigned chosen = chosen_for(flaw);
        bool seen;

        if (flaw->seldom_in == 0) {
            continue;
        }
        (void)flawed(findings, flaw, flaw->seldom_in, blocks_of(1e8), chosen);
        seen = is_seen(findings, chosen);
        missed += !seen;
        printf("%s, once in %llu: %s by %s\n", flaw->name,
               (unsigned long long)flaw->seldom_in, seen ? "seen" : "NOT SEEN",
               flaw->seen_by);
        for (size_t s = 0; s < n_statistics; s++) {
            if (chosen >> s & 1) {
                print_issue(fields[0].name, statistics[s]->name,
                            statistics[s]->score, &findings[s]);
            }
        }
        fflush(stdout);
    }
    return missed > 0;
}

/* ---------------------------------------------------------------- long run */

static double seconds_now(void)
{
    struct timespec now;

    (void)timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void print_head(size_t blocks)
{
    printf("%zu ids of each kind, random bytes by %s\n", blocks * BLOCK_RECORDS,
           gdn_cipher()->name);
    printf("false alarm of a whole run: %.0e; a statistic fails where p is "
           "below %.1e\n\n%-32s %4s",
           FALSE_ALARM, false_alarm_share(), "field", "bits");
    for (size_t s = 0; s < n_statistics; s++) {
        printf(" %10s", statistics[s]->name);
    }
    printf(" %7s\n", "seconds");
}

/* Print one line of p-values, and one for each fault. */
static int run_field(const struct field *field, size_t blocks)
{
    struct maker maker = {.options = {.random = GUIDON_RANDOM_FAST}};
    struct finding findings[FINDINGS];
    double begun = seconds_now();
    int faults = 0;

    printf("%-32s %4u", field->name, field->bits);
    fflush(stdout);
    maker_begin(&maker, field);
    measure(findings, &maker, blocks, all_statistics());
    maker_end(&maker);
    for (size_t s = 0; s < n_statistics; s++) {
        printf(" %10.2g", finding_p(&findings[s]));
    }
    printf(" %7.1f\n", seconds_now() - begun);
    for (size_t s = 0; s < n_statistics; s++) {
        if (fails(&findings[s])) {
            print_issue("FAILED", statistics[s]->name, statistics[s]->score,
                        &findings[s]);
            faults++;
        }
    }
    if (maker.wrong > 0) {
        printf("  FAILED: fixed bits wrong in %llu records\n",
               (unsigned long long)maker.wrong);
        faults++;
    }
    return faults;
}

static int run(const char *count, const char *field)
{
    double n = count ? strtod(count, NULL) : 1e8;
    size_t blocks;
    size_t met = 0;
    int faults = 0;

    if (!(n >= 1 && n < 4e9)) { /* counts have 32 bits */
        fprintf(stderr, "run: a number of ids, 1 to 4e9\n");
        return 2;
    }
    blocks = blocks_of(n);
    blocks = blocks < SMOKE_BLOCKS ? SMOKE_BLOCKS : blocks;
    print_head(blocks);
    for (size_t f = 0; f < n_fields; f++) {
        if (!field || strcmp(fields[f].name, field) == 0) {
            faults += run_field(&fields[f], blocks);
            met++;
        }
    }
    if (met == 0) {
        fprintf(stderr, "run: no field \"%s\"\n", field);
        return 2;
    }
    printf("\n%d faults\n", faults);
    return faults > 0;
}

/* ------------------------------------------------------------------ stream */

/* A bit stream. The first bit is the highest of its byte. */
struct packed {
    uint64_t bits;
    unsigned n; /* below 8 between calls */
    size_t len;
    unsigned char bytes[BLOCK_RECORDS * RECORD_BITS / 8];
};

static void pack(struct packed *packed, const struct record *record,
                 unsigned bits)
{
    for (unsigned at = 0; at < bits; at += 32) {
        unsigned width = bits - at < 32 ? bits - at : 32;

        packed->bits = packed->bits << width | record_bits(record, at, width);
        packed->n += width;
        while (packed->n >= 8) {
            packed->n -= 8;
            packed->bytes[packed->len++] =
                (unsigned char)(packed->bits >> packed->n);
        }
    }
}

/* Write a block of each field in turn until the reader closes the pipe. */
static int stream(void)
{
    static struct record records[BLOCK_RECORDS];
    struct maker *makers = must_have(n_fields, sizeof *makers);
    struct packed *packed = must_have(1, sizeof *packed);

    for (size_t f = 0; f < n_fields; f++) {
        makers[f].options.random = GUIDON_RANDOM_FAST;
        maker_begin(&makers[f], &fields[f]);
    }
    for (size_t f = 0;; f = (f + 1) % n_fields) {
        maker_fill(&makers[f], records);
        packed->len = 0;
        for (size_t r = 0; r < BLOCK_RECORDS; r++) {
            pack(packed, &records[r], fields[f].bits);
        }
        if (fwrite(packed->bytes, 1, packed->len, stdout) < packed->len) {
            break;
        }
    }
    free(packed);
    free(makers); /* the end of the process frees the generators */
    return errno == EPIPE ? 0 : 3;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        return smoke();
    }
    if (strcmp(argv[1], "run") == 0 && argc <= 4) {
        return run(argv[2], argc > 3 ? argv[3] : NULL);
    }
    if (strcmp(argv[1], "cipher") == 0 && argc == 2) {
        return puts(gdn_cipher()->name) < 0;
    }
    if (strcmp(argv[1], "flaws") == 0 && argc == 2) {
        return show_flaws();
    }
    if (strcmp(argv[1], "power") == 0 && argc == 2) {
        return show_power();
    }
    if (strcmp(argv[1], "stream") == 0 && argc == 2) {
        return stream();
    }
    fprintf(stderr,
            "usage: %s [run [N [FIELD]] | cipher | flaws | power | stream]\n",
            argv[0]);
    return 2;
}
