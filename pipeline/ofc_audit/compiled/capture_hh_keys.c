/* The keys of a capture record, its hand and its players, and what can only be said when all of it is read. */

#include "capture_hh.h"

#define MOST_POINTS 999999999
#define INDENT 16       /* where the keys of a player stand in a line, as the capture tool prints them, */
#define OPEN_INDENT 12  /* and where the line that opens a player ends */

enum { NAME, ROWS, RESULT, WIN };

static const char *const apps[] = {"Ppp", "Upoker", "Spartan", 0};
static const int row_size[] = {3, 5, 5};

/* Notes a `{` that ends a line where the tool opens a player; from there on the lines of his keys are counted as his. */
static void note_open(struct capture *capture, const struct json *json) {
    const uint8_t *c = json->t.p, *end = json->t.end;
    if (c - json->line_start != OPEN_INDENT || c == end || *c != '{') return;
    c++;
    capture->n_opened += c == end || *c == '\n' || (*c == '\r' && (end - c < 2 || c[1] == '\n'));
}

/* Notes the line of the key whose value stands here, where the key stands as the tool puts it. */
static void note_key(const struct json *json, int which, const char *name) {
    struct capture *capture = json->hand;
    int64_t player = capture->n_opened - 1;
    Text key = {json->key, json->t.end, json->t.base};
    if (json->key - json->key_line_start != INDENT || !is_next(&key, name, (int64_t)strlen(name))) return;
    if (player >= 0 && player < MOST_PLAYERS) capture->key_line[which][player] = json->key_line;
}

/* `Ks1 Kc2`, up to something that is no card. */
static int pile(Text *t, struct pile *pile, int most) {
    pile->n = 0;
    if (peek(t) == '"' || peek(t) == '/') return 1;
    do {
        const uint8_t *c = t->p;
        if (pile->n == most || t->end - c < 3) return 0;
        int code = card_code(c);
        if (code < 0 || (unsigned)(c[2] - '0') > 9) return 0;
        pile->card[pile->n] = (uint8_t)code, pile->street[pile->n++] = (uint8_t)(c[2] - '0');
        t->p += 3;
    } while (NEXT(t, " "));
    return 1;
}

static struct player *latest(struct json *json) {
    struct capture *capture = json->hand;
    return &capture->player[capture->n_players];
}
static int rows(struct json *json, int64_t *unused) {
    (void)unused;
    Text *t = &json->t;
    struct pile *row = latest(json)->row;
    note_key(json, ROWS, "\"rows\": ");
    if (!NEXT(t, "\"")) return 0;
    for (int i = 0; i < 3; i++)
        if ((i && !NEXT(t, "/")) || !pile(t, &row[i], row_size[i])) return 0;
    return NEXT(t, "\"");
}
static int dead(struct json *json, int64_t *unused) {
    (void)unused;
    Text *t = &json->t;
    return NEXT(t, "\"") && pile(t, &latest(json)->dead, MOST_DEAD) && NEXT(t, "\"");
}
static int name(struct json *json, int64_t *column) {
    note_key(json, NAME, "\"playerName\": ");
    return json_text(&json->t, &column[L_NAME]);
}
static int result(struct json *json, int64_t *column) {
    note_key(json, RESULT, "\"result\": ");
    return whole(&json->t, -MOST_POINTS, MOST_POINTS, &column[L_RESULT]);
}
static int win(struct json *json, int64_t *column) {
    note_key(json, WIN, "\"win\": ");
    return json_amount(&json->t, -1, &column[L_WIN]);
}

static const struct key player_keys[] = {
    KEY("inFantasy", FLAG, .column = L_IS_FANTASY, .is_required = 1),
    KEY("result", OTHER, .read = result),
    KEY("playerName", OTHER, .read = name),
    KEY("orderIndex", INT, .column = L_ACTING_ORDER, .high = MOST_PLAYERS - 1, .is_required = 1),
    KEY("hero", FLAG, .column = L_IS_HERO),
    KEY("dead", OTHER, .read = dead),
    KEY("rows", OTHER, .read = rows, .is_required = 1),
    KEY("win", OTHER, .read = win),
    KEY("playerId", TEXT, .column = L_ID),
};

static int read_player(struct json *json, int64_t *unused) {
    (void)unused;
    struct capture *capture = json->hand;
    if (capture->n_players == MOST_PLAYERS) return 0;
    struct player *player = latest(json);
    int64_t *c = player->column;
    blank(c, N_PLAYER);
    c[L_IS_HERO] = -1, player->dead.n = 0;
    note_open(capture, json);
    if (!json_object(json, player_keys, COUNT_OF(player_keys), c)) return 0;
    if (c[L_ID] == NONE && c[L_NAME] == NONE) return 0;
    if (c[L_ID] == NONE) c[L_ID] = c[L_NAME], c[L_ID + 1] = c[L_NAME + 1];
    if (c[L_NAME] == NONE) c[L_NAME] = c[L_ID], c[L_NAME + 1] = c[L_ID + 1];
    capture->n_players++;
    return 1;
}

