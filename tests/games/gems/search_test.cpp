#include "gems/lib/sample.hpp"
#include "gems/lib/search.hpp"

#include "support/catch.hpp"
#include "support/games/gems_boards.hpp"

#include <algorithm>
#include <fstream>
#include <random>
#include <string>

using namespace referee::gems;
using namespace referee::gems::sample;
using tests::lay_swap;
using tests::never;
using tests::quiet_board;
namespace fs = std::filesystem;

namespace {

/// A duel at its start, on the quiet board.
Situation quiet_situation() {
    Situation situation;
    situation.state.board = quiet_board();
    for (Player& player : situation.state.players) {
        player.life = situation.parameters.life;
        player.shield = situation.parameters.shield;
    }
    return situation;
}

/// The trap: swapping `bait` dissolves three stones of a colour, and a bomb falls to where the
/// next swap makes it the third of a line, 15 damage. `other` is a green swap, far away. There are
/// no more swaps than these; the columns x for which that holds are 5 for red and 4 for purple.
struct Trap {
    Situation situation = quiet_situation();
    Swap bait;
    Swap other;
    Trap(Stone colour, int x) {
        Board& board = situation.state.board;
        bait = lay_swap(board, x, 0, colour);
        board.set(x - 2, 0, bomb5);
        board.set(x - 1, 0, bomb5);
        board.set(x + 1, 1, bomb5);
        other = lay_swap(board, 1, 9, green);
        REQUIRE_FALSE(has_line(board));
        REQUIRE(legal_swaps(board).count == 2);
    }
};

/// The settings of depth2 and depth3.
SearchConfig depth_two() {
    SearchConfig config;
    config.depth = 2;
    config.weights.purple = 10;
    return config;
}

SearchConfig depth_three() {
    SearchConfig config = depth_two();
    config.depth = 3;
    config.extra_turn_is_free = true;
    config.own_later_percent = 50;
    return config;
}

/// The value of a move for its mover, by a search without pruning.
int plain_value(
    const Situation& situation, const SearchConfig& config, const State& before, const Swap& swap,
    int depth, int free_turns) {
    State after = before;
    const Outcome outcome = foresee(after, situation.parameters, swap);
    const int estimate = evaluate(after, config.weights, before.mover);
    if (after.end != End::none) {
        return estimate + (winner(after) == before.mover ? 500 : -500) * (depth - 1);
    }
    const bool is_free = outcome.extra_turn && free_turns > 0;
    const int depth_left = is_free ? depth : depth - 1;
    const SwapList swaps = legal_swaps(after.board);
    if (depth_left == 0 || swaps.count == 0) {
        return estimate;
    }
    int best = -1'000'000;
    for (const Swap& next : swaps) {
        best = std::max(
            best, plain_value(
                      situation, config, after, next, depth_left, free_turns - (is_free ? 1 : 0)));
    }
    const int deeper = after.mover == before.mover ? best : -best;
    const int percent = after.mover == 0 ? config.own_later_percent : 100;
    return estimate + (deeper - estimate) * percent / 100;
}

int best_plain_value(const Situation& situation, const SearchConfig& config) {
    int best = -1'000'000;
    for (const Swap& swap : legal_swaps(situation.state.board)) {
        best = std::max(
            best, plain_value(
                      situation, config, situation.state, swap, config.depth,
                      config.extra_turn_is_free ? 1 : 0));
    }
    return best;
}

/// A duel in progress, close to extra turns. The board is the quiet one with some stones drawn
/// anew, so that there are few swaps and a search without pruning is fast.
Situation random_situation(std::uint64_t seed) {
    std::mt19937_64 generator(seed);
    Situation situation = quiet_situation();
    Board& board = situation.state.board;
    do {
        board = quiet_board();
        for (int drawn = 0; drawn < 25; ++drawn) {
            const auto x = static_cast<int>(generator() % columns);
            const auto y = static_cast<int>(generator() % rows);
            board.set(x, y, static_cast<Stone>(red + generator() % 10));
        }
    } while (has_line(board) || legal_swaps(board).count < 4);
    for (Player& player : situation.state.players) {
        player.life = static_cast<int>(5 + generator() % 20);
        player.shield = static_cast<int>(generator() % 10);
        player.red = static_cast<int>(generator() % 15);
        player.yellow = static_cast<int>(generator() % 15);
        player.purple = static_cast<int>(11 + generator() % 4);
    }
    return situation;
}

/// A new folder, removed at the end.
class TemporaryFolder {
  public:
    TemporaryFolder() {
        std::string name = (fs::temp_directory_path() / "gems-search-test-XXXXXX").string();
        REQUIRE(mkdtemp(name.data()) != nullptr);
        path_ = name;
    }
    ~TemporaryFolder() { fs::remove_all(path_); }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const fs::path& path() const { return path_; }
    void write(const char* name, const std::string& text) const {
        std::ofstream(path_ / name) << text;
    }
    std::string line_of(const char* name) const {
        std::ifstream file(path_ / name);
        std::string line;
        std::getline(file, line);
        return line;
    }

