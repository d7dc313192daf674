#pragma once

/// What a site is made from, as one key: if it is the same as before, so is every file of the site.

#include "pages/report/data.hpp"
#include "tournament/store/results.hpp"

#include <string>

namespace referee {

class SiteInputs {
  public:
    SiteInputs(const Results& store, const SiteConfig& config);

    /// Of everything: database, settings, announcement, the moment as far as it matters, records,
    /// fields, rules, program. Empty if `store` is no database.
    const std::string& key() const { return key_; }
    /// Of the program and of the game's rules: another one may make other pages from the same data.
    const std::string& program() const { return program_; }

  private:
    std::string key_;
    std::string program_;
};

} // namespace referee
