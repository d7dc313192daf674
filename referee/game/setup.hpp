#pragma once

/// Code shared by all our games: a field is a value, the setup, and positions start from it.
/// Not part of the contract (game.hpp): a game may do without it.

#include "game/game.hpp"
#include "game/parameters.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace referee {

/// What a game does with its setup.
template <typename Setup>
struct SetupFunctions {
    /// Throws UserError with file, line and what to do.
    Setup (*read)(FieldText& text);
    /// The text of a new field. The request has a number of players that the game supports, and
    /// only settings that it knows. Throws UserError for values out of range.
    std::string (*create)(const CreateRequest& request, Rng& rng);
    int (*seats)(const Setup& setup);
    /// For `referee check`, a line each; warnings begin with "warning: ".
    std::vector<std::string> (*describe)(const Setup& setup);
};

/// A game whose positions start from a setup and keep a reference to it.
template <typename Setup, typename SetupPosition>
class GameOfSetup final : public Game {
  public:
    GameOfSetup(GameInfo info, const SetupFunctions<Setup>& functions)
        : info_(std::move(info)), functions_(functions) {}

    const GameInfo& info() const override { return info_; }
    std::unique_ptr<const Field> read_field(FieldText& text) const override {
        return std::make_unique<SetupField>(functions_.read(text), functions_);
    }
    std::string create_field(const CreateRequest& request, Rng& rng) const override {
        return functions_.create(checked(request, info_), rng);
    }

  private:
    class SetupField final : public Field {
      public:
        SetupField(Setup setup, const SetupFunctions<Setup>& functions)
            : setup_(std::move(setup)), functions_(functions) {}
        int seats() const override { return functions_.seats(setup_); }
        std::unique_ptr<Position> start() const override {
            return std::make_unique<SetupPosition>(setup_);
        }
        std::vector<std::string> describe() const override { return functions_.describe(setup_); }

      private:
        Setup setup_;
        const SetupFunctions<Setup>& functions_;
    };

    GameInfo info_;
    SetupFunctions<Setup> functions_;
};

} // namespace referee
