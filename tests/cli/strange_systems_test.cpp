// Systems on which something isn't as usual: the caller's umask, the current folder, the file
// system of the work folders, users, permissions, the clock. Every command either works there, or
// refuses with one line that names the place and what can be done; and no AI gets a fault for it.

#include "cli/commands.hpp"
#include "season/entries/submission.hpp"
#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <regex>
#include <sched.h>
#include <set>
#include <sstream>
#include <sys/prctl.h>
#include <unistd.h>

namespace fs = std::filesystem;
using namespace tests;

namespace {

constexpr int ordinary_user = 60599; // nobody's, and none of those that root's AIs get

/// One call of a command; '@' stands for the folder of the scene.
struct Call {
    std::vector<std::string> words;
    std::string input{}; ///< a file for standard input
};

/// At least one call of each command, with all that it reads and writes in one folder.
const std::multimap<std::string, Call>& calls() {
    static const std::multimap<std::string, Call> all{
        {"demo", {{"@demo"}}},
        {"play",
         {{"@field.dat", "--ai", "@random", "--ai", "@reference", "--record", "@new/r.jsonl",
           "--html", "@new/r.html", "--time-limit", "60s"}}},
        {"new", {{"--game", "gems", "--language", "Bash", "@my-ai"}}},
        {"new-game", {{"@mygame"}}},
        {"create", {{"@new/f.dat", "--seed", "1"}}},
        {"check", {{"@field.dat"}}},
        {"check", {{"--game", "gems", "@random", "--turns", "3", "--time-limit", "60s"}}},
        {"tournament",
         {{"--fields", "@fields", "--ai", "@random", "--ai", "@reference", "--db", "@new/db.sqlite",
           "--records", "@new/records", "--html", "@new/t.html", "--jobs", "1", "--time-limit",
           "60s"}}},
        {"tune",
         {{"--ai", "@tuned", "--fields", "@fields", "--games", "20", "--db", "@new/tune.sqlite",
           "--jobs", "1", "--time-limit", "60s"}}},
        {"report", {{"@results.sqlite", "--html", "@new/report.html", "--csv", "@new/tables"}}},
        {"judge", {{"@record.jsonl"}}},
        {"export", {{"@record.jsonl", "--npz", "@new/record.npz"}}},
        {"merge", {{"@new/all.sqlite", "@shard1.sqlite", "@shard2.sqlite"}}},
        {"season", {{"@cup", "--once", "--jobs", "1"}}},
        {"submit", {{"@mine", "--to", "@cup", "--name", "bob", "--wait", "none"}}},
        {"receive", {{"@cup", "--name", "carol", "--wait", "none"}, "@stream"}},
        {"collect", {{"@course", "--to", "@cup"}}},
        {"site", {{"@results.sqlite", "@new/site"}}},
        {"play-page", {{"@new/play.html", "--game", "gems", "--ai", "greedy"}}},
        {"replay", {{"@record.jsonl", "--html", "@new/replay.html"}}},
        {"rerun",
         {{"@record.jsonl", "--game", "1", "--seat", "2", "--ai", "@reference", "--time-limit",
           "60s"}}},
        {"games", {{"gems"}}},
        {"games", {{"goofspiel"}}}, // its rules are a program
    };
    return all;
}

/// What the calls read, made once. Each call gets a copy of it.
class StrangeScene {
  public:
    StrangeScene() {
        fs::permissions(base_.path(), fs::perms(0755));
        const std::string made = base_ / "made";
        fs::create_directories(made + "/fields");
        fs::create_directories(made + "/cup/entries");
        fs::create_directories(made + "/base");
        fs::create_directories(made + "/mine");
        fs::create_directories(made + "/course/alice");
        fs::create_directories(made + "/tuned");
        fs::copy_file(gems_ai("random"), made + "/random");
        fs::copy_file(gems_ai("reference"), made + "/reference");
        fs::copy_file(gems_ai("random"), made + "/base/ai");
        fs::copy_file(gems_ai("reference"), made + "/mine/ai");
        fs::copy_file(gems_ai("reference"), made + "/tuned/ai");
        fs::copy_file(gems_ai("random"), made + "/course/alice/ai");
        write_file(made + "/course/alice/ai.ini", "command = ai\n");
        write_file(made + "/base/ai.ini", "command = ai\nname = base\n");
        write_file(made + "/mine/ai.ini", "command = ai\n");
        write_file(made + "/tuned/ai.ini", "command = ai\nparameter = x, int, 1, 0, 9, 1\n");
        write_file(
            made + "/cup/season.ini",
            "game = gems\ngenerate = 2\nfield-seed = 7\nfield-set = max_moves=4\n"
            "field-set = rows=40\ngames = 1\ntime-limit = 60s\nbaseline = ../base\n");
        fs::create_directories(made + "/cup/entries/alice");
        fs::copy(made + "/mine", made + "/cup/entries/alice/1", fs::copy_options::recursive);
        std::ofstream stream(made + "/stream", std::ios::binary);
        referee::pack(
            made + "/mine", "", 1U << 24U, [&](std::string_view bytes) { stream << bytes; });
        stream.close();
        const std::vector<std::string> short_game{"--set", "max_moves=4", "--set", "rows=40"};
        for (const char* const seed : {"1", "2"}) {
            std::vector<std::string> words{
                "create", fmt::format("{}/fields/{}.dat", made, seed), "--seed", seed};
            words.insert(words.end(), short_game.begin(), short_game.end());
            prepare(words);
        }
        fs::copy_file(made + "/fields/1.dat", made + "/field.dat");
        const std::vector<std::string> ais{
            "--ai", made + "/random", "--ai", made + "/reference", "--time-limit", "60s"};
        const auto with_ais = [&](std::vector<std::string> words) {
            words.insert(words.end(), ais.begin(), ais.end());
            prepare(words);
        };
        with_ais(
            {"play", made + "/field.dat", "--record", made + "/record.jsonl", "--seats", "fixed"});
        const std::vector<std::string> tournament{"tournament", "--fields", made + "/fields",
                                                  "--jobs",     "1",        "--db"};
        const auto play = [&](const std::string& database, const std::vector<std::string>& more) {
            std::vector<std::string> words = tournament;
            words.push_back(made + "/" + database);
            words.insert(words.end(), more.begin(), more.end());
            with_ais(words);
        };
        play("results.sqlite", {});
        play("shard1.sqlite", {"--shard", "1/2"});
        play("shard2.sqlite", {"--shard", "2/2"});
    }

