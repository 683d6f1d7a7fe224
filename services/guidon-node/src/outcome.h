/* SPDX-License-Identifier: MIT */
/* outcome.h - how an exchange with etcd ends */
#ifndef GUIDON_NODE_OUTCOME_H
#define GUIDON_NODE_OUTCOME_H

enum outcome {
    OUTCOME_DONE,
    OUTCOME_AGAIN,   /* no answer, or a wrong one; a write may have happened */
    OUTCOME_LOST,    /* the number or the lease belongs to us no longer */
    OUTCOME_BACK,    /* etcd has forgotten what it knew, or is another one */
    OUTCOME_FULL,    /* no number is free */
    OUTCOME_REFUSED, /* etcd answers, and no other try would help */
    OUTCOME_STOPPED  /* the exchange was interrupted from within the program */
};

/* The reason for any outcome except OUTCOME_DONE, for a message. */
struct reason {
    char text[640];
};

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void reason_set(struct reason *reason, const char *format, ...);

#endif
