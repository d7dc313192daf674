#pragma once

/// What a game offers to learning programs: observations as planes, and actions as numbers. It is
/// optional for a game. The training environment's Python module (referee/python/README.md) knows
/// games through this file only.
///
/// A game's part is in its own folder, in observation.cpp, which defines
/// `const Environment& environment()` by means of EnvironmentOf below. Players count from 0 here;
/// player p has seat p + 1.

#include "base/error.hpp"
#include "game/game.hpp"
#include "game/parameters.hpp"
#include "game/registry.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

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

inline constexpr int max_view = 100; ///< cells

/// The sizes common to all games of a batch. Fields of different sizes share the largest.
struct EnvironmentSizes {
    int height = 1; ///< of a plane
    int width = 1;
    int actions = 1; ///< number of values of an action, which count from 0
    int parts = 1;   ///< actions in an answer: 1, or the moves of a whole plan
    /// The radius of the square that a player sees around its head; 0 is the whole board.
    int view = 0;
    /// What rows of the observations show is kept, by games that have pictures of it. Pictures are
    /// of whole boards.
    bool keeps_pictures = false;

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
/// without gaps: by game, then by player. They are zeros at first, and nobody else writes to them:
/// of what is already there, games write only what changes.
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

/// Draws the next field of the generator.
using FieldDrawer = std::function<std::shared_ptr<const EnvironmentField>(Rng&)>;

/// The source of fields for new games.
class FieldSource {
  public:
    virtual ~FieldSource() = default;
    virtual std::shared_ptr<const EnvironmentField> next(int game) = 0;
};

/// A game of an environment at one moment. Immutable.
class EnvironmentClone {
  public:
    virtual ~EnvironmentClone() = default;
    /// The field that it is played on.
    virtual const std::shared_ptr<const EnvironmentField>& field() const = 0;
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
    /// Computes what the player sees now, all of it anew. `row` is [planes][height][width], zeros.
    /// Rows of the arrays that are written in a step are equal to it, byte for byte.
    virtual void observe(int game, int player, std::uint8_t* row) const = 0;
    /// Continues from a state of the game's field. Throws UserError if the text isn't a state.
    virtual void set_state(int game, std::string_view text, const EnvironmentArrays& arrays) = 0;
    /// The field that the game is played on.
    virtual std::shared_ptr<const EnvironmentField> field(int game) const = 0;
    /// The game as it is now, with its rewards.
    virtual std::unique_ptr<EnvironmentClone>
    clone(int game, const EnvironmentArrays& arrays) const = 0;
    /// Makes the game the cloned one, of these games or of others with the same number of players
    /// and the same sizes. `field` is that of the clone or one with the same text. The arrays
    /// become those that the clone was made with; the observations are those of the state for all
    /// players who play on, and stay what they were for those who were done.
    virtual void restore(
        int game, const EnvironmentClone& clone, std::shared_ptr<const EnvironmentField> field,
        const EnvironmentArrays& arrays) = 0;
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
    /// Draws the fields that `create` makes from the request, without writing them: what a game
    /// doesn't need of one may never be drawn. Throws UserError for settings that don't exist or
    /// are out of range.
    virtual FieldDrawer drawer(const CreateRequest& request) const = 0;
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

// Makes an Environment from a game's rules. `Rules` is a type with these members, all static; the
// sets of players are bits, player 0 the lowest:
//
//     using Setup, State;                          the field, and all that changes
//     std::string_view game;
//     std::span<const Plane> planes();
//     std::string_view actions();                  what they mean, for people
//     bool has_view;
//     Setup read(FieldText& text);
//     std::function<Setup(Rng&)> drawer(const CreateRequest&);   as of a checked request
//     int players(const Setup&);
//     EnvironmentSizes sizes(const Setup&, int view);
//     void widen(EnvironmentSizes&, const CreateRequest&);   to what `create` may draw
//     void start(State&, const Setup&);
//     unsigned to_move(const State&, const Setup&);          none: the game is over
//     unsigned out(const State&);                            players whose game is over
//     void play(State&, const Setup&, const EnvironmentSizes&, const std::int32_t* actions);
//     float reward(const State&, const Setup&, int player);  once out, or the game over
//     void legal(const State&, const Setup&, const EnvironmentSizes&, int player, std::uint8_t*);
//     void observe(const State&, const Setup&, int player, const ObservationWriter&);
//     std::string answer(const State&, const Setup&, const EnvironmentSizes&, int player,
//                        std::span<const std::int32_t>);
//     std::string text(const State&, const Setup&);
//     State read_state(std::string_view, const Setup&);
//
// A game may also offer numbers that describe each action:
//
//     std::span<const Feature> features();
//     void put_features(const State&, const Setup&, const EnvironmentSizes&, int player, float*);
//
// legal(), observe() and put_features() find their arrays filled with zeros.
//
// A game on whose board little changes in a turn may say what a row of the observations shows, so
// that only cells that change are written. A row of zeros shows a Picture{}. Boards seen through a
// view are small and written anew.
//
//     using Picture;                                         all that a row shows
//     void look(const State&, const Setup&, int player, Picture&);
//     void repaint(const ObservationWriter&, const Picture& before, const Picture& after);
//
// repaint() finds a row that shows `before`; then it has the bytes that observe() writes. What only
// look() needs of a state, play() may leave out unless `keeps_pictures`.

template <typename Rules>
class EnvironmentOf final : public Environment {
  public:
    const EnvironmentInfo& info() const override { return info_; }

