#include "tournament/play/stored_plan.hpp"

#include <cstddef>

namespace referee {

MatchSums
sums_of_match(const PlannedMatch& match, std::vector<GameOutcome>& games, bool match_decides) {
    if (match_decides) {
        decide_by_match(games, {});
    }
    MatchSums sums;
    sums.points.resize(match.group.size());
    sums.scores.resize(match.group.size());
    for (const GameOutcome& game : games) {
        for (const SeatOutcome& seat : game.seats) {
            for (std::size_t i = 0; i < match.group.size(); ++i) {
                if (match.group[i] == seat.ai) {
                    sums.points[i] += seat.share;
                    sums.scores[i] += seat.score;
                }
            }
        }
    }
    return sums;
}

std::optional<PlanConfig> plan_config_of(const Results& store) {
    const StoredTournament& tournament = store.tournament();
    const std::optional<Format> format = named<Format>(tournament.format);
    if (!format || *format == Format::schedule) {
        return std::nullopt;
    }
    PlanConfig config;
    config.format = *format;
    config.ais = static_cast<int>(store.ais().size());
    config.seats = tournament.seats;
    config.fields = static_cast<int>(store.fields().size());
    config.seed = tournament.seed;
    config.tie_fields = tournament.tie_fields;
    config.top = tournament.top;
    config.confidence = tournament.confidence;
    config.games_per_match = tournament.games_per_match;
    config.draws_seats = tournament.draws_seats;
    set_keys(config, store.ais(), store.fields());
    for (std::size_t ai = 0; ai < store.ais().size(); ++ai) {
        if (*format == Format::gauntlet && store.ais()[ai].name == tournament.challenger) {
            config.challenger = static_cast<int>(ai);
        }
    }
    return config;
}

void set_keys(
    PlanConfig& config, const std::vector<StoredAi>& ais, const std::vector<StoredField>& fields) {
    for (const StoredAi& ai : ais) {
        config.ai_keys.push_back(seating_key(ai.name));
    }
    for (const StoredField& field : fields) {
        config.field_keys.push_back(seating_key(field.sha256));
    }
}

namespace {

/// Reports a match to the plan if all its games are stored.
void notify(Plan& plan, const PlannedMatch& match, const Results& store, int games_per_match) {
    std::vector<GameOutcome> games;
    const std::int64_t first = game_index(match.index, games_per_match, 0);
    store.for_each(
        first, first + games_per_match, [&](const GameOutcome& game) { games.push_back(game); });
    if (static_cast<int>(games.size()) == games_per_match) {
        const MatchSums sums = sums_of_match(match, games, store.tournament().match_decides);
        plan.finished(match, sums.points, sums.scores);
    }
}

} // namespace

void follow(Plan& plan, const Results& store, int games_per_match, SetAside* set_aside) {
    PlannedMatch match;
    while (plan.next(match) == Plan::Step::match) {
        if (set_aside != nullptr) {
            set_aside->adopt(match);
        }
        notify(plan, match, store, games_per_match);
    }
}

std::int64_t
grow(Store& store, const Store::Regrouping& regrouping, Plan& plan, SetAside& set_aside) {
    store.regroup(regrouping, [&] {
        if (plan.depends_on_results()) {
            follow(plan, store, regrouping.tournament.games_per_match, &set_aside);
            return;
        }
        PlannedMatch match;
        while (plan.next(match) == Plan::Step::match) {
            set_aside.adopt(match);
        }
    });
    return store.game_count();
}

} // namespace referee
