#include "games/dicewars/frames.hpp"

#include "base/json.hpp"
#include "base/names.hpp"
#include "game/answer.hpp"
#include "games/dicewars/layout.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

namespace referee::dicewars {

namespace {

constexpr std::string_view player_characters = "abcdefgh";
/// Background by player, black letters.
constexpr std::array<int, max_players> player_colours{210, 117, 120, 222, 183, 216, 152, 250};
constexpr std::string_view colours_off = "\x1b[0m";

std::string colour_of(int player) {
    return fmt::format("\x1b[30;48;5;{}m", player_colours[static_cast<std::size_t>(player)]);
}

/// A cell's neighbour on its left.
constexpr Hex left_of(const Hex& hex) {
    return {hex.area, hex.x - 2, hex.y};
}

/// Cells that can be asked for: a page or a check draws thousands of pictures.
class HexSet {
  public:
    explicit HexSet(std::vector<Hex> hexes) : hexes_(std::move(hexes)) {
        std::sort(hexes_.begin(), hexes_.end());
    }
    bool has(const Hex& hex) const { return std::binary_search(hexes_.begin(), hexes_.end(), hex); }

  private:
    std::vector<Hex> hexes_;
};

/// By area: the cell nearest to the middle of its cells, the first among equals; if possible one
/// whose neighbour on the left belongs to the area, too.
std::vector<Hex> centres_of(const std::vector<Hex>& hexes, const HexSet& all, int areas) {
    struct Sum {
        int x = 0;
        int y = 0;
        int count = 0;
    };
    std::vector<Sum> sums(static_cast<std::size_t>(areas));
    for (const Hex& hex : hexes) {
        Sum& sum = sums[static_cast<std::size_t>(hex.area)];
        sum = {sum.x + hex.x, sum.y + hex.y, sum.count + 1};
    }
    std::vector<Hex> centres(static_cast<std::size_t>(areas));
    using Distance = std::pair<bool, long>; // alone in its row is worse than any distance
    std::vector<std::optional<Distance>> nearest(static_cast<std::size_t>(areas));
    for (const Hex& hex : hexes) {
        const auto area = static_cast<std::size_t>(hex.area);
        const Sum& sum = sums[area];
        const long dx = static_cast<long>(hex.x) * sum.count - sum.x;
        const long dy = static_cast<long>(hex.y) * sum.count - sum.y;
        const bool is_alone = !all.has(left_of(hex));
        const Distance distance{is_alone, dx * dx + 3 * dy * dy}; // a row is as high as 1.7 columns
        if (!nearest[area] || distance < *nearest[area]) {
            nearest[area] = distance;
            centres[area] = hex;
        }
    }
    return centres;
}

/// By area: the cell whose two places show its dice, the middle if that can be. Labels, which have
/// four places, don't touch one another: "12:3" beside "11:2" couldn't be read.
std::vector<Hex> label_cells_of(const std::vector<Hex>& hexes, const HexSet& all, int areas) {
    const std::vector<Hex> centres = centres_of(hexes, all, areas);
    std::vector<Hex> chosen;
    for (const Hex& centre : centres) {
        const auto touches = [&chosen](const Hex& hex) {
            return std::any_of(chosen.begin(), chosen.end(), [&hex](const Hex& other) {
                return other.y == hex.y && std::abs(other.x - hex.x) <= 4;
            });
        };
        const auto distance = [&centre](const Hex& hex) {
            return std::abs(hex.x - centre.x) + 2 * std::abs(hex.y - centre.y);
        };
        Hex best = centre;
        int least = touches(centre) ? std::numeric_limits<int>::max() : 0;
        for (const Hex& hex : hexes) {
            const bool has_room = hex.area == centre.area && all.has(left_of(hex));
            if (has_room && !touches(hex) && distance(hex) < least) {
                least = distance(hex);
                best = hex;
            }
        }
        chosen.push_back(best);
    }
    return chosen;
}

/// A cell has two places and shows its owner; the one in the middle of an area shows its dice
/// instead, and the one on its left the area's number: "12:3", or "12*3" if the last command
/// touched the area.
std::string map_of(
    const State& state, const FieldSetup& field, const std::optional<Event>& last, bool colours) {
    const std::vector<Hex>& hexes = field.hexes;
    const auto columns = std::ranges::minmax(hexes, {}, &Hex::x);
    const auto rows = std::ranges::minmax(hexes, {}, &Hex::y);
    const int left = columns.min.x;
    const int top = rows.min.y;
    const auto width = static_cast<std::size_t>(columns.max.x - left + 2);
    const auto height = static_cast<std::size_t>(rows.max.y - top + 1);
    std::vector<std::string> characters(height, std::string(width, ' '));
    std::vector<std::vector<int>> owners(height, std::vector<int>(width, nobody));
    const auto place_of_hex = [&](const Hex& hex) {
        return std::pair(
            static_cast<std::size_t>(hex.y - top), static_cast<std::size_t>(hex.x - left));
    };
    for (const Hex& hex : hexes) {
        const auto [row, column] = place_of_hex(hex);
        const int owner = state.owner[hex.area];
        owners[row][column] = owners[row][column + 1] = owner;
        characters[row][column] = player_characters[static_cast<std::size_t>(owner)];
    }
    const HexSet all(hexes);
    for (const Hex& hex : label_cells_of(hexes, all, field.game.board.areas())) {
        const auto [row, column] = place_of_hex(hex);
        const bool is_marked = last && last->command.kind != Command::Kind::end &&
                               (last->command.from == hex.area || last->command.to == hex.area);
        const bool has_number = all.has(left_of(hex));
        characters[row][column] = is_marked ? '*' : has_number ? ':' : ' ';
        characters[row][column + 1] = static_cast<char>('0' + state.dice[hex.area]);
        if (has_number) {
            characters[row].replace(column - 2, 2, fmt::format("{:>2}", hex.area + 1));
        }
    }
    std::string text;
    for (std::size_t row = 0; row < height; ++row) {
        int shown = nobody;
        text += ' ';
        for (std::size_t column = 0; column < width; ++column) {
            if (colours && owners[row][column] != shown) {
                shown = owners[row][column];
                text += shown == nobody ? std::string(colours_off) : colour_of(shown);
            }
            text += characters[row][column];
        }
        text += colours && shown != nobody ? colours_off : "";
        text += '\n';
    }
    return text;
}

std::string list_of(const State& state, const Board& board, bool colours) {
    std::string text;
    for (int area = 0; area < board.areas(); ++area) {
        const int owner = state.owner[area];
        text += fmt::format(
            " {:>2} {}{} {}{} -", area + 1, colours ? colour_of(owner) : "",
            player_characters[static_cast<std::size_t>(owner)], state.dice[area],
            colours ? colours_off : "");
        for (const std::uint8_t other : board.neighbours(area)) {
            text += fmt::format(" {}", other + 1);
        }
        text += '\n';
    }
    return text;
}

std::string players_of(const State& state, bool colours) {
    std::string text =
        fmt::format(" {:<13}{:>7}{:>6}{:>9}{:>9}\n", "", "areas", "dice", "largest", "reserve");
    for (int player = 0; player < state.players; ++player) {
        const char character = player_characters[static_cast<std::size_t>(player)];
        const std::string_view note = state.owned[player] == 0 ? " out"
                                      : state.is_off(player)   ? " off"
                                                               : "    ";
        text += fmt::format(
            "{}{}{}{} seat {}{}  {:>7}{:>6}{:>9}{:>9}\n", player == state.mover ? '>' : ' ',
            colours ? colour_of(player) : "", character, colours ? colours_off : "", player + 1,
            note, state.areas_of(player), dice_of(state, player), state.largest[player],
            state.reserve[player]);
    }
    return text;
}

std::string digits_of(const Thrown& dice) {
    std::string digits;
    for (const std::uint8_t die : dice) {
        if (die != 0) {
            digits += static_cast<char>('0' + die);
        }
    }
    return digits;
}

Json json_of(const Event& event) {
    constexpr std::array<std::string_view, 3> kinds{"end", "battle", "transfer"};
    const Command& command = event.command;
    Json json{
        {"seat", event.player + 1}, {"command", kinds[static_cast<std::size_t>(command.kind)]}};
    if (command.kind == Command::Kind::end) {
        json["put_down"] = Json::array();
        for (const std::uint8_t area : event.put_down) {
            json["put_down"].push_back(area + 1);
        }
        return json;
    }
    json["from"] = command.from + 1;
    json["to"] = command.to + 1;
    if (command.kind == Command::Kind::transfer) {
        json["dice"] = event.outcome.dice;
    } else {
        json["attack"] = event.outcome.attack_sum;
        json["defence"] = event.outcome.defence_sum;
        json["attack_dice"] = digits_of(event.outcome.attack_dice);
        json["defence_dice"] = digits_of(event.outcome.defence_dice);
        json["won"] = event.outcome.won;
    }
    return json;
}

Json json_of_map(const FieldSetup& field) {
    const Board& board = field.game.board;
    Json hexes = Json::array();
    for (const Hex& hex : field.hexes) {
        hexes.push_back({hex.area + 1, hex.x, hex.y});
    }
    Json centres = Json::array();
    const auto add_centre = [&centres](const auto& at) { centres.push_back({at.x, at.y}); };
    if (field.hexes.empty()) {
        std::ranges::for_each(lay_out(board), add_centre);
    } else {
        std::ranges::for_each(
            centres_of(field.hexes, HexSet(field.hexes), board.areas()), add_centre);
    }
    Json edges = Json::array();
    for (int area = 0; area < board.areas(); ++area) {
        for (const std::uint8_t other : board.neighbours(area)) {
            if (area < other) {
                edges.push_back({area + 1, other + 1});
            }
        }
    }
    Json map;
    if (!field.hexes.empty()) {
        map["hexes"] = hexes;
    }
    map["centres"] = centres;
    map["edges"] = edges;
    return map;
}

Json json_of(const State& state, const FieldSetup& field, const std::optional<Event>& last) {
    std::string owners;
    std::string dice;
    for (int area = 0; area < field.game.board.areas(); ++area) {
        owners += static_cast<char>('1' + state.owner[area]);
        dice += static_cast<char>('0' + state.dice[area]);
    }
    Json players = Json::array();
    Json measures = Json::array();
    for (int player = 0; player < state.players; ++player) {
        measures.push_back(
            {state.areas_of(player), dice_of(state, player), state.largest[player],
             state.reserve[player]});
        players.push_back(
            {{"areas", state.areas_of(player)},
             {"dice", dice_of(state, player)},
             {"largest", state.largest[player]},
             {"reserve", state.reserve[player]},
             {"off", state.is_off(player)}});
    }
    Json frame{{"game", "dicewars"},         {"turn", state.commands},
               {"mover", state.mover + 1},   {"end", name_of(state.end)},
               {"winner", state.winner + 1}, {"battles", state.battles},
               {"owners", owners},           {"dice", dice},
               {"players", players},         {"measures", measures}};
    if (last) {
        frame["last"] = json_of(*last);
    }
    if (state.commands == 0) {
        frame["map"] = json_of_map(field);
    }
    return frame;
}

constexpr int max_count = 1'000'000'000;
/// All numbers of a generator are kept in memory; no game needs more than this.
constexpr std::int64_t max_taken = 10'000'000;

/// The players' lines, besides their areas.
struct PlayerLine {
    int reserve = 0;
    int turns = 0;
    int fallen = nobody;
    bool is_off = false;
};

int read_count(StateReader& reader, std::string_view name) {
    reader.line(name);
    return reader.small_integer(0, max_count);
}

PlayerLine read_player(
    StateReader& reader, int player, int areas, std::vector<Assignment>& owners, AreaSet& given) {
    PlayerLine line;
    reader.line("player");
    reader.small_integer(player + 1, player + 1);
    reader.expect("reserve");
    line.reserve = reader.small_integer(0, max_count);
    reader.expect("turns");
    line.turns = reader.small_integer(0, max_count);
    reader.expect("fallen");
    line.fallen = reader.small_integer(nobody, max_count);
    reader.expect("off");
    line.is_off = reader.small_integer(0, 1) == 1;
    reader.expect("list");
    const bool has_areas = reader.has_word();
    while (reader.has_word()) {
        const int area = reader.small_integer(1, areas) - 1;
        if (has(given, area)) {
            reader.error("an area has two owners");
        }
        given |= set_of(area);
        owners.push_back({area, player});
    }
    if (has_areas != (line.fallen == nobody)) {
        reader.error("a player with areas can't be eliminated");
    }
    return line;
}

} // namespace

std::string render(
    const State& state, const FieldSetup& field, const std::optional<Event>& last, bool colours) {
    std::string text = field.hexes.empty() ? list_of(state, field.game.board, colours)
                                           : map_of(state, field, last, colours);
    text += players_of(state, colours);
    text += fmt::format(" command {}, battle {}", state.commands, state.battles);
    if (last) {
        text += fmt::format(
            "; seat {}: {} ({})", last->player + 1, text_of(last->command), comment_on(*last));
    }
    return text + '\n';
}

std::string frame(const State& state, const FieldSetup& field, const std::optional<Event>& last) {
    return json_of(state, field, last).dump();
}

std::string
public_frame(const State& state, const FieldSetup& field, const std::optional<Event>& last) {
    Json frame = json_of(state, field, last);
    if (last) {
        frame["last"].erase("attack_dice");
        frame["last"].erase("defence_dice");
    }
    return frame.dump();
}

std::string canonical_text(const State& state, const Board& board) {
    std::string text = fmt::format(
        "commands {}\nmover {}\nend {}\nwinner {}\nbattles {}\nbattles_this_turn {}\n"
        "transfers_this_turn {}\nturn_ends {}\nidle_ends {}\n",
        state.commands, state.mover + 1, name_of(state.end), state.winner + 1, state.battles,
        state.battles_this_turn, state.transfers_this_turn, state.turn_ends, state.idle_ends);
    auto out = std::back_inserter(text);
    fmt::format_to(out, "numbers_taken");
    for (int player = 0; player < state.players; ++player) {
        fmt::format_to(out, " {}", state.taken[player]);
    }
    text += '\n';
    for (int player = 0; player < state.players; ++player) {
        fmt::format_to(
            out, "player {} reserve {} turns {} fallen {} off {} list", player + 1,
            state.reserve[player], state.turns[player], state.fallen[player],
            state.is_off(player) ? 1 : 0);
        for (int i = 0; i < state.areas_of(player); ++i) {
            fmt::format_to(out, " {}", state.lists[player][i] + 1);
        }
        text += '\n';
    }
    fmt::format_to(out, "dice");
    for (int area = 0; area < board.areas(); ++area) {
        fmt::format_to(out, " {}", state.dice[area]);
    }
    return text + '\n';
}

State read_state(std::string_view text, const Setup& setup) {
    StateReader reader(text);
    const int commands = read_count(reader, "commands");
    reader.line("mover");
    const int mover = reader.small_integer(1, setup.players) - 1;
    reader.line("end");
    const auto end = static_cast<End>(reader.choice(all_names<End>));
    reader.line("winner");
    const int winner = reader.small_integer(0, setup.players) - 1;
    const int battles = read_count(reader, "battles");
    const int battles_this_turn = read_count(reader, "battles_this_turn");
    const int transfers_this_turn = read_count(reader, "transfers_this_turn");
    const int turn_ends = read_count(reader, "turn_ends");
    const int idle_ends = read_count(reader, "idle_ends");
    std::array<std::uint64_t, max_players> taken{};
    reader.line("numbers_taken");
    for (int player = 0; player < setup.players; ++player) {
        taken[player] = static_cast<std::uint64_t>(reader.integer(0, max_taken));
    }
    Setup with_these_owners = setup;
    with_these_owners.owners.clear();
    AreaSet given = 0;
    std::array<PlayerLine, max_players> lines;
    for (int player = 0; player < setup.players; ++player) {
        lines[player] =
            read_player(reader, player, setup.board.areas(), with_these_owners.owners, given);
    }
    if (given != setup.board.all()) {
        reader.error("an area has no owner");
    }
    reader.line("dice");
    for (std::uint8_t& dice : with_these_owners.dice) {
        dice = static_cast<std::uint8_t>(reader.integer(1, setup.parameters.max_dice));
    }
    reader.finish();

    State state = start(with_these_owners);
    state.commands = commands;
    state.mover = mover;
    state.end = end;
    state.winner = winner;
    state.battles = battles;
    state.battles_this_turn = battles_this_turn;
    state.transfers_this_turn = transfers_this_turn;
    state.turn_ends = turn_ends;
    state.idle_ends = idle_ends;
    state.taken = taken;
    for (int player = 0; player < setup.players; ++player) {
        state.reserve[player] = lines[player].reserve;
        state.turns[player] = lines[player].turns;
        state.fallen[player] = lines[player].fallen;
        state.alive -= state.owned[player] == 0 ? 1 : 0;
        state.switched_off = static_cast<std::uint8_t>(
            state.switched_off | (lines[player].is_off ? 1U << player : 0U));
    }
    if (end == End::none && (state.owned[mover] == 0 || state.is_off(mover))) {
        reader.error("the player to move is out");
    }
    return state;
}

} // namespace referee::dicewars
