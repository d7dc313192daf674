// Like depth2, but also looks at its own next move, whose gain counts only half: counted in full,
// it would be hardly better than depth2, because unknown stones fall in before. The first extra
// turn costs no depth. The numbers are parameters of ai.ini, which `referee tune` can change.

#include "gems/lib/search.hpp"
#include "lib/work_folder.hpp"

using namespace referee;
using namespace referee::gems;

int main() {
    return sample::run([](const sample::Situation& situation) {
        sample::SearchConfig config;
        config.depth = 3;
        // Learned from 1,000,000 positions: ai-samples/gems/README.md, "chance".
        config.weights = {
            .life = 60, .shield = 38, .red = 34, .yellow = 18, .green = 9, .purple = 24};
        config.extra_turn_is_free = true;
        config.own_later_percent = 50;
        const work_folder::Keys parameters("parameters.dat");
        parameters.read("depth", config.depth);
        parameters.read("life", config.weights.life);
        parameters.read("shield", config.weights.shield);
        parameters.read("red", config.weights.red);
        parameters.read("yellow", config.weights.yellow);
        parameters.read("green", config.weights.green);
        parameters.read("purple", config.weights.purple);
        parameters.read("later", config.own_later_percent);
        return sample::search_in_time(situation, config);
    });
}
