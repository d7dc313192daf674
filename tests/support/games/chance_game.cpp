#include "support/games/chance_game.hpp"

#include "base/random.hpp"
#include "game/answer.hpp"
#include "game/field_text.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace tests {
namespace {

using namespace referee;

class ChancePosition : public Position {
  public:
    ChancePosition(int seats, const std::vector<int>& rolls)
        : rolls_(rolls), points_(static_cast<std::size_t>(seats)) {
        seats_.resize(static_cast<std::size_t>(seats));
        std::iota(seats_.begin(), seats_.end(), 1);
    }

    std::unique_ptr<Position> clone() const override {
        return std::make_unique<ChancePosition>(*this);
    }
    std::span<const Seat> players_to_move() const override {
        return turn_ < rolls_.size() ? std::span<const Seat>(seats_) : std::span<const Seat>();
    }
    int turn() const override { return static_cast<int>(turn_); }
    void write_files(Seat seat, Phase, StateFiles& files) const override {
        files.of(0) = fmt::format("{}\n", points_[static_cast<std::size_t>(seat - 1)]);
    }

    std::vector<Effect>
    apply(std::span<const Answer> answers, const StepWatcher& watcher) override {
        std::vector<Effect> effects;
        for (const Answer& answer : answers) {
            Effect effect;
            effect.fault = answer.fault;
            const auto words = answer_words(answer.text);
            const auto number =
                words.size() == 1 ? answer_integer(words[0].text) : std::optional<std::int64_t>();
            if (answer.fault == Fault::none && !number) {
                effect.fault = Fault::bad_result;
            } else if (answer.fault == Fault::none && (*number < 1 || *number > 6)) {
                effect.fault = Fault::illegal;
            }
            if (number) {
                effect.text = std::to_string(*number);
                const int roll = rolls_[turn_];
                points_[static_cast<std::size_t>(answer.seat - 1)] += *number == roll ? roll : 0;
            }
            effects.push_back(effect);
        }
        ++turn_;
        if (watcher) {
            watcher();
        }
        return effects;
    }

    LegalAnswers legal_answers(Seat) const override { return {{"1", "2", "3", "4", "5", "6"}}; }

    std::optional<Ending> ending() const override {
        if (turn_ < rolls_.size()) {
            return std::nullopt;
        }
        Ending ending;
        ending.scores.assign(points_.begin(), points_.end());
        ending.ranks = ranks_of(ending.scores);
        ending.reason = "rolls used up";
        return ending;
    }

    std::string canonical_text() const override {
        return fmt::format("turn {}\npoints {}\n", turn_, fmt::join(points_, " "));
    }
    std::string render(bool) const override { return canonical_text(); }
    std::string to_json() const override { return fmt::format("{{\"turn\":{}}}", turn_); }

  private:
    const std::vector<int>& rolls_;
    std::vector<Seat> seats_;
    std::vector<int> points_;
    std::size_t turn_ = 0;
};

class ChanceField : public Field {
  public:
    explicit ChanceField(FieldText& text)
        : seats_(static_cast<int>(text.integer("players", 4, 2, 8))) {
        for (const Row& row : text.section("rolls").rows) {
            rolls_.push_back(static_cast<int>(text.integer(row, 0, "roll", 1, 6)));
        }
        text.finish();
    }
    int seats() const override { return seats_; }
    std::unique_ptr<Position> start() const override {
        return std::make_unique<ChancePosition>(seats_, rolls_);
    }
    std::vector<std::string> describe() const override { return {}; }

  private:
    int seats_;
    std::vector<int> rolls_;
};

class Chance : public Game {
  public:
    const GameInfo& info() const override {
        static const GameInfo info = [] {
            static constexpr StateFile files[] = {{"player.dat", "own points"}};
            GameInfo made;
            made.name = "chance";
            made.title = "naming rolls";
            made.max_seats = max_seats;
            made.default_seats = 4;
            made.simultaneous = true;
            made.files = files;
            return made;
        }();
        return info;
    }
    std::unique_ptr<const Field> read_field(FieldText& text) const override {
        return std::make_unique<ChanceField>(text);
    }
    std::string create_field(const CreateRequest& request, Rng& rng) const override {
        std::string text = fmt::format(
            "game chance\nplayers {}\n[rolls]\n", request.players == 0 ? 4 : request.players);
        for (int i = 0; i < 30; ++i) {
            text += fmt::format("{}\n", 1 + rng.below(6));
        }
        return text;
    }
};

} // namespace

const referee::Game& chance_game() {
    static const Chance game;
    return game;
}

} // namespace tests
