// Its thief takes the cheapest path to a gate, where cells near cops cost more; its cops chase.

#include "cops/lib/sample.hpp"

using namespace referee::cops::sample;

int main(int argument_count, char** arguments) {
    return run(argument_count, arguments, {thief_brain(thief_gatehalo), cops_brain(cops_chase)});
}
