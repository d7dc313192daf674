#include "fuzz/driver/records.hpp"

#include "fuzz/driver/harness.hpp"

#include "ai/contestant.hpp"
#include "base/bytes.hpp"
#include "game/registry.hpp"
#include "match/config.hpp"
#include "match/run.hpp"

using namespace referee;

namespace fuzz {

void write_turns(
    const LoadedField& field, Position& position, RecordWriter& writer, int max_turns) {
    Contestant contestant;
    contestant.name = "nobody";
    contestant.sha256 = sha256("");
    const std::vector<const Contestant*> by_seat(
        static_cast<std::size_t>(field.field->seats()), &contestant);
    writer.begin_game(field, by_seat, 1, {});
    for (int turn = 0; turn < max_turns && !position.players_to_move().empty(); ++turn) {
        std::vector<Answer> answers;
        for (const Seat seat : position.players_to_move()) {
            answers.push_back({seat, Fault::none, "1 2 up"});
        }
        const int number = position.turn();
        const std::vector<Effect> effects = position.apply(answers, {});
        for (std::size_t i = 0; i < effects.size(); ++i) {
            Run run;
            run.text = answers[i].text;
            writer.move(
                {number,
                 answers[i].seat,
                 Phase::move,
                 {},
                 run,
                 effects[i],
                 "",
                 i + 1 == effects.size() ? sha256(position.canonical_text()) : ""});
        }
    }
    if (const auto ending = position.ending()) {
        writer.result(*ending, sha256(position.canonical_text()));
    }
}

namespace {

/// The record of the first turns of a game on this field.
std::string record_on(const std::string& field_path) {
    constexpr int max_turns = 12;
    const std::string path = scratch_folder() + "/seed.jsonl";
    {
        const LoadedField field = load_field(field_path);
        RecordWriter writer(path, true);
        write_turns(field, *field.field->start(), writer, max_turns);
    }
    return read_file(path);
}

} // namespace

std::vector<std::string> recorded_games() {
    std::vector<std::string> inputs;
    for (const Game* const game : all_games()) {
        const std::vector<std::string> files =
            files_of("fields/" + std::string(game->info().name), ".dat");
        inputs.push_back(record_on(files.front()));
    }
    // A name that would break an error into two lines.
    std::string broken = inputs.front();
    const std::string name = R"("field":{"name":")";
    const std::size_t at = broken.find(name);
    require(at != std::string::npos, "a record without the name of its field");
    inputs.push_back(broken.insert(at + name.size(), R"(two\nlines)"));
    const std::string text = R"("text":")";
    const std::size_t first_line = broken.find(text);
    require(first_line != std::string::npos, "a record without its field");
    inputs.push_back(broken.insert(first_line + text.size(), "x"));
    // A number far beyond its type.
    std::string huge = inputs.front();
    const std::string seed = R"("seed":)";
    const std::size_t number = huge.find(seed);
    require(number != std::string::npos, "a record without a seed");
    inputs.push_back(huge.insert(number + seed.size(), "1e111,\"was\":"));
    return inputs;
}

} // namespace fuzz
