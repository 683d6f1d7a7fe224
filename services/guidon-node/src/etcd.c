/* SPDX-License-Identifier: MIT */
/* etcd.c - calls one cluster by its members in turn */
#include "etcd.h"

#include "clocks.h"
#include "requests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The codes of gRPC that mean something here. */
enum { GRPC_ARGUMENT = 3, GRPC_NOT_FOUND = 5, GRPC_RIGHTS = 7, GRPC_USER = 16 };

static const char authenticate[] = "auth/authenticate";

static void name_endpoint(const struct etcd *etcd, const char *path,
                          struct reason *reason)
{
    struct reason inner = *reason;

    reason_set(reason, "%.200s: %s: %.400s",
               etcd->options.endpoints[etcd->current], path, inner.text);
}

enum outcome etcd_blame(struct etcd *etcd, const char *path,
                        struct reason *reason)
{
    name_endpoint(etcd, path, reason);
    etcd->failures[etcd->current]++;
    etcd->current = (etcd->current + 1) % etcd->options.n_endpoints;
    return OUTCOME_AGAIN;
}

/* The outcome of an error of etcd. `*renew` says that a new token may help. */
static enum outcome meaning_of(const struct etcd *etcd, const char *path,
                               long status, const json_t *answer, bool *renew,
                               struct reason *reason)
{
    char words[320];
    int code;

    answer_error(&code, words, sizeof words, answer);
    reason_set(reason, "HTTP status %ld: %s", status, words);
    *renew = etcd->options.user && path != authenticate &&
             (code == GRPC_USER || status == 401 ||
              strstr(words, "auth store is old"));
    if (code == GRPC_NOT_FOUND && strstr(words, "lease not found")) {
        return OUTCOME_LOST;
    }
    if (code == GRPC_RIGHTS || code == GRPC_USER || status == 401 ||
        strstr(words, "authentication") ||
        strstr(words, "user name is empty")) {
        return OUTCOME_REFUSED;
    }
    return OUTCOME_AGAIN;
}

/* A wrong address in the list of endpoints is passed over. But if a member
 * belongs to another cluster now, or if every endpoint does, etcd was replaced. */
static enum outcome meet_stranger(struct etcd *etcd,
                                  const struct answer_header *header,
                                  struct reason *reason)
{
    reason_set(reason,
               "the answer comes from cluster %llu, and earlier answers "
               "came from cluster %llu",
               (unsigned long long)header->cluster,
               (unsigned long long)etcd->cluster);
    etcd->strangers++;
    return etcd->is_member[etcd->current] ||
                   etcd->strangers >= etcd->options.n_endpoints
               ? OUTCOME_BACK
               : OUTCOME_AGAIN;
}

/* Writes and reads of keys follow everything that a majority has agreed on
 * before. Other answers have the revision of their member, which may be lower. */
static bool knows_latest(const char *path)
{
    return strncmp(path, "kv/", 3) == 0;
}

static enum outcome check_header(struct etcd *etcd,
                                 struct answer_header *header, const char *path,
                                 const json_t *answer, struct reason *reason)
{
    if (!answer_header(header, answer, reason)) {
        return OUTCOME_AGAIN;
    }
    if (etcd->cluster && header->cluster != etcd->cluster) {
        return meet_stranger(etcd, header, reason);
    }
    if (knows_latest(path) && header->revision < etcd->revision) {
        reason_set(reason,
                   "etcd has gone back to revision %lld, and it had revision "
                   "%lld, so it was restored from an old copy",
                   (long long)header->revision, (long long)etcd->revision);
        return OUTCOME_BACK;
    }
    etcd->cluster = header->cluster;
    etcd->is_member[etcd->current] = true;
    etcd->strangers = 0;
    if (header->revision > etcd->revision) {
        etcd->revision = header->revision;
    }
    return OUTCOME_DONE;
}

/* Turns a reply into an answer. */
static enum outcome judge(struct etcd *etcd, json_t **answer,
                          struct answer_header *header, const char *path,
                          const struct http_reply *reply, bool *renew,
                          struct reason *reason)
{
    json_t *json = answer_parse(reply->body, reply->len, reason);
    enum outcome outcome = OUTCOME_AGAIN;

