#include "tournament/explain/explanation.hpp"

#include "base/shell_word.hpp"
#include "base/text.hpp"
#include "tournament/statistics/pairs.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <numeric>

namespace referee {

namespace {

constexpr std::size_t max_examples = 3;

/// Some of `list`, evenly spread.
template <typename Item>
std::vector<Item> spread(const std::vector<Item>& list, std::size_t max) {
    std::vector<Item> some;
    for (std::size_t i = 0; i < std::min(max, list.size()); ++i) {
        some.push_back(list[i * list.size() / std::min(max, list.size())]);
    }
    return some;
}

/// 0 without numbers.
int median_of(std::vector<int> numbers) {
    if (numbers.empty()) {
        return 0;
    }
    const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>((numbers.size() - 1) / 2);
    std::nth_element(numbers.begin(), middle, numbers.end());
    return *middle;
}

/// "ran into seat 2" as "ran into another player", so that games can be counted together.
std::string without_seats(std::string how) {
    constexpr std::string_view seat = "seat ";
    for (std::size_t at = how.find(seat); at != std::string::npos; at = how.find(seat, at + 1)) {
        const std::size_t end = how.find_first_not_of("0123456789", at + seat.size());
        how.replace(at, std::min(end, how.size()) - at, "another player");
    }
    return how;
}

class Explainer {
  public:
    Explainer(
        const Results& store, const TournamentSummary& summary, const Evidence& evidence,
        RecordedCurves& records, int max_records)
        : store_(store), summary_(summary), evidence_(evidence), records_(records),
          max_records_(static_cast<std::size_t>(max_records)),
          places_(store.tournament().places()) {}

    Explanation explain(int ai) {
        explanation_ = {};
        explanation_.ai = ai;
        explanation_.name = summary_.names[static_cast<std::size_t>(ai)];
        const std::vector<Showing>& showings = showings_of(ai);
        count(showings);
        if (!showings.empty()) {
            choose_yardstick(ai);
            find_faults(showings);
            find(ai);
            find_phases(showings);
        }
        return std::move(explanation_);
    }

  private:
    const std::vector<Showing>& showings_of(int ai) const {
        return evidence_.showings[static_cast<std::size_t>(ai)];
    }

    void count(const std::vector<Showing>& showings) {
        std::map<int, std::int64_t> endings;
        std::vector<int> turns_lost;
        std::vector<int> turns_others;
        for (const Showing& showing : showings) {
            (showing.is_lost() ? turns_lost : turns_others).push_back(showing.turns);
            explanation_.share += showing.share / static_cast<double>(showings.size());
            explanation_.expected += showing.expected / static_cast<double>(showings.size());
            explanation_.lost += showing.is_lost() ? 1 : 0;
            explanation_.with_fault += showing.has_fault ? 1 : 0;
            explanation_.lost_with_fault += showing.has_fault && showing.is_lost() ? 1 : 0;
            explanation_.lost_with_record += showing.is_lost() && !showing.record.empty() ? 1 : 0;
            endings[showing.reason] += showing.is_lost() ? 1 : 0;
        }
        explanation_.games = static_cast<std::int64_t>(showings.size());
        explanation_.turns_lost = median_of(std::move(turns_lost));
        explanation_.turns_others = median_of(std::move(turns_others));
        for (const auto& [reason, count] : endings) {
            if (count > 0) {
                explanation_.endings.emplace_back(
                    evidence_.reasons[static_cast<std::size_t>(reason)], count);
            }
        }
        std::stable_sort(
            explanation_.endings.begin(), explanation_.endings.end(),
            [](const auto& a, const auto& b) { return a.second > b.second; });
    }

    /// Lost and other games with records, of which the numbers are compared.
    void choose_yardstick(int ai) {
        std::vector<const Showing*> lost;
        std::vector<const Showing*> others;
        for (const Showing& showing : showings_of(ai)) {
            if (!showing.record.empty()) {
                (showing.is_lost() ? lost : others).push_back(&showing);
            }
        }
        // A game with a fault was perhaps lost by that, whatever it measures.
        const auto has_fault = [](const Showing* showing) { return showing->has_fault; };
        if (!std::all_of(lost.begin(), lost.end(), has_fault)) {
            std::erase_if(lost, has_fault);
            std::erase_if(others, has_fault);
        }
        own_samples_.clear();
        all_samples_.clear();
        const std::size_t half = std::max<std::size_t>(1, max_records_ / 2);
        for (const auto& list : {spread(lost, half), spread(others, half)}) {
            for (const Showing* const showing : list) {
                add_samples(*showing);
            }
        }
        explanation_.yardstick = yardstick_of(own_samples_, all_samples_);
        count_outs();
    }

