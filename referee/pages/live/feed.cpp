#include "pages/live/feed.hpp"

#include "base/error.hpp"

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fmt/format.h>
#include <new>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>

namespace referee {
namespace {

// A message is "g SLOT" with a file, or "v TOPIC\nJSON".
constexpr char kind_game = 'g';
constexpr char kind_value = 'v';
constexpr std::size_t max_message = LiveFeed::max_value + 256;

union Control {
    cmsghdr head;
    std::array<char, CMSG_SPACE(sizeof(int))> bytes;
};

} // namespace

LiveFeed::LiveFeed() : event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    std::array<int, 2> ends{};
    constexpr int type = SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK;
    if (!event_ || ::socketpair(AF_UNIX, type, 0, ends.data()) != 0) {
        fail("making a socket pair for --watch");
    }
    in_ = UniqueFd(ends[0]);
    out_ = UniqueFd(ends[1]);
    void* const shared = ::mmap(
        nullptr, sizeof *wants_wake_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) {
        fail("making shared memory for --watch");
    }
    wants_wake_ = new (shared) std::atomic<std::uint32_t>(0);
    static_assert(std::atomic<std::uint32_t>::is_always_lock_free);
}

LiveFeed::~LiveFeed() {
    ::munmap(wants_wake_, sizeof *wants_wake_);
}

bool LiveFeed::publish(std::string_view topic, std::string_view json) {
    return json.size() <= max_value && send(fmt::format("{}{}\n{}", kind_value, topic, json), -1);
}

bool LiveFeed::send(std::string_view message, int file) {
    iovec part{const_cast<char*>(message.data()), message.size()};
    msghdr head{};
    head.msg_iov = &part;
    head.msg_iovlen = 1;
    Control control{};
    if (file >= 0) {
        head.msg_control = control.bytes.data();
        head.msg_controllen = control.bytes.size();
        cmsghdr* const rights = CMSG_FIRSTHDR(&head);
        rights->cmsg_level = SOL_SOCKET;
        rights->cmsg_type = SCM_RIGHTS;
        rights->cmsg_len = CMSG_LEN(sizeof file);
        std::memcpy(CMSG_DATA(rights), &file, sizeof file);
    }
    return ::sendmsg(in_.get(), &head, MSG_NOSIGNAL | MSG_DONTWAIT) ==
           static_cast<ssize_t>(message.size());
}

void LiveFeed::wake() {
    // The line has been written before: the thread either sees it or has asked to be woken.
    if (wants_wake_->exchange(0) != 0) {
        constexpr std::uint64_t one = 1;
        [[maybe_unused]] const ssize_t written = ::write(event_.get(), &one, sizeof one);
    }
}

std::unique_ptr<RecordListener> LiveFeed::listener(int slot) {
    return std::make_unique<LiveRecord>(*this, slot);
}

void LiveRecord::begin_game() {
    // A separate file for each game, so that nothing that is being read is ever truncated.
    file_ = UniqueFd(::memfd_create("live", MFD_CLOEXEC));
    if (file_ && !feed_.send(fmt::format("{}{}", kind_game, slot_), file_.get())) {
        file_.reset();
    }
}

void LiveRecord::line(std::string_view text) {
    if (!file_) {
        return;
    }
    if (::write(file_.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
        file_.reset(); // out of memory: the page stays at this turn
        return;
    }
    feed_.wake();
}

bool LiveReader::receive(Message& message) {
    buffer_.resize(max_message);
    iovec part{buffer_.data(), buffer_.size()};
    Control control{};
    msghdr head{};
    head.msg_iov = &part;
    head.msg_iovlen = 1;
    head.msg_control = control.bytes.data();
    head.msg_controllen = control.bytes.size();
    const ssize_t got = ::recvmsg(feed_.out_.get(), &head, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
    if (got <= 0) {
        return false;
    }
    message = Message();
    const cmsghdr* const rights = CMSG_FIRSTHDR(&head);
    if (rights != nullptr && rights->cmsg_type == SCM_RIGHTS) {
        int file = -1;
        std::memcpy(&file, CMSG_DATA(rights), sizeof file);
        message.game = UniqueFd(file);
    }
    const std::string_view text(buffer_.data(), static_cast<std::size_t>(got));
    if (text[0] == kind_value) {
        const std::size_t end = text.find('\n');
        message.topic = text.substr(1, end - 1);
        message.json = text.substr(end + 1);
    } else if (message.game) { // else there was no descriptor left for its file
        std::from_chars(text.data() + 1, text.data() + text.size(), message.slot);
    }
    return true;
}

void LiveReader::wake_me() {
    feed_.wants_wake_->store(1);
}

void LiveReader::take_event() {
    std::uint64_t count = 0;
    [[maybe_unused]] const ssize_t got = ::read(feed_.event_.get(), &count, sizeof count);
}

} // namespace referee
