// The gems reference AI: takes the first legal swap, scanning rows from the bottom,
// at each stone trying up, then right.

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static char board[10][10]; // board[y][x] with y from the bottom

static void fail(const char* message) {
    fprintf(stderr, "%s\n", message);
    exit(EXIT_FAILURE);
}

static void read_board(void) {
    FILE* file = fopen("gamefield.dat", "r");
    if (!file)
        fail("gamefield.dat can't be read");
    for (int y = 9; y >= 0; --y) // the file begins with the top row
        for (int x = 0; x < 10; ++x) {
            char stone;
            if (fscanf(file, " %c", &stone) != 1)
                fail("gamefield.dat is too short");
            board[y][x] = isdigit((unsigned char)stone) ? '1' : stone; // all bombs are equal
        }
    fclose(file);
}

static bool has_line(void) {
    for (int y = 0; y < 10; ++y)
        for (int x = 0; x < 10; ++x) {
            char stone = board[y][x];
            if (stone == '.')
                continue;
            if (x < 8 && board[y][x + 1] == stone && board[y][x + 2] == stone)
                return true;
            if (y < 8 && board[y + 1][x] == stone && board[y + 2][x] == stone)
                return true;
        }
    return false;
}

static void swap(int x1, int y1, int x2, int y2) {
    char stone = board[y1][x1];
    board[y1][x1] = board[y2][x2];
    board[y2][x2] = stone;
}

static bool is_legal(int x1, int y1, int x2, int y2) {
    if (x2 > 9 || y2 > 9 || board[y1][x1] == '.' || board[y2][x2] == '.')
        return false;
    swap(x1, y1, x2, y2);
    bool legal = has_line();
    swap(x1, y1, x2, y2);
    return legal;
}

static void play(int x1, int y1, int x2, int y2) {
    FILE* file = fopen("result.dat", "w");
    if (!file)
        fail("result.dat can't be written");
    fprintf(file, "%d %d %d %d\n", x1, y1, x2, y2);
    fclose(file);
    exit(EXIT_SUCCESS);
}

int main(void) {
    read_board();
    for (int y = 0; y < 10; ++y)
        for (int x = 0; x < 10; ++x) {
            if (is_legal(x, y, x, y + 1))
                play(x, y, x, y + 1);
            if (is_legal(x, y, x + 1, y))
                play(x, y, x + 1, y);
        }
    fail("no legal swap");
}
