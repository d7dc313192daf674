// All games as one module: the contract of game/game.hpp for JavaScript (pages/web/wasm/games.js).
// A string goes in through input() and comes out through output() and output_size(), structures as
// JSON; everything else is numbers. Fields and positions are numbered from 1. A UserError ends the
// instance, with its text on standard error: support.cpp.

#include "base/bytes.hpp"
#include "base/json.hpp"
#include "base/random.hpp"
#include "base/remedy.hpp"
#include "game/in_short.hpp"
#include "game/registry.hpp"
#include "match/move_files.hpp"

#include <map>
#include <sstream>
#include <system_error>

using namespace referee;

/// A page has neither files nor users, so there are no remedies.
std::string referee::reason_and_remedy(int error_number) {
    return std::generic_category().message(error_number);
}

namespace {

/// A field, and what goes to the AIs of a match on it.
struct Loaded {
    LoadedField field;
    std::unique_ptr<MoveFiles> files;
};

std::string in;
std::string out;
std::map<int, Loaded> fields;
std::map<int, std::unique_ptr<Position>> positions;
std::vector<std::pair<Answer, std::string>> answers;
int next = 1;

/// What MoveFiles writes, as an object.
struct FilesJson {
    Json files = Json::object();
    void write(std::string_view name, const std::string& content) { files[name] = Json(content); }
};

Json json_of(const GameInfo& info) {
    Json files = Json::array();
    for (const StateFile& file : info.files) {
        files.push_back(Json(file.name));
    }
    return {
        {"name", Json(info.name)},
        {"title", Json(info.title)},
        {"min_seats", info.min_seats},
        {"max_seats", info.max_seats},
        {"default_seats", info.default_seats},
        {"simultaneous", info.simultaneous},
        {"hidden", info.hidden},
        {"prepare", info.has_prepare},
        {"match_decides", info.match_decides},
        {"limit_ms", static_cast<std::int64_t>(info.time.per_move.count())},
        {"clock_ms", static_cast<std::int64_t>(info.time.start.count())},
        {"increment_ms", static_cast<std::int64_t>(info.time.increment.count())},
        {"prepare_ms", static_cast<std::int64_t>(info.time.prepare.count())},
        {"measures", Json(std::vector<std::string>(info.measures.begin(), info.measures.end()))},
        {"files", files}};
}

Json json_of(const AnswerSlot& slot) {
    if (!slot.words.empty()) {
        return {{"name", slot.name}, {"words", Json(slot.words)}};
    }
    return {{"name", slot.name}, {"from", slot.from}, {"to", slot.to}, {"step", slot.step}};
}

} // namespace

#define EXPORT(name) extern "C" __attribute__((export_name(name)))

EXPORT("input") char* wasm_input(int size) {
    in.assign(static_cast<std::size_t>(size), '\0');
    return in.data();
}
EXPORT("output") const char* wasm_output() {
    return out.data();
}
EXPORT("output_size") int wasm_output_size() {
    return static_cast<int>(out.size());
}

EXPORT("games") void wasm_games() {
    Json list = Json::array();
    for (const Game* const game : all_games()) {
        list.push_back(json_of(game->info()));
    }
    out = list.dump();
}

/// The input: the game's name and the seed, then settings as words `key value`. The output is the
/// field that `create` writes for the same request.
EXPORT("create") void wasm_create(int players) {
    std::istringstream words(in);
    std::string name;
    std::uint64_t seed = 0;
    words >> name >> seed;
    CreateRequest request{.players = players, .settings = {}};
    for (std::string key, value; words >> key >> value;) {
        request.settings[key] = value;
    }
    Rng rng(seed);
    out = game_named(name).create_field(request, rng);
}

/// The input: a field's text. Returns its number.
EXPORT("load") int wasm_load() {
    Loaded loaded{load_field("field.dat", in), nullptr};
    fields[next] = std::move(loaded);
    return next++;
}
/// What match.dat says of the match, before files() is called. The input: points by rank; told
/// names by seat may follow after "names".
EXPORT("tell") void wasm_tell(int field) {
    Loaded& loaded = fields.at(field);
    std::istringstream words(in);
    std::vector<double> points;
    std::vector<std::string> names;
    std::string word;
    while (words >> word && word != "names") {
        points.push_back(std::strtod(word.c_str(), nullptr));
    }
    while (words >> word) {
        names.push_back(word);
    }
    const GameInfo& info = loaded.field.game->info();
    loaded.files = std::make_unique<MoveFiles>(
        info, MatchFile(info.name, loaded.field.teams(), points, names));
}
EXPORT("seats") int wasm_seats(int field) {
    return fields.at(field).field.field->seats();
}
EXPORT("field") void wasm_field(int field) {
    const LoadedField& loaded = fields.at(field).field;
    out = Json({{"game", Json(loaded.game->info().name)}, {"sha256", loaded.sha256}}).dump();
}

