#include "game/offers_check.hpp"

#include "base/random.hpp"
#include "base/text.hpp"
#include "game/answer.hpp"
#include "game/contract_check.hpp"
#include "game/legal_answers.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <unordered_set>

namespace referee {
namespace {

/// How many answers are tried for a seat in a position: each costs a turn.
constexpr std::size_t max_offered = 10;
constexpr std::size_t max_gaps = 8;
constexpr std::size_t max_mixed = 6;
constexpr std::size_t max_anywhere = 8;
constexpr std::size_t max_earlier = 4;
constexpr std::size_t max_words = 3;
constexpr std::size_t max_in_slot = 4;

/// An answer that isn't offered is compared with so many that are.
constexpr std::size_t max_compared = 3000;

constexpr std::size_t max_known = 4000;

/// Words are names of cards or commands; a game with more has other names for its squares.
constexpr std::size_t max_vocabulary = 60;

std::vector<std::string> words_of(const std::string& text) {
    std::vector<std::string> words;
    for (const AnswerWord& word : answer_words(text)) {
        words.emplace_back(word.text);
    }
    return words;
}

std::string answer_text(std::span<const std::string> words) {
    return fmt::format("{}", fmt::join(words, " "));
}

/// A number that isn't so large that its neighbours mean nothing.
std::optional<std::int64_t> small_number(const std::string& word) {
    const std::optional<std::int64_t> number = answer_integer(word);
    constexpr std::int64_t limit = 1'000'000'000;
    return number && *number > -limit && *number < limit ? number : std::nullopt;
}

template <typename T>
std::vector<T> some_of(std::vector<T> all, std::size_t count, Rng& rng) {
    rng.shuffle(std::span<T>(all));
    all.resize(std::min(all.size(), count));
    return all;
}

} // namespace

/// What one seat is offered in a position.
class OffersCheck::Mover {
  public:
    Mover(
        OffersCheck& check, const Position& position, std::vector<GivenAnswer> answers,
        std::size_t index, Rng& rng, Breaches& breaches)
        : check_(check), position_(position), answers_(std::move(answers)), index_(index),
          rng_(rng), breaches_(breaches), legal_(position.legal_answers(answers_[index].seat)) {
        if (legal_.slots.empty() && legal_.length == 1) {
            offered_.insert(legal_.choices.begin(), legal_.choices.end());
        }
    }

    void look() {
        if (part_count(legal_) > 1 || !legal_.slots.empty()) {
            look_at_parts();
            return;
        }
        if (offered_.size() != legal_.choices.size()) {
            add(Promise::legal, "an answer is offered twice", legal_.choices.front(), {});
        }
        std::vector<std::string> all = legal_.choices;
        for (const std::string& answer : some_of(all, max_offered, rng_)) {
            require_legal(answer);
        }
        for (const std::string& answer : candidates()) {
            if (offered_.count(answer) == 0) {
                try_other(answer, legal_.choices);
            }
        }
    }

  private:
    /// The effect of another answer of this seat, and what it leads to.
    struct Outcome {
        Effect effect;
        std::unique_ptr<Position> after;
    };

    Outcome outcome(const std::string& answer) const {
        ++check_.answers_;
        std::vector<GivenAnswer> given = answers_;
        given[index_] = {answers_[index_].seat, Fault::none, answer};
        Outcome result{{}, position_.clone()};
        result.effect = apply_given(*result.after, given).at(index_);
        return result;
    }

    void
    add(Promise promise, const std::string& what, const std::string& answer,
        const std::vector<std::string>& more) {
        std::vector<GivenAnswer> turn = answers_;
        turn[index_] = {answers_[index_].seat, Fault::none, answer};
        breaches_.add(
            breach_of_answer(promise, what, position_.clone(), std::move(turn), index_, more));
    }

    bool require_legal(const std::string& answer) {
        const Outcome result = outcome(answer);
        if (result.effect.fault != Fault::none) {
            add(Promise::legal, "an offered answer is refused", answer,
                {"its effect: " + shown_effect(result.effect)});
        }
        return result.effect.fault == Fault::none;
    }

