/* The keys of an `ofc_jsonl` record, and what of it can only be said when all of it is read. */

#include "ofc_jsonl.h"

#define MAX_INT16 32767
#define MAX_INT32 2147483647
#define MOST_CARDS 52

static const char *const scorings[] = {"1-6", "2-4", 0}, *const fantasylands[] = {"fixed", "progressive", 0};
static const char *const settlements[] = {"difference", "winner_only", 0}, *const states[] = {"complete", "cancelled", 0};

static const struct key claim_keys[] = {
    KEY("foul", FLAG, .column = S_IS_FOUL),
    KEY("royalties", INTS, .column = S_TOP_ROYALTIES, .n = 3, .low = -MAX_INT16, .high = MAX_INT16),
    KEY("points", INT, .column = S_POINTS, .low = -MAX_INT32, .high = MAX_INT32),
    KEY("net", SIGNED_MONEY, .column = S_NET),
    KEY("rake", MONEY, .column = S_RAKE),
    KEY("stack", MONEY, .column = S_STACK_AFTER),
    KEY("fantasy_next", COUNT, .column = S_FANTASY_NEXT, .high = MOST_CARDS),
    KEY("bounty", MONEY, .column = S_BOUNTY),
    KEY("place", INT, .column = S_PLACE, .low = 1, .high = MAX_INT16),
};
static int read_claims(struct json *json, int64_t *column) {
    column[S_HAS_CLAIMS] = 1;
    return json_object(json, claim_keys, COUNT_OF(claim_keys), column);
}

static const struct key seat_keys[] = {
    KEY("seat", INT, .column = S_SEAT_NO, .high = MAX_INT16),
    KEY("player", TEXT, .column = S_NAME, .is_required = 1),
    KEY("id", TEXT, .column = S_ID),
    KEY("hero", FLAG, .column = S_IS_HERO),
    KEY("stack", MONEY, .column = S_STACK),
    KEY("fantasy", COUNT, .column = S_FANTASY_CARDS, .high = MOST_CARDS, .is_required = 1),
    KEY("streets", OTHER, .read = read_streets, .is_required = 1),
    KEY("claims", OTHER, .read = read_claims),
};
static const struct key pair_keys[] = {
    KEY("a", INT, .column = P_A, .high = MAX_INT16, .is_required = 1),
    KEY("b", INT, .column = P_B, .high = MAX_INT16, .is_required = 1),
    KEY("rows", INTS, .column = P_TOP, .n = 3, .low = -1, .high = 1),
    KEY("bonus", INT, .column = P_BONUS, .low = -MAX_INT16, .high = MAX_INT16),
    KEY("royalties", INTS, .column = P_ROYALTIES_A, .n = 2, .low = -MAX_INT16, .high = MAX_INT16),
    KEY("points", INT, .column = P_POINTS, .low = -MAX_INT32, .high = MAX_INT32),
    KEY("amount", SIGNED_MONEY, .column = P_AMOUNT),
};
static const struct key event_keys[] = {
    KEY("seat", INT, .column = E_SEAT_NO, .high = MAX_INT16),
    KEY("what", TEXT, .column = E_WHAT, .is_required = 1),
};

static void turn_next(int64_t *c) {
    c[S_IS_FANTASY_NEXT] = c[S_FANTASY_NEXT] == NONE ? -1 : c[S_FANTASY_NEXT] != 0;
    if (c[S_FANTASY_NEXT] == IS_TRUE) c[S_FANTASY_NEXT] = NONE;
}

static int read_seat(struct json *json, int64_t *unused) {
    (void)unused;
    struct record *record = json->hand;
    if (record->n_seats == MOST_SEATS) return 0;
    int64_t *c = record->seat[record->n_seats];
    blank(c, N_SEAT);
    c[S_IS_HERO] = c[S_IS_FOUL] = -1, c[S_HAS_CLAIMS] = 0;
    c[S_HAND] = record->scan->hands.n, c[S_ACTING_ORDER] = record->n_seats;
    record->n_streets = 0;
    if (!json_object(json, seat_keys, COUNT_OF(seat_keys), c)) return 0;
    c[S_IS_FANTASY] = c[S_FANTASY_CARDS] != 0;
    if (c[S_FANTASY_CARDS] == IS_TRUE) c[S_FANTASY_CARDS] = NONE;
    if (c[S_ID] == NONE) c[S_ID] = c[S_NAME], c[S_ID + 1] = c[S_NAME + 1];
    turn_next(c);
    if (!write_board(record, c)) return 0;
    record->n_seats++;
    return put(&record->scan->seats, N_SEAT, c);
}

