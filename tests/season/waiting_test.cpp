// Whose version is checked next: referee/season/README.md, "A new version".

#include "season/entries/waiting.hpp"

#include "support/catch.hpp"

using namespace referee;

namespace {

Arrival version_of(const std::string& entry, int number) {
    Arrival arrival;
    arrival.entry.entry = entry;
    arrival.entry.version = std::to_string(number);
    return arrival;
}

/// The order in which all are checked, one after the other.
std::string order_of(WaitingVersions& waiting) {
    std::string order;
    while (const std::optional<Arrival> next = waiting.take({})) {
        order += next->entry.entry + next->entry.version + " ";
    }
    return order;
}

} // namespace

TEST_CASE("entries take turns, however many versions each has", "[season][waiting]") {
    WaitingVersions waiting;
    for (int number = 1; number <= 4; ++number) {
        waiting.add(version_of("a", number));
    }
    waiting.add(version_of("b", 1));
    waiting.add(version_of("c", 1));
    waiting.add(version_of("c", 2));
    CHECK(waiting.of("a") == 4);
    CHECK(order_of(waiting) == "a1 b1 c1 a2 c2 a3 a4 ");
    CHECK(waiting.empty());
}

TEST_CASE("who has had no turn for longest is next, also later", "[season][waiting]") {
    WaitingVersions waiting;
    waiting.add(version_of("a", 1));
    waiting.add(version_of("b", 1));
    CHECK(order_of(waiting) == "a1 b1 ");
    waiting.add(version_of("b", 2));
    waiting.add(version_of("a", 2));
    waiting.add(version_of("d", 1));
    CHECK(order_of(waiting) == "d1 a2 b2 ");
}

TEST_CASE("of one entry only one version is checked at a time", "[season][waiting]") {
    WaitingVersions waiting;
    waiting.add(version_of("a", 1));
    waiting.add(version_of("a", 2));
    waiting.add(version_of("b", 1));
    CHECK(waiting.ready({}) == 2);
    CHECK(waiting.ready({"a"}) == 1);
    CHECK(waiting.take({"a"})->entry.entry == "b");
    CHECK(waiting.ready({"a"}) == 0);
    CHECK(!waiting.take({"a"}));
    CHECK(waiting.size() == 2);
}
