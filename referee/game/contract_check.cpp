#include "game/contract_check.hpp"

#include "base/error.hpp"
#include "base/random.hpp"
#include "base/text.hpp"
#include "game/answer.hpp"
#include "game/field_text.hpp"
#include "game/legal_answers.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
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
                problems.add(
                    "the game has secrets, but doesn't deal again what a seat doesn't know "
                    "(dealt_again(); the request \"deal\" of a game program)");
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
        for (const AnswerSlot& slot : legal.slots) {
            words_.insert(slot.words.begin(), slot.words.end());
        }
    }
    void know(std::string_view answer) { known_.emplace(answer); }

    void compare(
        const Position& position, const std::vector<Seat>& seats,
        const std::vector<std::string>& texts, std::size_t mover) {
        const LegalAnswers legal = position.legal_answers(seats[mover]);
        const StateWith state_with = [&](const std::string& answer) {
            std::vector<std::string> changed = texts;
            changed[mover] = answer;
            const std::unique_ptr<Position> after = position.clone();
            const std::vector<Effect> effects = answered(*after, seats, changed);
            return effects[mover].fault == Fault::none ? after->canonical_text() : "";
        };
        if (!legal.slots.empty()) {
            compare_slots(position, legal, seats[mover], texts[mover], state_with);
            return;
        }
        if (legal.length != 1) {
            return; // plans: what isn't offered isn't listed
        }
        const std::set<std::string> offered(legal.choices.begin(), legal.choices.end());
        if (offered.size() != legal.choices.size()) {
            problems_.add("an answer is offered twice", position, seats[mover]);
        }
        std::set<std::string> tried = known_;
        for (std::size_t i = 0; i < std::min(legal.choices.size(), max_neighbours); ++i) {
            add_neighbours(legal.choices[i], tried);
        }
        for (const std::string& answer : tried) {
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
    static constexpr std::size_t max_neighbours = 8; ///< of the offered answers: each costs a turn

    static constexpr std::size_t max_others = 2; ///< tried in the place of a slot

    /// The state after an answer of the seat, empty if it is refused.
    using StateWith = std::function<std::string(const std::string&)>;

    /// A part of the drawn answer is replaced by one that isn't offered there.
    void compare_slots(
        const Position& position, const LegalAnswers& legal, Seat seat, const std::string& drawn,
        const StateWith& state_with) {
        for (std::size_t at = 0; at < legal.slots.size(); ++at) {
            const AnswerSlot& slot = legal.slots[at];
            if (slot.words.size() == 1) {
                continue; // a command
            }
            const auto with = [&](const std::string& part) {
                std::vector<std::string> parts = words_of(drawn);
                parts[at] = part;
                return state_with(text_of(parts));
            };
            std::vector<std::string> offered = slot.words;
            std::vector<std::string> others(words_.begin(), words_.end());
            if (slot.words.empty()) {
                offered = {std::to_string(slot.from), std::to_string(slot.to)};
                others = {
                    std::to_string(slot.from - slot.step), std::to_string(slot.to + slot.step)};
            }
            std::erase_if(others, [&](const std::string& other) {
                return std::find(offered.begin(), offered.end(), other) != offered.end();
            });
            others.resize(std::min(others.size(), max_others));
            for (const std::string& other : others) {
                const std::string state = with(other);
                const bool does_the_same =
                    state.empty() ||
                    std::any_of(offered.begin(), offered.end(), [&](const std::string& each) {
                        return with(each) == state;
                    });
                if (!does_the_same) {
                    problems_.add("a legal answer isn't offered", position, seat);
                }
            }
        }
    }

    static std::vector<std::string> words_of(const std::string& text) {
        std::vector<std::string> words;
        for (const AnswerWord& word : answer_words(text)) {
            words.emplace_back(word.text);
        }
        return words;
    }

    /// The same answer with one of its numbers one higher or lower.
    static void add_neighbours(const std::string& answer, std::set<std::string>& all) {
        for (std::size_t at = 0; at < answer.size();) {
            const std::size_t end = std::min(answer.find(' ', at), answer.size());
            std::int64_t number = 0;
            if (parse_integer(std::string_view(answer).substr(at, end - at), number) &&
                number > -1'000'000'000 && number < 1'000'000'000) {
                for (const std::int64_t other : {number - 1, number + 1}) {
                    all.insert(answer.substr(0, at) + std::to_string(other) + answer.substr(end));
                }
            }
            at = end + 1;
        }
    }

    Problems& problems_;
    std::set<std::string> known_;
    std::set<std::string> words_; ///< of slots, in all turns so far
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

std::unique_ptr<const Field> small_field(const Game& game, int players, std::uint64_t seed) {
    const auto made = [&](const std::map<std::string, std::string>& settings) {
        Rng rng(seed);
        FieldText text("a field that 'create' makes", game.create_field({players, settings}, rng));
        return game.read_field(text);
    };
    try {
        return made(game.info().example_settings);
    } catch (const UserError&) { // too small for so many
        return made({});
    }
}

namespace {

constexpr int max_turns = 2000; ///< after which a game counts as one without an end

/// What was answered in a turn, and what came of it.
struct TriedTurn {
    std::vector<Seat> seats;
    std::vector<Fault> faults;
    std::vector<std::string> texts;
    std::vector<Effect> effects;
    std::string state; ///< after it

    std::vector<Effect> apply_to(Position& position) const {
        std::vector<Answer> answers;
        for (std::size_t i = 0; i < seats.size(); ++i) {
            answers.push_back({seats[i], faults[i], texts[i]});
        }
        return position.apply(answers, {});
    }
};

/// Plays games on a field and looks at everything that comes out.
class Trials {
  public:
    Trials(const GameInfo& info, const Field& field, Problems& problems)
        : info_(info), field_(field), problems_(problems) {}

    enum class Given {
        legal,
        spoilt,   ///< some are faults or nonsense
        nonsense, ///< all are
        late      ///< all
    };

    /// False if the game doesn't end: further ones would not either, and take as long.
    bool play(Rng& rng, Given given) {
        const std::unique_ptr<Position> position = field_.start();
        const std::string start = position->canonical_text();
        std::vector<TriedTurn> turns;
        int last = -1;
        while (!position->players_to_move().empty()) {
            if (static_cast<int>(turns.size()) == max_turns) {
                problems_.add(
                    fmt::format(
                        "the game hasn't ended after {} turns{}", max_turns,
                        given == Given::nonsense ? " in which nobody's answer could be read"
                        : given == Given::late   ? " in which everybody was late"
                                                 : ""),
                    *position, everybody);
                return false;
            }
            if (position->turn() <= last) {
                problems_.add("the number of the turn doesn't grow", *position, everybody);
            }
            last = position->turn();
            TriedTurn turn;
            turn.seats = movers_of(*position);
            if (turn.seats.size() > 1 && !info_.simultaneous) {
                problems_.add("several seats move at once", *position, everybody);
            }
            turn.texts = drawn_answers(*position, rng, problems_);
            if (turn.texts.empty()) {
                return true;
            }
            turn.faults.resize(turn.seats.size());
            for (std::size_t i = 0; i < turn.seats.size(); ++i) {
                spoil(rng, given, turn.faults[i], turn.texts[i]);
            }
            look_at_files(*position);
            const std::unique_ptr<Position> before = position->clone();
            turn.effects = turn.apply_to(*position);
            compare(turn, *before);
            turn.state = position->canonical_text();
            turns.push_back(std::move(turn));
        }
        look_at_end(*position);
        repeat(turns);
        if (field_.start()->canonical_text() != start) {
            problems_.add("a game changes the start of the next one on its field");
        }
        return true;
    }

  private:
    static void spoil(Rng& rng, Given given, Fault& fault, std::string& text) {
        if (given == Given::legal) {
            return;
        }
        if (given == Given::late) {
            fault = Fault::timeout;
            text.clear();
            return;
        }
        switch (given == Given::nonsense ? 3 : rng.below(16)) {
        case 0:
            text.clear();
            break;
        case 1:
            text += " " + text;
            break;
        case 2:
            text = "99999999999999999999";
            break;
        case 3:
            text = std::string("\0\xff@ x", 5);
            break;
        case 4:
            text = text.substr(0, text.size() / 2);
            break;
        case 5:
            fault = static_cast<Fault>(1 + rng.below(5)); // timeout to bad-result
            text.clear();
            break;
        default:
            text = "\r\n" + text + "\n";
        }
    }

    void look_at_files(const Position& position) {
        StateFiles files(info_.files.size());
        for (const Seat seat : position.players_to_move()) {
            files.clear();
            position.write_files(seat, Phase::move, files);
            const auto look = [&](std::string_view name, const std::string& text) {
                if (!text.empty() && text.back() != '\n') {
                    problems_.add(
                        fmt::format("{} doesn't end with the end of a line", name), position, seat);
                }
                if (text.find('\r') != std::string::npos) {
                    problems_.add(fmt::format("{} holds CR", name), position, seat);
                }
            };
            look("match.dat", files.match_keys);
            for (std::size_t i = 0; i < files.count(); ++i) {
                look(info_.files[i].name, files.of(i));
            }
        }
        if (position.to_json().find('\n') != std::string::npos) {
            problems_.add("its frame isn't one line", position, everybody);
        }
        if (position.render(false).find('\x1b') != std::string::npos) {
            problems_.add("its picture holds control characters", position, everybody);
        }
    }

    void compare(const TriedTurn& turn, const Position& before) {
        if (turn.effects.size() != turn.seats.size()) {
            problems_.add("there isn't an effect for each answer", before, everybody);
            return;
        }
        for (std::size_t i = 0; i < turn.seats.size(); ++i) {
            const Effect& effect = turn.effects[i];
            if (turn.faults[i] != Fault::none && effect.fault != turn.faults[i]) {
                problems_.add("a fault that is given doesn't stay", before, turn.seats[i]);
            }
            const bool was_found = turn.faults[i] == Fault::none && effect.fault != Fault::none;
            if (was_found && effect.reason.empty()) {
                problems_.add("an answer is refused without a reason", before, turn.seats[i]);
            }
        }
    }

    void look_at_end(const Position& position) {
        const std::optional<Ending> ending = position.ending();
        if (!ending) {
            return; // it was given up
        }
        const auto seats = static_cast<std::size_t>(field_.seats());
        if (ending->ranks.size() != seats || ending->scores.size() != seats) {
            problems_.add("the ranks or scores aren't one for each seat", position, everybody);
        } else if (*std::min_element(ending->ranks.begin(), ending->ranks.end()) != 1) {
            problems_.add("nobody has rank 1", position, everybody);
        }
        if (ending->reason.empty()) {
            problems_.add("the end has no reason, which people are shown", position, everybody);
        }
    }

    /// Effects, given to apply() again, must repeat the game.
    void repeat(const std::vector<TriedTurn>& turns) {
        const std::unique_ptr<Position> position = field_.start();
        for (const TriedTurn& turn : turns) {
            TriedTurn again = turn;
            for (std::size_t i = 0; i < turn.effects.size(); ++i) {
                const Effect& effect = turn.effects[i];
                const bool was_judged =
                    effect.fault == Fault::none || effect.fault == Fault::illegal;
                again.faults[i] = was_judged ? Fault::none : effect.fault;
                again.texts[i] = was_judged ? effect.text : "";
            }
            const std::unique_ptr<Position> before = position->clone();
            const std::vector<Effect> effects = again.apply_to(*position);
            for (std::size_t i = 0; i < effects.size(); ++i) {
                const Effect& effect = turn.effects[i];
                if (effects[i].fault != effect.fault || effects[i].text != effect.text ||
                    effects[i].comment != effect.comment) {
                    problems_.add(
                        "its effect, answered again, has another effect", *before, turn.seats[i]);
                }
            }
            if (position->canonical_text() != turn.state) {
                problems_.add(
                    "the effects of a turn, answered again, lead to another state", *before,
                    everybody);
                return;
            }
        }
    }

    const GameInfo& info_;
    const Field& field_;
    Problems& problems_;
};

} // namespace

std::vector<std::string>
broken_promises(const GameInfo& info, const Field& field, std::uint64_t seed) {
    Rng rng(seed);
    Problems problems;
    Trials trials(info, field, problems);
    for (const auto given :
         {Trials::Given::legal, Trials::Given::spoilt, Trials::Given::spoilt,
          Trials::Given::nonsense, Trials::Given::late}) {
        if (!trials.play(rng, given)) {
            break;
        }
    }
    return problems.lines();
}

} // namespace referee
