/* SPDX-License-Identifier: MIT */
/* consttime.c - consttime WHAT: process secrets that Valgrind's memcheck
 * regards as undefined, so that it reports each branch and address that depends
 * on them */
#include "cpu/arch.h"
#include "cpu/cpu.h"
#include "keys/blake2s.h"
#include "random/cipher.h"

#include <guidon.h>
#include <stdio.h>
#include <string.h>
#include <valgrind/memcheck.h>

/* Declare a result public, which is allowed to depend on the secrets. */
static bool make_public(bool answer)
{
    (void)VALGRIND_MAKE_MEM_DEFINED(&answer, sizeof answer);
    return answer;
}

/* Compare two ids that are equal or differ in their last bit. */
static int compare(void)
{
    int wrong = 0;

    for (unsigned differ = 0; differ < 2; differ++) {
        guidon_id a = guidon_from_words(1, 2);
        guidon_id b = guidon_from_words(1, 2 ^ differ);

        (void)VALGRIND_MAKE_MEM_UNDEFINED(&a, sizeof a);
        (void)VALGRIND_MAKE_MEM_UNDEFINED(&b, sizeof b);
        wrong += make_public(guidon_equal_consttime(&a, &b)) != (differ == 0);
    }
    return wrong;
}

/* A branch on a secret, to check that Valgrind reports it. */
static int careless(void)
{
    guidon_id id = guidon_from_words(1, 2);

    (void)VALGRIND_MAKE_MEM_UNDEFINED(&id, sizeof id);
    if (id.bytes[7] == 1) {
        puts("its eighth byte is 1");
    }
    return 0;
}

/* Run every kernel of the random stream of this processor with a secret key.
 * The counter starts at zero, which is not secret. */
static int stream(void)
{
    static const struct gdn_cipher_bits bits = {{1, 2}, {3, 4}};
    unsigned char start[GDN_CIPHER_START] = {2};
    unsigned char out[1000];

    for (size_t i = 0; i < gdn_n_cipher_kernels; i++) {
        const struct gdn_cipher_kernel *kernel = &gdn_cipher_kernels[i];

        if ((kernel->needs & ~gdn_cpu_features()) == 0) {
            unsigned char head[GDN_CIPHER_HEAD] = {1};

            (void)VALGRIND_MAKE_MEM_UNDEFINED(head, sizeof head);
            kernel->keystream(out, sizeof out, head, start, &bits);
            puts(kernel->name);
        }
    }
    return 0;
}

/* Mask and unmask an id: key, time and random bits are secret, the version is
 * not. */
static int mask(void)
{
    unsigned char bytes[GUIDON_MASK_KEY_LEN] = {1};
    unsigned char secret[10] = {2};
    guidon_mask_key key;
    guidon_id id;
    size_t done;
    bool wrong;

    (void)VALGRIND_MAKE_MEM_UNDEFINED(bytes, sizeof bytes);
    (void)VALGRIND_MAKE_MEM_UNDEFINED(secret, sizeof secret);
    wrong = guidon_v7_make(&id, 3, secret); /* sets version and variant */
    (void)VALGRIND_MAKE_MEM_UNDEFINED(id.bytes, 6);
    wrong = wrong || guidon_mask_key_init(&key, bytes, sizeof bytes) ||
            guidon_mask(&id, &key, &id) || guidon_unmask(&id, &key, &id) ||
            guidon_mask_many(&id, &key, &id, 1, &done) ||
            guidon_unmask_many(&id, &key, &id, 1, &done);
    guidon_mask_key_wipe(&key);
    return wrong;
}

/* Derive one id and many, by the kernels for both: key and data are secret, the lengths are not. */
static int derive(void)
{
    const uint64_t times[20] = {0};
    unsigned char bytes[GUIDON_KEY_LEN] = {1};
    unsigned char data[20 * 70] = {2};
    guidon_key key;
    guidon_id ids[20];
    bool wrong;

    (void)VALGRIND_MAKE_MEM_UNDEFINED(bytes, sizeof bytes);
    (void)VALGRIND_MAKE_MEM_UNDEFINED(data, sizeof data);
    wrong = guidon_key_init(&key, bytes, sizeof bytes) ||
            guidon_v7_derive(ids, 0, &key, data, 70) ||
            guidon_v7_derive_many(ids, times, &key, data, 70, 70, 20);
    guidon_key_wipe(&key);
    return wrong;
}