/* `{"<the hand's id>": [players]}` */
static int read_hand(struct json *json, int64_t *column) {
    Text *t = &json->t;
    note_open(json->hand, json);
    if (!NEXT(t, "{")) return 0;
    blanks(json);
    return json_text(t, &column[C_HAND_ID]) && mark(json, ':') && json_list(json, read_player, column) && (blanks(json), NEXT(t, "}"));
}

/* `0.9PHP`: what a chip costs. */
static int price(struct json *json, int64_t *column) {
    Text *t = &json->t, amount = {t->p + 1, t->end, t->base};
    int64_t *span = &column[C_PRICE], value;
    if (!json_text(t, span) || !money(&amount, &value)) return 0;
    const uint8_t *start = t->base + span[0], *point = memchr(start, '.', (size_t)(amount.p - start)), *letter = amount.p;
    while (letter < t->p - 1 && (unsigned)((*letter | 0x20) - 'a') < 26) letter++;
    return (point ? point : amount.p) - start <= 13 && letter == t->p - 1 && letter > amount.p && letter - amount.p <= 12;
}

/* The rules of the table, in which no jokers may be: those of `nojokers` are none. */
static int rules(struct json *json, int64_t *column) {
    static const char jokers[] = "jokers";
    Text *t = &json->t;
    if (!json_text(t, &column[C_RULES])) return 0;
    const uint8_t *start = t->base + column[C_RULES], *stop = t->base + column[C_RULES + 1];
    for (const uint8_t *c = start; stop - c >= 6; c++)
        if (!memcmp(c, jokers, 6) && (c - start < 2 || c[-2] != 'n' || c[-1] != 'o')) return 0;
    return 1;
}

static int end_time(struct json *json, int64_t *column) {
    Text *t = &json->t;
    return NEXT(t, "\"") && date_time(t, &column[C_ENDED_AT]) && NEXT(t, "\"");
}

static const struct key capture_keys[] = {
    KEY("stakes", AMOUNT, .column = C_STAKES, .is_required = 1),
    KEY("handData", OTHER, .read = read_hand, .is_required = 1),
    KEY("appName", WORD, .column = C_APP, .words = apps),
    KEY("price", OTHER, .read = price),
    KEY("joined", FLAG, .column = C_IS_JOINED),
    KEY("clubId", TEXT, .column = C_CLUB_ID),
    KEY("rules", OTHER, .read = rules),
    KEY("endDateTime", OTHER, .read = end_time),
    KEY("roomId", TEXT, .column = C_ROOM_ID),
};

/* Gives each player the lines of his keys: the record's own where they do not stand as the tool puts them, and none for money. */
static void take_lines(struct capture *capture) {
    int is_printed = capture->n_opened == capture->n_players;
    for (int i = 0; i < capture->n_players; i++)
        for (int which = NAME; which <= WIN; which++) {
            int64_t line = is_printed ? capture->key_line[which][i] : NONE;
            capture->player[i].column[L_NAME_LINE + which] = line == NONE && which != WIN ? capture->first_line : line;
        }
}

int read_capture(struct json *json, struct capture *capture) {
    Text *t = &json->t;
    int64_t *c = capture->column, at_order[MOST_PLAYERS] = {-1, -1, -1, -1};
    struct captures *to = capture->to;
    const uint8_t *start = t->p;
    blank(c, N_CAPTURE), blank(capture->key_line[0], 4 * MOST_PLAYERS);
    c[C_IS_JOINED] = -1, capture->n_players = capture->n_opened = 0, capture->first_line = json->line;
    if (!json_object(json, capture_keys, COUNT_OF(capture_keys), c) || !capture->n_players) return 0;
    c[C_N_SEATS] = capture->n_players, c[C_FIRST_LINE] = capture->first_line, c[C_LAST_LINE] = json->line;
    c[C_FIRST_BYTE] = start - t->base, c[C_LAST_BYTE] = t->p - t->base - 1;
    blanks(json);
    if (t->p < t->end && (*t->p != '{' || t->p != json->line_start)) return 0;
    for (int i = 0; i < capture->n_players; i++) {
        int64_t order = capture->player[i].column[L_ACTING_ORDER];
        if (order >= capture->n_players || at_order[order] >= 0) return 0;
        at_order[order] = i;
    }
    take_lines(capture);
    for (int i = 0; i < capture->n_players; i++) {
        struct player *player = &capture->player[at_order[i]];
        player->column[L_HAND] = to->hands.n;
        if (!write_player(to, player)) return 0;
    }
    return put(&to->hands, N_CAPTURE, c);
}
