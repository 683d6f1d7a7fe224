/* SPDX-License-Identifier: MIT */
/* compat.cpp - compare each call of Guidon's libuuid.so.1 with the system's */
/*
 * PROGRAM OURS THEIRS loads both libraries into this process and calls them
 * through pointers. The repetitions of both run in a random order. For each
 * call it prints a row of Markdown: the medians in nanoseconds and their ratio.
 */
#include <algorithm>
#include <benchmark/benchmark.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <map>
#include <string>
#include <sys/time.h>
#include <vector>

using Id = unsigned char[16];

/* The functions, grouped by their arguments, so that one loop serves a
 * group. */
struct Library {
    void *handle;

    template <typename Call> Call *find(const char *name) const
    {
        return reinterpret_cast<Call *>(dlsym(handle, name));
    }
};

struct Input {
    Id ids[256];
    Id timed[256]; /* ids of version 1 and of the current time */
    char texts[256][37];
};

static Input input;

static void fill_input()
{
    unsigned long long seed = 1;

    for (int i = 0; i < 256; i++) {
        for (unsigned char &byte : input.ids[i]) {
            seed = seed * 6364136223846793005 + 1442695040888963407;
            byte = static_cast<unsigned char>(seed >> 56);
        }
        const unsigned char *id = input.ids[i];
        std::memcpy(input.timed[i], id, sizeof(Id));
        input.timed[i][6] = 0x11;
        input.timed[i][7] = 0xec;
        input.timed[i][8] = 0x80;
        std::snprintf(input.texts[i], sizeof input.texts[i],
                      "%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-"
                      "%02x%02x%02x%02x%02x%02x",
                      id[0], id[1], id[2], id[3], id[4], id[5], id[6], id[7],
                      id[8], id[9], id[10], id[11], id[12], id[13], id[14],
                      id[15]);
    }
}

/* Time rounds of `one(i)` for i from 0 to 255. */
template <typename One> static void loop(benchmark::State &state, One one)
{
    for (auto _ : state) {
        for (int i = 0; i < 256; i++) {
            one(i);
        }
        benchmark::ClobberMemory();
    }
}

using Run = void (*)(benchmark::State &, const Library *, const char *);

static void run_make(benchmark::State &state, const Library *library,
                     const char *name)
{
    auto *call = library->find<int(unsigned char *)>(name);
    Id out;

    loop(state, [&](int) {
        call(out);
        benchmark::DoNotOptimize(&out);
    });
}

static void run_named(benchmark::State &state, const Library *library,
                      const char *name)
{
    auto *call = library->find<void(unsigned char *, const unsigned char *,
                                    const char *, std::size_t)>(name);
    Id out;

    loop(state, [&](int i) {
        call(out, input.ids[0], input.texts[i], 15);
        benchmark::DoNotOptimize(&out);
    });
}

static void run_unparse(benchmark::State &state, const Library *library,
                        const char *name)
{
    auto *call = library->find<void(const unsigned char *, char *)>(name);
    char out[37];

    loop(state, [&](int i) {
        call(input.ids[i], out);
        benchmark::DoNotOptimize(&out);
    });
}

static void run_parse(benchmark::State &state, const Library *library,
                      const char *name)
{
    auto *call = library->find<int(const char *, unsigned char *)>(name);
    Id out;

    loop(state, [&](int i) {
        benchmark::DoNotOptimize(call(input.texts[i], out));
        benchmark::DoNotOptimize(&out);
    });
}

static void run_parse_range(benchmark::State &state, const Library *library,
                            const char *name)
{
    auto *call =
        library->find<int(const char *, const char *, unsigned char *)>(name);
    Id out;

    loop(state, [&](int i) {
        const char *text = input.texts[i];
        benchmark::DoNotOptimize(call(text, text + 36, out));
        benchmark::DoNotOptimize(&out);
    });
}

static void run_ask(benchmark::State &state, const Library *library,
                    const char *name)
{
    auto *call = library->find<int(const unsigned char *)>(name);

    loop(state, [&](int i) { benchmark::DoNotOptimize(call(input.ids[i])); });
}

static void run_compare(benchmark::State &state, const Library *library,
                        const char *name)
{
    auto *call =
        library->find<int(const unsigned char *, const unsigned char *)>(name);

    loop(state, [&](int i) {
        benchmark::DoNotOptimize(call(input.ids[i], input.ids[255 - i]));
    });
}

static void run_copy(benchmark::State &state, const Library *library,
                     const char *name)
{
    auto *call =
        library->find<void(unsigned char *, const unsigned char *)>(name);
    Id out;

    loop(state, [&](int i) {
        call(out, input.ids[i]);
        benchmark::DoNotOptimize(&out);
    });
}

