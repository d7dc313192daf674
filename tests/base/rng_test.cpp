// referee/game/README.md, "Making fields": a seed gives the same field with every compiler.

#include "support/catch.hpp"

#include "base/random.hpp"

#include <cstdint>
#include <map>
#include <numeric>
#include <string>
#include <vector>

using referee::Rng;

namespace {

std::vector<std::uint64_t> first_of(std::uint64_t seed, int count, std::uint64_t n) {
    Rng rng(seed);
    std::vector<std::uint64_t> drawn;
    for (int i = 0; i < count; ++i) {
        drawn.push_back(rng.below(n));
    }
    return drawn;
}

} // namespace

TEST_CASE("below gives these numbers for one seed", "[field]") {
    // Computed independently: the top bits of mt19937_64 without those that are too large.
    CHECK(first_of(1, 20, 10) == std::vector<std::uint64_t>{2, 2, 7, 0, 5, 7, 1, 9, 1, 8,
                                                            3, 6, 3, 4, 7, 4, 4, 7, 4, 5});
}

TEST_CASE("below takes as many bits as n is long", "[field]") {
    Rng rng(1);
    const std::vector<std::uint64_t> expected{0, 0, 1, 1, 5, 4043730027, 1372899666868390665};
    std::vector<std::uint64_t> drawn;
    for (const std::uint64_t n : {1ULL, 2ULL, 3ULL, 50ULL, 8ULL, 1ULL << 32U, 1ULL << 63U}) {
        drawn.push_back(rng.below(n));
    }
    CHECK(drawn == expected);
}

TEST_CASE("below is always less than n", "[field]") {
    Rng rng(2);
    for (const std::uint64_t n :
         {1ULL, 2ULL, 3ULL, 4ULL, 5ULL, 7ULL, 8ULL, 9ULL, 1000ULL, (1ULL << 32U) + 1,
          1ULL << 63U}) {
        for (int i = 0; i < 1000; ++i) {
            REQUIRE(rng.below(n) < n);
        }
    }
}

TEST_CASE("below(1) is 0", "[field]") {
    CHECK(first_of(3, 50, 1) == std::vector<std::uint64_t>(50, 0));
}

TEST_CASE("below draws each number equally often", "[field]") {
    Rng rng(4);
    for (const int n : {2, 3, 5, 8, 10, 50}) {
        constexpr double draws = 60000;
        std::vector<double> counts(static_cast<std::size_t>(n));
        for (int i = 0; i < draws; ++i) {
            ++counts[rng.below(static_cast<std::uint64_t>(n))];
        }
        double distance = 0; // chi-squared with n - 1 degrees of freedom
        for (const double count : counts) {
            distance += (count - draws / n) * (count - draws / n) / (draws / n);
        }
        CAPTURE(n, distance);
        CHECK(distance < 2.5 * n + 10);
    }
}

TEST_CASE("the halves of a range of 63 bits are equally often", "[field]") {
    Rng rng(5);
    int high = 0;
    for (int i = 0; i < 10000; ++i) {
        high += rng.below(1ULL << 63U) >= 1ULL << 62U ? 1 : 0;
    }
    CHECK(high > 4750);
    CHECK(high < 5250);
}

TEST_CASE("shuffle gives this order for one seed", "[field]") {
    Rng rng(42);
    std::vector<int> items(10);
    std::iota(items.begin(), items.end(), 0);
    rng.shuffle(std::span(items));
    CHECK(items == std::vector<int>{8, 6, 4, 7, 0, 3, 9, 5, 1, 2});
    CHECK(rng.below(1000) == 765); // and takes as many numbers as Fisher–Yates from the end does
}

TEST_CASE("shuffle leaves nothing and a single item as they are and draws nothing", "[field]") {
    Rng rng(1);
    std::vector<int> nothing;
    std::vector<int> single{7};
    rng.shuffle(std::span(nothing));
    rng.shuffle(std::span(single));
    CHECK(single == std::vector<int>{7});
    CHECK(rng.below(10) == 2); // the first of the seed
}

TEST_CASE("shuffle makes each order equally often", "[field]") {
    Rng rng(6);
    std::map<std::string, int> counts;
    for (int i = 0; i < 24000; ++i) {
        std::string items = "abcd";
        rng.shuffle(std::span(items));
        ++counts[items];
    }
    CHECK(counts.size() == 24);
    for (const auto& [order, count] : counts) {
        CAPTURE(order);
        CHECK(count > 850);
        CHECK(count < 1150);
    }
}

TEST_CASE("bytes are filled with the numbers that would be drawn one by one", "[field]") {
    for (const unsigned n : {1U, 2U, 50U, 64U, 255U, 256U}) {
        Rng together(n);
        Rng alone(n);
        std::vector<std::uint8_t> bytes(1000);
        together.fill_below(n, bytes);
        for (const std::uint8_t byte : bytes) {
            REQUIRE(byte == alone.below(n));
        }
        CHECK(together.below(1000) == alone.below(1000)); // no number was taken in vain
    }
}