    void count_outs() {
        std::map<std::string, std::int64_t> counts;
        for (const CurveSample& sample : own_samples_) {
            const auto& out = sample.game->outs[static_cast<std::size_t>(sample.seat)];
            if (sample.is_lost && out && !out->how.empty()) {
                ++counts[without_seats(out->how)];
            }
        }
        explanation_.outs.assign(counts.begin(), counts.end());
        std::stable_sort(
            explanation_.outs.begin(), explanation_.outs.end(),
            [](const auto& a, const auto& b) { return a.second > b.second; });
    }

    void add_samples(const Showing& showing) {
        const GameCurves* const curves = records_.of(showing.record);
        if (curves == nullptr) {
            return;
        }
        const CurveSample own{
            curves, showing.seat, showing.share > evidence_.even, showing.is_lost(), showing.field};
        own_samples_.push_back(own);
        for (int seat = 0; seat < static_cast<int>(curves->leads.size()); ++seat) {
            if (seat == showing.seat) {
                all_samples_.push_back(own);
            } else if (curves->leads.size() == 2) {
                all_samples_.push_back(
                    {curves, seat, own.is_lost, showing.share == 1, showing.field});
            }
        }
    }

    LostGame lost_game(const Showing& showing) {
        LostGame lost;
        lost.game = showing.game;
        lost.field = showing.field;
        lost.seat = places_.seats_of(static_cast<std::size_t>(showing.seat)).front();
        lost.seats = places_.name_of(static_cast<std::size_t>(showing.seat));
        lost.record = showing.record;
        if (showing.has_fault) {
            for (const FaultDetail& detail : store_.details_of_game(showing.game)) {
                const auto place = static_cast<int>(places_.place_of(detail.seat));
                if (place == showing.seat && lost.fault.empty()) {
                    lost.seat = detail.seat;
                    lost.fault = name_of(detail.fault);
                    lost.turn = detail.in_preparation ? std::nullopt : std::optional(detail.turn);
                }
            }
        }
        const GameCurves* const curves = records_.of(showing.record);
        if (curves != nullptr && explanation_.yardstick) {
            lost.turning = turning_of(
                {curves, showing.seat, false, true, showing.field}, *explanation_.yardstick);
        }
        if (lost.fault.empty() && curves != nullptr && curves->turns() > 0) {
            const auto& out = curves->outs[static_cast<std::size_t>(showing.seat)];
            if (out && (!lost.turning || lost.turning->is_sudden)) {
                lost.out = out->how;
                lost.turn = out->turn;
            } else {
                lost.turn = lost.turning ? lost.turning->turn : curves->last_turn;
            }
        }
        return lost;
    }

    /// The games of the showings that were lost, the least expected ones first, with records if
    /// there are any.
    std::vector<LostGame> examples(std::vector<const Showing*> showings) {
        std::erase_if(showings, [](const Showing* showing) { return !showing->is_lost(); });
        std::stable_sort(showings.begin(), showings.end(), [](const auto* a, const auto* b) {
            return std::pair(a->record.empty(), -a->expected) <
                   std::pair(b->record.empty(), -b->expected);
        });
        showings.resize(std::min(showings.size(), max_examples));
        std::vector<LostGame> list;
        for (const Showing* const showing : showings) {
            list.push_back(lost_game(*showing));
        }
        return list;
    }

    void find_faults(const std::vector<Showing>& showings) {
        std::vector<const Showing*> with;
        for (const Showing& showing : showings) {
            if (showing.has_fault) {
                with.push_back(&showing);
            }
        }
        explanation_.fault_examples = examples(std::move(with));
    }

    void find(int ai) {
        constexpr std::size_t max_suspected = 3;
        constexpr double max_p_value = 0.2;
        const std::vector<Showing>& showings = showings_of(ai);
        for (Finding& finding : findings_of(ai, evidence_, summary_)) {
            ++explanation_.tests;
            if (!finding.is_certain &&
                (finding.p_value > max_p_value || explanation_.suspected.size() == max_suspected)) {
                continue;
            }
            std::vector<const Showing*> own;
            for (const std::size_t number : finding.showings) {
                own.push_back(&showings[number]);
            }
            (finding.is_certain ? explanation_.certain : explanation_.suspected)
                .push_back({finding, examples(std::move(own))});
        }
    }

