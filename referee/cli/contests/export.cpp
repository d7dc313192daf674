// `export`: recorded games as arrays for learners.

#include "base/error.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/contests/record_paths.hpp"
#include "os/output.hpp"
#include "record/dataset/dataset.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <unistd.h>

namespace referee {

const Usage& export_usage() {
    using enum Weight;
    static const Usage usage{
        "export",
        "referee export GAMES … --npz FILE",
        "Writes what each AI saw, could do and did in recorded games, and how they\n"
        "ended, as arrays of NumPy, to train agents. GAMES are records, folders of\n"
        "records, or databases of tournaments whose games have records, all of one game\n"
        "that can be learnt and of one number of seats.",
        "referee export records/ --npz games.npz\n"
        "referee export results.sqlite --of depth3 --npz depth3.npz",
        {
            explained(
                {"npz", "FILE", "write the arrays there", Topic::output, common},
                "numpy.load() reads the file. The arrays are described in referee/python/README.md, "
                "\"Data sets\". Games without a result of the rules, and games in which record and "
                "rules disagree, are left out and counted. So are decisions that are no legal "
                "action."),
            {"of", "NAME", "only decisions of the AI with this name", Topic::games, common, true},
            {"seat", "S", "only decisions of this seat, from 1", Topic::games, rare},
            {"view", "CELLS",
             "show a square around the player's head: so many cells to each side, as a Batch does",
             Topic::output, rare},
            {"force", "", "overwrite an existing file", Topic::output, rare},
            {"json", "", "print what was written as one line of JSON", Topic::output, rare},
        }};
    return usage;
}

namespace {

/// Shows on a terminal how far the export is.
class GameProgress {
  public:
    ~GameProgress() {
        if (is_shown_) {
            print_message("\r\x1b[K");
        }
    }
    void show(int game, int all) const {
        if (is_shown_ && (game == all || game % 16 == 1)) {
            print_message(fmt::format("\rgame {} of {}\x1b[K", game, all));
        }
    }

  private:
    bool is_shown_ = ::isatty(STDERR_FILENO) != 0;
};

DatasetConfig dataset_config(const Arguments& arguments) {
    if (arguments.words().empty()) {
        throw UserError(
            "export needs games; write 'referee export RECORD --npz FILE' or a folder of records");
    }
    if (!arguments.has("npz")) {
        throw UserError("where to? write 'referee export RECORD --npz FILE'");
    }
    DatasetConfig config;
    config.path = arguments.text("npz");
    config.of = arguments.all("of");
    config.seat = static_cast<Seat>(arguments.integer("seat", 0, 1, max_seats));
    config.view = static_cast<int>(arguments.integer("view", 0, 0, max_view));
    if (is_stream(config.path)) {
        throw UserError(
            config.path + ": this is no regular file; name one, which can be read in any order");
    }
    if (would_replace(config.path) && !arguments.has("force")) {
        throw UserError(config.path + ": the file already exists; --force overwrites it");
    }
    require_writable(config.path, "the data set");
    config.records = record_paths(arguments.words());
    for (const std::vector<std::string>& paths : {arguments.words(), config.records}) {
        for (const std::string& path : paths) {
            require_other_file(config.path, path, "the games being read");
        }
    }
    return config;
}

std::string size_of(std::uint64_t bytes) {
    return bytes < 10'000'000 ? fmt::format("{} kB", (bytes + 999) / 1000)
                              : fmt::format("{} MB", (bytes + 999'999) / 1'000'000);
}

void print_text(const std::string& path, const Dataset& written) {
    fmt::print(
        "{}: {} in {} of {} for {}, on {}, {}\n", path, counted(written.decisions, "decision"),
        counted(written.games, "game"), written.game, counted(written.seats, "seat"),
        counted(static_cast<std::int64_t>(written.fields.size()), "field"), size_of(written.bytes));
    fmt::print(
        "observations {} × {} × {}, {} actions; AIs: {}\n", written.planes, written.sizes.height,
        written.sizes.width, written.sizes.actions, listed(written.ais, 20));
}

void print_notes(const Dataset& written) {
    const auto note = [](std::int64_t count, std::string_view what, std::string_view why) {
        if (count > 0) {
            print_error(fmt::format("note: {} left out: {}", counted(count, what), why));
        }
    };
    note(written.faults, "decision", "faults, or no single legal action");
    note(written.unfinished, "game", "no result, or ended by a limit of the referee");
    note(
        written.different, "game",
        "record and rules disagree; 'referee replay RECORD --verify' says where");
}

Json json_of(const std::string& path, const Dataset& written) {
    return {
        {"file", path},
        {"bytes", written.bytes},
        {"game", written.game},
        {"seats", written.seats},
        {"decisions", written.decisions},
        {"games", written.games},
        {"ais", written.ais},
        {"fields", written.fields.size()},
        {"planes", written.planes},
        {"height", written.sizes.height},
        {"width", written.sizes.width},
        {"actions", written.sizes.actions},
        {"parts", written.sizes.parts},
        {"faults", written.faults},
        {"unfinished", written.unfinished},
        {"different", written.different}};
}

} // namespace

int export_command(const std::vector<std::string>& words) {
    const Arguments arguments(export_usage(), words);
    DatasetConfig config = dataset_config(arguments);
    Dataset written;
    {
        const GameProgress progress;
        config.on_game = [&progress](int game, int all) { progress.show(game, all); };
        written = write_dataset(config);
    }
    if (arguments.has("json")) {
        fmt::print("{}\n", safe_json(json_of(config.path, written).dump()));
    } else {
        print_text(config.path, written);
        print_notes(written);
    }
    return exit_done;
}

} // namespace referee
