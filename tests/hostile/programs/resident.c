// A resident AI that breaks the protocol, or computes while it should be stopped.

#include "attack.h"

#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>

static char turn[20]; // of the question, as text

static void say(const char* text) {
    if (write(1, text, strlen(text)) < 0) {
        exit(its_own_failure);
    }
}

static void answer_and_say(const char* text) {
    answer();
    say(text);
}

// For processes that would be left over if the referee failed: an alarm doesn't end one that is
// stopped, so they end with their parent.
static void end_with_parent(void) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    alarm(20);
}

static _Noreturn void wait_for_ever(void) {
    while (true) {
        pause();
    }
}

static void stay_silent(void) {
    answer();
    wait_for_ever();
}

static void stop_itself(void) {
    answer();
    raise(SIGSTOP);
}

// Both by one write: the AI could be stopped between two.
static void say_it_twice(void) {
    answer_and_say("done\ndone\n");
}

static void say_something_else(void) {
    answer_and_say("I have moved\n");
}

static void say_another_turn(void) {
    answer_and_say("done 12345\n");
}

static void say_escapes(void) {
    answer_and_say("\x1b[2Jdone\n");
}

// The referee would wait a second for the end of one that doesn't read its last lines: it ends
// itself.
static void end_soon(void) {
    const struct itimerval soon = {.it_value = {.tv_usec = 200000}};
    setitimer(ITIMER_REAL, &soon, NULL);
}

static void flood_lines(void) {
    end_soon();
    while (true) {
        say("line\n");
    }
}

static void print_nul_bytes(void) {
    static const char zeros[10000];
    end_soon();
    while (write(1, zeros, sizeof zeros) >= 0) {
    }
}

static void end(void) {
    answer();
    exit(0);
}

static void fail(void) {
    answer();
    exit(7);
}

static void crash(void) {
    answer();
    abort();
}

static void close_output(void) {
    answer();
    close(1);
    wait_for_ever();
}

// Writing to it would kill the referee if it did not ignore SIGPIPE.
static void close_input(void) {
    close(0);
    answer_and_say("done\n");
}

static void die(int unused) {
    (void)unused;
    abort();
}

// It is stopped between its moves, and dies as soon as it is resumed.
static void die_between_moves(void) {
    signal(SIGCONT, die);
    answer_and_say("done\n");
}

// --- Being hard to stop
// ---------------------------------------------------------------------------

// All that follow answer; the next question shows whether they could be stopped.

static void* wait_in_vfork(void* unused) {
    if (vfork() == 0) {
        end_with_parent();
        wait_for_ever();
    }
    return unused;
}

// A thread that waits in vfork does not stop until the child has executed a program.
static void hold_in_vfork(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, wait_in_vfork, NULL);
    usleep(20000);
    answer_and_say("done\n");
}

// A traced process stops for the tracer, not for the parent.
static void be_traced(void) {
    const pid_t own = getpid();
    if (fork() == 0) {
        end_with_parent();
        ptrace(PTRACE_SEIZE, own, NULL, NULL);
        while (waitpid(own, NULL, __WALL) >= 0) {
        }
        wait_for_ever();
    }
    usleep(20000);
    answer_and_say("done\n");
}

static void* compute(void* unused) {
    for (volatile unsigned long count = 0;; ++count) {
    }
    return unused;
}

// Honest: each of its threads only has to get a core before it is suspended. Nobody may restart it.
static void compute_in_threads(void) {
    static bool computes;
    if (!computes && !is_first_move()) {
        report(succeeded, "it was restarted");
    }
    for (int i = 0; !computes && i < 8; ++i) {
        pthread_t thread;
        pthread_create(&thread, NULL, compute, NULL);
    }
    computes = true;
    answer_and_say("done\n");
}

// Leaves the process group that is stopped and killed.
static void join_parents_group(void) {
    setpgid(0, getpgid(getppid()));
    answer_and_say("done\n");
}

static void* talk_on(void* unused) {
    char line[100];
    while (fgets(line, sizeof line, stdin) != NULL && strcmp(line, "quit\n") != 0) {
        if (strncmp(line, "move", 4) == 0) {
            answer_and_say("done\n");
        }
    }
    _exit(0);
    return unused;
}

// Its first thread ends, so the process looks like a zombie.
static void lose_main_thread(void) {
    pthread_t thread;
    answer_and_say("done\n");
    pthread_create(&thread, NULL, talk_on, NULL);
    pthread_exit(NULL);
}

// --- Thinking on another's time
// -------------------------------------------------------------------

// One answers, the other works on. Both are to be stopped between the moves: then the other has
// hardly any processor time from `done` to the next question.

static double used_between;              // by the other one, summed over the game
static volatile double* used_by_thinker; // so far; it keeps that up itself
static double used_at_done = -1;
static pid_t thinker;

