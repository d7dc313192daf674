#pragma once

#include <vector>

namespace referee {

/// Numbers of the cores that this process may run on, ascending.
std::vector<int> allowed_cores();

/// The core that this thread is running on.
int current_core();

/// Pins this thread, and what it starts from now on, to a core. Throws InternalError.
void pin_to_core(int core);

} // namespace referee
