/* Reads clean `ofc_text` hands in one pass over their bytes.

   Clean is what the reader in numpy takes for a hand without a fault, in the spelling that is met most. Whatever else stands there, however
   right it may be, is unclear: the scan stops before that hand, and the reader in numpy reads it and says what is wrong with it. So nothing
   is refused here, and no reason is told here. */

#include "ofc_text.h"

enum { UNCLEAR, AT_END, FULL };

/* Reads hands from `pos` on, a line's start, until the text ends, something is unclear, or a hand finds no room; gives which of them it was.
   Lines are counted on from `line`. Tables have room for `most` rows, the arrays of cards and streets for `most_flat`. */
int64_t ofc_text_scan(const uint8_t *data, int64_t n, struct scan *scan) {
    struct hand h;
    Text t = {data + scan->pos, data + n, data};
    for (;;) {
        int is_clear = skip(&t, &scan->line);
        scan->pos = t.p - data;
        if (!is_clear || t.p == t.end) return is_clear ? AT_END : UNCLEAR;
        struct scan before = *scan;
        h.t = t, h.line = scan->line, h.n_seats = 0;
        clear(h.column, N_HAND);
        h.column[H_LAST_OF_MATCH] = -1, h.column[H_HAS_RESULT] = 0;
        h.column[H_FIRST_LINE] = h.line, h.column[H_FIRST_BYTE] = scan->pos;
        if (!head(&h) || !players(&h) || !play(&h, scan)) {
            *scan = before;
            return UNCLEAR;
        }
        h.column[H_LAST_BYTE] = h.t.p - data - 1;
        if (!write_hand(scan, &h)) {
            int64_t n_before = before.hands.n;
            *scan = before;
            return n_before ? FULL : UNCLEAR;
        }
        t.p = h.t.p, scan->line = h.line;
    }
}
