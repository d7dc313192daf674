#include "support/season/memory_book.hpp"

#include "base/error.hpp"
#include "season/announcement.hpp"
#include "tournament/plan/plan.hpp"

#include <algorithm>

namespace tests {

using namespace referee;

MemorySeason::MemorySeason(int seats, int fields, std::function<std::int64_t()> now)
    : now_(std::move(now)) {
    tournament_.game = "test";
    tournament_.seats = seats;
    tournament_.games_per_match = seats;
    tournament_.format = season_format;
    tournament_.matches = max_planned_matches;
    for (int field = 0; field < fields; ++field) {
        const std::string name = "field" + std::to_string(field);
        fields_.push_back({.name = name, .path = name, .sha256 = name});
    }
}

void MemorySeason::for_each(std::int64_t first, std::int64_t end, const LookAtGame& look) const {
    for (auto at = games_.lower_bound(first); at != games_.end() && at->first < end; ++at) {
        look(at->second.outcome);
    }
}

void MemorySeason::for_each_fault(const LookAtFault& look) const {
    for (const auto& [index, game] : games_) {
        for (const FaultDetail& detail : game.outcome.faults) {
            const SeatOutcome& seat = game.outcome.seats[static_cast<std::size_t>(detail.seat - 1)];
            look({index, game.outcome.field, seat.ai, game.outcome.record, detail});
        }
    }
}

std::vector<FaultDetail> MemorySeason::details_of_game(std::int64_t game) const {
    return games_.at(game).outcome.faults;
}

std::vector<std::int64_t> MemorySeason::recorded_games(int max) const {
    std::vector<std::int64_t> recorded;
    for (const auto& [index, game] : games_) {
        if (!game.outcome.record.empty() && static_cast<int>(recorded.size()) < max) {
            recorded.push_back(index);
        }
    }
    return recorded;
}

std::pair<std::string, std::string> MemorySeason::times() const {
    std::int64_t first = 0;
    std::int64_t last = 0;
    for (const auto& [index, game] : games_) {
        first = first == 0 ? game.finished : std::min(first, game.finished);
        last = std::max(last, game.finished);
    }
    return games_.empty() ? std::pair<std::string, std::string>()
                          : std::pair(utc_text(first), utc_text(last));
}

void MemorySeason::for_each_time(const LookAtTime& look) const {
    for (const auto& [index, game] : games_) {
        look(index, utc_text(game.finished));
    }
}

std::vector<double> MemorySeason::seconds_used(int seconds) const {
    std::vector<double> used(ais_.size());
    const std::int64_t begin = now_() - seconds;
    for (const auto& [index, game] : games_) {
        for (const SeatOutcome& seat : game.outcome.seats) {
            if (game.finished >= begin) {
                used[static_cast<std::size_t>(seat.ai)] +=
                    static_cast<double>(seat.measured.wall_ns) / 1e9;
            }
        }
    }
    return used;
}

void MemorySeason::add_version(StoredVersion version, const StoredAi* ai) {
    may_fail("add a version");
    version.ai = -1;
    if (ai != nullptr) {
        version.ai = static_cast<int>(ais_.size());
        ais_.push_back(*ai);
    }
    version.decided = utc_text(now_());
    const auto same =
        std::find_if(versions_.begin(), versions_.end(), [&](const StoredVersion& known) {
            return known.entry == version.entry && known.version == version.version &&
                   known.sha256 == version.sha256 && known.is_baseline == version.is_baseline;
        });
    if (same == versions_.end()) {
        versions_.push_back(std::move(version));
    } else if (same->status == StoredVersion::Status::late) {
        *same = std::move(version);
    } else { // UNIQUE, in the database
        throw InternalError("two decisions about one version");
    }
}

void MemorySeason::change_version(
    std::size_t number, StoredVersion::Status status, const std::string& text) {
    may_fail("change a version");
    versions_.at(number).status = status;
    versions_.at(number).text = text;
}

std::int64_t MemorySeason::next_match() const {
    std::int64_t next = games_.empty() ? 0 : games_.rbegin()->second.outcome.match + 1;
    for (const StoredBatch& batch : batches_) {
        next = std::max(next, batch.first + batch.matches);
    }
    return next;
}

std::vector<std::int64_t>
MemorySeason::games_between(std::int64_t first, std::int64_t end, std::int64_t max) const {
    std::vector<std::int64_t> found;
    for (auto at = games_.lower_bound(first); at != games_.end() && at->first < end; ++at) {
        if (max < 0 || static_cast<std::int64_t>(found.size()) < max) {
            found.push_back(at->first);
        }
    }
    return found;
}

void MemorySeason::add(const GameOutcome& outcome) {
    may_fail("add a game");
    if (!games_.emplace(outcome.index, Game{outcome, now_()}).second) {
        throw InternalError("a game is stored twice");
    }
}

} // namespace tests
