// The minimal resident AI: it answers each line without reading anything, then writes `done`.

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    char line[256];
    const int file = open("result.dat", O_WRONLY);
    while (read(0, line, sizeof line) > 0 && strncmp(line, "quit", 4) != 0) {
        if (pwrite(file, "9 9 9 9\n", 8, 0) != 8 || write(1, "done\n", 5) != 5) {
            return 1;
        }
    }
    return 0;
}
