// Tries to read and destroy foreign files. Argument: the field's path, where needed.

#include "attack.h"

#include <dirent.h>
#include <limits.h>

static void read_field(void) {
    must_fail("opening the field", open(attack_words[0], O_RDONLY));
}

static void read_field_by_relative_path(void) {
    char path[PATH_MAX] = "";
    for (int i = 0; i < 30; ++i) {
        strcat(path, "../");
    }
    strncat(path, attack_words[0], sizeof path - 100);
    must_fail("opening the field by a relative path", open(path, O_RDONLY));
}

static void destroy_field(void) {
    must_fail("opening the field for writing", open(attack_words[0], O_WRONLY));
    must_fail("truncating the field", truncate(attack_words[0], 0));
    must_fail("chmod of the field", chmod(attack_words[0], 0666));
    must_fail("chown of the field", chown(attack_words[0], geteuid(), (gid_t)-1));
    must_fail("renaming the field", rename(attack_words[0], "field"));
    must_fail("removing the field", unlink(attack_words[0]));
}

static void list_parent(void) {
    DIR* const folder = opendir("..");
    must_fail("listing the folder above", folder == NULL ? -1 : 0);
}

// A path in the folder of the other AI.
static const char* path_of_opponent(const char* file) {
    static char path[100];
    char here[PATH_MAX] = "";
    if (getcwd(here, sizeof here) == NULL) {
        report(its_own_failure, "getcwd failed");
    }
    const size_t length = strlen(here);
    snprintf(
        path, sizeof path, "../ai%c/%s", length > 0 && here[length - 1] == '1' ? '2' : '1', file);
    return path;
}

static void read_opponent(void) {
    must_fail("opening the opponent's answer", open(path_of_opponent("result.dat"), O_RDWR));
    must_fail("moving the opponent's folder", rename(path_of_opponent(""), "opponent"));
}

// Even without permission to open a file its size and times reveal something: an answer where all
// move at once, or a message.
static void measure_opponent(void) {
    struct stat status;
    must_fail("the size of the opponent's answer", stat(path_of_opponent("result.dat"), &status));
}

// The referee is the parent of the keeper, which is this program's parent.
static pid_t referee(void) {
    char path[100];
    int pid = keeper() - 1;
    snprintf(path, sizeof path, "/proc/%d/stat", keeper());
    FILE* const file = fopen(path, "r");
    if (file != NULL) {
        if (fscanf(file, "%*d %*[^)]) %*c %d", &pid) != 1) {
            pid = keeper() - 1;
        }
        fclose(file);
    }
    return pid;
}

static void read_processes(const char* const* files) {
    const pid_t targets[] = {keeper(), referee()};
    for (int i = 0; i < 2; ++i) {
        for (int k = 0; files[k] != NULL; ++k) {
            char path[100];
            char bytes[100];
            snprintf(path, sizeof path, "/proc/%d/%s", targets[i], files[k]);
            const int file = open(path, O_RDONLY | O_DIRECTORY);
            must_fail(path, file);
            must_fail(path, readlink(path, bytes, sizeof bytes));
            const int plain = open(path, O_RDONLY);
            must_fail(path, plain < 0 ? -1 : read(plain, bytes, sizeof bytes));
        }
    }
}

// Guarded by the kernel as soon as the AI is another user.
static void read_guarded_parts(void) {
    static const char* const files[] = {"mem",  "maps", "environ", "cwd", "fd",
                                        "fd/3", "root", "exe",     NULL};
    read_processes(files);
}

static void read_command_lines(void) {
    static const char* const files[] = {"cmdline", "stat", "status", NULL};
    read_processes(files);
}

// Each line of the file names a path that must not exist or, after '+', one that must.
static void walk(void) {
    FILE* const list = fopen(attack_words[0], "r");
    char line[PATH_MAX + 2];
    int paths = 0;
    while (list != NULL && fgets(line, sizeof line, list) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        const bool is_there = line[0] == '+';
        const char* const path = line + (is_there ? 1 : 0);
        struct stat status;
        char target[PATH_MAX];
        if (is_there) {
            if (lstat(path, &status) != 0) {
                report(bad_folder, "%s doesn't exist", path);
            }
        } else if (
            lstat(path, &status) == 0 || (errno != ENOENT && errno != ENOTDIR) ||
            stat(path, &status) == 0 || access(path, F_OK) == 0 ||
            readlink(path, target, sizeof target) >= 0 || (errno != ENOENT && errno != ENOTDIR)) {
            report(succeeded, "%s exists (%s)", path, strerror(errno));
        }
        ++paths;
    }
    if (paths == 0) {
        report(its_own_failure, "there is no list of paths");
    }
}

int main(int count, char** words) {
    static const struct Attack attacks[] = {
        {"field", read_field, false},
        {"relative-field", read_field_by_relative_path, false},
        {"destroy-field", destroy_field, false},
        {"list-parent", list_parent, false},
        {"opponent", read_opponent, false},
        {"opponent-sizes", measure_opponent, false},
        {"guarded-proc", read_guarded_parts, false},
        {"command-lines", read_command_lines, false},
        {"walk", walk, false},
        {NULL, NULL, false},
    };
    return run_attack(count, words, attacks);
}
