/* Reads plain `ofc_jsonl` records in one pass over their bytes.

   Plain is what the reader in numpy takes for a record without a fault, in the spelling that is met most. Whatever else stands in a line, however
   right it may be, is left: the reader in numpy reads that line and says what is wrong with it. So nothing is refused here. */

#include "ofc_jsonl.h"

/* Passes a line that is left; a lone CR ends a line too. Lines that are left belong together where no hand was taken between them. */
static void pass(Text *t, struct scan *scan, int64_t *n_hands) {
    const uint8_t *end = memchr(t->p, '\n', (size_t)(t->end - t->p));
    const uint8_t *stop = end ? end + 1 : t->end;
    int64_t row[N_LEFT] = {t->p - t->base, stop - t->base, scan->line};
    if (scan->left.n && *n_hands == scan->hands.n)
        scan->left.values[X_STOP * scan->left.most + scan->left.n - 1] = row[X_STOP];
    else
        put(&scan->left, N_LEFT, row);
    *n_hands = scan->hands.n;
    scan->line += line_ends(t->p, stop, !end) + (!end && stop[-1] != '\r');
    t->p = stop;
}

/* Reads the lines of a text from its beginning on. `left` has room for a row more than `hands` has. */
void ofc_jsonl_scan(const uint8_t *data, int64_t n, struct scan *scan) {
    struct record record = {.scan = scan};
    struct json json = {.t = {data, data + n, data}, .hand = &record};
    Text *t = &json.t;
    int64_t n_hands = 0;
    while (t->p < t->end) {
        if (*t->p == '\n' || (*t->p == '\r' && t->end - t->p > 1 && t->p[1] == '\n')) {
            t->p += 1 + (*t->p == '\r');
            scan->line++;
            continue;
        }
        const uint8_t *start = t->p;
        struct scan before = *scan;
        if (*start == '{' && read_record(&json, &record)) {
            scan->line++;
            continue;
        }
        *scan = before;
        t->p = start;
        pass(t, scan, &n_hands);
    }
}
