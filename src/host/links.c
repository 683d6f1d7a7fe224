/* SPDX-License-Identifier: MIT */
/* links.c - lists the network interfaces, on Linux, the BSDs and macOS. */
#define _DEFAULT_SOURCE
#include "host.h"

/* The hardware address in a socket address; NULL if it has not 48 bits. */
#if GDN_HOST_POSIX && defined(__linux__)
#  define HAVE_LINKS

#  include <netpacket/packet.h>
#  include <sys/socket.h>

static const void *address_in(const struct sockaddr *any)
{
    const struct sockaddr_ll *link = (const void *)any;
    bool fits = any->sa_family == AF_PACKET && link->sll_halen == 6;

    return fits ? link->sll_addr : NULL;
}

#elif GDN_HOST_POSIX &&                                                        \
    (defined(__APPLE__) || defined(__FreeBSD__) || defined(__NetBSD__) ||      \
     defined(__OpenBSD__) || defined(__DragonFly__))
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
#  include <string.h>

static void visit_interface(gdn_link_fn *visit, void *context,
                            const struct ifaddrs *entry)
{
    const void *address = entry->ifa_addr ? address_in(entry->ifa_addr) : NULL;
    struct gdn_link link = {
        .name = entry->ifa_name,
        .up = entry->ifa_flags & IFF_UP,
        .loopback = entry->ifa_flags & IFF_LOOPBACK,
    };

    if (address) {
        memcpy(link.address, address, sizeof link.address);
        visit(context, &link);
    }
}

void gdn_links_each(gdn_link_fn *visit, void *context)
{
    struct ifaddrs *list = NULL;
    int saved = errno;

    if (getifaddrs(&list) == 0) {
        for (struct ifaddrs *at = list; at; at = at->ifa_next) {
            visit_interface(visit, context, at);
        }
        freeifaddrs(list);
    }
    errno = saved;
}

#else

void gdn_links_each(gdn_link_fn *visit, void *context)
{
    (void)visit;
    (void)context;
}

#endif
