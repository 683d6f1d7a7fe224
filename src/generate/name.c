/* SPDX-License-Identifier: MIT */
/* name.c - ids from a namespace and a name (RFC 9562, 5.3, 5.5, 6.5, B.2). */
#include "../core/layout.h"
#include "../core/memory.h"
#include "../hash/hash.h"
#include <guidon/make.h>

/* How many names name_make_many hashes before it sets their versions. */
#define NAME_BLOCK 1024

/* Row 0 has no algorithm, so a guidon_name_hash of zeros, which nobody
 * initialised, is of no kind. */
enum name_row { NO_ROW, ROW_V3, ROW_V5, ROW_V8_SHA256 };
static const struct {
    const struct gdn_hash_algorithm *algorithm;
    unsigned version;
} name_rows[] = {
    [ROW_V3] = {&gdn_md5, 3},
    [ROW_V5] = {&gdn_sha1, 5},
    [ROW_V8_SHA256] = {&gdn_sha256, 8}, /* RFC 9562, 6.5 */
};

static enum name_row row_of(guidon_name_kind kind)
{
    return kind == GUIDON_NAME_V3          ? ROW_V3
           : kind == GUIDON_NAME_V5        ? ROW_V5
           : kind == GUIDON_NAME_V8_SHA256 ? ROW_V8_SHA256
                                           : NO_ROW;
}

/*
 * The content of a guidon_name_hash, whose memory has the type uint64_t. C
 * forbids to access it through a pointer to this struct, so name_load and
 * name_store copy it.
 */
struct name_state {
    struct gdn_hash hash; /* of the namespace and the name so far */
    enum name_row row;
};

_Static_assert(sizeof(struct name_state) <= sizeof(guidon_name_hash),
               "a guidon_name_hash has room for its state");

static struct name_state name_load(const guidon_name_hash *hash)
{
    struct name_state state;

    memcpy(&state, hash->opaque, sizeof state);
    return state;
}

static void name_store(guidon_name_hash *hash, const struct name_state *state)
{
    memcpy(hash->opaque, state, sizeof *state);
}

static void name_append(struct name_state *state, const void *piece, size_t len)
{
    gdn_hash_update(name_rows[state->row].algorithm, &state->hash, piece, len);
}

static struct name_state name_begin(enum name_row row, const guidon_id *ns)
{
    struct name_state state = {.row = row};

    gdn_hash_init(name_rows[state.row].algorithm, &state.hash);
    name_append(&state, ns->bytes, sizeof ns->bytes);
    return state;
}

/* The leftmost 128 bits of a digest, as an id (RFC 9562, section 5.5). */
static guidon_id name_id_of_digest(const unsigned char *digest,
                                   unsigned version)
{
    guidon_id id;

    memcpy(id.bytes, digest, sizeof id.bytes);
    gdn_set_version(&id, version);
    return id;
}

static void name_finish(guidon_id *out, const struct name_state *state)
{
    unsigned char digest[GDN_HASH_DIGEST_MAX];

    gdn_hash_final(name_rows[state->row].algorithm, digest, &state->hash);
    *out = name_id_of_digest(digest, name_rows[state->row].version);
}

/* `ns` may be *out, because it is read before anything is written. */
static void name_make(guidon_id *out, enum name_row row, const guidon_id *ns,
                      const void *name, size_t len)
{
    gdn_hash_digest(name_rows[row].algorithm, out->bytes, ns->bytes, name, len);
    gdn_set_version(out, name_rows[row].version);
}

/*
 * gdn_set_version for n ids. From what gdn_set_version does to an id of
 * ones and to an id of zeros, this function computes which bits to keep and
 * which to set. Then half an id takes two operations on a word.
 */
static void name_set_versions(guidon_id ids[], size_t n, unsigned version)
{
    guidon_id zeros = {{0}};
    guidon_id ones;
    uint64_t set[2], keep[2], half[2];

    memset(&ones, 0xff, sizeof ones);
    gdn_set_version(&zeros, version);
    gdn_set_version(&ones, version);
    memcpy(set, &zeros, sizeof set);
    memcpy(keep, &ones, sizeof keep);
    for (size_t i = 0; i < n; i++) {
        memcpy(half, &ids[i], sizeof half);
        half[0] = (half[0] | set[0]) & keep[0];
        half[1] = (half[1] | set[1]) & keep[1];
        memcpy(&ids[i], half, sizeof half);
    }
}

/*
 * The namespace is copied before anything is written, because out[] may hold
 * it. The names are hashed in blocks: small enough that the digests are still
 * in the cache when the version is set, large enough that few lanes stay idle.
 */
static void name_make_many(guidon_id *out, enum name_row row,
                           const guidon_id *ns, const void *const names[],
                           const size_t lens[], size_t n)
{
    const guidon_id prefix = *ns;
    size_t part;

    for (size_t done = 0; done < n; done += part) {
        part = n - done < NAME_BLOCK ? n - done : NAME_BLOCK;
        gdn_hash_digests(name_rows[row].algorithm, (unsigned char *)&out[done],
                         prefix.bytes, names + done, lens + done, part);
        name_set_versions(&out[done], part, name_rows[row].version);
    }
}

void guidon_v3_make(guidon_id *out, const guidon_id *ns, const void *name,
                    size_t len)
{
    name_make(out, ROW_V3, ns, name, len);
}

void guidon_v5_make(guidon_id *out, const guidon_id *ns, const void *name,
                    size_t len)
{
    name_make(out, ROW_V5, ns, name, len);
}

void guidon_v8_sha256_make(guidon_id *out, const guidon_id *ns,
                           const void *name, size_t len)
{
    name_make(out, ROW_V8_SHA256, ns, name, len);
}

void guidon_v3_make_many(guidon_id *out, const guidon_id *ns,
                         const void *const names[], const size_t lens[],
                         size_t n)
{
    name_make_many(out, ROW_V3, ns, names, lens, n);
}

void guidon_v5_make_many(guidon_id *out, const guidon_id *ns,
                         const void *const names[], const size_t lens[],
                         size_t n)
{
    name_make_many(out, ROW_V5, ns, names, lens, n);
}

void guidon_v8_sha256_make_many(guidon_id *out, const guidon_id *ns,
                                const void *const names[], const size_t lens[],
                                size_t n)
{
    name_make_many(out, ROW_V8_SHA256, ns, names, lens, n);
}

guidon_status guidon_name_hash_init(guidon_name_hash *hash, const guidon_id *ns,
                                    guidon_name_kind kind)
{
    const enum name_row row = row_of(kind);

    if (row == NO_ROW) {
        return GUIDON_E_ARGUMENT;
    }
    const struct name_state state = name_begin(row, ns);
    name_store(hash, &state);
    return GUIDON_OK;
}

void guidon_name_hash_update(guidon_name_hash *hash, const void *piece,
                             size_t len)
{
    struct name_state state = name_load(hash);

    name_append(&state, piece, len);
    name_store(hash, &state);
}

void guidon_name_hash_id(guidon_id *out, const guidon_name_hash *hash)
{
    const struct name_state state = name_load(hash);

    name_finish(out, &state);
}

guidon_status guidon_v8_from_digest(guidon_id *out, const unsigned char *digest,
                                    size_t len)
{
    if (len < sizeof out->bytes) {
        return GUIDON_E_ARGUMENT;
    }
    *out = name_id_of_digest(digest, 8);
    return GUIDON_OK;
}
