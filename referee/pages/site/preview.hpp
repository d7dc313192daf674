#pragma once

/// The picture that messengers and other sites show beside the site's address: title and the best.

#include "pages/report/data.hpp"

#include <string>

namespace referee {

/// 1200 × 630 pixels as PNG, the size that others expect. Letters are those of a scoreboard: a
/// machine that serves a contest need not have fonts. Signs beyond them are boxes.
std::string preview_png(const SiteData& data);

} // namespace referee
