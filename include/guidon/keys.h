/* SPDX-License-Identifier: MIT */
/* Ids that depend on a secret key: times or all bits that only the key shows,
 * and ids that are derived from data. */
#ifndef GUIDON_KEYS_H
#define GUIDON_KEYS_H

#include <guidon/api.h>
#include <guidon/id.h>
#include <guidon/status.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * These functions depend on their arguments only, so they give the same ids on
 * every machine. They allocate nothing, read no clock and draw no random bits.
 * Their time does not depend on the key. They may be called from any thread,
 * and threads may share a key that none of them initialises or wipes. Take the
 * bytes of a key from a cryptographically secure source, and keep them secret.
 *
 * docs/guides/keys.md says which function to use, and what it does not protect.
 */

/* ----------------------------------------------------- erase secret bytes */

/*
 * Erase secret bytes, such as those of a key, with zeros that the compiler may
 * not leave out. guidon_key_wipe and guidon_mask_key_wipe do this to a key.
 *
 *   memory  out  `len` bytes; may be NULL if len is 0
 *
 * Copies that the compiler or your program made elsewhere stay: registers,
 * buffers of streams, memory that was reallocated.
 *
 * Threads any
 * Code    src/keys/key.c
 */
GUIDON_API void guidon_wipe(void *memory, size_t len);

/* --------------------------------------------------------- hide the time */

/* The bytes of a guidon_mask_key. */
#define GUIDON_MASK_KEY_LEN 16

/*
 * A key of guidon_mask. The caller owns it; it holds no pointer, and a copy
 * made by assignment is a key too. A structure of zeros, such as a wiped key, is
 * refused. The bytes of a key may be any, also zeros.
 */
typedef struct guidon_mask_key {
    uint64_t opaque[4];
} guidon_mask_key;

/*
 * Initialise a key of guidon_mask from its bytes.
 *
 *   bytes  in  the key of SipHash: two little-endian numbers of 64 bits, k0
 *              and k1; the caller wipes them
 *   len    in  GUIDON_MASK_KEY_LEN
 *
 * Errors  GUIDON_E_ARGUMENT  len is another length; *key is unchanged
 * Source  SipHash: a fast short-input PRF (Aumasson, Bernstein 2012)
 * Code    src/keys/mask.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_mask_key_init(guidon_mask_key *key, const void *bytes, size_t len);

/* Erase a key with zeros, which the compiler may not leave out.
 * Code src/keys/mask.c */
GUIDON_API void guidon_mask_key_wipe(guidon_mask_key *key);

/*
 * Hide the time of a version 7 id: the result looks like version 4.
 * guidon_unmask returns the version 7 id.
 *
 * The 48 bits of the time are XORed with SipHash-2-4 of the other 74 bits,
 * which do not change. This is UUIDv47, so other implementations of UUIDv47
 * read the result. Two ids with equal 74 bits show the difference of their
 * times. A changed bit of the masked time changes the same bit of the time, and
 * nothing detects this.
 *
 *   out  out  may be the input
 *
 * Errors  GUIDON_E_VERSION   the input is not version 7 (guidon_unmask: 4) of
 *                            the RFC variant
 *         GUIDON_E_ARGUMENT  the key is not initialised
 *         On either, *out is unchanged.
 * Source  https://github.com/stateless-me/uuidv47
 * Code    src/keys/mask.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_mask(guidon_id *out, const guidon_mask_key *key, const guidon_id *id);
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_unmask(guidon_id *out, const guidon_mask_key *key, const guidon_id *id);

/*
 * Mask or unmask n ids, up to the first bad one.
 *
 *   out   out  n ids; may be the input; out[*done] and later ids are unchanged
 *   in    in   n ids
 *   n     in   0 writes only *done
 *   done  out  the number of ids written, n on success; always written
 *
 * Errors  as for one id; id *done is bad. If the key is not initialised, *done
 *         is 0.
 * Code    src/keys/mask.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_mask_many(guidon_id *out, const guidon_mask_key *key,
                 const guidon_id *in, size_t n, size_t *done);
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_unmask_many(guidon_id *out, const guidon_mask_key *key,
                   const guidon_id *in, size_t n, size_t *done);

/* ------------------------------------------------------- ids from data */

/* The bytes of a guidon_key. */
#define GUIDON_KEY_LEN 32

