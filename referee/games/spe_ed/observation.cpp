// What a learner sees of spe_ed, and its actions: referee/python/README.md, "Games".

#include "base/names.hpp"
#include "game/environment.hpp"
#include "games/spe_ed/field.hpp"
#include "games/spe_ed/frames.hpp"
#include "games/spe_ed/learning/features.hpp"
#include "games/spe_ed/rules.hpp"

#include <algorithm>
#include <array>
#include <vector>

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

std::uint8_t rounds_until_jumps(const State& state) {
    return static_cast<std::uint8_t>((hole_period - state.round % hole_period) % hole_period);
}

/// A cell of the board.
struct Place {
    std::uint8_t x = 0;
    std::uint8_t y = 0;
    bool operator==(const Place&) const = default;
};

Place place_of(int x, int y) {
    static_assert(max_size <= 256);
    return {static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y)};
}

/// The rules' state, and its cells that aren't free, which only pictures need. No cell becomes free
/// again, so the list only grows in a game.
struct StateWithTrail {
    spe_ed::State now;
    std::vector<Place> trail;
};

/// Makes the list anew, in the order of the cells.
void find_trail(StateWithTrail& state) {
    const Board& board = state.now.board;
    state.trail.clear();
    for (int y = 0; y < board.height(); ++y) {
        for (int x = 0; x < board.width(); ++x) {
            if (board.at(x, y) != 0) {
                state.trail.push_back(place_of(x, y));
            }
        }
    }
}

/// What an observation of the whole board shows.
struct Picture {
    /// A head of an active player, with its values in the planes.
    struct Head {
        Place place;
        PlaneIndex plane = own_head; ///< or other_heads
        std::uint8_t speed = 0;
        std::uint8_t heading = 0;
    };
    std::vector<Place> trail; ///< each cell once, in the order of StateWithTrail
    std::array<Head, max_players> heads{};
    int head_count = 0;
    int width = max_size; ///< of the board; at first no cell is outside
    int height = max_size;
    std::uint8_t jump = 0;
};

/// The cells of a row of the planes that are on the board.
int inside(const Picture& picture, int row, const EnvironmentSizes& sizes) {
    return row < picture.height ? std::min(picture.width, sizes.width) : 0;
}

void repaint_outside(const ObservationWriter& out, const Picture& before, const Picture& after) {
    if (before.width == after.width && before.height == after.height) {
        return;
    }
    const EnvironmentSizes& sizes = out.sizes();
    std::uint8_t* cells = out.plane(outside);
    for (int row = 0; row < sizes.height; ++row, cells += sizes.width) {
        const int was = inside(before, row, sizes);
        const int is = inside(after, row, sizes);
        std::fill(
            cells + std::min(was, is), cells + std::max(was, is),
            static_cast<std::uint8_t>(is < was));
    }
}

/// While a game goes on, the list before is the beginning of the one after.
void repaint_trail(
    const ObservationWriter& out, const std::vector<Place>& before,
    const std::vector<Place>& after) {
    const auto [gone, come] =
        std::mismatch(before.begin(), before.end(), after.begin(), after.end());
    std::uint8_t* const cells = out.plane(trail);
    const int width = out.sizes().width;
    std::for_each(gone, before.end(), [=](const Place& at) { cells[at.y * width + at.x] = 0; });
    std::for_each(come, after.end(), [=](const Place& at) { cells[at.y * width + at.x] = 1; });
}

bool is_action(std::int32_t action) {
    return action >= 0 && action < static_cast<std::int32_t>(all_names<Action>.size());
}

struct Rules {
    using Setup = spe_ed::Setup;
    using State = StateWithTrail;
    using Picture = spe_ed::Picture;
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

