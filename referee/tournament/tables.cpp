#include "tournament/tables.hpp"

#include "field/utf8.hpp"
#include "tournament/course.hpp"
#include "tournament/sprt.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <numeric>
#include <optional>

namespace referee {
namespace {

class Reader {
  public:
    Reader(const Store& store, int resamples)
        : store_(store), ratings_(static_cast<int>(store.ais().size()), resamples),
          rows_(store.ais().size()) {
        tables_.tournament = store.tournament();
        for (const StoredAi& ai : store.ais()) {
            tables_.names.push_back(safe_text(ai.name));
        }
        tables_.meetings.assign(rows_.size(), std::vector<Meeting>(rows_.size()));
        tables_.seats.resize(static_cast<std::size_t>(tables_.tournament.seats));
        if (!tables_.tournament.sprt.empty()) {
            sprt_.emplace(read_sprt(tables_.tournament.sprt));
        }
    }

    Tables read(const Anchor& anchor) {
        store_.for_each([this](const GameOutcome& game) {
            if (!match_.empty() && match_.front().match != game.match) {
                finish_match();
            }
            match_.push_back(game);
        });
        if (!match_.empty()) {
            finish_match();
        }
        finish(anchor);
        return std::move(tables_);
    }

  private:
    bool is_pair() const {
        return tables_.tournament.seats == 2 && tables_.tournament.games_per_match == 2;
    }

    void finish_match() {
        const bool is_whole = static_cast<int>(match_.size()) == tables_.tournament.games_per_match;
        if (tables_.tournament.match_decides) {
            if (is_whole) {
                decide_by_match(match_, tables_.tournament.points);
            } else {
                for (GameOutcome& game : match_) { // not decided yet: nobody's
                    for (SeatOutcome& seat : game.seats) {
                        seat.share = 0;
                    }
                }
            }
        }
        for (const GameOutcome& game : match_) {
            add(game);
        }
        if (is_pair() && is_whole) {
            add_pair();
        }
        match_.clear();
    }

    void add(const GameOutcome& game) {
        ++tables_.games;
        std::vector<int> ais;
        std::vector<int> ranks;
        const auto first =
            std::count_if(game.seats.begin(), game.seats.end(), [](const SeatOutcome& seat) {
                return seat.rank == 1;
            });
        double shares = 0;
        for (std::size_t number = 0; number < game.seats.size(); ++number) {
            const SeatOutcome& seat = game.seats[number];
            ais.push_back(seat.ai);
            ranks.push_back(seat.rank);
            shares += seat.share;
            AiRow& row = rows_[seat.ai];
            ++row.games;
            row.wins += seat.share > 0 && first == 1 ? 1 : 0;
            row.draws += seat.share > 0 && first > 1 ? 1 : 0;
            row.losses += seat.share > 0 ? 0 : 1;
            row.share += seat.share;
            row.points += seat.points;
            row.score += seat.score;
            row.moves += seat.moves;
            for (std::size_t fault = 0; fault < seat.faults.size(); ++fault) {
                row.faults[fault] += seat.faults[fault];
            }
            row.starved += seat.starved;
            row.restarts += seat.restarts;
            row.wall_ns += seat.wall_ns;
            row.cpu_ns += seat.cpu_ns;
            row.longest_ns = std::max(row.longest_ns, seat.longest_ns);
            row.peak_kb = std::max(row.peak_kb, seat.peak_kb);
            row.times.add_text(seat.times);
            tables_.seats[number].share += seat.share;
            ++tables_.seats[number].games;
            for (const SeatOutcome& other : game.seats) {
                Meeting& meeting = tables_.meetings[seat.ai][other.ai];
                meeting.share += seat.share;
                ++meeting.games;
            }
        }
        if (shares > 0) { // a game that nobody has won orders nobody
            ratings_.add(game.field, ais, ranks);
        }
    }

    void add_pair() {
        const int first = std::min(match_[0].seats[0].ai, match_[0].seats[1].ai);
        const int second = std::max(match_[0].seats[0].ai, match_[0].seats[1].ai);
        const double points = pair_points(match_, first);
        pairs_[{first, second}].add(points);
        if (sprt_) {
            sprt_->add(match_[0].match, points);
        }
    }

