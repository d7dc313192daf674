// The floor that the referee is measured against: writes three files, starts the program by vfork
// and exec, waits for it, reads its answer; nothing else.
//
//     bare-loop FOLDER PROGRAM COUNT     prints the nanoseconds that COUNT rounds took

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char* const names[] = {"player.dat", "opponent.dat", "gamefield.dat"};
static const char* const contents[] = {
    "30\n15\n0\n0\n0\n0\n", "30\n15\n0\n0\n0\n0\n",
    "R B B 3 G G 5 B 1 G\nB G Y Y L Y L G R L\nL B L R L 1 R G G B\nG L G L R R Y B R B\n"
    "G Y R Y B R G L B G\nB B Y Y G B R Y B Y\n5 R 5 B R 2 R Y G R\nY G Y G B R L 3 R B\n"
    "3 L R 4 R G B R G B\nL B L 1 L 1 B G R L\n"};

static void die(const char* what) {
    perror(what);
    exit(1);
}

static void play_round(const char* program) {
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        const int file = open(names[i], O_WRONLY | O_CREAT, 0600);
        if (file < 0 || write(file, contents[i], strlen(contents[i])) < 0) {
            die(names[i]);
        }
        close(file);
    }
    const int empty = open("result.dat", O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (empty < 0) {
        die("result.dat");
    }
    close(empty);
    char* const arguments[] = {(char*)program, NULL};
    char* const environment[] = {NULL};
    const pid_t pid = vfork();
    if (pid == 0) {
        execve(program, arguments, environment);
        _exit(127);
    }
    int status = 0;
    if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0) {
        die("the program");
    }
    char answer[64];
    const int file = open("result.dat", O_RDONLY);
    if (file < 0 || read(file, answer, sizeof answer) <= 0) {
        die("result.dat");
    }
    close(file);
}

int main(int argument_count, char** arguments) {
    if (argument_count != 4 || chdir(arguments[1]) != 0) {
        fprintf(stderr, "bare-loop FOLDER PROGRAM COUNT\n");
        return 2;
    }
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (long i = 0; i < atol(arguments[3]); ++i) {
        play_round(arguments[2]);
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%lld\n", (end.tv_sec - begin.tv_sec) * 1000000000LL + (end.tv_nsec - begin.tv_nsec));
    return 0;
}
