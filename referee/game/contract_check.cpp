#include "game/contract_check.hpp"

#include "base/error.hpp"
#include "base/random.hpp"
#include "base/text.hpp"
#include "game/answer.hpp"
#include "game/field_text.hpp"
#include "game/legal_answers.hpp"

#include <algorithm>
#include <deque>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <stdexcept>

namespace referee {
namespace {

std::string text_of(const std::vector<std::string>& parts) {
    return fmt::format("{}", fmt::join(parts, " "));
}

std::vector<Seat> movers_of(const Position& position) {
    const std::span<const Seat> movers = position.players_to_move();
    return {movers.begin(), movers.end()};
}

/// The turns after which a check gives a game up.
int turns_to_try(const GameInfo& info) {
    constexpr int patience = 20'000; // a game with a higher limit would take minutes
    return info.max_turns > 0 ? std::min(info.max_turns, patience) : patience;
}

bool is_ended_by_rules(const Position& position) {
    const std::optional<Ending> ending = position.ending();
    return ending && ending->ended_by == EndedBy::rules;
}

/// The kind of answer that a text is: its first word, or any number.
std::string kind_of(const std::string& answer) {
    const std::vector<AnswerWord> words = answer_words(answer);
    return words.empty() || answer_integer(words[0].text) ? "" : std::string(words[0].text);
}

/// A kind of answer first, then one of it: of many bids and one "pass" half are passes. Where one
/// kind is offered more often than the others, what these lead to would be rare.
std::string drawn_by_kind(const std::vector<std::string>& choices, Rng& rng) {
    std::map<std::string, std::vector<std::string>> kinds;
    for (const std::string& choice : choices) {
        kinds[kind_of(choice)].push_back(choice);
    }
    if (kinds.empty()) {
        throw std::logic_error("nothing is offered");
    }
    const auto kind =
        std::next(kinds.begin(), static_cast<std::ptrdiff_t>(rng.below(kinds.size())));
    return kind->second[rng.below(kind->second.size())];
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
    std::vector<GivenAnswer> given;
    std::vector<Effect> effects;
    std::size_t state = 0; ///< hash of the state after it
    std::size_t frame = 0; ///< and of its frame
};

/// Plays games on a field and looks at everything that comes out.
class Trials {
  public:
    Trials(const GameInfo& info, const Field& field, Breaches& breaches)
        : info_(info), field_(field), breaches_(breaches) {}

    /// False if the rules don't end the game: further ones would not end either, and take as long.
    bool play(Rng& rng, TriedAnswers given) {
        const int max_turns = turns_to_try(info_);
        const std::unique_ptr<Position> position = field_.start();
        const std::string start = position->canonical_text();
        std::vector<TriedTurn> turns;
        int last = -1;
        while (!position->players_to_move().empty() && static_cast<int>(turns.size()) < max_turns) {
            if (position->turn() <= last) {
                breaches_.add(breach_of_view(
                    Promise::turn, "the number of the turn doesn't grow", *position, everybody));
            }
            last = position->turn();
            if (position->players_to_move().size() > 1 && !info_.simultaneous) {
                breaches_.add(breach_of_view(
                    Promise::simultaneous, "several seats move at once", *position, everybody));
            }
            TriedTurn turn;
            turn.given = drawn_answers(*position, rng, breaches_);
            if (turn.given.empty()) {
                return true;
            }
            for (GivenAnswer& answer : turn.given) {
                spoil(rng, given, answer.fault, answer.text);
            }
            look_at_files(*position);
            look_at_ranks(*position, position->ranks_now());
            const std::shared_ptr<const Position> before = position->clone();
            turn.effects = apply_given(*position, turn.given);
            compare(turn, before);
            turn.state = hash(position->canonical_text());
            turn.frame = hash(position->to_json());
            turns.push_back(std::move(turn));
        }
        look_at_ranks(*position, position->ending());
        repeat(turns);
        if (field_.start()->canonical_text() != start) {
            breaches_.add(breach_of_game(
                Promise::fields, "a game changes the start of the next one on its field"));
        }
        if (is_ended_by_rules(*position)) {
            return true;
        }
        if (!position->ranks_now()) {
            breaches_.add(breach_of_view(
                Promise::end,
                fmt::format(
                    "the game hasn't ended after {} turns{}: {}; {}", max_turns,
                    given == Given::nonsense ? " in which nobody's answer could be read"
                    : given == Given::late   ? " in which everybody was late"
                                             : "",
                    limit_text(info_), rank_advice),
                *position, everybody));
        }
        return false;
    }

