/* The battlesnake reference AI: the first step of a shortest way to the nearest food, otherwise any
   safe one. */

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { max_size = 64, max_length = max_size * max_size, direction_count = 4, never = 10000 };

struct cell {
    int x, y; /* x counts from the left, y from the bottom */
};

struct snake {
    int length;
    struct cell body[max_length]; /* head first */
};

/* Among equals the first one is taken. */
static const char* const names[direction_count] = {"up", "down", "left", "right"};
static const struct cell steps[direction_count] = {{0, 1}, {0, -1}, {-1, 0}, {1, 0}};

static int width, height;
static char rows[max_size][max_size + 2]; /* rows[y] */
static bool blocked[max_size][max_size];
static bool contested[max_size][max_size];
static struct snake me, opponent;

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

/* Reads a snake: seat, health, length, then x and y head first. */
static void read_snake(FILE* file, struct snake* snake) {
    read_number(file);
    read_number(file);
    snake->length = read_number(file);
    for (int i = 0; i < snake->length && i < max_length; i++) {
        snake->body[i].x = read_number(file);
        snake->body[i].y = read_number(file);
    }
}

static void read_board(void) {
    FILE* const file = open_file("gamefield.dat", "r");
    static char from_top[max_size][max_size + 2];
    while (height < max_size && fscanf(file, "%64s", from_top[height]) == 1) {
        height++;
    }
    fclose(file);
    for (int y = 0; y < height; y++) {
        snprintf(rows[y], sizeof rows[y], "%s", from_top[height - 1 - y]);
    }
    while (rows[0][width] != '\0') {
        width++;
    }
}

static bool is_inside(struct cell cell) {
    return cell.x >= 0 && cell.x < width && cell.y >= 0 && cell.y < height;
}

static struct cell neighbour(struct cell cell, int direction) {
    const struct cell step = steps[direction];
    return (struct cell){cell.x + step.x, cell.y + step.y};
}

/* Marks the cells of a body after this turn. Tails move on, except stacked ones. */
static void block(const struct snake* snake) {
    for (int i = 0; i + 1 < snake->length; i++) {
        if (is_inside(snake->body[i])) {
            blocked[snake->body[i].y][snake->body[i].x] = true;
        }
    }
}

static void read_state(void) {
    read_board();
    FILE* file = open_file("player.dat", "r");
    read_snake(file, &me);
    fclose(file);
    block(&me);
    file = open_file("opponent.dat", "r");
    for (int left = read_number(file); left > 0; left--) {
        read_snake(file, &opponent);
        block(&opponent);
        /* A longer or equal opponent could move there in this turn, too. */
        for (int i = 0; i < direction_count && opponent.length >= me.length; i++) {
            const struct cell cell = neighbour(opponent.body[0], i);
            if (is_inside(cell)) {
                contested[cell.y][cell.x] = true;
            }
        }
    }
    fclose(file);
}

static int distance_to_food(struct cell start) {
    static struct cell queue[max_length];
    int steps_to[max_size][max_size] = {{0}}; /* one more than the distance; 0: not seen */
    int count = 0;
    queue[count++] = start;
    steps_to[start.y][start.x] = 1;
    for (int at = 0; at < count; at++) { /* the queue grows in the loop */
        const struct cell here = queue[at];
        if (rows[here.y][here.x] == 'F') {
            return steps_to[here.y][here.x] - 1;
        }
        for (int i = 0; i < direction_count; i++) {
            const struct cell cell = neighbour(here, i);
            if (is_inside(cell) && !blocked[cell.y][cell.x] && steps_to[cell.y][cell.x] == 0) {
                steps_to[cell.y][cell.x] = steps_to[here.y][here.x] + 1;
                queue[count++] = cell;
            }
        }
    }
    return never;
}

int main(void) {
    read_state();
    int best = 0, best_value = 1000000;
    for (int i = 0; i < direction_count; i++) {
        const struct cell cell = neighbour(me.body[0], i);
        if (is_inside(cell) && !blocked[cell.y][cell.x]) {
            const int value = distance_to_food(cell) + (contested[cell.y][cell.x] ? 100000 : 0);
            if (value < best_value) {
                best = i;
                best_value = value;
            }
        }
    }
    FILE* const result = open_file("result.dat", "w");
    fprintf(result, "%s\n", names[best]);
    return fclose(result) == 0 ? 0 : 1;
}
