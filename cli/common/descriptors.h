/* SPDX-License-Identifier: MIT */
/* The standard descriptors of a program. */
#ifndef CLI_DESCRIPTORS_H
#define CLI_DESCRIPTORS_H

/*
 * Open /dev/null on each standard descriptor that the caller closed, so that no
 * other file, pipe or connection gets its number. The access mode is the wrong one
 * on purpose: reads and writes still fail. Call this before anything is opened.
 */
void descriptors_hold(void);

#endif
