/* The head of an `ofc_text` hand: header, options, tournament, match, table, seats and the button. */

#include "ofc_text.h"

static void span(struct hand *h, int64_t *column, const uint8_t *start, const uint8_t *stop) {
    column[0] = start - h->t.base, column[1] = stop - h->t.base;
}

/* Passes empty lines and notes. */
int skip(Text *t, int64_t *line) {
    while (t->p < t->end) {
        if (*t->p == '#') {
            const uint8_t *end = end_of_line(t);
            if ((end - t->p > 1 && t->p[1] != ' ') || memchr(t->p, '\r', (size_t)(end - t->p))) return 0;
            t->p = end;
        } else if (*t->p != '\n' && *t->p != '\r')
            return 1;
        if (!line_end(t)) return 0;
        ++*line;
    }
    return 1;
}

int ended(struct hand *h) {
    if (!line_end(&h->t)) return 0;
    h->line++;
    return skip(&h->t, &h->line);
}

/* `<id>` or `<id><before><number>` up to the line's end. */
static int numbered(struct hand *h, int64_t *id, const char *before, int64_t *value) {
    const uint8_t *start = h->t.p, *end = end_of_line(&h->t), *blank = last_of(start, end, ' ');
    h->t.p = end;
    if (blank && ends_with(start, blank + 1, before)) {
        h->t.p = blank + 1;
        if (!up_to(&h->t, MAX_INT32, value)) return 0;
        end = blank + 1 - strlen(before);
    }
    span(h, id, start, end);
    return is_plain(start, end) && ended(h);
}

static int whole_line(struct hand *h, int64_t *column) {
    const uint8_t *start = h->t.p;
    h->t.p = end_of_line(&h->t);
    span(h, column, start, h->t.p);
    return is_plain(start, h->t.p) && ended(h);
}

static int place(struct hand *h) {
    Text *t = &h->t;
    if (NEXT(t, "Site ")) return whole_line(h, &h->column[H_SITE]);
    if (!NEXT(t, "Table '")) return 0;
    const uint8_t *start = t->p, *end = end_of_line(t), *mark = last_of(start, end, '\'');
    static const char site[] = "', site ";
    int64_t length = sizeof site - 1;
    if (!mark || end - mark <= length || memcmp(mark, site, (size_t)length)) return 0;
    if (!is_plain(start, end)) return 0;
    span(h, &h->column[H_TABLE], start, mark);
    span(h, &h->column[H_SITE], mark + length, end);
    t->p = end;
    return ended(h);
}

static int header(struct hand *h) {
    Text *t = &h->t;
    int64_t *c = h->column;
    if (!NEXT(t, "OFC Hand #") || !until(t, ": ", &c[H_HAND_ID], &c[H_HAND_ID + 1])) return 0;
    if (!until(t, ", ", &c[H_RULES], &c[H_RULES + 1]) || !money(t, &c[H_POINT_VALUE]) || !NEXT(t, " ")) return 0;
    const uint8_t *start = t->p;
    while (t->p < t->end && *t->p != ' ' && *t->p != '\n') t->p++;
    span(h, &c[H_CURRENCY], start, t->p);
    return is_plain(start, t->p) && NEXT(t, " per point - ") && date_time(t, &c[H_ENDED_AT]) && NEXT(t, " UTC") && ended(h);
}

int head(struct hand *h) {
    Text *t = &h->t;
    int64_t *c = h->column;
    if (!header(h)) return 0;
    if (NEXT(t, "Options: ") && !whole_line(h, &c[H_OPTIONS])) return 0;
    if (NEXT(t, "Tournament #") && !numbered(h, &c[H_TOURNAMENT], ", level ", &c[H_LEVEL])) return 0;
    if (NEXT(t, "Levels: ") && !whole_line(h, &c[H_LEVELS])) return 0;
    if (NEXT(t, "Match #")) {
        c[H_LAST_OF_MATCH] = 0;
        if (!numbered(h, &c[H_MATCH], ", hand ", &c[H_HAND_NO])) return 0;
    }
    if (NEXT(t, "Last hand of the match")) {
        c[H_LAST_OF_MATCH] = 1;
        if (!ended(h)) return 0;
    }
    return place(h);
}

