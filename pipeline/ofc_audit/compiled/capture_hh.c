/* Reads plain `capture_hh` records in one pass over their bytes.

   Plain is what the reader in numpy takes for a record without a fault: it begins at a line's start, and only blanks stand between it and the next
   one. Whatever else stands there, however right it may be, is left: the reader in numpy reads it and says what is wrong with it. */

#include "capture_hh.h"

/* Whether a record could begin at a line's start: behind the end of one. */
static int is_behind_record(const uint8_t *start, const uint8_t *base) {
    while (start > base && (start[-1] == ' ' || start[-1] == '\t' || start[-1] == '\n' || start[-1] == '\r')) start--;
    return start > base && start[-1] == '}';
}

/* Passes what is left, up to the next line where a record could begin. */
static void pass(struct json *json) {
    Text *t = &json->t;
    const uint8_t *start = t->p, *at = start;
    for (;;) {
        at = memchr(at, '\n', (size_t)(t->end - at));
        if (!at) break;
        if (++at < t->end && *at == '{' && is_behind_record(at, t->base)) break;
    }
    t->p = at ? at : t->end;
    json->line += line_ends(start, t->p, !at);
    if (t->p > t->base && (t->p[-1] == '\n' || t->p[-1] == '\r')) json->line_start = t->p;
}

/* Whether there is room for whatever one record may hold that is not left. */
static int has_room(const struct captures *to) {
    return to->hands.n < to->hands.most && to->seats.n + MOST_PLAYERS <= to->seats.most &&
           to->n_discards + MOST_PLAYERS * MOST_DEAD <= to->most_discards;
}

/* Reads a text from `pos` on, until it ends or there is no more room. */
void capture_hh_scan(const uint8_t *data, int64_t n, struct captures *to) {
    struct capture capture = {.to = to};
    struct json json = {.t = {data + to->pos, data + n, data}, .hand = &capture, .is_lined = 1, .line = to->line, .line_start = data + to->line_start};
    Text *t = &json.t;
    while (blanks(&json), t->p < t->end && has_room(to)) {
        struct json at = json;
        struct captures before = *to;
        if (*t->p == '{' && t->p == json.line_start && read_capture(&json, &capture)) continue;
        *to = before, json = at;
        to->n_left++;
        pass(&json);
    }
    to->pos = t->p - data, to->line = json.line, to->line_start = json.line_start - data, to->is_full = t->p < t->end;
}
