#include "game_programs/rules_processes.hpp"

#include "base/error.hpp"
#include "base/shell_word.hpp"
#include "base/text.hpp"
#include "game/game.hpp"
#include "game_programs/game_process.hpp"
#include "game_programs/messages.hpp"
#include "os/beneath.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <set>
#include <string_view>
#include <unistd.h>

namespace referee {
namespace {

std::string fixed_request(const Fixed& fixed) {
    return fmt::format("{{\"do\":\"fixed\",\"fixed\":{}}}", fixed.text);
}

/// The first place where two replies differ, for people.
std::string difference(const std::string& one, const std::string& other) {
    const auto [at, unused] = std::mismatch(one.begin(), one.end(), other.begin(), other.end());
    const auto place = static_cast<std::size_t>(at - one.begin());
    const std::size_t begin = place - std::min<std::size_t>(place, 20);
    return fmt::format(
        "…{}… and …{}…", printable(std::string_view(one).substr(begin, 40)),
        printable(std::string_view(other).substr(begin, 40)));
}

/// Writes the request for people who look for the mistake. Returns the path; empty if that fails.
std::string save(const std::string& lines) {
    const char* const folder = std::getenv("TMPDIR");
    std::string path = fmt::format(
        "{}/referee-request-XXXXXX", folder == nullptr || *folder == '\0' ? "/tmp" : folder);
    const UniqueFd file(::mkostemp(path.data(), O_CLOEXEC));
    if (!file) {
        return "";
    }
    try {
        write_all(file.get(), path, lines);
    } catch (const InternalError&) { // the disk is full: half a request repeats nothing
        ::unlink(path.c_str());
        return "";
    }
    return path;
}

/// True for 0, 30, 60, 120, 240 and so on. Each new process is another history to compare with, but
/// they cost a start and an end each: on a busy machine the kernel spins in wait4() until the last
/// thread of a program with threads has left /proc.
bool begins_new_process(int number) {
    constexpr unsigned first = 30;
    return number % static_cast<int>(first) == 0 &&
           (number == 0 || std::has_single_bit(static_cast<unsigned>(number) / first));
}

/// All of this program, for end_game_programs().
class AllProcesses {
  public:
    void add(RulesProcesses& added) {
        const std::lock_guard lock(mutex_);
        all_.insert(&added);
    }
    void remove(RulesProcesses& removed) {
        const std::lock_guard lock(mutex_);
        all_.erase(&removed);
    }
    void end() {
        const std::lock_guard lock(mutex_);
        for (RulesProcesses* const each : all_) {
            each->end_idle();
        }
    }

  private:
    std::mutex mutex_;
    std::set<RulesProcesses*> all_;
};

AllProcesses& all_processes() {
    // Never destroyed: games are, when this process exits, and take themselves out of it.
    static AllProcesses& all = *new AllProcesses;
    return all;
}

} // namespace

/// A process and what it has been sent.
struct RulesProcesses::Asked {
    std::unique_ptr<GameProcess> process;
    std::string fixed_sha256{};      ///< of what it has been sent
    std::string reply{};             ///< the last one
    std::unique_ptr<Asked> second{}; ///< in an audit
    int audited = 0;                 ///< requests that could be compared
};

/// A process while it is being asked.
class RulesProcesses::Lease {
  public:
    explicit Lease(RulesProcesses& all) : all_(all), asked_(all.take_idle()) {}
    ~Lease() { all_.give_back(std::move(asked_)); }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    Asked& operator*() const { return *asked_; }

  private:
    RulesProcesses& all_;
    std::unique_ptr<Asked> asked_;
};

RulesProcesses::RulesProcesses(const GameDescription& description)
    : description_(description), owner_(::getpid()) {
    all_processes().add(*this);
}

RulesProcesses::~RulesProcesses() {
    all_processes().remove(*this);
    if (owner_ != ::getpid()) {
        forget();
    }
}

std::unique_ptr<RulesProcesses::Asked> RulesProcesses::take_idle() {
    {
        const std::lock_guard lock(mutex_);
        if (owner_ != ::getpid()) {
            forget();
            notes_.clear();
            owner_ = ::getpid();
        }
        if (!idle_.empty()) {
            std::unique_ptr<Asked> last = std::move(idle_.back());
            idle_.pop_back();
            return last;
        }
    }
    auto added = std::make_unique<Asked>();
    added->process = std::make_unique<GameProcess>(description_);
    return added;
}

void RulesProcesses::give_back(std::unique_ptr<Asked> asked) {
    if (!is_audited_) {
        asked->second.reset();
    }
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(asked));
}

/// Forgets the processes of the process that this one was forked from: their keepers aren't our
/// children.
void RulesProcesses::forget() {
    for (const std::unique_ptr<Asked>& asked : idle_) {
        static_cast<void>(asked->process.release());
        if (asked->second) {
            static_cast<void>(asked->second->process.release());
        }
    }
    idle_.clear();
}

