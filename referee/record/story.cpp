#include "record/story.hpp"

#include "base/text.hpp"
#include "game/fates.hpp"
#include "record/replay.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numeric>
#include <sstream>

namespace referee {

namespace {

using ReadJson = nlohmann::ordered_json;

/// Changes within that many turns count together at most: games may have 50,000.
constexpr std::size_t max_window = 50;

constexpr float no_value = std::numeric_limits<float>::quiet_NaN();

/// A number with four digits at most, and a real minus sign.
std::string figure(double value) {
    std::string text = fmt::format("{:.4g}", std::abs(value));
    if (text.find('e') != std::string::npos && std::abs(value) < 1e12) {
        text = fmt::format("{:.0f}", std::abs(value));
    }
    return (value < 0 ? "−" : "") + text;
}

/// The names as the story has them: those that several seats share get the number of the seat.
std::vector<std::string> told_names(const std::vector<std::string>& names) {
    std::vector<std::string> told;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const bool is_shared = std::count(names.begin(), names.end(), names[i]) > 1;
        told.push_back(is_shared ? fmt::format("{} (seat {})", names[i], i + 1) : names[i]);
    }
    return told;
}

/// A fate with names in place of "seat 2".
std::string with_names(std::string text, const std::vector<std::string>& names) {
    for (std::size_t seat = names.size(); seat >= 1; --seat) {
        const std::string number = fmt::format("seat {}", seat);
        const std::size_t at = text.find(number);
        const std::size_t end = at + number.size();
        const bool is_whole =
            at != std::string::npos && (end == text.size() || text[end] < '0' || text[end] > '9');
        if (is_whole) {
            return text.replace(at, number.size(), names[seat - 1]);
        }
    }
    return text;
}

/// "A", "A and B", "A, B and C"
std::string all_of(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        text += (i == 0 ? "" : i + 1 < names.size() ? ", " : " and ") + names[i];
    }
    return text;
}

/// The lines `@value NAME NUMBER` of notes, as web/notes.js reads them.
std::vector<std::pair<std::string, double>> values_in(const std::string& notes) {
    std::vector<std::pair<std::string, double>> values;
    std::istringstream in(notes);
    for (std::string line; std::getline(in, line);) {
        std::istringstream words(line);
        std::string key;
        std::string name;
        std::string number;
        std::string more;
        if (!(words >> key >> name >> number) || key != "@value" || words >> more) {
            continue;
        }
        std::size_t length = 0;
        try {
            const double value = std::stod(number, &length);
            if (length == number.size() && std::isfinite(value)) {
                values.emplace_back(name, value);
            }
        } catch (const std::logic_error&) {
            continue; // no number
        }
    }
    return values;
}

struct Change {
    std::size_t first = 0;
    std::size_t last = 0;
    double from = 0;
    double to = 0;
    double size() const { return std::abs(to - from); }
};

/// The largest rise and the largest fall within `window` indexes of a curve that may have gaps; of
/// equal ones the shortest that comes first.
std::vector<Change> largest_changes(const std::vector<float>& curve, std::size_t window) {
    std::vector<std::size_t> known;
    for (std::size_t i = 0; i < curve.size(); ++i) {
        if (!std::isnan(curve[i])) {
            known.push_back(i);
        }
    }
    std::array<Change, 2> best{};
    for (std::size_t end = 1; end < known.size(); ++end) {
        for (std::size_t begin = end - 1;; --begin) {
            const bool is_near = known[end] - known[begin] <= window || begin + 1 == end;
            if (!is_near) {
                break;
            }
            const Change change{known[begin], known[end], curve[known[begin]], curve[known[end]]};
            Change& known_best = best[change.to > change.from ? 0 : 1];
            if (change.size() > known_best.size()) {
                known_best = change;
            }
            if (begin == 0) {
                break;
            }
        }
    }
    std::vector<Change> changes;
    std::copy_if(best.begin(), best.end(), std::back_inserter(changes), [](const Change& change) {
        return change.size() > 0;
    });
    return changes;
}

