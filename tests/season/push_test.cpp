// Pushes by people who mean no good: scripts/season/post-receive, and referee/season/README.md,
// "Submitting".

#include "season/arena.hpp"
#include "support/processes.hpp"
#include "support/skipped.hpp"

#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

using namespace season_tests;

namespace {

const std::string empty_tree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

/// A season's folder and an entrant's repository on the same host, with the hook.
class GitHost {
  public:
    explicit GitHost(const std::string& quota = "") {
        fs::create_directories(season() + "/entries");
        fs::create_directories(season() + "/notes");
        write_file(season() + "/season.ini", "");
        write_file(season() + "/notes/.quota", quota);
        fs::create_directories(bare());
        REQUIRE(git({"init", "-q", "--bare", bare()}).status == 0);
        fs::copy_file(
            tests::source_folder() + "/scripts/season/post-receive",
            bare() + "/hooks/post-receive");
        REQUIRE(git({"init", "-q", work()}).status == 0);
    }

    std::string operator/(const std::string& name) const { return folder_ / name; }
    std::string season() const { return folder_ / "cup"; }
    std::string bare() const { return folder_ / "alice.git"; }
    std::string work() const { return folder_ / "work"; }

    std::vector<std::string> environment() const {
        return {
            "CUP=" + season(),
            "RELOAD=true",
            "TRIES=0",
            "REFEREE=" + tests::referee_path(),
            "GIT_AUTHOR_NAME=a",
            "GIT_AUTHOR_EMAIL=a@b",
            "GIT_COMMITTER_NAME=a",
            "GIT_COMMITTER_EMAIL=a@b",
            "HOME=" + folder_.path()};
    }
    Output git(std::vector<std::string> words) const {
        words.insert(words.begin(), "git");
        return run(words, "", environment());
    }
    /// An object with this content; its name. Git itself would refuse some of them.
    std::string object(const std::string& kind, const std::string& content) const {
        write_file(folder_ / "content", content);
        const Output made = git(
            {"-C", work(), "hash-object", "-t", kind, "--literally", "-w", folder_ / "content"});
        REQUIRE(made.status == 0);
        return made.out.substr(0, 40);
    }
    std::string
    row(const std::string& mode, const std::string& name, const std::string& object) const {
        std::string bytes = mode + " " + name + '\0';
        for (std::size_t at = 0; at < object.size(); at += 2) {
            bytes += static_cast<char>(std::stoi(object.substr(at, 2), nullptr, 16));
        }
        return bytes;
    }
    /// Pushes a commit of this tree. A hook that runs for ever is ended.
    Output push(const std::string& tree) const {
        const Output commit = git({"-C", work(), "commit-tree", tree, "-m", "x"});
        INFO(commit.err);
        REQUIRE(commit.status == 0);
        return run(
            {"timeout", "-k", "1", "60", "git", "-C", work(), "push", "-q", "-f", bare(),
             commit.out.substr(0, 40) + ":refs/heads/main"},
            "", environment());
    }
    /// All that lies in the entry's folder.
    std::vector<std::string> left() const {
        std::vector<std::string> names;
        std::error_code code;
        for (fs::directory_iterator at(season() + "/entries/alice", code), end; !code && at != end;
             at.increment(code)) {
            names.push_back(at->path().filename().string());
        }
        return names;
    }

  private:
    tests::TemporaryFolder folder_;
};

/// Ten trees of ten trees of … ten times this row: 10⁸ of them in eight levels.
std::string eight_levels(const GitHost& host, const std::string& mode, const std::string& object) {
    std::string tree = object;
    for (int level = 0; level < 8; ++level) {
        std::string rows;
        for (char name = 'a'; name < 'a' + 10; ++name) {
            rows += host.row(level == 0 ? mode : "40000", std::string(1, name), tree);
        }
        tree = host.object("tree", rows);
    }
    return tree;
}

} // namespace

