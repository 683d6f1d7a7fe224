/* SPDX-License-Identifier: MIT */
/* test_stream.c - the per-thread stream against a second implementation of what
 * stream.h says, with libcrypto. */
#define _DEFAULT_SOURCE
#include "cpu/cpu.h"
#include "random/stream.h"
#include "vectors.h"

#include <openssl/evp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* splitmix64. */
static uint64_t mixed(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static void fill(uint64_t *state, unsigned char *out, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        out[i] = (unsigned char)mixed(state);
    }
}

/* Entropy that repeats, and fails from call `fail_at` on for `fail_for` calls;
 * 0 never fails. */
struct source {
    uint64_t state;
    size_t draws;
    size_t fail_at;
    size_t fail_for;
};

static guidon_status draw(void *context, void *out, size_t len)
{
    struct source *source = context;

    source->draws++;
    if (source->fail_at > 0 && source->draws >= source->fail_at &&
        source->draws < source->fail_at + source->fail_for) {
        memset(out, 0xee, len); /* bytes that nobody may use */
        return GUIDON_E_ENTROPY;
    }
    fill(&source->state, out, len);
    return GUIDON_OK;
}

/* ------------------------------------------------ the second implementation */

struct model {
    const EVP_CIPHER *cipher;
    struct source source;
    unsigned char key[32];
    size_t budget; /* bytes that the last reseed may still make */
    unsigned char buffer[8192 - 64];
    size_t made, taken; /* of the buffer */
};

static void encrypt_zeros(const struct model *model, unsigned char *out,
                          size_t len, const unsigned char *key)
{
    static const unsigned char start[16];
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int written;

    assert_non_null(context);
    memset(out, 0, len);
    assert_int_equal(
        EVP_EncryptInit_ex(context, model->cipher, NULL, key, start), 1);
    assert_int_equal(EVP_EncryptUpdate(context, out, &written, out, (int)len),
                     1);
    EVP_CIPHER_CTX_free(context);
}

static void model_mix(struct model *model, size_t good_for)
{
    unsigned char drawn[32];

    if (draw(&model->source, drawn, sizeof drawn) == GUIDON_OK) {
        for (int i = 0; i < 32; i++) {
            model->key[i] ^= drawn[i];
        }
        model->budget = good_for;
    }
}

static void model_start(struct model *model, const EVP_CIPHER *cipher)
{
    memset(model, 0, sizeof *model);
    model->cipher = cipher;
    model_mix(model, 8128);
}

static void model_reserve(struct model *model, size_t len)
{
    size_t held = model->made - model->taken;

    if (held < len && model->budget != 8192 &&
        (model->budget < 1024 || held + model->budget < len)) {
        model_mix(model, held == 0 && len >= 1024 ? 8192 : 8128 - held);
    }
}

/* K', 32 unused bytes, and `len` more. */
static void model_make(struct model *model, unsigned char *out, size_t len)
{
    unsigned char *made = malloc(64 + len);

    assert_non_null(made);
    encrypt_zeros(model, made, 64 + len, model->key);
    memcpy(model->key, made, 32);
    memcpy(out, made + 64, len);
    model->budget = model->budget > len ? model->budget - len : 0;
    free(made);
}

static void model_refill(struct model *model)
{
    model->made = sizeof model->buffer;
    if (model->budget >= 1024 && model->budget < model->made) {
        model->made = model->budget;
    }
    model->taken = 0;
    model_make(model, model->buffer, model->made);
}

static void model_take(struct model *model, unsigned char *out, size_t len)
{
    bool is_long = len >= 1024;

    while (len > 0) {
        if (model->taken < model->made) {
            *out++ = model->buffer[model->taken++];
            len--;
        } else if (is_long) {
            model_make(model, out, len);
            len = 0;
        } else {
            model_refill(model);
        }
    }
}

/* --------------------------------------------------------- every kernel */

static bool runs_here(const struct gdn_cipher_kernel *kernel)
{
    return (kernel->needs & gdn_cpu_features()) == kernel->needs;
}

static const EVP_CIPHER *reference_of(const struct gdn_cipher_kernel *kernel)
{
    return strncmp(kernel->name, "aes256ctr_", 10) == 0 ? EVP_aes_256_ctr()
                                                        : EVP_chacha20();
}

/* A stream and its model, with one kernel. */
struct pair {
    struct gdn_stream stream;
    unsigned char head[GDN_CIPHER_HEAD];
    struct source source;
    struct model model;
};

