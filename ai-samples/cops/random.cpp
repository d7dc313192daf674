// Draws every step uniformly from N E S W -, in either role.

#include "cops/lib/sample.hpp"

using namespace referee::cops::sample;

int main(int argument_count, char** arguments) {
    return run(argument_count, arguments, {random_brain(), random_brain()});
}
