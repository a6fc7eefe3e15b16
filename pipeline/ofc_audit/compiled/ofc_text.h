/* What the parts of the reader of clean `ofc_text` hands share: a hand while it is read, and the tables that it is written to. The columns are
   named, in the same order, in `read/text_compiled.py`. */

#ifndef OFC_TEXT_H
#define OFC_TEXT_H

#include "text.h"

#define EMPTY 255
#define MAX_SEATS 15
#define MAX_SEAT_NO 31
#define N_STREETS 10 /* streets 1 to 9; 0 is Fantasyland */
#define MAX_INT16 32767
#define MAX_INT32 2147483647
#define MAX_FANTASY_CARDS 52

enum { HEAD, READY, STREET, FANTASYLAND = STREET + 9, SHOWDOWN, PAIRS, RESULT, END };
enum { COMPLETE, INCOMPLETE, CANCELLED };
enum {
    H_HAND_ID, H_RULES = 2, H_CURRENCY = 4, H_OPTIONS = 6, H_TOURNAMENT = 8, H_LEVELS = 10, H_MATCH = 12, H_TABLE = 14, H_SITE = 16,
    H_POINT_VALUE = 18, H_ENDED_AT, H_LEVEL, H_HAND_NO, H_LAST_OF_MATCH, H_RAKE, H_STATUS, H_N_SEATS, H_HAS_RESULT,
    H_FIRST_LINE, H_LAST_LINE, H_FIRST_BYTE, H_LAST_BYTE, N_HAND
};
enum {
    S_HAND, S_ACTING_ORDER, S_SEAT_NO, S_NAME, S_STACK = 5, S_IS_FANTASY, S_FANTASY_CARDS, S_LINE, S_BOARD_LINE, S_IS_COMPLETE,
    S_IS_FOUL, S_ROYALTIES, S_SHOWDOWN_LINE = 15, S_POINTS, S_NET, S_RAKE, S_STACK_AFTER, S_CLAIM_LINE, S_IS_FANTASY_NEXT, S_FANTASY_NEXT,
    S_BOUNTY, S_PLACE, S_N_DISCARDS, S_N_DEALT, S_N_STREETS, S_HAS_TIME, N_SEAT
};
enum { P_HAND, P_PAIR_NO, P_A, P_B, P_ROWS, P_BONUS = 7, P_ROYALTIES_A, P_ROYALTIES_B, P_POINTS, P_AMOUNT, P_IS_SWAPPED, P_LINE, N_PAIR };
enum { E_HAND, E_SEAT_NO, E_WHAT, N_EVENT };
enum { SITS_OUT, IS_DISCONNECTED, IS_CONNECTED };

/* Tables are rows one behind the other, with room for `most`; a hand is written as a whole or not at all. */
struct table {
    int64_t *values, most, n;
};
struct scan {
    int64_t pos, line; /* where the scan stands, a line's start, and how many lines it has passed */
    struct table hands, seats, pairs, events;
    uint8_t *cards, *streets, *shown; /* (seats, 13) */
    uint8_t *discards, *discard_streets, *dealt, *dealt_streets;
    uint8_t *is_timed, *is_auto; /* for each street of each seat, as is ms */
    int32_t *ms;
    int64_t most_flat, n_discards, n_dealt, n_streets;
};

struct seat {
    int64_t column[N_SEAT];
    uint8_t row[3][5], row_street[3][5], shown[3][5], discards[N_STREETS][MOST_CARDS], dealt[N_STREETS][MOST_CARDS];
    int n_row[3], n_shown[3], has_shown;
    int n_discards[N_STREETS], n_dealt[N_STREETS], n_placed[N_STREETS], is_auto[N_STREETS]; /* counts are -1 where nothing is said */
    int64_t ms[N_STREETS];
};
struct hand {
    Text t;
    int64_t column[N_HAND], line;
    int n_seats, section, seat_of[MAX_SEAT_NO + 1], sits_out[MAX_SEAT_NO + 1];
    uint8_t has_pair[MAX_SEATS][MAX_SEATS];
    struct seat seat[MAX_SEATS];
};

#define LOCAL __attribute__((visibility("hidden")))

/* Writes a row; says whether there was room. */
static inline int add(struct table *table, int n_columns, const int64_t *row) {
    if (table->n == table->most) return 0;
    memcpy(table->values + table->n++ * n_columns, row, (size_t)n_columns * sizeof *row);
    return 1;
}

static inline void clear(int64_t *column, int n) {
    for (int i = 0; i < n; i++) column[i] = NONE;
}

static inline int seat_number(Text *t, int64_t *value) { return up_to(t, MAX_SEAT_NO, value); }

/* Each of these says whether it read what it wants; a hand of which anything did not read is unclear. */
LOCAL int skip(Text *t, int64_t *line);
LOCAL int ended(struct hand *h);
LOCAL int head(struct hand *h);
LOCAL int players(struct hand *h);
LOCAL int play(struct hand *h, struct scan *scan);
LOCAL int write_hand(struct scan *scan, struct hand *h);

#endif
