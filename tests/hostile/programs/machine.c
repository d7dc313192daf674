// Tries system-wide operations, and memory that no limit counts.

#include "attack.h"

#include <linux/aio_abi.h>
#include <linux/falloc.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <linux/seccomp.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/uio.h>

// A file that every AI can read, and that others need.
static const char shared_file[] = "/bin/sh";

static int open_shared_file(void) {
    const int file = open(shared_file, O_RDONLY);
    if (file < 0) {
        report(bad_folder, "%s can't be read", shared_file);
    }
    return file;
}

// System calls newer than the filter's list and than the names libseccomp knows. Without arguments
// none of them does anything; one that exists rejects its arguments.
static void newer_calls(void) {
    for (int number = 451; number < 600; ++number) {
        // Shadow stacks, futexes and sealing of memory are for everybody.
        if ((number < 453 || number > 456) && number != 462 &&
            (syscall(number, -1, NULL, -1, NULL, 0, 0) >= 0 || errno != ENOSYS)) {
            report(succeeded, "the system call %d is there (%s)", number, strerror(errno));
        }
    }
}

// What isn't in the page cache must be read from the disk, by the next process that needs it.
static void drop_cache(void) {
    const int file = open_shared_file();
    must_fail("dropping a file", -posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED));
    void* const seen = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, file, 0);
    must_fail("MADV_PAGEOUT", madvise(seen, 4096, MADV_PAGEOUT));
    must_fail("MADV_COLD", madvise(seen, 4096, MADV_COLD));
}

static void ask_cache(void) {
    char byte;
    const struct iovec place = {&byte, 1};
    must_fail("RWF_NOWAIT", preadv2(open_shared_file(), &place, 1, 0, RWF_NOWAIT));
}

static void watch(void) {
    must_fail("inotify_init1", inotify_init1(0));
    must_fail("F_NOTIFY", fcntl(open(".", O_RDONLY), F_NOTIFY, DN_MODIFY));
}

static void ask_for_room(void) {
    struct statfs room;
    must_fail("statfs", statfs(".", &room));
    must_fail("fstatfs", fstatfs(open(".", O_RDONLY), &room));
}

// Asks what statfs answers, by another way.
static void ask_for_room_by_device(void) {
    struct stat status;
    stat(".", &status);
    char room[64]; // a struct ustat, which no header has any more
    must_fail("ustat", syscall(SYS_ustat, status.st_dev, room));
}

// The kernel looks at a request's permission before its argument, so a harmless argument tells
// whether a harmful one would have passed. FIFREEZE has none: FITHAW stands for it.
static void ask_disks(void) {
    static const struct {
        const char* name;
        unsigned long request;
    } requests[] = {
        {"FITHAW", FITHAW},
        {"FITRIM", FITRIM},
        {"EXT4_IOC_SHUTDOWN", _IOR('X', 125, __u32)},
        {"FS_IOC_SETFLAGS", FS_IOC_SETFLAGS},
        {"FS_IOC_SET_ENCRYPTION_POLICY", FS_IOC_SET_ENCRYPTION_POLICY},
        {"FICLONE", FICLONE},
    };
    const int files[] = {open(".", O_RDONLY), open("memory.dat", O_RDWR), open_shared_file()};
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; ++i) {
        for (size_t file = 0; file < sizeof files / sizeof files[0]; ++file) {
            if (ioctl(files[file], requests[i].request, NULL) >= 0 || errno != ENOTTY) {
                report(succeeded, "%s: %s", requests[i].name, strerror(errno));
            }
        }
    }
    int room = 0;
    int pipes[2];
    if (pipe(pipes) != 0 || ioctl(pipes[0], FIONREAD, &room) != 0 || isatty(0)) {
        report(bad_folder, "what programs need isn't there");
    }
}

// SECCOMP_RET_LOG writes a line to the kernel's log for every call.
static void install_filter(void) {
    struct sock_filter allow = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    const struct sock_fprog filter = {1, &allow};
    must_fail("seccomp", syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter));
    must_fail("PR_SET_SECCOMP", prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0));
}

static void write_all_disks(void) {
    must_fail("syncfs", syncfs(open(".", O_RDONLY)));
}

static void take_events(void) {
    aio_context_t context = 0;
    must_fail("io_setup", syscall(SYS_io_setup, 4000, &context));
}

static void make_nameless_file(void) {
    must_fail("O_TMPFILE", open(".", O_TMPFILE | O_RDWR, 0600));
}

static void take_hidden_room(void) {
    const int file = open("memory.dat", O_WRONLY);
    must_fail("FALLOC_FL_KEEP_SIZE", fallocate(file, FALLOC_FL_KEEP_SIZE, 0, 1 << 30));
    // Shifts the content beyond the file size limit.
    must_fail("FALLOC_FL_INSERT_RANGE", fallocate(file, FALLOC_FL_INSERT_RANGE, 0, 4096));
}

// A limit of 0 would start the machine's program that takes core dumps, 1 doesn't.
static void allow_core_dumps(void) {
    const struct rlimit none = {0, 0};
    struct rlimit left;
    setrlimit(RLIMIT_CORE, &none);
    getrlimit(RLIMIT_CORE, &left);
    must_fail("RLIMIT_CORE", left.rlim_cur == 0 ? 0 : -1);
}

// A process that opens a file with a lease waits for the holder, which may be stopped. Only the
// owner of a file can take a lease, so it tries a file of its own, without waiting.
static void hold_lease(void) {
    must_fail("F_SETLEASE", fcntl(open("memory.dat", O_WRONLY), F_SETLEASE, F_WRLCK));
    int pipes[2];
    must_fail("F_SETPIPE_SZ", pipe(pipes) != 0 ? -1 : fcntl(pipes[1], F_SETPIPE_SZ, 1 << 20));
}

// Any process can be asked, though the time of others is none of its business.
static void read_clocks(void) {
    const pid_t own = getpid();
    struct timespec used;
    for (pid_t pid = own - 50; pid < own; ++pid) {
        const clockid_t clock = (clockid_t)((~(unsigned)pid << 3) | 2);
        must_fail("the processor's time of another", pid > 0 ? clock_gettime(clock, &used) : -1);
    }
}

int main(int count, char** words) {
    static const struct Attack attacks[] = {
        {"newer-calls", newer_calls, false},
        {"drop-cache", drop_cache, false},
        {"ask-cache", ask_cache, false},
        {"watch", watch, false},
        {"ask-for-room", ask_for_room, false},
        {"ask-by-device", ask_for_room_by_device, false},
        {"ask-disks", ask_disks, false},
        {"install-filter", install_filter, false},
        {"write-all-disks", write_all_disks, false},
        {"take-events", take_events, false},
        {"nameless-file", make_nameless_file, false},
        {"hidden-room", take_hidden_room, false},
        {"core-dumps", allow_core_dumps, false},
        {"lease", hold_lease, false},
        {"clocks", read_clocks, false},
        {NULL, NULL, false},
    };
    return run_attack(count, words, attacks);
}
