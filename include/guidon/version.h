/* SPDX-License-Identifier: MIT */
/* The version of this library: the one place that states it. */
#ifndef GUIDON_VERSION_H
#define GUIDON_VERSION_H

#include <guidon/api.h>

#define GUIDON_VERSION_MAJOR 0
#define GUIDON_VERSION_MINOR 1
#define GUIDON_VERSION_PATCH 0
#define GUIDON_VERSION       "0.1.0"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The version of the library that is running, as "MAJOR.MINOR.PATCH": with a
 * shared library it may differ from GUIDON_VERSION, the one compiled against.
 *
 * Threads any.
 * Code    src/core/status.c
 */
GUIDON_API const char *guidon_library_version(void);

#ifdef __cplusplus
}
#endif

#endif
