#include "arena.hpp"

#include "support/catch.hpp"
#include "support/skipped.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <stdexcept>
#include <sys/stat.h>
#include <unistd.h>

namespace tests {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// A folder in memory for the work folders, or a normal one where there is no such place.
std::string make_work_folder(const std::string& otherwise) {
    std::string path = "/dev/shm/hostile-test-XXXXXX";
    if (::mkdtemp(path.data()) == nullptr) {
        fs::create_directory(otherwise);
        path = otherwise;
    }
    ::chmod(path.c_str(), 0755);
    return path;
}

std::string with_arena(std::string words, const std::string& folder) {
    constexpr std::string_view place = "{arena}";
    for (std::size_t at = 0; (at = words.find(place, at)) != std::string::npos;) {
        words.replace(at, place.size(), folder);
    }
    return words;
}

/// The seat of the AI with that name in a game of --json.
json seat_of(const json& game, const std::string& name) {
    for (const json& seat : game.at("seats")) {
        if (seat.at("name") == name) {
            return seat;
        }
    }
    throw std::runtime_error("no seat of " + name);
}

/// Rank, mode, owner, names, size, time and content: everything that an attack could change.
std::string describe(const std::string& path) {
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0) {
        return path + " is gone";
    }
    return fmt::format(
        "{} mode {:o} owner {}:{} names {} size {} time {}.{} {}", path, status.st_mode,
        status.st_uid, status.st_gid, S_ISDIR(status.st_mode) ? 0 : status.st_nlink, status.st_size,
        status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
        S_ISREG(status.st_mode) ? read_file(path) : "");
}

} // namespace

bool is_root() {
    return ::geteuid() == 0;
}

Arena::Arena(const std::string& program, const std::string& words, int max_moves)
    : referee_(tests::referee_path()), honest_(gems_ai("reference")), shares_user_(!is_root()) {
    write_file(
        folder_ / "field.dat", fmt::format("game gems\nmax_moves {}\n[stones]\n", max_moves) +
                                   read_file(source_folder() + "/fields/gems/standard-001.dat"));
    fs::create_directory(folder_ / "logs");
    fs::create_directories(folder_ / "outside/folder");
    // Open to all, so that following a link would do harm as any user.
    ::chmod((folder_ / "outside").c_str(), 0777);
    ::chmod((folder_ / "outside/folder").c_str(), 0757);
    for (const char* const name : {"outside/file", "outside/folder/file"}) {
        write_file(folder_ / name, "0 0 1 0\n");
        ::chmod((folder_ / name).c_str(), 0666);
    }
    // A program of its own for each arena: its processes are known by their command lines.
    fs::create_directory(ai());
    fs::copy_file(hostile(program), ai() + "/" + program);
    write_file(
        ai() + "/ai.ini",
        fmt::format(
            "command = {} {}\nresident = {}\n", program, with_arena(words, folder_.path()),
            program == "resident" ? "yes" : "no"));
    work_ = make_work_folder(folder_ / "work"); // last: nothing would remove it after a failure
}

Arena::~Arena() {
    std::error_code code;
    fs::remove_all(work_, code);
}

void Arena::close_to_others() const {
    ::chmod(ai().c_str(), 0700);
}

/// The other user may have no access to root's checkout, so it gets copies.
void Arena::use_ordinary_user() {
    shares_user_ = true;
    if (!is_root()) {
        return;
    }
    constexpr uid_t ordinary = 60599; // below those that the referee gives to AIs
    referee_ = folder_ / "referee";
    honest_ = folder_ / "reference";
    fs::copy_file(tests::referee_path(), referee_);
    fs::copy_file(gems_ai("reference"), honest_);
    const auto hand_over = [](const std::string& path) {
        REQUIRE(::lchown(path.c_str(), ordinary, ordinary) == 0);
    };
    for (const std::string& top : {folder_.path(), work_}) {
        hand_over(top);
        for (const auto& entry : fs::recursive_directory_iterator(top)) {
            hand_over(entry.path().string());
        }
    }
    const std::string id = std::to_string(ordinary);
    wrap({"setpriv", "--reuid=" + id, "--regid=" + id, "--clear-groups"});
}

