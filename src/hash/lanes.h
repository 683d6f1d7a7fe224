/* SPDX-License-Identifier: MIT */
/* Digests of any number of messages of any lengths, some of them side by side:
 * what the kernels of several lanes share but for their instructions. */
#ifndef GDN_HASH_LANES_H
#define GDN_HASH_LANES_H

#include "../core/bytes.h"

/*
 * Before this comes lanes_avx2.h or lanes_avx512.h, then the rounds of a hash:
 *
 *   LANES, TARGET, and operations on a word of every lane   of the former
 *   N_WORDS, BIG_ENDIAN_HASH, GROUPS, rounds                of the latter
 *
 * Messages of one block each go LANES or GROUPS times LANES at a time, from
 * where they lie to their digests, for as long as there are that many in a row.
 * For what follows:
 *
 * Every lane has a message of its own and is at a block of its own. In each
 * turn all lanes' blocks are absorbed together; then a lane whose message ended
 * takes the next one, and every other makes out its next block. So none waits
 * for another.
 */
struct lane {
    const unsigned char *block;                 /* what it absorbs next */
    unsigned char *out;                         /* where the digest goes */
    enum { ENDS, GOES_ON, PADDED, IDLE } stage; /* behind that block */
    const unsigned char *at; /* of the tail, what no block has had */
    size_t left;
    uint64_t length; /* the message's, in bits, as the padding has it */
};

struct lanes {
    uint32_t words[N_WORDS][LANES];
    unsigned char blocks[LANES][GDN_HASH_BLOCK];
    struct lane lane[LANES];
    const unsigned char *prefix;
};

/* The tail bytes of a first block. */
#define FIRST_TAIL (GDN_HASH_BLOCK - GDN_HASH_PREFIX)
/* A block has room for the padding and the length behind that many bytes. */
#define LAST_MAX (GDN_HASH_BLOCK - 8 - 1)
/* A message whose tail has at most this many bytes is one block. */
#define SHORT (LAST_MAX - GDN_HASH_PREFIX)

/* A message's first block. */
TARGET static inline void begin(struct lanes *lanes, size_t l,
                                unsigned char *out, const unsigned char *tail,
                                size_t len)
{
    struct lane *lane = &lanes->lane[l];
    unsigned char *block = lanes->blocks[l];
    uint64_t length = gdn_hash_length(len, BIG_ENDIAN_HASH);

    lane->block = block;
    lane->out = out;
    if (len <= SHORT) {
        first_block(block, lanes->prefix, tail, len, true, length);
        lane->stage = ENDS;
        return;
    }
    lane->length = length;
    if (len < FIRST_TAIL) {
        first_block(block, lanes->prefix, tail, len, false, 0);
        lane->stage = PADDED;
        return;
    }
    memcpy(block, lanes->prefix, GDN_HASH_PREFIX);
    memcpy(block + GDN_HASH_PREFIX, tail, FIRST_TAIL);
    lane->at = tail + FIRST_TAIL;
    lane->left = len - FIRST_TAIL;
    lane->stage = GOES_ON;
}

/* A message's next block: where it lies in the tail, or made. */
TARGET static inline void go_on(struct lanes *lanes, size_t l)
{
    struct lane *lane = &lanes->lane[l];
    unsigned char *block = lanes->blocks[l];

    if (lane->stage == PADDED) {
        memset(block, 0, GDN_HASH_BLOCK);
        memcpy(block + GDN_HASH_BLOCK - 8, &lane->length, 8);
        lane->block = block;
        lane->stage = ENDS;
    } else if (lane->left < GDN_HASH_BLOCK) {
        bool ends = lane->left <= LAST_MAX;

        last_block(block, lane->at, lane->left, ends, lane->length);
        lane->block = block;
        lane->stage = ends ? ENDS : PADDED;
    } else {
        lane->block = lane->at;
        lane->at += GDN_HASH_BLOCK;
        lane->left -= GDN_HASH_BLOCK;
    }
}

