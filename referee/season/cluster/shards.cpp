#include "season/cluster/shards.hpp"

#include "base/error.hpp"
#include "base/shell_word.hpp"
#include "base/text.hpp"
#include "os/draft.hpp"
#include "os/output.hpp"
#include "season/export.hpp"
#include "tournament/play/game_player.hpp"
#include "tournament/store/store.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <sys/stat.h>
#include <utility>

namespace referee {

namespace {

namespace fs = std::filesystem;
using ReadJson = nlohmann::json;

/// Runs on a node, for any batch system. A signal goes on to the referee, which then ends its AIs
/// and keeps what is finished. A check prints its result into a file of its own.
constexpr std::string_view play_script = R"(#!/bin/sh
# Plays a shard of a season, or checks a version, in the folder that is the first argument; runs note when and where.
# Written by 'referee season'.
cd "$1" || exit 1
exec >>log 2>&1
now() { date +%s.%N; }
cores=${SLURM_CPUS_ON_NODE:-$(nproc)}
processor=$(sed -n '/^model name/{s/.*: //p;q;}' /proc/cpuinfo)
echo "begin $(now) $cores $(hostname) $processor" >>runs
trap 'kill -TERM "$child" 2>/dev/null' TERM INT HUP
if [ -e check.json ]; then
    folder=$PWD
    cd @CHECK_IN@ && exec @REFEREE@ @CHECK@ --check-job "$folder" >/dev/null &
else
    exec @REFEREE@ tournament --config tournament.ini --db games.sqlite >/dev/null &
fi
child=$!
wait "$child"
status=$?
# A signal ends a wait before the referee has ended.
while kill -0 "$child" 2>/dev/null; do
    wait "$child"
    status=$?
done
echo "end $(now) $status" >>runs
[ "$status" -ne 0 ] || : >complete
exit "$status"
)";

void write_program(const std::string& path, const std::string& text) {
    write_if_changed(path, text);
    if (::chmod(path.c_str(), 0700) != 0) {
        fail("making " + path + " executable");
    }
}

/// What folders of shards hold, by the names of these folders.
std::vector<std::int64_t> numbers_in(const std::string& folder) {
    std::vector<std::int64_t> numbers;
    std::error_code code;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, code)) {
        std::int64_t number = 0;
        if (parse_integer(entry.path().filename().string(), number) && number >= 0) {
            numbers.push_back(number);
        }
    }
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

std::vector<PlannedMatch> read_matches(const std::string& path) {
    try {
        std::vector<PlannedMatch> matches;
        const ReadJson text = ReadJson::parse(text_of_file(path));
        for (const ReadJson& each : text.at("matches")) {
            PlannedMatch match;
            match.index = each.at(0).get<std::int64_t>();
            match.field = each.at(1).get<int>();
            match.group = each.at(2).get<std::vector<int>>();
            matches.push_back(std::move(match));
        }
        return matches;
    } catch (const ReadJson::exception& problem) {
        throw UserError(fmt::format(
            "{}: it can't be read ({}); remove its folder, and its games are given out again", path,
            printable(problem.what(), 120)));
    }
}

/// A record with another number of its game, in its first line: record/head.cpp.
std::string with_number(std::string record, std::int64_t number) {
    constexpr std::string_view key = "\"number\":";
    const std::size_t line = record.find('\n');
    const std::size_t at = record.find(key);
    if (at < line && at != std::string::npos) {
        const std::size_t begin = at + key.size();
        const std::size_t end = record.find_first_not_of("0123456789", begin);
        record.replace(begin, end - begin, std::to_string(number));
    }
    return record;
}

/// The last lines of a log that say something, as one.
std::string last_words(const std::string& log) {
    constexpr std::size_t max_lines = 3;
    constexpr std::size_t max_size = 600;
    std::istringstream file(log.substr(log.size() - std::min<std::size_t>(log.size(), 4096)));
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) {
        if (!line.empty()) {
            lines.push_back(line);
        }
    }
    std::string text;
    for (std::size_t i = lines.size() - std::min(lines.size(), max_lines); i < lines.size(); ++i) {
        text += (text.empty() ? "" : "; ") + lines[i];
    }
    return safe_text(text.substr(0, max_size));
}

} // namespace

ShardUse& ShardUse::operator+=(const ShardUse& other) {
    seconds += other.seconds;
    core_seconds += other.core_seconds;
    games += other.games;
    matches += other.matches;
    return *this;
}

std::string text_of_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<ShardRun> read_runs(std::string_view text) {
    std::vector<ShardRun> runs;
    std::istringstream file{std::string(text)};
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string what;
        double time = 0;
        if (!(words >> what >> time)) {
            continue;
        }
        if (what == "begin") {
            ShardRun run;
            run.begun = time;
            words >> run.cores >> run.node >> std::ws;
            std::getline(words, run.processor);
            run.cores = std::max(run.cores, 1);
            runs.push_back(run);
        } else if (int status = 0; what == "end" && !runs.empty() && words >> status) {
            runs.back().ended = time;
            runs.back().status = status;
        }
    }
    return runs;
}

