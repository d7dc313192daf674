#include "support/games/piles_game.hpp"

#include "base/random.hpp"
#include "game/answer.hpp"
#include "game/field_text.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <numeric>

namespace tests {
namespace {

using namespace referee;

constexpr int cards_of_seat = 5;
constexpr int max_card = 9;
constexpr int turns = 4;

struct Cards {
    std::vector<int> hand;
    std::vector<int> pile;
};

class PilesPosition : public Position {
  public:
    PilesPosition(const std::vector<std::vector<int>>& hands, PilesMistake mistake)
        : mistake_(mistake) {
        for (const std::vector<int>& hand : hands) {
            seats_.push_back(static_cast<Seat>(seats_.size()) + 1);
            cards_.push_back({hand, {}});
        }
    }

    std::unique_ptr<Position> clone() const override {
        return std::make_unique<PilesPosition>(*this);
    }
    std::span<const Seat> players_to_move() const override {
        return turn_ < turns ? std::span<const Seat>(seats_) : std::span<const Seat>();
    }
    int turn() const override { return turn_; }

    void write_files(Seat seat, Phase, StateFiles& files) const override {
        const Cards& own = of(seat);
        files.of(0) =
            fmt::format("{}\n{}\n{}\n", seat, fmt::join(own.hand, " "), fmt::join(own.pile, " "));
        for (const Seat other : seats_) {
            if (other != seat) {
                files.of(1) += fmt::format("{} {}", other, of(other).hand.size());
                if (mistake_ == PilesMistake::file_shows_piles) {
                    files.of(1) += fmt::format(" {}", fmt::join(of(other).pile, " "));
                }
                files.of(1) += "\n";
            }
        }
    }

    std::vector<Effect>
    apply(std::span<const Answer> answers, const StepWatcher& watcher) override {
        std::vector<Effect> effects;
        for (const Answer& answer : answers) {
            Cards& own = cards_[static_cast<std::size_t>(answer.seat - 1)];
            Effect effect;
            effect.fault = answer.fault;
            const auto words = answer_words(answer.text);
            const auto card =
                words.size() == 1 ? answer_integer(words[0].text) : std::optional<std::int64_t>();
            auto at = own.hand.begin();
            if (answer.fault == Fault::none && !card) {
                effect.fault = Fault::bad_result;
                effect.reason = "write one card";
            } else if (answer.fault == Fault::none) {
                effect.text = std::to_string(*card);
                const auto found = std::find(own.hand.begin(), own.hand.end(), *card);
                effect.fault = found == own.hand.end() ? Fault::illegal : Fault::none;
                effect.reason = found == own.hand.end() ? "you don't hold it" : "";
                if (mistake_ == PilesMistake::refusals_tell && found == own.hand.end()) {
                    for (const Seat seat : seats_) {
                        const std::vector<int>& hand = of(seat).hand;
                        const bool has_it =
                            std::find(hand.begin(), hand.end(), *card) != hand.end();
                        effect.reason += has_it ? fmt::format(", seat {} does", seat) : "";
                    }
                }
                at = found == own.hand.end() ? own.hand.begin() : found;
            }
            own.pile.push_back(*at);
            own.hand.erase(at);
            effects.push_back(effect);
        }
        ++turn_;
        if (watcher) {
            is_step_ = true;
            watcher();
            is_step_ = false;
        }
        return effects;
    }

    LegalAnswers legal_answers(Seat seat) const override {
        LegalAnswers legal;
        for (const int card : of(seat).hand) {
            legal.choices.push_back(std::to_string(card));
        }
        if (mistake_ == PilesMistake::offers_lack_a_card) {
            legal.choices.pop_back();
        } else if (mistake_ == PilesMistake::offers_nothing) {
            legal.choices.clear();
        }
        return legal;
    }

    std::optional<Ending> ending() const override {
        if (turn_ < turns) {
            return std::nullopt;
        }
        Ending ending;
        for (const Cards& own : cards_) {
            ending.scores.push_back(sum_of(own));
        }
        ending.ranks = ranks_of(ending.scores);
        ending.reason = "all laid";
        return ending;
    }

    std::string canonical_text() const override {
        return frame([](Seat) { return true; });
    }
    std::string render(bool) const override { return canonical_text() + "\n"; }
    std::string to_json() const override { return canonical_text(); }
    std::string frame_for(Seat viewer) const override {
        return frame([&](Seat seat) {
            return (seat == viewer && mistake_ != PilesMistake::same_frames) ||
                   (viewer == everybody && mistake_ == PilesMistake::frame_shows_hands) ||
                   (is_step_ && mistake_ == PilesMistake::steps_show);
        });
    }

