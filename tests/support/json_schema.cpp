#include "support/json_schema.hpp"

#include "support/net/line_process.hpp"
#include "support/run.hpp"

#include <optional>

namespace tests {

std::string objections(const nlohmann::json& schema, const nlohmann::json& value) {
    // One process for all: starting it takes longer than any comparison.
    static const TemporaryFolder folder;
    static LineProcess process(
        {"python3", source_folder() + "/tests/support/json_schema.py"}, folder.path());
    process.say(nlohmann::json({{"schema", schema}, {"value", value}}).dump());
    const std::optional<std::string> reply = process.next_line();
    if (!reply) {
        return "json_schema.py has ended: " + read_file(folder / "errors");
    }
    std::string text;
    for (const nlohmann::json& objection : nlohmann::json::parse(*reply)) {
        text += objection.get<std::string>() + "\n";
    }
    return text;
}

} // namespace tests
