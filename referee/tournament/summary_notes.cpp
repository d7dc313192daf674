#include "tournament/summary_notes.hpp"

#include "field/utf8.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <utility>

namespace referee {
namespace {

class NoteWriter {
  public:
    NoteWriter(const TournamentSummary& summary, const Store& store, const NoteFacts& facts)
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
                notes_.emplace_back("the sequential test chose when to stop; intervals and "
                                    "sign tests are not adjusted for that and are too "
                                    "optimistic");
            }
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
                return row.rating.games > 0 && !row.rating.is_in_core;
            });
        if (is_open) {
            notes_.emplace_back(
                "an AI that always finished ahead of (or behind) the AIs that define the scale has "
                "a bound instead of a rating, or none if no bound follows; its place in the table "
                "then comes from one virtual win and one virtual loss");
        }
        if (summary_.misfit && summary_.misfit->p_value < 0.05) {
            notes_.push_back(misfit_note(*summary_.misfit));
        }
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

    std::string misfit_note(const Misfit& misfit) const {
        const auto name = [&](int place) { return summary_.names[misfit.ais[place % 3]]; };
        std::string text;
        for (int place = 0; place < 3; ++place) {
            text += fmt::format(
                "{}{} finished ahead of {} in {:.0f} %", place == 0 ? "" : ", ", name(place),
                name(place + 1), 100 * misfit.shares[place]);
        }
        return fmt::format(
            "no ratings fit these results{}: {} (p = {:.2g}, corrected for {} {})",
            misfit.is_cycle() ? ", which are cyclic" : "", text, misfit.p_value, misfit.triples,
            misfit.triples == 1 ? "triple" : "triples");
    }

    void add_notes() {
        if (facts_.undecided > 0) {
            notes_.push_back(fmt::format(
                "{} {} from unfinished matches; the match decides, so they don't count yet",
                facts_.undecided, facts_.undecided == 1 ? "game is" : "games are"));
        }
        std::map<int, std::int64_t> preparations; // their faults, which are no answers
        store_.for_each_fault([&](const Store::FaultRow& fault) {
            preparations[fault.ai] += fault.detail.in_preparation ? 1 : 0;
        });
        std::int64_t starved = 0;
        for (const AiRow& row : summary_.standings) {
            starved += row.measured.starved;
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
        notes_.push_back("an AI is identified by the hash of its files; interpreters and "
                         "libraries are not included");
    }

    const TournamentSummary& summary_;
    const Store& store_;
    const NoteFacts& facts_;
    std::vector<std::string> notes_;
};

} // namespace

std::vector<std::string>
summary_notes(const TournamentSummary& summary, const Store& store, const NoteFacts& facts) {
    return NoteWriter(summary, store, facts).write();
}

} // namespace referee
