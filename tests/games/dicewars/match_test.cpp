// dicewars with the real executable: the agents as programs of their own, both ways of running
// them, and agents of the course's Python environment.

#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

using nlohmann::json;
using namespace tests;
namespace fs = std::filesystem;

namespace {

std::string dicewars_ai(const std::string& name) {
    return built("ai") + "/dicewars/" + name;
}

std::string field(const std::string& name) {
    return source_folder() + "/fields/dicewars/" + name + ".dat";
}

/// A match with what its record says of each move.
struct Match {
    Output output;
    std::vector<json> moves; ///< turn, seat, what took effect, fault
    json summary;

    Match(
        const std::string& field, const std::vector<std::string>& ais,
        const std::vector<std::string>& options = {}) {
        const TemporaryFolder folder;
        std::vector<std::string> command{referee_path(), field, "--json", "--record", folder / "r"};
        for (const std::string& ai : ais) {
            command.insert(command.end(), {"--ai", ai});
        }
        command.insert(command.end(), options.begin(), options.end());
        output = run(command);
        if (output.status != 0) {
            return;
        }
        summary = json::parse(output.out);
        std::istringstream record(read_file(folder / "r"));
        for (std::string text; std::getline(record, text);) {
            const json line = json::parse(text);
            if (line.contains("move")) {
                moves.push_back({line["turn"], line["seat"], line["move"], line["fault"]});
            }
        }
    }
    std::string first_fault() const {
        for (const json& move : moves) {
            if (!move[3].is_null()) {
                return move[3];
            }
        }
        return "none";
    }
    int faults() const {
        int count = 0;
        for (const json& move : moves) {
            count += move[3].is_null() ? 0 : 1;
        }
        return count;
    }
};

/// The bridge with an agent of its own, in a folder of its own.
std::string
bridge_for(const TemporaryFolder& folder, const std::string& agent, const std::string& text) {
    const std::string path = folder / agent;
    fs::copy(source_folder() + "/ai-samples/dicewars/course", path, fs::copy_options::recursive);
    if (!text.empty()) {
        write_file(path + "/dicewars/ai/" + agent + ".py", text);
    }
    write_file(
        path + "/ai.ini", "command = python3 -B {dir}/bridge.py " + agent + "\nresident = yes\n");
    return path;
}

bool has_python(const std::string& what) {
    return !lacks("python3", what);
}

/// An agent whose every turn is this line of Python.
std::string agent_that(const std::string& line) {
    return "from dicewars.client.ai_driver import *\n"
           "class AI:\n"
           "    def __init__(self, player_name, board, players_order, max_transfers):\n"
           "        self.player_name = player_name\n"
           "    def ai_turn(self, board, moves, transfers, turns, time_left):\n"
           "        " +
           line + "\n";
}

/// An agent of the course plays the small field without a fault, for more than so many moves.
void check_plays(const std::string& ai, std::size_t moves) {
    const Match match(field("small"), {ai, dicewars_ai("sdc"), dicewars_ai("ste")});
    INFO(match.output.err << match.output.out);
    REQUIRE(match.output.status == 0);
    CHECK(match.moves.size() > moves);
    CHECK(match.faults() == 0);
}

} // namespace

TEST_CASE(
    "dicewars agents play the same games resident and started for each command", "[dicewars]") {
    const std::vector<std::string> ais{
        dicewars_ai("xsmejk29"), dicewars_ai("stei_adt"), dicewars_ai("maxn")};
    const Match started(field("small"), ais);
    const Match resident(field("small"), ais, {"--resident"});
    REQUIRE(started.output.status == 0);
    CHECK(started.moves.size() > 50);
    CHECK(started.faults() == resident.faults());
    CHECK(started.moves == resident.moves);
}

