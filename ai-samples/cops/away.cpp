// As the thief it runs to where the nearest cop is farthest; its cops chase.

#include "cops/lib/sample.hpp"

using namespace referee::cops::sample;

int main(int argument_count, char** arguments) {
    return run(argument_count, arguments, {thief_brain(thief_away), cops_brain(cops_chase)});
}
