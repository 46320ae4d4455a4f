/* An independent referee: whole rounds of the game, written from the rules and docs/draw-contract.md alone.
 *
 * It shares nothing with the engine but the model's strips and heart weights, which the caller hands in, and takes the
 * plainest way everywhere: boards are built cell by cell and every rule is a loop. Cells are numbered as in the model
 * files (0-8 paying symbols, dearest first, 9 scatter, 10 heart); on a board a heart is 100 + its value. */

#include <stdint.h>
#include <string.h>

enum { REELS = 6, ROWS = 5, STOPS = 256, SYMBOLS = 9, SCATTER = 9, HEART = 10, HEART_CELL = 100, CAP = 100000 };

static const int PAYS[SYMBOLS][3] = {
    {200, 500, 1000}, {50, 200, 500}, {40, 100, 300}, {30, 40, 240}, {20, 30, 200},
    {16, 24, 160},    {10, 20, 100},  {8, 18, 80},    {5, 15, 40},
};
static const int HEARTS[15] = {2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 50, 100, 250, 500};

typedef struct {
    uint8_t strips[REELS][STOPS];
    int32_t weights[15];
} Set;

typedef struct {
    int64_t win, free_spins, retriggers, capped;
    uint64_t digest; /* FNV-1a of every board, cell by cell, and of every spin's win */
} Round;

static uint64_t draw(uint64_t seed, uint64_t index) {
    uint64_t z = seed + (index + 1) * 0x9E3779B97F4A7C15ULL;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

static void note(uint64_t *digest, uint64_t value) {
    for (int byte = 0; byte < 8; byte++) {
        *digest = (*digest ^ (value >> 8 * byte & 255)) * 0x100000001B3ULL;
    }
}

static int heart_value(const Set *set, uint64_t seed, int spin, int landing) {
    uint64_t number = draw(seed ^ 0x68656172745F7631ULL, (uint64_t)spin * 1024 + landing) >> 48;
    uint64_t below = 0;
    int index = 0;
    while (index < 14 && number >= below + set->weights[index]) {
        below += set->weights[index++];
    }
    return HEARTS[index];
}

static int scatters_shown(const Set *set, uint64_t number) {
    int shown = 0;
    for (int reel = 0; reel < REELS; reel++) {
        for (int row = 0; row < ROWS; row++) {
            shown += set->strips[reel][((number >> 8 * reel & 255) + row) % STOPS] == SCATTER;
        }
    }
    return shown;
}

/* Let the next cell of a reel land. */
static int land(const Set *set, int reel, int *next, uint64_t seed, int spin, int *landed) {
    int cell = set->strips[reel][*next];
    *next = (*next + 1) % STOPS;
    return cell == HEART ? HEART_CELL + heart_value(set, seed, spin, (*landed)++) : cell;
}

/* Play one spin. Returns its coins, not cut; *scatters are those of the final board. */
static int64_t spin_once(const Set *set, uint64_t seed, int spin, uint64_t number, int64_t *multiplier, int *scatters,
                         uint64_t *digest) {
    int board[REELS][ROWS], next[REELS], landed = 0, winning; /* row 0 is the bottom */
    int64_t win = 0, hearts = 0;
    for (int reel = 0; reel < REELS; reel++) {
        next[reel] = number >> 8 * reel & 255;
        for (int row = 0; row < ROWS; row++) {
            board[reel][row] = land(set, reel, &next[reel], seed, spin, &landed);
        }
    }
    do {
        int counts[SYMBOLS] = {0};
        winning = 0;
        for (int reel = 0; reel < REELS; reel++) {
            for (int row = 0; row < ROWS; row++) {
                note(digest, board[reel][row]);
                if (board[reel][row] < SYMBOLS) {
                    counts[board[reel][row]]++;
                }
            }
        }
        for (int symbol = 0; symbol < SYMBOLS; symbol++) {
            if (counts[symbol] >= 8) {
                win += PAYS[symbol][counts[symbol] >= 12 ? 2 : counts[symbol] >= 10];
                winning = 1;
            }
        }
        for (int reel = 0; reel < REELS && winning; reel++) {
            int kept = 0;
            for (int row = 0; row < ROWS; row++) {
                int cell = board[reel][row];
                if (cell >= SYMBOLS || counts[cell] < 8) {
                    board[reel][kept++] = cell;
                }
            }
            while (kept < ROWS) {
                board[reel][kept++] = land(set, reel, &next[reel], seed, spin, &landed);
            }
        }
    } while (winning);
    *scatters = 0;
    for (int reel = 0; reel < REELS; reel++) {
        for (int row = 0; row < ROWS; row++) {
            *scatters += board[reel][row] == SCATTER;
            hearts += board[reel][row] > HEART_CELL ? board[reel][row] - HEART_CELL : 0;
        }
    }
    if (win && hearts) {
        *multiplier = spin ? *multiplier + hearts : hearts;
        win *= *multiplier;
    }
    win += *scatters >= 6 ? 2000 : *scatters == 5 ? 100 : *scatters == 4 ? 60 : 0;
    return win;
}

static Round play(const Set *paid, const Set *free, int bought, uint64_t seed) {
    Round round = {.digest = 0xCBF29CE484222325ULL};
    uint64_t draws = 0, number;
    int64_t multiplier = 0;
    int scatters, left = 0;
    do {
        number = draw(seed, draws++);
    } while (bought && scatters_shown(paid, number) < 4);
    for (int spin = 0; spin == 0 || left > 0; spin++) {
        if (spin) {
            left--;
            number = draw(seed, draws++);
        }
        int64_t win = spin_once(spin ? free : paid, seed, spin, number, &multiplier, &scatters, &round.digest);
        if (spin == 0) {
            multiplier = 0;
        }
        round.free_spins = spin;
        if (round.win + win >= CAP) {
            note(&round.digest, CAP - round.win);
            round.win = CAP;
            round.capped = 1;
            return round;
        }
        note(&round.digest, win);
        round.win += win;
        if (spin == 0 && scatters >= 4) {
            left = 15;
        } else if (spin && scatters >= 3) {
            left += 5;
            round.retriggers++;
        }
    }
    return round;
}

/* Play the round of each seed. */
void play_seeds(const Set *paid, const Set *free, int bought, const uint64_t *seeds, int64_t count, Round *rounds) {
    for (int64_t number = 0; number < count; number++) {
        rounds[number] = play(paid, free, bought, seeds[number]);
    }
}
