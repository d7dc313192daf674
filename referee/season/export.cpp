#include "season/export.hpp"

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "base/random.hpp"
#include "base/text.hpp"
#include "game/field_text.hpp"
#include "game/registry.hpp"
#include "os/draft.hpp"
#include "os/folder.hpp"
#include "os/output.hpp"
#include "season/entries/copies.hpp"
#include "season/entries/entries.hpp"
#include "season/queue.hpp"
#include "tournament/play/stored_plan.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <set>

namespace referee {

namespace {

namespace fs = std::filesystem;

void require_free(const std::string& folder) {
    if (fs::exists(folder)) {
        throw UserError(folder + ": it already exists; name another folder with --out");
    }
}

/// True if that limit is for one AI (`NAME=TIME`) which is none of these, nor a version of its
/// entry.
bool is_limit_of_others(std::string_view limit, const std::vector<std::string>& ais) {
    const std::string_view name = limit.substr(0, std::min(limit.rfind('='), limit.size()));
    return name.size() < limit.size() &&
           std::none_of(ais.begin(), ais.end(), [name](std::string_view ai) {
               return ai == name || ai.substr(0, ai.rfind('@')) == name;
           });
}

/// The options of matches as lines of an INI file, for a tournament of these AIs.
std::string match_lines(const SeasonConfig& config, const std::vector<std::string>& ais) {
    std::string text;
    const std::vector<std::string>& words = config.match_words;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool has_value = i + 1 < words.size() && !words[i + 1].starts_with("--");
        if (has_value && words[i] == "--time-limit" && is_limit_of_others(words[i + 1], ais)) {
            ++i;
            continue;
        }
        text += fmt::format(
            "{} = {}\n", words[i].substr(2), has_value ? words[i + 1] : std::string("yes"));
        i += has_value ? 1 : 0;
    }
    return text;
}

/// A season plays copies in its own folder. A database that somebody has edited must not have other
/// files published.
void require_copy(const Results& store, const StoredAi& ai) {
    const fs::path path = fs::path(ai.path).lexically_normal();
    if (!is_below(path, "versions") || path.filename().empty()) {
        throw UserError(fmt::format(
            "{}: the path of {} is '{}', not one in versions/; restore the database", store.path(),
            printable(ai.name), printable(ai.path)));
    }
}

/// The files of a season may have been moved, and so may a baseline.
std::string path_of_ai(const SeasonConfig& config, const Results& store, std::size_t number) {
    const StoredAi& ai = store.ais()[number];
    for (const StoredVersion& version : store.versions()) {
        for (const Baseline& baseline : config.baselines) {
            if (version.is_baseline && version.ai == static_cast<int>(number) &&
                version.entry == baseline.name) {
                return baseline.path;
            }
        }
    }
    return fs::path(ai.path).is_absolute() ? ai.path : config.path(ai.path);
}

/// The number in this database of each row of the other, by hash; −1: unknown here.
template <typename Row>
std::vector<int> numbers_of(const std::vector<Row>& there, const std::vector<Row>& here) {
    std::vector<int> numbers;
    for (const Row& row : there) {
        const auto at = std::find_if(here.begin(), here.end(), [&](const Row& known) {
            return known.sha256 == row.sha256 && known.name == row.name;
        });
        numbers.push_back(at == here.end() ? -1 : static_cast<int>(at - here.begin()));
    }
    return numbers;
}

} // namespace

