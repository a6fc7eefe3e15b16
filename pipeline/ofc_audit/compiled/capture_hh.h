/* What the parts of the reader of plain `capture_hh` records share. The columns are named, in the same order, in `read/capture_compiled.py`; the
   keys and what their values may be are those of `read/capture_spec.py`. */

#ifndef CAPTURE_HH_H
#define CAPTURE_HH_H

#include "columns.h"
#include "json.h"

#define EMPTY 255
#define MOST_PLAYERS 4
#define MOST_DEAD 60 /* cards that a player threw away: more than these are left to the reader in numpy */

enum {
    C_APP, C_PRICE = 2, C_CLUB_ID = 4, C_ROOM_ID = 6, C_RULES = 8, C_HAND_ID = 10, C_STAKES = 12, C_IS_JOINED, C_ENDED_AT, C_N_SEATS, C_FIRST_LINE,
    C_LAST_LINE, C_FIRST_BYTE, C_LAST_BYTE, N_CAPTURE
};
enum {
    L_HAND, L_ACTING_ORDER, L_ID, L_NAME = 4, L_IS_FANTASY = 6, L_FANTASY_CARDS, L_IS_HERO, L_RESULT, L_WIN, L_NAME_LINE, L_ROWS_LINE,
    L_RESULT_LINE, L_WIN_LINE, L_N_DISCARDS, N_PLAYER
};

struct captures {
    int64_t pos, line, is_full; /* where the scan stands, how many lines it has passed, and whether it stands there for want of room */
    int64_t line_start, n_left; /* where the line begins, and how many stretches of the text were left to others */
    struct columns hands, seats;
    uint8_t *cards, *streets; /* (seats, 13) */
    uint8_t *discards, *discard_streets;
    int64_t n_discards, most_discards;
};

/* Cards with their streets, as they are written. */
struct pile {
    uint8_t card[MOST_DEAD], street[MOST_DEAD];
    int n;
};
struct player {
    int64_t column[N_PLAYER];
    struct pile row[3], dead;
};
struct capture {
    struct captures *to;
    int64_t column[N_CAPTURE], first_line, key_line[4][MOST_PLAYERS]; /* of names, rows, results and wins, where keys stand as a tool puts them */
    int n_players, n_opened;
    struct player player[MOST_PLAYERS];
};

LOCAL int read_capture(struct json *json, struct capture *capture);
LOCAL int write_player(struct captures *to, struct player *player);

#endif
