/* Tables that records are written to: columns one behind the other, each with room for `most` rows. */

#ifndef COLUMNS_H
#define COLUMNS_H

#include "text.h"

struct columns {
    int64_t *values, most, n;
};

/* Writes a row; says whether there was room. */
static inline int put(struct columns *table, int n_columns, const int64_t *row) {
    if (table->n == table->most) return 0;
    int64_t *at = table->values + table->n++;
    for (int i = 0; i < n_columns; i++, at += table->most) *at = row[i];
    return 1;
}

static inline void blank(int64_t *row, int n) {
    for (int i = 0; i < n; i++) row[i] = NONE;
}

/* Sorts codes from the highest down. */
static inline void sort_down(uint8_t *code, int n) {
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && code[k - 1] < code[k]; k--) {
            uint8_t swap = code[k];
            code[k] = code[k - 1], code[k - 1] = swap;
        }
}

#endif
