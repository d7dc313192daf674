// Recorded games as data sets: record/dataset/dataset.hpp. No line here is for one game; a game
// gets these tests with its observation.cpp. The file itself: tests/python/test_export.py.

#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/stored/batches.hpp"

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "record/dataset/dataset.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

using namespace referee;
using namespace tests;

namespace {

/// Plays a batch of one game at random, and beside it the same game as the referee does, with a
/// record. Notes what the data set of that record must have.
class RecordedBatch {
  public:
    RecordedBatch(const BatchConfig& config, std::uint64_t seed)
        : batch_(config), rng_(seed), field_(load_field("f.dat", field_text())),
          position_(field_.field->start()) {
        record.game = config.game;
        record.field_text = field_.text;
        record.field_sha256 = field_.sha256;
        for (int player = 0; player < batch_.players(); ++player) {
            record.names.push_back(fmt::format("ai{}", player + 1));
        }
        expected.rewards.resize(record.names.size());
    }

    void play(int max_turns) {
        for (int turn = 0; turn < max_turns && batch_.arrays().over[0] == 0; ++turn) {
            play_turn();
        }
        if (const std::optional<Ending> ending = position_->ending()) {
            record.result.push_back(
                {++line_, ending->ranks, ending->scores, ending->no_winner, ending->reason,
                 ending->ended_by, sha256(position_->canonical_text())});
            const bool has_ranks = !field_.game->info().match_decides;
            for (std::size_t player = 0; has_ranks && player < expected.rewards.size(); ++player) {
                expected.rewards[player] = reward_of_rank(ending->ranks, static_cast<int>(player));
            }
        }
    }

    const LoadedField& field() const { return field_; }
    const Batch& batch() const { return batch_; }

    RecordedGame record;
    GameDecisions expected;
    int joined = 0;   ///< answers of several actions
    int followed = 0; ///< turns after which the batch had to be told the state

  private:
    std::string field_text() {
        Rng rng(batch_.field_seed(0));
        return game_named(batch_.config().game)
            .create_field({batch_.config().players, batch_.config().settings}, rng);
    }

    std::vector<std::int32_t> action_of(const Actions& actions, int player) const {
        const auto parts = static_cast<std::size_t>(batch_.sizes().parts);
        const auto begin =
            actions.begin() + static_cast<long>(static_cast<std::size_t>(player) * parts);
        return {begin, begin + static_cast<long>(parts)};
    }

    /// The part of an action says something in the answer of this player.
    bool counts(int player, std::size_t part) const {
        std::vector<std::int32_t> action(static_cast<std::size_t>(batch_.sizes().parts));
        const std::string answer = batch_.answer(0, player, action);
        action[part] = 1;
        return batch_.answer(0, player, action) != answer;
    }

    bool is_legal(int player, const std::vector<std::int32_t>& action) const {
        const std::uint8_t* const legal = batch_.arrays().legal + player * batch_.sizes().actions;
        for (std::size_t part = 0; part < action.size(); ++part) {
            const bool is_value = action[part] >= 0 && action[part] < batch_.sizes().actions;
            if ((action.size() == 1 || counts(player, part)) &&
                !(is_value && legal[action[part]] != 0)) {
                return false;
            }
        }
        return true;
    }

    /// What the batch shows a player who is about to do that.
    void expect(int player, std::vector<std::int32_t> action, int turn) {
        const auto size = batch_.info().planes.size() * batch_.sizes().cells();
        const std::uint8_t* const seen =
            batch_.arrays().observations + static_cast<std::size_t>(player) * size;
        const std::uint8_t* const legal = batch_.arrays().legal + player * batch_.sizes().actions;
        expected.observations.insert(expected.observations.end(), seen, seen + size);
        expected.legal.insert(expected.legal.end(), legal, legal + batch_.sizes().actions);
        for (std::size_t part = 0; action.size() > 1 && part < action.size(); ++part) {
            action[part] = counts(player, part) ? action[part] : -1;
        }
        expected.actions.insert(expected.actions.end(), action.begin(), action.end());
        expected.players.push_back(player);
        expected.turns.push_back(turn);
    }

    /// Random actions; some are no legal ones.
    Actions draw() {
        const auto parts = static_cast<std::uint64_t>(batch_.sizes().parts);
        Actions actions = random_actions(batch_, rng_, 40 * parts);
        for (std::int32_t& action : actions) {
            if (rng_.below(25 * parts) == 0) {
                action = static_cast<std::int32_t>(
                    rng_.below(static_cast<std::uint64_t>(batch_.sizes().actions)));
            }
        }
        return actions;
    }

    void play_turn() {
        const int turn = position_->turn();
        const std::vector<Seat> movers = movers_of(batch_, 0);
        std::vector<Answer> answers;
        std::vector<std::string> texts(movers.size());
        Actions actions = draw();
        for (std::size_t i = 0; i < movers.size(); ++i) {
            const int player = movers[i] - 1;
            const std::vector<std::int32_t> action = action_of(actions, player);
            const bool is_late = rng_.below(30) == 0;
            if (is_late) {
                std::fill_n(
                    actions.begin() + player * batch_.sizes().parts, batch_.sizes().parts, -1);
            } else if (is_legal(player, action)) {
                expect(player, action, turn);
            } else {
                ++expected.faults;
            }
            expected.faults += is_late ? 1 : 0;
            texts[i] = is_late ? "" : batch_.answer(0, player, action);
            answers.push_back({movers[i], is_late ? Fault::timeout : Fault::none, ""});
        }
        step(actions);
        const bool was_legal = answers.front().fault == Fault::none && !texts.front().empty();
        if (movers.size() == 1 && was_legal && movers_of(batch_, 0) == movers) {
            join(movers.front(), turn, texts.front());
        }
        for (std::size_t i = 0; i < answers.size(); ++i) {
            answers[i].text = texts[i];
        }
        write(position_->apply(answers, {}), answers, turn);
        follow();
    }

