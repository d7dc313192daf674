#include "tournament/report/summary.hpp"

#include "ai/contestant.hpp"
#include "base/text.hpp"
#include "tournament/play/stored_plan.hpp"
#include "tournament/statistics/any_time.hpp"
#include "tournament/statistics/sprt.hpp"
#include "tournament/store/excluded.hpp"
#include "tournament/store/results.hpp"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace referee {

// What a reader of the tables must know to understand them rightly.

namespace {

/// What the summary itself doesn't say.
struct NoteFacts {
    int anchor = -1;               ///< the AI that fixes the scale; −1: none
    std::vector<int> group_fields; ///< by group: fields with rated games
    std::int64_t undecided = 0;    ///< games of unfinished matches, where the match decides
};

class NoteWriter {
  public:
    NoteWriter(const TournamentSummary& summary, const Results& store, const NoteFacts& facts)
        : summary_(summary), store_(store), facts_(facts) {}

    std::vector<std::string> write() {
        add_stop_notes();
        add_rating_notes();
        add_notes();
        return std::move(notes_);
    }

  private:
    /// Notes on results that decided when to stop.
    void add_stop_notes() {
        if (summary_.sprt_test) {
            const SprtDecision decision = summary_.sprt_test->decision();
            if (decision == SprtDecision::none && summary_.games == summary_.planned) {
                notes_.emplace_back("the sequential test is undecided after all fields; repeat the "
                                    "command with more fields");
            } else if (decision != SprtDecision::none) {
                notes_.emplace_back("the sequential test chose when to stop; the Elo below its "
                                    "verdict are adjusted for that, intervals and sign tests of "
                                    "the tables are not adjusted and are too optimistic");
            }
        }
        if (summary_.sprt_test && summary_.sprt_test->counts().variance() > 0) {
            const double elo = summary_.sprt_test->config().elo1;
            notes_.push_back(fmt::format(
                "normalised Elo measure in standard deviations of a game, so that draws don't "
                "matter; in these games, {:g} of them are {:.0f} ordinary Elo",
                elo, summary_.sprt_test->ordinary_elo(elo)));
        }
        if (summary_.verdict && summary_.verdict->race && summary_.verdict->race->by_shares) {
            notes_.emplace_back("AIs beat one another in ways that ratings can't express, so the "
                                "race is for the best mean share against opponents drawn by lot "
                                "from all, and ranks by rating may differ");
        }
        if (summary_.verdict && summary_.verdict->race) {
            notes_.emplace_back("the race chose who plays and when to stop; intervals, "
                                "rank sets and sign tests are not adjusted for that");
        }
    }

    /// Notes on the limits of the ratings.
    void add_rating_notes() {
        for (std::size_t group = 0; group < facts_.group_fields.size(); ++group) {
            const int fields = facts_.group_fields[group];
            if (fields < Ratings::min_fields) {
                notes_.push_back(fmt::format(
                    "ratings{} have no intervals: {} {} too few to estimate how much fields differ "
                    "(at least {})",
                    summary_.groups > 1 ? fmt::format(" of group {}", group + 1) : "", fields,
                    fields == 1 ? "field is" : "fields are", Ratings::min_fields));
            }
        }
        if (summary_.approximation) {
            notes_.push_back(approximation_note(*summary_.approximation));
        }
        add_unrated_note();
        add_anchor_note();
        if (summary_.groups > 1) {
            notes_.push_back(fmt::format(
                "there are {} groups of AIs that never met, not even indirectly; each is rated and "
                "ranked separately, with its own mean",
                summary_.groups));
        }
        const bool is_open =
            std::any_of(summary_.standings.begin(), summary_.standings.end(), [](const AiRow& row) {
                return row.rating.is_rated() && !row.rating.is_in_core;
            });
        if (is_open) {
            notes_.emplace_back(
                "an AI that always finished ahead of (or behind) the AIs that define the scale has "
                "a bound (≥ or ≤) instead of an interval, or none if no bound follows; the rating in "
                "parentheses, which gives its place in the table, rests on virtual games");
        }
        if (summary_.cycle) {
            notes_.push_back(cycle_note(*summary_.cycle));
        }
    }

