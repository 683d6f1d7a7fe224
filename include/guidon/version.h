/* SPDX-License-Identifier: MIT */
/* The version of this library. No other file states it. */
#ifndef GUIDON_VERSION_H
#define GUIDON_VERSION_H

#include <guidon/api.h>

#define GUIDON_VERSION_MAJOR 1
#define GUIDON_VERSION_MINOR 0
#define GUIDON_VERSION_PATCH 0
#define GUIDON_VERSION       "1.0.0"
/* The version as a number that the preprocessor compares: 10203 for 1.2.3. */
#define GUIDON_VERSION_NUMBER                                                  \
  (GUIDON_VERSION_MAJOR * 10000 + GUIDON_VERSION_MINOR * 100 +                 \
   GUIDON_VERSION_PATCH)

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Return the version of the running library as "MAJOR.MINOR.PATCH". The text is
 * constant. With a shared library it may differ from GUIDON_VERSION, the version
 * of the headers.
 *
 * Threads any.
 * Code    src/core/status.c
 */
GUIDON_API const char *guidon_library_version(void);

/*
 * Return the version of the running library as a number, as
 * GUIDON_VERSION_NUMBER is that of the headers. A program that needs a function
 * of 1.2.0 checks that it is 10200 or more.
 *
 * Threads any.
 * Code    src/core/status.c
 */
GUIDON_API int guidon_version_number(void);

#ifdef __cplusplus
}
#endif

#endif
