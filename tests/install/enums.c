/* SPDX-License-Identifier: MIT */
/* A program whose compiler makes enums as narrow as it can, valid as C and as C++. It
 * prints "right" and ends with status 0 if it agrees with the library, which was compiled
 * without such an option, on the size of enums in outputs and in structures. */
#include <guidon.h>

#include <stdio.h>
#include <string.h>

/* A name of a form, and bytes that the library must not change. */
static int outputs_keep_their_size(void)
{
    struct {
        guidon_form form;
        unsigned char form_after[8];
        guidon_order order;
        unsigned char order_after[8];
    } at;
    unsigned char after[8];

    memset(after, 0xa5, sizeof after);
    memset(&at, 0xa5, sizeof at);
    return guidon_form_from_name(&at.form, "int64x2") == GUIDON_OK &&
           guidon_order_from_name(&at.order, "java") == GUIDON_OK &&
           at.form == GUIDON_FORM_INT64X2 && at.order == GUIDON_ORDER_JAVA &&
           memcmp(at.form_after, after, sizeof after) == 0 &&
           memcmp(at.order_after, after, sizeof after) == 0;
}

/* Members after the enums stand where the library reads them. */
static int options_keep_their_places(void)
{
    guidon_options options;
    guidon_generator *generator = NULL;
    guidon_id id;
    int right;

    memset(&options, 0, sizeof options);
    options.kind = GUIDON_V1;
    options.rollback = GUIDON_ROLLBACK_FAIL;
    options.node = GUIDON_NODE_FIXED;
    memcpy(options.node_bytes, "\1guidn", 6);
    right = guidon_generator_new(&generator, &options) == GUIDON_OK &&
            guidon_next(&id, generator) == GUIDON_OK &&
            guidon_version_of(&id) == 1 &&
            memcmp(id.bytes + 10, "\1guidn", 6) == 0;
    guidon_generator_free(generator);
    return right;
}

/* The check that <guidon/text.h> recommends, which no compiler may take for always true. */
static int is_known(guidon_form form)
{
    return form < GUIDON_FORMS;
}

static int forms_of_newer_libraries_are_found(void)
{
    volatile int newer = GUIDON_FORMS;

    return is_known(GUIDON_FORM_INT64X2) && !is_known((guidon_form)newer) &&
           !is_known((guidon_form)(newer + 1000));
}

int main(void)
{
    if (!outputs_keep_their_size() || !options_keep_their_places() ||
        !forms_of_newer_libraries_are_found()) {
        puts("wrong");
        return 1;
    }
    puts("right");
    return 0;
}
