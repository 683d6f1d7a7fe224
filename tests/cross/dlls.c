/* SPDX-License-Identifier: MIT */
/* dlls.c FIRST.DLL SECOND.DLL - two DLLs with a private copy each, on Windows:
 * each calls its own code, their ids differ, and threads end after the DLLs
 * were freed. */
#include "copies/copy.h"

#include <process.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#define N_DLLS    2
#define N_THREADS 4
#define N_IDS     500

static const struct copy *copies[N_DLLS];
static guidon_id ids[N_THREADS * N_DLLS * N_IDS];
static HANDLE made[N_THREADS], free_to_go;

/* End the program if a condition does not hold. */
#define HOLDS(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "dlls.c:%d: %s\n", __LINE__, #condition);                \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

static const struct copy *calls_of(HMODULE module)
{
    FARPROC found = GetProcAddress(module, COPY_NAME);
    copy_calls_fn *calls;

    HOLDS(found != NULL);
    memcpy(&calls, &found, sizeof calls);
    return calls();
}

static HMODULE module_with(guidon_status (*code)(guidon_id *, size_t,
                                                 guidon_kind))
{
    HMODULE module = NULL;

    HOLDS(GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT |
                                 GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS,
                             (LPCWSTR)(uintptr_t)code, &module));
    return module;
}

static unsigned __stdcall visit(void *argument)
{
    const size_t thread = (size_t)(uintptr_t)argument;
    guidon_id *out = ids + thread * N_DLLS * N_IDS;

    for (size_t i = 0; i < N_IDS; i++) {
        for (size_t dll = 0; dll < N_DLLS; dll++) {
            HOLDS(copies[dll]->new_many(out++, 1, GUIDON_V7) == GUIDON_OK);
        }
    }
    SetEvent(made[thread]);
    WaitForSingleObject(free_to_go, INFINITE);
    return 0;
}

static int compare_ids(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(guidon_id));
}

static void ids_differ(void)
{
    const size_t n = sizeof ids / sizeof *ids;

    qsort(ids, n, sizeof *ids, compare_ids);
    for (size_t i = 1; i < n; i++) {
        HOLDS(compare_ids(&ids[i - 1], &ids[i]) != 0);
    }
}

int main(int argc, char **argv)
{
    HMODULE modules[N_DLLS];
    HANDLE threads[N_THREADS];

    HOLDS(argc == 1 + N_DLLS);
    for (int i = 0; i < N_DLLS; i++) {
        modules[i] = LoadLibraryA(argv[i + 1]);
        HOLDS(modules[i] != NULL);
        copies[i] = calls_of(modules[i]);
        HOLDS(module_with(copies[i]->new_many) == modules[i]);
    }
    free_to_go = CreateEventA(NULL, TRUE, FALSE, NULL);
    for (size_t i = 0; i < N_THREADS; i++) {
        made[i] = CreateEventA(NULL, TRUE, FALSE, NULL);
        threads[i] = (HANDLE)_beginthreadex(NULL, 0, visit,
                                            (void *)(uintptr_t)i, 0, NULL);
        HOLDS(threads[i] != NULL);
    }
    WaitForMultipleObjects(N_THREADS, made, TRUE, INFINITE);
    for (int i = 0; i < N_DLLS; i++) {
        HOLDS(FreeLibrary(modules[i]));
        HOLDS(GetModuleHandleA(argv[i + 1]) == modules[i]); /* it stays */
    }
    SetEvent(free_to_go);
    WaitForMultipleObjects(N_THREADS, threads, TRUE, INFINITE);
    ids_differ();
    return 0;
}