static void run_time(benchmark::State &state, const Library *library,
                     const char *name)
{
    auto *call =
        library->find<long(const unsigned char *, struct timeval *)>(name);
    struct timeval tv;

    loop(state, [&](int i) {
        benchmark::DoNotOptimize(call(input.timed[i], &tv));
        benchmark::DoNotOptimize(&tv);
    });
}

static void run_template(benchmark::State &state, const Library *library,
                         const char *name)
{
    auto *call = library->find<const Id *(const char *)>(name);

    loop(state, [&](int) { benchmark::DoNotOptimize(call("x500")); });
}

static const struct {
    const char *name;
    Run run;
    int threads;
} calls[] = {
    {"uuid_generate", run_make, 1},
    {"uuid_generate_random", run_make, 1},
    {"uuid_generate_random", run_make, 2},
    {"uuid_generate_time", run_make, 1},
    {"uuid_generate_time", run_make, 2},
    {"uuid_generate_time_safe", run_make, 1},
    {"uuid_generate_time_v6", run_make, 1},
    {"uuid_generate_time_v7", run_make, 1},
    {"uuid_generate_time_v7", run_make, 2},
    {"uuid_generate_md5", run_named, 1},
    {"uuid_generate_sha1", run_named, 1},
    {"uuid_parse", run_parse, 1},
    {"uuid_parse_range", run_parse_range, 1},
    {"uuid_unparse", run_unparse, 1},
    {"uuid_unparse_lower", run_unparse, 1},
    {"uuid_unparse_upper", run_unparse, 1},
    {"uuid_compare", run_compare, 1},
    {"uuid_copy", run_copy, 1},
    {"uuid_clear", run_make, 1},
    {"uuid_is_null", run_ask, 1},
    {"uuid_type", run_ask, 1},
    {"uuid_variant", run_ask, 1},
    {"uuid_time", run_time, 1},
    {"uuid_get_template", run_template, 1},
};

/* Collects the real time for one call in one thread, by the benchmark's
 * name. */
class Medians : public benchmark::BenchmarkReporter {
  public:
    bool ReportContext(const Context &) override
    {
        return true;
    }

    void ReportRuns(const std::vector<Run> &runs) override
    {
        for (const Run &run : runs) {
            if (run.run_type == Run::RT_Iteration) {
                times[run.run_name.function_name].push_back(
                    run.GetAdjustedRealTime() *
                    static_cast<double>(run.threads) / 256);
            }
        }
    }

    double of(const std::string &name)
    {
        std::vector<double> &all = times[name];

        std::sort(all.begin(), all.end());
        return all.empty() ? 0 : all[all.size() / 2];
    }

  private:
    std::map<std::string, std::vector<double>> times;
};

static void print(Medians &medians)
{
    std::printf("| call | the system's, ns | Guidon's, ns | times as fast |\n"
                "|---|---|---|---|\n");
    for (std::size_t i = 0; i < std::size(calls); i++) {
        const double ours = medians.of("0/" + std::to_string(i));
        const double theirs = medians.of("1/" + std::to_string(i));

        std::printf("| `%s`%s | ", calls[i].name,
                    calls[i].threads > 1 ? ", two threads" : "");
        if (theirs > 0) {
            std::printf("%.1f | %.1f | %.1f |\n", theirs, ours, theirs / ours);
        } else {
            std::printf("has none | %.1f | |\n", ours);
        }
    }
}

int main(int argc, char **argv)
{
    static Library libraries[2];
    Medians medians;

    if (argc != 3) {
        std::fprintf(stderr, "usage: %s OURS THEIRS\n", argv[0]);
        return 2;
    }
    fill_input();
    for (int i = 0; i < 2; i++) {
        libraries[i].handle = dlopen(argv[1 + i], RTLD_NOW | RTLD_LOCAL);
        if (!libraries[i].handle) {
            std::fprintf(stderr, "%s\n", dlerror());
            return 1;
        }
        for (std::size_t n = 0; n < std::size(calls); n++) {
            if (!dlsym(libraries[i].handle, calls[n].name)) {
                continue;
            }
            benchmark::RegisterBenchmark(
                (std::to_string(i) + "/" + std::to_string(n)).c_str(),
                calls[n].run, &libraries[i], calls[n].name)
                ->UseRealTime()
                ->MinTime(0.05)
                ->Repetitions(9)
                ->Threads(calls[n].threads);
        }
    }
    char flag[] = "--benchmark_enable_random_interleaving=true";
    char *flags[] = {argv[0], flag, nullptr};
    int n_flags = 2;
    benchmark::Initialize(&n_flags, flags);
    benchmark::RunSpecifiedBenchmarks(&medians);
    print(medians);
    return 0;
}
