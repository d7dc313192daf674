// Every system call that the process and match parts make is made to fail, in the referee and in
// its keepers, at its first and at a later use, with errors that a system under pressure gives.
// Each time the match ends well (the failure was retried or did not matter) or with one line that
// says what failed; never with a hang, a false verdict about an AI, a lost record or a process left
// behind.

#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"

#include <array>
#include <cerrno>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

using nlohmann::json;
using namespace tests;

namespace {

std::string library() {
    return built("failing-calls.so");
}

struct Bench {
    TemporaryFolder folder{true};
    std::string ai = folder / "failing-calls-ai";
    std::string record = folder / "record.jsonl";
    std::vector<std::string> command;

    explicit Bench(const std::vector<std::string>& options) {
        const bool is_resident =
            std::find(options.begin(), options.end(), "--resident") != options.end();
        std::filesystem::copy_file(
            is_resident ? built("trivial-resident") : gems_ai("reference-c"), ai);
        run(
            {referee_path(), "create", folder / "f.dat", "--seed", "1", "--set", "max_moves=4",
             "--set", "illegal_penalty=0"});
        command = {referee_path(), folder / "f.dat", "--ai", ai,       "--ai", ai,
                   "--json",       "--record",       record, "--force"};
        command.insert(command.end(), options.begin(), options.end());
    }

    /// Plays with the library loaded into the referee (not into `timeout`) and its keepers.
    Output play(const std::string& variable) const {
        std::vector<std::string> whole{"timeout", "-k", "1", "20", "env", "LD_PRELOAD=" + library(),
                                       variable};
        whole.insert(whole.end(), command.begin(), command.end());
        return run(whole);
    }
};

/// How often each call is made in a match without failures, by role and call.
std::map<std::string, long> count_calls(const Bench& bench) {
    const std::string counts = bench.folder / "counts";
    const Output output = bench.play("REFEREE_TEST_COUNT=" + counts);
    INFO(output.err);
    REQUIRE(output.status == 0);
    std::map<std::string, long> calls;
    std::istringstream lines(read_file(counts));
    std::string role;
    std::string name;
    for (long count = 0; lines >> role >> name >> count;) {
        calls[role + ":" + name] = std::max(calls[role + ":" + name], count);
    }
    return calls;
}

/// Errors without a known remedy, such as EINTR where none can come, want a second line.
bool asks_for_report(const Output& output) {
    return output.status == 1 &&
           output.err.find("\nreferee: please report this with the version and the command line: "
                           "referee ") != std::string::npos;
}

/// What is wrong with the end of a match in which a call was made to fail; empty if nothing.
std::string problem_with(const Bench& bench, const std::string& failed_call, const Output& output) {
    if (output.status == 124 || output.status == 137) {
        return "it hangs";
    }
    // 2: what could not be looked at is reported as the file it is, before the match.
    if (output.status < 0 || output.status > 2) {
        return "exit status " + std::to_string(output.status) + ": " + output.err;
    }
    // Each process counts its own calls: where the first write of a helper process fails, so does
    // that of the line which says so.
    const bool is_silenced = failed_call == "r:write" && output.err.empty();
    if (output.status != 0 && !is_silenced &&
        (output.err.rfind("referee: ", 0) != 0 ||
         std::count(output.err.begin(), output.err.end(), '\n') !=
             (asks_for_report(output) ? 2 : 1))) {
        return "not one line: " + output.err;
    }
    if (output.status == 0) {
        const json match = json::parse(output.out);
        for (const json& game : match.at("games")) {
            for (const json& fault : game.at("faults")) {
                // The trivial resident's answers are illegal by intention.
                if (fault["fault"] != "illegal") {
                    return "an AI is blamed: " + fault.dump();
                }
            }
        }
    }
    std::istringstream lines(read_file(bench.record));
    for (std::string line; std::getline(lines, line);) {
        if (!json::accept(line)) {
            return "the record holds '" + line + "'";
        }
    }
    if (!processes_with(bench.ai).empty()) {
        return "a process is left";
    }
    return "";
}

void fail_every_call(const std::vector<std::string>& options) {
    if (is_skipped_with_sanitizers(
            "failing calls: sanitizers and a library loaded before them don't mix")) {
        return;
    }
    const Bench bench(options);
    const std::map<std::string, long> calls = count_calls(bench);
    CHECK(calls.size() > 90); // both roles, generated from the objects
    constexpr std::array errors{EINTR, EAGAIN, ENOSPC, EMFILE, ENOMEM, EACCES};
    int tried = 0;
    int survived = 0;
    std::set<std::string> names;
    for (const auto& [call, count] : calls) {
        std::set<long> numbers{1, (count + 1) / 2, count};
        numbers.erase(0);
        for (const long number : numbers) {
            if (number > count) {
                continue; // never made
            }
            // The errors in turn, so that each call meets several of them over its numbers.
            const int error = errors[static_cast<std::size_t>(tried) % errors.size()];
            const std::string variable = "REFEREE_TEST_FAIL=" + call + ":" +
                                         std::to_string(number) + ":" + std::to_string(error);
            const Output output = bench.play(variable);
            ++tried;
            survived += output.status == 0 ? 1 : 0;
            names.insert(call);
            INFO(variable << " of " << count << "\n" << output.err);
            CHECK(problem_with(bench, call, output) == "");
        }
    }
    std::printf(
        "failing calls: %zu calls, %d failures, %d of them without consequence\n", names.size(),
        tried, survived);
}

} // namespace

TEST_CASE(
    "a failing system call ends in a clear error or a retry: started AIs",
    "[failing-calls][slow]") {
    fail_every_call({});
}

TEST_CASE(
    "a failing system call ends in a clear error or a retry: resident AIs",
    "[failing-calls][slow]") {
    fail_every_call({"--resident"});
}

TEST_CASE(
    "a failing system call ends in a clear error or a retry: strict", "[failing-calls][slow]") {
    if (run({referee_path(), "check", "--confinement"}).out.find("strict      supported") ==
        std::string::npos) {
        leave_out("failing calls in mode strict", Need::namespaces);
        return;
    }
    fail_every_call({"--confine", "strict"});
}
