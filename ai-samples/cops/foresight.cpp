// Imagines futures, for both roles: how walls and gates will move, what its opponent seems to plan,
// who may be one that imagines futures, too; takes the plan that comes off best in them.

#include "cops/lib/foresight.hpp"

int main(int argument_count, char** arguments) {
    return referee::cops::sample::run_foresight(argument_count, arguments, {});
}