  private:
    using Given = TriedAnswers;
    static constexpr std::hash<std::string> hash{}; // games may be long, and states large

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
                    breaches_.add(breach_of_view(
                        Promise::files, fmt::format("{} doesn't end with the end of a line", name),
                        position, seat));
                }
                if (text.find('\r') != std::string::npos) {
                    breaches_.add(breach_of_view(
                        Promise::files, fmt::format("{} holds CR", name), position, seat));
                }
            };
            look("match.dat", files.match_keys);
            for (std::size_t i = 0; i < files.count(); ++i) {
                look(info_.files[i].name, files.of(i));
            }
        }
        if (position.to_json().find('\n') != std::string::npos) {
            breaches_.add(
                breach_of_view(Promise::frames, "its frame isn't one line", position, everybody));
        }
        if (position.render(false).find('\x1b') != std::string::npos) {
            breaches_.add(breach_of_view(
                Promise::frames, "its picture holds control characters", position, everybody));
        }
    }

    void compare(const TriedTurn& turn, const std::shared_ptr<const Position>& before) {
        if (turn.effects.size() != turn.given.size()) {
            breaches_.add(breach_of_turn(
                Promise::effects, "there isn't an effect for each answer", before, turn.given,
                everybody,
                {fmt::format(
                    "{} for {}", counted(static_cast<std::int64_t>(turn.effects.size()), "effect"),
                    counted(static_cast<std::int64_t>(turn.given.size()), "answer"))}));
            return;
        }
        for (std::size_t i = 0; i < turn.given.size(); ++i) {
            const Effect& effect = turn.effects[i];
            const GivenAnswer& given = turn.given[i];
            const auto add = [&](Promise promise, const char* what) {
                breaches_.add(breach_of_answer(
                    promise, what, before, turn.given, i, {"its effect: " + shown_effect(effect)}));
            };
            if (given.fault != Fault::none && effect.fault != given.fault) {
                add(Promise::faults, "a fault that is given doesn't stay");
            }
            const bool was_found = given.fault == Fault::none && effect.fault != Fault::none;
            if (was_found && effect.reason.empty()) {
                add(Promise::reasons, "an answer is refused without a reason");
            }
        }
    }

    /// `ending`: none if it was given up, or the game doesn't rank before its end.
    void look_at_ranks(const Position& position, const std::optional<Ending>& ending) {
        if (!ending) {
            return;
        }
        const auto seats = static_cast<std::size_t>(field_.seats());
        if (ending->ranks.size() != seats || ending->scores.size() != seats) {
            breaches_.add(breach_of_view(
                Promise::ranks, "the ranks or scores aren't one for each seat", position,
                everybody));
        } else if (*std::min_element(ending->ranks.begin(), ending->ranks.end()) != 1) {
            breaches_.add(breach_of_view(Promise::ranks, "nobody has rank 1", position, everybody));
        }
        if (ending->reason.empty()) {
            breaches_.add(breach_of_view(
                Promise::ranks, "the end has no reason, which people are shown", position,
                everybody));
        }
    }

    /// The answer that an effect tells, as a record has it.
    static GivenAnswer recorded(Seat seat, const Effect& effect) {
        const bool was_judged = effect.fault == Fault::none || effect.fault == Fault::illegal;
        return {seat, was_judged ? Fault::none : effect.fault, was_judged ? effect.text : ""};
    }

    /// Effects, given to apply() again, must repeat the game.
    void repeat(const std::vector<TriedTurn>& turns) {
        const std::unique_ptr<Position> position = field_.start();
        for (const TriedTurn& turn : turns) {
            std::vector<GivenAnswer> again;
            for (std::size_t i = 0; i < std::min(turn.effects.size(), turn.given.size()); ++i) {
                again.push_back(recorded(turn.given[i].seat, turn.effects[i]));
            }
            const std::shared_ptr<const Position> before = position->clone();
            const std::vector<Effect> effects = apply_given(*position, again);
            for (std::size_t i = 0; i < std::min(effects.size(), again.size()); ++i) {
                const Effect& effect = turn.effects[i];
                if (effects[i].fault != effect.fault || effects[i].text != effect.text ||
                    effects[i].comment != effect.comment) {
                    breaches_.add(breach_of_answer(
                        Promise::replay, "its effect, answered again, has another effect", before,
                        again, i,
                        {"its effect: " + shown_effect(effect),
                         "answered again: " + shown_answer(again[i]),
                         "then its effect: " + shown_effect(effects[i])},
                        &turn.given[i]));
                }
            }
            const auto add = [&](const char* what) {
                std::vector<std::string> more;
                for (std::size_t i = 0; i < std::min(effects.size(), again.size()); ++i) {
                    more.push_back(fmt::format(
                        "seat {}: first answered {} with the effect {}; answered again, it has the "
                        "effect {}",
                        again[i].seat, shown_answer(turn.given[i]), shown_effect(turn.effects[i]),
                        shown_effect(effects[i])));
                }
                breaches_.add(breach_of_turn(
                    Promise::replay, what, before, again,
                    again.size() == 1 ? again[0].seat : everybody, more));
            };
            const bool is_same = hash(position->canonical_text()) == turn.state;
            if (!is_same) {
                add("the effects of a turn, answered again, lead to another state");
                return;
            }
            if (hash(position->to_json()) != turn.frame) {
                add("a replay shows another frame of the same state");
                return;
            }
        }
    }

    const GameInfo& info_;
    const Field& field_;
    Breaches& breaches_;
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
        if (chosen != drawn[index] && !is_offered(position.legal_answers(seat_), chosen)) {
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
            std::vector<GivenAnswer> answers;
            for (std::size_t i = 0; i < seats.size(); ++i) {
                answers.push_back({seats[i], Fault::none, texts[i]});
            }
            apply_given(*after, answers);
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
    std::string warning;           ///< of its ranks and scores
    std::vector<std::string> last; ///< answers by seat
};

