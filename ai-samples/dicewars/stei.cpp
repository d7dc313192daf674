// Like ste, but prefers attacks from its largest region.

#include "dicewars/lib/sample.hpp"

int main() {
    return referee::dicewars::sample::run(referee::dicewars::sample::choose_stei);
}
