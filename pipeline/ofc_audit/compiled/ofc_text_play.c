/* The sections of an `ofc_text` hand: streets, showdown, pairs and results, line by line. */

#include "ofc_text.h"

static const int row_size[] = {3, 5, 5};

/* `top [..] middle [..] bottom [..]`, from the blank before it. */
static int placed_rows(struct hand *h, struct seat *s, int street, int is_shown) {
    static const char *const names[] = {" top ", " middle ", " bottom "};
    uint8_t codes[MOST_CARDS];
    for (int row = 0; row < 3; row++) {
        if (!is_next(&h->t, names[row], (int64_t)strlen(names[row]))) continue;
        int n = cards(&h->t, codes), *held = is_shown ? &s->n_shown[row] : &s->n_row[row];
        if (n < 0 || *held + n > row_size[row]) return 0;
        if (!is_shown) s->n_placed[street] += n;
        for (int i = 0; i < n; i++, ++*held) {
            if (is_shown)
                s->shown[row][*held] = codes[i];
            else
                s->row[row][*held] = codes[i], s->row_street[row][*held] = (uint8_t)street;
        }
    }
    return 1;
}

static int time_used(struct hand *h, struct seat *s, int street) {
    Text *t = &h->t;
    int64_t value;
    if (NEXT(t, " (auto)")) return s->is_auto[street] = 1;
    if (!NEXT(t, " (")) return 1;
    if (!money(t, &value) || value % 10 || value > (int64_t)MAX_INT32 * 10 || !NEXT(t, " s")) return 0;
    s->ms[street] = value / 10;
    s->is_auto[street] = NEXT(t, ", auto");
    return NEXT(t, ")");
}

static int street_line(struct hand *h, struct seat *s) {
    Text *t = &h->t;
    int street = h->section == FANTASYLAND ? 0 : h->section - STREET + 1;
    int is_shown = h->section == SHOWDOWN;
    if (!is_shown && (h->section < STREET || h->section > FANTASYLAND)) return 0;
    if (!is_shown && (s->column[S_IS_FANTASY] == 1) != (street == 0)) return 0;
    if (NEXT(t, "dealt ")) {
        if (is_shown || s->n_dealt[street] >= 0) return 0;
        s->n_dealt[street] = cards(t, s->dealt[street]);
        return s->n_dealt[street] >= 0 && ended(h);
    }
    if (is_shown ? s->has_shown : s->n_placed[street] >= 0) return 0;
    s->column[S_BOARD_LINE] = h->line;
    t->p--;
    if (is_shown) {
        s->has_shown = 1;
        return placed_rows(h, s, 0, 1) && ended(h);
    }
    s->n_placed[street] = 0;
    if (!placed_rows(h, s, street, 0)) return 0;
    if (NEXT(t, " discards ") && (s->n_discards[street] = cards(t, s->discards[street])) < 0) return 0;
    return time_used(h, s, street) && ended(h);
}

/* Reads the name of a part of a line, behind a blank where it is the first and behind a comma else; says whether it is there. */
static int part(Text *t, const char *name, int *n_parts) {
    const uint8_t *start = t->p;
    if ((*n_parts ? NEXT(t, ", ") : NEXT(t, " ")) && is_next(t, name, (int64_t)strlen(name)) && NEXT(t, " ")) return ++*n_parts;
    t->p = start;
    return 0;
}

static int result_line(struct hand *h, struct seat *s) {
    Text *t = &h->t;
    int64_t *c = s->column;
    int n = 0;
    if (c[S_CLAIM_LINE] != NONE) return 0;
    c[S_CLAIM_LINE] = h->line;
    t->p--;
    if (part(t, "points", &n) && !signed_up_to(t, MAX_INT32, &c[S_POINTS])) return 0;
    if (part(t, "net", &n) && !signed_money(t, &c[S_NET])) return 0;
    if (part(t, "rake", &n) && !money(t, &c[S_RAKE])) return 0;
    if (part(t, "stack", &n) && !money(t, &c[S_STACK_AFTER])) return 0;
    return n && ended(h);
}

