/* A hand that was read, written to the tables. */

#include "ofc_text.h"

static const int row_start[] = {0, 3, 8};

/* Sorts by descending code, within `group` where it is given. */
static void sort(uint8_t *code, uint8_t *group, int n) {
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0; k--) {
            int g = group ? group[k - 1] - group[k] : 0;
            if (g < 0 || (g == 0 && code[k - 1] >= code[k])) break;
            uint8_t swap = code[k];
            code[k] = code[k - 1], code[k - 1] = swap;
            if (group) swap = group[k], group[k] = group[k - 1], group[k - 1] = swap;
        }
}

/* A board that only the showdown states is the board; a showdown that repeats the streets says nothing of its own. */
static void write_board(struct scan *scan, struct seat *s, int is_lone) {
    uint8_t *cards = scan->cards + scan->seats.n * 13, *streets = scan->streets + scan->seats.n * 13;
    uint8_t *shown = scan->shown + scan->seats.n * 13, sorted[5];
    int n = 0, is_same = 1;
    memset(cards, EMPTY, 13), memset(streets, EMPTY, 13), memset(shown, EMPTY, 13);
    for (int row = 0; row < 3; row++) {
        int at = row_start[row], held = s->n_row[row];
        sort(s->row[row], s->row_street[row], held);
        memcpy(cards + at, s->row[row], (size_t)held), memcpy(streets + at, s->row_street[row], (size_t)held);
        n += held;
    }
    for (int row = 0; row < 3; row++) {
        int at = row_start[row], held = s->n_shown[row];
        sort(s->shown[row], 0, held);
        memcpy(n ? shown + at : cards + at, s->shown[row], (size_t)held);
        if (!n && is_lone) memset(streets + at, 0, (size_t)held);
        memcpy(sorted, s->row[row], sizeof sorted);
        sort(sorted, 0, s->n_row[row]);
        is_same &= held == s->n_row[row] && !memcmp(sorted, s->shown[row], (size_t)held);
    }
    if (is_same) memset(shown, EMPTY, 13);
    s->column[S_IS_COMPLETE] = !memchr(cards, EMPTY, 13);
}

static void write_seat(struct scan *scan, struct seat *s) {
    int n_entries = 0, tells = 0, is_untold = 0, is_dealt = 0;
    int64_t *c = s->column, first_dealt = scan->n_dealt, first_discard = scan->n_discards;
    for (int k = 0; k < N_STREETS; k++) {
        n_entries += s->n_placed[k] >= 0 || s->n_dealt[k] >= 0;
        tells |= s->n_discards[k] >= 0;
    }
    /* A board in Fantasyland was set at once: where only the showdown states it, its street is known. */
    int is_lone = c[S_IS_FANTASY] == 1 && s->has_shown && !n_entries;
    c[S_HAND] = scan->hands.n, c[S_HAS_TIME] = 0, c[S_N_STREETS] = n_entries + is_lone;
    for (int k = 0; k < N_STREETS; k++) {
        int is_placed = s->n_placed[k] >= 0, n_placed = is_placed ? s->n_placed[k] : 0;
        if (!is_placed && s->n_dealt[k] < 0 && !(is_lone && k == 0)) continue;
        is_dealt |= s->n_dealt[k] >= 0;
        is_untold |= s->n_discards[k] < 0 && s->n_dealt[k] != n_placed && !(k == 1 && s->n_dealt[k] < 0 && tells);
        c[S_HAS_TIME] |= s->ms[k] != NONE;
        scan->ms[scan->n_streets] = s->ms[k] == NONE ? 0 : (int32_t)s->ms[k];
        scan->is_timed[scan->n_streets] = s->ms[k] != NONE, scan->is_auto[scan->n_streets++] = (uint8_t)s->is_auto[k];
        for (int i = 0; i < s->n_dealt[k]; i++) scan->dealt_streets[scan->n_dealt] = (uint8_t)k, scan->dealt[scan->n_dealt++] = s->dealt[k][i];
    }
    for (int k = 0; k < N_STREETS && !is_untold; k++) {
        sort(s->discards[k], 0, s->n_discards[k]);
        for (int i = 0; i < s->n_discards[k]; i++)
            scan->discard_streets[scan->n_discards] = (uint8_t)k, scan->discards[scan->n_discards++] = s->discards[k][i];
    }
    c[S_N_DISCARDS] = c[S_N_STREETS] && !is_untold ? scan->n_discards - first_discard : NONE;
    c[S_N_DEALT] = is_dealt ? scan->n_dealt - first_dealt : NONE;
    write_board(scan, s, is_lone);
    add(&scan->seats, N_SEAT, c);
}

/* Whether a hand fits: the tables and arrays are as large as almost any text needs them. */
static int has_room(const struct scan *scan, const struct hand *h) {
    int64_t n_discards = scan->n_discards, n_dealt = scan->n_dealt;
    for (int i = 0; i < h->n_seats; i++)
        for (int k = 0; k < N_STREETS; k++) {
            const struct seat *s = &h->seat[i];
            n_discards += s->n_discards[k] > 0 ? s->n_discards[k] : 0;
            n_dealt += s->n_dealt[k] > 0 ? s->n_dealt[k] : 0;
        }
    return scan->hands.n < scan->hands.most && scan->seats.n + h->n_seats <= scan->seats.most &&
           scan->events.n + MAX_SEAT_NO < scan->events.most && n_discards <= scan->most_flat && n_dealt <= scan->most_flat &&
           scan->n_streets + h->n_seats * N_STREETS <= scan->most_flat;
}

int write_hand(struct scan *scan, struct hand *h) {
    int is_complete = 1;
    if (!has_room(scan, h)) return 0;
    for (int i = 0; i < h->n_seats; i++) {
        write_seat(scan, &h->seat[i]);
        is_complete &= h->seat[i].column[S_IS_COMPLETE] == 1;
    }
    for (int64_t no = 0; no <= MAX_SEAT_NO; no++) {
        int64_t event[] = {scan->hands.n, no, SITS_OUT};
        if (h->sits_out[no]) add(&scan->events, N_EVENT, event);
    }
    if (h->column[H_STATUS] == NONE) h->column[H_STATUS] = is_complete ? COMPLETE : INCOMPLETE;
    h->column[H_N_SEATS] = h->n_seats;
    return add(&scan->hands, N_HAND, h->column);
}
