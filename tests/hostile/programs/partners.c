// Plays at all seats of a team, in any game with teams: `partners MARK ANSWERER once|resident`. At
// each move it looks for what its partners have left for it and for what is theirs alone, leaves
// something wherever it can, and has ANSWERER write the move. Exit status 42: it learnt something
// of a partner. Names of what it leaves begin with MARK; `sweep` in place of `once` removes it.

#include "attack.h"

#include <dirent.h>
#include <mqueue.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>

static const char* mark;
static const char* answerer;
static int own_seat;
static char told[100]; // what is left, and what is looked for in memory: MARK and the seat

static const char* text_of(const char* place, int seat) {
    static char text[450];
    snprintf(text, sizeof text, "%.300s%.100s-%d", place, mark, seat);
    return text;
}

static int key_of(int seat) {
    int key = 0x72000000 + seat;
    for (const char* at = mark; *at != '\0'; ++at) {
        key = (key ^ ((unsigned char)*at << 8)) * 31 % 0x70000000;
    }
    return key;
}

// By which means something of a partner was learnt.
static char learnt_by[600];

static void learnt(const char* means, int seat) {
    char line[100];
    snprintf(line, sizeof line, "learnt by %s: of seat %d;", means, seat);
    if (strstr(learnt_by, line) == NULL) {
        strncat(learnt_by, line, sizeof learnt_by - strlen(learnt_by) - 1);
    }
}

// --- Files --------------------------------------------------------------------------------------

static const char* const places[] = {"/tmp/", "/var/tmp/", "/dev/shm/", "../", "./", NULL};

static const char* place_of(int i) {
    static char folder[300];
    if (places[i] != NULL) {
        return places[i];
    }
    snprintf(folder, sizeof folder, "%s/", getenv("REFEREE_AI_DIR"));
    return folder;
}

static bool is_last(int i) {
    return places[i] == NULL;
}

static void leave_files(void) {
    for (int i = 0;; ++i) {
        const int file = open(text_of(place_of(i), own_seat), O_RDWR | O_CREAT, 0666);
        if (file >= 0) {
            close(file);
        }
        if (is_last(i)) {
            break;
        }
    }
    FILE* memory = fopen("memory.dat", "w");
    if (memory != NULL) {
        fprintf(memory, "%s", told);
        fclose(memory);
    }
}

static void find_files(int seat) {
    for (int i = 0;; ++i) {
        if (access(text_of(place_of(i), seat), F_OK) == 0) {
            learnt("files", seat);
        }
        if (is_last(i)) {
            break;
        }
    }
    char text[300] = "";
    FILE* memory = fopen("memory.dat", "r");
    if (memory != NULL) {
        const size_t count = fread(text, 1, sizeof text - 1, memory);
        text[count] = '\0';
        fclose(memory);
    }
    if (text[0] != '\0' && strcmp(text, told) != 0) {
        learnt("memory.dat", seat);
    }
}

// The state files of a work folder that isn't this one.
static void find_work_folders(int seat) {
    struct stat own;
    DIR* const parent = opendir("..");
    for (struct dirent* entry = NULL; parent != NULL && (entry = readdir(parent)) != NULL;) {
        char path[400];
        struct stat status;
        snprintf(path, sizeof path, "../%s/match.dat", entry->d_name);
        if (stat("match.dat", &own) == 0 && stat(path, &status) == 0 &&
            status.st_ino != own.st_ino && access(path, R_OK) == 0) {
            learnt("its work folder", seat);
        }
    }
    if (parent != NULL) {
        closedir(parent);
    }
}

// --- What lies in the kernel --------------------------------------------------------------------

static struct sockaddr_un address_of(int seat) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path + 1, sizeof address.sun_path - 1, "%.100s", text_of("", seat));
    return address;
}

static void leave_channels(void) {
    shmget(key_of(own_seat), 4096, IPC_CREAT | 0666);
    const mqd_t queue = mq_open(text_of("/", own_seat), O_RDWR | O_CREAT, 0666, NULL);
    if (queue >= 0) {
        mq_close(queue);
    }
    static int made = -1; // a resident AI keeps it
    if (made < 0) {
        const struct sockaddr_un address = address_of(own_seat);
        made = socket(AF_UNIX, SOCK_DGRAM, 0);
        if (made >= 0) {
            bind(made, (const struct sockaddr*)&address, sizeof address);
        }
    }
}

