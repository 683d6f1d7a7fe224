/* SPDX-License-Identifier: MIT */
/* Runs of consecutive numbers, for the constant tables of the forms. */
#ifndef GDN_TEXT_RUNS_H
#define GDN_TEXT_RUNS_H

#define GDN_RUN2(first)  (first), (first) + 1
#define GDN_RUN3(first)  GDN_RUN2(first), (first) + 2
#define GDN_RUN4(first)  GDN_RUN2(first), GDN_RUN2((first) + 2)
#define GDN_RUN5(first)  GDN_RUN4(first), (first) + 4
#define GDN_RUN8(first)  GDN_RUN4(first), GDN_RUN4((first) + 4)
#define GDN_RUN9(first)  GDN_RUN8(first), (first) + 8
#define GDN_RUN10(first) GDN_RUN8(first), GDN_RUN2((first) + 8)
#define GDN_RUN11(first) GDN_RUN8(first), GDN_RUN3((first) + 8)
#define GDN_RUN12(first) GDN_RUN8(first), GDN_RUN4((first) + 8)
#define GDN_RUN14(first) GDN_RUN12(first), GDN_RUN2((first) + 12)
#define GDN_RUN26(first) GDN_RUN12(first), GDN_RUN14((first) + 12)
#define GDN_RUN32(first)                                                       \
  GDN_RUN12(first), GDN_RUN12((first) + 12), GDN_RUN8((first) + 24)

/*
 * Tables of 256 entries give a byte's value as a digit, plus one, so that bytes
 * that are not listed are 0. This takes the one off: a byte that is no digit
 * becomes UINT_MAX, and no digit, up to base 128, has a bit of
 * GDN_NO_VALUE.
 */
#define GDN_VALUE_OF(table, c) ((table)[(unsigned char)(c)] - 1u)
#define GDN_NO_VALUE           (~0x7fu)

#endif