static int fantasy_line(struct hand *h, struct seat *s) {
    Text *t = &h->t;
    int64_t *c = s->column;
    if (c[S_IS_FANTASY_NEXT] >= 0) return 0;
    c[S_IS_FANTASY_NEXT] = 1;
    if (NEXT(t, "no Fantasyland next"))
        c[S_IS_FANTASY_NEXT] = c[S_FANTASY_NEXT] = 0;
    else if (NEXT(t, "Fantasyland ")) {
        if (!NEXT(t, "next") && !(up_to(t, MAX_FANTASY_CARDS, &c[S_FANTASY_NEXT]) && c[S_FANTASY_NEXT] && NEXT(t, " cards next"))) return 0;
    } else
        return 0;
    return ended(h);
}

static int claim_line(struct hand *h, struct seat *s) {
    Text *t = &h->t;
    int64_t *c = s->column;
    if (h->section == SHOWDOWN && NEXT(t, "royalties ")) {
        if (c[S_ROYALTIES] != NONE) return 0;
        if (c[S_IS_FOUL] < 0) c[S_IS_FOUL] = 0, c[S_SHOWDOWN_LINE] = h->line;
        return up_to(t, MAX_INT16, &c[S_ROYALTIES]) && NEXT(t, " + ") && up_to(t, MAX_INT16, &c[S_ROYALTIES + 1]) && NEXT(t, " + ") &&
               up_to(t, MAX_INT16, &c[S_ROYALTIES + 2]) && ended(h);
    }
    if (h->section == SHOWDOWN && NEXT(t, "foul")) {
        if (c[S_IS_FOUL] == 1) return 0;
        c[S_IS_FOUL] = 1, c[S_SHOWDOWN_LINE] = h->line;
        return ended(h);
    }
    if (h->section != RESULT) return street_line(h, s);
    if (NEXT(t, "bounty ")) return c[S_BOUNTY] == NONE && money(t, &c[S_BOUNTY]) && ended(h);
    if (NEXT(t, "place ")) return c[S_PLACE] == NONE && up_to(t, MAX_INT16, &c[S_PLACE]) && ended(h);
    if (t->p < t->end && (*t->p == 'F' || *t->p == 'n') && t->end - t->p > 3 && memcmp(t->p, "net ", 4)) return fantasy_line(h, s);
    return result_line(h, s);
}

/* `rows +1 +1 +1, bonus +3, …` of two seats, turned to the side of the one who acts before. */
static int pair_line(struct hand *h, struct table *pairs, int64_t hand_no, int64_t pair_no, int first, int second) {
    Text *t = &h->t;
    int64_t c[N_PAIR], left = NONE, right = NONE;
    int n = 0, a = first < second ? first : second, b = first < second ? second : first;
    if (h->section != PAIRS || first == second || h->has_pair[a][b]) return 0;
    h->has_pair[a][b] = 1;
    clear(c, N_PAIR);
    if (part(t, "rows", &n))
        for (int row = 0; row < 3; row++)
            if ((row && !NEXT(t, " ")) || !signed_up_to(t, 1, &c[P_ROWS + row])) return 0;
    if (part(t, "bonus", &n) && !signed_up_to(t, MAX_INT16, &c[P_BONUS])) return 0;
    if (part(t, "royalties", &n) && !(up_to(t, MAX_INT16, &left) && NEXT(t, " - ") && up_to(t, MAX_INT16, &right))) return 0;
    if (part(t, "points", &n) && !signed_up_to(t, MAX_INT32, &c[P_POINTS])) return 0;
    if (part(t, "amount", &n) && !signed_money(t, &c[P_AMOUNT])) return 0;
    int is_swapped = first > second;
    static const int turned[] = {P_ROWS, P_ROWS + 1, P_ROWS + 2, P_BONUS, P_POINTS, P_AMOUNT};
    for (int i = 0; is_swapped && i < 6; i++)
        if (c[turned[i]] != NONE) c[turned[i]] = -c[turned[i]];
    c[P_ROYALTIES_A] = is_swapped ? right : left, c[P_ROYALTIES_B] = is_swapped ? left : right;
    c[P_HAND] = hand_no, c[P_PAIR_NO] = pair_no, c[P_A] = a, c[P_B] = b, c[P_IS_SWAPPED] = is_swapped, c[P_LINE] = h->line;
    return n && ended(h) && add(pairs, N_PAIR, c);
}

