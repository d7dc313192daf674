#include "tournament/play/set_aside.hpp"

#include <cstddef>
#include <utility>

namespace referee {

std::vector<int> seating_of(const PlannedMatch& match, const std::vector<int>& rotation) {
    std::vector<int> ais;
    for (const int place : rotation) {
        ais.push_back(match.group[static_cast<std::size_t>(place)]);
    }
    return ais;
}

SetAside::SetAside(Book& book, std::vector<std::vector<int>> rotations)
    : book_(book), rotations_(std::move(rotations)) {}

int SetAside::adopt(const PlannedMatch& match) {
    if (match.field != field_) {
        field_ = match.field;
        games_ = book_.set_aside_on(field_);
    }
    std::vector<Adoption> adoptions;
    const auto count = static_cast<int>(rotations_.size());
    for (int rotation = 0; rotation < count; ++rotation) {
        const auto found =
            games_.find(seating_of(match, rotations_[static_cast<std::size_t>(rotation)]));
        if (found != games_.end()) {
            adoptions.push_back(
                {found->second, game_index(match.index, count, rotation), match.index});
            games_.erase(found);
        }
    }
    if (!adoptions.empty()) {
        book_.adopt(adoptions);
    }
    return static_cast<int>(adoptions.size());
}

} // namespace referee
