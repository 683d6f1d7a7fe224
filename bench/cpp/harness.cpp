/* SPDX-License-Identifier: MIT */
/* harness.cpp - read the ids, check and time the cases, print JSON */
#include "harness.hpp"
#include <benchmark/benchmark.h>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

/* ------------------------------------------------------------ the ids' file */

struct Wrong {
    std::string kind, text; /* kind: uuid or ulid */
};

static std::vector<Input> inputs;
static std::vector<Wrong> wrongs;

void must(bool ok, const char *what)
{
    if (!ok) {
        std::fprintf(stderr, "%s failed\n", what);
        std::exit(EXIT_FAILURE);
    }
}

static void from_hex(unsigned char out[id_len], const std::string &hex)
{
    must(hex.size() == 2 * id_len, "reading the file of ids");
    for (std::size_t i = 0; i < id_len; i++) {
        out[i] = static_cast<unsigned char>(
            std::stoul(hex.substr(2 * i, 2), nullptr, 16));
    }
}

/* A line: id HEX UUID ULID NAME V3 V5, separated by tabs. */
static void read_id(std::istringstream &fields, std::size_t i,
                    const unsigned char ns[id_len])
{
    std::string hex, uuid, ulid, name;

    fields >> hex >> uuid >> ulid >> name;
    must(uuid.size() == uuid_len && ulid.size() == ulid_len &&
             name.size() == name_len,
         "reading the file of ids");
    if (i % batch == 0) {
        inputs.emplace_back();
    }
    Input &in = inputs.back();
    i %= batch;
    from_hex(in.ids[i], hex);
    uuid.copy(in.uuid + i * uuid_len, uuid_len);
    ulid.copy(in.ulid + i * ulid_len, ulid_len);
    name.copy(in.names[i], name_len);
    std::memcpy(in.ns, ns, id_len);
}

static void read_ids(const char *path)
{
    std::ifstream file(path);
    std::string line, kind;
    unsigned char ns[id_len] = {};
    std::size_t n = 0;

    while (std::getline(file, line)) {
        std::istringstream fields(line);
        fields >> kind;
        if (kind == "namespace") {
            fields >> kind;
            from_hex(ns, kind);
        } else if (kind == "id") {
            read_id(fields, n++, ns);
        } else if (kind == "wrong") {
            Wrong wrong;
            fields >> wrong.kind >> wrong.text;
            wrongs.push_back(wrong);
        }
    }
    must(n > 0 && n % batch == 0, "reading the file of ids");
}

/* -------------------------------------------------------------------- proof */

/* No text here needs escapes in JSON. */
static void print_head(const Library &library, const Case &one)
{
    std::printf("{\"operation\":\"%s\",\"library\":\"%s%s\",\"version\":\"%s\","
                "\"language\":\"%s\",\"mode\":\"%s\",\"note\":\"%s\"",
                one.operation, library.name, one.variant, library.version,
                library.language, one.mode, one.note);
}

static void print_item(const Output &out, const Case &one, std::size_t i)
{
    if (one.makes == Makes::ids) {
        for (const unsigned char byte : out.ids[i]) {
            std::printf("%02x", byte);
        }
        return;
    }
    const std::size_t stride = one.makes == Makes::text        ? one.stride
                               : one.makes == Makes::uuid_text ? uuid_len
                                                               : ulid_len;
    std::printf("%.*s", static_cast<int>(stride), out.text + i * stride);
}

static void print_made(const Case &one)
{
    static Output out;
    const char *comma = "";

    std::printf(",\"out\":[");
    for (const Input &in : inputs) {
        out = Output();
        one.run(in, out);
        for (std::size_t i = 0; i < batch; i++) {
            std::printf("%s\"", comma);
            print_item(out, one, i);
            std::printf("\"");
            comma = ",";
        }
    }
    std::printf("]");
}

