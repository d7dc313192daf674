// Moves dice to its border, then attacks like sdc.

#include "dicewars/lib/sample.hpp"

int main() {
    return referee::dicewars::sample::run(referee::dicewars::sample::choose_sdc_pre_at);
}
