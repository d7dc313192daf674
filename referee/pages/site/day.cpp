#include "pages/site/day.hpp"

#include "base/text.hpp"
#include "pages/html.hpp"
#include "pages/report/elements.hpp"
#include "tournament/statistics/pairs.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <map>
#include <tuple>
#include <vector>

namespace referee {

namespace {

/// Below this chance of the winner, a game is a surprise.
constexpr double surprising = 0.25;

/// What is known of the AIs, by AI.
struct Known {
    std::map<int, double> elo;
    std::map<int, int> rank; ///< of those in the table
};

Known known_of(const SiteData& data) {
    Known known;
    for (const AiRow& row : data.standings.summary.standings) {
        if (row.rating.games > 0) {
            known.elo[row.ai] = row.rating.elo;
        }
    }
    for (const SeasonRow& row : data.standings.rows) {
        if (row.row.rank > 0) {
            known.rank[row.row.ai] = row.row.rank;
        }
    }
    return known;
}

/// With a full stop, unless a name has ended with one.
std::string sentence(std::string text) {
    text += text.ends_with('.') ? "" : ".";
    return text;
}

/// "bob (rank 9)"
std::string with_rank(const SiteData& data, const Known& known, int ai) {
    const auto rank = known.rank.find(ai);
    return data.entry(ai).shown() +
           (rank == known.rank.end() ? "" : fmt::format(" (rank {})", rank->second));
}

bool is_candidate(const SiteData& data, const Known& known, const SiteGame& game) {
    const bool is_fair =
        std::none_of(game.faults.begin(), game.faults.end(), [](bool lost) { return lost; });
    const bool is_rated = std::all_of(
        game.ais.begin(), game.ais.end(), [&](int ai) { return known.elo.contains(ai); });
    const bool has_opponents = std::any_of(game.ais.begin(), game.ais.end(), [&](int ai) {
        return data.entry_of[static_cast<std::size_t>(ai)] !=
               data.entry_of[static_cast<std::size_t>(game.ais[0])];
    });
    return !game.replay.empty() && is_fair && is_rated && has_opponents;
}

/// False for games of versions that have been replaced since.
bool is_current(const Known& known, const SiteGame& game) {
    return std::all_of(
        game.ais.begin(), game.ais.end(), [&](int ai) { return known.rank.contains(ai); });
}

/// The seat that won alone; nothing if several did, or none.
std::optional<std::size_t> winner_of(const SiteGame& game) {
    const auto best = std::max_element(game.shares.begin(), game.shares.end());
    if (best == game.shares.end() || *best < 1) {
        return std::nullopt;
    }
    return static_cast<std::size_t>(best - game.shares.begin());
}

/// The strongest of the other seats.
std::size_t rival_of(const Known& known, const SiteGame& game, std::size_t seat) {
    std::size_t rival = seat == 0 ? 1 : 0;
    for (std::size_t other = 0; other < game.ais.size(); ++other) {
        if (other != seat && known.elo.at(game.ais[other]) > known.elo.at(game.ais[rival])) {
            rival = other;
        }
    }
    return rival;
}

/// The chance that the winner had against the strongest of the others; 1 without a winner.
double chance_of_winner(const Known& known, const SiteGame& game) {
    const std::optional<std::size_t> winner = winner_of(game);
    if (!winner) {
        return 1;
    }
    const double lead =
        known.elo.at(game.ais[*winner]) - known.elo.at(game.ais[rival_of(known, game, *winner)]);
    return 1 / (1 + std::pow(10, -lead / 400));
}

/// The distance of the two best scores, as a part of all; 0: equal.
double distance_of(const SiteGame& game) {
    std::vector<double> scores = game.scores;
    std::sort(scores.rbegin(), scores.rend());
    const double all = std::abs(scores[0]) + std::abs(scores[1]);
    return all > 0 ? (scores[0] - scores[1]) / all : 0;
}

} // namespace

std::optional<GameOfTheDay> game_of_the_day(const SiteData& data) {
    const Known known = known_of(data);
    const SiteGame* surprise = nullptr;
    double least = surprising;
    const SiteGame* closest = nullptr;
    std::tuple<double, double, int> best;
    std::vector<const SiteGame*> candidates;
    for (const SiteGame& game : data.games) {
        if (game.time > data.day_begins && is_candidate(data, known, game)) {
            candidates.push_back(&game);
        }
    }
    const bool has_current =
        std::any_of(candidates.begin(), candidates.end(), [&](const SiteGame* game) {
            return is_current(known, *game);
        });
    for (const SiteGame* const candidate : candidates) {
        const SiteGame& game = *candidate;
        if (has_current && !is_current(known, game)) {
            continue;
        }
        if (const double chance = chance_of_winner(known, game); chance < least) {
            least = chance;
            surprise = &game;
        }
        double weakest = std::numeric_limits<double>::infinity();
        for (const int ai : game.ais) {
            weakest = std::min(weakest, known.elo.at(ai));
        }
        const std::tuple<double, double, int> order{distance_of(game), -weakest, -game.turns};
        if (closest == nullptr || order < best) {
            closest = &game;
            best = order;
        }
    }
    if (surprise != nullptr) {
        const std::size_t winner = *winner_of(*surprise);
        return GameOfTheDay{
            surprise,
            sentence(fmt::format(
                "An upset, by the table so far: {} won against {}",
                with_rank(data, known, surprise->ais[winner]),
                with_rank(data, known, surprise->ais[rival_of(known, *surprise, winner)])))};
    }
    if (closest == nullptr) {
        return std::nullopt;
    }
    std::string names;
    for (std::size_t seat = 0; seat < closest->ais.size(); ++seat) {
        names += (seat == 0                        ? ""
                  : seat + 1 < closest->ais.size() ? ", "
                                                   : " and ") +
                 with_rank(data, known, closest->ais[seat]);
    }
    return GameOfTheDay{closest, sentence("The closest of the day: " + names)};
}

std::string day_html(const SiteData& data, const GameOfTheDay& day) {
    std::string players;
    for (std::size_t seat = 0; seat < day.game->ais.size(); ++seat) {
        const std::vector<Seat>& seats = data.places.seats_of(seat);
        std::string partners;
        for (std::size_t member = 1; member < seats.size(); ++member) {
            partners += fmt::format("<span class=\"swatch s{0}\">{0}</span> ", seats[member]);
        }
        players += fmt::format(
            "<li class=\"s{0}\"><span class=\"swatch\">{0}</span> {1}{2} <span "
            "class=\"points\">{3}</span></li>\n",
            seats.front(), partners, ai_link(data, day.game->ais[seat], ""),
            with_minus(share_text(day.game->scores[seat])));
    }
    // Without scripts there is no board: "none".
    return fmt::format(
        "<section class=\"day\" data-state=\"none\" aria-label=\"Game of the day\">\n<h2>Game of the "
        "day</h2>\n<p>{}</p>\n<div class=\"board\"></div>\n<ul class=\"players\">\n{}</ul>\n<div "
        "class=\"row\"><button type=\"button\">Play</button> <a class=\"button\" "
        "href=\"{}\">Watch it whole</a> <span class=\"where\"></span></div>\n</section>\n",
        escaped(day.why), players, url_of(day.game->replay));
}

std::string day_scripts(const GameOfTheDay& day) {
    std::string data = day.game->replay;
    data.replace(data.rfind('.'), std::string::npos, ".js");
    return script_html("", data) + script_html("", "viewer.js");
}

} // namespace referee
