#include "pages/report/data.hpp"

#include "base/bytes.hpp"
#include "base/text.hpp"
#include "season/entries/entries.hpp"
#include "season/queue.hpp"
#include "tournament/statistics/large_estimate.hpp"
#include "tournament/statistics/meetings.hpp"
#include "tournament/statistics/plackett_luce.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fmt/format.h>
#include <numeric>
#include <set>

namespace referee {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_cuts = 12;

/// The AIs of a tournament that isn't a season: each is the only version of its entry.
std::vector<StoredVersion> versions_of(const Results& store) {
    if (store.is_season()) {
        return store.versions();
    }
    std::vector<StoredVersion> versions;
    for (const StoredAi& ai : store.ais()) {
        versions.push_back(
            {ai.name, "", ai.sha256, false, StoredVersion::Status::accepted,
             static_cast<int>(versions.size()), ""});
    }
    return versions;
}

/// Names of files for names that may hold anything. None is given twice, not even to two names that
/// differ only in their case: the site may be copied to where that doesn't count. A name's file
/// depends only on the names before it, so that it stays when more are added.
class FileNames {
  public:
    /// The name itself if it is plain and free, else with a hash of what it stands for. `prefix`
    /// must have a character that no plain name has.
    std::string add(const std::string& prefix, const std::string& name, const std::string& hash) {
        constexpr std::size_t max_readable = 40;
        const bool is_plain = !name.empty() && name[0] != '.' && objection_to_name(name).empty();
        std::string readable;
        for (const char c : name.substr(0, max_readable)) {
            readable += objection_to_name(std::string(1, c)).empty() && c != '.' ? c : '-';
        }
        // No plain name has '~'.
        const std::string with_hash = prefix + readable + "~" + hash.substr(0, 32);
        std::string file = is_plain ? prefix + name : with_hash;
        for (int number = 1; !taken_.insert(lower_case(file)).second; ++number) {
            file = with_hash + (number > 1 ? fmt::format("~{}", number) : "");
        }
        return file + ".html";
    }

  private:
    static std::string lower_case(std::string text) {
        for (char& c : text) {
            c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        }
        return text;
    }

