#include "support/games/scripted_game.hpp"

#include "base/bytes.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace tests {
namespace {

using namespace referee;

void call(const ScriptedRules& rules, const std::string& what) {
    if (rules.on_call) {
        rules.on_call(what);
    }
}

class ScriptedPosition : public Position {
  public:
    explicit ScriptedPosition(const ScriptedRules& rules) : rules_(rules) {
        scores_.resize(static_cast<std::size_t>(rules.seats));
        is_out_.resize(static_cast<std::size_t>(rules.seats));
        find_movers();
    }

    std::unique_ptr<Position> clone() const override {
        return std::make_unique<ScriptedPosition>(*this);
    }
    std::span<const Seat> players_to_move() const override { return movers_; }
    int turn() const override { return turn_; }
    std::optional<std::chrono::milliseconds> time_limit() const override {
        const auto at = static_cast<std::size_t>(turn_);
        return at < rules_.limits.size() ? rules_.limits[at] : std::nullopt;
    }
    bool is_eliminated(Seat seat) const override {
        return is_out_[static_cast<std::size_t>(seat) - 1];
    }

    void write_files(Seat seat, Phase phase, StateFiles& files) const override {
        call(rules_, "files");
        if (phase != Phase::prepare) {
            files.of(0) = fmt::format("{}\n", history_);
        }
        files.match_keys = fmt::format("asked {}\n", seat);
    }

    std::vector<Effect>
    apply(std::span<const Answer> answers, const StepWatcher& watcher) override {
        std::string what = fmt::format("apply {}:", turn_);
        std::vector<Effect> effects;
        for (const Answer& answer : answers) {
            what += fmt::format(" {}={}", answer.seat, word_of(answer));
            effects.push_back(effect_of(answer));
        }
        call(rules_, what);
        for (std::size_t i = 0; i < answers.size(); ++i) {
            const auto seat = static_cast<std::size_t>(answers[i].seat) - 1;
            history_ += fmt::format(" {}={}", answers[i].seat, word_of(answers[i]));
            scores_[seat] += effects[i].fault == Fault::none ? 1 : 0;
            is_out_[seat] = is_out_[seat] || effects[i].text == "out";
        }
        ++turn_;
        last_mover_ = answers.back().seat;
        find_movers();
        if (watcher) {
            watcher();
        }
        return effects;
    }

    LegalAnswers legal_answers(Seat) const override { return {.choices = {"ok", "out"}}; }
    std::optional<Ending> ending() const override {
        return movers_.empty() ? ranks_now() : std::nullopt;
    }
    std::optional<Ending> ranks_now() const override {
        return Ending{.ranks = ranks_of(scores_), .scores = scores_, .reason = "counted"};
    }
    std::string canonical_text() const override { return fmt::format("{}{}", turn_, history_); }
    std::string render(bool) const override { return canonical_text() + "\n"; }
    std::string to_json() const override { return fmt::format("{{\"turn\":{}}}", turn_); }

  private:
    static std::string word_of(const Answer& answer) {
        return answer.fault == Fault::none ? std::string(answer.text)
                                           : std::string(name_of(answer.fault));
    }

    static Effect effect_of(const Answer& answer) {
        Effect effect;
        effect.fault = answer.fault;
        if (answer.fault != Fault::none) {
            return effect;
        }
        if (answer.text == "ok" || answer.text == "out") {
            effect.text = answer.text;
        } else if (answer.text == "illegal") {
            effect.text = answer.text;
            effect.fault = Fault::illegal;
            effect.reason = "the rules forbid it";
        } else {
            effect.fault = Fault::bad_result;
            effect.reason = "it is no move";
        }
        return effect;
    }

    void find_movers() {
        movers_.clear();
        const auto left = std::count(is_out_.begin(), is_out_.end(), false);
        if (turn_ == rules_.turns || left <= (rules_.seats == 1 ? 0 : 1)) {
            return;
        }
        for (int step = 1; step <= rules_.seats; ++step) {
            const Seat seat =
                rules_.simultaneous ? step : (last_mover_ + step - 1) % rules_.seats + 1;
            if (!is_out_[static_cast<std::size_t>(seat) - 1]) {
                movers_.push_back(seat);
                if (!rules_.simultaneous) {
                    return;
                }
            }
        }
    }

    const ScriptedRules& rules_;
    std::vector<double> scores_;
    std::vector<bool> is_out_;
    std::vector<Seat> movers_;
    std::string history_;
    int turn_ = 0;
    Seat last_mover_ = 0;
};

class OneField : public Field {
  public:
    explicit OneField(const ScriptedRules& rules) : rules_(rules) {}
    int seats() const override { return rules_.seats; }
    std::unique_ptr<Position> start() const override {
        call(rules_, "start");
        return std::make_unique<ScriptedPosition>(rules_);
    }
    std::vector<std::string> describe() const override { return {}; }

  private:
    const ScriptedRules& rules_;
};

class ScriptedGame : public Game {
  public:
    explicit ScriptedGame(const ScriptedRules& rules) : rules_(rules) {
        static constexpr auto files = std::to_array<StateFile>(
            {{"state.dat", "what has been played"}, {"extra.dat", "in some games: nothing"}});
        info_.name = "scripted";
        info_.min_seats = 1;
        info_.max_seats = max_seats;
        info_.simultaneous = rules.simultaneous;
        info_.has_prepare = rules.has_prepare;
        info_.match_decides = rules.match_decides;
        info_.time = rules.time;
        info_.files = files;
    }
    const GameInfo& info() const override { return info_; }
    std::unique_ptr<const Field> read_field(FieldText&) const override {
        return std::make_unique<OneField>(rules_);
    }
    std::string create_field(const CreateRequest&, Rng&) const override { return ""; }

  private:
    const ScriptedRules& rules_;
    GameInfo info_;
};

} // namespace

ScriptedField::ScriptedField(ScriptedRules rules)
    : rules_(std::move(rules)), game_(std::make_unique<ScriptedGame>(rules_)) {
    loaded_.game = game_.get();
    loaded_.path = "scripted.dat";
    loaded_.name = "scripted";
    loaded_.text = "game scripted\n";
    loaded_.sha256 = sha256(loaded_.text);
    loaded_.field = std::make_unique<OneField>(rules_);
}

ScriptedField::~ScriptedField() = default;

} // namespace tests
