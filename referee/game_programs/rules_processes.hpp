#pragma once

/// The processes that know the rules of one game. A request goes to a process that nobody else is
/// asking; only if there is none, another one is started. So a live page never lets a match wait,
/// and there are as many processes as requests were ever asked at the same time. After a fork the
/// child starts its own.

#include "game_programs/description.hpp"

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace referee {

/// What never changes during a game, as the program gave it with `start`.
struct Fixed {
    std::string text; ///< JSON; empty: nothing
    std::string sha256;
};

class RulesProcesses {
  public:
    /// Nothing is started. Keeps a reference.
    explicit RulesProcesses(const GameDescription& description);
    ~RulesProcesses();
    RulesProcesses(const RulesProcesses&) = delete;
    RulesProcesses& operator=(const RulesProcesses&) = delete;

    /// What `take` makes of the reply to a request; it throws BadReply for one that breaks the
    /// contract. A failure is tried once more in a new process. `where` names the request for
    /// people. Throws BrokenGame, UserError, Interrupted, InternalError.
    template <typename Take>
    auto
    ask(const std::string& where, const Fixed& fixed, const std::string& request,
        const Take& take) {
        std::optional<decltype(take(nlohmann::ordered_json()))> taken;
        ask_until_taken(where, fixed, request, [&](const nlohmann::ordered_json& reply) {
            taken = take(reply);
        });
        return std::move(*taken);
    }

    /// Asks without a second try: nothing if the program fails.
    template <typename Take>
    auto try_once(const Fixed& fixed, const std::string& request, const Take& take)
        -> std::optional<decltype(take(nlohmann::ordered_json()))> {
        std::optional<decltype(take(nlohmann::ordered_json()))> taken;
        ask_once(fixed, request, [&](const nlohmann::ordered_json& reply) { taken = take(reply); });
        return taken;
    }

    /// Saves a request for people who look for a mistake, and says with which command it is
    /// repeated.
    std::string how_to_repeat(const Fixed& fixed, const std::string& request) const;

    /// From now on replies are compared with those of a second process, or no longer.
    void set_audit(bool is_audited);
    /// Notes for the organiser since the last call, one line each.
    std::vector<std::string> take_notes();
    /// Ends those that are not being asked.
    void end_idle();

  private:
    using Take = std::function<void(const nlohmann::ordered_json&)>;

    struct Asked;
    class Lease;

    void ask_until_taken(
        const std::string& where, const Fixed& fixed, const std::string& request, const Take& take);
    void ask_once(const Fixed& fixed, const std::string& request, const Take& take);
    static const std::string&
    reply_to(Asked& asked, const Fixed& fixed, const std::string& request);
    static void
    exchange(Asked& asked, const Fixed& fixed, const std::string& request, const Take& take);
    void
    compare(Asked& asked, const std::string& where, const Fixed& fixed, const std::string& request);
    std::unique_ptr<Asked> take_idle();
    void give_back(std::unique_ptr<Asked> asked);
    void forget();
    void note(std::string text);
    [[noreturn]] void fail(
        const std::string& where, const Fixed& fixed, const std::string& request,
        const std::string& what) const;

    const GameDescription& description_;
    std::mutex mutex_;
    pid_t owner_;
    std::atomic<bool> is_audited_ = false;
    std::vector<std::unique_ptr<Asked>> idle_; ///< the last one was asked last
    std::vector<std::string> notes_;
};

/// Ends the programs that this process has started for games. Call it before _exit(); otherwise
/// they end with the game's object.
void end_game_programs();

} // namespace referee
