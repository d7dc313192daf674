// Simulates futures, in both roles: how walls and gates may move, and what its opponent seems to
// plan, who may also simulate futures. Takes the plan that does best in them.

#include "cops/lib/foresight/foresight.hpp"

int main(int argument_count, char** arguments) {
    return referee::cops::sample::run_foresight(argument_count, arguments, {});
}
