/* Reads JSON of a known form in one pass: objects with the keys of a list, in any order and each once, with values of the kinds of those keys.

   What is taken is plain: texts without escapes in valid UTF-8, whole numbers, no null, no key that the list does not have. Every function says
   whether it read what it wants; what did not read is unclear and left to others. Nothing reads past the end of the text. */

#ifndef JSON_H
#define JSON_H

#include "text.h"

#define LOCAL __attribute__((visibility("hidden")))

enum kind { INT, COUNT, FLAG, TEXT, WORD, MONEY, SIGNED_MONEY, TIME, INTS, OBJECT, LIST, OTHER };
#define IS_TRUE (-2) /* a count that is told as `true` */

struct json {
    Text t;
    void *hand; /* what is being read */
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
/* Reads a text between quotes, and gives where it stands. */
LOCAL int json_text(Text *t, int64_t *span);

static inline int peek(const Text *t) { return t->p < t->end ? *t->p : -1; }

static inline void blanks(Text *t) {
    while (t->p < t->end && (*t->p == ' ' || *t->p == '\t')) t->p++;
}

/* Passes a mark with the blanks on both sides. */
static inline int mark(Text *t, uint8_t byte) {
    blanks(t);
    if (peek(t) != byte) return 0;
    t->p++;
    blanks(t);
    return 1;
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
static inline int card_texts(Text *t, uint8_t *codes, int64_t most) {
    if (!NEXT(t, "[")) return -1;
    blanks(t);
    if (NEXT(t, "]")) return 0;
    for (int n = 0; n < most;) {
        const uint8_t *c = t->p;
        if (t->end - c < 5 || c[0] != '"' || c[3] != '"') return -1;
        int code = card_code(c + 1);
        if (code < 0) return -1;
        codes[n++] = (uint8_t)code;
        t->p += 4;
        blanks(t);
        if (NEXT(t, "]")) return n;
        if (!NEXT(t, ",")) return -1;
        blanks(t);
    }
    return -1;
}

#endif