TEST_CASE(
    "agents of the course's environment play like those in C++ that they copy",
    "[dicewars][slow]") {
    if (!has_python("agents of the course's environment")) {
        return;
    }
    const TemporaryFolder folder;
    const std::string steady = bridge_for(folder, "steady", "");
    const std::string strength = bridge_for(folder, "strength", "");
    const Match python(
        field("four-001"), {steady, strength, dicewars_ai("ste"), dicewars_ai("maxn")});
    INFO(python.output.err);
    REQUIRE(python.output.status == 0);
    const Match cpp(
        field("four-001"),
        {dicewars_ai("stei_at"), dicewars_ai("sdc"), dicewars_ai("ste"), dicewars_ai("maxn")},
        {"--resident"});
    CHECK(python.faults() == 0);
    CHECK(python.moves.size() > 500);
    CHECK(python.moves == cpp.moves);
}

TEST_CASE("the environment has the course's own agents by dotted names", "[dicewars]") {
    if (!has_python("agents by dotted names")) {
        return;
    }
    const TemporaryFolder folder;
    const std::string stei = bridge_for(folder, "dt.stei", "");
    const std::string stei_at = bridge_for(folder, "kb.stei_at", "");
    const Match python(field("small"), {stei, stei_at, dicewars_ai("sdc")});
    INFO(python.output.err);
    REQUIRE(python.output.status == 0);
    const Match cpp(
        field("small"), {dicewars_ai("stei"), dicewars_ai("stei_at"), dicewars_ai("sdc")},
        {"--resident"});
    CHECK(python.faults() == 0);
    CHECK(python.moves == cpp.moves);
}

TEST_CASE("a package of an older year plays with what the environment has", "[dicewars]") {
    if (!has_python("a package of an older year")) {
        return;
    }
    const TemporaryFolder folder;
    const std::string ai = bridge_for(folder, "kb.xolder00", "");
    fs::create_directories(ai + "/dicewars/ai/kb/xolder00");
    write_file(ai + "/dicewars/ai/kb/xolder00/choice.py", R"(
from dicewars.ai.utils import possible_attacks, probability_of_successful_attack
def choices(board, player):
    return [(source, target) for source, target in possible_attacks(board, player)
            if probability_of_successful_attack(board, source.get_name(), target.get_name()) > 0.4]
)");
    write_file(ai + "/dicewars/ai/kb/xolder00/__init__.py", R"(
from dicewars.ai.kb.move_selection import (
    areas_expected_loss, get_sdc_attack, get_transfer_from_endangered, get_transfer_to_border)
from dicewars.ai.kb.xolder00.choice import choices
from dicewars.ai.utils import save_state, sigmoid
from dicewars.client.ai_driver import BattleCommand, EndTurnCommand
from dicewars.client.game.board import Area, Board
class AI:
    def __init__(self, player_name, board, players_order):
        self.player_name = player_name
        assert sigmoid(0) == 0.5 and isinstance(board, Board)
    def ai_turn(self, board, nb_moves_this_turn, nb_turns_this_game, time_left):
        save_state(board, self.player_name, [1, 2])
        mine = board.get_player_areas(self.player_name)
        names = [area.get_name() for area in mine]
        assert all(isinstance(area, Area) and area.hexes == area.get_hexes() for area in mine)
        assert all(area.get_adjacent_areas() == area.get_adjacent_areas_names() for area in mine)
        largest = max(len(board.get_areas_region(name, names)) for name in names)
        assert largest == max(map(len, board.get_players_regions(self.player_name)))
        assert areas_expected_loss(board, self.player_name, mine) >= 0
        for transfer in get_transfer_from_endangered, get_transfer_to_border:
            found = transfer(board, self.player_name)
            assert found is None or found[0] in names and found[1] in names
        attack = get_sdc_attack(board, self.player_name)
        for source, target in choices(board, self.player_name):
            return BattleCommand(source.get_name(), target.get_name())
        return BattleCommand(attack[0], attack[1]) if attack else EndTurnCommand()
)");
    check_plays(ai, 50);
}

