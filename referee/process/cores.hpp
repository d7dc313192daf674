#pragma once

#include <vector>

namespace referee {

/// Numbers of the cores that this process may run on, ascending.
std::vector<int> allowed_cores();

/// The core that this thread runs on just now.
int current_core();

/// Binds this thread, and what it starts from now on, to a core. Throws InternalError.
void pin_to_core(int core);

} // namespace referee