    /// Goes on with the answer while the same player may, if the rules take it as one.
    void join(Seat seat, int turn, std::string& text) {
        while (movers_of(batch_, 0) == std::vector<Seat>{seat} && rng_.below(3) != 0) {
            const Actions actions = random_actions(batch_, rng_, 0);
            const std::vector<std::int32_t> action = action_of(actions, seat - 1);
            const std::string longer = text + " " + batch_.answer(0, seat - 1, action);
            const std::unique_ptr<Position> tried = position_->clone();
            const Answer answer{seat, Fault::none, longer};
            if (tried->apply({&answer, 1}, {}).front().text != longer) {
                return;
            }
            expect(seat - 1, action, turn);
            step(actions);
            text = longer;
            ++joined;
        }
    }

    void step(const Actions& actions) {
        batch_.step(actions.data());
        for (std::size_t player = 0; player < expected.rewards.size(); ++player) {
            expected.rewards[player] += batch_.arrays().rewards[player];
        }
    }

    void write(const std::vector<Effect>& effects, const std::vector<Answer>& answers, int turn) {
        for (std::size_t i = 0; i < answers.size(); ++i) {
            RecordedMove move;
            move.line = ++line_;
            move.turn = turn;
            move.seat = answers[i].seat;
            move.move = std::string(answers[i].text);
            move.move_is_whole = true;
            move.effect = effects[i].text;
            move.fault = effects[i].fault;
            move.comment = effects[i].comment;
            record.moves.push_back(std::move(move));
        }
        record.moves.back().state = sha256(position_->canonical_text());
    }

    /// A fault may be something that a batch doesn't know.
    void follow() {
        if (batch_.state(0) != position_->canonical_text()) {
            batch_.set_state(0, position_->canonical_text());
            ++followed;
        }
    }

    Batch batch_;
    Rng rng_;
    LoadedField field_;
    std::unique_ptr<Position> position_;
    int line_ = 1;
};

BatchConfig config_of(const Environment& environment, int players, int view) {
    BatchConfig config =
        small_batch(environment.info().game, 1, static_cast<std::uint64_t>(players));
    config.players = players;
    config.view = view;
    if (players > 2) { // too small for many
        config.settings.erase("width");
        config.settings.erase("height");
    }
    return config;
}

} // namespace

TEST_CASE("exported decisions are those of a batch, byte for byte", "[dataset]") {
    int joined = 0;
    int followed = 0;
    int finished = 0;
    std::size_t decisions = 0;
    for (const Environment* const environment : all_environments()) {
        const GameInfo& info = game_named(environment->info().game).info();
        for (int players = info.min_seats; players <= info.max_seats; ++players) {
            for (const int view : {0, 3}) {
                if (view > 0 && !environment->info().has_view) {
                    continue;
                }
                INFO(info.name << ", " << players << " players, view " << view);
                RecordedBatch recorded(config_of(*environment, players, view), 5);
                recorded.play(400);
                DecisionReader reader(*environment, recorded.batch().sizes(), players);
                const GameDecisions found = reader.read(
                    recorded.field(), recorded.record, [](const RecordedMove&) { return true; });
                REQUIRE(found.replay.differences.empty());
                const GameDecisions& expected = recorded.expected;
                CHECK(found.players == expected.players);
                CHECK(found.turns == expected.turns);
                CHECK(found.actions == expected.actions);
                CHECK(found.faults == expected.faults);
                REQUIRE(found.legal == expected.legal);
                REQUIRE(found.observations == expected.observations);
                if (!recorded.record.result.empty()) {
                    CHECK(found.rewards == expected.rewards);
                    ++finished;
                }
                joined += recorded.joined;
                followed += recorded.followed;
                decisions += found.size();
            }
        }
    }
    CHECK(joined > 10);   // otherwise nothing was tested of them
    CHECK(followed > 0);  // the same
    CHECK(finished > 15); // the same
    CHECK(decisions > 800);
}

TEST_CASE("decisions that nobody wants are neither exported nor counted", "[dataset]") {
    for (const Environment* const environment : all_environments()) {
        INFO(environment->info().game);
        RecordedBatch recorded(config_of(*environment, 2, 0), 6);
        recorded.play(200);
        DecisionReader reader(*environment, recorded.batch().sizes(), 2);
        std::size_t count = 0;
        int faults = 0;
        for (const Seat seat : {1, 2}) {
            const GameDecisions found =
                reader.read(recorded.field(), recorded.record, [seat](const RecordedMove& move) {
                    return move.seat == seat;
                });
            CHECK(found.size() > 0);
            CHECK(std::all_of(found.players.begin(), found.players.end(), [seat](int player) {
                return player == seat - 1;
            }));
            CHECK(found.observations.size() == found.size() * found.observation_size);
            count += found.size();
            faults += found.faults;
        }
        CHECK(count == recorded.expected.size());
        CHECK(faults == recorded.expected.faults);
    }
}

TEST_CASE("a record that the rules contradict has no decisions that count", "[dataset]") {
    for (const Environment* const environment : all_environments()) {
        INFO(environment->info().game);
        RecordedBatch recorded(config_of(*environment, 2, 0), 7);
        recorded.play(50);
        recorded.record.moves[recorded.record.moves.size() / 2].comment = "something else";
        DecisionReader reader(*environment, recorded.batch().sizes(), 2);
        const GameDecisions found = reader.read(
            recorded.field(), recorded.record, [](const RecordedMove&) { return true; });
        CHECK(found.replay.differences.size() == 1);
    }
}
