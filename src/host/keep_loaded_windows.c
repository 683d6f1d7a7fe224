/* SPDX-License-Identifier: MIT */
/* keep_loaded_windows.c - pins the module. */
#include "../core/private.h"

#if GDN_HOST_WINDOWS
#  define WIN32_LEAN_AND_MEAN
#  include "keep_loaded.h"

#  include <windows.h>

void gdn_keep_loaded(void)
{
    HMODULE module;

    (void)GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_PIN |
                                 GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS,
                             (LPCWSTR)(uintptr_t)gdn_keep_loaded, &module);
}
#else
GDN_EMPTY_FILE;
#endif
