#include "tournament/explain/evidence.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "game/field_text.hpp"
#include "game/registry.hpp"
#include "record/replay.hpp"
#include "tournament/explain/measures.hpp"
#include "tournament/statistics/plackett_luce.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace referee {

namespace {

/// The values that a frame has by place; 0 where one isn't known.
std::vector<std::vector<double>> measures_in(const std::string& frame, const Teams& places) {
    std::vector<std::vector<double>> by_place;
    for (const std::vector<std::optional<double>>& numbers : measures_by_place(frame, places)) {
        std::vector<double>& values = by_place.emplace_back();
        for (const std::optional<double>& number : numbers) {
            values.push_back(number.value_or(0));
        }
    }
    return by_place;
}

/// The field's file, or the field in a record, if its file has changed or is gone.
std::optional<LoadedField> field_from(const StoredField& stored, const std::string& record) {
    try {
        LoadedField field = load_field(stored.path);
        if (identity_of(field) == stored.sha256) {
            return field;
        }
    } catch (const UserError&) {
        // The record has it, too.
    }
    if (record.empty()) {
        return std::nullopt;
    }
    const std::vector<RecordedGame> games = read_record(record);
    return games.empty() ? std::nullopt : std::optional(field_of(record, games.front()));
}

FieldFacts facts_of(const StoredField& stored, const std::string& record) {
    FieldFacts facts;
    try {
        const std::optional<LoadedField> field = field_from(stored, record);
        if (!field) {
            return facts;
        }
        FieldText text(field->path, field->text);
        for (const Parameter& parameter : field->game->info().parameters) {
            facts.parameters[parameter.name] =
                text.word(parameter.name, parameter.default_value, {});
        }
        facts.start = measures_in(field->field->start()->to_json(), field->teams());
    } catch (const UserError&) {
        return {};
    }
    return facts;
}

class Reader {
  public:
    Reader(const Results& store, const TournamentSummary& summary, const std::vector<int>& ais)
        : store_(store), thetas_(summary.names.size()), is_wanted_(summary.names.size()),
          advantages_(static_cast<std::size_t>(summary.tournament.seats)) {
        for (const AiRow& row : summary.standings) {
            thetas_[static_cast<std::size_t>(row.ai)] = row.rating.elo / elo_per_theta;
        }
        for (const int ai : ais) {
            is_wanted_[static_cast<std::size_t>(ai)] = true;
        }
        evidence_.showings.resize(summary.names.size());
        evidence_.even = 1.0 / summary.tournament.seats;
        evidence_.folder =
            std::filesystem::absolute(store.path()).lexically_normal().parent_path().string();
    }

    Evidence read() {
        std::vector<GameOutcome> match;
        const auto finish = [&] {
            const bool is_whole =
                static_cast<int>(match.size()) == store_.tournament().games_per_match;
            if (store_.tournament().match_decides && is_whole) {
                decide_by_match(match, store_.tournament().points);
            }
            for (const GameOutcome& game : match) {
                if (!store_.tournament().match_decides || is_whole) {
                    add(game);
                }
            }
            match.clear();
        };
        store_.for_each([&](const GameOutcome& game) {
            if (!match.empty() && match.front().match != game.match) {
                finish();
            }
            match.push_back(game);
        });
        finish();
        fit_advantages();
        expect();
        read_fields();
        return std::move(evidence_);
    }

  private:
    /// AIs and shares of a game, by seat, and where they are among the showings.
    struct Seats {
        std::vector<std::uint32_t> ais;
        std::vector<float> shares;
    };

    void add(const GameOutcome& game) {
        const bool is_nobodys = is_won_by_nobody(game);
        if (is_nobodys && game.seats.size() > 2) {
            return; // it orders nobody
        }
        Seats seats;
        for (const SeatOutcome& seat : game.seats) {
            seats.ais.push_back(static_cast<std::uint32_t>(seat.ai));
            seats.shares.push_back(is_nobodys ? 0.5F : static_cast<float>(seat.share));
        }
        for (std::size_t seat = 0; seat < game.seats.size(); ++seat) {
            if (is_wanted_[seats.ais[seat]]) {
                add_showing(game, seat, seats.shares[seat]);
            }
        }
        if (!game.record.empty()) {
            records_.try_emplace(game.field, game.record);
        }
        compare(game, is_nobodys);
        games_.push_back(std::move(seats));
    }