static void start_pair(struct pair *pair,
                       const struct gdn_cipher_kernel *kernel)
{
    memset(pair, 0, sizeof *pair);
    assert_int_equal(gdn_stream_start(&pair->stream, pair->head,
                                      kernel->keystream, draw, &pair->source),
                     GUIDON_OK);
    model_start(&pair->model, reference_of(kernel));
}

/* Consumed bytes are wiped: the buffer is zero before the bytes left. */
static void assert_wiped(const struct gdn_stream *stream)
{
    for (size_t i = 0; i < GDN_STREAM_BUFFER - stream->left; i++) {
        if (stream->buffer[i] != 0) {
            fail_msg("byte %zu of the buffer with %zu left", i, stream->left);
        }
    }
}

static void take_both(struct pair *pair, size_t len)
{
    unsigned char *got = malloc(len ? len : 1);
    unsigned char *want = malloc(len ? len : 1);

    assert_true(got && want);
    gdn_stream_consume(&pair->stream, got, len);
    model_take(&pair->model, want, len);
    assert_memory_equal(got, want, len);
    assert_memory_equal(pair->stream.head, pair->model.key, 32);
    assert_int_equal(pair->stream.budget, pair->model.budget);
    assert_wiped(&pair->stream);
    free(got);
    free(want);
}

static void reserve_both(struct pair *pair, size_t len)
{
    assert_int_equal(gdn_stream_reserve(&pair->stream, len), GUIDON_OK);
    model_reserve(&pair->model, len);
    assert_int_equal(pair->source.draws, pair->model.source.draws);
}

/* The sizes of ids, sizes around those of words and of the buffer, and larger
 * ones, so that each meets the buffer full, empty and in between. */
static const size_t sizes[] = {
    0,     1,     7,    8,    9,    10,   15,   16,   17,   31,    32, 33,
    64,    100,   1000, 1023, 1024, 1025, 2048, 2048, 16,   8,     16, 16256,
    16257, 20000, 4096, 4096, 4097, 8127, 8128, 8129, 8192, 12000, 16, 65536};
#define N_SIZES (sizeof sizes / sizeof sizes[0])

static void take_patterns(const struct gdn_cipher_kernel *kernel)
{
    struct pair *pair = aligned_alloc(64, sizeof *pair);
    uint64_t state = 7;

    assert_non_null(pair);
    start_pair(pair, kernel);
    for (size_t i = 0; i < N_SIZES; i++) {
        reserve_both(pair, sizes[i]);
        take_both(pair, sizes[i]);
    }
    /* The sizes around which direct writes begin, and a reseed ends. */
    for (size_t len = 1; len <= (size_t)3 * GDN_STREAM_BUFFER;
         len += len / 4 + 1) {
        for (int more = -1; more <= 1; more++) {
            take_both(pair, pair->stream.left);
            reserve_both(pair, len + (size_t)more);
            take_both(pair, len + (size_t)more);
        }
    }
    for (size_t len = 0; len <= 40; len++) {
        for (int times = 0; times < 3; times++) {
            reserve_both(pair, len);
            take_both(pair, len);
        }
    }
    for (int round = 0; round < 60; round++) {
        size_t len = sizes[mixed(&state) % N_SIZES];

        /* Several calls share one reservation; some consume less than it. */
        reserve_both(pair, len);
        while (len > 0) {
            size_t piece = 1 + mixed(&state) % len;

            take_both(pair, piece);
            len = mixed(&state) % 8 == 0 ? 0 : len - piece;
        }
    }
    free(pair);
}

/* Whatever the sizes, each byte is part of the one sequence that stream.h
 * defines and that libcrypto computes too. So no byte comes twice, and the
 * kernels of one cipher agree. */
static void test_every_kernel_follows_the_construction(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < gdn_n_cipher_kernels; i++) {
        if (runs_here(&gdn_cipher_kernels[i])) {
            take_patterns(&gdn_cipher_kernels[i]);
        }
    }
}

/* ----------------------------------------------------- when entropy is read */

/* A stream and its key. */
struct keyed {
    struct gdn_stream stream;
    unsigned char head[GDN_CIPHER_HEAD];
};

static struct gdn_stream *new_stream(struct source *source)
{
    struct keyed *keyed = aligned_alloc(64, sizeof *keyed);

    assert_non_null(keyed);
    memset(keyed, 0xa5, sizeof *keyed);
    assert_int_equal(gdn_stream_start(&keyed->stream, keyed->head,
                                      gdn_cipher()->keystream, draw, source),
                     GUIDON_OK);
    return &keyed->stream;
}

