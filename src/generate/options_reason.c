/* SPDX-License-Identifier: MIT */
/* options_reason.c - says which option guidon_generator_new refuses, and why. */
#include "../clock/node.h"
#include "../core/sentence.h"
#include "kinds.h"
#include "options_check.h"

#include <guidon/lease.h>
#include <stddef.h>

static const char *kind_name(guidon_kind kind)
{
    switch (kind) {
    case GUIDON_V1:
        return "v1";
    case GUIDON_V2:
        return "v2";
    case GUIDON_V4:
        return "v4";
    case GUIDON_V6:
        return "v6";
    case GUIDON_V7:
        return "v7";
    case GUIDON_V8_NODE:
        return "v8-node";
    case GUIDON_V8_PREFIXED:
        return "v8-prefixed";
    case GUIDON_ULID:
        return "ulid";
    case GUIDON_ULID_MONOTONIC:
        return "ulid-monotonic";
    case GUIDON_KIND_ENUM_MAX:
        break;
    }
    return "this kind";
}

/* The value of a member that is a number; false of another member. */
static bool number_of(uint64_t *out, const guidon_options *o,
                      enum gdn_option option)
{
    switch (option) {
    case GDN_OPTION_STRUCT_SIZE:
        *out = o->struct_size;
        return true;
    case GDN_OPTION_KIND:
        *out = (unsigned)o->kind;
        return true;
    case GDN_OPTION_SCOPE:
        *out = (unsigned)o->scope;
        return true;
    case GDN_OPTION_V7_LAYOUT:
        *out = (unsigned)o->v7_layout;
        return true;
    case GDN_OPTION_ULID_STEP:
        *out = (unsigned)o->ulid_step;
        return true;
    case GDN_OPTION_ROLLBACK:
        *out = (unsigned)o->rollback;
        return true;
    case GDN_OPTION_OVERFLOW:
        *out = (unsigned)o->overflow;
        return true;
    case GDN_OPTION_RANDOM:
        *out = (unsigned)o->random;
        return true;
    case GDN_OPTION_NODE:
        *out = (unsigned)o->node;
        return true;
    case GDN_OPTION_CLOCK_SEQ:
        *out = o->clock_seq;
        return true;
    case GDN_OPTION_DOMAIN:
        *out = (unsigned)o->domain;
        return true;
    case GDN_OPTION_LOCAL_ID:
        *out = o->local_id;
        return true;
    case GDN_OPTION_NODE_NUMBER:
        *out = o->node_number;
        return true;
    case GDN_OPTION_NODE_NUMBER_BITS:
        *out = o->node_number_bits;
        return true;
    case GDN_OPTION_CLOCK_RESOLUTION_NS:
        *out = o->clock_resolution_ns;
        return true;
    case GDN_OPTION_PREFIX:
        *out = o->prefix;
        return true;
    case GDN_OPTION_PREFIX_BITS:
        *out = o->prefix_bits;
        return true;
    default:
        return false;
    }
}

static void add_value(struct gdn_sentence *to, const struct gdn_misfit *misfit,
                      const guidon_options *o)
{
    uint64_t number;

    gdn_add(to, " is ");
    if (number_of(&number, o, misfit->option)) {
        gdn_add_number(to, number);
    } else {
        gdn_add(to, misfit->need == GDN_NEED_FUNCTION ? "NULL" : "set");
    }
}

static void add_need(struct gdn_sentence *to, const struct gdn_misfit *misfit,
                     const guidon_options *o)
{
    static const char *const words[] = {
#define NEED_WORDS(need, words) words,
        GDN_NEED_LIST(NEED_WORDS)
#undef NEED_WORDS
    };

    if (misfit->need == GDN_NEED_OTHER_KIND) {
        gdn_add(to, ", which has no effect on ");
        gdn_add(to, kind_name(o->kind));
    } else if (misfit->need == GDN_NEED_RANGE) {
        gdn_add(to, " (expected ");
        gdn_add_number(to, misfit->low);
        if (misfit->high > misfit->low) {
            gdn_add(to, " to ");
            gdn_add_number(to, misfit->high);
        }
        gdn_add(to, ")");
    } else {
        gdn_add(to, words[misfit->need]);
    }
}

/* Is the node number that of the lease file? A file that cannot be read has a reason of
 * its own. */
static bool is_leased(const guidon_options *o)
{
    guidon_lease_terms terms;

    if (o->kind != GUIDON_V8_NODE || !o->lease_path ||
        (o->node_number == 0 && o->node_number_bits == 0) ||
        guidon_lease_read(&terms, o->lease_path) != GUIDON_OK) {
        return true;
    }
    return terms.node_number == o->node_number &&
           terms.node_number_bits == o->node_number_bits;
}

/* What this machine does not have. */
static bool machine_fits(struct gdn_misfit *misfit, const guidon_options *o)
{
    unsigned char mac[6];

    if (o->node == GUIDON_NODE_MAC && gdn_node_mac(mac) != GUIDON_OK) {
        misfit->option = GDN_OPTION_NODE;
        misfit->need = GDN_NEED_MAC;
        return false;
    }
    if (!is_leased(o)) {
        misfit->option = GDN_OPTION_NODE_NUMBER;
        misfit->need = GDN_NEED_LEASED;
        return false;
    }
    return true;
}

guidon_status guidon_options_reason(char *out, size_t out_cap, size_t *out_len,
                                    const guidon_options *options)
{
    static const char *const names[] = {
#define OPTION_NAME(member, name) #name,
        GDN_OPTION_LIST(OPTION_NAME)
#undef OPTION_NAME
    };
    char room[GUIDON_OPTIONS_REASON_MAX];
    struct gdn_sentence sentence = {room, sizeof room, 0};
    struct gdn_misfit misfit;
    guidon_options complete;

    if (!gdn_options_take(&complete, &misfit, options)) {
        complete = (guidon_options){.struct_size = options->struct_size};
    } else if (gdn_options_fit(&misfit, &complete) &&
               machine_fits(&misfit, &complete)) {
        return gdn_give_sentence(out, out_cap, out_len, &sentence);
    }
    gdn_add(&sentence, names[misfit.option]);
    add_value(&sentence, &misfit, &complete);
    add_need(&sentence, &misfit, &complete);
    return gdn_give_sentence(out, out_cap, out_len, &sentence);
}
