#include "game_of_setup.hpp"
#include "games/dicewars/create.hpp"
#include "games/dicewars/field.hpp"
#include "games/dicewars/files.hpp"
#include "games/dicewars/frames.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace referee::dicewars {
namespace {

constexpr std::string_view answer_form =
    "one or more commands, a line each: 'battle S T', 'transfer S T', 'end'; carried out in order "
    "until a battle is lost or the turn ends";
constexpr std::string_view fault_costs =
    "timeout: the turn ends; crash, exit, no-result, bad-result, illegal: the turn ends and the "
    "seat is switched off: its turns end by themselves for the rest of the game";

constexpr std::size_t max_log = 1U << 20U; ///< bytes before what nobody needs is forgotten

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

/// What was carried out, for last.dat: one text for all, and how far each player has read it.
class Log {
  public:
    void add(const Event& event) { text_ += line_of(event); }
    /// From here on it is news to the player.
    void mark(int player) { begins_[static_cast<std::size_t>(player)] = text_.size(); }
    std::string_view news_for(int player) const {
        return std::string_view(text_).substr(begins_[static_cast<std::size_t>(player)]);
    }
    /// Those who are never asked again need nothing.
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

class DicewarsPosition final : public Position {
  public:
    explicit DicewarsPosition(const FieldSetup& field)
        : field_(field), setup_(field.game), state_(start(field.game)) {}

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

  private:
    Effect answer(const Answer& answer) {
        Effect effect;
        effect.fault = answer.fault;
        const bool was_illegal = answer.fault == Fault::illegal; // in a replay
        if (answer.fault != Fault::none && !was_illegal) {
            end_by_fault(answer.fault != Fault::timeout);
            return effect;
        }
        const ReadCommands read = read_commands(answer.text);
        if (!read.error.empty() && !was_illegal) {
            effect.fault = Fault::bad_result;
            effect.reason = read.error;
            end_by_fault(true);
            return effect;
        }
        if (carry_out(read.commands, effect) && was_illegal) {
            end_by_fault(true); // what was refused is not in the text
        }
        return effect;
    }

    /// True if the mover may go on.
    bool carry_out(const std::vector<Command>& commands, Effect& effect) {
        for (const Command& command : commands) {
            const Event event = carry_out(command);
            if (event.outcome.refusal != Refusal::none) {
                effect.fault = Fault::illegal;
                effect.reason = dicewars::reason_of(event.outcome.refusal, command);
                return false;
            }
            effect.text += (effect.text.empty() ? "" : " ") + text_of(command);
            effect.comment += (effect.comment.empty() ? "" : "; ") + comment_on(event);
            if (event.outcome.ended_turn || state_.end != End::none) {
                return false;
            }
            if (command.kind == Command::Kind::battle && !event.outcome.won) {
                return true;
            }
        }
        return true;
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

    /// What the match shows at the end of the turn is not shown twice.
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
            .parameters = parameters(),
            .create_settings = create_settings(),
            .files = state_files(),
            .answer = answer_form,
            .faults = fault_costs,
        },
        {read_setup, create_setup, seats_of, describe});
    return game;
}

} // namespace referee::dicewars