    /// An answer that isn't offered must be refused, or do what one of these does, or several in
    /// turn.
    void try_other(const std::string& answer, const std::vector<std::string>& equivalents) {
        const Outcome result = outcome(answer);
        if (result.effect.fault != Fault::none && result.effect.reason.empty()) {
            add(Promise::reasons, "an answer is refused without a reason", answer,
                {"its effect: " + shown_effect(result.effect)});
        }
        if (result.effect.fault != Fault::none || offered_.count(result.effect.text) > 0) {
            return;
        }
        const std::string state = result.after->canonical_text();
        if (is_effect_of(state, equivalents) || is_sequence(words_of(result.effect.text))) {
            return;
        }
        std::vector<std::string> seen(
            equivalents.begin(),
            equivalents.begin() +
                static_cast<std::ptrdiff_t>(std::min<std::size_t>(equivalents.size(), 12)));
        add(Promise::offers, "a legal answer isn't offered", answer,
            {"its effect: " + shown_effect(result.effect),
             fmt::format(
                 "offered are: {}{}", printable(fmt::format("{}", fmt::join(seen, ", ")), 200),
                 seen.size() < equivalents.size() ? ", …" : "")});
    }

    bool is_effect_of(const std::string& state, const std::vector<std::string>& answers) {
        if (answers.size() > max_compared) {
            return true; // nobody knows
        }
        if (&answers == &legal_.choices) { // asked for again and again
            for (; states_.size() < answers.size();) {
                states_.push_back(std::hash<std::string>()(
                    outcome(answers[states_.size()]).after->canonical_text()));
                if (states_.back() == std::hash<std::string>()(state)) {
                    return true;
                }
            }
            return std::find(states_.begin(), states_.end(), std::hash<std::string>()(state)) !=
                   states_.end();
        }
        return std::any_of(answers.begin(), answers.end(), [&](const std::string& each) {
            return outcome(each).after->canonical_text() == state;
        });
    }

    /// True if the words are answers of this seat, each offered when it comes, while it moves
    /// alone.
    bool is_sequence(std::span<const std::string> words) {
        if (answers_.size() != 1 || words.empty()) {
            return false;
        }
        const std::unique_ptr<Position> position = position_.clone();
        return goes_on(*position, words, 0);
    }

    bool goes_on(const Position& position, std::span<const std::string> words, int depth) {
        constexpr int max_depth = 100;
        const std::span<const Seat> movers = position.players_to_move();
        const Seat seat = answers_[0].seat;
        if (words.empty()) {
            return true;
        }
        if (movers.size() != 1 || movers[0] != seat || depth == max_depth) {
            return false;
        }
        const LegalAnswers legal = position.legal_answers(seat);
        if (part_count(legal) != 1 || !legal.slots.empty()) {
            return false;
        }
        const std::set<std::string> offered(legal.choices.begin(), legal.choices.end());
        const auto with = [&](const std::string& answer) {
            ++check_.answers_;
            std::unique_ptr<Position> after = position.clone();
            const std::vector<GivenAnswer> given{{seat, Fault::none, answer}};
            const bool is_legal = apply_given(*after, given).at(0).fault == Fault::none;
            return is_legal ? std::move(after) : nullptr;
        };
        for (std::size_t count = words.size(); count > 0; --count) {
            const std::string answer = answer_text(words.first(count));
            const std::unique_ptr<Position> after = with(answer);
            if (!after || !goes_on(*after, words.subspan(count), depth + 1)) {
                continue;
            }
            // One that isn't offered may do what an offered one does: transfers beyond the limit
            // end the turn.
            const std::string state = after->canonical_text();
            const bool does_the_same =
                offered.count(answer) > 0 ||
                std::any_of(offered.begin(), offered.end(), [&](const std::string& each) {
                    const std::unique_ptr<Position> other = with(each);
                    return other && other->canonical_text() == state;
                });
            if (does_the_same) {
                return true;
            }
        }
        return false;
    }

