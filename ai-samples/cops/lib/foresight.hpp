#pragma once

/// foresight plays both roles by imagining futures; see README.md.

#include "cops/lib/futures.hpp"

namespace referee::cops::sample {

Brain foresight_thief(const Effort& effort = {});
Brain foresight_cops(const Effort& effort = {});

} // namespace referee::cops::sample
