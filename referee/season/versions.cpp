#include "season/versions.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace referee {

std::string_view name_of(VersionState state) {
    constexpr std::array<std::string_view, 5> names{
        "active", "old", "resting", "rejected", "broken"};
    return names[static_cast<std::size_t>(state)];
}

bool is_lost_by_faults(const SeatOutcome& seat) {
    return seat.share <= 0 && std::accumulate(seat.faults.begin() + 1, seat.faults.end(), 0) > 0;
}

void FaultStreaks::count(const GameOutcome& game) {
    for (const SeatOutcome& seat : game.seats) {
        auto& last = last_[seat.ai];
        last[game.index] = is_lost_by_faults(seat);
        if (last.size() > static_cast<std::size_t>(std::max(max_, 1))) {
            last.erase(last.begin());
        }
    }
}

bool FaultStreaks::is_resting(int ai) const {
    const auto at = last_.find(ai);
    return max_ > 0 && at != last_.end() && at->second.size() == static_cast<std::size_t>(max_) &&
           std::all_of(
               at->second.begin(), at->second.end(), [](const auto& game) { return game.second; });
}

std::vector<VersionState>
states_of(const std::vector<StoredVersion>& versions, const FaultStreaks& streaks) {
    std::vector<VersionState> states;
    std::map<std::pair<std::string, bool>, std::size_t> active;
    for (std::size_t i = 0; i < versions.size(); ++i) {
        const StoredVersion& version = versions[i];
        switch (version.status) {
        case StoredVersion::Status::rejected:
            states.push_back(VersionState::rejected);
            break;
        case StoredVersion::Status::broken:
            states.push_back(VersionState::broken);
            break;
        case StoredVersion::Status::accepted:
            states.push_back(VersionState::old);
            active[{version.entry, version.is_baseline}] = i;
            break;
        }
    }
    for (const auto& [entry, i] : active) {
        const bool rests = !versions[i].is_baseline && streaks.is_resting(versions[i].ai);
        states[i] = rests ? VersionState::resting : VersionState::active;
    }
    return states;
}

std::string same_files(const std::vector<StoredVersion>& versions, std::size_t i) {
    const StoredVersion& own = versions[i];
    std::string list;
    for (const StoredVersion& other : versions) {
        const bool is_others = other.entry != own.entry || other.is_baseline != own.is_baseline;
        if (is_others && other.sha256 == own.sha256 &&
            other.status == StoredVersion::Status::accepted) {
            list += (list.empty() ? "" : ", ") + (other.is_baseline
                                                      ? "the baseline " + other.entry
                                                      : other.entry + " " + other.version);
        }
    }
    return list;
}

std::string ai_name(const StoredVersion& version, const std::vector<StoredAi>& taken) {
    const std::string name =
        version.is_baseline ? version.entry : version.entry + "@" + version.version;
    const bool is_taken = std::any_of(
        taken.begin(), taken.end(), [&](const StoredAi& ai) { return ai.name == name; });
    return is_taken ? name + "~" + version.sha256.substr(0, 8) : name;
}

} // namespace referee
