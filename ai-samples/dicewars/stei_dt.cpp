// Like stei_at, but reserves all of its transfers for after the attacks.

#include "dicewars/lib/sample.hpp"

int main() {
    return referee::dicewars::sample::run(referee::dicewars::sample::choose_stei_dt);
}
