// The work folders of all games share one file system. Here it is as small as that of a container
// (docker and podman give 64 MiB of /dev/shm), and an AI takes all that it can get.

#include "hostile/arena.hpp"
#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

using tests::Output;

bool can_mount() {
    if (::geteuid() == 0) {
        return true;
    }
    tests::leave_out("a small file system for work folders", tests::Need::root);
    return false;
}

/// Fields, AIs, and a small /dev/shm of the referee's own.
class SmallShm {
  public:
    explicit SmallShm(std::string size, bool as_user = false)
        : size_(std::move(size)), as_user_(as_user) {
        std::filesystem::permissions(folder_.path(), std::filesystem::perms::all);
        for (const char* const seed : {"1", "2"}) {
            REQUIRE(
                tests::run({tests::referee_path(), folder_ / (std::string(seed) + ".dat"), "create",
                            "--game", "gems", "--seed", seed})
                    .status == 0);
        }
    }

    std::string operator/(const std::string& name) const { return folder_ / name; }

    /// An AI that runs the script in each move, then makes an invalid move. `declared`: files.
    std::string filler(const std::string& script, const std::string& declared) const {
        std::filesystem::create_directories(folder_ / "filler");
        tests::write_script(folder_ / "filler/filler.sh", "#!/bin/sh\n" + script);
        tests::write_file(
            folder_ / "filler/ai.ini",
            "command = filler.sh\n" + (declared.empty() ? "" : "files = " + declared + "\n"));
        return folder_ / "filler";
    }

    Output referee(std::vector<std::string> words) const {
        std::vector<std::string> command{
            "unshare",
            "--mount",
            "sh",
            "-c",
            "mount -t tmpfs -o mode=1777,size=" + size_ + " none /dev/shm && exec \"$@\"",
            "sh"};
        if (as_user_) {
            command.insert(
                command.end(), {"setpriv", "--reuid=60599", "--regid=60599", "--clear-groups"});
        }
        command.push_back(tests::referee_path());
        words.insert(words.end(), {"--time-limit", "120s"});
        command.insert(command.end(), words.begin(), words.end());
        return tests::run(command);
    }

  private:
    tests::TemporaryFolder folder_;
    std::string size_;
    bool as_user_;
};

/// Writes into each of these files until nothing more is taken.
const std::string fill_files = R"(
trap '' XFSZ
for name in "$@" j1 j2 j3 j4 j5 memory.dat gamefield.dat; do
    head -c 100000000 /dev/zero 2>/dev/null >>"$name"
done
echo 0 0 0 1 >result.dat
exit 0
)";

/// Creates files until the disk is full.
std::string fill_folder(const std::string& folder) {
    return "trap '' XFSZ\nfor i in $(seq 100); do head -c 4000000 /dev/zero 2>/dev/null >>" +
           folder + "/junk$i; done\necho 0 0 0 1 >result.dat\nexit 0\n";
}

/// By AI: the faults of each kind that the report counts.
int faults_of(const nlohmann::json& report, const std::string& name) {
    for (const nlohmann::json& ai : report.at("standings")) {
        if (ai.at("name") == name) {
            int sum = 0;
            for (const auto& [kind, count] : ai.at("faults").items()) {
                sum += kind == "illegal" ? 0 : count.get<int>();
            }
            return sum;
        }
    }
    return -1;
}

} // namespace

TEST_CASE(
    "In a tournament on the small disk of a container one AI fills what it may, and costs nobody "
    "else anything",
    "[hostile][slow]") {
    if (!can_mount()) {
        return;
    }
    for (const bool as_user : {false, true}) {
        INFO("as " << (as_user ? "an ordinary user" : "root"));
        const SmallShm arena("64m", as_user);
        const Output played = arena.referee(
            {"tournament", "--db", arena / "db.sqlite", "--fields", arena / "*.dat", "--ai",
             arena.filler(fill_files, "j1 j2 j3 j4 j5"), "--ai", "A=" + tests::gems_ai("greedy"),
             "--ai", "B=" + tests::gems_ai("reference"), "--ai", "C=" + tests::gems_ai("random"),
             "--jobs", "3", "--oversubscribe"});
        INFO(played.err);
        REQUIRE(played.status == 0);
        CHECK_THAT(played.err, ContainsSubstring("each AI may write"));
        CHECK_THAT(played.err, !ContainsSubstring("is played again"));
        const Output report =
            tests::run({tests::referee_path(), "report", arena / "db.sqlite", "--json"});
        REQUIRE(report.status == 0);
        const nlohmann::json json = nlohmann::json::parse(report.out);
        for (const char* const name : {"A", "B", "C"}) {
            CHECK(faults_of(json, name) == 0);
        }
    }
}

