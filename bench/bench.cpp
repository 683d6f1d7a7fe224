/* SPDX-License-Identifier: MIT */
/* bench.cpp - Guidon beside its peers and the floors under both, in one run. */
#include "batch.hpp"
#include "generate.hpp"
#include "table.hpp"
#include <benchmark/benchmark.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <guidon.h>
#include <openssl/evp.h>
#include <string>
#include <uuid/uuid.h>
#include <vector>

/*
 * A case does one operation on every id of the batch, from `in` to `out`. All
 * cases of a group do the same operation and have to leave the same bytes in
 * `out`; main proves it before it times anything. The first is Guidon's call
 * for one id, against which the table sets the others.
 */
static Input in;
static Output out;

static void must(bool ok, const char *what)
{
    if (!ok) {
        std::fprintf(stderr, "guidon_bench: %s failed\n", what);
        std::exit(EXIT_FAILURE);
    }
}

/* ---------------------------------------------------------------- UUID text */

static void uuid_format_one()
{
    for (std::size_t i = 0; i < batch; i++) {
        guidon_uuid_format(out.text + i * GUIDON_UUID_LEN, &in.ids[i]);
    }
}

static void uuid_format_many()
{
    guidon_uuid_format_many(out.text, GUIDON_UUID_LEN, in.ids, batch);
}

/* libuuid ends each text by a NUL, which the next text overwrites. */
static void uuid_format_libuuid()
{
    for (std::size_t i = 0; i < batch; i++) {
        uuid_unparse_lower(in.ids[i].bytes, out.text + i * GUIDON_UUID_LEN);
    }
}

static void uuid_format_memcpy()
{
    std::memcpy(out.text, in.uuid, batch * GUIDON_UUID_LEN);
}

static void uuid_parse_one()
{
    bool ok = true;

    for (std::size_t i = 0; i < batch; i++) {
        const char *text = in.uuid + i * GUIDON_UUID_LEN;
        ok &= guidon_uuid_parse(&out.ids[i], text, GUIDON_UUID_LEN, nullptr) ==
              GUIDON_OK;
    }
    must(ok, "guidon_uuid_parse");
}

static void uuid_parse_many()
{
    std::size_t done;

    must(guidon_uuid_parse_many(out.ids, &done, in.uuid, GUIDON_UUID_LEN, batch,
                                nullptr) == GUIDON_OK,
         "guidon_uuid_parse_many");
}

static void uuid_parse_libuuid()
{
    bool ok = true;

    for (std::size_t i = 0; i < batch; i++) {
        const char *text = in.uuid + i * GUIDON_UUID_LEN;
        ok &= uuid_parse_range(text, text + GUIDON_UUID_LEN,
                               out.ids[i].bytes) == 0;
    }
    must(ok, "uuid_parse_range");
}

static void copy_ids()
{
    std::memcpy(out.ids, in.ids, sizeof in.ids);
}

/* ---------------------------------------------------------------- ULID text */

static void ulid_format_one()
{
    for (std::size_t i = 0; i < batch; i++) {
        guidon_ulid_format(out.text + i * GUIDON_ULID_LEN, &in.ids[i]);
    }
}

static void ulid_format_many()
{
    guidon_ulid_format_many(out.text, GUIDON_ULID_LEN, in.ids, batch);
}

static void ulid_format_memcpy()
{
    std::memcpy(out.text, in.ulid, batch * GUIDON_ULID_LEN);
}

static void ulid_parse_one()
{
    bool ok = true;

    for (std::size_t i = 0; i < batch; i++) {
        const char *text = in.ulid + i * GUIDON_ULID_LEN;
        ok &= guidon_ulid_parse(&out.ids[i], text, GUIDON_ULID_LEN, nullptr) ==
              GUIDON_OK;
    }
    must(ok, "guidon_ulid_parse");
}

static void ulid_parse_many()
{
    std::size_t done;

    must(guidon_ulid_parse_many(out.ids, &done, in.ulid, GUIDON_ULID_LEN, batch,
                                nullptr) == GUIDON_OK,
         "guidon_ulid_parse_many");
}

/* ----------------------------------------------------------------- any form */

static void parse_any(const char *text, std::size_t stride,
                      const std::size_t *lens)
{
    bool ok = true;

    for (std::size_t i = 0; i < batch; i++) {
        ok &= guidon_parse(&out.ids[i], nullptr, text + i * stride, lens[i],
                           GUIDON_ACCEPT_ANY, nullptr) == GUIDON_OK;
    }
    must(ok, "guidon_parse");
}

static void any_of_uuid()
{
    parse_any(in.uuid, GUIDON_UUID_LEN, in.uuid_lens);
}

static void any_of_mixed()
{
    parse_any(in.mixed, GUIDON_TEXT_MAX, in.mixed_lens);
}

/* -------------------------------------------------------------------- names */

/* A digest context that is made once, which is the fast way to use one. */
class Digest {
  public:
    explicit Digest(const char *name)
        : context(EVP_MD_CTX_new()), md(EVP_MD_fetch(nullptr, name, nullptr))
    {
        must(context && md, "libcrypto");
    }

