#pragma once

/// What a policy sees of a move, from the state files: for an AI that carries a network without
/// Python. The planes and legal actions are byte for byte those that a batch of the training
/// environment shows (referee/python/README.md), as referee_games.player reads them. This header
/// needs nothing but the standard library, so an AI may carry a copy.
///
///     const Observed seen = observe(".", {.view = 4});
///     write_action(".", seen, {best_of(seen.cells, seen.legal)});

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace referee::observation {

/// Planes of cells, as a network gets them: [planes][height][width].
struct Planes {
    int count = 0, height = 0, width = 0;
    std::vector<std::uint8_t> cells;

    Planes() = default;
    Planes(int planes, int rows, int columns)
        : count(planes), height(rows), width(columns),
          cells(static_cast<std::size_t>(planes) * static_cast<std::size_t>(rows * columns)) {}

    std::uint8_t& at(int plane, int row, int column) {
        return cells.at(static_cast<std::size_t>((plane * height + row) * width + column));
    }
    void fill(int plane, int value) {
        const auto size = static_cast<std::ptrdiff_t>(height) * width;
        std::fill_n(cells.begin() + plane * size, size, limited(value));
    }
    static std::uint8_t limited(int value) {
        return static_cast<std::uint8_t>(std::clamp(value, 0, 255));
    }
};

/// What the planes are of. Both as in the batch that the network has learnt from.
struct View {
    /// Cells to each side of the player's head (battlesnake, spe_ed); 0: the whole board.
    int view = 0;
    /// Of the planes, if its boards had several sizes; 0: those of this board. A larger board is
    /// refused.
    int height = 0, width = 0;
};

/// A move, as its player sees it.
struct Observed {
    std::string game;
    int seat = 0; ///< from 0, as in a batch's arrays
    int turn = 0;
    Planes planes;
    std::vector<std::uint8_t> legal; ///< 1 for actions that are not a fault
    int parts = 1;                   ///< how many numbers an action has
    /// The text of result.dat for an action; "" if it isn't one.
    std::function<std::string(const std::vector<int>&)> answer;
};

namespace detail {

/// The state files of a work folder. Functions throw std::runtime_error with a line that names the
/// file.
class Files {
  public:
    explicit Files(std::filesystem::path folder) : folder_(std::move(folder)) {
        std::istringstream lines(text("match.dat"));
        for (std::string key, value; lines >> key && std::getline(lines >> std::ws, value);) {
            keys_[key] = value;
        }
    }
    std::string text(const std::string& name) const {
        std::ifstream file(folder_ / name, std::ios::binary);
        if (!file.is_open()) {
            throw std::runtime_error(name + " is missing; give a work folder of a move");
        }
        return {std::istreambuf_iterator<char>(file), {}};
    }
    /// Without std::filesystem::exists(), which WebAssembly lacks.
    bool has(const std::string& name) const { return std::ifstream(folder_ / name).good(); }
    /// The words of each line that has any.
    std::vector<std::vector<std::string>> rows(const std::string& name) const {
        std::vector<std::vector<std::string>> found;
        std::istringstream lines(text(name));
        for (std::string line; std::getline(lines, line);) {
            std::istringstream words(line);
            std::vector<std::string> row{std::istream_iterator<std::string>(words), {}};
            if (!row.empty()) {
                found.push_back(std::move(row));
            }
        }
        return found;
    }
    std::vector<int> numbers(const std::string& name) const {
        std::istringstream content(text(name));
        std::vector<int> found{std::istream_iterator<int>(content), {}};
        return content.eof() ? found : throw std::runtime_error(name + ": integers expected");
    }
    std::string word(const std::string& key) const {
        const auto found = keys_.find(key);
        return found == keys_.end() ? "" : found->second;
    }
    int integer(const std::string& key) const {
        const auto found = keys_.find(key);
        if (found == keys_.end()) {
            throw std::runtime_error("match.dat: no key " + key + "; give a work folder of a move");
        }
        return integer_of(found->second, "match.dat");
    }
    int integer(const std::string& key, int default_value) const {
        return keys_.count(key) == 0 ? default_value : integer(key);
    }
    static int integer_of(const std::string& word, const std::string& name) {
        std::istringstream text(word);
        int number = 0;
        if (!(text >> number)) {
            throw std::runtime_error(name + ": an integer expected, not " + word);
        }
        return number;
    }

  private:
    std::filesystem::path folder_;
    std::map<std::string, std::string> keys_;
};

inline constexpr int none = -1; ///< no such plane

/// The planes of a board in the corner of larger ones; plane `outside` is 1 beyond it.
inline Planes placed(const Planes& board, int outside, const View& view) {
    Planes planes(
        board.count, view.height != 0 ? view.height : board.height,
        view.width != 0 ? view.width : board.width);
    if (planes.height < board.height || planes.width < board.width) {
        throw std::runtime_error("the board is larger than the network's planes");
    }
    if (outside != none) {
        planes.fill(outside, 1);
    }
    for (int plane = 0; plane < board.count; ++plane) {
        for (int row = 0; row < board.height; ++row) {
            const auto first = board.cells.begin() + (plane * board.height + row) * board.width;
            std::copy_n(first, board.width, &planes.at(plane, row, 0));
        }
    }
    return planes;
}

/// The square around a cell. `quarters`: how often it is turned to the left. Beyond the board,
/// plane `outside` is 1, or, if `wrapped`, the board goes on from its other side.
inline Planes around(
    const Planes& board, int outside, int row, int column, int view, int quarters, bool wrapped) {
    Planes planes(board.count, 2 * view + 1, 2 * view + 1);
    const auto cell_of = [](int at, int size, bool wraps) {
        return wraps ? (at % size + size) % size : at;
    };
    for (int y = -view; y <= view; ++y) {
        for (int x = -view; x <= view; ++x) {
            int down = y;
            int across = x;
            for (int turn = 0; turn < quarters; ++turn) {
                down = std::exchange(across, -down);
            }
            const int from_row = cell_of(row + down, board.height, wrapped);
            const int from_column = cell_of(column + across, board.width, wrapped);
            const bool is_inside = from_row >= 0 && from_row < board.height && from_column >= 0 &&
                                   from_column < board.width;
            for (int plane = 0; plane < board.count; ++plane) {
                const std::size_t from = static_cast<std::size_t>(
                    (plane * board.height + from_row) * board.width + from_column);
                planes.at(plane, view + y, view + x) =
                    is_inside ? board.cells[from] : std::uint8_t{plane == outside};
            }
        }
    }
    return planes;
}

/// The word of an action of one part.
template <std::size_t count>
std::function<std::string(const std::vector<int>&)>
word_of(const std::array<std::string_view, count>& words) {
    return [&words](const std::vector<int>& action) {
        const bool is_action =
            action.size() == 1 && action[0] >= 0 && action[0] < static_cast<int>(count);
        return is_action ? std::string(words[static_cast<std::size_t>(action[0])]) : "";
    };
}

template <std::size_t count>
int place_in(const std::array<std::string_view, count>& words, std::string_view word) {
    const auto found = std::find(words.begin(), words.end(), word);
    if (found == words.end()) {
        throw std::runtime_error("state files: unknown word " + std::string(word));
    }
    return static_cast<int>(found - words.begin());
}

inline void read_battlesnake(const Files& files, const View& view, Observed& seen) {
    static constexpr std::array<std::string_view, 4> words{"up", "down", "left", "right"};
    enum { food, own_body, other_bodies, own_head, strong_heads, weak_heads, outside, hazards };
    const auto rows = files.rows("gamefield.dat"); // the top row first
    const int height = static_cast<int>(rows.size());
    const int width = static_cast<int>(rows.at(0).at(0).size());
    Planes board(8, height, width);
    for (int y = 0; y < height; ++y) {
        const std::string& row = rows[static_cast<std::size_t>(height - 1 - y)].at(0);
        for (int x = 0; x < width; ++x) {
            board.at(food, y, x) = row.at(static_cast<std::size_t>(x)) == 'F';
        }
    }
    if (files.has("hazards.dat")) { // standard games don't have it
        const std::vector<int> cells = files.numbers("hazards.dat");
        const int damage = files.integer("hazard_damage");
        for (std::size_t at = 1; at + 2 < cells.size(); at += 3) {
            const int harm = cells[at + 2] * damage;
            board.at(hazards, cells[at + 1], cells[at]) =
                Planes::limited(harm >= 0 ? std::min(harm, 100) : 100 + std::min(-harm, 100));
        }
    }
    std::vector<int> snakes = files.numbers("player.dat");
    const std::vector<int> others = files.numbers("opponent.dat");
    snakes.insert(snakes.end(), others.begin() + 1, others.end()); // without their number
    const int own_length = snakes.at(2);
    const int head_x = snakes.at(3);
    const int head_y = snakes.at(4);
    // Blocks of seat, health, length, and the cells, head first.
    for (std::size_t block = 0; block < snakes.size();) {
        const bool is_own = block == 0;
        const int length = snakes.at(block + 2);
        const std::size_t cells = block + 3;
        // The last segments may share a cell, which then is as far from free as the first of them.
        for (int left = 1; left <= length; ++left) {
            const std::size_t at = cells + 2 * static_cast<std::size_t>(length - left);
            board.at(is_own ? own_body : other_bodies, snakes.at(at + 1), snakes.at(at)) =
                Planes::limited(left);
        }
        const int x = snakes.at(cells);
        const int y = snakes.at(cells + 1);
        board.at(food, y, x) = 0; // the head of seat 6 has the sign of food
        board.at(
            is_own                ? own_head
            : length < own_length ? weak_heads
                                  : strong_heads,
            y, x) = Planes::limited(snakes[block + 1]);
        block = cells + 2 * static_cast<std::size_t>(length);
    }
    const bool wrapped = files.integer("wrapped", 0) == 1;
    seen.planes = view.view == 0 ? placed(board, outside, view)
                                 : around(board, outside, head_y, head_x, view.view, 0, wrapped);
    seen.legal.assign(words.size(), 1); // a fatal move is legal, too
    seen.answer = word_of(words);
}

inline void read_spe_ed(const Files& files, const View& view, Observed& seen) {
    static constexpr std::array<std::string_view, 5> words{
        "turn_left", "turn_right", "slow_down", "speed_up", "change_nothing"};
    static constexpr std::array<std::string_view, 4> directions{"up", "right", "down", "left"};
    enum { trail, outside, own_head, other_heads, heading, jump };
    const std::vector<int> field = files.numbers("gamefield.dat");
    const int width = field.at(0);
    const int height = field.at(1);
    Planes board(6, height, width);
    for (std::size_t at = 0; at < static_cast<std::size_t>(width * height); ++at) {
        board.cells.at(at) = field.at(2 + at) != 0; // trail is the first plane
    }
    auto players = files.rows("player.dat");
    const auto others = files.rows("opponent.dat");
    players.insert(players.end(), others.begin(), others.end());
    const auto number = [&players](std::size_t player, std::size_t word) {
        return Files::integer_of(players.at(player).at(word), "player.dat or opponent.dat");
    };
    const int up = view.view != 0 ? place_in(directions, players.at(0).at(3)) : 0;
    for (std::size_t player = 0; player < players.size(); ++player) {
        if (players[player].at(5) == "1") { // in the game
            const int x = number(player, 1);
            const int y = number(player, 2);
            const int turned = place_in(directions, players[player][3]) - up;
            board.at(player == 0 ? own_head : other_heads, y, x) =
                Planes::limited(number(player, 4));
            board.at(heading, y, x) = Planes::limited(1 + (turned + 4) % 4);
        }
    }
    seen.planes = view.view == 0
                      ? placed(board, outside, view)
                      : around(board, outside, number(0, 2), number(0, 1), view.view, up, false);
    seen.planes.fill(jump, (6 - files.integer("round") % 6) % 6); // rounds until all may jump
    seen.legal.assign(words.size(), 1);
    seen.legal[2] = number(0, 4) > 1;
    seen.legal[3] = number(0, 4) < 10;
    seen.answer = word_of(words);
}

inline void read_gems(const Files& files, const View& view, Observed& seen) {
    static constexpr std::string_view colours = "RYGBL";
    static constexpr int side = 10, bombs = 5, values_from = 6, right_swaps = side * (side - 1);
    const auto rows = files.rows("gamefield.dat"); // the top row first
    Planes board(values_from + 13, side, side);
    // A hole counts as a bomb of 0, as where '.' is read.
    std::array<std::array<int, side>, side> kinds{};
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) {
            const std::string& sign =
                rows.at(static_cast<std::size_t>(side - 1 - y)).at(static_cast<std::size_t>(x));
            const std::size_t colour = colours.find(sign.at(0));
            const bool is_bomb = colour == std::string_view::npos;
            const int kind = is_bomb ? bombs : static_cast<int>(colour);
            kinds[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)] = kind;
            board.at(kind, y, x) =
                is_bomb ? Planes::limited(Files::integer_of(sign, "gamefield.dat")) : 1;
        }
    }
    std::vector<int> values = files.numbers("player.dat");
    const std::vector<int> others = files.numbers("opponent.dat");
    values.insert(values.end(), others.begin(), others.end());
    values.push_back(files.integer("moves_left"));
    for (int value = 0; value < 13; ++value) {
        board.fill(values_from + value, values.at(static_cast<std::size_t>(value)));
    }
    seen.planes = placed(board, none, view);

    const auto kind_at = [&kinds](int x, int y) {
        const bool is_inside = x >= 0 && y >= 0 && x < side && y < side;
        return is_inside ? kinds[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)] : none;
    };
    const auto reach = [&kind_at](int kind, int x, int y, int dx, int dy) {
        int count = 0;
        while (kind_at(x + (count + 1) * dx, y + (count + 1) * dy) == kind) {
            ++count;
        }
        return count;
    };
    // Whether a stone of this kind makes a line at x, y; it comes from the cell at -dx, -dy.
    const auto makes_line = [&reach](int kind, int x, int y, int dx, int dy) {
        return reach(kind, x, y, dx, dy) >= 2 ||
               reach(kind, x, y, dy, dx) + reach(kind, x, y, -dy, -dx) >= 2;
    };
    seen.legal.assign(2 * right_swaps, 0);
    for (int action = 0; action < 2 * right_swaps; ++action) {
        const int dx = action < right_swaps ? 1 : 0;
        const int dy = 1 - dx;
        const int x = dx == 1 ? action % (side - 1) : (action - right_swaps) % side;
        const int y = dx == 1 ? action / (side - 1) : (action - right_swaps) / side;
        const int first = kind_at(x, y);
        const int second = kind_at(x + dx, y + dy);
        seen.legal[static_cast<std::size_t>(action)] =
            first != second &&
            (makes_line(first, x + dx, y + dy, dx, dy) || makes_line(second, x, y, -dx, -dy));
    }
    seen.answer = [](const std::vector<int>& action) -> std::string {
        if (action.size() != 1 || action[0] < 0 || action[0] >= 2 * right_swaps) {
            return "";
        }
        const bool is_right = action[0] < right_swaps;
        const int x = is_right ? action[0] % (side - 1) : (action[0] - right_swaps) % side;
        const int y = is_right ? action[0] / (side - 1) : (action[0] - right_swaps) / side;
        std::ostringstream text;
        text << x << ' ' << y << ' ' << x + is_right << ' ' << y + !is_right;
        return text.str();
    };
}

