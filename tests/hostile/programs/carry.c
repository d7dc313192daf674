// Leaves a mark in the first game of a match and looks for it in the second. In the second game the
// same stones fall, so with such a mark an AI could use what it learned in the first.

#include "attack.h"

#include <linux/fs.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/xattr.h>

static const char mark[] = "seen before";

// `found` says that the mark is there, `leave` leaves it.
static void look_or_leave(const char* where, bool found, void (*leave)(void)) {
    if (found) {
        report(succeeded, "carried from one game to the next by %s", where);
    }
    leave();
}

static void leave_file(void) {
    close(open("own.dat", O_WRONLY | O_CREAT, 0600));
}

static void by_file(void) {
    look_or_leave("a file", access("own.dat", F_OK) == 0, leave_file);
}

static void leave_memory(void) {
    const int file = open("memory.dat", O_WRONLY);
    if (write(file, mark, sizeof mark) < 0) {
        exit(its_own_failure);
    }
    close(file);
}

static void by_memory(void) {
    struct stat status;
    look_or_leave(
        "memory.dat", stat("memory.dat", &status) != 0 || status.st_size > 0, leave_memory);
}

static void leave_attribute(void) {
    setxattr(".", "user.mark", mark, sizeof mark, 0);
}

static void by_attribute(void) {
    char value[sizeof mark];
    look_or_leave(
        "an attribute of the work folder", getxattr(".", "user.mark", value, sizeof value) > 0,
        leave_attribute);
}

// A default access list as the kernel stores it: version, then tag, rights and number of each
// entry.
static void leave_access_list(void) {
    static const unsigned char list[] = {2,    0,    0, 0, 1,    0,    7,    0,    0xff, 0xff,
                                         0xff, 0xff, 4, 0, 5,    0,    0xff, 0xff, 0xff, 0xff,
                                         32,   0,    5, 0, 0xff, 0xff, 0xff, 0xff};
    setxattr(".", "system.posix_acl_default", list, sizeof list, 0);
}

static void by_access_list(void) {
    char value[100];
    look_or_leave(
        "an access list of the work folder",
        getxattr(".", "system.posix_acl_default", value, sizeof value) > 0, leave_access_list);
}

enum { far_future = 2000000000 };

static void leave_time(void) {
    const struct timespec times[2] = {{far_future, 0}, {0, UTIME_OMIT}};
    utimensat(AT_FDCWD, ".", times, 0);
}

static void by_time(void) {
    struct stat status;
    look_or_leave(
        "a time of the work folder", stat(".", &status) == 0 && status.st_atime >= far_future,
        leave_time);
}

// When it was last read, compared with when it was written: both are the same in a new file.
static bool is_time_of_memory_marked(void) {
    struct stat status;
    return stat("memory.dat", &status) != 0 || status.st_atim.tv_sec != status.st_mtim.tv_sec ||
           status.st_atim.tv_nsec != status.st_mtim.tv_nsec;
}

static void leave_time_of_memory(void) {
    char byte = '1';
    const int file = open("memory.dat", O_RDWR);
    if (write(file, &byte, 1) != 1 || pread(file, &byte, 1, 0) != 1 || ftruncate(file, 0) != 0) {
        exit(its_own_failure);
    }
    close(file);
}

static void by_time_of_memory(void) {
    look_or_leave(
        "the time at which memory.dat was read", is_time_of_memory_marked(), leave_time_of_memory);
}

static bool is_file_flagged(const char* name) {
    int flags = 0;
    const int file = open(name, O_RDONLY);
    const bool found = ioctl(file, FS_IOC_GETFLAGS, &flags) == 0 && (flags & FS_NODUMP_FL) != 0;
    close(file);
    return found;
}

static void leave_file_flags(void) {
    static const char* const names[] = {".", "memory.dat", "match.dat"};
    const int flags = FS_NODUMP_FL;
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        const int file = open(names[i], O_RDONLY);
        ioctl(file, FS_IOC_SETFLAGS, &flags);
        close(file);
    }
}

static void by_file_flags(void) {
    look_or_leave(
        "the flags of a file",
        is_file_flagged(".") || is_file_flagged("memory.dat") || is_file_flagged("match.dat"),
        leave_file_flags);
}

// Carries a message by the system calls of newer kernels.
enum { setxattrat = 463, file_setattr = 469 };

static void leave_attribute_at(void) {
    const struct {
        unsigned long long value;
        unsigned size;
        unsigned flags;
    } attribute = {(unsigned long long)(unsigned long)mark, sizeof mark, 0};
    syscall(setxattrat, AT_FDCWD, "memory.dat", 0, "user.mark", &attribute, sizeof attribute);
}

static void by_attribute_at(void) {
    char value[sizeof mark];
    look_or_leave(
        "an attribute of memory.dat", getxattr("memory.dat", "user.mark", value, sizeof value) > 0,
        leave_attribute_at);
}

static void leave_flags_at(void) {
    const struct {
        unsigned long long flags;
        unsigned others[4];
    } attributes = {FS_XFLAG_NODUMP, {0}};
    syscall(file_setattr, AT_FDCWD, "memory.dat", &attributes, sizeof attributes, 0);
}

static void by_flags_at(void) {
    look_or_leave("the flags of memory.dat", is_file_flagged("memory.dat"), leave_flags_at);
}