    void find_phases(const std::vector<Showing>& showings) {
        std::vector<const Showing*> all;
        for (const Showing& showing : showings) {
            // Games with a fault are shown by it already.
            if (explanation_.yardstick || !showing.has_fault) {
                all.push_back(&showing);
            }
        }
        explanation_.turned = examples(std::move(all));
        if (!explanation_.yardstick) {
            return;
        }
        const auto third_of = [&](const CurveSample& sample) {
            const auto turning = turning_of(sample, *explanation_.yardstick);
            return turning ? turning->third : -1;
        };
        std::vector<Turned> turned;
        for (const CurveSample& sample : own_samples_) {
            if (const int third = sample.is_lost ? third_of(sample) : -1; third >= 0) {
                ++explanation_.thirds[static_cast<std::size_t>(third)];
                turned.push_back({sample.field, third, true});
            }
        }
        for (const CurveSample& sample : all_samples_) {
            const bool is_own =
                std::any_of(own_samples_.begin(), own_samples_.end(), [&](const CurveSample& own) {
                    return own.game == sample.game && own.seat == sample.seat;
                });
            if (!is_own && sample.is_lost && !explanation_.yardstick->is_value) {
                if (const int third = third_of(sample); third >= 0) {
                    ++explanation_.thirds_of_others[static_cast<std::size_t>(third)];
                    turned.push_back({sample.field, third, false});
                }
            }
        }
        explanation_.thirds_p_value = thirds_test(turned);
    }

