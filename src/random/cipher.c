/* SPDX-License-Identifier: MIT */
/* cipher.c - which keystream kernel this processor gets. */
#include "cipher.h"

#include "../cpu/arch.h"
#include "../cpu/cpu.h"

#include <stdatomic.h>

/* No kernel looks AES up in a table: what it reads would tell the key to who
 * shares the cache. */
const struct gdn_cipher_kernel gdn_cipher_kernels[] = {
#if GDN_ARCH_X86_64
    {"aes256ctr_vaes512", GDN_CPU_VAES512, gdn_aes256ctr_vaes512},
    {"aes256ctr_aesni", GDN_CPU_AES, gdn_aes256ctr_aesni},
#endif
#if GDN_ARCH_ARM64_AES
    {"aes256ctr_arm", GDN_CPU_AES, gdn_aes256ctr_arm},
#endif
    {"chacha20_portable", 0, gdn_chacha20_portable},
};
const size_t gdn_n_cipher_kernels =
    sizeof gdn_cipher_kernels / sizeof gdn_cipher_kernels[0];

/* The first that this processor has what it needs for. */
static const struct gdn_cipher_kernel *best_kernel(void)
{
    const struct gdn_cipher_kernel *kernel = gdn_cipher_kernels;
    unsigned features = gdn_cpu_features();

    while ((kernel->needs & features) != kernel->needs) {
        kernel++;
    }
    return kernel;
}

const char *gdn_cipher_name(void)
{
    return best_kernel()->name;
}

static gdn_keystream_fn resolve;
static _Atomic(gdn_keystream_fn *) chosen = resolve;

static void resolve(unsigned char *out, size_t len,
                    unsigned char head[GDN_CIPHER_HEAD],
                    const unsigned char start[GDN_CIPHER_START],
                    const struct gdn_cipher_bits *bits)
{
    const struct gdn_cipher_kernel *kernel = best_kernel();

    atomic_store_explicit(&chosen, kernel->keystream, memory_order_relaxed);
    kernel->keystream(out, len, head, start, bits);
}

void gdn_keystream(unsigned char *out, size_t len,
                   unsigned char head[GDN_CIPHER_HEAD],
                   const unsigned char start[GDN_CIPHER_START],
                   const struct gdn_cipher_bits *bits)
{
    gdn_keystream_fn *keystream =
        atomic_load_explicit(&chosen, memory_order_relaxed);

    keystream(out, len, head, start, bits);
}
