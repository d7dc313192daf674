#include "commands/starters.hpp"

#include <algorithm>
#include <array>

namespace referee {
namespace {

constexpr std::array<Language, 11> languages{{
    {"C", "ai-samples/{game}/reference.c", "bot.c", "gcc -O2 -o bot bot.c -lm", "bot", "gcc"},
    {"C++", "ai-reference/{game}/reference.cpp", "bot.cpp", "g++ -std=c++20 -O2 -o bot bot.cpp",
     "bot", "g++"},
    {"C#", "ai-samples/{game}/reference.cs", "Bot.cs", "mcs -out:bot.exe Bot.cs",
     "mono {dir}/bot.exe", "mcs"},
    {"Go", "ai-samples/{game}/reference.go", "bot.go", "go build -o bot bot.go", "bot", "go"},
    // All these flags are for a fast start, because it is started for every move.
    {"Java", "ai-samples/{game}/reference-java/Reference.java", "Reference.java",
     "javac -XDstringConcat=inline Reference.java",
     "java -Xshare:auto -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData -cp {dir} "
     "Reference",
     "javac"},
    {"JavaScript", "ai-samples/{game}/reference.js", "bot.js", "", "bot.js", "node"},
    {"Lua", "ai-samples/{game}/reference.lua", "bot.lua", "", "bot.lua", "lua"},
    {"Perl", "ai-samples/{game}/reference.pl", "bot.pl", "", "bot.pl", "perl"},
    {"Python", "ai-samples/{game}/reference.py", "bot.py", "", "bot.py", "python3"},
    {"Rust", "ai-samples/{game}/reference.rs", "bot.rs", "rustc --edition 2021 -O -o bot bot.rs",
     "bot", "rustc"},
    {"Bash", "ai-samples/{game}/reference.sh", "bot.sh", "", "bot.sh", "bash"},
}};

} // namespace

std::string_view starter_of(std::string_view game, const Language& language) {
    std::string path(language.source);
    constexpr std::string_view placeholder = "{game}";
    path.replace(path.find(placeholder), placeholder.size(), game);
    const std::span<const StarterFile> files = starter_files();
    const auto found = std::find_if(
        files.begin(), files.end(), [&](const StarterFile& file) { return file.path == path; });
    return found == files.end() ? std::string_view() : found->text;
}

std::vector<const Language*> languages_of(std::string_view game) {
    std::vector<const Language*> found;
    for (const Language& language : languages) {
        if (!starter_of(game, language).empty()) {
            found.push_back(&language);
        }
    }
    return found;
}

} // namespace referee
