#include "support/catch.hpp"
#include "support/processes.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <system_error>
#include <thread>
#include <utility>

using nlohmann::json;
using namespace tests;

namespace {

/// A match of a resident script against itself or another AI on a field where an illegal answer
/// costs nothing, so that the game goes on. `body` is run for each `move` with $turn set.
struct ResidentMatch {
    TemporaryFolder folder;
    std::vector<json> lines;
    json result;
    Output output;

    explicit ResidentMatch(
        const std::string& body, const std::vector<std::string>& options = {},
        const std::string& before = "", int moves = 12) {
        std::filesystem::create_directory(folder / "ai");
        write_file(folder / "ai/ai.ini", "command = play.sh\nresident = yes\nname = it\n");
        write_script(
            folder / "ai/play.sh", "#!/bin/bash\n" + before +
                                       "\nwhile read -r word turn; do case $word in\n"
                                       "move) " +
                                       body +
                                       " ;;\n"
                                       "quit) exit 0 ;;\n"
                                       "esac; done\n");
        // Printed by one write, because the AI could be stopped between two.
        write_file(folder / "ai/done-and-more", "done\nthinking aloud\n");
        write_file(folder / "ai/done-twice", "done\ndone\n");
        write_script(folder / "other", "#!/bin/sh\necho 9 9 9 9 > result.dat\n");
        run(
            {referee_path(), "create", folder / "f.dat", "--seed", "1", "--set",
             "max_moves=" + std::to_string(moves), "--set", "illegal_penalty=0"});
        std::vector<std::string> command{
            referee_path(),    folder / "f.dat", "--ai",    folder / "ai", "--ai",
            folder / "other",  "--json",         "--seats", "fixed",       "--record",
            folder / "r.jsonl"};
        command.insert(command.end(), options.begin(), options.end());
        output = run(command);
        if (output.status == 0) {
            result = json::parse(output.out)["games"][0];
        }
        std::istringstream text(read_file(folder / "r.jsonl"));
        for (std::string line; std::getline(text, line);) {
            lines.push_back(json::parse(line));
        }
    }

    /// Fault and reason of the AI's n-th move, from 0.
    std::string fault(int move) const {
        const json& line = lines.at(static_cast<std::size_t>(1 + 2 * move));
        return line["fault"].is_null() ? "none" : line["fault"].get<std::string>();
    }
    std::string reason(int move) const {
        return lines.at(static_cast<std::size_t>(1 + 2 * move)).value("reason", "");
    }
    std::string notes(int move) const {
        return lines.at(static_cast<std::size_t>(1 + 2 * move)).value("notes", "");
    }
};

const std::string answer = "echo 9 9 9 9 > result.dat; ";

} // namespace

TEST_CASE("a resident AI is one process for the whole game, asked with the turn", "[resident]") {
    const ResidentMatch match(answer + "echo $$ $turn > notes.dat; echo done");
    REQUIRE(match.output.status == 0);
    const std::string first = match.notes(0);
    const std::string number = first.substr(0, first.find(' '));
    for (int move = 0; move < 6; ++move) {
        CHECK(match.fault(move) == "illegal"); // read and judged
        CHECK(match.notes(move) == number + " " + std::to_string(2 * move) + "\n");
    }
    CHECK(processes_with(match.folder / "ai").empty());
}

TEST_CASE("`done` may carry the turn's number, and a wrong one is a bad result", "[resident]") {
    const ResidentMatch match(answer + "[ $turn = 2 ] && turn=7; echo done $turn");
    REQUIRE(match.output.status == 0);
    CHECK(match.fault(0) == "illegal");
    CHECK(match.fault(1) == "bad-result");
    CHECK_THAT(match.reason(1), ContainsSubstring("it printed 'done 7' instead of 'done'"));
}

TEST_CASE("another line than `done` is a bad result", "[resident]") {
    const ResidentMatch match(answer + "echo hello; echo done");
    CHECK(match.fault(0) == "bad-result");
    CHECK_THAT(match.reason(0), ContainsSubstring("it printed 'hello'"));
}

