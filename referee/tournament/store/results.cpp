#include "tournament/store/results.hpp"

#include "base/error.hpp"
#include "base/names.hpp"
#include "tournament/plan/plan.hpp"

#include <fmt/format.h>
#include <limits>

namespace referee {

Teams StoredTournament::places() const {
    if (teams.empty()) {
        return Teams(seats);
    }
    std::vector<std::vector<Seat>> parsed = parse_teams(teams).value();
    const int all = static_cast<int>(parsed.size() * parsed.front().size());
    return Teams(all, std::move(parsed));
}

void Results::for_each(const LookAtGame& look) const {
    for_each(0, std::numeric_limits<std::int64_t>::max(), look);
}

void Results::require_standings() const {
    if (tournament().format == name_of(Format::tuning)) {
        throw UserError(fmt::format(
            "{}: a run of 'referee tune', whose games have no standings; give the same command again "
            "to see its result",
            path()));
    }
}

std::int64_t planned_games(const StoredTournament& tournament) {
    // A shard has the matches whose index is congruent to its number.
    const std::int64_t first = tournament.shard % tournament.shards;
    const std::int64_t matches =
        tournament.matches <= first
            ? 0
            : (tournament.matches - first + tournament.shards - 1) / tournament.shards;
    return matches * tournament.games_per_match;
}

void refuse_damaged(const std::string& path, const std::string& what) {
    throw UserError(fmt::format(
        "{}: {}; the database is damaged: restore it from a copy, or use another one", path, what));
}

} // namespace referee
