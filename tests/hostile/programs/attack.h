#pragma once

// What the hostile programs share. Each holds a table of attacks; the one whose name stands first
// on its command line (in the ai.ini that the tests write) is made on the program's first move of a
// game. If the attack returns, and on all later moves, the program plays on like an honest AI.
//
// How it reports: exit status 42 says that something succeeded that must not, 43 that the work
// folder was not as it should be, 44 that the attack was not even tried because nothing would have
// stopped it; notes.dat says what. A refused attack ends in an honest move.

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { succeeded = 42, bad_folder = 43, not_tried = 44, its_own_failure = 3 };

struct Attack {
    const char* name;
    void (*make)(void);
    bool on_every_move; // not only on the first of a game
};

// What stands behind the attack's name on the command line, ended by null.
static char** attack_words;

// Ends the program with a line about it in notes.dat and on standard error.
static inline _Noreturn void report(int status, const char* format, ...) {
    char text[1000];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    fprintf(stderr, "%s\n", text);
    FILE* notes = fopen("notes.dat", "w");
    if (notes != NULL) {
        fprintf(notes, "%s\n", text);
        fclose(notes);
    }
    exit(status);
}

// For attacks that need a system call to go through: reports success if it did.
static inline void must_fail(const char* what, long result) {
    if (result >= 0) {
        report(succeeded, "%s: succeeded", what);
    }
}

// The process that started this one. In a number space of its own it has no number: then one that
// nobody has, because 0 would mean this program's own group.
static inline pid_t keeper(void) {
    return getppid() > 0 ? getppid() : 1 << 30;
}

// Some attacks would succeed and hit whoever runs the referee where an AI neither has a user of its
// own nor is confined: there they aren't even tried.
static inline void require_guard(void) {
    const bool has_own_user = getuid() >= 60600 && getuid() < 60600 + 512;
    const bool is_filtered = prctl(PR_GET_SECCOMP) == 2;
    if (!has_own_user && !is_filtered) {
        report(not_tried, "nothing would stop this attack here");
    }
    // A signal that only asks whether it may: who may send this one may send others.
    must_fail("a signal to the keeper", kill(keeper(), 0));
}

static inline double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

// --- The honest part ----------------------------------------------------------------------------

static inline int match_value(const char* wanted) {
    char key[100];
    char value[1000];
    int found = -1;
    FILE* file = fopen("match.dat", "r");
    while (file != NULL && fscanf(file, "%99s %999[^\n]", key, value) == 2) {
        if (strcmp(key, wanted) == 0) {
            found = atoi(value);
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return found;
}

// Bombs of any values equal one another, a hole equals nothing.
static inline bool are_equal(char a, char b) {
    const bool bombs = a >= '1' && a <= '5' && b >= '1' && b <= '5';
    return bombs || (a == b && a != '.');
}

static inline bool has_line(char board[10][10]) {
    for (int y = 0; y < 10; ++y) {
        for (int x = 0; x < 10; ++x) {
            const char stone = board[y][x];
            if ((x < 8 && are_equal(stone, board[y][x + 1]) && are_equal(stone, board[y][x + 2])) ||
                (y < 8 && are_equal(stone, board[y + 1][x]) && are_equal(stone, board[y + 2][x]))) {
                return true;
            }
        }
    }
    return false;
}

// Writes the first legal swap into `file`, as the reference AI does.
static inline void write_answer(FILE* file) {
    char board[10][10]; // rows from the bottom
    FILE* field = fopen("gamefield.dat", "r");
    for (int y = 9; y >= 0; --y) {
        for (int x = 0; x < 10; ++x) {
            if (field == NULL || fscanf(field, " %c", &board[y][x]) != 1) {
                report(bad_folder, "gamefield.dat can't be read");
            }
        }
    }
    fclose(field);
    for (int i = 0; i < 200; ++i) {
        const int x = i / 2 % 10;
        const int y = i / 20;
        const int other_x = i % 2 == 0 ? x : x + 1;
        const int other_y = i % 2 == 0 ? y + 1 : y;
        if (other_x > 9 || other_y > 9) {
            continue;
        }
        char* const one = &board[y][x];
        char* const other = &board[other_y][other_x];
        const char stone = *one;
        *one = *other;
        *other = stone;
        if (*one != '.' && *other != '.' && has_line(board)) {
            fprintf(file, "%d %d %d %d\n", x, y, other_x, other_y);
            return;
        }
        *other = *one;
        *one = stone;
    }
}

static inline void answer(void) {
    FILE* file = fopen("result.dat", "w");
    if (file == NULL) {
        exit(its_own_failure);
    }
    write_answer(file);
    if (fclose(file) != 0) {
        exit(its_own_failure);
    }
}

// --- What every move must begin with
// --------------------------------------------------------------

// The state files are this program's own plain files, whatever it did to them the move before.
static inline void check_work_folder(void) {
    static const char* const names[] = {"match.dat",     "player.dat", "opponent.dat",
                                        "gamefield.dat", "result.dat", "notes.dat"};
    struct stat status;
    if (stat(".", &status) != 0 || (status.st_mode & 0777) != 0700 ||
        access(".", R_OK | X_OK) != 0) {
        report(bad_folder, "the work folder can't be used");
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        const int file = open(names[i], O_RDWR | O_NOFOLLOW | O_NONBLOCK);
        if (file < 0 || fstat(file, &status) != 0 || !S_ISREG(status.st_mode) ||
            status.st_nlink != 1 || status.st_uid != geteuid()) {
            report(bad_folder, "%s is not a plain file of mine", names[i]);
        }
        if ((status.st_size == 0) != (i >= 4)) {
            report(bad_folder, "%s has %ld bytes", names[i], (long)status.st_size);
        }
        close(file);
    }
    if (match_value("turn") < 0 || match_value("players") != 2) {
        report(bad_folder, "match.dat is damaged");
    }
}

// The second seat's first turn is 1; nobody can have earned an extra turn by then.
static inline bool is_first_move(void) {
    return match_value("turn") <= 1;
}

// The attack that stands on the command line.
static inline const struct Attack*
find_attack(int count, char** words, const struct Attack* attacks) {
    if (getenv("REFEREE_GAME") == NULL) {
        fprintf(stderr, "%s: only to be started by a referee\n", words[0]);
        exit(2);
    }
    const struct Attack* attack = attacks;
    while (attack->name != NULL && (count < 2 || strcmp(attack->name, words[1]) != 0)) {
        ++attack;
    }
    if (attack->name == NULL) {
        fprintf(stderr, "%s: there is no such attack\n", words[0]);
        exit(2);
    }
    attack_words = words + 2;
    return attack;
}

static inline int run_attack(int count, char** words, const struct Attack* attacks) {
    const struct Attack* const attack = find_attack(count, words, attacks);
    check_work_folder();
    if (attack->on_every_move || is_first_move()) {
        attack->make();
    }
    answer();
    return 0;
}
