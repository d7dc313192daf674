// The queue of a season: referee/season/README.md, "Who plays whom".

#include "season/queue.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <map>
#include <set>

using namespace referee;

namespace {

std::vector<Candidate> entrants(int count) {
    std::vector<Candidate> candidates;
    for (int ai = 0; ai < count; ++ai) {
        candidates.push_back({ai, 0, 350, false, false});
    }
    return candidates;
}

bool has(const QueuedMatch& match, int ai) {
    return std::find(match.group.begin(), match.group.end(), ai) != match.group.end();
}

/// Plays the queue to its end; all matches.
std::vector<QueuedMatch> drained(Queue& queue, int max = 100'000) {
    std::vector<QueuedMatch> matches;
    while (static_cast<int>(matches.size()) < max) {
        const auto match = queue.next();
        if (!match) {
            break;
        }
        queue.count(*match);
        matches.push_back(*match);
    }
    return matches;
}

} // namespace

TEST_CASE("every version gets at least its number of matches", "[season]") {
    for (const int seats : {2, 3, 4}) {
        for (const int count : {4, 7, 20}) {
            Queue queue({seats, 10, 6, 0, 0});
            queue.set_candidates(entrants(count));
            const auto matches = drained(queue);
            for (int ai = 0; ai < count; ++ai) {
                CHECK(queue.matches_of(ai) >= 6);
            }
            CHECK(static_cast<int>(matches.size()) <= count * 6); // each was needed by someone
            CHECK(queue.missing() == 0);
        }
    }
}

TEST_CASE("no entry sits twice in a match", "[season]") {
    Queue queue({4, 5, 5, 0, 0});
    queue.set_candidates(entrants(6));
    for (const QueuedMatch& match : drained(queue)) {
        CHECK(std::set<int>(match.group.begin(), match.group.end()).size() == 4);
    }
}

TEST_CASE("a late entry gets its matches before the others get more", "[season]") {
    Queue queue({2, 10, 6, 40, 0});
    queue.set_candidates(entrants(6));
    for (int i = 0; i < 60; ++i) {
        queue.count(*queue.next());
    }
    queue.set_candidates(entrants(7));
    for (int i = 0; i < 6; ++i) {
        const auto match = queue.next();
        REQUIRE(match);
        CHECK(has(*match, 6));
        queue.count(*match);
    }
    CHECK(queue.matches_of(6) == 6);
}

TEST_CASE("opponents are close in rating", "[season]") {
    Queue queue({2, 10, 1, 0, 0});
    std::vector<Candidate> candidates = entrants(4);
    candidates[0].rating = 0;
    candidates[1].rating = 800;
    candidates[2].rating = 30;
    candidates[3].rating = -700;
    queue.set_candidates(candidates);
    const auto match = queue.next();
    REQUIRE(match);
    CHECK(match->group == std::vector<int>{0, 2});
}

TEST_CASE("of equally close opponents the less certain one is worth more", "[season]") {
    Queue queue({2, 10, 1, 0, 0});
    std::vector<Candidate> candidates = entrants(3);
    candidates[1].error = 20;
    candidates[2].error = 200;
    queue.set_candidates(candidates);
    CHECK(queue.next()->group == std::vector<int>{0, 2});
}

TEST_CASE("opponents and fields are balanced between equals", "[season]") {
    constexpr int count = 6;
    Queue queue({2, 8, 40, 0, 0});
    queue.set_candidates(entrants(count));
    std::map<std::set<int>, int> pairs;
    std::map<std::pair<int, int>, int> fields;
    for (const QueuedMatch& match : drained(queue)) {
        ++pairs[{match.group.begin(), match.group.end()}];
        for (const int ai : match.group) {
            ++fields[{ai, match.field}];
        }
    }
    CHECK(pairs.size() == count * (count - 1) / 2);
    for (const auto& [pair, times] : pairs) {
        CHECK(times >= 6); // 40 matches against 5 opponents: 8 each
        CHECK(times <= 10);
    }
    for (const auto& [place, times] : fields) {
        CHECK(times >= 3); // on 8 fields: 5 each
        CHECK(times <= 8);
    }
}