WrittenFinal
write_final(const SeasonConfig& config, const Results& store, const FinalRequest& request) {
    require_free(request.folder);
    const SeasonStandings standings = read_standings(store, config.rest_after);
    Draft whole(request.folder, Draft::Kind::folder);
    const fs::path draft = whole.path();
    fs::create_directories(draft / "ais");
    std::string ini;
    WrittenFinal written;
    CopyFinder finder(config.folder, config.game->name);
    const std::vector<Copies> copies = finder.find(store);
    std::set<std::size_t> taking_part;
    for (const SeasonRow& row : standings.rows) {
        if (row.is_baseline || row.row.games == 0 || row.state != VersionState::active ||
            static_cast<int>(written.entries.size()) == request.top) {
            continue;
        }
        const StoredVersion& version = store.versions()[row.version];
        written.entries.push_back(version.entry);
        const StoredAi& ai = store.ais()[static_cast<std::size_t>(version.ai)];
        require_copy(store, ai);
        copy_entry(
            path_of_ai(config, store, static_cast<std::size_t>(version.ai)),
            draft / "ais" / version.entry, config.build.size);
        ini += fmt::format(
            "# {}: version {}, SHA-256 {}\nai = {}=ais/{}\n", version.entry, version.version,
            ai.sha256, version.entry, version.entry);
        taking_part.insert(row.version);
    }
    for (const Copies& pair : copies) {
        if (!taking_part.contains(pair.earlier) || !taking_part.contains(pair.later)) {
            continue;
        }
        const std::string& one = store.versions()[pair.earlier].entry;
        const std::string& other = store.versions()[pair.later].entry;
        const std::string text = text_of(pair, store);
        const bool is_undecided = decision_about(config.decisions, one, other) == nullptr;
        if (is_undecided && !pair.is_alike) {
            continue;
        }
        if (is_undecided && pair.are_same) {
            throw UserError(fmt::format(
                "--final: {}, and nobody should win by lot against a copy; write 'decide = "
                "both|first|none {} {}' into season.ini, and let the season run once more",
                text, one, other));
        }
        written.notes.push_back(
            is_undecided
                ? fmt::format(
                      "{}; look at them before the final is played: 'decide = both|first|none "
                      "{} {}' in season.ini decides",
                      text, one, other)
                : text);
        ini += fmt::format("# Note: {}\n", text);
    }
    const auto count = static_cast<int>(written.entries.size());
    if (count < std::max(config.seats, 2)) {
        throw UserError(fmt::format(
            "--final: only {} have played, but a final needs {}; let the season run until then",
            counted(count, "version"), std::max(config.seats, 2)));
    }
    FieldRequest fields = request.fields;
    fields.game = config.game->name;
    fields.create.players = config.teams.seats();
    make_fields(fields, draft / "fields");
    ini += "fields = fields/*.dat\ndb = final.sqlite\n" + match_lines(config, written.entries);
    if (!request.format.empty()) {
        ini += fmt::format("format = {}\n", request.format);
    }
    const std::string head = fmt::format(
        "# The final of {}, the best {} in the order of the table. Play it with\n"
        "#   referee tournament --config tournament.ini\n",
        config.title, count);
    write_file(draft / "tournament.ini", head + ini);
    whole.publish();
    return written;
}

MatchesAsTournament tournament_of(
    const SeasonConfig& config, const Results& store, const std::vector<PlannedMatch>& matches) {
    MatchesAsTournament files;
    std::vector<bool> takes_part(store.ais().size());
    for (const PlannedMatch& match : matches) {
        files.schedule += store.fields()[static_cast<std::size_t>(match.field)].name + ":";
        for (const int ai : match.group) {
            takes_part[static_cast<std::size_t>(ai)] = true;
            files.schedule += " " + store.ais()[static_cast<std::size_t>(ai)].name;
        }
        files.schedule += "\n";
    }
    files.ini = "schedule = schedule.txt\n";
    std::vector<std::string> names;
    for (std::size_t ai = 0; ai < takes_part.size(); ++ai) {
        if (takes_part[ai]) {
            names.push_back(store.ais()[ai].name);
            files.ini +=
                fmt::format("ai = {}={}\n", store.ais()[ai].name, path_of_ai(config, store, ai));
        }
    }
    for (const StoredField& field : config.fields) {
        files.ini += fmt::format("fields = {}\n", fs::absolute(field.path).string());
    }
    files.ini += match_lines(config, names);
    return files;
}