    static std::string approximation_note(const Ratings::Approximation& known) {
        return fmt::format(
            "with more than {} AIs the widths of intervals come from {} random draws: half of them "
            "are off by at most {:.1g} %, and the largest error is {:.1g} % (standard errors); what "
            "is called certain allows for that",
            Ratings::max_exact, known.draws, 100 * known.usual, 100 * known.largest);
    }

    /// With more than two seats a game that nobody won orders no AIs.
    void add_unrated_note() {
        std::string names;
        for (const AiRow& row : summary_.standings) {
            if (row.games > 0 && row.rating.games == 0) {
                names += (names.empty() ? "" : ", ") + summary_.names[row.ai];
            }
        }
        if (!names.empty()) {
            notes_.push_back("no rating without a game that somebody won: " + names);
        }
    }

    void add_anchor_note() {
        for (const AiRow& row : summary_.standings) {
            if (row.ai == facts_.anchor && !row.rating.is_in_core) {
                notes_.push_back(fmt::format(
                    "the anchor {} {}, so no rating relative to it is known; the mean is 0",
                    summary_.names[row.ai],
                    row.rating.games > 0
                        ? "is none of the AIs that have all finished ahead of one another"
                        : "has no rated game"));
            }
        }
    }

    std::string cycle_note(const Cycle& cycle) const {
        std::string text;
        for (std::size_t i = 0; i < cycle.steps.size(); ++i) {
            const Cycle::Step& step = cycle.steps[i];
            const Cycle::Step& next = cycle.steps[(i + 1) % cycle.steps.size()];
            text += fmt::format(
                "{}{} was ahead of {} on {} of {} fields", i == 0 ? "" : ", ",
                summary_.names[step.ai], summary_.names[next.ai], step.ahead,
                step.ahead + step.behind);
        }
        return fmt::format(
            "some AIs beat one another in a circle, which no rating can express: {} (p = {:.2g} for "
            "all pairs at once, whenever somebody looks; fields on which both were ahead as often "
            "don't count)",
            text, cycle.p_value);
    }

    /// AIs under several names that are the same program with the same parameters. In a season only
    /// the organiser hears of them: referee/season/README.md, "Copies".
    void add_equal_notes() {
        if (store_.is_season()) {
            return;
        }
        std::map<std::string, std::vector<std::string>> names;
        for (std::size_t ai = 0; ai < store_.ais().size(); ++ai) {
            names[store_.ais()[ai].sha256].push_back(summary_.names[ai]);
        }
        for (const auto& [sha256, equal] : names) {
            if (equal.size() > 1 && !sha256.empty()) {
                notes_.push_back(fmt::format(
                    "{} are the same program: they have one rating, and what differs between them "
                    "is chance",
                    listed(equal)));
            }
        }
    }

    /// A path with a mistake in it may be a command line by chance. A season's baselines are the
    /// organiser's, who has seen the note; the site needn't show their places.
    void add_command_line_notes() {
        for (std::size_t ai = 0; ai < store_.ais().size() && !store_.is_season(); ++ai) {
            if (store_.ais()[ai].is_command_line) {
                notes_.push_back(
                    command_line_text(summary_.names[ai], safe_text(store_.ais()[ai].path)));
            }
        }
    }

