/* SPDX-License-Identifier: MIT */
/* skewed_clocks.c - clocks.c with a wall clock that is wrong by the milliseconds
 * in the file that SKEW_FILE names, or by 0 */
#define clocks_wall_ms true_wall_ms
#include "../src/clocks.c"
#undef clocks_wall_ms

int64_t clocks_wall_ms(void);

int64_t clocks_wall_ms(void)
{
    const char *path = getenv("SKEW_FILE");
    FILE *file = path ? fopen(path, "re") : NULL;
    long long skew_ms = 0;

    if (file) {
        if (fscanf(file, "%lld", &skew_ms) != 1) {
            skew_ms = 0;
        }
        fclose(file);
    }
    return true_wall_ms() + skew_ms;
}
