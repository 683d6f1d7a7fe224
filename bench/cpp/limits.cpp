/* SPDX-License-Identifier: MIT */
/* limits.cpp - the limits: copies, clocks, random bytes and digests without
 * ids */
#include "limits.hpp"
#include <benchmark/benchmark.h>
#include <cstring>
#include <ctime>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <sys/random.h>
#if defined(__x86_64__)
#  include <x86intrin.h>
#endif

static void copy_uuid(const Input &in, Output &out)
{
    std::memcpy(out.text, in.uuid, sizeof in.uuid);
}

static void copy_ulid(const Input &in, Output &out)
{
    std::memcpy(out.text, in.ulid, sizeof in.ulid);
}

static void copy_ids(const Input &in, Output &out)
{
    std::memcpy(out.ids, in.ids, sizeof in.ids);
}

static void clock_reading(const Input &, Output &)
{
    for (std::size_t i = 0; i < batch; i++) {
        timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        benchmark::DoNotOptimize(now);
    }
}

#if defined(__x86_64__)
static void counter_reading(const Input &, Output &)
{
    for (std::size_t i = 0; i < batch; i++) {
        benchmark::DoNotOptimize(__rdtsc());
    }
}
#endif

static void kernel_random(const Input &, Output &out)
{
    for (unsigned char *id : out.ids) {
        must(getrandom(id, id_len, 0) == id_len, "getrandom");
    }
}

/* Only the keystream: nothing erases the key or the buffer. */
static void keystream(const Input &, Output &out)
{
    static const unsigned char key[32] = {1}, start[16] = {2};
    static EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    static const bool ready = EVP_EncryptInit_ex(context, EVP_aes_256_ctr(),
                                                 nullptr, key, start) == 1;
    static const unsigned char zero[batch * id_len] = {};
    int len = 0;

    must(ready && EVP_EncryptUpdate(context, out.ids[0], &len, zero,
                                    sizeof zero) == 1,
         "EVP_EncryptUpdate");
}

/* A digest context that is made once, the fastest use of libcrypto. */
class Digest {
  public:
    explicit Digest(const char *name)
        : context(EVP_MD_CTX_new()), md(EVP_MD_fetch(nullptr, name, nullptr))
    {
        must(context && md, "EVP_MD_fetch");
    }

    /* The id of a name: `version` is 0x30 for MD5, 0x50 for SHA-1. */
    bool id_of(unsigned char id[id_len], const Input &in, std::size_t i,
               unsigned version)
    {
        unsigned char digest[EVP_MAX_MD_SIZE];

        if (!EVP_DigestInit_ex(context, md, nullptr) ||
            !EVP_DigestUpdate(context, in.ns, id_len) ||
            !EVP_DigestUpdate(context, in.names[i], name_len) ||
            !EVP_DigestFinal_ex(context, digest, nullptr)) {
            return false;
        }
        std::memcpy(id, digest, id_len);
        id[6] = static_cast<unsigned char>((digest[6] & 0x0f) | version);
        id[8] = static_cast<unsigned char>((digest[8] & 0x3f) | 0x80);
        return true;
    }

  private:
    EVP_MD_CTX *context;
    EVP_MD *md;
};

static void digest_names(Digest &digest, const Input &in, Output &out,
                         unsigned version)
{
    bool ok = true;

    for (std::size_t i = 0; i < batch; i++) {
        ok &= digest.id_of(out.ids[i], in, i, version);
    }
    must(ok, "libcrypto's digest");
}

static void sha1(const Input &in, Output &out)
{
    static Digest digest("SHA1");
    digest_names(digest, in, out, 0x50);
}

static void md5(const Input &in, Output &out)
{
    static Digest digest("MD5");
    digest_names(digest, in, out, 0x30);
}

Library limits()
{
    static const char *version = OpenSSL_version(OPENSSL_VERSION_STRING);

    return {"limit",
            version,
            "C",
            {
                {"copy_uuid", "limit", Makes::uuid_text, copy_uuid},
                {"copy_ulid", "limit", Makes::ulid_text, copy_ulid},
                {"copy_ids", "limit", Makes::ids, copy_ids},
                {"clock_gettime", "limit", Makes::nothing, clock_reading},
#if defined(__x86_64__)
                {"rdtsc", "limit", Makes::nothing, counter_reading},
#endif
                {"getrandom", "limit", Makes::nothing, kernel_random},
                {"aes256ctr", "limit", Makes::nothing, keystream},
                {"sha1", "limit", Makes::ids, sha1},
                {"md5", "limit", Makes::ids, md5},
            }};
}
