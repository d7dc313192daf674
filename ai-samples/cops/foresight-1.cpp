// foresight as it was before: it expects the lecture's ways of planning alone.

#include "cops/lib/foresight.hpp"

int main(int argument_count, char** arguments) {
    return referee::cops::sample::run_foresight(argument_count, arguments, {.level = 1});
}