    /// The folder in which calls work.
    std::string folder() const { return base_ / "run"; }

    /// The scene as it was made, owned by this user.
    void renew(int owner) const {
        fs::remove_all(folder());
        fs::copy(base_ / "made", folder(), fs::copy_options::recursive);
        if (owner != 0) {
            REQUIRE(run({"chown", "-R", fmt::format("{0}:{0}", owner), folder()}).status == 0);
        }
    }

    std::vector<std::string>
    command(const std::string& name, const Call& call, bool is_relative) const {
        const std::string place = is_relative ? "" : folder() + "/";
        std::vector<std::string> words{referee_path(), name};
        for (const std::string& word : call.words) {
            words.push_back(word[0] == '@' ? place + word.substr(1) : word);
        }
        return words;
    }

    /// The faults of AIs in new records and notes; empty: none.
    std::string faults() const {
        std::string found;
        for (const auto& entry : fs::recursive_directory_iterator(folder())) {
            const std::string path = entry.path().string();
            if (!entry.is_regular_file()) {
                continue;
            }
            const bool is_record = path.ends_with(".jsonl");
            const bool is_note = path.find("/notes/") != std::string::npos;
            const std::string text = is_record || is_note ? read_file(path) : std::string();
            // A note may reject a version that can't be started, if it says where to look.
            const bool is_told = is_note && text.find("SELinux") != std::string::npos;
            const std::size_t at =
                is_told ? text.npos : text.find(is_record ? "\"fault\":\"" : ": rejected");
            if (at != std::string::npos) {
                found += path + ": " + text.substr(at, 200) + "\n";
            }
        }
        return found;
    }

