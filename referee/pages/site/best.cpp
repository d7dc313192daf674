#include "pages/site/best.hpp"

#include "pages/html.hpp"
#include "pages/report/elements.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace referee {

namespace {

/// The AI of the entry that is in the table; -1 without one.
int ai_in_table(const SiteData& data, int entry) {
    const SeasonRow* const row = data.row_of_entry[static_cast<std::size_t>(entry)];
    return row == nullptr || row->row.games == 0 ? -1 : row->row.ai;
}

/// The place that won alone, or -1.
int lone_winner(const SiteGame& game) {
    for (std::size_t place = 0; place < game.shares.size(); ++place) {
        if (game.shares[place] >= 1) {
            return static_cast<int>(place);
        }
    }
    return -1;
}

bool tells_something(const SiteGame& game) {
    return !game.replay.empty() && lone_winner(game) >= 0 &&
           std::none_of(game.faults.begin(), game.faults.end(), [](bool lost) { return lost; });
}

/// By the table; nothing of an AI that isn't rated or is of the same entry.
std::optional<double> elo_of(const SiteData& data, int ai, int own) {
    const AiRow* const row = data.row_of_ai[static_cast<std::size_t>(ai)];
    const bool is_other =
        data.entry_of[static_cast<std::size_t>(ai)] != data.entry_of[static_cast<std::size_t>(own)];
    return is_other && row != nullptr && row->rating.games > 0
               ? std::optional<double>(row->rating.elo)
               : std::nullopt;
}

/// The strongest of those that lost to it.
std::optional<double> strength_beaten(const SiteData& data, const SiteGame& game, int ai) {
    std::optional<double> best;
    for (const int other : game.ais) {
        const std::optional<double> elo = elo_of(data, other, ai);
        best = elo && (!best || *elo > *best) ? elo : best;
    }
    return best;
}

} // namespace

const SiteGame* best_win(const SiteData& data, int entry) {
    const int ai = ai_in_table(data, entry);
    const SiteGame* best = nullptr;
    std::optional<double> most;
    for (const SiteGame* const game : data.games_of[static_cast<std::size_t>(entry)]) {
        if (ai < 0 || !tells_something(*game) ||
            game->ais[static_cast<std::size_t>(lone_winner(*game))] != ai) {
            continue;
        }
        const std::optional<double> elo = strength_beaten(data, *game, ai);
        if (elo && (!most || *elo >= *most)) {
            most = elo;
            best = game;
        }
    }
    return best;
}

const SiteGame* worst_defeat(const SiteData& data, int entry) {
    const int ai = ai_in_table(data, entry);
    const SiteGame* worst = nullptr;
    std::optional<double> least;
    for (const SiteGame* const game : data.games_of[static_cast<std::size_t>(entry)]) {
        const bool is_own =
            ai >= 0 && std::find(game->ais.begin(), game->ais.end(), ai) != game->ais.end();
        if (!is_own || !tells_something(*game)) {
            continue;
        }
        const std::optional<double> elo =
            elo_of(data, game->ais[static_cast<std::size_t>(lone_winner(*game))], ai);
        if (elo && (!least || *elo <= *least)) {
            least = elo;
            worst = game;
        }
    }
    return worst;
}

std::string small_board(
    const SiteData& data, const SiteGame& game, std::string_view what, std::string_view root) {
    std::string script = game.replay;
    script.replace(script.rfind('.'), std::string::npos, ".js");
    std::string seats;
    for (std::size_t place = 0; place < game.ais.size(); ++place) {
        seats += "<span class=\"seat\">";
        for (const Seat seat : data.places.seats_of(place)) {
            seats += fmt::format("<span class=\"swatch s{0}\">{0}</span> ", seat);
        }
        seats += fmt::format(
            "<span>{}</span> <span class=\"points\">{}</span></span> ",
            escaped(data.entry(game.ais[place]).shown()),
            with_minus(share_text(game.scores[place])));
    }
    return fmt::format(
        "<a class=\"best\" href=\"{}{}\"><span class=\"board\" data-game=\"{}{}\"></span>\n<span "
        "class=\"soft\">{}</span> {}</a>\n",
        root, url_of(game.replay), root, url_of(script), what, seats);
}

} // namespace referee
