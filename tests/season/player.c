// A gems AI of a given strength: with a probability of SKILL percent it takes the swap that makes
// the longest lines, else any legal one. What it draws follows from REFEREE_SEED alone.
//   season-player SKILL [HABIT]
// Two habits show only in matches with few moves, which `referee check` doesn't play. "blunders":
// every third swap, where it isn't the best one, is illegal, which costs it life. "late":
// crashes, as player 2 at once, as player 1 in its third move. HABIT "slow": takes 30 ms for each
// answer.

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char board[10][10]; // board[y][x] with y from the bottom

static void read_board(void) {
    FILE* file = fopen("gamefield.dat", "r");
    if (!file)
        exit(EXIT_FAILURE);
    for (int y = 9; y >= 0; --y)
        for (int x = 0; x < 10; ++x) {
            char stone;
            if (fscanf(file, " %c", &stone) != 1)
                exit(EXIT_FAILURE);
            board[y][x] = isdigit((unsigned char)stone) ? '1' : stone;
        }
    fclose(file);
}

static int stones_in_lines(void) {
    int stones = 0;
    for (int y = 0; y < 10; ++y)
        for (int x = 0; x < 10; ++x) {
            const char stone = board[y][x];
            if (stone == '.')
                continue;
            stones += x < 8 && board[y][x + 1] == stone && board[y][x + 2] == stone;
            stones += y < 8 && board[y + 1][x] == stone && board[y + 2][x] == stone;
        }
    return stones;
}

static void swap(int x1, int y1, int x2, int y2) {
    const char stone = board[y1][x1];
    board[y1][x1] = board[y2][x2];
    board[y2][x2] = stone;
}

/// The value of a key of match.dat, or −1.
static int value_of(const char* key) {
    char line[256];
    int value = -1;
    FILE* file = fopen("match.dat", "r");
    while (file && fgets(line, sizeof line, file)) {
        char name[64];
        int number;
        if (sscanf(line, "%63s %d", name, &number) == 2 && strcmp(name, key) == 0)
            value = number;
    }
    if (file)
        fclose(file);
    return value;
}

static unsigned state;
static unsigned draw(unsigned below) {
    state = state * 1664525U + 1013904223U;
    return (state >> 8) % below;
}

static bool has_few_moves(void) {
    return value_of("max_moves") < 20;
}

static void obey(const char* habit) {
    if (strcmp(habit, "late") == 0 && has_few_moves() &&
        (value_of("seat") == 2 || value_of("turn") >= 4)) {
        fprintf(stderr, "out of luck\n");
        abort();
    }
    if (strcmp(habit, "slow") == 0) {
        const struct timespec pause = {0, 30000000};
        nanosleep(&pause, NULL);
    }
}

int main(int count, char** words) {
    const unsigned skill = count > 1 ? (unsigned)atoi(words[1]) : 50;
    const char* seed = getenv("REFEREE_SEED");
    state = seed ? (unsigned)strtoul(seed, NULL, 10) + skill : skill;
    if (count > 2)
        obey(words[2]);
    read_board();
    const bool takes_best = draw(100) < skill;
    const bool blunders = count > 2 && strcmp(words[2], "blunders") == 0 && has_few_moves();
    const bool is_illegal = blunders && !takes_best && value_of("turn") / 2 % 3 == 0;
    int best = 0;
    unsigned legal = 0;
    int x1 = 9, y1 = 9, x2 = 9, y2 = 9;
    for (int y = 0; y < 10; ++y)
        for (int x = 0; x < 10; ++x)
            for (int up = 0; up < 2; ++up) {
                const int tx = x + !up, ty = y + up;
                if (tx > 9 || ty > 9 || board[y][x] == '.' || board[ty][tx] == '.')
                    continue;
                swap(x, y, tx, ty);
                const int stones = stones_in_lines();
                swap(x, y, tx, ty);
                if (stones == 0 || is_illegal)
                    continue;
                ++legal;
                if (takes_best ? stones > best : draw(legal) == 0) {
                    best = stones;
                    x1 = x, y1 = y, x2 = tx, y2 = ty;
                }
            }
    FILE* file = fopen("result.dat", "w");
    if (!file)
        return EXIT_FAILURE;
    fprintf(file, "%d %d %d %d\n", x1, y1, x2, y2);
    fclose(file);
    return EXIT_SUCCESS;
}
