#include "spe_ed/lib/domme_player.hpp"

#include "base/names.hpp"

#include <cmath>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <sstream>
#include <stdexcept>

namespace referee::spe_ed::domme {
namespace {

void set(Constants& constants, const std::string& name, double value) {
    if (name == "--gamma") {
        constants.gamma = value;
    } else if (name == "--deadend-bias") {
        constants.deadend_bias = value;
    } else if (name == "--deadend-limit") {
        constants.deadend_limit = static_cast<int>(value);
    } else if (name == "--safe-zone-limit") {
        constants.safe_zone_limit = static_cast<int>(value);
    } else if (name == "--safe-zone-distance") {
        constants.safe_zone_distance = static_cast<int>(value);
    } else if (name == "--safe-zone-bias") {
        constants.safe_zone_bias = value;
    } else if (name == "--time-buffer") {
        constants.time_buffer = value;
    } else if (name == "--min-layers") {
        constants.min_layers = static_cast<int>(value);
    } else if (name == "--always-keep") {
        constants.always_keeps = value != 0;
    } else if (name == "--max-jobs" && value >= 100 && value <= 4e9) {
        constants.max_jobs = static_cast<std::uint32_t>(value);
    } else {
        throw std::runtime_error(
            name + ": no such option, or out of range; there are --gamma, --deadend-bias, "
                   "--deadend-limit, --safe-zone-limit, --safe-zone-distance, --safe-zone-bias, "
                   "--time-buffer (seconds), --min-layers, --always-keep (0 or 1), "
                   "--max-jobs (100 and more)");
    }
}

Constants read_constants(int argument_count, char** arguments) {
    Constants constants;
    for (int i = 1; i < argument_count; i += 2) {
        const std::string name = arguments[i];
        char* end = nullptr;
        const double value = i + 1 < argument_count ? std::strtod(arguments[i + 1], &end) : 0;
        if (end == nullptr || end == arguments[i + 1] || *end != '\0') {
            throw std::runtime_error(name + ": a number expected behind it");
        }
        set(constants, name, value);
    }
    return constants;
}

/// Draws on the replay page: the value of each action on the cell that it leads to, and the planned
/// jump.
void draw(const Player& own, const Decision& decision, std::ostream& text) {
    for (std::size_t i = 0; i < action_count; ++i) {
        const Action action = action_order[i];
        text << "@value " << name_of(action) << ' ' << decision.values[i] << '\n';
        const Direction direction = action == Action::turn_left    ? left_of(own.direction)
                                    : action == Action::turn_right ? right_of(own.direction)
                                                                   : own.direction;
        const int speed = own.speed + (action == Action::speed_up    ? 1
                                       : action == Action::slow_down ? -1
                                                                     : 0);
        const auto way = static_cast<std::size_t>(direction);
        if (decision.has_values && speed >= 1 && speed <= 10) {
            text << "@cell " << own.x + step_x[way] * speed << ' ' << own.y + step_y[way] * speed
                 << (action == decision.action ? " gold " : " silver ")
                 << std::lround(decision.values[i]) << '\n'; // decimals would not fit in a cell
        }
    }
    if (decision.jump) {
        text << "@circle " << own.x << ' ' << own.y << " 2.5 gold\n@text " << own.x << ' '
             << own.y - 3 << " jump in T - " << *decision.jump << '\n';
    }
}

} // namespace

int run_with_options(
    int argument_count, char** arguments, std::string_view name,
    const std::function<int(const Constants&)>& play) {
    Constants constants;
    try {
        constants = read_constants(argument_count, arguments);
    } catch (const std::exception& error) {
        std::cerr << name << ": " << error.what() << '\n';
        return 1;
    }
    return play(constants);
}

std::string notes_on(const sample::Situation& situation, const Decision& decision) {
    const Player& own = situation.state.players[situation.me];
    const std::chrono::duration<double> left = situation.deadline() - Clock::now();
    std::ostringstream text;
    text << "round " << situation.state.round << "\nx " << own.x << "\ny " << own.y
         << "\ndirection " << name_of(own.direction) << "\nspeed " << static_cast<int>(own.speed)
         << "\nde " << decision.de << "\ndead end " << (decision.is_deadend ? "yes" : "no")
         << "\nsafe zone " << (decision.is_safe_zone ? "yes" : "no") << "\ndepth "
         << decision.layers << "\nvalues";
    for (const double value : decision.values) {
        text << ' ' << value;
    }
    text << "\nmove " << name_of(decision.action) << "\nseconds left " << left.count() << "\njobs "
         << decision.jobs << '\n';
    if (decision.kept_jobs > 0) {
        text << "kept jobs " << decision.kept_jobs << '\n';
    }
    if (decision.jump) {
        text << "jump in T - " << *decision.jump << '\n';
    }
    draw(own, decision, text);
    return text.str();
}

} // namespace referee::spe_ed::domme
