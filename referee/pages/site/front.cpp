// The front page of a site: what a visitor wants first.

#include "base/text.hpp"
#include "game/registry.hpp"
#include "pages/html.hpp"
#include "pages/markdown.hpp"
#include "pages/report/charts.hpp"
#include "pages/report/report.hpp"
#include "pages/report/style_map.hpp"
#include "pages/rules.hpp"
#include "pages/site/announcement.hpp"
#include "pages/site/best.hpp"
#include "pages/site/day.hpp"
#include "pages/site/game_lists.hpp"
#include "pages/site/pages.hpp"
#include "tournament/report/figures.hpp"
#include "tournament/report/text.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <set>

namespace referee {

namespace {

constexpr std::size_t latest_games = 10;
constexpr std::size_t places = 3; ///< of the podium

/// The rank's change since a day before the last game.
std::string movement(const SiteData& data, const SeasonRow& row) {
    const auto before = data.rank_before.find(data.entry_of[static_cast<std::size_t>(row.row.ai)]);
    if (row.row.rank == 0 || before == data.rank_before.end()) {
        return row.row.rank > 0 && !data.rank_before.empty() ? "<span class=\"soft\">new</span>"
                                                             : "";
    }
    const int change = before->second - row.row.rank;
    return change > 0   ? fmt::format("<span class=\"up\">▲ {}</span>", change)
           : change < 0 ? fmt::format("<span class=\"down\">▼ {}</span>", -change)
                        : "<span class=\"soft\" title=\"unchanged\">=</span>";
}

/// The name of an entry, with what is special about it.
std::string standings_name(const SiteData& data, const SeasonRow& row) {
    return ai_link(data, row.row.ai, "") + (row.is_baseline ? " <span class=\"tag\">baseline</span>"
                                            : row.state == VersionState::resting
                                                ? " <span class=\"tag bad\">rests</span>"
                                                : "");
}

/// What a page can show besides text: links, colours and bars.
std::vector<HtmlColumn<SeasonRow>>
own_columns(const SiteData& data, const Figures<AiRow>& figures, const BarColumn& bars) {
    const auto ranks = std::find_if(figures.begin(), figures.end(), [](const auto& figure) {
        return figure.heading == "ranks 95 %";
    });
    const auto if_played = [](auto html) {
        return [html](const SeasonRow& row) {
            return row.row.games > 0 ? html(row.row.rating) : std::string();
        };
    };
    std::vector<HtmlColumn<SeasonRow>> columns{
        {"Rank", "",
         [](const SeasonRow& row) {
             return row.row.rank > 0 ? std::to_string(row.row.rank) : std::string();
         },
         "rank"}};
    const auto has_set = [](const SeasonRow& row) { return row.row.rank_best > 0; };
    if (std::any_of(data.standings.rows.begin(), data.standings.rows.end(), has_set)) {
        columns.push_back(
            {fmt::format(
                 "<abbr title=\"{}\">Possible<span class=\"wide\"> ranks</span></abbr>",
                 ranks->meaning),
             "", [has_set](const SeasonRow& row) {
                 return has_set(row) ? rank_set_text(row.row) : std::string();
             }});
    }
    if (!data.rank_before.empty()) { // on the first day no rank has changed
        columns.push_back(
            {"<abbr title=\"change within the last day of play\">Day</abbr>", "wide",
             [&data](const SeasonRow& row) { return movement(data, row); }});
    }
    columns.push_back(
        {"Entry", "word", [&data](const SeasonRow& row) { return standings_name(data, row); }, "",
         true});
    if (std::any_of(data.entries.begin(), data.entries.end(), [](const SiteEntry& entry) {
            return !entry.entrant.team.empty();
        })) {
        columns.push_back({"Team", "word wide", [&data](const SeasonRow& row) {
                               return escaped(data.entry(row.row.ai).entrant.team);
                           }});
    }
    columns.push_back({"Rating", "", if_played(rating_cell)});
    columns.push_back({bars.head(), "bars wide", if_played([&bars](const Ratings::Rating& rating) {
                           return rating_cell_chart(bars, rating);
                       })});
    return columns;
}

std::string standings_table(const SiteData& data) {
    std::vector<Ratings::Rating> ratings;
    for (const SeasonRow& row : data.standings.rows) {
        ratings.push_back(row.row.rating);
    }
    constexpr double width = 200;
    const BarColumn bars = rating_column(ratings, width);
    const Figures<AiRow> figures = ai_figures(data.standings.summary);
    std::vector<HtmlColumn<SeasonRow>> columns = own_columns(data, figures, bars);
    for (const Figure<AiRow>& figure : columns_of(figures, in_site)) {
        const bool tells_nothing =
            figure.key != "games" &&
            std::all_of(
                data.standings.rows.begin(), data.standings.rows.end(),
                [&figure](const SeasonRow& row) { return is_zero(figure.printed.cell(row.row)); });
        if (tells_nothing) {
            continue;
        }
        std::string heading = escaped(figure.heading);
        heading[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(heading[0])));
        columns.push_back({heading, figure.is_word ? "word" : "", [figure](const SeasonRow& row) {
                               const std::string cell = figure.printed.cell(row.row);
                               return cell == no_figure ? "" : escaped(cell);
                           }});
    }
    return html_table<SeasonRow>(
        "standings", columns, data.standings.rows,
        [](const SeasonRow& row) { return row.is_baseline ? "baseline" : ""; }, {},
        " data-find=\"Find an entry\" data-fold=\"25\"");
}

/// What a reader of the table must know, and why some of its cells are empty.
std::string standings_note(const SiteData& data) {
    const auto any = [&](auto holds) {
        return std::any_of(data.standings.rows.begin(), data.standings.rows.end(), holds);
    };
    std::string note =
        any([](const SeasonRow& row) { return row.row.rank_best > 0; })
            ? "Possible ranks: the ranks that an entry may really have. All of them together are "
              "right with 95 % confidence, however often you look."
            : "There are no intervals yet: they need games on at least 10 fields.";
    std::vector<std::pair<int, int>> ranks;
    for (const SeasonRow& row : data.standings.rows) {
        ranks.emplace_back(row.row.rank_best, row.row.rank_worst);
    }
    if (const std::string any_rank = any_rank_note(ranks); !any_rank.empty()) {
        note += " " + any_rank;
    }
    if (any([](const SeasonRow& row) { return row.row.rating.low && row.row.rating.high; })) {
        note += " Compare entries by them: bars, and the figures in grey, are the 95 % interval of "
                "one rating alone, and two of them prove nothing about each other.";
    }
    const bool has_bounds = any([](const SeasonRow& row) {
        return row.row.rating.games > 0 && !row.row.rating.is_in_core;
    });
    if (has_bounds) {
        note +=
            " Of a rating with ≤ or ≥ only that bound is known: the entry, alone or with others, "
            "won or lost every game against the rest.";
    }
    if (any([](const SeasonRow& row) { return row.row.games > 0; })) {
        note += fmt::format(
            " Ratings are in Elo: 0 is the average{}, and 400 more win ten games of eleven.",
            has_bounds ? " of the others" : "");
    }
    if (any([](const SeasonRow& row) { return row.is_baseline; })) {
        note += " A baseline plays out of competition and has no rank.";
    }
    if (any([](const SeasonRow& row) { return row.row.games == 0; })) {
        note += " Who has no rating has not played yet.";
    }
    return "<p class=\"note\">" + note + "</p>\n";
}

std::string summary_line(const SiteData& data) {
    std::size_t entries = 0;
    std::size_t versions = 0;
    const auto in_table = static_cast<std::size_t>(std::ranges::count_if(
        data.standings.rows, [](const SeasonRow& row) { return !row.is_baseline; }));
    for (const SiteEntry& entry : data.entries) {
        entries += entry.is_baseline ? 0 : 1;
        versions += entry.is_baseline ? 0 : entry.versions.size();
    }
    std::string last;
    for (const SiteGame& game : data.games) {
        last = std::max(last, game.time);
    }
    const auto number = [](std::size_t count) { return static_cast<std::int64_t>(count); };
    return fmt::format(
        "<p class=\"lead\">{}: {}.<br>{}{}{}, {} on {}.{}</p>\n", escaped(data.game),
        escaped(game_named(data.game).info().title),
        counted(number(entries), data.versions.size() == entries ? "AI" : "entrant"),
        in_table > 0 && in_table < entries ? fmt::format(" ({} in the table)", in_table) : "",
        versions > entries ? ", " + counted(number(versions), "version") : "",
        counted(number(data.games.size()), "game"), counted(number(data.fields.size()), "field"),
        last.empty() ? "" : " Newest game: " + time_html(last) + ".");
}

/// The summary of a season: what is certain among those in the table, by the names that people
/// read.
TournamentSummary shown_summary(const SiteData& data) {
    const TournamentSummary& all = data.standings.summary;
    TournamentSummary summary;
    summary.tournament = all.tournament;
    summary.games = all.games;
    summary.groups = all.groups;
    summary.differences = all.differences;
    summary.any_pair = all.any_pair;
    summary.group_fields = all.group_fields;
    std::set<int> shown;
    for (const SeasonRow& row : data.standings.rows) {
        if (!row.is_baseline) {
            summary.standings.push_back(row.row);
            shown.insert(row.row.ai);
        }
    }
    for (std::size_t ai = 0; ai < all.names.size(); ++ai) {
        summary.names.push_back(data.entry(static_cast<int>(ai)).shown());
    }
    const bool has_cycle =
        all.cycle &&
        std::all_of(all.cycle->steps.begin(), all.cycle->steps.end(), [&](const Cycle::Step& step) {
            return shown.contains(step.ai);
        });
    if (has_cycle) {
        summary.cycle = all.cycle;
        summary.styles = all.styles;
    }
    if (summary.styles) {
        std::erase_if(summary.styles->places, [&](const StyleMap::Place& place) {
            return !shown.contains(place.ai);
        });
    }
    return summary;
}

/// Who is first and how certain that is, among those in the table.
std::string answer_html(const SiteData& data) {
    return paragraphs_html(
        "answer", answer_of(data.is_season ? shown_summary(data) : data.standings.summary, false));
}

std::string styles_html(const SiteData& data) {
    const std::string map =
        style_map_html(data.is_season ? shown_summary(data) : data.standings.summary);
    return map.empty() ? ""
                       : "<section id=\"styles\"><h2>Who beats whom in a circle</h2>\n" + map +
                             "</section>\n";
}

/// The win of which an entry may be proud, on a small board.
std::string best_board(const SiteData& data, const SeasonRow& row) {
    const SiteGame* const game =
        best_win(data, data.entry_of[static_cast<std::size_t>(row.row.ai)]);
    return game == nullptr ? "" : "\n" + small_board(data, *game, "Best win", "");
}

std::string podium(const SiteData& data) {
    std::string html;
    std::size_t count = 0;
    for (const SeasonRow& row : data.standings.rows) {
        if (row.is_baseline || row.row.rank == 0 || count == places) {
            continue;
        }
        const SiteEntry& entry = data.entry(row.row.ai);
        html += fmt::format(
            "<li><span class=\"place\">{}</span> <a class=\"who\" href=\"entry/{}\" "
            "title=\"{}\">{}</a> {}<span class=\"rating\">{}</span>{}</li>\n",
            row.row.rank, url_of(entry.file), escaped(entry.shown()), escaped(entry.shown()),
            entry.entrant.team.empty()
                ? ""
                : fmt::format("<span class=\"soft\">{}</span> ", escaped(entry.entrant.team)),
            rating_cell(row.row.rating), best_board(data, row));
        ++count;
    }
    return count < 2 ? "" : "<ol class=\"podium\" aria-label=\"The best\">\n" + html + "</ol>\n";
}

/// Whether the organiser has excluded the newest of the versions that were accepted.
bool is_excluded(const SiteData& data, const SiteEntry& entry) {
    const auto last =
        std::find_if(entry.versions.rbegin(), entry.versions.rend(), [&](std::size_t version) {
            return data.versions[version].ai >= 0;
        });
    return last != entry.versions.rend() && data.standings.states[*last] == VersionState::excluded;
}

/// Links to the entries that aren't in the table, because no version of theirs plays.
std::string waiting_entries(const SiteData& data) {
    std::string list;
    bool has_excluded = false;
    bool has_others = false;
    for (std::size_t entry = 0; entry < data.entries.size(); ++entry) {
        if (data.row_of_entry[entry] == nullptr) {
            const bool is_out = is_excluded(data, data.entries[entry]);
            (is_out ? has_excluded : has_others) = true;
            list += fmt::format(
                "<li>{}{}</li>\n",
                link("entry/", data.entries[entry].file, escaped(data.entries[entry].shown())),
                is_out
                    ? fmt::format(" <span class=\"tag\">{}</span>", name_of(VersionState::excluded))
                    : "");
        }
    }
    return list.empty()
               ? ""
               : fmt::format(
                     "<section><h2>Not in the table</h2>\n<p class=\"lead\">These have no version "
                     "that plays: {}. Their authors' notes say why.</p>\n<ul class=\"plain\">\n",
                     !has_excluded ? "none was accepted, or it was withdrawn"
                     : has_others  ? "none was accepted, it was withdrawn, or the organiser has "
                                     "excluded it"
                                   : "the organiser has excluded it") +
                     list + "</ul></section>\n";
}

bool is_open(const SiteData& data) {
    const Calendar& calendar = data.config.announcement.calendar;
    return data.is_season && (!calendar.deadline || data.config.now <= calendar.deadline->time);
}

std::string how_to_enter(const SiteData& data) {
    if (!is_open(data)) {
        return "";
    }
    // The limits that count now: Store::add_limits() appends changed ones.
    constexpr std::string_view later = "; later ";
    std::string limits = data.standings.summary.tournament.limits;
    if (const std::size_t at = limits.rfind(later); at != std::string::npos) {
        limits.erase(0, at + later.size());
    }
    // Its folder is the organiser's.
    const bool is_program = !game_named(data.game).info().folder.empty();
    return fmt::format(
        "<section id=\"enter\"><h2>How to enter</h2>\n<ol class=\"steps\">\n"
        "<li>Write a program that plays {0}, in any language; <a href=\"rules.html\">the rules</a> "
        "say what it reads and writes.{3}</li>\n"
        "<li>Test it as the contest will: <code>referee check {4} my-ai</code>.{1}</li>\n"
        "<li>Hand it in: <code>referee submit my-ai --to PLACE</code>; the organiser names the "
        "place{2}. It is checked and plays; a note for you says what came of it.</li>\n"
        "<li>Hand in a better version at any time: it takes the place of the last one.</li>\n"
        "</ol></section>\n",
        escaped(data.game), limits.empty() ? "" : " Limits: " + escaped(safe_text(limits)) + ".",
        data.config.announcement.about.empty() ? "" : " (<a href=\"#about\">About</a>)",
        is_program
            ? ""
            : fmt::format(
                  " <code>referee new --game {} --language Python my-ai</code> makes one to start from, in this or "
                  "another language.",
                  escaped(data.game)),
        is_program ? std::string("--rules FOLDER") : fmt::format("--game {}", escaped(data.game)));
}

/// Whether the season is open, and whether the order may still change.
std::string state_html(const SiteData& data) {
    if (!data.is_season) {
        return "";
    }
    const bool has_deadline = data.config.announcement.calendar.deadline.has_value();
    const std::string frozen =
        "The standings are frozen: games go on, and what they change is shown later.";
    const std::string said =
        is_open(data)
            ? fmt::format(
                  "<strong>Open</strong>{} {}",
                  has_deadline ? " until the deadline."
                               : ": versions can be handed in, there is no deadline.",
                  data.is_frozen       ? frozen
                  : data.games.empty() ? "No game has been played yet."
                                       : "Games are being played, and each may change the order.")
            : "<strong>Closed</strong>: the deadline is over. " +
                  (data.is_frozen ? frozen
                                  : "Games that are still owed are played; the order is final "
                                    "when no newer one comes.");
    return "<p class=\"state\">" + said + "</p>\n";
}

std::string hero(const SiteData& data, const std::string& day) {
    std::string doors;
    const auto add = [&](bool is_there, std::string_view url, std::string_view text) {
        if (is_there) {
            doors += fmt::format(
                "<a class=\"button{}\" href=\"{}\">{}</a>\n", doors.empty() ? " first" : "", url,
                text);
        }
    };
    add(is_open(data), "#enter", "How to enter");
    add(!data.config.announcement.about.empty(), "#about", "About");
    add(!data.games.empty(), "games.html", "Games");
    return fmt::format(
        "<div class=\"hero{}\">\n<div>\n<h1>{}</h1>\n{}{}{}<div "
        "class=\"doors\">\n{}</div>\n{}{}</div>\n{}</div>\n",
        day.empty() ? " single" : "", escaped(data.config.title), summary_line(data),
        state_html(data), moments_html(data), doors, podium(data), answer_html(data), day);
}

std::vector<const SiteGame*> latest(const SiteData& data) {
    std::vector<const SiteGame*> games;
    for (const SiteGame& game : data.games) {
        games.push_back(&game);
    }
    std::stable_sort(games.begin(), games.end(), [](const SiteGame* a, const SiteGame* b) {
        return a->time < b->time;
    });
    return games;
}

} // namespace