void Arena::open_to_all() const {
    ::chmod(ai().c_str(), 0777);
}

std::vector<std::string> Arena::snapshot() const {
    std::vector<std::string> lines{describe(folder_ / "field.dat"), describe(folder_ / "outside")};
    for (const auto& entry : fs::recursive_directory_iterator(folder_ / "outside")) {
        lines.push_back(describe(entry.path().string()));
    }
    std::sort(lines.begin(), lines.end());
    return lines;
}

namespace {

bool honest_was_starved(const Outcome& outcome) {
    if (!outcome.json.is_object() || !outcome.json.contains("games")) {
        return false;
    }
    const json& games = outcome.json.at("games");
    return std::any_of(games.begin(), games.end(), [](const json& game) {
        return seat_of(game, "honest").value("starved", 0) > 0;
    });
}

} // namespace

Outcome Arena::play(
    const Mode& mode, std::chrono::milliseconds limit,
    const std::vector<std::string>& options) const {
    const std::string record = folder_ / "record.jsonl";
    std::vector<std::string> command;
    const auto add = [&command](const std::vector<std::string>& words) {
        command.insert(command.end(), words.begin(), words.end());
    };
    // Neither a hanging referee nor a process that it leaves behind may hang the tests. Reading a
    // pipe would wait for every process that holds its other end, so the output goes to files.
    add({"timeout", "--kill-after=1", "300"});
    add({"sh", "-c", "exec \"$@\" > \"$0.out\" 2> \"$0.err\"", folder_ / "printed"});
    add(wrapper_);
    add({referee_, folder_ / "field.dat", "--json", "--record", record});
    add({"--ai", "hostile=" + ai(), "--ai", "honest=" + honest_});
    add({"--confine", mode.name, "--time-limit", fmt::format("{}ms", limit.count())});
    for (const std::string& option : options) {
        add({with_arena(option, folder_.path())});
    }
    const std::vector<std::string> before = snapshot();
    Outcome outcome;
    std::vector<std::string> environment{"XDG_RUNTIME_DIR=" + work_, "TMPDIR=" + work_};
    environment.insert(environment.end(), mode.environment.begin(), mode.environment.end());
    // If a busy machine had no core for the honest AI, the attempt proves nothing. An attack that
    // keeps it from the cores does so each time.
    for (int attempt = 0; attempt == 0 || (attempt < 5 && honest_was_starved(outcome)); ++attempt) {
        fs::remove(record);
        outcome.output = run(command, "", environment);
        outcome.output.out = read_file(folder_ / "printed.out");
        outcome.output.err = read_file(folder_ / "printed.err");
        outcome.json = json::parse(outcome.output.out, nullptr, false);
    }

    INFO("standard error: " << outcome.output.err);
    CHECK(outcome.output.status == 0);
    CHECK(processes_with(folder_.path()).empty());
    CHECK(processes_with(work_).empty()); // where copies of AIs lie
    CHECK(fs::is_empty(work_));
    CHECK(snapshot() == before);
    if (outcome.output.status != 0 || !outcome.json.is_object()) {
        return outcome;
    }
    REQUIRE(outcome.json.at("games").size() == 2);
    for (const json& game : outcome.json.at("games")) {
        CHECK(seat_of(game, "honest").at("faults") == json::object());
    }
    // The second game begins with the honest AI, after whatever was done in the first.
    CHECK(seat_of(outcome.json.at("games").at(1), "honest").at("moves") >= 1);
    const Output replay = run({referee_path(), "replay", record, "--verify"});
    INFO("replay: " << replay.err);
    CHECK(replay.status == 0);
    return outcome;
}

