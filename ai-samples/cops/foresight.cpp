// Imagines futures, for both roles: how walls and gates will move, what its opponent seems to plan;
// takes the plan that comes off best in them.

#include "cops/lib/foresight.hpp"

using namespace referee::cops::sample;

int main(int argument_count, char** arguments) {
    return run(argument_count, arguments, {foresight_thief(), foresight_cops()});
}