std::string front_page(const SiteData& data) {
    const std::optional<GameOfTheDay> day = game_of_the_day(data);
    std::string html = hero(data, day ? day_html(data, *day) : "");
    html += data.games.empty() ? "<p>No game has been played yet.</p>\n" : "";
    html += fmt::format(
        "<section id=\"standings\"><h2>{}</h2>\n{}{}</section>\n",
        standings_title(data.standings.summary), standings_table(data), standings_note(data));
    html += styles_html(data);
    html += waiting_entries(data);
    html += how_to_enter(data);
    html += about_html(data);
    const std::string chart = history_chart(data);
    if (!chart.empty()) {
        html += "<section><h2>Ratings over the games</h2>\n<div class=\"card\">" + chart +
                "</div>\n" + history_note(data) + "</section>\n";
    }
    if (!data.games.empty()) {
        html += "<section id=\"games\"><h2>Latest games</h2>\n" +
                games_table(data, latest(data), "", latest_games) +
                "<p><a href=\"games.html\">All games and fields</a></p></section>\n";
    }
    return site_page(
        data, "", 0, html,
        {fmt::format(
             "{}: {}. {}, {}.", data.game, game_named(data.game).info().title,
             counted(static_cast<std::int64_t>(data.standings.rows.size()), "AI"),
             counted(static_cast<std::int64_t>(data.games.size()), "game")),
         (has_clock(data) ? script_html("", "clock.js") : "") + (day ? day_scripts(*day) : ""),
         day.has_value()});
}

