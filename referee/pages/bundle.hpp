#pragma once

/// Modules of web/ as one classic script, for where a browser loads no module: pages from file://
/// that load their scripts, and frames with an origin of their own.

#include <string>
#include <string_view>

namespace referee {

class ScriptOfModules {
  public:
    /// A module under its name from web/. Imports are lines `import { … } from "…";`, exports
    /// begin with `export` and a declaration.
    void add(std::string_view name, std::string_view text);

    /// The script, which then runs `main`: statements that may call load("view/NAME").
    std::string text(std::string_view main) const;

  private:
    std::string modules_;
};

} // namespace referee
