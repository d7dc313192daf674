#include "support/stored/recorded_match.hpp"

#include "support/catch.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <sstream>

namespace tests {

namespace fs = std::filesystem;
using nlohmann::json;

std::vector<json> lines_of(const std::string& record) {
    std::vector<json> lines;
    std::istringstream text(read_file(record));
    for (std::string line; std::getline(text, line);) {
        lines.push_back(json::parse(line));
    }
    return lines;
}

void write_lines(const std::string& record, const std::vector<json>& lines) {
    std::string text;
    for (const json& line : lines) {
        text += line.dump() + "\n";
    }
    write_file(record, text);
}

std::vector<std::string> known_games() {
    std::vector<std::string> names;
    for (const json& game : json::parse(run({referee_path(), "games", "--json"}).out)) {
        names.push_back(game.at("name"));
    }
    return names;
}

std::vector<std::string> example_settings(const std::string& game) {
    if (game == "gems") {
        return {"--set", "max_moves=16"};
    }
    if (game == "battlesnake") {
        return {"--set", "size=7", "--set", "max_turns=8", "--players", "4"};
    }
    if (game == "spe_ed") {
        return {"--set", "width=14", "--set", "height=10", "--players", "3"};
    }
    if (game == "cops") {
        return {"--set", "ticks=12", "--set", "plan_length=1", "--set", "cops=2"};
    }
    if (game == "dicewars") {
        return {"--players", "3", "--set", "max_battles=100", "--set", "max_turns=9"};
    }
    std::vector<std::string> settings;
    for (const json& other : json::parse(run({referee_path(), "games", "--json"}).out)) {
        if (other.at("name") == game) {
            for (const auto& [name, value] : other.at("small").items()) {
                settings.insert(settings.end(), {"--set", name + "=" + value.get<std::string>()});
            }
        }
    }
    return settings;
}

RecordedMatch::RecordedMatch(const std::string& game, const std::vector<std::string>& settings)
    : game_(game) {
    std::vector<std::string> command{
        referee_path(), "create", folder_ / "field.dat", "--game", game, "--seed", "3"};
    command.insert(command.end(), settings.begin(), settings.end());
    const Output created = run(command);
    INFO(created.err);
    REQUIRE(created.status == 0);
    const Output checked = run({referee_path(), "check", folder_ / "field.dat"});
    const std::size_t at = checked.out.find(" seats");
    REQUIRE(at != std::string::npos);
    seats_ = std::stoi(checked.out.substr(at - 1, 1));
}

std::string RecordedMatch::reference() const {
    return built("ai") + "/" + game_ + "/reference";
}

std::string RecordedMatch::ai(int seat) const {
    if (keeps_) {
        return folder_ / fmt::format("keeper{}", seat);
    }
    return ai_.empty() ? reference() : ai_;
}

void RecordedMatch::write_keepers(Keeping keeping) {
    keeps_ = true;
    fs::create_directory(kept());
    fs::permissions(kept(), fs::perms::all); // AIs may run as another user
    // It copies once: a rerun of it leaves the copies alone.
    const std::string keep = fmt::format(
        "keep() {{\n"
        "while read -r key value; do case $key in turn) turn=$value ;; phase) phase=$value ;; esac;"
        " done < match.dat\n"
        "to={}/$REFEREE_SEAT-$phase-$turn\n"
        "if mkdir $to 2> /dev/null; then\n"
        "mkdir $to/files; cp * $to/files; tr '\\0' '\\n' < /proc/$$/environ > $to/environment\n"
        "fi\n"
        "printf 'turn %s\\0\\377' $turn >> memory.dat\n"
        "[ $turn != {} ] || exit 1\n"
        "}}\n",
        kept(), failing_turn_);
    const std::string resident = fmt::format(
        "while read -r word turn; do case $word in\n"
        "move) keep; {}; echo done ;;\n"
        "prepare) echo done ;;\n"
        "quit) exit 0 ;;\n"
        "esac; done\n",
        reference());
    for (int seat = 1; seat <= seats_; ++seat) {
        const bool is_resident = keeping == Keeping::files_of_residents;
        const std::string program =
            "#!/bin/bash\n" + keep + (is_resident ? resident : "keep\nexec " + reference() + "\n");
        if (!is_resident && !asks_for_preparation_) {
            write_script(ai(seat), program);
            continue;
        }
        fs::create_directory(ai(seat));
        write_script(ai(seat) + "/play", program);
        write_file(
            ai(seat) + "/ai.ini", fmt::format(
                                      "command = play 'a word'\nfiles = own.dat\n{}{}",
                                      is_resident ? "resident = yes\n" : "",
                                      asks_for_preparation_ ? "prepare = yes\n" : ""));
    }
}

void RecordedMatch::play(const std::vector<std::string>& options, Keeping keeping) {
    std::vector<std::string> command{
        referee_path(), folder_ / "field.dat", "--seats", "fixed", "--record", record()};
    if (keeping != Keeping::nothing) {
        write_keepers(keeping);
        command.insert(command.end(), {"--confine", "none"}); // they write elsewhere
    }
    for (int seat = 1; seat <= seats_; ++seat) {
        command.insert(command.end(), {"--ai", ai(seat)});
    }
    // No AI is late because the machine is busy.
    if (std::find(options.begin(), options.end(), "--time-limit") == options.end()) {
        command.insert(command.end(), {"--time-limit", "1m"});
    }
    command.insert(command.end(), options.begin(), options.end());
    const Output output = run(command);
    INFO(output.err << output.out);
    REQUIRE(output.status == 0);
}

} // namespace tests
