/* SPDX-License-Identifier: MIT */
/* name.c - ids from a namespace and a name (RFC 9562, 5.3, 5.5, 6.5, B.2). */
#include "../core/layout.h"
#include "../hash/hash.h"
#include <guidon/make.h>
#include <string.h>

#define AT_A_TIME 1024 /* names that are hashed before their ids are stamped */

/* A kind's row is the one after its number: memory that is all zero names row
 * 0, which has no algorithm, and not version 3. */
static const struct {
    const struct gdn_hash_algorithm *algorithm;
    unsigned version;
} rows[] = {
    [GUIDON_NAME_V3 + 1] = {&gdn_md5, 3},
    [GUIDON_NAME_V5 + 1] = {&gdn_sha1, 5},
    [GUIDON_NAME_V8_SHA256 + 1] = {&gdn_sha256, 8}, /* never 5 (R31, R32) */
};

/*
 * What a guidon_name holds. Its memory has the type uint64_t, so it may not be
 * looked at through a pointer to this struct: `load` and `store` copy it.
 */
struct state {
    struct gdn_hash hash; /* of the namespace and the name so far */
    unsigned row;
};

_Static_assert(sizeof(struct state) <= sizeof(guidon_name),
               "a guidon_name has room for the state");

static struct state load(const guidon_name *name)
{
    struct state state;

    memcpy(&state, name->opaque, sizeof state);
    return state;
}

static void store(guidon_name *name, const struct state *state)
{
    memcpy(name->opaque, state, sizeof *state);
}

static void append(struct state *state, const void *piece, size_t len)
{
    gdn_hash_update(rows[state->row].algorithm, &state->hash, piece, len);
}

static struct state begin(guidon_name_kind kind, const guidon_id *ns)
{
    struct state state = {.row = (unsigned)kind + 1};

    gdn_hash_init(rows[state.row].algorithm, &state.hash);
    append(&state, ns->bytes, sizeof ns->bytes);
    return state;
}

/* The leftmost 128 bits of a digest, as an id (R30). */
static guidon_id id_of_digest(const unsigned char *digest, unsigned version)
{
    guidon_id id;

    memcpy(id.bytes, digest, sizeof id.bytes);
    gdn_stamp_version(&id, version);
    return id;
}

static void finish(guidon_id *out, const struct state *state)
{
    unsigned char digest[GDN_HASH_DIGEST_MAX];

    gdn_hash_final(rows[state->row].algorithm, digest, &state->hash);
    *out = id_of_digest(digest, rows[state->row].version);
}

/* `ns` is read before anything is written: out may be it. */
static void id_of_name(guidon_id *out, guidon_name_kind kind,
                       const guidon_id *ns, const void *name, size_t len)
{
    gdn_hash_digest(rows[kind + 1].algorithm, out->bytes, ns->bytes, name, len);
    gdn_stamp_version(out, rows[kind + 1].version);
}

/*
 * gdn_stamp_version of n ids. It tells, by what it makes of ones and of zeros,
 * which bits are to be kept and which set; then a half of an id is one word.
 */
static void stamp_versions(guidon_id ids[], size_t n, unsigned version)
{
    guidon_id zeros = {{0}};
    guidon_id ones;
    uint64_t set[2], keep[2], half[2];

    memset(&ones, 0xff, sizeof ones);
    gdn_stamp_version(&zeros, version);
    gdn_stamp_version(&ones, version);
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
 * The namespace is read once, before anything is written: out may hold it. So
 * many names go at a time that what was written of them is near at hand when
 * the version is, and that few lanes are ever idle.
 */
static void ids_of_names(guidon_id *out, guidon_name_kind kind,
                         const guidon_id *ns, const void *const names[],
                         const size_t lens[], size_t n)
{
    const guidon_id prefix = *ns;
    size_t part;

    for (size_t done = 0; done < n; done += part) {
        part = n - done < AT_A_TIME ? n - done : AT_A_TIME;
        gdn_hash_digests(rows[kind + 1].algorithm, (unsigned char *)&out[done],
                         prefix.bytes, names + done, lens + done, part);
        stamp_versions(&out[done], part, rows[kind + 1].version);
    }
}

void guidon_v3(guidon_id *out, const guidon_id *ns, const void *name,
               size_t len)
{
    id_of_name(out, GUIDON_NAME_V3, ns, name, len);
}

void guidon_v5(guidon_id *out, const guidon_id *ns, const void *name,
               size_t len)
{
    id_of_name(out, GUIDON_NAME_V5, ns, name, len);
}

void guidon_v8_sha256(guidon_id *out, const guidon_id *ns, const void *name,
                      size_t len)
{
    id_of_name(out, GUIDON_NAME_V8_SHA256, ns, name, len);
}

void guidon_v3_many(guidon_id *out, const guidon_id *ns,
                    const void *const names[], const size_t lens[], size_t n)
{
    ids_of_names(out, GUIDON_NAME_V3, ns, names, lens, n);
}

void guidon_v5_many(guidon_id *out, const guidon_id *ns,
                    const void *const names[], const size_t lens[], size_t n)
{
    ids_of_names(out, GUIDON_NAME_V5, ns, names, lens, n);
}

void guidon_v8_sha256_many(guidon_id *out, const guidon_id *ns,
                           const void *const names[], const size_t lens[],
                           size_t n)
{
    ids_of_names(out, GUIDON_NAME_V8_SHA256, ns, names, lens, n);
}

guidon_status guidon_name_init(guidon_name *name, guidon_name_kind kind,
                               const guidon_id *ns)
{
    if ((unsigned)kind > GUIDON_NAME_V8_SHA256) {
        return GUIDON_E_ARGUMENT;
    }
    const struct state state = begin(kind, ns);
    store(name, &state);
    return GUIDON_OK;
}

void guidon_name_update(guidon_name *name, const void *piece, size_t len)
{
    struct state state = load(name);

    append(&state, piece, len);
    store(name, &state);
}

void guidon_name_id(guidon_id *out, const guidon_name *name)
{
    const struct state state = load(name);

    finish(out, &state);
}

guidon_status guidon_v8_from_digest(guidon_id *out, const unsigned char *digest,
                                    size_t len)
{
    if (len < sizeof out->bytes) {
        return GUIDON_E_LENGTH;
    }
    *out = id_of_digest(digest, 8);
    return GUIDON_OK;
}
