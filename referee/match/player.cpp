#include "match/player.hpp"

#include "os/clock.hpp"
#include "os/interrupt.hpp"

#include <algorithm>
#include <array>

namespace referee {
namespace {

const std::string& nothing() {
    static const std::string none;
    return none;
}

} // namespace

const std::string& Player::last_errors() const {
    return nothing();
}

const std::string& Player::last_output() const {
    return nothing();
}

const std::string& Player::end_note() const {
    return nothing();
}

void await_answers(std::span<Player* const> players) {
    while (true) {
        std::array<pollfd, max_seats> events{};
        std::array<std::int64_t, max_seats> deadlines{};
        std::array<Player*, max_seats> waiting{};
        unsigned count = 0;
        std::int64_t first = -1;
        for (Player* const player : players) {
            if (const std::optional<PendingAnswer> pending = player->pending()) {
                const std::int64_t own = pending->deadline_ns;
                events[count] = {pending->descriptor, POLLIN, 0};
                deadlines[count] = own;
                waiting[count++] = player;
                first = first < 0 ? own : own < 0 ? first : std::min(first, own);
            }
        }
        if (count == 0) {
            return;
        }
        wait_for(events.data(), count, first);
        for (unsigned i = 0; i < count; ++i) {
            if (events[i].revents != 0) {
                waiting[i]->receive();
            } else if (deadlines[i] >= 0 && monotonic_ns() >= deadlines[i]) {
                waiting[i]->expire();
            }
        }
    }
}

} // namespace referee
