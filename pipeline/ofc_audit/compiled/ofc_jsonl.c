/* Reads plain `ofc_jsonl` records in one pass over their bytes.

   Plain is what the reader in numpy takes for a record without a fault, in the spelling that is met most. Whatever else stands in a line, however
   right it may be, is left: the reader in numpy reads that line and says what is wrong with it. So nothing is refused here. */

#include "ofc_jsonl.h"

/* Passes a line that is left; a lone CR ends a line too. Lines that are left belong together where no hand was taken between them. */
static void pass(Text *t, struct scan *scan) {
    const uint8_t *end = memchr(t->p, '\n', (size_t)(t->end - t->p));
    const uint8_t *stop = end ? end + 1 : t->end;
    int64_t row[N_LEFT] = {t->p - t->base, stop - t->base, scan->line};
    if (scan->left.n && scan->n_before_left == scan->hands.n)
        scan->left.values[X_STOP * scan->left.most + scan->left.n - 1] = row[X_STOP];
    else
        put(&scan->left, N_LEFT, row);
    scan->n_before_left = scan->hands.n;
    scan->line += line_ends(t->p, stop, !end) + (!end && stop[-1] != '\r');
    t->p = stop;
}

static int fit(const struct columns *table, int64_t n) { return table->n + n <= table->most; }

/* Whether there is room for whatever one record may hold that is not left. */
static int has_room(const struct scan *scan) {
    int64_t most_listed = MOST_SEATS * MOST_STREETS * MOST_LISTED;
    return fit(&scan->hands, 1) && fit(&scan->left, 1) && fit(&scan->seats, MOST_SEATS) && fit(&scan->pairs, MOST_PAIRS) &&
           fit(&scan->events, MOST_EVENTS) && fit(&scan->out, MOST_OUT) && scan->n_discards + most_listed <= scan->most_discards &&
           scan->n_dealt + most_listed <= scan->most_dealt && scan->n_streets + MOST_SEATS * MOST_STREETS <= scan->most_streets;
}

/* Reads the lines of a text from `pos` on, until it ends or there is no more room. */
void ofc_jsonl_scan(const uint8_t *data, int64_t n, struct scan *scan) {
    struct record record = {.scan = scan};
    struct json json = {.t = {data + scan->pos, data + n, data}, .hand = &record};
    Text *t = &json.t;
    while (t->p < t->end && has_room(scan)) {
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
        pass(t, scan);
    }
    scan->pos = t->p - data, scan->is_full = t->p < t->end;
}
