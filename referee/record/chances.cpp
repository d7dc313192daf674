#include "record/chances.hpp"

#include "game/registry.hpp"
#include "record/replay.hpp"

#include <algorithm>
#include <cmath>

namespace referee {

namespace {

using ReadJson = nlohmann::ordered_json;

/// By MoveMark: the smallest loss.
constexpr std::array<double, 4> min_losses{0, 0.1, 0.2, 0.3};

constexpr std::size_t max_worst = 3;

double thousandths(double share) {
    return std::round(share * 1000) / 1000;
}

} // namespace

std::string_view shape_of(MoveMark mark) {
    static constexpr std::array<std::string_view, 4> shapes{"", "?!", "?", "??"};
    return shapes[static_cast<std::size_t>(mark)];
}

MoveMark mark_of(double loss) {
    std::size_t mark = 0;
    for (std::size_t i = 1; i < min_losses.size(); ++i) {
        mark = loss > min_losses[i] - 1e-9 ? i : mark;
    }
    return static_cast<MoveMark>(mark);
}

ChanceLine::ChanceLine(const GameInfo& info, int seats, std::optional<Judge> judge)
    : judge_(std::move(judge)), teams_(seats, info.teams), match_decides_(info.match_decides),
      last_(static_cast<std::size_t>(seats)), seats_(static_cast<std::size_t>(seats)) {}

void ChanceLine::turn(
    const Position& position, std::span<const RecordedMove> moves, const ReadJson& frame) {
    movers_.push_back(moves.size() == 1 ? moves.front().seat : 0);
    line_.push_back(judge_ ? judge_->chances(position, frame) : std::nullopt);
    std::fill(last_.begin(), last_.end(), 0);
    if (line_.size() < 2 || !line_.back() || !line_[line_.size() - 2]) {
        return;
    }
    const std::vector<double>& before = *line_[line_.size() - 2];
    const std::vector<double>& after = *line_.back();
    for (const RecordedMove& move : moves) {
        if (move.is_preparation || move.seat < 1 || move.seat > teams_.seats()) {
            continue;
        }
        const std::size_t place = teams_.place_of(move.seat);
        const double loss = std::max(0.0, thousandths(before[place] - after[place]));
        last_[static_cast<std::size_t>(move.seat - 1)] = loss;
        SeatLosses& seat = seats_[static_cast<std::size_t>(move.seat - 1)];
        ++seat.moves;
        seat.sum += loss;
        if (loss > 0) {
            const auto at =
                std::find_if(seat.worst.begin(), seat.worst.end(), [&](const Loss& each) {
                    return each.loss < loss;
                });
            seat.worst.insert(at, {move.turn, move.seat, loss});
            seat.worst.resize(std::min(seat.worst.size(), max_worst));
        }
    }
}

std::vector<Stint> ChanceLine::stints() const {
    std::vector<Stint> stints;
    for (std::size_t index = 1; index < movers_.size(); ++index) {
        if (!stints.empty() && movers_[index] != 0 && stints.back().mover == movers_[index]) {
            stints.back().last = index;
        } else {
            stints.push_back({index, index, movers_[index]});
        }
    }
    return stints;
}

double ChanceLine::rise(const Stint& stint, std::size_t place) const {
    const auto& before = line_[stint.first - 1];
    const auto& after = line_[stint.last];
    return before && after ? thousandths((*after)[place] - (*before)[place]) : 0;
}

double ChanceLine::swing(const Stint& stint) const {
    double most = 0;
    for (std::size_t place = 0; place < static_cast<std::size_t>(teams_.places()); ++place) {
        most = std::max(most, std::abs(rise(stint, place)));
    }
    return most;
}

std::optional<Stint>
ChanceLine::turning(const RecordedResult* result, std::optional<std::size_t> place) const {
    std::vector<std::size_t> winners;
    if (result != nullptr && !result->no_winner && !match_decides_) {
        for (std::size_t each = 0; each < static_cast<std::size_t>(teams_.places()); ++each) {
            const auto seat = static_cast<std::size_t>(teams_.seats_of(each).front()) - 1;
            if (seat < result->ranks.size() && result->ranks[seat] == 1) {
                winners.push_back(each);
            }
        }
    }
    std::optional<Stint> turning;
    double most = 0;
    for (const Stint& stint : stints()) {
        const double size = winners.size() != 1 ? swing(stint)
                            : place             ? -rise(stint, *place)
                                                : rise(stint, winners.front());
        if (size > most) {
            most = size;
            turning = stint;
        }
    }
    return turning;
}

bool ChanceLine::is_known() const {
    // Its end is known of every game.
    return std::count_if(
               line_.begin(), line_.end(), [](const auto& each) { return each.has_value(); }) > 1;
}

ReadJson losses_json(const ChanceLine& line) {
    if (!line.is_known()) {
        return nullptr;
    }
    ReadJson players = ReadJson::array();
    for (std::size_t seat = 0; seat < line.by_seat().size(); ++seat) {
        const SeatLosses& losses = line.by_seat()[seat];
        ReadJson worst = ReadJson::array();
        for (const Loss& each : losses.worst) {
            ReadJson move{{"turn", each.turn}, {"loss", each.loss}};
            if (mark_of(each.loss) != MoveMark::none) {
                move["mark"] = name_of(mark_of(each.loss));
            }
            worst.push_back(std::move(move));
        }
        players.push_back(
            {{"seat", seat + 1},
             {"moves", losses.moves},
             {"loss", thousandths(losses.mean())},
             {"worst", std::move(worst)}});
    }
    return {
        {"error", thousandths(line.calibration()->error)},
        {"games", line.calibration()->games},
        {"players", std::move(players)}};
}

std::pair<ChanceLine, std::vector<int>>
chances_of(const std::string& path, const RecordedGame& game) {
    const LoadedField field = field_of(path, game);
    const GameInfo& info = field.game->info();
    const auto seats = static_cast<int>(game.names.size());
    std::pair<ChanceLine, std::vector<int>> found{
        ChanceLine(info, seats, Judge::of(info, seats, game.field_text)), {}};
    replay_game(
        field, game,
        [&](const Position& position, std::span<const RecordedMove> moves, bool is_step) {
            if (!is_step) {
                found.first.turn(
                    position, moves, ReadJson::parse(position.to_json(), nullptr, false));
                found.second.push_back(moves.empty() ? 0 : moves.front().turn);
            }
        });
    return found;
}

} // namespace referee
