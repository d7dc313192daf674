#include "game/legal_answers.hpp"

#include "base/random.hpp"
#include "game/answer.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace referee {
namespace {

bool fits(const AnswerSlot& slot, const std::string& part) {
    if (!slot.words.empty()) {
        return std::find(slot.words.begin(), slot.words.end(), part) != slot.words.end();
    }
    // One spelling of each number, as in the list that is offered.
    const std::optional<std::int64_t> number = answer_integer(part);
    return number && std::to_string(*number) == part && *number >= slot.from &&
           *number <= slot.to && (*number - slot.from) % slot.step == 0;
}

std::string drawn_from(const AnswerSlot& slot, Rng& rng) {
    if (!slot.words.empty()) {
        return slot.words[rng.below(slot.words.size())];
    }
    const auto count = static_cast<std::uint64_t>((slot.to - slot.from) / slot.step) + 1;
    return std::to_string(slot.from + static_cast<std::int64_t>(rng.below(count)) * slot.step);
}

} // namespace

std::size_t part_count(const LegalAnswers& legal) {
    return legal.slots.empty() ? static_cast<std::size_t>(legal.length) : legal.slots.size();
}

std::string refusal_of(const LegalAnswers& legal, const std::vector<std::string>& parts) {
    if (parts.size() != part_count(legal)) {
        return fmt::format("{} choices, not {}", parts.size(), part_count(legal));
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const bool is_offered =
            legal.slots.empty() ? std::find(legal.choices.begin(), legal.choices.end(), parts[i]) !=
                                      legal.choices.end()
                                : fits(legal.slots[i], parts[i]);
        if (!is_offered) {
            return "that move is not legal now";
        }
    }
    return "";
}

bool is_offered(const LegalAnswers& legal, const std::string& answer) {
    std::vector<std::string> parts{answer};
    if (part_count(legal) > 1) {
        parts.clear();
        for (const AnswerWord& word : answer_words(answer)) {
            parts.emplace_back(word.text);
        }
    }
    return refusal_of(legal, parts).empty();
}

std::vector<std::string> random_parts(const LegalAnswers& legal, Rng& rng) {
    std::vector<std::string> parts;
    if (!legal.slots.empty()) {
        for (const AnswerSlot& slot : legal.slots) {
            parts.push_back(drawn_from(slot, rng));
        }
        return parts;
    }
    for (int i = 0; i < legal.length; ++i) {
        parts.push_back(legal.choices.at(rng.below(legal.choices.size())));
    }
    return parts;
}

} // namespace referee
