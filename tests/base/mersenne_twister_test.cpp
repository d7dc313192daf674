// The generator of fields gives the numbers of the standard library's: what `create` has drawn
// once, it draws again.

#include "support/catch.hpp"

#include "base/mersenne_twister.hpp"

#include <cstdint>
#include <random>

using referee::MersenneTwister;

TEST_CASE("the generator gives the numbers of std::mt19937_64", "[field]") {
    for (const std::uint64_t seed : {0ULL, 1ULL, 5489ULL, 1ULL << 63U, ~0ULL}) {
        std::mt19937_64 expected(seed);
        MersenneTwister generator(seed);
        for (int i = 0; i < 5000; ++i) {
            REQUIRE(generator() == expected());
        }
    }
}

TEST_CASE("a copy of the generator goes on like the original", "[field]") {
    for (int taken = 0; taken < 700; taken += 3) { // across the state's 312 words, and their start
        std::mt19937_64 expected(7);
        MersenneTwister original(7);
        expected.discard(static_cast<unsigned long long>(taken));
        for (int i = 0; i < taken; ++i) {
            original();
        }
        MersenneTwister copy(original);
        MersenneTwister assigned(1);
        assigned();
        assigned = original;
        for (int i = 0; i < 200; ++i) {
            const std::uint64_t number = expected();
            REQUIRE(original() == number);
            REQUIRE(copy() == number);
            REQUIRE(assigned() == number);
        }
    }
}

TEST_CASE("numbers that are looked at come again until they are skipped", "[field]") {
    std::mt19937_64 expected(3);
    MersenneTwister generator(3);
    for (std::size_t i = 0; i < 2000; ++i) {
        const auto numbers = generator.next_numbers();
        REQUIRE(!numbers.empty());
        const std::size_t count = i % (numbers.size() + 1);
        for (std::size_t at = 0; at < count; ++at) {
            REQUIRE(numbers[at] == expected());
        }
        generator.skip(count);
    }
    CHECK(generator() == expected());
}
