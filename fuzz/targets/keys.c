/* SPDX-License-Identifier: MIT */
/* keys.c - compare derived, masked and encrypted ids, one and many, and each
 * kernel of BLAKE2s with slow ones */
#include "../../tests/oracle/slow_keys.h"
#include "../support/fuzz.h"
#include "cpu/cpu.h"
#include "keys/blake2s.h"

#define N_MAX   160 /* more than the library hashes in one block */
#define LEN_MAX 255

/* The first bytes of an input: what to do, and how often. */
struct wanted {
    unsigned what; /* see LLVMFuzzerTestOneInput */
    size_t n, len, stride;
    size_t bad; /* the number of a wrong time or id; none if n or above */
    unsigned char key[GUIDON_KEY_LEN];
};

static guidon_id *marked_ids(size_t n)
{
    return (guidon_id *)fuzz_marked(n * sizeof(guidon_id));
}

/* ------------------------------------------------------------- derived ids */

static void check_kernel(const struct wanted *w, const uint64_t times[],
                         const unsigned char *data, unsigned which)
{
    const struct gdn_blake2s_kernel *kernel =
        &gdn_blake2s_kernels[which % gdn_n_blake2s_kernels];
    unsigned char heads[N_MAX * GDN_BLAKE2S_HEAD];
    const struct gdn_blake2s_messages messages = {heads, data, w->len,
                                                  w->stride};
    uint32_t keyed[GDN_BLAKE2S_WORDS];
    unsigned char want[32], message[SLOW_MESSAGE_MAX];
    char *out;

    if ((kernel->needs & ~gdn_cpu_features()) != 0) {
        return;
    }
    for (size_t i = 0; i < sizeof heads; i++) {
        heads[i] = (unsigned char)(times[i / 16] >> i % 16);
    }
    gdn_blake2s_key(keyed, w->key);
    out = fuzz_marked(w->n * GDN_BLAKE2S_OUT);
    kernel->digests((unsigned char *)out, keyed, &messages, w->n);
    for (size_t i = 0; i < w->n; i++) {
        memcpy(message, heads + 16 * i, 16);
        memcpy(message + 16, data + i * w->stride, w->len);
        slow_blake2s(want, w->key, message, 16 + w->len);
        CHECK(memcmp(out + 16 * i, want, 16) == 0);
    }
}

static void check_derive(const struct wanted *w, const guidon_key *key,
                         struct fuzz_data *rest)
{
    const size_t span = w->n > 0 ? (w->n - 1) * w->stride + w->len : 0;
    unsigned char *data = (unsigned char *)fuzz_buffer_tail(FUZZ_IN, span);
    uint64_t times[N_MAX];
    uint64_t seed = fuzz_take(rest, 6);
    guidon_id *out = marked_ids(w->n);

    for (size_t i = 0; i < N_MAX; i++) {
        times[i] = i == 0 ? seed : draw(&seed) >> 16;
    }
    for (size_t i = 0; i < span; i++) {
        data[i] =
            (unsigned char)(rest->left ? rest->at[i % rest->left] + i : 7);
    }
    if (w->bad < w->n) {
        times[w->bad] = w->what & 16 ? UINT64_C(1) << 48 : UINT64_MAX;
        CHECK(guidon_v7_derive_many(out, times, key, data, w->len, w->stride,
                                    w->n) == GUIDON_E_RANGE);
        CHECK(is_marked(out, w->n * sizeof *out));
        return;
    }
    CHECK(guidon_v7_derive_many(out, times, key, data, w->len, w->stride,
                                w->n) == GUIDON_OK);
    for (size_t i = 0; i < w->n; i++) {
        const unsigned char *at = data + i * w->stride;
        const guidon_id want = slow_derive(times[i], w->key, at, w->len);
        guidon_id one = marked_id();

        CHECK(guidon_equal(&out[i], &want));
        CHECK(i > 3 ||
              guidon_v7_derive(&one, times[i], key, at, w->len) == GUIDON_OK);
        CHECK(i > 3 || guidon_equal(&one, &want));
    }
    check_kernel(w, times, data, w->what >> 5);
}

/* -------------------------------------------------- masked and encrypted ids */

/* What a call makes of an id: the four calls have an index each. */
enum change { MASK, UNMASK, ENCRYPT, DECRYPT };

