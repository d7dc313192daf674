// Fields of all games: read, described, and, where they are right, played for some turns by AIs
// that fail.

#include "fuzz/driver/harness.hpp"

#include "game/registry.hpp"

using namespace referee;

namespace fuzz {
namespace {

constexpr int max_turns = 8;
constexpr std::size_t seeds_of_a_game = 4;

void look_at(const Position& position, const GameInfo& info) {
    position.canonical_text();
    position.render(true);
    position.to_json();
    StateFiles files(info.files.size());
    for (const Seat seat : position.players_to_move()) {
        require(seat >= 1 && seat <= max_seats, "a mover without a seat");
        files.clear();
        position.write_files(seat, Phase::move, files);
    }
}

void play(const LoadedField& field) {
    const auto position = field.field->start();
    for (int turn = 0; turn < max_turns && !position->players_to_move().empty(); ++turn) {
        look_at(*position, field.game->info());
        std::vector<Answer> answers;
        for (const Seat seat : position->players_to_move()) {
            answers.push_back({seat, turn % 2 == 0 ? Fault::timeout : Fault::exit, ""});
        }
        position->apply(answers, {});
    }
    require(
        position->players_to_move().empty() == position->ending().has_value(),
        "a game without an end");
}

} // namespace

std::vector<std::string> seeds() {
    std::vector<std::string> inputs;
    for (const Game* const game : all_games()) {
        std::vector<std::string> files =
            files_of("fields/" + std::string(game->info().name), ".dat");
        files.resize(std::min(files.size(), seeds_of_a_game));
        for (const std::string& file : files) {
            inputs.push_back(read_file(file));
        }
    }
    return inputs;
}

void execute(std::string_view input) {
    expect_user_errors([&] {
        const LoadedField field = load_field("field.dat", std::string(input));
        field.field->describe();
        play(field);
    });
}

} // namespace fuzz