    /* The name-based id of in.names[i]; 0x30 for version 3, 0x50 for 5. */
    bool id_of(guidon_id *id, std::size_t i, unsigned version)
    {
        unsigned char digest[EVP_MAX_MD_SIZE];

        if (!EVP_DigestInit_ex(context, md, nullptr) ||
            !EVP_DigestUpdate(context, in.ns.bytes, sizeof in.ns.bytes) ||
            !EVP_DigestUpdate(context, in.names[i], in.name_lens[i]) ||
            !EVP_DigestFinal_ex(context, digest, nullptr)) {
            return false;
        }
        std::memcpy(id->bytes, digest, sizeof id->bytes);
        id->bytes[6] = static_cast<unsigned char>((digest[6] & 0x0f) | version);
        id->bytes[8] = static_cast<unsigned char>((digest[8] & 0x3f) | 0x80);
        return true;
    }

  private:
    EVP_MD_CTX *context;
    EVP_MD *md;
};

static void name_by_libcrypto(Digest &digest, unsigned version)
{
    bool ok = true;

    for (std::size_t i = 0; i < batch; i++) {
        ok &= digest.id_of(&out.ids[i], i, version);
    }
    must(ok, "libcrypto");
}

static void v5()
{
    for (std::size_t i = 0; i < batch; i++) {
        guidon_v5(&out.ids[i], &in.ns, in.names[i], in.name_lens[i]);
    }
}

static void v5_many()
{
    guidon_v5_many(out.ids, &in.ns, in.names, in.name_lens, batch);
}

static void v5_libuuid()
{
    for (std::size_t i = 0; i < batch; i++) {
        uuid_generate_sha1(out.ids[i].bytes, in.ns.bytes, in.name(i),
                           in.name_lens[i]);
    }
}

static void v5_libcrypto()
{
    static Digest sha1("SHA1");
    name_by_libcrypto(sha1, 0x50);
}

static void v3()
{
    for (std::size_t i = 0; i < batch; i++) {
        guidon_v3(&out.ids[i], &in.ns, in.names[i], in.name_lens[i]);
    }
}

static void v3_many()
{
    guidon_v3_many(out.ids, &in.ns, in.names, in.name_lens, batch);
}

static void v3_libuuid()
{
    for (std::size_t i = 0; i < batch; i++) {
        uuid_generate_md5(out.ids[i].bytes, in.ns.bytes, in.name(i),
                          in.name_lens[i]);
    }
}

static void v3_libcrypto()
{
    static Digest md5("MD5");
    name_by_libcrypto(md5, 0x30);
}

/* --------------------------------------------------------- proof and timing */

struct Case {
    const char *name;
    void (*run)();
};

struct Group {
    const char *name;
    std::vector<Case> cases;
};

static const Group groups[] = {
    {"uuid_format",
     {{"guidon", uuid_format_one},
      {"guidon_many", uuid_format_many},
      {"libuuid", uuid_format_libuuid},
      {"memcpy", uuid_format_memcpy}}},
    {"uuid_parse",
     {{"guidon", uuid_parse_one},
      {"guidon_many", uuid_parse_many},
      {"guidon_any_form", any_of_uuid},
      {"libuuid", uuid_parse_libuuid},
      {"memcpy", copy_ids}}},
    {"mixed_forms_parse", {{"guidon", any_of_mixed}, {"memcpy", copy_ids}}},
    {"ulid_format",
     {{"guidon", ulid_format_one},
      {"guidon_many", ulid_format_many},
      {"memcpy", ulid_format_memcpy}}},
    {"ulid_parse",
     {{"guidon", ulid_parse_one},
      {"guidon_many", ulid_parse_many},
      {"memcpy", copy_ids}}},
    {"v5",
     {{"guidon", v5},
      {"guidon_many", v5_many},
      {"libuuid", v5_libuuid},
      {"libcrypto", v5_libcrypto}}},
    {"v3",
     {{"guidon", v3},
      {"guidon_many", v3_many},
      {"libuuid", v3_libuuid},
      {"libcrypto", v3_libcrypto}}},
};

static Output output_of(const Case &one)
{
    out = Output();
    one.run();
    out.text[batch * GUIDON_UUID_LEN] = 0;
    return out;
}

static void prove(const Group &group)
{
    const Output want = output_of(group.cases[0]);

    for (const Case &one : group.cases) {
        const Output have = output_of(one);
        if (std::memcmp(&want, &have, sizeof want) != 0) {
            std::fprintf(stderr,
                         "guidon_bench: %s/%s gives other bytes than "
                         "guidon\n",
                         group.name, one.name);
            std::exit(EXIT_FAILURE);
        }
    }
}

static void time_case(benchmark::State &state, void (*run)())
{
    for (auto _ : state) {
        run();
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * std::int64_t{batch});
}

int main(int argc, char **argv)
{
    Table table;

    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
        return EXIT_FAILURE;
    }
    in.fill();
    for (const Group &group : groups) {
        prove(group);
        for (const Case &one : group.cases) {
            const std::string name = std::string(group.name) + '/' + one.name;
            benchmark::RegisterBenchmark(name.c_str(), time_case, one.run);
        }
    }
    register_generators();
    benchmark::RunSpecifiedBenchmarks(&table);
    return EXIT_SUCCESS;
}
