/* Objects, lists and values of JSON; see `json.h`. */

#include "json.h"

/* Whether bytes are UTF-8: no longer form than needed, no half of a surrogate pair, nothing behind U+10FFFF. */
static int is_utf8(const uint8_t *c, const uint8_t *stop) {
    while (c < stop) {
        uint8_t first = *c++;
        if (first < 0x80) continue;
        int more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
        if (first < 0xC2 || first > 0xF4 || stop - c < more) return 0;
        uint8_t low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80, high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
        if (*c < low || *c > high) return 0;
        for (c++; --more; c++)
            if ((*c & 0xC0) != 0x80) return 0;
    }
    return 1;
}

int json_text(Text *t, int64_t *span) {
    if (!NEXT(t, "\"")) return 0;
    const uint8_t *start = t->p, *c = start;
    uint8_t any = 0;
    for (; c < t->end && *c != '"'; c++) {
        if (*c < ' ' || *c == '\\') return 0;
        any |= *c;
    }
    if (c == t->end || (any >= 0x80 && !is_utf8(start, c))) return 0;
    span[0] = start - t->base, span[1] = c - t->base;
    t->p = c + 1;
    return 1;
}

/* `2026-03-01T18:22:05Z`, with or without a fraction of a second of at most six places. */
static int time_text(Text *t, int64_t *micros) {
    uint8_t plain[19];
    if (t->end - t->p < 21 || t->p[10] != 'T') return 0;
    memcpy(plain, t->p, sizeof plain);
    plain[10] = ' ';
    Text whole_seconds = {plain, plain + sizeof plain, plain};
    if (!date_time(&whole_seconds, micros)) return 0;
    t->p += sizeof plain;
    if (NEXT(t, ".")) {
        const uint8_t *start = t->p;
        int64_t part;
        if (!number(t, 6, &part)) return 0;
        for (int64_t places = t->p - start; places < 6; places++) part *= 10;
        *micros += part;
    }
    return NEXT(t, "Z");
}

int json_amount(Text *t, int64_t low, int64_t *value) {
    int is_below = low < 0 && NEXT(t, "-");
    const uint8_t *start = t->p;
    if (!money(t, value) || (*start == '0' && t->p - start > 1 && start[1] != '.')) return 0;
    if (is_below) *value = -*value;
    return 1;
}

static int word(Text *t, const char *const *words, int64_t *span) {
    if (!json_text(t, span)) return 0;
    for (; *words; words++)
        if ((size_t)(span[1] - span[0]) == strlen(*words) && !memcmp(t->base + span[0], *words, strlen(*words))) return 1;
    return 0;
}

static int numbers(struct json *json, const struct key *key, int64_t *values) {
    Text *t = &json->t;
    if (!NEXT(t, "[")) return 0;
    blanks(json);
    for (int i = 0; i < key->n; i++)
        if ((i && !mark(json, ',')) || !whole(t, key->low, key->high, values + i)) return 0;
    blanks(json);
    return NEXT(t, "]");
}

static int value(struct json *json, const struct key *key, int64_t *column) {
    Text *t = &json->t;
    int64_t *into = column + key->column;
    switch (key->kind) {
    case INT: return whole(t, key->low, key->high, into);
    case COUNT:
        if (NEXT(t, "true")) return *into = IS_TRUE, 1;
        return whole(t, key->low, key->high, into);
    case FLAG:
        *into = NEXT(t, "true");
        return *into || NEXT(t, "false");
    case TEXT: return json_text(t, into) && into[1] - into[0] >= key->low;
    case WORD: return word(t, key->words, into);
    case MONEY: return NEXT(t, "\"") && money(t, into) && NEXT(t, "\"");
    case SIGNED_MONEY: {
        if (!NEXT(t, "\"")) return 0;
        int is_below = NEXT(t, "-");
        if (!money(t, into)) return 0;
        if (is_below) *into = -*into;
        return NEXT(t, "\"");
    }
    case AMOUNT: return json_amount(t, key->low, into);
    case TIME: return NEXT(t, "\"") && time_text(t, into) && NEXT(t, "\"");
    case INTS: return numbers(json, key, into);
    case OBJECT: return json_object(json, key->keys, key->n, column);
    case LIST: return json_list(json, key->read, column);
    default: return key->read(json, column);
    }
}

/* Which of the keys stands here; they are looked for from `next` on, since most objects have them in one order. -1 where none does. */
static int key_at(const Text *t, const struct key *keys, int n_keys, int next) {
    if (t->end - t->p < 2) return -1;
    for (int i = 0; i < n_keys; i++) {
        int k = next + i < n_keys ? next + i : next + i - n_keys;
        const struct key *key = &keys[k];
        if (key->name[1] == (char)t->p[1] && t->end - t->p >= key->length && !memcmp(t->p, key->name, (size_t)key->length)) return k;
    }
    return -1;
}

int json_object(struct json *json, const struct key *keys, int n_keys, int64_t *column) {
    Text *t = &json->t;
    uint32_t seen = 0;
    if (!NEXT(t, "{")) return 0;
    blanks(json);
    if (!NEXT(t, "}"))
        for (int next = 0;;) {
            int k = key_at(t, keys, n_keys, next);
            if (k < 0 || seen >> k & 1) return 0;
            seen |= UINT32_C(1) << k, next = k + 1;
            json->key = t->p, json->key_line_start = json->line_start, json->key_line = json->line;
            t->p += keys[k].length;
            if (!mark(json, ':') || !value(json, &keys[k], column)) return 0;
            blanks(json);
            if (NEXT(t, "}")) break;
            if (!NEXT(t, ",")) return 0;
            blanks(json);
        }
    for (int k = 0; k < n_keys; k++)
        if (keys[k].is_required && !(seen >> k & 1)) return 0;
    return 1;
}

int json_list(struct json *json, int (*item)(struct json *, int64_t *), int64_t *column) {
    Text *t = &json->t;
    if (!NEXT(t, "[")) return 0;
    blanks(json);
    if (NEXT(t, "]")) return 1;
    for (;;) {
        if (!item(json, column)) return 0;
        blanks(json);
        if (NEXT(t, "]")) return 1;
        if (!NEXT(t, ",")) return 0;
        blanks(json);
    }
}
