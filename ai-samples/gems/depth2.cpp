// Takes the move with the best evaluation after the opponent's answer. Purple counts a little,
// because 15 of it buy another turn.

#include "gems/lib/search.hpp"

using namespace referee::gems;

int main() {
    return sample::run([](const sample::Situation& situation) {
        return sample::search_in_time(situation, {.depth = 2, .weights = {.purple = 10}});
    });
}