static void find_channels(int seat) {
    if (shmget(key_of(seat), 4096, 0) >= 0) {
        learnt("shared memory", seat);
    }
    const mqd_t queue = mq_open(text_of("/", seat), O_RDONLY);
    if (queue >= 0) {
        mq_close(queue);
        learnt("a queue", seat);
    }
    const struct sockaddr_un address = address_of(seat);
    const int asked = socket(AF_UNIX, SOCK_DGRAM, 0);
    if (asked >= 0) {
        if (connect(asked, (const struct sockaddr*)&address, sizeof address) == 0) {
            learnt("a socket", seat);
        }
        close(asked);
    }
}

// --- Processes ----------------------------------------------------------------------------------

static bool has_text(const char* path, const char* wanted) {
    char text[8192];
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t count = file < 0 ? -1 : read(file, text, sizeof text);
    if (file >= 0) {
        close(file);
    }
    return count > 0 && memmem(text, (size_t)count, wanted, strlen(wanted)) != NULL;
}

// A partner's process, by its variables, and any neighbour whose memory can be reached: the
// partner's would be like it.
static void find_processes(int seat) {
    char wanted[30];
    snprintf(wanted, sizeof wanted, "REFEREE_SEAT=%d", seat);
    for (pid_t pid = getpid() > 200 ? getpid() - 200 : 1; pid <= getpid() + 20; ++pid) {
        char path[40];
        snprintf(path, sizeof path, "/proc/%d/environ", pid);
        if (pid == getpid() || pid == getppid()) {
            continue;
        }
        if (has_text(path, wanted)) {
            learnt("its variables", seat);
        }
        char byte = 0;
        const struct iovec here = {&byte, 1};
        const struct iovec there = {told, 1};
        if (process_vm_readv(pid, &here, 1, &there, 1, 0) == 1 || errno == EFAULT) {
            learnt("its memory", seat);
        }
    }
}

// --- A move -------------------------------------------------------------------------------------

// For each partner that match.dat names: "partners 3 5".
static void for_each_partner(void (*look)(int seat)) {
    char line[200];
    FILE* const file = fopen("match.dat", "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "partners ", 9) != 0) {
            continue;
        }
        for (char* at = line + 9; *at != '\0'; ++at) {
            if (*at >= '1' && *at <= '9') {
                look(atoi(at));
            }
        }
    }
    if (file != NULL) {
        fclose(file);
    }
}

// A resident one tells from its second move on: until then it lives, and its partners can find it.
static void move(bool tells) {
    for_each_partner(find_files);
    for_each_partner(find_work_folders);
    for_each_partner(find_channels);
    for_each_partner(find_processes);
    leave_files();
    leave_channels();
    if (tells && learnt_by[0] != '\0') {
        report(succeeded, "%s", learnt_by);
    }
    const pid_t child = fork();
    if (child == 0) {
        execl(answerer, answerer, (char*)NULL);
        _exit(its_own_failure);
    }
    int status = 0;
    if (waitpid(child, &status, 0) != child || status != 0) {
        report(its_own_failure, "no move was written");
    }
}

// Removes what was left.
static void sweep(void) {
    for (int seat = 1; seat <= 8; ++seat) {
        for (int i = 0;; ++i) {
            unlink(text_of(place_of(i), seat));
            if (is_last(i)) {
                break;
            }
        }
        const int id = shmget(key_of(seat), 4096, 0);
        if (id >= 0) {
            shmctl(id, IPC_RMID, NULL);
        }
        mq_unlink(text_of("/", seat));
    }
}

int main(int count, char** words) {
    const char* const seat = getenv("REFEREE_SEAT");
    const char* const folder = getenv("REFEREE_AI_DIR");
    if (seat == NULL || folder == NULL || count != 4) {
        fprintf(stderr, "%s: only to be started by a referee\n", words[0]);
        return 2;
    }
    mark = words[1];
    static char path[300];
    snprintf(path, sizeof path, "%s/%s", folder, words[2]);
    answerer = path;
    own_seat = atoi(seat);
    if (strcmp(words[3], "sweep") == 0) {
        sweep();
        return 0;
    }
    snprintf(told, sizeof told, "%.99s", text_of("", own_seat));
    if (strcmp(words[3], "resident") != 0) {
        move(true);
        return 0;
    }
    char line[100];
    bool has_moved = false;
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (strncmp(line, "move ", 5) == 0) {
            move(has_moved);
            has_moved = true;
            printf("done %s", line + 5);
            fflush(stdout);
        } else if (strncmp(line, "end", 3) == 0) {
            return 0;
        }
    }
    return 0;
}
