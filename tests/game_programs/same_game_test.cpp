// Two games with rules in two languages: gems as a program (gems/) plays like the built-in game,
// and goofspiel in JavaScript (goofspiel/) like the shipped one in Python.

#include "support/catch.hpp"
#include "support/rounds.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"

#include "base/names.hpp"
#include "base/random.hpp"
#include "game/field_text.hpp"
#include "game/legal_answers.hpp"
#include "game/registry.hpp"
#include "game_programs/program_game.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <nlohmann/json.hpp>

namespace {

namespace fs = std::filesystem;
using namespace referee;
using namespace tests;
using nlohmann::json;

/// Without the name of the game.
json frame_of(const std::string& text) {
    json frame = json::parse(text);
    frame.erase("game");
    return frame;
}

/// Everything that a position tells, but its state.
json told_by(const Position& position, const GameInfo& info, int seats) {
    const std::span<const Seat> movers = position.players_to_move();
    json told{
        {"turn", position.turn()},
        {"movers", std::vector<Seat>(movers.begin(), movers.end())},
        {"frame", frame_of(position.to_json())}};
    for (Seat seat = 1; seat <= seats; ++seat) {
        const bool moves = std::find(movers.begin(), movers.end(), seat) != movers.end();
        told["eliminated"].push_back(position.is_eliminated(seat));
        if (info.hidden) {
            told["frames"].push_back(frame_of(position.frame_for(seat)));
        }
        if (moves) {
            told["choices"].push_back(position.legal_answers(seat).choices);
        }
        if (moves || movers.empty()) {
            StateFiles files(info.files.size());
            position.write_files(seat, moves ? Phase::move : Phase::end, files);
            told["files"].push_back(files.match_keys);
            for (std::size_t i = 0; i < files.count(); ++i) {
                told["files"].push_back(files.of(i));
            }
        }
    }
    if (const std::optional<Ending> ending = position.ending()) {
        told["ending"] = {ending->ranks, ending->scores, ending->no_winner, ending->reason};
    }
    return told;
}

json told_by(const Effect& effect) {
    return {name_of(effect.fault), effect.text, effect.reason, effect.comment, effect.legal_if};
}

/// The effects of a turn, and the frames between.
json played(Position& position, const std::vector<Answer>& answers) {
    json told;
    const std::vector<Effect> effects =
        position.apply(answers, [&] { told["steps"].push_back(frame_of(position.to_json())); });
    for (const Effect& effect : effects) {
        told["effects"].push_back(told_by(effect));
    }
    return told;
}

/// Mostly a legal answer; now and then one that is refused, can't be read, or was never given.
struct Drawn {
    std::string text;
    Fault fault = Fault::none;
};

Drawn drawn_answer(
    const Position& position, Seat seat, const std::vector<std::string>& others, Rng& rng) {
    const std::uint64_t kind = rng.below(60);
    if (kind == 0) {
        return {"", rng.below(2) == 0 ? Fault::timeout : Fault::crash};
    }
    if (kind < 12) {
        return {others[rng.below(others.size())]};
    }
    return {fmt::format("{}\n", fmt::join(random_parts(position.legal_answers(seat), rng), " "))};
}

std::unique_ptr<const Field> field_of(const Game& game, const std::string& text) {
    FieldText field("field.dat", text);
    return game.read_field(field);
}

/// Plays a game with both; returns the number of turns. Both games know the field under their own
/// name.
int compare(
    const Game& one, const std::string& field_of_one, const Game& other,
    const std::string& field_of_other, const std::vector<std::string>& odd_answers, Rng& rng) {
    const auto one_field = field_of(one, field_of_one);
    const auto other_field = field_of(other, field_of_other);
    const auto first = one_field->start();
    const auto second = other_field->start();
    const int seats = one_field->seats();
    int turns = 0;
    for (;; ++turns) {
        CAPTURE(turns);
        REQUIRE(told_by(*first, one.info(), seats) == told_by(*second, other.info(), seats));
        const std::span<const Seat> movers = first->players_to_move();
        if (movers.empty()) {
            return turns;
        }
        std::vector<Drawn> drawn;
        for (const Seat seat : movers) {
            drawn.push_back(drawn_answer(*first, seat, odd_answers, rng));
        }
        std::vector<Answer> answers;
        for (std::size_t i = 0; i < drawn.size(); ++i) {
            answers.push_back({movers[i], drawn[i].fault, drawn[i].text});
        }
        CAPTURE(drawn.front().text, name_of(drawn.front().fault));
        REQUIRE(played(*first, answers) == played(*second, answers));
    }
}

const std::vector<std::string> odd_swaps{
    "0 0 0 9",
    "1 1 1 1",
    "9 9 9 10",
    "-1 0 0 0",
    "007 +1 7 2",
    "3 3 3 4\n",
    "4 4 5 4",
    "5 6 5 7",
    "8 2 8 3",
    "2 8 3 8",
    "1 2 3",
    "1 2 3 4 5",
    "one",
    "",
    "\t1 0\r\n1 1\r\n",
    "0 5 1 5 ",
    "6 0 6 1",
    "99999999999999999999 0 0 0",
    "é 1 1 1",
    "1 0 1 1\n\n2"};

} // namespace