    static void start(State& state, const Setup& setup) {
        state.now = setup.start;
        state.trail.clear();
        for (int player = 0; player < state.now.player_count; ++player) {
            const Player& placed = state.now.players[player];
            state.trail.push_back(place_of(placed.x, placed.y));
        }
    }
    static unsigned to_move(const State& state, const Setup&) {
        return is_over(state.now) ? 0 : everybody(state) & ~out(state);
    }
    static unsigned out(const State& state) {
        unsigned set = 0;
        for (int player = 0; player < state.now.player_count; ++player) {
            set |= state.now.players[player].active() ? 0 : 1U << static_cast<unsigned>(player);
        }
        return set;
    }
    static void
    play(State& state, const Setup&, const EnvironmentSizes& sizes, const std::int32_t* actions) {
        Actions all;
        all.fill(Action::none);
        for (int player = 0; player < state.now.player_count; ++player) {
            const std::int32_t action = actions[player];
            all[player] = is_action(action) ? static_cast<Action>(action) : Action::none;
        }
        if (!sizes.keeps_pictures) {
            play_round(state.now, all);
            return;
        }
        Changes changes;
        play_round(state.now, all, changes);
        const int width = state.now.board.width();
        for (int i = 0; i < changes.cell_count; ++i) {
            if (const Changes::Cell& cell = changes.cells[i]; cell.before == 0) {
                state.trail.push_back(place_of(cell.index % width, cell.index / width));
            }
        }
    }
    static float reward(const State& state, const Setup&, int player) {
        const auto places = ranks(state.now);
        return reward_of_rank(std::span(places).first(state.now.player_count), player);
    }
    static void legal(
        const State& state, const Setup&, const EnvironmentSizes& sizes, int player,
        std::uint8_t* legal) {
        std::fill_n(legal, sizes.actions, std::uint8_t{1});
        const int speed = state.now.players[player].speed;
        legal[static_cast<std::size_t>(Action::slow_down)] = speed > min_speed;
        legal[static_cast<std::size_t>(Action::speed_up)] = speed < max_speed;
    }
    static void
    observe(const State& state, const Setup&, int player, const ObservationWriter& out) {
        const Window window(state.now, player, out.sizes().view);
        put_ground(out, window, state.now.board);
        for (int other = 0; other < state.now.player_count; ++other) {
            const Player& shown = state.now.players[other];
            if (shown.active()) {
                const int row = window.row_of(shown);
                const int column = window.column_of(shown);
                out.put(other == player ? own_head : other_heads, row, column, shown.speed);
                out.put(heading, row, column, window.heading_of(shown));
            }
        }
        out.fill(jump, rounds_until_jumps(state.now));
    }
    static void look(const State& state, const Setup&, int player, Picture& seen) {
        const spe_ed::State& now = state.now;
        seen.trail = state.trail;
        seen.width = now.board.width();
        seen.height = now.board.height();
        seen.head_count = 0;
        const Window window(now, player, 0);
        for (int other = 0; other < now.player_count; ++other) {
            if (const Player& shown = now.players[other]; shown.active()) {
                seen.heads[seen.head_count++] = {
                    place_of(shown.x, shown.y), other == player ? own_head : other_heads,
                    ObservationWriter::limited(shown.speed),
                    ObservationWriter::limited(window.heading_of(shown))};
            }
        }
        seen.jump = rounds_until_jumps(now);
    }
    static void repaint(const ObservationWriter& out, const Picture& before, const Picture& after) {
        repaint_outside(out, before, after);
        repaint_trail(out, before.trail, after.trail);
        const auto put = [&out](const Picture::Head& head, int speed, int heading_value) {
            out.put(head.plane, head.place.y, head.place.x, speed);
            out.put(heading, head.place.y, head.place.x, heading_value);
        };
        for (int i = 0; i < before.head_count; ++i) {
            put(before.heads[i], 0, 0);
        }
        for (int i = 0; i < after.head_count; ++i) {
            put(after.heads[i], after.heads[i].speed, after.heads[i].heading);
        }
        if (before.jump != after.jump) {
            out.fill(jump, after.jump);
        }
    }
    static std::span<const Feature> features() { return feature_table(); }
    static void put_features(
        const State& state, const Setup&, const EnvironmentSizes&, int player, float* numbers) {
        for (const Features& features : features_of(state.now, player)) {
            numbers = std::copy(features.begin(), features.end(), numbers);
        }
    }
    static std::string answer(
        const State&, const Setup&, const EnvironmentSizes&, int,
        std::span<const std::int32_t> action) {
        return is_action(action[0]) ? std::string(all_names<Action>[action[0]]) : "";
    }
    static std::string text(const State& state, const Setup&) { return canonical_text(state.now); }
    static State read_state(std::string_view text, const Setup& setup) {
        State state{spe_ed::read_state(text, setup.start), {}};
        find_trail(state);
        return state;
    }

  private:
    static unsigned everybody(const State& state) { return (1U << state.now.player_count) - 1; }
};

} // namespace

const Environment& environment() {
    static const EnvironmentOf<Rules> environment;
    return environment;
}

} // namespace referee::spe_ed
