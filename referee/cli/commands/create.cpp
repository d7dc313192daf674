// `create`: makes a field.

#include "base/error.hpp"
#include "base/json.hpp"
#include "base/random.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "game/registry.hpp"
#include "os/beneath.hpp"
#include "os/descriptor.hpp"
#include "os/draft.hpp"
#include "os/folder.hpp"
#include "os/output.hpp"

#include <algorithm>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <system_error>

namespace referee {

const Usage& create_usage() {
    using enum Weight;
    static const Usage usage{
        "create",
        "referee create FIELD [options]",
        "Generates a field; 'referee FIELD create' means the same. The same seed gives\n"
        "the same field everywhere. 'referee games NAME' lists the parameters for --set.",
        "referee create first.dat --game gems --seed 1\n"
        "referee create cup/f --game gems --count 20 --seed 7",
        {
            {"game", "NAME", "which game (default gems)", Topic::games, common, false,
             game_names()},
            {"seed", "N", "seed of the field; default: random, and printed", Topic::games, common},
            {"players", "N", "number of seats, if the game allows several", Topic::games, common},
            rules_option(),
            {"set", "KEY=VALUE", "a parameter of the game; may be repeated", Topic::games, common,
             true},
            {"rows", "N", "short for --set rows=N", Topic::games, rare},
            {"count", "N", "make NAME-001.dat, NAME-002.dat, … with seeds N, N+1, …", Topic::games,
             common},
            {"write-seed", "", "write the seed into the field as a comment (it reveals the future)",
             Topic::output, rare},
            {"force", "", "overwrite existing files", Topic::output, common},
            {"json", "", "print names and seeds as one line of JSON", Topic::output, rare},
        }};
    return usage;
}

namespace {

constexpr std::int64_t max_seed = std::numeric_limits<std::int64_t>::max();

CreateRequest read_request(const Arguments& arguments, const GameInfo& info) {
    CreateRequest request;
    request.players = static_cast<int>(
        arguments.integer("players", info.default_seats, info.min_seats, info.max_seats));
    std::vector<std::string> settings = arguments.all("set");
    if (arguments.has("rows")) {
        if (std::any_of(settings.begin(), settings.end(), [](const std::string& setting) {
                return setting.starts_with("rows=");
            })) {
            throw UserError("--rows is short for --set rows; give one of them");
        }
        settings.push_back("rows=" + arguments.text("rows"));
    }
    for (const std::string& setting : settings) {
        const std::size_t at = setting.find('=');
        if (at == std::string::npos || at == 0) {
            throw UserError(fmt::format(
                "--set {}: write KEY=VALUE; 'referee games {}' lists the keys", printable(setting),
                info.name));
        }
        if (!request.settings.try_emplace(setting.substr(0, at), setting.substr(at + 1)).second) {
            throw UserError(
                fmt::format("--set {}: set twice; set it once", printable(setting.substr(0, at))));
        }
    }
    return request;
}

/// A new field gets its name when it is complete: on a full disk, a part of one would be in the way
/// of the next try.
void write_new(const std::string& path, std::string_view text, bool force) {
    make_folders_above(path);
    struct stat there {};
    const bool exists = ::lstat(path.c_str(), &there) == 0;
    if (exists && !force && !is_stream(path)) {
        throw UserError(path + ": already exists; --force overwrites it");
    }
    if (!exists || S_ISREG(there.st_mode)) {
        Draft draft(path);
        write_all(UniqueFd(::open(draft.path().c_str(), O_WRONLY | O_CLOEXEC)).get(), path, text);
        draft.publish();
        return;
    }
    const UniqueFd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    if (!file) {
        throw UserError(fmt::format(
            "{}: can't be written ({}); name another file", path, why_not_written(path)));
    }
    write_all(file.get(), path, text);
}

std::string numbered(const std::string& path, std::int64_t number) {
    const bool has_ending = path.size() > 4 && path.ends_with(".dat");
    return fmt::format("{}-{:03}.dat", has_ending ? path.substr(0, path.size() - 4) : path, number);
}

} // namespace

int create_command(const std::vector<std::string>& words) {
    const Arguments arguments(create_usage(), words);
    if (arguments.words().empty()) {
        throw UserError("create needs the name of a field; write 'referee create FIELD'");
    }
    if (arguments.words().size() > 1) {
        throw UserError(fmt::format(
            "unexpected argument '{}'; write 'referee create FIELD', and --count N for several",
            printable(arguments.words()[1])));
    }
    const Game& game = chosen_game(arguments);
    const CreateRequest request = read_request(arguments, game.info());
    const auto seed = arguments.has("seed")
                          ? static_cast<std::uint64_t>(arguments.integer("seed", 0, 0, max_seed))
                          : random_bits() >> 11U; // 53 bits: any JSON reader keeps them
    const std::int64_t count = arguments.integer("count", 1, 1, 1'000'000);
    if (seed > static_cast<std::uint64_t>(max_seed - (count - 1))) {
        throw UserError(fmt::format(
            "--seed {}: with --count {} seeds would be greater than {}; give a smaller one", seed,
            count, max_seed));
    }
    Json fields = Json::array();
    for (std::int64_t i = 0; i < count; ++i) {
        const std::uint64_t own_seed = seed + static_cast<std::uint64_t>(i);
        const std::string& path = arguments.words()[0];
        const std::string name = arguments.has("count") ? numbered(path, i + 1) : path;
        Rng rng(own_seed);
        std::string text = game.create_field(request, rng);
        if (arguments.has("write-seed")) {
            text += fmt::format("# seed {}\n", own_seed);
        }
        write_new(name, text, arguments.has("force"));
        if (arguments.has("json")) {
            fields.push_back({{"path", name}, {"game", game.info().name}, {"seed", own_seed}});
        } else {
            fmt::print("{}: {}, seed {}\n", safe_text(name), game.info().name, own_seed);
        }
    }
    if (arguments.has("json")) {
        fmt::print("{}\n", safe_json(Json({{"fields", fields}}).dump()));
    }
    return exit_done;
}

} // namespace referee