    void add_notes() {
        add_equal_notes();
        add_command_line_notes();
        if (facts_.undecided > 0) {
            notes_.push_back(fmt::format(
                "{} {} from unfinished matches; the match decides, so they don't count yet",
                facts_.undecided, facts_.undecided == 1 ? "game is" : "games are"));
        }
        std::map<int, std::int64_t> preparations; // their faults, which are no answers
        store_.for_each_fault([&](const StoredFault& fault) {
            preparations[fault.ai] += fault.detail.in_preparation ? 1 : 0;
        });
        std::int64_t starved = 0;
        for (const AiRow& row : summary_.standings) {
            starved += std::max<std::int64_t>(0, row.measured.starved); // it may be not_measured
            const std::int64_t moves = row.measured.moves;
            if (moves > 0 && row.fault_count() - preparations[row.ai] >= moves) {
                notes_.push_back(fmt::format(
                    "every answer of {} was a fault{}",
                    summary_.names[static_cast<std::size_t>(row.ai)],
                    row.share > 0 ? "; it has points only because others lost" : ""));
            }
        }
        if (starved > 0) {
            notes_.push_back(fmt::format(
                "{} 'starved': the AI ran on a core for less than half of its time, or could not be "
                "suspended in time; it hung, or the machine was busy",
                starved == 1 ? "1 timeout or restart is"
                             : fmt::format("{} timeouts or restarts are", starved)));
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
            notes_.push_back(
                "played on different processors, so time limits are not comparable: " + list);
        }
        if (summary_.names.size() > Ratings::max_exact) {
            notes_.push_back(fmt::format(
                "with more than {} AIs text shows only the first ones, and no tables of pairs; "
                "--table standings, --csv, --json and --html have all AIs, --table winrates, "
                "differences or pairs, --csv and --json those of AIs that met, and --line A B has "
                "the games of two",
                Ratings::max_exact));
        } else if (summary_.names.size() > max_ais_in_pairs) {
            notes_.push_back(fmt::format(
                "with more than {} AIs text leaves out the tables of pairs; --table winrates, "
                "differences or pairs, --csv, and --html up to 60 AIs have them",
                max_ais_in_pairs));
        }
        notes_.push_back("an AI is identified by the hash of its files; interpreters and "
                         "libraries are not included");
    }

    const TournamentSummary& summary_;
    const Results& store_;
    const NoteFacts& facts_;
    std::vector<std::string> notes_;
};

/// Sentences without a full stop, in the order in which they are printed.
std::vector<std::string>
summary_notes(const TournamentSummary& summary, const Results& store, const NoteFacts& facts) {
    return NoteWriter(summary, store, facts).write();
}

class SummaryReader {
  public:
    explicit SummaryReader(const Results& store)
        : store_(store), ratings_(first_of_program(store)), rows_(store.ais().size()),
          seats_(store.tournament().seats, static_cast<int>(store.fields().size())) {
        summary_.tournament = store.tournament();
        find_past_versions(store);
        for (const StoredAi& ai : store.ais()) {
            summary_.names.push_back(safe_text(ai.name));
        }
        summary_.meetings = Meetings(rows_.size());
        if (!summary_.tournament.sprt.empty() && store.ais().size() == 2) {
            sprt_.emplace(read_sprt(summary_.tournament.sprt));
        }
    }

    TournamentSummary read(const Anchor& anchor) {
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
        return std::move(summary_);
    }

  private:
    /// A newer version of the same entry takes the place of an accepted one.
    void find_past_versions(const Results& store) {
        std::map<std::string, int> newest;
        for (const StoredVersion& version : store.versions()) {
            if (version.ai >= 0 && version.status == StoredVersion::Status::accepted) {
                newest[version.entry] = version.ai;
            }
        }
        if (store.versions().empty()) {
            return;
        }
        summary_.is_past.assign(store.ais().size(), false);
        summary_.unranked.assign(store.ais().size(), Unranked::no);
        for (const StoredVersion& version : store.versions()) {
            if (version.ai < 0) {
                continue;
            }
            const auto ai = static_cast<std::size_t>(version.ai);
            if (version.is_baseline) {
                summary_.unranked[ai] = Unranked::baseline;
                continue;
            }
            const auto last = newest.find(version.entry);
            summary_.is_past[ai] = last == newest.end() || last->second != version.ai;
            summary_.unranked[ai] = is_kept_from_playing(version) ? Unranked::excluded
                                    : version.status == StoredVersion::Status::broken
                                        ? Unranked::broken
                                    : summary_.is_past[ai] ? Unranked::replaced
                                                           : Unranked::no;
        }
    }

    bool is_pair() const {
        return summary_.tournament.seats == 2 && summary_.tournament.games_per_match == 2;
    }