    /// Answers that aren't offered, those first that most likely should be.
    std::vector<std::string> candidates() {
        std::vector<std::string> all = gaps();
        const auto take = [&](const std::vector<std::string>& more) {
            all.insert(all.end(), more.begin(), more.end());
        };
        take(mixed());
        take(anywhere());
        take(check_.some_known(max_earlier, rng_));
        take(some_of(check_.tried_words_, max_words, rng_));
        if (legal_.choices.size() > 1) { // two in one
            const std::vector<std::string> two = some_of(legal_.choices, 2, rng_);
            all.push_back(two[0] + " " + two[1]);
        }
        return all;
    }

    /// Answers with one of their numbers one higher or lower: those between two offered ones first.
    std::vector<std::string> gaps() {
        std::map<std::string, int> neighbours;
        for (const std::string& answer : legal_.choices) {
            std::vector<std::string> words = words_of(answer);
            for (std::string& word : words) {
                const std::optional<std::int64_t> number = small_number(word);
                if (!number) {
                    continue;
                }
                const std::string before = word;
                for (const std::int64_t other : {*number - 1, *number + 1}) {
                    word = std::to_string(other);
                    const std::string text = answer_text(words);
                    if (offered_.count(text) == 0) {
                        ++neighbours[text];
                    }
                }
                word = before;
            }
        }
        std::vector<std::string> between;
        std::vector<std::string> beyond;
        for (const auto& [text, count] : neighbours) {
            (count > 1 ? between : beyond).push_back(text);
        }
        std::vector<std::string> all = some_of(between, max_gaps / 2, rng_);
        for (std::string& text : some_of(beyond, max_gaps - all.size(), rng_)) {
            all.push_back(std::move(text));
        }
        return all;
    }

    /// Offered answers with one word that was seen there in another one.
    std::vector<std::string> mixed() {
        std::vector<std::string> all;
        for (std::size_t i = 0; i < max_mixed && !legal_.choices.empty(); ++i) {
            std::vector<std::string> words =
                words_of(legal_.choices[rng_.below(legal_.choices.size())]);
            const auto seen =
                words.empty() ? check_.words_.end() : check_.words_.find(place_of_words(words));
            if (seen == check_.words_.end()) {
                continue;
            }
            const std::size_t at = rng_.below(words.size());
            const std::set<std::string>& others = seen->second[at];
            words[at] =
                *std::next(others.begin(), static_cast<std::ptrdiff_t>(rng_.below(others.size())));
            all.push_back(answer_text(words));
        }
        return all;
    }

    /// Offered answers, one of each form, with one word that nobody has seen there: those first
    /// that were tried least.
    std::vector<std::string> anywhere() {
        std::map<Place, std::vector<std::string>> forms;
        for (const std::string& choice : legal_.choices) {
            if (const std::vector<std::string> words = words_of(choice); !words.empty()) {
                forms.try_emplace(place_of_words(words), words);
            }
        }
        using Word = std::tuple<Place, std::size_t, std::string>;
        std::vector<std::pair<Word, std::string>> all;
        for (const auto& [place, form] : forms) {
            for (std::size_t i = 0; i < form.size(); ++i) {
                for (const std::string& word : check_.vocabulary_) {
                    std::vector<std::string> words = form;
                    words[i] = word;
                    all.emplace_back(Word(place, i, word), answer_text(words));
                }
            }
        }
        rng_.shuffle(std::span(all));
        std::stable_sort(all.begin(), all.end(), [&](const auto& one, const auto& other) {
            return check_.times_[one.first] < check_.times_[other.first];
        });
        std::vector<std::string> some;
        for (std::size_t i = 0; i < all.size() && some.size() < max_anywhere; ++i) {
            if (offered_.count(all[i].second) == 0) {
                ++check_.times_[all[i].first];
                some.push_back(all[i].second);
            }
        }
        return some;
    }

    // Answers of several parts: plans, whose parts are choices, and slots. ------------------------