    std::shared_ptr<const EnvironmentField> read_field(FieldText& text) const override {
        return std::make_shared<Field>(Rules::read(text));
    }
    FieldDrawer drawer(const CreateRequest& request) const override {
        const GameInfo& game = game_named(Rules::game).info();
        return [draw = Rules::drawer(checked(request, game))](Rng& rng) {
            return std::make_shared<const Field>(draw(rng));
        };
    }
    EnvironmentSizes sizes(const EnvironmentField& field, int view) const override {
        return Rules::sizes(setup_of(field), view);
    }
    EnvironmentSizes drawn_sizes(
        const EnvironmentField& first, const CreateRequest& request, int view) const override {
        EnvironmentSizes sizes = Rules::sizes(setup_of(first), view);
        if (view == 0) {
            Rules::widen(sizes, request);
        }
        return sizes;
    }
    std::unique_ptr<EnvironmentGames> games(
        int first, int count, int players, const EnvironmentSizes& sizes,
        bool observes_all) const override {
        return std::make_unique<Games>(first, count, players, sizes, observes_all);
    }

  private:
    using Setup = typename Rules::Setup;
    using State = typename Rules::State;
    using Players = unsigned; ///< a set
    static constexpr bool has_features = requires { Rules::features(); };

    struct NoPicture {};
    template <typename Of>
    struct PictureOf {
        using Type = NoPicture;
    };
    template <typename Of>
    requires requires { typename Of::Picture; }
    struct PictureOf<Of> {
        using Type = typename Of::Picture;
    };
    using Picture = typename PictureOf<Rules>::Type;
    static constexpr bool has_pictures = !std::is_same_v<Picture, NoPicture>;

    struct Field final : EnvironmentField {
        explicit Field(Setup read) : setup(std::move(read)) {}
        int players() const override { return Rules::players(setup); }
        Setup setup;
    };
    static const Setup& setup_of(const EnvironmentField& field) {
        return static_cast<const Field&>(field).setup;
    }

    struct Game {
        std::shared_ptr<const EnvironmentField> field;
        Players to_move = 0;
        Players done = 0;
        State state;
        const Setup& setup() const { return setup_of(*field); }
    };

    struct Clone final : EnvironmentClone {
        Clone(const Game& cloned, const float* rewards_of_all, int players)
            : game(cloned), rewards(rewards_of_all, rewards_of_all + players) {}
        const std::shared_ptr<const EnvironmentField>& field() const override { return game.field; }
        Game game;
        std::vector<float> rewards; ///< by player
        /// The observation of a player who was done: nothing writes it again, so it isn't that of
        /// the state.
        struct LastRow {
            int player = 0;
            std::vector<std::uint8_t> observation;
            Picture picture;
        };
        std::vector<LastRow> last_rows;
    };

    class Games final : public EnvironmentGames {
      public:
        Games(int first, int count, int players, const EnvironmentSizes& sizes, bool observes_all)
            : first_(first), players_(players), sizes_(sizes), observes_all_(observes_all),
              observation_size_(Rules::planes().size() * sizes.cells()),
              numbers_(
                  static_cast<std::size_t>(sizes.actions) *
                  static_cast<std::size_t>(described().feature_numbers())),
              games_(static_cast<std::size_t>(count)) {
            if (has_pictures && sizes.keeps_pictures) {
                const std::size_t rows = games_.size() * static_cast<std::size_t>(players);
                shown_.resize(rows);
                finally_shown_.resize(rows);
            }
        }