TEST_CASE("gems in Python plays like the built-in gems", "[game-programs][slow]") {
    const Game& built_in = game_named("gems");
    const auto program = read_program_game(source_folder() + "/tests/game_programs/gems");
    int turns = 0;
    const std::vector<std::map<std::string, std::string>> settings{
        {{"rows", "200"}},
        {{"rows", "40"}},                                             // runs dry
        {{"rows", "100"}, {"max_moves", "25"}, {"life", "200"}},      // points decide
        {{"rows", "300"}, {"purple_threshold", "4"}, {"life", "90"}}, // moves in a row
        {{"rows", "90"}, {"shield", "0"}, {"threshold", "5"}, {"illegal_penalty", "9"}}};
    std::map<std::string, int> reasons;
    const int games = rounds(15);
    for (int number = 0; number < games; ++number) {
        CAPTURE(number);
        Rng rng(static_cast<std::uint64_t>(number) + 1);
        CreateRequest request;
        request.settings = settings[static_cast<std::size_t>(number) % settings.size()];
        const std::string text = built_in.create_field(request, rng);
        const std::string named = text.starts_with("game ")
                                      ? "game gems_py" + text.substr(text.find('\n'))
                                      : "game gems_py\n[stones]\n" + text;
        turns += compare(built_in, text, *program, named, odd_swaps, rng);
    }
    CHECK(turns > 5 * games);
}

TEST_CASE("goofspiel in JavaScript plays like goofspiel in Python", "[game-programs][slow]") {
    if (lacks("node", "goofspiel in JavaScript")) {
        return;
    }
    const TemporaryFolder folder;
    const std::string python = source_folder() + "/referee/games/goofspiel";
    const std::string javascript = folder / "goofspiel_js";
    fs::create_directory(javascript);
    std::string description = read_file(python + "/game.ini");
    for (const auto& [from, to] : std::map<std::string, std::string>{
             {"name = goofspiel", "name = goofspiel_js"},
             {"command = python3 {dir}/game.py", "command = node {dir}/game.js"}}) {
        REQUIRE(description.find(from) != std::string::npos);
        description.replace(description.find(from), from.size(), to);
    }
    write_file(javascript + "/game.ini", description);
    fs::copy(source_folder() + "/tests/game_programs/goofspiel/game.js", javascript);
    fs::copy(
        source_folder() + "/referee/game_programs/starters/JavaScript/referee_game.js", javascript);
    const auto shipped = read_program_game(python);
    const auto program = read_program_game(javascript);
    const std::vector<std::string> odd_bids{"0", "31", "-1",  "+2\n",        "003",
                                            "x", "",   "1 2", "999999999999"};
    const int games = rounds(20);
    int turns = 0;
    for (int number = 0; number < games; ++number) {
        CAPTURE(number);
        Rng rng(static_cast<std::uint64_t>(number) + 1);
        CreateRequest request;
        request.players = 2 + number % 3;
        request.settings = {
            {"cards", std::to_string(4 + number % 10)},
            {"bids", number % 2 == 0 ? "hidden" : "shown"}};
        const std::string text = shipped->create_field(request, rng);
        turns += compare(
            *shipped, text, *program, "game goofspiel_js" + text.substr(text.find('\n')), odd_bids,
            rng);
    }
    CHECK(turns > 4 * games);
}