    void look_at_parts() {
        std::vector<std::string> drawn;
        for (int i = 0; i < 4; ++i) { // the last one is what others are compared with
            drawn = i == 0 ? corner(false) : i == 1 ? corner(true) : random_parts(legal_, rng_);
            if (!require_legal(answer_text(drawn))) {
                return;
            }
        }
        for (std::size_t at = 0; at < drawn.size(); ++at) {
            const std::vector<std::string> offered = offered_at(at);
            if (offered.size() == 1 && !legal_.slots.empty() && !legal_.slots[at].words.empty()) {
                continue; // a command
            }
            const auto with = [&](const std::string& part) {
                std::vector<std::string> parts = drawn;
                parts[at] = part;
                return answer_text(parts);
            };
            std::vector<std::string> equivalents;
            for (const std::string& part : offered) {
                equivalents.push_back(with(part));
            }
            for (const std::string& part : others_at(at, offered)) {
                try_other(with(part), equivalents);
            }
        }
        if (legal_.slots.empty()) {
            try_other_lengths(drawn);
        } else {
            try_rows(drawn);
        }
    }

    /// The first or the last of each part.
    std::vector<std::string> corner(bool is_last) {
        std::vector<std::string> parts;
        for (std::size_t at = 0; at < part_count(legal_); ++at) {
            const std::vector<std::string> offered = offered_at(at);
            parts.push_back(is_last ? offered.back() : offered.front());
        }
        return parts;
    }

    /// What is offered in a place; of many numbers the lowest and the highest ones.
    std::vector<std::string> offered_at(std::size_t at) {
        if (legal_.slots.empty()) {
            return legal_.choices;
        }
        const AnswerSlot& slot = legal_.slots[at];
        if (!slot.words.empty()) {
            return slot.words;
        }
        constexpr std::int64_t listed = 20;
        std::vector<std::string> numbers;
        const std::int64_t count = (slot.to - slot.from) / slot.step + 1;
        for (std::int64_t i = 0; i < count; ++i) {
            if (i == listed && count > 2 * listed) {
                i = count - listed;
            }
            numbers.push_back(std::to_string(slot.from + i * slot.step));
        }
        return numbers;
    }

    /// What isn't offered in a place, and may be legal there.
    std::vector<std::string> others_at(std::size_t at, const std::vector<std::string>& offered) {
        std::set<std::string> all;
        const bool is_number = !legal_.slots.empty() && legal_.slots[at].words.empty();
        if (is_number) {
            const AnswerSlot& slot = legal_.slots[at];
            for (const std::int64_t other :
                 {slot.from - slot.step, slot.to + slot.step, slot.from + 1, slot.to + 1,
                  slot.from - 1}) {
                all.insert(std::to_string(other));
            }
            std::erase_if(all, [&](const std::string& text) {
                const std::int64_t number = *answer_integer(text);
                return number >= slot.from && number <= slot.to &&
                       (number - slot.from) % slot.step == 0;
            });
        } else {
            all = check_.slot_words_;
            for (const std::string& part : offered) {
                const std::optional<std::int64_t> number = small_number(part);
                for (const int step : {-1, 1}) {
                    if (number) {
                        all.insert(std::to_string(*number + step));
                    }
                }
            }
            for (const std::string& part : offered) {
                all.erase(part);
            }
        }
        return some_of(std::vector<std::string>(all.begin(), all.end()), max_in_slot, rng_);
    }

    /// A plan that is shorter or longer.
    void try_other_lengths(const std::vector<std::string>& drawn) {
        const std::vector<std::string> shorter(drawn.begin(), drawn.end() - 1);
        std::vector<std::string> equivalents;
        for (const std::string& choice : legal_.choices) {
            equivalents.push_back(answer_text(shorter) + " " + choice);
        }
        try_other(answer_text(shorter), equivalents);
        try_other(answer_text(drawn) + " " + drawn.back(), {answer_text(drawn)});
    }

    /// Commands that aren't offered now, and were elsewhere.
    void try_rows(const std::vector<std::string>& drawn) {
        for (const auto& [command, row] : check_.rows_) {
            const bool is_offered =
                std::any_of(legal_.slots.begin(), legal_.slots.end(), [&](const AnswerSlot& slot) {
                    return slot.words.size() == 1 && slot.words[0] == command;
                });
            if (!is_offered) {
                try_other(answer_text(drawn) + " " + row, {answer_text(drawn)});
            }
        }
    }

