// The INI file of a tournament (--config): its keys and values, the plan that they make.

#include "fuzz/driver/harness.hpp"
#include "fuzz/driver/tournament.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <regex>

using namespace referee;

namespace fuzz {
namespace {

namespace fs = std::filesystem;

/// True if all paths are inside the folder: the machine's own files are not input.
bool stays_in(const std::string& folder, const Arguments& arguments) {
    for (const char* const option : {"fields", "ai", "schedule"}) {
        for (const std::string& value : arguments.all(option)) {
            const std::size_t at = value.find('/');
            const std::string path = value.substr(std::min(at, value.size()));
            if (!path.starts_with(folder + "/") || path.find("..") != std::string::npos) {
                return false;
            }
        }
    }
    return true;
}

} // namespace

std::vector<std::string> seeds() {
    std::vector<std::string> inputs{
        "fields = f1.dat\nfields = f2.dat\nai = a\nai = b\nai = x=c\nformat = gauntlet\n"
        "challenger = a\ntime-limit = 500ms\nprepare-limit = 2s\nmargin = none\ncores = 0,1\n"
        "no-pin = yes\nconfine = none\nallow-network = a\nfree-folder = yes\nresident = no\n"
        "ponder = yes\nmemory = 512M\nprocesses = 32\ntell-names = yes\npoints = 3,1\n"
        "seats = all\nseed = 7\njobs = 2\noversubscribe = yes\nanchor = a=1000\n",
        "fields = *.dat\nai = a\nai = b\nsprt = 0,10,0.05,0.05\n",
        "fields = .\nai = a\nai = b\nshard = 2/3\nchanged = replay\ndb = x.sqlite\n"};
    for (const char* const format : {"sampled", "knockout", "ladder", "round-robin"}) {
        inputs.push_back(
            fmt::format("fields = f?.dat\nai = a\nai = b\nai = c\nformat = {}\n", format));
    }
    for (const auto& game : fs::directory_iterator(source_folder() + "/fields")) {
        const std::string file = game.path().string() + "/tournament.ini";
        if (fs::exists(file)) {
            const std::string text =
                std::regex_replace(read_file(file), std::regex("\\.\\./[^\n]*/"), "");
            inputs.push_back(
                std::regex_replace(text, std::regex("fields = [^\n]*"), "fields = *.dat"));
        }
    }
    std::sort(inputs.begin(), inputs.end()); // folders are listed in any order
    return inputs;
}

void execute(std::string_view input) {
    const std::string path = tournament_folder() + "/tournament.ini";
    write_file(path, input);
    expect_user_errors([&] {
        const Arguments arguments = tournament_arguments({"--config", path});
        if (stays_in(tournament_folder(), arguments)) {
            walk_plan(read_tournament(arguments, tournament_folder() + "/results.sqlite"));
        }
    });
}

} // namespace fuzz
