/* SPDX-License-Identifier: MIT */
/* Definitions that every file of the tool may use. */
#ifndef CLI_BASICS_H
#define CLI_BASICS_H

#include <stddef.h>

/* The exit status of every command. */
enum exit_code {
    EXIT_DONE = 0,
    EXIT_NO = 1,    /* the answer is no: an id is not valid, or none is found */
    EXIT_USAGE = 2, /* the command line is wrong */
    EXIT_IO = 3,    /* input or output failed, or memory ran out */
    EXIT_SYSTEM = 4, /* no entropy, or the clock is out of range */
};

/* A list of words: returns word `i`, or NULL past the last word. */
typedef const char *(*choice_fn)(size_t i);

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* Let the compiler check a printf format against its arguments. */
#if defined(__GNUC__)
#  define PRINTF_LIKE(at, first) __attribute__((format(printf, at, first)))
#else
#  define PRINTF_LIKE(at, first)
#endif

/* Keep a rare path with large arrays out of the function that calls it, which
 * would otherwise pay for its stack frame on every call. */
#if defined(__GNUC__)
#  define OUT_OF_LINE __attribute__((noinline))
#else
#  define OUT_OF_LINE
#endif

#endif
