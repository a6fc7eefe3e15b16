/* Ranks of boards by the scorer's tables in C: what a compiled loop makes of the same look-ups. */

#include <stdint.h>

enum { FLUSHES = 371293 };

static uint16_t five(const uint16_t *table, const uint8_t *c) {
    int at = 0, differ = 0;
    for (int i = 0; i < 5; i++) {
        at = at * 13 + (c[i] >> 2);
        differ |= (c[0] ^ c[i]) & 3;
    }
    return table[at + (differ ? 0 : FLUSHES)];
}

/* values: tops, then middles, then bottoms, n of each. */
void rank_boards(int64_t n, const uint8_t *cards, const uint16_t *fives, const uint16_t *threes, uint16_t *values) {
    for (int64_t i = 0; i < n; i++) {
        const uint8_t *c = cards + i * 13;
        values[i] = threes[(c[0] >> 2) * 169 + (c[1] >> 2) * 13 + (c[2] >> 2)];
        values[n + i] = five(fives, c + 3);
        values[2 * n + i] = five(fives, c + 8);
    }
}
