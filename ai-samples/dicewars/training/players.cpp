#include "dicewars/training/players.hpp"

#include "dicewars/lib/foresight/foresight.hpp"
#include "dicewars/lib/maxn/maxn.hpp"
#include "dicewars/lib/value/choice.hpp"
#include "dicewars/training/learning.hpp"

#include <algorithm>
#include <map>
#include <memory>

namespace referee::dicewars::training {

using namespace sample;

namespace {

Player maxn(double depth) {
    return [config = MaxnConfig{.depth = depth, .positions = 20'000}](
               const sample::Game& game, Memory& memory, Chance& /*chance*/) {
        return choose_maxn(game, memory, config);
    };
}

ValueNet net_of(const std::string& path) {
    return path.empty() ? learnt_net() : read_net(path);
}

/// `settings` are "depth=5", "width=5" and so on.
Player foresight(const std::string& path, const std::vector<std::string>& settings) {
    const auto net = std::make_shared<const ValueNet>(net_of(path));
    ForesightOptions options;
    for (const std::string& setting : settings) {
        const std::size_t equals = setting.find('=');
        const std::string name = setting.substr(0, equals);
        const double value = std::stod(setting.substr(equals + 1));
        if (name == "certain") {
            options.certain = value;
        } else {
            const std::map<std::string, int*> known = {
                {"depth", &options.depth},        {"width", &options.width},
                {"kept", &options.kept},          {"rank", &options.rank_cost},
                {"chance", &options.chance_cost}, {"positions", &options.positions},
            };
            *known.at(name) = static_cast<int>(value);
        }
    }
    return [net, options](const sample::Game& game, Memory& memory, Chance& /*chance*/) {
        return choose_foresight(game, memory, *net, options);
    };
}

Player by_value(const std::string& path) {
    const auto net = std::make_shared<const ValueNet>(read_net(path));
    return [net](const sample::Game& game, Memory& /*memory*/, Chance& /*chance*/) {
        return choose_by_value(game, *net);
    };
}

} // namespace

Player player_named(const std::string& word) {
    std::vector<std::string> parts; // name:file:setting:setting
    for (std::size_t begin = 0; begin <= word.size();) {
        const std::size_t colon = std::min(word.find(':', begin), word.size());
        parts.push_back(word.substr(begin, colon - begin));
        begin = colon + 1;
    }
    const std::string name = parts.front();
    const std::string path = parts.size() > 1 ? parts[1] : "";
    if (name == "maxn" || name == "maxn1") {
        return maxn(name == "maxn" ? 4 : 1);
    }
    if (name == "foresight") {
        return foresight(path, {parts.begin() + std::min<long>(2, std::ssize(parts)), parts.end()});
    }
    if (name == "value") {
        return by_value(path);
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
