// The game gems as the referee knows it: its names, files, answers, measures and pictures.

#include "game/setup.hpp"
#include "games/gems/field.hpp"
#include "games/gems/files.hpp"
#include "games/gems/frames.hpp"

#include <array>
#include <fmt/format.h>

namespace referee::gems {
namespace {

constexpr std::string_view seat_form =
    "'seat' in match.dat is 1 or 2; both seats have the same files: player.dat is always yours";
constexpr std::string_view answer_form =
    "X1 Y1 X2 Y2: two neighbouring cells whose stones are swapped; x from the left, y from the "
    "bottom, both from 0 to 9";
constexpr std::array answer_examples{
    AnswerExample{"1 0 1 1", "swaps the stone at x 1, y 0 with the one above it"},
    AnswerExample{"2 2 3 2", "swaps the stone at x 2, y 2 with the one to its right"}};

std::string_view reason_of(End end) {
    switch (end) {
    case End::life:
        return "life used up";
    case End::moves:
        return "moves used up, decided on points";
    case End::dry:
        return "stones used up, decided on points";
    case End::forfeit:
        return "fault";
    case End::none:
        break; // a limit ends it
    }
    return "decided on points";
}

std::string comment_on(const Outcome& outcome) {
    if (!outcome.legal) {
        return "";
    }
    std::string text = fmt::format(
        "{} {}, {} stones, {} damage", outcome.steps, outcome.steps == 1 ? "step" : "steps",
        outcome.stones, outcome.damage);
    if (outcome.deadlock_rows > 0) {
        text += fmt::format(
            ", {} {} removed: no swap was left", outcome.deadlock_rows,
            outcome.deadlock_rows == 1 ? "row" : "rows");
    }
    return text + (outcome.extra_turn ? ", another turn" : "");
}

class GemsPosition final : public Position {
  public:
    explicit GemsPosition(const Setup& setup) : setup_(setup), state_(start(setup)) {}

    std::unique_ptr<Position> clone() const override {
        return std::make_unique<GemsPosition>(*this);
    }

    std::span<const Seat> players_to_move() const override {
        static constexpr std::array<Seat, 2> seats{1, 2};
        return state_.end == End::none ? std::span(seats).subspan(state_.mover, 1)
                                       : std::span<const Seat>();
    }

    int turn() const override { return state_.moves; }

    void write_files(Seat seat, Phase, StateFiles& files) const override {
        write_state(state_, setup_.parameters, seat - 1, files);
    }

    std::vector<Effect>
    apply(std::span<const Answer> answers, const StepWatcher& watcher) override {
        return {apply_one(answers.front(), watcher)};
    }

    LegalAnswers legal_answers(Seat) const override {
        LegalAnswers legal;
        for (const Swap& swap : legal_swaps(state_.board)) {
            legal.choices.push_back(text_of(swap));
        }
        return legal;
    }

    std::optional<Ending> ending() const override {
        return state_.end == End::none ? std::nullopt : ranks_now();
    }

    /// As when the moves are used up.
    std::optional<Ending> ranks_now() const override {
        const int best = winner(state_);
        Ending ending{{1, 1}, {0.5, 0.5}, false, std::string(reason_of(state_.end))};
        if (best >= 0) {
            ending.ranks[1 - best] = 2;
            ending.scores[best] = 1;
            ending.scores[1 - best] = 0;
        }
        return ending;
    }

    std::string canonical_text() const override { return gems::canonical_text(state_); }
    std::string render(bool colours) const override { return gems::render(state_, last_, colours); }
    std::string to_json() const override { return gems::frame(state_, last_); }

  private:
    Effect apply_one(const Answer& answer, const StepWatcher& watcher) {
        Effect effect;
        effect.fault = answer.fault;
        if (answer.fault == Fault::none) {
            const ReadSwap read = read_swap(answer.text);
            if (read.error.empty()) {
                return move(read, watcher);
            }
            effect.fault = Fault::bad_result;
            effect.reason = read.error;
        }
        forfeit(state_, answer.seat - 1);
        last_.reset();
        return effect;
    }

    Effect move(const ReadSwap& read, const StepWatcher& watcher) {
        const Swap& swap = read.swap;
        last_.reset();
        Outcome outcome = begin_move(state_, setup_, swap);
        std::vector<std::string_view> readings;
        if (!outcome.legal) {
            readings = legal_readings(state_.board, swap); // before a dead board is cleared
        } else {
            last_ = swap;
            if (watcher) {
                watcher();
            }
            while (cascade_step(state_, setup_, outcome)) {
                if (watcher) {
                    watcher();
                }
            }
        }
        finish_move(state_, setup_, outcome);
        Effect effect{
            outcome.legal ? Fault::none : Fault::illegal, text_as_written(read), "",
            comment_on(outcome)};
        if (!outcome.legal) {
            effect.reason = gems::reason_of(read);
            effect.legal_if.assign(readings.begin(), readings.end());
        }
        return effect;
    }

    const Setup& setup_;
    State state_;
    std::optional<Swap> last_;
};

int seats_of(const Setup&) {
    return 2;
}

std::vector<std::string> describe(const Setup& setup) {
    const Parameters& values = setup.parameters;
    return {
        fmt::format(
            "{} rows of stones, {} legal swaps at the start", setup.queues[0].size() + rows,
            legal_swaps(setup.board).count),
        fmt::format(
            "life {}, shield {}, threshold {}, purple threshold {}, illegal penalty {}, at "
            "most {} moves",
            values.life, values.shield, values.threshold, values.purple_threshold,
            values.illegal_penalty, values.max_moves)};
}

/// What viewers plot for a seat, in the order of a frame's measures.
constexpr std::array<std::string_view, 2> measure_names{"life", "shield"};

/// What stories tell of them.
constexpr std::array<MeasureWords, 2> measure_words{{
    {"gained {amount} life", "was hit for {amount}"},
    {"raised its shield by {amount}", "lost {amount} of its shield"},
}};

} // namespace

const Game& game() {
    static const GameOfSetup<Setup, GemsPosition> game(
        {
            .name = "gems",
            .title = "the duel of the freiesMagazin contest: swap stones, make lines",
            .reads_headerless = true,
            .time = {.per_move = std::chrono::seconds(60)},
            .parameters = parameter_table.describe(),
            .create_settings = create_table.describe(),
            .example_settings = {{"rows", "20"}},
            .seat = seat_form,
            .files = state_files(),
            .answer = answer_form,
            .answers = answer_examples,
            .faults =
                {{{FaultClass::late, FaultClass::unusable}, "the game is lost"},
                 {{FaultClass::refused}, "illegal_penalty damage to you, and the turn passes"}},
            .measures = measure_names,
            .measure_words = measure_words,
        },
        {read_setup, create_setup, seats_of, describe});
    return game;
}

} // namespace referee::gems
