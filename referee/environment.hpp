#pragma once

/// What a game offers to learning programs: observations as planes, and actions as numbers. It is
/// optional for a game. The training environment's Python module (referee/python/README.md) knows
/// games through this file only.
///
/// A game's part is in its own folder, in observation.cpp, which defines
/// `const Environment& environment()` by means of environment_of.hpp. Players count from 0 here;
/// player p has seat p + 1.

#include "game.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace referee {

/// One plane of an observation: a number from 0 to 255 for each cell.
struct Plane {
    std::string_view name;
    std::string_view holds; ///< for people, without a full stop
};

/// Numbers that describe an action, for learners that use actions instead of planes.
struct Feature {
    std::string_view name;
    int size = 1;           ///< how many numbers
    std::string_view holds; ///< for people, without a full stop
};

/// The sizes common to all games of a batch. Fields of different sizes share the largest.
struct EnvironmentSizes {
    int height = 1; ///< of a plane
    int width = 1;
    int actions = 1; ///< number of values of an action, which count from 0
    int parts = 1;   ///< actions in an answer: 1, or the moves of a whole plan
    /// The radius of the square that a player sees around its head; 0 is the whole board.
    int view = 0;

    void widen(const EnvironmentSizes& other) {
        height = std::max(height, other.height);
        width = std::max(width, other.width);
        actions = std::max(actions, other.actions);
        parts = std::max(parts, other.parts);
    }
    bool holds(const EnvironmentSizes& other) const {
        return height >= other.height && width >= other.width && actions >= other.actions &&
               parts >= other.parts;
    }
    std::size_t cells() const {
        return static_cast<std::size_t>(height) * static_cast<std::size_t>(width);
    }
};

/// A cell of the first plane of an observation, row by row. The planes lie one after the other.
class ObservationWriter {
  public:
    ObservationWriter(std::uint8_t* first, const EnvironmentSizes& sizes)
        : first_(first), sizes_(sizes) {}

    const EnvironmentSizes& sizes() const { return sizes_; }
    std::uint8_t* plane(int number) const {
        return first_ + static_cast<std::size_t>(number) * sizes_.cells();
    }
    bool contains(int row, int column) const {
        return row >= 0 && column >= 0 && row < sizes_.height && column < sizes_.width;
    }
    /// Writes a value, 255 at most, if the plane has such a cell.
    void put(int number, int row, int column, int value) const {
        if (contains(row, column)) {
            plane(number)[row * sizes_.width + column] = limited(value);
        }
    }
    /// Writes the same value to all cells of a plane.
    void fill(int number, int value) const {
        std::fill_n(plane(number), sizes_.cells(), limited(value));
    }
    static std::uint8_t limited(int value) {
        return static_cast<std::uint8_t>(std::clamp(value, 0, 255));
    }

  private:
    std::uint8_t* first_;
    const EnvironmentSizes& sizes_;
};

/// The arrays that the games of a batch write to. Each begins with game 0; rows follow one another
/// without gaps: by game, then by player.
struct EnvironmentArrays {
    std::uint8_t* observations = nullptr; ///< [games][players][planes][height][width], or null
    std::uint8_t* final_observations = nullptr; ///< the same at each game's last end, or null
    float* features = nullptr;       ///< [games][players][actions][numbers], 0 unless to move
    float* rewards = nullptr;        ///< [games][players]
    std::uint8_t* done = nullptr;    ///< [games][players]: 1 when the player's game is over
    std::uint8_t* to_move = nullptr; ///< [games][players]: 1 if the player's action counts next
    std::uint8_t* legal = nullptr;   ///< [games][players][actions]; 0 unless to move
    std::uint8_t* over = nullptr;    ///< [games]: 1 after the last turn
};

/// A field as an environment has read it. Immutable. Several games may share it, but only games
/// that one thread plays: a field may draw its numbers when they are needed.
class EnvironmentField {
  public:
    virtual ~EnvironmentField() = default;
    virtual int players() const = 0;
};

/// The source of fields for new games.
class FieldSource {
  public:
    virtual ~FieldSource() = default;
    virtual std::shared_ptr<const EnvironmentField> next(int game) = 0;
};

/// Some games of a batch, played by one thread at a time.
class EnvironmentGames {
  public:
    virtual ~EnvironmentGames() = default;

    /// Plays one turn of each game. `actions` is [games][players][parts], for the whole batch, like
    /// all arrays. The values of players that aren't to move are ignored; a value that isn't an
    /// action is a fault, like an answer that can't be read. A game that is over starts again
    /// instead.
    virtual void
    step(const std::int32_t* actions, const EnvironmentArrays& arrays, FieldSource& fields) = 0;

    // Single games; `game` is a number within the batch.

    /// Begins a new game on the field.
    virtual void start(
        int game, std::shared_ptr<const EnvironmentField> field,
        const EnvironmentArrays& arrays) = 0;
    /// The state in the form of Position::canonical_text().
    virtual std::string state(int game) const = 0;
    /// Continues from a state of the game's field. Throws UserError if the text isn't a state.
    virtual void set_state(int game, std::string_view text, const EnvironmentArrays& arrays) = 0;
    /// What an AI would write to result.dat; empty for a value that isn't an action.
    virtual std::string
    answer(int game, int player, std::span<const std::int32_t> action) const = 0;
};

/// What an environment is. Never changes.
struct EnvironmentInfo {
    std::string_view game;
    std::span<const Plane> planes;
    std::string_view actions;          ///< for people: what the numbers mean
    bool has_view = false;             ///< a view may be asked for
    std::span<const Feature> features; ///< of each action, in their order; none: not offered
    int feature_numbers() const {
        int sum = 0;
        for (const Feature& feature : features) {
            sum += feature.size;
        }
        return sum;
    }
};

class Environment {
  public:
    virtual ~Environment() = default;
    virtual const EnvironmentInfo& info() const = 0;
    /// Throws UserError with file and line.
    virtual std::shared_ptr<const EnvironmentField> read_field(FieldText& text) const = 0;
    /// What games on the field need.
    virtual EnvironmentSizes sizes(const EnvironmentField& field, int view) const = 0;
    /// The sizes for games on any field that `create` makes from the request; `first` is one of
    /// these fields.
    virtual EnvironmentSizes
    drawn_sizes(const EnvironmentField& first, const CreateRequest& request, int view) const = 0;
    /// The games `first` to `first + count − 1` of a batch. Each needs start() before anything
    /// else. With `observes_all` players see the board while others move, too.
    virtual std::unique_ptr<EnvironmentGames> games(
        int first, int count, int players, const EnvironmentSizes& sizes,
        bool observes_all) const = 0;
};

/// The mean over the other players: +1 for each that ranks behind, −1 for each that ranks ahead.
inline float reward_of_rank(std::span<const int> ranks, int player) {
    int sum = 0;
    for (const int rank : ranks) {
        sum += static_cast<int>(rank > ranks[static_cast<std::size_t>(player)]) -
               static_cast<int>(rank < ranks[static_cast<std::size_t>(player)]);
    }
    return ranks.size() < 2 ? 0.0F : static_cast<float>(sum) / static_cast<float>(ranks.size() - 1);
}

} // namespace referee
