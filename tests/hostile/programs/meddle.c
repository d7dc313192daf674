// Tries to kill, stop, slow down or inspect its keeper and the referee, and to reconfigure the
// system. Without its own user and unconfined much of it would succeed and hit the user who runs
// the referee, so it isn't even tried then.

#include "attack.h"

#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>

static void kill_keeper(void) {
    require_guard();
    must_fail("SIGSTOP to the keeper", kill(keeper(), SIGSTOP));
    must_fail("SIGKILL to the keeper", kill(keeper(), SIGKILL));
}

// Kills the keeper by every other call that sends a signal.
static void kill_keeper_otherwise(void) {
    require_guard();
    const pid_t pid = keeper();
    siginfo_t info = {.si_signo = SIGKILL, .si_code = SI_QUEUE};
    must_fail("tkill", syscall(SYS_tkill, pid, SIGKILL));
    must_fail("tgkill", syscall(SYS_tgkill, pid, pid, SIGKILL));
    must_fail("rt_sigqueueinfo", syscall(SYS_rt_sigqueueinfo, pid, SIGKILL, &info));
    must_fail("rt_tgsigqueueinfo", syscall(SYS_rt_tgsigqueueinfo, pid, pid, SIGKILL, &info));
    const long opened = syscall(SYS_pidfd_open, pid, 0);
    must_fail(
        "pidfd_send_signal",
        opened < 0 ? -1 : syscall(SYS_pidfd_send_signal, opened, SIGKILL, NULL, 0));
    // A filter sees 64 bits of what the kernel takes as 32.
    must_fail("kill, high bits set", syscall(SYS_kill, pid | 0x100000000L, SIGKILL));
    must_fail("kill of its group", syscall(SYS_kill, -(long)pid, SIGKILL));
}

// What a process is and when it ends is nobody else's business. Its own number 0 is always allowed.
static void inspect(void) {
    must_fail("pidfd_open of the keeper", syscall(SYS_pidfd_open, keeper(), 0));
    must_fail("pidfd_open of process 1", syscall(SYS_pidfd_open, 1, 0));
    must_fail("the keeper's group", getpgid(keeper()));
    must_fail("the keeper's session", getsid(keeper()));
    must_fail("the group of process 1", getpgid(1));
    must_fail("the session of process 1", getsid(1));
    if (getpgid(0) != getpgrp() || getsid(0) < 0) {
        report(its_own_failure, "it can't ask for its own group");
    }
}

static void kill_group_of_keeper(void) {
    require_guard();
    const pid_t group = getpgid(keeper());
    must_fail("SIGKILL to the keeper's group", group <= 1 ? -1 : kill(-group, SIGKILL));
}

// Signal 0 only checks the permission: the process with this ID may be any other.
static void signal_neighbours(void) {
    require_guard();
    // Process IDs below its own; those of the referee and the keeper are the nearest.
    for (pid_t pid = getpid() - 1; pid > 0 && pid > getpid() - 1000; --pid) {
        must_fail("a signal to another's process", kill(pid, 0));
    }
}

// Reports success if there was any process, whether or not it was hit. The test is that the match
// goes on.
static void kill_all(void) {
    require_guard();
    kill(-1, SIGSTOP);
    kill(-1, SIGKILL);
}

static void trace_keeper(void) {
    require_guard();
    must_fail("PTRACE_SEIZE", ptrace(PTRACE_SEIZE, keeper(), NULL, NULL));
    must_fail("PTRACE_ATTACH", ptrace(PTRACE_ATTACH, keeper(), NULL, NULL));
}

static void read_memory(void) {
    char bytes[8];
    const struct iovec own = {bytes, sizeof bytes};
    const struct iovec others = {(void*)&attack_words, sizeof bytes};
    must_fail("process_vm_readv", process_vm_readv(keeper(), &own, 1, &others, 1, 0));
    must_fail("process_vm_writev", process_vm_writev(keeper(), &own, 1, &others, 1, 0));
}

// It was set by its keeper before it began.
static void outlive_keeper(void) {
    must_fail("forgetting that it dies with its keeper", prctl(PR_SET_PDEATHSIG, 0));
    int signal = 0;
    if (prctl(PR_GET_PDEATHSIG, &signal) != 0 || signal != SIGKILL) {
        report(succeeded, "it doesn't die with its keeper");
    }
}

