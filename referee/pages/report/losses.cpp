#include "pages/report/losses.hpp"

#include "base/text.hpp"
#include "pages/html.hpp"
#include "pages/report/elements.hpp"
#include "tournament/statistics/pairs.hpp"

#include <fmt/format.h>

namespace referee {

namespace {

std::string paragraph(const std::string& text) {
    return text.empty() ? "" : fmt::format("<p>{}</p>\n", escaped(text));
}

/// Links to games, a line each.
std::string games_html(
    const std::vector<LostGame>& games, const Explanation& explanation,
    const std::vector<StoredField>& fields, const LinkToTurn& link_to_turn) {
    std::string html;
    for (const LostGame& game : games) {
        const std::string turning = turning_text(game, explanation.yardstick);
        html += fmt::format(
            "<li>{}: {}</li>\n",
            link_to_turn(
                game, fmt::format(
                          "game {}, {}", game.game + 1,
                          escaped(safe_text(fields[static_cast<std::size_t>(game.field)].name)))),
            turning.empty() ? game.seats : escaped(turning));
    }
    return html.empty() ? "" : "<ul class=\"faults\">\n" + html + "</ul>\n";
}

std::string findings_html(
    const std::vector<ShownFinding>& findings, const Explanation& explanation,
    const std::vector<StoredField>& fields, const LinkToTurn& link_to_turn) {
    const auto percent = [](double share) { return percent_text(share, 1); };
    const std::vector<HtmlColumn<ShownFinding>> columns{
        {"where", "word", [](const ShownFinding& shown) { return escaped(shown.finding.what); }, "",
         true},
        {"games", "",
         [](const ShownFinding& shown) { return std::to_string(shown.finding.games); }},
        {"lost", "", [](const ShownFinding& shown) { return std::to_string(shown.finding.lost); }},
        {"points %", "", [&](const ShownFinding& shown) { return percent(shown.finding.share); }},
        {"expected %", "",
         [&](const ShownFinding& shown) { return percent(shown.finding.expected); }, "", false,
         "by the ratings of its opponents and what the seat is worth to all AIs"},
        {"p", "",
         [](const ShownFinding& shown) {
             return with_minus(fmt::format("{:.2g}", shown.finding.p_value));
         },
         "", false,
         "the probability of a difference at least as large by chance, of this line alone"},
    };
    std::string html = html_table("", columns, findings);
    for (const ShownFinding& shown : findings) {
        const std::string games = games_html(shown.examples, explanation, fields, link_to_turn);
        html += games.empty() ? ""
                              : fmt::format(
                                    "<details><summary>Lost games: {}</summary>\n{}</details>\n",
                                    escaped(shown.finding.what), games);
    }
    return html;
}

} // namespace

std::string explanation_html(
    const Explanation& explanation, const std::vector<StoredField>& fields,
    const LinkToTurn& link_to_turn) {
    std::string html;
    for (const std::string& sentence : summary_of(explanation)) {
        html += paragraph(sentence);
    }
    html += games_html(explanation.fault_examples, explanation, fields, link_to_turn);
    if (explanation.games == 0) {
        return html;
    }
    html += paragraph(findings_sentence(explanation));
    if (!explanation.certain.empty()) {
        html += findings_html(explanation.certain, explanation, fields, link_to_turn);
    }
    if (!explanation.suspected.empty()) {
        html += paragraph("This may be chance:");
        html += findings_html(explanation.suspected, explanation, fields, link_to_turn);
    }
    html += paragraph(phases_text(explanation));
    html += games_html(explanation.turned, explanation, fields, link_to_turn);
    return html + paragraph(fields_text(explanation, fields));
}

} // namespace referee
