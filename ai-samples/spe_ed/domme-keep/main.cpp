// domme as a resident AI that keeps its search tree from move to move: see domme_keep_tree.cpp.

#include "spe_ed/lib/domme_player.hpp"

using namespace referee::spe_ed;

int main(int argument_count, char** arguments) {
    const auto play = [](const domme::Constants& constants) {
        domme::Search search(constants);
        return sample::run_resident([&](const sample::Situation& situation) {
            const auto decision =
                search.decide_further(situation.state, situation.me, {{}, situation.deadline()});
            return sample::Choice{decision.action, domme::notes_on(situation, decision)};
        });
    };
    return domme::run_with_options(argument_count, arguments, "domme-keep", play);
}
