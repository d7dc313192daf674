#include "tournament/report/without_ladder.hpp"

#include <cmath>
#include <fmt/format.h>

namespace referee {

namespace {

std::string percent_of_share(double share) {
    return fmt::format("{:.1f}", 100 * share);
}

/// A column for people with the value, one with its range, and three for programs.
void add_range(
    Figures<WithoutLadder>& figures, DrawnRange WithoutLadder::*range,
    const std::array<std::string_view, 3>& keys, const std::string& heading,
    const std::array<std::string_view, 3>& meanings, bool is_share) {
    const auto text = [is_share](double value) {
        return is_share ? percent_of_share(value) : signed_text(value);
    };
    const auto data = [range](double DrawnRange::*value) {
        return [range, value](const WithoutLadder& row) { return Json(row.*range.*value); };
    };
    figures.push_back(
        {keys[0],
         heading,
         in_table,
         meanings[0],
         {[range, text](const WithoutLadder& row) { return text((row.*range).value); },
          data(&DrawnRange::value)}});
    figures.push_back(
        {"",
         "95 %",
         in_table,
         "its range",
         {[range, text](const WithoutLadder& row) {
              return fmt::format("[{}, {}]", text((row.*range).low), text((row.*range).high));
          },
          {}}});
    figures.push_back({keys[1], "", data_only, meanings[1], {{}, data(&DrawnRange::low)}});
    figures.push_back({keys[2], "", data_only, meanings[2], {{}, data(&DrawnRange::high)}});
}

} // namespace

Figures<WithoutLadder> without_ladder_figures(const TournamentSummary& summary) {
    const auto name = [&summary](const WithoutLadder& row) {
        return summary.names[static_cast<std::size_t>(row.ai)];
    };
    Figures<WithoutLadder> figures{
        {"name",
         "AI",
         in_table,
         "the AI",
         {name, [name](const WithoutLadder& row) { return Json(name(row)); }},
         "",
         true}};
    add_range(
        figures, &WithoutLadder::nash, {"nash", "nash_low", "nash_high"}, "Nash %",
        {"share of the Nash mixture, from 0 to 1", "the lower end of the range of `nash`",
         "the upper end of the range of `nash`"},
        true);
    add_range(
        figures, &WithoutLadder::gain, {"gain", "gain_low", "gain_high"}, "vs Nash",
        {"Elo against the Nash mixture; 0 for AIs in it", "the lower end of the range of `gain`",
         "the upper end of the range of `gain`"},
        false);
    add_range(
        figures, &WithoutLadder::alpha_rank, {"alpha_rank", "alpha_rank_low", "alpha_rank_high"},
        "α-rank %",
        {"mass of alpha-rank, from 0 to 1", "the lower end of the range of `alpha_rank`",
         "the upper end of the range of `alpha_rank`"},
        true);
    return figures;
}

std::optional<ReportTable> without_ladder_table(const TournamentSummary& summary) {
    if (summary.without_ladder.empty()) {
        return std::nullopt;
    }
    ReportTable table = table_of(
        "without_ladder", "Strength without a single ladder", without_ladder_figures(summary),
        summary.without_ladder);
    table.note =
        "Nash: the mixture of AIs that no single AI beats; copies of an AI divide its share, and "
        "weak opponents count for nothing. vs Nash: Elo against it. α-rank: how long a population "
        "in which the better of two AIs takes over would consist of each one. 95 %: the range of "
        "these figures if the fields are drawn again by lot.";
    return table;
}

} // namespace referee
