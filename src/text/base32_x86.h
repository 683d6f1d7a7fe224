/* SPDX-License-Identifier: MIT */
/* The tables of the base-32 kernels for x86-64, which select without blendv. */
#ifndef GDN_TEXT_BASE32_X86_H
#define GDN_TEXT_BASE32_X86_H

#include "base32_lanes.h"

/*
 * A byte shuffle of x86-64 looks up 16 entries by the lower four bits of an
 * index, and gives zero if the upper bit of the index is set. Letters and values
 * need several such tables. One shuffle looks up the entry of one table for each
 * byte. More shuffles look up the changes to the entries of the other tables,
 * and zero for bytes that these tables do not concern. XOR applies the changes.
 *
 * blendv would select between tables too. But gcc 12 with -funsigned-char
 * replaces it by a test of an unsigned byte below zero, which never holds.
 *
 * The constants are in memory, once for each of two lanes, because compilers
 * otherwise compute them, which costs more than a load in a call for one id.
 */
struct gdn_base32_x86 {
    _Alignas(32) unsigned char below_16[32], low_5[32], below_64[32];
    unsigned char first_letter[32];
    unsigned char letters[32], letter_changes[32];
    unsigned char values_5[32], changes_4[32], changes_3[32];
};

GDN_PRIVATE_BEGIN

extern const struct gdn_base32_x86 gdn_base32_x86;

GDN_PRIVATE_END

#endif
