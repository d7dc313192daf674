#include "dicewars/training/players.hpp"

#include "dicewars/lib/foresight.hpp"
#include "dicewars/lib/foresight_1.hpp"
#include "dicewars/lib/maxn.hpp"
#include "dicewars/lib/value_choice.hpp"
#include "dicewars/training/learning.hpp"

#include <algorithm>
#include <chrono>
#include <memory>

namespace referee::dicewars::training {

using namespace sample;

namespace {

/// So far away that only the number of futures counts: results are the same on a busy machine.
std::chrono::steady_clock::time_point later() {
    return std::chrono::steady_clock::now() + std::chrono::hours(1);
}

Player maxn(double depth) {
    return [config = MaxnConfig{.depth = depth, .positions = 20'000}](
               const sample::Game& game, Memory& memory, Chance& /*chance*/) {
        return choose_maxn(game, memory, config);
    };
}

Player foresight(const std::string& path) {
    const auto net = std::make_shared<const ValueNet>(path.empty() ? learnt_net() : read_net(path));
    return [net](const sample::Game& game, Memory& memory, Chance& /*chance*/) {
        return choose_foresight(game, memory, *net, {});
    };
}

Player foresight_1() {
    return [](const sample::Game& game, Memory& memory, Chance& chance) {
        return choose_foresight_1(game, memory, {}, chance.next(), later());
    };
}

Player by_value(const std::string& path, bool is_noisy) {
    const auto net = std::make_shared<const ValueNet>(read_net(path));
    return [net, is_noisy](const sample::Game& game, Memory& /*memory*/, Chance& chance) {
        constexpr int one_of = 15;
        constexpr std::size_t choice = 6;
        if (is_noisy && chance.below(one_of) == 0) {
            const std::vector<Valued> commands = valued_commands(game, *net);
            const int count = static_cast<int>(std::min(choice, commands.size()));
            return commands[static_cast<std::size_t>(chance.below(count))].command;
        }
        return choose_by_value(game, *net);
    };
}

} // namespace

Player player_named(const std::string& word) {
    const std::size_t colon = word.find(':');
    const std::string name = word.substr(0, colon);
    const std::string path = colon == std::string::npos ? "" : word.substr(colon + 1);
    if (name == "maxn" || name == "maxn1") {
        return maxn(name == "maxn" ? 4 : 1);
    }
    if (name == "foresight") {
        return foresight(path);
    }
    if (name == "foresight-1") {
        return foresight_1();
    }
    if (name == "value" || name == "value-noisy") {
        return by_value(path, name == "value-noisy");
    }
    return
        [choose = agent_named(name)](const sample::Game& game, Memory& memory, Chance& /*chance*/) {
            return choose(game, memory);
        };
}

Player lazy(const Player& player, double probability) {
    return [player, probability](const sample::Game& game, Memory& memory, Chance& chance) {
        return chance.fraction() < probability ? end_turn() : player(game, memory, chance);
    };
}

} // namespace referee::dicewars::training