    void finish_match() {
        const bool is_whole =
            static_cast<int>(match_.size()) == summary_.tournament.games_per_match;
        summary_.games += static_cast<std::int64_t>(match_.size());
        if (summary_.tournament.match_decides && !is_whole) {
            undecided_ += static_cast<std::int64_t>(match_.size());
            match_.clear();
            return;
        }
        for (const GameOutcome& game : match_) {
            add_to_seats(game);
        }
        if (summary_.tournament.match_decides) {
            decide_by_match(match_, summary_.tournament.points);
        }
        for (const GameOutcome& game : match_) {
            add(game);
            if (!summary_.tournament.match_decides || &game == &match_.front()) {
                rate(game); // a match that decides is one result
            }
        }
        if (is_pair() && is_whole) {
            add_pair();
        }
        match_.clear();
    }

    /// By single games even if the match decides: then the score determines a game's winner.
    void add_to_seats(const GameOutcome& game) {
        double best = -std::numeric_limits<double>::infinity();
        double count = 0;
        for (const SeatOutcome& seat : game.seats) {
            count = seat.score > best ? 1 : count + (seat.score == best ? 1 : 0);
            best = std::max(best, seat.score);
        }
        for (std::size_t number = 0; number < game.seats.size(); ++number) {
            const SeatOutcome& seat = game.seats[number];
            const double share = !summary_.tournament.match_decides ? seat.share
                                 : seat.score == best               ? 1 / count
                                                                    : 0;
            seats_.add(game.field, static_cast<int>(number), share);
        }
    }

    void add(const GameOutcome& game) {
        const bool is_nobodys = is_won_by_nobody(game);
        summary_.has_no_winner = summary_.has_no_winner || is_nobodys;
        const auto first =
            std::count_if(game.seats.begin(), game.seats.end(), [](const SeatOutcome& seat) {
                return seat.rank == 1;
            });
        for (const SeatOutcome& seat : game.seats) {
            AiRow& row = rows_[seat.ai];
            Meetings::Row& meetings = summary_.meetings[seat.ai];
            ++row.games;
            row.wins += seat.share > 0 && first == 1 ? 1 : 0;
            row.draws += seat.share > 0 && first > 1 ? 1 : 0;
            row.losses += seat.share > 0 || is_nobodys ? 0 : 1;
            row.no_winner += is_nobodys ? 1 : 0;
            row.share += seat.share;
            row.points += seat.points;
            row.score += seat.score;
            for (std::size_t fault = 0; fault < seat.faults.size(); ++fault) {
                row.faults[fault] += seat.faults[fault];
            }
            referee::add(row.measured, seat.measured);
            row.times.add_text(seat.times);
            for (const SeatOutcome& other : game.seats) {
                Meeting& meeting = meetings[other.ai];
                meeting.share += seat.share;
                ++meeting.games;
            }
        }
    }

