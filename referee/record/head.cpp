#include "record/head.hpp"

#include "base/json.hpp"
#include "game/teams.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <span>
#include <stdexcept>
#include <type_traits>

namespace referee {
namespace {

enum class Presence {
    required, ///< in every record
    expected, ///< always written; records of earlier versions may lack it
    sparse    ///< written only if it differs from its initial value
};

/// A key of an object, which stands for a member of Owner.
template <typename Owner>
struct Key {
    std::string_view name;
    Presence presence;
    Json (*get)(const Owner& owner);
    void (*set)(Owner& owner, const CheckedJson& value);
    bool (*is_initial)(const Owner& owner);
};

template <typename Owner, auto Member>
constexpr Key<Owner> key(std::string_view name, Presence presence) {
    using Value = std::remove_cvref_t<decltype(std::declval<Owner&>().*Member)>;
    return {
        name, presence, [](const Owner& owner) { return Json(owner.*Member); },
        [](Owner& owner, const CheckedJson& value) { owner.*Member = value.get<Value>(); },
        [](const Owner& owner) { return owner.*Member == Owner().*Member; }};
}

template <typename Owner>
Json written(std::span<const Key<Owner>> keys, const Owner& owner) {
    Json json = Json::object();
    for (const Key<Owner>& key : keys) {
        if (key.presence != Presence::sparse || !key.is_initial(owner)) {
            json[key.name] = key.get(owner);
        }
    }
    return json;
}

template <typename Owner>
void read(std::span<const Key<Owner>> keys, const CheckedJson& json, Owner& owner) {
    for (const Key<Owner>& key : keys) {
        const std::string name(key.name);
        if (key.presence == Presence::required || json.contains(name)) {
            key.set(owner, json.at(name));
        }
    }
}

/// A member that is an object of its own.
template <typename Owner, auto Keys>
constexpr Key<Owner> object(std::string_view name, Presence presence) {
    return {
        name, presence, [](const Owner& owner) { return written<Owner>(*Keys, owner); },
        [](Owner& owner, const CheckedJson& value) { read<Owner>(*Keys, value, owner); }, nullptr};
}

// --- A seat ------------------------------------------------------------------------------------

using SeatKey = Key<RecordedSeat>;

constexpr auto seat_keys = std::to_array<SeatKey>(
    {{"ai", Presence::sparse,
      [](const RecordedSeat&) {
          return Json{{"human", true}};
      },
      [](RecordedSeat& seat, const CheckedJson& ai) { seat.is_human = ai.value("human", false); },
      [](const RecordedSeat& seat) { return !seat.is_human; }},
     key<RecordedSeat, &RecordedSeat::sha256>("sha256", Presence::sparse),
     key<RecordedSeat, &RecordedSeat::command>("command", Presence::sparse),
     key<RecordedSeat, &RecordedSeat::folder>("folder", Presence::sparse),
     key<RecordedSeat, &RecordedSeat::files>("files", Presence::sparse),
     key<RecordedSeat, &RecordedSeat::parameters>("parameters", Presence::sparse),
     key<RecordedSeat, &RecordedSeat::is_resident>("resident", Presence::sparse),
     {"time_ms", Presence::sparse, [](const RecordedSeat& seat) { return Json(*seat.limit_ms); },
      [](RecordedSeat& seat, const CheckedJson& value) {
          seat.limit_ms = recorded_milliseconds(value.get<std::int64_t>());
      },
      [](const RecordedSeat& seat) { return !seat.limit_ms; }},
     key<RecordedSeat, &RecordedSeat::told_name>("told_name", Presence::sparse)});

Json seats_json(const RecordedGame& game) {
    Json seats = Json::array();
    for (std::size_t i = 0; i < game.seats.size(); ++i) {
        Json seat{{"seat", i + 1}, {"name", game.names[i]}};
        seat.update(written<RecordedSeat>(seat_keys, game.seats[i]));
        seats.push_back(std::move(seat));
    }
    return seats;
}

void read_seats(RecordedGame& game, const CheckedJson& seats) {
    for (const CheckedJson& seat : seats) {
        game.names.push_back(seat.at("name"));
        read<RecordedSeat>(seat_keys, seat, game.seats.emplace_back());
    }
}

void read_teams(RecordedGame& game, const CheckedJson& value) {
    std::vector<std::string> teams;
    for (const CheckedJson& team : value) {
        const std::vector<int> seats = team;
        teams.push_back(fmt::format("{}", fmt::join(seats, " ")));
    }
    const int seats = static_cast<int>(game.names.size());
    auto read = parse_teams(fmt::format("{}", fmt::join(teams, ", ")), seats);
    if (!read) {
        throw std::invalid_argument(fmt::format("the teams don't fit {} seats", seats));
    }
    game.teams = std::move(*read);
}

// --- The game ----------------------------------------------------------------------------------

using GameKey = Key<RecordedGame>;

template <auto Member>
constexpr GameKey milliseconds(std::string_view name, Presence presence) {
    GameKey row = key<RecordedGame, Member>(name, presence);
    row.set = [](RecordedGame& game, const CheckedJson& value) {
        game.*Member = recorded_milliseconds(value.get<std::int64_t>());
    };
    return row;
}

constexpr auto field_keys = std::to_array<GameKey>(
    {key<RecordedGame, &RecordedGame::field_name>("name", Presence::required),
     key<RecordedGame, &RecordedGame::field_sha256>("sha256", Presence::required),
     key<RecordedGame, &RecordedGame::field_text>("text", Presence::required)});

constexpr auto limit_keys = std::to_array<GameKey>(
    {{"time_ms", Presence::expected,
      [](const RecordedGame& game) { return game.has_clock ? Json() : Json(game.limit_ms); },
      [](RecordedGame& game, const CheckedJson& value) {
          game.has_clock = value.is_null();
          game.limit_ms = game.has_clock ? 0 : recorded_milliseconds(value.get<std::int64_t>());
      },
      nullptr},
     milliseconds<&RecordedGame::margin_ms>("margin_ms", Presence::expected),
     milliseconds<&RecordedGame::game_ms>("game_ms", Presence::sparse),
     key<RecordedGame, &RecordedGame::memory_limit>("memory", Presence::expected),
     key<RecordedGame, &RecordedGame::process_limit>("processes", Presence::expected)});

constexpr auto beginning_keys = std::to_array<Key<RecordedBeginning>>(
    {key<RecordedBeginning, &RecordedBeginning::record>("record", Presence::required),
     key<RecordedBeginning, &RecordedBeginning::game>("game", Presence::required),
     key<RecordedBeginning, &RecordedBeginning::turn>("turn", Presence::required),
     key<RecordedBeginning, &RecordedBeginning::names>("names", Presence::required),
     key<RecordedBeginning, &RecordedBeginning::moves>("moves", Presence::required)});

constexpr auto game_keys = std::to_array<GameKey>(
    {key<RecordedGame, &RecordedGame::format>("record", Presence::required),
     key<RecordedGame, &RecordedGame::referee>("referee", Presence::expected),
     key<RecordedGame, &RecordedGame::game>("game", Presence::required),
     key<RecordedGame, &RecordedGame::number>("number", Presence::required),
     object<RecordedGame, &field_keys>("field", Presence::required),
     {"seats", Presence::required, seats_json, read_seats, nullptr},
     {"teams", Presence::sparse, [](const RecordedGame& game) { return Json(game.teams); },
      read_teams, [](const RecordedGame& game) { return game.teams.empty(); }},
     object<RecordedGame, &limit_keys>("limits", Presence::expected),
     key<RecordedGame, &RecordedGame::confinement>("confinement", Presence::expected),
     key<RecordedGame, &RecordedGame::points>("points", Presence::expected),
     key<RecordedGame, &RecordedGame::seed>("seed", Presence::expected),
     key<RecordedGame, &RecordedGame::rules_sha256>("rules", Presence::sparse),
     key<RecordedGame, &RecordedGame::has_memory>("memory", Presence::sparse),
     {"from", Presence::sparse,
      [](const RecordedGame& game) {
          return written<RecordedBeginning>(beginning_keys, *game.from);
      },
      [](RecordedGame& game, const CheckedJson& from) {
          read<RecordedBeginning>(beginning_keys, from, game.from.emplace());
      },
      [](const RecordedGame& game) { return !game.from; }},
     {"analyses", Presence::sparse, nullptr, // `rerun --notes` adds it to a head that it copies
      [](RecordedGame& game, const CheckedJson& analyses) {
          for (const CheckedJson& analysis : analyses) {
              game.analysts.push_back(analysis.at("name"));
          }
      },
      [](const RecordedGame&) { return true; }}});

} // namespace

std::int64_t recorded_milliseconds(std::int64_t value) {
    constexpr std::int64_t week = 7LL * 24 * 3'600'000;
    return std::clamp<std::int64_t>(value, 0, week);
}

Json head_json(const RecordedGame& game) {
    return written<RecordedGame>(game_keys, game);
}

RecordedGame head_of(const CheckedJson& json) {
    RecordedGame game;
    game.has_clock = true; // unless a limit is recorded
    read<RecordedGame>(game_keys, json, game);
    return game;
}

} // namespace referee