std::string rules_page(const SiteData& data) {
    const GameInfo& info = game_named(data.game).info();
    const std::string text = rules_text(info);
    std::string html = text.empty()
                           ? fmt::format(
                                 "<h1>{}</h1>\n<p>This game has no page with its rules.</p>\n",
                                 escaped(info.title))
                           : markdown_html(text, 0, Links::absolute);
    return site_page(data, "Rules", 0, "<section class=\"about rules\">\n" + html + "</section>\n");
}

void add_game_pages(const SiteMaker& site) {
    const SiteData& data = site.data;
    const std::vector<const SiteGame*> games = latest(data);
    const GameList list = game_list(site, games, "games.html", "Games");
    std::string html = fmt::format(
        "<h1>Games</h1>\n<p class=\"lead\">{}; all are in <a "
        "href=\"games.csv\">games.csv</a>.</p>\n",
        counted(static_cast<std::int64_t>(data.games.size()), "game"));
    const bool has_pages = further_pages(games.size()) > 0;
    html += has_pages ? "<div data-search=\"\"></div>\n" : "";
    html += data.games.empty() ? "" : "<div data-listed>\n" + list.html() + "</div>\n";
    std::map<int, std::int64_t> played;
    for (const SiteGame& game : data.games) {
        ++played[game.field];
    }
    std::vector<int> fields;
    for (const auto& [field, count] : played) {
        fields.push_back(field);
    }
    const auto name = [&](int field) -> const std::string& {
        return data.fields[static_cast<std::size_t>(field)];
    };
    std::stable_sort(fields.begin(), fields.end(), [&](int a, int b) {
        return natural_order(name(a), name(b)) < 0;
    });
    html += fields.empty() ? "" : "<section id=\"fields\"><h2>Fields</h2>\n<ul class=\"plain\">\n";
    for (const int field : fields) {
        html += fmt::format(
            "<li>{} <span class=\"soft\">{}</span></li>\n",
            link("field/", data.field_files[static_cast<std::size_t>(field)], escaped(name(field))),
            played.at(field));
    }
    html += fields.empty() ? "" : "</ul></section>\n";
    site.files.add(
        "games.html",
        site_page(
            data, "Games", 0, html, {"", has_pages ? script_html("", "search.js") : "", false}));
}

} // namespace referee
