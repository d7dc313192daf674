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

    /// Adds the answer with one of its numbers one higher or lower.
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

/// The turns after which a check gives a game up.
int turns_to_try(const GameInfo& info) {
    constexpr int patience = 20'000; // a game with a higher limit would take minutes
    return std::min(info.max_turns > 0 ? info.max_turns : default_max_turns, patience);
}

bool is_ended_by_rules(const Position& position) {
    const std::optional<Ending> ending = position.ending();
    return ending && ending->ended_by == EndedBy::rules;
}

/// What ends a game that goes on, in the words of a problem.
std::string limit_text(const GameInfo& info) {
    return info.max_turns == 0
               ? "it has no limit"
               : fmt::format("max-turns ({}) ends it, and nobody wins", info.max_turns);
}

constexpr std::string_view rank_advice =
    "let the rules end it, or rank the seats there (the function or request 'rank')";

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

    /// False if the rules don't end the game: further ones would not end either, and take as long.
    bool play(Rng& rng, Given given) {
        const int max_turns = turns_to_try(info_);
        const std::unique_ptr<Position> position = field_.start();
        const std::string start = position->canonical_text();
        std::vector<TriedTurn> turns;
        int last = -1;
        while (!position->players_to_move().empty() && static_cast<int>(turns.size()) < max_turns) {
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
            look_at_ranks(*position, position->ranks_now());
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
        if (is_ended_by_rules(*position)) {
            return true;
        }
        if (!position->ranks_now()) {
            problems_.add(
                fmt::format(
                    "the game hasn't ended after {} turns{}: {}; {}", max_turns,
                    given == Given::nonsense ? " in which nobody's answer could be read"
                    : given == Given::late   ? " in which everybody was late"
                                             : "",
                    limit_text(info_), rank_advice),
                *position, everybody);
        }
        return false;
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

    void look_at_end(const Position& position) { look_at_ranks(position, position.ending()); }

    /// `ending`: none if it was given up, or the game doesn't rank before its end.
    void look_at_ranks(const Position& position, const std::optional<Ending>& ending) {
        if (!ending) {
            return;
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

/// A player that doesn't care to win.
enum class Manner {
    random,
    waiting,   ///< stays as near as it can to the state in which it moved first
    repeating, ///< gives one answer again and again
    late
};

/// What players of a manner do, for warnings.
std::string done_by(Manner manner, const std::string& answer) {
    return manner == Manner::late ? "is always late"
           : manner == Manner::waiting
               ? fmt::format("waits (its last answer is '{}')", printable(answer, 60))
               : fmt::format("repeats itself (its last answer is '{}')", printable(answer, 60));
}

/// Chooses the answers of one seat in a game.
class Idler {
  public:
    Idler(Seat seat, Manner manner) : seat_(seat), manner_(manner) {}

    Fault fault() const { return manner_ == Manner::late ? Fault::timeout : Fault::none; }

    /// `drawn`: random answers of all seats that move, of which this seat's has that index.
    std::string answer(
        const Position& position, const std::vector<Seat>& seats,
        const std::vector<std::string>& drawn, std::size_t index, Rng& rng) {
        std::string chosen = drawn[index];
        if (manner_ == Manner::repeating && !given_.empty()) {
            chosen = given_.back();
        } else if (manner_ == Manner::waiting) {
            if (given_.size() < tried_turns) {
                chosen = nearest(position, seats, drawn, index, rng);
            } else {
                chosen = given_[given_.size() - 2]; // forth and back
            }
        }
        if (chosen != drawn[index] && !is_offered(position, chosen)) {
            chosen = manner_ == Manner::waiting ? nearest(position, seats, drawn, index, rng)
                                                : drawn[index];
        }
        given_.push_back(chosen);
        return chosen;
    }

    const std::string& last() const { return given_.back(); }
    bool has_moved() const { return !given_.empty(); }

  private:
    static constexpr std::size_t tried_turns = 6; ///< each costs a turn for each answer
    static constexpr std::size_t max_tried = 24;  ///< answers

    bool is_offered(const Position& position, const std::string& answer) const {
        const LegalAnswers legal = position.legal_answers(seat_);
        std::vector<std::string> parts{answer};
        if (part_count(legal) > 1) {
            parts.clear();
            for (const AnswerWord& word : answer_words(answer)) {
                parts.emplace_back(word.text);
            }
        }
        return refusal_of(legal, parts).empty();
    }

    /// The answer after which the state is most like the first one.
    std::string nearest(
        const Position& position, const std::vector<Seat>& seats,
        const std::vector<std::string>& drawn, std::size_t index, Rng& rng) {
        if (first_.empty()) {
            first_ = position.canonical_text();
        }
        std::vector<std::string> texts = drawn;
        std::string best = drawn[index];
        std::size_t best_length = std::string::npos;
        for (const std::string& answer : candidates(position, rng)) {
            texts[index] = answer;
            const std::unique_ptr<Position> after = position.clone();
            answered(*after, seats, texts);
            const std::size_t length = difference(first_, after->canonical_text());
            if (!after->players_to_move().empty() && length < best_length) {
                best_length = length;
                best = answer;
            }
        }
        return best;
    }

    std::vector<std::string> candidates(const Position& position, Rng& rng) const {
        const LegalAnswers legal = position.legal_answers(seat_);
        std::vector<std::string> all;
        if (legal.slots.empty() && legal.choices.size() <= max_tried) {
            for (const std::string& choice : legal.choices) {
                all.push_back(text_of(
                    std::vector<std::string>(static_cast<std::size_t>(legal.length), choice)));
            }
            return all;
        }
        while (all.size() < max_tried) {
            all.push_back(text_of(random_parts(legal, rng)));
        }
        return all;
    }

    /// The bytes between the common beginning and the common end.
    static std::size_t difference(std::string_view one, std::string_view other) {
        const auto common = [&](auto first, auto last, auto other_first, auto other_last) {
            return static_cast<std::size_t>(
                std::mismatch(first, last, other_first, other_last).first - first);
        };
        const std::size_t begin = common(one.begin(), one.end(), other.begin(), other.end());
        one.remove_prefix(begin);
        other.remove_prefix(begin);
        const std::size_t end = common(one.rbegin(), one.rend(), other.rbegin(), other.rend());
        return one.size() + other.size() - 2 * end;
    }

    Seat seat_;
    Manner manner_;
    std::string first_; ///< the state in which it moved first
    std::vector<std::string> given_;
};

/// A game between players of these manners, by seat.
struct IdleGame {
    bool is_endless = false;       ///< the rules didn't end it
    bool is_ranked = false;        ///< and rank the seats at its limit
    std::vector<std::string> last; ///< answers by seat
};

IdleGame idle_game(
    const GameInfo& info, const Field& field, const std::vector<Manner>& manners, Rng& rng,
    Problems& problems) {
    std::vector<Idler> players;
    for (std::size_t i = 0; i < manners.size(); ++i) {
        players.emplace_back(static_cast<Seat>(i + 1), manners[i]);
    }
    const std::unique_ptr<Position> position = field.start();
    const int max_turns = turns_to_try(info);
    int turn = 0;
    for (; turn < max_turns && !position->players_to_move().empty(); ++turn) {
        const std::vector<Seat> seats = movers_of(*position);
        const std::vector<std::string> drawn = drawn_answers(*position, rng, problems);
        if (drawn.empty()) {
            return {}; // broken_promises() says it
        }
        std::vector<std::string> texts(seats.size()); // answers refer to them
        std::vector<Answer> answers;
        for (std::size_t i = 0; i < seats.size(); ++i) {
            Idler& player = players[static_cast<std::size_t>(seats[i]) - 1];
            texts[i] = player.answer(*position, seats, drawn, i, rng);
            answers.push_back({seats[i], player.fault(), ""});
            if (player.fault() == Fault::none) {
                answers.back().text = texts[i];
            }
        }
        position->apply(answers, {});
    }
    IdleGame game;
    game.is_endless = !is_ended_by_rules(*position);
    game.is_ranked = game.is_endless && position->ranks_now().has_value();
    for (const Idler& player : players) {
        game.last.push_back(player.has_moved() ? player.last() : "");
    }
    return game;
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

GameEnds how_games_end(const GameInfo& info, const Field& field, std::uint64_t seed) {
    Rng rng(seed);
    Problems problems; // others find them, too
    GameEnds ends;
    const auto seats = static_cast<std::size_t>(field.seats());
    const auto play = [&](const std::vector<Manner>& manners) {
        IdleGame game = idle_game(info, field, manners, rng, problems);
        ++ends.games;
        ends.by_rules += game.is_endless ? 0 : 1;
        ends.ranked += game.is_ranked ? 1 : 0;
        return game;
    };
    const auto is_nobodys = [](const IdleGame& game) { return game.is_endless && !game.is_ranked; };
    if (play(std::vector<Manner>(seats, Manner::random)).is_endless) {
        return ends; // broken_promises() says so; others would be as long
    }
    bool is_found = false;
    for (const Manner manner : {Manner::waiting, Manner::repeating, Manner::late}) {
        for (std::size_t seat = 0; seat < seats && seats > 1 && !is_found; ++seat) {
            std::vector<Manner> manners(seats, Manner::random);
            manners[seat] = manner;
            const IdleGame game = play(manners);
            is_found = is_nobodys(game);
            if (is_found) {
                ends.warnings.push_back(fmt::format(
                    "seat {} alone can keep the game from its end: it {}; {}: who would lose does "
                    "that; {}",
                    seat + 1, done_by(manner, game.last[seat]), limit_text(info), rank_advice));
            }
        }
    }
    for (const Manner manner : {Manner::waiting, Manner::repeating}) {
        if (is_found) {
            break;
        }
        const IdleGame game = play(std::vector<Manner>(seats, manner));
        is_found = is_nobodys(game);
        if (is_found) {
            ends.warnings.push_back(fmt::format(
                "if each seat {}, the game goes on: {}; {}", done_by(manner, game.last[0]),
                limit_text(info), rank_advice));
        }
    }
    return ends;
}

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
