/* The reference AI in C: attacks at random while it can, then ends its turn. Its random numbers
   differ from those of the one in C++, so the two play alike, but not the same games. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { max_areas = 64, max_line = 1024 };

static char phase[16];
static int seat;
static long seed;
static int owner_of[max_areas + 1];
static int dice_of[max_areas + 1];
static char neighbours_of[max_areas + 1][max_line]; /* as a text of numbers */

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
        sscanf(line, "seat %d", &seat);
        sscanf(line, "seed %ld", &seed);
    }
    fclose(file);
}

/* A line has an area's number, owner, dice, its group, and its neighbours. */
static void read_areas(void) {
    FILE* const file = open_file("gamefield.dat", "r");
    char line[max_line];
    while (fgets(line, sizeof line, file) != NULL) {
        int number, owner, dice, group, begin = 0;
        if (sscanf(line, "%d %d %d %d %n", &number, &owner, &dice, &group, &begin) >= 4 &&
            number >= 1 && number <= max_areas) {
            owner_of[number] = owner;
            dice_of[number] = dice;
            strcpy(neighbours_of[number], line + begin);
        }
    }
    fclose(file);
}

/* The attack of that number, counted from 0, goes to `from` and `to`. Returns how many there are.
 */
static int find_attack(int wanted, int* from, int* to) {
    int count = 0;
    for (int area = 1; area <= max_areas; area++) {
        if (owner_of[area] != seat || dice_of[area] < 2) {
            continue;
        }
        char* next = neighbours_of[area];
        for (int other = (int)strtol(next, &next, 10); other != 0;
             other = (int)strtol(next, &next, 10)) {
            if (owner_of[other] != seat && count++ == wanted) {
                *from = area;
                *to = other;
            }
        }
    }
    return count;
}

int main(void) {
    read_match();
    if (strcmp(phase, "move") != 0) {
        return 0; /* nothing to prepare */
    }
    read_areas();
    int from = 0, to = 0;
    const int count = find_attack(-1, &from, &to);
    FILE* const result = open_file("result.dat", "w");
    if (count == 0) {
        fputs("end\n", result);
    } else {
        find_attack((int)(seed % count), &from, &to);
        fprintf(result, "battle %d %d\n", from, to);
    }
    return fclose(result) == 0 ? 0 : 1;
}
