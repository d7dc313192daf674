// domme as a resident AI that keeps its tree from move to move: see domme_keep_tree.cpp.

#include "spe_ed/lib/domme_player.hpp"

#include <exception>
#include <iostream>

using namespace referee::spe_ed;

int main(int argument_count, char** arguments) {
    domme::Constants constants;
    try {
        constants = domme::read_constants(argument_count, arguments);
    } catch (const std::exception& error) {
        std::cerr << "domme-keep: " << error.what() << '\n';
        return 1;
    }
    domme::Search search(constants);
    return sample::run_resident([&](const sample::Situation& situation) {
        const auto decision =
            search.decide_further(situation.state, situation.me, {{}, situation.deadline()});
        return sample::Choice{decision.action, domme::notes_on(situation, decision)};
    });
}
