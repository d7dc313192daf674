#pragma once

#include "tournament/tables.hpp"

#include <string>

namespace referee {

/// The tables as one HTML page that needs nothing else: pictures are SVG, there are no scripts, and
/// it can be printed.
std::string report_html(const Tables& tables);

} // namespace referee