struct Range {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
    void add(const std::vector<float>& curve) {
        for (const float value : curve) {
            low = std::isnan(value) ? low : std::min<double>(low, value);
            high = std::isnan(value) ? high : std::max<double>(high, value);
        }
    }
    double size() const { return high > low ? high - low : 0; }
};

/// What moves no chance by that much isn't told.
constexpr double min_swing = 0.05;

/// The number with the words after it: "{amount:area}", "{amount:die,dice}".
std::string number_in(std::string_view words, double number) {
    if (words.empty()) {
        return figure(number);
    }
    const std::size_t comma = words.find(',');
    const std::string one(words.substr(0, comma));
    const std::string many =
        comma == std::string_view::npos ? one + "s" : std::string(words.substr(comma + 1));
    return figure(number) + " " + (std::abs(number) == 1 ? one : many);
}

/// MeasureWords with their numbers.
std::string filled_words(std::string_view words, double from, double to) {
    std::string text;
    while (!words.empty()) {
        const std::size_t open = words.find('{');
        const std::size_t close = open == std::string_view::npos ? open : words.find('}', open);
        text += words.substr(0, open);
        if (close == std::string_view::npos) {
            break;
        }
        const std::string_view inside = words.substr(open + 1, close - open - 1);
        const std::size_t colon = std::min(inside.find(':'), inside.size());
        const std::string_view key = inside.substr(0, colon);
        const double number = key == "from" ? from : key == "to" ? to : std::abs(to - from);
        text += number_in(inside.substr(std::min(colon + 1, inside.size())), number);
        words.remove_prefix(close + 1);
    }
    return text;
}

/// "fell from 12 to 5"
std::string course_of(const Change& change) {
    return fmt::format(
        "{} from {} to {}", change.to > change.from ? "rose" : "fell", figure(change.from),
        figure(change.to));
}

} // namespace

StoryTeller::StoryTeller(
    const GameInfo& info, int seats, bool knows_all, std::optional<Judge> judge)
    : info_(info), seats_(seats), knows_all_(knows_all),
      measures_(info.measures.size() * static_cast<std::size_t>(seats)),
      faults_(static_cast<std::size_t>(seats)), is_out_(static_cast<std::size_t>(seats)),
      line_(info, seats, std::move(judge)) {}

void StoryTeller::turn(
    const Position& position, std::span<const RecordedMove> moves, const ReadJson& frame) {
    const std::size_t index = turns_.size();
    turns_.push_back(moves.empty() ? 0 : moves.front().turn);
    line_.turn(position, moves, frame);
    if (index > 0 && line_.swing({index, index, 0}) > 0) {
        for (const RecordedMove& move : moves) {
            if (knows_all_ && !move.is_preparation) {
                said_[index].push_back({move.seat, move.comment, move.effect});
            }
        }
    }
    const ReadJson list = frame.is_object() ? frame.value("measures", ReadJson()) : ReadJson();
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(seats_); ++seat) {
        for (std::size_t m = 0; m < info_.measures.size(); ++m) {
            const bool is_there = list.is_array() && seat < list.size() && list[seat].is_array() &&
                                  m < list[seat].size() && list[seat][m].is_number();
            measures_[m * static_cast<std::size_t>(seats_) + seat].push_back(
                is_there ? list[seat][m].get<float>() : no_value);
        }
        if (position.is_eliminated(static_cast<Seat>(seat + 1)) && !is_out_[seat]) {
            is_out_[seat] = true;
            const auto number = static_cast<Seat>(seat + 1);
            const auto* const fates =
                knows_all_ || !info_.hidden ? dynamic_cast<const Fates*>(&position) : nullptr;
            outs_.push_back({number, index, fates != nullptr ? fates->fate(number) : ""});
        }
    }
    for (const RecordedMove& move : moves) {
        if (move.is_preparation || move.seat < 1 || move.seat > seats_) {
            continue;
        }
        if (move.fault != Fault::none) {
            Faults& faults = faults_[static_cast<std::size_t>(move.seat - 1)];
            faults = faults.count > 0 ? Faults{faults.count + 1, faults.first, faults.kind}
                                      : Faults{1, index, move.fault};
        }
        if (!knows_all_ || move.notes.find("@value") == std::string::npos) {
            continue;
        }
        for (const auto& [name, value] : values_in(move.notes)) {
            Curve& curve = values_[{move.seat, name}];
            curve.resize(index, no_value);
            curve.push_back(static_cast<float>(value));
        }
    }
}