HostShards::HostShards(const SeasonConfig& config)
    : config_(config), folder_(config.path("cluster")) {
    read_used();
}

void HostShards::prepare(const Commands& commands) const {
    std::error_code code;
    fs::create_directories(folder_, code);
    // What entrants have written and what is under embargo is nobody's but the organiser's.
    if (::chmod(folder_.c_str(), 0700) != 0) {
        fail("making " + folder_);
    }
    std::vector<std::string> check;
    std::transform(
        commands.check.begin(), commands.check.end(), std::back_inserter(check), shell_word);
    std::string script(play_script);
    const auto set = [&](std::string_view place, const std::string& text) {
        for (std::size_t at = 0; (at = script.find(place, at)) != std::string::npos;
             at += text.size()) {
            script.replace(at, place.size(), text);
        }
    };
    set("@REFEREE@", shell_word(commands.referee));
    set("@CHECK@", fmt::format("{}", fmt::join(check, " ")));
    set("@CHECK_IN@", shell_word(commands.check_in));
    write_program(play(), script);
}

std::string HostShards::folder_of(std::int64_t shard) const {
    return fmt::format("{}/{}/{}", folder_, shard / block, shard % block);
}

std::vector<std::int64_t> HostShards::numbers() const {
    std::vector<std::int64_t> numbers;
    for (const std::int64_t of : numbers_in(folder_)) {
        for (const std::int64_t index : numbers_in(fmt::format("{}/{}", folder_, of))) {
            numbers.push_back(of * block + index);
        }
    }
    return numbers;
}

std::vector<Shard> HostShards::read() {
    std::vector<Shard> shards;
    for (const std::int64_t number : numbers()) {
        Shard shard;
        shard.number = number;
        took(number);
        const std::string folder = folder_of(number);
        if (fs::exists(folder + "/check.json")) {
            continue;
        }
        if (!fs::exists(folder + "/shard.json")) { // its removal was interrupted
            std::error_code code;
            fs::remove_all(folder, code);
            continue;
        }
        try {
            shard.matches = read_matches(folder + "/shard.json");
        } catch (const UserError&) {
            if (fs::exists(folder + "/shard.json")) {
                throw;
            }
            continue; // the season has just removed it
        }
        shards.push_back(std::move(shard));
    }
    return shards;
}

std::int64_t HostShards::next_number() {
    return next_number_;
}

void HostShards::write(const Shard& shard, const Results& results) {
    const MatchesAsTournament files = tournament_of(config_, results, shard.matches);
    ReadJson matches = ReadJson::array();
    for (const PlannedMatch& match : shard.matches) {
        matches.push_back({match.index, match.field, match.group});
    }
    Draft whole(folder_of(shard.number), Draft::Kind::folder);
    write_file(whole.path() + "/schedule.txt", files.schedule);
    write_file(
        whole.path() + "/tournament.ini",
        files.ini + "moved = replay\n" + (config_.records ? "records = records\n" : ""));
    write_file(whole.path() + "/shard.json", ReadJson{{"matches", matches}}.dump() + "\n");
    whole.publish();
    took(shard.number);
}

bool HostShards::is_complete(std::int64_t shard) {
    std::error_code code;
    return fs::exists(folder_of(shard) + "/complete", code);
}

ShardResults HostShards::results(const Shard& shard, const Results& results) {
    const std::string database = folder_of(shard.number) + "/games.sqlite";
    ShardResults found;
    std::error_code code;
    const bool is_there = fs::exists(database, code);
    if (code) {
        fail("looking for " + database, code.value());
    }
    if (!is_there) {
        return found;
    }
    try {
        // Its lock keeps away, or shows, a job of a node that was lost and plays on.
        const Store store(database, Store::Access::write);
        const int games = results.tournament().games_per_match;
        if (store.tournament().games_per_match != games) {
            throw UserError(database + ": its matches aren't those of the season; remove it");
        }
        for_each_game_of(store, results, [&](GameOutcome game) {
            if (game.match >= static_cast<std::int64_t>(shard.matches.size())) {
                throw UserError(database + ": it has more matches than its shard; remove it");
            }
            const PlannedMatch& match = shard.matches[static_cast<std::size_t>(game.match)];
            const auto rotation = static_cast<int>(game.index % games);
            const auto is_planned = [&](const SeatOutcome& seat) {
                return std::find(match.group.begin(), match.group.end(), seat.ai) !=
                       match.group.end();
            };
            if (game.field != match.field ||
                !std::all_of(game.seats.begin(), game.seats.end(), is_planned)) {
                throw UserError(database + ": its games aren't those of its shard; remove it");
            }
            game.index = game_index(match.index, games, rotation);
            game.match = match.index;
            found.games.push_back(std::move(game));
        });
        found.machines = store.machines();
    } catch (const SecondWriter&) {
        throw EnvironmentError(fmt::format("{}: a job still writes to it", database));
    }
    games_[shard.number] = static_cast<std::int64_t>(found.games.size());
    return found;
}

