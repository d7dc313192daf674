#include "match/config.hpp"

#include <algorithm>

namespace referee {

std::optional<std::chrono::milliseconds> MatchConfig::fixed_limit(std::string_view ai) const {
    const auto limit_of = [&](std::string_view name) {
        return std::find_if(own_limits.begin(), own_limits.end(), [name](const OwnLimit& own) {
            return own.ai == name;
        });
    };
    for (const std::string_view name : {ai, ai.substr(0, ai.rfind('@'))}) {
        if (const auto own = limit_of(name); own != own_limits.end()) {
            return own->limit;
        }
    }
    return time_limit;
}

} // namespace referee