/// Falls and rises of measures. A game of many turns changes slowly, so the changes of a
/// twenty-fifth of it count together.
void StoryTeller::add_changes(
    std::vector<Candidate>& found, const std::vector<std::string>& names) const {
    const std::size_t window = std::clamp<std::size_t>(turns_.size() / 25, 1, max_window);
    const auto seats = static_cast<std::size_t>(seats_);
    for (std::size_t m = 0; m < info_.measures.size(); ++m) {
        Range range;
        for (std::size_t seat = 0; seat < seats; ++seat) {
            range.add(measures_[m * seats + seat]);
        }
        for (std::size_t seat = 0; seat < seats; ++seat) {
            for (const Change& change : largest_changes(measures_[m * seats + seat], window)) {
                const bool is_main = m == 0; // games name it first
                const double share = change.size() / range.size();
                // What falls as the main measure rises was spent on it: alone it would read as a
                // loss, such as that of a cargo that was brought home.
                const Curve& main = measures_[seat];
                const Change gain{change.first, change.last, main[change.first], main[change.last]};
                const bool is_spent = !is_main && change.to < change.from && gain.to > gain.from;
                const std::string course =
                    fmt::format("{} {}", info_.measures[m], course_of(change));
                const std::string text = is_spent ? fmt::format(
                                                        "{}'s {} {}, as {}", names[seat],
                                                        info_.measures[0], course_of(gain), course)
                                                  : fmt::format("{}'s {}", names[seat], course);
                found.push_back(
                    {share * (is_main ? 1.6 : 1),
                     change.first + 1,
                     change.last,
                     is_spent ? 0 : static_cast<int>(m),
                     {Moment::Kind::measure, turns_[change.last], static_cast<Seat>(seat + 1),
                      text}});
            }
        }
    }
}

/// The turn from which on the winner was ahead in the main measure.
void StoryTeller::add_lead(
    std::vector<Candidate>& found, const std::vector<std::string>& names,
    const std::vector<RecordedResult>& result) const {
    if (info_.measures.empty() || info_.match_decides) {
        return;
    }
    const auto seats = static_cast<std::size_t>(seats_);
    const auto leader_at = [&](std::size_t index) {
        std::size_t best = seats; // nobody alone
        float most = -std::numeric_limits<float>::infinity();
        for (std::size_t seat = 0; seat < seats; ++seat) {
            const float value = measures_[seat][index];
            best = value > most ? seat : value == most ? seats : best;
            most = value > most ? value : most;
        }
        return best;
    };
    const std::size_t leader = leader_at(turns_.size() - 1);
    std::size_t since = turns_.size() - 1;
    while (since > 0 && leader_at(since - 1) == leader) {
        --since;
    }
    bool was_other = false;
    for (std::size_t index = 0; index < since; ++index) {
        const std::size_t other = leader_at(index);
        was_other = was_other || (other != leader && other != seats);
    }
    // In the very last turn it says nothing that the end doesn't.
    if (leader == seats || since == 0 || since + 1 >= turns_.size()) {
        return;
    }
    // Nobody stayed ahead to an end that isn't known, or who then lost.
    if (result.empty() || result[0].ranks.size() <= leader || result[0].ranks[leader] != 1) {
        return;
    }
    const std::string text = fmt::format(
        "{} {} in {} and stayed ahead to the end", names[leader],
        was_other ? "took the lead" : "went ahead", info_.measures[0]);
    found.push_back(
        {was_other ? 1.4 : 0.7,
         since,
         since,
         -1,
         {Moment::Kind::lead, turns_[since], static_cast<Seat>(leader + 1), text}});
}

