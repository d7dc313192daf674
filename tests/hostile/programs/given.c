// Looks for something that it should not have: descriptors, variables, rights.

#include "attack.h"

#include <linux/capability.h>
#include <linux/securebits.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

extern char** environ;

static void descriptors(void) {
    for (int number = 3; number < 4096; ++number) {
        if (fcntl(number, F_GETFD) >= 0) {
            report(succeeded, "descriptor %d is open", number);
        }
    }
    if (isatty(0) || isatty(1) || isatty(2)) {
        report(succeeded, "there is a terminal");
    }
    char byte;
    if (read(0, &byte, 1) != 0) {
        report(succeeded, "standard input is not empty");
    }
}

static void environment(void) {
    static const char* const known[] = {
        "PATH=",         "LANG=",         "HOME=",         "TMPDIR=",
        "REFEREE_GAME=", "REFEREE_SEAT=", "REFEREE_SEED=", "REFEREE_AI_DIR="};
    for (char** variable = environ; *variable != NULL; ++variable) {
        bool is_known = false;
        for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i) {
            is_known = is_known || strncmp(*variable, known[i], strlen(known[i])) == 0;
        }
        if (!is_known) {
            report(succeeded, "there is a variable %s", *variable);
        }
    }
}

// Settings of the keeper or its parents must not be inherited.
static void signals(void) {
    sigset_t blocked;
    sigprocmask(SIG_SETMASK, NULL, &blocked);
    for (int number = 1; number <= SIGRTMAX; ++number) {
        struct sigaction action;
        if (sigismember(&blocked, number)) {
            report(succeeded, "signal %d is blocked", number);
        }
        // SIGXFSZ is ignored on purpose: a write beyond the limit fails and doesn't kill.
        if (number != SIGXFSZ && sigaction(number, NULL, &action) == 0 &&
            action.sa_handler == SIG_IGN) {
            report(succeeded, "signal %d (%s) is ignored", number, sigabbrev_np(number));
        }
    }
}

static void limits(void) {
    static const struct {
        int which;
        rlim_t most;
        const char* name;
    } limits[] = {
        {RLIMIT_CORE, 1, "core"},       {RLIMIT_FSIZE, 16 << 20, "fsize"},
        {RLIMIT_NOFILE, 256, "nofile"}, {RLIMIT_DATA, (rlim_t)2 << 30, "data"},
        {RLIMIT_MSGQUEUE, 0, "queue"},
    };
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; ++i) {
        struct rlimit limit;
        getrlimit((__rlimit_resource_t)limits[i].which, &limit);
        if (limit.rlim_max > limits[i].most || limit.rlim_cur > limits[i].most) {
            report(succeeded, "the limit %s is larger than it should be", limits[i].name);
        }
        const struct rlimit more = {limit.rlim_max + 1, limit.rlim_max + 1};
        setrlimit((__rlimit_resource_t)limits[i].which, &more);
        getrlimit((__rlimit_resource_t)limits[i].which, &limit);
        must_fail(limits[i].name, limit.rlim_max >= more.rlim_max ? 0 : -1);
    }
    if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) {
        report(succeeded, "a program with the set-user bit would gain rights");
    }
}

// Its keeper may have a higher priority; the AI has the ordinary one.
static void precedence(void) {
    errno = 0;
    if (sched_getscheduler(0) != SCHED_OTHER || getpriority(PRIO_PROCESS, 0) < 0 || errno != 0) {
        report(succeeded, "it goes before other processes");
    }
    const struct sched_param first = {.sched_priority = 1};
    must_fail("real time", sched_setscheduler(0, SCHED_FIFO, &first));
    if (getpgrp() != getpid()) {
        report(succeeded, "its group is not its own");
    }
    if (open("/dev/tty", O_RDWR) >= 0) {
        report(succeeded, "it has a terminal");
    }
}

// Only with a user of its own, or confined.
static void rights(void) {
    if (getuid() == 0 || geteuid() == 0 || getgid() == 0 || getgroups(0, NULL) > 0) {
        report(succeeded, "it runs as root, or in groups");
    }
    must_fail("setuid(0)", setuid(0));
    must_fail("setgid(0)", setgid(0));
}

// In every mode, whoever runs the referee.
static void capabilities(void) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3];
    if (syscall(SYS_capget, &header, sets) != 0) {
        report(its_own_failure, "capget");
    }
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; ++i) {
        if ((sets[i].effective | sets[i].permitted | sets[i].inheritable) != 0) {
            report(succeeded, "it has capabilities: %x", sets[i].permitted);
        }
    }
    if (getuid() == 0 || geteuid() == 0) {
        report(succeeded, "it is root");
    }
    for (int number = 0; number < 64; ++number) {
        if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_IS_SET, number, 0, 0) > 0) {
            report(succeeded, "capability %d is ambient", number);
        }
    }
}

// Nor could it gain one. Only root can drop that ability for others.
static void bounds(void) {
    if (getuid() < 60600 || getuid() >= 60600 + 256) {
        return;
    }
    for (int number = 0; number < 64; ++number) {
        if (prctl(PR_CAPBSET_READ, number) > 0) {
            report(succeeded, "capability %d could be gained", number);
        }
    }
    const int locked = SECBIT_NOROOT | SECBIT_NOROOT_LOCKED | SECBIT_NO_SETUID_FIXUP_LOCKED;
    if ((prctl(PR_GET_SECUREBITS) & locked) != locked) {
        report(succeeded, "root would have rights");
    }
}

int main(int count, char** words) {
    static const struct Attack attacks[] = {
        {"descriptors", descriptors, false},
        {"environment", environment, false},
        {"signals", signals, false},
        {"limits", limits, false},
        {"rights", rights, false},
        {"capabilities", capabilities, false},
        {"bounds", bounds, false},
        {"precedence", precedence, false},
        {NULL, NULL, false},
    };
    return run_attack(count, words, attacks);
}
