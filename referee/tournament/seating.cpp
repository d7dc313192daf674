#include "tournament/seating.hpp"

#include "field/mixed.hpp"

#include <algorithm>
#include <tuple>

namespace referee {

std::uint64_t seating_key(std::string_view name) {
    std::uint64_t key = mixed(name.size());
    for (const char c : name) {
        key = mixed(key ^ static_cast<unsigned char>(c));
    }
    return key;
}

void random_seating(
    std::vector<int>& group, const std::vector<std::uint64_t>& keys, std::uint64_t field_key,
    std::uint64_t seed) {
    // The sum identifies the group whatever its order, so that each group has its own draw.
    std::uint64_t base = 0;
    for (const int ai : group) {
        base += mixed(keys[static_cast<std::size_t>(ai)]);
    }
    base = mixed(base ^ mixed(field_key ^ mixed(seed)));
    const auto place = [&](int ai) {
        const std::uint64_t key = keys[static_cast<std::size_t>(ai)];
        return std::tuple(mixed(base ^ key), key, ai);
    };
    std::sort(group.begin(), group.end(), [&](int a, int b) { return place(a) < place(b); });
}

} // namespace referee