  private:
    static void prepare(std::vector<std::string> words) {
        words.insert(words.begin(), referee_path());
        const Output output = run(words);
        INFO(output.err);
        REQUIRE(output.status == 0);
    }

    TemporaryFolder base_;
};

/// What is strange about a system.
struct System {
    std::string name;
    /// What a refusal names, one of these; none: every command works.
    std::vector<std::string> places{};
    std::string umask = "022";
    std::string mounts{};              ///< a script of mounts, with $RUN, the folder of the scene
    std::vector<std::string> around{}; ///< programs that start the command
    int owner = -1;                    ///< of the scene; −1: who calls
    bool is_lost = false;              ///< the current folder has been removed
    bool is_relative = false;          ///< paths of the call are relative
};

/// The line with which a command refuses; empty if it isn't one line.
std::string refusal(const Output& output) {
    if (output.status == 3) {
        return std::regex_replace(output.out, std::regex("\n +"), " "); // tables are wrapped
    }
    std::string found;
    std::istringstream lines(output.err);
    for (std::string line; std::getline(lines, line);) {
        const bool is_aside =
            line.starts_with("referee: note: ") || line.starts_with("referee: warning: ");
        if (is_aside || !line.starts_with("referee: ")) { // what a season says of its progress
            continue;
        }
        if (!found.empty()) {
            return "";
        }
        found = line;
    }
    return found;
}

/// The options that the line advises and the command doesn't have.
std::string unknown_options(const std::string& command, const std::string& line) {
    static std::map<std::string, std::string> known;
    std::string& all = known[command];
    if (all.empty()) {
        all = run({referee_path(), command, "--help-all"}).out;
    }
    std::string unknown;
    static const std::regex option("--[a-z][a-z-]*");
    for (std::sregex_iterator at(line.begin(), line.end(), option), end; at != end; ++at) {
        if (all.find(at->str()) == std::string::npos && at->str() != "--shm-size") { // docker's
            unknown += " " + at->str();
        }
    }
    return unknown;
}

constexpr std::string_view put_off = "it gets none for ten minutes";
/// Runs a season and ends it when it says so.
constexpr std::string_view until_put_off =
    "exec 2> >(while IFS= read -r line; do printf '%s\\n' \"$line\";"
    " case $line in *'it gets none for ten minutes'*) kill $$;; esac; done >&2); exec \"$@\"";

/// True if a season says that it tries again later. It was ended then: nobody waits for that here.
bool is_put_off(const std::string& command, const Output& output) {
    return command == "season" && output.status == 128 + SIGTERM &&
           output.err.find(put_off) != std::string::npos;
}

/// What is wrong with the end of a command; empty: nothing. `places`: as in System; {""}: any.
std::string problem_with(
    const std::string& command, const Output& output, const std::vector<std::string>& places) {
    if (output.status == 0 || is_put_off(command, output)) {
        return "";
    }
    // One file of a submission that can't be read costs that submission alone.
    const bool may_find = command == "check" || command == "merge" ||
                          (command == "collect" && places == std::vector<std::string>{""});
    if (output.status < 0 || output.status > (may_find ? 3 : 2)) {
        return fmt::format("exit status {}", output.status);
    }
    if (places.empty()) {
        return "it doesn't work";
    }
    const std::string line = refusal(output);
    if (line.empty()) {
        return "not one line";
    }
    if (std::none_of(places.begin(), places.end(), [&](const std::string& place) {
            return line.find(place) != std::string::npos;
        })) {
        return "the line doesn't name the place";
    }
    if (line.find("; ") == std::string::npos) {
        return "the line has no remedy";
    }
    const std::string unknown = unknown_options(command, line);
    return unknown.empty() ? "" : command + " has no" + unknown;
}

Output run_in(
    const StrangeScene& scene, const System& system, bool as_user, const std::string& name,
    const Call& call) {
    scene.renew(system.owner >= 0 ? system.owner : as_user ? ordinary_user : 0);
    std::vector<std::string> whole{"timeout", "-k", "1", "300"};
    if (!system.mounts.empty()) {
        whole.insert(
            whole.end(),
            {"unshare", "--mount", "sh", "-ec", system.mounts + "\nexec \"$@\"", "sh"});
    }
    if (as_user) {
        const std::string number = std::to_string(ordinary_user);
        whole.insert(
            whole.end(), {"setpriv", "--reuid=" + number, "--regid=" + number, "--clear-groups"});
    }
    std::string current = scene.folder();
    if (system.is_lost) {
        current = fs::path(scene.folder()).parent_path() / "lost";
        fs::create_directory(current);
        fs::permissions(fs::path(current).parent_path(), fs::perms::all);
        fs::permissions(current, fs::perms::all);
    }
    whole.insert(
        whole.end(), {"sh", "-c",
                      std::string("cd \"$1\"; ") + (system.is_lost ? "rmdir \"$1\"; " : "") +
                          "shift; umask " + system.umask + "; exec \"$@\" <\"$INPUT\"",
                      "sh", current});
    if (name == "season") {
        whole.insert(whole.end(), {"bash", "-c", std::string(until_put_off), "season"});
    }
    whole.insert(whole.end(), system.around.begin(), system.around.end());
    const std::vector<std::string> command = scene.command(name, call, system.is_relative);
    whole.insert(whole.end(), command.begin(), command.end());
    return run(
        whole, "",
        {"RUN=" + scene.folder(), "TMPDIR=/tmp", "XDG_RUNTIME_DIR=",
         "INPUT=" +
             (call.input.empty() ? "/dev/null" : scene.folder() + "/" + call.input.substr(1))});
}

/// Pages with AIs need what `make wasm` builds.
bool lacks_modules(const std::string& command, const Output& output) {
    return command == "play-page" && output.status != 0 &&
           output.err.find("make wasm") != std::string::npos;
}

bool is_root(const std::string& what) {
    if (::geteuid() == 0) {
        return true;
    }
    leave_out(what, Need::root);
    return false;
}

void try_all(const StrangeScene& scene, const System& system, bool as_user) {
    for (const auto& [name, call] : calls()) {
        const Output output = run_in(scene, system, as_user, name, call);
        if (lacks_modules(name, output)) {
            continue;
        }
        INFO(
            system.name << (as_user ? ", ordinary user: " : ": ") << name << " " << call.words[0]
                        << "\n"
                        << output.status << "\n"
                        << output.out.substr(0, 600) << output.err);
        CHECK(problem_with(name, output, system.places) == "");
        CHECK(scene.faults() == "");
    }
}

/// As root and as an ordinary user, where that can be chosen.
void try_as_both(const System& system) {
    const StrangeScene scene;
    try_all(scene, system, false);
    if (::geteuid() == 0) {
        try_all(scene, system, true);
    }
}

/// A user namespace with these users, made by root, as long as this object lives.
class UserNamespace {
  public:
    explicit UserNamespace(const std::string& map) {
        std::array<int, 2> ready{};
        REQUIRE(::pipe2(ready.data(), O_CLOEXEC) == 0);
        pid_ = ::fork();
        if (pid_ == 0) {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            const char answer = ::unshare(CLONE_NEWUSER) == 0 ? 'y' : 'n';
            while (::write(ready[1], &answer, 1) == 1) {
                ::pause();
            }
            ::_exit(1);
        }
        char answer = 'n';
        if (::read(ready[0], &answer, 1) != 1) {
            answer = 'n';
        }
        ::close(ready[0]);
        ::close(ready[1]);
        for (const char* const file : {"uid_map", "gid_map"}) {
            std::ofstream out(fmt::format("/proc/{}/{}", pid_, file));
            out << map << std::flush;
            is_made_ = answer == 'y' && static_cast<bool>(out);
        }
    }
    ~UserNamespace() {
        ::kill(pid_, SIGKILL);
        wait_for_exit(pid_);
    }
    UserNamespace(const UserNamespace&) = delete;
    UserNamespace& operator=(const UserNamespace&) = delete;

