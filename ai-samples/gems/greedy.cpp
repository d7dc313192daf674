// Takes the move after which it stands best, by an evaluation of both players' life, shield and
// accounts. What the opponent can do about it, it doesn't ask.

#include "gems/lib/search.hpp"

using namespace referee::gems;

int main() {
    return sample::run([](const sample::Situation& situation) {
        return sample::search_in_time(situation, {.depth = 1, .weights = {}});
    });
}