/// How the game works on this field. The input: the section "In short" of the game's README.md. The
/// output: as rules_json() of pages/rules.hpp.
EXPORT("rules") void wasm_rules(int field) {
    const LoadedField& loaded = fields.at(field).field;
    const RulesInShort rules = InShort(in).of(
        facts_of(loaded.game->info(), FieldText(loaded.name, loaded.text), loaded.field->seats()));
    Json legend = Json::array();
    for (const LegendEntry& entry : rules.legend) {
        legend.push_back(Json(std::vector<std::string>{entry.word, entry.meaning}));
    }
    out = Json({{"lines", Json(rules.lines)}, {"legend", legend}}).dump();
}

EXPORT("start") int wasm_start(int field) {
    positions[next] = fields.at(field).field.field->start();
    return next++;
}
EXPORT("clone") int wasm_clone(int position) {
    positions[next] = positions.at(position)->clone();
    return next++;
}
/// Positions refer to their field, so they go first.
EXPORT("drop") void wasm_drop(int number) {
    positions.erase(number);
    fields.erase(number);
}

EXPORT("turn") int wasm_turn(int position) {
    return positions.at(position)->turn();
}
/// A bit for each seat that must answer; 0: the game is over.
EXPORT("to_move") int wasm_to_move(int position) {
    int seats = 0;
    for (const Seat seat : positions.at(position)->players_to_move()) {
        seats |= 1 << seat;
    }
    return seats;
}
EXPORT("eliminated") int wasm_eliminated(int position, int seat) {
    return positions.at(position)->is_eliminated(seat) ? 1 : 0;
}
/// The limit that the field sets for this turn, in milliseconds; −1: none.
EXPORT("limit_ms") int wasm_limit_ms(int position) {
    const auto limit = positions.at(position)->time_limit();
    return limit ? static_cast<int>(limit->count()) : -1;
}

/// An answer for the next apply(). The input is the content of result.dat if there is no fault.
EXPORT("answer") void wasm_answer(int seat, int fault) {
    answers.push_back({{seat, static_cast<Fault>(fault), {}}, in});
}
/// Plays the answers. The output: their effects, and the frames of all steps.
EXPORT("apply") void wasm_apply(int position) {
    Position& at = *positions.at(position);
    std::vector<Answer> given;
    for (const auto& [answer, text] : answers) {
        given.push_back({answer.seat, answer.fault, text});
    }
    std::string frames;
    const std::vector<Effect> effects =
        at.apply(given, [&] { frames += (frames.empty() ? "" : ",") + at.to_json(); });
    answers.clear();
    Json list = Json::array();
    for (const Effect& effect : effects) {
        list.push_back(
            {{"fault", static_cast<int>(effect.fault)},
             {"text", effect.text},
             {"reason", effect.reason},
             {"comment", effect.comment}});
    }
    out = "{\"effects\":" + list.dump() + ",\"frames\":[" + frames + "]}";
}

EXPORT("legal") void wasm_legal(int position, int seat) {
    const LegalAnswers legal = positions.at(position)->legal_answers(seat);
    Json json{{"length", legal.length}, {"choices", Json(legal.choices)}};
    for (const AnswerSlot& slot : legal.slots) {
        json["slots"].push_back(json_of(slot));
    }
    out = json.dump();
}

/// Everything that the seat's AI reads for one run, by name. `seed` and `limit_ms` are those of
/// match.dat.
EXPORT("files")
void wasm_files(
    int position, int field, int seat, int phase, int limit_ms, int has_clock, double last_wall_ms,
    int last_fault, std::uint32_t seed) {
    MoveFiles& files = *fields.at(field).files;
    const Position& at = *positions.at(position);
    files.fill(
        at, seat,
        {.phase = static_cast<Phase>(phase),
         .turn = at.turn(),
         .limit = std::chrono::milliseconds(limit_ms),
         .last_wall_ns = static_cast<std::int64_t>(last_wall_ms * 1e6),
         .last_fault = static_cast<Fault>(last_fault),
         .seed = seed,
         .has_clock = has_clock != 0});
    FilesJson json;
    files.write_to(json);
    out = json.files.dump();
}

EXPORT("frame") void wasm_frame(int position) {
    out = positions.at(position)->to_json();
}
EXPORT("picture") void wasm_picture(int position) {
    out = positions.at(position)->render(false);
}
EXPORT("hash") void wasm_hash(int position) {
    out = sha256(positions.at(position)->canonical_text());
}
EXPORT("ending") void wasm_ending(int position) {
    const std::optional<Ending> ending = positions.at(position)->ending();
    out = !ending ? "null"
                  : Json({{"ranks", Json(ending->ranks)},
                          {"scores", Json(ending->scores)},
                          {"no_winner", ending->no_winner},
                          {"reason", ending->reason}})
                        .dump();
}