static int seat_line(struct hand *h, struct scan *scan, int64_t *n_pairs) {
    Text *t = &h->t;
    int64_t no, other, event[N_EVENT] = {scan->hands.n};
    if (!seat_number(t, &no)) return 0;
    int row = h->seat_of[no];
    if (NEXT(t, " v Seat ")) {
        if (!seat_number(t, &other) || !NEXT(t, ":") || row < 0 || h->seat_of[other] < 0) return 0;
        return pair_line(h, &scan->pairs, scan->hands.n, (*n_pairs)++, row, h->seat_of[other]);
    }
    if (!NEXT(t, ": ")) return 0;
    int is_back = NEXT(t, "connected");
    if (is_back || NEXT(t, "disconnected")) {
        if (row < 0 && !h->sits_out[no]) return 0;
        event[E_SEAT_NO] = no, event[E_WHAT] = is_back ? IS_CONNECTED : IS_DISCONNECTED;
        return ended(h) && add(&scan->events, N_EVENT, event);
    }
    return row >= 0 && claim_line(h, &h->seat[row]);
}

/* The section that a line between stars begins; -1 where it does not follow. */
static int mark(struct hand *h) {
    static const struct { const char *name; int section; } marks[] = {
        {"FANTASYLAND ***", FANTASYLAND}, {"SHOWDOWN ***", SHOWDOWN}, {"PAIRS ***", PAIRS}, {"RESULT ***", RESULT}, {"END ***", END}};
    Text *t = &h->t;
    if (NEXT(t, "STREET ")) {
        int64_t no;
        if (!number(t, 1, &no) || !NEXT(t, " ***") || !no) return -1;
        int section = STREET + (int)no - 1, follows = no == 1 ? h->section == READY : h->section == section - 1;
        return follows ? section : -1;
    }
    for (int i = 0; i < 5; i++)
        if (is_next(t, marks[i].name, (int64_t)strlen(marks[i].name))) return marks[i].section > h->section ? marks[i].section : -1;
    return -1;
}

int play(struct hand *h, struct scan *scan) {
    Text *t = &h->t;
    int64_t n_pairs = 0;
    h->section = READY;
    for (;;) {
        if (NEXT(t, "*** ")) {
            int section = mark(h);
            if (section < 0 || (section != END && h->column[H_STATUS] == CANCELLED)) return 0;
            if (section == RESULT) h->column[H_HAS_RESULT] = 1;
            h->section = section;
            if (section == END) break;
            if (!ended(h)) return 0;
        } else if (h->column[H_STATUS] == CANCELLED)
            return 0; /* nothing but the end may follow that */
        else if (NEXT(t, "Seat ")) {
            if (!seat_line(h, scan, &n_pairs)) return 0;
        } else if (h->section == RESULT && NEXT(t, "Rake ")) {
            if (h->column[H_RAKE] != NONE || !money(t, &h->column[H_RAKE]) || !ended(h)) return 0;
        } else if (NEXT(t, "Hand cancelled")) {
            h->column[H_STATUS] = CANCELLED;
            if (!ended(h)) return 0;
        } else
            return 0;
    }
    h->column[H_LAST_LINE] = h->line++;
    return line_end(t);
}