    std::set<std::string> taken_;
};

/// By name, "e2" before "e10"; a baseline after an entry of its name.
struct NaturalOrder {
    bool
    operator()(const std::pair<std::string, bool>& a, const std::pair<std::string, bool>& b) const {
        const int order = natural_order(a.first, b.first);
        return order != 0 ? order < 0 : a < b;
    }
};

void read_entries(SiteData& data, std::size_t ais) {
    std::map<std::pair<std::string, bool>, std::size_t, NaturalOrder> numbers;
    for (std::size_t i = 0; i < data.versions.size(); ++i) {
        const StoredVersion& version = data.versions[i];
        numbers.try_emplace({version.entry, version.is_baseline});
    }
    for (auto& [key, number] : numbers) {
        number = data.entries.size();
        data.entries.push_back({safe_text(key.first), "", key.second, {}, {}});
        const Entrants& entrants = data.config.announcement.entrants;
        const auto entrant = key.second ? entrants.end() : entrants.find(key.first);
        if (entrant != entrants.end()) {
            data.entries.back().entrant = entrant->second;
        }
    }
    FileNames files;
    data.entry_of.assign(ais, 0);
    data.version_of.assign(ais, 0);
    for (std::size_t i = 0; i < data.versions.size(); ++i) {
        const StoredVersion& version = data.versions[i];
        const std::size_t entry = numbers.at({version.entry, version.is_baseline});
        data.entries[entry].versions.push_back(i);
        if (data.entries[entry].file.empty()) {
            data.entries[entry].file =
                files.add(version.is_baseline ? "~" : "", version.entry, sha256(version.entry));
        }
        if (version.ai >= 0) {
            data.entry_of[static_cast<std::size_t>(version.ai)] = static_cast<int>(entry);
            data.version_of[static_cast<std::size_t>(version.ai)] = static_cast<int>(i);
        }
    }
}

void read_games(const Results& store, SiteData& data) {
    store.for_each([&](const GameOutcome& outcome) {
        SiteGame game;
        game.index = outcome.index;
        game.field = outcome.field;
        game.turns = outcome.turns;
        game.reason = safe_text(outcome.reason);
        game.record = outcome.record;
        game.state = outcome.record.empty() ? "" : outcome.state; // only replays need it
        for (const SeatOutcome& seat : outcome.seats) {
            game.ais.push_back(seat.ai);
            game.ranks.push_back(seat.rank);
            game.scores.push_back(seat.score);
            game.shares.push_back(seat.share);
            game.faults.push_back(is_lost_by_faults(seat));
        }
        data.games.push_back(std::move(game));
    });
    std::size_t at = 0;
    store.for_each_time([&](std::int64_t game, const std::string& time) {
        if (at < data.games.size() && data.games[at].index == game) {
            data.games[at++].time = time;
        }
    });
}

/// Ranks of the entries that are in the table now, by the ratings at an earlier time.
std::map<int, int> ranks_at(const SiteData& data, const RatingsAt& ratings) {
    std::vector<int> entries;
    std::vector<double> elos;
    for (const SeasonRow& row : data.standings.rows) {
        if (row.is_baseline || row.row.games == 0) {
            continue;
        }
        // The version at that time, which may have been another one.
        const int entry = data.entry_of[static_cast<std::size_t>(row.row.ai)];
        int last = -1;
        for (const std::size_t i : data.entries[static_cast<std::size_t>(entry)].versions) {
            const int ai = data.versions[i].ai;
            if (ai >= 0 && ratings.played[static_cast<std::size_t>(ai)] > 0) {
                last = ai;
            }
        }
        if (last >= 0) {
            entries.push_back(entry);
            elos.push_back(ratings.elo[static_cast<std::size_t>(last)]);
        }
    }
    const std::vector<int> ranks = ranks_of_ratings(elos);
    std::map<int, int> by_entry;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        by_entry[entries[i]] = ranks[i];
    }
    return by_entry;
}

/// A day before "2026-11-21T20:51:36Z", in the same form: the day's number in a calendar.
std::string day_before(const std::string& time) {
    std::tm when{};
    if (::strptime(time.c_str(), "%Y-%m-%dT%H:%M:%SZ", &when) == nullptr) {
        return "";
    }
    constexpr std::time_t day = 86'400;
    const std::time_t before = ::timegm(&when) - day;
    ::gmtime_r(&before, &when);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &when);
    return text.data();
}

/// As far as the order of a game depends on it. `programs`: by AI the one as which it is rated.
GameOutcome with_order_of(const SiteGame& game, const std::vector<int>& programs) {
    GameOutcome outcome;
    outcome.field = game.field;
    outcome.seats.resize(game.ais.size());
    for (std::size_t seat = 0; seat < game.ais.size(); ++seat) {
        outcome.seats[seat].ai = programs[static_cast<std::size_t>(game.ais[seat])];
        outcome.seats[seat].rank = game.ranks[seat];
        outcome.seats[seat].share = game.shares[seat];
    }
    return outcome;
}

