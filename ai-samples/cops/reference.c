/* The cops reference AI: the thief goes to the nearest gate, around walls and cops; each cop goes
   to the thief, around walls. A plan always has plan_length letters for each unit. */

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { max_size = 256, max_units = 64 };

struct cell {
    int x, y; /* x counts from the left, y from the top */
};

static const char letters[] = "NESW";
static const struct cell steps[] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};

static int size, plan_length;
static char phase[16], role[16];
static char board[max_size + 2][max_size + 2]; /* board[y][x] */
static bool is_goal[max_size + 2][max_size + 2];

static FILE* open_file(const char* name, const char* mode) {
    FILE* const file = fopen(name, mode);
    if (file == NULL) {
        perror(name);
        exit(1);
    }
    return file;
}

static void read_match(void) {
    FILE* const file = open_file("match.dat", "r");
    char line[256];
    while (fgets(line, sizeof line, file) != NULL) {
        sscanf(line, "phase %15s", phase);
        sscanf(line, "role %15s", role);
        sscanf(line, "size %d", &size);
        sscanf(line, "plan_length %d", &plan_length);
    }
    fclose(file);
}

static void read_board(void) {
    FILE* const file = open_file("gamefield.dat", "r");
    for (int y = 0; y < size + 2; y++) {
        for (int x = 0; x < size + 2; x++) {
            if (fscanf(file, " %c", &board[y][x]) != 1) {
                fputs("gamefield.dat is too short\n", stderr);
                exit(1);
            }
        }
    }
    fclose(file);
}

/* Returns how many cells the file has. */
static int read_cells(const char* name, struct cell* cells) {
    FILE* const file = open_file(name, "r");
    int count = 0;
    while (count < max_units && fscanf(file, "%d %d", &cells[count].x, &cells[count].y) == 2) {
        count++;
    }
    fclose(file);
    return count;
}

/* Marks where a unit wants to go: the gates for the thief, the thief for a cop. */
static void mark_goals(bool is_thief) {
    struct cell theirs[max_units];
    const int count = read_cells("opponent.dat", theirs);
    for (int i = 0; i < count && !is_thief; i++) {
        is_goal[theirs[i].y][theirs[i].x] = true;
    }
    for (int y = 0; y < size + 2 && is_thief; y++) {
        for (int x = 0; x < size + 2; x++) {
            is_goal[y][x] = board[y][x] == 'G';
        }
    }
}

static bool is_open(struct cell cell, bool is_thief) {
    if (cell.x < 0 || cell.x > size + 1 || cell.y < 0 || cell.y > size + 1) {
        return false;
    }
    const bool is_inner = cell.x >= 1 && cell.x <= size && cell.y >= 1 && cell.y <= size;
    const char there = board[cell.y][cell.x];
    return is_goal[cell.y][cell.x] || (is_inner && there != 'W' && !(is_thief && there == 'C'));
}

/* Writes the letters to the nearest goal, filled up with '-' to a plan. Only board cells are
   entered, and the goals. */
static void write_plan(struct cell start, bool is_thief, FILE* result) {
    static struct cell queue[(max_size + 2) * (max_size + 2)];
    static int from[(max_size + 2) * (max_size + 2)]; /* the place in the queue that led there */
    static int letter_to[(max_size + 2) * (max_size + 2)]; /* by which step */
    static char path[(max_size + 2) * (max_size + 2)];
    bool is_seen[max_size + 2][max_size + 2] = {{false}};
    int count = 1, length = 0;
    queue[0] = start;
    from[0] = -1;
    is_seen[start.y][start.x] = true;
    for (int at = 0; at < count; at++) { /* the queue grows meanwhile */
        const struct cell here = queue[at];
        if (is_goal[here.y][here.x]) {
            for (int back = at; from[back] >= 0; back = from[back]) {
                path[length++] = letters[letter_to[back]];
            }
            break;
        }
        for (int i = 0; i < 4; i++) {
            const struct cell cell = {here.x + steps[i].x, here.y + steps[i].y};
            if (is_open(cell, is_thief) && !is_seen[cell.y][cell.x]) {
                is_seen[cell.y][cell.x] = true;
                from[count] = at;
                letter_to[count] = i;
                queue[count++] = cell;
            }
        }
    }
    for (int i = 0; i < plan_length; i++) { /* the path was found from its end */
        fprintf(result, "%c ", i < length ? path[length - 1 - i] : '-');
    }
    fputc('\n', result);
}

int main(void) {
    read_match();
    if (strcmp(phase, "move") != 0) {
        return 0; /* before the first tick there is nothing to plan */
    }
    if (size < 1 || size > max_size) {
        fputs("the board is too large\n", stderr);
        return 1;
    }
    read_board();
    const bool is_thief = strcmp(role, "thief") == 0;
    mark_goals(is_thief);
    struct cell mine[max_units];
    const int count = read_cells("player.dat", mine);
    FILE* const result = open_file("result.dat", "w");
    for (int i = 0; i < count; i++) {
        write_plan(mine[i], is_thief, result);
    }
    return fclose(result) == 0 ? 0 : 1;
}