IdleGame idle_game(
    const GameInfo& info, const Field& field, const std::vector<Manner>& manners, Rng& rng,
    Breaches& breaches) {
    std::vector<Idler> players;
    for (std::size_t i = 0; i < manners.size(); ++i) {
        players.emplace_back(static_cast<Seat>(i + 1), manners[i]);
    }
    const std::unique_ptr<Position> position = field.start();
    const int max_turns = turns_to_try(info);
    int turn = 0;
    for (; turn < max_turns && !position->players_to_move().empty(); ++turn) {
        const std::vector<Seat> seats = movers_of(*position);
        std::vector<GivenAnswer> answers = drawn_answers(*position, rng, breaches);
        if (answers.empty()) {
            return {}; // broken_promises() says it
        }
        std::vector<std::string> drawn;
        for (const GivenAnswer& answer : answers) {
            drawn.push_back(answer.text);
        }
        for (std::size_t i = 0; i < seats.size(); ++i) {
            Idler& player = players[static_cast<std::size_t>(seats[i]) - 1];
            answers[i].text = player.answer(*position, seats, drawn, i, rng);
            answers[i].fault = player.fault();
        }
        apply_given(*position, answers);
    }
    IdleGame game;
    game.is_endless = !is_ended_by_rules(*position);
    game.is_ranked = game.is_endless && position->ranks_now().has_value();
    if (const std::optional<Ending> ending = position->ending()) {
        game.warning = ranks_against_scores(*ending);
    }
    for (const Idler& player : players) {
        game.last.push_back(player.has_moved() ? player.last() : "");
    }
    return game;
}

} // namespace

