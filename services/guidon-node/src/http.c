/* SPDX-License-Identifier: MIT */
/* http.c - sends requests with libcurl */
#include "http.h"

#include "clocks.h"

#include <curl/curl.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Descriptors above these are not looked at. */
enum { DESCRIPTORS = 64 };

struct http {
    struct http_options options;
    CURLM *multi;
    CURL *easy;
    char *body;
    size_t len;
    bool too_long;
    char error[CURL_ERROR_SIZE];
};

static size_t take_body(char *data, size_t size, size_t n, void *context)
{
    struct http *http = context;

    (void)size; /* is 1 */
    if (n > HTTP_BODY_MAX - http->len) {
        http->too_long = true;
        return 0;
    }
    memcpy(http->body + http->len, data, n);
    http->len += n;
    return n;
}

static bool set_options(struct http *http)
{
    CURL *easy = http->easy;
    const struct http_options *options = &http->options;
    CURLcode bad = CURLE_OK;

    bad |= curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    bad |= curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    bad |= curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    bad |= curl_easy_setopt(easy, CURLOPT_PROXY, "");
    /* On a connection that was used before, libcurl would send a request again
     * by itself if the first time had no answer. A write would then fail because
     * it has happened already. */
    bad |= curl_easy_setopt(easy, CURLOPT_FORBID_REUSE, 1L);
    bad |= curl_easy_setopt(easy, CURLOPT_HTTP_VERSION,
                            (long)CURL_HTTP_VERSION_1_1);
    bad |= curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_body);
    bad |= curl_easy_setopt(easy, CURLOPT_WRITEDATA, http);
    bad |= curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, http->error);
    bad |= curl_easy_setopt(easy, CURLOPT_SSLVERSION,
                            (long)CURL_SSLVERSION_TLSv1_2);
    if (options->cacert) {
        bad |= curl_easy_setopt(easy, CURLOPT_CAINFO, options->cacert);
        bad |= curl_easy_setopt(easy, CURLOPT_CAPATH, NULL);
    }
    if (options->cert) {
        bad |= curl_easy_setopt(easy, CURLOPT_SSLCERT, options->cert);
        bad |= curl_easy_setopt(easy, CURLOPT_SSLKEY, options->key);
        /* An encrypted key is an error. Otherwise OpenSSL would ask for its
         * password at the terminal, and no signal would be handled meanwhile. */
        bad |= curl_easy_setopt(easy, CURLOPT_KEYPASSWD, "");
    }
    return bad == CURLE_OK;
}

/* Whether each of the first descriptors is open. */
static void look_at_descriptors(bool open[DESCRIPTORS])
{
    int fd;

    for (fd = 0; fd < DESCRIPTORS; fd++) {
        open[fd] = fcntl(fd, F_GETFD) >= 0;
    }
}

/* curl_multi_init, whose descriptors COMMAND would inherit. */
static CURLM *new_multi(void)
{
    bool before[DESCRIPTORS], after[DESCRIPTORS];
    CURLM *multi;
    int fd;

    look_at_descriptors(before);
    multi = curl_multi_init();
    look_at_descriptors(after);
    for (fd = 0; fd < DESCRIPTORS; fd++) {
        if (after[fd] && !before[fd]) {
            fcntl(fd, F_SETFD, FD_CLOEXEC);
        }
    }
    return multi;
}

struct http *http_new(const struct http_options *options, struct reason *reason)
{
    struct http *http = calloc(1, sizeof *http);

    if (http && curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK) {
        http->options = *options;
        http->body = malloc(HTTP_BODY_MAX);
        http->multi = new_multi();
        http->easy = curl_easy_init();
        if (http->body && http->multi && http->easy && set_options(http)) {
            return http;
        }
    }
    reason_set(reason, "libcurl cannot start");
    http_free(http);
    return NULL;
}

void http_free(struct http *http)
{
    if (http) {
        curl_easy_cleanup(http->easy);
        curl_multi_cleanup(http->multi);
        free(http->body);
        free(http);
        curl_global_cleanup();
    }
}

/* Runs the transfer that the multi handle holds. */
static enum outcome run(struct http *http, CURLcode *result)
{
    struct curl_waitfd wake = {http->options.wake_fd, CURL_WAIT_POLLIN, 0};

