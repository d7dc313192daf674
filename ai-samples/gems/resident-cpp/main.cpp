// greedy as a resident AI: it is started once per game, asked by a line on standard input, and
// answers with the line `done`. Compare greedy.cpp; the loop is in ai-samples/lib/work_folder.cpp.
// Variables keep their values from move to move, but a restart loses them.

#include "gems/lib/search.hpp"

using namespace referee::gems;

int main() {
    return sample::run_resident([](const sample::Situation& situation) {
        return sample::search_in_time(situation, {1, {}});
    });
}
