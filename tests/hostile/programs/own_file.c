// Damages its own program file, so that it can't be started for its next move. (The tests let it
// lie in a folder in which everybody may write.)

#include "attack.h"

static char* path; // of this program

static void damaged(bool done) {
    answer();
    if (!done) {
        fprintf(stderr, "refused: %s\n", strerror(errno));
    }
    exit(0);
}

static void put_text(const char* text, mode_t mode) {
    const int file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0700);
    damaged(
        file >= 0 && write(file, text, strlen(text)) >= 0 && fchmod(file, mode) == 0 &&
        close(file) == 0);
}

static void remove_it(void) {
    damaged(unlink(path) == 0);
}

static void make_garbage(void) {
    unlink(path);
    put_text("no program\n", 0755);
}

static void take_run_bit(void) {
    unlink(path);
    put_text("#!/bin/sh\n", 0644);
}

static void make_fifo(void) {
    unlink(path);
    damaged(mkfifo(path, 0755) == 0);
}

static void make_folder(void) {
    unlink(path);
    damaged(mkdir(path, 0755) == 0);
}

// A script that is its own interpreter.
static void make_circle(void) {
    unlink(path);
    char text[4200];
    snprintf(text, sizeof text, "#!%s\n", path);
    put_text(text, 0755);
}

int main(int count, char** words) {
    static const struct Attack attacks[] = {
        {"remove", remove_it, false},
        {"garbage", make_garbage, false},
        {"run-bit", take_run_bit, false},
        {"fifo", make_fifo, false},
        {"folder", make_folder, false},
        {"circle", make_circle, false},
        {NULL, NULL, false},
    };
    path = words[0];
    return run_attack(count, words, attacks);
}