/// A record that can't be moved is no reason to lose its game.
void HostShards::take_record(const Shard& shard, GameOutcome& game) {
    if (game.record.empty()) {
        return;
    }
    const std::string from = folder_of(shard.number) + "/" + game.record;
    const std::string to = "records/" + record_name(game.index, 0);
    game.record = to;
    std::error_code code;
    if (!fs::exists(from, code)) { // it was moved before the season was killed
        game.record = fs::exists(config_.path(to), code) ? to : "";
        return;
    }
    try {
        Draft draft(config_.path(to));
        write_file(draft.path(), with_number(text_of_file(from), game.index + 1));
        draft.publish();
        fs::remove(from, code);
    } catch (const UserError&) {
        game.record = "";
    } catch (const fs::filesystem_error&) {
        game.record = "";
    }
}

ShardRuns HostShards::runs(std::int64_t shard) {
    constexpr int signalled = 128;
    const std::vector<ShardRun> runs = read_runs(text_of_file(folder_of(shard) + "/runs"));
    ShardRuns found;
    found.has_failed = !runs.empty() && runs.back().ended > 0 && runs.back().status != 0 &&
                       runs.back().status < signalled;
    found.why = last_words(text_of_file(folder_of(shard) + "/log"));
    return found;
}

/// A run without an end was killed: it lasted at least until it wrote last.
ShardUse HostShards::use_of(std::int64_t number) const {
    const std::string folder = folder_of(number);
    ShardUse use;
    const std::vector<ShardRun> runs = read_runs(text_of_file(folder + "/runs"));
    double written = 0;
    for (const char* const name : {"games.sqlite", "games.sqlite-wal", "log"}) {
        struct stat status {};
        if (::stat((folder + "/" + name).c_str(), &status) == 0) {
            written = std::max(written, static_cast<double>(status.st_mtime));
        }
    }
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const double next = i + 1 < runs.size() ? runs[i + 1].begun : written;
        const double end = runs[i].ended > 0 ? runs[i].ended : next;
        const double seconds = std::max(0.0, end - runs[i].begun);
        use.seconds += seconds;
        use.core_seconds += seconds * runs[i].cores;
    }
    return use;
}

/// A line for each shard: number, matches, games, seconds, core-seconds. A check has no matches.
/// What was removed twice, because the season was killed in between, counts once.
void HostShards::read_used() {
    std::map<std::int64_t, ShardUse> by_shard;
    std::istringstream file(text_of_file(folder_ + "/used"));
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::int64_t number = 0;
        ShardUse use;
        if (words >> number >> use.matches >> use.games >> use.seconds >> use.core_seconds) {
            by_shard[number] = use;
            last_used_ = use.games > 0 ? use : last_used_;
            next_number_ = std::max(next_number_, number + 1);
        }
    }
    for (const auto& [number, use] : by_shard) {
        used_ += use;
    }
    for (const std::int64_t number : numbers_in(folder_ + "/failed")) {
        next_number_ = std::max(next_number_, number + 1);
    }
}

void HostShards::note_use(std::int64_t number, const ShardUse& use) {
    const std::string line = fmt::format(
        "{} {} {} {:.3f} {:.3f}\n", number, use.matches, use.games, use.seconds, use.core_seconds);
    const std::string path = folder_ + "/used";
    std::ofstream file(path, std::ios::binary | std::ios::app);
    file << line << std::flush;
    if (!file) {
        fail("writing " + path);
    }
    used_ += use;
    if (use.games > 0) {
        last_used_ = use;
    }
}

void HostShards::note_use(const Shard& shard) {
    ShardUse use = use_of(shard.number);
    use.matches = static_cast<std::int64_t>(shard.matches.size());
    const auto games = games_.find(shard.number);
    use.games = games == games_.end() ? 0 : games->second;
    note_use(shard.number, use);
    games_.erase(shard.number);
}

void HostShards::remove(const Shard& shard) {
    note_use(shard);
    const std::string folder = folder_of(shard.number);
    std::error_code code;
    // Without it, what is left is removed at the next start: a node may still hold a file open.
    fs::remove(folder + "/shard.json", code);
    if (code) {
        fail("removing " + folder, code.value());
    }
    fs::remove_all(folder, code);
}

std::string HostShards::set_aside(const Shard& shard) {
    note_use(shard);
    const std::string folder = fmt::format("{}/failed/{}", folder_, shard.number);
    std::error_code code;
    fs::create_directories(folder_ + "/failed", code);
    fs::remove_all(folder, code);
    fs::rename(folder_of(shard.number), folder, code);
    if (code) {
        fail("moving " + folder_of(shard.number) + " to " + folder, code.value());
    }
    return folder;
}

} // namespace referee
