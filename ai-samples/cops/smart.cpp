// Its thief goes to a gate if no cop can cut off the path, otherwise away; its cops chase.

#include "cops/lib/sample.hpp"

using namespace referee::cops::sample;

int main(int argument_count, char** arguments) {
    return run(argument_count, arguments, {thief_brain(thief_smart), cops_brain(cops_chase)});
}
