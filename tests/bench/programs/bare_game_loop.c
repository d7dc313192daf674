// The floor for games of resident AIs that are started anew for every game: starts both programs,
// asks each in turn by a line, reads its answer, and ends them.
//
//     bare-game-loop FOLDER PROGRAM GAMES MOVES [pipes]     prints the nanoseconds that it took
//
// With "pipes" it does what a manager of chess matches does: the programs are started once, the
// state goes through their pipes, there are no files, and nothing is confined.

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char* const names[] = {"player.dat", "opponent.dat", "gamefield.dat"};

static void require(int condition, const char* what) {
    if (!condition) {
        perror(what);
        exit(1);
    }
}

static void write_file(const char* name, const char* content) {
    const int file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    require(file >= 0 && write(file, content, strlen(content)) >= 0, name);
    close(file);
}

struct program {
    pid_t pid;
    int to, from;
};

static struct program start(const char* path) {
    int to[2], from[2];
    require(pipe2(to, O_CLOEXEC) == 0 && pipe2(from, O_CLOEXEC) == 0, "pipe");
    const pid_t pid = vfork();
    if (pid == 0) {
        char* const arguments[] = {(char*)path, NULL};
        dup2(to[0], 0);
        dup2(from[1], 1);
        execve(path, arguments, arguments + 1);
        _exit(127);
    }
    close(to[0]);
    close(from[1]);
    const struct program program = {pid, to[1], from[0]};
    return program;
}

static void play_move(const struct program* program, long turn) {
    for (size_t file = 0; file < sizeof names / sizeof *names; ++file) {
        write_file(names[file], "30\n15\n0\n0\n0\n0\n");
    }
    write_file("result.dat", "");
    char line[64];
    const int length = snprintf(line, sizeof line, "move %ld\n", turn);
    require(write(program->to, line, (size_t)length) == length, "asking");
    require(read(program->from, line, sizeof line) > 0, "the answer");
    char answer[64];
    const int result = open("result.dat", O_RDONLY);
    require(result >= 0 && read(result, answer, sizeof answer) >= 0, "result.dat");
    close(result);
}

static void play_by_pipes(const struct program* program, long turn) {
    char line[64];
    const int length = snprintf(line, sizeof line, "move %ld 30 15 0 0 0 0\n", turn);
    require(write(program->to, line, (size_t)length) == length, "asking");
    require(read(program->from, line, sizeof line) > 0, "the answer");
}

static void end(const struct program* program) {
    require(write(program->to, "quit\n", 5) == 5, "quit");
    close(program->to);
    close(program->from);
    require(waitpid(program->pid, NULL, 0) == program->pid, "waiting");
}

int main(int argument_count, char** arguments) {
    require(
        (argument_count == 5 || argument_count == 6) && chdir(arguments[1]) == 0,
        "bare-game-loop FOLDER PROGRAM GAMES MOVES [pipes]");
    const long games = atol(arguments[3]);
    const long moves = atol(arguments[4]);
    write_file("result.dat", ""); // the program opens it at its start
    struct timespec begin, finish;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    if (argument_count == 6) {
        const struct program players[2] = {start(arguments[2]), start(arguments[2])};
        for (long move = 0; move < games * moves; ++move) {
            play_by_pipes(&players[move % 2], move % moves);
        }
        end(&players[0]);
        end(&players[1]);
    }
    for (long game = 0; game < games && argument_count == 5; ++game) {
        const struct program players[2] = {start(arguments[2]), start(arguments[2])};
        for (long move = 0; move < moves; ++move) {
            play_move(&players[move % 2], move);
        }
        end(&players[0]);
        end(&players[1]);
    }
    clock_gettime(CLOCK_MONOTONIC, &finish);
    printf(
        "%lld\n", (finish.tv_sec - begin.tv_sec) * 1000000000LL + finish.tv_nsec - begin.tv_nsec);
}
