#include "game/secrets_check.hpp"

#include "base/random.hpp"
#include "base/text.hpp"
#include "game/contract_check.hpp"
#include "game/legal_answers.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace referee {
namespace {

using ReadJson = nlohmann::json;

constexpr int max_deals = 2; ///< for each seat and position
constexpr int max_tries = 3; ///< turns for each deal, until the seat can't tell two apart

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

bool moves(const Position& position, Seat seat) {
    const std::span<const Seat> movers = position.players_to_move();
    return std::find(movers.begin(), movers.end(), seat) != movers.end();
}

bool have_same_movers(const Position& one, const Position& other) {
    const std::span<const Seat> movers = one.players_to_move();
    const std::span<const Seat> others = other.players_to_move();
    return std::equal(movers.begin(), movers.end(), others.begin(), others.end());
}

StateFiles& files_of(const Position& position, Seat seat, StateFiles& files) {
    files.clear();
    position.write_files(
        seat, position.players_to_move().empty() ? Phase::end : Phase::move, files);
    return files;
}

std::string ending_text(const Position& position) {
    const std::optional<Ending> ending = position.ending();
    return ending ? fmt::format(
                        "ranks {}, scores {}, '{}'{}", fmt::join(ending->ranks, " "),
                        fmt::join(ending->scores, " "), ending->reason,
                        ending->no_winner ? ", no winner" : "")
                  : "none";
}

/// Two texts, from a little before the first difference.
std::vector<std::string> both(std::string_view one, std::string_view other) {
    const auto [at, unused] = std::mismatch(one.begin(), one.end(), other.begin(), other.end());
    const auto place = static_cast<std::size_t>(at - one.begin());
    const std::size_t begin = place - std::min<std::size_t>(place, 30);
    const auto part = [&](std::string_view text) {
        return fmt::format(
            "{}{}", begin > 0 ? "…" : "", printable(text.substr(std::min(begin, text.size())), 90));
    };
    return {"it sees: " + part(one), "or, dealt again: " + part(other)};
}

/// A random answer of each seat that moves; none if a seat is offered nothing.
std::vector<GivenAnswer> drawn(const Position& position, Rng& rng) {
    Breaches ignored; // others find it, too
    return drawn_answers(position, rng, ignored);
}

/// What a seat is told of its answer.
std::string
own_effects(const std::vector<GivenAnswer>& given, const std::vector<Effect>& effects, Seat seat) {
    std::string text;
    for (std::size_t i = 0; i < given.size(); ++i) {
        text += given[i].seat == seat ? shown_effect(effects[i]) + "\n" : "";
    }
    return text;
}

/// True if the turn, played again, has these effects.
bool repeats(
    const Position& position, const std::vector<GivenAnswer>& given,
    const std::vector<Effect>& effects) {
    const std::vector<Effect> again = apply_given(*position.clone(), given);
    return std::equal(
        effects.begin(), effects.end(), again.begin(), again.end(),
        [](const Effect& one, const Effect& other) {
            return one.fault == other.fault && one.text == other.text &&
                   one.reason == other.reason && one.comment == other.comment;
        });
}

/// Calls `each` with the places at which all of a frame has something that the frame of a seat
/// hasn't: null, or nothing. In a place every index is *, so that a list is one of them.
template <typename Each>
void for_hidden(
    const ReadJson& all, const ReadJson* seen, const ReadJson* dealt, const std::string& place,
    const Each& each) {
    if (all.is_null() || (all.is_structured() && all.empty())) {
        return;
    }
    if (seen == nullptr || seen->is_null()) {
        each(place, dealt == nullptr || *dealt != all);
        return;
    }
    if (all.is_object() && seen->is_object()) {
        for (const auto& [key, value] : all.items()) {
            const auto find = [&key = key](const ReadJson* in) {
                return in != nullptr && in->is_object() && in->contains(key) ? &in->at(key)
                                                                             : nullptr;
            };
            for_hidden(value, find(seen), find(dealt), place + "/" + key, each);
        }
    } else if (all.is_array() && seen->is_array() && all.size() == seen->size()) {
        for (std::size_t i = 0; i < all.size(); ++i) {
            const ReadJson* const there = dealt != nullptr && dealt->is_array() && i < dealt->size()
                                              ? &dealt->at(i)
                                              : nullptr;
            for_hidden(all[i], &seen->at(i), there, place + "/*", each);
        }
    }
}

} // namespace

SecretsCheck::SecretsCheck(const GameInfo& info, const OffersCheck& offers, CompareTwins compare)
    : info_(info), offers_(offers), compare_(std::move(compare)), files_(info.files.size()),
      other_files_(info.files.size()) {}

