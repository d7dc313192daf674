// What an entry may keep, and whose version is checked next: referee/season/README.md, "Space".
// Over all ways in which a version comes, as root and as an ordinary user.

#include "season/entries/quota.hpp"

#include "base/bytes.hpp"
#include "season/arena.hpp"
#include "season/entries/submission.hpp"
#include "support/processes.hpp"
#include "support/skipped.hpp"

#include <atomic>
#include <nlohmann/json.hpp>
#include <sys/mman.h>
#include <sys/stat.h>
#include <thread>

using namespace season_tests;
namespace {

std::uint64_t bytes_below(const std::string& folder) {
    std::uint64_t bytes = 0;
    std::error_code code;
    for (fs::recursive_directory_iterator at(folder, code), end; !code && at != end;
         at.increment(code)) {
        bytes += at->is_regular_file(code) && !at->is_symlink() ? at->file_size(code) : 0;
    }
    return bytes;
}

/// A season's folder that belongs to root or, where the test runs as root, to an ordinary user.
struct SeasonHost {
    explicit SeasonHost(const std::string& settings, bool is_ordinary)
        : cup("games = 1\nmax-games = 1\n" + settings, 2) {
        if (is_ordinary && ::geteuid() == 0) {
            prefix = {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"};
            give();
        }
        // As sshd does: the words in one line, for a shell.
        tests::write_script(cup.path("ssh"), "#!/bin/sh\nshift 3\nexec sh -c \"$*\"\n");
        fs::create_symlink(tests::referee_path(), cup.path("referee"));
    }
    /// All that the test has made so far.
    void give() const {
        if (!prefix.empty()) {
            // Without touching others: a version's time is that of its last change.
            // Again when a file of a running season has gone meanwhile.
            REQUIRE(happens([&] {
                return run({"find", cup.path(".."), "-not", "-user", "65534", "-exec", "chown",
                            "-h", "65534:65534", "{}", "+"})
                           .status == 0;
            }));
        }
    }
    Output as_host(std::vector<std::string> words) const {
        words.insert(words.begin(), prefix.begin(), prefix.end());
        return run(
            words, "",
            {"PATH=" + cup.path() + ":/usr/bin:/bin", "CUP=" + cup.path(), "RELOAD=true", "TRIES=0",
             "HOME=" + cup.path(), "REFEREE=" + tests::referee_path(), "GIT_AUTHOR_NAME=a",
             "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b"});
    }
    std::string note(const std::string& version) const { return cup.note("alice", version); }
    bool has_note(const std::string& version) const {
        return fs::exists(cup.path("notes/alice/" + version + ".txt"));
    }

    Cup cup;
    std::vector<std::string> prefix;
};

/// How a version comes. Returns its name; empty if it was refused at the door.
struct Way {
    std::string name;
    std::function<std::string(
        const SeasonHost&, const std::string& version, const std::string& folder)>
        hand_in;
    std::string needs;
};

std::string submit(
    const SeasonHost& host, const std::string& version, const std::string& folder,
    const std::string& to) {
    const Output output = host.as_host(
        {tests::referee_path(), "submit", folder, "--to", to, "--name", "alice", "--no-check",
         "--version-name", version, "--wait", "none"});
    UNSCOPED_INFO(output.err);
    return output.status == 0 ? version : "";
}

const std::vector<Way>& ways() {
    static const std::vector<Way> all{
        {"a folder that is put in place",
         [](const SeasonHost& host, const std::string& version, const std::string& folder) {
             host.cup.hand_in("alice", version, folder);
             host.give();
             return version;
         },
         ""},
        {"submit on the machine",
         [](const SeasonHost& host, const std::string& version, const std::string& folder) {
             host.give();
             return submit(host, version, folder, host.cup.path());
         },
         ""},
        {"submit by ssh",
         [](const SeasonHost& host, const std::string& version, const std::string& folder) {
             host.give();
             return submit(host, version, folder, "cup@host:" + host.cup.path());
         },
         ""},
        {"a push",
         [](const SeasonHost& host, const std::string& version, const std::string& folder) {
             const std::string bare = host.cup.path("alice.git");
             if (!fs::exists(bare)) {
                 fs::create_directories(bare);
                 REQUIRE(run({"git", "init", "-q", "--bare", bare}).status == 0);
                 fs::copy_file(
                     tests::source_folder() + "/scripts/season/post-receive",
                     bare + "/hooks/post-receive");
             }
             write_file(folder + "/version", version);
             host.give();
             for (const std::vector<std::string>& words :
                  {std::vector<std::string>{"init", "-q"},
                   {"add", "."},
                   {"commit", "-q", "-m", "x"}}) {
                 std::vector<std::string> git{"git", "-C", folder};
                 git.insert(git.end(), words.begin(), words.end());
                 REQUIRE(host.as_host(git).status == 0);
             }
             const Output pushed = host.as_host(
                 {"git", "-C", folder, "push", "-q", "-f", bare, "HEAD:refs/heads/main"});
             UNSCOPED_INFO(pushed.err);
             std::string name =
                 host.as_host({"git", "-C", folder, "rev-parse", "--short=12", "HEAD"}).out;
             name.resize(12);
             return pushed.err.find("was not submitted") == std::string::npos ? name : "";
         },
         "git"}};
    return all;
}

/// An AI that is rejected at once, of so many bytes.
std::string rejected_folder(const SeasonHost& host, const std::string& name, std::size_t size) {
    std::string folder = host.cup.path("../drafts/" + name);
    fs::create_directories(folder);
    write_file(folder + "/ai.ini", "command = nothing\n");
    write_file(folder + "/data", std::string(size, 'x') + name);
    return folder;
}

/// A stream with one file of so many bytes.
std::string large_stream(std::size_t size) {
    const nlohmann::json header{
        {"submission", 1},
        {"version", ""},
        {"files", {{{"path", "data"}, {"size", size}, {"run", false}}}}};
    const std::string all = header.dump() + "\n" + std::string(size, 'x');
    return all + referee::sha256(all) + "\n";
}

std::string receive(const referee::ReceiveRequest& request, const std::string& stream) {
    const int file = ::memfd_create("stream", MFD_CLOEXEC);
    std::string error;
    std::string version;
    if (::write(file, stream.data(), stream.size()) == static_cast<ssize_t>(stream.size())) {
        ::lseek(file, 0, SEEK_SET);
        try {
            version = referee::receive(file, request);
        } catch (const std::exception& problem) {
            error = problem.what();
        }
    }
    ::close(file);
    return version.empty() ? error : version;
}

} // namespace

TEST_CASE(
    "rejected versions don't fill the disk, in whichever way they come",
    "[season][quota][hostile][tournament][slow]") {
    const bool is_ordinary = GENERATE(false, true);
    for (const Way& way : ways()) {
        DYNAMIC_SECTION(way.name << (is_ordinary ? ", an ordinary user's season" : "")) {
            if (!way.needs.empty() && tests::lacks(way.needs, way.name)) {
                return;
            }
            const SeasonHost host("entry-size = 1M\n", is_ordinary);
            constexpr std::size_t size = 300'000;
            const RunningSeason season(host.cup, {}, host.prefix);
            REQUIRE(happens([&] { return fs::exists(host.cup.path("notes/.quota")); }));
            std::vector<std::string> names;
            for (int i = 1; i <= 6; ++i) {
                const std::string version = fmt::format("v{}", i);
                names.push_back(way.hand_in(host, version, rejected_folder(host, version, size)));
                REQUIRE(!names.back().empty());
                REQUIRE(happens([&] { return host.has_note(names.back()); }));
                CHECK_THAT(host.note(names.back()), ContainsSubstring("rejected."));
                CHECK_THAT(host.note(names.back()), ContainsSubstring("it may have at most 50"));
                CHECK(bytes_below(host.cup.path("entries/alice")) <= 1U << 20U);
            }
            for (const std::string& name : names) { // notes stay
                CHECK(host.has_note(name));
            }
            CHECK(!fs::exists(host.cup.path("entries/alice/" + names[0])));
            CHECK(fs::exists(host.cup.path("entries/alice/" + names[5])));
            CHECK(happens([&] {
                return read_file(host.cup.path("log")).find("alice " + names[0]) !=
                       std::string::npos;
            }));
        }
    }
}

TEST_CASE(
    "versions that wait are limited, in whichever way they come",
    "[season][quota][hostile][tournament][slow]") {
    for (const Way& way : ways()) {
        DYNAMIC_SECTION(way.name) {
            if (!way.needs.empty() && tests::lacks(way.needs, way.name)) {
                return;
            }
            const SeasonHost host("entry-waiting = 3\nbuild-limit = 10m\n", false);
            const RunningSeason season(host.cup, {"--jobs", "1"});
            REQUIRE(happens([&] { return fs::exists(host.cup.path("notes/.quota")); }));
            const HeldBuild held(host.cup, "held");
            REQUIRE(!way.hand_in(host, "v1", held.folder()).empty());
            REQUIRE(happens([&] { return held.has_begun(); })); // it is being checked
            std::vector<std::string> names;
            for (int i = 2; i <= 6; ++i) {
                const std::string version = fmt::format("v{}", i);
                names.push_back(way.hand_in(host, version, rejected_folder(host, version, 10)));
            }
            const auto taken = std::count_if(
                names.begin(), names.end(), [](const std::string& name) { return !name.empty(); });
            if (&way == &ways()[0]) { // nobody is at the door; they wait outside
                CHECK(taken == 5);
                CHECK(happens([&] {
                    return read_file(host.cup.path("log"))
                               .find("more versions than the 3 that may wait") != std::string::npos;
                }));
            } else {
                CHECK(taken == 2);
            }
            held.has_begun(true);
            CHECK(happens([&] {
                return std::all_of(names.begin(), names.end(), [&](const std::string& name) {
                    return name.empty() || host.has_note(name);
                });
            }));
        }
    }
}

TEST_CASE(
    "an entry with many versions doesn't delay another entry's check",
    "[season][quota][hostile][tournament][slow]") {
    const Cup cup("games = 1\nmax-games = 1\nbuild-limit = 10m\n", 2);
    const HeldBuild held(cup, "held");
    for (int i = 1; i <= 5; ++i) {
        cup.hand_in("mallory", fmt::format("v{}", i), held.folder());
    }
    const RunningSeason season(cup, {"--jobs", "1"});
    REQUIRE(happens([&] { return held.has_begun(); }));
    cup.hand_in_player("bob", "1", 50);
    // An ignored file is reported by the next look at the entries, which finds bob's version, too.
    write_file(cup.path("entries/marker"), "");
    REQUIRE(happens([&] {
        return read_file(cup.path("log")).find("entries/marker: ignored") != std::string::npos;
    }));
    held.has_begun(true);
    CHECK(happens([&] { return fs::exists(cup.path("notes/bob/1.txt")); }));
    CHECK(fs::exists(cup.path("notes/mallory/v1.txt")));
    CHECK(!fs::exists(cup.path("notes/mallory/v3.txt")));
}

TEST_CASE(
    "a full entry's versions are refused with a note, and nobody else's",
    "[season][quota][hostile][tournament]") {
    if (::geteuid() != 0) {
        tests::leave_out("entries of accounts of their own", tests::Need::root);
        return;
    }
    // The entrant has an account, so that the season, an ordinary user, can't remove anything.
    const SeasonHost host("entry-size = 1M\n", true);
    for (int i = 1; i <= 4; ++i) {
        host.cup.hand_in(
            "alice", fmt::format("v{}", i), rejected_folder(host, fmt::format("v{}", i), 300'000));
    }
    host.cup.hand_in_player("bob", "1", 50);
    host.give();
    // In the order of their names: this is their last change, by which they are taken.
    for (const std::string version : {"/v1", "/v2", "/v3", "/v4", ""}) {
        REQUIRE(
            run({"chown", version.empty() ? "-h" : "-R", "65533:65534",
                 host.cup.path("entries/alice" + version)})
                .status == 0);
    }
    std::vector<std::string> words = host.cup.command({"--once"});
    const Output output = host.as_host(words);
    INFO(output.err);
    REQUIRE(output.status == 0);
    CHECK_THAT(
        host.note("v1"), ContainsSubstring("the program 'nothing' is neither in the folder"));
    CHECK_THAT(host.note("v4"), ContainsSubstring("rejected."));
    CHECK_THAT(host.note("v4"), ContainsSubstring("there is no room for it: with it alice would"));
    CHECK_THAT(host.note("v4"), ContainsSubstring("an entry may have at most 50 versions, 1 MiB"));
    CHECK(fs::exists(host.cup.path("entries/alice/v1")));
    CHECK_THAT(host.cup.note("bob", "1"), ContainsSubstring("It plays."));
    const Output again = host.as_host(words); // nothing is decided twice
    CHECK_THAT(again.err, !ContainsSubstring("alice v4"));
}

TEST_CASE(
    "accepted versions give way to newer ones, but not those that may play",
    "[season][quota][tournament][slow]") {
    const Cup cup("games = 1\nmax-games = 1\nentry-versions = 2\n", 2);
    for (int i = 1; i <= 4; ++i) {
        cup.hand_in_player("alice", fmt::format("v{}", i), 50 + i);
        cup.play();
        CHECK_THAT(cup.note("alice", fmt::format("v{}", i)), ContainsSubstring("It plays."));
    }
    const auto count = [&](const char* place) {
        return std::distance(fs::directory_iterator(cup.path(place)), fs::directory_iterator());
    };
    cup.play();
    CHECK(count("entries/alice") == 2);
    CHECK(fs::exists(cup.path("entries/alice/v4")));
    CHECK(count("versions/alice") == 2);
    CHECK(cup.matches().size() == 5); // the games of all stay, and the baseline's
    // If the active version breaks, the one before it plays.
    for (const auto& copy : fs::directory_iterator(cup.path("versions/alice"))) {
        if (copy.path().filename().string().starts_with("v4-")) {
            fs::remove_all(copy.path());
        }
    }
    cup.play();
    CHECK_THAT(cup.note("alice", "v3"), ContainsSubstring("It plays."));
}

TEST_CASE(
    "uploads at once together keep to the quota, and announced sizes count",
    "[season][quota][hostile]") {
    const tests::TemporaryFolder folder;
    fs::create_directories(folder / "entries/alice");
    fs::create_directories(folder / "notes/alice");
    referee::ReceiveRequest request{folder.path(), "alice", {}, std::chrono::milliseconds(0)};
    request.quota.size = 1'000'000;
    request.quota.waiting = 50;
    std::atomic<int> taken{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 12; ++i) {
        threads.emplace_back([&] {
            const std::string answer = receive(request, large_stream(240'000));
            taken += answer.size() < 3 ? 1 : 0;
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    CHECK(taken <= 4); // each counts all others, so it may be none
    CHECK(bytes_below(folder / "entries/alice") <= 1'000'000);
    while (taken < 4) {
        CHECK(receive(request, large_stream(240'000)).size() < 3);
        ++taken;
    }
    const std::string big = large_stream(900'000); // nothing of it is written
    CHECK_THAT(receive(request, big), ContainsSubstring("alice has no room for it: with it there"));
    request.quota.size = 1ULL << 30U;
    request.quota.files = 3;
    CHECK_THAT(receive(request, large_stream(1)), ContainsSubstring("in 3 files"));
}

TEST_CASE("receiving makes room by rejected versions only", "[season][quota][hostile]") {
    const tests::TemporaryFolder folder;
    fs::create_directories(folder / "notes/alice");
    for (const char* const name : {"playing", "first", "second", "waiting", "changed"}) {
        fs::create_directories(folder / (std::string("entries/alice/") + name));
        write_file(
            folder / (std::string("entries/alice/") + name + "/data"), std::string(200'000, 'x'));
    }
    const auto note = [&](const std::string& name, const std::string& text) {
        write_file(folder / ("notes/alice/" + name + ".txt"), "alice " + name + ": " + text);
    };
    note("playing", "accepted. It plays.\n");
    note("first", "rejected. No version\n");
    note("second", "rejected. No version\n");
    note("changed", "rejected. No version\n");
    // Changed since its note was written, so it waits again; by the clock of the file system.
    const auto is_newer = [&] {
        struct stat version {};
        struct stat written {};
        ::stat((folder / "entries/alice/changed").c_str(), &version);
        ::stat((folder / "notes/alice/changed.txt").c_str(), &written);
        return std::pair(version.st_ctim.tv_sec, version.st_ctim.tv_nsec) >
               std::pair(written.st_ctim.tv_sec, written.st_ctim.tv_nsec);
    };
    while (!is_newer()) {
        fs::permissions(folder / "entries/alice/changed", fs::perms(0755));
    }
    referee::ReceiveRequest request{folder.path(), "alice", {}, std::chrono::milliseconds(0)};
    request.quota.size = 1'100'000;
    const auto is_there = [&](const std::string& name) {
        return fs::exists(folder / ("entries/alice/" + name));
    };
    CHECK(receive(request, large_stream(200'000)) == "1");
    CHECK(!is_there("first"));
    CHECK(is_there("second"));
    CHECK(receive(request, large_stream(100'000)) == "2");
    CHECK(is_there("second")); // no more goes than must
    CHECK(receive(request, large_stream(200'000)) == "3");
    CHECK(!is_there("second"));
    CHECK_THAT(receive(request, large_stream(200'000)), ContainsSubstring("has no room"));
    for (const char* const name : {"playing", "waiting", "changed", "1", "2", "3"}) {
        CHECK(is_there(name));
    }
    CHECK(fs::exists(folder / "notes/alice/first.txt"));
}

TEST_CASE("a quota is read as it was written, and a wrong one is none", "[season][quota]") {
    const tests::TemporaryFolder folder;
    CHECK(referee::read_quota(folder.path()).waiting == referee::EntryQuota{}.waiting);
    fs::create_directories(folder / "notes");
    referee::write_quota(folder.path(), {1, 2, 3, 4, 5});
    const referee::EntryQuota read = referee::read_quota(folder.path());
    CHECK(read.size == 1);
    CHECK(read.files == 2);
    CHECK(read.versions == 3);
    CHECK(read.waiting == 4);
    CHECK(read.version_size == 5);
    for (const char* const text : {"", "[]", "7", "{\"entry-size\": -1}", "{\"entry-size\": []}"}) {
        write_file(folder / "notes/.quota", text);
        CHECK(referee::read_quota(folder.path()).size == referee::EntryQuota{}.size);
    }
}
