// Attacks where it has the greatest advantage in dice, as long as it is not negative.

#include "dicewars/lib/sample.hpp"

int main() {
    return referee::dicewars::sample::run(referee::dicewars::sample::choose_sdc);
}
