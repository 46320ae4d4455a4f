/* The yardstick of the twin: base spins in a plain scalar loop that builds every board, hearts and tumbles included,
   free spins left out. It reads the reels as numbers of kinds (0-8 pay, 9 scatter, 10 heart) and heart weights. */
#include <stdint.h>

enum { REELS = 6, ROWS = 5, STOPS = 256, PAYING = 9, SCATTER = 9, HEART = 10, KINDS = 11 };

static uint64_t draw(uint64_t seed, uint64_t index) {
    uint64_t z = seed + (index + 1) * 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* Plays rounds and returns the coins won; counts winning rounds and triggers. */
int64_t play_rounds(const uint8_t strips[REELS][STOPS], const int64_t pays[PAYING][32], const int64_t scatter_pays[32],
                    const int64_t limits[15], const int64_t values[15], uint64_t batch, int64_t rounds,
                    int64_t *hits, int64_t *triggers) {
    int64_t won = 0;
    for (int64_t round = 0; round < rounds; round++) {
        uint64_t seed = draw(batch, (uint64_t)round) >> 1;
        uint64_t number = draw(seed, 0);
        uint8_t board[REELS][ROWS];
        int next[REELS];
        for (int reel = 0; reel < REELS; reel++) {
            int stop = (number >> 8 * reel) & 255;
            for (int row = 0; row < ROWS; row++) board[reel][ROWS - 1 - row] = strips[reel][(stop + row) & 255];
            next[reel] = stop + ROWS;
        }
        int64_t win = 0;
        int counts[KINDS];
        for (;;) {
            for (int kind = 0; kind < KINDS; kind++) counts[kind] = 0;
            for (int reel = 0; reel < REELS; reel++)
                for (int row = 0; row < ROWS; row++) counts[board[reel][row]]++;
            int64_t amount = 0;
            for (int kind = 0; kind < PAYING; kind++) amount += pays[kind][counts[kind]];
            if (amount == 0) break;
            win += amount;
            for (int reel = 0; reel < REELS; reel++) {
                int kept = ROWS;
                for (int row = ROWS - 1; row >= 0; row--) {
                    uint8_t kind = board[reel][row];
                    if (kind >= PAYING || counts[kind] < 8) board[reel][--kept] = kind;
                }
                while (kept > 0) board[reel][--kept] = strips[reel][next[reel]++ & 255];
            }
        }
        if (win > 0 && counts[HEART] > 0) {
            int64_t sum = 0;
            for (int landing = 0; landing < counts[HEART]; landing++) {
                int64_t top = (int64_t)(draw(seed ^ 0x68656172745F7631u, (uint64_t)landing) >> 48);
                int value = 0;
                while (limits[value] <= top) value++;
                sum += values[value];
            }
            win *= sum;
        }
        win += scatter_pays[counts[SCATTER]];
        *triggers += counts[SCATTER] >= 4;
        *hits += win > 0;
        won += win;
    }
    return won;
}
