#pragma once

/// The report of a tournament as a page, and as a part of a site.

#include "pages/html.hpp"
#include "tournament/explain/explanation.hpp"
#include "tournament/report/context.hpp"
#include "tournament/report/summary.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace referee {

/// Where a report's links lead: URLs as HTML attributes have them; empty: no link.
struct ReportLinks {
    std::function<std::string(int ai)> ai;
    std::function<std::string(int one, int other)> pair;
    std::function<std::string(std::int64_t game, const std::string& record)> game;
    std::function<std::string(int field)> field;
};

/// The report without the frame of a page, and its parts for the contents.
struct ReportParts {
    std::string lead; ///< a line below the title
    std::string body;
    std::vector<PagePart> parts;
};
ReportParts report_parts(
    const TournamentSummary& summary, const Context& context, const ReportLinks& links,
    const std::vector<Explanation>& explanations = {}, const std::vector<StoredField>& fields = {});

/// Who is first and how certain that is, in sentences. Advice: conclusions_of().
std::vector<std::string> answer_of(const TournamentSummary& summary, bool has_advice = true);

/// The tables as one self-contained HTML page: charts are SVG, its script only finds rows, and it
/// can be printed. `path` is where the page will be written; links to records are relative to it.
/// `explanations`: of the AIs of which it says where they lose; `fields`: of the tournament.
std::string report_html(
    const TournamentSummary& summary, const Context& context, const std::string& path,
    const std::vector<Explanation>& explanations = {}, const std::vector<StoredField>& fields = {});

} // namespace referee
