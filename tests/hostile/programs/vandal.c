// Answers honestly and wrecks its work folder. In the next move the folder must be as it should be
// (run_attack checks), and repairing or removing it must not harm anything outside.

#include "attack.h"

#include <sys/file.h>
#include <sys/syscall.h>
#include <sys/xattr.h>

enum { file_count = 6, max_depth = 5000 };

static const char* const files[file_count] = {"match.dat",     "player.dat", "opponent.dat",
                                              "gamefield.dat", "notes.dat",  "memory.dat"};

static void delete_files(void) {
    answer();
    for (int i = 0; i < file_count; ++i) {
        unlink(files[i]);
    }
    exit(0);
}

static void overwrite_files(void) {
    answer();
    for (int i = 0; i < file_count; ++i) {
        const int file = open(files[i], O_WRONLY);
        static char nothing[100000];
        if (write(file, nothing, sizeof nothing) < 0) {
            exit(its_own_failure);
        }
        close(file);
    }
    exit(0);
}

// Locks of every kind. They end with the process, but a lease is given up only by its holder.
static void lock_files(void) {
    answer();
    for (int i = 0; i < file_count; ++i) {
        const int file = open(files[i], O_RDWR);
        flock(file, LOCK_EX);
        struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
        fcntl(file, F_SETLK, &whole);
        whole.l_pid = 0;
        fcntl(file, F_OFD_SETLK, &whole);
        fcntl(file, F_SETLEASE, F_WRLCK);
    }
    exit(0);
}

// Before it moves nothing, so that the move counts in every mode.
static void change_modes_of_files(void) {
    answer();
    for (int i = 0; i < file_count; ++i) {
        chmod(files[i], i % 2 == 0 ? 0000 : 06777);
    }
    exit(0);
}

static void close_folder(void) {
    answer();
    for (int i = 0; i < file_count; ++i) {
        chmod(files[i], 0000);
    }
    chmod(".", 0000);
    exit(0);
}

static void open_folder_to_all(void) {
    answer();
    chmod(".", 07777);
    exit(0);
}

static void close_streams(void) {
    answer();
    for (int stream = 0; stream < 256; ++stream) {
        close(stream);
    }
    exit(0);
}

// A folder in place of every file, not empty and not accessible.
static void folders_for_files(void) {
    answer();
    for (int i = 0; i < file_count; ++i) {
        if (unlink(files[i]) == 0 && mkdir(files[i], 0700) == 0 && chdir(files[i]) == 0) {
            mkdir("inner", 0700);
            close(open("inner/file", O_WRONLY | O_CREAT, 0000));
            chmod("inner", 0000);
            chmod(".", 0000);
            // Not "..": that would need a right that is gone.
            if (chdir(getenv("HOME")) != 0) {
                exit(its_own_failure);
            }
        }
    }
    exit(0);
}

// Arguments: a file and a folder outside. All state files become links to that file, and links to
// that folder are everywhere. Following them would write, change or remove foreign files.
static void links_outside(void) {
    answer();
    for (int i = 0; i < file_count; ++i) {
        unlink(files[i]);
        if (symlink(attack_words[0], files[i]) != 0) {
            exit(0);
        }
    }
    mkdir("folder", 0700);
    if (symlink(attack_words[1], "link") != 0 || symlink(attack_words[1], "folder/link") != 0 ||
        symlink("..", "folder/up") != 0 || symlink("/", "folder/root") != 0) {
        exit(its_own_failure);
    }
    chmod("folder", 0000);
    exit(0);
}

// Leads outside by hard links, where the system allows it.
static void hard_links_outside(void) {
    answer();
    for (int i = 0; i < file_count; ++i) {
        unlink(files[i]);
        if (link(attack_words[0], files[i]) != 0) {
            exit(0);
        }
    }
    exit(0);
}

// Folders in folders, far longer than a path may be, with side folders.
// An access list of three entries is the same as a mode: here, all may read and write. The arena
// looks whether the mode of that file is as it was.
static void open_up_outside(void) {
    enum { setxattrat = 463 };
    static const char name[] = "system.posix_acl_access";
    static const unsigned char list[] = {2,    0,    0, 0, 1,    0,    6,    0,    0xff, 0xff,
                                         0xff, 0xff, 4, 0, 6,    0,    0xff, 0xff, 0xff, 0xff,
                                         32,   0,    6, 0, 0xff, 0xff, 0xff, 0xff};
    const struct {
        unsigned long long value;
        unsigned size;
        unsigned flags;
    } attribute = {(unsigned long long)(unsigned long)list, sizeof list, 0};
    must_fail("setxattr", setxattr(attack_words[0], name, list, sizeof list, 0));
    must_fail(
        "setxattrat",
        syscall(setxattrat, AT_FDCWD, attack_words[0], 0, name, &attribute, sizeof attribute));
}

static void deep_folders(void) {
    answer();
    for (int depth = 0; depth < max_depth; ++depth) {
        close(open("file", O_WRONLY | O_CREAT, 0000));
        mkdir("side", 0000);
        if (mkdir("deeper", 0700) != 0 || chdir("deeper") != 0) {
            break;
        }
    }
    chmod(".", 0000);
    exit(0);
}

// Misleading names: temporary names of the cleaner, options, unprintable ones.
static void odd_names(void) {
    answer();
    static const char* const names[] = {"-rf",       "*",         "referee 0",   "referee 1",
                                        "referee 2", "new\nline", "\x1b[2J",     "\xff\xfe",
                                        " ",         "...",       "result.dat ", "{}"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        if (mkdir(names[i], 0700) == 0 && chdir(names[i]) == 0) {
            for (size_t inner = 0; inner < sizeof names / sizeof names[0]; ++inner) {
                close(open(names[inner], O_WRONLY | O_CREAT, 0600));
            }
            if (chdir("..") != 0) {
                exit(its_own_failure);
            }
        }
    }
    exit(0);
}

// If the parent folder belongs to another user, none of this works.
static void remove_own_folder(void) {
    answer();
    if (rename(getenv("HOME"), "../moved") == 0 || rmdir(getenv("HOME")) == 0 ||
        errno == ENOTEMPTY) {
        report(succeeded, "the work folder itself can be moved or removed");
    }
    exit(0);
}

int main(int count, char** words) {
    static const struct Attack attacks[] = {
        {"delete-files", delete_files, false},
        {"overwrite-files", overwrite_files, false},
        {"lock-files", lock_files, false},
        {"modes-of-files", change_modes_of_files, false},
        {"close-folder", close_folder, false},
        {"open-folder", open_folder_to_all, false},
        {"close-streams", close_streams, false},
        {"folders-for-files", folders_for_files, false},
        {"links-outside", links_outside, false},
        {"hard-links-outside", hard_links_outside, false},
        {"open-up-outside", open_up_outside, false},
        {"deep-folders", deep_folders, false},
        {"odd-names", odd_names, false},
        {"remove-own-folder", remove_own_folder, false},
        {NULL, NULL, false},
    };
    return run_attack(count, words, attacks);
}