    void add_showing(const GameOutcome& game, std::size_t seat, double share) {
        const SeatOutcome& own = game.seats[seat];
        Showing showing;
        showing.game = game.index;
        showing.field = game.field;
        showing.seat = static_cast<int>(seat);
        showing.share = share;
        showing.turns = game.turns;
        showing.record = game.record;
        showing.has_fault = std::any_of(
            own.faults.begin() + 1, own.faults.end(), [](int count) { return count > 0; });
        for (std::size_t other = 0; other < game.seats.size(); ++other) {
            if (other != seat) {
                showing.others.push_back(game.seats[other].ai);
            }
        }
        const auto [reason, is_new] =
            reasons_.try_emplace(safe_text(game.reason), static_cast<int>(reasons_.size()));
        if (is_new) {
            evidence_.reasons.push_back(reason->first);
        }
        showing.reason = reason->second;
        const auto ai = static_cast<std::size_t>(own.ai);
        places_.push_back({games_.size(), seat, ai, evidence_.showings[ai].size()});
        evidence_.showings[ai].push_back(std::move(showing));
    }

    /// The games of a match may all end the same way, so that together they count as one.
    void compare(const GameOutcome& game, bool is_nobodys) {
        constexpr std::size_t enough = 1'000'000; // 32 MB
        if (evidence_.comparisons.size() > enough) {
            return;
        }
        const double weight = 2.0 / static_cast<double>(game.seats.size()) /
                              std::max(1, store_.tournament().games_per_match);
        for (std::size_t i = 0; i < game.seats.size(); ++i) {
            for (std::size_t j = i + 1; j < game.seats.size(); ++j) {
                const SeatOutcome& one = game.seats[i];
                const SeatOutcome& two = game.seats[j];
                evidence_.comparisons.push_back(
                    {game.field,
                     thetas_[static_cast<std::size_t>(one.ai)] -
                         thetas_[static_cast<std::size_t>(two.ai)],
                     is_nobodys || one.rank == two.rank ? 0.5
                     : one.rank < two.rank              ? 1.0
                                                        : 0.0,
                     weight});
            }
        }
    }

    /// The chance of each seat to win.
    std::vector<double> chances(const Seats& seats) const {
        std::vector<double> chances;
        double sum = 0;
        for (std::size_t seat = 0; seat < seats.ais.size(); ++seat) {
            chances.push_back(std::exp(thetas_[seats.ais[seat]] + advantages_[seat]));
            sum += chances.back();
        }
        for (double& chance : chances) {
            chance /= sum;
        }
        return chances;
    }

    /// What each seat adds to θ, for all AIs alike: a few steps of Newton's method.
    void fit_advantages() {
        if (store_.tournament().match_decides) {
            return; // one result for all seats
        }
        constexpr int rounds = 8;
        for (int round = 0; round < rounds; ++round) {
            std::vector<double> gradient(advantages_.size());
            std::vector<double> information(advantages_.size(), 1.0);
            for (const Seats& seats : games_) {
                const std::vector<double> expected = chances(seats);
                for (std::size_t seat = 0; seat < expected.size(); ++seat) {
                    gradient[seat] += static_cast<double>(seats.shares[seat]) - expected[seat];
                    information[seat] += expected[seat] * (1 - expected[seat]);
                }
            }
            // Only differences count: of two seats each moves by half.
            const auto count = static_cast<double>(advantages_.size());
            for (std::size_t seat = 0; seat < advantages_.size(); ++seat) {
                advantages_[seat] += gradient[seat] / information[seat] * (count - 1) / count;
            }
        }
    }

    void expect() {
        for (const Place& place : places_) {
            evidence_.showings[place.ai][place.showing].expected =
                chances(games_[place.game])[place.seat];
        }
    }

    /// Empty: none.
    std::string record_on(int field) const {
        const auto at = records_.find(field);
        return at == records_.end()
                   ? ""
                   : (std::filesystem::path(evidence_.folder) / at->second).string();
    }

    void read_fields() {
        constexpr std::size_t max_fields = 2000; // they say enough
        const std::vector<StoredField>& stored = store_.fields();
        evidence_.fields.resize(stored.size());
        for (std::size_t field = 0; field < std::min(stored.size(), max_fields); ++field) {
            evidence_.fields[field] = facts_of(stored[field], record_on(static_cast<int>(field)));
        }
        try {
            for (const std::string_view name :
                 game_named(store_.tournament().game).info().measures) {
                evidence_.measures.emplace_back(name);
            }
        } catch (const UserError&) {
            return; // its rules aren't here
        }
    }

    struct Place {
        std::size_t game;
        std::size_t seat;
        std::size_t ai;
        std::size_t showing;
    };

    const Results& store_;
    std::vector<double> thetas_; ///< by AI
    std::vector<bool> is_wanted_;
    std::vector<double> advantages_; ///< by seat
    std::vector<Seats> games_;
    std::vector<Place> places_;
    std::map<std::string, int> reasons_;
    std::map<int, std::string> records_; ///< by field: one that has it
    Evidence evidence_;
};

} // namespace

Evidence
read_evidence(const Results& store, const TournamentSummary& summary, const std::vector<int>& ais) {
    return Reader(store, summary, ais).read();
}

} // namespace referee