namespace {

/// A game's faults for the message of a failed check, shortened: an AI may print 4 KiB.
std::string brief(const json& faults) {
    std::string text;
    for (const json& fault : faults) {
        text += fmt::format(
            " [{}: {}; printed: {}]", fault.at("fault").get<std::string>(),
            fault.at("reason").get<std::string>().substr(0, 300),
            fault.at("printed").get<std::string>().substr(0, 300));
    }
    return text;
}

void check_game(const Attack& attack, const std::string& verdict, const json& game) {
    INFO("game " << game.at("number") << ", faults:" << brief(game.at("faults")));
    const json hostile = seat_of(game, "hostile");
    if (verdict == "none") {
        CHECK(hostile.at("faults") == json::object());
        // Its first move is the attack; the later ones check the state of its work folder.
        CHECK(hostile.at("moves") > 1);
    } else {
        CHECK(hostile.at("faults") == json{{verdict, 1}});
        for (const json& fault : game.at("faults")) {
            CHECK_THAT(fault.at("reason").get<std::string>(), ContainsSubstring(attack.reason));
        }
        if (verdict != "illegal") {
            CHECK(seat_of(game, "honest").at("points") == 1);
        }
    }
    CHECK(hostile.at("leftovers") >= attack.leftovers);
    if (verdict == "timeout") {
        // How long after it is `make bench WHAT=timeouts`.
        CHECK(hostile.at("longest_ms") >= static_cast<double>(attack.limit.count()));
    }
}

/// The record has the leftovers and the fault with its reason too, one of each in every game.
void check_record(const Attack& attack, const std::string& verdict, const std::string& path) {
    std::ifstream file(path);
    int faults = 0;
    int leftovers = 0;
    for (std::string text; std::getline(file, text);) {
        const json line = json::parse(text, nullptr, false);
        REQUIRE(line.is_object());
        faults += line.value("fault", json()) == json(verdict) ? 1 : 0;
        leftovers += line.value("leftover", 0);
    }
    CHECK(faults == (verdict == "none" ? 0 : 2));
    CHECK(leftovers >= 2 * attack.leftovers);
}

bool is_promised(const Attack& attack, const Mode& mode) {
    return mode.confines || attack.promise == Promise::always ||
           (attack.promise == Promise::own_user && is_root());
}

} // namespace

void play_attack(
    const Attack& attack, const std::vector<Mode>& in, const std::function<void(Arena&)>& prepare) {
    if (std::find(attack.options.begin(), attack.options.end(), "--memory") !=
            attack.options.end() &&
        is_skipped_with_sanitizers(fmt::format(
            "{} {}: with a limit on memory an AI with a sanitizer can't start", attack.program,
            attack.words))) {
        return;
    }
    for (const Mode& mode : in) {
        if (!is_promised(attack, mode)) {
            continue;
        }
        INFO(
            "attack: " << attack.program << " " << attack.words << ", mode " << mode.name << " "
                       << fmt::format("{}", fmt::join(mode.environment, " ")));
        Arena arena(attack.program, attack.words, attack.max_moves);
        if (prepare) {
            prepare(arena);
        }
        if (mode.name == "strict" && arena.shares_user() &&
            is_skipped_with_thread_sanitizer(fmt::format(
                "{} {}: with ThreadSanitizer an ordinary user has no strict mode", attack.program,
                attack.words))) {
            continue;
        }
        const Outcome outcome = arena.play(mode, attack.limit, attack.options);
        if (outcome.output.status != 0) {
            continue; // is a failed check already
        }
        const bool is_refused = mode.confines && !attack.confined_verdict.empty();
        const std::string& verdict = is_refused ? attack.confined_verdict : attack.verdict;
        for (const json& game : outcome.json.at("games")) {
            check_game(attack, verdict, game);
        }
        check_record(attack, verdict, arena / "record.jsonl");
    }
}

void play_attacks(const std::vector<Attack>& attacks, const std::vector<Mode>& in) {
    for (const Attack& attack : attacks) {
        play_attack(attack, in);
    }
}

} // namespace tests
