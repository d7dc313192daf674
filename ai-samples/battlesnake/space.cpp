// Looks for room: a flood fill finds the size of the region that each step leads into.

#include "battlesnake/lib/policies.hpp"

int main() {
    return referee::battlesnake::sample::run(referee::battlesnake::sample::choose_space);
}