bool SecretsCheck::look(const Position& position, int seats, Rng& rng, Breaches& breaches) {
    ++positions_;
    for (Seat seat = 1; seat <= seats; ++seat) {
        for (int i = 0; i < max_deals; ++i) {
            const std::unique_ptr<Position> other = position.dealt_again(seat, rng);
            if (!other) {
                breaches.add(breach_of_view(
                    Promise::deal,
                    "the game has secrets, but doesn't deal again what a seat doesn't know "
                    "(dealt_again(); the request \"deal\" of a game program)",
                    position, seat));
                return false;
            }
            deals_ = deals_ || other->canonical_text() != position.canonical_text();
            differs_ = differs_ || position.frame_for(seat) != position.frame_for(1);
            count_hidden(position, *other, seat);
            const auto add = [&](Promise promise, const std::string& what, Seat viewer,
                                 const std::string& one, const std::string& dealt) {
                if (one != dealt) {
                    breaches.add(breach_of_view(promise, what, position, viewer, both(one, dealt)));
                }
            };
            const auto movers_text = [](const Position& of) {
                return fmt::format(
                    "turn {}, seats {}", of.turn(), fmt::join(of.players_to_move(), " "));
            };
            add(Promise::deal, "dealing again changes who moves, or the turn", seat,
                movers_text(position), movers_text(*other));
            if (!have_same_movers(position, *other) || position.turn() != other->turn()) {
                continue;
            }
            add(Promise::secrets, "the end tells what it doesn't know", seat, ending_text(position),
                ending_text(*other));
            for (Seat each = 1; each <= seats; ++each) {
                const auto out = [each](const Position& of) {
                    return fmt::format(
                        "seat {} {}", each, of.is_eliminated(each) ? "is out" : "plays");
                };
                add(Promise::secrets, "who is out tells what it doesn't know", seat, out(position),
                    out(*other));
            }
            add(Promise::secrets, "its frame tells what it doesn't know", seat,
                position.frame_for(seat), other->frame_for(seat));
            add(Promise::secrets, "the frame for everybody tells a secret", everybody,
                position.frame_for(everybody), other->frame_for(everybody));
            if (moves(position, seat) || position.players_to_move().empty()) {
                files_of(position, seat, files_);
                files_of(*other, seat, other_files_);
                add(Promise::secrets, "match.dat tells what it doesn't know", seat,
                    files_.match_keys, other_files_.match_keys);
                for (std::size_t file = 0; file < files_.count(); ++file) {
                    add(Promise::secrets,
                        fmt::format("{} tells what it doesn't know", info_.files[file].name), seat,
                        files_.of(file), other_files_.of(file));
                }
            }
            if (moves(position, seat)) {
                add(Promise::secrets, "the answers that it is offered tell what it doesn't know",
                    seat, offers_of(position, seat), offers_of(*other, seat));
            }
            if (!position.players_to_move().empty()) {
                try_turn(position, *other, seat, rng, breaches);
            }
        }
    }
    return true;
}

void SecretsCheck::count_hidden(const Position& position, const Position& other, Seat seat) {
    const ReadJson all = ReadJson::parse(position.to_json());
    const ReadJson seen = ReadJson::parse(position.frame_for(seat));
    const ReadJson dealt = ReadJson::parse(other.to_json());
    for_hidden(all, &seen, &dealt, "", [&](const std::string& place, bool has_changed) {
        Hidden& hidden = hidden_[place];
        ++hidden.times;
        hidden.changed += has_changed ? 1 : 0;
        hidden.seat = seat;
    });
}

bool SecretsCheck::looks_same(const Position& one, const Position& other, Seat seat) {
    if (!have_same_movers(one, other) || one.turn() != other.turn() ||
        one.frame_for(seat) != other.frame_for(seat) || ending_text(one) != ending_text(other)) {
        return false;
    }
    if (!moves(one, seat)) {
        return true;
    }
    files_of(one, seat, files_);
    files_of(other, seat, other_files_);
    bool is_same = files_.match_keys == other_files_.match_keys;
    for (std::size_t i = 0; i < files_.count(); ++i) {
        is_same = is_same && files_.of(i) == other_files_.of(i);
    }
    return is_same;
}

/// The seat gives the same answer in both; others, whose answers it doesn't know, any. Then it
/// gives one that is most likely refused: reasons may tell something, too.
void SecretsCheck::try_turn(
    const Position& position, const Position& other, Seat seat, Rng& rng, Breaches& breaches) {
    bool is_compared = false;
    for (int tried = 0; tried < max_tries && !is_compared; ++tried) {
        const bool is_same = tried == 0; // what others do is most likely to tell them apart
        is_compared = try_answers(position, other, seat, false, is_same, rng, breaches);
    }
    if (moves(position, seat)) {
        try_answers(position, other, seat, true, true, rng, breaches);
    }
}

