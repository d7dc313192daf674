#pragma once

/// The parts of a page that runs rules and AIs: modules, the worker's program, and what the page is
/// told of the AIs. web/wasm/modules.js reads them.

#include "pages/wasm/page_ai.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace referee {

class PageModules {
  public:
    /// Reads all modules and adds the meter to those of the AIs. Throws UserError.
    explicit PageModules(std::vector<PageAi> ais);

    /// The page holds the modules itself.
    std::string elements() const;
    /// The page loads them when they are wanted, from this folder beside it.
    std::string elements(std::string_view folder) const;
    /// What of that isn't a module, as IDs and texts of data blocks.
    std::vector<std::pair<std::string, std::string>> parts(std::string_view folder) const;
    /// The scripts of that folder: names and texts.
    std::vector<std::pair<std::string, std::string>> scripts() const;

    const std::vector<PageAi>& ais() const { return ais_; }

  private:
    std::vector<PageAi> ais_;
    /// Names in the page, "games" and "gems/depth3", and contents, compressed, in base 85.
    std::vector<std::pair<std::string, std::string>> modules_;
};

} // namespace referee
