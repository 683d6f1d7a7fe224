/* SPDX-License-Identifier: MIT */
/* together.cpp - libraries in one process, timed in turn
 *
 *   together_bench MODULE... VERB ...    VERB and the rest as for harness_main
 *
 * A module is a shared object with the cases of some libraries, or the crates'
 * functions (rust/src/peers.rs).
 */
#include "harness.hpp"
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <string>
#include <vector>

static void *function_of(void *module, const char *name)
{
    void *found = dlsym(module, name);

    must(found, name);
    return found;
}

/* ----------------------------------------------------------------- crates */

/* They write `n` texts or ids without gaps. */
using Write = void(const unsigned char *ids, char *text, std::size_t n);
using Read = bool(const char *text, unsigned char *ids, std::size_t n);
using Make = void(unsigned char *ids, std::size_t n);

static struct {
    Write *uuid_format, *simd_format;
    Read *uuid_parse, *simd_parse;
    Make *uuid_v4, *uuid_v7;
    const char *(*version)(bool simd);
} crates;

static void uuid_format(const Input &in, Output &out)
{
    crates.uuid_format(in.ids[0], out.text, batch);
}

static void simd_format(const Input &in, Output &out)
{
    crates.simd_format(in.ids[0], out.text, batch);
}

static void uuid_parse(const Input &in, Output &out)
{
    must(crates.uuid_parse(in.uuid, out.ids[0], batch), "uuid");
}

static void simd_parse(const Input &in, Output &out)
{
    must(crates.simd_parse(in.uuid, out.ids[0], batch), "uuid-simd");
}

static void uuid_v4(const Input &, Output &out)
{
    crates.uuid_v4(out.ids[0], batch);
}

static void uuid_v7(const Input &, Output &out)
{
    crates.uuid_v7(out.ids[0], batch);
}

template <class Function>
static void find(Function *&out, void *module, const char *name)
{
    out = reinterpret_cast<Function *>(function_of(module, name));
}

static std::vector<Library> crates_of(void *module)
{
    find(crates.uuid_format, module, "bench_uuid_format");
    find(crates.simd_format, module, "bench_simd_format");
    find(crates.uuid_parse, module, "bench_uuid_parse");
    find(crates.simd_parse, module, "bench_simd_parse");
    find(crates.uuid_v4, module, "bench_uuid_v4");
    find(crates.uuid_v7, module, "bench_uuid_v7");
    find(crates.version, module, "bench_version");
    return {{"uuid",
             crates.version(false),
             "Rust",
             {{"uuid_format", "one", Makes::uuid_text, uuid_format},
              {"uuid_parse", "one", Makes::ids, uuid_parse},
              {"v4", "one", Makes::ids, uuid_v4},
              {"v7", "one", Makes::ids, uuid_v7}}},
            {"uuid-simd",
             crates.version(true),
             "Rust",
             {{"uuid_format", "one", Makes::uuid_text, simd_format},
              {"uuid_parse", "one", Makes::ids, simd_parse}}}};
}

/* ---------------------------------------------------------------- modules */

static std::vector<Library> libraries_of(const char *path)
{
    void *module = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    std::vector<Library> found;

    must(module, dlerror());
    if (!dlsym(module, "bench_libraries")) {
        return crates_of(module);
    }
    reinterpret_cast<void (*)(std::vector<Library> *)>(
        function_of(module, "bench_libraries"))(&found);
    return found;
}

int main(int argc, char **argv)
{
    std::vector<Library> libraries;
    int i = 1;

    for (; i < argc && std::strchr(argv[i], '/'); i++) {
        for (const Library &library : libraries_of(argv[i])) {
            libraries.push_back(library);
        }
    }
    argv[i - 1] = argv[0];
    return harness_main(argc - i + 1, argv + i - 1, libraries);
}
