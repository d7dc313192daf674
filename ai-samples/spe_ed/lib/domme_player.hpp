#pragma once

/// What domme and domme-keep share: options, and what they tell in notes.dat.

#include "spe_ed/lib/domme_search.hpp"
#include "spe_ed/lib/sample.hpp"

#include <string>

namespace referee::spe_ed::domme {

/// Reads options `--NAME VALUE`: gamma, deadend-bias, deadend-limit, safe-zone-limit,
/// safe-zone-distance, safe-zone-bias, time-buffer, least-layers, always-keep, most-jobs. Throws
/// std::runtime_error, which names the option.
Constants read_constants(int argument_count, char** arguments);

/// What the paper's own window shows, `key value` lines.
std::string notes_on(const sample::Situation& situation, const Decision& decision);

} // namespace referee::spe_ed::domme
