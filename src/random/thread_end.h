/* SPDX-License-Identifier: MIT */
/* Having something done when a thread ends. */
#ifndef GDN_RANDOM_THREAD_END_H
#define GDN_RANDOM_THREAD_END_H

#include "../core/private.h"

GDN_PRIVATE_BEGIN

/* Gives back the memory of a thread that ends; there is one such function. */
void gdn_thread_give_back(void *memory);

/*
 * Have the end of the calling thread call gdn_thread_give_back(memory). Where
 * the system has no place to note it, the memory lasts as long as the process.
 */
void gdn_thread_at_end(void *memory);

GDN_PRIVATE_END

#endif
