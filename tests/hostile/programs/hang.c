// Tries to keep its turn forever, in all ways that make a process hard to end.

#include "attack.h"

#include <pthread.h>
#include <sched.h>
#include <sys/ptrace.h>
#include <sys/wait.h>

static _Noreturn void wait_for_ever(void) {
    while (true) {
        pause();
    }
}

static void sleep_on(void) {
    wait_for_ever();
}

static void ignore_signals(void) {
    for (int number = 1; number <= SIGRTMAX; ++number) {
        signal(number, SIG_IGN);
    }
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    wait_for_ever();
}

static void* spin(void* unused) {
    (void)unused;
    for (volatile unsigned long turns = 0;; ++turns) {
    }
    return NULL;
}

static void loop(void) {
    spin(NULL);
}

static void start_threads(void) {
    for (int i = 0; i < 64; ++i) {
        pthread_t thread;
        pthread_create(&thread, NULL, spin, NULL);
    }
    spin(NULL);
}

static void stop_itself(void) {
    while (true) {
        raise(SIGSTOP);
    }
}

static void stop_group(void) {
    for (int i = 0; i < 3; ++i) {
        if (fork() == 0) {
            wait_for_ever();
        }
    }
    while (true) {
        kill(0, SIGSTOP);
    }
}

// Its main thread has ended, so the process looks like a zombie; another thread runs on.
static void lose_main_thread(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, spin, NULL);
    pthread_exit(NULL);
}

// The parent of a vfork can't be interrupted while its child neither ends nor starts a program.
static void wait_in_vfork(void) {
    if (vfork() == 0) {
        wait_for_ever();
    }
}

// A traced process stops even on its way out, until its tracer lets it go.
static void stop_at_exit(void) {
    const pid_t child = fork();
    if (child == 0) {
        wait_for_ever();
    }
    ptrace(PTRACE_SEIZE, child, NULL, PTRACE_O_TRACEEXIT);
    wait_for_ever();
}

// A thread other than the first executes the program again, which then has the first thread's ID.
static char* own_path;
static void* start_anew(void* unused) {
    (void)unused;
    execl(own_path, own_path, "sleep", (char*)NULL);
    return NULL;
}

static void exec_from_thread(void) {
    own_path = attack_words[-2];
    pthread_t thread;
    pthread_create(&thread, NULL, start_anew, NULL);
    wait_for_ever();
}

// Leaves the process group that is killed and joins its parent's.
static void join_parents_group(void) {
    setpgid(0, getpgid(getppid()));
    wait_for_ever();
}

// The keeper waits for SIGCHLD: here it gets many, from orphans that it inherits.
static void end_orphans(void) {
    signal(SIGCHLD, SIG_IGN);
    while (true) {
        if (fork() == 0) {
            if (fork() != 0) {
                _exit(0);
            }
            usleep(100);
            _exit(0);
        }
    }
}

// The same signal without a process that ended, from another core where possible.
static void signal_keeper(void) {
    const pid_t keeper = getppid();
    const int wanted_core = 1 - sched_getcpu();
    cpu_set_t other;
    CPU_ZERO(&other);
    CPU_SET(wanted_core, &other);
    sched_setaffinity(0, sizeof other, &other);
    while (true) {
        kill(keeper, SIGCHLD);
    }
}

int main(int count, char** words) {
    static const struct Attack attacks[] = {
        {"sleep", sleep_on, false},
        {"ignore-signals", ignore_signals, false},
        {"loop", loop, false},
        {"threads", start_threads, false},
        {"stop-itself", stop_itself, false},
        {"stop-group", stop_group, false},
        {"lose-main-thread", lose_main_thread, false},
        {"wait-in-vfork", wait_in_vfork, false},
        {"stop-at-exit", stop_at_exit, false},
        {"exec-from-thread", exec_from_thread, false},
        {"join-parents-group", join_parents_group, false},
        {"end-orphans", end_orphans, false},
        {"signal-keeper", signal_keeper, false},
        {NULL, NULL, false},
    };
    return run_attack(count, words, attacks);
}