    for (;;) {
        int running = 0, left, wait_ms;
        CURLMsg *message;

        if (curl_multi_perform(http->multi, &running) != CURLM_OK) {
            *result = CURLE_FAILED_INIT;
            return OUTCOME_DONE;
        }
        message = curl_multi_info_read(http->multi, &left);
        if (message) {
            *result = message->data.result;
            return OUTCOME_DONE;
        }
        wait_ms = http->options.attend(http->options.context);
        if (wait_ms < 0) {
            return OUTCOME_STOPPED;
        }
        curl_multi_poll(http->multi, &wake, 1, wait_ms, NULL);
    }
}

static struct curl_slist *headers_of(const char *token)
{
    struct curl_slist *list =
        curl_slist_append(NULL, "Content-Type: application/json");
    char line[4096];

    if (list && token) {
        struct curl_slist *longer;

        snprintf(line, sizeof line, "Authorization: %s", token);
        longer = curl_slist_append(list, line);
        if (!longer) {
            curl_slist_free_all(list);
        }
        list = longer;
    }
    return list;
}

static void describe(struct reason *reason, const struct http *http,
                     CURLcode result, int64_t timeout_ms)
{
    if (http->too_long) {
        reason_set(reason, "the answer is longer than %zu bytes",
                   HTTP_BODY_MAX);
    } else if (result == CURLE_OPERATION_TIMEDOUT) {
        reason_set(reason, "no answer within %lld ms", (long long)timeout_ms);
    } else {
        reason_set(reason, "%s",
                   http->error[0] ? http->error : curl_easy_strerror(result));
    }
}

/* The instant at which the server answered, by its own clock. */
static int64_t read_date(CURL *easy)
{
    struct curl_header *date;
    time_t seconds;

    if (curl_easy_header(easy, "Date", 0, CURLH_HEADER, -1, &date) !=
        CURLHE_OK) {
        return 0;
    }
    seconds = curl_getdate(date->value, NULL);
    return seconds > 0 ? (int64_t)seconds : 0;
}

enum outcome http_post(struct http *http, struct http_reply *reply,
                       const char *url, const char *token, const char *body,
                       int64_t timeout_ms, struct reason *reason)
{
    struct curl_slist *headers = headers_of(token);
    CURLcode result = CURLE_OUT_OF_MEMORY;
    enum outcome outcome = OUTCOME_DONE;

    http->len = 0;
    http->too_long = false;
    http->error[0] = '\0';
    if (headers) {
        curl_easy_setopt(http->easy, CURLOPT_URL, url);
        curl_easy_setopt(http->easy, CURLOPT_HTTPHEADER, headers);
        curl_easy_setopt(http->easy, CURLOPT_POSTFIELDS, body);
        curl_easy_setopt(http->easy, CURLOPT_TIMEOUT_MS, (long)timeout_ms);
        curl_multi_add_handle(http->multi, http->easy);
        outcome = run(http, &result);
        curl_multi_remove_handle(http->multi, http->easy);
        curl_easy_setopt(http->easy, CURLOPT_HTTPHEADER, NULL);
        curl_slist_free_all(headers);
    }
    if (outcome == OUTCOME_DONE && result != CURLE_OK) {
        describe(reason, http, result, timeout_ms);
        return OUTCOME_AGAIN;
    }
    if (outcome == OUTCOME_STOPPED) {
        reason_set(reason, "interrupted");
        return outcome;
    }
    curl_easy_getinfo(http->easy, CURLINFO_RESPONSE_CODE, &reply->status);
    reply->body = http->body;
    reply->len = http->len;
    reply->date_s = read_date(http->easy);
    return OUTCOME_DONE;
}

enum outcome http_pause(struct http *http, int64_t until_ns)
{
    for (;;) {
        struct pollfd wake = {http->options.wake_fd, POLLIN, 0};
        int wait_ms = http->options.attend(http->options.context);
        const int64_t left_ns = until_ns - clocks_monotonic_ns();

        if (wait_ms < 0) {
            return OUTCOME_STOPPED;
        }
        if (left_ns <= 0) {
            return OUTCOME_DONE;
        }
        if (left_ns / NS_PER_MS < wait_ms) {
            wait_ms = (int)(left_ns / NS_PER_MS) + 1;
        }
        poll(&wake, 1, wait_ms);
    }
}