TEST_CASE("an agent plays in its own checkout of the course's repository", "[dicewars]") {
    if (!has_python("an agent in its own checkout")) {
        return;
    }
    const TemporaryFolder folder;
    const std::string ai = bridge_for(folder, "kb.xlogin42", "");
    fs::remove_all(ai + "/dicewars"); // all comes from the checkout
    write_file(
        ai + "/ai.ini",
        "command = python3 -B {dir}/bridge.py kb.xlogin42 {dir}/checkout\nresident = yes\n");
    const std::string root = ai + "/checkout/";
    fs::create_directories(root + "dicewars/ai/kb/xlogin42");
    fs::create_directories(root + "dicewars/client/game");
    fs::create_directories(root + "dicewars/server/game");
    write_file(root + "model.txt", "0.5\n");
    write_file(root + "dicewars/server/game/summary.py", "def own(): return True\n");
    write_file(root + "dicewars/client/ai_driver.py", R"(
class BattleCommand:
    def __init__(self, source_name, target_name):
        self.source_name, self.target_name = source_name, target_name
class EndTurnCommand:
    pass
)");
    // Not in Debian: the bridge stands in. A model of a graphics card: torch has to load it here.
    write_file(root + "torch.py", R"(
class cuda:
    @staticmethod
    def is_available(): return False
def load(file, map_location=None):
    if map_location != 'cpu':
        raise RuntimeError('Attempting to deserialize object on a CUDA device')
    return 0.5
)");
    write_file(root + "dicewars/client/game/board.py", R"(
import hexutil
from hexutil import Hex
class Board:
    def __init__(self, areas, board):
        self.everything = {int(name): (areas[name]['owner'], areas[name]['dice'],
                                       board[name]['neighbours']) for name in areas}
)");
    write_file(root + "dicewars/ai/utils.py", R"(
def own_attacks(board, player):
    for name, (owner, dice, neighbours) in board.everything.items():
        if owner == player and dice > 1:
            yield from ((name, other) for other in neighbours if board.everything[other][0] != player)
)");
    write_file(root + "dicewars/ai/kb/xlogin42/model.py", R"(
import torch
def half(): return torch.load('model.txt')
)");
    write_file(root + "dicewars/ai/kb/xlogin42/__init__.py", R"(
from dicewars.ai.kb.xlogin42.model import half
from dicewars.ai.utils import own_attacks
from dicewars.client.ai_driver import BattleCommand, EndTurnCommand
from dicewars.server.game.summary import own
class AI:
    def __init__(self, player_name, board, players_order, max_transfers):
        self.player_name = player_name
        assert own() and float(open('model.txt').read()) == half() == 0.5
    def ai_turn(self, board, moves, transfers, turns, time_left):
        for attack in own_attacks(board, self.player_name):
            return BattleCommand(*attack)
        return EndTurnCommand()
)");
    check_plays(ai, 20);
}

TEST_CASE("what an agent of the course writes to files costs it nothing", "[dicewars]") {
    if (!has_python("an agent that writes files")) {
        return;
    }
    const TemporaryFolder folder;
    const std::string ai = bridge_for(folder, "kb.xsaves00", "");
    write_file(ai + "/dicewars/ai/kb/xsaves00.py", R"(
import pathlib
from dicewars.ai.utils import possible_attacks, save_state
from dicewars.client.ai_driver import BattleCommand, EndTurnCommand
class AI:
    def __init__(self, player_name, board, players_order, max_transfers):
        self.player_name, self.order = player_name, players_order
    def ai_turn(self, board, moves, transfers, turns, time_left):
        with open('debug.save', 'wb') as file:
            save_state(file, board, self.player_name, self.order)
        pathlib.Path('log.txt').open('a').write(str(board.nb_players_alive()))
        try:
            open('missing.txt')
        except FileNotFoundError:
            pass
        for source, target in possible_attacks(board, self.player_name):
            return BattleCommand(source.get_name(), target.get_name())
        return EndTurnCommand()
)");
    check_plays(ai, 20);
    CHECK_FALSE(fs::exists(ai + "/debug.save"));
}

