#pragma once

/// The limits (setrlimit) that a keeper sets for itself and its children inherit.

#include "process/keeper_child.hpp"
#include "process/keeper_setup.hpp"

namespace referee {

/// Limits this process as the header says. Limits that would hinder a keeper are written into the
/// plan, for its children. Throws InternalError.
void limit_keeper(const KeeperHeader& header, ChildPlan& plan);

} // namespace referee
