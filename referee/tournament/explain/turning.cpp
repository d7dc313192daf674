#include "tournament/explain/turning.hpp"

#include "base/error.hpp"
#include "game/fates.hpp"
#include "record/chances.hpp"
#include "record/replay.hpp"
#include "tournament/explain/measures.hpp"
#include "tournament/statistics/any_time.hpp"
#include "tournament/statistics/pairs.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <set>
#include <sstream>

namespace referee {

namespace {

using Curves = std::map<std::string, Curve>;

/// Lines `@value NAME NUMBER` of notes.dat (referee/match/README.md, "notes.dat and memory.dat").
void add_values(const RecordedMove& move, Curves& values) {
    std::istringstream lines(move.notes);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string key;
        std::string name;
        double number = 0;
        std::string more;
        if (words >> key >> name >> number && key == "@value" && !(words >> more) &&
            std::isfinite(number)) {
            values[name].emplace_back(move.turn, number);
        }
    }
}

/// What a frame measures of each place, beside the others that still play, after that turn.
void add_leads(
    const std::string& frame, int turn, const GameInfo& info, const Teams& places,
    std::vector<Curves>& leads) {
    const std::vector<std::vector<std::optional<double>>> measures =
        measures_by_place(frame, places);
    for (std::size_t measure = 0; measure < info.measures.size(); ++measure) {
        std::vector<std::optional<double>> numbers;
        double sum = 0;
        double count = 0;
        for (const std::vector<std::optional<double>>& of_place : measures) {
            numbers.push_back(measure < of_place.size() ? of_place[measure] : std::nullopt);
            sum += numbers.back().value_or(0);
            count += numbers.back() ? 1 : 0;
        }
        for (std::size_t place = 0; place < std::min(numbers.size(), leads.size()); ++place) {
            if (numbers[place] && count > 1) {
                leads[place][std::string(info.measures[measure])].emplace_back(
                    turn, *numbers[place] - (sum - *numbers[place]) / (count - 1));
            }
        }
    }
}

/// The seats that have gone out in that turn.
void add_outs(
    const Position& position, int turn, std::vector<std::optional<GameCurves::Out>>& outs) {
    for (std::size_t seat = 0; seat < outs.size(); ++seat) {
        const auto number = static_cast<Seat>(seat + 1);
        if (!outs[seat] && position.is_eliminated(number)) {
            const auto* const fates = dynamic_cast<const Fates*>(&position);
            outs[seat] = {turn, fates != nullptr ? fates->fate(number) : ""};
        }
    }
}

/// Tables have a row for each team: its first seat stands for it.
void keep_first_members(GameCurves& curves, const std::vector<std::vector<Seat>>& teams) {
    const auto keep = [&](auto& by_seat) {
        auto kept = by_seat;
        kept.clear();
        for (const std::vector<Seat>& team : teams) {
            kept.push_back(by_seat.at(static_cast<std::size_t>(team.front()) - 1));
        }
        by_seat = std::move(kept);
    };
    keep(curves.outs);
    keep(curves.values);
}

std::unique_ptr<GameCurves> curves_of(const std::string& path) {
    try {
        const std::vector<RecordedGame> games = read_record(path);
        if (games.empty()) {
            return nullptr;
        }
        const RecordedGame& game = games.front();
        auto curves = std::make_unique<GameCurves>();
        const Teams places(static_cast<int>(game.names.size()), game.teams);
        curves->leads.resize(static_cast<std::size_t>(places.places()));
        curves->values.resize(game.names.size());
        curves->outs.resize(game.names.size());
        const LoadedField field = field_of(path, game);
        const auto seats = static_cast<int>(game.names.size());
        ChanceLine line(
            field.game->info(), seats, Judge::of(field.game->info(), seats, game.field_text));
        std::vector<int> turns;
        const Replay replay = replay_game(
            field, game,
            [&](const Position& position, std::span<const RecordedMove> moves, bool is_step) {
                if (is_step) {
                    return;
                }
                // The start is the state after the turn before the first.
                curves->last_turn = moves.empty() ? position.turn() - 1 : moves.back().turn;
                curves->first_turn = moves.empty() ? position.turn() : curves->first_turn;
                add_outs(position, curves->last_turn, curves->outs);
                const std::string frame = position.to_json();
                add_leads(frame, curves->last_turn, field.game->info(), places, curves->leads);
                line.turn(position, moves, nlohmann::ordered_json::parse(frame, nullptr, false));
                turns.push_back(curves->last_turn);
            });
        curves->has_judge = line.is_known();
        for (std::size_t place = 0; place < curves->leads.size(); ++place) {
            const std::optional<Stint> stint =
                line.turning(game.result.empty() ? nullptr : &game.result[0], place);
            curves->judged.push_back(std::nullopt);
            if (stint && line.is_known()) {
                curves->judged.back() = {
                    turns[stint->last], (*line.at(stint->first - 1))[place],
                    (*line.at(stint->last))[place]};
            }
        }
        for (const RecordedMove& move : game.moves) {
            if (!move.is_preparation) {
                add_values(move, curves->values[static_cast<std::size_t>(move.seat - 1)]);
            }
        }
        if (!game.teams.empty()) {
            keep_first_members(*curves, game.teams);
        }
        return replay.differences.empty() ? std::move(curves) : nullptr;
    } catch (const UserError&) {
        return nullptr;
    }
}

const Curve* curve_of(const CurveSample& sample, const Yardstick& yardstick) {
    const std::vector<Curves>& by_seat =
        yardstick.is_value ? sample.game->values : sample.game->leads;
    const auto seat = static_cast<std::size_t>(sample.seat);
    if (seat >= by_seat.size()) {
        return nullptr;
    }
    const auto at = by_seat[seat].find(yardstick.name);
    return at == by_seat[seat].end() || at->second.empty() ? nullptr : &at->second;
}

int third_of(int turn, const GameCurves& game) {
    return std::clamp(3 * (turn - game.first_turn) / std::max(1, game.turns()), 0, 2);
}

/// The number two thirds into the game, or the last one before that.
double late_number(const Curve& curve, const GameCurves& game, bool is_value) {
    double number = curve.front().second;
    for (const auto& [turn, value] : curve) {
        const int played = turn - game.first_turn + (is_value ? 0 : 1);
        number = 3 * played <= 2 * game.turns() ? value : number;
    }
    return number;
}

/// How well a number tells won from lost games, with the sign and the border that do it best.
std::optional<Yardstick> judged(Yardstick yardstick, const std::vector<CurveSample>& samples) {
    std::vector<double> won;
    std::vector<double> lost;
    for (const CurveSample& sample : samples) {
        const Curve* const curve = curve_of(sample, yardstick);
        if (curve != nullptr && (sample.is_won || sample.is_lost)) {
            (sample.is_won ? won : lost)
                .push_back(late_number(*curve, *sample.game, yardstick.is_value));
        }
    }
    constexpr std::size_t min_games = 4;
    if (won.size() < min_games || lost.size() < min_games) {
        return std::nullopt;
    }
    double ahead = 0;
    for (const double good : won) {
        for (const double bad : lost) {
            ahead += good > bad ? 1 : good == bad ? 0.5 : 0;
        }
    }
    yardstick.accuracy = ahead / static_cast<double>(won.size() * lost.size());
    yardstick.games = static_cast<int>(won.size() + lost.size());
    if (yardstick.accuracy < 0.5) {
        // Most measures are better the larger they are; another reading needs more games.
        constexpr std::size_t min_against = 10;
        if (!yardstick.is_value && std::min(won.size(), lost.size()) < min_against) {
            return std::nullopt;
        }
        yardstick.sign = -1;
        yardstick.accuracy = 1 - yardstick.accuracy;
    }
    // The border classifies most games rightly, and is as near 0 as possible: leads begin there.
    std::vector<double> borders{0};
    borders.insert(borders.end(), won.begin(), won.end());
    std::sort(borders.begin(), borders.end(), [](double a, double b) {
        return std::abs(a) < std::abs(b);
    });
    double best = -1;
    for (const double border : borders) {
        const auto is_good = [&](double number) { return yardstick.sign * (number - border) >= 0; };
        const double right = static_cast<double>(std::count_if(won.begin(), won.end(), is_good)) /
                                 static_cast<double>(won.size()) -
                             static_cast<double>(std::count_if(lost.begin(), lost.end(), is_good)) /
                                 static_cast<double>(lost.size());
        // A border away from 0 must be clearly better.
        if (right > best + (best < 0 ? 0 : 0.1)) {
            best = right;
            yardstick.border = border;
        }
    }
    return yardstick;
}

} // namespace