/* R95: a reseed comes before the last reseed's budget is exceeded. */
static void test_reseeds(void **unused)
{
    static const struct {
        const char *why;
        size_t reserve, take;
        size_t draws; /* after both */
    } rows[] = {
        {"the first refill has the first draw", 16, 16, 1},
        {"the buffer holds enough", 16, 16, 1},
        {"all that it holds", 8128 - 32, 8128 - 32, 1},
        {"it is empty, and used the draw up", 1, 0, 2},
        {"that draw has made nothing yet", 8128, 0, 2},
        {"nor has it for a run", 8128, 8128, 2},
        {"which uses it up", 16, 16, 3},
        {"more than is left: a draw, and the rest", 8128, 8128, 4},
        {"a long run", 1000000, 1000000, 5},
        {"nothing needs nothing", 0, 0, 5},
        {"a run after a long one", 4096, 4096, 6},
        {"what is fresh is enough for a second", 4096, 4096, 6},
        {"and for no third", 2048, 2048, 7},
        {"what is fresh is just too little", 6145, 2048, 8},
        {"just enough", 6144, 2048, 8},
        {"and for a refill, as long as that", 16, 16, 8},
        {"all of it", 4096 - 16, 4096 - 16, 8},
        {"and no more", 16, 16, 9},
        {"the buffer, and a run", 8112 + 7168, 8112 + 7168, 10},
        {"which that draw was for", 1024, 7169, 11},
        {"too little is fresh for a refill", 1, 1, 12},
    };
    static unsigned char out[1000000];
    struct source source = {0};
    struct gdn_stream *stream = new_stream(&source);

    (void)unused;
    for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
        assert_int_equal(gdn_stream_reserve(stream, rows[r].reserve),
                         GUIDON_OK);
        gdn_stream_consume(stream, out, rows[r].take);
        if (source.draws != rows[r].draws) {
            fail_msg("%s: %zu draws", rows[r].why, source.draws);
        }
    }
    free(stream);
}

/* ----------------------------------------------------------- its failures */

/* R87: a stream whose first read of entropy fails has no key to make bytes
 * from. */
static void test_no_entropy_at_first(void **unused)
{
    struct source source = {.fail_at = 1, .fail_for = 1};
    static struct keyed keyed;
    static const struct keyed zero;

    (void)unused;
    memset(&keyed, 0xa5, sizeof keyed);
    assert_int_equal(gdn_stream_start(&keyed.stream, keyed.head,
                                      gdn_cipher()->keystream, draw, &source),
                     GUIDON_E_ENTROPY);
    assert_memory_equal(&keyed, &zero, sizeof keyed);
    assert_int_equal(gdn_stream_start(&keyed.stream, keyed.head,
                                      gdn_cipher()->keystream, draw, &source),
                     GUIDON_OK);
}

/* After an error the stream is unchanged to the last byte, its bytes can be
 * consumed, and with entropy it goes on as if nothing had failed. */
static void fail_at_draw(size_t fail_at, size_t reserve)
{
    struct pair *pair = aligned_alloc(64, sizeof *pair);
    struct gdn_stream *before = aligned_alloc(64, sizeof *before);
    unsigned char head[GDN_CIPHER_HEAD];

    assert_true(pair && before);
    start_pair(pair, &gdn_cipher_kernels[gdn_n_cipher_kernels - 1]);
    take_both(pair, 1000);
    while (pair->source.draws < fail_at - 1) {
        reserve_both(pair, 100);
        take_both(pair, 100);
    }
    take_both(pair, pair->stream.left - 128);
    pair->source.fail_at = fail_at;
    pair->source.fail_for = 3;
    for (int tries = 0; tries < 3; tries++) {
        memcpy(before, &pair->stream, sizeof *before);
        memcpy(head, pair->head, sizeof head);
        assert_int_equal(gdn_stream_reserve(&pair->stream, reserve),
                         GUIDON_E_ENTROPY);
        assert_memory_equal(before, &pair->stream, sizeof *before);
        assert_memory_equal(head, pair->head, sizeof head);
        assert_int_equal(gdn_stream_reserve(&pair->stream, 16), GUIDON_OK);
        take_both(pair, 16);
    }
    assert_int_equal(gdn_stream_reserve(&pair->stream, reserve), GUIDON_OK);
    model_reserve(&pair->model, reserve);
    take_both(pair, reserve);
    free(before);
    free(pair);
}