/* Valgrind hides AVX-512 from programs, so the kernel with it is left out. */
static const struct gdn_blake2s_kernel blake2s_kernels[] = {
    {"blake2s_scalar", 0, gdn_blake2s_scalar},
#if GDN_ARCH_X86_64
    {"blake2s_avx2", GDN_CPU_AVX2, gdn_blake2s_avx2},
#endif
};

/* Run each kernel of BLAKE2s by name, for one message, a few and more than the
 * lanes of a vector: key and messages of two blocks are secret. */
static int blake2s(void)
{
    unsigned char key[GDN_BLAKE2S_KEY] = {1};
    unsigned char heads[20 * GDN_BLAKE2S_HEAD] = {2};
    unsigned char data[20 * 70] = {3};
    unsigned char out[20 * GDN_BLAKE2S_OUT];
    const struct gdn_blake2s_messages messages = {heads, data, 70, 70};
    uint32_t keyed[GDN_BLAKE2S_WORDS];

    (void)VALGRIND_MAKE_MEM_UNDEFINED(key, sizeof key);
    (void)VALGRIND_MAKE_MEM_UNDEFINED(heads, sizeof heads);
    (void)VALGRIND_MAKE_MEM_UNDEFINED(data, sizeof data);
    gdn_blake2s_key(keyed, key);
    for (size_t i = 0; i < sizeof blake2s_kernels / sizeof blake2s_kernels[0];
         i++) {
        const struct gdn_blake2s_kernel *kernel = &blake2s_kernels[i];

        if ((kernel->needs & ~gdn_cpu_features()) == 0) {
            kernel->digests(out, keyed, &messages, 1);
            kernel->digests(out, keyed, &messages, 3);
            kernel->digests(out, keyed, &messages, 20);
            puts(kernel->name);
        }
    }
    return 0;
}

/* Encrypt and decrypt ids: key, time and random bits are secret. */
static int encrypt(void)
{
    unsigned char bytes[GUIDON_KEY_LEN] = {1};
    unsigned char secret[10] = {2};
    guidon_key key;
    guidon_id ids[20];
    size_t done;
    bool wrong = false;

    (void)VALGRIND_MAKE_MEM_UNDEFINED(bytes, sizeof bytes);
    (void)VALGRIND_MAKE_MEM_UNDEFINED(secret, sizeof secret);
    for (size_t i = 0; i < 20; i++) {
        wrong = wrong || guidon_v7_make(&ids[i], 3, secret);
        (void)VALGRIND_MAKE_MEM_UNDEFINED(ids[i].bytes, 6);
    }
    wrong = wrong || guidon_key_init(&key, bytes, sizeof bytes) ||
            guidon_encrypt(ids, &key, ids) || guidon_decrypt(ids, &key, ids) ||
            guidon_encrypt_many(ids, &key, ids, 20, &done) ||
            guidon_decrypt_many(ids, &key, ids, 20, &done) ||
            guidon_pseudonym(ids, &key, ids) ||
            guidon_pseudonym_many(ids, &key, ids, 20);
    guidon_key_wipe(&key);
    return wrong;
}

static const struct {
    const char *name;
    int (*run)(void);
} parts[] = {
    {"compare", compare}, {"careless", careless}, {"stream", stream},
    {"mask", mask},       {"derive", derive},     {"blake2s", blake2s},
    {"encrypt", encrypt},
};

int main(int argc, char **argv)
{
    const char *what = argc == 2 ? argv[1] : "";

    if (!RUNNING_ON_VALGRIND) {
        fputs("consttime: run this program with Valgrind\n", stderr);
        return 2;
    }
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (strcmp(what, parts[i].name) == 0) {
            return parts[i].run();
        }
    }
    return 2;
}
