// Like stei_at, with all of its transfers held back for after the attacks.

#include "dicewars/lib/sample.hpp"

int main() {
    return referee::dicewars::sample::run(referee::dicewars::sample::choose_stei_dt);
}
