// The second version of foresight: it expects the lecture's planning methods, or an opponent that
// simulates futures like foresight-1.

#include "cops/lib/foresight/foresight.hpp"

int main(int argument_count, char** arguments) {
    return referee::cops::sample::run_foresight(argument_count, arguments, {.level = 2});
}
