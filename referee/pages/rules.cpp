#include "pages/rules.hpp"

#include "game_programs/game_folder.hpp"
#include "pages/page.hpp"
#include "record/record.hpp"

#include <fmt/format.h>

namespace referee {

std::string rules_text(const GameInfo& info) {
    if (info.folder.empty()) {
        return std::string(web_file(fmt::format("games/{}.md", info.name)));
    }
    return read_game_text(info.folder, "README.md");
}

std::string in_short_text(const GameInfo& info) {
    const std::string text = rules_text(info);
    const std::size_t begin = text.find("## In short\n");
    return begin == std::string::npos ? text
                                      : text.substr(begin, text.find("\n## ", begin) - begin);
}

RulesInShort rules_of(const GameInfo& info) {
    return InShort(rules_text(info)).general();
}

RulesInShort rules_of(const GameInfo& info, const RecordedGame& game) {
    return InShort(rules_text(info))
        .of(facts_of(
            info, FieldText(game.field_name, game.field_text),
            static_cast<int>(game.names.size())));
}

nlohmann::ordered_json rules_json(const RulesInShort& rules) {
    nlohmann::ordered_json legend = nlohmann::ordered_json::array();
    for (const LegendEntry& entry : rules.legend) {
        legend.push_back({entry.word, entry.meaning});
    }
    return {{"lines", rules.lines}, {"legend", legend}};
}

} // namespace referee
