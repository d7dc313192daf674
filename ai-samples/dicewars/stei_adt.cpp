// Like stei_at, but reserves two of its transfers for after the attacks: the paper's winner.

#include "dicewars/lib/sample.hpp"

int main() {
    return referee::dicewars::sample::run(referee::dicewars::sample::choose_stei_adt);
}
