// Attacks where it is most likely to win the area and to hold it for a round.

#include "dicewars/lib/sample.hpp"

int main() {
    return referee::dicewars::sample::run(referee::dicewars::sample::choose_ste);
}