/* The digest of a lane whose message ended. */
TARGET static inline void write_digest(const struct lanes *lanes, size_t l)
{
    unsigned char *out = lanes->lane[l].out;

    for (size_t i = 0; i < GDN_HASH_TRUNCATED / 4; i++) {
        if (BIG_ENDIAN_HASH) {
            gdn_store_be32(out + 4 * i, lanes->words[i][l]);
        } else {
            gdn_store_le32(out + 4 * i, lanes->words[i][l]);
        }
    }
}

/* What a lane has left, by the kernel for one message. */
TARGET static void finish_alone(const struct gdn_hash_algorithm *algorithm,
                                struct lanes *lanes, size_t l, bool fresh)
{
    gdn_compress_fn *compress = gdn_hash_one(algorithm)->compress;
    struct lane *lane = &lanes->lane[l];
    uint32_t words[GDN_HASH_WORDS_MAX];

    for (size_t i = 0; i < N_WORDS; i++) {
        words[i] = fresh ? algorithm->initial[i] : lanes->words[i][l];
    }
    compress(words, lane->block, 1);
    if (lane->stage == GOES_ON) {
        size_t n = lane->left / GDN_HASH_BLOCK;

        compress(words, lane->at, n);
        lane->at += n * GDN_HASH_BLOCK;
        lane->left -= n * GDN_HASH_BLOCK;
    }
    while (lane->stage != ENDS) {
        go_on(lanes, l);
        compress(words, lane->block, 1);
    }
    for (size_t i = 0; i < N_WORDS; i++) {
        lanes->words[i][l] = words[i];
    }
    write_digest(lanes, l);
}

/* Absorb each lane's block; the lanes of `fresh` begin their messages. */
TARGET static inline void absorb(struct lanes *lanes, const uint32_t initial[],
                                 unsigned fresh)
{
    const unsigned char *blocks[LANES];
    lanes_word v[1][N_WORDS];
    lanes_word x[1][16];

    for (size_t l = 0; l < LANES; l++) {
        blocks[l] = lanes->lane[l].block;
    }
    GDN_UNROLL
    for (size_t i = 0; i < N_WORDS; i++) {
        v[0][i] = replace(load(lanes->words[i]), fresh, every(initial[i]));
    }
    load_blocks(x[0], blocks, BIG_ENDIAN_HASH);
    rounds(v, x, 1);
    GDN_UNROLL
    for (size_t i = 0; i < N_WORDS; i++) {
        store(lanes->words[i], v[0][i]);
    }
}

/*
 * As gdn_digests_fn, of messages of any length. When no more are to come than
 * are in the lanes, and those are `alone` or fewer, each goes on by itself:
 * `alone` is below LANES, so that all lanes are busy until then.
 */
TARGET static inline void digest_any(
    const struct gdn_hash_algorithm *algorithm, unsigned char *out,
    const unsigned char prefix[GDN_HASH_PREFIX], const void *const tails[],
    const size_t lens[], size_t n, size_t alone)
{
    _Alignas(64) struct lanes lanes;
    size_t busy = n < LANES ? n : LANES;
    size_t next = busy;
    unsigned fresh = (1u << busy) - 1;

    lanes.prefix = prefix;
    for (size_t l = 0; l < LANES; l++) {
        if (l < busy) {
            begin(&lanes, l, out + l * GDN_HASH_TRUNCATED, tails[l], lens[l]);
        } else {
            lanes.lane[l].block = lanes.blocks[0];
            lanes.lane[l].stage = IDLE;
        }
    }
    while (busy > alone) {
        absorb(&lanes, algorithm->initial, fresh);
        fresh = 0;
        for (size_t l = 0; l < LANES; l++) {
            if (lanes.lane[l].stage == ENDS) {
                write_digest(&lanes, l);
                if (next < n) {
                    begin(&lanes, l, out + next * GDN_HASH_TRUNCATED,
                          tails[next], lens[next]);
                    fresh |= 1u << l;
                    next++;
                } else {
                    lanes.lane[l].block = lanes.blocks[l];
                    lanes.lane[l].stage = IDLE;
                    busy--;
                }
            } else if (lanes.lane[l].stage != IDLE) {
                go_on(&lanes, l);
            }
        }
    }
    for (size_t l = 0; l < LANES; l++) {
        if (lanes.lane[l].stage != IDLE) {
            finish_alone(algorithm, &lanes, l, fresh >> l & 1);
        }
    }
}

