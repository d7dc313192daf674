// Simulates futures, in both roles: how walls and gates may move. Draws its plan from a mixture to
// which no reply gains much, unless its opponent was seen to follow a method of the lecture.

#include "cops/lib/foresight/foresight.hpp"

int main(int argument_count, char** arguments) {
    return referee::cops::sample::run_foresight(argument_count, arguments);
}
