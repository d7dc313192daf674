#pragma once

/// Where an AI loses, as a part of a page: in the report and on the page of an entry.

#include "tournament/explain/explanation.hpp"

#include <functional>
#include <string>
#include <vector>

namespace referee {

/// A link to the turn of a game: HTML.
using LinkToTurn = std::function<std::string(const LostGame& game, const std::string& text)>;

/// Sentences, a table of findings and games to look at, without a heading.
std::string explanation_html(
    const Explanation& explanation, const std::vector<StoredField>& fields,
    const LinkToTurn& link_to_turn);

} // namespace referee