/*
 * A key of guidon_v7_derive, guidon_encrypt or guidon_pseudonym. The caller owns
 * it; it holds no pointer, and a copy made by assignment is a key too. A
 * structure of zeros, such as a wiped key, is refused. The bytes of a key may be
 * any, also zeros.
 */
typedef struct guidon_key {
    uint64_t opaque[8];
} guidon_key;

/*
 * Initialise a key from its bytes.
 *
 *   bytes  in  the key of BLAKE2s; the caller wipes them
 *   len    in  GUIDON_KEY_LEN
 *
 * Errors  GUIDON_E_ARGUMENT  len is another length; *key is unchanged
 * Source  RFC 7693
 * Code    src/keys/key.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_key_init(guidon_key *key,
                                                           const void *bytes,
                                                           size_t len);

/* Erase a key with zeros, which the compiler may not leave out.
 * Code src/keys/key.c */
GUIDON_API void guidon_key_wipe(guidon_key *key);

/*
 * Derive a version 7 id from a time and data. The same time, key and data give
 * the same id, on every machine and at every attempt.
 *
 * The time of the id is `unix_ms`. Its other 74 bits are those of keyed BLAKE2s
 * of the time and the data: without the key, nobody can predict these bits, or
 * find the data by guessing. Equal data at two times give unrelated bits. The
 * bytes that are hashed are written down in docs/decisions/0021-keys.md and
 * never change.
 *
 *   out      out  may overlap `data`
 *   unix_ms  in   milliseconds since 1970-01-01T00:00:00Z, below 2^48
 *   data     in   `len` bytes, such as another id or the columns of a row; may
 *                 be NULL if len is 0
 *   len      in   at most 2^60
 *
 * Errors  GUIDON_E_RANGE     unix_ms is 2^48 or more, as a negative number is that
 *                            was converted
 *         GUIDON_E_ARGUMENT  the key is not initialised, or data is NULL and
 *                            len is not 0
 *         On either, *out is unchanged.
 * Source  RFC 9562, section 5.7; RFC 7693
 * Code    src/keys/derive.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_v7_derive(guidon_id *out, uint64_t unix_ms, const guidon_key *key,
                 const void *data, size_t len);

/*
 * Derive n ids from n times and n pieces of data of one length. Each id is that
 * of guidon_v7_derive.
 *
 *   out      out  n ids; may begin at `data` itself if stride is 16 or more,
 *                 and otherwise overlaps no input
 *   unix_ms  in   n times
 *   data     in   data of id i: `len` bytes at data + i * stride; may be NULL if
 *                 len is 0
 *   stride   in   any number of bytes; 0 gives every id the same data
 *   n        in   0 writes nothing
 *
 * Errors  as for one id. If any time is out of its range, no id is written.
 * Code    src/keys/derive.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_v7_derive_many(
    guidon_id *out, const uint64_t unix_ms[], const guidon_key *key,
    const void *data, size_t len, size_t stride, size_t n);

/* ------------------------------------------- what names and data are hashed as */

/*
 * A name or data is bytes. Bindings hash values of their languages by one rule,
 * so that the same value gives the same id everywhere:
 *
 *   bytes     as they are; those of another id are its 16 octets
 *   text      its UTF-8, without a terminator
 *   integers  8 bytes, see guidon_data_from_integer
 *
 * Everything else is refused: floating-point numbers, decimals, booleans, dates
 * and integers that int64_t does not hold. docs/guides/keys.md has a table.
 */

/* The bytes of an integer. */
#define GUIDON_INTEGER_LEN 8

/*
 * Write the bytes that an integer is hashed as: big-endian, negative ones in
 * two's complement. An integer of every size has these 8 bytes.
 *
 * Code  src/keys/data.c
 */
GUIDON_API void guidon_data_from_integer(unsigned char out[GUIDON_INTEGER_LEN],
                                         int64_t value);

/*
 * Check that a text is UTF-8, before it is hashed as a name or data. Halves of
 * surrogate pairs, longer forms than needed and characters above U+10FFFF are
 * refused. U+0000 is a character.
 *
 *   text    in   may be NULL if len is 0
 *   bad_at  out  the byte where the first wrong character begins; unchanged on
 *                success; may be NULL
 *
 * Errors  GUIDON_E_CHAR
 * Source  RFC 3629, section 4
 * Code    src/keys/data.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_data_check_text(const void *text, size_t len, size_t *bad_at);

/* ------------------------------------------------------- hide all the bits */

