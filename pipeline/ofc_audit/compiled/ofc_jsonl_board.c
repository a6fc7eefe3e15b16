/* The streets of a player in an `ofc_jsonl` record, and the board that they make. */

#include "ofc_jsonl.h"

#define MAX_INT32 2147483647

enum { MS, AUTO };
static const int row_size[] = {3, 5, 5}, row_start[] = {0, 3, 8};

static struct street *latest(struct json *json) {
    struct record *record = json->hand;
    return &record->street[record->n_streets];
}

static int row_cards(struct json *json, int row) {
    struct street *street = latest(json);
    street->n_row[row] = card_texts(json, street->row[row], row_size[row]);
    return street->n_row[row] >= 0;
}
static int top(struct json *json, int64_t *unused) { return (void)unused, row_cards(json, 0); }
static int middle(struct json *json, int64_t *unused) { return (void)unused, row_cards(json, 1); }
static int bottom(struct json *json, int64_t *unused) { return (void)unused, row_cards(json, 2); }

/* Other cards go where those of all seats are, with the number of the entry that they stand in. */
static int64_t listed(struct json *json, uint8_t *cards, uint8_t *streets, int64_t *n) {
    struct record *record = json->hand;
    int64_t found = card_texts(json, cards + *n, MOST_LISTED);
    if (found > 0) {
        memset(streets + *n, record->n_streets, (size_t)found);
        *n += found;
    }
    return found;
}
static int dealt(struct json *json, int64_t *unused) {
    (void)unused;
    struct scan *scan = ((struct record *)json->hand)->scan;
    return (latest(json)->n_dealt = listed(json, scan->dealt, scan->dealt_streets, &scan->n_dealt)) >= 0;
}
static int discards(struct json *json, int64_t *unused) {
    (void)unused;
    struct scan *scan = ((struct record *)json->hand)->scan;
    int64_t found = latest(json)->n_discards = listed(json, scan->discards, scan->discard_streets, &scan->n_discards);
    if (found > 0) sort_down(scan->discards + scan->n_discards - found, (int)found);
    return found >= 0;
}

static const struct key street_keys[] = {
    KEY("dealt", OTHER, .read = dealt),
    KEY("top", OTHER, .read = top, .is_required = 1),
    KEY("middle", OTHER, .read = middle, .is_required = 1),
    KEY("bottom", OTHER, .read = bottom, .is_required = 1),
    KEY("discards", OTHER, .read = discards),
    KEY("ms", INT, .column = MS, .high = MAX_INT32),
    KEY("auto", FLAG, .column = AUTO),
};

static int read_street(struct json *json, int64_t *unused) {
    (void)unused;
    struct record *record = json->hand;
    if (record->n_streets == MOST_STREETS) return 0;
    struct street *street = latest(json);
    street->n_dealt = street->n_discards = -1, street->column[MS] = NONE, street->column[AUTO] = 0;
    if (!json_object(json, street_keys, COUNT_OF(street_keys), street->column)) return 0;
    for (int row = 0; row < 3; row++) sort_down(street->row[row], street->n_row[row]);
    return ++record->n_streets;
}

int read_streets(struct json *json, int64_t *column) { return json_list(json, read_street, column); }

/* The number of an entry's street: 0 in Fantasyland, else counted from 1; a board in one entry has none that is known. */
static uint8_t number_of(const struct record *record, int is_fantasy, int entry) {
    const int *n = record->street[0].n_row;
    if (is_fantasy) return 0;
    return record->n_streets == 1 && n[0] + n[1] + n[2] > FIRST_STREET_CARDS ? UNKNOWN_STREET : (uint8_t)(entry + 1);
}

/* What is told of discards: nobody discards from the first street, so where later ones tell, its silence hides nothing. */
static int are_discards_told(const struct record *record) {
    int tells = 0;
    for (int i = 0; i < record->n_streets; i++) tells |= record->street[i].n_discards >= 0;
    for (int i = 0; i < record->n_streets; i++) {
        const struct street *street = &record->street[i];
        int none_left = street->n_dealt == street->n_row[0] + street->n_row[1] + street->n_row[2];
        int is_first = i == 0 && record->n_streets > 1 && street->n_dealt < 0;
        if (street->n_discards < 0 && !none_left && !(is_first && tells)) return 0;
    }
    return record->n_streets > 0;
}

/* Numbers the streets of the cards listed since `first`. */
static void renumber(const struct record *record, int is_fantasy, uint8_t *streets, int64_t first, int64_t n) {
    for (; first < n; first++) streets[first] = number_of(record, is_fantasy, streets[first]);
}

static void write_streets(struct record *record, int64_t *c) {
    struct scan *scan = record->scan;
    int64_t first = scan->n_streets;
    c[S_HAS_TIME] = 0;
    for (int i = 0; i < record->n_streets; i++) {
        const int64_t *said = record->street[i].column;
        if (number_of(record, c[S_IS_FANTASY] == 1, i) == UNKNOWN_STREET && said[MS] == NONE && !said[AUTO]) continue;
        c[S_HAS_TIME] |= said[MS] != NONE;
        scan->ms[scan->n_streets] = said[MS] == NONE ? 0 : (int32_t)said[MS];
        scan->is_timed[scan->n_streets] = said[MS] != NONE, scan->is_auto[scan->n_streets++] = (uint8_t)said[AUTO];
    }
    c[S_N_STREETS] = scan->n_streets - first;
}

/* The board of a seat from its streets, which go to the places where those of the seat begin. */
int write_board(struct record *record, int64_t *c) {
    struct scan *scan = record->scan;
    int64_t first_discard = scan->n_discards, first_dealt = scan->n_dealt;
    int is_fantasy = c[S_IS_FANTASY] == 1, n_row[3] = {0}, is_dealt = 0;
    if (record->n_streets > (is_fantasy ? 1 : MOST_STREETS)) return 0;
    uint8_t *cards = scan->cards + scan->seats.n * 13, *streets = scan->streets + scan->seats.n * 13;
    memset(cards, EMPTY, 13), memset(streets, EMPTY, 13);
    for (int i = 0; i < record->n_streets; i++) {
        const struct street *street = &record->street[i];
        is_dealt |= street->n_dealt >= 0;
        first_dealt -= street->n_dealt > 0 ? street->n_dealt : 0;
        first_discard -= street->n_discards > 0 ? street->n_discards : 0;
        for (int row = 0; row < 3; row++) {
            int n = street->n_row[row], at = row_start[row] + n_row[row];
            if ((n_row[row] += n) > row_size[row]) return 0;
            memcpy(cards + at, street->row[row], (size_t)n);
            memset(streets + at, number_of(record, is_fantasy, i), (size_t)n);
        }
    }
    renumber(record, is_fantasy, scan->dealt_streets, first_dealt, scan->n_dealt);
    renumber(record, is_fantasy, scan->discard_streets, first_discard, scan->n_discards);
    int is_told = are_discards_told(record);
    if (!is_told) scan->n_discards = first_discard;
    c[S_N_DISCARDS] = is_told ? scan->n_discards - first_discard : NONE;
    c[S_N_DEALT] = is_dealt ? scan->n_dealt - first_dealt : NONE;
    write_streets(record, c);
    return 1;
}
