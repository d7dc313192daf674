#pragma once

/// What domme and domme-keep share: options, and the contents of notes.dat.

#include "spe_ed/lib/domme_search.hpp"
#include "spe_ed/lib/sample.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace referee::spe_ed::domme {

/// Runs a whole AI with the constants set by its options `--NAME VALUE`: gamma, deadend-bias,
/// deadend-limit, safe-zone-limit, safe-zone-distance, safe-zone-bias, time-buffer, min-layers,
/// always-keep, max-jobs. Returns the result of `play`, or 1, with a line on standard error, if an
/// option is wrong.
int run_with_options(
    int argument_count, char** arguments, std::string_view name,
    const std::function<int(const Constants&)>& play);

/// What the window of the paper's program shows, as `key value` lines.
std::string notes_on(const sample::Situation& situation, const Decision& decision);

} // namespace referee::spe_ed::domme
