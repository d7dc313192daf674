// Which files of a site are written: referee/season/README.md, "What is written". After any
// sequence of changes, of interruptions and of what people do to the files, a site is the same as
// one that is written into an empty folder.

#include "base/bytes.hpp"
#include "pages/site/files.hpp"
#include "pages/site/site.hpp"
#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/stored/stored_tournament.hpp"
#include "support/user_error.hpp"
#include "tournament/store/store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <string>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace referee;
using tests::read_file;

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t begin_time = 1'790'000'000;

/// Calls `look` with the path of each file of a folder but the file of keys, which has their times.
void for_each_file(
    const std::string& folder, const std::function<void(const std::string& path)>& look) {
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        const std::string path = entry.path().string().substr(folder.size() + 1);
        if (entry.is_regular_file() && path != SiteFiles::keys_name) {
            look(path);
        }
    }
}

/// The texts of the files, by path. read_file() takes ten times as long.
std::map<std::string, std::string> files_in(const std::string& folder) {
    std::map<std::string, std::string> files;
    for_each_file(folder, [&](const std::string& path) {
        std::string& text = files[path];
        text.resize(fs::file_size(folder + "/" + path));
        std::ifstream(folder + "/" + path, std::ios::binary)
            .read(text.data(), static_cast<std::streamsize>(text.size()));
    });
    return files;
}

std::map<std::string, fs::file_time_type> times_in(const std::string& folder) {
    std::map<std::string, fs::file_time_type> times;
    for_each_file(folder, [&](const std::string& path) {
        times[path] = fs::last_write_time(folder + "/" + path);
    });
    return times;
}

/// What a file of a site is: its path without numbers and names.
std::string kind_of(const std::string& path) {
    const fs::path file(path);
    const std::string extension = file.extension().string();
    const auto depth = std::count(path.begin(), path.end(), '/');
    return depth == 0
               ? path
               : fmt::format("{}/{}{}", file.begin()->string(), depth == 1 ? "" : "…/", extension);
}

/// A record of one game, played once.
const std::string& a_record() {
    static const std::string text = [] {
        const tests::TemporaryFolder folder;
        const std::string ai = tests::gems_ai("random");
        const tests::Output output = tests::run(
            {tests::referee_path(), "play", tests::source_folder() + "/fields/gems/contest.dat",
             "--ai", "A=" + ai, "--ai", "B=" + ai, "--record", folder / "record.jsonl", "--confine",
             "none"});
        INFO(output.err);
        REQUIRE(output.status == 0);
        return read_file(folder / "record.jsonl");
    }();
    return text;
}

/// A season that changes at random, and its site.
class ChangingSite {
  public:
    explicit ChangingSite(std::uint64_t seed) : random_(seed) {
        StoredTournament head;
        head.game = "gems";
        head.format = std::string(season_format);
        head.matches = 1 << 20U;
        head.points = {1, 0};
        std::vector<StoredField> fields;
        for (int field = 1; field <= fields_; ++field) {
            fields.push_back(
                {fmt::format("f{}", field), fmt::format("/f{}", field), std::string(64, '0')});
        }
        Store(database(), head, {}, fields);
        tests::write_file(folder_ / "game.jsonl", a_record());
        config_.folder = folder_ / "site";
        config_.title = "Cup";
        config_.now = now_;
        add_version(true);
        for (int entry = 0; entry < 3; ++entry) {
            add_version(false);
        }
        add_games(3);
    }

    /// Makes one of the changes, by any number, and says which. All come in turn, but not those
    /// together that hide one another.
    std::string change(std::size_t number) {
        const std::vector<std::pair<std::string, std::function<void()>>> changes{
            {"games", [&] { add_games(1 + below(3)); }},
            {"many games of two", [&] { add_games_of_two(160); }},
            {"a version", [&] { add_version(false); }},
            {"a version that is withdrawn", [&] { withdraw(); }},
            {"a name",
             [&] { config_.announcement.entrants["e1"].name = fmt::format("N{}", below(9)); }},
            {"a team",
             [&] { config_.announcement.entrants["e2"].team = fmt::format("T{}", below(9)); }},
            {"the title", [&] { config_.title = fmt::format("Cup <{}>", below(9)); }},
            {"about", [&] { config_.announcement.about = fmt::format("# About {}\n", below(9)); }},
            {"errors", [&] { config_.publishes_errors = !config_.publishes_errors; }},
            {"resting", [&] { config_.rest_after = 1 + below(5); }},
            {"a freeze", [&] { toggle(config_.announcement.calendar.freeze, -3600); }},
            {"an embargo", [&] { toggle(config_.announcement.calendar.embargo, +3600); }},
            {"a deadline",
             [&] { toggle(config_.announcement.calendar.deadline, below(2) * 60 - 30); }},
            {"an hour", [&] { now_ += 3600; }},
            {"the moment of the deadline", [&] { await_deadline(); }},
            {"nothing", [] {}},
        };
        const auto& [name, apply] = changes[number * 5 % changes.size()];
        apply();
        config_.now = now_;
        return name;
    }