  private:
    fs::path path_;
};

std::string text_of(const Board& board) {
    std::string text;
    for (int y = rows - 1; y >= 0; --y) {
        for (int x = 0; x < columns; ++x) {
            text += {stone_signs[board.at(x, y)], x + 1 < columns ? ' ' : '\n'};
        }
    }
    return text;
}

} // namespace

TEST_CASE("the quiet board of these tests has no legal swap and no line", "[gems][samples]") {
    CHECK_FALSE(has_line(quiet_board()));
    CHECK_FALSE(has_legal_swap(quiet_board()));
}

TEST_CASE("the evaluation is mine minus the opponent's", "[gems][samples]") {
    State state;
    state.players[0] = {1, 1, 1, 1, 1, 1};
    CHECK(evaluate(state, Weights{}, 0) == 60 + 15 + 10 + 6 + 3);
    CHECK(evaluate(state, Weights{}, 1) == -(60 + 15 + 10 + 6 + 3));
    Weights weights;
    weights.purple = 10;
    CHECK(evaluate(state, weights, 0) == 104);
}

TEST_CASE(
    "a player who has lost is worth -2000, whatever else is on the accounts", "[gems][samples]") {
    State state;
    state.players[0] = {2, 0, 0, 0, 0, 0};
    state.players[1] = {0, 0, 14, 14, 14, 14};
    state.end = End::life;
    CHECK(evaluate(state, Weights{}, 0) == 120 + 2000);
}

TEST_CASE("a player who is behind when the moves are used up has lost", "[gems][samples]") {
    State state;
    state.players[0] = {5, 0, 0, 0, 0, 0};
    state.players[1] = {4, 0, 0, 0, 0, 0};
    state.end = End::moves;
    CHECK(evaluate(state, Weights{}, 0) == 300 + 2000);
}

TEST_CASE("greedy takes the killing move, though another gains more", "[gems][samples]") {
    Situation situation = quiet_situation();
    situation.state.players[0].shield = 0;
    situation.state.players[1].life = 1;
    situation.state.players[1].shield = 0;
    const Swap kill = lay_swap(situation.state.board, 0, 0, bomb1);
    lay_swap(situation.state.board, 4, 9, blue);
    REQUIRE(legal_swaps(situation.state.board).count == 2);

    SearchConfig greedy;
    greedy.weights.shield = 100; // three blue stones are 300, the opponent's last life is 60
    CHECK(search(situation, greedy, never).swap == kill);
}

TEST_CASE("depth 2 doesn't open a killing line to the opponent, greedy does", "[gems][samples]") {
    Trap trap(red, 5);
    trap.situation.state.players[0].life = 10;
    trap.situation.state.players[0].shield = 0;

    CHECK(search(trap.situation, {}, never).swap == trap.bait);
    CHECK(search(trap.situation, depth_two(), never).swap == trap.other);
    CHECK(search(trap.situation, depth_three(), never).swap == trap.other);
}

TEST_CASE("an extra turn is searched as one's own move", "[gems][samples]") {
    Trap trap(purple, 4);
    // Three purple stones make 15 of 12, so taking the bait brings the bombs as well.
    trap.situation.state.players[0].purple = 12;
    CHECK(search(trap.situation, depth_two(), never).swap == trap.bait);

    trap.situation.state.players[0].purple = 0;
    CHECK(search(trap.situation, depth_two(), never).swap == trap.other);
}

TEST_CASE("a win now is worth more than the same win later", "[gems][samples]") {
    Situation situation = quiet_situation();
    situation.state.players[1].life = 1;
    situation.state.players[1].shield = 0;
    const Swap kill = lay_swap(situation.state.board, 0, 0, bomb1);
    lay_swap(situation.state.board, 6, 9, red);
    const Choice choice = search(situation, depth_three(), never);
    CHECK(choice.swap == kill);
    CHECK(choice.value == 60 * 30 + 15 * 15 + 2000 + 2 * 500);
}

TEST_CASE("alpha-beta finds the value of a search without cuts", "[gems][samples]") {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        CAPTURE(seed);
        const Situation situation = random_situation(seed);
        for (const SearchConfig& config : {depth_two(), depth_three()}) {
            CHECK(search(situation, config, never).value == best_plain_value(situation, config));
        }
    }
}

TEST_CASE("the same situation gets the same answer", "[gems][samples]") {
    const Situation situation = random_situation(7);
    const Choice first = search(situation, depth_three(), never);
    const Choice second = search(situation, depth_three(), never);
    CHECK(first.swap == second.swap);
    CHECK(first.nodes == second.nodes);
    CHECK(first.depth == 3);
}