const GameCurves* RecordedCurves::of(const std::string& record) {
    if (record.empty()) {
        return nullptr;
    }
    auto at = read_.find(record);
    if (at == read_.end() && left_ > 0) {
        --left_;
        at = read_.emplace(record, curves_of((std::filesystem::path(folder_) / record).string()))
                 .first;
    }
    return at == read_.end() ? nullptr : at->second.get();
}

std::string Yardstick::text() const {
    return is_judged  ? "its chance of winning"
           : is_value ? fmt::format("its own value '{}'", name)
                      : fmt::format("its lead in {}", name);
}

std::optional<Yardstick> yardstick_of(
    const std::vector<CurveSample>& own_samples, const std::vector<CurveSample>& all_samples) {
    if (std::any_of(own_samples.begin(), own_samples.end(), [](const CurveSample& sample) {
            return sample.game->has_judge;
        })) {
        Yardstick yardstick;
        yardstick.name = "chance";
        yardstick.is_judged = true;
        yardstick.games = static_cast<int>(own_samples.size());
        return yardstick;
    }
    std::set<std::pair<bool, std::string>> names;
    const auto collect = [&](const std::vector<CurveSample>& samples, bool is_value) {
        for (const CurveSample& sample : samples) {
            const auto& by_seat = is_value ? sample.game->values : sample.game->leads;
            const auto seat = static_cast<std::size_t>(sample.seat);
            for (const auto& [name, curve] : seat < by_seat.size() ? by_seat[seat] : Curves()) {
                names.emplace(is_value, name);
            }
        }
    };
    collect(own_samples, true);
    collect(all_samples, false);
    constexpr double min_accuracy = 0.6;
    std::optional<Yardstick> best;
    for (const auto& [is_value, name] : names) {
        const auto found = judged({name, is_value}, is_value ? own_samples : all_samples);
        // The AI's own number says what it knew, so it wins a tie.
        if (found && found->accuracy >= min_accuracy &&
            (!best || found->accuracy >= best->accuracy)) {
            best = found;
        }
    }
    return best;
}

