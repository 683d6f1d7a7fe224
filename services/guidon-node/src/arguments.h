/* SPDX-License-Identifier: MIT */
/* arguments.h - the command line of guidon-node */
#ifndef GUIDON_NODE_ARGUMENTS_H
#define GUIDON_NODE_ARGUMENTS_H

#include "etcd.h"
#include "isolation.h"
#include "outcome.h"

#include <stdbool.h>
#include <stdint.h>

struct arguments {
    const char *endpoints[ETCD_ENDPOINTS_MAX];
    size_t n_endpoints;
    uint32_t slots;
    unsigned
        node_number_bits; /* the fewest that hold every number below slots */
    int64_t ttl_s, wait_s;
    int64_t grace_ms; /* a sixth of the TTL, if it is not given */
    const char *prefix;
    const char *cacert, *cert, *key;
    const char *user, *password_file;
    const char *lease_file, *metrics, *state; /* NULL for none */
    enum isolation isolation;
    bool marks;         /* list the marks, and lease no number */
    int64_t lower_mark; /* lower the mark of this number instead; -1 for none */
    bool no_later_ids;  /* no id of this number is later than now */
    char **command;     /* NULL for none */
};

enum arguments_end {
    ARGUMENTS_RUN,
    ARGUMENTS_ANSWERED, /* they asked for the help, the version or the tables */
    ARGUMENTS_WRONG     /* a message has said why */
};

/* Reads the command line, whose texts it changes and refers to. */
enum arguments_end arguments_read(struct arguments *out, int argc, char **argv);

#endif
