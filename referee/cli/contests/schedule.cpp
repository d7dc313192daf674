#include "cli/contests/schedule.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <sstream>

namespace referee {

int ai_named(const TournamentInput& input, std::string_view name) {
    for (std::size_t i = 0; i < input.contestants.size(); ++i) {
        if (input.contestants[i].name == name) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

void read_schedule(const std::string& path, TournamentInput& input) {
    std::ifstream file(path);
    if (!file) {
        throw UserError(
            path + ": the schedule can't be read; name a file with a line of AIs for each field");
    }
    std::string line;
    int field = 0;
    for (int number = 1; std::getline(file, line); ++number) {
        const auto refuse = [&](const std::string& what, const std::string& todo) {
            throw UserError(fmt::format("{}:{}: {}; {}", path, number, what, todo));
        };
        line.erase(std::min(line.find('#'), line.size()));
        std::istringstream words(line);
        PlanConfig::Line planned{field, {}};
        bool is_named = false;
        for (std::string word; words >> word;) {
            if (word.back() == ':' && planned.group.empty() && !is_named) {
                word.pop_back();
                const auto at = std::find_if(
                    input.fields.begin(), input.fields.end(),
                    [&](const StoredField& known) { return known.name == word; });
                if (at == input.fields.end()) {
                    refuse(
                        fmt::format("there is no field '{}'", printable(word)),
                        "name one of --fields");
                }
                planned.field = static_cast<int>(at - input.fields.begin());
                is_named = true;
                continue;
            }
            const int ai = ai_named(input, word);
            if (ai < 0) {
                refuse(
                    fmt::format("there is no AI '{}'", printable(word)),
                    "write names as in --ai NAME=PATH");
            }
            if (std::find(planned.group.begin(), planned.group.end(), ai) != planned.group.end()) {
                refuse(fmt::format("'{}' was given twice", word), "each AI has only one seat");
            }
            planned.group.push_back(ai);
        }
        if (planned.group.empty() && !is_named) {
            continue;
        }
        if (static_cast<int>(planned.group.size()) != input.config.plan.seats) {
            refuse(
                fmt::format("{} AIs", planned.group.size()),
                fmt::format("the fields have {} seats", input.config.plan.seats));
        }
        if (!is_named && ++field > input.config.plan.fields) {
            refuse("more lines than fields", "add fields, or name the field: 'FIELD: NAME …'");
        }
        input.config.plan.schedule.push_back(planned);
    }
    if (input.config.plan.schedule.empty()) {
        throw UserError(path + ":1: the schedule is empty; write a line of AIs for each field");
    }
}

} // namespace referee
