/* The words that keys of hands are made of, as `read/identity.py` defines them, and texts copied from many places into one. */

#include <stdint.h>
#include <string.h>

#define GOLD UINT64_C(0x9E3779B97F4A7C15)

static inline uint64_t mix(uint64_t word) {
    word = (word ^ (word >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    word = (word ^ (word >> 27)) * UINT64_C(0x94D049BB133111EB);
    return word ^ (word >> 31);
}

void mix_words(const int64_t *values, int64_t n, uint64_t salt, uint64_t *out) {
    for (int64_t i = 0; i < n; i++) out[i] = mix((uint64_t)values[i] + salt);
}

/* One word for each row of bytes; row i is the bytes from edges[i] to edges[i + 1]. */
void mix_rows(const uint8_t *bytes, const int32_t *edges, int64_t n, uint64_t salt, uint64_t *out) {
    for (int64_t i = 0; i < n; i++) {
        uint64_t total = 0, place = salt;
        for (int64_t at = edges[i]; at < edges[i + 1]; at++) total += mix(bytes[at] + (place += GOLD));
        out[i] = mix(total + (uint64_t)(edges[i + 1] - edges[i]) * GOLD + salt);
    }
}

/* The same of rows of numbers. */
void mix_number_rows(const int64_t *numbers, const int32_t *edges, int64_t n, uint64_t salt, uint64_t *out) {
    for (int64_t i = 0; i < n; i++) {
        uint64_t total = 0, place = salt;
        for (int64_t at = edges[i]; at < edges[i + 1]; at++) total += mix((uint64_t)numbers[at] + (place += GOLD));
        out[i] = mix(total + (uint64_t)(edges[i + 1] - edges[i]) * GOLD + salt);
    }
}

/* keys[owner[i]] += words[i] */
void add_words(uint64_t *keys, const int64_t *owner, const uint64_t *words, int64_t n) {
    for (int64_t i = 0; i < n; i++) keys[owner[i]] += words[i];
}

/* The stretches from start[i] to stop[i] one behind the other, none where start[i] is negative; edges is (n + 1,). */
void copy_spans(const uint8_t *data, const int64_t *start, const int64_t *stop, int64_t n, int32_t *edges, uint8_t *out) {
    int64_t at = 0;
    for (int64_t i = 0; i < n; i++) {
        edges[i] = (int32_t)at;
        int64_t length = start[i] < 0 ? 0 : stop[i] - start[i];
        if (out) memcpy(out + at, data + start[i] * (start[i] >= 0), (size_t)length);
        at += length;
    }
    edges[n] = (int32_t)at;
}