    bool is_made() const { return is_made_; }
    std::vector<std::string> enter() const {
        return {"nsenter",  fmt::format("--user=/proc/{}/ns/user", pid_),
                "--setuid", "0",
                "--setgid", "0"};
    }

  private:
    pid_t pid_ = -1;
    bool is_made_ = false;
};

} // namespace

TEST_CASE("every command is tried on strange systems", "[strange-systems][slow]") {
    for (const referee::Command& command : referee::all_commands()) {
        INFO(command.name);
        CHECK(calls().contains(std::string(command.name)));
    }
    const StrangeScene scene;
    for (const auto& [name, call] : calls()) {
        const Output output = run_in(scene, {"usual"}, false, name, call);
        if (lacks_modules(name, output)) {
            leave_out_without("wasm-validate", "play-page on strange systems");
            continue;
        }
        INFO(name << " " << call.words[0] << "\n" << output.out << output.err);
        CHECK(output.status == 0);
    }
}

TEST_CASE("any umask will do", "[strange-systems][slow]") {
    for (const char* const mask : {"0777", "0077", "0000"}) {
        System system{"umask " + std::string(mask)};
        system.umask = mask;
        try_as_both(system);
    }
}

TEST_CASE(
    "a version can be read by the season, whatever umask its author has", "[strange-systems]") {
    if (!is_root("a season of another user")) {
        return;
    }
    const StrangeScene scene;
    System author{"umask 0077"};
    author.umask = "0077";
    author.owner = 0;
    // Everybody may make entries, but not change those of others.
    author.mounts = "chmod 1777 \"$RUN/cup/entries\"";
    const Call call{{"@mine", "--to", "@cup", "--name", "bob", "--wait", "none"}};
    const Output output = run_in(scene, author, true, "submit", call);
    INFO(output.err);
    REQUIRE(output.status == 0);
    for (const auto& entry :
         fs::recursive_directory_iterator(scene.folder() + "/cup/entries/bob")) {
        INFO(entry.path());
        const fs::perms needed = entry.is_directory() ? fs::perms(0005) : fs::perms::others_read;
        CHECK((entry.status().permissions() & needed) == needed);
    }
    CHECK(
        (fs::status(scene.folder() + "/cup/entries/bob").permissions() & fs::perms(0005)) ==
        fs::perms(0005));
}