    /// Does something to the site's files, and says what.
    std::string meddle() {
        const std::map<std::string, std::string> files = files_in(config_.folder);
        auto file = files.begin();
        std::advance(file, below(static_cast<int>(files.size())));
        const std::string path = config_.folder + "/" + file->first;
        const std::string keys = config_.folder + "/" + std::string(SiteFiles::keys_name);
        switch (below(8)) {
        case 0:
            tests::write_file(path, file->second + "more");
            return "changed " + file->first;
        case 1:
            fs::remove(path);
            return "deleted " + file->first;
        case 2:
            fs::last_write_time(path, fs::last_write_time(path) - std::chrono::hours(1));
            return "touched " + file->first;
        case 3: {
            const std::string text = read_file(keys);
            tests::write_file(
                keys,
                text.substr(0, static_cast<std::size_t>(below(static_cast<int>(text.size())))));
            remove_unknown();
            return "keys cut off";
        }
        case 4:
            fs::remove(keys);
            remove_unknown();
            return "keys deleted";
        default:
            return "nothing";
        }
    }

    /// Makes the site in a process that is killed after so many microseconds.
    void make_and_kill(int microseconds) const {
        const pid_t child = ::fork();
        REQUIRE(child >= 0);
        if (child == 0) { // SIGALRM ends it as SIGKILL would: nothing is tidied up
            ::signal(SIGALRM, SIG_DFL);
            itimerval timer{};
            timer.it_value.tv_usec = std::max(1, microseconds);
            ::setitimer(ITIMER_REAL, &timer, nullptr);
            publish_site(database(), config_);
            ::_exit(0);
        }
        int status = 0;
        REQUIRE(::waitpid(child, &status, 0) == child);
        CHECK((WIFSIGNALED(status) || WEXITSTATUS(status) == 0));
    }

    SiteResult make() const { return publish_site(database(), config_); }

    /// The same site in an empty folder.
    std::map<std::string, std::string> anew() const {
        const tests::TemporaryFolder empty(true);
        SiteConfig config = config_;
        config.folder = empty / "site";
        publish_site(database(), config);
        return files_in(config.folder);
    }

    const std::string& folder() const { return config_.folder; }
    int below(int end) { return static_cast<int>(random_() % static_cast<std::uint64_t>(end)); }

  private:
    std::string database() const { return folder_ / "season.sqlite"; }

    void add_version(bool is_baseline) {
        Store store(database(), Store::Access::write);
        const auto number = static_cast<int>(store.ais().size());
        const bool is_new = is_baseline || entries_ < 3 || below(3) == 0;
        const std::string entry = is_baseline ? "base"
                                  : is_new    ? fmt::format("e{}", ++entries_)
                                              : fmt::format("e{}", 1 + below(entries_));
        const StoredAi ai{
            is_baseline ? entry : fmt::format("{}@{}", entry, number), "/ai",
            fmt::format("{:064x}", number)};
        const bool is_rejected = !is_new && below(4) == 0;
        StoredVersion version;
        version.entry = entry;
        version.version = std::to_string(number);
        version.sha256 = ai.sha256;
        version.is_baseline = is_baseline;
        version.status =
            is_rejected ? StoredVersion::Status::rejected : StoredVersion::Status::accepted;
        version.ai = is_rejected ? -1 : number;
        version.text = "text";
        store.add_version(version, is_rejected ? nullptr : &ai);
        SQLite::Database(database(), SQLite::OPEN_READWRITE)
            .exec(fmt::format(
                "UPDATE versions SET decided = '{}' WHERE id = {}", utc_text(now_),
                store.versions().size() - 1));
    }

