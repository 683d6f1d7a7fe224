/* SPDX-License-Identifier: MIT */
/* make.c - makes ids for the page: many of a kind, or the id of a name. */
#include "../term/escape.h"
#include "../term/message.h"
#include "../text/writing.h"
#include "exports.h"
#include "screen.h"

#include <guidon.h>
#include <stdio.h>
#include <string.h>

enum { BATCH = 256 };

/* The clock of ids of a given time stands still. */
static guidon_status read_fixed(void *context, guidon_time *now)
{
    *now = *(const guidon_time *)context;
    return GUIDON_OK;
}

static guidon_time time_of(double ms)
{
    const int64_t whole = (int64_t)ms;

    return (guidon_time){
        .seconds = whole / 1000 - (whole % 1000 < 0),
        .nanoseconds = (uint32_t)((whole % 1000 + 1000) % 1000) * 1000000};
}

static guidon_status write_all(guidon_generator *generator,
                               const struct writing *writing, size_t n)
{
    guidon_id ids[BATCH];

    while (n > 0) {
        const size_t some = n < BATCH ? n : BATCH;
        guidon_status status = guidon_next_many(ids, some, generator);

        if (status != GUIDON_OK) {
            return status;
        }
        writing_all(writing, ids, some);
        n -= some;
    }
    return GUIDON_OK;
}

/* Why ids of a given time were not made, for people. */
static const char *reason_of(guidon_status status, bool fixed)
{
    if (fixed && status == GUIDON_E_CLOCK) {
        return "ids of this kind do not hold this time";
    }
    if (fixed && status == GUIDON_E_OVERFLOW) {
        return "no more ids of this kind are left for this time";
    }
    return guidon_status_text(status);
}

/* Say what is wrong with a prefix of TypeIDs, from a character on. */
static void say_prefix(const struct typeid_prefix *prefix, guidon_status status,
                       size_t bad_at)
{
    char shown[ESCAPED_MAX];
    char wrong[ESCAPED_MAX];

    if (status == GUIDON_E_LENGTH) {
        snprintf(wrong, sizeof wrong, "%zu characters", prefix->len);
    } else {
        escape_write(shown, prefix->text + bad_at, 1);
        snprintf(wrong, sizeof wrong, "'%s' at offset %zu", shown, bad_at);
    }
    message("the prefix '%s' is not valid: %s; a prefix has at most 63 "
            "characters a-z and '_', and '_' only between letters",
            ESCAPED(prefix->text), wrong);
}

PAGE_EXPORT(make_ids)
int make_ids(int kind, size_t n, bool fixed, double ms, int form,
             size_t prefix_len)
{
    guidon_time at = time_of(ms);
    const struct typeid_prefix prefix = {page_words(), prefix_len};
    size_t bad_at = 0;
    const guidon_options options = {.kind = (guidon_kind)kind,
                                    .overflow = fixed ? GUIDON_OVERFLOW_FAIL
                                                      : GUIDON_OVERFLOW_WAIT,
                                    .clock_fn = fixed ? read_fixed : NULL,
                                    .clock_context = fixed ? &at : NULL};
    const struct writing writing = {
        .form = (size_t)form, .end = '\n', .prefix = prefix};
    guidon_generator *generator = NULL;

    screen_clear();
    page_words()[prefix_len] = '\0';
    guidon_status status =
        guidon_typeid_prefix_check(prefix.text, prefix.len, &bad_at);

    if (status != GUIDON_OK) {
        say_prefix(&prefix, status, bad_at);
        return (int)status;
    }
    status = guidon_generator_new(&generator, &options);

    if (status == GUIDON_OK) {
        status = write_all(generator, &writing, n);
        guidon_generator_free(generator);
    }
    if (status != GUIDON_OK) {
        message("%s", reason_of(status, fixed));
    }
    return (int)status;
}

PAGE_EXPORT(make_named)
int make_named(int kind, size_t ns_len, size_t name_len, int form)
{
    const struct writing writing = {.form = (size_t)form, .end = '\n'};
    const char *words = page_words();
    guidon_id ns, id;
    guidon_name_hash name;

    screen_clear();
    guidon_status status =
        guidon_parse(&ns, NULL, words, ns_len, GUIDON_ACCEPT_ANY, 0, NULL);

    if (status == GUIDON_OK) {
        status = guidon_name_hash_init(&name, &ns, (guidon_name_kind)kind);
    }
    if (status != GUIDON_OK) {
        message("the namespace is not an id: %s", guidon_status_text(status));
        return (int)status;
    }
    guidon_name_hash_update(&name, words + ns_len, name_len);
    guidon_name_hash_id(&id, &name);
    writing_all(&writing, &id, 1);
    return GUIDON_OK;
}