    /// A game without a winner is a draw between two players; among more it orders nobody.
    void rate(const GameOutcome& game) {
        const bool is_nobodys = is_won_by_nobody(game);
        if (is_nobodys && game.seats.size() > 2) {
            return;
        }
        ais_.clear();
        ranks_.clear();
        for (const SeatOutcome& seat : game.seats) {
            ais_.push_back(seat.ai);
            ranks_.push_back(is_nobodys ? 1 : seat.rank);
        }
        ratings_.add(game.field, ais_, ranks_);
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
        Ratings::Result result = ratings_.fit(anchor.ai, anchor.elo);
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            rows_[i].ai = static_cast<int>(i);
            rows_[i].rating = result.ratings[i];
            if (rows_[i].rating.is_rated()) {
                rows_[i].rank = rows_[i].rating.rank;
                rows_[i].rank_best = rows_[i].rating.best_rank;
                rows_[i].rank_worst = rows_[i].rating.worst_rank;
            }
        }
        std::stable_sort(rows_.begin(), rows_.end(), [](const AiRow& a, const AiRow& b) {
            const auto place = [](const AiRow& row) {
                return std::tuple(!row.rating.is_rated(), row.rating.group, -row.rating.elo);
            };
            return place(a) < place(b);
        });
        if (!summary_.is_past.empty()) {
            rank_entries(result);
        }
        judge();
        summary_.standings = std::move(rows_);
        summary_.differences = std::move(result.differences);
        summary_.any_pair = std::move(result.any_pair);
        summary_.approximation = result.approximation;
        summary_.groups = result.groups;
        summary_.cycle = certain_cycle(result.ahead);
        if (summary_.cycle) {
            std::vector<int> circle;
            for (const Cycle::Step& step : summary_.cycle->steps) {
                circle.push_back(step.ai);
            }
            const auto ais = static_cast<int>(summary_.names.size());
            std::vector<int> met = all_met(ratings_.orders(), ais, circle);
            summary_.styles = style_map(ratings_.orders(), met);
            std::erase_if(met, [&](int ai) {
                return !summary_.is_past.empty() && summary_.is_past[static_cast<std::size_t>(ai)];
            });
            if (summary_.tournament.seats == 2) {
                summary_.without_ladder = without_ladder(ratings_.orders(), met);
            }
        }
        summary_.group_fields = result.fields;
        summary_.planned = store_.is_partial() || store_.is_season()
                               ? summary_.games
                               : planned_games(summary_.tournament);
        summary_.fields = seats_.played();
        summary_.seats = seats_.rows();
        finish_pairs();
        if (sprt_) {
            summary_.sprt = sprt_->text(summary_.names[0], summary_.names[1]);
            summary_.sprt_test = *sprt_;
            if (sprt_->decision() != SprtDecision::none || summary_.games == summary_.planned) {
                summary_.adjusted = adjusted_estimate(sprt_->counts(), sprt_->config());
                summary_.sprt += "\n" + adjusted_text(*summary_.adjusted);
            }
        }
        summary_.notes = summary_notes(summary_, store_, {anchor.ai, result.fields, undecided_});
    }

    /// In a season the ranks are those of the entries' newest versions.
    void rank_entries(const Ratings::Result& result) {
        std::vector<AiRow*> ranked;
        for (AiRow& row : rows_) {
            const auto ai = static_cast<std::size_t>(row.ai);
            if (summary_.unranked[ai] == Unranked::no) {
                ranked.push_back(&row);
            } else {
                row.rank = row.rank_best = row.rank_worst = 0;
            }
        }
        rank_among(ranked, result.differences, result.any_pair.get());
    }

    /// Adds the verdict of a plan that depends on results. Its places, if any, replace the ranks by
    /// rating.
    void judge() {
        const std::optional<PlanConfig> order = plan_config_of(store_);
        if (!order || store_.is_partial() || order->ais < order->seats) {
            return;
        }
        const auto plan = make_plan(*order);
        if (!plan->depends_on_results()) {
            return;
        }
        follow(*plan, store_, summary_.tournament.games_per_match);
        summary_.verdict = plan->verdict();
        summary_.tournament.matches = plan->expected();
        if (summary_.verdict->race) {
            judge_race(*summary_.verdict->race);
        }
        if (summary_.verdict->places.empty()) {
            return;
        }
        for (AiRow& row : rows_) {
            row.rank = summary_.verdict->places[static_cast<std::size_t>(row.ai)];
        }
        std::stable_sort(rows_.begin(), rows_.end(), [](const AiRow& a, const AiRow& b) {
            return a.rank < b.rank;
        });
    }

    /// The verdict of a race comes before the ratings: AIs that are in stand first, then undecided
    /// ones.
    void judge_race(const Race& race) {
        const auto has = [](const std::vector<int>& ais, int ai) {
            return std::find(ais.begin(), ais.end(), ai) != ais.end();
        };
        for (AiRow& row : rows_) {
            row.race = has(race.inside, row.ai)    ? RaceState::in
                       : has(race.outside, row.ai) ? RaceState::out
                                                   : RaceState::undecided;
        }
        std::stable_sort(rows_.begin(), rows_.end(), [](const AiRow& a, const AiRow& b) {
            return a.race < b.race;
        });
    }

