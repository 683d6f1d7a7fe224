/* SPDX-License-Identifier: MIT */
/*
 * test_node.c - the choice of a hardware address as node, from made-up lists.
 */
#define _DEFAULT_SOURCE
#include "clock/node.h"
#include "core_test.h"

#include <guidon/generate.h>

/* --------------------------------------------------------------- the choice */

static const struct {
    const char *why;
    struct gdn_link link;
    bool taken;
} links[] = {
    {"up, universal, unicast",
     {"eth0", true, false, {8, 0, 0x2b, 1, 2, 3}},
     true},
    {"down", {"eth0", false, false, {8, 0, 0x2b, 1, 2, 3}}, false},
    {"a loopback", {"lo", true, true, {8, 0, 0x2b, 1, 2, 3}}, false},
    {"a group address",
     {"eth0", true, false, {0x01, 0x1b, 0x21, 0x3c, 0x4d, 0x5e}},
     false},
    {"a locally administered address, as containers have",
     {"eth0", true, false, {0x02, 0x42, 0xac, 0x11, 0x00, 0x02}},
     false},
    {"QEMU's, which is locally administered too",
     {"eth0", true, false, {0x52, 0x54, 0x00, 0x12, 0x34, 0x56}},
     false},
    {"no address", {"eth0", true, false, {0}}, false},
    {"broadcast",
     {"eth0", true, false, {0xff, 0xff, 0xff, 0xff, 0xff, 0xff}},
     false},
    {"the last octet alone", {"eth0", true, false, {0, 0, 0, 0, 0, 1}}, true},
    {"the first octet alone", {"eth0", true, false, {4}}, true},
    {"every bit but those two",
     {"eth0", true, false, {0xfc, 0xff, 0xff, 0xff, 0xff, 0xff}},
     true},
};

static void test_which_links_may_serve(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof links / sizeof links[0]; i++) {
        struct gdn_link best = {0};

        gdn_link_prefer(&best, &links[i].link);
        assert_row(links[i].why, (best.name != NULL) == links[i].taken);
        assert_row(links[i].why,
                   !links[i].taken ||
                       memcmp(best.address, links[i].link.address, 6) == 0);
    }
}

/* The first by name, wherever it stands in the list; the last octet identifies
 * it. */
static void test_the_first_name_is_preferred(void **state)
{
    static const struct {
        const char *why;
        const char *names[3];
        unsigned taken;
    } rows[] = {
        {"the first", {"a0", "b0", "c0"}, 0},
        {"the second", {"b0", "a0", "c0"}, 1},
        {"the third", {"c0", "b0", "a0"}, 2},
        {"by bytes, not by numbers", {"eth9", "eth10", "eth2"}, 1},
        {"a prefix first", {"eth0", "eth", "eth00"}, 1},
        {"the same name: the first listed", {"b0", "a0", "a0"}, 1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct gdn_link best = {0};

        for (unsigned at = 0; at < 3; at++) {
            struct gdn_link link = {
                rows[i].names[at], true, false, {8, 0, 0x2b, 1, 2, 3}};

            link.address[5] = (unsigned char)at;
            gdn_link_prefer(&best, &link);
        }
        assert_row(rows[i].why, best.address[5] == rows[i].taken);
    }
}

/* A better name does not make up for an address that does not qualify. */
static void test_a_link_that_may_not_serve_changes_nothing(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof links / sizeof links[0]; i++) {
        struct gdn_link best = {"z0", true, false, {8, 0, 0x2b, 1, 2, 3}};

        gdn_link_prefer(&best, &links[i].link);
        assert_row(links[i].why,
                   (strcmp(best.name, "z0") != 0) == links[i].taken);
    }
}

/* -------------------------------------------------------------- the listing */

#if defined(__linux__)

#  include <errno.h>
#  include <ifaddrs.h>
#  include <net/if.h>
#  include <netinet/in.h>
#  include <netpacket/packet.h>

/* The library is linked as an archive, so it calls these functions in place of
 * the system's. */
static struct {
    struct ifaddrs *list;
    bool fails;
    unsigned held; /* lists that were given out and not freed yet */
} fake;

int getifaddrs(struct ifaddrs **out)
{
    errno = fake.fails ? ENOMEM : 0;
    if (fake.fails) {
        return -1;
    }
    *out = fake.list;
    fake.held++;
    return 0;
}

void freeifaddrs(struct ifaddrs *list)
{
    assert_ptr_equal(list, fake.list);
    fake.held--;
}

/* An interface as the system lists it: one entry for each of its addresses. */
struct made {
    struct ifaddrs entry;
    union {
        struct sockaddr any;
        struct sockaddr_ll link;
        struct sockaddr_in in;
    } address;
    char name[IFNAMSIZ];
};

static void make(struct made *out, struct made *next, const char *name,
                 unsigned flags)
{
    memset(out, 0, sizeof *out);
    memcpy(out->name, name, strlen(name) + 1);
    out->entry.ifa_next = next ? &next->entry : NULL;
    out->entry.ifa_name = out->name;
    out->entry.ifa_flags = flags;
}

