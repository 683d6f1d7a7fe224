/* SPDX-License-Identifier: MIT */
/* The function of a kernel of several lanes: digests of any number of messages
 * of any lengths. */
/*
 * A template, included after the instructions and the rounds, which define:
 *
 *   LANES, TARGET, and operations on one word of every lane   the instructions
 *   N_WORDS, BIG_ENDIAN_HASH, INTERLEAVE, rounds              the rounds
 *
 * As long as the next messages have one block each, the kernel hashes LANES
 * messages at a time, or INTERLEAVE times LANES, directly from their memory to
 * their digests. From the first longer message on:
 *
 * Each lane has a message of its own, and each message has its own next block.
 * In each turn all lanes absorb their blocks together. After that, a lane whose
 * message ended takes the next message, and each other lane prepares its next
 * block. So no lane waits for another.
 */

/* The state of a lane after the block that it absorbs next. */
enum lane_stage {
    ENDS,      /* the message ends */
    CONTINUES, /* the tail continues */
    PADDED,    /* one more block has only padding and the length */
    IDLE       /* the lane has no message */
};

struct lane {
    const unsigned char *block; /* the block to absorb next */
    unsigned char *out;         /* the place for the digest */
    enum lane_stage stage;
    const unsigned char *at; /* the rest of the tail behind that block */
    size_t left;             /* bytes of that rest */
    uint64_t length;         /* gdn_hash_length of the message */
};

struct lanes {
    uint32_t words[N_WORDS][LANES];
    unsigned char blocks[LANES][GDN_HASH_BLOCK];
    struct lane lane[LANES];
    const unsigned char *prefix;
};

/* The tail bytes of a first block. */
#define FIRST_TAIL (GDN_HASH_BLOCK - GDN_HASH_PREFIX)

