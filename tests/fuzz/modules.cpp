// Modules of AIs for pages: a module itself, if it begins as one does; else bytes that choose how
// one is generated, and then what is damaged in it.

#include "fuzz/driver/harness.hpp"

#include "base/error.hpp"
#include "pages/wasm/meter.hpp"
#include "pages/wasm/validator.hpp"
#include "support/wasm/modules.hpp"

#include <random>

using namespace referee;

namespace fuzz {
namespace {

constexpr std::string_view name = "input.wasm";

void check(std::string_view module) {
    expect_user_errors([&] {
        const std::string out = metered(module, std::string(name));
        require(out == metered(module, std::string(name)), "two results for one module");
        try {
            const wasm::Module again = wasm::validated(out, std::string(name));
            require(again.exports.contains("instructions"), "the meter is missing");
            require(
                again.globals.size() ==
                    again.exports.find("instructions")->second.index + std::size_t{1},
                "the meter is another global");
            for (const wasm::SizeLimits& memory : again.memories) {
                require(memory.max <= max_module_pages, "memory without a limit");
            }
            for (const wasm::Table& table : again.tables) {
                require(table.limits.max <= max_module_elements, "a table without a limit");
            }
        } catch (const UserError& problem) {
            require(
                false, std::string("the meter made a module that isn't valid: ") + problem.what());
        }
    });
}

} // namespace

std::vector<std::string> seeds() {
    std::vector<std::string> inputs;
    for (const tests::HostileModule& each : tests::hostile_modules()) {
        if (each.bytes.size() < 100'000) {
            inputs.push_back(each.bytes);
        }
    }
    std::mt19937 rng(3); // NOLINT: the same in each run
    for (int i = 0; i < 100; ++i) {
        std::string choices(1, '\xff');
        for (int byte = 0; byte < 2000; ++byte) {
            choices += static_cast<char>(rng() % 256);
        }
        inputs.push_back(choices);
        inputs.push_back(tests::generated_module([&rng](std::size_t end) { return rng() % end; }));
    }
    return inputs;
}

void execute(std::string_view input) {
    if (input.empty() || input[0] == '\0') {
        check(input);
        return;
    }
    Choices choices(input.substr(1));
    const tests::Choose choose = [&choices](std::size_t end) {
        return end > 65536 ? choices.below(65536) * choices.below(65536) % end : choices.below(end);
    };
    const std::string module = tests::generated_module(choose);
    try {
        metered_program(module, std::string(name));
    } catch (const UserError& problem) {
        require(false, std::string("a valid module is refused: ") + problem.what());
    }
    check(module);
    check(tests::damaged_module(module, choose));
}

} // namespace fuzz