inline void read_cops(const Files& files, const View& view, Observed& seen) {
    enum { wall, gate, wall_before, gate_before, thief, cop, ring, outside, time };
    const int last = files.integer("size") + 1;
    Planes board(9, last + 1, last + 1);
    for (int at = 0; at <= last; ++at) {
        for (const auto& [row, column] : {std::pair{0, at}, {last, at}, {at, 0}, {at, last}}) {
            board.at(ring, row, column) = 1;
        }
    }
    std::vector<std::vector<std::vector<std::string>>> boards; // the last one is that of now
    for (auto& row : files.rows("history.dat")) {
        if (row[0] == "state") {
            boards.emplace_back();
        } else {
            boards.at(boards.size() - 1).push_back(std::move(row));
        }
    }
    const auto put_ground = [&](std::size_t shown, int wall_plane, int gate_plane) {
        for (const auto& row : boards.at(shown)) {
            const int first = Files::integer_of(row.at(1), "history.dat");
            for (int at = 0; row[0] == "wall" && at < files.integer("wall_length"); ++at) {
                const bool is_upright = row.at(3) == "vertical";
                const int y = Files::integer_of(row.at(2), "history.dat");
                board.at(wall_plane, y + at * is_upright, first + at * !is_upright) = 1;
            }
            const int width = std::min(files.integer("gate_width"), 4 * last);
            for (int at = 0; row[0] == "gate" && at < width; ++at) {
                const int index = (first + at) % (4 * last); // clockwise from the left upper corner
                const int along = index % last;
                const std::array<std::pair<int, int>, 4> sides{
                    {{0, along}, {along, last}, {last, last - along}, {last - along, 0}}};
                const auto [y, x] = sides[static_cast<std::size_t>(index / last)];
                board.at(gate_plane, y, x) = 1;
            }
        }
    };
    put_ground(boards.size() - 1, wall, gate);
    if (boards.size() > 1) {
        put_ground(boards.size() - 2, wall_before, gate_before);
    }
    int cops = 0;
    for (const auto& row : boards.back()) {
        if (row[0] == "thief" || row[0] == "cop") {
            const int number = row[0] == "cop" ? ++cops : 1;
            const int x = Files::integer_of(row.at(1), "history.dat");
            const int y = Files::integer_of(row.at(2), "history.dat");
            board.at(row[0] == "cop" ? cop : thief, y, x) = Planes::limited(number);
        }
    }
    seen.planes = placed(board, outside, view);
    seen.planes.fill(time, 255 * files.integer("tick") / files.integer("ticks"));
    const int length = files.integer("plan_length");
    const std::size_t own = files.rows("player.dat").size() * static_cast<std::size_t>(length);
    seen.legal.assign(5, 1);
    // As in a batch, the thief's plan has room for as many units as there are cops.
    seen.parts = std::max(1, cops) * length;
    seen.answer = [own](const std::vector<int>& action) -> std::string {
        std::string text;
        for (std::size_t part = 0; part < own; ++part) {
            if (part >= action.size() || action[part] < 0 || action[part] > 4) {
                return "";
            }
            text += (part == 0 ? "" : " ") +
                    std::string(1, "NESW-"[static_cast<std::size_t>(action[part])]);
        }
        return text;
    };
}