    void finish(const Anchor& anchor) {
        const std::vector<Ratings::Rating> ratings = ratings_.fit(anchor.ai, anchor.elo);
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            rows_[i].ai = static_cast<int>(i);
            rows_[i].rating = ratings[i];
        }
        std::stable_sort(rows_.begin(), rows_.end(), [](const AiRow& a, const AiRow& b) {
            return std::pair(a.games > 0, a.rating.elo) > std::pair(b.games > 0, b.rating.elo);
        });
        judge();
        tables_.standings = std::move(rows_);
        tables_.fields = ratings_.fields();
        tables_.planned = store_.is_partial() ? tables_.games : planned_games(tables_.tournament);
        for (const auto& [ais, counts] : pairs_) {
            tables_.pairings.push_back({ais.first, ais.second, counts});
        }
        if (sprt_) {
            tables_.sprt = sprt_->text(tables_.names[0], tables_.names[1]);
            tables_.sprt_test = *sprt_;
            if (sprt_->decision() != SprtDecision::none) {
                tables_.notes.emplace_back("the sequential test chose when to stop; intervals and "
                                           "sign tests are not adjusted "
                                           "for that, and hold less often than they say");
            }
        }
        add_notes();
    }

    /// Where the plan depends on results: what it has come to. Where that names places, these are
    /// the ranks, and not what the ratings say.
    void judge() {
        const std::optional<PlanOrder> order = plan_order_of(store_);
        if (!order || store_.is_partial() || order->ais < order->seats) {
            return;
        }
        const auto plan = make_plan(*order);
        if (!plan->depends_on_results()) {
            return;
        }
        follow(*plan, store_, tables_.tournament.games_per_match);
        tables_.verdict = plan->verdict();
        tables_.tournament.matches = plan->expected();
        if (tables_.verdict->places.empty()) {
            return;
        }
        for (AiRow& row : rows_) {
            row.place = tables_.verdict->places[static_cast<std::size_t>(row.ai)];
        }
        std::stable_sort(rows_.begin(), rows_.end(), [](const AiRow& a, const AiRow& b) {
            return a.place < b.place;
        });
    }

    void add_notes() {
        if (tables_.games > 0 && tables_.fields < Ratings::fewest_fields) {
            tables_.notes.push_back(fmt::format(
                "ratings have no intervals: they come from resampling the fields, and {} {} too "
                "few "
                "(at least {})",
                tables_.fields, tables_.fields == 1 ? "field is" : "fields are",
                Ratings::fewest_fields));
        }
        std::int64_t starved = 0;
        for (const AiRow& row : tables_.standings) {
            starved += row.starved;
        }
        if (starved > 0) {
            tables_.notes.push_back(fmt::format(
                "{} timeouts or restarts are 'starved': the AI used less than half of its time on "
                "a "
                "core, or could not be suspended in time; it hung, or the machine was busy",
                starved));
        }
        std::map<std::string, int> processors;
        for (const StoredMachine& machine : store_.machines()) {
            ++processors[safe_text(machine.processor)];
        }
        if (processors.size() > 1) {
            std::string list;
            for (const auto& [processor, count] : processors) {
                list += (list.empty() ? "" : ", ") + processor;
            }
            tables_.notes.push_back(
                "played on different processors, so time limits are not comparable: " + list);
        }
        tables_.notes.push_back("an AI is known by the hash of its own files; interpreters and "
                                "libraries are not covered");
    }

    const Store& store_;
    Tables tables_;
    Ratings ratings_;
    std::vector<AiRow> rows_;
    std::vector<GameOutcome> match_; ///< games so far of the match being read
    std::map<std::pair<int, int>, PairCounts> pairs_;
    std::optional<Sprt> sprt_;
};

} // namespace

std::int64_t AiRow::fault_count() const {
    return std::accumulate(faults.begin() + 1, faults.end(), std::int64_t{0});
}

std::int64_t planned_games(const StoredTournament& tournament) {
    // Matches whose index is congruent to the shard's number.
    const std::int64_t first = tournament.shard % tournament.shards;
    const std::int64_t matches =
        tournament.matches <= first
            ? 0
            : (tournament.matches - first + tournament.shards - 1) / tournament.shards;
    return matches * tournament.games_per_match;
}

Tables read_tables(const Store& store, const Anchor& anchor, int resamples) {
    return Reader(store, resamples).read(anchor);
}

} // namespace referee
