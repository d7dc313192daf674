// Takes the move that leads to the best evaluation of both players' life, shield and accounts. It
// ignores the opponent's answers.

#include "gems/lib/search.hpp"

using namespace referee::gems;

int main() {
    return sample::run([](const sample::Situation& situation) {
        return sample::search_in_time(situation, {.depth = 1, .weights = {}});
    });
}
