// Tries to get a connection of any kind.

#include "attack.h"

#include <arpa/inet.h>
#include <linux/netlink.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>

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

// A socket pair stays inside the AI, but socket calls reach further.
static void pair_of_datagrams(void) {
    int pair[2];
    must_fail("a pair of datagram sockets", socketpair(AF_UNIX, SOCK_DGRAM, 0, pair));
}

static void pair_with_address(void) {
    int pair[2];
    const struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "/dev/log"};
    const struct sockaddr* const to = (const struct sockaddr*)&address;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) {
        report(bad_folder, "there are no socket pairs");
    }
    must_fail("sendto", sendto(pair[0], "x", 1, MSG_DONTWAIT, to, sizeof address));
    must_fail("connect", connect(pair[0], to, sizeof address));
    must_fail("bind", bind(pair[0], to, sizeof to->sa_family));
    must_fail("listen", listen(pair[0], 1));
}

// Descriptors in flight count against the user, and some outlive their sender.
static void descriptors_on_the_way(void) {
    int pair[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
    struct iovec byte = {"x", 1};
    const struct msghdr message = {.msg_iov = &byte, .msg_iovlen = 1};
    must_fail("sendmsg", sendmsg(pair[0], &message, MSG_DONTWAIT));
    struct mmsghdr messages = {message, 0};
    must_fail("sendmmsg", sendmmsg(pair[0], &messages, 1, MSG_DONTWAIT));
}

int main(int count, char** words) {
    static const struct Attack attacks[] = {
        {"tcp", tcp, false},
        {"tcp6", tcp_version_6, false},
        {"udp", udp, false},
        {"unix", unix_socket, false},
        {"netlink", netlink, false},
        {"vsock", vsock, false},
        {"io-uring", io_uring, false},
        {"datagrams", pair_of_datagrams, false},
        {"address", pair_with_address, false},
        {"descriptors", descriptors_on_the_way, false},
        {NULL, NULL, false},
    };
    return run_attack(count, words, attacks);
}
