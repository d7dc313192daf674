// The DommeAI of the paper: a breadth-first search over its own moves, in which the cells that
// enemies can reach in this round count as walls. It takes the action that leaves the most moves;
// nearer moves count more.

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
