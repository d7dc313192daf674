// The game dicewars as the referee knows it: its names, files, answers, measures and pictures.

#include "game/fates.hpp"
#include "game/setup.hpp"
#include "games/dicewars/field.hpp"
#include "games/dicewars/files.hpp"
#include "games/dicewars/frames.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace referee::dicewars {
namespace {

constexpr std::string_view seat_form =
    "'seat' in match.dat; it is the owner of your areas in gamefield.dat";
constexpr std::string_view answer_help =
    "one or more commands, one per line: 'battle S T', 'transfer S T', 'end'; carried out in order "
    "until a battle is lost or the turn ends";
constexpr std::array answer_examples{
    AnswerExample{
        "battle 3 7\nbattle 7 8\nend",
        "attacks area 7 from area 3; if it wins, attacks area 8 from area 7 and ends the turn"},
    AnswerExample{"transfer 2 5", "moves dice from area 2 to area 5; then you are asked again"}};

constexpr std::size_t max_log = 1U << 20U; ///< bytes at which lines that nobody needs are dropped

std::string_view reason_of(End end) {
    switch (end) {
    case End::conquest:
        return "conquest";
    case End::idle:
        return "nobody did anything";
    case End::battles:
        return "battles used up";
    case End::turns:
        return "turns used up";
    case End::none:
        break;
    }
    return "";
}

/// The commands for last.dat: one text for all players, and how far each has read it.
class Log {
  public:
    void add(const Event& event) { text_ += line_of(event); }
    /// From now on only new lines are news to the player.
    void mark(int player) { begins_[static_cast<std::size_t>(player)] = text_.size(); }
    std::string_view news_for(int player) const {
        return std::string_view(text_).substr(begins_[static_cast<std::size_t>(player)]);
    }
    /// Drops the lines that all players have read. A player who is no longer asked needs none.
    void forget_old(const State& state) {
        if (text_.size() < max_log) {
            return;
        }
        std::size_t oldest = text_.size();
        for (int player = 0; player < state.players; ++player) {
            std::size_t& begin = begins_[static_cast<std::size_t>(player)];
            const bool is_asked = state.owned[player] != 0 && !state.is_off(player);
            begin = is_asked ? begin : text_.size();
            oldest = std::min(oldest, begin);
        }
        text_.erase(0, oldest);
        for (int player = 0; player < state.players; ++player) {
            begins_[static_cast<std::size_t>(player)] -= oldest;
        }
    }

  private:
    std::string text_;
    std::array<std::size_t, max_players> begins_{};
};

class DicewarsPosition final : public Position, public Fates {
  public:
    explicit DicewarsPosition(const FieldSetup& field)
        : field_(field), setup_(field.game), state_(start(field.game)) {}

    std::unique_ptr<Position> clone() const override {
        return std::make_unique<DicewarsPosition>(*this);
    }

    std::span<const Seat> players_to_move() const override {
        static constexpr std::array<Seat, max_players> seats{1, 2, 3, 4, 5, 6, 7, 8};
        return state_.end == End::none
                   ? std::span(seats).subspan(static_cast<std::size_t>(state_.mover), 1)
                   : std::span<const Seat>();
    }

    int turn() const override { return state_.commands; }

    bool is_eliminated(Seat seat) const override {
        return state_.owned[seat - 1] == 0 || state_.is_off(seat - 1);
    }

    std::string fate(Seat seat) const override {
        return state_.owned[seat - 1] == 0 ? "lost its last area"
               : state_.is_off(seat - 1)   ? "was switched off after too many faults"
                                           : "";
    }

    void write_files(Seat seat, Phase, StateFiles& files) const override {
        write_state(state_, setup_, seat - 1, log_.news_for(seat - 1), files);
    }

    std::vector<Effect>
    apply(std::span<const Answer> answers, const StepWatcher& watcher) override {
        watcher_ = &watcher;
        shown_ = true;
        log_.mark(state_.mover);
        Effect effect = answer(answers.front());
        while (state_.end == End::none && state_.is_off(state_.mover)) {
            end_by_fault(false);
        }
        log_.forget_old(state_);
        return {std::move(effect)};
    }

    LegalAnswers legal_answers(Seat) const override {
        LegalAnswers legal;
        legal.choices.push_back(text_of(end_turn()));
        const bool may_transfer = state_.transfers_this_turn < setup_.parameters.max_transfers;
        for (AreaSet areas = state_.owned[state_.mover]; areas != 0;) {
            const int from = take_first(areas);
            for (const int to : setup_.board.neighbours(from)) {
                for (const Command& command : {battle(from, to), transfer(from, to)}) {
                    const bool is_in_limit = may_transfer || command.kind == Command::Kind::battle;
                    if (is_in_limit && refusal_of(state_, setup_.board, command) == Refusal::none) {
                        legal.choices.push_back(text_of(command));
                    }
                }
            }
        }
        return legal;
    }

    std::optional<Ending> ending() const override {
        if (state_.end == End::none) {
            return std::nullopt;
        }
        Ending ending;
        ending.reason = reason_of(state_.end);
        ending.no_winner = state_.winner == nobody;
        const std::array<int, max_players> places = ranks(state_);
        for (int player = 0; player < state_.players; ++player) {
            ending.ranks.push_back(places[static_cast<std::size_t>(player)]);
            ending.scores.push_back(player == state_.winner ? 1 : 0);
        }
        return ending;
    }

    std::string canonical_text() const override {
        return dicewars::canonical_text(state_, setup_.board);
    }
    std::string render(bool colours) const override {
        return dicewars::render(state_, field_, last_, colours);
    }
    std::string to_json() const override { return dicewars::frame(state_, field_, last_); }
    std::string frame_for(Seat) const override {
        return dicewars::public_frame(state_, field_, last_);
    }