TEST_CASE("All files of an AI together have one limit, whatever it declares", "[hostile][slow]") {
    if (!can_mount()) {
        return;
    }
    // It says in notes.dat how much it got.
    const std::string count =
        fill_files.substr(0, fill_files.find("echo")) +
        "total=$(cat * | wc -c)\nfor name in *; do : >\"$name\"; done\necho $total >notes.dat\necho 0 0 0 1 >result.dat\n";
    for (const char* const declared : {"", "j1 j2 j3 j4 j5", "a b c d e f g h i j k l m n o p"}) {
        for (const tests::Mode& mode : tests::modes()) {
            if (mode.name == "none") {
                continue; // it can create files: see below
            }
            INFO(mode.name << ", files: " << declared);
            const SmallShm arena("512m");
            const Output played = arena.referee(
                {arena / "1.dat", "--ai",
                 arena.filler("set -- " + std::string(declared) + count, declared), "--ai",
                 tests::gems_ai("reference"), "--confine", mode.name, "--work-size", "8M",
                 "--seats", "fixed", "--record", arena / "record.jsonl"});
            INFO(played.err);
            REQUIRE(played.status == 0);
            const std::string record = tests::read_file(arena / "record.jsonl");
            const std::size_t notes = record.find("\"notes\":\"");
            REQUIRE(notes != std::string::npos);
            const long bytes = std::stol(record.substr(notes + 9));
            CHECK(bytes > 100'000);
            CHECK(bytes <= 8L << 20U);
        }
    }
}

TEST_CASE("Unconfined, an AI that fills the disk has the fault, and nobody else", "[hostile]") {
    if (!can_mount()) {
        return;
    }
    const SmallShm arena("16m");
    const Output played = arena.referee(
        {arena / "1.dat", "--ai", "Filler=" + arena.filler(fill_folder("."), ""), "--ai",
         tests::gems_ai("reference"), "--confine", "none", "--seats", "fixed", "--record",
         arena / "record.jsonl"});
    INFO(played.err);
    REQUIRE(played.status == 0);
    const std::string record = tests::read_file(arena / "record.jsonl");
    CHECK_THAT(record, ContainsSubstring("it filled the disk: "));
    CHECK(
        tests::run({tests::referee_path(), "replay", arena / "record.jsonl", "--verify"}).status ==
        0);
    for (std::size_t from = 0; (from = record.find("\"seat\":2", from)) != std::string::npos;) {
        const std::string line = record.substr(from, record.find('\n', from) - from);
        CHECK_THAT(line, !ContainsSubstring("\"fault\""));
        from += line.size();
    }
}

TEST_CASE(
    "A game on a disk that something else has filled counts for nobody; after three times the "
    "tournament stops and can be resumed",
    "[hostile]") {
    if (!can_mount()) {
        return;
    }
    const SmallShm arena("16m");
    // Outside of its work folder, so that no AI has it.
    const std::string outsider = arena.filler(fill_folder("/dev/shm"), "");
    const std::vector<std::string> words{
        "tournament",
        "--db",
        arena / "db.sqlite",
        "--fields",
        arena / "1.dat",
        "--ai",
        "Filler=" + outsider,
        "--ai",
        "B=" + tests::gems_ai("reference"),
        "--confine",
        "none",
        "--jobs",
        "1"};
    const Output played = arena.referee(words);
    INFO(played.err);
    CHECK(played.status == 1);
    CHECK_THAT(played.err, ContainsSubstring("doesn't count and is played again"));
    CHECK_THAT(played.err, ContainsSubstring("the disk was full 3 times"));
    CHECK_THAT(played.err, ContainsSubstring("again to resume"));
    const Output report =
        tests::run({tests::referee_path(), "report", arena / "db.sqlite", "--json"});
    INFO(report.out << report.err);
    CHECK_THAT(report.out, ContainsSubstring("\"games\":0,"));
    // Resumed with space, it is played to its end.
    tests::write_script(arena / "filler/filler.sh", "#!/bin/sh\necho 0 0 0 1 >result.dat\n");
    std::vector<std::string> again = words;
    again.insert(again.end(), {"--changed", "replay"});
    const Output resumed = arena.referee(again);
    INFO(resumed.err);
    CHECK(resumed.status == 0);
}

TEST_CASE(
    "Without space for work folders nothing begins, and the line says what to do", "[hostile]") {
    if (!can_mount()) {
        return;
    }
    const SmallShm arena("1m");
    const Output refused = arena.referee(
        {"tournament", "--db", arena / "db.sqlite", "--fields", arena / "*.dat", "--ai",
         tests::gems_ai("reference"), "--ai", tests::gems_ai("random"), "--jobs", "3",
         "--oversubscribe"});
    CHECK(refused.status == 2);
    CHECK_THAT(refused.err, ContainsSubstring("/dev/shm: "));
    CHECK_THAT(refused.err, ContainsSubstring("--work"));
    CHECK_THAT(refused.err, ContainsSubstring("--shm-size"));
    CHECK_THAT(refused.err, ContainsSubstring("--jobs"));
    const Output match = arena.referee(
        {arena / "1.dat", "--ai", tests::gems_ai("reference"), "--ai", tests::gems_ai("random")});
    CHECK(match.status == 2);
    CHECK_THAT(match.err, ContainsSubstring("--shm-size"));
}