    void finish_pairs() {
        std::vector<double> evidence;
        for (const auto& [ais, counts] : pairs_) {
            summary_.pairings.push_back({ais.first, ais.second, counts, statistics_of(counts)});
            const auto won = static_cast<int>(summary_.pairings.back().result.won);
            const auto lost = static_cast<int>(summary_.pairings.back().result.lost);
            evidence.push_back(
                log_two_sided(log_evidence_of_signs(won, lost), log_evidence_of_signs(lost, won)));
        }
        const std::vector<double> worth = for_all_at_once(evidence);
        for (std::size_t i = 0; i < worth.size(); ++i) {
            summary_.pairings[i].any_time_p_value = any_time_p_value(worth[i]);
        }
    }

    const Results& store_;
    TournamentSummary summary_;
    Ratings ratings_;
    std::vector<AiRow> rows_;
    SeatRates seats_;
    std::int64_t undecided_ = 0; ///< games of unfinished matches, where the match decides
    std::vector<int> ais_;       ///< scratch
    std::vector<int> ranks_;
    std::vector<GameOutcome> match_; ///< games so far of the match being read
    std::map<std::pair<int, int>, PairCounts> pairs_;
    std::optional<Sprt> sprt_;
};

} // namespace

std::vector<int> Meetings::met_by(int ai) const {
    const Row& row = (*this)[ai];
    std::vector<int> met;
    for (std::size_t other = 0; other < row.all_.size(); ++other) {
        if (static_cast<int>(other) != ai && row.all_[other].games > 0) {
            met.push_back(static_cast<int>(other));
        }
    }
    for (const auto& [other, meeting] : row.met_) {
        if (other != ai) {
            met.push_back(other);
        }
    }
    return met;
}

void rank_among(
    const std::vector<AiRow*>& rows, const std::vector<Ratings::Difference>& differences,
    const Ratings::AnyPair* any_pair) {
    std::map<int, AiRow*> by_ai;
    std::vector<double> elos;
    for (AiRow* const row : rows) {
        row->rank = row->rank_best = row->rank_worst = 0;
        if (row->rating.is_rated()) {
            by_ai[row->ai] = row;
        }
    }
    for (const auto& [ai, row] : by_ai) {
        elos.push_back(row->rating.elo);
    }
    const std::vector<int> ranks = ranks_of_ratings(elos);
    std::size_t place = 0;
    for (const auto& [ai, row] : by_ai) {
        row->rank = ranks[place++];
        row->rank_best = 1;
        row->rank_worst = static_cast<int>(by_ai.size());
    }
    if (any_pair != nullptr) {
        // All pairs: steps from node to node of the map would take most of the time.
        const std::vector<std::pair<int, AiRow*>> all(by_ai.begin(), by_ai.end());
        for (const auto& [better, above] : all) {
            for (const auto& [worse, below] : all) {
                if (any_pair->is_certain(better, worse)) {
                    ++below->rank_best;
                    --above->rank_worst;
                }
            }
        }
        return;
    }
    for (const Ratings::Difference& difference : differences) {
        const auto better = by_ai.find(difference.first);
        const auto worse = by_ai.find(difference.second);
        if (difference.is_certain && better != by_ai.end() && worse != by_ai.end()) {
            ++worse->second->rank_best;
            --better->second->rank_worst;
        }
    }
}

std::vector<int> first_of_program(const Results& store) {
    std::vector<int> first;
    std::map<std::string, int> known;
    for (const StoredAi& ai : store.ais()) {
        const auto number = static_cast<int>(first.size());
        first.push_back(
            ai.sha256.empty() ? number : known.try_emplace(ai.sha256, number).first->second);
    }
    if (std::all_of(first.begin(), first.end(), [](int ai) { return ai == 0; })) {
        std::iota(first.begin(), first.end(), 0);
    }
    return first;
}

TournamentSummary read_summary(const Results& store, const Anchor& anchor) {
    store.require_standings();
    return SummaryReader(store).read(anchor);
}

} // namespace referee