static guidon_id slow_change(enum change change, const guidon_id *id,
                             const unsigned char *key)
{
    switch (change) {
    case MASK:
        return slow_mask(id, key, 4);
    case UNMASK:
        return slow_mask(id, key, 7);
    case ENCRYPT:
        return slow_encrypt(id, key);
    default:
        return slow_decrypt(id, key);
    }
}

struct both_keys {
    guidon_key key;
    guidon_mask_key mask;
};

static guidon_status change_one(enum change change, guidon_id *id,
                                const struct both_keys *keys)
{
    switch (change) {
    case MASK:
        return guidon_mask(id, &keys->mask, id);
    case UNMASK:
        return guidon_unmask(id, &keys->mask, id);
    case ENCRYPT:
        return guidon_encrypt(id, &keys->key, id);
    default:
        return guidon_decrypt(id, &keys->key, id);
    }
}

static guidon_status change_many(enum change change, guidon_id *out,
                                 size_t *done, const guidon_id *in, size_t n,
                                 const struct both_keys *keys)
{
    switch (change) {
    case MASK:
        return guidon_mask_many(out, &keys->mask, in, n, done);
    case UNMASK:
        return guidon_unmask_many(out, &keys->mask, in, n, done);
    case ENCRYPT:
        return guidon_encrypt_many(out, &keys->key, in, n, done);
    default:
        return guidon_decrypt_many(out, &keys->key, in, n, done);
    }
}

/* Ids of the version that the change takes, except number `bad`. */
static void make_ids(guidon_id ids[], const struct wanted *w, unsigned version,
                     struct fuzz_data *rest)
{
    uint64_t seed;

    fuzz_take_bytes(&ids[0], sizeof ids[0], rest);
    seed = fuzz_take(rest, 1);
    for (size_t i = 0; i < w->n; i++) {
        ids[i] = i == 0 ? ids[0] : draw_id(&seed);
        ids[i].bytes[6] = (unsigned char)(ids[i].bytes[6] % 16 + 16 * version);
        ids[i].bytes[8] = (unsigned char)(ids[i].bytes[8] % 64 + 128);
    }
    if (w->bad < w->n) {
        ids[w->bad].bytes[w->what & 16 ? 6 : 8] ^= 0x40;
    }
}

static void check_change(const struct wanted *w, const struct both_keys *keys,
                         enum change change, struct fuzz_data *rest)
{
    static const unsigned versions[] = {7, 4, 7, 8};
    const size_t right = w->bad < w->n ? w->bad : w->n;
    const guidon_status status = right < w->n ? GUIDON_E_VERSION : GUIDON_OK;
    guidon_id ids[N_MAX];
    guidon_id *out = marked_ids(w->n);
    size_t done = 12345;

    make_ids(ids, w, versions[change], rest);
    CHECK(change_many(change, out, &done, ids, w->n, keys) == status);
    CHECK(done == right);
    for (size_t i = 0; i < right; i++) {
        const guidon_id want = slow_change(change, &ids[i], w->key);

        CHECK(guidon_equal(&out[i], &want));
    }
    CHECK(is_marked(out + right, (w->n - right) * sizeof *out));
    if (w->n > 0) {
        guidon_id one = ids[0];

        CHECK(change_one(change, &one, keys) ==
              (right > 0 ? GUIDON_OK : GUIDON_E_VERSION));
        CHECK(guidon_equal(&one, right > 0 ? out : ids));
    }
}

/* The lowest two bits of the first byte choose a part or a change, 4 many ids,
 * 8 a bad one. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_data rest = {data, size};
    struct wanted w = {.what = (unsigned)fuzz_take(&rest, 1)};
    struct both_keys keys;

    w.n = (size_t)fuzz_take(&rest, 1) % (w.what & 4 ? N_MAX : 20);
    w.len = (size_t)fuzz_take(&rest, 1);
    w.stride = (size_t)fuzz_take(&rest, 1);
    w.bad = w.what & 8 ? (size_t)fuzz_take(&rest, 1) : w.n;
    fuzz_take_bytes(w.key, sizeof w.key, &rest);
    CHECK(guidon_key_init(&keys.key, w.key, GUIDON_KEY_LEN) == GUIDON_OK);
    CHECK(guidon_mask_key_init(&keys.mask, w.key, GUIDON_MASK_KEY_LEN) ==
          GUIDON_OK);
    if (w.what & 64) {
        check_derive(&w, &keys.key, &rest);
    } else {
        check_change(&w, &keys, (enum change)(w.what & 3), &rest);
    }
    return 0;
}
