// As the thief it goes to a gate if no cop can cut the way off, else away; its cops chase.

#include "cops/lib/sample.hpp"

using namespace referee::cops::sample;

int main(int argument_count, char** arguments) {
    return run(argument_count, arguments, {thief_brain(thief_smart), cops_brain(cops_chase)});
}
