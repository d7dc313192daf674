#include "support/games/any_game.hpp"

#include "support/games/random_answer.hpp"

#include "base/error.hpp"

#include <algorithm>

namespace tests {

using namespace referee;

namespace {

std::string with_huge_numbers(std::string text) {
    for (std::size_t at = 0; (at = text.find_first_of("0123456789", at)) < text.size();) {
        const std::size_t end = std::min(text.find_first_not_of("0123456789", at), text.size());
        text.replace(at, end - at, "99999999999999999999");
        at += 20;
    }
    return text;
}

template <typename MakeAnswer>
PlayedGame played(const Field& field, MakeAnswer make_answer) {
    const auto position = field.start();
    PlayedGame game;
    while (!position->players_to_move().empty() && game.turns.size() < max_turns) {
        PlayedTurn turn;
        turn.number = position->turn();
        turn.seats.assign(position->players_to_move().begin(), position->players_to_move().end());
        for (const Seat seat : turn.seats) {
            turn.given.push_back(make_answer(*position, seat));
        }
        turn.effects = apply(*position, turn);
        turn.state = position->canonical_text();
        game.turns.push_back(std::move(turn));
    }
    game.ending = position->ending();
    return game;
}

} // namespace

LoadedField created(const Game& game, std::uint64_t seed, const CreateRequest& request) {
    Rng rng(seed);
    return load_field("f.dat", game.create_field(request, rng));
}

std::vector<LoadedField> fields_of(const Game& game) {
    const GameInfo& info = game.info();
    std::vector<LoadedField> fields;
    for (int players = info.min_seats; players <= info.max_seats; ++players) {
        const auto seed = static_cast<std::uint64_t>(players);
        CreateRequest request{players, info.example_settings};
        try {
            fields.push_back(created(game, seed, request));
        } catch (const UserError&) { // too small for so many
            fields.push_back(created(game, seed, {players, {}}));
        }
    }
    fields.push_back(created(game, 99, {}));
    return fields;
}

Given any_answer(const Position& position, Seat seat, Rng& rng) {
    const std::string legal = random_answer(position, seat, rng);
    switch (rng.below(24)) {
    case 0:
        return {Fault::none, ""};
    case 1:
        return {Fault::none, legal + " " + legal + " " + legal};
    case 2:
        return {Fault::none, with_huge_numbers(legal)};
    case 3:
        return {Fault::none, std::string("\0\xff@ x", 5)};
    case 4:
        return {Fault::none, legal.substr(0, legal.size() / 2)};
    case 5:
        return {static_cast<Fault>(1 + rng.below(5)), ""}; // timeout to bad-result
    default:
        return {Fault::none, "\r\n" + legal + "\n"};
    }
}

std::vector<Effect> apply(Position& position, const PlayedTurn& turn) {
    std::vector<Answer> answers;
    for (std::size_t i = 0; i < turn.seats.size(); ++i) {
        answers.push_back({turn.seats[i], turn.given[i].first, turn.given[i].second});
    }
    return position.apply(answers, {});
}

PlayedGame played_with_faults(const Field& field, std::uint64_t seed) {
    Rng rng(seed);
    return played(field, [&rng](const Position& position, Seat seat) {
        return any_answer(position, seat, rng);
    });
}

PlayedGame played_at_random(const Field& field, std::uint64_t seed) {
    Rng rng(seed);
    return played(field, [&rng](const Position& position, Seat seat) {
        return std::pair(Fault::none, random_answer(position, seat, rng));
    });
}

} // namespace tests
