#pragma once

/// The cores on which threads and processes may run.

#include <vector>

namespace referee {

/// Numbers of the cores that this process may run on, ascending.
std::vector<int> allowed_cores();

/// The core that this thread is running on.
int current_core();

/// Pins this thread, and what it starts from now on, to a core. Throws InternalError.
void pin_to_core(int core);

/// Restricts this thread, and what it starts from now on, to these cores. Throws InternalError.
void use_cores(const std::vector<int>& cores);

} // namespace referee