  private:
    Effect answer(const Answer& answer) {
        Effect effect;
        effect.fault = answer.fault;
        if (answer.fault != Fault::none) {
            end_by_fault(answer.fault != Fault::timeout);
            return effect;
        }
        const ReadCommands read = read_commands(answer.text);
        if (read.error.empty()) {
            carry_out(read, effect);
        } else {
            effect.fault = Fault::bad_result;
            effect.reason = read.error;
            end_by_fault(true);
        }
        return effect;
    }

    /// The effect's text is what was carried out, and the command that was refused.
    void carry_out(const ReadCommands& read, Effect& effect) {
        for (std::size_t which = 0; which < read.commands.size(); ++which) {
            const Command& command = read.commands[which];
            const Event event = carry_out(command);
            effect.text += (effect.text.empty() ? "" : " ") + text_as_written(read, which);
            if (event.outcome.refusal != Refusal::none) {
                effect.fault = Fault::illegal;
                effect.reason =
                    dicewars::reason_of(event.outcome.refusal, read, which, setup_.board.areas());
                return;
            }
            effect.comment += (effect.comment.empty() ? "" : "; ") + comment_on(event);
            const bool is_lost = command.kind == Command::Kind::battle && !event.outcome.won;
            if (is_lost || event.outcome.ended_turn || state_.end != End::none) {
                return;
            }
        }
    }

    Event carry_out(const Command& command) {
        show();
        Event event{state_.mover, command, {}, {}};
        event.outcome = dicewars::apply(state_, setup_, command, deployment_);
        if (event.outcome.ended_turn) {
            event.command = end_turn();
        }
        note(event);
        return event;
    }

    void end_by_fault(bool switches_off) {
        show();
        Event event{state_.mover, end_turn(), {}, {}};
        event.outcome.ended_turn = true;
        dicewars::end_by_fault(state_, setup_, switches_off, deployment_);
        note(event);
    }

    void note(Event& event) {
        if (event.outcome.ended_turn) {
            event.put_down.assign(
                deployment_.areas.begin(), deployment_.areas.begin() + deployment_.count);
        }
        log_.add(event);
        last_ = event;
        shown_ = false;
    }

    /// Shows a state within the turn. The match shows the one at the end of the turn itself.
    void show() {
        if (!shown_ && *watcher_) {
            (*watcher_)();
        }
    }

    const FieldSetup& field_;
    const Setup& setup_;
    State state_;
    Deployment deployment_{};
    Log log_;
    std::optional<Event> last_;
    const StepWatcher* watcher_ = nullptr;
    bool shown_ = true;
};

int seats_of(const FieldSetup& setup) {
    return setup.game.players;
}

std::vector<std::string> describe(const FieldSetup& setup) {
    const Setup& game = setup.game;
    const State state = dicewars::start(game);
    int edges = 0;
    for (int area = 0; area < game.board.areas(); ++area) {
        edges += static_cast<int>(game.board.neighbours(area).size());
    }
    std::vector<std::string> lines{fmt::format(
        "{} areas, {} edges, {}", game.board.areas(), edges / 2,
        setup.hexes.empty() ? "no hexes" : fmt::format("{} hexes", setup.hexes.size()))};
    for (int player = 0; player < game.players; ++player) {
        lines.push_back(fmt::format(
            "seat {}: {} areas, {} dice", player + 1, state.areas_of(player),
            dice_of(state, player)));
    }
    const NumberStream& stream = game.streams.front();
    lines.push_back(fmt::format(
        "{}, {}", game.are_shared() ? "one stream for all" : "a stream for each seat",
        stream.is_twister() ? "drawn by MT19937"
                            : fmt::format("{} numbers in the first", stream.count())));
    if (!stream.is_twister() && stream.count() < 1000) {
        lines.emplace_back(
            "warning: so few numbers come round again within a game; AIs may foresee them");
    }
    return lines;
}

/// What viewers plot for a seat, in the order of a frame's measures.
constexpr std::array<std::string_view, 4> measure_names{
    "areas", "dice", "largest region", "reserve"};

/// What stories tell of them.
constexpr std::array<MeasureWords, 4> measure_words{{
    {"took {amount:area}", "lost {amount:area}"},
    {"put down {amount:die,dice}", "lost {amount:die,dice}"},
    {"joined its areas to a region of {to}", "had its region of {from} areas broken to {to}"},
    {"", ""},
}};

} // namespace

const Game& game() {
    static const GameOfSetup<FieldSetup, DicewarsPosition> game(
        {
            .name = "dicewars",
            .title = "areas, dice, battles and transfers, for 2 to 8 players",
            .min_seats = 2,
            .max_seats = max_players,
            .default_seats = 4,
            .has_prepare = true,
            .time =
                {.start = std::chrono::seconds(10),
                 .increment = std::chrono::milliseconds(250),
                 .prepare = std::chrono::seconds(10)},
            .parameters = joined(field_table.describe(), parameter_table.describe()),
            .create_settings = create_table.describe(),
            .example_settings = {{"areas", "8"}, {"numbers", "100"}},
            .seat = seat_form,
            .files = state_files(),
            .answer = answer_help,
            .answers = answer_examples,
            .faults =
                {{{FaultClass::late}, "the turn ends and the answer is dropped"},
                 {{FaultClass::unusable},
                  "the turn ends and you are switched off: you are not asked again, and your "
                  "turns end automatically"},
                 {{FaultClass::refused}, "the same; the commands before the refused one count"}},
            .measures = measure_names,
            .measure_words = measure_words,
        },
        {read_setup, create_setup, seats_of, describe});
    return game;
}

} // namespace referee::dicewars
