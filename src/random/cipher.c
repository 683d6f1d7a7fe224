/* SPDX-License-Identifier: MIT */
/* cipher.c - the table of keystream kernels. */
#include "cipher.h"

#include "../cpu/pick.h"

/* No kernel computes AES by tables in memory: the addresses that it reads would
 * reveal the key to programs that share the cache. */
const struct gdn_cipher_kernel gdn_cipher_kernels[] = {
#if GDN_ARCH_X86_64
    {"aes256ctr_vaes512", GDN_CPU_VAES512, gdn_aes256ctr_vaes512},
#  if !GDN_CPU_ALWAYS(GDN_CPU_VAES512)
    {"aes256ctr_aesni", GDN_CPU_AES, gdn_aes256ctr_aesni},
#  endif
#endif
#if GDN_ARCH_ARM64_AES
    {"aes256ctr_arm", GDN_CPU_AES, gdn_aes256ctr_arm},
#endif
#if !GDN_CPU_ALWAYS(GDN_CPU_AES)
    {"chacha20_portable", 0, gdn_chacha20_portable},
#endif
};
const size_t gdn_n_cipher_kernels =
    sizeof gdn_cipher_kernels / sizeof gdn_cipher_kernels[0];

static struct gdn_pick cipher_pick = GDN_PICK(gdn_cipher_kernels);

const struct gdn_cipher_kernel *gdn_cipher(void)
{
    return GDN_ROW(gdn_cipher_kernels, cipher_pick);
}
