/* SPDX-License-Identifier: MIT */
/* The version of this library. No other file states it. */
#ifndef GUIDON_VERSION_H
#define GUIDON_VERSION_H

#include <guidon/api.h>

#define GUIDON_VERSION_MAJOR 1
#define GUIDON_VERSION_MINOR 0
#define GUIDON_VERSION_PATCH 0
#define GUIDON_VERSION       "1.0.0"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Return the version of the running library as "MAJOR.MINOR.PATCH". With a
 * shared library it may differ from GUIDON_VERSION, the version of the headers.
 *
 * Threads any.
 * Code    src/core/status.c
 */
GUIDON_API const char *guidon_library_version(void);

#ifdef __cplusplus
}
#endif

#endif
