/* SPDX-License-Identifier: MIT */
/* generate.cpp - making ids, beside libuuid and the floors under both. */
#include "generate.hpp"
#include "batch.hpp"
#include <benchmark/benchmark.h>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <guidon.h>
#include <openssl/evp.h>
#include <string>
#include <sys/random.h>
#include <uuid/uuid.h>
#include <vector>
#if defined(__x86_64__)
#  include <x86intrin.h>
#endif

namespace {

thread_local guidon_id ids[batch];

void must(bool ok, const char *what)
{
    if (!ok) {
        std::fprintf(stderr, "guidon_bench: %s failed\n", what);
        std::exit(EXIT_FAILURE);
    }
}

template <guidon_kind kind> void one()
{
    bool ok = true;

    for (guidon_id &id : ids) {
        ok &= guidon_new(&id, kind) == GUIDON_OK;
    }
    must(ok, "guidon_new");
}

template <guidon_kind kind> void many()
{
    must(guidon_new_many(ids, batch, kind) == GUIDON_OK, "guidon_new_many");
}

/* A generator in a scope of its own, made once. */
guidon_generator *made(guidon_kind kind, guidon_scope scope)
{
    guidon_options options = {};
    guidon_generator *g = nullptr;

    options.kind = kind;
    options.scope = scope;
    options.state_path = "guidon_bench_state";
    must(guidon_generator_new(&g, &options) == GUIDON_OK,
         "guidon_generator_new");
    std::remove("guidon_bench_state"); /* the mapping stays */
    return g;
}

template <guidon_kind kind, guidon_scope scope> void scoped()
{
    static guidon_generator *g = made(kind, scope);
    bool ok = true;

    for (int i = 0; i < static_cast<int>(batch); i++) {
        guidon_id id;
        ok &= guidon_next(&id, g) == GUIDON_OK;
        benchmark::DoNotOptimize(id);
    }
    must(ok, "guidon_next");
}

void libuuid_random()
{
    for (guidon_id &id : ids) {
        uuid_generate_random(id.bytes);
    }
}

void libuuid_time()
{
    for (guidon_id &id : ids) {
        uuid_generate_time(id.bytes);
    }
}

/* --------------------------------------------------------------- the floors */

void clock_reading()
{
    for (std::size_t i = 0; i < batch; i++) {
        timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        benchmark::DoNotOptimize(now);
    }
}

void counter_reading()
{
#if defined(__x86_64__)
    for (std::size_t i = 0; i < batch; i++) {
        benchmark::DoNotOptimize(__rdtsc());
    }
#endif
}

void kernel_random()
{
    for (guidon_id &id : ids) {
        must(getrandom(id.bytes, sizeof id.bytes, 0) == sizeof id.bytes,
             "getrandom");
    }
}

/* The keystream alone: no key is erased, nothing is wiped. */
void libcrypto_keystream()
{
    static const unsigned char key[32] = {1}, start[16] = {2};
    static EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    static const bool ready = EVP_EncryptInit_ex(context, EVP_aes_256_ctr(),
                                                 nullptr, key, start) == 1;
    static const unsigned char zero[sizeof ids] = {};
    int len = 0;

    must(ready && EVP_EncryptUpdate(context, ids[0].bytes, &len, zero,
                                    sizeof zero) == 1,
         "EVP_EncryptUpdate");
}

/* ---------------------------------------------------------------- the cases */

struct Case {
    const char *name;
    void (*run)();
    unsigned version; /* of what it makes; 0: it makes no UUID */
    int threads;
};

const std::vector<Case> cases = {
    {"v4/guidon", one<GUIDON_V4>, 4, 1},
    {"v4/guidon_many", many<GUIDON_V4>, 4, 1},
    {"v4/libuuid", libuuid_random, 4, 1},
    {"v4/getrandom", kernel_random, 0, 1},
    {"v4/libcrypto_aes_ctr", libcrypto_keystream, 0, 1},
    {"v7/guidon", one<GUIDON_V7>, 7, 1},
    {"v7/guidon_many", many<GUIDON_V7>, 7, 1},
    {"v7/clock_gettime", clock_reading, 0, 1},
    {"v7/rdtsc", counter_reading, 0, 1},
    {"v1/guidon", one<GUIDON_V1>, 1, 1},
    {"v1/guidon_many", many<GUIDON_V1>, 1, 1},
    {"v1/libuuid", libuuid_time, 1, 1},
    {"v6/guidon", one<GUIDON_V6>, 6, 1},
    {"v6/guidon_many", many<GUIDON_V6>, 6, 1},
    {"ulid_monotonic/guidon", one<GUIDON_ULID_MONOTONIC>, 0, 1},
    {"ulid_monotonic/guidon_many", many<GUIDON_ULID_MONOTONIC>, 0, 1},
    {"v7_scopes/thread", one<GUIDON_V7>, 7, 1},
    {"v7_scopes/thread_2", one<GUIDON_V7>, 0, 2},
    {"v7_scopes/process", scoped<GUIDON_V7, GUIDON_SCOPE_PROCESS>, 0, 1},
    {"v7_scopes/process_2", scoped<GUIDON_V7, GUIDON_SCOPE_PROCESS>, 0, 2},
    {"v7_scopes/host", scoped<GUIDON_V7, GUIDON_SCOPE_HOST>, 0, 1},
};

void prove(const Case &one_case)
{
    one_case.run();
    for (const guidon_id &id : ids) {
        must(one_case.version == 0 ||
                 guidon_version_of(&id) == one_case.version,
             one_case.name);
    }
}

/* Each thread makes a batch a round; time is counted for one thread's ids, so a
 * kind that scales costs the same with two. */
void time_case(benchmark::State &state, void (*run)())
{
    for (auto _ : state) {
        run();
        benchmark::ClobberMemory();
    }
}

} // namespace

void register_generators()
{
    for (const Case &one_case : cases) {
        prove(one_case);
        benchmark::RegisterBenchmark(one_case.name, time_case, one_case.run)
            ->Threads(one_case.threads);
    }
}