/* Give a message to lane l, and prepare its first block. */
TARGET static GDN_INLINE void begin_message(struct lanes *lanes, size_t l,
                                            unsigned char *out,
                                            const unsigned char *tail,
                                            size_t len)
{
    struct lane *lane = &lanes->lane[l];
    unsigned char *block = lanes->blocks[l];
    uint64_t length = gdn_hash_length(len, BIG_ENDIAN_HASH);

    lane->block = block;
    lane->out = out;
    if (len <= GDN_HASH_ONE_BLOCK) {
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
    lane->stage = CONTINUES;
}

/* Point lane l to its next block in the tail, or build that block. */
TARGET static GDN_INLINE void next_block(struct lanes *lanes, size_t l)
{
    struct lane *lane = &lanes->lane[l];
    unsigned char *block = lanes->blocks[l];

    if (lane->stage == PADDED) {
        memset(block, 0, GDN_HASH_BLOCK);
        memcpy(block + GDN_HASH_BLOCK - 8, &lane->length, 8);
        lane->block = block;
        lane->stage = ENDS;
    } else if (lane->left < GDN_HASH_BLOCK) {
        bool ends = lane->left <= GDN_HASH_LAST_MAX;

        last_block(block, lane->at, lane->left, ends, lane->length);
        lane->block = block;
        lane->stage = ends ? ENDS : PADDED;
    } else {
        lane->block = lane->at;
        lane->at += GDN_HASH_BLOCK;
        lane->left -= GDN_HASH_BLOCK;
    }
}

/* Write the digest of a lane whose message ended. */
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

/* Hash the rest of a lane's message by the kernel for one message. A `fresh`
 * lane has absorbed no block yet. */
TARGET static void finish_lane(const struct gdn_hash_algorithm *algorithm,
                               struct lanes *lanes, size_t l, bool fresh)
{
    gdn_compress_fn *compress = gdn_hash_one(algorithm)->compress;
    struct lane *lane = &lanes->lane[l];
    uint32_t words[GDN_HASH_WORDS_MAX];

    for (size_t i = 0; i < N_WORDS; i++) {
        words[i] = fresh ? algorithm->initial[i] : lanes->words[i][l];
    }
    compress(words, lane->block, 1);
    if (lane->stage == CONTINUES) {
        size_t n = lane->left / GDN_HASH_BLOCK;

        compress(words, lane->at, n);
        lane->at += n * GDN_HASH_BLOCK;
        lane->left -= n * GDN_HASH_BLOCK;
    }
    while (lane->stage != ENDS) {
        next_block(lanes, l);
        compress(words, lane->block, 1);
    }
    for (size_t i = 0; i < N_WORDS; i++) {
        lanes->words[i][l] = words[i];
    }
    write_digest(lanes, l);
}

/* Absorb the block of each lane. The lanes of the bits `fresh` start from the
 * initial words. */
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
 * As gdn_digests_fn, for messages of any length. If no message waits for a lane
 * and only `serial_max` lanes or fewer are busy, the rest of each message is
 * hashed by itself. `serial_max` is below LANES, so all lanes are busy until
 * then.
 */
TARGET static inline void digest_any(
    const struct gdn_hash_algorithm *algorithm, unsigned char *out,
    const unsigned char prefix[GDN_HASH_PREFIX], const void *const tails[],
    const size_t lens[], size_t n, size_t serial_max)
{
    _Alignas(64) struct lanes lanes;
    size_t busy = n < LANES ? n : LANES;
    size_t next = busy;
    unsigned fresh = (1u << busy) - 1;

    lanes.prefix = prefix;
    for (size_t l = 0; l < LANES; l++) {
        if (l < busy) {
            begin_message(&lanes, l, out + l * GDN_HASH_TRUNCATED, tails[l],
                          lens[l]);
        } else {
            lanes.lane[l].block = lanes.blocks[0];
            lanes.lane[l].stage = IDLE;
        }
    }
    while (busy > serial_max) {
        absorb(&lanes, algorithm->initial, fresh);
        fresh = 0;
        for (size_t l = 0; l < LANES; l++) {
            if (lanes.lane[l].stage == ENDS) {
                write_digest(&lanes, l);
                if (next < n) {
                    begin_message(&lanes, l, out + next * GDN_HASH_TRUNCATED,
                                  tails[next], lens[next]);
                    fresh |= 1u << l;
                    next++;
                } else {
                    lanes.lane[l].block = lanes.blocks[l];
                    lanes.lane[l].stage = IDLE;
                    busy--;
                }
            } else if (lanes.lane[l].stage != IDLE) {
                next_block(&lanes, l);
            }
        }
    }
    for (size_t l = 0; l < LANES; l++) {
        if (lanes.lane[l].stage != IDLE) {
            finish_lane(algorithm, &lanes, l, fresh >> l & 1);
        }
    }
}

/* Have the next n messages one block each? */
TARGET static inline bool are_one_block(const size_t lens[], size_t n)
{
    size_t longer = 0;

    for (size_t i = 0; i < n; i++) {
        longer |= (size_t)(lens[i] > GDN_HASH_ONE_BLOCK);
    }
    return longer == 0;
}

/* Hash `groups` times LANES messages of one block each. The steps of the groups
 * are interleaved. */
TARGET static inline void digest_one_block(
    const struct gdn_hash_algorithm *algorithm, unsigned char *out,
    const unsigned char prefix[GDN_HASH_PREFIX], const void *const tails[],
    const size_t lens[], size_t groups)
{
    /* Each group has its own blocks, which live as long as all groups: gcc 12
     * at -O2 reuses the memory of a block that ends with an iteration of an
     * unrolled loop, although it is still being read. */
    _Alignas(64) unsigned char memory[INTERLEAVE][LANES][GDN_HASH_BLOCK];
    lanes_word v[INTERLEAVE][N_WORDS];
    lanes_word x[INTERLEAVE][16];

    GDN_UNROLL
    for (size_t g = 0; g < groups; g++) {
        load_messages(x[g], memory[g], prefix, tails + g * LANES,
                      lens + g * LANES, BIG_ENDIAN_HASH);
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

/* Hash fewer than LANES messages of one block each. */
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
        few_tails[i] = prefix; /* not read, because its length is 0 */
    }
    memcpy(few_tails, tails, n * sizeof tails[0]);
    memcpy(few_lens, lens, n * sizeof lens[0]);
    digest_one_block(algorithm, digests, prefix, few_tails, few_lens, 1);
    memcpy(out, digests, n * GDN_HASH_TRUNCATED);
}

TARGET void LANES_PUBLIC(KERNEL)(const struct gdn_hash_algorithm *algorithm,
                                 unsigned char *out,
                                 const unsigned char prefix[GDN_HASH_PREFIX],
                                 const void *const tails[], const size_t lens[],
                                 size_t n)
{
    const size_t serial_max = SERIAL_MAX;
    size_t done = 0;
    size_t part = (size_t)INTERLEAVE * LANES;

    for (; n - done >= part && are_one_block(lens + done, part); done += part) {
        digest_one_block(algorithm, out + done * GDN_HASH_TRUNCATED, prefix,
                         tails + done, lens + done, INTERLEAVE);
    }
    part = LANES;
    for (; n - done >= part && are_one_block(lens + done, part); done += part) {
        digest_one_block(algorithm, out + done * GDN_HASH_TRUNCATED, prefix,
                         tails + done, lens + done, 1);
    }
    out += done * GDN_HASH_TRUNCATED;
    tails += done;
    lens += done;
    n -= done;
    if (n <= serial_max) {
        gdn_hash_sequential(algorithm, out, prefix, tails, lens, n);
    } else if (n < LANES && are_one_block(lens, n)) {
        digest_few(algorithm, out, prefix, tails, lens, n);
    } else {
        digest_any(algorithm, out, prefix, tails, lens, n, serial_max);
    }
}