inline void read_dicewars(const Files& files, const View& view, Observed& seen) {
    enum { adjacent, owner, dice, other_owner, other_dice, reserve, transfers_left };
    const auto rows = files.rows("gamefield.dat"); // number, owner, dice, count and neighbours
    const int count = static_cast<int>(rows.size());
    const int players = files.integer("players");
    const int seat = files.integer("seat");
    std::map<int, int> reserves; // by seat
    for (const char* const name : {"player.dat", "opponent.dat"}) {
        for (const auto& row : files.rows(name)) {
            reserves[Files::integer_of(row.at(0), name)] = Files::integer_of(row.at(1), name);
        }
    }
    std::vector<int> owners;
    std::vector<int> dice_on;
    for (const auto& row : rows) {
        owners.push_back(Files::integer_of(row.at(1), "gamefield.dat"));
        dice_on.push_back(Files::integer_of(row.at(2), "gamefield.dat"));
    }
    Planes board(7, count, count);
    for (int a = 0; a < count; ++a) {
        const auto area = static_cast<std::size_t>(a);
        const int order = 1 + (owners[area] - seat + players) % players;
        for (std::size_t word = 4; word < rows[area].size(); ++word) {
            board.at(adjacent, a, Files::integer_of(rows[area][word], "gamefield.dat") - 1) = 1;
        }
        for (int b = 0; b < count; ++b) {
            board.at(owner, a, b) = board.at(other_owner, b, a) = Planes::limited(order);
            board.at(dice, a, b) = board.at(other_dice, b, a) = Planes::limited(dice_on[area]);
            board.at(reserve, a, b) = Planes::limited(reserves[owners[area]]);
        }
    }
    seen.planes = placed(board, none, view);
    seen.planes.fill(
        transfers_left, files.integer("max_transfers") - files.integer("transfers_this_turn"));
    // A battle needs two dice, a transfer none.
    const int width = seen.planes.width;
    seen.legal.assign(static_cast<std::size_t>(1 + width * width), 0);
    seen.legal[0] = 1;
    for (int a = 0; a < count; ++a) {
        for (int b = 0; b < count; ++b) {
            const bool is_own = owners[static_cast<std::size_t>(b)] == seat;
            seen.legal[static_cast<std::size_t>(1 + a * width + b)] =
                owners[static_cast<std::size_t>(a)] == seat &&
                (is_own || dice_on[static_cast<std::size_t>(a)] > 1) &&
                board.at(adjacent, a, b) == 1;
        }
    }
    seen.answer = [owners, seat, width, count](const std::vector<int>& action) -> std::string {
        if (action.size() != 1 || action[0] < 0 || action[0] > width * width) {
            return "";
        }
        if (action[0] == 0) {
            return "end";
        }
        const int start = (action[0] - 1) / width;
        const int target = (action[0] - 1) % width;
        const bool is_own =
            start < count && target < count && owners[static_cast<std::size_t>(target)] == seat;
        std::ostringstream text;
        text << (is_own ? "transfer " : "battle ") << start + 1 << ' ' << target + 1;
        return text.str();
    };
}

