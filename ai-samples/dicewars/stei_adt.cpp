// Like stei_at, with two of its transfers held back for after the attacks: the paper's winner.

#include "dicewars/lib/sample.hpp"

int main() {
    return referee::dicewars::sample::run(referee::dicewars::sample::choose_stei_adt);
}
