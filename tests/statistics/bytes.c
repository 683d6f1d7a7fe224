/* SPDX-License-Identifier: MIT */
/* bytes.c - the frequencies of bytes and of pairs of bytes */
#include "statistics.h"

#include <stdlib.h>

/* The bytes of a field from its first bit on. If its width is not a multiple of
 * eight, its last eight bits are one more byte. */
#define BYTES_MAX 16

static unsigned n_bytes(unsigned bits)
{
    return (bits + 7) / 8;
}

static unsigned byte_at(unsigned i, unsigned bits)
{
    return 8 * i + 8 <= bits ? 8 * i : bits - 8;
}

static uint8_t byte_of(const struct record *record, unsigned i, unsigned bits)
{
    return (uint8_t)record_bits(record, byte_at(i, bits), 8);
}

/* ------------------------------------------------------------------- bytes */

struct bytes {
    unsigned bits;
    uint32_t counts[BYTES_MAX][256];
};

static void *bytes_begin(unsigned bits)
{
    struct bytes *bytes = must_have(1, sizeof *bytes);

    bytes->bits = bits;
    return bytes;
}

static void bytes_feed(void *state, const struct block *block)
{
    struct bytes *bytes = state;

    for (unsigned i = 0; i < n_bytes(bytes->bits); i++) {
        for (size_t r = 0; r < BLOCK_RECORDS; r++) {
            bytes->counts[i][byte_of(&block->records[r], i, bytes->bits)]++;
        }
    }
}

static void bytes_end(void *state, struct finding *finding)
{
    struct bytes *bytes = state;

    for (unsigned i = 0; i < n_bytes(bytes->bits); i++) {
        double sum = chi_square_even(bytes->counts[i], 256);
        unsigned at = byte_at(i, bytes->bits);

        finding_add(finding, p_of_chi_square(sum, 255), sum, "bits %u to %u",
                    at, at + 7);
    }
    free(bytes);
}

const struct statistic statistic_bytes = {
    "bytes", "chi-square", bytes_begin, bytes_feed, bytes_end,
};

/* ------------------------------------------------------------------ serial */

#define PAIRS 65536

struct serial {
    unsigned bits;
    struct record last;
    bool begun;
    uint32_t beside[BYTES_MAX][PAIRS]; /* a byte and the next byte of the id */
    uint32_t before[BYTES_MAX]
                   [PAIRS]; /* a byte and the same byte of the previous id */
};

static void *serial_begin(unsigned bits)
{
    struct serial *serial = must_have(1, sizeof *serial);

    serial->bits = bits;
    return serial;
}

static void serial_feed(void *state, const struct block *block)
{
    struct serial *serial = state;
    unsigned bits = serial->bits;

    for (unsigned i = 0; i < n_bytes(bits); i++) {
        /* The last byte and the one before it may share bits. */
        bool has_next = 8 * (i + 2) <= bits;
        uint8_t before = byte_of(&serial->last, i, bits);

        for (size_t r = 0; r < BLOCK_RECORDS; r++) {
            const struct record *record = &block->records[r];
            uint8_t byte = byte_of(record, i, bits);

            if (has_next) {
                serial->beside[i][record_bits(record, 8 * i, 16)]++;
            }
            if (serial->begun || r > 0) {
                serial->before[i][before << 8 | byte]++;
            }
            before = byte;
        }
    }
    serial->begun = true;
    serial->last = block->records[BLOCK_RECORDS - 1];
}

static void serial_end(void *state, struct finding *finding)
{
    struct serial *serial = state;
    unsigned bits = serial->bits;

    for (unsigned i = 0; i < n_bytes(bits); i++) {
        unsigned at = byte_at(i, bits);
        double sum = chi_square_even(serial->before[i], PAIRS);

        finding_add(finding, p_of_chi_square(sum, PAIRS - 1), sum,
                    "bits %u to %u, previous id", at, at + 7);
        if (8 * (i + 2) <= bits) {
            sum = chi_square_even(serial->beside[i], PAIRS);
            finding_add(finding, p_of_chi_square(sum, PAIRS - 1), sum,
                        "bits %u to %u", at, at + 15);
        }
    }
    free(serial);
}

const struct statistic statistic_serial = {
    "serial", "chi-square", serial_begin, serial_feed, serial_end,
};
