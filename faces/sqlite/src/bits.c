/* SPDX-License-Identifier: MIT */
/* bits.c - how often each bit of ids is one. */
#include "bits.h"

#define LANE_MAX 255

/* Put bit 7 - i of an octet into byte i: the multiplication puts a copy of the
 * octet into each byte, the mask keeps another bit in each, and the addition
 * carries it to the top of its byte. */
static uint64_t spread_octet(unsigned char octet)
{
    uint64_t copies = octet * UINT64_C(0x0101010101010101);
    uint64_t kept = copies & UINT64_C(0x0102040810204080);

    return (kept + UINT64_C(0x7f7e7c7870604000)) >> 7 &
           UINT64_C(0x0101010101010101);
}

void gdnsq_bits_flush(struct gdnsq_bits *bits)
{
    for (int bit = 0; bit < 128; bit++) {
        bits->ones[bit] += bits->lanes[bit / 8] >> bit % 8 * 8 & 255;
    }
    memset(bits->lanes, 0, sizeof bits->lanes);
    bits->pending = 0;
}

void gdnsq_bits_add(struct gdnsq_bits *bits, const guidon_id *id)
{
    if (bits->pending == LANE_MAX) {
        gdnsq_bits_flush(bits);
    }
    for (int octet = 0; octet < 16; octet++) {
        bits->lanes[octet] += spread_octet(id->bytes[octet]);
    }
    bits->pending++;
    bits->ids++;
}

bool gdnsq_bits_weak(const struct gdnsq_bits *bits, int bit)
{
    double away = (double)bits->ones[bit] - (double)bits->ids / 2;

    return away * away >= 64 * (double)bits->ids / 4 && bits->ids > 0;
}