/// Fits the ratings after each of about a dozen parts of the games, in the order of their ends. As
/// in the table, copies of a program have one rating (first_of_program).
void read_history(SiteData& data, const std::vector<int>& programs) {
    const std::size_t ais = programs.size();
    std::vector<std::size_t> order(data.games.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return data.games[a].time < data.games[b].time;
    });
    if (order.empty()) {
        return;
    }
    std::set<std::size_t> cuts;
    for (std::size_t cut = 1; cut <= max_cuts; ++cut) {
        cuts.insert(order.size() * cut / max_cuts);
    }
    data.day_begins = day_before(data.games[order.back()].time);
    const auto yesterday = static_cast<std::size_t>(
        std::partition_point(
            order.begin(), order.end(),
            [&](std::size_t game) { return data.games[game].time <= data.day_begins; }) -
        order.begin());
    cuts.insert(yesterday);
    cuts.erase(0);
    FinishingOrders orders;
    std::optional<Eigen::VectorXd> thetas; // at the cut before
    std::vector<int> played(ais);
    for (std::size_t i = 0; i < order.size(); ++i) {
        const GameOutcome outcome = with_order_of(data.games[order[i]], programs);
        const bool is_of_copies = std::adjacent_find(
                                      outcome.seats.begin(), outcome.seats.end(),
                                      [](const SeatOutcome& one, const SeatOutcome& other) {
                                          return one.ai != other.ai;
                                      }) == outcome.seats.end();
        if (!is_of_copies) {
            add_order(orders, outcome);
        }
        for (const int ai : data.games[order[i]].ais) {
            ++played[static_cast<std::size_t>(ai)];
        }
        if (!cuts.contains(i + 1)) {
            continue;
        }
        RatingsAt at{data.games[order[i]].time, static_cast<std::int64_t>(i + 1), {}, played};
        // As in the table, so that both show the same.
        const Connections connections = connections_of(orders, static_cast<int>(ais));
        thetas =
            static_cast<int>(ais) > Ratings::max_exact
                ? large_bias_reduced(orders, connections.groups, thetas.value_or(Eigen::VectorXd()))
                : bias_reduced(orders, ais, connections.groups, thetas).thetas;
        for (const int program : programs) {
            at.elo.push_back((*thetas)[program] * elo_per_theta);
        }
        if (i + 1 == yesterday) {
            data.rank_before = ranks_at(data, at);
        }
        data.history.push_back(std::move(at));
    }
}

/// Each fit has a mean of 0 over all AIs. The last one is shifted to the table's ratings of the AIs
/// that have intervals there, and each earlier one to the last: a program doesn't get weaker
/// because better ones join.
void align_history(SiteData& data) {
    if (data.history.empty()) {
        return;
    }
    const auto shift = [](std::vector<double>& elo, const auto& difference_to, const auto& counts) {
        double sum = 0;
        int count = 0;
        for (std::size_t ai = 0; ai < elo.size(); ++ai) {
            if (counts(ai)) {
                sum += difference_to(ai) - elo[ai];
                ++count;
            }
        }
        for (double& each : elo) {
            each += count > 0 ? sum / count : 0;
        }
    };
    std::vector<double>& last = data.history.back().elo;
    std::map<std::size_t, double> rated;
    for (const AiRow& row : data.standings.summary.standings) {
        if (row.games > 0 && row.rating.is_in_core) {
            rated[static_cast<std::size_t>(row.ai)] = row.rating.elo;
        }
    }
    shift(
        last, [&](std::size_t ai) { return rated.at(ai); },
        [&](std::size_t ai) { return rated.contains(ai); });
    for (std::size_t i = 0; i + 1 < data.history.size(); ++i) {
        RatingsAt& at = data.history[i];
        shift(
            at.elo, [&](std::size_t ai) { return last[ai]; },
            [&](std::size_t ai) { return at.played[ai] > 0; });
    }
}

/// What is looked up often.
void read_places(SiteData& data, std::size_t ais) {
    data.row_of_ai.resize(ais);
    for (const AiRow& row : data.standings.summary.standings) {
        data.row_of_ai[static_cast<std::size_t>(row.ai)] = &row;
    }
    const auto entry_of = [&](int ai) {
        return static_cast<std::size_t>(data.entry_of[static_cast<std::size_t>(ai)]);
    };
    data.row_of_entry.resize(data.entries.size());
    for (const SeasonRow& row : data.standings.rows) {
        const SeasonRow*& first = data.row_of_entry[entry_of(row.row.ai)];
        first = first == nullptr ? &row : first;
    }
    data.games_of.resize(data.entries.size());
    for (const SiteGame& game : data.games) {
        for (const int ai : game.ais) {
            std::vector<const SiteGame*>& games = data.games_of[entry_of(ai)];
            if (games.empty() || games.back() != &game) {
                games.push_back(&game);
            }
        }
    }
}

