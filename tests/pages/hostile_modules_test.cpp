// Modules that somebody wrote to be free of the meter, or to fill a page's memory, and modules that
// are damaged: what the referee takes is valid in the eyes of others, too, and never runs more than
// what is reported. Node runs them with the page's own code. tests/browser/play has a sample of
// them in Chromium, tests/fuzz many more for the meter alone.

#include "base/error.hpp"
#include "match/move_files.hpp"
#include "match/player.hpp"
#include "pages/wasm/meter.hpp"
#include "sandbox/limits.hpp"
#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"
#include "support/user_error.hpp"
#include "support/wasm/modules.hpp"

#include <cstdint>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <sstream>
#include <string>

using namespace referee;
using namespace tests;

namespace {

std::optional<std::string> accepted(const std::string& bytes) {
    try {
        return metered_program(bytes, "test");
    } catch (const UserError&) {
        return std::nullopt;
    }
}

/// The modules accepted of all that are here, in a folder: NAME.in.wasm as they were, NAME.out.wasm
/// with the meter.
class Accepted {
  public:
    void add(const std::string& name, const std::string& bytes) {
        ++tried_;
        if (const std::optional<std::string> out = accepted(bytes)) {
            ++count_;
            write_file(folder_ / (name + ".in.wasm"), bytes);
            write_file(folder_ / (name + ".out.wasm"), *out);
        }
    }
    int tried() const { return tried_; }
    int count() const { return count_; }
    std::string path() const { return folder_.path(); }

  private:
    TemporaryFolder folder_;
    int tried_ = 0;
    int count_ = 0;
};

/// As many generated modules as damaged ones, and all that are written by hand.
void add_all(Accepted& modules, int generated) {
    for (const HostileModule& each : hostile_modules()) {
        modules.add(each.name, each.bytes);
    }
    std::mt19937 rng(20261126); // NOLINT: the same modules in each run
    const Choose choose = [&rng](std::size_t end) { return rng() % end; };
    for (int i = 0; i < generated; ++i) {
        const std::string module = generated_module(choose);
        modules.add(fmt::format("generated-{}", i), module);
        modules.add(fmt::format("damaged-{}", i), damaged_module(module, choose));
    }
}

/// What run-modules.mjs prints of each, by the module's name.
std::map<std::string, nlohmann::json> runs_in_node(const std::string& folder, int limit_ms) {
    const nlohmann::json limits{
        {"result", max_result_bytes},
        {"notes", max_notes_bytes},
        {"file", Limits{}.file_size},
        {"folder", Limits{}.work_size},
        {"descriptors", max_open_files}};
    const Output output = run(
        {"node", source_folder() + "/tests/support/wasm/run-modules.mjs",
         source_folder() + "/referee/pages/web", folder, limits.dump(), std::to_string(limit_ms)});
    CHECK(output.err.empty());
    std::map<std::string, nlohmann::json> runs;
    std::istringstream lines(output.out);
    for (std::string line; std::getline(lines, line);) {
        const nlohmann::json json = nlohmann::json::parse(line);
        const std::string name = json["name"];
        runs[name.substr(0, name.find(".out.wasm"))] = json;
    }
    return runs;
}

constexpr double instructions_per_ms = 5e6;

} // namespace

TEST_CASE("a hostile module is refused, unless its budget ends it", "[wasm][view]") {
    for (const HostileModule& each : hostile_modules()) {
        INFO(each.name);
        CHECK(accepted(each.bytes).has_value() == each.is_valid);
    }
}

TEST_CASE("no damage to a module lets more than a UserError out", "[wasm][view]") {
    std::mt19937 rng(7); // NOLINT: the same modules in each run
    const Choose choose = [&rng](std::size_t end) { return rng() % end; };
    int refused = 0;
    for (int i = 0; i < 300; ++i) {
        const std::string module = generated_module(choose);
        CHECK(accepted(module).has_value());
        refused += accepted(damaged_module(module, choose)) ? 0 : 1;
    }
    CHECK(refused > 100);
}

TEST_CASE(
    "what is accepted is valid to others, as it was and with the meter", "[wasm][view][slow]") {
    if (lacks("wasm-validate", "modules judged by wabt")) {
        return;
    }
    Accepted modules;
    add_all(modules, 1000);
    CHECK(modules.tried() > 2000);
    CHECK(modules.count() > 1000);
    const Output output = run(
        {"sh", "-c",
         "cd '" + modules.path() +
             "' && for file in *.wasm; do wasm-validate --ignore-custom-section-errors "
             "\"$file\" || echo \"$file\"; done"});
    CHECK(output.out + output.err == "");
}

TEST_CASE(
    "no module runs more than it reports, or a tenth beyond its budget", "[wasm][view][slow]") {
    if (lacks("node", "hostile modules run by Node")) {
        return;
    }
    Accepted modules;
    add_all(modules, 1000);
    int ended = 0;
    for (const int limit_ms : {1, 3}) {
        const std::map<std::string, nlohmann::json> runs = runs_in_node(modules.path(), limit_ms);
        CHECK(runs.size() == static_cast<std::size_t>(modules.count()));
        for (const auto& [name, json] : runs) {
            INFO(name << " " << json.dump());
            REQUIRE(!json.contains("refused"));
            const double instructions = json["instructions"];
            CHECK(instructions >= 0);
            CHECK(instructions <= 1.1 * instructions_per_ms * limit_ms);
            // Damage may have reached the counter.
            if (name.starts_with("generated")) {
                CHECK(instructions >= 5 * json["count"].get<double>());
            }
            ended += json["fault"] == "timeout" ? 1 : 0;
        }
    }
    CHECK(ended > 100);
}

TEST_CASE(
    "files of an AI in a page have the limits that they have in a match", "[wasm][view][slow]") {
    if (lacks("node", "limits of files in a page")) {
        return;
    }
    Accepted modules;
    for (const HostileModule& each : hostile_modules()) {
        modules.add(each.name, each.bytes);
    }
    auto runs = runs_in_node(modules.path(), 20);
    CHECK(runs["writes-70000-result.dat"]["fault"] == "bad-result");
    CHECK(
        runs["writes-70000-result.dat"]["reason"] ==
        "result.dat can't be read: it is larger than 64 KiB");
    CHECK(runs["writes-70000-notes.dat"]["fault"] == "no-result");
    CHECK(runs["writes-70000-memory.dat"]["kept"] == 70'000);
    for (auto& [name, json] : runs) {
        INFO(name << " " << json.dump());
        CHECK(json["result"] <= max_result_bytes);
        CHECK(json["notes"] <= max_notes_bytes);
        CHECK(json["kept"] <= Limits{}.file_size);
        CHECK(json["instructions"] <= 1.1 * instructions_per_ms * 20);
    }
    // What would begin beyond the largest file has no effect.
    for (const char* const way : {"sets-size-", "allocates-", "writes-far-", "seeks-"}) {
        CHECK(runs[std::string(way) + "memory.dat"]["kept"] == 0);
    }
    CHECK(runs["fills-memory.dat"]["kept"] == Limits{}.file_size);
    CHECK(runs["opens-endlessly"]["fault"] == "timeout");
}
