// The DommeAI of the paper: breadth first over its own moves, the enemies' next moves counting as
// walls. It takes the action that leaves most moves, nearer ones counting more.

#include "spe_ed/lib/domme_player.hpp"

#include <exception>
#include <iostream>

using namespace referee::spe_ed;

int main(int argument_count, char** arguments) {
    domme::Constants constants;
    try {
        constants = domme::read_constants(argument_count, arguments);
    } catch (const std::exception& error) {
        std::cerr << "domme: " << error.what() << '\n';
        return 1;
    }
    return sample::run([&](const sample::Situation& situation) {
        domme::Search search(constants);
        const auto decision =
            search.decide(situation.state, situation.me, {{}, situation.deadline()});
        return sample::Choice{decision.action, domme::notes_on(situation, decision)};
    });
}
