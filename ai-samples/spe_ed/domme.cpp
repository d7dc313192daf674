// The DommeAI of the paper: breadth first over its own moves, the enemies' next moves counting as
// walls. It takes the action that leaves most moves, nearer ones counting more.

#include "spe_ed/lib/domme_player.hpp"

using namespace referee::spe_ed;

int main(int argument_count, char** arguments) {
    const auto play = [](const domme::Constants& constants) {
        return sample::run([&](const sample::Situation& situation) {
            domme::Search search(constants);
            const auto decision =
                search.decide(situation.state, situation.me, {{}, situation.deadline()});
            return sample::Choice{decision.action, domme::notes_on(situation, decision)};
        });
    };
    return domme::run_with_options(argument_count, arguments, "domme", play);
}