std::vector<GivenAnswer> drawn_answers(const Position& position, Rng& rng, Breaches& breaches) {
    std::vector<GivenAnswer> answers;
    for (const Seat seat : position.players_to_move()) {
        try {
            const LegalAnswers legal = position.legal_answers(seat);
            answers.push_back(
                {seat, Fault::none,
                 part_count(legal) == 1 && legal.slots.empty() && rng.below(2) == 0
                     ? drawn_by_kind(legal.choices, rng)
                     : text_of(random_parts(legal, rng))});
        } catch (const std::logic_error&) {
            breaches.add(breach_of_view(
                Promise::legal, "it must move and is offered no answer", position, seat));
            return {};
        }
    }
    return answers;
}

std::vector<std::unique_ptr<Position>> positions_of_game(
    const GameInfo& info, const Field& field, std::size_t count, Rng& rng, Breaches& breaches) {
    constexpr std::size_t kept = 4; // the start, and the last ones: mistakes often wait for the end
    std::vector<std::unique_ptr<Position>> first;
    std::vector<std::unique_ptr<Position>> drawn; // any position is as likely as the others
    std::deque<std::unique_ptr<Position>> last;
    std::size_t passed = 0;
    const auto pass = [&](std::unique_ptr<Position> position) {
        if (drawn.size() + kept < count) {
            drawn.push_back(std::move(position));
        } else if (const std::size_t place = rng.below(passed + 1); place < drawn.size()) {
            drawn[place] = std::move(position);
        }
        ++passed;
    };
    const std::unique_ptr<Position> position = field.start();
    const int max_turns = turns_to_try(info);
    for (int turn = 0;; ++turn) {
        (first.empty() ? first.emplace_back() : last.emplace_back()) = position->clone();
        if (last.size() >= kept) {
            pass(std::move(last.front()));
            last.pop_front();
        }
        if (turn == max_turns || position->players_to_move().empty()) {
            break;
        }
        const std::vector<GivenAnswer> answers = drawn_answers(*position, rng, breaches);
        if (answers.empty()) {
            break;
        }
        apply_given(*position, answers);
    }
    std::vector<std::unique_ptr<Position>> all = std::move(first);
    const auto take = [&](auto& more) {
        std::move(more.begin(), more.end(), std::back_inserter(all));
    };
    take(drawn);
    take(last);
    return all;
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

std::string ranks_against_scores(const Ending& ending) {
    if (ending.no_winner || ending.ranks.size() != ending.scores.size()) {
        return "";
    }
    for (std::size_t one = 0; one < ending.ranks.size(); ++one) {
        for (std::size_t other = 0; other < ending.ranks.size(); ++other) {
            const bool is_better = ending.ranks[one] < ending.ranks[other];
            const auto [score, its] = std::pair(ending.scores[one], ending.scores[other]);
            // Where a score says only who won, all others have the same.
            if (is_better && (score < its || (score == its && ending.ranks[one] == 1))) {
                return fmt::format(
                    "ranks go against scores: seat {} has rank {} with a score of {}, seat {} rank "
                    "{} with {}; a higher score is better, and equal ones share a rank (ranks_of() "
                    "of the helper), unless the game means it otherwise",
                    one + 1, ending.ranks[one], score, other + 1, ending.ranks[other], its);
            }
        }
    }
    return "";
}

GameEnds how_games_end(const GameInfo& info, const Field& field, std::uint64_t seed) {
    Rng rng(seed);
    Breaches breaches; // others find them, too
    GameEnds ends;
    const auto seats = static_cast<std::size_t>(field.seats());
    const auto play = [&](const std::vector<Manner>& manners) {
        IdleGame game = idle_game(info, field, manners, rng, breaches);
        ++ends.games;
        ends.by_rules += game.is_endless ? 0 : 1;
        ends.ranked += game.is_ranked ? 1 : 0;
        if (!game.warning.empty()) {
            ends.warnings.push_back(game.warning);
        }
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

std::vector<Breach> broken_promises(
    const GameInfo& info, const Field& field, std::uint64_t seed,
    std::span<const TriedAnswers> games) {
    Rng rng(seed);
    Breaches breaches;
    Trials trials(info, field, breaches);
    for (const TriedAnswers given : games) {
        if (!trials.play(rng, given)) {
            break;
        }
    }
    return breaches.all();
}

} // namespace referee
