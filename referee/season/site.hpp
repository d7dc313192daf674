#pragma once

/// The site of a season or a tournament: static files that work from file:// and from any web
/// server under any path. referee/season/README.md, "The site".

#include "tournament/store.hpp"

#include <string>

namespace referee {

struct SiteConfig {
    std::string folder; ///< made if it doesn't exist
    std::string title;
    bool publishes_errors = false; ///< faults with reason and standard error
    int rest_after = 5;            ///< as in season.ini
};

struct SiteResult {
    int files = 0;      ///< of the site
    int written = 0;    ///< of these, new or changed
    int unreadable = 0; ///< records without a replay: gone, damaged or of another referee
};

/// Writes what has changed, each file under another name first. Throws UserError, InternalError.
SiteResult write_site(const Store& store, const SiteConfig& config);

} // namespace referee