/* Print the indices, in the file's order, of the wrong texts that it
 * accepts. */
static void print_accepted(const Case &one)
{
    const std::string kind = std::string(one.operation).substr(0, 4);
    const char *comma = "";
    int number = 0;

    std::printf(",\"accepts\":[");
    for (const Wrong &wrong : wrongs) {
        if (wrong.kind != kind) {
            continue;
        }
        if (one.accepts(wrong.text.c_str(), wrong.text.size())) {
            std::printf("%s%d", comma, number);
            comma = ",";
        }
        number++;
    }
    std::printf("]");
}

static void prove(const Library &library, const Case &one)
{
    print_head(library, one);
    std::printf(",\"ordered\":%s", one.ordered ? "true" : "false");
    if (one.makes != Makes::nothing) {
        print_made(one);
    }
    if (one.accepts) {
        print_accepted(one);
    }
    std::printf("}\n");
}

/* Is the item in the comma-separated list? The empty list holds all items. */
static bool holds(const std::string &list, const std::string &item)
{
    std::istringstream items(list);
    std::string one;

    while (std::getline(items, one, ',')) {
        if (one == item) {
            return true;
        }
    }
    return list.empty();
}

/* ------------------------------------------------------------------- timing */

struct Named {
    const Library *library;
    const Case *one;
};

class Lines : public benchmark::BenchmarkReporter {
  public:
    std::map<std::string, Named> cases;

    bool ReportContext(const Context &) override
    {
        return true;
    }

    /* Real time for one id of one thread. With two threads, a case that scales
     * takes as long as with one. */
    void ReportRuns(const std::vector<Run> &runs) override
    {
        for (const Run &run : runs) {
            const Named &named = cases.at(run.run_name.function_name);
            const double ns = run.GetAdjustedRealTime() *
                              static_cast<double>(run.threads) / double{batch};
            print_head(*named.library, *named.one);
            std::printf(",\"ns\":[%.5f]}\n", ns);
        }
    }
};

/* Another process that runs a case until it is destroyed. */
class Companion {
    pid_t child;

  public:
    /* Returns when the child has run the case once. */
    Companion(const Case &one, const Input &in, Output &out)
    {
        int pipe_ends[2];
        char byte = 0;

        must(pipe(pipe_ends) == 0, "pipe");
        child = fork();
        must(child >= 0, "fork");
        if (child == 0) {
            one.run(in, out);
            must(write(pipe_ends[1], &byte, 1) == 1, "write");
            for (;;) {
                one.run(in, out);
            }
        }
        must(read(pipe_ends[0], &byte, 1) == 1, "the other process");
        close(pipe_ends[0]);
        close(pipe_ends[1]);
    }
    Companion(const Companion &) = delete;
    Companion &operator=(const Companion &) = delete;
    ~Companion()
    {
        kill(child, SIGKILL);
        waitpid(child, nullptr, 0);
    }
};

static void time_case(benchmark::State &state, const Case *one)
{
    const Input in = inputs.front();
    Output out;
    std::optional<Companion> companion;

    if (std::strcmp(one->mode, "processes") == 0) {
        one->run(in, out); /* what both processes share exists from here on */
        companion.emplace(*one, in, out);
    }
    for (auto _ : state) {
        one->run(in, out);
        benchmark::DoNotOptimize(&out);
        benchmark::ClobberMemory();
    }
}

static void register_case(Lines &lines, const Named &named, double seconds)
{
    const std::string name = std::to_string(lines.cases.size());
    const bool threads = std::strcmp(named.one->mode, "threads") == 0;

    lines.cases[name] = named;
    benchmark::RegisterBenchmark(name.c_str(), time_case, named.one)
        ->UseRealTime()
        ->MinTime(seconds)
        ->Threads(threads ? 2 : 1);
}

/* -------------------------------------------------- one process, in
 * turn */

using Clock = std::chrono::steady_clock;

