/* SPDX-License-Identifier: MIT */
/* What a scalar kernel of text does with any id and any text. Who includes this
 * names it: CODEC(name) a function of its, LEN and LINE of a text, LAST offset
 * at which one is refused, IS_REFUSED(status) the ways in which. */
#define ROOM 3 /* texts */

static guidon_id ids[ROOM];
static char text[ROOM * LINE];

static void one(void)
{
    size_t bad_at = 77;
    guidon_id id;
    guidon_status status;

    any_bytes(&id, sizeof id);
    CODEC(format_scalar)(text, &id);
    any_bytes(text, LEN);
    status = CODEC(parse_scalar)(&id, text, any_bit() ? &bad_at : NULL);
    /*@ check status == GUIDON_OK || IS_REFUSED(status); */
    /*@ check bad_at <= LAST || bad_at == 77; */
}

static void many(void)
{
    size_t n = any_size(ROOM);
    size_t stride = LEN + any_size(1);
    size_t done;

    any_bytes(ids, sizeof ids);
    CODEC(format_many_scalar)(text, stride, ids, n);
    CODEC(format_lines_scalar)(text, ids, n);
    any_bytes(text, sizeof text);
    done = CODEC(parse_many_scalar)(ids, text, stride, n);
    /*@ check done <= ROOM; */
    done = CODEC(parse_lines_scalar)(ids, text, n);
    /*@ check done <= ROOM; */
}

void main(void)
{
    one();
    many();
}