TEST_CASE("a removed current folder is named where it matters", "[strange-systems][slow]") {
    System system{"removed folder, whole paths"};
    system.is_lost = true;
    try_as_both(system);
    system.name = "removed folder, relative paths";
    system.is_relative = true;
    system.places = {"the current folder has been removed"};
    try_as_both(system);
}

TEST_CASE("work folders without room are named, or made elsewhere", "[strange-systems][slow]") {
    if (!is_root("a small file system for work folders")) {
        return;
    }
    const std::string shm = "mount -t tmpfs -o mode=1777,";
    System system{"4 KiB of /dev/shm", {"/dev/shm: "}};
    system.mounts = shm + "size=4k none /dev/shm";
    try_as_both(system);
    system = {"a full /dev/shm"};
    system.mounts = shm + "size=64k none /dev/shm; head -c 64k /dev/zero >/dev/shm/full";
    try_as_both(system);
    system = {"no inodes in /dev/shm"};
    system.mounts = shm + "nr_inodes=2 none /dev/shm";
    try_as_both(system);
    system = {"a read-only /dev/shm"};
    system.mounts = shm + "ro none /dev/shm";
    try_as_both(system);
}

TEST_CASE("a read-only place is named", "[strange-systems][slow]") {
    if (!is_root("read-only file systems")) {
        return;
    }
    const std::string keep = "mount --bind \"$RUN\" \"$RUN\"; ";
    const std::string tmp = "mount --bind /tmp /tmp; ";
    System system{"a read-only /tmp", {"/tmp"}};
    system.mounts = tmp + keep + "mount -o remount,bind,ro /tmp";
    try_as_both(system);
    system.name = "no writable place for work folders";
    system.mounts += "; mount -t tmpfs -o ro none /dev/shm";
    try_as_both(system);
    const StrangeScene scene;
    system = {"a read-only scene", {scene.folder()}};
    system.mounts = keep + "mount -o remount,bind,ro \"$RUN\"";
    try_all(scene, system, false);
    try_all(scene, system, true);
    system = {"a system that is read-only", {"/run/referee-users", "/tmp"}};
    system.mounts = keep + "mount -o remount,bind,ro /";
    try_all(scene, system, false);
    try_all(scene, system, true);
    system = {"programs that can't be started in the scene", {"mounted noexec"}};
    system.mounts = keep + "mount -o remount,bind,noexec \"$RUN\"";
    try_all(scene, system, false);
    try_all(scene, system, true);
}

