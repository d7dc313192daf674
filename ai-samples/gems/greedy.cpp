// depth 1

#include "gems/search.hpp"

using namespace referee::gems;

int main() {
    return sample::run([](const sample::Situation& situation) {
        return sample::search_in_time(situation, {1, {}});
    });
}