    void withdraw() {
        Store store(database(), Store::Access::write);
        const auto count = static_cast<int>(store.versions().size());
        const auto number = static_cast<std::size_t>(1 + below(count - 1));
        if (store.versions()[number].status == StoredVersion::Status::accepted) {
            store.change_version(number, StoredVersion::Status::broken, "withdrawn");
        }
    }

    void add_games_of_two(int matches) { add_matches(matches, {0, 1}); }
    void add_games(int matches) { add_matches(matches, {}); }

    void add_matches(int matches, std::vector<int> group) {
        std::int64_t first = 0;
        {
            Store store(database(), Store::Access::write);
            first = store.next_match() * 2;
            const auto ais = static_cast<int>(store.ais().size());
            for (int i = 0; i < matches; ++i) {
                PlannedMatch match;
                match.index = store.next_match();
                match.field = below(fields_);
                const int one = below(ais);
                match.group =
                    !group.empty() ? group : std::vector{one, (one + 1 + below(ais - 1)) % ais};
                for (const int rotation : {0, 1}) {
                    GameOutcome game = tests::stored_game(match, rotation);
                    game.record = matches < 10 && i == 0 ? "game.jsonl"
                                  : below(50) == 0       ? "gone.jsonl"
                                                         : "";
                    store.add(game);
                }
            }
        }
        now_ += 600;
        SQLite::Database(database(), SQLite::OPEN_READWRITE)
            .exec(fmt::format(
                "UPDATE games SET finished = '{}' WHERE id >= {}", utc_text(now_), first));
    }

    void toggle(std::optional<ZonedTime>& moment, int seconds) {
        if (moment) {
            moment.reset();
        } else {
            moment = ZonedTime{now_ + seconds, utc_text(now_ + seconds)};
        }
    }

    void await_deadline() {
        if (const auto& deadline = config_.announcement.calendar.deadline;
            deadline && deadline->time > now_) {
            now_ = deadline->time;
        } else if (deadline && deadline->time == now_) {
            ++now_;
        }
    }

    /// Without keys nobody knows which files were the site's: the same as an older referee's site.
    void remove_unknown() const {
        const std::map<std::string, std::string> now = anew();
        for (const auto& [path, text] : files_in(config_.folder)) {
            if (!now.contains(path)) {
                fs::remove(config_.folder + "/" + path);
            }
        }
    }

    static constexpr int fields_ = 12;
    tests::TemporaryFolder folder_{true};
    std::mt19937_64 random_;
    SiteConfig config_;
    std::int64_t now_ = begin_time;
    int entries_ = 0;
};

/// Compares without printing whole pages.
void require_same(
    const std::map<std::string, std::string>& one,
    const std::map<std::string, std::string>& other) {
    for (const auto& [path, text] : one) {
        INFO(path << " is in one of them only, or differs");
        REQUIRE(other.contains(path));
        REQUIRE((other.at(path) == text));
    }
    for (const auto& [path, text] : other) {
        INFO(path << " is in one of them only");
        REQUIRE(one.contains(path));
    }
}

} // namespace

