#include "keeper/resident.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "os/child_process.hpp"
#include "os/clock.hpp"
#include "os/interrupt.hpp"
#include "os/processes.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <utility>

namespace referee {

namespace {

constexpr int max_starts = 1 + max_restarts;
constexpr std::size_t max_line = 4096;

} // namespace

void Resident::begin_game() {
    if (has_stayed_ && runs()) {
        starts_ = 1;
        return;
    }
    end_process();
    starts_ = 0;
}

void Resident::end_process() {
    if (runs()) {
        kill();
    }
}

void Resident::start(int seat, std::uint32_t seed) {
    Pipe in = make_pipe("making a pipe for a resident AI");
    Pipe out = make_pipe("making a pipe for a resident AI");
    input_ = std::move(in.writing);
    output_ = std::move(out.reading);
    // Only our ends: the AI's are ordinary, blocking ones.
    if (::fcntl(input_.get(), F_SETFL, O_NONBLOCK) != 0 ||
        ::fcntl(output_.get(), F_SETFL, O_NONBLOCK) != 0) {
        fail("making a pipe for a resident AI");
    }
    pid_ = keeper_.start_resident(in.reading.get(), out.writing.get(), error_output_, seat, seed);
    descendants_.follow(pid_);
    ++starts_;
    has_answered_ = false;
    spoke_twice_ = false;
    is_awake_ = false;
    unread_.clear();
    cpu_before_ns_ = 0;
    children_before_ns_ = 0;
    has_stayed_ = false;
    if (::clock_getcpuclockid(pid_, &clock_) != 0) {
        clock_ = CLOCK_PROCESS_CPUTIME_ID; // it has exited, and its times aren't read
    }
}

void Resident::ask(
    const char* word, int turn, std::chrono::nanoseconds limit, int seat, std::uint32_t seed) {
    answer_ = {};
    turn_ = turn;
    begin_ns_ = monotonic_ns();
    deadline_ns_ = limit.count() == 0 ? -1 : begin_ns_ + limit.count();
    is_settled_ = false;
    if (!runs()) {
        if (starts_ == max_starts) {
            settle(ResidentAnswer::Kind::stays_out);
            return;
        }
        start(seat, seed);
        answer_.was_started = true;
    } else {
        drain();
        if (is_settled_) {
            return; // it had ended
        }
        if (ponders_) {
            // Otherwise it has used no time since its last answer.
            cpu_before_ns_ = cpu_time(clock_);
        }
        begin_ns_ = monotonic_ns();
        deadline_ns_ = limit.count() == 0 ? -1 : begin_ns_ + limit.count();
        if (!ponders_) {
            resume();
        }
    }
    const bool was_loud = spoke_twice_;
    has_answered_ = false;
    spoke_twice_ = false;
    notified_ = 0;
    const std::string_view before = std::exchange(has_stayed_, false) ? "game\n" : "";
    const std::string line = turn < 0 ? fmt::format("{}{}\n", before, word)
                                      : fmt::format("{}{} {}\n", before, word, turn);
    if (!write_line(line)) {
        settle(ResidentAnswer::Kind::ended);
    } else if (was_loud) {
        answer_.is_second_done = true;
        settle(ResidentAnswer::Kind::bad_line);
    }
}

/// Unless the result is complete, it or a descendant still runs or can't be stopped.
StopState Resident::stop() {
    const std::int64_t deadline = monotonic_ns() + std::chrono::nanoseconds(max_stop_time).count();
    // Sent at once: the keeper may have to wait for the core, on which the AI would compute.
    ::kill(-pid_, SIGSTOP);
    descendants_.stop_threads();
    const StopState own = await_stop(deadline);
    return own == StopState::complete ? descendants_.wait_until_stopped(deadline) : own;
}

/// Waits until the keeper reports that the AI has stopped. On a busy machine each of its threads
/// has to wait for a core to stop. One that waits in vfork, or is traced, never stops; that is
/// checked only when the stop takes long.
StopState Resident::await_stop(std::int64_t deadline_ns) {
    constexpr std::int64_t look_ns = second_ns / 50;
    keeper_.begin_stop();
    Standstill standstill;
    while (!keeper_.await_stop(std::min(deadline_ns, monotonic_ns() + look_ns))) {
        const StopState stop_state = descendants_.look();
        const std::int64_t now = monotonic_ns();
        if (now >= deadline_ns || standstill.is_certain(stop_state, now)) {
            keeper_.give_up_stop(pid_);
            return stop_state == StopState::held ? StopState::held : StopState::pending;
        }
    }
    return StopState::complete;
}

void Resident::resume() const {
    if (::kill(-pid_, SIGCONT) != 0 && errno != ESRCH) {
        fail("continuing a resident AI");
    }
}

/// False if nobody reads any more. A full pipe ends in a timeout.
bool Resident::write_line(std::string_view line) {
    return ::write(input_.get(), line.data(), line.size()) >= 0 || errno == EAGAIN;
}

/// Drops the whole lines that have come, and notices a second `done`.
void Resident::drop_lines() {
    for (std::size_t end = 0; (end = unread_.find('\n')) != std::string::npos;) {
        spoke_twice_ = spoke_twice_ || (has_answered_ && unread_.compare(0, 4, "done") == 0);
        unread_.erase(0, end + 1);
    }
}

/// Drops what was printed while nobody asked.
void Resident::drop_output() {
    std::array<char, 4096> buffer{};
    constexpr int max_reads = 256; // more than a pipe holds
    for (int i = 0; i<max_reads&& ::read(output_.get(), buffer.data(), buffer.size())> 0; ++i) {
    }
    unread_.clear();
}

/// Reads what was printed since the last answer, and drops it except for a second `done`.
void Resident::drain() {
    std::array<char, 4096> buffer{};
    // Bounded: a pipe holds no more than this while the AI is stopped; one that ponders may go on
    // writing.
    constexpr int max_reads = 256;
    for (int i = 0; i < max_reads; ++i) {
        const ssize_t count = ::read(output_.get(), buffer.data(), buffer.size());
        if (count == 0) {
            if (!ponders_) {
                // Only if it runs can it exit, and with its own status. This is its own move, and
                // kill() limits the time, as for one that closes its output during a move.
                resume();
            }
            settle(ResidentAnswer::Kind::ended);
            return;
        }
        if (count < 0) {
            break;
        }
        unread_.append(buffer.data(), static_cast<std::size_t>(count));
        drop_lines();
        if (unread_.size() > max_line) {
            unread_.resize(max_line);
        }
    }
    unread_.clear();
}

void Resident::receive() {
    std::array<char, 4096> buffer{};
    const ssize_t count = ::read(output_.get(), buffer.data(), buffer.size());
    if (count < 0) {
        if (errno != EAGAIN && errno != EINTR) {
            fail("reading from a resident AI");
        }
        return;
    }
    if (count == 0) {
        settle(ResidentAnswer::Kind::ended);
        return;
    }
    unread_.append(buffer.data(), static_cast<std::size_t>(count));
    const std::size_t end = unread_.find('\n');
    if (end != std::string::npos) {
        const std::string line = unread_.substr(0, end);
        unread_.erase(0, end + 1);
        take_line(line);
    } else if (unread_.size() > max_line) {
        take_line(unread_);
        unread_.clear();
    }
}

void Resident::take_line(std::string_view line) {
    if (!line.empty() && line.back() == '\r') {
        line.remove_suffix(1);
    }
    const bool is_done = line == "done" || line.starts_with("done ");
    std::int64_t number = turn_;
    const bool is_right =
        is_done && (line.size() <= 5 || (parse_integer(line.substr(5), number) && number == turn_));
    has_answered_ = is_done;
    if (!is_right) {
        answer_.line = printable(line);
    }
    // Anything that came together with it was printed before the next question; drain() won't see
    // it.
    drop_lines();
    settle(is_right ? ResidentAnswer::Kind::done : ResidentAnswer::Kind::bad_line);
}

void Resident::expire() {
    settle(ResidentAnswer::Kind::timeout);
}

void Resident::settle(ResidentAnswer::Kind kind) {
    answer_.kind = kind;
    const std::int64_t wall_ns = monotonic_ns() - begin_ns_;
    std::int64_t cpu_ns = 0;
    is_settled_ = true;
    switch (kind) {
    case ResidentAnswer::Kind::done:
    case ResidentAnswer::Kind::bad_line: {
        std::int64_t used = cpu_time(clock_);
        // One that doesn't stop is killed, so that nothing is written while its answer is read.
        answer_.stop_state = ponders_ ? StopState::complete : stop();
        if (answer_.stop_state == StopState::complete) {
            used += descendants_.cpu_ns();
        } else {
            answer_.end = kill();
            used = answer_.end.use.cpu_ns - children_before_ns_;
            // A restart that the system has caused doesn't count against it.
            starts_ -= answer_.stop_state == StopState::pending ? 1 : 0;
        }
        // The time of a child that has exited since is missing here; end() counts it.
        cpu_ns = std::max<std::int64_t>(0, used - cpu_before_ns_);
        cpu_before_ns_ = std::max(used, cpu_before_ns_);
        break;
    }
    case ResidentAnswer::Kind::timeout:
    case ResidentAnswer::Kind::ended:
        answer_.end = kill();
        cpu_ns = std::max<std::int64_t>(
            0, answer_.end.use.cpu_ns - children_before_ns_ - cpu_before_ns_);
        break;
    case ResidentAnswer::Kind::stays_out:
        break;
    }
    answer_.use = answer_.end.use;
    answer_.use.wall_ns = wall_ns;
    answer_.use.cpu_ns = cpu_ns;
}

ResidentAnswer Resident::take() {
    return std::move(answer_);
}

Report Resident::kill() {
    // One that is exiting by itself gets a moment, so that its exit status is its own. Python
    // closes its output some time before it exits, and on a busy machine that takes longer.
    constexpr std::chrono::seconds moment{2};
    pid_ = -1;
    input_.reset();
    const Report report = keeper_.end_resident(
        answer_.kind == ResidentAnswer::Kind::ended ? std::chrono::nanoseconds(moment)
                                                    : std::chrono::nanoseconds(1),
        descendants_.has_threads());
    output_.reset();
    return report;
}

void Resident::notify(const char* line) {
    if (runs()) {
        if (notified_ == 0 && !ponders_) {
            drop_output(); // before it answers this line
        }
        ++notified_;
        if (!ponders_) {
            resume();
            is_awake_ = true;
            notified_ns_ = monotonic_ns();
        }
        write_line(line);
    }
}

void Resident::suspend() {
    constexpr std::int64_t patience_ns = second_ns / 50;
    if (is_awake_ && runs()) {
        pollfd event{output_.get(), POLLIN, 0};
        wait_for(&event, 1, notified_ns_ + patience_ns);
        if (stop() != StopState::complete) {
            kill();
        }
    }
    is_awake_ = false;
}

/// `limit` is quit_limit (resident.hpp) in a match.
Report Resident::end(std::chrono::nanoseconds limit) {
    if (!runs()) {
        return {};
    }
    notify("quit\n");
    pid_ = -1;
    input_.reset();
    Report report = keeper_.end_resident(limit, descendants_.has_threads());
    output_.reset();
    report.use.cpu_ns =
        std::max<std::int64_t>(0, report.use.cpu_ns - children_before_ns_ - cpu_before_ns_);
    return report;
}

/// It may have been notified twice in a game, of its elimination and of the end, and says `done`
/// each time.
bool Resident::await_done(std::int64_t deadline_ns) {
    std::array<char, 4096> buffer{};
    unread_.clear();
    for (int left = notified_; left > 0;) {
        const std::size_t end = unread_.find('\n');
        if (end != std::string::npos) {
            const std::string_view line = std::string_view(unread_).substr(0, end);
            if (line != "done" && line != "done\r") {
                return false;
            }
            unread_.erase(0, end + 1);
            --left;
            continue;
        }
        pollfd event{output_.get(), POLLIN, 0};
        if (unread_.size() > max_line || !wait_for(&event, 1, deadline_ns)) {
            return false;
        }
        const ssize_t count = ::read(output_.get(), buffer.data(), buffer.size());
        if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) {
            return false;
        }
        unread_.append(buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    }
    return true;
}

std::optional<ResourceUse> Resident::stay(std::chrono::nanoseconds limit) {
    if (!runs() || ponders_ || notified_ == 0 || !await_done(notified_ns_ + limit.count())) {
        return std::nullopt;
    }
    if (stop() != StopState::complete || !descendants_.is_alone()) {
        return std::nullopt;
    }
    const ProcessUse process = use_of(pid_);
    const std::int64_t used = cpu_time(clock_);
    ResourceUse use;
    use.cpu_ns = std::max<std::int64_t>(0, used - cpu_before_ns_) +
                 std::max<std::int64_t>(0, process.children_cpu_ns - children_before_ns_);
    use.peak_kb = process.peak_kb;
    reset_peak(pid_);
    cpu_before_ns_ = used;
    children_before_ns_ = process.children_cpu_ns;
    unread_.clear();
    has_answered_ = false;
    spoke_twice_ = false;
    is_awake_ = false;
    notified_ = 0;
    has_stayed_ = true;
    return use;
}

void Resident::move_to_core(int core) {
    if (runs() && !referee::move_to_core(pid_, core)) {
        end_process();
    }
}

void Descendants::follow(pid_t ai) {
    ai_ = ai;
    had_family_ = false;
    threads_ = open_threads(ai);
    children_ = open_children(ai);
    if (siblings_) {
        return;
    }
    siblings_ = open_children(parent_of(ai));
}

/// The folder's link count tells the number of threads. Reading a thread's state instead would cost
/// several times as much at every stop.
bool Descendants::has_threads() const {
    constexpr nlink_t links_of_one_thread = 3;
    struct stat status {};
    return ::fstat(threads_.get(), &status) != 0 || status.st_nlink > links_of_one_thread;
}

/// True if the AI's first thread has children, or the keeper has another child; both are rare.
bool Descendants::has_family() const {
    std::array<char, 32> buffer{};
    if (::pread(children_.get(), buffer.data(), 1, 0) != 0) {
        return true;
    }
    const ssize_t size = ::pread(siblings_.get(), buffer.data(), buffer.size(), 0);
    pid_t first = 0;
    const char* const end = buffer.data() + std::max<ssize_t>(size, 0);
    const auto [behind, code] = std::from_chars(buffer.data(), end, first);
    return code != std::errc() || first != ai_ || end - behind > 1; // a blank follows
}

std::vector<pid_t> Descendants::find() const {
    std::vector<pid_t> found;
    read_children_of(ai_, found);
    std::vector<pid_t> siblings;
    read_pids(siblings_.get(), siblings);
    std::erase(siblings, ai_);
    found.insert(found.end(), siblings.begin(), siblings.end());
    for (std::size_t i = 0; i < found.size(); ++i) {
        read_children_of(found[i], found);
    }
    return found;
}

bool Standstill::is_certain(StopState stop_state, std::int64_t now_ns) {
    constexpr std::int64_t patience_ns = second_ns / 20;
    if (stop_state != StopState::held) {
        since_ns_ = -1;
        return false;
    }
    if (since_ns_ < 0) {
        since_ns_ = now_ns;
    }
    return now_ns - since_ns_ >= patience_ns;
}

void Descendants::stop_threads() const {
    if (!has_threads() && !had_family_) {
        return;
    }
    referee::stop_threads(ai_);
    if (are_held_) {
        for (const pid_t pid : find()) {
            referee::stop_threads(pid);
        }
    }
}

std::int64_t Descendants::cpu_ns() const {
    std::int64_t sum = 0;
    if (had_family_) {
        for (const pid_t pid : find()) {
            clockid_t clock = 0;
            sum += ::clock_getcpuclockid(pid, &clock) == 0 ? cpu_time(clock) : 0;
        }
    }
    return sum;
}

StopState Descendants::look() const {
    StopState stop_state = stop_state_of(ai_);
    if (are_held_) {
        for (const pid_t pid : find()) {
            stop_state = both(stop_state, stop_state_of(pid));
        }
    }
    return stop_state;
}

StopState Descendants::wait_until_stopped(std::int64_t deadline_ns) {
    if (!are_held_) {
        return StopState::complete;
    }
    had_family_ = has_family();
    if (!had_family_ && !has_threads()) {
        return StopState::complete;
    }
    Standstill standstill;
    while (true) {
        const std::vector<pid_t> found = find();
        StopState stop_state = StopState::complete;
        pid_t waited_for = -1;
        for (const pid_t pid : found) {
            const StopState own = stop_state_of(pid);
            waited_for = own != StopState::complete ? pid : waited_for;
            stop_state = both(stop_state, own);
        }
        if (stop_state == StopState::complete ||
            standstill.is_certain(stop_state, monotonic_ns())) {
            return stop_state;
        }
        if (monotonic_ns() >= deadline_ns) {
            return StopState::pending;
        }
        // Its exit can be awaited; the kernel reports a stop only to its parent.
        const UniqueFd exit(static_cast<int>(::syscall(SYS_pidfd_open, waited_for, 0)));
        const timespec moment{0, 1'000'000};
        pollfd event{exit.get(), POLLIN, 0};
        ::ppoll(&event, 1, &moment, nullptr);
    }
}

} // namespace referee
