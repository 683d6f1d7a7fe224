/* SPDX-License-Identifier: MIT */
/* http.h - sends one request at a time and attends to the program meanwhile */
#ifndef GUIDON_NODE_HTTP_H
#define GUIDON_NODE_HTTP_H

#include "outcome.h"

#include <stddef.h>
#include <stdint.h>

/* The longest body that is read. A range of 1024 keys takes a quarter of it. */
#define HTTP_BODY_MAX ((size_t)1024 * 1024)

struct http_options {
    const char *cacert, *cert, *key; /* files for TLS; NULL for none */
    /* Descriptor that becomes readable when `attend` has work to do. */
    int wake_fd;
    /* Does the work that is due, and returns the milliseconds until it wants to be
     * called again, or -1 to stop the request. */
    int (*attend)(void *context);
    void *context;
};

struct http_reply {
    long status;
    char *body; /* belongs to the http object, until its next request */
    size_t len;
    int64_t date_s; /* Unix seconds of the header Date; 0 for none */
};

struct http;

/* NULL with the reason if libcurl rejects the options. */
struct http *http_new(const struct http_options *options,
                      struct reason *reason);
void http_free(struct http *http);

/* Posts a body. `token` is NULL, or the value of the header Authorization. The
 * outcomes are DONE for any status, AGAIN and STOPPED. */
enum outcome http_post(struct http *http, struct http_reply *reply,
                       const char *url, const char *token, const char *body,
                       int64_t timeout_ms, struct reason *reason);

/* Attends to the program until an instant of clocks_monotonic_ns. The outcomes
 * are DONE and STOPPED. */
enum outcome http_pause(struct http *http, int64_t until_ns);

#endif
