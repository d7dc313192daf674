// Its cops go to the thief and to four points around him, on separate paths; its thief goes to the
// nearest gate.

#include "cops/lib/sample.hpp"

using namespace referee::cops::sample;

int main(int argument_count, char** arguments) {
    return run(argument_count, arguments, {thief_brain(thief_gate), cops_brain(cops_disperse)});
}