TEST_CASE("a push is refused before anything is unpacked", "[season][push][hostile][slow]") {
    if (tests::lacks("git", "pushes")) {
        return;
    }
    const GitHost host("{\"build-size\": 1000000, \"entry-size\": 1500000}\n");
    const std::string blob = host.object("blob", "x");
    const auto refused = [&](const std::string& tree, const std::string& why) {
        const Output pushed = host.push(tree);
        INFO(pushed.err.substr(0, 2000));
        CHECK_THAT(pushed.err, ContainsSubstring(why));
        CHECK_THAT(pushed.err, ContainsSubstring("was not submitted"));
        CHECK(host.left().empty());
    };
    const auto tree_of = [&](const std::string& rows) { return host.object("tree", rows); };
    SECTION("a small pack that unpacks to twenty million bytes") {
        const std::string big = host.object("blob", std::string(20'000'000, 'x'));
        refused(tree_of(host.row("100644", "data", big)), "it is too large; at most 0 MiB");
    }
    SECTION("files that are too large together") {
        const std::string half = host.object("blob", std::string(300'000, 'x'));
        std::string rows;
        for (const char* const name : {"a", "b", "c", "d"}) {
            rows += host.row("100644", name, half);
        }
        refused(tree_of(rows), "it is too large");
    }
    SECTION("10⁸ files") {
        refused(eight_levels(host, "100644", blob), "more than 20000 files and folders");
    }
    SECTION("10⁸ folders without a file") {
        host.object("tree", "");
        refused(eight_levels(host, "40000", empty_tree), "more than 20000 files and folders");
    }
    SECTION("folders in folders in folders") {
        std::string tree = tree_of(host.row("100644", "x", blob));
        for (int depth = 0; depth < 40; ++depth) {
            tree = tree_of(host.row("40000", "x", tree));
        }
        refused(tree, "it lies in too many folders");
    }
    SECTION("a link") {
        const std::string target = host.object("blob", "/etc/passwd");
        refused(tree_of(host.row("120000", "data", target)), "data: it is a link");
    }
    SECTION("another repository") {
        refused(
            tree_of(host.row("160000", "lib", std::string(40, '1'))),
            "lib: it is another repository");
    }
    SECTION("names that lead out of the folder") {
        const std::string inner = tree_of(host.row("100644", "passwd", blob));
        for (const std::string name : {"..", ".", "../x", "/etc"}) {
            refused(tree_of(host.row("40000", name, inner)), "rename the file");
        }
    }
    SECTION("a name that comes twice") {
        refused(
            tree_of(host.row("100644", "a", blob) + host.row("100644", "a", blob)),
            "is in it twice");
    }
    SECTION("nothing") {
        host.object("tree", "");
        refused(empty_tree, "a version has 1 to 20000 files");
    }
}

TEST_CASE(
    "a push keeps to the quota of its entry, together with what is there",
    "[season][push][quota][hostile]") {
    if (tests::lacks("git", "pushes")) {
        return;
    }
    const GitHost host("{\"entry-size\": 1500000, \"entry-waiting\": 50}\n");
    for (const char* const byte : {"a", "b", "c"}) {
        std::string text;
        for (int i = 0; i < 600'000; ++i) {
            text += byte;
        }
        const std::string data = host.object("blob", text);
        const Output pushed = host.push(host.object("tree", host.row("100644", "data", data)));
        INFO(pushed.err);
        CHECK((pushed.err.find("has no room for it") != std::string::npos) == (byte[0] == 'c'));
    }
    CHECK(host.left().size() == 2);
}

TEST_CASE("a push has the files and run bits of its commit", "[season][push]") {
    if (tests::lacks("git", "pushes")) {
        return;
    }
    const GitHost host;
    const std::string script = host.object("blob", "#!/bin/sh\n");
    const std::string nothing = host.object("blob", "");
    const std::string inner = host.object("tree", host.row("100644", "ä b.txt", nothing));
    const Output pushed = host.push(
        host.object("tree", host.row("40000", "lib", inner) + host.row("100755", "run", script)));
    INFO(pushed.err);
    REQUIRE(host.left().size() == 1);
    const std::string version = host.season() + "/entries/alice/" + host.left()[0];
    CHECK(read_file(version + "/run") == "#!/bin/sh\n");
    CHECK(::access((version + "/run").c_str(), X_OK) == 0);
    CHECK(fs::is_empty(version + "/lib/ä b.txt"));
    CHECK(fs::file_size(version + "/lib/ä b.txt") == 0);
}

TEST_CASE("a hook that is killed ends what it began", "[season][push][hostile]") {
    if (tests::lacks("git", "pushes")) {
        return;
    }
    const GitHost host;
    const std::string blob = host.object("blob", "x");
    REQUIRE(host.push(host.object("tree", host.row("100644", "a", blob))).status == 0);
    fs::remove_all(host.season() + "/entries/alice");
    const std::string commit = host.git({"-C", host.bare(), "rev-parse", "main"}).out.substr(0, 40);
    // A git that never ends where it unpacks.
    fs::create_directories(host / "bin");
    tests::write_script(
        host / "bin/git",
        "#!/bin/sh\ncase $* in *archive*|*cat-file*) echo $$ >" + (host / "started.part") +
            "; mv " + (host / "started.part") + " " + (host / "started") +
            "; exec sleep 100000;; esac\nexec /usr/bin/env PATH=/usr/bin:/bin git \"$@\"\n");
    write_file(host / "refs", std::string(40, '0') + " " + commit + " refs/heads/main\n");
    for (const int signal : {SIGTERM, SIGHUP, SIGKILL}) {
        CAPTURE(signal);
        fs::remove(host / "started");
        std::vector<std::string> words{
            "env", "-C", host.bare(), "PATH=" + (host / "bin") + ":/usr/bin:/bin", "GIT_DIR=."};
        const std::vector<std::string> own = host.environment();
        words.insert(words.end(), own.begin(), own.end());
        words.insert(words.end(), {"sh", "hooks/post-receive"});
        const int refs = ::open((host / "refs").c_str(), O_RDONLY | O_CLOEXEC);
        const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
        const pid_t hook = tests::start_with(words, {refs, null, null});
        ::close(refs);
        ::close(null);
        REQUIRE(happens([&] { return fs::exists(host / "started"); }));
        const pid_t unpacks = std::stoi(read_file(host / "started"));
        CHECK(host.left().size() == 1); // the upload
        ::kill(hook, signal);
        tests::exit_within(hook);
        CHECK(tests::comes_true([&] { return host.left().empty() && tests::has_ended(unpacks); }));
        fs::remove_all(host.season() + "/entries/alice");
        ::kill(unpacks, SIGKILL);
    }
    // If all of it is killed at once, the next upload removes what is left.
    fs::remove(host / "started");
    const pid_t receiver = tests::start(
        {"env", "-C", host.bare(), "PATH=" + (host / "bin") + ":/usr/bin:/bin", "GIT_DIR=.",
         tests::referee_path(), "receive", host.season(), "--name", "alice", "--commit", commit,
         "--wait", "none"});
    REQUIRE(happens([&] { return fs::exists(host / "started"); }));
    const pid_t unpacks = std::stoi(read_file(host / "started"));
    ::kill(receiver, SIGKILL);
    tests::wait_for_exit(receiver);
    CHECK(tests::comes_true([&] { return tests::has_ended(unpacks); }));
    REQUIRE(host.left().size() == 1);
    CHECK(host.left()[0].starts_with(".upload."));
    REQUIRE(host.push(host.object("tree", host.row("100644", "b", blob))).status == 0);
    REQUIRE(host.left().size() == 1);
    CHECK(!host.left()[0].starts_with("."));
}

TEST_CASE("a commit's name is all of its digits", "[season][push][hostile]") {
    const GitHost host;
    for (const std::string name : {"HEAD", "-p", "main", "1234567", "", ":/x"}) {
        const Output output = run(
            {tests::referee_path(), "receive", host.season(), "--name", "alice", "--commit", name,
             "--wait", "none"});
        CHECK(output.status == 2);
        CHECK(host.left().empty());
    }
}