/* `<name> (<money>), Fantasyland 14 cards` and its kin, in the rest of a line. */
static int player(struct hand *h, int64_t *c, int *sits_out) {
    const uint8_t *start = h->t.p, *end = end_of_line(&h->t), *mark;
    h->t.p = end;
    if (!is_plain(start, end) || *start == '"') return 0;
    c[S_FANTASY_CARDS] = 0;
    *sits_out = ends_with(start, end, ", sitting out");
    if (*sits_out)
        end -= strlen(", sitting out");
    else if (ends_with(start, end, ", Fantasyland")) {
        end -= strlen(", Fantasyland");
        c[S_FANTASY_CARDS] = NONE, c[S_IS_FANTASY] = 1;
    } else if (ends_with(start, end, " cards")) {
        end -= strlen(" cards");
        mark = last_of(start, end, ' ');
        if (!mark || !ends_with(start, mark + 1, ", Fantasyland ")) return 0;
        Text count = {mark + 1, end, h->t.base};
        if (!up_to(&count, MAX_FANTASY_CARDS, &c[S_FANTASY_CARDS]) || count.p != end || !c[S_FANTASY_CARDS]) return 0;
        c[S_IS_FANTASY] = 1;
        end = mark + 1 - strlen(", Fantasyland ");
    }
    if (ends_with(start, end, " cards")) return 0;
    mark = last_of(start, end, '(');
    if (mark && mark > start && mark[-1] == ' ' && end[-1] == ')') {
        Text stack = {mark + 1, end - 1, h->t.base};
        if (money(&stack, &c[S_STACK]) && stack.p == end - 1)
            end = mark - 1;
        else
            c[S_STACK] = NONE;
    }
    if (c[S_STACK] == NONE) /* a comma or a parenthesis could be a mark that does not read */
        for (const uint8_t *at = start; at < end; at++)
            if (*at == ',' || *at == '(') return 0;
    span(h, &c[S_NAME], start, end);
    return end > start && ended(h);
}

int players(struct hand *h) {
    Text *t = &h->t;
    struct { int64_t no, column[N_SEAT]; } found[MAX_SEAT_NO + 1];
    int n = 0, sits_out;
    int64_t no, button = -1;
    for (int i = 0; i <= MAX_SEAT_NO; i++) h->seat_of[i] = -1, h->sits_out[i] = 0;
    for (;;) {
        if (!NEXT(t, "Seat ") || !seat_number(t, &no)) return 0;
        if (NEXT(t, " is the button")) break;
        if (!NEXT(t, ": ") || h->seat_of[no] >= 0 || h->sits_out[no]) return 0;
        int64_t *c = found[n].column;
        clear(c, N_SEAT);
        c[S_IS_FANTASY] = 0, c[S_LINE] = h->line;
        if (!player(h, c, &sits_out)) return 0;
        found[n].no = no;
        h->sits_out[no] = sits_out;
        if (!sits_out) h->seat_of[no] = n++;
    }
    button = no;
    if (!n || n > MAX_SEATS || !ended(h)) return 0;
    /* The seats behind the button come first; those up to it follow, the button last. */
    for (int i = 1; i <= MAX_SEAT_NO + 1; i++) {
        int64_t at = (button + i) % (MAX_SEAT_NO + 1);
        if (h->seat_of[at] < 0) continue;
        struct seat *s = &h->seat[h->n_seats];
        memset(s, 0, sizeof *s);
        memcpy(s->column, found[h->seat_of[at]].column, sizeof s->column);
        for (int k = 0; k < N_STREETS; k++) s->n_discards[k] = s->n_dealt[k] = s->n_placed[k] = -1, s->ms[k] = NONE;
        s->column[S_SEAT_NO] = at, s->column[S_ACTING_ORDER] = h->n_seats;
        s->column[S_IS_FOUL] = s->column[S_IS_FANTASY_NEXT] = -1;
        h->seat_of[at] = h->n_seats++;
    }
    memset(h->has_pair, 0, sizeof h->has_pair);
    return 1;
}
