#include "match/await_residents.hpp"

#include "match/player.hpp"
#include "process/clock.hpp"
#include "process/interrupt.hpp"

#include <algorithm>
#include <array>

namespace referee {

void await_residents(std::span<Player* const> players) {
    while (true) {
        std::array<pollfd, max_seats> events{};
        std::array<Resident*, max_seats> waiting{};
        unsigned count = 0;
        std::int64_t deadline = -1;
        for (const Player* const player : players) {
            if (Resident* const resident = player->unsettled()) {
                waiting[count] = resident;
                events[count++] = {resident->descriptor(), POLLIN, 0};
                const std::int64_t own = resident->deadline_ns();
                deadline = deadline < 0 ? own : own < 0 ? deadline : std::min(deadline, own);
            }
        }
        if (count == 0) {
            return;
        }
        wait_for(events.data(), count, deadline);
        for (unsigned i = 0; i < count; ++i) {
            const std::int64_t own = waiting[i]->deadline_ns();
            if (events[i].revents != 0) {
                waiting[i]->receive();
            } else if (own >= 0 && monotonic_ns() >= own) {
                waiting[i]->expire();
            }
        }
    }
}

} // namespace referee
