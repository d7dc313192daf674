// The game spe_ed as the referee knows it: its names, files, answers, measures and pictures.

#include "game/fates.hpp"
#include "game/setup.hpp"
#include "games/spe_ed/field.hpp"
#include "games/spe_ed/files.hpp"
#include "games/spe_ed/frames.hpp"

#include <array>
#include <fmt/format.h>

namespace referee::spe_ed {
namespace {

constexpr std::string_view seat_form =
    "'seat' in match.dat; it is also your number in player.dat and on the board";
constexpr std::string_view answer_form =
    "one word: turn_left, turn_right, slow_down, speed_up or change_nothing";
constexpr std::array answer_examples{
    AnswerExample{"turn_left", "turns left, then moves as many cells as the speed says"},
    AnswerExample{"speed_up", "moves on, one cell faster"}};

class SpeEdPosition final : public Position, public Fates {
  public:
    explicit SpeEdPosition(const Setup& setup) : setup_(setup), state_(setup.start) {
        find_movers();
    }

    std::unique_ptr<Position> clone() const override {
        return std::make_unique<SpeEdPosition>(*this);
    }

    std::span<const Seat> players_to_move() const override {
        return std::span(movers_).first(mover_count_);
    }

    int turn() const override { return state_.round - 1; }

    std::optional<std::chrono::milliseconds> time_limit() const override {
        const auto index = static_cast<std::size_t>(state_.round - 1);
        return setup_.deadlines[index % setup_.deadlines.size()];
    }

    bool is_eliminated(Seat seat) const override { return !state_.players[seat - 1].active(); }

    std::string fate(Seat seat) const override { return fate_of(state_.players[seat - 1]); }

    void write_files(Seat seat, Phase, StateFiles& files) const override {
        write_state(state_, seat - 1, files);
    }

    std::vector<Effect> apply(std::span<const Answer> answers, const StepWatcher&) override {
        std::vector<Effect> effects(answers.size());
        Actions actions;
        actions.fill(Action::none);
        for (std::size_t i = 0; i < answers.size(); ++i) {
            actions[answers[i].seat - 1] = read(answers[i], effects[i]);
        }
        spe_ed::play_round(state_, actions);
        for (std::size_t i = 0; i < answers.size(); ++i) {
            judge(state_.players[answers[i].seat - 1], effects[i]);
        }
        find_movers();
        return effects;
    }

    LegalAnswers legal_answers(Seat seat) const override {
        const int speed = state_.players[seat - 1].speed;
        LegalAnswers legal;
        for (const std::string_view name : all_names<Action>) {
            const std::optional<Action> action = named<Action>(name);
            const bool is_legal = !(action == Action::slow_down && speed == min_speed) &&
                                  !(action == Action::speed_up && speed == max_speed);
            if (is_legal) {
                legal.choices.emplace_back(name);
            }
        }
        return legal;
    }

    std::optional<Ending> ending() const override {
        return is_over(state_) ? ranks_now() : std::nullopt;
    }

    std::optional<Ending> ranks_now() const override {
        const auto places = ranks(state_);
        const auto count = static_cast<std::size_t>(state_.player_count);
        Ending ending;
        ending.ranks.assign(places.begin(), places.begin() + state_.player_count);
        ending.scores.resize(count);
        const auto best = std::count(ending.ranks.begin(), ending.ranks.end(), 1);
        for (std::size_t i = 0; i < count; ++i) {
            ending.scores[i] = ending.ranks[i] == 1 ? 1.0 / static_cast<double>(best) : 0;
        }
        const int active = active_count(state_);
        ending.reason = !is_over(state_) ? "those who are left share the first rank"
                        : active > 1     ? "rounds used up"
                        : active == 1    ? "one is left"
                                         : "nobody is left";
        return ending;
    }

    std::string canonical_text() const override { return spe_ed::canonical_text(state_); }
    std::string render(bool colours) const override { return spe_ed::render(state_, colours); }
    std::string to_json() const override { return spe_ed::frame(state_); }

  private:
    static Action read(const Answer& answer, Effect& effect) {
        effect.fault = answer.fault;
        if (answer.fault != Fault::none) {
            return Action::none;
        }
        const ReadAction read = read_action(answer.text);
        if (!read.error.empty()) {
            effect.fault = Fault::bad_result;
            effect.reason = read.error;
            return Action::none;
        }
        effect.text = name_of(read.action);
        return read.action;
    }

    void judge(const Player& player, Effect& effect) const {
        if (player.active()) {
            return;
        }
        effect.comment = "out: " + reason_of(player);
        if (player.out == Out::speed) {
            effect.fault = Fault::illegal;
            effect.reason = fmt::format(
                "{}: the speed would be {}, not from 1 to 10", effect.text, player.speed);
        }
    }

    void find_movers() {
        mover_count_ = 0;
        for (int i = 0; !is_over(state_) && i < state_.player_count; ++i) {
            if (state_.players[i].active()) {
                movers_[mover_count_++] = i + 1;
            }
        }
    }

    const Setup& setup_;
    State state_;
    std::array<Seat, max_players> movers_{};
    std::size_t mover_count_ = 0;
};

int seats_of(const Setup& setup) {
    return setup.start.player_count;
}

std::vector<std::string> describe(const Setup& setup) {
    const auto [min, max] = std::minmax_element(setup.deadlines.begin(), setup.deadlines.end());
    return {
        fmt::format(
            "{} x {} cells, {} players, at most {} rounds", setup.start.board.width(),
            setup.start.board.height(), seats_of(setup), setup.start.max_rounds),
        fmt::format(
            "{} deadlines from {} to {} s", setup.deadlines.size(), text_of(*min), text_of(*max))};
}

/// What viewers plot for a seat, in the order of a frame's measures.
constexpr std::array<std::string_view, 2> measure_names{"cells reached", "speed"};

/// What stories tell of them.
constexpr std::array<MeasureWords, 2> measure_words{{
    {"got out into the open: {to:cell} in reach",
     "was cut off: {to:cell} left in reach, {from} before"},
    {"", ""},
}};

} // namespace

const Game& game() {
    static const GameOfSetup<Setup, SpeEdPosition> game(
        {
            .name = "spe_ed",
            .title = "the game of informatiCup 2021: leave a trail, touch none",
            .min_seats = min_players,
            .max_seats = max_players,
            .default_seats = min_players,
            .simultaneous = true,
            // Shown to people; the field has a deadline for each round.
            .time = {.per_move = std::chrono::seconds(15)},
            .parameters = parameter_table.describe(),
            .create_settings = create_table.describe(),
            .example_settings = {{"width", "12"}, {"height", "6"}},
            .seat = seat_form,
            .files = state_files(),
            .answer = answer_form,
            .answers = answer_examples,
            .faults =
                {{{FaultClass::late, FaultClass::unusable}, "you are out without moving"},
                 {{FaultClass::refused}, "you are out: the speed would be 0 or 11"}},
            .measures = measure_names,
            .measure_words = measure_words,
        },
        {read_setup, create_setup, seats_of, describe});
    return game;
}

} // namespace referee::spe_ed