TEST_CASE("a second `done` is a bad result of the next move", "[resident]") {
    const ResidentMatch match(
        answer + "[ $turn = 2 ] && cat $REFEREE_AI_DIR/done-twice || echo done");
    CHECK(match.fault(0) == "illegal");
    CHECK(match.fault(1) == "illegal");
    CHECK(match.fault(2) == "bad-result");
}

TEST_CASE("what is printed between moves is dropped", "[resident]") {
    const ResidentMatch match(answer + "cat $REFEREE_AI_DIR/done-and-more");
    CHECK(match.fault(0) == "illegal");
    CHECK(match.fault(1) == "illegal");
    CHECK(match.fault(5) == "illegal");
}

TEST_CASE("a resident AI that never answers is late, is killed and restarted", "[resident][slow]") {
    // With gems' rules a timeout loses the game; the next game shows that it starts again.
    const ResidentMatch match(answer + "[ $turn = 4 ] || echo done", {"--time-limit", "3s"});
    REQUIRE(match.output.status == 0);
    CHECK(match.fault(1) == "illegal");
    CHECK(match.fault(2) == "timeout");
    CHECK_THAT(match.reason(2), ContainsSubstring("no 'done' after 3 s"));
    CHECK(match.result["seats"][0]["longest_ms"].get<double>() >= 3000);
}

TEST_CASE("the end of a resident AI before `done` is reported correctly", "[resident]") {
    CHECK(ResidentMatch(answer + "exit 3").fault(0) == "exit");
    // As interpreters do that close their output some time before they exit.
    CHECK(ResidentMatch(answer + "exec >&-; sleep 0.2; exit 3").fault(0) == "exit");
    CHECK(ResidentMatch(answer + "exit 0").fault(0) == "no-result");
    CHECK(ResidentMatch(answer + "kill -SEGV $$").fault(0) == "crash");
    CHECK(ResidentMatch(answer + "exec >&-; sleep 100").fault(0) == "no-result");
}

TEST_CASE("a resident AI that stays out isn't said to have died of a signal", "[resident][slow]") {
    const ResidentMatch match("sleep 100", {"--time-limit", "100ms"});
    write_script(match.folder / "other", "#!/bin/sh\necho end > result.dat\n");
    // In dicewars a timeout costs no more than the turn.
    run(
        {referee_path(), "create", match.folder / "d.dat", "--game", "dicewars", "--players", "2",
         "--seed", "1"});
    const Output told = run(
        {referee_path(), match.folder / "d.dat", "--ai", match.folder / "ai", "--ai",
         match.folder / "other", "--seats", "fixed", "--time-limit", "100ms"});
    const std::string text = told.out + told.err;
    CHECK_THAT(text, ContainsSubstring("crash: it was restarted three times"));
    CHECK_THAT(text, ContainsSubstring("look at the faults before this one"));
    CHECK(text.find("killed by a signal") == std::string::npos);
}

TEST_CASE("a resident AI that dies between its moves fails at the next", "[resident]") {
    const ResidentMatch match(answer + "echo done; [ $turn = 2 ] && exit 5", {"--ponder"});
    CHECK(match.fault(1) == "illegal");
    CHECK(match.fault(2) == "exit");
    CHECK(match.reason(2) == "exit status 5");
}

TEST_CASE("a resident AI that closes its output may still exit while it rests", "[resident]") {
    // A process that isn't suspended answers for it and closes the output last. The AI exits after
    // its files for turn 4 have been written, so only if it is resumed then.
    const ResidentMatch match(
        answer + "if [ $turn = 2 ]; then mapfile old < match.dat; "
                 "setsid sh -c 'sleep 0.1; echo done' & exec >&-; "
                 "until mapfile new < match.dat && [ \"${new[*]}\" != \"${old[*]}\" ]; do :; done; "
                 "exit 5; fi; echo done",
        {"--confine", "none"});
    REQUIRE(match.output.status == 0);
    CHECK(match.fault(1) == "illegal");
    CHECK(match.fault(2) == "exit");
    CHECK(match.reason(2) == "exit status 5");
}

TEST_CASE("a flood instead of an answer costs the move, not more", "[resident][slow]") {
    const ResidentMatch match("while :; do echo flood; done", {"--time-limit", "60s"});
    REQUIRE(match.output.status == 0);
    CHECK(match.fault(0) == "bad-result");
    const ResidentMatch endless("cat /dev/zero", {"--time-limit", "60s"});
    REQUIRE(endless.output.status == 0);
    CHECK(endless.fault(0) == "bad-result");
}