/// False if the seat could tell the two games apart afterwards.
bool SecretsCheck::try_answers(
    const Position& position, const Position& other, Seat seat, bool is_wild, bool is_same,
    Rng& rng, Breaches& breaches) {
    std::vector<GivenAnswer> one = drawn(position, rng);
    std::vector<GivenAnswer> two = drawn(other, rng);
    if (one.empty() || two.empty()) {
        return true;
    }
    for (std::size_t i = 0; i < one.size(); ++i) {
        if (one[i].seat == seat) {
            const std::vector<std::string> known = offers_.some_known(1, rng);
            one[i].text = !is_wild                             ? one[i].text
                          : known.empty() || rng.below(4) == 0 ? "99999"
                                                               : known[0];
            two[i].text = one[i].text;
        } else if (
            (is_same || rng.below(2) == 0) &&
            is_offered(other.legal_answers(one[i].seat), one[i].text)) {
            two[i].text = one[i].text;
        }
    }
    const std::unique_ptr<Position> after = position.clone();
    const std::unique_ptr<Position> other_after = other.clone();
    std::string steps;
    std::string other_steps;
    const std::vector<Effect> effects =
        apply_given(*after, one, [&] { steps += after->frame_for(seat) + "\n"; });
    const std::vector<Effect> other_effects =
        apply_given(*other_after, two, [&] { other_steps += other_after->frame_for(seat) + "\n"; });
    if (!looks_same(*after, *other_after, seat)) {
        return false;
    }
    ++turns_;
    const std::shared_ptr<const Position> before = position.clone();
    const std::string told = compare_ ? compare_(
                                            seat, {position, one, effects, *after},
                                            {other, two, other_effects, *other_after})
                                      : "";
    const bool may_tell = steps != other_steps || !told.empty() ||
                          own_effects(one, effects, seat) != own_effects(two, other_effects, seat);
    if (may_tell && (!repeats(position, one, effects) || !repeats(other, two, other_effects))) {
        // What differs from one time to the next tells nobody a secret.
        breaches.add(breach_of_turn(
            Promise::reply, "the same answers in the same state have another effect the next time",
            before, one, everybody));
        return true;
    }
    const auto add = [&](const std::string& what, const std::vector<std::string>& more) {
        breaches.add(breach_of_turn(Promise::secrets, what, before, one, seat, more));
    };
    if (steps != other_steps) {
        add("the frames of a turn's steps tell what it doesn't know", both(steps, other_steps));
    }
    for (std::size_t i = 0; i < one.size(); ++i) {
        if (one[i].seat != seat) {
            continue;
        }
        const auto differ = [&](const char* what, const std::string& text,
                                const std::string& dealt) {
            if (text != dealt) {
                breaches.add(breach_of_answer(
                    Promise::secrets,
                    fmt::format("the {} of its answer tells what it doesn't know", what), before,
                    one, i,
                    {"its effect: " + shown_effect(effects[i]),
                     "or, dealt again: " + shown_effect(other_effects[i])}));
            }
        };
        const auto fault = [](const Effect& effect) { return std::string(name_of(effect.fault)); };
        differ("fault", fault(effects[i]), fault(other_effects[i]));
        differ("text", effects[i].text, other_effects[i].text);
        differ("reason", effects[i].reason, other_effects[i].reason);
        differ("comment", effects[i].comment, other_effects[i].comment);
    }
    if (!told.empty()) {
        add(told, {});
    }
    return true;
}

std::vector<std::string> SecretsCheck::finish(Breaches& breaches) const {
    if (positions_ == 0) {
        return {};
    }
    if (!deals_) {
        breaches.add(
            breach_of_game(Promise::deal, "dealing again changes nothing, in whole games"));
    }
    if (!differs_) {
        breaches.add(
            breach_of_game(Promise::secrets, "all seats see the same frames, in whole games"));
    }
    constexpr int enough = 20;
    std::vector<std::string> warnings;
    for (const auto& [place, hidden] : hidden_) {
        if (deals_ && hidden.times >= enough && hidden.changed == 0) {
            warnings.push_back(fmt::format(
                "dealing again never changes {} of frames, which seat {} isn't shown: whether "
                "something else tells it can't be checked; let deal() deal it again, too",
                place, hidden.seat));
        }
    }
    return warnings;
}

std::vector<Breach> told_secrets(const GameInfo& info, const Field& field, std::uint64_t seed) {
    constexpr std::size_t positions = 30;
    Rng rng(seed);
    Breaches breaches;
    OffersCheck offers(info);
    SecretsCheck check(info, offers);
    for (const auto& position : positions_of_game(info, field, positions, rng, breaches)) {
        offers.know(*position);
        if (!check.look(*position, field.seats(), rng, breaches)) {
            return breaches.all();
        }
    }
    check.finish(breaches);
    return breaches.all();
}

} // namespace referee
