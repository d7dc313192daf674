// The first version of foresight: it expects only the lecture's planning methods.

#include "cops/lib/foresight/foresight.hpp"

int main(int argument_count, char** arguments) {
    return referee::cops::sample::run_foresight(argument_count, arguments, {.level = 1});
}