namespace {

/// A match in which a resident AI has moved and rests, with a child that counts without a pause.
/// The other AI moves until the end of this object.
class RestingMatch {
  public:
    explicit RestingMatch(const std::vector<std::string>& options = {}) {
        std::filesystem::create_directory(folder_ / "ai");
        std::filesystem::create_directory(folder_ / "work");
        std::filesystem::create_directory(folder_ / "gate");
        write_file(folder_ / "ai/ai.ini", "command = play.sh\nresident = yes\n");
        write_script(
            folder_ / "ai/play.sh",
            "#!/bin/bash\n"
            "(while :; do n=$((n + 1)); echo $n > memory.dat; sleep 0.01; done) &\n"
            "while read -r word turn; do\n"
            "  [ \"$word\" = quit ] && kill $! && exit\n"
            "  [ \"$word\" = move ] || continue\n"
            "  echo 9 9 9 9 > result.dat; echo done\n"
            "done\n");
        // It shows by its notes that it moves.
        write_script(
            folder_ / "other", "#!/bin/sh\necho moving > notes.dat\n"
                               "until [ -e " +
                                   (folder_ / "gate/open") +
                                   " ]; do sleep 0.01; done\n"
                                   "echo 9 9 9 9 > result.dat\n");
        run(
            {referee_path(), "create", folder_ / "f.dat", "--seed", "1", "--set", "max_moves=2",
             "--set", "illegal_penalty=0"});
        std::vector<std::string> command{
            referee_path(),    folder_ / "f.dat", "--ai",         folder_ / "ai", "--ai",
            folder_ / "other", "--seats",         "fixed",        "--work",       folder_ / "work",
            "--allow-read",    folder_ / "gate",  "--time-limit", "10m"};
        command.insert(command.end(), options.begin(), options.end());
        process_ = start(command);
        other_moves_ = comes_true([&] { return content_of("notes.dat") == "moving\n"; });
    }
    ~RestingMatch() { end(); }
    RestingMatch(const RestingMatch&) = delete;
    RestingMatch& operator=(const RestingMatch&) = delete;

    bool other_moves() const { return other_moves_; }
    std::string count() const { return content_of("memory.dat"); }
    /// Ends the match; its exit status.
    int end() {
        if (process_ > 0) {
            write_file(folder_ / "gate/open", "");
            status_ = exit_within(std::exchange(process_, -1));
        }
        return status_;
    }

  private:
    /// What one of the two work folders has in this file; the other one's is empty.
    std::string content_of(const std::string& name) const {
        std::string text;
        std::error_code code;
        for (std::filesystem::recursive_directory_iterator file(folder_ / "work", code), last;
             !code && file != last; file.increment(code)) {
            if (file->path().filename() == name) {
                text += read_file(file->path().string());
            }
        }
        return text;
    }

    TemporaryFolder folder_;
    pid_t process_ = -1;
    bool other_moves_ = false;
    int status_ = -1;
};

} // namespace

TEST_CASE("between its moves a resident AI is stopped, with its children", "[resident][slow]") {
    RestingMatch match;
    REQUIRE(match.other_moves());
    const std::string count = match.count();
    std::this_thread::sleep_for(std::chrono::milliseconds(300)); // it would count to 30
    CHECK(match.count() == count);
    CHECK(match.end() == 0);
}

TEST_CASE("with --ponder a resident AI runs between its moves", "[resident]") {
    RestingMatch match({"--ponder"});
    REQUIRE(match.other_moves());
    // Twice: the first change may have been the beginning of a number or of a file.
    for (int change = 0; change < 2; ++change) {
        const std::string count = match.count();
        CHECK(comes_true([&] { return match.count() != count; }));
    }
    CHECK(match.end() == 0);
}

