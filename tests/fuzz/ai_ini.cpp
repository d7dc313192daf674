// The ai.ini of an AI's folder, with a program beside it.

#include "fuzz/driver/harness.hpp"

#include "ai/program.hpp"

#include <filesystem>

using namespace referee;

namespace fuzz {
namespace {

namespace fs = std::filesystem;

/// A folder with programs of the names that the seeds' commands have.
const std::string& ai_folder() {
    static const std::string folder = [] {
        const std::string path = scratch_folder() + "/ai";
        fs::create_directory(path);
        for (const char* const name : {"resident", "bridge", "domme", "domme_keep", "gatehalo"}) {
            write_file(path + "/" + name, "#!/bin/sh\n");
            fs::permissions(path + "/" + name, fs::perms::owner_all);
        }
        return path;
    }();
    return folder;
}

} // namespace

std::vector<std::string> seeds() {
    std::vector<std::string> inputs{
        "command = resident --depth 3 'a word' \"{dir}/book\" \\ x\n"
        "name = N\nauthor = A\nlanguage = C\nlicence = MIT\nsource = https://example.org\n"
        "build = make\nresident = yes\nend = no\nfiles = book.dat \"my file\"\nnetwork = 8080 1\n",
        "command = " + std::string(300, 'x') + "\n", "%invalid_line%\n"};
    for (const auto& entry : fs::recursive_directory_iterator(source_folder() + "/ai-samples")) {
        if (entry.path().filename() == "ai.ini") {
            inputs.push_back(read_file(entry.path().string()));
        }
    }
    return inputs;
}

void execute(std::string_view input) {
    write_file(ai_folder() + "/ai.ini", input);
    expect_user_errors([&] {
        const Program program = read_program(ai_folder());
        require(!program.arguments.empty(), "no command");
        require(!program.executable.empty(), "no program");
    });
}

} // namespace fuzz
