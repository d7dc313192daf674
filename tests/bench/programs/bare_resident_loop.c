// The floor for resident AIs: starts the program once, and for each round writes three files,
// resumes it, asks it by a line, reads its answer, stops it and waits until it has stopped.
//
//     bare-resident-loop FOLDER PROGRAM COUNT     prints the nanoseconds that COUNT rounds took

#include <fcntl.h>
#include <signal.h>
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

static void require(int condition, const char* what) {
    if (!condition) {
        perror(what);
        exit(1);
    }
}

static void write_file(const char* name, const char* content, int flags) {
    const int file = open(name, O_WRONLY | O_CREAT | flags, 0600);
    require(file >= 0 && write(file, content, strlen(content)) >= 0, name);
    close(file);
}

int main(int argument_count, char** arguments) {
    require(
        argument_count == 4 && chdir(arguments[1]) == 0, "bare-resident-loop FOLDER PROGRAM COUNT");
    write_file("result.dat", "", O_TRUNC);
    int to[2], from[2];
    require(pipe(to) == 0 && pipe(from) == 0, "pipe");
    const pid_t pid = vfork();
    if (pid == 0) {
        char* const none[] = {arguments[2], NULL};
        dup2(to[0], 0);
        dup2(from[1], 1);
        execve(arguments[2], none, none + 1);
        _exit(127);
    }
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (long i = 0; i < atol(arguments[3]); ++i) {
        for (size_t file = 0; file < sizeof names / sizeof *names; ++file) {
            write_file(names[file], contents[file], 0);
        }
        write_file("result.dat", "", O_TRUNC);
        kill(pid, SIGCONT);
        char line[64];
        const int length = snprintf(line, sizeof line, "move %ld\n", i);
        require(write(to[1], line, (size_t)length) == length, "asking");
        require(read(from[0], line, sizeof line) > 0, "the answer");
        kill(pid, SIGSTOP);
        int status = 0;
        require(waitpid(pid, &status, WUNTRACED) == pid && WIFSTOPPED(status), "stopping");
        const int file = open("result.dat", O_RDONLY);
        require(file >= 0 && read(file, line, sizeof line) > 0, "result.dat");
        close(file);
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    kill(pid, SIGKILL);
    require(waitpid(pid, NULL, 0) == pid, "waiting"); // so that its time counts as that of a child
    printf("%lld\n", (end.tv_sec - begin.tv_sec) * 1000000000LL + (end.tv_nsec - begin.tv_nsec));
    return 0;
}
