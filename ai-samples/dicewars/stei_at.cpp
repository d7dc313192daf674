// Moves dice to its border, attacks like stei, then moves dice away from where they are in danger.

#include "dicewars/lib/sample.hpp"

int main() {
    return referee::dicewars::sample::run(referee::dicewars::sample::choose_stei_at);
}