TEST_CASE("users that a namespace lacks are named", "[strange-systems][slow]") {
    if (!is_root("user namespaces of root") ||
        is_skipped_with_thread_sanitizer(
            "user namespaces: ThreadSanitizer's thread forbids them")) {
        return;
    }
    const StrangeScene scene;
    System system{"only root", {"no users 60600 to 61111"}};
    system.around = {"unshare", "--user", "--map-root-user"};
    try_all(scene, system, false);
    const UserNamespace some("0 0 1000");
    REQUIRE(some.is_made());
    system.name = "a thousand users";
    system.around = some.enter();
    try_all(scene, system, false);
    system = {"a user without a number"};
    system.around = {"unshare", "--user"};
    try_all(scene, system, true);
}

TEST_CASE("a user without a name is asked for one", "[strange-systems]") {
    if (!is_root("a user who has no name")) {
        return;
    }
    const StrangeScene scene;
    const Call call{{"@mine", "--to", "@cup", "--wait", "none"}};
    const Output output = run_in(scene, {"no name"}, true, "submit", call);
    CHECK(
        output.err == "referee: the user 60599 has no name on this system (/etc/passwd); name the "
                      "entry with --name\n");
}

// A file server that squashes root makes root somebody whom the files don't belong to. So does a
// user namespace without their owner.
TEST_CASE("a home on a server that refuses root is named", "[strange-systems][slow]") {
    if (!is_root("a home that root may not enter") ||
        is_skipped_with_thread_sanitizer(
            "user namespaces: ThreadSanitizer's thread forbids them")) {
        return;
    }
    const UserNamespace squashed("0 0 1\n60600 60600 512");
    REQUIRE(squashed.is_made());
    const StrangeScene scene;
    System system{"root may read", {scene.folder(), "entries"}};
    system.around = squashed.enter();
    system.owner = ordinary_user;
    try_all(scene, system, false);
    system.name = "root may not even read";
    system.mounts = "chmod 0700 \"$RUN\"";
    try_all(scene, system, false);
    system.name = "root may not even read, relative paths";
    system.is_relative = true;
    system.places = {"Permission denied", "permissions"};
    try_all(scene, system, false);
}

TEST_CASE("a clock that jumps is nobody's fault", "[strange-systems][slow]") {
    if (is_skipped_with_sanitizers(
            "a jumping clock: sanitizers and a library loaded before them don't mix")) {
        return;
    }
    for (const char* const seconds : {"40000000", "-40000000", "3600"}) {
        System system{"a jump of " + std::string(seconds)};
        system.around = {
            "env", "LD_PRELOAD=" + built("failing-calls.so"),
            "REFEREE_TEST_CLOCK=" + std::string(seconds)};
        try_as_both(system);
    }
}

