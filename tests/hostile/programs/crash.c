// Ends itself by a signal.

#include "attack.h"

#include <sys/resource.h>

static void segmentation_fault(void) {
    // Volatile twice, so that the compiler cannot optimise it away.
    volatile int* volatile nowhere = NULL;
    *nowhere = 1;
}

// Called through a volatile pointer, so that the compiler does not make it a loop.
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
    struct rlimit left;
    setrlimit(RLIMIT_CORE, &all);
    getrlimit(RLIMIT_CORE, &left);
    must_fail("allowing core dumps", left.rlim_cur > 1 ? 0 : -1);
    answer();
    raise(SIGQUIT);
}

static void kill_itself(void) {
    answer();
    raise(SIGKILL);
}

int main(int count, char** words) {
    static const struct Attack attacks[] = {
        {"segmentation-fault", segmentation_fault, false},
        {"stack", overflow_stack, false},
        {"abort-after-answer", abort_after_answer, false},
        {"core", dump_core, false},
        {"kill-itself", kill_itself, false},
        {NULL, NULL, false},
    };
    return run_attack(count, words, attacks);
}
