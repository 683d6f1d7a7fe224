/* SPDX-License-Identifier: MIT */
/* answers.c - reads and checks the answers of etcd's JSON gateway */
#include "answers.h"

#include "../../../cli/common/decimal.h"
#include "base64.h"

#include <stdio.h>
#include <string.h>

json_t *answer_parse(const char *body, size_t len, struct reason *reason)
{
    json_error_t error;
    json_t *answer = json_loadb(body, len, JSON_REJECT_DUPLICATES, &error);

    if (!answer) {
        reason_set(reason, "the answer is not JSON: %s (byte %d of %zu)",
                   error.text, error.position, len);
    } else if (!json_is_object(answer)) {
        reason_set(reason, "the answer is not a JSON object");
        json_decref(answer);
        answer = NULL;
    }
    return answer;
}

/* ------------------------------------------------------------------- numbers */

/* Without a leading 0. */
static bool read_u64(uint64_t *out, const char *text)
{
    uint64_t value;

    if ((*text == '0' && text[1]) || !decimal_parse(&value, &text) || *text) {
        return false;
    }
    *out = value;
    return true;
}

bool answer_decimal(int64_t *out, const char *text)
{
    uint64_t value;

    if (!read_u64(&value, text) || value > INT64_MAX) {
        return false;
    }
    *out = (int64_t)value;
    return true;
}

/* A number in a string, as JSON writes 64-bit numbers of etcd; 0 if missing. */
static bool number_of(uint64_t *out, const json_t *object, const char *name,
                      uint64_t max, struct reason *reason)
{
    const json_t *member = json_object_get(object, name);
    uint64_t value = 0;

    if (member &&
        (!json_is_string(member) ||
         !read_u64(&value, json_string_value(member)) || value > max)) {
        reason_set(reason,
                   "\"%s\" of the answer is not a decimal number in a string "
                   "from 0 to %llu",
                   name, (unsigned long long)max);
        return false;
    }
    *out = value;
    return true;
}

static bool signed_of(int64_t *out, const json_t *object, const char *name,
                      struct reason *reason)
{
    uint64_t value;

    if (!number_of(&value, object, name, INT64_MAX, reason)) {
        return false;
    }
    *out = (int64_t)value;
    return true;
}

/* -------------------------------------------------------------- parts of answers */

/* A keep-alive is a stream, so its answers are wrapped. */
static const json_t *unwrapped(const json_t *answer)
{
    const json_t *result = json_object_get(answer, "result");

    return json_is_object(result) ? result : answer;
}

bool answer_header(struct answer_header *out, const json_t *answer,
                   struct reason *reason)
{
    const json_t *header = json_object_get(unwrapped(answer), "header");

    if (!json_is_object(header)) {
        reason_set(reason, "the answer has no \"header\"");
        return false;
    }
    if (!number_of(&out->cluster, header, "cluster_id", UINT64_MAX, reason) ||
        !number_of(&out->member, header, "member_id", UINT64_MAX, reason) ||
        !number_of(&out->term, header, "raft_term", UINT64_MAX, reason) ||
        !signed_of(&out->revision, header, "revision", reason)) {
        return false;
    }
    if (!out->cluster || !out->member || !out->term || !out->revision) {
        reason_set(reason, "the header of the answer lacks a cluster, a "
                           "member, a term or a revision");
        return false;
    }
    return true;
}

/* A TTL may be negative; every such lease has ended. */
static bool ttl_of(int64_t *out, const json_t *object, struct reason *reason)
{
    const char *text = json_string_value(json_object_get(object, "TTL"));
    int64_t below;

    if (text && *text == '-' && answer_decimal(&below, text + 1)) {
        *out = 0;
        return true;
    }
    return signed_of(out, object, "TTL", reason);
}

bool answer_lease(struct answer_lease *out, const json_t *answer,
                  struct reason *reason)
{
    const json_t *lease = unwrapped(answer);

    if (!signed_of(&out->id, lease, "ID", reason) ||
        !ttl_of(&out->ttl_s, lease, reason)) {
        return false;
    }
    if (out->id == 0) {
        reason_set(reason, "the answer has no \"ID\" of a lease");
        return false;
    }
    return true;
}

bool answer_txn(bool *succeeded, const json_t **responses, const json_t *answer,
                size_t n_if_succeeded, size_t n_if_failed,
                struct reason *reason)
{
    const json_t *word = json_object_get(answer, "succeeded");
    const json_t *list = json_object_get(answer, "responses");
    size_t want;

    if (word && !json_is_boolean(word)) {
        reason_set(reason, "\"succeeded\" of the answer is not true or false");
        return false;
    }
    *succeeded = json_is_true(word);
    want = *succeeded ? n_if_succeeded : n_if_failed;
    if (json_array_size(list) != want) {
        reason_set(reason,
                   "the transaction %s, but \"responses\" of the answer is not "
                   "an array of %zu",
                   *succeeded ? "succeeded" : "failed", want);
        return false;
    }
    *responses = list;
    return true;
}

