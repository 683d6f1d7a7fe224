/* SPDX-License-Identifier: MIT */
/* Slow and simple ids with a key, from RFC 7693, the paper of SipHash and
 * docs/decisions/0021-keys.md. They share no code with the library. */
#ifndef SLOW_KEYS_H
#define SLOW_KEYS_H

#include <guidon.h>
#include <stddef.h>
#include <stdint.h>

/* The longest message of slow_blake2s. */
#define SLOW_MESSAGE_MAX 400

/* BLAKE2s of a message with a key of 32 bytes. */
void slow_blake2s(unsigned char out[32], const unsigned char key[32],
                  const unsigned char *message, size_t len);

/* The id of guidon_v7_derive; data of at most SLOW_MESSAGE_MAX - 16 bytes. */
guidon_id slow_derive(uint64_t unix_ms, const unsigned char key[32],
                      const unsigned char *data, size_t len);

/* The result of guidon_mask for version 4, of guidon_unmask for version 7. */
guidon_id slow_mask(const guidon_id *id, const unsigned char key[16],
                    unsigned version);

/* The results of guidon_encrypt and guidon_decrypt. */
guidon_id slow_encrypt(const guidon_id *v7, const unsigned char key[32]);
guidon_id slow_decrypt(const guidon_id *v8, const unsigned char key[32]);

#endif
