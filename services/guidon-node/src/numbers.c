/* SPDX-License-Identifier: MIT */
/* numbers.c - reads what etcd knows of the numbers of a prefix */
#include "numbers.h"

#include "keys.h"
#include "requests.h"

#include <string.h>

static const char range[] = "kv/range";

/* The numbers that are read. */
struct window {
    struct number *numbers;
    const char *prefix;
    uint32_t begin, n;
};

static bool note_key(const struct window *window, const struct answer_key *key,
                     bool held, struct reason *reason)
{
    struct number *number;
    uint32_t found;

    if (!key_number(&found, key->key, window->prefix, window->begin,
                    window->begin + window->n)) {
        reason_set(reason,
                   "the answer has the key \"%s\", which is not asked for",
                   key->key);
        return false;
    }
    number = &window->numbers[found - window->begin];
    if (held) {
        number->held = true;
        return true;
    }
    number->marked = true;
    number->revision = key->revision;
    number->is_wrong = !answer_decimal(&number->last_ms, key->value);
    return true;
}

/* Reads the keys of one kind. */
static enum outcome read_keys(const struct window *window, struct etcd *etcd,
                              bool held, int64_t *revision,
                              struct reason *reason)
{
    void (*name)(char *, const char *, uint32_t) = held ? key_held : key_last;
    char first[KEYS_SIZE], end[KEYS_SIZE];
    struct answer_header header;
    struct answer_key key;
    const json_t *kvs;
    json_t *answer = NULL;
    enum outcome outcome;
    size_t i, n;
    bool good;

    name(first, window->prefix, window->begin);
    name(end, window->prefix, window->begin + window->n);
    outcome = etcd_call(
        etcd, &answer, &header, range,
        request_range(first, end, held, revision ? *revision : 0), reason);
    if (outcome != OUTCOME_DONE) {
        return outcome;
    }
    good = answer_keys(&kvs, &n, answer, reason);
    for (i = 0; good && i < n; i++) {
        good = answer_key_at(&key, kvs, i, reason) &&
               note_key(window, &key, held, reason);
    }
    json_decref(answer);
    if (!good) {
        return etcd_blame(etcd, range, reason);
    }
    if (revision && *revision == 0) {
        *revision = header.revision;
    }
    return OUTCOME_DONE;
}

enum outcome numbers_read(struct number *out, struct etcd *etcd,
                          const char *prefix, uint32_t begin, uint32_t n,
                          int64_t *revision, struct reason *reason)
{
    const struct window window = {out, prefix, begin, n};
    enum outcome outcome;

    memset(out, 0, n * sizeof *out);
    outcome = read_keys(&window, etcd, true, revision, reason);
    return outcome == OUTCOME_DONE
               ? read_keys(&window, etcd, false, revision, reason)
               : outcome;
}
