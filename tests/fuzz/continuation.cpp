// Records from which a game goes on (`play --from`): every turn that the record has, and turns that
// it hasn't.

#include "fuzz/driver/harness.hpp"
#include "fuzz/driver/records.hpp"

#include "record/record.hpp"
#include "record/replay.hpp"

using namespace referee;

namespace fuzz {
namespace {

constexpr int max_turns = 20;
constexpr int max_more = 4;

/// Some turns from there, in which every AI answers nothing, as a record that continues the other.
void go_on(const Beginning& begin) {
    static const std::string path = scratch_folder() + "/continued.jsonl";
    {
        RecordWriter writer(path, true);
        writer.continue_from(begin);
        write_turns(begin.field, *begin.position, writer, max_more);
    }
    // What the referee writes it can read, and it agrees with the rules.
    const std::vector<RecordedGame> games = read_record(path);
    require(games.size() == 1, "a continued record without its game");
    require(
        replay_game(begin.field, games[0], {}).differences.empty(),
        "a continued record that disagrees with the rules");
}

} // namespace

std::vector<std::string> seeds() {
    return recorded_games();
}

void execute(std::string_view input) {
    static const std::string path = scratch_folder() + "/record.jsonl";
    write_file(path, input);
    expect_user_errors([&] {
        for (const RecordedGame& game : read_record(path)) {
            for (int turn = -1; turn < max_turns; ++turn) {
                expect_user_errors([&] { go_on(beginning_at(path, game, turn)); });
            }
        }
    });
}

} // namespace fuzz