TEST_CASE(
    "after any changes a site is the same as one that is written anew", "[season][site-files]") {
    std::set<std::string> kinds;
    std::set<std::string> kept;
    std::size_t change = 0;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        ChangingSite site(seed);
        std::string done;
        site.make();
        for (int step = 0; step < 7; ++step) {
            done += site.change(change++) + "; ";
            if (site.below(3) == 0) {
                done += "killed; ";
                site.make_and_kill(site.below(40'000));
                done += site.change(change++) + "; ";
            }
            done += site.meddle() + "; ";
            CAPTURE(seed, done);
            const auto before = times_in(site.folder());
            site.make();
            require_same(files_in(site.folder()), site.anew());
            for (const auto& [path, time] : times_in(site.folder())) {
                kinds.insert(kind_of(path));
                const auto old = before.find(path);
                if (old != before.end() && old->second == time) {
                    kept.insert(kind_of(path));
                }
            }
            CHECK(site.make().written == 0);
        }
    }
    CHECK(kinds == kept); // each kind of file was left alone at least once
    for (const char* const kind :
         {"entry/.html", "entry/…/.html", "pair/.html", "pair/…/.html", "field/.html",
          "games/.html", "replay/.html", "replay/.js", "clock.js"}) {
        CAPTURE(kind);
        CHECK(kinds.contains(kind));
    }
}

TEST_CASE("files with the same keys are left alone", "[season][site-files]") {
    const tests::TemporaryFolder folder(true);
    const std::string site = folder / "site";
    const auto make = [&](const std::string& key, const std::string& text) {
        SiteFiles files(site);
        int made = 0;
        files.add("entry/a.html", key, [&] {
            ++made;
            return text;
        });
        return std::pair(made, files.finish("inputs").written);
    };
    CHECK(make("1", "text") == std::pair(1, 1));
    const auto time = fs::last_write_time(site + "/entry/a.html");
    CHECK(make("1", "text") == std::pair(0, 0));
    CHECK(make("2", "text") == std::pair(1, 0)); // it holds the text already
    CHECK(fs::last_write_time(site + "/entry/a.html") == time);
    CHECK(make("2", "text") == std::pair(0, 0));
    CHECK(SiteFiles(site).is_made_from("inputs"));
    CHECK(!SiteFiles(site).is_made_from("others"));
    SECTION("unless somebody has changed one") {
        tests::write_file(site + "/entry/a.html", "changed");
        CHECK(!SiteFiles(site).is_made_from("inputs"));
        CHECK(make("2", "text") == std::pair(1, 1));
    }
    SECTION("unless the keys are of another format, or damaged") {
        const std::string keys = site + "/" + std::string(SiteFiles::keys_name);
        const std::string text = read_file(keys);
        for (std::size_t at = 0; at < text.size(); ++at) {
            std::string damaged = text;
            damaged[at] = damaged[at] == '1' ? '0' : '1';
            tests::write_file(keys, damaged);
            CAPTURE(at);
            CHECK(!SiteFiles(site).is_known("entry/a.html"));
        }
    }
}

TEST_CASE("what a site no longer has is removed, and nothing else", "[season][site-files]") {
    const tests::TemporaryFolder folder(true);
    const std::string site = folder / "site";
    {
        SiteFiles files(site);
        files.add("pair/a/b.html", "text");
        files.add("index.html", "text");
        CHECK(files.finish("inputs").removed == 0);
    }
    tests::write_file(site + "/mine.html", "mine");
    {
        SiteFiles files(site); // as if it was killed after the first of two files
        files.add("pair/c/d.html", "text");
    }
    CHECK(!SiteFiles(site).is_made_from("inputs"));
    SiteFiles files(site);
    files.add("index.html", "text");
    CHECK(files.finish("inputs").removed == 2);
    CHECK(!fs::exists(site + "/pair/a"));
    CHECK(!fs::exists(site + "/pair/c"));
    CHECK(fs::exists(site + "/pair"));
    CHECK(read_file(site + "/mine.html") == "mine");
}

TEST_CASE("a file of keys leads to no file outside of its folder", "[season][site-files]") {
    const tests::TemporaryFolder folder(true);
    const std::string site = folder / "site";
    fs::create_directory(site);
    for (const std::string path :
         {"../mine", "/mine", "entry/../../mine", "./../mine", "", "a//b"}) {
        CAPTURE(path);
        tests::write_file(folder / "mine", "mine");
        const std::string list = fmt::format("referee site 1\nmade from x\nkey 1 1 {}\n", path);
        tests::write_file(
            site + "/" + std::string(SiteFiles::keys_name),
            fmt::format("{}end {}\nwrites {}\n", list, sha256(list), path));
        SiteFiles files(site);
        CHECK(files.count() == 0);
        files.finish("inputs");
        CHECK(read_file(folder / "mine") == "mine");
    }
}

TEST_CASE(
    "a moment that passes is noticed in the second in which it does", "[season][site-files]") {
    const tests::TemporaryFolder folder(true);
    tests::store_tournament(folder / "db.sqlite", 3);
    const Store store(folder / "db.sqlite", Store::Access::read);
    SiteConfig config{folder / "site", "Title"};
    config.announcement.calendar.deadline = ZonedTime{begin_time, utc_text(begin_time)};
    for (const int seconds : {-1, 0, 1}) {
        CAPTURE(seconds);
        config.now = begin_time + seconds;
        write_site(store, config);
        SiteConfig anew = config;
        anew.folder = folder / fmt::format("anew{}", seconds);
        write_site(store, anew);
        require_same(files_in(config.folder), files_in(anew.folder));
    }
}