/*
 * Encrypt a version 7 id: a version 8 id that shows neither the time nor order,
 * counter or fraction. guidon_decrypt returns the version 7 id.
 *
 * A keyed permutation changes all 122 bits: a Feistel network of ten rounds
 * with keyed BLAKE2s, see docs/decisions/0021-keys.md. Equal ids give equal
 * results. Nothing detects a wrong key or a changed bit: the result is then
 * another version 7 id, as if it were random.
 *
 *   out  out  may be the input
 *
 * Errors  GUIDON_E_VERSION   the input is not version 7 (guidon_decrypt: 8) of
 *                            the RFC variant
 *         GUIDON_E_ARGUMENT  the key is not initialised
 *         On either, *out is unchanged.
 * Source  How to construct pseudorandom permutations from pseudorandom
 *         functions (Luby, Rackoff 1988); RFC 7693
 * Code    src/keys/encrypt.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_encrypt(guidon_id *out,
                                                          const guidon_key *key,
                                                          const guidon_id *id);
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_decrypt(guidon_id *out,
                                                          const guidon_key *key,
                                                          const guidon_id *id);

/*
 * Encrypt or decrypt n ids, up to the first bad one. This takes less time for
 * each id than single calls.
 *
 *   out   out  n ids; may be the input; out[*done] and later ids are unchanged
 *   in    in   n ids
 *   n     in   0 writes only *done
 *   done  out  the number of ids written, n on success; always written
 *
 * Errors  as for one id; id *done is bad. If the key is not initialised, *done
 *         is 0.
 * Code    src/keys/encrypt.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_encrypt_many(guidon_id *out, const guidon_key *key, const guidon_id *in,
                    size_t n, size_t *done);
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_decrypt_many(guidon_id *out, const guidon_key *key, const guidon_id *in,
                    size_t n, size_t *done);

/* ---------------------------------------------------------- stand for an id */

/*
 * Make the pseudonym of an id: a version 8 id that stands for it. Equal ids
 * have equal pseudonyms, on every machine that has the key. Nothing leads back
 * from a pseudonym to its id, also for somebody who has the key, except to try
 * ids one by one.
 *
 * The 122 bits are those of keyed BLAKE2s of the id; the bytes that are hashed
 * are written down in docs/decisions/0021-keys.md and never change. Two of n ids
 * have one pseudonym with a probability of about n^2 / 2^123.
 *
 *   out  out  may be the input
 *   id   in   any id, of every version and variant
 *
 * Errors  GUIDON_E_ARGUMENT  the key is not initialised; *out is unchanged
 * Source  RFC 9562, section 5.8; RFC 7693
 * Code    src/keys/pseudonym.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_pseudonym(guidon_id *out, const guidon_key *key, const guidon_id *id);

/*
 * Make the pseudonyms of n ids. This takes less time for each id than single
 * calls.
 *
 *   out  out  n ids; may be the input
 *   in   in   n ids
 *   n    in   0 writes nothing
 *
 * Errors  as for one id; no id is written
 * Code    src/keys/pseudonym.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_pseudonym_many(
    guidon_id *out, const guidon_key *key, const guidon_id *in, size_t n);

/* -------------------------------------------------------------- change keys */

#define GUIDON_KEY_RING_MAX        64    /* keys of a ring */
#define GUIDON_KEY_NUMBER_MAX      65535 /* the largest number of a key */
#define GUIDON_KEY_RING_REASON_MAX 128   /* fits every sentence about a ring */

/*
 * Keys with numbers from 0 to 65535, so that you can change a key: new ids use
 * the current key, and old ids name theirs by its number, which you store beside
 * the id. All keys of a ring have one length, GUIDON_MASK_KEY_LEN or
 * GUIDON_KEY_LEN. The caller owns the ring; it holds no pointer, and a copy made
 * by assignment is a ring too. A structure of zeros, such as a wiped ring, is a
 * ring without keys. Threads may share a ring that none of them changes.
 *
 * docs/guides/rotate-keys.md shows how to change a key while programs run.
 */
typedef struct guidon_key_ring {
    uint64_t opaque[2 + 5 * GUIDON_KEY_RING_MAX];
} guidon_key_ring;

