#pragma once

#include "tournament/tables.hpp"

#include <nlohmann/json.hpp>

namespace referee {

/// Adds what a knockout, a ladder or a race has come to: "verdict", "contests", "race".
void add_verdict(const Tables& tables, nlohmann::ordered_json& json);

} // namespace referee
