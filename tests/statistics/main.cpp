// `make statistics`: simulates tournaments between AIs of known strengths and says how often what
// the tables print about them is true. The README of referee/tournament has its table.

#include "statistics/cells.hpp"
#include "statistics/grids.hpp"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fmt/format.h>
#include <string_view>
#include <vector>

namespace {

double processor_time() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// Runs the cells whose statement or name has the text `part`. Returns the number of missed ones.
int run_cells(int tries, std::string_view part) {
    int cells = 0;
    int missed = 0;
    std::string_view statement;
    for (const tests::Cell& cell : tests::all_cells()) {
        if (cell.statement.find(part) == std::string_view::npos &&
            cell.name.find(part) == std::string::npos) {
            continue;
        }
        if (cell.statement != statement) {
            statement = cell.statement;
            fmt::print(
                "\n{} (nominal {})\n\n", statement,
                cell.nominal.max < 1
                    ? fmt::format("{:.2f} to {:.2f}", cell.nominal.min, cell.nominal.max)
                    : fmt::format("{:.2f}", cell.nominal.min));
        }
        const double begin = processor_time();
        std::string shares;
        bool is_missed = false;
        for (const tests::Coverage& coverage : cell.run(tries)) {
            shares += fmt::format(
                "{}{:.3f}{}", shares.empty() ? "" : " ", coverage.share(),
                coverage.is_coarse ? "*" : "");
            is_missed = is_missed || !tests::holds(coverage, cell.nominal);
        }
        ++cells;
        missed += is_missed ? 1 : 0;
        fmt::print(
            "  {:20} {}{}  ({:.0f} s)\n", shares, cell.name, is_missed ? "  MISSED" : "",
            processor_time() - begin);
        std::fflush(stdout);
    }
    fmt::print(
        "\n{} cells of {} tournaments, {} missed by more than three standard errors; {:.0f} s of "
        "processor time\nRatings: the best, the worst, those between. *: hardly any result is "
        "possible but the commonest.\n",
        cells, tries, missed, processor_time());
    return missed;
}

} // namespace

/// statistics [HUNDREDS [TEXT]]: tournaments a cell in hundreds (default 10), and a part of the
/// statement or name of those to be run (default: all).
/// statistics HUNDREDS grids [NAME…]: the grids instead.
int main(int count, char** words) {
    const int tries = 100 * (count > 1 ? std::max(1, std::atoi(words[1])) : 10);
    const std::string_view part = count > 2 ? words[2] : "";
    if (part == "grids") {
        tests::run_grids({words + 3, words + count}, tries);
        return 0;
    }
    return run_cells(tries, part) == 0 ? 0 : 1;
}