bool answer_put(const json_t *responses, size_t i, struct reason *reason)
{
    const json_t *response = json_array_get(responses, i);

    if (!json_is_object(json_object_get(response, "response_put"))) {
        reason_set(reason, "response %zu of the answer is no \"response_put\"",
                   i);
        return false;
    }
    return true;
}

/* ---------------------------------------------------------------------- ranges */

bool answer_keys(const json_t **kvs, size_t *n_keys, const json_t *range,
                 struct reason *reason)
{
    *kvs = json_object_get(range, "kvs");
    if (*kvs && !json_is_array(*kvs)) {
        reason_set(reason, "\"kvs\" of the answer is not an array");
        return false;
    }
    *n_keys = json_array_size(*kvs);
    return true;
}

/* A text in base64, or the empty text if the member is missing. */
static bool text_of(char *out, const json_t *kv, const char *name,
                    struct reason *reason)
{
    const json_t *member = json_object_get(kv, name);

    out[0] = '\0';
    if (member && (!json_is_string(member) ||
                   !base64_read(out, ANSWER_TEXT, json_string_value(member)))) {
        reason_set(reason,
                   "\"%s\" of the answer is not base64 of a text of at most %d "
                   "bytes",
                   name, ANSWER_TEXT - 1);
        return false;
    }
    return true;
}

/* The value of a key. guidon-node writes no long values, so words in brackets
 * take the place of a long one, and compare as different from all others. */
static bool value_of(char *out, const json_t *kv, struct reason *reason)
{
    const char *text = json_string_value(json_object_get(kv, "value"));

    if (text && base64_bytes(text) >= ANSWER_TEXT) {
        snprintf(out, ANSWER_TEXT, "(longer than a value of guidon-node)");
        return true;
    }
    return text_of(out, kv, "value", reason);
}

bool answer_key_at(struct answer_key *out, const json_t *kvs, size_t i,
                   struct reason *reason)
{
    const json_t *kv = json_array_get(kvs, i);

    if (!json_is_object(kv)) {
        reason_set(reason, "\"kvs\" of the answer holds no objects");
        return false;
    }
    out->exists = true;
    return text_of(out->key, kv, "key", reason) &&
           value_of(out->value, kv, reason) &&
           signed_of(&out->revision, kv, "mod_revision", reason) &&
           signed_of(&out->lease, kv, "lease", reason);
}

bool answer_one(struct answer_key *out, const json_t *responses, size_t i,
                const char *key, struct reason *reason)
{
    const json_t *response = json_array_get(responses, i);
    const json_t *range = json_object_get(response, "response_range");
    const json_t *kvs;
    size_t n;

    memset(out, 0, sizeof *out);
    if (!json_is_object(range)) {
        reason_set(reason,
                   "response %zu of the answer is no \"response_range\"", i);
        return false;
    }
    if (!answer_keys(&kvs, &n, range, reason)) {
        return false;
    }
    if (n > 1) {
        reason_set(reason, "the answer has %zu keys instead of one", n);
        return false;
    }
    if (n == 1 && !answer_key_at(out, kvs, 0, reason)) {
        return false;
    }
    if (n == 1 && strcmp(out->key, key) != 0) {
        reason_set(reason, "the answer has the key \"%s\" instead of \"%s\"",
                   out->key, key);
        return false;
    }
    return true;
}

/* ------------------------------------------------------ authentication, errors */

bool answer_token(const char **token, const json_t *answer,
                  struct reason *reason)
{
    const char *text = json_string_value(json_object_get(answer, "token"));

    /* The token becomes a line of an HTTP request. */
    if (!text || !*text || strlen(text) > 4000 ||
        strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                     "0123456789.-_+/=") != strlen(text)) {
        reason_set(reason, "the answer has no \"token\", or one with "
                           "characters that tokens do not have");
        return false;
    }
    *token = text;
    return true;
}

void answer_error(int *code, char *words, size_t size, const json_t *answer)
{
    const json_t *error = json_object_get(answer, "error");
    const json_t *number, *text;

    /* The error of a stream is an object, and the error of a call is a text. */
    if (json_is_object(error)) {
        answer = error;
    }
    number = json_object_get(answer, "code");
    if (!number) {
        number = json_object_get(answer, "grpc_code");
    }
    text = json_object_get(answer, "message");
    if (!text) {
        text = error;
    }
    *code = json_is_integer(number) && json_integer_value(number) > 0 &&
                    json_integer_value(number) < 17
                ? (int)json_integer_value(number)
                : 2;
    snprintf(words, size, "%.300s",
             json_is_string(text) ? json_string_value(text) : "no message");
}
