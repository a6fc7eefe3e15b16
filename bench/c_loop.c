/* The same scoring hand by hand in C: pokerbet with 1-6 scoring and American royalties. It reads the scorer's rank tables and
   does all else itself, to show what a compiled loop makes of the same work. Amounts are ten-thousandths. */

#include <stdint.h>

enum { EMPTY_FROM = 52, FLUSHES = 371293, MAX_PLAYERS = 4 };

struct tables {
    const uint16_t *five, *three, *legal_top;
    const int8_t *five_category, *three_category, *three_rank;
};

struct seats {
    uint16_t *value[3];
    int8_t *category[3], *top_rank;
    int16_t *royalties[3];
    int32_t *points;
    int64_t *net;
    uint8_t *is_foul, *is_fantasy_next;
    int8_t *fantasy_next;
    uint8_t *is_stay_qualified;
};

struct pairs {
    int8_t *row[3];
    int16_t *bonus, *royalties_a, *royalties_b;
    int32_t *points;
    int64_t *amount;
};

static uint16_t rank_three(const struct tables *t, const uint8_t *c) {
    return t->three[(c[0] >> 2) * 169 + (c[1] >> 2) * 13 + (c[2] >> 2)];
}

static uint16_t rank_five(const struct tables *t, const uint8_t *c) {
    int at = 0, differ = 0;
    for (int i = 0; i < 5; i++) {
        at = at * 13 + (c[i] >> 2);
        differ |= (c[0] ^ c[i]) & 3;
    }
    return t->five[at + (differ ? 0 : FLUSHES)];
}

/* Returns the number of the first hand with a card missing, or -1: this loop knows complete hands only. */
int64_t score(int64_t hands, int players, const uint8_t *cards, const int16_t *fantasy, const int64_t *point_value,
              const int64_t *stacks, const struct tables *t, const struct seats *s, const struct pairs *q) {
    static const int16_t middle_pays[] = {0, 0, 0, 2, 4, 8, 12, 20, 30, 50};
    static const int16_t bottom_pays[] = {0, 0, 0, 0, 2, 4, 6, 10, 15, 25};
    int64_t pair = 0;
    for (int64_t h = 0; h < hands; h++) {
        int64_t stack[MAX_PLAYERS];
        int16_t royalties[MAX_PLAYERS];
        for (int p = 0; p < players; p++) {
            int64_t i = h * players + p;
            const uint8_t *c = cards + i * 13;
            for (int k = 0; k < 13; k++)
                if (c[k] >= EMPTY_FROM) return h;
            uint16_t top = rank_three(t, c), middle = rank_five(t, c + 3), bottom = rank_five(t, c + 8);
            int8_t kind = t->three_category[top], mid = t->five_category[middle], bot = t->five_category[bottom];
            int8_t rank = t->three_rank[top];
            int foul = bottom < middle || top > t->legal_top[middle];
            s->value[0][i] = top; s->value[1][i] = middle; s->value[2][i] = bottom;
            s->category[0][i] = kind; s->category[1][i] = mid; s->category[2][i] = bot;
            s->top_rank[i] = rank;
            s->is_foul[i] = foul;
            int16_t on_top = kind == 3 ? 10 + rank : kind == 1 && rank > 3 ? rank - 3 : 0;
            s->royalties[0][i] = foul ? 0 : on_top;
            s->royalties[1][i] = foul ? 0 : middle_pays[mid];
            s->royalties[2][i] = foul ? 0 : bottom_pays[bot];
            royalties[p] = s->royalties[0][i] + s->royalties[1][i] + s->royalties[2][i];
            int stays = fantasy[i] && !foul && (kind == 3 || bot >= 7);
            int next = fantasy[i] ? stays : !foul && (kind == 3 || (kind == 1 && rank >= 10));
            s->is_stay_qualified[i] = stays;
            s->is_fantasy_next[i] = next;
            s->fantasy_next[i] = next ? 14 : 0;
            s->points[i] = 0;
            s->net[i] = 0;
            stack[p] = stacks[i];
        }
        for (int a = 0; a < players; a++)
            for (int b = a + 1; b < players; b++, pair++) {
                int64_t i = h * players + a, j = h * players + b;
                int foul_a = s->is_foul[i], foul_b = s->is_foul[j], sum = 0;
                for (int r = 0; r < 3; r++) {
                    int row = foul_a || foul_b ? foul_b - foul_a
                                               : (s->value[r][i] > s->value[r][j]) - (s->value[r][i] < s->value[r][j]);
                    q->row[r][pair] = row;
                    sum += row;
                }
                int bonus = sum == 3 ? 3 : sum == -3 ? -3 : 0;
                int points = sum + bonus + royalties[a] - royalties[b];
                int64_t amount = (points < 0 ? -points : points) * point_value[h];
                if (stack[a] < amount) amount = stack[a];
                if (stack[b] < amount) amount = stack[b];
                if (points < 0) amount = -amount;
                stack[a] += amount; stack[b] -= amount;
                s->points[i] += points; s->points[j] -= points;
                s->net[i] += amount; s->net[j] -= amount;
                q->bonus[pair] = bonus;
                q->royalties_a[pair] = royalties[a];
                q->royalties_b[pair] = royalties[b];
                q->points[pair] = points;
                q->amount[pair] = amount;
            }
    }
    return -1;
}
