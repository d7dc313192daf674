#pragma once

/// A match of a hostile AI against an honest one, and what must hold afterwards. The attacks
/// themselves: programs/. What each mode of --confine promises: README.md.

#include "support/run.hpp"

#include <chrono>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tests {

/// A mode of --confine.
struct Mode {
    std::string name;
    bool confines;                          ///< refuses what Promise::confined names
    std::vector<std::string> environment{}; ///< for the referee
};

/// Every attack is made once in each mode. A new mode is a line here.
inline const std::vector<Mode>& modes() {
    static const std::vector<Mode> list{{"none", false}, {"default", true}, {"strict", true}};
    return list;
}

/// As on older kernels: other means replace what Landlock can't refuse there (below version 3
/// truncation, below 4 TCP, below 6 signals). `make old-kernels` runs the whole suite with each
/// version.
inline const std::vector<Mode>& modes_of_old_kernels() {
    static const std::vector<Mode> list{
        {"default", true, {"REFEREE_TEST_LANDLOCK=1"}},
        {"default", true, {"REFEREE_TEST_LANDLOCK=3"}},
        {"default", true, {"REFEREE_TEST_LANDLOCK=5"}}};
    return list;
}

/// When an attack's verdict is promised. Otherwise the attack is skipped.
enum class Promise {
    always,   ///< by every mode, whoever runs the referee
    own_user, ///< if the AI has a user of its own (the referee runs as root), or is confined
    confined  ///< by `default` and `strict`
};

/// Enough for both AIs to move several times after the attack.
inline constexpr int few_moves = 8;

struct Attack {
    std::string program{}; ///< build/hostile/PROGRAM
    std::string words{};   ///< its command line; {arena} stands for the arena's folder
    std::string verdict{}; ///< the fault in each game, or "none" for a game played to its end
    std::string reason{};  ///< part of the fault's reason
    Promise promise = Promise::always;
    /// The verdict if the attack itself is refused, where that differs.
    std::string confined_verdict{};
    int leftovers = 0;                  ///< at least so many in each game
    std::vector<std::string> options{}; ///< further ones for the referee, with {arena} too
    /// For each answer. For AIs that don't hang it is long enough for a busy machine.
    std::chrono::milliseconds limit{60000};
    int max_moves = few_moves; ///< of a game
};

/// The limit for AIs that hang.
inline constexpr std::chrono::milliseconds short_limit{150};

/// The output of --json for a match.
struct Outcome {
    Output output;
    nlohmann::json json;
};

class Arena {
  public:
    /// Makes folders for one match: the attack's ai.ini and program, a field, a folder `outside`
    /// that must come to no harm, one for logs, and a place in memory for the work folders.
    explicit Arena(
        const std::string& program, const std::string& words = "", int max_moves = few_moves);
    ~Arena();
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    std::string operator/(const std::string& name) const { return folder_ / name; }
    std::string ai() const { return folder_ / "ai"; }

    /// Denies other users access to the AI's folder: started by root, the referee plays a copy.
    void close_to_others() const;
    /// Runs the referee as an ordinary user, so that the AIs share its user.
    void use_ordinary_user();
    bool shares_user() const { return shares_user_; }
    /// Lets everybody change the AI's folder.
    void open_to_all() const;
    /// Puts a command before that of the referee.
    void wrap(const std::vector<std::string>& command) { wrapper_ = command; }
    /// The folder in which the work folders are made.
    const std::string& work() const { return work_; }

    /// Plays the double match and checks that the referee, the honest AI, the field and everything
    /// outside are unharmed and that the attack has left nothing behind.
    Outcome play(
        const Mode& mode, std::chrono::milliseconds limit,
        const std::vector<std::string>& options = {}) const;

  private:
    std::vector<std::string> snapshot() const;

    TemporaryFolder folder_;
    std::string work_;
    std::vector<std::string> wrapper_;
    std::string referee_;
    std::string honest_;
    bool shares_user_;
};

/// Makes the attack in each of these modes that promises something about it, in a new arena that
/// `prepare` may change first, and checks what its row says.
void play_attack(
    const Attack& attack, const std::vector<Mode>& in = modes(),
    const std::function<void(Arena&)>& prepare = {});
/// All of them.
void play_attacks(const std::vector<Attack>& attacks, const std::vector<Mode>& in = modes());

/// Whether AIs get users of their own here.
bool is_root();

} // namespace tests
