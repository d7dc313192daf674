// Tries to leave a message for another AI or for its own next game.

#include "attack.h"

#include <mqueue.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>

static void try_file(const char* path) {
    const int file = open(path, O_RDWR | O_CREAT, 0666);
    unlink(path);
    must_fail(path, file);
}

static void in_temporary_folders(void) {
    try_file("/tmp/referee-hostile-mailbox");
    try_file("/var/tmp/referee-hostile-mailbox");
}

static void in_shared_memory_files(void) {
    try_file("/dev/shm/referee-hostile-mailbox");
}

static void in_shared_memory(void) {
    const int id = shmget(0x72656631, 4096, IPC_CREAT | 0666);
    if (id >= 0) {
        shmctl(id, IPC_RMID, NULL);
    }
    must_fail("shmget", id);
}

static void in_message_queue(void) {
    const int id = msgget(0x72656631, IPC_CREAT | 0666);
    if (id >= 0) {
        msgctl(id, IPC_RMID, NULL);
    }
    must_fail("msgget", id);
}

static void in_posix_queue(void) {
    const mqd_t queue = mq_open("/referee-hostile-mailbox", O_RDWR | O_CREAT, 0666, NULL);
    mq_unlink("/referee-hostile-mailbox");
    must_fail("mq_open", queue);
}

static void at_abstract_address(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    memcpy(address.sun_path + 1, "referee-hostile-mailbox", 23);
    const int made = socket(AF_UNIX, SOCK_DGRAM, 0);
    must_fail(
        "an abstract address",
        made < 0 ? -1 : bind(made, (const struct sockaddr*)&address, sizeof address));
}

static void in_keyring(void) {
    enum { user_keyring = -4 };
    const long key = syscall(SYS_add_key, "user", "referee-hostile-mailbox", "x", 1, user_keyring);
    if (key >= 0) {
        enum { unlink_key = 9 };
        syscall(SYS_keyctl, unlink_key, key, user_keyring);
    }
    must_fail("add_key", key);
}

int main(int count, char** words) {
    static const struct Attack attacks[] = {
        {"temporary-folders", in_temporary_folders, false},
        {"shared-memory-files", in_shared_memory_files, false},
        {"shared-memory", in_shared_memory, false},
        {"message-queue", in_message_queue, false},
        {"posix-queue", in_posix_queue, false},
        {"abstract-address", at_abstract_address, false},
        {"keyring", in_keyring, false},
        {NULL, NULL, false},
    };
    return run_attack(count, words, attacks);
}
