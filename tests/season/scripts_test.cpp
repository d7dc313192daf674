// The organiser's examples: scripts/season.

#include "season/arena.hpp"
#include "support/skipped.hpp"

#include <unistd.h>

using namespace season_tests;

namespace {

std::string example(const std::string& name) {
    return tests::source_folder() + "/scripts/season/" + name;
}

std::string installed(const std::string& name) {
    return tests::installed_program(name, "scripts/season with " + name);
}

} // namespace

TEST_CASE("the example of a season runs as it is", "[season][tournament]") {
    const Cup cup;
    fs::create_directories(cup.path("baselines"));
    for (const char* const name : {"reference", "depth2"}) {
        fs::copy_file(tests::gems_ai(name), cup.path(std::string("baselines/") + name));
    }
    fs::remove_all(cup.path("season.ini"));
    fs::copy_file(example("season.ini"), cup.path("season.ini"));
    const Output output = run(cup.command({"--once"}));
    INFO(output.err);
    CHECK(output.status == 0);
    CHECK_THAT(read_file(cup.path("site/index.html")), ContainsSubstring("Gems cup"));
}

TEST_CASE("a push to the example's git repository hands in a version", "[season][tournament]") {
    const std::string git = installed("git");
    if (git.empty()) {
        return;
    }
    const Cup cup;
    const std::string bare = cup.path("alice.git");
    const std::string work = cup.player_folder("git", 90);
    const std::vector<std::string> as_alice{
        "-c", "user.name=alice", "-c", "user.email=a@example.org"};
    const auto in_git = [&](const std::string& folder, std::vector<std::string> words) {
        words.insert(words.begin(), {git, "-C", folder});
        words.insert(words.begin() + 1, as_alice.begin(), as_alice.end());
        const Output output = run(
            words, "",
            {"CUP=" + cup.path(), "RELOAD=true", "TRIES=0", "REFEREE=" + tests::referee_path()});
        INFO(output.err);
        REQUIRE(output.status == 0);
        return output;
    };
    fs::create_directories(bare);
    in_git(bare, {"init", "-q", "--bare"});
    fs::copy_file(example("post-receive"), bare + "/hooks/post-receive");
    in_git(work, {"init", "-q"});
    in_git(work, {"add", "."});
    in_git(work, {"commit", "-q", "-m", "first"});
    const Output pushed = in_git(work, {"push", bare, "HEAD:refs/heads/main"});
    CHECK_THAT(pushed.err, ContainsSubstring("waits for its check"));
    std::string version = in_git(work, {"rev-parse", "--short=12", "HEAD"}).out;
    version.erase(version.find('\n'));
    CHECK(
        read_file(cup.path("entries/alice/" + version + "/ai.ini")) == read_file(work + "/ai.ini"));
    CHECK(!fs::exists(cup.path("entries/alice/.upload")));
    in_git(work, {"push", bare, "HEAD:refs/heads/other"});
    int versions = 0;
    for (const auto& entry : fs::directory_iterator(cup.path("entries/alice"))) {
        (void)entry;
        ++versions;
    }
    CHECK(versions == 1); // other branches are nobody's business
    cup.hand_in_player("bob", "1", 50);
    cup.play();
    CHECK_THAT(cup.note("alice", version), ContainsSubstring("It plays."));
}

TEST_CASE("the hook refuses a push if there is no season", "[season]") {
    const tests::TemporaryFolder folder;
    const Output output =
        run({"/bin/sh", example("post-receive")}, folder.path(), {"CUP=" + (folder / "gone")});
    CHECK(output.status == 1);
    CHECK_THAT(output.err, ContainsSubstring("there is no season in " + (folder / "gone")));
    CHECK(!fs::exists(folder / "gone"));
}

TEST_CASE("the example's systemd unit has no mistake", "[season][tournament]") {
    const std::string analyze = installed("systemd-analyze");
    if (analyze.empty()) {
        return;
    }
    // With the referee where it was built: what isn't installed would be a mistake.
    const tests::TemporaryFolder folder;
    std::string unit = read_file(example("referee-season.service"));
    const std::string program = "/usr/local/bin/referee";
    unit.replace(unit.find(program), program.size(), fs::canonical(tests::referee_path()).string());
    write_file(folder / "referee-season.service", unit);
    const Output output = run({analyze, "verify", folder / "referee-season.service"});
    CHECK(output.status == 0);
    CHECK(output.err.find("referee-season.service:") == std::string::npos);
}

TEST_CASE("nginx accepts the example", "[season][tournament]") {
    const std::string nginx = installed("nginx");
    if (nginx.empty()) {
        return;
    }
    const tests::TemporaryFolder folder;
    write_file(
        folder / "nginx.conf", fmt::format(
                                   "pid {0}/pid;\nevents {{}}\nhttp {{\naccess_log off;\n"
                                   "error_log {0}/errors;\nclient_body_temp_path {0}/body;\n"
                                   "proxy_temp_path {0}/proxy;\nfastcgi_temp_path {0}/fastcgi;\n"
                                   "uwsgi_temp_path {0}/uwsgi;\nscgi_temp_path {0}/scgi;\n"
                                   "include {1};\n}}\n",
                                   folder.path(), example("nginx.conf")));
    const Output output = run({nginx, "-t", "-c", folder / "nginx.conf", "-p", folder.path()});
    INFO(output.err);
    CHECK(output.status == 0);
}