    std::unique_ptr<Position> dealt_again(Seat seat, Rng& rng) const override {
        if (ending()) { // everybody knows the sums
            return clone();
        }
        auto other = std::make_unique<PilesPosition>(*this);
        for (const Seat each : seats_) {
            if (each == seat || mistake_ == PilesMistake::deals_nothing_again) {
                continue;
            }
            std::vector<int> all(max_card);
            std::iota(all.begin(), all.end(), 1);
            rng.shuffle(std::span(all));
            Cards& cards = other->cards_[static_cast<std::size_t>(each - 1)];
            auto next = all.begin();
            for (std::vector<int>* const part : {&cards.hand, &cards.pile}) {
                for (int& card : *part) {
                    card = *next++;
                }
            }
        }
        return other;
    }

  private:
    static int sum_of(const Cards& cards) {
        return std::accumulate(cards.pile.begin(), cards.pile.end(), 0);
    }
    const Cards& of(Seat seat) const { return cards_[static_cast<std::size_t>(seat - 1)]; }

    /// Cards are shown of the seats that `is_shown` names.
    template <typename IsShown>
    std::string frame(IsShown is_shown) const {
        std::vector<std::string> hands;
        std::vector<std::string> measures;
        for (const Seat seat : seats_) {
            measures.push_back(fmt::format("[{}]", of(seat).pile.size()));
            hands.push_back(
                is_shown(seat) ? fmt::format(
                                     R"({{"hand":[{}],"pile":[{}]}})",
                                     fmt::join(of(seat).hand, ","), fmt::join(of(seat).pile, ","))
                               : "null");
        }
        return fmt::format(
            R"({{"game":"piles","turn":{},"measures":[{}],"cards":[{}]}})", turn_,
            fmt::join(measures, ","), fmt::join(hands, ","));
    }

    PilesMistake mistake_;
    std::vector<Seat> seats_;
    std::vector<Cards> cards_;
    int turn_ = 0;
    bool is_step_ = false;
};

class PilesField : public Field {
  public:
    PilesField(FieldText& text, PilesMistake mistake) : mistake_(mistake) {
        const auto seats = text.integer("players", 2, 2, 4);
        for (const Row& row : text.section("hands").rows) {
            std::vector<int>& hand = hands_.emplace_back();
            for (std::size_t i = 0; i < cards_of_seat; ++i) {
                hand.push_back(static_cast<int>(text.integer(row, i, "card", 1, max_card)));
            }
        }
        hands_.resize(static_cast<std::size_t>(seats));
        text.finish();
    }
    int seats() const override { return static_cast<int>(hands_.size()); }
    std::unique_ptr<Position> start() const override {
        return std::make_unique<PilesPosition>(hands_, mistake_);
    }
    std::vector<std::string> describe() const override { return {}; }

  private:
    std::vector<std::vector<int>> hands_;
    PilesMistake mistake_;
};

class Piles : public Game {
  public:
    explicit Piles(PilesMistake mistake) : mistake_(mistake) {}

    const GameInfo& info() const override {
        static const GameInfo info = [] {
            static constexpr StateFile files[] = {
                {"player.dat", "seat, hand, pile"}, {"opponent.dat", "seats and numbers of cards"}};
            static constexpr std::string_view measures[] = {"laid"};
            GameInfo made;
            made.name = "piles";
            made.title = "cards laid face down";
            made.max_seats = 4;
            made.simultaneous = true;
            made.hidden = true;
            made.files = files;
            made.measures = measures;
            return made;
        }();
        return info;
    }
    std::unique_ptr<const Field> read_field(FieldText& text) const override {
        return std::make_unique<PilesField>(text, mistake_);
    }
    std::string create_field(const CreateRequest& request, Rng& rng) const override {
        const int players = request.players == 0 ? 2 : request.players;
        std::string text = fmt::format("game piles\nplayers {}\n[hands]\n", players);
        for (int seat = 0; seat < players; ++seat) {
            std::vector<int> all(max_card);
            std::iota(all.begin(), all.end(), 1);
            rng.shuffle(std::span(all));
            all.resize(cards_of_seat);
            text += fmt::format("{}\n", fmt::join(all, " "));
        }
        return text;
    }

  private:
    PilesMistake mistake_;
};

} // namespace

const referee::Game& piles_game(PilesMistake mistake) {
    static std::map<PilesMistake, Piles> games;
    return games.try_emplace(mistake, mistake).first->second;
}

} // namespace tests
