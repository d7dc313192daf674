// Replaces a file by something else. Arguments: by what, the file, and where needed a path outside.
// If that is refused it answers honestly.

#include "attack.h"

#include <sys/socket.h>
#include <sys/sysmacros.h>
#include <sys/un.h>

// If the file is not result.dat, the answer is written already.
static void put(const char* what, int failed) {
    if (failed != 0) {
        if (strcmp(attack_words[0], "result.dat") == 0) {
            remove("result.dat");
            answer();
        }
        fprintf(stderr, "%s: %s\n", what, strerror(errno));
    }
    exit(0);
}

static void clear_place(void) {
    answer();
    if (unlink(attack_words[0]) != 0) {
        exit(0); // refused, and the honest answer is there
    }
}

static void link_to_answer(void) {
    answer();
    put("link", rename("result.dat", "answer.dat") || symlink("answer.dat", attack_words[0]));
}

static void link_outside(void) {
    clear_place();
    put("link outside", symlink(attack_words[1], attack_words[0]));
}

static void link_to_itself(void) {
    clear_place();
    put("link to itself", symlink(attack_words[0], attack_words[0]));
}

static void fifo(void) {
    clear_place();
    put("fifo", mkfifo(attack_words[0], 0600));
}

static void unix_socket(void) {
    clear_place();
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, attack_words[0], sizeof address.sun_path - 1);
    const int made = socket(AF_UNIX, SOCK_STREAM, 0);
    put("socket", made < 0 || bind(made, (const struct sockaddr*)&address, sizeof address) != 0);
}

static void folder(void) {
    clear_place();
    const int failed = mkdir(attack_words[0], 0700);
    if (failed == 0 && chdir(attack_words[0]) == 0) {
        // Not empty, and finally not accessible.
        mkdir("inner", 0700);
        close(open("inner/file", O_WRONLY | O_CREAT, 0000));
        chmod("inner", 0000);
        chmod(".", 0000);
    }
    put("folder", failed);
}

static void device(void) {
    clear_place();
    put("device", mknod(attack_words[0], S_IFCHR | 0600, makedev(1, 5))); // /dev/zero
}

static void second_name(void) {
    answer();
    put("second name", link(attack_words[0], "second name"));
}

static void hard_link_outside(void) {
    clear_place();
    put("hard link outside", link(attack_words[1], attack_words[0]));
}

static void unreadable(void) {
    answer();
    put("unreadable", chmod(attack_words[0], 0000));
}

int main(int count, char** words) {
    static const struct Attack attacks[] = {
        {"link", link_to_answer, false},
        {"link-outside", link_outside, false},
        {"link-to-itself", link_to_itself, false},
        {"fifo", fifo, false},
        {"socket", unix_socket, false},
        {"folder", folder, false},
        {"device", device, false},
        {"second-name", second_name, false},
        {"hard-link-outside", hard_link_outside, false},
        {"unreadable", unreadable, false},
        {NULL, NULL, false},
    };
    return run_attack(count, words, attacks);
}
