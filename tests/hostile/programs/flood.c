// Prints without end, or does to its standard output and error what files in memory allow.

#include "attack.h"

#include <sys/mman.h>

#ifndef F_ADD_SEALS
#error "needs a C library that knows seals"
#endif

static char text[65536];

static void flood(int first, int last) {
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\n';
    while (true) {
        for (int stream = first; stream <= last; ++stream) {
            if (write(stream, text, sizeof text) < 0) {
                lseek(stream, 0, SEEK_SET); // full: once more from the start
            }
        }
    }
}

static void flood_output(void) {
    flood(1, 1);
}

static void flood_errors(void) {
    flood(2, 2);
}

static void flood_both(void) {
    flood(1, 2);
}

// As large as allowed, without writing a byte.
static void grow(void) {
    for (off_t size = (off_t)1 << 40; size > 0; size /= 2) {
        for (int stream = 1; stream <= 2; ++stream) {
            if (ftruncate(stream, size) == 0 && size > 64 << 20) {
                report(succeeded, "standard output has %ld bytes", (long)size);
            }
        }
    }
}

// A sealed file can't be truncated: emptying it for the next move would fail.
static void seal(void) {
    for (int stream = 1; stream <= 2; ++stream) {
        dprintf(stream, "sealed\n");
        fcntl(stream, F_ADD_SEALS, F_SEAL_SHRINK);
        fcntl(stream, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_WRITE);
        fcntl(stream, F_ADD_SEALS, F_SEAL_SEAL);
    }
}

int main(int count, char** words) {
    static const struct Attack attacks[] = {
        {"output", flood_output, false}, {"errors", flood_errors, false},
        {"both", flood_both, false},     {"grow", grow, false},
        {"seal", seal, false},           {NULL, NULL, false},
    };
    return run_attack(count, words, attacks);
}
