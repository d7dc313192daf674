// Waiting for several players at once, each with its own deadline. No time passes: a deadline lies
// in the past, or there is none.

#include "support/catch.hpp"

#include "base/random.hpp"
#include "match/player.hpp"
#include "os/descriptor.hpp"

#include <memory>
#include <sys/eventfd.h>
#include <unistd.h>

namespace {

using namespace referee;

/// A resident AI whose answer is there, or too late, or both, or neither.
class AskedPlayer : public Player {
  public:
    enum class State { settled, readable, late, readable_and_late, silent };

    explicit AskedPlayer(State state)
        : state_(state), event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
        if (state == State::readable || state == State::readable_and_late) {
            speak();
        }
    }

    void speak() const {
        const std::uint64_t one = 1;
        REQUIRE(::write(event_.get(), &one, sizeof one) == sizeof one);
    }
    std::optional<PendingAnswer> pending() const override {
        if (state_ == State::settled || received + expired > 0) {
            return std::nullopt;
        }
        const bool is_late = state_ == State::late || state_ == State::readable_and_late;
        return PendingAnswer{.descriptor = event_.get(), .deadline_ns = is_late ? 1 : -1};
    }
    void receive() override {
        ++received;
        let_next_speak();
    }
    void expire() override {
        ++expired;
        let_next_speak();
    }
    void begin_game(const std::string&) override {}
    void take_files(const MoveFiles&) override {}
    void start(const RunRequest&) override {}
    Run finish(bool) override { return {}; }

    State state() const { return state_; }

    int received = 0;
    int expired = 0;
    AskedPlayer* next = nullptr; ///< speaks when this one has been received or is late

  private:
    void let_next_speak() const {
        if (next != nullptr) {
            next->speak();
        }
    }

    State state_;
    UniqueFd event_;
};

using State = AskedPlayer::State;

void check_wait(const std::vector<State>& states) {
    std::vector<std::unique_ptr<AskedPlayer>> players;
    std::vector<Player*> waiting;
    for (const State state : states) {
        waiting.push_back(players.emplace_back(std::make_unique<AskedPlayer>(state)).get());
    }
    await_answers(waiting);
    for (const auto& player : players) {
        const bool is_readable =
            player->state() == State::readable || player->state() == State::readable_and_late;
        CHECK(player->received == (is_readable ? 1 : 0));
        CHECK(player->expired == (player->state() == State::late ? 1 : 0));
    }
}

} // namespace

TEST_CASE(
    "an answer that is there counts, however late we look; no other does", "[match][game-loop]") {
    constexpr unsigned kinds = 4;
    for (unsigned count = 0; count <= 4; ++count) {
        for (unsigned all = 0; all < 1U << (2 * count); ++all) {
            std::vector<State> states;
            for (unsigned i = 0; i < count; ++i) {
                states.push_back(static_cast<State>((all >> (2 * i)) % kinds));
            }
            check_wait(states);
        }
    }
    Rng rng(1);
    for (int round = 0; round < 200; ++round) {
        std::vector<State> states;
        for (int i = 0; i < max_seats; ++i) {
            states.push_back(static_cast<State>(rng.below(kinds)));
        }
        check_wait(states);
    }
}

TEST_CASE("the wait goes on until the last of them has answered", "[match][game-loop]") {
    AskedPlayer first(State::readable);
    AskedPlayer second(State::silent);
    AskedPlayer third(State::silent);
    first.next = &third;
    third.next = &second;
    const std::array<Player*, 3> players{&first, &second, &third};
    await_answers(players);
    for (const AskedPlayer* const player : {&first, &second, &third}) {
        CHECK(player->received == 1);
        CHECK(player->expired == 0);
    }
}

TEST_CASE("the deadline of one is none of the others'", "[match][game-loop]") {
    AskedPlayer late(State::late);
    AskedPlayer slow(State::silent);
    late.next = &slow;
    const std::array<Player*, 2> players{&slow, &late};
    await_answers(players);
    CHECK(late.expired == 1);
    CHECK(slow.received == 1);
    CHECK(slow.expired == 0);
}
