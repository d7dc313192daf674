#include "games/dicewars/field.hpp"

#include "base/text.hpp"
#include "games/dicewars/layout.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <iterator>
#include <memory>
#include <optional>
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

namespace {

constexpr int dice_density = 2;
constexpr std::size_t words_in_a_row = 10;

using Neighbours = std::vector<std::vector<int>>;

/// Each player gets one random area, then in turn a random free area next to its own. A player
/// without such an area is skipped.
std::vector<Assignment> assign_continuous(const Neighbours& neighbours, int players, Rng& rng) {
    std::vector<Assignment> owners;
    std::vector<int> owner_of(neighbours.size(), nobody);
    const auto give_one_of = [&](const std::vector<int>& areas, int player) {
        const int area = areas[rng.below(areas.size())];
        owner_of[static_cast<std::size_t>(area)] = player;
        owners.push_back({area, player});
    };
    for (int turn = 0; owners.size() < neighbours.size(); ++turn) {
        const int player = turn % players;
        std::vector<int> areas;
        for (std::size_t area = 0; area < neighbours.size(); ++area) {
            const auto is_own = [&](int other) {
                return owner_of[static_cast<std::size_t>(other)] == player;
            };
            if (owner_of[area] == nobody &&
                (turn < players || std::ranges::any_of(neighbours[area], is_own))) {
                areas.push_back(static_cast<int>(area));
            }
        }
        if (!areas.empty()) {
            give_one_of(areas, player);
        }
    }
    return owners;
}

std::vector<Assignment> assign_scattered(const Neighbours& neighbours, int players, Rng& rng) {
    std::vector<int> areas(neighbours.size());
    for (std::size_t i = 0; i < areas.size(); ++i) {
        areas[i] = static_cast<int>(i);
    }
    rng.shuffle(std::span(areas));
    std::vector<Assignment> owners;
    for (const int area : areas) {
        owners.push_back({area, static_cast<int>(owners.size()) % players});
    }
    return owners;
}

/// A die on each own area, then one more on random own areas with room while the budget is not
/// overdrawn: 18 dice each with four players.
std::vector<int>
draw_dice(const std::vector<Assignment>& owners, int players, int max_dice, Rng& rng) {
    std::vector<int> dice(owners.size(), 1);
    for (int player = 0; player < players; ++player) {
        std::vector<int> room;
        for (const Assignment& given : owners) {
            if (given.player == player) {
                room.push_back(given.area);
            }
        }
        int budget = dice_density * static_cast<int>(owners.size()) / players -
                     static_cast<int>(room.size());
        for (; budget >= 0 && !room.empty(); --budget) {
            const std::size_t place = rng.below(room.size());
            int& dice_there = dice[static_cast<std::size_t>(room[place])];
            if (++dice_there == max_dice) {
                room.erase(room.begin() + static_cast<std::ptrdiff_t>(place));
            }
        }
    }
    return dice;
}

/// The file must not be larger than a field may be.
void require_room(int numbers, int streams) {
    constexpr std::uintmax_t bytes_of_a_word = 9;
    constexpr std::uintmax_t all_else = 64U << 10U;
    const auto max = static_cast<int>(
        (FieldText::max_bytes - all_else) / bytes_of_a_word / static_cast<unsigned>(streams));
    if (numbers > max) {
        refuse_setting(
            "numbers", std::to_string(numbers),
            fmt::format(
                "{} streams of them are larger than a field may be; give at most {}, or 0", streams,
                max));
    }
}

/// The number of a stream, as `create` draws it.
std::uint32_t draw_number(Rng& rng) {
    constexpr std::uint64_t all_numbers = std::uint64_t{1} << 32U;
    return static_cast<std::uint32_t>(rng.below(all_numbers));
}

/// The generator at the beginning of each stream. The streams lie one after the other, so that of a
/// later one is known once all numbers of those before it have been drawn.
class StreamStarts {
  public:
    StreamStarts(const Rng& first, int numbers) : starts_{first}, numbers_(numbers) {}
    const Rng& of(std::size_t stream) {
        while (starts_.size() <= stream) {
            Rng rng = starts_.back();
            for (int i = 0; i < numbers_; ++i) {
                draw_number(rng);
            }
            starts_.push_back(rng);
        }
        return starts_[stream];
    }

  private:
    std::vector<Rng> starts_;
    int numbers_;
};

class StreamDraws final : public NumberStream::Source {
  public:
    StreamDraws(std::shared_ptr<StreamStarts> starts, std::size_t stream)
        : starts_(std::move(starts)), stream_(stream) {}
    std::uint32_t next() override {
        if (!rng_) {
            rng_ = starts_->of(stream_);
        }
        return draw_number(*rng_);
    }

