#pragma once

/// A game that does what a test wants, for tests of what plays games: who moves, for how long, with
/// which limits. An answer is one of the words below.

#include "game/game.hpp"
#include "game/registry.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tests {

/// ok: a point. out: a point, and the seat is eliminated. illegal, and everything else: faults,
/// which cost nothing.
struct ScriptedRules {
    int seats = 2;
    bool simultaneous = false; ///< all seats that aren't eliminated move at once, else in turn
    bool has_prepare = false;
    bool match_decides = false;
    int turns = 4; ///< it ends after so many, or when at most one seat is left
    referee::TimeControl time{};
    /// The field's limit by turn; turns beyond have none.
    std::vector<std::optional<std::chrono::milliseconds>> limits{};
    /// Called where the rules could fail: "start", "files", "apply". May throw.
    std::function<void(const std::string&)> on_call{};
};

/// A field of such a game. Its game lives as long as this.
class ScriptedField {
  public:
    explicit ScriptedField(ScriptedRules rules);
    ~ScriptedField();
    ScriptedField(const ScriptedField&) = delete;
    ScriptedField& operator=(const ScriptedField&) = delete;

    const referee::LoadedField& loaded() const { return loaded_; }
    const ScriptedRules& rules() const { return rules_; }

  private:
    ScriptedRules rules_;
    std::unique_ptr<referee::Game> game_;
    referee::LoadedField loaded_;
};

} // namespace tests