static int read_pair(struct json *json, int64_t *unused) {
    (void)unused;
    struct record *record = json->hand;
    int64_t c[N_PAIR];
    blank(c, N_PAIR);
    c[P_HAND] = record->scan->hands.n, c[P_PAIR_NO] = record->scan->pairs.n - record->first_pair;
    return c[P_PAIR_NO] < MOST_PAIRS && json_object(json, pair_keys, COUNT_OF(pair_keys), c) && put(&record->scan->pairs, N_PAIR, c);
}

static int read_event(struct json *json, int64_t *unused) {
    (void)unused;
    struct record *record = json->hand;
    int64_t c[N_EVENT];
    blank(c, N_EVENT);
    c[E_HAND] = record->scan->hands.n;
    return ++record->n_events <= MOST_EVENTS && json_object(json, event_keys, COUNT_OF(event_keys), c) &&
           put(&record->scan->events, N_EVENT, c);
}

static int read_out(struct json *json, int64_t *unused) {
    (void)unused;
    struct record *record = json->hand;
    int64_t c[N_OUT] = {record->scan->hands.n};
    return record->scan->out.n - record->first_out < MOST_OUT && whole(&json->t, 0, MAX_INT16, &c[O_SEAT_NO]) &&
           put(&record->scan->out, N_OUT, c);
}

/* `{"1": "100", "2": "200.00"}`: whether it reads; no level may be there twice. */
static int read_levels(struct json *json, int64_t *column) {
    Text *t = &json->t;
    int64_t level[MOST_OUT], price;
    column[H_LEVELS] = t->p - t->base;
    if (!NEXT(t, "{")) return 0;
    blanks(json);
    if (!NEXT(t, "}"))
        for (int n = 0;; n++) {
            if (n == MOST_OUT || !NEXT(t, "\"") || !number(t, 9, &level[n]) || !NEXT(t, "\"")) return 0;
            for (int i = 0; i < n; i++)
                if (level[i] == level[n]) return 0;
            if (!mark(json, ':') || !NEXT(t, "\"") || !money(t, &price) || !NEXT(t, "\"")) return 0;
            blanks(json);
            if (NEXT(t, "}")) break;
            if (!NEXT(t, ",")) return 0;
            blanks(json);
        }
    column[H_LEVELS + 1] = t->p - t->base;
    return 1;
}

static const struct key option_keys[] = {
    KEY("scoring", WORD, .column = H_OPTION_SCORING, .words = scorings),
    KEY("fantasyland", WORD, .column = H_OPTION_FANTASYLAND, .words = fantasylands),
    KEY("one_hand", FLAG, .column = H_OPTION_ONE_HAND),
    KEY("royalties", TEXT, .column = H_OPTION_ROYALTIES),
    KEY("royalty_settlement", WORD, .column = H_OPTION_ROYALTY_SETTLEMENT, .words = settlements),
    KEY("match_cap", MONEY, .column = H_MATCH_CAP),
};
static const struct key tournament_keys[] = {
    KEY("id", TEXT, .column = H_TOURNAMENT_ID),
    KEY("level", INT, .column = H_LEVEL, .high = MAX_INT32),
    KEY("point_value_by_level", OTHER, .read = read_levels),
};
static const struct key record_keys[] = {
    KEY("ofc", INT, .column = H_VERSION, .low = 1, .high = 1, .is_required = 1),
    KEY("site", TEXT, .column = H_SITE, .low = 1, .is_required = 1),
    KEY("club", TEXT, .column = H_CLUB_ID),
    KEY("hand_id", TEXT, .column = H_HAND_ID, .low = 1, .is_required = 1),
    KEY("match_id", TEXT, .column = H_MATCH_ID),
    KEY("hand_no", INT, .column = H_HAND_NO, .high = MAX_INT32),
    KEY("table", TEXT, .column = H_TABLE_ID),
    KEY("rules", TEXT, .column = H_RULES_ID, .low = 1, .is_required = 1),
    KEY("options", OBJECT, .keys = option_keys, .n = COUNT_OF(option_keys)),
    KEY("ended_at", TIME, .column = H_ENDED_AT, .is_required = 1),
    KEY("currency", TEXT, .column = H_CURRENCY, .low = 1, .is_required = 1),
    KEY("chip_price", MONEY, .column = H_CHIP_PRICE),
    KEY("chip_currency", TEXT, .column = H_CHIP_CURRENCY),
    KEY("point_value", MONEY, .column = H_POINT_VALUE, .is_required = 1),
    KEY("tournament", OBJECT, .keys = tournament_keys, .n = COUNT_OF(tournament_keys)),
    KEY("status", WORD, .column = H_STATUS, .words = states),
    KEY("last_of_match", FLAG, .column = H_LAST_OF_MATCH),
    KEY("observed", FLAG, .column = H_IS_OBSERVED),
    KEY("seats", LIST, .read = read_seat, .is_required = 1),
    KEY("pairs", LIST, .read = read_pair),
    KEY("sitting_out", LIST, .read = read_out),
    KEY("events", LIST, .read = read_event),
    KEY("rake", MONEY, .column = H_RAKE),
};

