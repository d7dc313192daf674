// What a learner sees of spe_ed, and its actions: referee/python/README.md, "Games".

#include "base/names.hpp"
#include "game/environment.hpp"
#include "games/spe_ed/field.hpp"
#include "games/spe_ed/frames.hpp"
#include "games/spe_ed/learning/features.hpp"
#include "games/spe_ed/rules.hpp"

#include <array>

namespace referee::spe_ed {
namespace {

enum PlaneIndex { trail, outside, own_head, other_heads, heading, jump };

constexpr std::array<Plane, 6> planes{{
    {"trail", "1 where the cell isn't free"},
    {"outside", "1 off the board"},
    {"own_head", "speed"},
    {"other_heads", "speed of the other active players"},
    {"heading", "on a head: 1 up, 2 right, 3 down, 4 left; with a view, 1 is its own direction"},
    {"jump", "rounds until the next one with jumps, 0 in that one; in all cells"},
}};

/// Maps cells of the planes to cells of the board.
class Window {
  public:
    /// The whole board, or the player's view around its head, with its own direction up.
    Window(const State& state, int player, int view) : view_(view) {
        if (view > 0) {
            const Player& own = state.players[player];
            up_ = own.direction;
            x_ = own.x;
            y_ = own.y;
        }
    }
    /// The change of x and y for a step to the right or down in the planes.
    int x_right() const { return step_x[index(right_of(up_))]; }
    int y_right() const { return step_y[index(right_of(up_))]; }
    int x_down() const { return -step_x[index(up_)]; }
    int y_down() const { return -step_y[index(up_)]; }
    /// The board's cell in row 0, column 0.
    int first_x() const { return x_ - view_ * (x_right() + x_down()); }
    int first_y() const { return y_ - view_ * (y_right() + y_down()); }

    /// Right and down are at right angles, so each coordinate is a projection.
    int row_of(const Player& player) const {
        return (player.x - first_x()) * x_down() + (player.y - first_y()) * y_down();
    }
    int column_of(const Player& player) const {
        return (player.x - first_x()) * x_right() + (player.y - first_y()) * y_right();
    }
    /// 1 for up in the planes, then clockwise.
    int heading_of(const Player& player) const {
        return 1 + static_cast<int>((index(player.direction) + 4 - index(up_)) % 4);
    }

  private:
    static std::size_t index(Direction direction) { return static_cast<std::size_t>(direction); }
    int view_;
    Direction up_ = Direction::up;
    int x_ = 0;
    int y_ = 0;
};

void put_ground(const ObservationWriter& out, const Window& window, const Board& board) {
    const EnvironmentSizes& sizes = out.sizes();
    std::uint8_t* trail_cell = out.plane(trail);
    std::uint8_t* outside_cell = out.plane(outside);
    for (int row = 0; row < sizes.height; ++row) {
        int x = window.first_x() + row * window.x_down();
        int y = window.first_y() + row * window.y_down();
        for (int column = 0; column < sizes.width; ++column) {
            const bool is_inside = board.contains(x, y);
            *outside_cell++ = static_cast<std::uint8_t>(!is_inside);
            *trail_cell++ = static_cast<std::uint8_t>(is_inside && board.at(x, y) != 0);
            x += window.x_right();
            y += window.y_right();
        }
    }
}

bool is_action(std::int32_t action) {
    return action >= 0 && action < static_cast<std::int32_t>(all_names<Action>.size());
}

struct Rules {
    using Setup = spe_ed::Setup;
    using State = spe_ed::State;
    static constexpr std::string_view game = "spe_ed";
    static constexpr bool has_view = true;

    static std::span<const Plane> planes() { return spe_ed::planes; }
    static std::string_view actions() {
        return "0 turn_left, 1 turn_right, 2 slow_down, 3 speed_up, 4 change_nothing";
    }
    static std::function<Setup(Rng&)> drawer(const CreateRequest& request) {
        return setup_drawer(request);
    }
    static Setup read(FieldText& text) { return read_setup(text); }
    static int players(const Setup& setup) { return setup.start.player_count; }
    static EnvironmentSizes sizes(const Setup& setup, int view) {
        const int side = 2 * view + 1;
        return {
            .height = view > 0 ? side : setup.start.board.height(),
            .width = view > 0 ? side : setup.start.board.width(),
            .actions = static_cast<int>(all_names<Action>.size()),
            .view = view};
    }
    static void widen(EnvironmentSizes& sizes, const CreateRequest& request) {
        sizes.width = request.settings.contains("width") ? sizes.width : max_drawn_size;
        sizes.height = request.settings.contains("height") ? sizes.height : max_drawn_size;
    }

    static void start(State& state, const Setup& setup) { state = setup.start; }
    static unsigned to_move(const State& state, const Setup&) {
        return is_over(state) ? 0 : everybody(state) & ~out(state);
    }
    static unsigned out(const State& state) {
        unsigned set = 0;
        for (int player = 0; player < state.player_count; ++player) {
            set |= state.players[player].active() ? 0 : 1U << static_cast<unsigned>(player);
        }
        return set;
    }
    static void
    play(State& state, const Setup&, const EnvironmentSizes&, const std::int32_t* actions) {
        Actions all;
        all.fill(Action::none);
        for (int player = 0; player < state.player_count; ++player) {
            const std::int32_t action = actions[player];
            all[player] = is_action(action) ? static_cast<Action>(action) : Action::none;
        }
        play_round(state, all);
    }
    static float reward(const State& state, const Setup&, int player) {
        const auto places = ranks(state);
        return reward_of_rank(std::span(places).first(state.player_count), player);
    }
    static void legal(
        const State& state, const Setup&, const EnvironmentSizes& sizes, int player,
        std::uint8_t* legal) {
        std::fill_n(legal, sizes.actions, std::uint8_t{1});
        const int speed = state.players[player].speed;
        legal[static_cast<std::size_t>(Action::slow_down)] = speed > min_speed;
        legal[static_cast<std::size_t>(Action::speed_up)] = speed < max_speed;
    }
    static void
    observe(const State& state, const Setup&, int player, const ObservationWriter& out) {
        const Window window(state, player, out.sizes().view);
        put_ground(out, window, state.board);
        for (int other = 0; other < state.player_count; ++other) {
            const Player& shown = state.players[other];
            if (shown.active()) {
                const int row = window.row_of(shown);
                const int column = window.column_of(shown);
                out.put(other == player ? own_head : other_heads, row, column, shown.speed);
                out.put(heading, row, column, window.heading_of(shown));
            }
        }
        out.fill(jump, (hole_period - state.round % hole_period) % hole_period);
    }
    static std::span<const Feature> features() { return feature_table(); }
    static void put_features(
        const State& state, const Setup&, const EnvironmentSizes&, int player, float* numbers) {
        for (const Features& features : features_of(state, player)) {
            numbers = std::copy(features.begin(), features.end(), numbers);
        }
    }
    static std::string answer(
        const State&, const Setup&, const EnvironmentSizes&, int,
        std::span<const std::int32_t> action) {
        return is_action(action[0]) ? std::string(all_names<Action>[action[0]]) : "";
    }
    static std::string text(const State& state, const Setup&) { return canonical_text(state); }
    static State read_state(std::string_view text, const Setup& setup) {
        return spe_ed::read_state(text, setup.start);
    }

  private:
    static unsigned everybody(const State& state) { return (1U << state.player_count) - 1; }
};

} // namespace

const Environment& environment() {
    static const EnvironmentOf<Rules> environment;
    return environment;
}

} // namespace referee::spe_ed
