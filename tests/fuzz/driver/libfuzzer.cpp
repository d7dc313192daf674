// A harness as libFuzzer wants it. `NAME --write-seeds=FOLDER` writes the seeds and ends.

#include "fuzz/driver/harness.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <fmt/format.h>

extern "C" int LLVMFuzzerInitialize(int* count, char*** words) {
    constexpr std::string_view option = "--write-seeds=";
    const std::string_view word = *count > 1 ? (*words)[1] : "";
    if (!word.starts_with(option)) {
        return 0;
    }
    int number = 0;
    for (const std::string& seed : fuzz::seeds()) {
        fuzz::write_file(fmt::format("{}/{:03}", word.substr(option.size()), ++number), seed);
    }
    std::exit(0);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        fuzz::execute({reinterpret_cast<const char*>(data), size});
    } catch (const std::exception& problem) {
        fmt::print(stderr, "finding: {}\n", problem.what());
        std::abort(); // libFuzzer keeps the input
    }
    return 0;
}
