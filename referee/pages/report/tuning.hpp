#pragma once

/// The report of `referee tune`, final or preliminary.

#include "tournament/plan/tuning.hpp"

#include <string>

namespace referee {

/// `ai` is the name of the AI in --set.
std::string tuning_text(const SpsaPlan& plan, const std::string& ai);
std::string tuning_json(const SpsaPlan& plan, const std::string& ai);
/// A self-contained page with a plot of each parameter over the iterations.
std::string tuning_html(const SpsaPlan& plan, const std::string& ai);

std::string sweep_text(const SweepPlan& plan, const std::string& ai);
std::string sweep_json(const SweepPlan& plan, const std::string& ai);
std::string sweep_html(const SweepPlan& plan, const std::string& ai);

} // namespace referee
