// The game battlesnake as the referee knows it: its names, files, answers, measures and pictures.

#include "game/fates.hpp"
#include "game/setup.hpp"
#include "games/battlesnake/field.hpp"
#include "games/battlesnake/files.hpp"
#include "games/battlesnake/frames.hpp"
#include "games/battlesnake/official.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace referee::battlesnake {
namespace {

constexpr std::string_view seat_form =
    "'seat' in match.dat; on the board seat 1 has the head A and the body a, seat 2 B and b, and "
    "so on";
constexpr std::string_view answer_help =
    "up, down, left or right; up is y + 1, the origin is at the bottom left";
constexpr std::array answer_examples{
    AnswerExample{"up", "moves the head from x, y to x, y + 1"},
    AnswerExample{"left", "moves the head from x, y to x - 1, y"}};

class BattlesnakePosition final : public Position, public Fates, public Exportable {
  public:
    explicit BattlesnakePosition(const Setup& setup) : setup_(setup), state_(setup.start) {
        find_movers();
    }

    std::unique_ptr<Position> clone() const override {
        return std::make_unique<BattlesnakePosition>(*this);
    }

    std::span<const Seat> players_to_move() const override {
        return std::span(movers_).first(mover_count_);
    }

    int turn() const override { return static_cast<int>(state_.turn); }

    bool is_eliminated(Seat seat) const override { return !state_.lives(seat); }

    std::string fate(Seat seat) const override {
        const Snake& snake = state_.snake(seat);
        return snake.cause == Cause::head ? fmt::format("met seat {} head-on", snake.killer)
                                          : fate_of(snake);
    }

    std::string export_head(const ExportedGame& game) const override {
        return official_game(setup_, game);
    }
    std::string export_position(const ExportedGame& game) const override {
        return official_position(state_, setup_, game);
    }
    std::string export_result(const ExportedGame& game, std::span<const int> ranks) const override {
        return official_result(state_, game, ranks);
    }

    void write_files(Seat seat, Phase, StateFiles& files) const override {
        write_state(state_, setup_, seat, files);
    }

    std::vector<Effect> apply(std::span<const Answer> answers, const StepWatcher&) override {
        Moves moves{};
        std::vector<Effect> effects;
        effects.reserve(answers.size());
        for (const Answer& answer : answers) {
            effects.push_back(judge(answer, moves[answer.seat - 1]));
        }
        const State before = state_;
        battlesnake::apply(state_, setup_, moves);
        find_movers();
        for (std::size_t i = 0; i < answers.size(); ++i) {
            effects[i].comment = comment_on(before, answers[i].seat);
        }
        return effects;
    }

    LegalAnswers legal_answers(Seat) const override {
        return {{all_names<Direction>.begin(), all_names<Direction>.end()}};
    }

    std::optional<Ending> ending() const override {
        return mover_count_ > 0 ? std::nullopt : ranks_now();
    }

    /// As at the last turn.
    std::optional<Ending> ranks_now() const override {
        Ending ending;
        const auto by_seat = ranks(state_);
        ending.ranks.assign(by_seat.begin(), by_seat.begin() + state_.count);
        const auto winners = std::count(ending.ranks.begin(), ending.ranks.end(), 1);
        for (const int rank : ending.ranks) {
            ending.scores.push_back(rank == 1 ? 1.0 / static_cast<double>(winners) : 0.0);
        }
        const int living = state_.living_count();
        ending.reason = mover_count_ > 0                  ? "ranked by length, then health"
                        : living == 0                     ? "no snake is left"
                        : living == 1 && state_.count > 1 ? "one snake is left"
                                                          : "turns used up";
        return ending;
    }

    std::string canonical_text() const override { return battlesnake::canonical_text(state_); }
    std::string render(bool colours) const override {
        return battlesnake::render(state_, setup_, colours);
    }
    std::string to_json() const override { return battlesnake::frame(state_, setup_); }

  private:
    void find_movers() {
        mover_count_ = 0;
        if (is_over(state_, setup_.parameters.max_turns)) {
            return;
        }
        for (Seat seat = 1; seat <= state_.count; ++seat) {
            if (state_.lives(seat)) {
                movers_[mover_count_++] = seat;
            }
        }
    }

    /// The move of an answer; with any fault, the snake's move without an answer.
    Effect judge(const Answer& answer, Direction& move) const {
        Effect effect;
        effect.fault = answer.fault;
        move = fallback_move(state_.snake(answer.seat), setup_.parameters.first_move);
        if (answer.fault == Fault::none) {
            ReadDirection read = read_direction(answer.text);
            if (read.error.empty()) {
                move = read.direction;
            } else {
                effect.fault = Fault::bad_result;
                effect.reason = std::move(read.error);
            }
        }
        effect.text = name_of(move);
        return effect;
    }

