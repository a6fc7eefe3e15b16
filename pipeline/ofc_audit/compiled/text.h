/* A position in text and what can be read from there. Every reading function says whether it read what it wants; the position is of no
   use after one that did not. Nothing reads past the end of the text. */

#ifndef TEXT_H
#define TEXT_H

#include <stdint.h>
#include <string.h>

#define NONE INT64_MIN /* an unknown number, `money.NULL` */

typedef struct {
    const uint8_t *p, *end, *base;
} Text;

#define NEXT(t, literal) is_next(t, literal, sizeof(literal) - 1)

static inline int is_next(Text *t, const char *literal, int64_t length) {
    if (t->end - t->p < length || memcmp(t->p, literal, (size_t)length)) return 0;
    t->p += length;
    return 1;
}

static inline int line_end(Text *t) {
    if (t->p == t->end) return 1;
    if (*t->p == '\n') return t->p++, 1;
    return NEXT(t, "\r\n");
}

/* Digits, up to so many and at least one. */
static inline int number(Text *t, int most_digits, int64_t *value) {
    const uint8_t *start = t->p;
    int64_t found = 0;
    while (t->p < t->end && (unsigned)(*t->p - '0') < 10 && t->p - start < most_digits) found = found * 10 + (*t->p++ - '0');
    *value = found;
    return t->p > start && (t->p == t->end || (unsigned)(*t->p - '0') > 9);
}

static inline int up_to(Text *t, int64_t limit, int64_t *value) {
    return number(t, 16, value) && *value <= limit;
}

/* A plain decimal of at most four places, in ten-thousandths. */
static inline int money(Text *t, int64_t *value) {
    if (!number(t, 14, value)) return 0;
    int places = 0;
    if (t->p < t->end && *t->p == '.') {
        for (t->p++; t->p < t->end && (unsigned)(*t->p - '0') < 10; t->p++, places++) {
            if (places == 4) return 0;
            *value = *value * 10 + (*t->p - '0');
        }
        if (!places) return 0;
    }
    for (; places < 4; places++) *value *= 10;
    return 1;
}

static inline int sign(Text *t) {
    if (t->p < t->end && (*t->p == '-' || *t->p == '+')) return *t->p++ == '-' ? -1 : 1;
    return 1;
}

static inline int signed_up_to(Text *t, int64_t limit, int64_t *value) {
    int s = sign(t);
    if (!up_to(t, limit, value)) return 0;
    *value *= s;
    return 1;
}

static inline int signed_money(Text *t, int64_t *value) {
    int s = sign(t);
    if (!money(t, value)) return 0;
    *value *= s;
    return 1;
}

/* Where the line ends, not counting its line end; the text's end for the last one. */
static inline const uint8_t *end_of_line(Text *t) {
    const uint8_t *end = memchr(t->p, '\n', (size_t)(t->end - t->p));
    if (!end) return t->end;
    return end > t->p && end[-1] == '\r' ? end - 1 : end;
}

/* Free text that may be taken as it stands: not empty, in one line, and with nothing of a header in it. */
static inline int is_plain(const uint8_t *start, const uint8_t *stop) {
    if (start >= stop) return 0;
    for (const uint8_t *c = start; c < stop; c++) {
        if (*c == '\r' || (*c == 'O' && stop - c >= 3 && c[1] == 'F' && c[2] == 'C')) return 0;
    }
    return 1;
}

/* Text up to the next place of two bytes in this line, which are passed. */
static inline int until(Text *t, const char *pair, int64_t *start, int64_t *stop) {
    const uint8_t *begin = t->p;
    for (; t->end - t->p >= 2 && *t->p != '\n'; t->p++) {
        if (t->p[0] == (uint8_t)pair[0] && t->p[1] == (uint8_t)pair[1]) {
            *start = begin - t->base, *stop = t->p - t->base;
            t->p += 2;
            return is_plain(begin, t->p - 2);
        }
    }
    return 0;
}

static inline const uint8_t *last_of(const uint8_t *start, const uint8_t *stop, uint8_t byte) {
    while (stop > start)
        if (*--stop == byte) return stop;
    return 0;
}

static inline int ends_with(const uint8_t *start, const uint8_t *stop, const char *literal) {
    int64_t length = (int64_t)strlen(literal);
    return stop - start >= length && !memcmp(stop - length, literal, (size_t)length);
}

static inline int two(const uint8_t *c) { return (c[0] - '0') * 10 + (c[1] - '0'); }

/* `2026-03-01 18:22:05`: microseconds since 1970. */
static inline int date_time(Text *t, int64_t *micros) {
    static const char form[] = "0000-00-00 00:00:00";
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const uint8_t *c = t->p;
    if (t->end - c < 19) return 0;
    for (int i = 0; i < 19; i++)
        if (form[i] == '0' ? (unsigned)(c[i] - '0') > 9 : c[i] != (uint8_t)form[i]) return 0;
    int64_t year = two(c) * 100 + two(c + 2);
    int month = two(c + 5), day = two(c + 8), hour = two(c + 11), minute = two(c + 14), second = two(c + 17);
    if (year < 1 || month < 1 || month > 12 || hour > 23 || minute > 59 || second > 59) return 0;
    int is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    if (day < 1 || day > days[month - 1] + (is_leap && month == 2)) return 0;
    int64_t before = year - 1, total = before * 365 + before / 4 - before / 100 + before / 400 - 719162;
    for (int m = 0; m < month - 1; m++) total += days[m] + (is_leap && m == 1);
    *micros = ((total + day - 1) * 86400 + hour * 3600 + minute * 60 + second) * 1000000;
    t->p += 19;
    return 1;
}

#define MOST_CARDS 52

/* `[Qh Qd 4c]`, none to 52 cards, as codes; how many, -1 where something else stands there. */
static inline int cards(Text *t, uint8_t *codes) {
    static const char ranks[] = "23456789TJQKA", suits[] = "cdhs";
    static uint8_t rank_of[256], suit_of[256];
    if (!rank_of['2']) { /* every thread would write the same; ranks and suits are kept plus one */
        for (int i = 0; i < 4; i++) suit_of[(uint8_t)suits[i]] = (uint8_t)(i + 1);
        for (int i = 12; i >= 0; i--) rank_of[(uint8_t)ranks[i]] = (uint8_t)(i + 1);
    }
    if (!NEXT(t, "[")) return -1;
    if (NEXT(t, "]")) return 0;
    for (int n = 0; n < MOST_CARDS;) {
        if (t->end - t->p < 3) return -1;
        uint8_t rank = rank_of[t->p[0]], suit = suit_of[t->p[1]], after = t->p[2];
        if (!rank || !suit) return -1;
        codes[n++] = (uint8_t)((rank - 1) * 4 + suit - 1);
        t->p += 3;
        if (after == ']') return n;
        if (after != ' ') return -1;
    }
    return -1;
}

#endif
