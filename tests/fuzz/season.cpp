// The database of a season, of which `--marks`, `--final`, `--batch`, the notes and the site are
// made. An input is a list of edits of a right one (driver/damage.hpp). Nothing may be written
// outside the season's folder, whatever names the database has.

#include "fuzz/driver/damage.hpp"
#include "fuzz/driver/harness.hpp"
#include "support/stored/stored_tournament.hpp"

#include "game/registry.hpp"
#include "pages/site/site.hpp"
#include "season/export.hpp"
#include "season/marks.hpp"
#include "season/notes.hpp"
#include "tournament/store/store.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

using namespace referee;

namespace fuzz {
namespace {

namespace fs = std::filesystem;

constexpr int ais = 4; ///< the last is a baseline
constexpr int matches = 12;

/// Inside a folder of its own, where a file that is written beside it would be seen.
std::string season_folder() {
    return scratch_folder() + "/outer/cup";
}

SeasonConfig make_config() {
    SeasonConfig config;
    config.folder = season_folder();
    config.title = "Cup";
    config.game = &game_named("gems").info();
    const std::string hash(64, '0');
    for (const char* const name : {"f1", "f2", "f3"}) {
        config.fields.push_back({name, std::string("/") + name, hash});
    }
    config.mark_games = 2;
    config.games = 2;
    config.records = false;
    config.head.game = "gems";
    config.head.format = season_format;
    config.head.matches = 1 << 30U;
    config.head.points = {1, 0};
    config.baselines = {{"base", "/base"}};
    return config;
}

const SeasonConfig& config() {
    static const SeasonConfig made = make_config();
    return made;
}

void make_versions() {
    for (const char* const name : {"versions", "notes"}) {
        fs::create_directories(season_folder() + "/" + name);
    }
    for (int ai = 0; ai + 1 < ais; ++ai) {
        const std::string folder = fmt::format("{}/versions/e{}/1-00000000", season_folder(), ai);
        fs::create_directories(folder);
        write_file(folder + "/player", fmt::format("#!/bin/sh\n# {}\n", ai));
        write_file(folder + "/ai.ini", "command = player\n");
        fs::permissions(folder + "/player", fs::perms::owner_all);
    }
}

const std::string& right_database() {
    static const std::string bytes = [] {
        make_versions();
        const std::string path = scratch_folder() + "/right.sqlite";
        {
            Store store(path, config().head, {}, config().fields);
            for (int ai = 0; ai < ais; ++ai) {
                const bool is_baseline = ai + 1 == ais;
                const std::string entry = is_baseline ? "base" : fmt::format("e{}", ai);
                const std::string hash(64, static_cast<char>('0' + ai));
                const StoredAi stored{
                    is_baseline ? entry : entry + "@1",
                    is_baseline ? "/base" : fmt::format("versions/{}/1-00000000", entry), hash};
                store.add_version(
                    {entry, "1", hash, is_baseline, StoredVersion::Status::accepted, ai, "text"},
                    &stored);
            }
            store.add_version(
                {"e0", "2", std::string(64, 'f'), false, StoredVersion::Status::rejected, -1, "no"},
                nullptr);
            for (int i = 0; i < matches; ++i) {
                PlannedMatch match;
                match.index = i;
                match.field = i % 3;
                match.group = {i % ais, (i + 1 + i / ais) % ais};
                if (match.group[0] == match.group[1]) {
                    continue;
                }
                store.add(tests::stored_game(match, 0));
                store.add(tests::stored_game(match, 1));
            }
        }
        std::string read = read_file(path);
        remove_database(path);
        return read;
    }();
    return bytes;
}

std::vector<std::string> names_in(const std::string& folder) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) {
        names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

void use_all(const std::string& path) {
    expect_user_errors([&] {
        const Store store(path, Store::Access::read);
        const Marks marks = read_marks(store, config().mark_games, config().rest_after);
        marks_csv(marks, store);
    });
    expect_user_errors([&] {
        const Store store(path, Store::Access::read);
        FinalRequest request;
        request.top = 2;
        request.folder = config().path("final");
        request.fields.count = 1;
        request.fields.seed = 1;
        write_final(config(), store, request);
    });
    expect_user_errors([&] {
        const Store store(path, Store::Access::read);
        const FaultStreaks streaks(config().rest_after);
        write_all_notes(config().path("notes"), store, streaks, queue_of(config(), store));
    });
    expect_user_errors([&] {
        const Store store(path, Store::Access::read);
        write_site(store, {config().path("site"), config().title, true, config().rest_after});
    });
    expect_user_errors([&] {
        Store store(path, Store::Access::write);
        write_batch(config(), store, 3, config().path("batch"));
    });
}

} // namespace

std::vector<std::string> seeds() {
    std::vector<std::string> inputs = damages();
    const std::vector<std::string> more = escapes();
    inputs.insert(inputs.end(), more.begin(), more.end());
    return inputs;
}

void execute(std::string_view input) {
    const std::string path = season_folder() + "/season.sqlite";
    const std::string& right = right_database();
    write_file(path, right);
    damage_database(path, input);
    use_all(path);
    remove_database(path);
    for (const char* const name : {"final", "final.part", "site", "batch", "notes"}) {
        fs::remove_all(config().path(name));
    }
    fs::create_directory(config().path("notes"));
    require(
        names_in(scratch_folder() + "/outer") == std::vector<std::string>{"cup"} &&
            !fs::exists("/tmp/outside"),
        "something was written outside the season's folder");
}

} // namespace fuzz
