/* What the parts of the reader of plain `ofc_jsonl` records share. The columns are named, in the same order, in `read/jsonl_compiled.py`; the keys
   and their bounds are those of `read/jsonl_spec.py`. */

#ifndef OFC_JSONL_H
#define OFC_JSONL_H

#include "columns.h"
#include "json.h"

#define EMPTY 255
#define MOST_SEATS 15
#define MOST_STREETS 9
#define MOST_PAIRS (MOST_SEATS * (MOST_SEATS - 1) / 2)
#define FIRST_STREET_CARDS 5
#define UNKNOWN_STREET 255
#define MOST_LISTED 60 /* cards of one list that are no row of a board: more than these are left to the reader in numpy, */
#define MOST_EVENTS 1000 /* as are more events, */
#define MOST_OUT 64 /* and more seats that sit out or prices by level */

enum {
    H_SITE, H_CLUB_ID = 2, H_HAND_ID = 4, H_MATCH_ID = 6, H_TABLE_ID = 8, H_RULES_ID = 10, H_CURRENCY = 12, H_CHIP_CURRENCY = 14,
    H_OPTION_SCORING = 16, H_OPTION_FANTASYLAND = 18, H_OPTION_ROYALTIES = 20, H_OPTION_ROYALTY_SETTLEMENT = 22, H_TOURNAMENT_ID = 24,
    H_LEVELS = 26, H_STATUS = 28, H_HAND_NO = 30, H_OPTION_ONE_HAND, H_MATCH_CAP, H_ENDED_AT, H_CHIP_PRICE, H_POINT_VALUE, H_LEVEL,
    H_LAST_OF_MATCH, H_IS_OBSERVED, H_RAKE, H_LINE, H_FIRST_BYTE, H_LAST_BYTE, H_VERSION, N_HAND
};
enum {
    S_HAND, S_ACTING_ORDER, S_SEAT_NO, S_NAME, S_ID = 5, S_IS_HERO = 7, S_STACK, S_IS_FANTASY, S_FANTASY_CARDS, S_IS_FOUL,
    S_TOP_ROYALTIES, S_MIDDLE_ROYALTIES, S_BOTTOM_ROYALTIES, S_POINTS, S_NET, S_RAKE, S_STACK_AFTER, S_IS_FANTASY_NEXT, S_FANTASY_NEXT,
    S_BOUNTY, S_PLACE, S_HAS_CLAIMS, S_N_DISCARDS, S_N_DEALT, S_N_STREETS, S_HAS_TIME, N_SEAT
};
enum {
    P_HAND, P_PAIR_NO, P_A, P_B, P_TOP, P_MIDDLE, P_BOTTOM, P_BONUS, P_ROYALTIES_A, P_ROYALTIES_B, P_POINTS, P_AMOUNT, P_IS_SWAPPED, N_PAIR
};
enum { E_HAND, E_SEAT_NO, E_WHAT, N_EVENT = 4 };
enum { O_HAND, O_SEAT_NO, N_OUT };
enum { X_START, X_STOP, X_LINE, N_LEFT };

struct scan {
    int64_t pos, line, is_full; /* where the scan stands, a line's start, how many lines it has passed, and whether it stands there for want of room */
    struct columns hands, seats, pairs, events, out;
    struct columns left; /* the stretches between hands that are left to others: whole lines, and how many lines are before them */
    uint8_t *cards, *streets; /* (seats, 13) */
    uint8_t *discards, *discard_streets, *dealt, *dealt_streets;
    uint8_t *is_timed, *is_auto; /* for each street of each seat, as is ms */
    int32_t *ms;
    int64_t n_discards, n_dealt, n_streets, most_discards, most_dealt, most_streets, n_before_left; /* the last: hands before what is left */
};

/* One entry of a player's streets, as it is written. Counts of cards are -1 where nothing is said. */
struct street {
    uint8_t row[3][5];
    int n_row[3];
    int64_t n_dealt, n_discards, column[2]; /* ms, auto */
};
struct record {
    struct scan *scan;
    int64_t column[N_HAND], seat[MOST_SEATS][N_SEAT];
    int64_t first_pair, first_out;
    int n_seats, n_streets, n_events;
    struct street street[MOST_STREETS];
};

LOCAL int read_record(struct json *json, struct record *record);
LOCAL int read_streets(struct json *json, int64_t *column);
LOCAL int write_board(struct record *record, int64_t *column);

#endif