static void start_thinker(void) {
    const pid_t parent = getpid();
    used_by_thinker = mmap(
        NULL, sizeof *used_by_thinker, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    thinker = fork();
    if (thinker == 0) {
        end_with_parent();
        // Leaves the process group that is stopped and moves to another core, where that is
        // allowed.
        setsid();
        cpu_set_t all;
        memset(&all, 0xff, sizeof all);
        sched_setaffinity(0, sizeof all, &all);
        while (true) {
            struct timespec used;
            kill(parent, SIGCONT);
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
            *used_by_thinker = (double)used.tv_sec + (double)used.tv_nsec / 1e9;
        }
    }
}

static void think_on(void) {
    if (thinker == 0) {
        start_thinker();
    } else {
        used_between += *used_by_thinker - used_at_done;
    }
    // 500 moves of the other AI, each of two milliseconds or more, make a second and more; the
    // overrun at each stop, while the machine is busy otherwise, makes a small part of that.
    if (used_between > 0.25) {
        report(succeeded, "%.0f ms of thinking on another's time", used_between * 1000);
    }
    usleep(2000);
    answer();
    used_at_done = *used_by_thinker;
    say("done\n");
}

// SIGSTOP suspends it and SIGCONT resumes it: a timer sends one, if it may. The referee sends one
// for each question.
static volatile sig_atomic_t times_woken;

static void count_waking(int unused) {
    (void)unused;
    ++times_woken;
}

static void wake_by_timer(void) {
    static bool is_made;
    if (!is_made) {
        is_made = true;
        signal(SIGCONT, count_waking);
        timer_t timer;
        struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGCONT};
        const struct itimerspec often = {{0, 500000}, {0, 500000}};
        if (timer_create(CLOCK_MONOTONIC, &event, &timer) == 0) {
            timer_settime(timer, 0, &often, NULL);
        }
    } else if (times_woken > 1) {
        report(succeeded, "woken %d times between two moves", (int)times_woken);
    }
    times_woken = 0;
    answer_and_say("done\n");
}

// More descriptors in flight than a process may have open. They count against the user, so none of
// its processes can send more.
static void hold_descriptors(void) {
    enum { at_once = 200 };
    int pair[2];
    int copies[at_once];
    char control[CMSG_SPACE(sizeof copies)] = "";
    struct iovec byte = {"x", 1};
    struct msghdr message = {
        .msg_iov = &byte,
        .msg_iovlen = 1,
        .msg_control = control,
        .msg_controllen = sizeof control};
    struct cmsghdr* const carried = CMSG_FIRSTHDR(&message);
    carried->cmsg_level = SOL_SOCKET;
    carried->cmsg_type = SCM_RIGHTS;
    carried->cmsg_len = CMSG_LEN(sizeof copies);
    socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
    for (int i = 0; i < at_once; ++i) {
        copies[i] = dup(0);
    }
    memcpy(CMSG_DATA(carried), copies, sizeof copies);
    for (int i = 0; i < 3; ++i) {
        sendmsg(pair[0], &message, MSG_DONTWAIT);
    }
    for (int i = 0; i < at_once; ++i) {
        close(copies[i]);
    }
    answer_and_say("done\n");
}

// As many processes as allowed, which are suspended with it.
static void hold_processes(void) {
    for (int i = 0; i < 300; ++i) {
        const pid_t pid = fork();
        if (pid == 0) {
            end_with_parent();
            wait_for_ever();
        }
        if (pid < 0) {
            break;
        }
    }
    answer_and_say("done\n");
}

int main(int count, char** words) {
    static const struct Attack attacks[] = {
        {"stay-silent", stay_silent, false},
        {"stop-itself", stop_itself, false},
        {"say-it-twice", say_it_twice, false},
        {"say-something-else", say_something_else, false},
        {"say-another-turn", say_another_turn, false},
        {"say-escapes", say_escapes, false},
        {"flood-lines", flood_lines, false},
        {"print-nul-bytes", print_nul_bytes, false},
        {"end", end, false},
        {"fail", fail, false},
        {"crash", crash, false},
        {"close-output", close_output, false},
        {"close-input", close_input, false},
        {"die-between-moves", die_between_moves, false},
        {"hold-in-vfork", hold_in_vfork, false},
        {"be-traced", be_traced, false},
        {"compute-in-threads", compute_in_threads, true},
        {"lose-main-thread", lose_main_thread, false},
        {"join-parents-group", join_parents_group, false},
        {"think-on", think_on, true},
        {"wake-by-timer", wake_by_timer, true},
        {"hold-descriptors", hold_descriptors, false},
        {"hold-processes", hold_processes, false},
        {NULL, NULL, false},
    };
    const struct Attack* const attack = find_attack(count, words, attacks);
    char line[100];
    while (fgets(line, sizeof line, stdin) != NULL && strcmp(line, "quit\n") != 0) {
        if (sscanf(line, "move %19s", turn) != 1) {
            continue;
        }
        check_work_folder();
        if (attack->on_every_move || is_first_move()) {
            attack->make();
        } else {
            answer_and_say("done\n");
        }
    }
    return 0;
}