/* Are the next n messages one block each? */
TARGET static inline bool are_short(const size_t lens[], size_t n)
{
    size_t longer = 0;

    for (size_t i = 0; i < n; i++) {
        longer |= (size_t)(lens[i] > SHORT);
    }
    return longer == 0;
}

/* Messages of one block each, `groups` times LANES of them. */
TARGET static inline void digest_short(
    const struct gdn_hash_algorithm *algorithm, unsigned char *out,
    const unsigned char prefix[GDN_HASH_PREFIX], const void *const tails[],
    const size_t lens[], size_t groups)
{
    /* A group's own, and living as long as all of them: gcc 12 at -O2 gives a
     * block that ends in an unrolled loop the place of one still being read. */
    _Alignas(64) unsigned char memory[GROUPS][LANES][GDN_HASH_BLOCK];
    lanes_word v[GROUPS][N_WORDS];
    lanes_word x[GROUPS][16];

    GDN_UNROLL
    for (size_t g = 0; g < groups; g++) {
        load_short(x[g], memory[g], prefix, tails + g * LANES, lens + g * LANES,
                   BIG_ENDIAN_HASH);
        GDN_UNROLL
        for (size_t i = 0; i < N_WORDS; i++) {
            v[g][i] = every(algorithm->initial[i]);
        }
    }
    rounds(v, x, groups);
    GDN_UNROLL
    for (size_t g = 0; g < groups; g++) {
        store_digests(out + g * LANES * GDN_HASH_TRUNCATED, v[g],
                      BIG_ENDIAN_HASH);
    }
}

/* Fewer messages of one block each than LANES. */
TARGET static void digest_few(const struct gdn_hash_algorithm *algorithm,
                              unsigned char *out,
                              const unsigned char prefix[GDN_HASH_PREFIX],
                              const void *const tails[], const size_t lens[],
                              size_t n)
{
    unsigned char digests[LANES * GDN_HASH_TRUNCATED];
    const void *few_tails[LANES];
    size_t few_lens[LANES] = {0};

    for (size_t i = n; i < LANES; i++) {
        few_tails[i] = prefix; /* of which nothing is read */
    }
    memcpy(few_tails, tails, n * sizeof tails[0]);
    memcpy(few_lens, lens, n * sizeof lens[0]);
    digest_short(algorithm, digests, prefix, few_tails, few_lens, 1);
    memcpy(out, digests, n * GDN_HASH_TRUNCATED);
}

/* As gdn_digests_fn. Where no more messages than `alone` are left, each is
 * hashed faster by itself. */
TARGET static inline void digest_in_lanes(
    const struct gdn_hash_algorithm *algorithm, unsigned char *out,
    const unsigned char prefix[GDN_HASH_PREFIX], const void *const tails[],
    const size_t lens[], size_t n, size_t alone)
{
    size_t done = 0;
    size_t part = (size_t)GROUPS * LANES;

    for (; n - done >= part && are_short(lens + done, part); done += part) {
        digest_short(algorithm, out + done * GDN_HASH_TRUNCATED, prefix,
                     tails + done, lens + done, GROUPS);
    }
    part = LANES;
    for (; n - done >= part && are_short(lens + done, part); done += part) {
        digest_short(algorithm, out + done * GDN_HASH_TRUNCATED, prefix,
                     tails + done, lens + done, 1);
    }
    out += done * GDN_HASH_TRUNCATED;
    tails += done;
    lens += done;
    n -= done;
    if (n <= alone) {
        gdn_hash_sequential(algorithm, out, prefix, tails, lens, n);
    } else if (n < LANES && are_short(lens, n)) {
        digest_few(algorithm, out, prefix, tails, lens, n);
    } else {
        digest_any(algorithm, out, prefix, tails, lens, n, alone);
    }
}

#endif
