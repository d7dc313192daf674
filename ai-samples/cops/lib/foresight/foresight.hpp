#pragma once

/// foresight plays both roles by simulating futures: ai-samples/cops/README.md, "foresight".

#include "cops/lib/foresight/futures.hpp"

#include <span>
#include <string>
#include <string_view>

namespace referee::cops::sample {

/// `notes` gets drawings of the candidates for notes.dat.
Brain foresight_thief(const Effort& effort = {}, std::string* notes = nullptr);
Brain foresight_cops(const Effort& effort = {}, std::string* notes = nullptr);

/// Runs a whole AI, with drawings of the candidates and its own plan in notes.dat; the arguments
/// are those of run().
int run_foresight(int argument_count, char** arguments);

/// The path of a unit that makes these steps, as lines for notes.dat; obstacles are ignored.
std::string drawn_way(Cell from, std::span<const Step> steps, std::string_view colour);

} // namespace referee::cops::sample