    static Place place_of_words(const std::vector<std::string>& words) {
        return {answer_integer(words[0]) ? "" : words[0], words.size()};
    }

    friend class OffersCheck;

    OffersCheck& check_;
    const Position& position_;
    std::vector<GivenAnswer> answers_;
    std::size_t index_;
    Rng& rng_;
    Breaches& breaches_;
    LegalAnswers legal_;
    std::set<std::string> offered_;
    std::vector<std::size_t> states_; ///< hashes, after the first of the choices
};

OffersCheck::OffersCheck(const GameInfo& info) : info_(info) {
    std::set<std::string> tried;
    for (const AnswerExample& example : info_.answers) {
        const std::string text(example.text);
        know_answer(text);
        tried.insert(text);
        for (std::size_t begin = 0; begin < text.size();) { // its lines
            const std::size_t end = std::min(text.find('\n', begin), text.size());
            tried.insert(text.substr(begin, end - begin));
            begin = end + 1;
        }
        for (const std::string& word : words_of(text)) {
            tried.insert(word);
        }
    }
    std::string description(info_.answer);
    for (char& character : description) {
        const bool is_in_word = (character >= 'a' && character <= 'z') ||
                                (character >= 'A' && character <= 'Z') ||
                                (character >= '0' && character <= '9') || character == '_';
        character = is_in_word ? character : ' ';
    }
    for (const std::string& word : words_of(description)) {
        tried.insert(word);
        know_word(word);
    }
    tried_words_.assign(tried.begin(), tried.end());
}

void OffersCheck::know_answer(const std::string& answer) {
    if (known_.size() >= max_known || !known_set_.insert(answer).second) {
        return;
    }
    known_.push_back(answer);
    const std::vector<std::string> words = words_of(answer);
    if (words.empty()) {
        return;
    }
    std::vector<std::set<std::string>>& seen = words_[Mover::place_of_words(words)];
    seen.resize(words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
        seen[i].insert(words[i]);
        know_word(words[i]);
    }
}

void OffersCheck::know_word(const std::string& word) {
    if (vocabulary_.size() < max_vocabulary && !answer_integer(word)) {
        vocabulary_.insert(word);
    }
}

void OffersCheck::know(const LegalAnswers& legal) {
    if (legal.slots.empty() && legal.length == 1) {
        for (const std::string& choice : legal.choices) {
            know_answer(choice);
        }
    }
    if (legal.slots.empty() && legal.length > 1) {
        slot_words_.insert(legal.choices.begin(), legal.choices.end());
    }
    std::string command;
    for (const AnswerSlot& slot : legal.slots) {
        slot_words_.insert(slot.words.begin(), slot.words.end());
        if (slot.words.size() == 1) {
            command = slot.words[0];
            rows_[command] = command;
        } else if (!command.empty()) {
            rows_[command] +=
                " " + (slot.words.empty() ? std::to_string(slot.to) : slot.words.back());
        }
    }
}

std::vector<std::string> OffersCheck::some_known(std::size_t count, Rng& rng) const {
    std::vector<std::string> some;
    for (std::size_t i = 0; i < count && !known_.empty(); ++i) {
        some.push_back(known_[rng.below(known_.size())]);
    }
    return some;
}

void OffersCheck::know(const Position& position) {
    for (const Seat seat : position.players_to_move()) {
        know(position.legal_answers(seat));
    }
}

void OffersCheck::look(const Position& position, Rng& rng, Breaches& breaches) {
    know(position);
    const std::vector<GivenAnswer> answers = drawn_answers(position, rng, breaches);
    ++positions_;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        Mover(*this, position, answers, i, rng, breaches).look();
    }
}

std::vector<Breach> wrong_offers(const GameInfo& info, const Field& field, std::uint64_t seed) {
    constexpr std::size_t positions = 20;
    Rng rng(seed);
    Breaches breaches;
    OffersCheck check(info);
    for (const auto& position : positions_of_game(info, field, positions, rng, breaches)) {
        if (!position->players_to_move().empty()) {
            check.look(*position, rng, breaches);
        }
    }
    return breaches.all();
}

} // namespace referee