/// Where an AI changed its mind: the largest fall and rise of what it says of its position.
void StoryTeller::add_values(
    std::vector<Candidate>& found, const std::vector<std::string>& names) const {
    const std::size_t window = std::clamp<std::size_t>(turns_.size() / 25, 2, max_window);
    for (const auto& [key, curve] : values_) {
        const auto& [seat, name] = key;
        Range range;
        range.add(curve);
        const auto of_seat = [seat = seat](const auto& each) { return each.first.first == seat; };
        const bool is_only = std::count_if(values_.begin(), values_.end(), of_seat) == 1;
        for (const Change& change : largest_changes(curve, window)) {
            const bool turns_sign = (change.from > 0) != (change.to > 0);
            const std::string text = fmt::format(
                "{}'s own value{} {}", names[static_cast<std::size_t>(seat - 1)],
                is_only ? "" : fmt::format(" \"{}\"", name), course_of(change));
            found.push_back(
                {change.size() / range.size() * (turns_sign ? 1.5 : 0.9) *
                     (change.to < change.from ? 1.1 : 1),
                 change.last,
                 change.last,
                 -1,
                 {Moment::Kind::value, turns_[change.last], seat, text}});
        }
    }
}

/// The longest time in which both of two players believed that they were ahead: values of both that
/// go below 0 at times were above it.
void StoryTeller::add_hopes(std::vector<Candidate>& found) const {
    const auto value_of = [this](Seat seat) {
        return std::find_if(values_.begin(), values_.end(), [seat](const auto& each) {
            return each.first.first == seat;
        });
    };
    const auto one = value_of(1);
    const auto other = value_of(2);
    if (seats_ != 2 || one == values_.end() || other == values_.end()) {
        return;
    }
    Range ranges[2];
    ranges[0].add(one->second);
    ranges[1].add(other->second);
    if (ranges[0].low >= 0 || ranges[1].low >= 0) {
        return; // 0 is not the middle of such values
    }
    std::size_t begin = 0;
    std::size_t length = 0;
    std::size_t best_begin = 0;
    float last_one = no_value;
    float last_other = no_value;
    for (std::size_t index = 0; index < turns_.size(); ++index) {
        const auto newest = [index](const Curve& curve, float before) {
            return index < curve.size() && !std::isnan(curve[index]) ? curve[index] : before;
        };
        last_one = newest(one->second, last_one);
        last_other = newest(other->second, last_other);
        if (!(last_one > 0 && last_other > 0)) {
            begin = index + 1;
        } else if (index + 1 - begin > length) {
            length = index + 1 - begin;
            best_begin = begin;
        }
    }
    if (length >= 3 && length * 20 >= turns_.size()) {
        const std::size_t last = best_begin + length - 1;
        found.push_back(
            {1.2,
             best_begin,
             best_begin,
             -1,
             {Moment::Kind::hope, turns_[best_begin], 0,
              fmt::format(
                  "both AIs' own values were above 0 until turn {}: both hoped to win",
                  turns_[last])}});
    }
}

/// Who went out, and first faults.
void StoryTeller::add_events(
    std::vector<Candidate>& found, const std::vector<std::string>& names) const {
    for (const Out& out : outs_) {
        const std::string& name = names[static_cast<std::size_t>(out.seat - 1)];
        const std::string fate = out.fate.empty() ? "went out" : with_names(out.fate, names);
        // If there are many, the first and the last ones count.
        const std::size_t place = static_cast<std::size_t>(&out - outs_.data());
        const bool is_told = place == 0 || place + 4 >= outs_.size();
        found.push_back(
            {is_told ? 3.0 : 0.5,
             out.index,
             out.index,
             -1,
             {Moment::Kind::out, turns_[out.index], out.seat, name + " " + fate}});
    }
    for (std::size_t seat = 0; seat < faults_.size(); ++seat) {
        const Faults& faults = faults_[seat];
        if (faults.count > 0) {
            const std::string text = fmt::format(
                "{} made {} ({})", names[seat],
                faults.count == 1 ? "a fault" : fmt::format("the first of {} faults", faults.count),
                name_of(faults.kind));
            found.push_back(
                {1.3,
                 faults.first,
                 faults.first,
                 -1,
                 {Moment::Kind::fault, turns_[faults.first], static_cast<Seat>(seat + 1), text}});
        }
    }
}

