/* SPDX-License-Identifier: MIT */
/*
 * radix_words.h - radix sort of items of WORDS words. radix.c includes this
 * file once for each number of words.
 *
 * Idea  Most significant byte first: count the values of a byte, move every
 *       item into the part of its value, then sort each part by the next byte.
 *       Items move by swaps in place. A pass over a part sends each of its
 *       items to the part of its value, and looks at the items that came back
 *       only in the next pass. So a swap does not depend on the swap before it,
 *       and the processor overlaps them. Small parts are sorted by insertion.
 */
#define JOIN_(name, words) name##_##words
#define JOIN(name, words)  JOIN_(name, words)
#define NAME(name)         JOIN(name, WORDS)
#define ITEM               struct NAME(item)

ITEM
{
    uint64_t word[WORDS];
};

static inline bool NAME(is_below)(const ITEM *a, const ITEM *b)
{
    for (size_t i = 0; i < WORDS - 1; i++) {
        if (a->word[i] != b->word[i]) {
            return a->word[i] < b->word[i];
        }
    }
    return a->word[WORDS - 1] < b->word[WORDS - 1];
}

static inline unsigned NAME(digit_of)(const ITEM *item, size_t digit)
{
    return (unsigned)(item->word[digit / 8] >> (56 - digit % 8 * 8)) & 0xff;
}

static bool NAME(is_sorted)(const ITEM *items, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        if (NAME(is_below)(&items[i], &items[i - 1])) {
            return false;
        }
    }
    return true;
}

static void NAME(insert_each)(ITEM *items, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        const ITEM item = items[i];
        size_t at = i;

        for (; at > 0 && NAME(is_below)(&item, &items[at - 1]); at--) {
            items[at] = items[at - 1];
        }
        items[at] = item;
    }
}

/* The first byte, from `digit` on, in which any two items differ; sizeof(ITEM)
 * if all items are equal. */
static size_t NAME(first_difference)(const ITEM *items, size_t n, size_t digit)
{
    for (size_t word = digit / 8; word < WORDS; word++) {
        uint64_t differ = 0;

        for (size_t i = 1; i < n; i++) {
            differ |= items[i].word[word] ^ items[0].word[word];
        }
        if (differ != 0) {
            size_t byte = 0;

            while (differ >> (56 - byte * 8) == 0) {
                byte++;
            }
            return word * 8 + byte;
        }
    }
    return sizeof(ITEM);
}

/* Find the start of each part. Is there more than one part? */
static bool NAME(count)(size_t starts[PARTS + 1], const ITEM *items, size_t n,
                        size_t digit)
{
    size_t counts[PARTS] = {0};

    for (size_t i = 0; i < n; i++) {
        counts[NAME(digit_of)(&items[i], digit)]++;
    }
    starts[0] = 0;
    for (size_t part = 0; part < PARTS; part++) {
        starts[part + 1] = starts[part] + counts[part];
    }
    return counts[NAME(digit_of)(&items[0], digit)] < n;
}

/* Move every item into its part. */
static void NAME(distribute)(ITEM *items, const size_t starts[PARTS + 1],
                             size_t digit)
{
    size_t next[PARTS]; /* of each part, the first item not known to belong */
    bool moved = true;

    memcpy(next, starts, sizeof next);
    while (moved) {
        moved = false;
        for (size_t part = 0; part < PARTS; part++) {
            const size_t end = starts[part + 1];

            moved |= next[part] < end;
            for (size_t i = next[part]; i < end; i++) {
                const ITEM item = items[i];
                const size_t to = next[NAME(digit_of)(&item, digit)]++;

                items[i] = items[to];
                items[to] = item;
            }
        }
    }
}

/* Split items that are equal in the bytes before `*digit` into the parts of the
 * first byte that differs, `*digit` then. False if that sorts them. */
static bool NAME(split)(size_t starts[PARTS + 1], ITEM *items, size_t n,
                        size_t *digit)
{
    if (!NAME(count)(starts, items, n, *digit)) {
        *digit = NAME(first_difference)(items, n, *digit);
        if (*digit == sizeof(ITEM)) {
            return false;
        }
        (void)NAME(count)(starts, items, n, *digit);
    }
    NAME(distribute)(items, starts, *digit);
    return *digit + 1 < sizeof(ITEM);
}

/* Sort items that are equal in the bytes before `digit`. */
static void NAME(sort)(ITEM *items, size_t n, size_t digit)
{
    size_t starts[PARTS + 1];

    if (n <= FEW) {
        NAME(insert_each)(items, n);
        return;
    }
    if (!NAME(split)(starts, items, n, &digit)) {
        return;
    }
    for (size_t part = 0; part < PARTS; part++) {
        size_t some = starts[part + 1] - starts[part];

        if (some > 1) {
            NAME(sort)(items + starts[part], some, digit + 1);
        }
    }
}

struct NAME(parts) {
    ITEM *items;
    size_t starts[PARTS + 1];
    size_t digit;
};

static void NAME(sort_part)(void *context, size_t part)
{
    const struct NAME(parts) *parts = context;
    const size_t start = parts->starts[part];
    const size_t n = parts->starts[part + 1] - start;

    if (n > 1) {
        NAME(sort)(parts->items + start, n, parts->digit + 1);
    }
}

static void NAME(sort_all)(uint64_t *words, size_t n, struct workers *workers)
{
    struct NAME(parts) parts = {.items = (ITEM *)words};

    if (NAME(is_sorted)(parts.items, n)) {
        return;
    }
    if (!workers || n < MANY) {
        NAME(sort)(parts.items, n, 0);
    } else if (NAME(split)(parts.starts, parts.items, n, &parts.digit)) {
        workers_run(workers, NAME(sort_part), &parts, PARTS);
    }
}

#undef ITEM
#undef NAME
#undef JOIN
#undef JOIN_