void for_each_game_of(
    const Store& tournament, const Results& season, const std::function<void(GameOutcome)>& look) {
    const std::vector<int> ais = numbers_of(tournament.ais(), season.ais());
    const std::vector<int> fields = numbers_of(tournament.fields(), season.fields());
    const auto require = [&](const std::vector<int>& numbers, int number, const auto& rows) {
        if (numbers[static_cast<std::size_t>(number)] < 0) {
            throw UserError(fmt::format(
                "{}: {} differs from the season's; play the matches with the files named in their "
                "tournament.ini",
                tournament.path(), printable(rows[static_cast<std::size_t>(number)].name)));
        }
        return numbers[static_cast<std::size_t>(number)];
    };
    tournament.for_each([&](GameOutcome game) {
        game.faults = tournament.details_of_game(game.index);
        game.field = require(fields, game.field, tournament.fields());
        for (SeatOutcome& seat : game.seats) {
            seat.ai = require(ais, seat.ai, tournament.ais());
        }
        look(std::move(game));
    });
}

std::int64_t write_batch(
    const SeasonConfig& config, SeasonBook& store, std::int64_t matches,
    const std::string& folder) {
    require_free(folder);
    Queue queue = queue_of(config, store);
    PlanConfig plan;
    plan.seats = config.seats;
    plan.seed = config.match.seed;
    plan.draws_seats = config.head.draws_seats;
    set_keys(plan, store.ais(), store.fields());
    StoredBatch batch;
    batch.first = store.next_match();
    std::vector<PlannedMatch> planned;
    while (batch.matches < matches) {
        const std::optional<QueuedMatch> next = queue.next();
        if (!next) {
            break;
        }
        queue.count(*next);
        PlannedMatch match{batch.first + batch.matches, next->field, next->group};
        seat(plan, match);
        planned.push_back(std::move(match));
        ++batch.matches;
    }
    if (batch.matches == 0) {
        return 0;
    }
    // If the same matches are exported again, they get another number, so that their schedule has
    // another hash.
    MatchesAsTournament files = tournament_of(config, store, planned);
    files.schedule = fmt::format("# matches from {} on\n{}", batch.first + 1, files.schedule);
    batch.schedule = sha256(files.schedule);
    Draft whole(folder, Draft::Kind::folder);
    const fs::path draft = whole.path();
    write_file(draft / "schedule.txt", files.schedule);
    write_file(draft / "tournament.ini", files.ini);
    store.add_batch(batch);
    whole.publish();
    return batch.matches;
}

Store::Joined join_batch(Store& store, const std::string& database) {
    const Store other(database, Store::Access::read);
    const std::vector<StoredBatch> batches = store.batches();
    const auto batch = std::find_if(batches.begin(), batches.end(), [&](const StoredBatch& known) {
        return known.schedule == other.tournament().schedule;
    });
    if (batch == batches.end()) {
        throw UserError(
            database + ": it isn't a batch of this season; name the database that "
                       "'referee tournament' wrote for a batch");
    }
    const int games = store.tournament().games_per_match;
    Store::Joined joined;
    for_each_game_of(other, store, [&](GameOutcome game) {
        game.index += batch->first * games;
        game.match += batch->first;
        game.record.clear(); // records stay where they were written
        std::optional<GameOutcome> known;
        store.for_each(game.index, game.index + 1, [&](const GameOutcome& own) { known = own; });
        if (!known) {
            store.add(game);
            ++joined.added;
        } else if (is_same_result(*known, game)) {
            ++joined.duplicates;
        } else {
            throw UserError(fmt::format(
                "{}: game {} ended otherwise than in the season, which keeps its own; one of the "
                "two was played with other files or changed by hand",
                database, game.index + 1));
        }
    });
    for (const StoredMachine& machine : other.machines()) {
        store.add_machine(machine);
    }
    return joined;
}

void make_fields(const FieldRequest& request, const std::string& folder) {
    namespace fs = std::filesystem;
    const Game& game = game_named(request.game);
    CreateRequest create = request.create;
    if (create.players == 0) {
        create.players = game.info().default_seats;
    }
    Draft draft(folder, Draft::Kind::folder);
    // Random bits can't be guessed from the fields or from another draw; --seed takes 63 of them.
    const std::uint64_t seed = request.seed.value_or(random_bits() >> 1U);
    for (int i = 0; i < request.count; ++i) {
        Rng rng(seed + static_cast<std::uint64_t>(i));
        const std::string path = fmt::format("{}/field-{:03}.dat", draft.path(), i + 1);
        write_file(
            path, game.create_field(create, rng),
            "the field can't be written; free some disk space");
    }
    draft.publish();
}

} // namespace referee
