// What every position must keep to, what it shows included: the contract in referee/game/game.hpp,
// as in contract_test.cpp.

#include "support/catch.hpp"
#include "support/games/any_game.hpp"
#include "support/games/random_answer.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

using namespace referee;
using namespace tests;

TEST_CASE("state files, pictures and frames of every game are well-formed", "[contract]") {
    for_all_fields([](const Game& game, const LoadedField& field) {
        Rng rng(3);
        const auto look = [&](const Position& position, Seat seat) {
            const nlohmann::json frame = nlohmann::json::parse(position.to_json());
            CHECK(frame.at("game") == game.info().name);
            const nlohmann::json& measures = frame.at("measures");
            REQUIRE(measures.size() == static_cast<std::size_t>(field.field->seats()));
            for (const nlohmann::json& of_seat : measures) {
                CHECK((of_seat.is_null() || of_seat.size() == game.info().measures.size()));
            }
            CHECK(position.to_json().find('\n') == std::string::npos);
            // Between turns people see every state, though maybe less of it.
            const nlohmann::json seen = nlohmann::json::parse(position.frame_for(everybody));
            CHECK(seen.at("game") == game.info().name);
            // In a game with secrets everybody knows some of the numbers; null stands for others.
            for (std::size_t i = 0; i < measures.size(); ++i) {
                for (std::size_t j = 0; j < measures[i].size(); ++j) {
                    const nlohmann::json& known = seen.at("measures").at(i).at(j);
                    CHECK((known == measures[i][j] || (game.info().hidden && known.is_null())));
                }
            }
            CHECK(position.render(false).find('\x1b') == std::string::npos);
            CHECK(position.render(false).back() == '\n');
            StateFiles files(game.info().files.size());
            position.write_files(seat, Phase::move, files);
            StateFiles again(game.info().files.size());
            position.write_files(seat, Phase::move, again);
            CHECK(files.match_keys == again.match_keys);
            for (std::size_t i = 0; i <= files.count(); ++i) {
                const std::string& text = i == 0 ? files.match_keys : files.of(i - 1);
                CHECK((text.empty() || text.back() == '\n'));
                CHECK(std::all_of(text.begin(), text.end(), [](char c) {
                    return c == '\n' || (c >= ' ' && c <= '~');
                }));
            }
            return any_answer(position, seat, rng);
        };
        const auto position = field.field->start();
        for (int turn = 0; turn < 20 && !position->players_to_move().empty(); ++turn) {
            PlayedTurn made;
            made.seats.assign(
                position->players_to_move().begin(), position->players_to_move().end());
            for (const Seat seat : made.seats) {
                made.given.push_back(look(*position, seat));
            }
            apply(*position, made);
        }
    });
}

TEST_CASE("games on one field of any game don't touch each other", "[contract]") {
    for_all_fields([](const Game&, const LoadedField& field) {
        const auto other = field.field->start();
        const std::string before = other->canonical_text();
        played_with_faults(*field.field, 1);
        CHECK(other->canonical_text() == before);
    });
}

TEST_CASE("a clone of any game's position goes its own way", "[contract]") {
    for_all_fields([](const Game&, const LoadedField& field) {
        Rng rng(5);
        const auto position = field.field->start();
        const auto answers_to = [&](const Position& asked, std::vector<std::string>& texts) {
            std::vector<Answer> answers;
            for (const Seat seat : asked.players_to_move()) {
                texts.push_back(random_answer(asked, seat, rng));
            }
            for (const Seat seat : asked.players_to_move()) {
                answers.push_back({seat, Fault::none, texts[answers.size()]});
            }
            return answers;
        };
        for (int turn = 0; turn < 5 && !position->players_to_move().empty(); ++turn) {
            const std::string before = position->canonical_text();
            const auto clone = position->clone();
            CHECK(clone->canonical_text() == before);
            CHECK(clone->to_json() == position->to_json());
            std::vector<std::string> texts;
            const std::vector<Answer> answers = answers_to(*position, texts);
            clone->apply(answers, {});
            CHECK(position->canonical_text() == before);
            position->apply(answers, {});
            CHECK(position->canonical_text() == clone->canonical_text());
        }
    });
}