  private:
    std::shared_ptr<StreamStarts> starts_;
    std::size_t stream_;
    std::optional<Rng> rng_{};
};

/// The request to `create`.
struct CreateConfig {
    Parameters parameters;
    FieldParameters field;
    CreateParameters own;
    int streams = 0;
};

CreateConfig read_config(const CreateRequest& request) {
    CreateConfig config;
    CreateParameters& own = config.own;
    parameter_table.set(request, config.parameters);
    field_table.set(request, config.field);
    create_table.set(request, own);
    const int players = request.players;
    config.field.players = players;
    if (own.areas < players) {
        refuse_setting(
            "areas", std::to_string(own.areas),
            fmt::format("fewer areas than seats; give at least {}", players));
    }
    config.streams = config.field.streams == Streams::shared ? 1 : players;
    require_room(own.numbers, config.streams);
    return config;
}

/// All that `create` draws of a field.
struct Drawn {
    RandomBoard board;
    std::vector<Assignment> owners;
    std::vector<int> dice;
    std::vector<std::uint32_t> seeds; ///< of the streams, if they are MT19937's
    std::vector<NumberStream> streams;
};

/// The draws in their order. Numbers of streams are drawn when they are needed if `may_wait`; the
/// generator then stays before them.
Drawn draw(const CreateConfig& config, Rng& rng, bool may_wait) {
    const int players = config.field.players;
    Drawn drawn;
    drawn.board = random_board(config.own.areas, rng);
    drawn.owners = config.own.owners == Owners::continuous
                       ? assign_continuous(drawn.board.neighbours, players, rng)
                       : assign_scattered(drawn.board.neighbours, players, rng);
    drawn.dice = draw_dice(drawn.owners, players, config.parameters.max_dice, rng);
    const int numbers = config.own.numbers;
    const auto starts = std::make_shared<StreamStarts>(rng, numbers);
    for (std::size_t stream = 0; stream < static_cast<std::size_t>(config.streams); ++stream) {
        if (numbers == 0) {
            drawn.seeds.push_back(draw_number(rng));
            drawn.streams.emplace_back(NumberStream::twister(drawn.seeds.back(), 0), 0U);
        } else if (may_wait) {
            drawn.streams.emplace_back(
                std::make_unique<StreamDraws>(starts, stream), static_cast<std::uint64_t>(numbers));
        } else {
            std::vector<std::uint32_t> words(static_cast<std::size_t>(numbers));
            std::generate(words.begin(), words.end(), [&] { return draw_number(rng); });
            drawn.streams.emplace_back(std::move(words));
        }
    }
    return drawn;
}

} // namespace

std::string create_setup(const CreateRequest& request, Rng& rng) {
    const CreateConfig config = read_config(request);
    const Drawn drawn = draw(config, rng, false);
    std::string text = "game dicewars\n";
    auto out = std::back_inserter(text);
    field_table.append(config.field, text);
    parameter_table.append(config.parameters, text);
    text += "[areas]\n";
    for (std::size_t area = 0; area < drawn.dice.size(); ++area) {
        text += std::to_string(drawn.dice[area]);
        for (const int other : drawn.board.neighbours[area]) {
            fmt::format_to(out, " {}", other + 1);
        }
        text += '\n';
    }
    text += "[owners]\n";
    for (const Assignment& given : drawn.owners) {
        fmt::format_to(out, "{} {}\n", given.area + 1, given.player + 1);
    }
    text += "[hexes]\n";
    for (const Hex& hex : drawn.board.hexes) {
        fmt::format_to(out, "{} {} {}\n", hex.area + 1, hex.x, hex.y);
    }
    for (std::size_t stream = 0; stream < drawn.streams.size(); ++stream) {
        text += config.field.streams == Streams::shared ? "[stream]\n"
                                                        : fmt::format("[stream {}]\n", stream + 1);
        if (!drawn.seeds.empty()) {
            fmt::format_to(out, "mt19937 {}\n", drawn.seeds[stream]);
        }
        const std::uint64_t count = drawn.streams[stream].count();
        for (std::uint64_t i = 0; i < count; ++i) {
            const bool is_last = (i + 1) % words_in_a_row == 0 || i + 1 == count;
            fmt::format_to(out, "{:08x}{}", drawn.streams[stream][i], is_last ? '\n' : ' ');
        }
    }
    return text;
}

std::function<FieldSetup(Rng&)> setup_drawer(const CreateRequest& request) {
    return [config = read_config(request)](Rng& rng) {
        Drawn drawn = draw(config, rng, true);
        FieldSetup field;
        field.game.parameters = config.parameters;
        field.game.players = config.field.players;
        field.game.board = Board(drawn.board.neighbours);
        field.game.dice.assign(drawn.dice.begin(), drawn.dice.end());
        field.game.owners = std::move(drawn.owners);
        field.game.streams = std::move(drawn.streams);
        field.hexes = std::move(drawn.board.hexes);
        return field;
    };
}

} // namespace referee::dicewars