Moment
StoryTeller::end_of(const std::vector<std::string>& names, const RecordedResult& result) const {
    Moment end;
    end.kind = Moment::Kind::end;
    if (turns_.size() > 1) {
        end.turn = turns_.back();
    }
    std::vector<std::string> first;
    for (std::size_t seat = 0; seat < names.size() && seat < result.ranks.size(); ++seat) {
        if (result.ranks[seat] == 1) {
            first.push_back(names[seat]);
            end.seat = static_cast<Seat>(seat + 1);
        }
    }
    const std::string why = result.reason.empty() ? "" : ": " + result.reason;
    if (info_.match_decides) {
        std::vector<std::string> scores;
        for (std::size_t seat = 0; seat < names.size() && seat < result.scores.size(); ++seat) {
            scores.push_back(fmt::format("{} got {}", names[seat], figure(result.scores[seat])));
        }
        end.seat = 0;
        end.text = fmt::format("{}{}", all_of(scores), why);
        return end;
    }
    const auto team = info_.teams.empty() ? 1 : info_.teams.front().size();
    if (first.size() == team && team > 1) { // partners share a rank
        end.seat = 0;
        end.text = fmt::format("{} won{}", all_of(first), why);
    } else if (first.size() == 1) {
        end.text = fmt::format("{} won{}", first[0], why);
    } else {
        end.seat = 0;
        end.text = first.size() == names.size()
                       ? fmt::format("nobody won{}", why)
                       : fmt::format("{} shared the first place{}", all_of(first), why);
    }
    return end;
}

double StoryTeller::chance_at(Seat seat, std::size_t index) const {
    return (*line_.at(index))[line_.teams().place_of(seat)];
}

/// What happened then that explains best how the chances moved: a change of a measure for which the
/// game has words, or else the comment on a move. Seats whose chance moved tell of it.
std::optional<Moment>
StoryTeller::event_of(const Stint& stint, const std::vector<std::string>& names) const {
    Moment best;
    best.kind = Moment::Kind::event;
    best.turn = turns_[stint.last];
    double most = 0;
    const auto seats = static_cast<std::size_t>(seats_);
    for (std::size_t m = 0; m < info_.measure_words.size(); ++m) {
        Range range;
        for (std::size_t seat = 0; seat < seats; ++seat) {
            range.add(measures_[m * seats + seat]);
        }
        for (std::size_t seat = 0; seat < seats; ++seat) {
            const Curve& curve = measures_[m * seats + seat];
            const double from = curve[stint.first - 1];
            const double to = curve[stint.last];
            const std::string_view words =
                to > from ? info_.measure_words[m].rise : info_.measure_words[m].fall;
            const double size = range.size() > 0 ? std::abs(to - from) / range.size() : 0;
            // Unknown numbers compare as false.
            if (!words.empty() && size > most) {
                most = size;
                best.seat = static_cast<Seat>(seat + 1);
                best.text = names[seat] + " " + filled_words(words, from, to);
            }
        }
    }
    if (best.seat > 0) {
        return best;
    }
    for (std::size_t index = stint.last; index >= stint.first; --index) {
        const auto at = said_.find(index);
        if (at == said_.end()) {
            continue;
        }
        for (const Said& said : at->second) {
            const double moved = std::abs(line_.rise(stint, line_.teams().place_of(said.seat)));
            if (!said.comment.empty() && moved > most) {
                most = moved;
                best.seat = said.seat;
                best.turn = turns_[index];
                best.text = fmt::format(
                    "{}: {}", names[static_cast<std::size_t>(said.seat - 1)],
                    with_names(said.comment, names));
            }
        }
    }
    return best.seat > 0 ? std::optional(best) : std::nullopt;
}

