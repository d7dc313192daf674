// Tries to get a connection of any kind.

#include "attack.h"

#include <arpa/inet.h>
#include <linux/netlink.h>
#include <sys/socket.h>
#include <sys/syscall.h>

static void tcp(void) {
    must_fail("a TCP socket", socket(AF_INET, SOCK_STREAM, 0));
}

static void tcp_version_6(void) {
    must_fail("a TCP socket of version 6", socket(AF_INET6, SOCK_STREAM, 0));
}

static void udp(void) {
    must_fail("a UDP socket", socket(AF_INET, SOCK_DGRAM, 0));
}

static void unix_socket(void) {
    must_fail("a Unix socket", socket(AF_UNIX, SOCK_STREAM, 0));
}

static void netlink(void) {
    must_fail("a netlink socket", socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE));
}

// The kernel's own virtual machines, which need no rights either.
static void vsock(void) {
    must_fail("a vsock socket", socket(AF_VSOCK, SOCK_STREAM, 0));
}

static void io_uring(void) {
    char parameters[120] = "";
    must_fail("io_uring", syscall(SYS_io_uring_setup, 4, parameters));
}

int main(int count, char** words) {
    static const struct Attack attacks[] = {
        {"tcp", tcp, false},           {"tcp6", tcp_version_6, false},
        {"udp", udp, false},           {"unix", unix_socket, false},
        {"netlink", netlink, false},   {"vsock", vsock, false},
        {"io-uring", io_uring, false}, {NULL, NULL, false},
    };
    return run_attack(count, words, attacks);
}
