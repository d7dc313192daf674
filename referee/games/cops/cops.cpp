// The game cops as the referee knows it: its names, files, answers, measures and pictures.

#include "base/text.hpp"
#include "game/setup.hpp"
#include "games/cops/field.hpp"
#include "games/cops/files.hpp"
#include "games/cops/frames.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace referee::cops {
namespace {

constexpr std::string_view seat_form =
    "'role' in match.dat is thief (seat 1) or cops (seat 2); player.dat holds your own units";
constexpr std::string_view answer_form =
    "plan_length letters N E S W or - (stay) for the thief, or as many for each cop in order; each "
    "letter is a word of its own; N is y - 1; line ends don't matter";
constexpr std::array answer_examples{
    AnswerExample{"N N E - -", "the thief goes up twice, then right, and stays for two ticks"},
    AnswerExample{
        "N N N N N\nE E E E E\n- - - - -\nS S W W W\nW - W - W",
        "five cops, one per line: the first goes up five times, the third stays"}};

/// The roles: seat 1 is the thief, seat 2 the cops.
constexpr bool is_thief(Seat seat) {
    return seat == 1;
}

std::string reason_of(const State& state) {
    const int tick = state.tick - 1;
    switch (state.end) {
    case End::captured:
        return fmt::format("captured in tick {}", tick);
    case End::escaped:
        return fmt::format("escaped in tick {}", tick);
    case End::survived:
        return fmt::format("survived {} ticks", state.tick);
    case End::none:
        break;
    }
    return "";
}

/// One game. A turn is a plan: k ticks, from the players' moves of one tick to the walls' and
/// gates' moves of the tick in which the next plans are made.
class CopsPosition final : public Position {
  public:
    explicit CopsPosition(const Setup& setup) : setup_(setup), state_(setup.start) {
        move_surroundings(state_, setup_.parameters, setup_.words_of(0));
    }

    std::unique_ptr<Position> clone() const override {
        return std::make_unique<CopsPosition>(*this);
    }

    std::span<const Seat> players_to_move() const override {
        static constexpr std::array<Seat, 2> seats{1, 2};
        return state_.end == End::none ? std::span<const Seat>(seats) : std::span<const Seat>();
    }

    int turn() const override { return turn_; }

    void write_files(Seat seat, Phase phase, StateFiles& files) const override {
        write_match_keys(state_, setup_.parameters, is_thief(seat), files);
        if (phase != Phase::prepare) {
            write_state(state_, past_, setup_.parameters, is_thief(seat), files);
        }
    }

    std::vector<Effect>
    apply(std::span<const Answer> answers, const StepWatcher& watcher) override {
        std::array<std::vector<Step>, 2> plans;
        std::vector<Effect> effects;
        for (const Answer& answer : answers) {
            effects.push_back(read(answer, plans[static_cast<std::size_t>(answer.seat - 1)]));
        }
        const std::array<int, 2> blocked = play(plans[0], plans[1], watcher);
        for (std::size_t i = 0; i < answers.size(); ++i) {
            const int count = blocked[static_cast<std::size_t>(answers[i].seat - 1)];
            if (count > 0) {
                effects[i].comment =
                    fmt::format("{} {} no move", count, count == 1 ? "step was" : "steps were");
            }
        }
        ++turn_;
        return effects;
    }

    LegalAnswers legal_answers(Seat seat) const override {
        LegalAnswers legal;
        for (const char letter : step_letters) {
            legal.choices.emplace_back(1, letter);
        }
        legal.length = (is_thief(seat) ? 1 : state_.cop_count) * setup_.parameters.plan_length;
        return legal;
    }

    std::optional<Ending> ending() const override {
        if (state_.end == End::none) {
            return std::nullopt;
        }
        // Both games of the match together decide who wins; a single game has no winner.
        const double payoff = state_.payoff;
        return Ending{{1, 1}, {payoff, -payoff}, false, reason_of(state_)};
    }

    std::string canonical_text() const override { return cops::canonical_text(state_); }
    std::string render(bool colours) const override {
        return cops::render(state_, setup_.parameters, colours);
    }
    std::string to_json() const override { return cops::frame(state_, setup_.parameters); }
    std::string frame_for(Seat) const override {
        // history.dat leaves out the first tick of a plan.
        const bool is_first_tick =
            !state_.surroundings_moved && past_.empty() && state_.end == End::none;
        return is_first_tick ? "" : cops::public_frame(state_, setup_.parameters);
    }

  private:
    /// Reads a side's answer into `plan`; with any fault the side waits.
    Effect read(const Answer& answer, std::vector<Step>& plan) const {
        const int units = is_thief(answer.seat) ? 1 : state_.cop_count;
        const int length = setup_.parameters.plan_length;
        Effect effect;
        effect.fault = answer.fault;
        if (answer.fault == Fault::none) {
            ReadPlan read = read_plan(answer.text, units, length);
            effect.fault = read.error.empty() ? Fault::none : Fault::bad_result;
            effect.reason = std::move(read.error);
            plan = std::move(read.steps);
        }
        if (effect.fault != Fault::none) {
            plan.assign(static_cast<std::size_t>(units * length), Step::wait);
        } else {
            effect.text = text_of(plan);
        }
        return effect;
    }

