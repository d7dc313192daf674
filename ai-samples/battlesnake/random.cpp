// Goes in any of the four directions, all equally likely, even into a wall.

#include "battlesnake/lib/policies.hpp"

int main() {
    return referee::battlesnake::sample::run(referee::battlesnake::sample::choose_random);
}
