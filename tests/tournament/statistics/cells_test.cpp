// The list of `make statistics`.

#include "statistics/cells.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <set>

TEST_CASE("The list of statistics has at most 80 cells, each with a name", "[statistics]") {
    std::set<std::pair<std::string_view, std::string>> names;
    const std::vector<tests::Cell> cells = tests::all_cells();
    for (const tests::Cell& cell : cells) {
        INFO(cell.statement << ": " << cell.name);
        CHECK(names.emplace(cell.statement, cell.name).second);
        CHECK(cell.nominal.min < cell.nominal.max);
    }
    CHECK(cells.size() > 70);
    CHECK(cells.size() <= 80);
}

TEST_CASE("A cell is missed beyond three standard errors of what is nominal", "[statistics]") {
    const auto holds = [](int held, tests::Nominal nominal) {
        return tests::holds({"", held, 1000}, nominal);
    };
    CHECK(holds(930, tests::at_any_time)); // 3·√(.95·.05/1000) = .0207
    CHECK(!holds(929, tests::at_any_time));
    CHECK(holds(1000, tests::at_any_time));
    CHECK(holds(999, tests::interval));
    CHECK(!holds(1000, tests::interval));
    CHECK(!holds(905, tests::interval));
    CHECK(holds(906, tests::interval));
    CHECK(tests::holds({"", 1000, 1000, true}, tests::interval));
}

TEST_CASE("Every cell of the list of statistics can be run", "[statistics][slow]") {
    for (const tests::Cell& cell : tests::all_cells()) {
        INFO(cell.statement << ": " << cell.name);
        const std::vector<tests::Coverage> rows = cell.run(2);
        CHECK(!rows.empty());
        CHECK(std::all_of(rows.begin(), rows.end(), [](const tests::Coverage& row) {
            return row.held <= row.tries;
        }));
    }
}
