/* The spe_ed reference AI: any of the actions that it would survive on the board as it is now. */

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { max_cells = 1 << 20, action_count = 5 };

static const char* const directions[] = {
    "up", "right", "down", "left"}; /* turning right is one further */
static const int step_x[] = {0, 1, 0, -1};
static const int step_y[] = {-1, 0, 1, 0}; /* y counts from the top */

static const struct {
    const char* name;
    int turn, change;
} actions[action_count] = {
    {"turn_left", 3, 0},
    {"turn_right", 1, 0},
    {"slow_down", 0, -1},
    {"speed_up", 0, 1},
    {"change_nothing", 0, 0}};

static int width, height, my_x, my_y, my_direction, my_speed, round_number;
static long seed;
static int board[max_cells]; /* row after row */

static FILE* open_file(const char* name, const char* mode) {
    FILE* const file = fopen(name, mode);
    if (file == NULL) {
        perror(name);
        exit(1);
    }
    return file;
}

static int read_number(FILE* file) {
    int number = 0;
    if (fscanf(file, "%d", &number) != 1) {
        fputs("a number is missing\n", stderr);
        exit(1);
    }
    return number;
}

static void read_state(void) {
    FILE* file = open_file("match.dat", "r");
    char line[256];
    while (fgets(line, sizeof line, file) != NULL) {
        sscanf(line, "round %d", &round_number);
        sscanf(line, "seed %ld", &seed);
    }
    fclose(file);

    file = open_file("gamefield.dat", "r");
    width = read_number(file);
    height = read_number(file);
    for (int i = 0; i < width * height && i < max_cells; i++) {
        board[i] = read_number(file);
    }
    fclose(file);

    file = open_file("player.dat", "r");
    char name[16] = "";
    read_number(file); /* its number */
    my_x = read_number(file);
    my_y = read_number(file);
    if (fscanf(file, "%15s", name) == 1) {
        while (my_direction < 3 && strcmp(name, directions[my_direction]) != 0) {
            my_direction++;
        }
    }
    my_speed = read_number(file);
    fclose(file);
}

static bool survives(int action) {
    const int direction = (my_direction + actions[action].turn) % 4;
    const int speed = my_speed + actions[action].change;
    if (speed < 1 || speed > 10) {
        return false;
    }
    const bool jumps =
        round_number % 6 == 0 && speed >= 3; /* then only the first and last cell count */
    for (int step = 1; step <= speed; step++) {
        const int x = my_x + step * step_x[direction];
        const int y = my_y + step * step_y[direction];
        if (x < 0 || x >= width || y < 0 || y >= height) {
            return false;
        }
        const bool is_over = jumps && step > 1 && step < speed;
        if (board[y * width + x] != 0 && !is_over) {
            return false;
        }
    }
    return true;
}

int main(void) {
    read_state();
    int good[action_count], count = 0;
    for (int action = 0; action < action_count; action++) {
        if (survives(action)) {
            good[count++] = action;
        }
    }
    FILE* const result = open_file("result.dat", "w");
    fprintf(result, "%s\n", count > 0 ? actions[good[seed % count]].name : "change_nothing");
    return fclose(result) == 0 ? 0 : 1;
}
