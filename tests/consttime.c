/* SPDX-License-Identifier: MIT */
/* consttime.c - consttime WHAT: handle secrets that Valgrind's memcheck holds to
 * be undefined, so that it reports each branch and each address they choose. */
#include "cpu/cpu.h"
#include "random/cipher.h"

#include <guidon.h>
#include <stdio.h>
#include <string.h>
#include <valgrind/memcheck.h>

/* What was found out is no secret. */
static bool told(bool answer)
{
    (void)VALGRIND_MAKE_MEM_DEFINED(&answer, sizeof answer);
    return answer;
}

/* Two ids that differ in their last bit, or do not. */
static int compare(void)
{
    int wrong = 0;

    for (unsigned differ = 0; differ < 2; differ++) {
        guidon_id a = guidon_from_words(1, 2);
        guidon_id b = guidon_from_words(1, 2 ^ differ);

        (void)VALGRIND_MAKE_MEM_UNDEFINED(&a, sizeof a);
        (void)VALGRIND_MAKE_MEM_UNDEFINED(&b, sizeof b);
        wrong += told(guidon_equal_consttime(&a, &b)) != (differ == 0);
    }
    return wrong;
}

/* What Valgrind has to see, or it sees nothing here. */
static int careless(void)
{
    guidon_id id = guidon_from_words(1, 2);

    (void)VALGRIND_MAKE_MEM_UNDEFINED(&id, sizeof id);
    if (id.bytes[7] == 1) {
        puts("its eighth byte is 1");
    }
    return 0;
}

/* Every kernel of the random stream that this processor has, by its key. What it
 * counts from is always zero, and no secret. */
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

int main(int argc, char **argv)
{
    const char *what = argc == 2 ? argv[1] : "";

    if (!RUNNING_ON_VALGRIND) {
        fputs("consttime: for Valgrind to run\n", stderr);
        return 2;
    }
    if (strcmp(what, "compare") == 0) {
        return compare();
    }
    if (strcmp(what, "careless") == 0) {
        return careless();
    }
    return strcmp(what, "stream") == 0 ? stream() : 2;
}