    std::string comment_on(const State& before, Seat seat) const {
        const Snake& snake = state_.snake(seat);
        const bool has_eaten = before.board.has_food(snake.head);
        if (snake.cause == Cause::none) {
            return has_eaten ? "eats" : "";
        }
        return (has_eaten ? "eats, " : "") + fate_of(snake);
    }

    const Setup& setup_;
    State state_;
    std::array<Seat, battlesnake::max_snakes> movers_{};
    std::size_t mover_count_ = 0;
};

int distance(Cell a, Cell b) {
    return std::abs(x_of(a) - x_of(b)) + std::abs(y_of(a) - y_of(b));
}

int seats_of(const Setup& setup) {
    return setup.start.count;
}

/// The modes and the hazards: "wrapped; 12 cells with hazards, changes until turn 250, damage 14".
std::string describe_modes(const Setup& setup) {
    std::vector<std::string> parts;
    if (setup.start.wrapped) {
        parts.emplace_back("wrapped");
    }
    if (setup.start.constrictor) {
        parts.emplace_back("constrictor");
    }
    if (!setup.hazards.is_empty()) {
        int cells = 0;
        for_each_hazard(setup.start, setup.hazards, [&](Cell, int) { ++cells; });
        const std::uint32_t last = setup.hazards.turns_of_changes().back();
        parts.push_back(fmt::format(
            "hazards on {} {} at the start, {}, damage {}", cells, cells == 1 ? "cell" : "cells",
            last == 0 ? "never changed" : fmt::format("changed until turn {}", last),
            setup.hazards.damage()));
    }
    return fmt::format("{}", fmt::join(parts, "; "));
}

std::vector<std::string> describe(const Setup& setup) {
    const Parameters& values = setup.parameters;
    const State& state = setup.start;
    std::vector<std::string> lines{
        fmt::format(
            "{} {} on {} x {}, {} food, draws for {} turns", state.count,
            state.count == 1 ? "snake" : "snakes", values.width, values.height, state.food,
            setup.spawns.size()),
        fmt::format(
            "minimum food {}, food chance {} %, at most {} turns, first move {}",
            values.minimum_food, values.food_chance, values.max_turns, name_of(values.first_move))};
    if (!setup.is_standard()) {
        lines.push_back(describe_modes(setup));
    }
    // On a wrapped board with an odd side, a way around it changes whether a distance is odd.
    const bool is_bipartite = !state.wrapped || (state.width % 2 == 0 && state.height % 2 == 0);
    for (int seat = 1; seat <= state.count && is_bipartite; ++seat) {
        for (int other = seat + 1; other <= state.count; ++other) {
            if (distance(state.snake(seat).head, state.snake(other).head) % 2 != 0) {
                lines.push_back(fmt::format(
                    "warning: the heads of seats {} and {} are an odd distance apart: they can "
                    "never meet head-on",
                    seat, other));
            }
        }
    }
    return lines;
}

/// What viewers plot for a seat, in the order of a frame's measures.
constexpr std::array<std::string_view, 3> measure_names{"length", "health", "territory"};

/// What stories tell of them.
constexpr std::array<MeasureWords, 3> measure_words{{
    {"ate and grew to {to}", ""},
    {"", ""},
    {"got room: reaches {to:cell} first, {from} before",
     "was hemmed in: reaches {to:cell} first, {from} before"},
}};

} // namespace

const Game& game() {
    static const GameOfSetup<Setup, BattlesnakePosition> game(
        {
            .name = "battlesnake",
            .title = "snakes on one board: the last one alive wins",
            .min_seats = 1,
            .max_seats = battlesnake::max_snakes,
            .default_seats = 2,
            .simultaneous = true,
            .time = {.per_move = std::chrono::milliseconds(500)},
            .parameters = joined(parameter_table.describe(), mode_table.describe()),
            .create_settings = create_table.describe(),
            .example_settings = {{"size", "7"}, {"lines", "100"}, {"shrink_every", "3"}},
            .seat = seat_form,
            .files = state_files(),
            .answer = answer_help,
            .answers = answer_examples,
            .faults =
                {{{FaultClass::late, FaultClass::unusable},
                  "the snake repeats its last move; before its first move, it goes from neck to "
                  "head, or in first_move if both are on one cell"}},
            .measures = measure_names,
            .measure_words = measure_words,
            .export_format = "JSON Lines, as the official command line tool writes with --output",
        },
        {read_setup, create_setup, seats_of, describe});
    return game;
}

} // namespace referee::battlesnake
