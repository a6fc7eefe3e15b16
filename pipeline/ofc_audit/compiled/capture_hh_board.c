/* The board of a player in a capture, and the cards that he threw away. */

#include "capture_hh.h"

#define LAST_STREET 4 /* counted from 0 in a capture; in Fantasyland the digit says nothing */

/* Sorts by street and then from the highest card down; says whether all streets can be. */
static int lay(struct pile *pile, int is_fantasy) {
    for (int i = 0; i < pile->n; i++) {
        if (!is_fantasy && pile->street[i] > LAST_STREET) return 0;
        uint8_t street = is_fantasy ? 0 : (uint8_t)(pile->street[i] + 1), card = pile->card[i];
        int k = i;
        for (; k > 0 && (pile->street[k - 1] > street || (pile->street[k - 1] == street && pile->card[k - 1] < card)); k--)
            pile->street[k] = pile->street[k - 1], pile->card[k] = pile->card[k - 1];
        pile->street[k] = street, pile->card[k] = card;
    }
    return 1;
}

int write_player(struct captures *to, struct player *player) {
    static const int row_start[] = {0, 3, 8};
    int64_t *c = player->column;
    int is_fantasy = c[L_IS_FANTASY] == 1, n_placed = 0, n_dead = player->dead.n;
    uint8_t *cards = to->cards + to->seats.n * 13, *streets = to->streets + to->seats.n * 13;
    memset(cards, EMPTY, 13), memset(streets, EMPTY, 13);
    for (int i = 0; i < 3; i++) {
        struct pile *row = &player->row[i];
        if (!lay(row, is_fantasy)) return 0;
        memcpy(cards + row_start[i], row->card, (size_t)row->n);
        memcpy(streets + row_start[i], row->street, (size_t)row->n);
        n_placed += row->n;
    }
    if (!lay(&player->dead, is_fantasy)) return 0;
    memcpy(to->discards + to->n_discards, player->dead.card, (size_t)n_dead);
    memcpy(to->discard_streets + to->n_discards, player->dead.street, (size_t)n_dead);
    to->n_discards += n_dead;
    c[L_N_DISCARDS] = n_dead ? n_dead : NONE;
    c[L_FANTASY_CARDS] = !is_fantasy ? 0 : n_dead && n_placed == 13 ? n_placed + n_dead : NONE;
    return put(&to->seats, N_PLAYER, c);
}
