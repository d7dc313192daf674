// Records: read, and each game in them replayed, with every state looked at.

#include "fuzz/driver/records.hpp"
#include "fuzz/driver/harness.hpp"

#include "record/record.hpp"
#include "record/replay.hpp"
#include "record/rerun/recorded_runs.hpp"

using namespace referee;

namespace fuzz {
namespace {

/// All that `rerun` reads of a game.
void look_at_runs(const RecordedGame& game) {
    const LoadedField field = field_of("record", game);
    const std::vector<MatchFacts> facts = facts_of(game, field.sha256);
    MatchFile match_file = match_file_of(game);
    visit_runs(field, game, [&](const RecordedRun& run) {
        const RecordedMove& move = game.moves[run.index];
        match_file.text(move.seat, facts[run.index], "");
        memory_before(game, run.index);
        environment_seed(game, facts, run.index);
        effect_in(run, move, {move.seat, Fault::none, "1 2 up"});
    });
}

} // namespace

std::vector<std::string> seeds() {
    return recorded_games();
}

void execute(std::string_view input) {
    static const std::string path = scratch_folder() + "/record.jsonl";
    write_file(path, input);
    const auto look = [](const Position& position, std::span<const RecordedMove>, bool) {
        position.render(true);
        position.to_json();
    };
    expect_user_errors([&] {
        for (const RecordedGame& game : read_record(path)) {
            expect_user_errors([&] { replay_game(path, game, look); });
            expect_user_errors([&] { look_at_runs(game); });
        }
    });
}

} // namespace fuzz
