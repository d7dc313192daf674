// Leaves itself a mark in the first game of a match and looks for it in the second: with it the
// second game, in which the same stones fall, could be played with what was learned in the first.

#include "attack.h"

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
    const struct timespec times[2] = {{far_future, 12345}, {far_future, 12345}};
    utimensat(AT_FDCWD, ".", times, 0);
}

static void by_time(void) {
    struct stat status;
    look_or_leave(
        "a time of the work folder", stat(".", &status) == 0 && status.st_atime >= far_future,
        leave_time);
}

enum { some_place = 1234567 };

static void leave_place(void) {
    lseek(1, some_place, SEEK_SET);
}

static void by_place(void) {
    look_or_leave("the place in standard output", lseek(1, 0, SEEK_CUR) == some_place, leave_place);
}

static void leave_flags(void) {
    fcntl(1, F_SETFL, O_APPEND | O_NONBLOCK);
}

static void by_flags(void) {
    look_or_leave(
        "the flags of standard output", (fcntl(1, F_GETFL) & (O_APPEND | O_NONBLOCK)) != 0,
        leave_flags);
}

static void leave_stream_attribute(void) {
    fsetxattr(1, "user.mark", mark, sizeof mark, 0);
}

static void by_stream_attribute(void) {
    char value[sizeof mark];
    look_or_leave(
        "an attribute of standard output", fgetxattr(1, "user.mark", value, sizeof value) > 0,
        leave_stream_attribute);
}

static void leave_output(void) {
    // Cut to nothing it looks as if nothing had been printed; the room behind stays as it was.
    dprintf(1, "%s", mark);
}

static void by_output(void) {
    char path[] = "/proc/self/fd/1";
    char value[sizeof mark] = "";
    const int file = open(path, O_RDONLY);
    const bool found = file >= 0 && read(file, value, sizeof value) > 0;
    close(file);
    look_or_leave("what it printed", found, leave_output);
}

int main(int count, char** words) {
    static const struct Attack attacks[] = {
        {"file", by_file},           {"memory", by_memory},
        {"attribute", by_attribute}, {"access-list", by_access_list},
        {"time", by_time},           {"place", by_place},
        {"flags", by_flags},         {"stream-attribute", by_stream_attribute},
        {"output", by_output},       {NULL, NULL},
    };
    return run_attack(count, words, attacks);
}
