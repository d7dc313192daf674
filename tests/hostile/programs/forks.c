// Fork bombs. They stop themselves: all their processes end after 20 s, and they start no more
// processes than their argument says (the relay, one process at a time, any number).

#include "attack.h"

#include <sched.h>
#include <stdatomic.h>
#include <sys/mman.h>

enum { max_seconds = 20 };

static int max_processes = 1500;

static double end;
static atomic_int* started;

static void prepare(void) {
    if (attack_words[0] != NULL) {
        max_processes = atoi(attack_words[0]);
    }
    end = seconds_now() + max_seconds;
    started =
        mmap(NULL, sizeof *started, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (started == MAP_FAILED) {
        report(its_own_failure, "mmap failed");
    }
    alarm(max_seconds);
}

// Like fork, but bounded.
static pid_t start_process(void) {
    if (seconds_now() > end) {
        _exit(0);
    }
    if (atomic_fetch_add(started, 1) >= max_processes) {
        sched_yield();
        return -1;
    }
    const pid_t pid = fork();
    if (pid == 0) {
        alarm(max_seconds); // not inherited
    } else if (pid < 0) {
        atomic_fetch_sub(started, 1);
    }
    return pid;
}

static void bomb(void) {
    prepare();
    while (true) {
        start_process();
    }
}

// Every process in a session and group of its own: no signal to a group reaches them.
static void bomb_in_sessions(void) {
    prepare();
    while (true) {
        if (start_process() == 0) {
            setsid();
        }
    }
}

// A bomb as above; in addition the AI's own session gets as little processor time as possible.
static void bomb_above_session(void) {
    FILE* const share = fopen("/proc/self/autogroup", "w");
    if (share != NULL) {
        fprintf(share, "19\n");
        fclose(share);
    }
    bomb_in_sessions();
}

// One process at a time, but each lives only until it has started the next: a list of processes is
// out of date before they can be killed. On all cores, where that is allowed.
static void run_relay(void) {
    cpu_set_t all;
    memset(&all, 0xff, sizeof all);
    sched_setaffinity(0, sizeof all, &all);
    setsid();
    while (seconds_now() < end) {
        const pid_t pid = fork();
        if (pid > 0) {
            _exit(0);
        }
        if (pid == 0) {
            alarm(max_seconds);
            setsid();
        }
    }
    _exit(0);
}

// It answers meanwhile, so the relay is left behind.
static void relay(void) {
    prepare();
    if (fork() == 0) {
        run_relay();
    }
}

static void relay_and_hang(void) {
    prepare();
    for (int i = 0; i < 8; ++i) {
        if (fork() == 0) {
            run_relay();
        }
    }
    while (true) {
        pause();
    }
}

int main(int count, char** words) {
    static const struct Attack attacks[] = {
        {"bomb", bomb, false},
        {"sessions", bomb_in_sessions, false},
        {"above-session", bomb_above_session, false},
        {"relay", relay, false},
        {"relay-and-hang", relay_and_hang, false},
        {NULL, NULL, false},
    };
    return run_attack(count, words, attacks);
}