TEST_CASE("two AIs meet on a field again only when they have met on all", "[season]") {
    Queue queue({2, 5, 10, 0, 0});
    queue.set_candidates(entrants(2));
    const auto matches = drained(queue);
    REQUIRE(matches.size() == 10);
    std::set<int> first;
    for (int i = 0; i < 5; ++i) {
        first.insert(matches[static_cast<std::size_t>(i)].field);
    }
    CHECK(first.size() == 5);
}

TEST_CASE(
    "an entry that has used up its hour waits while others have something to play", "[season]") {
    Queue queue({2, 5, 4, 0, 0});
    std::vector<Candidate> candidates = entrants(4);
    candidates[1].is_over_budget = true;
    queue.set_candidates(candidates);
    int before = 0;
    bool has_begun = false;
    for (const QueuedMatch& match : drained(queue)) {
        has_begun = has_begun || has(match, 1);
        before += has_begun ? 0 : 1;
    }
    CHECK(before >= 6); // the others' 4 matches each
    CHECK(queue.matches_of(1) >= 4);
}

TEST_CASE("a baseline is an opponent, but needs no matches itself", "[season]") {
    Queue queue({2, 5, 4, 100, 0});
    std::vector<Candidate> candidates = entrants(3);
    candidates[2].is_baseline = true;
    candidates[1].is_baseline = true;
    queue.set_candidates(candidates);
    for (const QueuedMatch& match : drained(queue)) {
        CHECK(has(match, 0));
    }
}

TEST_CASE("matches for marks are each baseline on each of the first fields", "[season]") {
    Queue queue({2, 9, 2, 0, 3});
    std::vector<Candidate> candidates = entrants(5);
    candidates[3].is_baseline = true;
    candidates[4].is_baseline = true;
    queue.set_candidates(candidates);
    std::set<std::vector<int>> found;
    for (const QueuedMatch& match : drained(queue)) {
        for (int ai = 0; ai < 3; ++ai) {
            for (int baseline = 3; baseline < 5; ++baseline) {
                if (has(match, ai) && has(match, baseline)) {
                    found.insert({ai, baseline, match.field});
                }
            }
        }
    }
    for (int ai = 0; ai < 3; ++ai) {
        for (int baseline = 3; baseline < 5; ++baseline) {
            for (int field = 0; field < 3; ++field) {
                CHECK(found.count({ai, baseline, field}) == 1);
            }
        }
    }
}

TEST_CASE("matches for marks leave every version its games with the others", "[season]") {
    for (const int seats : {2, 3}) {
        Queue queue({seats, 12, 6, 6, 10});
        std::vector<Candidate> candidates = entrants(6);
        candidates[4].is_baseline = true;
        candidates[5].is_baseline = true;
        queue.set_candidates(candidates);
        std::map<int, int> others; // by version: matches in which it meets another one
        const std::vector<QueuedMatch> matches = drained(queue);
        for (const QueuedMatch& match : matches) {
            for (const int ai : match.group) {
                const auto meets = [&](int other) { return other != ai && other < 4; };
                if (ai < 4 && std::any_of(match.group.begin(), match.group.end(), meets)) {
                    ++others[ai];
                }
            }
        }
        for (int ai = 0; ai < 4; ++ai) {
            CAPTURE(seats, ai);
            CHECK(others[ai] >= 4); // of 6; baselines are opponents in some of them
            CHECK(queue.matches_of(ai) >= 6 + (seats == 2 ? 20 : 10));
        }
        CHECK(queue.missing() == 0);
        // The first matches are not all for marks.
        CHECK(std::any_of(matches.begin(), matches.begin() + 12, [](const QueuedMatch& match) {
            return std::all_of(
                match.group.begin(), match.group.end(), [](int ai) { return ai < 4; });
        }));
    }
}

TEST_CASE("a match that can't be played is counted no more", "[season]") {
    Queue queue({2, 5, 3, 0, 0});
    queue.set_candidates(entrants(2));
    const auto match = queue.next();
    queue.count(*match);
    queue.uncount(*match);
    CHECK(queue.matches_of(0) == 0);
    CHECK(*queue.next() == *match);
}

TEST_CASE("with too few AIs there is nothing to play", "[season]") {
    Queue queue({3, 5, 3, 10, 0});
    CHECK(!queue.next());
    queue.set_candidates(entrants(2));
    CHECK(!queue.next());
}