std::optional<Turning> turning_of(const CurveSample& lost, const Yardstick& yardstick) {
    if (yardstick.is_judged) {
        const auto place = static_cast<std::size_t>(lost.seat);
        if (place >= lost.game->judged.size() || !lost.game->judged[place]) {
            return std::nullopt;
        }
        const GameCurves::Judged& judged = *lost.game->judged[place];
        const auto& out = lost.game->outs[place];
        return Turning{
            judged.turn, judged.before, judged.after, out && out->turn == judged.turn,
            third_of(judged.turn, *lost.game)};
    }
    const Curve* const curve = curve_of(lost, yardstick);
    if (curve == nullptr || curve->size() < 2) {
        return std::nullopt;
    }
    const auto is_good = [&](double number) {
        return yardstick.sign * (number - yardstick.border) >= 0;
    };
    std::size_t last_good = curve->size();
    for (std::size_t i = 0; i < curve->size(); ++i) {
        last_good = is_good((*curve)[i].second) ? i : last_good;
    }
    std::size_t at = last_good + 1;
    if (last_good == curve->size()) {
        double largest = -1e300;
        for (std::size_t i = 1; i < curve->size(); ++i) {
            const double fall = yardstick.sign * ((*curve)[i - 1].second - (*curve)[i].second);
            if (fall > largest) {
                largest = fall;
                at = i;
            }
        }
    }
    // Good until the end: it was lost at one blow.
    Turning turning;
    turning.is_sudden = at >= curve->size();
    at = std::min(at, curve->size() - 1);
    // Leads are measured after a turn. A value is printed before the AI's move: what it tells of
    // was played in the turn of the value before.
    turning.turn = turning.is_sudden    ? lost.game->last_turn
                   : yardstick.is_value ? (*curve)[at - 1].first
                                        : (*curve)[at].first;
    turning.before = (*curve)[at - 1].second;
    turning.after = (*curve)[at].second;
    turning.third = third_of(turning.turn, *lost.game);
    return turning;
}

double thirds_test(const std::vector<Turned>& games) {
    constexpr int thirds = 3;
    double own = 0;
    for (const Turned& game : games) {
        own += game.is_own ? 1 : 0;
    }
    const double others = static_cast<double>(games.size()) - own;
    if (own == 0 || others == 0) {
        return 1;
    }
    double evidence = 0; // summed over the thirds
    for (int third = 0; third < thirds; ++third) {
        double hits = 0;
        for (const Turned& game : games) {
            hits += game.third == third ? 1 : 0;
        }
        const double share = hits / static_cast<double>(games.size());
        std::map<int, double> by_field; // what it adds to the difference of the two shares
        for (const Turned& game : games) {
            const double excess = (game.third == third ? 1 : 0) - share;
            by_field[game.field] += game.is_own ? excess / own : -excess / others;
        }
        double sum = 0;
        double squares = 0;
        for (const auto& [field, excess] : by_field) {
            sum += excess;
            squares += excess * excess;
        }
        // Where fields hardly differ, the games count as independent.
        const double variance = std::max(squares, share * (1 - share) * (1 / own + 1 / others));
        const auto fields = static_cast<int>(by_field.size());
        const double deviations =
            variance > 0 ? normal_deviations(sum / std::sqrt(variance), fields - 1) : 0;
        evidence += std::exp(std::min(log_evidence_of_mean(deviations, fields), 700.0));
    }
    return any_time_p_value(std::log(evidence / thirds));
}

} // namespace referee
