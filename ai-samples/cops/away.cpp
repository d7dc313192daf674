// Its thief goes where the nearest cop is farthest away; its cops chase.

#include "cops/lib/sample.hpp"

using namespace referee::cops::sample;

int main(int argument_count, char** arguments) {
    return run(argument_count, arguments, {thief_brain(thief_away), cops_brain(cops_chase)});
}