/*
 * Read a ring from its text. Each line has the number of a key in decimal
 * digits, blanks or tabs, and the bytes of the key as 32 or 64 hexadecimal digits
 * of either case. The key of the first line is the current one. Lines end in LF
 * or CR LF; the last may lack its end, or its LF alone. For example:
 *
 *   2 efcdab89674523011032547698badcfe
 *   1 000102030405060708090a0b0c0d0e0f
 *
 * The ring loses the keys that it had. The time depends on the digits of the
 * keys only where one is wrong.
 *
 *   text    in   `len` bytes; the caller wipes them
 *   bad_at  out  where the wrong line, number, byte or key begins; unchanged on
 *                success; may be NULL
 *
 * Errors  GUIDON_E_CHAR    a byte is not the digit, blank or end that is due
 *         GUIDON_E_RANGE   a number is above 65535, begins with a zero that it
 *                          does not need, or has a line already
 *         GUIDON_E_LENGTH  there is no line, or a key does not have 32 or 64
 *                          digits, or not as many as that of the first line
 *         GUIDON_E_SPACE   there are more than GUIDON_KEY_RING_MAX lines
 *         On any, *ring is unchanged.
 * Code    src/keys/key_ring.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_key_ring_parse(
    guidon_key_ring *ring, const char *text, size_t len, size_t *bad_at);

/*
 * Say in an English sentence why guidon_key_ring_parse does not read a text, and
 * in which line. It shows no byte of a key. For example:
 *
 *   line 2: the key has 31 hexadecimal digits (expected 32 or 64)
 *
 *   out      out  the sentence in ASCII, without a full stop and NUL; may be NULL
 *                 if out_cap is 0
 *   out_cap  in   the size of `out`; GUIDON_KEY_RING_REASON_MAX always suffices
 *   out_len  out  the length of the sentence, also if it does not fit; 0 if
 *                 guidon_key_ring_parse reads the text; may be NULL
 *   text     in   `len` bytes
 *
 * Errors  GUIDON_E_SPACE  out_cap is smaller than the sentence
 * Code    src/keys/key_ring.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_key_ring_reason(
    char *out, size_t out_cap, size_t *out_len, const char *text, size_t len);

/*
 * Add a key to a ring. The first key that is added is the current one.
 *
 *   number  in  0 to 65535
 *   bytes   in  `len` bytes; the caller wipes them
 *   len     in  GUIDON_MASK_KEY_LEN or GUIDON_KEY_LEN, and that of the keys
 *               before
 *
 * Errors  GUIDON_E_RANGE     number is above 65535, or the ring has a key of it
 *         GUIDON_E_ARGUMENT  len is another length, or bytes is NULL
 *         GUIDON_E_SPACE     the ring has GUIDON_KEY_RING_MAX keys
 *         On any, *ring is unchanged.
 * Code    src/keys/key_ring.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_key_ring_add(
    guidon_key_ring *ring, uint32_t number, const void *bytes, size_t len);

/*
 * Return the number of the current key.
 *
 * Errors  GUIDON_E_ARGUMENT  the ring has no key; *out is unchanged
 * Code    src/keys/key_ring.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_key_ring_current(uint32_t *out, const guidon_key_ring *ring);

/*
 * Return the number of a key by its place, to list the keys of a ring.
 *
 *   index  in  0 for the current key, 1 for the key that was added next, ...
 *
 * Errors  GUIDON_E_ARGUMENT  the ring has no more keys; *out is unchanged
 * Code    src/keys/key_ring.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_key_ring_number(
    uint32_t *out, const guidon_key_ring *ring, unsigned index);

/*
 * Return the bytes of the key of a number, for guidon_mask_key_init or
 * guidon_key_init, which refuse a key of the other length.
 *
 *   out      out  the bytes; the caller wipes them; may be NULL if out_cap is 0
 *   out_cap  in   the size of `out`; GUIDON_KEY_LEN always suffices
 *   out_len  out  the length of the key, also if it does not fit; may be NULL
 *
 * Errors  GUIDON_E_ARGUMENT  the ring has no key of this number
 *         GUIDON_E_SPACE     out_cap is smaller than the key
 *         On either, out[] is unchanged.
 * Code    src/keys/key_ring.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_key_ring_find(unsigned char *out, size_t out_cap, size_t *out_len,
                     const guidon_key_ring *ring, uint32_t number);

/* Erase a ring with zeros, which the compiler may not leave out.
 * Code src/keys/key_ring.c */
GUIDON_API void guidon_key_ring_wipe(guidon_key_ring *ring);

#ifdef __cplusplus
}
#endif

#endif