        void step(const std::int32_t* actions, const EnvironmentArrays& arrays, FieldSource& fields)
            override {
            const auto actions_of_a_game =
                static_cast<std::size_t>(players_) * static_cast<std::size_t>(sizes_.parts);
            const auto first = static_cast<std::size_t>(first_);
            for (std::size_t i = 0; i < games_.size(); ++i) {
                Game& game = games_[i];
                if (game.to_move == 0) {
                    begin(game, fields.next(static_cast<int>(first + i)));
                    show(game, first + i, arrays, everybody());
                } else {
                    Rules::play(
                        game.state, game.setup(), sizes_,
                        actions + (first + i) * actions_of_a_game);
                    show(game, first + i, arrays, 0);
                }
            }
        }

        void start(
            int game, std::shared_ptr<const EnvironmentField> field,
            const EnvironmentArrays& arrays) override {
            begin(at(game), std::move(field));
            show(at(game), static_cast<std::size_t>(game), arrays, everybody());
        }
        std::string state(int game) const override {
            return Rules::text(at(game).state, at(game).setup());
        }
        void observe(int game, int player, std::uint8_t* row) const override {
            Rules::observe(
                at(game).state, at(game).setup(), player, ObservationWriter(row, sizes_));
        }
        void set_state(int game, std::string_view text, const EnvironmentArrays& arrays) override {
            Game& to_set = at(game);
            State read = Rules::read_state(text, to_set.setup());
            if (Rules::text(read, to_set.setup()) != text) {
                throw UserError(
                    "state: not in the form that state() writes; pass its text unchanged");
            }
            to_set.state = std::move(read);
            to_set.done = 0;
            show(to_set, static_cast<std::size_t>(game), arrays, everybody());
        }
        std::shared_ptr<const EnvironmentField> field(int game) const override {
            return at(game).field;
        }
        std::unique_ptr<EnvironmentClone>
        clone(int game, const EnvironmentArrays& arrays) const override {
            const std::size_t first = static_cast<std::size_t>(game * players_);
            auto clone = std::make_unique<Clone>(at(game), arrays.rewards + first, players_);
            for (int player = 0; arrays.observations != nullptr && player < players_; ++player) {
                if ((at(game).done >> static_cast<unsigned>(player) & 1U) == 0) {
                    continue;
                }
                const std::size_t row = first + static_cast<std::size_t>(player);
                const std::uint8_t* const shown = arrays.observations + row * observation_size_;
                typename Clone::LastRow last{player, {shown, shown + observation_size_}, {}};
                if constexpr (has_pictures) {
                    if (!shown_.empty()) {
                        last.picture = shown_[own(row)];
                    }
                }
                clone->last_rows.push_back(std::move(last));
            }
            return clone;
        }
        void restore(
            int game, const EnvironmentClone& clone, std::shared_ptr<const EnvironmentField> field,
            const EnvironmentArrays& arrays) override {
            const auto& cloned = static_cast<const Clone&>(clone);
            Game& to_set = at(game);
            to_set.field = std::move(field);
            to_set.state = cloned.game.state;
            to_set.done = cloned.game.done; // who was done then isn't rewarded again
            for (const typename Clone::LastRow& last : cloned.last_rows) {
                const std::size_t row = static_cast<std::size_t>(game * players_) +
                                        static_cast<std::size_t>(last.player);
                std::copy(
                    last.observation.begin(), last.observation.end(),
                    arrays.observations + row * observation_size_);
                if constexpr (has_pictures) {
                    if (!shown_.empty()) {
                        shown_[own(row)] = last.picture;
                    }
                }
            }
            show(to_set, static_cast<std::size_t>(game), arrays, everybody() & ~to_set.done);
            std::copy(
                cloned.rewards.begin(), cloned.rewards.end(),
                arrays.rewards + static_cast<std::size_t>(game * players_));
        }
        std::string
        answer(int game, int player, std::span<const std::int32_t> action) const override {
            return Rules::answer(at(game).state, at(game).setup(), sizes_, player, action);
        }

      private:
        Game& at(int game) { return games_[static_cast<std::size_t>(game - first_)]; }
        const Game& at(int game) const { return games_[static_cast<std::size_t>(game - first_)]; }
        Players everybody() const { return (1U << static_cast<unsigned>(players_)) - 1; }

        void begin(Game& game, std::shared_ptr<const EnvironmentField>&& field) {
            game.field = std::move(field);
            game.done = 0;
            Rules::start(game.state, game.setup());
        }

