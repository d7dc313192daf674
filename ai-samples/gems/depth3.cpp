// Like depth2, and looks at its own next move as well, but believes only half of it: the stones
// that fall until then make all of it hardly better than depth2. Nor does the first extra turn cost
// depth.

#include "gems/lib/search.hpp"

using namespace referee::gems;

int main() {
    sample::SearchConfig config;
    config.depth = 3;
    config.weights.purple = 10;
    config.extra_turn_is_free = true;
    config.own_later_percent = 50;
    return sample::run([&config](const sample::Situation& situation) {
        return sample::search_in_time(situation, config);
    });
}
