/* SPDX-License-Identifier: MIT */
/* calls_of_libuuid.c - the calls of Guidon's libuuid.so.1 */
#include "calls.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned char uuid[16];

static const uuid some = {0xc2, 0x32, 0xab, 0x00, 0x94, 0x14, 0x11, 0xec,
                          0xb3, 0xc8, 0x9f, 0x6b, 0xde, 0xce, 0xd8, 0x46};
static const char text[] = "c232ab00-9414-11ec-b3c8-9f6bdeced846";

/* A function of the library by its name, or NULL. The first call opens the
 * library. */
static void (*function_named(const char *name))(void)
{
    static void *library;
    void (*function)(void) = NULL;
    void *symbol;

    library = library ? library : dlopen(LIBUUID_OURS, RTLD_NOW);
    symbol = library ? dlsym(library, name) : NULL;
    memcpy(&function, &symbol, sizeof function);
    return function;
}

/* calls_of_libuuid_load looks the functions up, so that a call makes only its
 * own system calls. */
#define FUNCTION(result, name, ...) static result (*name)(__VA_ARGS__)
FUNCTION(void, uuid_clear, unsigned char *);
FUNCTION(int, uuid_compare, const unsigned char *, const unsigned char *);
FUNCTION(void, uuid_copy, unsigned char *, const unsigned char *);
FUNCTION(void, uuid_generate, unsigned char *);
FUNCTION(void, uuid_generate_md5, unsigned char *, const unsigned char *,
         const char *, size_t);
FUNCTION(void, uuid_generate_random, unsigned char *);
FUNCTION(void, uuid_generate_sha1, unsigned char *, const unsigned char *,
         const char *, size_t);
FUNCTION(void, uuid_generate_time, unsigned char *);
FUNCTION(int, uuid_generate_time_safe, unsigned char *);
FUNCTION(void, uuid_generate_time_v6, unsigned char *);
FUNCTION(void, uuid_generate_time_v7, unsigned char *);
FUNCTION(const uuid *, uuid_get_template, const char *);
FUNCTION(int, uuid_is_null, const unsigned char *);
FUNCTION(int, uuid_parse, const char *, unsigned char *);
FUNCTION(int, uuid_parse_range, const char *, const char *, unsigned char *);
FUNCTION(long, uuid_time, const unsigned char *, void *);
FUNCTION(int64_t, uuid_time64, const unsigned char *, void *);
FUNCTION(int, uuid_type, const unsigned char *);
FUNCTION(void, uuid_unparse, const unsigned char *, char *);
FUNCTION(void, uuid_unparse_lower, const unsigned char *, char *);
FUNCTION(void, uuid_unparse_upper, const unsigned char *, char *);
FUNCTION(int, uuid_variant, const unsigned char *);

#define CALL(name, ...)                                                        \
  static guidon_status run_##name(struct site *site)                           \
  {                                                                            \
    unsigned char *id = site->ids[0].bytes;                                    \
                                                                               \
    (void)id;                                                                  \
    (void)(__VA_ARGS__);                                                       \
    return GUIDON_OK;                                                          \
  }

static char written[37];
static int64_t when[2];

CALL(uuid_clear, uuid_clear(id))
CALL(uuid_compare, uuid_compare(some, some))
CALL(uuid_copy, uuid_copy(id, some))
CALL(uuid_generate, uuid_generate(id))
CALL(uuid_generate_md5, uuid_generate_md5(id, some, text, sizeof text))
CALL(uuid_generate_random, uuid_generate_random(id))
CALL(uuid_generate_sha1, uuid_generate_sha1(id, some, text, sizeof text))
CALL(uuid_generate_time, uuid_generate_time(id))
CALL(uuid_generate_time_safe, uuid_generate_time_safe(id))
CALL(uuid_generate_time_v6, uuid_generate_time_v6(id))
CALL(uuid_generate_time_v7, uuid_generate_time_v7(id))
CALL(uuid_get_template, uuid_get_template("dns"))
CALL(uuid_is_null, uuid_is_null(some))
CALL(uuid_parse, uuid_parse(text, id))
CALL(uuid_parse_range, uuid_parse_range(text, text + 36, id))
CALL(uuid_time, uuid_time(some, when))
CALL(uuid_time64, uuid_time64 ? uuid_time64(some, when) : 0)
CALL(uuid_type, uuid_type(some))
CALL(uuid_unparse, uuid_unparse(some, written))
CALL(uuid_unparse_lower, uuid_unparse_lower(some, written))
CALL(uuid_unparse_upper, uuid_unparse_upper(some, written))
CALL(uuid_variant, uuid_variant(some))

#define ROW(named)                                                             \
  {                                                                            \
    .function = #named, .how = "", .run = run_##named                          \
  }
/* The function can only abort if it cannot make an id. */
#define MAKES(named, in)                                                       \
  {                                                                            \
    .function = #named, .how = "", .run = run_##named, .file = FILE_##in,      \
    .may_abort = true, .may = CALL_MAY(GUIDON_OK)                              \
  }

const struct call calls_of_libuuid[] = {
    ROW(uuid_clear),
    ROW(uuid_compare),
    ROW(uuid_copy),
    MAKES(uuid_generate, NONE),
    ROW(uuid_generate_md5),
    MAKES(uuid_generate_random, NONE),
    ROW(uuid_generate_sha1),
    MAKES(uuid_generate_time, PLACE),
    MAKES(uuid_generate_time_safe, PLACE),
    MAKES(uuid_generate_time_v6, PLACE),
    MAKES(uuid_generate_time_v7, PLACE),
    ROW(uuid_get_template),
    ROW(uuid_is_null),
    ROW(uuid_parse),
    ROW(uuid_parse_range),
    ROW(uuid_time),
    ROW(uuid_time64),
    ROW(uuid_type),
    ROW(uuid_unparse),
    ROW(uuid_unparse_lower),
    ROW(uuid_unparse_upper),
    ROW(uuid_variant),
};
const size_t n_calls_of_libuuid =
    sizeof calls_of_libuuid / sizeof calls_of_libuuid[0];

#define LOAD_IF_PRESENT(name)                                                  \
  do {                                                                         \
    void (*function)(void) = function_named(#name);                            \
                                                                               \
    memcpy(&name, &function, sizeof name);                                     \
  } while (0)
#define LOAD(name)                                                             \
  do {                                                                         \
    LOAD_IF_PRESENT(name);                                                     \
    if (!(name)) {                                                             \
      abort();                                                                 \
    }                                                                          \
  } while (0)

void calls_of_libuuid_load(void)
{
    LOAD(uuid_clear);
    LOAD(uuid_compare);
    LOAD(uuid_copy);
    LOAD(uuid_generate);
    LOAD(uuid_generate_md5);
    LOAD(uuid_generate_random);
    LOAD(uuid_generate_sha1);
    LOAD(uuid_generate_time);
    LOAD(uuid_generate_time_safe);
    LOAD(uuid_generate_time_v6);
    LOAD(uuid_generate_time_v7);
    LOAD(uuid_get_template);
    LOAD(uuid_is_null);
    LOAD(uuid_parse);
    LOAD(uuid_parse_range);
    LOAD(uuid_time);
    LOAD_IF_PRESENT(uuid_time64); /* on some systems only */
    LOAD(uuid_type);
    LOAD(uuid_unparse);
    LOAD(uuid_unparse_lower);
    LOAD(uuid_unparse_upper);
    LOAD(uuid_variant);
}