/// Files, not folders, in the folders of pairs and of replays.
void read_flat(SiteData& data) {
    for (const std::string folder : {"pair", "replay"}) {
        std::error_code code; // there may be none
        for (fs::directory_iterator at(data.config.folder + "/" + folder, code), end;
             !code && at != end; at.increment(code)) {
            std::string name = at->path().filename().string();
            if (name.ends_with(".html")) {
                data.flat.insert(folder + "/" + std::move(name));
            }
        }
    }
}

void read_faults(const Results& store, SiteData& data) {
    for (FaultGroup& group : fault_groups(store)) {
        data.faults[data.entry_of[static_cast<std::size_t>(group.ai)]].push_back(std::move(group));
    }
}

} // namespace

int natural_order(const std::string& a, const std::string& b) {
    return ::strverscmp(a.c_str(), b.c_str());
}

bool has_many_pairs(const SiteData& data) {
    constexpr std::size_t max_pairs = 1000;
    return data.entries.size() * (data.entries.size() - 1) / 2 > max_pairs;
}

std::string pair_path(const SiteData& data, const SiteEntry& one, const SiteEntry& other) {
    const auto& [first, second] = std::minmax(one.file, other.file);
    const std::string name = "pair/" + first.substr(0, first.size() - 5);
    std::string flat = name + "@" + second;
    return has_many_pairs(data) && !data.flat.contains(flat) ? name + "/" + second : flat;
}

SiteData read_site_data(const Results& store, const SiteConfig& config) {
    SiteData data;
    data.config = config;
    data.is_frozen = config.announcement.calendar.is_frozen(config.now);
    data.has_embargo = config.announcement.calendar.has_embargo(config.now);
    data.folder = std::filesystem::absolute(store.path()).lexically_normal().parent_path().string();
    data.is_season = store.is_season();
    data.game = store.tournament().game;
    data.seats = store.tournament().seats;
    data.places = store.tournament().places();
    data.versions = versions_of(store);
    data.standings = store.is_season() ? read_standings(store, data.versions, config.rest_after)
                                       : read_tournament_standings(store, data.versions);
    read_entries(data, store.ais().size());
    FileNames files;
    for (const StoredField& field : store.fields()) {
        data.fields.push_back(safe_text(field.name));
        data.field_files.push_back(files.add("", field.name, field.sha256));
    }
    data.stored_fields = store.fields();
    read_games(store, data);
    read_places(data, store.ais().size());
    read_flat(data);
    read_history(data, first_of_program(store));
    align_history(data);
    read_faults(store, data);
    return data;
}

void add_explanations(const Results& store, SiteData& data) {
    constexpr std::size_t max_games = 100'000;
    // Under an embargo no page shows what only replays have.
    const int max_records = data.has_embargo ? 0 : 120;
    if (data.games.size() > max_games) {
        return;
    }
    TournamentSummary summary = data.standings.summary; // with names as on the other pages
    for (std::size_t ai = 0; ai < summary.names.size(); ++ai) {
        const SiteEntry& entry = data.entry(static_cast<int>(ai));
        const std::string& version = data.version(static_cast<int>(ai)).version;
        const bool has_version = !version.empty() && !entry.is_baseline;
        summary.names[ai] = safe_text(entry.shown() + (has_version ? ", version " + version : ""));
    }
    std::vector<int> ais;
    for (const SeasonRow& row : data.standings.rows) {
        if (row.row.games > 0) {
            ais.push_back(row.row.ai);
        }
    }
    for (Explanation& explanation : explanations_of(store, summary, ais, max_records)) {
        const std::string& version = data.version(explanation.ai).version;
        if (!version.empty() && !data.entry(explanation.ai).is_baseline) {
            explanation.name = safe_text("Version " + version); // its page has the entry's name
        }
        data.explanations[explanation.ai] = std::move(explanation);
    }
}

} // namespace referee
