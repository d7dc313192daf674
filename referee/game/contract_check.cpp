#include "game/contract_check.hpp"

#include "base/random.hpp"
#include "game/legal_answers.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>

namespace referee {
namespace {

constexpr int max_played = 100; ///< turns of a random game

/// Problems by what is wrong, with the first place where it was seen.
class Problems {
  public:
    void add(const std::string& what, const Position& position, Seat seat) {
        found_.try_emplace(
            what, fmt::format(
                      "turn {}, {}: {}", position.turn(),
                      seat == everybody ? "everybody" : fmt::format("seat {}", seat), what));
    }
    void add(const std::string& what) { found_.try_emplace(what, what); }

    std::vector<std::string> lines() const {
        std::vector<std::string> all;
        for (const auto& [what, line] : found_) {
            all.push_back(line);
        }
        return all;
    }

  private:
    std::map<std::string, std::string> found_;
};

std::string text_of(const std::vector<std::string>& parts) {
    return fmt::format("{}", fmt::join(parts, " "));
}

std::vector<Seat> movers_of(const Position& position) {
    const std::span<const Seat> movers = position.players_to_move();
    return {movers.begin(), movers.end()};
}

std::vector<Effect> answered(
    Position& position, const std::vector<Seat>& seats, const std::vector<std::string>& texts) {
    std::vector<Answer> answers;
    for (std::size_t i = 0; i < seats.size(); ++i) {
        answers.push_back({seats[i], Fault::none, texts[i]});
    }
    return position.apply(answers, {});
}

/// What an offered answer is made of, for a comparison.
std::string offers_of(const Position& position, Seat seat) {
    const LegalAnswers legal = position.legal_answers(seat);
    std::string text = fmt::format("{} {}", legal.length, fmt::join(legal.choices, "\n"));
    for (const AnswerSlot& slot : legal.slots) {
        text += fmt::format(
            "\n{} {} {} {} {}", slot.name, fmt::join(slot.words, " "), slot.from, slot.to,
            slot.step);
    }
    return text;
}

/// Compares what a seat sees in two positions that it can't tell apart.
class Views {
  public:
    Views(const GameInfo& info, Problems& problems)
        : info_(info), problems_(problems), files_(info.files.size()),
          other_files_(info.files.size()) {}

    void compare(const Position& position, const Position& other, Seat seat) {
        const std::vector<Seat> movers = movers_of(position);
        if (movers != movers_of(other) || position.turn() != other.turn()) {
            problems_.add("dealing again changes who moves, or the turn", position, seat);
            return;
        }
        if (position.frame_for(seat) != other.frame_for(seat)) {
            problems_.add("its frame tells what it doesn't know", position, seat);
        }
        if (position.frame_for(everybody) != other.frame_for(everybody)) {
            problems_.add("the frame for everybody tells a secret", position, everybody);
        }
        if (std::find(movers.begin(), movers.end(), seat) == movers.end()) {
            return;
        }
        position.write_files(seat, Phase::move, clean(files_));
        other.write_files(seat, Phase::move, clean(other_files_));
        if (files_.match_keys != other_files_.match_keys) {
            problems_.add("match.dat tells what it doesn't know", position, seat);
        }
        for (std::size_t i = 0; i < files_.count(); ++i) {
            if (files_.of(i) != other_files_.of(i)) {
                problems_.add(
                    fmt::format("{} tells what it doesn't know", info_.files[i].name), position,
                    seat);
            }
        }
        if (offers_of(position, seat) != offers_of(other, seat)) {
            problems_.add(
                "the answers that it is offered tell what it doesn't know", position, seat);
        }
    }

  private:
    static StateFiles& clean(StateFiles& files) {
        files.clear();
        return files;
    }

