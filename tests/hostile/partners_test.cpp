// Partners of a team share nothing but the table. The AI at all seats of a team tries to leave
// something for its partners wherever it can, and looks for what is theirs (programs/partners.c);
// the move itself is that of the game's reference AI. In every registered game with teams.

#include "hostile/arena.hpp"
#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"

#include "game/registry.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <set>
#include <string>
#include <unistd.h>
#include <vector>

using namespace referee;
namespace fs = std::filesystem;

namespace {

/// A field, a team that wants to know more, and an honest one.
class TeamTable {
  public:
    explicit TeamTable(const GameInfo& info) {
        const std::string reference = tests::built("ai") + fmt::format("/{}/reference", info.name);
        fs::create_directories(folder_ / "ai");
        fs::copy_file(tests::hostile("partners"), program());
        fs::copy_file(reference, folder_ / "ai/reference");
        fs::copy_file(reference, folder_ / "honest");
        fs::create_directories(folder_ / "games");
        fs::copy(
            info.folder, folder_ / fmt::format("games/{}", info.name), fs::copy_options::recursive);
        std::vector<std::string> create{
            tests::referee_path(), "create", folder_ / "field.dat", "--game",
            std::string(info.name)};
        for (const auto& [key, value] : info.example_settings) {
            create.insert(create.end(), {"--set", key + "=" + value});
        }
        REQUIRE(tests::run(create).status == 0);
    }
    ~TeamTable() {
        tests::run(
            {program(), mark_, "reference", "sweep"}, "",
            {"REFEREE_SEAT=1", "REFEREE_AI_DIR=" + folder_ / "ai"});
        fs::permissions(folder_ / "ai", fs::perms::owner_write, fs::perm_options::add);
    }
    TeamTable(const TeamTable&) = delete;
    TeamTable& operator=(const TeamTable&) = delete;

    /// Plays a match; the record. `as_user`: of an ordinary user, whom the AIs share.
    std::string record(const std::string& confine, const std::string& how, bool as_user) const {
        tests::write_file(
            folder_ / "ai/ai.ini", fmt::format(
                                       "command = partners {} reference {}\nresident = {}\n", mark_,
                                       how, how == "resident" ? "yes" : "no"));
        std::string referee = tests::referee_path();
        std::vector<std::string> command;
        // Of one user, it could change its own program, and the match would stop.
        fs::permissions(folder_ / "ai", fs::perms::owner_write, fs::perm_options::remove);
        if (as_user && tests::is_root()) {
            referee = folder_ / "referee";
            if (!fs::exists(referee)) {
                fs::copy_file(tests::referee_path(), referee);
            }
            give_away();
            command = {"setpriv", "--reuid=60599", "--regid=60599", "--clear-groups"};
        }
        for (const std::string& word :
             {referee, folder_ / "field.dat", std::string("--ai"), "team=" + folder_ / "ai",
              std::string("--ai"), folder_ / "honest", std::string("--confine"), confine,
              std::string("--time-limit"), std::string("none"), std::string("--record"),
              folder_ / "record.jsonl", std::string("--force")}) {
            command.push_back(word);
        }
        const tests::Output played = tests::run(command);
        INFO(played.err);
        REQUIRE(played.status == 0);
        return tests::read_file(folder_ / "record.jsonl");
    }

  private:
    std::string program() const { return folder_ / "ai/partners"; }

    /// The ordinary user may have no access to anything else of root's.
    void give_away() const {
        const auto give = [](const fs::path& path) {
            REQUIRE(::lchown(path.c_str(), 60599, 60599) == 0);
        };
        give(folder_.path());
        for (const auto& entry : fs::recursive_directory_iterator(folder_.path())) {
            give(entry.path());
        }
    }

    tests::TemporaryFolder folder_;
    std::string mark_ = fmt::format("referee-partners-{}", ::getpid());
};

std::vector<const GameInfo*> games_with_teams() {
    std::vector<const GameInfo*> games;
    for (const Game* const game : all_games()) {
        if (!game->info().teams.empty()) {
            games.push_back(&game->info());
        }
    }
    return games;
}

/// What the team's AI learnt by.
std::set<std::string> means_in(const std::string& record) {
    std::set<std::string> means;
    const std::string begin = "learnt by ";
    for (std::size_t at = 0; (at = record.find(begin, at)) != std::string::npos;) {
        at += begin.size();
        means.insert(record.substr(at, record.find(':', at) - at));
    }
    return means;
}

/// Whether a process may read the memory of another one of its user that isn't its child.
bool can_trace() {
    const std::string scope = "/proc/sys/kernel/yama/ptrace_scope";
    const bool can = !fs::exists(scope) || tests::read_file(scope).starts_with("0");
    if (!can) {
        tests::leave_out("partners find one another's memory", tests::Need::ptrace);
    }
    return can;
}

} // namespace

TEST_CASE("Partners of a team share nothing but the table", "[hostile][teams]") {
    REQUIRE(!games_with_teams().empty());
    for (const GameInfo* const info : games_with_teams()) {
        const TeamTable table(*info);
        for (const tests::Mode& mode : tests::modes()) {
            if (!mode.confines) {
                continue; // any program can write to /tmp there
            }
            for (const char* const how : {"once", "resident"}) {
                INFO(info->name << ", " << mode.name << ", " << how);
                const std::string record = table.record(mode.name, how, false);
                CHECK(means_in(record) == std::set<std::string>{});
                CHECK_THAT(record, !ContainsSubstring("\"fault\":\""));
            }
        }
    }
}

TEST_CASE(
    "Without confinement, of one user, partners find one another by all of these means",
    "[hostile][teams]") {
    for (const GameInfo* const info : games_with_teams()) {
        const TeamTable table(*info);
        std::set<std::string> means;
        for (const char* const how : {"once", "resident"}) {
            means.merge(means_in(table.record("none", how, true)));
        }
        // No queues: their size is limited to 0 in every mode.
        std::set<std::string> all{"files",    "its work folder", "shared memory",
                                  "a socket", "its variables",   "its memory"};
        if (!can_trace()) {
            all.erase("its memory");
            means.erase("its memory");
        }
        CHECK(means == all);
    }
}