TEST_CASE("without any time the answer is that of depth 1", "[gems][samples]") {
    const Trap trap(red, 5);
    const Choice choice = search(trap.situation, depth_three(), [] { return true; });
    CHECK(choice.swap == trap.bait);
    CHECK(choice.depth == 1);
}

TEST_CASE("a search that is out of time stops and asks no more", "[gems][samples]") {
    const Situation situation = random_situation(3);
    const Choice whole = search(situation, depth_three(), never);
    int asked = 0;
    const Choice choice = search(situation, depth_three(), [&asked] { return ++asked >= 20; });
    CHECK(asked == 20);
    CHECK(is_legal(situation.state.board, choice.swap));
    CHECK(choice.nodes < whole.nodes);
}

TEST_CASE("part of the time limit is kept as a margin", "[gems][samples]") {
    CHECK(time_to_search(0).count() == 1000); // no limit
    CHECK(time_to_search(10).count() == 5);
    CHECK(time_to_search(100).count() == 70);
    CHECK(time_to_search(60'000).count() == 53'980);
}

TEST_CASE("unknown stones stay holes in what is foreseen", "[gems][samples]") {
    Situation situation = quiet_situation();
    const Swap swap = lay_swap(situation.state.board, 0, 0, bomb2);
    const Outcome outcome = foresee(situation.state, situation.parameters, swap);
    CHECK(outcome.damage == 6);
    CHECK(outcome.steps == 1);
    CHECK(situation.state.board.at(0, 9) == hole);
    CHECK(situation.state.end == End::none);
    CHECK(situation.state.mover == 1);
    CHECK(situation.state.players[1].shield == 9);
}

TEST_CASE("of moves worth the same the first in scan order is chosen", "[gems][samples]") {
    Situation situation = quiet_situation();
    lay_swap(situation.state.board, 1, 9, red);
    const Swap low = lay_swap(situation.state.board, 5, 0, red);
    const Choice choice =
        choose_best(situation, [](const Outcome& outcome) { return outcome.stones; });
    CHECK(choice.value == 3);
    CHECK(choice.swap == low);
    CHECK(choice.nodes == 2);
}

TEST_CASE("a folder with a board alone is a standard duel at its start", "[gems][samples]") {
    TemporaryFolder folder;
    folder.write("gamefield.dat", text_of(quiet_board()));
    const Situation situation = read_situation(folder.path());
    CHECK(situation.state.board == quiet_board());
    CHECK(situation.state.players[0] == Player{30, 15, 0, 0, 0, 0});
    CHECK(situation.state.players[1] == Player{30, 15, 0, 0, 0, 0});
    CHECK(situation.parameters.max_moves == 500);
    CHECK(situation.time_limit_ms == 60'000);
    CHECK(situation.seed == 0);
}

TEST_CASE("the state files say what differs from a standard duel", "[gems][samples]") {
    TemporaryFolder folder;
    Board board = quiet_board();
    board.set(4, 9, hole);
    folder.write("gamefield.dat", text_of(board));
    folder.write("player.dat", "7\n3\n1\n2\n3\n4\n");
    folder.write("opponent.dat", "8 0 5 6 7 8\r\n");
    folder.write(
        "match.dat",
        "game gems\nnovel\nname1 a name of three\nturn 40\nmoves_left 2\nthreshold 12\n"
        "purple_threshold 9\ntime_limit_ms 0\nseed 18446744073709551615\n");
    const Situation situation = read_situation(folder.path());
    CHECK(situation.state.board == board);
    CHECK(situation.state.players[0] == Player{7, 3, 1, 2, 3, 4});
    CHECK(situation.state.players[1] == Player{8, 0, 5, 6, 7, 8});
    CHECK(situation.state.moves == 40);
    CHECK(situation.parameters.max_moves == 42);
    CHECK(situation.parameters.threshold == 12);
    CHECK(situation.parameters.purple_threshold == 9);
    CHECK(situation.time_limit_ms == 0);
    CHECK(situation.seed == 18446744073709551615U);
}

TEST_CASE("a state file that can't be read is an error which names it", "[gems][samples]") {
    TemporaryFolder folder;
    CHECK_THROWS_WITH(read_situation(folder.path()), ContainsSubstring("gamefield.dat"));
    folder.write("gamefield.dat", text_of(quiet_board()));
    folder.write("player.dat", "30 15 0\n");
    CHECK_THROWS_WITH(read_situation(folder.path()), ContainsSubstring("player.dat"));
}

TEST_CASE("the answer is written into the result.dat that is there", "[gems][samples]") {
    TemporaryFolder folder;
    folder.write("result.dat", "");
    fs::create_hard_link(folder.path() / "result.dat", folder.path() / "same");
    write_choice(folder.path(), {{1, 2, 3, 4}, -5, 3, 678});
    CHECK(folder.line_of("same") == "1 2 3 4");
    CHECK(folder.line_of("notes.dat") == "value -5, depth 3, nodes 678");
}