        /// Writes a game's rows. Observations are for the players who move next, for those who have
        /// just finished, so that they see the outcome, and for `watching`.
        void
        show(Game& game, std::size_t number, const EnvironmentArrays& arrays, Players watching) {
            const Setup& setup = game.setup();
            const Players to_move = Rules::to_move(game.state, setup);
            const bool is_over = to_move == 0;
            const Players done = is_over ? everybody() : Rules::out(game.state);
            const Players done_now = done & ~game.done;
            watching |= to_move | done_now | (observes_all_ ? ~game.done : 0);
            std::size_t row = number * static_cast<std::size_t>(players_);
            for (int player = 0; player < players_; ++player, ++row) {
                const auto is_in = [player](Players set) {
                    return (set >> static_cast<unsigned>(player) & 1U) != 0;
                };
                arrays.rewards[row] =
                    is_in(done_now) ? Rules::reward(game.state, setup, player) : 0.0F;
                arrays.done[row] = is_in(done);
                arrays.to_move[row] = is_in(to_move);
                std::uint8_t* const legal =
                    arrays.legal + row * static_cast<std::size_t>(sizes_.actions);
                if (is_in(game.to_move)) { // otherwise there are zeros
                    std::memset(legal, 0, static_cast<std::size_t>(sizes_.actions));
                }
                if (is_in(to_move)) {
                    Rules::legal(game.state, setup, sizes_, player, legal);
                }
                if constexpr (has_features) {
                    if (arrays.features != nullptr) {
                        put_features(
                            game, player, arrays.features + row * numbers_, is_in(to_move));
                    }
                }
                if (arrays.observations != nullptr && is_in(watching)) {
                    show_board(game, row, player, arrays);
                }
            }
            arrays.over[number] = is_over;
            if (is_over && arrays.observations != nullptr) {
                keep_end(number, arrays);
            }
            game.to_move = to_move;
            game.done = done;
        }

        /// Writes a player's row of the observations.
        void
        show_board(const Game& game, std::size_t row, int player, const EnvironmentArrays& arrays) {
            const ObservationWriter out(arrays.observations + row * observation_size_, sizes_);
            if constexpr (has_pictures) {
                if (!shown_.empty()) {
                    Picture& shown = shown_[own(row)];
                    Rules::look(game.state, game.setup(), player, seen_);
                    Rules::repaint(out, shown, seen_);
                    std::swap(shown, seen_);
                    return;
                }
            }
            std::memset(out.plane(0), 0, observation_size_);
            Rules::observe(game.state, game.setup(), player, out);
        }

        /// Makes the rows of the final observations equal to the game's observations.
        void keep_end(std::size_t number, const EnvironmentArrays& arrays) {
            const auto players = static_cast<std::size_t>(players_);
            if constexpr (has_pictures) {
                for (std::size_t row = number * players;
                     !shown_.empty() && row < (number + 1) * players; ++row) {
                    Picture& kept = finally_shown_[own(row)];
                    const Picture& shown = shown_[own(row)];
                    Rules::repaint(
                        {arrays.final_observations + row * observation_size_, sizes_}, kept, shown);
                    kept = shown;
                }
            }
            if (shown_.empty()) {
                const std::size_t size = players * observation_size_;
                std::memcpy(
                    arrays.final_observations + number * size, arrays.observations + number * size,
                    size);
            }
        }

        /// A row's place in the pictures of these games.
        std::size_t own(std::size_t row) const {
            return row - static_cast<std::size_t>(first_) * static_cast<std::size_t>(players_);
        }

        void put_features(const Game& game, int player, float* numbers, bool is_to_move) {
            std::fill_n(numbers, numbers_, 0.0F);
            if (is_to_move) {
                Rules::put_features(game.state, game.setup(), sizes_, player, numbers);
            }
        }

        int first_;
        int players_;
        EnvironmentSizes sizes_;
        bool observes_all_;
        std::size_t observation_size_;
        std::size_t numbers_; ///< of a player: the features of all actions
        std::vector<Game> games_;
        std::vector<Picture> shown_;         ///< by row, what the observations show; or empty
        std::vector<Picture> finally_shown_; ///< the same of the final observations
        Picture seen_{};                     ///< before it is shown
    };

    static EnvironmentInfo described() {
        EnvironmentInfo info{Rules::game, Rules::planes(), Rules::actions(), Rules::has_view, {}};
        if constexpr (has_features) {
            info.features = Rules::features();
        }
        return info;
    }

    EnvironmentInfo info_ = described();
};

// The environments for learning: one for each game that has an observation.cpp.

std::span<const Environment* const> all_environments();

/// The environment of that game. Throws UserError that lists the environments.
const Environment& environment_of(std::string_view game);

} // namespace referee