static void test_entropy_fails_later(void **unused)
{
    (void)unused;
    fail_at_draw(2, 1000);
    fail_at_draw(10, 1000);
    fail_at_draw(10, 100000);
}

/* ------------------------------------------------------ where a key remains */

static bool holds(const void *memory, size_t len, const void *secret)
{
    const unsigned char *bytes = memory;

    for (size_t i = 0; i + 16 <= len; i++) {
        if (memcmp(bytes + i, secret, 16) == 0) {
            return true;
        }
    }
    return false;
}

/* Neither half of a used key is anywhere in the stream, and the new key is not
 * among the bytes to be consumed. */
static void test_keys_are_erased(void **unused)
{
    struct source source = {0};
    struct gdn_stream *stream = new_stream(&source);
    static unsigned char out[50000];

    (void)unused;
    for (size_t i = 0; i < N_SIZES; i++) {
        unsigned char key[GDN_CIPHER_KEY];
        size_t len = sizes[i] < sizeof out ? sizes[i] : sizeof out - 1;

        assert_int_equal(gdn_stream_reserve(stream, stream->left + 1),
                         GUIDON_OK);
        memcpy(key, stream->head, sizeof key);
        gdn_stream_consume(stream, out, stream->left);
        gdn_stream_consume(stream, out, len + 1);
        assert_false(holds(stream, sizeof(struct keyed), key));
        assert_false(holds(stream, sizeof(struct keyed), key + 16));
        assert_false(holds(stream->buffer, GDN_STREAM_BUFFER, stream->head));
        assert_false(holds(out, sizeof out, key));
        assert_false(holds(out, sizeof out, stream->head));
    }
    free(stream);
}

/* ----------------------------------------------------------- a huge request */

/* In place of a kernel: changes the key, and notes the request, which is too
 * large to be written. */
static struct {
    unsigned char *out;
    size_t len;
    unsigned char key[GDN_CIPHER_KEY];
} noted[8];
static size_t n_noted;

static void note(unsigned char *out, size_t len, unsigned char *head,
                 const unsigned char *start, const struct gdn_cipher_bits *bits)
{
    (void)start;
    (void)bits;
    assert_true(n_noted < sizeof noted / sizeof noted[0]);
    noted[n_noted].out = out;
    noted[n_noted].len = len;
    memcpy(noted[n_noted].key, head, GDN_CIPHER_KEY);
    n_noted++;
    head[0]++;
}

/* No key makes more than GDN_STREAM_DIRECT_MAX bytes, and no two direct writes
 * share a key. The memory is address space without pages. */
static void test_long_runs_change_keys(void **unused)
{
    struct source source = {0};
    static struct gdn_stream stream;
    static unsigned char head[GDN_CIPHER_HEAD];
    size_t len = 2 * GDN_STREAM_DIRECT_MAX + 100000;
    unsigned char *out =
        mmap(NULL, len, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
             -1, 0);

    (void)unused;
    if (out == MAP_FAILED) {
        print_message("no address space of %zu bytes here\n", len);
        skip();
    }
    assert_int_equal(gdn_stream_start(&stream, head, note, draw, &source),
                     GUIDON_OK);
    assert_int_equal(gdn_stream_reserve(&stream, len), GUIDON_OK);
    gdn_stream_consume(&stream, out, len);
    assert_int_equal(n_noted, 3);
    assert_int_equal(noted[0].len, GDN_STREAM_DIRECT_MAX);
    assert_int_equal(noted[1].len, GDN_STREAM_DIRECT_MAX);
    assert_int_equal(noted[2].len, 100000);
    for (size_t i = 0; i < 3; i++) {
        assert_ptr_equal(noted[i].out, out + i * GDN_STREAM_DIRECT_MAX);
        assert_memory_not_equal(noted[i].key, noted[(i + 1) % 3].key,
                                GDN_CIPHER_KEY);
        assert_memory_not_equal(noted[i].key, stream.head, GDN_CIPHER_KEY);
    }
    munmap(out, len);
}

/* -------------------------------------------------------- items of 16 bytes */

static const struct gdn_cipher_bits some_bits = {
    {UINT64_C(0xf0), UINT64_C(0xc0) << 56}, {UINT64_C(0x40), 7}};

static void assert_laid_over(const unsigned char got[16],
                             const unsigned char want[16])
{
    uint64_t words[2];

    memcpy(words, want, sizeof words);
    for (int i = 0; i < 2; i++) {
        words[i] = (words[i] & ~some_bits.clear[i]) | some_bits.set[i];
    }
    assert_memory_equal(got, words, sizeof words);
}

