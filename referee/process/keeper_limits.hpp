#pragma once

/// The limits (setrlimit) that a keeper puts on itself, for its children to inherit.

#include "process/keeper_child.hpp"
#include "process/keeper_setup.hpp"

namespace referee {

/// Limits this process as the header says. What would hinder a keeper is left to its children: it
/// is written into the plan. Throws InternalError.
void limit_keeper(const KeeperHeader& header, ChildPlan& plan);

} // namespace referee