/// By the name of the game.
inline const std::map<std::string, void (*)(const Files&, const View&, Observed&)>& readers() {
    static const std::map<std::string, void (*)(const Files&, const View&, Observed&)> all{
        {"battlesnake", read_battlesnake},
        {"cops", read_cops},
        {"dicewars", read_dicewars},
        {"gems", read_gems},
        {"spe_ed", read_spe_ed}};
    return all;
}

} // namespace detail

/// Reads the state files of a work folder. Throws std::runtime_error with one line if it isn't that
/// of a move, if the game can't be learnt, or if its board is larger than the planes.
inline Observed observe(const std::filesystem::path& folder, const View& view = {}) {
    const detail::Files files(folder);
    Observed seen;
    seen.game = files.word("game");
    seen.seat = files.integer("seat") - 1;
    seen.turn = files.integer("turn");
    const auto reader = detail::readers().find(seen.game);
    if (reader == detail::readers().end()) {
        throw std::runtime_error("'" + seen.game + "' can't be played by a policy");
    }
    if (view.view != 0 && seen.game != "battlesnake" && seen.game != "spe_ed") {
        throw std::runtime_error("view: give 0; this game has no head to look from");
    }
    try {
        reader->second(files, view, seen);
    } catch (const std::out_of_range&) {
        throw std::runtime_error("the state files of " + seen.game + " can't be read");
    }
    return seen;
}

/// Writes the chosen action to result.dat: one number, or `parts` of them. Throws
/// std::runtime_error if it isn't an action; one that is illegal is for the referee to judge.
inline void write_action(
    const std::filesystem::path& folder, const Observed& seen, const std::vector<int>& action) {
    const std::string text = seen.answer(action);
    if (text.empty()) {
        throw std::runtime_error("the chosen action is none of " + seen.game);
    }
    std::ofstream result(folder / "result.dat");
    result << text << '\n';
    if (!result.flush()) {
        throw std::runtime_error("result.dat: can't be written");
    }
}

} // namespace referee::observation
