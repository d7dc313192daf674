// Takes as much as possible of one resource.

#include "attack.h"

#include <poll.h>
#include <sys/mman.h>
#include <sys/wait.h>

static void take_memory(void) {
    const size_t piece = 16 << 20;
    // More than any test allows; the program limits itself to this.
    for (size_t sum = 0; sum < (size_t)4 << 30; sum += piece) {
        char* const memory = malloc(piece);
        if (memory == NULL) {
            report(its_own_failure, "no memory after %zu MiB", sum >> 20);
        }
        memset(memory, 1, piece);
    }
    report(succeeded, "4 GiB of memory");
}

// No limit on a single process counts this. The program limits itself.
enum { max_pieces = 44 };
static const size_t piece_size = 16 << 20;

static void share_memory(void) {
    for (int i = 0; i < max_pieces; ++i) {
        char* const memory =
            mmap(NULL, piece_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) {
            report(its_own_failure, "no memory after %d pieces", i);
        }
        memset(memory, 1, piece_size);
    }
    report(succeeded, "704 MiB of shared memory");
}

// In no process's memory: all its own processes are then smaller than its keeper.
static void write_memory_files(void) {
    static char part[1 << 16];
    for (int i = 0; i < max_pieces; ++i) {
        const int file = memfd_create("hoard", 0);
        for (size_t size = 0; size < piece_size; size += sizeof part) {
            if (file < 0 || write(file, part, sizeof part) != (ssize_t)sizeof part) {
                report(its_own_failure, "no memory after %d pieces", i);
            }
        }
    }
    report(succeeded, "704 MiB of files in memory");
}

// Reading from an empty mapping takes a page table for every 2 MiB, and no page.
static void fill_page_tables(void) {
    const size_t reach = (size_t)2 << 20;
    const size_t size = (size_t)64 << 30;
    for (int i = 0; i < 6; ++i) {
        char* const memory =
            mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (memory == MAP_FAILED) {
            report(its_own_failure, "no more mappings");
        }
        madvise(memory, size, MADV_NOHUGEPAGE);
        volatile char sum = 0;
        for (size_t at = 0; at < size; at += reach) {
            sum = (char)(sum + memory[at]);
        }
    }
    report(succeeded, "768 MiB of page tables");
}

// Each within its own limit. The kernel ends the largest, and its parent fails.
static void spread_over_children(void) {
    int ready[2];
    if (pipe(ready) != 0) {
        report(its_own_failure, "no pipe");
    }
    for (int i = 0; i < 7; ++i) {
        if (fork() == 0) {
            const size_t size = 100 << 20;
            volatile char* const memory = malloc(size); // or nothing of this would be done
            if (memory != NULL) {
                for (size_t at = 0; at < size; at += 4096) {
                    memory[at] = 1;
                }
                if (write(ready[1], "x", 1) == 1) {
                    pause();
                }
            }
            _exit(0);
        }
    }
    close(ready[1]);
    for (int count = 0; count < 7; ++count) {
        struct pollfd word = {ready[0], POLLIN, 0};
        int status = 0;
        while (waitpid(-1, &status, WNOHANG) == 0 && poll(&word, 1, 10) == 0) {
        }
        char byte;
        if (WIFSIGNALED(status) || read(ready[0], &byte, 1) != 1) {
            report(its_own_failure, "a child was killed");
        }
    }
    int status = 0;
    if (waitpid(-1, &status, WNOHANG) > 0) {
        report(its_own_failure, "a child was killed when it had its memory");
    }
    report(succeeded, "700 MiB in children");
}

// A mapping that grows downwards by touching the page below it; no limit on data counts it.
static void grow_stack(void) {
    const size_t page = 4096;
    char* const memory = mmap(
        NULL, 16 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN, -1,
        0);
    must_fail("a mapping that grows", memory == MAP_FAILED ? -1 : 0);
}

static void write_large_file(void) {
    const off_t wanted = (off_t)10 << 30;
    const int file = open("memory.dat", O_WRONLY);
    if (file < 0) {
        report(bad_folder, "memory.dat can't be opened");
    }
    must_fail("ftruncate to 10 GiB", ftruncate(file, wanted));
    must_fail("fallocate of 10 GiB", fallocate(file, 0, 0, wanted));
    static char piece[1 << 20];
    for (off_t size = 0; size < wanted; size += (off_t)sizeof piece) {
        if (write(file, piece, sizeof piece) < 0) {
            report(its_own_failure, "%s after %ld MiB", strerror(errno), (long)(size >> 20));
        }
    }
    report(succeeded, "a file of 10 GiB");
}

// Stops after half a second, to keep the tests short.
static void make_files(void) {
    const double end = seconds_now() + 0.5;
    for (int i = 0; i < 200000 && seconds_now() < end; ++i) {
        char name[20];
        snprintf(name, sizeof name, "file%d", i);
        const int file = open(name, O_WRONLY | O_CREAT, 0600);
        if (file < 0) {
            return;
        }
        close(file);
    }
}

static void open_descriptors(void) {
    int count = 3;
    while (count < 100000 && open("/dev/null", O_RDONLY) >= 0) {
        ++count;
    }
    if (count > 256) {
        report(succeeded, "%d descriptors", count);
    }
    // answer() finds none left for result.dat
}

// Fills the file system of the work folder: no byte and no inode is left. Only for small file
// systems; limited to 256 MiB and 100,000 files.
static void fill(void) {
    answer();
    // So that the referee needs space for them.
    unlink("gamefield.dat");
    unlink("player.dat");
    static char piece[1 << 16];
    char name[30];
    for (int i = 0; i < 64; ++i) {
        snprintf(name, sizeof name, "large%d", i);
        const int file = open(name, O_WRONLY | O_CREAT, 0600);
        for (int size = 0; size < 4 << 20; size += (int)sizeof piece) {
            if (write(file, piece, sizeof piece) < (ssize_t)sizeof piece) {
                break;
            }
        }
        close(file);
    }
    for (int i = 0; i < 100000; ++i) {
        snprintf(name, sizeof name, "small%d", i);
        const int file = open(name, O_WRONLY | O_CREAT, 0600);
        if (file < 0) {
            break;
        }
        close(file);
    }
    exit(0);
}

// Fills the disk with nothing but the files that it was given.
static void fill_given_files(void) {
    static const char* const names[] = {"memory.dat",   "match.dat",     "player.dat",
                                        "opponent.dat", "gamefield.dat", "notes.dat"};
    answer();
    static char piece[1 << 16];
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        const int file = open(names[i], O_WRONLY | O_APPEND);
        while (write(file, piece, sizeof piece) == (ssize_t)sizeof piece) {
        }
        close(file);
    }
    exit(0);
}

int main(int count, char** words) {
    static const struct Attack attacks[] = {
        {"memory", take_memory, false},
        {"share", share_memory, false},
        {"memory-files", write_memory_files, false},
        {"page-tables", fill_page_tables, false},
        {"children", spread_over_children, false},
        {"grow-stack", grow_stack, false},
        {"large-file", write_large_file, false},
        {"files", make_files, false},
        {"descriptors", open_descriptors, false},
        {"fill", fill, false},
        {"fill-given", fill_given_files, false},
        {NULL, NULL, false},
    };
    return run_attack(count, words, attacks);
}