static void take_descriptors(void) {
    const long opened = syscall(SYS_pidfd_open, keeper(), 0);
    for (int number = 0; opened >= 0 && number < 16; ++number) {
        must_fail("pidfd_getfd", syscall(SYS_pidfd_getfd, opened, number, 0));
    }
}

// Signals that the kernel sends in one's name.
static void signal_by_owner(void) {
    require_guard();
    int pipes[2];
    if (pipe(pipes) != 0) {
        report(its_own_failure, "no pipe");
    }
    must_fail("F_SETOWN", fcntl(pipes[0], F_SETOWN, keeper()));
    const struct f_owner_ex owner = {F_OWNER_PID, keeper()};
    must_fail("F_SETOWN_EX", fcntl(pipes[0], F_SETOWN_EX, &owner));
    must_fail("F_SETSIG", fcntl(pipes[0], F_SETSIG, SIGKILL));
    must_fail("O_ASYNC", fcntl(pipes[0], F_SETFL, O_ASYNC));
    const int on = 1;
    must_fail("FIOASYNC", ioctl(pipes[0], FIOASYNC, &on));
}

static void limit_keeper(void) {
    require_guard();
    const struct rlimit none = {0, 0};
    must_fail("prlimit of the keeper", prlimit(keeper(), RLIMIT_NOFILE, &none, NULL));
}

static void slow_keeper(void) {
    require_guard();
    must_fail("renicing the keeper", setpriority(PRIO_PROCESS, (id_t)keeper(), 19));
    cpu_set_t first;
    CPU_ZERO(&first);
    CPU_SET(0, &first);
    must_fail("binding the keeper to a core", sched_setaffinity(keeper(), sizeof first, &first));
}

static void hurry_itself(void) {
    require_guard();
    const struct sched_param param = {.sched_priority = 1};
    must_fail("real-time scheduling", sched_setscheduler(0, SCHED_FIFO, &param));
    must_fail("a higher priority", setpriority(PRIO_PROCESS, 0, -5));
}

static void leave_core(void) {
    cpu_set_t all;
    memset(&all, 0xff, sizeof all);
    must_fail("leaving its core", sched_setaffinity(0, sizeof all, &all));
}

static void type_into_terminal(void) {
    const int terminal = open("/dev/tty", O_RDWR);
    char key = '\n';
    must_fail("opening the terminal", terminal);
    for (int stream = 0; stream < 3; ++stream) {
        must_fail("TIOCSTI", ioctl(stream, TIOCSTI, &key));
    }
}

// Sets the clock to its current time, so that nothing is lost if it works.
static void set_clock(void) {
    require_guard();
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    must_fail("setting the clock", clock_settime(CLOCK_REALTIME, &now));
}

static void mount_something(void) {
    require_guard();
    must_fail("mount", mount("tmpfs", ".", "tmpfs", 0, "size=1m"));
    must_fail("chroot", chroot("."));
}

static void make_user_namespace(void) {
    must_fail("a user namespace", unshare(CLONE_NEWUSER));
}

static void make_time_namespace(void) {
    enum { new_time = 0x80 }; // CLONE_NEWTIME
    must_fail("a time namespace", unshare(CLONE_NEWUSER | new_time));
}

static void make_mount_namespace(void) {
    must_fail("a mount namespace", unshare(CLONE_NEWUSER | CLONE_NEWNS));
}

int main(int count, char** words) {
    static const struct Attack attacks[] = {
        {"kill-keeper", kill_keeper, false},
        {"kill-keeper-otherwise", kill_keeper_otherwise, false},
        {"kill-group", kill_group_of_keeper, false},
        {"signal-neighbours", signal_neighbours, false},
        {"kill-all", kill_all, false},
        {"trace", trace_keeper, false},
        {"inspect", inspect, false},
        {"read-memory", read_memory, false},
        {"outlive-keeper", outlive_keeper, false},
        {"take-descriptors", take_descriptors, false},
        {"signal-by-owner", signal_by_owner, false},
        {"limit-keeper", limit_keeper, false},
        {"slow-keeper", slow_keeper, false},
        {"hurry", hurry_itself, false},
        {"leave-core", leave_core, false},
        {"terminal", type_into_terminal, false},
        {"clock", set_clock, false},
        {"mount", mount_something, false},
        {"user-namespace", make_user_namespace, false},
        {"time-namespace", make_time_namespace, false},
        {"mount-namespace", make_mount_namespace, false},
        {NULL, NULL, false},
    };
    return run_attack(count, words, attacks);
}
