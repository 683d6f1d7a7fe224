/* SPDX-License-Identifier: MIT */
/* What the programs of the differential test say to each other. */
#ifndef WIRE_H
#define WIRE_H

/*
 * To a reader, for each text: one byte of length, then the text. From it: one
 * byte, 1 where the text was accepted, and sixteen bytes of id, or of zero.
 * To a writer, sixteen bytes of id; from it 36 bytes of text, 26 of a ULID.
 */
#define WIRE_TEXT_MAX 64
#define WIRE_ANSWER   17

#endif