static void make_link(struct made *out, struct made *next, const char *name,
                      unsigned flags, unsigned char last)
{
    const unsigned char address[8] = {0x00, 0x1b, 0x21, 0x3c, 0x4d, last};

    make(out, next, name, flags);
    out->entry.ifa_addr = &out->address.any;
    out->address.link.sll_family = AF_PACKET;
    out->address.link.sll_halen = 6;
    memcpy(out->address.link.sll_addr, address, sizeof address);
}

/* The last octet of the node, or -1 for none. */
static int node_of(struct made *list)
{
    static const unsigned char head[] = {0x00, 0x1b, 0x21, 0x3c, 0x4d};
    unsigned char node[8];
    guidon_status status;

    mark(node, sizeof node);
    fake.list = list ? &list->entry : NULL;
    errno = 77;
    status = gdn_node_mac(node);
    assert_int_equal(errno, 77);
    assert_int_equal(fake.held, 0);
    if (status == GUIDON_OK) {
        assert_memory_equal(node, head, sizeof head);
        assert_true(is_marked(node + 6, 2));
        return node[5];
    }
    assert_int_equal(status, GUIDON_E_ARGUMENT);
    assert_true(is_marked(node, sizeof node));
    return -1;
}

static void test_a_host_without_links(void **state)
{
    (void)state;
    assert_int_equal(node_of(NULL), -1);
    fake.fails = true;
    assert_int_equal(node_of(NULL), -1);
    fake.fails = false;
}

static void test_flags_of_a_listed_link(void **state)
{
    struct made one;

    (void)state;
    make_link(&one, NULL, "eth0", IFF_UP | IFF_RUNNING | IFF_BROADCAST, 7);
    assert_int_equal(node_of(&one), 7);
    make_link(&one, NULL, "eth0", IFF_UP, 7);
    assert_int_equal(node_of(&one), 7);
    make_link(&one, NULL, "eth0", IFF_RUNNING | IFF_BROADCAST, 7);
    assert_int_equal(node_of(&one), -1);
    make_link(&one, NULL, "eth0", IFF_UP | IFF_LOOPBACK, 7);
    assert_int_equal(node_of(&one), -1);
}

/* InfiniBand addresses are longer, FireWire addresses have 8 octets, tunnels
 * have 4. */
static void test_addresses_of_another_length(void **state)
{
    struct made one;

    (void)state;
    for (unsigned len = 0; len <= 20; len++) {
        make_link(&one, NULL, "ib0", IFF_UP, 7);
        one.address.link.sll_halen = (unsigned char)len;
        assert_int_equal(node_of(&one), len == 6 ? 7 : -1);
    }
}

/* Entries of other families, or without an address, stand in between. */
static void test_a_list_as_the_system_makes_it(void **state)
{
    struct made list[6];

    (void)state;
    make_link(&list[0], &list[1], "lo", IFF_UP | IFF_LOOPBACK, 1);
    make(&list[1], &list[2], "a-tunnel", IFF_UP);
    make_link(&list[2], &list[3], "wlan0", IFF_UP, 2);
    make_link(&list[3], &list[4], "eth1", 0, 3);
    make_link(&list[4], &list[5], "eth2", IFF_UP, 4);
    make_link(&list[5], NULL, "eth0", IFF_UP, 5);
    list[5].address.in.sin_family = AF_INET;
    assert_int_equal(node_of(list), 4);
}

/* R111: a generator with this option puts the address into its ids. */
static void test_a_generator_takes_the_node(void **state)
{
    guidon_options options = {.kind = GUIDON_V1, .node = GUIDON_NODE_MAC};
    guidon_generator *g = NULL;
    struct made one;
    guidon_id id;

    (void)state;
    make_link(&one, NULL, "eth0", IFF_UP, 7);
    fake.list = &one.entry;
    assert_int_equal(guidon_generator_new(&g, &options), GUIDON_OK);
    assert_int_equal(guidon_next(&id, g), GUIDON_OK);
    assert_memory_equal(id.bytes + 10, "\x00\x1b\x21\x3c\x4d\x07", 6);
    guidon_generator_free(g);
    g = NULL;
    fake.list = NULL;
    assert_int_equal(guidon_generator_new(&g, &options), GUIDON_E_ARGUMENT);
    assert_null(g);
    options.scope =
        GUIDON_SCOPE_HOST; /* this error comes before any file is opened */
    options.state_path = "/no/such/folder/state";
    assert_int_equal(guidon_generator_new(&g, &options), GUIDON_E_ARGUMENT);
    assert_null(g);
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_which_links_may_serve),
        cmocka_unit_test(test_the_first_name_is_preferred),
        cmocka_unit_test(test_a_link_that_may_not_serve_changes_nothing),
#if defined(__linux__)
        cmocka_unit_test(test_a_host_without_links),
        cmocka_unit_test(test_flags_of_a_listed_link),
        cmocka_unit_test(test_addresses_of_another_length),
        cmocka_unit_test(test_a_list_as_the_system_makes_it),
        cmocka_unit_test(test_a_generator_takes_the_node),
#endif
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
