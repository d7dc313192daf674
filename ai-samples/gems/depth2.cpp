// Takes the move after which it stands best once the opponent has answered it. Purple counts a
// little, as 15 of it are another turn.

#include "gems/lib/search.hpp"

using namespace referee::gems;

int main() {
    return sample::run([](const sample::Situation& situation) {
        return sample::search_in_time(situation, {.depth = 2, .weights = {.purple = 10}});
    });
}
