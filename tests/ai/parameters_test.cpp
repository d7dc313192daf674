// The parameters that an AI declares: referee/match/README.md, "Parameters".

#include "ai/contestant.hpp"
#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/run.hpp"

#include <array>
#include <filesystem>

using namespace referee;
using tests::TemporaryFolder;
using tests::write_file;
using tests::write_script;

namespace {

/// The folder of an AI whose ai.ini has these lines after 'command', which is line 1.
class AiFolder {
  public:
    explicit AiFolder(const std::string& lines) {
        std::filesystem::create_directories(folder_ / "ai");
        write_script(folder_ / "ai/run", "#!/bin/sh\n");
        write_file(folder_ / "ai/ai.ini", "command = run {red} x{red}y {other}\n" + lines);
    }
    std::string path() const { return folder_ / "ai"; }
    std::vector<Contestant> read(const std::vector<std::string>& settings) const {
        return read_contestants({path()}, settings);
    }
    /// The message about a mistake, without the folder.
    std::string refusal(const std::vector<std::string>& settings = {}) const {
        try {
            read(settings);
        } catch (const UserError& problem) {
            std::string text = problem.what();
            for (std::size_t at = 0; (at = text.find(folder_.path())) != std::string::npos;) {
                text.erase(at, folder_.path().size() + 1);
            }
            return text;
        }
        return "";
    }

  private:
    TemporaryFolder folder_;
};

const std::string two =
    "parameter = red, int, 10, 0, 60, 5\nparameter = late, float, 0.5, 0, 1, 0.1\n";

} // namespace

TEST_CASE("an AI's name is what precedes the first '=' before any slash", "[tune]") {
    const std::vector<std::array<std::string, 3>> rows{
        {"bot", "", "bot"},         {"new=dir/bot", "new", "dir/bot"},
        {"dir/a=b", "", "dir/a=b"}, {"=bot", "", "=bot"},
        {"new=a=b", "new", "a=b"},  {"bot --depth=3", "bot --depth", "3"},
        {"new=", "new", ""},        {"", "", ""},
    };
    for (const auto& [text, name, path] : rows) {
        INFO(text);
        CHECK(split_name(text).name == name);
        CHECK(split_name(text).path == path);
    }
}

TEST_CASE("An AI's parameters have their declared values", "[tune]") {
    const Contestant ai = AiFolder(two).read({})[0];
    CHECK(parameters_text(ai.parameters) == "red 10\nlate 0.5\n");
    CHECK(ai.name == "ai");
    CHECK(ai.sha256 == ai.program_sha256);
}

TEST_CASE("--set makes another AI of it, with its own name and hash", "[tune]") {
    const AiFolder folder(two);
    const Contestant declared = folder.read({})[0];
    const Contestant set = folder.read({"ai:red=12", "ai:late=0.25"})[0];
    CHECK(parameters_text(set.parameters) == "red 12\nlate 0.25\n");
    CHECK(set.name == "ai{red=12,late=0.25}");
    CHECK(set.sha256 != declared.sha256);
    CHECK(set.program_sha256 == declared.program_sha256);
    // The declared value is no change.
    CHECK(folder.read({"ai:red=10"})[0].name == "ai");
    CHECK(folder.read({"ai:red=10"})[0].sha256 == declared.sha256);
}

TEST_CASE("--set tells two of the same program apart", "[tune]") {
    const AiFolder folder(two);
    const auto ais = read_contestants({folder.path(), folder.path()}, {"ai#2:red=12"});
    CHECK(ais[0].name == "ai");
    CHECK(ais[1].name == "ai{red=12}");
    const auto named = read_contestants({"a=" + folder.path(), folder.path()}, {"a:red=0"});
    CHECK(named[0].name == "a{red=0}");
}

TEST_CASE("Values replace the names of parameters in a command", "[tune]") {
    const Contestant ai = AiFolder(two).read({"ai:red=12"})[0];
    CHECK(with_values(ai.program.arguments[1], ai.parameters) == "12");
    CHECK(with_values(ai.program.arguments[2], ai.parameters) == "x12y");
    CHECK(with_values(ai.program.arguments[3], ai.parameters) == "{other}"); // no parameter
    CHECK(has_parameters_in_command(ai.program));
}

TEST_CASE("A mistake in a declared parameter is one line with file and line", "[tune]") {
    const std::vector<std::pair<std::string, std::string>> mistakes{
        {"red, int, 10, 0, 60", "the parameter has 5 values, not 6"},
        {"r d, int, 10, 0, 60, 5", "'r d' can't be the name of a parameter"},
        {"dir, int, 10, 0, 60, 5", "'dir' can't be the name of a parameter"},
        {"red, integer, 10, 0, 60, 5", "red is 'integer'; write int or float"},
        {"red, int, 10.5, 0, 60, 5", "'10.5' is not an integer"},
        {"red, float, ten, 0, 60, 5", "'ten' is not a number"},
        {"red, float, inf, 0, 60, 5", "'inf' is not a number"},
        {"red, int, 70, 0, 60, 5", "red is 70, from 0 to 60"},
        {"red, int, 5, 5, 5, 1", "red is 5, from 5 to 5"},
        {"red, int, 10, 0, 60, 0", "the step of red is 0"},
        {"red, int, 10, 0, 60, 100", "the step of red is 100"},
    };
    for (const auto& [line, what] : mistakes) {
        const std::string refusal = AiFolder("name = ai\nparameter = " + line + "\n").refusal();
        INFO(refusal);
        CHECK_THAT(refusal, StartsWith("ai/ai.ini:3: " + what));
        CHECK(refusal.find('\n') == std::string::npos);
    }
    CHECK_THAT(
        AiFolder(two + two).refusal(),
        StartsWith("ai/ai.ini:4: the parameter red is declared twice"));
}

TEST_CASE("A mistake in --set is one line that says what there is", "[tune]") {
    const AiFolder folder(two);
    const std::vector<std::pair<std::string, std::string>> mistakes{
        {"red=12", "--set red=12: write AI:PARAMETER=VALUE"},
        {"ai:red", "--set ai:red: write AI:PARAMETER=VALUE"},
        {"other:red=1", "--set other:red=1: there is no AI 'other'; choose from: ai"},
        {"ai:rde=1",
         "--set ai:rde=1: ai/ai.ini declares no parameter 'rde'; choose from: red, late"},
        {"ai:red=61", "--set ai:red=61: red is out of range; ai/ai.ini:2 declares it from 0 to 60"},
        {"ai:red=1.5", "--set ai:red=1.5: red is an int; ai/ai.ini:2"},
        {"ai:late=x", "--set ai:late=x: 'x' is not a number; ai/ai.ini:3"},
    };
    for (const auto& [setting, what] : mistakes) {
        CHECK_THAT(folder.refusal({setting}), StartsWith(what));
    }
    CHECK_THAT(folder.refusal({"ai:red=1", "ai:red=2"}), ContainsSubstring("it is set twice"));
    CHECK_THAT(AiFolder("").refusal({"ai:red=1"}), ContainsSubstring("ai declares no parameters"));
}