TEST_CASE(
    "an agent of the course that raises is switched off, and its words are shown", "[dicewars]") {
    if (!has_python("an agent of the course that raises")) {
        return;
    }
    const TemporaryFolder folder;
    const std::string other = dicewars_ai("sdc");
    const Match raising(
        field("small"),
        {bridge_for(folder, "raising", agent_that("raise ValueError('lost')")), other, other},
        {"--seats", "fixed"});
    REQUIRE(raising.output.status == 0);
    REQUIRE(raising.moves.size() > 10);
    CHECK(raising.faults() == 1);
    CHECK(raising.first_fault() == "exit");

    const Match wrong(
        field("small"), {bridge_for(folder, "wrong", agent_that("return 'end'")), other, other},
        {"--seats", "fixed"});
    REQUIRE(wrong.output.status == 0);
    CHECK(wrong.faults() == 1);
    CHECK(wrong.first_fault() == "exit");

    const Match ending(
        field("small"),
        {bridge_for(folder, "ending", agent_that("return EndTurnCommand()")), other, other},
        {"--seats", "fixed"});
    REQUIRE(ending.output.status == 0);
    CHECK(ending.faults() == 0);
}

TEST_CASE("a wrong name of an agent gets the names that there are", "[dicewars]") {
    if (!has_python("a wrong name of an agent")) {
        return;
    }
    const std::vector<std::pair<std::string, std::string>> rows{
        {"stedy", "there is neither dicewars/ai/stedy.py nor a package of that name"},
        {"kb.nobody", "there is neither dicewars/ai/kb/nobody.py nor a package of that name"},
        {"nobody.agent", "there is neither dicewars/ai/nobody/agent.py nor a package"},
        {"utils", "it has no class AI"}};
    for (const auto& [name, problem] : rows) {
        const TemporaryFolder folder;
        const tests::Output output = tests::run(
            {tests::referee_path(), "check", "--game", "dicewars", bridge_for(folder, name, ""),
             "--turns", "1"});
        INFO(output.out << output.err);
        CHECK(output.status == 3);
        CHECK_THAT(output.out, ContainsSubstring("    | no agent '" + name + "': " + problem));
        CHECK_THAT(
            output.out,
            ContainsSubstring(
                "    hint: name an agent in the command of ai.ini; agents: dt.sdc, dt.stei, kb.stei_at, steady, strength\n"));
        CHECK(output.out.find("pip install") == std::string::npos);
    }
}

TEST_CASE("foresight plays without a fault for two seats and for three", "[dicewars]") {
    const std::string own = dicewars_ai("foresight");
    const std::string other = dicewars_ai("stei_at");
    const std::vector<std::string> options{"--resident", "--seats", "fixed"};
    const Match two(field("two-001"), {own, other}, options);
    REQUIRE(two.output.status == 0);
    CHECK(two.faults() == 0);
    const Match three(field("small"), {own, other, other}, options);
    REQUIRE(three.output.status == 0);
    CHECK(three.faults() == 0);
}

TEST_CASE("maxn says which options it has if it is given another", "[dicewars]") {
    const Output output = run({dicewars_ai("maxn"), "--hold", "much"});
    CHECK(output.status == 1);
    CHECK(output.err.find("maxn: --hold: write an option and a number: --areas 0.5") == 0);
    CHECK(run({dicewars_ai("maxn"), "--luck", "1"}).status == 1);
    CHECK(run({dicewars_ai("maxn"), "--depth"}).status == 1);
}

TEST_CASE("the paper's games come out equal through the referee, either way", "[dicewars][slow]") {
    if (!has_python("the paper's games through the referee")) {
        return;
    }
    const std::string script = source_folder() + "/scripts/paper-table";
    const Output resident = run({script, built(), "--boards", "2"});
    CHECK(resident.status == 0);
    CHECK(resident.out.find("8 of 8 equal the paper's") != std::string::npos);
    const Output started = run({script, built(), "--boards", "1", "--started"});
    CHECK(started.status == 0);
    CHECK(started.out.find("4 of 4 equal the paper's") != std::string::npos);
}
