// `check --game` and `check --rules` without processes: what the check itself decides.

#include "support/catch.hpp"

#include "base/random.hpp"
#include "cli/commands/game_check.hpp"
#include "game/breach.hpp"
#include "game/field_text.hpp"

#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace {

using namespace referee;

/// Both seats wait until a number of the field ends the game.
class WaitingPosition : public Position {
  public:
    explicit WaitingPosition(int limit) : limit_(limit) {}

    std::unique_ptr<Position> clone() const override {
        return std::make_unique<WaitingPosition>(*this);
    }
    std::span<const Seat> players_to_move() const override {
        static constexpr std::array<Seat, 2> seats{1, 2};
        return turn_ < limit_ ? std::span<const Seat>(&seats.at(turn_ % 2), 1)
                              : std::span<const Seat>();
    }
    int turn() const override { return turn_; }
    void write_files(Seat, Phase, StateFiles&) const override {}
    std::vector<Effect> apply(std::span<const Answer> answers, const StepWatcher&) override {
        ++turn_;
        Effect effect;
        effect.fault = answers[0].fault;
        if (effect.fault == Fault::none && answers[0].text != "wait") {
            effect.fault = Fault::bad_result;
            effect.reason = "write wait";
        } else if (effect.fault == Fault::none) {
            effect.text = "wait";
        }
        return {effect};
    }
    LegalAnswers legal_answers(Seat) const override { return {{"wait"}}; }
    std::optional<Ending> ending() const override {
        if (turn_ < limit_) {
            return std::nullopt;
        }
        Ending ending;
        ending.ranks = {1, 1};
        ending.scores = {0, 0};
        ending.reason = "it is late";
        return ending;
    }
    std::string canonical_text() const override { return std::to_string(turn_); }
    std::string render(bool) const override { return canonical_text(); }
    std::string to_json() const override { return fmt::format("{{\"turn\":{}}}", turn_); }

  private:
    int limit_;
    int turn_ = 0;
};

class WaitingField : public Field {
  public:
    explicit WaitingField(FieldText& text)
        : limit_(static_cast<int>(text.integer("limit", 30'000, 1, 1'000'000))) {
        text.finish();
    }
    int seats() const override { return 2; }
    std::unique_ptr<Position> start() const override {
        return std::make_unique<WaitingPosition>(limit_);
    }
    std::vector<std::string> describe() const override { return {}; }

  private:
    int limit_;
};

class WaitingGame : public Game {
  public:
    const GameInfo& info() const override {
        static const GameInfo info = [] {
            GameInfo made;
            made.name = "waiting";
            made.title = "two wait";
            Parameter limit;
            limit.name = "limit";
            limit.default_value = "30000";
            limit.min = 1;
            limit.max = 1'000'000;
            limit.is_integer = true;
            limit.ends_game = true;
            made.parameters.push_back(limit);
            return made;
        }();
        return info;
    }
    std::unique_ptr<const Field> read_field(FieldText& text) const override {
        return std::make_unique<WaitingField>(text);
    }
    std::string create_field(const CreateRequest& request, Rng&) const override {
        const auto limit = request.settings.find("limit");
        return fmt::format(
            "game waiting\nlimit {}\n", limit == request.settings.end() ? "30000" : limit->second);
    }
};

} // namespace

TEST_CASE("a number of the field that ends games late is no endless game", "[contract]") {
    const GameCheck check = check_game(WaitingGame(), {3, std::chrono::seconds(0)});
    CHECK(fmt::format("{}", fmt::join(check.problems, "\n")).empty());
    CHECK(
        fmt::format("{}", fmt::join(check.warnings, "\n")).find("keep the game") ==
        std::string::npos);
}

TEST_CASE(
    "whatever breaks a promise, its message has what it takes to find the mistake", "[contract]") {
    const std::shared_ptr<const Position> before = std::make_shared<WaitingPosition>(9);
    const std::vector<GivenAnswer> given{{1, Fault::none, "go"}, {2, Fault::timeout, ""}};
    for (std::size_t i = 0; i < all_names<Promise>.size(); ++i) {
        const auto promise = static_cast<Promise>(i);
        CAPTURE(name_of(promise));
        CHECK_FALSE(rule_of(promise).empty());
        const Breach seen = breach_of_view(promise, "it is wrong", *before, 2, {"it sees: 7"});
        CHECK(line_of(seen) == "turn 0, seat 2: it is wrong; it sees: 7");
        CHECK(seen.before);
        const Breach one = breach_of_answer(promise, "it is wrong", before, given, 1, {"more"});
        CHECK(line_of(one) == "turn 0, seat 2: it is wrong; answer: timeout; more");
        CHECK(one.before == before);
        CHECK(one.given.size() == 2);
        const Breach all = breach_of_turn(promise, "it is wrong", before, given, everybody);
        CHECK(
            line_of(all) == "turn 0, everybody: it is wrong; answer of seat 1: 'go'; "
                            "answer of seat 2: timeout");
        CHECK(all.before == before);
    }
}