void RulesProcesses::end_idle() {
    const std::lock_guard lock(mutex_);
    if (owner_ == ::getpid()) {
        idle_.clear();
    } else {
        forget();
    }
}

void RulesProcesses::ask_until_taken(
    const std::string& where, const Fixed& fixed, const std::string& request, const Take& take) {
    const Lease lease(*this);
    Asked& asked = *lease;
    std::string first;
    try {
        exchange(asked, fixed, request, take);
        if (is_audited_) {
            compare(asked, where, fixed, request);
        }
        return;
    } catch (const ProgramFailure& failure) {
        first = failure.what();
    } catch (const BadReply& problem) {
        first = problem.what();
    }
    asked.process->end();
    try {
        exchange(asked, fixed, request, take);
        note(fmt::format(
            "{}: {}: {}; asked again in a new process it answered: the program is unstable",
            description_.rules_file(), where, first));
    } catch (const ProgramFailure& failure) {
        fail(where, fixed, request, failure.what());
    } catch (const BadReply& problem) {
        asked.process->end();
        fail(where, fixed, request, problem.what());
    }
}

void RulesProcesses::ask_once(const Fixed& fixed, const std::string& request, const Take& take) {
    const Lease lease(*this);
    try {
        exchange(*lease, fixed, request, take);
    } catch (const ProgramFailure&) {
        return; // it has ended
    } catch (const BadReply&) {
        (*lease).process->end();
    }
}

void RulesProcesses::exchange(
    Asked& asked, const Fixed& fixed, const std::string& request, const Take& take) {
    take(parse_reply(reply_to(asked, fixed, request)));
}

const std::string&
RulesProcesses::reply_to(Asked& asked, const Fixed& fixed, const std::string& request) {
    if (!asked.process->runs()) {
        asked.fixed_sha256.clear();
    }
    if (!fixed.text.empty() && asked.fixed_sha256 != fixed.sha256) {
        parse_reply(asked.process->ask(fixed_request(fixed)));
        asked.fixed_sha256 = fixed.sha256;
    }
    asked.reply = asked.process->ask(request);
    return asked.reply;
}

/// Compares two of three requests, so that the second process has seen others than the first. Some
/// go to a process that has seen none.
void RulesProcesses::compare(
    Asked& asked, const std::string& where, const Fixed& fixed, const std::string& request) {
    constexpr int left_out = 3;
    const int number = asked.audited++;
    if (number % left_out == left_out - 1) {
        return;
    }
    if (!asked.second || begins_new_process(number)) {
        asked.second = std::make_unique<Asked>();
        asked.second->process = std::make_unique<GameProcess>(description_);
    }
    const std::string reply = asked.reply;
    std::string other;
    std::string failed;
    try {
        other = reply_to(*asked.second, fixed, request);
    } catch (const ProgramFailure& failure) {
        failed = failure.what();
    } catch (const BadReply& problem) {
        failed = problem.what();
    }
    if (!failed.empty()) { // the first one has answered, and its reply counts
        asked.second.reset();
        note(fmt::format(
            "{}: {}: {}, in a second process that was asked for comparison; the first one answered: "
            "the program is unstable",
            description_.rules_file(), where, failed));
        return;
    }
    if (other != reply) {
        asked.process->end();
        fail(
            where, fixed, request,
            fmt::format(
                "two processes replied differently to one request ({}); a reply may depend on "
                "the request only, not on time, chance or what was asked before",
                difference(reply, other)));
    }
}

void RulesProcesses::set_audit(bool is_audited) {
    is_audited_ = is_audited;
    const std::lock_guard lock(mutex_);
    for (const std::unique_ptr<Asked>& asked : idle_) {
        asked->second.reset();
    }
}

std::vector<std::string> RulesProcesses::take_notes() {
    const std::lock_guard lock(mutex_);
    return std::exchange(notes_, {});
}

void RulesProcesses::note(std::string text) {
    constexpr std::size_t max_notes = 20;
    const std::lock_guard lock(mutex_);
    if (notes_.size() < max_notes) {
        notes_.push_back(std::move(text));
    }
}

std::string RulesProcesses::how_to_repeat(const Fixed& fixed, const std::string& request) const {
    const std::string file =
        save(fixed.text.empty() ? request + '\n' : fixed_request(fixed) + '\n' + request + '\n');
    const std::string command = shell_line(description_.program().arguments);
    return file.empty()
               ? "the request could not be written to a file"
               : fmt::format("the request is in {}; repeat it with: {} < {}", file, command, file);
}

void RulesProcesses::fail(
    const std::string& where, const Fixed& fixed, const std::string& request,
    const std::string& what) const {
    throw BrokenGame(description_.rules_file(), where, what, how_to_repeat(fixed, request));
}

void end_game_programs() {
    all_processes().end();
}

} // namespace referee
