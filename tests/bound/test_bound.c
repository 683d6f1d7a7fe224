/* SPDX-License-Identifier: MIT */
/*
 * test_bound.c - call the functions for one text from the shared library
 *
 * The program links the library (LINKED), or has the arguments
 *   lazy FILE, now FILE  load it from this file
 *   preloaded            it was preloaded
 */
#define _GNU_SOURCE /* RTLD_DEFAULT */
#include "random.h"

#include <dlfcn.h>
#include <guidon/text.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)                                                       \
  ((condition) ? (void)0 : fail_check(#condition, __LINE__))

static void fail_check(const char *what, int line)
{
    fprintf(stderr, "test_bound.c:%d: %s\n", line, what);
    exit(1);
}

struct calls {
    void (*uuid_format)(char *out, const guidon_id *id);
    void (*ulid_format)(char *out, const guidon_id *id);
    guidon_status (*uuid_parse)(guidon_id *out, const char *text, size_t len,
                                size_t *bad_at);
    guidon_status (*ulid_parse)(guidon_id *out, const char *text, size_t len,
                                size_t *bad_at);
};

typedef guidon_status parse_text(guidon_id *out, const char *text, size_t len,
                                 size_t *bad_at);

static bool same(const guidon_id *a, const guidon_id *b)
{
    return memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0;
}

/* A right text, all other lengths, and a wrong character at each offset. */
static void check_parse(parse_text *parse, char *text, size_t want_len,
                        const guidon_id *want)
{
    guidon_id id = marked_id();
    const guidon_id before = marked_id();
    size_t bad_at = 7777;

    for (size_t len = 0; len < 2 * want_len; len++) {
        if (len != want_len) {
            CHECK(parse(&id, text, len, &bad_at) == GUIDON_E_LENGTH);
            CHECK(bad_at == (len < want_len ? len : want_len));
            CHECK(parse(&id, text, len, NULL) == GUIDON_E_LENGTH);
        }
    }
    CHECK(parse(&id, NULL, 0, NULL) == GUIDON_E_LENGTH);
    for (size_t i = 0; i < want_len; i++) {
        char right = text[i];
        text[i] = '!';
        CHECK(parse(&id, text, want_len, &bad_at) == GUIDON_E_CHAR);
        CHECK(bad_at == i);
        CHECK(parse(&id, text, want_len, NULL) == GUIDON_E_CHAR);
        text[i] = right;
    }
    CHECK(same(&id, &before));
    bad_at = 7777;
    CHECK(parse(&id, text, want_len, &bad_at) == GUIDON_OK);
    CHECK(same(&id, want) && bad_at == 7777);
}

static void check_calls(const struct calls *calls)
{
    static const guidon_id id = {{0x01, 0x56, 0x3e, 0x3a, 0xb5, 0xd3, 0xd6,
                                  0x76, 0x4c, 0x61, 0xef, 0xb9, 0x93, 0x02,
                                  0xbd, 0x5b}};
    char text[72] = "";
    uint64_t seed = 1;

    calls->uuid_format(text, &id);
    CHECK(!memcmp(text, "01563e3a-b5d3-d676-4c61-efb99302bd5b", 37));
    check_parse(calls->uuid_parse, text, 36, &id);
    memset(text, 0, sizeof text);
    calls->ulid_format(text, &id);
    CHECK(!memcmp(text, "01ARZ3NDEKTSV4RRFFQ69G5FAV", 27));
    check_parse(calls->ulid_parse, text, 26, &id);
    for (int n = 0; n < 1000; n++) {
        guidon_id made = draw_id(&seed);
        guidon_id back = marked_id();
        calls->uuid_format(text, &made);
        CHECK(!calls->uuid_parse(&back, text, 36, NULL) && same(&back, &made));
        back = marked_id();
        calls->ulid_format(text, &made);
        CHECK(!calls->ulid_parse(&back, text, 26, NULL) && same(&back, &made));
    }
}

#ifdef LINKED
/* The dynamic linker writes these addresses. */
static const struct calls linked = {guidon_uuid_format, guidon_ulid_format,
                                    guidon_uuid_parse, guidon_ulid_parse};

static void direct_uuid_format(char *out, const guidon_id *id)
{
    guidon_uuid_format(out, id);
}

static void direct_ulid_format(char *out, const guidon_id *id)
{
    guidon_ulid_format(out, id);
}

static guidon_status direct_uuid_parse(guidon_id *out, const char *text,
                                       size_t len, size_t *bad_at)
{
    return guidon_uuid_parse(out, text, len, bad_at);
}

static guidon_status direct_ulid_parse(guidon_id *out, const char *text,
                                       size_t len, size_t *bad_at)
{
    return guidon_ulid_parse(out, text, len, bad_at);
}

/* The library's own table has the addresses of both readers. */
static guidon_status table_uuid_parse(guidon_id *out, const char *text,
                                      size_t len, size_t *bad_at)
{
    return guidon_parse_as(out, text, len, GUIDON_FORM_UUID, bad_at);
}

static guidon_status table_ulid_parse(guidon_id *out, const char *text,
                                      size_t len, size_t *bad_at)
{
    return guidon_parse_as(out, text, len, GUIDON_FORM_ULID, bad_at);
}

static void table_format(char *out, const guidon_id *id, guidon_form form)
{
    CHECK(guidon_format(out, 36, NULL, id, form) == GUIDON_OK);
}

static void table_uuid_format(char *out, const guidon_id *id)
{
    table_format(out, id, GUIDON_FORM_UUID);
}

static void table_ulid_format(char *out, const guidon_id *id)
{
    table_format(out, id, GUIDON_FORM_ULID);
}

int main(void)
{
    static const struct calls direct = {direct_uuid_format, direct_ulid_format,
                                        direct_uuid_parse, direct_ulid_parse};
    static const struct calls table = {table_uuid_format, table_ulid_format,
                                       table_uuid_parse, table_ulid_parse};

    check_calls(&linked);
    check_calls(&direct);
    check_calls(&table);
    CHECK(dlsym(RTLD_DEFAULT, "guidon_uuid_parse") != NULL);
    return 0;
}
#else
int main(int argc, char **argv)
{
    static const char *const names[] = {
        "guidon_uuid_format", "guidon_ulid_format", "guidon_uuid_parse",
        "guidon_ulid_parse"};
    struct calls calls;
    void *library = RTLD_DEFAULT;

    CHECK(argc == 3 || (argc == 2 && strcmp(argv[1], "preloaded") == 0));
    if (argc == 3) {
        library =
            dlopen(argv[2], strcmp(argv[1], "now") == 0 ? RTLD_NOW : RTLD_LAZY);
        CHECK(library != NULL);
    }
    for (size_t i = 0; i < 4; i++) {
        void *call = dlsym(library, names[i]);
        CHECK(call != NULL);
        memcpy((char *)&calls + i * sizeof call, &call, sizeof call);
    }
    check_calls(&calls);
    return 0;
}
#endif
