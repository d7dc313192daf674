#include "cops/lib/mirror.hpp"

#include "cops/lib/foresight/foresight.hpp"

#include <sstream>

namespace referee::cops::sample {
namespace {

constexpr std::string_view mark = "mirror ";
constexpr int max_plans = 16;

std::string text_of(const std::vector<Step>& plan) {
    std::string text;
    for (const Step step : plan) {
        text += step_letters[static_cast<std::size_t>(step)];
    }
    return text;
}

/// The steps of a word; none if it isn't a plan of this length.
std::vector<Step> plan_of(const std::string& word, std::size_t length) {
    std::vector<Step> plan;
    for (const char letter : word) {
        const std::size_t at = step_letters.find(letter);
        if (at == std::string_view::npos) {
            return {};
        }
        plan.push_back(static_cast<Step>(at));
    }
    return plan.size() == length ? plan : std::vector<Step>();
}

} // namespace

bool uses_mirror(const Situation& situation, const Effort& effort) {
    const int limit = situation.time_limit_ms; // 0: none
    return effort.level == 2 && (limit == 0 || limit >= shortest_limit);
}

Mirror::Mirror(const Situation& situation, const std::string& memory) : seen_(situation) {
    seen_.is_thief = !situation.is_thief;
    const std::size_t begin = memory.find(mark);
    if (begin == std::string::npos) {
        return;
    }
    std::istringstream text(memory.substr(begin + mark.size()));
    const int units = seen_.is_thief ? 1 : seen_.state.cop_count;
    const auto length = static_cast<std::size_t>(units * seen_.parameters.plan_length);
    int count = 0;
    text >> count;
    for (int i = 0; i < count && i < max_plans; ++i) {
        std::string word;
        text >> word;
        const std::vector<Step> plan = plan_of(word, length);
        if (plan.empty()) {
            expected_.clear();
            return;
        }
        expected_.push_back(plan);
    }
    text.ignore(1); // the end of the line
    std::ostringstream rest;
    rest << text.rdbuf();
    remembered_ = rest.str();
}

void Mirror::plan(const Effort& effort) {
    Effort lower = effort;
    lower.level = effort.level - 1;
    const Brain brain = seen_.is_thief ? foresight_thief(lower) : foresight_cops(lower);
    const std::string before = remembered_;
    Situation situation = seen_;
    // The brain uses its usual fraction of this limit.
    situation.time_limit_ms =
        static_cast<int>(seen_.time_limit_ms * mirror_part / usual_part / effort.mirrored);
    for (int i = 0; i < effort.mirrored; ++i) {
        situation.seed = situation.seed * 747796405U + 2891336453U;
        remembered_ = before;
        plans_.push_back(brain(situation, remembered_));
    }
}

std::string Mirror::memory() const {
    std::string text = std::string(mark) + std::to_string(plans_.size()) + '\n';
    for (const std::vector<Step>& plan : plans_) {
        text += text_of(plan) + '\n';
    }
    return text + remembered_;
}

std::vector<double> shared_out(std::vector<double> belief, std::size_t plans) {
    if (plans > 0) {
        const double whole = belief.back();
        belief.pop_back();
        belief.insert(belief.end(), plans, whole / static_cast<double>(plans));
    }
    return belief;
}

} // namespace referee::cops::sample