/* A case that all libraries are compared in: one call at a time. */
struct Contender {
    Named named;
    std::size_t times = 1; /* batches of a round */
    std::vector<double> ns;
};

static double seconds_of(const Case &one, const Input &in, Output &out,
                         std::size_t times)
{
    const auto begun = Clock::now();

    for (std::size_t i = 0; i < times; i++) {
        one.run(in, out);
        benchmark::DoNotOptimize(&out);
        benchmark::ClobberMemory();
    }
    return std::chrono::duration<double>(Clock::now() - begun).count();
}

/* Choose the number of batches that take about `wanted` seconds. */
static void calibrate(Contender &contender, const Input &in, Output &out,
                      double wanted)
{
    const Case &one = *contender.named.one;

    while (seconds_of(one, in, out, contender.times) < wanted / 2) {
        contender.times *= 2;
    }
}

/* Each round begins with another contender. */
static void interleave(std::vector<Contender> &contenders, std::size_t rounds,
                       double seconds)
{
    const Input in = inputs.front();
    Output out;

    for (Contender &contender : contenders) {
        calibrate(contender, in, out, seconds);
    }
    for (std::size_t round = 0; round < rounds; round++) {
        for (std::size_t i = 0; i < contenders.size(); i++) {
            Contender &contender = contenders[(round + i) % contenders.size()];
            const double taken =
                seconds_of(*contender.named.one, in, out, contender.times);
            contender.ns.push_back(
                taken * 1e9 / static_cast<double>(contender.times * batch));
        }
    }
}

static void print_contender(const Contender &contender)
{
    const char *comma = "";

    print_head(*contender.named.library, *contender.named.one);
    std::printf(",\"ns\":[");
    for (const double ns : contender.ns) {
        std::printf("%s%.5f", comma, ns);
        comma = ",";
    }
    std::printf("]}\n");
}

static void interleave_all(const std::vector<Library> &libraries,
                           std::size_t rounds, double seconds,
                           const std::string &wanted)
{
    std::map<std::string, std::vector<Contender>> operations;

    for (const Library &library : libraries) {
        for (const Case &one : library.cases) {
            if (std::strcmp(one.mode, "one") == 0 &&
                holds(wanted, one.operation)) {
                operations[one.operation].push_back({{&library, &one}, 1, {}});
            }
        }
    }
    for (auto &[operation, contenders] : operations) {
        if (contenders.size() > 1) {
            interleave(contenders, rounds, seconds);
            for (const Contender &contender : contenders) {
                print_contender(contender);
            }
        }
    }
}

int harness_main(int argc, char **argv, const std::vector<Library> &libraries)
{
    const std::string verb = argc > 2 ? argv[1] : "";
    const std::string wanted = argc > 4 ? argv[4] : "";
    Lines lines;

    if (verb != "prove" && (verb != "run" || argc < 4) &&
        (verb != "interleave" || argc < 5)) {
        std::fprintf(stderr,
                     "usage: %s prove IDS | run IDS MS [OPERATIONS] | "
                     "interleave IDS ROUNDS MS [OPERATIONS]\n",
                     argv[0]);
        return 2;
    }
    read_ids(argv[2]);
    if (verb == "interleave") {
        interleave_all(libraries, std::strtoull(argv[3], nullptr, 10),
                       std::strtod(argv[4], nullptr) / 1000,
                       argc > 5 ? argv[5] : "");
        return EXIT_SUCCESS;
    }
    for (const Library &library : libraries) {
        for (const Case &one : library.cases) {
            if (verb == "prove") {
                prove(library, one);
            } else if (holds(wanted, one.operation)) {
                register_case(lines, {&library, &one},
                              std::strtod(argv[3], nullptr) / 1000);
            }
        }
    }
    if (!lines.cases.empty()) {
        benchmark::RunSpecifiedBenchmarks(&lines);
    }
    return EXIT_SUCCESS;
}
