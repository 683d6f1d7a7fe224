/* SPDX-License-Identifier: MIT */
/* node.c - finds a hardware address of this host. */
#define _DEFAULT_SOURCE
#include "node.h"
#include <string.h>

/* Bits of the first octet (IEEE 802, 8.2). */
#define GROUP_BIT 0x01u /* multicast, and broadcast (all ones) */
#define LOCAL_BIT 0x02u /* chosen by software, so not globally unique */

static bool link_qualifies(const struct gdn_link *link)
{
    static const unsigned char none[6];

    return link->up && !link->loopback &&
           !(link->address[0] & (GROUP_BIT | LOCAL_BIT)) &&
           memcmp(link->address, none, sizeof none) != 0;
}

void gdn_link_prefer(struct gdn_link *best, const struct gdn_link *other)
{
    if (link_qualifies(other) &&
        (!best->name || strcmp(other->name, best->name) < 0)) {
        *best = *other;
    }
}

/* The hardware address in a socket address; NULL if it has not 48 bits. */
#if defined(__linux__)
#  define HAVE_LINKS

#  include <netpacket/packet.h>
#  include <sys/socket.h>

static const void *address_in(const struct sockaddr *any)
{
    const struct sockaddr_ll *link = (const void *)any;
    bool fits = any->sa_family == AF_PACKET && link->sll_halen == 6;

    return fits ? link->sll_addr : NULL;
}

#elif defined(__APPLE__) || defined(__FreeBSD__) || defined(__NetBSD__) ||     \
    defined(__OpenBSD__) || defined(__DragonFly__)
#  define HAVE_LINKS

#  include <sys/types.h>

#  include <sys/socket.h>

#  include <net/if_dl.h>

static const void *address_in(const struct sockaddr *any)
{
    const struct sockaddr_dl *link = (const void *)any;
    bool fits = any->sa_family == AF_LINK && link->sdl_alen == 6;

    return fits ? LLADDR(link) : NULL;
}

#endif

#ifdef HAVE_LINKS

#  include <errno.h>
#  include <ifaddrs.h>
#  include <net/if.h>

static void add_interface(struct gdn_link *best, const struct ifaddrs *entry)
{
    const void *address = entry->ifa_addr ? address_in(entry->ifa_addr) : NULL;
    struct gdn_link link = {
        .name = entry->ifa_name,
        .up = entry->ifa_flags & IFF_UP,
        .loopback = entry->ifa_flags & IFF_LOOPBACK,
    };

    if (address) {
        memcpy(link.address, address, sizeof link.address);
        gdn_link_prefer(best, &link);
    }
}

guidon_status gdn_node_mac(unsigned char out[6])
{
    guidon_status status = GUIDON_E_VERSION;
    struct gdn_link best = {0};
    struct ifaddrs *list = NULL;
    int saved = errno;

    if (getifaddrs(&list) == 0) {
        for (struct ifaddrs *at = list; at; at = at->ifa_next) {
            add_interface(&best, at);
        }
        if (best.name) {
            memcpy(out, best.address, sizeof best.address);
            status = GUIDON_OK;
        }
        freeifaddrs(list);
    }
    errno = saved;
    return status;
}

#else

guidon_status gdn_node_mac(unsigned char out[6])
{
    (void)out;
    return GUIDON_E_VERSION;
}

#endif
