// As the thief it takes the way to a gate that is cheapest when nearness to cops costs; its cops
// chase.

#include "cops/lib/sample.hpp"

using namespace referee::cops::sample;

int main(int argument_count, char** arguments) {
    return run(argument_count, arguments, {thief_brain(thief_gatehalo), cops_brain(cops_chase)});
}
