#include "games/dicewars/field.hpp"

#include "games/dicewars/parameters.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <set>
#include <utility>

namespace referee::dicewars {
namespace {

constexpr int max_hex = 200; // a picture far beyond any screen
constexpr std::string_view area_form = "its dice, then its neighbours in order";
constexpr std::string_view owner_form = "AREA SEAT";
constexpr std::string_view hex_form = "AREA X Y";
constexpr std::string_view twister_form = "mt19937 SEED, or mt19937 SEED skip N";

/// The neighbours, by area from 0; each area's line is needed for messages.
std::vector<std::vector<int>> read_areas(FieldText& text, const Section& section, Setup& setup) {
    const int count = static_cast<int>(section.rows.size());
    if (count < setup.players || count > max_areas) {
        text.error(
            section.line, fmt::format("{} areas", count),
            fmt::format("give from {} (one for each seat) to {} lines", setup.players, max_areas));
    }
    std::vector<std::vector<int>> neighbours;
    for (const Row& row : section.rows) {
        setup.dice.push_back(static_cast<std::uint8_t>(
            text.integer(row, 0, "the number of dice", 1, setup.parameters.max_dice)));
        std::vector<int>& list = neighbours.emplace_back();
        for (std::size_t i = 1; i < row.words.size(); ++i) {
            const int neighbour = static_cast<int>(text.integer(row, i, "a neighbour", 1, count));
            const int own = static_cast<int>(neighbours.size());
            if (neighbour == own) {
                text.error(
                    row.line, fmt::format("area {} is its own neighbour", own),
                    fmt::format("a row is: {}", area_form));
            }
            if (std::find(list.begin(), list.end(), neighbour - 1) != list.end()) {
                text.error(
                    row.line, fmt::format("duplicate neighbour {}", neighbour),
                    "remove one of the two");
            }
            list.push_back(neighbour - 1);
        }
    }
    return neighbours;
}

void check_board(
    const FieldText& text, const Section& section,
    const std::vector<std::vector<int>>& neighbours) {
    for (std::size_t area = 0; area < neighbours.size(); ++area) {
        for (const int other : neighbours[area]) {
            const std::vector<int>& back = neighbours[static_cast<std::size_t>(other)];
            if (std::find(back.begin(), back.end(), static_cast<int>(area)) == back.end()) {
                text.error(
                    section.rows[area].line,
                    fmt::format(
                        "area {} borders on {}, but {} not on {}", area + 1, other + 1, other + 1,
                        area + 1),
                    fmt::format(
                        "add {} to line {}, or remove {} here", area + 1,
                        section.rows[static_cast<std::size_t>(other)].line, other + 1));
            }
        }
    }
    if (!is_connected(neighbours)) {
        text.error(
            section.line, "the board is not connected: not every area can be reached from area 1",
            "add neighbours");
    }
}

void read_owners(FieldText& text, Setup& setup) {
    const Section& section = text.section("owners");
    const int count = static_cast<int>(setup.dice.size());
    std::vector<int> lines(setup.dice.size());
    std::array<bool, max_players> has_area{};
    for (const Row& row : section.rows) {
        text.require_words(row, 2, owner_form);
        const int area = static_cast<int>(text.integer(row, 0, "the area", 1, count)) - 1;
        const int seat = static_cast<int>(text.integer(row, 1, "the seat", 1, setup.players));
        int& line = lines[static_cast<std::size_t>(area)];
        if (line != 0) {
            text.error(
                row.line, fmt::format("area {} already has an owner on line {}", area + 1, line),
                "remove one of the two");
        }
        line = row.line;
        has_area[static_cast<std::size_t>(seat) - 1] = true;
        setup.owners.push_back({area, seat - 1});
    }
    const auto without = std::find(lines.begin(), lines.end(), 0);
    if (without != lines.end()) {
        text.error(
            section.line, fmt::format("area {} has no owner", without - lines.begin() + 1),
            fmt::format("add a line: {}", owner_form));
    }
    for (int player = 0; player < setup.players; ++player) {
        if (!has_area[static_cast<std::size_t>(player)]) {
            text.error(
                section.line, fmt::format("seat {} has no area", player + 1),
                "give it one, or lower 'players'");
        }
    }
}

std::vector<Hex> read_hexes(FieldText& text, const Setup& setup) {
    std::vector<Hex> hexes;
    const Section* const section = text.find_section("hexes");
    if (section == nullptr) {
        return hexes;
    }
    const int count = static_cast<int>(setup.dice.size());
    std::set<std::pair<int, int>> taken;
    std::vector<bool> is_seen(setup.dice.size());
    for (const Row& row : section->rows) {
        text.require_words(row, 3, hex_form);
        const Hex hex{
            static_cast<int>(text.integer(row, 0, "the area", 1, count)) - 1,
            static_cast<int>(text.integer(row, 1, "x", -max_hex, max_hex)),
            static_cast<int>(text.integer(row, 2, "y", -max_hex, max_hex))};
        if ((hex.x + hex.y) % 2 != 0) {
            text.error(
                row.line, fmt::format("there is no cell {} {}", hex.x, hex.y),
                "x and y must both be even or both odd");
        }
        if (!taken.emplace(hex.x, hex.y).second) {
            text.error(
                row.line, fmt::format("the cell {} {} is taken", hex.x, hex.y), "give it once");
        }
        is_seen[static_cast<std::size_t>(hex.area)] = true;
        hexes.push_back(hex);
    }
    const auto missing = std::find(is_seen.begin(), is_seen.end(), false);
    if (missing != is_seen.end()) {
        text.error(
            section->line, fmt::format("area {} has no cell", missing - is_seen.begin() + 1),
            "add some, or leave out the whole section");
    }
    return hexes;
}

NumberStream read_twister(const FieldText& text, const Section& section) {
    constexpr std::int64_t max_skip = 1'000'000'000; // a second of drawing
    const Row& row = section.rows[0];
    if (section.rows.size() > 1) {
        text.error(
            section.rows[1].line, "a line after the one of mt19937",
            "a stream is that line alone, or hexadecimal words");
    }
    const bool has_skip = row.words.size() > 2;
    text.require_words(row, has_skip ? 4 : 2, twister_form);
    if (has_skip && row.words[2] != "skip") {
        text.error(
            row.line, fmt::format("'{}' where 'skip' is expected", printable(row.words[2])),
            fmt::format("write {}", twister_form));
    }
    const auto seed = text.integer(row, 1, "the seed", 0, 0xffffffff);
    const auto skip = has_skip ? text.integer(row, 3, "the number to skip", 0, max_skip) : 0;
    return {static_cast<std::uint32_t>(seed), static_cast<std::uint64_t>(skip)};
}

NumberStream read_stream(FieldText& text, const std::string& name) {
    const Section& section = text.section(name);
    if (section.rows.empty()) {
        text.error(
            section.line, fmt::format("the section [{}] is empty", name),
            fmt::format("give hexadecimal words, or {}", twister_form));
    }
    if (section.rows[0].words[0] == "mt19937") {
        return read_twister(text, section);
    }
    std::vector<std::uint32_t> numbers;
    for (const Row& row : section.rows) {
        for (const std::string_view word : row.words) {
            std::uint32_t number = 0;
            const char* const end = word.data() + word.size();
            const auto [at, code] = std::from_chars(word.data(), end, number, 16);
            if (code != std::errc() || at != end) {
                text.error(
                    row.line,
                    fmt::format("'{}' is not a hexadecimal word of 32 bits", printable(word)),
                    fmt::format("give words of up to 8 digits 0..f, or {}", twister_form));
            }
            numbers.push_back(number);
        }
    }
    return NumberStream(std::move(numbers));
}

} // namespace

FieldSetup read_setup(FieldText& text) {
    FieldSetup field;
    Setup& setup = field.game;
    const FieldParameters own = field_table.read(text);
    setup.players = own.players;
    setup.parameters = parameter_table.read(text);
    const Section& areas = text.section("areas");
    const std::vector<std::vector<int>> neighbours = read_areas(text, areas, setup);
    check_board(text, areas, neighbours);
    setup.board = Board(neighbours);
    read_owners(text, setup);
    field.hexes = read_hexes(text, setup);
    const bool are_shared = own.streams == Streams::shared;
    if (are_shared) {
        setup.streams.push_back(read_stream(text, "stream"));
    }
    for (int seat = 1; !are_shared && seat <= setup.players; ++seat) {
        setup.streams.push_back(read_stream(text, fmt::format("stream {}", seat)));
    }
    text.finish();
    return field;
}

} // namespace referee::dicewars
