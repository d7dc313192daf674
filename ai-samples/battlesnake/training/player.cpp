#include "battlesnake/training/player.hpp"

#include "base/random.hpp"
#include "battlesnake/duel/parameters.hpp"
#include "battlesnake/training/learning.hpp"
#include "games/battlesnake/field.hpp"

#include <ctime>
#include <stdexcept>

namespace referee::battlesnake::training {

std::uint64_t Chance::next() { // SplitMix64
    const std::uint64_t drawn = mixed(state_);
    state_ += 0x9E3779B97F4A7C15U;
    return drawn;
}

Setup created(std::uint64_t seed, int size) {
    Rng rng(seed);
    FieldText text("a drawn field", create_setup({2, {{"size", std::to_string(size)}}}, rng));
    return read_setup(text);
}

double processor_seconds() {
    std::timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

Settings read_settings(const std::string& text) {
    Settings settings;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string part = text.substr(begin, end - begin);
        const std::size_t equals = part.find('=');
        if (equals == std::string::npos) {
            throw std::invalid_argument(part + ": write NAME=NUMBER");
        }
        const std::string name = part.substr(0, equals);
        const std::string value = part.substr(equals + 1);
        bool is_known = name == "net";
        if (is_known) {
            settings.net = read_net(value);
        }
        duel::for_each_parameter(settings.config, [&](std::string_view known, auto& number) {
            if (known == name) {
                number = std::stoi(value);
                is_known = true;
            }
        });
        if (!is_known) {
            throw std::invalid_argument(name + ": no such setting");
        }
        begin = end + 1;
    }
    return settings;
}

duel::SearchResult Player::choose(const Setup& setup, const State& state, int seat) {
    const double begin = processor_seconds();
    if (last_) {
        sample::observe(*last_, state, seat, habits_);
    }
    last_ = state;
    sample::Situation situation;
    situation.state = state;
    situation.seat = seat;
    situation.max_turns = setup.parameters.max_turns;
    duel::SearchConfig config = settings_.config;
    if (settings_.net) {
        config.weights.net = &*settings_.net;
    }
    duel::Experience experience;
    experience.habits = habits_;
    const double end = processor_seconds() + seconds_;
    duel::SearchResult result =
        duel::search(situation, config, experience, [end] { return processor_seconds() >= end; });
    spent_ += processor_seconds() - begin;
    if (result.nodes > 0) {
        ++moves_;
        depths_ += result.depth;
    }
    return result;
}

} // namespace referee::battlesnake::training
