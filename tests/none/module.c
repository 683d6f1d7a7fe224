/* SPDX-License-Identifier: MIT */
/* module.c - a WebAssembly module that gives Guidon the random bits and the
 * time of JavaScript, for generators.mjs. */
#include <guidon.h>

#define IMPORT(name) __attribute__((import_module("host"), import_name(name)))
#define EXPORT(name) __attribute__((export_name(name)))

IMPORT("entropy") int module_entropy(void *out, size_t len);
IMPORT("now") int module_now(guidon_time *out);
EXPORT("module_generator")
guidon_status module_generator(guidon_generator **out, guidon_kind kind,
                               guidon_scope scope, guidon_random random,
                               guidon_rollback rollback,
                               guidon_overflow overflow, guidon_node node,
                               uint32_t tolerance_ms);
EXPORT("module_string") const char *module_string(int which);
EXPORT("module_host_scope") int module_host_scope(void);

guidon_status guidon_host_entropy(void *out, size_t len)
{
    return module_entropy(out, len) ? GUIDON_E_ENTROPY : GUIDON_OK;
}

guidon_status guidon_host_now(guidon_time *out)
{
    return module_now(out) ? GUIDON_E_CLOCK : GUIDON_OK;
}

guidon_status module_generator(guidon_generator **out, guidon_kind kind,
                               guidon_scope scope, guidon_random random,
                               guidon_rollback rollback,
                               guidon_overflow overflow, guidon_node node,
                               uint32_t tolerance_ms)
{
    const guidon_options options = {.kind = kind,
                                    .scope = scope,
                                    .random = random,
                                    .rollback = rollback,
                                    .overflow = overflow,
                                    .node = node,
                                    .rollback_tolerance_ms = tolerance_ms};

    return guidon_generator_new(out, &options);
}

const char *module_string(int which)
{
    static const unsigned indexes[] = {0, 4, 2, 1};
    const char *key, *value;

    return guidon_machine_describe(&key, &value, indexes[which]) == GUIDON_OK
               ? value
               : "";
}

int module_host_scope(void)
{
    const char *key, *value;

    return guidon_machine_describe(&key, &value, 9) == GUIDON_OK &&
           value[0] == 'y';
}
