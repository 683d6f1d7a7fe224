/* SPDX-License-Identifier: MIT */
/* values.c - a program that reads, writes and makes ids from names, and
 * defines no function for Guidon. */
#include <guidon.h>

#if defined(__wasm__)
__attribute__((export_name("run"))) int run(void);
#else
#  define run main
int run(void);
#endif

int run(void)
{
    const guidon_id dns = guidon_namespace_dns();
    char text[GUIDON_TEXT_MAX];
    guidon_id id, back;
    guidon_form form;
    size_t len;

    guidon_v5_make(&id, &dns, "www.example.com", 15);
    for (unsigned f = 0; f < GUIDON_FORMS; f++) {
        if (guidon_format(text, sizeof text, &len, &id, (guidon_form)f) ==
                GUIDON_OK &&
            (guidon_parse(&back, &form, text, len, GUIDON_ACCEPT(f), 0, NULL) ||
             !guidon_equal(&id, &back))) {
            return 1;
        }
    }
    guidon_uuid_format(text, &id);
    return text[0] != '2' || text[35] != '2';
}