    if (reply->status != 200 || (json && json_object_get(json, "error"))) {
        outcome = meaning_of(etcd, path, reply->status, json, renew, reason);
    } else if (json) {
        outcome = check_header(etcd, header, path, json, reason);
    }
    if (outcome == OUTCOME_DONE) {
        *answer = json;
    } else {
        json_decref(json);
    }
    return outcome;
}

/* Compares the clocks. The member wrote its answer within a second after `date_s`,
 * and after `sent_ms` and before now on the clock of this machine. */
static void compare_clocks(struct etcd *etcd, int64_t date_s, int64_t sent_ms)
{
    const int64_t now_ms = clocks_wall_ms(), date_ms = date_s * 1000;

    etcd->ahead_ms = 0;
    if (date_s && sent_ms > date_ms + 1000) {
        etcd->ahead_ms = sent_ms - date_ms - 1000;
    } else if (date_s && now_ms < date_ms) {
        etcd->ahead_ms = now_ms - date_ms;
    }
}

/* One request to the endpoint in use, with the token that there is. */
static enum outcome once(struct etcd *etcd, json_t **answer,
                         struct answer_header *header, const char *path,
                         const json_t *request, bool *renew,
                         struct reason *reason)
{
    char *body = json_dumps(request, JSON_COMPACT);
    struct http_reply reply = {0, NULL, 0, 0};
    const int64_t sent_ms = clocks_wall_ms();
    enum outcome outcome;
    char url[512];

    *renew = false;
    if (!body) {
        reason_set(reason, "out of memory");
        return OUTCOME_AGAIN;
    }
    snprintf(url, sizeof url, "%s/v3/%s",
             etcd->options.endpoints[etcd->current], path);
    outcome =
        http_post(etcd->http, &reply, url,
                  etcd->token[0] && path != authenticate ? etcd->token : NULL,
                  body, etcd->options.timeout_ms, reason);
    memset(body, 0, strlen(body)); /* it may hold the password */
    free(body);
    if (outcome != OUTCOME_DONE) {
        return outcome;
    }
    compare_clocks(etcd, reply.date_s, sent_ms);
    return judge(etcd, answer, header, path, &reply, renew, reason);
}

static enum outcome get_token(struct etcd *etcd, struct reason *reason)
{
    json_t *request =
        request_authenticate(etcd->options.user, etcd->options.password);
    struct answer_header header;
    json_t *answer = NULL;
    const char *token;
    bool renew;
    enum outcome outcome =
        once(etcd, &answer, &header, authenticate, request, &renew, reason);

    json_decref(request);
    etcd->token[0] = '\0';
    if (outcome == OUTCOME_DONE) {
        if (answer_token(&token, answer, reason)) {
            snprintf(etcd->token, sizeof etcd->token, "%s", token);
        } else {
            outcome = OUTCOME_AGAIN;
        }
        json_decref(answer);
    }
    return outcome;
}

enum outcome etcd_call(struct etcd *etcd, json_t **answer,
                       struct answer_header *header, const char *path,
                       json_t *request, struct reason *reason)
{
    enum outcome outcome = OUTCOME_DONE;
    bool renew = false;

    if (etcd->options.user && !etcd->token[0]) {
        outcome = get_token(etcd, reason);
        path = outcome == OUTCOME_DONE ? path : authenticate;
    }
    if (outcome == OUTCOME_DONE) {
        outcome = once(etcd, answer, header, path, request, &renew, reason);
    }
    if (renew) { /* a token ends after minutes, or when its member restarts */
        outcome = get_token(etcd, reason);
        if (outcome == OUTCOME_DONE) {
            outcome = once(etcd, answer, header, path, request, &renew, reason);
            if (renew && outcome == OUTCOME_REFUSED) {
                /* The password is right, but the new token has ended. */
                outcome = OUTCOME_AGAIN;
            }
        } else {
            path = authenticate;
        }
    }
    json_decref(request);
    if (outcome == OUTCOME_AGAIN) {
        return etcd_blame(etcd, path, reason);
    }
    if (outcome != OUTCOME_DONE) {
        name_endpoint(etcd, path, reason);
    }
    return outcome;
}