    const Results& store_;
    const TournamentSummary& summary_;
    const Evidence& evidence_;
    RecordedCurves& records_;
    std::size_t max_records_; ///< for one AI
    Teams places_;
    std::vector<CurveSample> own_samples_;
    std::vector<CurveSample> all_samples_;
    Explanation explanation_;
};

std::string percent(double share) {
    return fmt::format("{:.0f} %", 100 * share);
}

/// "In recorded games that it lost it ran into itself (8), left the board (5). "
std::string outs_text(const Explanation& explanation) {
    constexpr std::size_t max = 6;
    std::vector<std::string> list;
    for (const auto& [how, count] : explanation.outs) {
        list.push_back(fmt::format("{} ({})", how, count));
    }
    list.resize(std::min(list.size(), max));
    return list.empty()
               ? ""
               : fmt::format("In recorded games that it lost it {}. ", fmt::join(list, ", "));
}

/// The path of a game's record, as a word of a command. Records may lie beside the database's
/// folder.
std::string record_word(const std::string& folder, const LostGame& game) {
    return safe_text(
        shell_word((std::filesystem::path(folder) / game.record).lexically_normal().string()));
}

std::string examples_text(
    const std::vector<LostGame>& games, const Explanation& explanation,
    const std::vector<StoredField>& fields, const std::string& folder) {
    std::string text;
    for (const LostGame& game : games) {
        const std::string turning = turning_text(game, explanation.yardstick);
        text += fmt::format(
            "    game {}, {}, {}{}\n", game.game + 1,
            safe_text(fields[static_cast<std::size_t>(game.field)].name), game.seats,
            turning.empty() ? "" : "; " + turning);
        if (!game.record.empty()) {
            text += fmt::format(
                "      referee replay {} --show{}\n", record_word(folder, game),
                game.turn ? fmt::format(" --turn {}", *game.turn) : "");
        }
    }
    return text;
}

/// How to get what the AI had before the first of these turns; empty if none is known.
std::string rerun_text(const std::vector<LostGame>& games, const std::string& folder) {
    for (const LostGame& game : games) {
        if (!game.record.empty() && game.turn) {
            return fmt::format(
                "What it had before such a turn, as files:\n"
                "      referee rerun {} --turn {} --seat {} --files DIR\n",
                record_word(folder, game), *game.turn, game.seat);
        }
    }
    return "";
}

std::string findings_text(
    const std::vector<ShownFinding>& findings, const Explanation& explanation,
    const std::vector<StoredField>& fields, const std::string& folder) {
    std::string text;
    for (const ShownFinding& shown : findings) {
        const Finding& finding = shown.finding;
        text += wrapped(
                    fmt::format(
                        "  {}: {} instead of {} in {}, {} lost (p = {:.2g})", finding.what,
                        percent(finding.share), percent(finding.expected),
                        counted(finding.games, "game"), finding.lost, finding.p_value),
                    "    ") +
                "\n" + examples_text(shown.examples, explanation, fields, folder);
    }
    return text;
}

Json games_json(
    const std::vector<LostGame>& games, const Explanation& explanation,
    const std::vector<StoredField>& fields) {
    Json list = Json::array();
    for (const LostGame& game : games) {
        Json turning;
        if (game.turning) {
            turning = {
                {"name", explanation.yardstick->name},
                {"before", game.turning->before},
                {"after", game.turning->after}};
        }
        list.push_back(
            {{"game", game.game + 1},
             {"field", safe_text(fields[static_cast<std::size_t>(game.field)].name)},
             {"seat", game.seat},
             {"turn", game.turn ? Json(*game.turn) : Json()},
             {"turning", turning},
             {"out", game.out ? Json(safe_text(*game.out)) : Json()},
             {"fault", game.fault.empty() ? Json() : Json(game.fault)},
             {"record", game.record}});
    }
    return list;
}

Json findings_json(
    const std::vector<ShownFinding>& findings, const Explanation& explanation,
    const std::vector<StoredField>& fields) {
    Json list = Json::array();
    for (const ShownFinding& shown : findings) {
        const Finding& finding = shown.finding;
        list.push_back(
            {{"kind", name_of(finding.kind)},
             {"what", finding.what},
             {"games", finding.games},
             {"lost", finding.lost},
             {"share", finding.share},
             {"expected", finding.expected},
             {"p_value", finding.p_value},
             {"q_value", finding.q_value},
             {"look_at", games_json(shown.examples, explanation, fields)}});
    }
    return list;
}

Json fields_json(const std::vector<Discrimination>& list, const std::vector<StoredField>& fields) {
    Json json = Json::array();
    for (const Discrimination& field : list) {
        json.push_back(
            {{"field", safe_text(fields[static_cast<std::size_t>(field.field)].name)},
             {"slope", field.slope},
             {"slope_low", field.low},
             {"slope_high", field.high},
             {"q_value", field.q_value}});
    }
    return json;
}

} // namespace

std::vector<Explanation> explanations_of(
    const Results& store, const TournamentSummary& summary, const std::vector<int>& ais,
    int max_records) {
    const Evidence evidence = read_evidence(store, summary, ais);
    RecordedCurves records(evidence.folder, max_records);
    // A third is left for examples beside the samples.
    const int each = max_records * 2 / 3 / std::max(1, static_cast<int>(ais.size()));
    Explainer explainer(store, summary, evidence, records, each);
    const std::vector<Discrimination> fields = discriminations_of(evidence.comparisons);
    std::vector<Explanation> list;
    for (const int ai : ais) {
        Explanation& explanation = list.emplace_back(explainer.explain(ai));
        for (const Discrimination& field : fields) {
            if (field.is_certain) {
                (field.slope > 1 ? explanation.sharp : explanation.blunt).push_back(field);
            }
        }
        std::reverse(explanation.blunt.begin(), explanation.blunt.end());
    }
    return list;
}

std::vector<std::string> summary_of(const Explanation& explanation) {
    std::vector<std::string> sentences;
    if (explanation.games == 0) {
        return {explanation.name + " has no game that counts."};
    }
    sentences.push_back(fmt::format(
        "{} got {} of the points of its {} and lost {} of them.", explanation.name,
        percent(explanation.share), counted(explanation.games, "game"), explanation.lost));
    if (explanation.lost > 0) {
        std::vector<std::string> endings;
        for (const auto& [reason, count] : explanation.endings) {
            endings.push_back(fmt::format("{} ({})", reason, count));
        }
        constexpr std::size_t max_endings = 3;
        const std::size_t more = endings.size() - std::min(endings.size(), max_endings);
        endings.resize(std::min(endings.size(), max_endings));
        std::string text;
        for (const std::string& ending : endings) {
            text += (text.empty() ? "" : ", ") + ending;
        }
        sentences.push_back(fmt::format(
            "The lost games ended by: {}{}.", text,
            more > 0
                ? fmt::format(" and {}", counted(static_cast<std::int64_t>(more), "other reason"))
                : ""));
    }
    if (explanation.lost > 0 && explanation.turns_others > 0 &&
        explanation.turns_lost != explanation.turns_others) {
        sentences.push_back(fmt::format(
            "Lost games took {} turns, the others {} (medians).", explanation.turns_lost,
            explanation.turns_others));
    }
    if (explanation.lost_with_fault > 0) {
        sentences.push_back(fmt::format(
            "In {} of the lost games it had a fault itself, in {} of the others: mend that first.",
            explanation.lost_with_fault, explanation.with_fault - explanation.lost_with_fault));
    }
    return sentences;
}

std::string findings_sentence(const Explanation& explanation) {
    if (explanation.tests == 0) {
        return "It has too few games for a comparison.";
    }
    return explanation.certain.empty()
               ? fmt::format(
                     "None of {} is certain: where it loses more than elsewhere isn't known yet.",
                     counted(static_cast<std::int64_t>(explanation.tests), "comparison"))
               : "It certainly gets less than its rating lets expect here (of all such lines at "
                 "most 5 % are chance):";
}

std::string phases_text(const Explanation& explanation) {
    const std::array<int, 3>& thirds = explanation.thirds;
    const int all = thirds[0] + thirds[1] + thirds[2];
    if (explanation.lost == 0) {
        return "";
    }
    if (explanation.lost_with_record == 0) {
        return "None of its lost games has a record, so nothing tells when they turned: play with "
               "--records DIR.";
    }
    if (!explanation.yardstick || all == 0) {
        return outs_text(explanation) +
               fmt::format(
                   "{} recorded; no number that the game measures tells won from lost ones.",
                   explanation.lost_with_record == 1
                       ? "1 lost game is"
                       : fmt::format("{} lost games are", explanation.lost_with_record));
    }
    const std::array<int, 3>& others = explanation.thirds_of_others;
    const int all_others = others[0] + others[1] + others[2];
    std::string text = outs_text(explanation);
    const bool is_judged = explanation.yardstick->is_judged;
    text +=
        is_judged
            ? fmt::format(
                  "Of {} with a record {} turned in the first third, {} in the middle, {} in the last: then "
                  "its chance of winning fell most, as the judge of the game says.",
                  counted(all, "lost game"), thirds[0], thirds[1], thirds[2])
            : fmt::format(
                  "Of {} with a record {} turned in the first third, {} in the middle, {} in the last: then "
                  "{} stayed {} {:.4g}. Two thirds into a game that number tells {:.0f} % of won from lost "
                  "ones.",
                  counted(all, "lost game"), thirds[0], thirds[1], thirds[2],
                  explanation.yardstick->text(),
                  explanation.yardstick->sign > 0 ? "below" : "above",
                  explanation.yardstick->border, 100 * explanation.yardstick->accuracy);
    if (all_others > 0) {
        text += fmt::format(
            " Of {} that others lost against it {} turned in the first third, {} in the middle, {} in "
            "the last{}.",
            counted(all_others, "game"), others[0], others[1], others[2],
            explanation.thirds_p_value <= interval_error ? ", which is certainly different"
                                                         : "; the difference may be chance");
    }
    return text;
}

std::string fields_text(const Explanation& explanation, const std::vector<StoredField>& fields) {
    const auto names = [&](const std::vector<Discrimination>& list) {
        constexpr std::size_t max = 5;
        std::string text;
        for (std::size_t i = 0; i < std::min(list.size(), max); ++i) {
            text += fmt::format(
                "{}{} ({:.1f} times)", i == 0 ? "" : ", ",
                safe_text(fields[static_cast<std::size_t>(list[i].field)].name), list[i].slope);
        }
        return text + (list.size() > max ? fmt::format(" and {} more", list.size() - max) : "");
    };
    std::string text;
    if (!explanation.sharp.empty()) {
        text += "A difference of ratings counts more than on the average field on " +
                names(explanation.sharp) + ": look there first.";
    }
    if (!explanation.blunt.empty()) {
        text += (text.empty() ? "" : " ") + std::string("It counts less on ") +
                names(explanation.blunt) + ".";
    }
    return text;
}

std::string turning_text(const LostGame& game, const std::optional<Yardstick>& yardstick) {
    if (!game.fault.empty()) {
        return game.turn ? fmt::format("turn {}: {}", *game.turn, game.fault)
                         : fmt::format("preparation: {}", game.fault);
    }
    if (game.out) {
        return fmt::format(
            "turn {}: it {}", *game.turn, game.out->empty() ? "went out" : safe_text(*game.out));
    }
    if (game.turning && yardstick && yardstick->is_judged) {
        return fmt::format(
            "turn {}: its chance of winning went from {:.0f} % to {:.0f} %", game.turning->turn,
            100 * game.turning->before, 100 * game.turning->after);
    }
    if (game.turning && game.turning->is_sudden && yardstick) {
        return fmt::format(
            "its last turn, {}: {} was {:.4g} until then", *game.turn, yardstick->text(),
            game.turning->before);
    }
    if (!game.turning || !yardstick) {
        return game.turn ? fmt::format("its last turn, {}", *game.turn) : "";
    }
    return fmt::format(
        "turn {}: {} went from {:.4g} to {:.4g}", game.turning->turn, yardstick->text(),
        game.turning->before, game.turning->after);
}

std::string explanation_text(
    const Explanation& explanation, const std::vector<StoredField>& fields,
    const std::string& database) {
    const std::size_t slash = database.rfind('/');
    const std::string folder = slash == std::string::npos ? "" : database.substr(0, slash + 1);
    std::string text;
    for (const std::string& sentence : summary_of(explanation)) {
        text += wrapped(sentence, "") + "\n";
    }
    text += examples_text(explanation.fault_examples, explanation, fields, folder);
    if (explanation.games == 0) {
        return text;
    }
    text += "\n" + wrapped(findings_sentence(explanation), "") + "\n";
    if (!explanation.certain.empty()) {
        text += "\n" + findings_text(explanation.certain, explanation, fields, folder);
    }
    if (!explanation.suspected.empty()) {
        text += "\nThis may be chance:\n\n" +
                findings_text(explanation.suspected, explanation, fields, folder);
    }
    if (const std::string phases = phases_text(explanation); !phases.empty()) {
        text += "\n" + wrapped(phases, "") + "\n" +
                examples_text(explanation.turned, explanation, fields, folder) +
                rerun_text(explanation.turned, folder);
    }
    if (const std::string sharp = fields_text(explanation, fields); !sharp.empty()) {
        text += "\n" + wrapped(sharp, "") + "\n";
    }
    if (explanation.certain.empty() && explanation.suspected.empty()) {
        return text;
    }
    return text + "\n" +
           wrapped(
               "'instead of': by the ratings of its opponents and what the seat is worth to all "
               "AIs. p: the probability of a difference at least as large by chance, of this line "
               "alone.",
               "") +
           "\n";
}

Json explanation_json(const Explanation& explanation, const std::vector<StoredField>& fields) {
    Json endings = Json::array();
    for (const auto& [reason, games] : explanation.endings) {
        endings.push_back({{"reason", reason}, {"games", games}});
    }
    Json outs = Json::array();
    for (const auto& [how, games] : explanation.outs) {
        outs.push_back({{"how", how}, {"games", games}});
    }
    Json yardstick;
    const bool is_judged = explanation.yardstick && explanation.yardstick->is_judged;
    if (explanation.yardstick && !is_judged) {
        yardstick = {
            {"name", explanation.yardstick->name},
            {"is_own_value", explanation.yardstick->is_value},
            {"border", explanation.yardstick->border},
            {"accuracy", explanation.yardstick->accuracy},
            {"games", explanation.yardstick->games}};
    }
    const auto list = [](const std::array<int, 3>& thirds) {
        return Json::array({thirds[0], thirds[1], thirds[2]});
    };
    return {
        {"name", explanation.name},
        {"games", explanation.games},
        {"lost", explanation.lost},
        {"median_turns_lost", explanation.turns_lost},
        {"median_turns_others", explanation.turns_others},
        {"share", explanation.share},
        {"expected", explanation.expected},
        {"with_fault", explanation.with_fault},
        {"lost_with_fault", explanation.lost_with_fault},
        {"faults", games_json(explanation.fault_examples, explanation, fields)},
        {"endings", endings},
        {"outs", outs},
        {"certain", findings_json(explanation.certain, explanation, fields)},
        {"suspected", findings_json(explanation.suspected, explanation, fields)},
        {"yardstick", yardstick},
        {"is_judged", is_judged},
        {"turned_in_third", list(explanation.thirds)},
        {"turned_in_third_others", list(explanation.thirds_of_others)},
        {"thirds_p_value", explanation.thirds_p_value},
        {"turned", games_json(explanation.turned, explanation, fields)},
        {"sharp_fields", fields_json(explanation.sharp, fields)},
        {"blunt_fields", fields_json(explanation.blunt, fields)}};
}

} // namespace referee
