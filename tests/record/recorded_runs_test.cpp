#include "base/bytes.hpp"
#include "match/game_runner.hpp"
#include "record/rerun/recorded_runs.hpp"
#include "support/catch.hpp"
#include "support/run.hpp"

using namespace referee;

namespace {

const std::string field_sha256(64, 'a');

RecordedMove move_of(int turn, Seat seat, double wall_ms, Fault fault = Fault::none) {
    RecordedMove move;
    move.turn = turn;
    move.seat = seat;
    move.wall_ms = wall_ms;
    move.fault = fault;
    move.limit_ms = 500;
    return move;
}

RecordedGame game_of(std::vector<RecordedMove> moves) {
    RecordedGame game;
    game.game = "gems";
    game.names = {"a", "b"};
    game.seats.resize(2);
    game.seed = 7;
    game.moves = std::move(moves);
    return game;
}

RecordedMove with_memory(RecordedMove move, const std::string& memory) {
    move.memory = memory.empty() ? "" : base64(gzip(memory));
    return move;
}

} // namespace

TEST_CASE("a recorded run was told the time and the fault of its seat's run before", "[rerun]") {
    const RecordedGame game = game_of(
        {move_of(0, 1, 12.999), move_of(1, 2, 3.5, Fault::illegal), move_of(2, 1, 0.001),
         move_of(3, 2, 8)});
    const std::vector<MatchFacts> facts = facts_of(game, field_sha256);
    REQUIRE(facts.size() == 4);
    CHECK(facts[0].last_wall_ns == 0);
    CHECK(facts[1].last_wall_ns == 0);
    CHECK(facts[2].last_wall_ns == 12'999'000);
    CHECK(facts[2].last_fault == Fault::none);
    CHECK(facts[3].last_wall_ns == 3'500'000);
    CHECK(facts[3].last_fault == Fault::illegal);
    CHECK(facts[3].turn == 3);
    CHECK(facts[3].limit == std::chrono::milliseconds(500));
    CHECK(facts[3].seed == move_seed(7, field_sha256, 2, 3));
    CHECK_FALSE(facts[3].has_clock);
}

TEST_CASE("a preparation counts as the run before the first move", "[rerun]") {
    RecordedMove preparation = move_of(0, 2, 40, Fault::timeout);
    preparation.is_preparation = true;
    const std::vector<MatchFacts> facts =
        facts_of(game_of({preparation, move_of(0, 1, 1), move_of(1, 2, 1)}), field_sha256);
    CHECK(facts[0].phase == Phase::prepare);
    CHECK(facts[1].last_wall_ns == 0);
    CHECK(facts[2].phase == Phase::move);
    CHECK(facts[2].last_wall_ns == 40'000'000);
    CHECK(facts[2].last_fault == Fault::timeout);
}

TEST_CASE("in a game that continues another one no seat has a previous run", "[rerun]") {
    RecordedGame game =
        game_of({move_of(0, 1, 5), move_of(1, 2, 5), move_of(2, 1, 6), move_of(4, 1, 7)});
    game.from = RecordedBeginning{"other.jsonl", 1, 2, {"c", "d"}, 2};
    const std::vector<MatchFacts> facts = facts_of(game, field_sha256);
    CHECK(facts[2].last_wall_ns == 0);
    CHECK(facts[3].last_wall_ns == 6'000'000);
    CHECK(is_first_run(game, 2));
    CHECK_FALSE(is_first_run(game, 3));
}

TEST_CASE("a line of a seat that the game doesn't have tells nothing", "[rerun]") {
    const std::vector<MatchFacts> facts = facts_of(
        game_of({move_of(0, 99, 5), move_of(0, -3, 5), move_of(1, 1, 1e300)}), field_sha256);
    CHECK(facts.size() == 3);
    CHECK(facts[2].last_wall_ns == 0);
}

TEST_CASE("memory.dat before a run is what the seat's last change left", "[rerun]") {
    RecordedGame game = game_of(
        {with_memory(move_of(0, 1, 1), "first"), with_memory(move_of(1, 2, 1), "other"),
         move_of(2, 1, 1), with_memory(move_of(4, 1, 1), ""), move_of(6, 1, 1)});
    game.has_memory = true;
    CHECK(memory_before(game, 0) == "");
    CHECK(memory_before(game, 1) == "");
    CHECK(memory_before(game, 2) == "first");
    CHECK(memory_before(game, 3) == "first"); // not changed in turn 2
    CHECK(memory_before(game, 4) == "");
}

TEST_CASE("memory.dat that isn't recorded is known only before the first run", "[rerun]") {
    RecordedGame game = game_of({move_of(0, 1, 1), move_of(2, 1, 1), move_of(4, 1, 1)});
    CHECK(memory_before(game, 0) == "");
    CHECK_FALSE(memory_before(game, 1));
    game.has_memory = true;
    game.moves[0].memory = "";
    game.moves[0].memory_is_lost = true; // it was too large
    CHECK_FALSE(memory_before(game, 1));
    CHECK_FALSE(memory_before(game, 2));
    game.moves[1].memory = "no base64 *";
    CHECK_FALSE(memory_before(game, 2));
}

TEST_CASE("a resident AI's variables are of the run in which it was started", "[rerun]") {
    RecordedGame game =
        game_of({move_of(0, 1, 1), move_of(2, 1, 1), move_of(4, 1, 1), move_of(6, 1, 1)});
    const std::vector<MatchFacts> facts = facts_of(game, field_sha256);
    CHECK(environment_seed(game, facts, 1) == facts[1].seed); // started for every move
    game.moves[0].starts = true;
    game.moves[2].starts = true; // after a crash in turn 2
    CHECK(environment_seed(game, facts, 1) == facts[0].seed);
    CHECK(environment_seed(game, facts, 2) == facts[2].seed);
    CHECK(environment_seed(game, facts, 3) == facts[2].seed);
}

TEST_CASE("an answer is judged beside those that the others gave", "[rerun]") {
    const LoadedField field =
        load_field(tests::source_folder() + "/fields/battlesnake/7x7-2-001.dat");
    const auto position = field.field->start();
    const std::string before = position->canonical_text();
    RecordedMove first = move_of(0, 1, 1);
    RecordedMove second = move_of(0, 2, 1);
    first.move = first.effect = second.move = second.effect = "up";
    first.move_is_whole = second.move_is_whole = true;
    const std::vector<RecordedMove> turn{first, second};
    const RecordedRun run{1, *position, turn};
    CHECK(effect_in(run, second, {2, Fault::none, "down\n"}).text == "down");
    CHECK(effect_in(run, second, {2, Fault::none, "sideways"}).fault == Fault::bad_result);
    CHECK(effect_in(run, second, {2, Fault::timeout, ""}).fault == Fault::timeout);
    CHECK(position->canonical_text() == before);
}
