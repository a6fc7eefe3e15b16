/* Reads JSON of a known form in one pass: objects with the keys of a list, in any order and each once, with values of the kinds of those keys.

   What is taken is plain: texts without escapes in valid UTF-8, whole numbers, no null, no key that the list does not have. Every function says
   whether it read what it wants; what did not read is unclear and left to others. Nothing reads past the end of the text. */

#ifndef JSON_H
#define JSON_H

#include "text.h"

#define LOCAL __attribute__((visibility("hidden")))

enum kind { INT, COUNT, FLAG, TEXT, WORD, MONEY, SIGNED_MONEY, AMOUNT, TIME, INTS, OBJECT, LIST, OTHER };
#define IS_TRUE (-2) /* a count that is told as `true` */

struct json {
    Text t;
    void *hand;                /* what is being read */
    int is_lined;              /* whether line ends are blanks; else a record is one line */
    int64_t line;              /* how many lines were passed, where they are counted */
    const uint8_t *line_start; /* where the line begins that the text stands in */
    const uint8_t *key, *key_line_start; /* the key that was read last, where its line begins, and how many lines are before it */
    int64_t key_line;
};

/* A key with its quotes. Its value goes to `column`, that of a text (start and stop) and of a list of numbers to the columns behind it too; an
   object has keys of its own and the same columns. `read` reads an item of a list, or the value of a kind that is not among these. */
struct key {
    const char *name;
    int length, kind, column, is_required, n; /* n: of the numbers of a list, or of the keys of an object */
    int64_t low, high;
    const char *const *words;
    const struct key *keys;
    int (*read)(struct json *json, int64_t *column);
};
#define KEY(text, kind_of, ...) {.name = "\"" text "\"", .length = sizeof(text) + 1, .kind = kind_of, __VA_ARGS__}
#define COUNT_OF(keys) ((int)(sizeof(keys) / sizeof *(keys)))

/* Reads an object. */
LOCAL int json_object(struct json *json, const struct key *keys, int n_keys, int64_t *column);
/* Reads a list of anything. */
LOCAL int json_list(struct json *json, int (*item)(struct json *, int64_t *), int64_t *column);
/* Reads an amount that is a number, of at most 14 digits and four decimals; `low` is 0 for one that is not below zero. */
LOCAL int json_amount(Text *t, int64_t low, int64_t *value);
/* Reads a text between quotes, and gives where it stands. */
LOCAL int json_text(Text *t, int64_t *span);

static inline int peek(const Text *t) { return t->p < t->end ? *t->p : -1; }

static inline void blanks(struct json *json) {
    Text *t = &json->t;
    for (; t->p < t->end; t->p++) {
        if (*t->p == ' ' || *t->p == '\t' || (*t->p == '\r' && json->is_lined && t->end - t->p > 1 && t->p[1] == '\n')) continue;
        if (*t->p != '\n' || !json->is_lined) return;
        json->line++, json->line_start = t->p + 1;
    }
}

/* Passes a mark with the blanks on both sides. */
static inline int mark(struct json *json, uint8_t byte) {
    blanks(json);
    if (peek(&json->t) != byte) return 0;
    json->t.p++;
    blanks(json);
    return 1;
}

/* How many line ends are among bytes; a CR before `stop` is none where a LF may follow. */
static inline int64_t line_ends(const uint8_t *c, const uint8_t *stop, int is_end) {
    int64_t n = 0;
    for (; c < stop; c++) n += *c == '\n' || (*c == '\r' && (c + 1 < stop ? c[1] != '\n' : is_end));
    return n;
}

/* A whole number as JSON writes it. */
static inline int whole(Text *t, int64_t low, int64_t high, int64_t *value) {
    int is_below = NEXT(t, "-");
    const uint8_t *start = t->p;
    if (!number(t, 16, value) || (*start == '0' && (is_below || t->p - start > 1))) return 0;
    if (is_below) *value = -*value;
    return *value >= low && *value <= high;
}

/* The code of a card such as `Qh`, -1 where it is none. */
static inline int card_code(const uint8_t *c) {
    static const int8_t rank[256] = {['2'] = 1, ['3'] = 2, ['4'] = 3, ['5'] = 4, ['6'] = 5, ['7'] = 6, ['8'] = 7, ['9'] = 8,
                                     ['T'] = 9, ['J'] = 10, ['Q'] = 11, ['K'] = 12, ['A'] = 13};
    static const int8_t suit[256] = {['c'] = 1, ['d'] = 2, ['h'] = 3, ['s'] = 4};
    return rank[c[0]] && suit[c[1]] ? (rank[c[0]] - 1) * 4 + suit[c[1]] - 1 : -1;
}

/* A list of cards as texts, none to `most`, as codes; how many, -1 where something else stands there. */
static inline int card_texts(struct json *json, uint8_t *codes, int64_t most) {
    Text *t = &json->t;
    if (!NEXT(t, "[")) return -1;
    blanks(json);
    if (NEXT(t, "]")) return 0;
    for (int n = 0; n < most;) {
        const uint8_t *c = t->p;
        if (t->end - c < 5 || c[0] != '"' || c[3] != '"') return -1;
        int code = card_code(c + 1);
        if (code < 0) return -1;
        codes[n++] = (uint8_t)code;
        t->p += 4;
        blanks(json);
        if (NEXT(t, "]")) return n;
        if (!NEXT(t, ",")) return -1;
        blanks(json);
    }
    return -1;
}

#endif
