// Looks for room: flood fill says how large the region is that a step leads into.

#include "battlesnake/lib/policies.hpp"

int main() {
    return referee::battlesnake::sample::run(referee::battlesnake::sample::choose_space);
}