TEST_CASE("a resident AI is told the end, and quits", "[resident]") {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "ai");
    std::filesystem::create_directory(folder / "logs");
    write_file(folder / "ai/ai.ini", "command = play.sh\nresident = yes\n");
    write_script(
        folder / "ai/play.sh", "#!/bin/bash\n"
                               "while read -r word turn; do\n"
                               "  echo \"$word\" >&2\n"
                               "  case $word in\n"
                               "  move) echo 9 9 9 9 > result.dat; echo done ;;\n"
                               "  end) grep -E '^(phase|rank|score)' match.dat >&2 ;;\n"
                               "  esac\n"
                               "done\n"
                               "echo input closed >&2\n");
    const Output output = run(
        {referee_path(), source_folder() + "/fields/gems/contest.dat", "--ai", folder / "ai",
         "--ai", gems_ai("reference-c"), "--seats", "fixed", "--logs", folder / "logs"});
    REQUIRE(output.status == 0);
    CHECK_THAT(
        read_file(folder / "logs/contest-game1-seat1.err"),
        ContainsSubstring("end\nphase end\nrank 2\nscore 0\nquit\ninput closed\n"));
}

TEST_CASE("a program can be made resident on the command line", "[resident]") {
    const TemporaryFolder folder;
    write_script(
        folder / "ai", "#!/bin/bash\n"
                       "while read -r word turn; do [ $word = quit ] && exit\n"
                       "echo 9 9 9 9 > result.dat; echo done; done\n");
    const Output output = run(
        {referee_path(), source_folder() + "/fields/gems/contest.dat", "--ai", folder / "ai",
         "--ai", folder / "ai", "--resident"});
    CHECK(output.status == 0);
    CHECK_THAT(output.out, ContainsSubstring("9 illegal"));
}

TEST_CASE(
    "the resident samples play as those that are started for every move", "[resident][slow]") {
    const auto moves_of = [](const std::string& ai) {
        const TemporaryFolder folder;
        const Output output = run(
            {referee_path(), source_folder() + "/fields/gems/contest.dat", "--ai", "it=" + ai,
             "--ai", gems_ai("reference-c"), "--record", folder / "r.jsonl"});
        INFO(output.err << output.out);
        REQUIRE(output.status == 0);
        std::string moves;
        std::istringstream text(read_file(folder / "r.jsonl"));
        for (std::string line; std::getline(text, line);) {
            const json move = json::parse(line);
            moves += move.contains("effect") ? move["effect"].get<std::string>() + "\n" : "";
        }
        return moves;
    };
    CHECK(moves_of(gems_ai("resident-cpp")) == moves_of(gems_ai("greedy")));
    if (!lacks("python3", "a resident AI in Python")) {
        CHECK(moves_of(gems_ai("resident-python")) == moves_of(gems_ai("reference")));
    }
}

TEST_CASE("the processor time of a resident AI includes its children", "[resident]") {
    if (lacks("python3", "processor time of children")) {
        return;
    }
    constexpr double ms_in_move = 50;
    constexpr int moves = 3;
    const std::string answer = "echo 9 9 9 9 > result.dat; echo done";
    const auto cpu_ms_of_moves = [](const ResidentMatch& match) {
        double sum = 0;
        for (const json& line : match.lines) {
            sum += line.value("seat", 0) == 1 ? line.value("cpu_ms", 0.0) : 0.0;
        }
        return sum;
    };
    SECTION("of one that lives on, in each move") {
        const std::string worker = "coproc W { /usr/bin/python3 -uc '\nimport sys, time\n"
                                   "for line in sys.stdin:\n"
                                   "    end = time.process_time() + 0.05\n"
                                   "    while time.process_time() < end: pass\n"
                                   "    print()\n'; }";
        const ResidentMatch match(
            "echo >&\"${W[1]}\"; read -r x <&\"${W[0]}\"; " + answer, {}, worker, 2 * moves);
        INFO(match.output.err);
        REQUIRE(match.output.status == 0);
        CHECK(cpu_ms_of_moves(match) >= moves * ms_in_move);
    }
    SECTION("of those that have exited, in the whole game") {
        const ResidentMatch match(
            "/usr/bin/python3 -Sc '\nimport time\nwhile time.process_time() < 0.05: pass\n'; " +
                answer,
            {}, "", 2 * moves);
        INFO(match.output.err);
        REQUIRE(match.output.status == 0);
        CHECK(match.result["seats"][0]["cpu_ms"] >= moves * ms_in_move);
    }
}