/* The bytes of plain requests, without a remainder of the buffer that is
 * shorter than an item, with bits cleared and set. Both streams are equal
 * afterwards. */
static void assert_takes_each(size_t before, size_t n)
{
    struct source sources[2] = {{.state = 7}, {.state = 7}};
    struct gdn_stream a, b;
    unsigned char heads[2][GDN_CIPHER_HEAD];
    static unsigned char whole[3600][16], each[3600][16];
    size_t first, rest;

    assert_true(16 * n + before <= sizeof whole);
    assert_int_equal(gdn_stream_start(&a, heads[0], gdn_cipher()->keystream,
                                      draw, &sources[0]),
                     GUIDON_OK);
    assert_int_equal(gdn_stream_start(&b, heads[1], gdn_cipher()->keystream,
                                      draw, &sources[1]),
                     GUIDON_OK);
    assert_int_equal(gdn_stream_reserve(&a, before), GUIDON_OK);
    assert_int_equal(gdn_stream_reserve(&b, before), GUIDON_OK);
    gdn_stream_consume(&a, whole, before);
    gdn_stream_consume(&b, each, before);
    assert_int_equal(gdn_stream_reserve(&a, 16 * n), GUIDON_OK);
    assert_int_equal(gdn_stream_reserve(&b, 16 * n), GUIDON_OK);
    first = a.left / 16 < n ? a.left / 16 : n;
    rest = first < n ? a.left % 16 : 0; /* shorter than an item */
    gdn_stream_consume(&a, whole, 16 * n + rest);
    memmove(whole + first, whole[first] + rest, 16 * (n - first));
    gdn_stream_consume_each(&b, each, n, &some_bits);
    for (size_t i = 0; i < n; i++) {
        assert_laid_over(each[i], whole[i]);
    }
    assert_int_equal(a.left, b.left);
    assert_int_equal(a.budget, b.budget);
    assert_memory_equal(heads[0], heads[1], GDN_CIPHER_HEAD);
    assert_memory_equal(a.buffer, b.buffer, sizeof a.buffer);
    assert_int_equal(sources[0].draws, sources[1].draws);
}

static void test_taking_each_is_taking_all(void **unused)
{
    static const size_t counts[] = {1,   2,   5,   63,  64,   65,  128,
                                    507, 508, 509, 600, 1016, 3000};

    (void)unused;
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        for (size_t before = 1; before <= 40; before++) {
            assert_takes_each(before, counts[i]);
            assert_takes_each(GDN_STREAM_CAPACITY - before, counts[i]);
        }
        assert_takes_each(GDN_STREAM_CAPACITY, counts[i]);
        assert_takes_each(2000, counts[i]);
    }
}

/* ---------------------------------------------- how long a copy stays equal */

/* Calls of up to 300 ids may consume less than they reserve. After any call, no
 * more than the buffer's bytes are consumed before a reseed. */
static void test_a_reseed_is_not_far(void **unused)
{
    struct source source = {.state = 3};
    struct gdn_stream *stream = new_stream(&source);
    static unsigned char out[300][16];
    uint64_t state = 11;
    size_t since = 0, most = 0;

    (void)unused;
    for (int call = 0; call < 20000; call++) {
        size_t n = mixed(&state) % 4 == 0 ? 1 + mixed(&state) % 300 : 1;
        size_t each = mixed(&state) % 2 == 0 ? 16 : 8 + mixed(&state) % 3;
        size_t draws = source.draws;

        assert_int_equal(
            gdn_stream_reserve(stream, n * each + mixed(&state) % 2 * 16),
            GUIDON_OK);
        if (each == 16) {
            gdn_stream_consume_each(stream, out, n, &some_bits);
        } else {
            gdn_stream_consume(stream, out, n * each);
        }
        since = source.draws == draws ? since + n * each : 0;
        most = since > most ? since : most;
        assert_true(stream->left + stream->budget <= GDN_STREAM_CAPACITY);
    }
    assert_in_range(most, GDN_STREAM_CAPACITY / 2, GDN_STREAM_CAPACITY);
    free(stream);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_kernel_follows_the_construction),
        cmocka_unit_test(test_reseeds),
        cmocka_unit_test(test_no_entropy_at_first),
        cmocka_unit_test(test_entropy_fails_later),
        cmocka_unit_test(test_keys_are_erased),
        cmocka_unit_test(test_long_runs_change_keys),
        cmocka_unit_test(test_taking_each_is_taking_all),
        cmocka_unit_test(test_a_reseed_is_not_far),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
