/* SPDX-License-Identifier: MIT */
/* Orders of the sixteen octets of an id that more than one test uses. */
#ifndef OCTET_ORDERS_H
#define OCTET_ORDERS_H

static const unsigned char octets_in_place[16] = {0, 1, 2,  3,  4,  5,  6,  7,
                                                  8, 9, 10, 11, 12, 13, 14, 15};
/* Of UUID_TO_BIN(id, 1) of MySQL. */
static const unsigned char octets_of_mysql_swap[16] = {
    6, 7, 4, 5, 0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15};

#endif
