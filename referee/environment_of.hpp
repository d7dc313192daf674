#pragma once

/// Makes an Environment from a game's rules. `Rules` is a type with these members, all static; the
/// sets of players are bits, player 0 the lowest:
///
///     using Setup, State;                          the field, and all that changes
///     std::string_view game;
///     std::span<const Plane> planes();
///     std::string_view actions();                  what they mean, for people
///     bool has_view;
///     Setup read(FieldText& text);
///     int players(const Setup&);
///     EnvironmentSizes sizes(const Setup&, int view);
///     void widen(EnvironmentSizes&, const CreateRequest&);   to what `create` may draw
///     void start(State&, const Setup&);
///     unsigned to_move(const State&, const Setup&);          none: the game is over
///     unsigned out(const State&);                            players whose game is over
///     void play(State&, const Setup&, const EnvironmentSizes&, const std::int32_t* actions);
///     float reward(const State&, const Setup&, int player);  once out, or the game over
///     void legal(const State&, const Setup&, const EnvironmentSizes&, int player, std::uint8_t*);
///     void observe(const State&, const Setup&, int player, const ObservationWriter&);
///     std::string answer(const State&, const Setup&, const EnvironmentSizes&, int player,
///                        std::span<const std::int32_t>);
///     std::string text(const State&, const Setup&);
///     State read_state(std::string_view, const Setup&);
///
/// A game may also offer numbers that describe each action:
///
///     std::span<const Feature> features();
///     void put_features(const State&, const Setup&, const EnvironmentSizes&, int player, float*);
///
/// legal(), observe() and put_features() find their arrays filled with zeros.

#include "environment.hpp"
#include "error.hpp"

#include <cstring>
#include <memory>
#include <utility>
#include <vector>

namespace referee {

template <typename Rules>
class EnvironmentOf final : public Environment {
  public:
    const EnvironmentInfo& info() const override { return info_; }

    std::shared_ptr<const EnvironmentField> read_field(FieldText& text) const override {
        return std::make_shared<Field>(Rules::read(text));
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

    class Games final : public EnvironmentGames {
      public:
        Games(int first, int count, int players, const EnvironmentSizes& sizes, bool observes_all)
            : first_(first), players_(players), sizes_(sizes), observes_all_(observes_all),
              observation_size_(Rules::planes().size() * sizes.cells()),
              numbers_(
                  static_cast<std::size_t>(sizes.actions) *
                  static_cast<std::size_t>(described().feature_numbers())),
              games_(static_cast<std::size_t>(count)) {}

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
                std::memset(legal, 0, static_cast<std::size_t>(sizes_.actions));
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
                    std::uint8_t* const seen = arrays.observations + row * observation_size_;
                    std::memset(seen, 0, observation_size_);
                    Rules::observe(game.state, setup, player, ObservationWriter(seen, sizes_));
                }
            }
            arrays.over[number] = is_over;
            if (is_over && arrays.observations != nullptr) {
                const std::size_t size = static_cast<std::size_t>(players_) * observation_size_;
                std::memcpy(
                    arrays.final_observations + number * size, arrays.observations + number * size,
                    size);
            }
            game.to_move = to_move;
            game.done = done;
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

} // namespace referee