TEST_CASE("a file that the system denies is no finding about an AI", "[strange-systems]") {
    if (is_skipped_with_sanitizers(
            "denied files: sanitizers and a library loaded before them don't mix")) {
        return;
    }
    const StrangeScene scene;
    const Call call{{"--game", "gems", "@mine", "--turns", "1", "--time-limit", "60s"}};
    System system{"denied"};
    system.around = {"env", "LD_PRELOAD=" + built("failing-calls.so")};
    for (const char* const opens : {"open", "openat"}) {
        int denied = 0;
        for (int number = 1; number <= 100; ++number) {
            System failing = system;
            failing.around.push_back(
                fmt::format("REFEREE_TEST_FAIL=r:{}:{}:{}", opens, number, EACCES));
            const Output output = run_in(scene, failing, false, "check", call);
            INFO(failing.around.back() << "\n" << output.out << output.err);
            CHECK(output.status <= 2); // 3: found
            denied += output.status != 0 ? 1 : 0;
            if (output.status == 0 && number > 40) {
                break;
            }
        }
        CHECK(denied > 0);
    }
}

// SELinux and AppArmor let calls fail that permissions would allow.
TEST_CASE("a denied call is named with a remedy", "[strange-systems][slow]") {
    if (is_skipped_with_sanitizers(
            "denied calls: sanitizers and a library loaded before them don't mix")) {
        return;
    }
    const std::set<std::string> denied{
        "access",
        "bind",
        "chmod",
        "connect",
        "execve",
        "execveat",
        "faccessat",
        "fchmod",
        "fchown",
        "fork",
        "fstatat",
        "kill",
        "lstat",
        "memfd_create",
        "mkdir",
        "mkdirat",
        "mount",
        "open",
        "openat",
        "pidfd_open",
        "prctl",
        "ptrace",
        "readlink",
        "rename",
        "renameat",
        "rmdir",
        "sched_setaffinity",
        "sched_setscheduler",
        "setpriority",
        "setrlimit",
        "socket",
        "socketpair",
        "stat",
        "statfs",
        "statvfs",
        "symlink",
        "truncate",
        "ftruncate",
        "unlink",
        "unlinkat",
        "unshare",
        "utimensat",
        "vfork",
        "link",
        "linkat",
        "fstat",
        "flock"};
    const StrangeScene scene;
    int tried = 0;
    for (const auto& [name, call] : calls()) {
        const std::string counts = scene.folder() + "/../counts";
        fs::remove(counts);
        System system{"denied"};
        system.around = {"env", "LD_PRELOAD=" + built("failing-calls.so")};
        System counting = system;
        counting.around.push_back("REFEREE_TEST_COUNT=" + counts);
        if (lacks_modules(name, run_in(scene, counting, false, name, call))) {
            continue;
        }
        std::map<std::string, long> made;
        std::istringstream lines(read_file(counts));
        std::string role;
        std::string called;
        for (long count = 0; lines >> role >> called >> count;) {
            if (denied.contains(called)) {
                made[role + ":" + called] = std::max(made[role + ":" + called], count);
            }
        }
        CHECK(made.size() > 2);
        for (const auto& [which, count] : made) {
            if (count == 0) {
                continue;
            }
            const long number = tried % 2 == 0 ? 1 : (count + 1) / 2;
            const int error = tried % 3 == 0 ? EPERM : EACCES;
            ++tried;
            System failing = system;
            failing.around.push_back(
                fmt::format("REFEREE_TEST_FAIL={}:{}:{}", which, number, error));
            const Output output = run_in(scene, failing, false, name, call);
            INFO(
                failing.around.back()
                << " of " << count << ": " << name << " " << call.words[0] << "\n"
                << output.status << "\n"
                << output.out.substr(0, 600) << output.err);
            CHECK(problem_with(name, output, {""}) == "");
            CHECK(scene.faults() == "");
        }
    }
    std::printf("denied calls: %d\n", tried);
}
