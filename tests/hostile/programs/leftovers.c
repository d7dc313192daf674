// Leaves processes behind when it ends: the move counts, they must be gone before result.dat is
// read.

#include "attack.h"

#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/wait.h>

static int ready[2]; // a pipe on which the one left behind says that it is in place

static _Noreturn void stay(void) {
    alarm(20); // should nobody end it
    if (write(ready[1], "x", 1) < 0) {
        _exit(1);
    }
    while (true) {
        pause();
    }
}

static void wait_until_ready(void) {
    char byte;
    close(ready[1]);
    if (read(ready[0], &byte, 1) != 1) {
        exit(its_own_failure);
    }
}

static void open_pipe(void) {
    if (pipe(ready) != 0) {
        exit(its_own_failure);
    }
}

static void child(void) {
    open_pipe();
    if (fork() == 0) {
        stay();
    }
    wait_until_ready();
}

static void child_in_session(void) {
    open_pipe();
    if (fork() == 0) {
        setsid();
        stay();
    }
    wait_until_ready();
}

static void daemon_of_its_own(void) {
    open_pipe();
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            stay();
        }
        _exit(0);
    }
    wait_until_ready();
}

static void stopped_daemon(void) {
    open_pipe();
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            alarm(20);
            if (write(ready[1], "x", 1) == 1 && raise(SIGSTOP) != 0) {
                pause(); // where the filter for kernels without a scope for signals forbids it
            }
        }
        _exit(0);
    }
    wait_until_ready();
}

// The first process of a number space of its own, where users may make one.
static void child_in_namespaces(void) {
    open_pipe();
    if (fork() == 0) {
        setsid();
        unshare(CLONE_NEWUSER | CLONE_NEWPID);
        if (fork() == 0) {
            if (fork() == 0) {
                stay();
            }
            pause();
        }
        pause();
    }
    wait_until_ready();
}

static _Noreturn void write_late(bool begins_at_once, pid_t parent) {
    alarm(20);
    if (write(ready[1], "x", 1) < 0) {
        _exit(1);
    }
    while (!begins_at_once && getppid() == parent) {
    }
    while (true) {
        usleep(begins_at_once ? 0 : 20000);
        answer();
    }
}

// Its answer would come from a process that outlives it.
static void late_writer(void) {
    open_pipe();
    const pid_t parent = getpid();
    if (fork() == 0) {
        setsid();
        write_late(false, parent);
    }
    wait_until_ready();
    exit(0);
}

// Writes result.dat again and again; its content when all are dead counts.
static void busy_writer(void) {
    open_pipe();
    if (fork() == 0) {
        setsid();
        write_late(true, 0);
    }
    wait_until_ready();
    // Its own exit comes while the other one writes; an empty or cut answer is its own loss.
    exit(1);
}

static void* snipe(void* unused) {
    (void)unused;
    while (true) {
        kill(-1, SIGSTOP);
    }
    return NULL;
}

// Sends SIGKILL to every process that it may signal, except itself: one may be the process that
// runs as the same user to kill it. On all cores, where that is allowed.
static void sniper(void) {
    require_guard();
    open_pipe();
    if (fork() == 0) {
        setsid();
        alarm(20);
        cpu_set_t all;
        memset(&all, 0xff, sizeof all);
        sched_setaffinity(0, sizeof all, &all);
        // Not before its parent has ended, because it would kill that.
        const pid_t parent = getppid();
        if (write(ready[1], "x", 1) < 0) {
            _exit(1);
        }
        while (getppid() == parent) {
        }
        for (int i = 0; i < 8; ++i) {
            pthread_t thread;
            pthread_create(&thread, NULL, snipe, NULL);
        }
        snipe(NULL);
    }
    wait_until_ready();
}

int main(int count, char** words) {
    static const struct Attack attacks[] = {
        {"child", child, false},
        {"session", child_in_session, false},
        {"daemon", daemon_of_its_own, false},
        {"stopped-daemon", stopped_daemon, false},
        {"namespaces", child_in_namespaces, false},
        {"late-writer", late_writer, false},
        {"busy-writer", busy_writer, false},
        {"sniper", sniper, true},
        {NULL, NULL, false},
    };
    return run_attack(count, words, attacks);
}