    const GameInfo& info_;
    Problems& problems_;
    StateFiles files_;
    StateFiles other_files_;
};

/// One answer of each seat that moves, drawn from what is offered; nothing if there is none.
std::vector<std::string> drawn_answers(const Position& position, Rng& rng, Problems& problems) {
    std::vector<std::string> texts;
    for (const Seat seat : position.players_to_move()) {
        try {
            texts.push_back(text_of(random_parts(position.legal_answers(seat), rng)));
        } catch (const std::logic_error&) {
            problems.add("it must move and is offered no answer", position, seat);
            return {};
        }
    }
    return texts;
}

} // namespace

std::vector<std::string>
told_secrets(const GameInfo& info, const Field& field, std::uint64_t seed) {
    Rng rng(seed);
    Problems problems;
    Views views(info, problems);
    const std::unique_ptr<Position> position = field.start();
    bool deals = false;
    bool differs = false;
    for (int turn = 0; turn < max_played; ++turn) {
        for (Seat seat = 1; seat <= field.seats(); ++seat) {
            const std::unique_ptr<Position> other = position->dealt_again(seat, rng);
            if (!other) {
                problems.add("the game has secrets, but doesn't deal again (dealt_again)");
                return problems.lines();
            }
            deals = deals || other->canonical_text() != position->canonical_text();
            differs = differs || position->frame_for(seat) != position->frame_for(1);
            views.compare(*position, *other, seat);
        }
        if (position->players_to_move().empty()) {
            break;
        }
        const std::vector<std::string> texts = drawn_answers(*position, rng, problems);
        if (texts.empty()) {
            break;
        }
        answered(*position, movers_of(*position), texts);
    }
    if (!deals) {
        problems.add("dealing again changes nothing, in a whole game");
    }
    if (!differs) {
        problems.add("all seats see the same frames, in a whole game");
    }
    return problems.lines();
}

namespace {

/// Tries answers of other seats and turns where they aren't offered.
class Offers {
  public:
    explicit Offers(Problems& problems) : problems_(problems) {}

    void know(const LegalAnswers& legal) {
        if (legal.slots.empty() && legal.length == 1) {
            known_.insert(legal.choices.begin(), legal.choices.end());
        }
    }
    void know(std::string_view answer) { known_.emplace(answer); }

    void compare(
        const Position& position, const std::vector<Seat>& seats,
        const std::vector<std::string>& texts, std::size_t mover) {
        const LegalAnswers legal = position.legal_answers(seats[mover]);
        if (!legal.slots.empty() || legal.length != 1) {
            return; // products: what isn't offered isn't listed
        }
        const std::set<std::string> offered(legal.choices.begin(), legal.choices.end());
        if (offered.size() != legal.choices.size()) {
            problems_.add("an answer is offered twice", position, seats[mover]);
        }
        const auto state_with = [&](const std::string& answer) {
            std::vector<std::string> changed = texts;
            changed[mover] = answer;
            const std::unique_ptr<Position> after = position.clone();
            const std::vector<Effect> effects = answered(*after, seats, changed);
            return effects[mover].fault == Fault::none ? after->canonical_text() : "";
        };
        for (const std::string& answer : known_) {
            if (offered.count(answer) > 0) {
                continue;
            }
            const std::string state = state_with(answer);
            const bool does_the_same =
                state.empty() ||
                std::any_of(offered.begin(), offered.end(), [&](const std::string& each) {
                    return state_with(each) == state;
                });
            if (!does_the_same) {
                problems_.add("a legal answer isn't offered", position, seats[mover]);
            }
        }
    }

  private:
    Problems& problems_;
    std::set<std::string> known_;
};

} // namespace

std::vector<std::string>
wrong_offers(const GameInfo& info, const Field& field, std::uint64_t seed) {
    Rng rng(seed);
    Problems problems;
    Offers offers(problems);
    for (const AnswerExample& example : info.answers) {
        offers.know(example.text);
    }
    const std::unique_ptr<Position> position = field.start();
    for (int turn = 0; turn < max_played && !position->players_to_move().empty(); ++turn) {
        const std::vector<Seat> seats = movers_of(*position);
        for (const Seat seat : seats) {
            offers.know(position->legal_answers(seat));
        }
        const std::vector<std::string> texts = drawn_answers(*position, rng, problems);
        if (texts.empty()) {
            break;
        }
        for (std::size_t mover = 0; mover < seats.size(); ++mover) {
            offers.compare(*position, seats, texts, mover);
        }
        const std::unique_ptr<Position> before = position->clone();
        const std::vector<Effect> effects = answered(*position, seats, texts);
        for (std::size_t mover = 0; mover < seats.size(); ++mover) {
            if (effects[mover].fault != Fault::none) {
                problems.add("an offered answer is refused", *before, seats[mover]);
            }
        }
    }
    return problems.lines();
}

} // namespace referee
