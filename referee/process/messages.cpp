#include "process/messages.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace referee {
namespace {

/// The kernel's form of a message with descriptors. It contains pointers into itself, so it must
/// not move.
struct Envelope {
    iovec part;
    alignas(cmsghdr) std::array<char, CMSG_SPACE(max_carried * sizeof(int))> control{};
    msghdr message{};

    Envelope(void* bytes, std::size_t size) : part{bytes, size} {
        message.msg_iov = &part;
        message.msg_iovlen = 1;
    }
};

} // namespace

bool send_message(
    int socket, const void* bytes, std::size_t size, std::span<const int> descriptors,
    SendingKey key) {
    if (descriptors.empty()) {
        return ::send(socket, bytes, size, MSG_NOSIGNAL) == static_cast<ssize_t>(size);
    }
    Envelope envelope(const_cast<void*>(bytes), size);
    envelope.message.msg_control = envelope.control.data();
    envelope.message.msg_controllen = CMSG_SPACE(descriptors.size_bytes());
    cmsghdr* const carried = CMSG_FIRSTHDR(&envelope.message);
    carried->cmsg_level = SOL_SOCKET;
    carried->cmsg_type = SCM_RIGHTS;
    carried->cmsg_len = CMSG_LEN(descriptors.size_bytes());
    std::memcpy(CMSG_DATA(carried), descriptors.data(), descriptors.size_bytes());
    // The cookies are in registers that the kernel ignores.
    const unsigned long key1 = key.cookie1;
    const unsigned long key2 = key.cookie2;
    return ::syscall(SYS_sendmsg, socket, &envelope.message, MSG_NOSIGNAL, key1, key2) ==
           static_cast<long>(size);
}

ssize_t receive_message(int socket, void* bytes, std::size_t size, Carried& carried) {
    Envelope envelope(bytes, size);
    envelope.message.msg_control = envelope.control.data();
    envelope.message.msg_controllen = envelope.control.size();
    ssize_t received = 0;
    do {
        received = ::recvmsg(socket, &envelope.message, MSG_CMSG_CLOEXEC);
    } while (received < 0 && errno == EINTR);
    const cmsghdr* const header = received < 0 ? nullptr : CMSG_FIRSTHDR(&envelope.message);
    if (header == nullptr) {
        return received;
    }
    std::array<int, max_carried> numbers{};
    carried.count = std::min((header->cmsg_len - CMSG_LEN(0)) / sizeof(int), max_carried);
    std::memcpy(numbers.data(), CMSG_DATA(header), carried.count * sizeof(int));
    for (std::size_t i = 0; i < carried.count; ++i) {
        carried.descriptors[i] = UniqueFd(numbers[i]);
    }
    return received;
}

} // namespace referee
