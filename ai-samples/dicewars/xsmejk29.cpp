// The paper's agent as it played in the paper's table, including its faults: see smejk.cpp.

#include "dicewars/lib/sample.hpp"

int main() {
    return referee::dicewars::sample::run(referee::dicewars::sample::choose_xsmejk29);
}