/* The acting order of who sits in a seat; -1 where nobody does. */
static int seated(const struct record *record, int64_t no) {
    for (int i = 0; i < record->n_seats; i++)
        if (record->seat[i][S_SEAT_NO] == no) return i;
    return -1;
}

/* Whether all players have a seat of their own, or none of them is said to have one. */
static int seats_fit(const struct record *record) {
    int n_named = 0;
    for (int i = 0; i < record->n_seats; i++) {
        int64_t no = record->seat[i][S_SEAT_NO];
        n_named += no != NONE;
        if (no != NONE && seated(record, no) != i) return 0;
    }
    return record->n_seats && (!n_named || n_named == record->n_seats);
}

/* Turns each pair to the side of the one who acts before. */
static int pairs_fit(struct record *record) {
    static const int turned[] = {P_TOP, P_MIDDLE, P_BOTTOM, P_BONUS, P_POINTS, P_AMOUNT};
    struct columns *pairs = &record->scan->pairs;
    uint8_t has_pair[MOST_SEATS][MOST_SEATS] = {{0}};
    for (int64_t i = record->first_pair; i < pairs->n; i++) {
        int64_t *row = pairs->values + i, most = pairs->most;
        int first = seated(record, row[P_A * most]), second = seated(record, row[P_B * most]);
        int is_swapped = first > second, a = is_swapped ? second : first, b = is_swapped ? first : second;
        if (a < 0 || a == b || has_pair[a][b]) return 0;
        has_pair[a][b] = 1;
        row[P_A * most] = a, row[P_B * most] = b, row[P_IS_SWAPPED * most] = is_swapped;
        if (!is_swapped) continue;
        for (int k = 0; k < COUNT_OF(turned); k++)
            if (row[turned[k] * most] != NONE) row[turned[k] * most] = -row[turned[k] * most];
        int64_t left = row[P_ROYALTIES_A * most];
        row[P_ROYALTIES_A * most] = row[P_ROYALTIES_B * most], row[P_ROYALTIES_B * most] = left;
    }
    return 1;
}

/* Puts the seats that sit out in rising order; none may be there twice or play. */
static int out_fits(struct record *record) {
    struct columns *out = &record->scan->out;
    int64_t *no = out->values + O_SEAT_NO * out->most;
    for (int64_t i = record->first_out; i < out->n; i++) {
        int64_t value = no[i], k = i;
        if (seated(record, value) >= 0) return 0;
        for (; k > record->first_out && no[k - 1] >= value; k--) {
            if (no[k - 1] == value) return 0;
            no[k] = no[k - 1];
        }
        no[k] = value;
    }
    return 1;
}

int read_record(struct json *json, struct record *record) {
    Text *t = &json->t;
    int64_t *c = record->column;
    const uint8_t *start = t->p;
    blank(c, N_HAND);
    c[H_OPTION_ONE_HAND] = c[H_LAST_OF_MATCH] = c[H_IS_OBSERVED] = -1;
    record->n_seats = record->n_events = 0, record->first_pair = record->scan->pairs.n, record->first_out = record->scan->out.n;
    if (!json_object(json, record_keys, COUNT_OF(record_keys), c)) return 0;
    if (!seats_fit(record) || !pairs_fit(record) || !out_fits(record)) return 0;
    c[H_LINE] = record->scan->line, c[H_FIRST_BYTE] = start - t->base, c[H_LAST_BYTE] = t->p - t->base - 1;
    /* Absent means false, so false says no more than silence does: nothing, where there is no match. */
    if (c[H_LAST_OF_MATCH] != 1) c[H_LAST_OF_MATCH] = c[H_MATCH_ID] == NONE ? -1 : 0;
    return line_end(t) && put(&record->scan->hands, N_HAND, c);
}
