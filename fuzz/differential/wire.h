/* SPDX-License-Identifier: MIT */
/* The protocol between the programs of the differential test. */
#ifndef WIRE_H
#define WIRE_H

/*
 * A reader gets one byte of length and the text, for each text. It answers with
 * one byte, 1 if it accepts the text, and 16 bytes of id or zeros. A writer
 * gets 16 bytes of id and answers with 36 bytes of text, 26 for a ULID.
 */
#define WIRE_TEXT_MAX 64
#define WIRE_ANSWER   17

#endif
