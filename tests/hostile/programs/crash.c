// Ends by a signal of its own making.

#include "attack.h"

#include <sys/resource.h>

static void segmentation_fault(void) {
    int* volatile nowhere = NULL; // volatile, or the compiler would see what comes
    *nowhere = 1;
}

// Called through a pointer that the compiler can't see through, so that it is no loop.
static int (*volatile deeper)(int);
static int recurse(int depth) {
    volatile char frame[4096];
    frame[0] = (char)depth;
    return deeper(depth + 1) + frame[0];
}

static void overflow_stack(void) {
    deeper = recurse;
    exit(deeper(0));
}

static void abort_after_answer(void) {
    answer();
    abort();
}

static void dump_core(void) {
    const struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY};
    must_fail("allowing core dumps", setrlimit(RLIMIT_CORE, &all));
    answer();
    raise(SIGQUIT);
}

static void kill_itself(void) {
    answer();
    raise(SIGKILL);
}

int main(int count, char** words) {
    static const struct Attack attacks[] = {
        {"segmentation-fault", segmentation_fault},
        {"stack", overflow_stack},
        {"abort-after-answer", abort_after_answer},
        {"core", dump_core},
        {"kill-itself", kill_itself},
        {NULL, NULL},
    };
    return run_attack(count, words, attacks);
}