// How long what is written will be kept: a hint for the disk, which stays with the file.
static bool has_hint(const char* name) {
    uint64_t hint = 0;
    const int file = open(name, O_RDONLY);
    const bool found = fcntl(file, F_GET_RW_HINT, &hint) == 0 && hint == RWH_WRITE_LIFE_LONG;
    close(file);
    return found;
}

static void leave_hint(void) {
    static const char* const names[] = {".", "memory.dat"};
    const uint64_t hint = RWH_WRITE_LIFE_LONG;
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        const int file = open(names[i], O_RDONLY);
        fcntl(file, F_SET_RW_HINT, &hint);
        close(file);
    }
}

static void by_hint(void) {
    look_or_leave("the write hint of a file", has_hint(".") || has_hint("memory.dat"), leave_hint);
}

// In its own PID namespace they would tell how many processes the previous game had.
static void by_process_numbers(void) {
    look_or_leave("its own process number", getpid() > 4, check_work_folder);
}

static void leave_space(void) {
    const int file = open("memory.dat", O_WRONLY);
    fallocate(file, FALLOC_FL_KEEP_SIZE, 0, 100000);
    close(file);
}

static void by_space(void) {
    struct stat status;
    look_or_leave(
        "space behind the end of memory.dat",
        stat("memory.dat", &status) != 0 || status.st_blocks > 0, leave_space);
}

// Standard input, output and error stay open between the moves, so attributes of the open file
// would persist.
enum { stream_count = 3, some_place = 1234567 };

static bool place_is_marked(void) {
    bool found = false;
    for (int stream = 0; stream < stream_count; ++stream) {
        found = found || lseek(stream, 0, SEEK_CUR) == some_place;
    }
    return found;
}

static void leave_place(void) {
    for (int stream = 0; stream < stream_count; ++stream) {
        lseek(stream, some_place, SEEK_SET);
    }
}

static void by_place(void) {
    look_or_leave("the place in a stream", place_is_marked(), leave_place);
}

static bool are_flags_marked(void) {
    bool found = false;
    for (int stream = 0; stream < stream_count; ++stream) {
        found = found || (fcntl(stream, F_GETFL) & (O_APPEND | O_NONBLOCK)) != 0 ||
                fcntl(stream, F_GETSIG) != 0;
    }
    return found;
}

static void leave_flags(void) {
    for (int stream = 0; stream < stream_count; ++stream) {
        fcntl(stream, F_SETFL, O_APPEND | O_NONBLOCK);
        fcntl(stream, F_SETSIG, SIGUSR1);
    }
}

static void by_flags(void) {
    look_or_leave("the flags of a stream", are_flags_marked(), leave_flags);
}

static bool is_stream_marked(void) {
    char value[sizeof mark];
    bool found = false;
    for (int stream = 0; stream < stream_count; ++stream) {
        found = found || fgetxattr(stream, "user.mark", value, sizeof value) > 0;
    }
    return found;
}

static void leave_stream_attribute(void) {
    for (int stream = 0; stream < stream_count; ++stream) {
        fsetxattr(stream, "user.mark", mark, sizeof mark, 0);
    }
}

static void by_stream_attribute(void) {
    look_or_leave("an attribute of a stream", is_stream_marked(), leave_stream_attribute);
}

// A lock of the open file is visible to every process that opens the file again.
static bool is_locked(void) {
    bool found = false;
    for (int stream = 0; stream < stream_count; ++stream) {
        char path[] = "/proc/self/fd/0";
        path[sizeof path - 2] = (char)('0' + stream);
        struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 1000, .l_len = 1};
        const int again = open(path, O_RDWR);
        found = found || (fcntl(again, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK);
        close(again);
    }
    return found;
}

static void leave_lock(void) {
    for (int stream = 0; stream < stream_count; ++stream) {
        struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 1000, .l_len = 1};
        fcntl(stream, F_OFD_SETLK, &lock);
    }
}

static void by_lock(void) {
    look_or_leave("a lock on a stream", is_locked(), leave_lock);
}

static void leave_output(void) {
    dprintf(1, "%s", mark);
    dprintf(2, "%s", mark);
}

static void by_output(void) {
    bool found = false;
    for (int stream = 1; stream < stream_count; ++stream) {
        char value;
        found = found || lseek(stream, 0, SEEK_CUR) > 0 || pread(stream, &value, 1, 0) > 0;
    }
    look_or_leave("what it printed", found, leave_output);
}

int main(int count, char** words) {
    static const struct Attack attacks[] = {
        {"file", by_file, false},
        {"memory", by_memory, false},
        {"attribute", by_attribute, false},
        {"access-list", by_access_list, false},
        {"time", by_time, false},
        {"memory-time", by_time_of_memory, false},
        {"file-flags", by_file_flags, false},
        {"attribute-at", by_attribute_at, false},
        {"flags-at", by_flags_at, false},
        {"write-hint", by_hint, false},
        {"process-numbers", by_process_numbers, false},
        {"space", by_space, false},
        {"place", by_place, false},
        {"flags", by_flags, false},
        {"stream-attribute", by_stream_attribute, false},
        {"lock", by_lock, false},
        {"output", by_output, false},
        {NULL, NULL, false},
    };
    return run_attack(count, words, attacks);
}
