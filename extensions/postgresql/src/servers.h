/* SPDX-License-Identifier: MIT */
/* The differences between PostgreSQL 13 and 18, all in this file. */
#ifndef GUIDON_PG_SERVERS_H
#define GUIDON_PG_SERVERS_H

#include <postgres.h>

#include <fmgr.h>
#include <nodes/nodes.h>

#if PG_VERSION_NUM < 130000
#  error "guidon needs PostgreSQL 13 or later"
#endif

/* Values of variable length. Before 16, postgres.h had them. */
#if PG_VERSION_NUM >= 160000
#  include <varatt.h>
#endif

/*
 * Report an error of an input function. From 16 on a caller such as
 * pg_input_is_valid may ask for soft errors: `context` is fcinfo->context, the
 * error is stored there, and the function returns.
 */
#if PG_VERSION_NUM >= 160000
#  include <nodes/miscnodes.h>
#  define GDNPG_SOFT_ERROR(context, ...) errsave(context, __VA_ARGS__)
#else
#  define GDNPG_SOFT_ERROR(context, ...)                                       \
    do {                                                                       \
      (void)(context);                                                         \
      ereport(ERROR, __VA_ARGS__);                                             \
    } while (0)
#endif

#endif
