#pragma once

/// Reasons why the referee can't start AIs on this system: a container may lack /proc,
/// capabilities, users or system calls. `play` refuses with the same message that
/// `check --confinement` prints.

#include "sandbox/limits.hpp"

#include <string>

namespace referee {

/// The first reason why no AI can be started in this mode, and what to do, in one line; empty if
/// there is none. The reasons of `none` hold in all modes.
std::string obstacle(Confinement mode);

/// Throws UserError with the obstacle, if there is one.
void require_confinement(Confinement mode);

} // namespace referee