    /// Plays up to k ticks; counts, by side, the steps that weren't moves.
    std::array<int, 2> play(
        const std::vector<Step>& thief, const std::vector<Step>& cops, const StepWatcher& watcher) {
        const Parameters& values = setup_.parameters;
        std::array<int, 2> blocked{};
        past_.clear();
        for (int i = 0; i < values.plan_length; ++i) {
            Steps steps;
            steps.thief = thief[static_cast<std::size_t>(i)];
            for (int cop = 0; cop < state_.cop_count; ++cop) {
                steps.cops[cop] = cops[static_cast<std::size_t>(cop * values.plan_length + i)];
            }
            const State before = state_;
            move_players(state_, values, steps);
            count_blocked(before, steps, blocked);
            if (state_.end != End::none) {
                break;
            }
            if (watcher) {
                watcher();
            }
            past_.push_back(state_);
            move_surroundings(state_, values, setup_.words_of(state_.tick));
        }
        keep_last_states();
        return blocked;
    }

    void count_blocked(const State& before, const Steps& steps, std::array<int, 2>& blocked) const {
        blocked[0] += steps.thief != Step::wait && state_.thief == before.thief ? 1 : 0;
        for (int cop = 0; cop < state_.cop_count; ++cop) {
            const bool stayed = state_.cops[cop] == before.cops[cop];
            blocked[1] += steps.cops[cop] != Step::wait && stayed ? 1 : 0;
        }
    }

    /// history.dat holds k boards, the current one included.
    void keep_last_states() {
        const auto max = static_cast<std::size_t>(setup_.parameters.plan_length) - 1;
        if (past_.size() > max) {
            past_.erase(past_.begin(), past_.end() - static_cast<std::ptrdiff_t>(max));
        }
    }

    const Setup& setup_;
    State state_;
    std::vector<State> past_; ///< at the end of the last ticks, oldest first
    int turn_ = 0;
};

int seats_of(const Setup&) {
    return 2;
}

std::vector<std::string> describe(const Setup& setup) {
    const Parameters& values = setup.parameters;
    const State& start = setup.start;
    int nearest = 2 * max_size;
    for (int cop = 0; cop < start.cop_count; ++cop) {
        nearest = std::min(nearest, distance(start.cops[cop], start.thief));
    }
    std::vector<std::string> lines{
        fmt::format(
            "{0} x {0} cells, {1} ticks, plans of {2}", values.size, values.ticks,
            values.plan_length),
        fmt::format(
            "{}, the nearest {} cells from the thief; capture at distance {}{}",
            counted(start.cop_count, "cop"), nearest, values.capture_radius,
            values.swap_capture == 1 ? " or by swapping" : ""),
        fmt::format(
            "{} of width {}, chances to move {} and to turn {}", counted(start.gate_count, "gate"),
            values.gate_width, values.gate_move, values.gate_turn),
        fmt::format(
            "{} of length {}, chances to move {} and to turn {}", counted(start.wall_count, "wall"),
            values.wall_length, values.wall_move, values.wall_turn)};
    if (start.gate_count == 0) {
        lines.emplace_back("warning: there is no gate, so the thief can't escape");
    }
    return lines;
}

/// What viewers plot for a seat, in the order of a frame's measures.
constexpr std::array<std::string_view, 2> measure_names{"cells to the goal", "payoff"};

/// What stories tell of them.
constexpr std::array<MeasureWords, 2> measure_words{{
    {"was thrown back to {to:cell} from its goal", "came within {to:cell} of its goal"},
    {"", ""},
}};

} // namespace

const Game& game() {
    static const GameOfSetup<Setup, CopsPosition> game(
        {
            .name = "cops",
            .title = "cops chase a thief among moving walls; plans of several ticks",
            .simultaneous = true,
            .has_prepare = true,
            .match_decides = true,
            .time =
                {.per_move = std::chrono::milliseconds(500), .prepare = std::chrono::seconds(10)},
            .parameters = parameter_table.describe(),
            .create_settings = create_table.describe(),
            .example_settings = {{"size", "10"}, {"ticks", "20"}, {"walls", "2"}},
            .seat = seat_form,
            .files = state_files(),
            .answer = answer_form,
            .answers = answer_examples,
            .faults =
                {{{FaultClass::late, FaultClass::unusable},
                  "all units of the side wait for plan_length ticks"}},
            .measures = measure_names,
            .measure_words = measure_words,
        },
        {read_setup, create_setup, seats_of, describe});
    return game;
}

} // namespace referee::cops
