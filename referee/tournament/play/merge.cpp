#include "tournament/play/merge.hpp"

#include "base/error.hpp"
#include "os/draft.hpp"
#include "os/output.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/store/store.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <span>
#include <vector>

namespace referee {
namespace {

template <typename Rows>
bool has_same_hashes(const Rows& one, const Rows& other) {
    return std::equal(
        one.begin(), one.end(), other.begin(), other.end(),
        [](const auto& a, const auto& b) { return a.name == b.name && a.sha256 == b.sha256; });
}

void require_same_plan(const Store& first, const Store& other) {
    const StoredTournament& a = first.tournament();
    const StoredTournament& b = other.tournament();
    std::string what;
    if (a.game != b.game || a.format != b.format || a.seats != b.seats || a.matches != b.matches ||
        a.games_per_match != b.games_per_match) {
        what = "the plan";
    } else if (a.settings != b.settings || a.sprt != b.sprt) {
        what = "the settings";
    } else if (!has_same_hashes(first.ais(), other.ais())) {
        what = "an AI";
    } else if (!has_same_hashes(first.fields(), other.fields())) {
        what = "a field";
    }
    if (!what.empty()) {
        throw UserError(fmt::format(
            "{}: it belongs to a different tournament than {} ({} differs); merge shards of one plan",
            other.path(), first.path(), what));
    }
}

/// The missing games of each shard. Takes time in proportion to the games played, not to those
/// planned.
std::vector<std::string> missing_games(const Store& store, int shards) {
    struct Found {
        std::int64_t games = 0;
        std::int64_t next = 0; ///< the first game that is missing so far
    };
    StoredTournament part = store.tournament();
    const int games_per_match = part.games_per_match;
    std::vector<Found> found(static_cast<std::size_t>(shards));
    for (int residue = 0; residue < shards; ++residue) {
        found[static_cast<std::size_t>(residue)].next = game_index(residue, games_per_match, 0);
    }
    const auto count = [&](std::int64_t game) {
        Found& shard = found[static_cast<std::size_t>(game / games_per_match % shards)];
        ++shard.games;
        if (game == shard.next) {
            ++shard.next;
            // After the last game of a match comes the next match of the same shard.
            shard.next += shard.next % games_per_match == 0
                              ? static_cast<std::int64_t>(shards - 1) * games_per_match
                              : 0;
        }
    };
    const std::int64_t all = part.matches * games_per_match;
    constexpr std::size_t chunk = 1U << 16U;
    std::int64_t first = 0;
    for (std::vector<std::int64_t> games; first < all; first = games.back() + 1) {
        games = store.games_between(first, all, chunk);
        if (games.empty()) {
            break;
        }
        std::for_each(games.begin(), games.end(), count);
    }
    std::vector<std::string> lines;
    part.shards = shards;
    for (int residue = 0; residue < shards; ++residue) {
        part.shard = residue == 0 ? shards : residue;
        const Found& shard = found[static_cast<std::size_t>(residue)];
        const std::int64_t missing = planned_games(part) - shard.games;
        if (missing > 0) {
            lines.push_back(fmt::format(
                "shard {}/{}: {} games, the first is game {}", part.shard, shards, missing,
                shard.next + 1));
        }
    }
    return lines;
}

/// Databases that are open at once: each takes some descriptors.
constexpr std::size_t max_open = 128;

[[noreturn]] void
refuse_conflict(const GameOutcome& own, const GameOutcome& other, const Store& from) {
    throw UserError(fmt::format(
        "{}: game {} has a different result than in the databases before ({} and {} turns, states "
        "{} and {}); an AI is not deterministic, or the files were changed",
        from.path(), other.index + 1, own.turns, other.turns, own.state.substr(0, 8),
        other.state.substr(0, 8)));
}

} // namespace

MergeResult merge_shards(const std::string& out, const std::vector<std::string>& shards) {
    if (is_stream(out)) {
        throw UserError(out + ": this is no regular file; name a new one for the database");
    }
    // Nobody else has that name now. The database itself lies beside `out`, because paths in it are
    // relative to its folder.
    const Draft ours(out, Draft::Kind::folder);
    const std::string draft = ours.path() + ".sqlite";
    const auto remove_draft = [&] {
        std::error_code code;
        for (const char* const ending : {"", "-wal", "-shm"}) {
            std::filesystem::remove(draft + ending, code);
        }
    };
    remove_draft();
    const Store first(shards[0], Store::Access::read);
    first.require_standings();
    StoredTournament whole = first.tournament();
    const int shard_count = whole.shards;
    whole.shard = 1;
    whole.shards = 1;
    MergeResult result;
    try {
        Store merged(draft, whole, first.ais(), first.fields());
        for (std::size_t begin = 0; begin < shards.size(); begin += max_open) {
            const auto paths =
                std::span(shards).subspan(begin, std::min(max_open, shards.size() - begin));
            std::vector<std::unique_ptr<const Store>> open;
            std::vector<const Store*> parts;
            for (const std::string& path : paths) {
                open.push_back(std::make_unique<const Store>(path, Store::Access::read));
                parts.push_back(open.back().get());
                require_same_plan(first, *parts.back());
            }
            const Store::Joined joined = merged.join(parts, refuse_conflict);
            result.games += joined.added;
            result.duplicates += joined.duplicates;
        }
        result.missing = missing_games(merged, shard_count);
    } catch (...) {
        remove_draft();
        throw;
    }
    std::error_code code;
    for (const char* const ending : {"-wal", "-shm"}) {
        std::filesystem::remove(out + ending, code);
    }
    std::filesystem::rename(draft, out);
    return result;
}

} // namespace referee