/// What was played then, of the seat whose chance moved most; for a turn that nothing else tells.
Moment StoryTeller::move_of(const Stint& stint, const std::vector<std::string>& names) const {
    Moment best;
    best.kind = Moment::Kind::event;
    best.turn = turns_[stint.last];
    double most = -1;
    const auto at = said_.find(stint.last);
    for (const Said& said : at == said_.end() ? std::vector<Said>() : at->second) {
        const double moved = std::abs(line_.rise(stint, line_.teams().place_of(said.seat)));
        constexpr std::size_t max_shown = 40;
        if (moved > most && !said.effect.empty()) {
            most = moved;
            best.seat = said.seat;
            best.text = fmt::format(
                "{} played {}", names[static_cast<std::size_t>(said.seat - 1)],
                printable(said.effect, max_shown));
        }
    }
    for (Seat seat = 1; seat <= seats_ && most < 0; ++seat) {
        if (std::abs(line_.rise(stint, line_.teams().place_of(seat))) == line_.swing(stint)) {
            most = 0;
            best.seat = seat;
            best.text = names[static_cast<std::size_t>(seat - 1)] + "'s chance moved most";
        }
    }
    return best;
}

/// Up to five moments that moved the chances most, in the order of their turns. The one in which
/// the game turned is among them.
std::vector<Moment>
StoryTeller::judged(const std::vector<std::string>& names, const RecordedResult* result) const {
    std::vector<std::pair<double, Moment>> found;
    const std::optional<Stint> turning = line_.turning(result);
    bool has_turned = false;
    const auto add = [&](Moment moment, const Stint& stint) {
        moment.chance = {
            chance_at(moment.seat, stint.first - 1), chance_at(moment.seat, stint.last)};
        moment.is_turning = !has_turned && turning && stint.first == turning->first;
        has_turned = has_turned || moment.is_turning;
        // More than any other.
        found.emplace_back(moment.is_turning ? 2 : line_.swing(stint), std::move(moment));
    };
    const std::vector<Stint> stints = line_.stints();
    // Of a dull game, what moved them most.
    double least = 0;
    for (const Stint& stint : stints) {
        least = std::max(least, line_.swing(stint));
    }
    least = std::min(least, min_swing);
    for (const Stint& stint : stints) {
        const double swing = line_.swing(stint);
        const bool turns = turning && stint.first == turning->first;
        if ((swing < least && !turns) || swing == 0) {
            continue;
        }
        bool is_told = false;
        for (const Out& out : outs_) {
            if (out.index < stint.first || out.index > stint.last) {
                continue;
            }
            const std::string& name = names[static_cast<std::size_t>(out.seat - 1)];
            add({Moment::Kind::out, turns_[out.index], out.seat,
                 name + " " + (out.fate.empty() ? "went out" : with_names(out.fate, names))},
                stint);
            is_told = true;
        }
        for (std::size_t seat = 0; seat < faults_.size() && !is_told; ++seat) {
            const Faults& faults = faults_[seat];
            if (faults.count > 0 && faults.first >= stint.first && faults.first <= stint.last) {
                add({Moment::Kind::fault, turns_[faults.first], static_cast<Seat>(seat + 1),
                     fmt::format(
                         "{} made {} ({})", names[seat],
                         faults.count == 1 ? "a fault"
                                           : fmt::format("the first of {} faults", faults.count),
                         name_of(faults.kind))},
                    stint);
                is_told = true;
            }
        }
        if (!is_told) {
            if (std::optional<Moment> event = event_of(stint, names)) {
                add(std::move(*event), stint);
            } else if (turns) {
                add(move_of(stint, names), stint);
            }
        }
    }
    std::stable_sort(
        found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    constexpr std::size_t room = max_judged_moments - 2; // beside start and end
    found.resize(std::min(found.size(), room));
    std::vector<Moment> moments;
    for (auto& [swing, moment] : found) {
        moments.push_back(std::move(moment));
    }
    std::stable_sort(moments.begin(), moments.end(), [](const Moment& a, const Moment& b) {
        return a.turn < b.turn;
    });
    return moments;
}

const Moment* StoryTeller::turning_point(const std::vector<Moment>& story) {
    const auto at = std::find_if(
        story.begin(), story.end(), [](const Moment& moment) { return moment.is_turning; });
    return at == story.end() ? nullptr : &*at;
}

std::vector<Moment> StoryTeller::story(
    const std::string& field, const std::vector<std::string>& plain_names,
    const std::vector<RecordedResult>& result) const {
    std::vector<Moment> story;
    if (turns_.empty()) {
        return story;
    }
    const std::vector<std::string> names = told_names(plain_names);
    story.push_back(
        {Moment::Kind::start, std::nullopt, 0,
         fmt::format("{} played {} on {}", all_of(names), info_.name, field)});
    if (line_.is_known()) {
        for (Moment& moment : judged(names, result.empty() ? nullptr : &result[0])) {
            story.push_back(std::move(moment));
        }
        if (!result.empty()) {
            story.push_back(end_of(names, result[0]));
        }
        for (Moment& moment : story) {
            moment.text += ".";
        }
        return story;
    }
    std::vector<Candidate> found;
    add_events(found, names);
    add_changes(found, names);
    add_lead(found, names, result);
    add_values(found, names);
    add_hopes(found);
    std::stable_sort(found.begin(), found.end(), [](const Candidate& a, const Candidate& b) {
        return a.weight > b.weight;
    });
    // The story repeats nothing: no second change of a measure beside the first, and no more than
    // three of one seat's.
    std::vector<Candidate> chosen;
    const std::size_t room = max_moments - 1 - (result.empty() ? 0 : 1);
    for (const Candidate& each : found) {
        const auto is_like = [&each](const Candidate& other) {
            const bool overlaps = each.first <= other.last + 1 && other.first <= each.last + 1;
            const bool is_same = each.moment.kind == other.moment.kind &&
                                 (each.measure == other.measure || each.measure < 0);
            return overlaps && is_same && each.moment.kind != Moment::Kind::out;
        };
        const auto of_same = [&each](const Candidate& other) {
            return each.moment.seat == other.moment.seat && each.moment.kind == other.moment.kind;
        };
        const bool is_new = std::none_of(chosen.begin(), chosen.end(), is_like) &&
                            std::count_if(chosen.begin(), chosen.end(), of_same) < 3;
        const bool is_worth_it = each.weight >= 0.25 || chosen.size() < 3;
        if (chosen.size() < room && is_new && is_worth_it) {
            chosen.push_back(each);
        }
    }
    std::stable_sort(chosen.begin(), chosen.end(), [](const Candidate& a, const Candidate& b) {
        return a.last < b.last;
    });
    for (Candidate& each : chosen) {
        story.push_back(std::move(each.moment));
    }
    if (!result.empty()) {
        story.push_back(end_of(names, result[0]));
    }
    for (Moment& moment : story) {
        moment.text += ".";
    }
    return story;
}

std::vector<Moment> story_of(const std::string& path, const RecordedGame& game) {
    const GameInfo& info = game_named(game.game).info();
    const auto seats = static_cast<int>(game.names.size());
    StoryTeller teller(info, seats, true, Judge::of(info, seats, game.field_text));
    replay_game(
        path, game,
        [&](const Position& position, std::span<const RecordedMove> moves, bool is_step) {
            if (!is_step) {
                teller.turn(
                    position, moves,
                    ReadJson::parse(position.to_json(), nullptr, /*allow_exceptions=*/false));
            }
        });
    return teller.story(game.field_name, game.names, game.result);
}

ReadJson story_json(const std::vector<Moment>& story) {
    ReadJson list = ReadJson::array();
    for (const Moment& moment : story) {
        ReadJson json = ReadJson::object();
        if (moment.turn) {
            json["turn"] = *moment.turn;
        }
        json["kind"] = name_of(moment.kind);
        if (moment.seat > 0) {
            json["seat"] = moment.seat;
        }
        json["text"] = moment.text;
        if (moment.chance) {
            json["chance"] = {moment.chance->first, moment.chance->second};
        }
        list.push_back(std::move(json));
    }
    return list;
}

} // namespace referee
