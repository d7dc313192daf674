#pragma once

/// A folder in which tests run seasons with the real executable.

#include "support/catch.hpp"
#include "support/processes.hpp"
#include "support/run.hpp"
#include "tournament/store/store.hpp"

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <set>
#include <string>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace season_tests {

namespace fs = std::filesystem;

using tests::Output;
using tests::read_file;
using tests::run;
using tests::write_file;

/// Waits until this is true; whether it is, after minutes: a version's check is many processes.
template <typename Condition>
bool happens(Condition condition) {
    for (int i = 0; i < 20; ++i) {
        if (tests::comes_true(condition)) {
            return true;
        }
    }
    return false;
}

/// A season of short gems games.
class Cup {
  public:
    explicit Cup(
        const std::string& settings = "games = 2\n", int fields = 12,
        const std::string& baseline = "") {
        fs::permissions(folder_.path(), fs::perms(0755));
        fs::create_directories(path("entries"));
        fs::create_directories(folder_ / "work");
        write_file(
            path("season.ini"),
            fmt::format(
                "title = Test cup\ngenerate = {}\nfield-seed = 7\nfield-set = max_moves=10\n"
                "field-set = rows=40\ntime-limit = 20s\nwork = {}\nbaseline = {}\n{}",
                fields, folder_ / "work",
                baseline.empty() ? "half=" + player_folder("half", 50) : baseline, settings));
    }

    std::string path(const std::string& name = "") const {
        return folder_ / (name.empty() ? "cup" : "cup/" + name);
    }
    std::string database() const { return path("season.sqlite"); }

    /// The folder of an AI that plays well in so many of a hundred moves.
    std::string
    player_folder(const std::string& name, int skill, const std::string& habit = "") const {
        std::string folder = folder_ / ("drafts/" + name);
        fs::create_directories(folder);
        fs::copy_file(
            tests::built("season-player"), folder + "/player",
            fs::copy_options::overwrite_existing);
        write_file(folder + "/ai.ini", fmt::format("command = player {} {}\n", skill, habit));
        return folder;
    }

    /// Hands a folder in as people should: under a name with a dot, then renamed.
    void
    hand_in(const std::string& entry, const std::string& version, const std::string& folder) const {
        const std::string place = path("entries/" + entry);
        fs::create_directories(place);
        fs::remove_all(place + "/.upload");
        fs::copy(
            folder, place + "/.upload",
            fs::copy_options::recursive | fs::copy_options::copy_symlinks);
        fs::rename(place + "/.upload", place + "/" + version);
    }
    void hand_in_player(
        const std::string& entry, const std::string& version, int skill,
        const std::string& habit = "") const {
        hand_in(entry, version, player_folder(entry + "-" + version, skill, habit));
    }
    /// An AI in Shell.
    void hand_in_script(
        const std::string& entry, const std::string& version, const std::string& script) const {
        const std::string folder = folder_ / ("drafts/" + entry + "-" + version);
        fs::create_directories(folder);
        tests::write_script(folder + "/ai", "#!/bin/sh\n" + script + "\n");
        write_file(folder + "/ai.ini", "command = ai\n");
        hand_in(entry, version, folder);
    }

    std::vector<std::string> command(const std::vector<std::string>& more = {}) const {
        std::vector<std::string> words{tests::referee_path(), "season", path()};
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }
    /// Runs until every active version has its games.
    Output play() const {
        Output output = run(command({"--once"}));
        INFO(output.err);
        REQUIRE(output.status == 0);
        return output;
    }

    std::string note(const std::string& entry, const std::string& version) const {
        return read_file(path(fmt::format("notes/{}/{}.txt", entry, version)));
    }

    /// The number of matches of each AI, by its name.
    std::map<std::string, int> matches() const {
        const referee::Store store(database(), referee::Store::Access::read);
        std::map<std::string, std::set<std::int64_t>> matches;
        store.for_each([&](const referee::GameOutcome& game) {
            for (const referee::SeatOutcome& seat : game.seats) {
                matches[store.ais()[static_cast<std::size_t>(seat.ai)].name].insert(game.match);
            }
        });
        std::map<std::string, int> counts;
        for (const auto& [name, own] : matches) {
            counts[name] = static_cast<int>(own.size());
        }
        return counts;
    }

    std::int64_t game_count() const {
        return referee::Store(database(), referee::Store::Access::read).game_count();
    }

  private:
    tests::TemporaryFolder folder_{true};
};

/// A season that runs beside the test, and looks for versions each second. Its messages are in the
/// file "log" of the cup.
class RunningSeason {
  public:
    explicit RunningSeason(
        const Cup& cup, const std::vector<std::string>& more = {},
        std::vector<std::string> words = {}) {
        const std::vector<std::string> own = cup.command(more);
        words.insert(words.end(), own.begin(), own.end());
        pid_ = ::fork();
        if (pid_ == 0) {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            ::setenv("REFEREE_TEST_SCAN", "1", 1);
            const int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC;
            const int log = ::open(cup.path("log").c_str(), flags, 0600);
            ::dup2(log, 1);
            ::dup2(log, 2);
            std::vector<char*> arguments;
            for (std::string& word : words) {
                arguments.push_back(word.data());
            }
            arguments.push_back(nullptr);
            ::execvp(arguments[0], arguments.data());
            ::_exit(127);
        }
    }
    ~RunningSeason() { end(SIGTERM); }
    void end(int signal) {
        if (pid_ > 0) {
            ::kill(pid_, signal);
            ::waitpid(std::exchange(pid_, -1), nullptr, 0);
        }
    }
    RunningSeason(const RunningSeason&) = delete;
    RunningSeason& operator=(const RunningSeason&) = delete;

  private:
    pid_t pid_ = -1;
};

/// An AI whose build begins by writing a file "begun", and goes on when there is a file "go".
class HeldBuild {
  public:
    HeldBuild(const Cup& cup, const std::string& name)
        : work_(cup.path("../work")), folder_(cup.player_folder(name, 50)) {
        write_file(
            folder_ + "/ai.ini",
            "command = player 50\nbuild = echo x >begun; until [ -e go ]; do sleep 0.05; done\n");
    }
    const std::string& folder() const { return folder_; }

    /// True if a build has begun; `let_go`: it may go on.
    bool has_begun(bool let_go = false) const {
        bool has = false;
        std::error_code code;
        for (fs::recursive_directory_iterator at(work_, code), end; !code && at != end;
             at.increment(code)) {
            if (at->path().filename() == "begun") {
                has = true;
                if (let_go) {
                    write_file((at->path().parent_path() / "go").string(), "x");
                }
            }
        }
        return has;
    }

  private:
    std::string work_;
    std::string folder_;
};

} // namespace season_tests
