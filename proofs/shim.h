/* SPDX-License-Identifier: MIT */
/* shim.h - what Frama-C 25 does not read of C11 and of GNU C, in words it
 * does */
/*
 * Included before the product's own files, which are read as they are. What it
 * replaces is not proved, but taken for what it says here.
 *
 *   _Atomic     nothing: one thread, which proofs of single steps suppose
 *   _Alignas    nothing: alignment is not modelled
 *   bytes.h     its form for compilers without a byte order, in plain C
 */
#ifndef GDN_PROOFS_SHIM_H
#define GDN_PROOFS_SHIM_H

#define _Atomic
#define _Alignas(n)
#undef __BYTE_ORDER__
#undef __GNUC__

#endif
