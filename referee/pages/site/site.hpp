#pragma once

/// The site of a season or a tournament: static files that work from file:// and from any web
/// server under any path. referee/season/README.md, "The site".

#include "pages/report/data.hpp"
#include "tournament/store/results.hpp"

#include <string>

namespace referee {

/// Writes what has changed, each file under another name first. Throws UserError, InternalError.
SiteResult write_site(const Results& store, const SiteConfig& config);

/// Publishes the site for the public: what is frozen at `config.now` isn't in it.
SiteResult publish_site(const std::string& database, const SiteConfig& config);

} // namespace referee
