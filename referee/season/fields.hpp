#pragma once

/// New fields for a season and its final.

#include "game.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace referee {

struct FieldRequest {
    std::string game;
    CreateRequest create;
    int count = 50;
    std::optional<std::uint64_t> seed; ///< of the first; none: random and unknown to anybody
};

/// Makes the folder with field-001.dat, field-002.dat, … under another name first. Throws UserError
/// for a wrong request.
void make_fields(const FieldRequest& request, const std::string& folder);

} // namespace referee
