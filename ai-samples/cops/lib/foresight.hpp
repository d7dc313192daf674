#pragma once

/// foresight plays both roles by imagining futures; see README.md.

#include "cops/lib/futures.hpp"

#include <span>
#include <string>
#include <string_view>

namespace referee::cops::sample {

/// `notes` gets the candidates, drawn for notes.dat.
Brain foresight_thief(const Effort& effort = {}, std::string* notes = nullptr);
Brain foresight_cops(const Effort& effort = {}, std::string* notes = nullptr);

/// The whole of an AI, with the candidates and its own plan drawn in notes.dat; arguments as of
/// run().
int run_foresight(int argument_count, char** arguments, const Effort& effort);

/// The way of a unit that makes these steps, as lines for notes.dat; what may stand in its way is
/// not looked at.
std::string drawn_way(Cell from, std::span<const Step> steps, std::string_view colour);

} // namespace referee::cops::sample
