// Writes modules for the tests of pages that run them: hostile-modules FOLDER NUMBER. Those that a
// page takes are FOLDER/NAME.wasm, NUMBER of them generated; the others FOLDER/refused/NAME.wasm.

#include "support/wasm/modules.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>

namespace {

void write(const std::string& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

} // namespace

int main(int count, char** words) {
    if (count != 3) {
        std::fputs("hostile-modules FOLDER NUMBER\n", stderr);
        return 2;
    }
    const std::string folder = words[1];
    std::filesystem::create_directories(folder + "/refused");
    for (const tests::HostileModule& each : tests::hostile_modules()) {
        write(folder + (each.is_valid ? "/" : "/refused/") + each.name + ".wasm", each.bytes);
    }
    std::mt19937 rng(11); // NOLINT: the same in each run
    for (int i = std::atoi(words[2]); i > 0; --i) {
        write(
            folder + "/generated-" + std::to_string(i) + ".wasm",
            tests::generated_module([&rng](std::size_t end) { return rng() % end; }));
    }
    return 0;
}
