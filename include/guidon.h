/* SPDX-License-Identifier: MIT */
/* Guidon: 128-bit identifiers (UUID versions 1 to 8, ULID). Includes all other
 * headers. */
#ifndef GUIDON_H
#define GUIDON_H

#include <guidon/audit.h>
#include <guidon/generate.h>
#include <guidon/host.h>
#include <guidon/id.h>
#include <guidon/keys.h>
#include <guidon/lease.h>
#include <guidon/make.h>
#include <guidon/order.h>
#include <guidon/prefixed.h>
#include <guidon/query.h>
#include <guidon/scan.h>
#include <guidon/status.h>
#include <guidon/text.h>
#include <guidon/time.h>
#include <guidon/typeid.h>
#include <guidon/version.h>

#endif
