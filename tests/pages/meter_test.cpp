// The meter of AIs in pages: what it counts, what ends at the end of a budget, what it refuses.
// Node runs the modules that it makes.

#include "pages/wasm/meter.hpp"

#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"
#include "support/user_error.hpp"
#include "support/wasm/modules.hpp"

#include <fmt/format.h>
#include <string>

using namespace referee;
using namespace tests;

namespace {

using Bytes = std::string;

Bytes operator""_b(const char* bytes, std::size_t size) {
    return {bytes, size};
}

/// One function `f` from i32 to i32 with this body, and a memory of one page.
Bytes module_of(const Bytes& instructions, const Bytes& memory = "\1\0\1"_b) {
    const Bytes body = "\0"_b + instructions;
    return "\0asm\1\0\0\0"_b + section(1, "\1\x60\1\x7f\1\x7f"_b) + section(3, "\1\0"_b) +
           section(5, memory) + section(7, "\1\1f\0\0"_b) + section(10, "\1"_b + sized(body));
}

/// What Node prints for f(argument) with that budget: the result or the error's class, and the
/// instructions used.
std::string run_in_node(const Bytes& module, int argument, int budget) {
    const TemporaryFolder folder;
    write_file(folder / "module.wasm", metered(module, "test"));
    const std::string script = R"(
        const [file, argument, budget] = process.argv.slice(1);
        const module = new WebAssembly.Module(require("fs").readFileSync(file));
        const { f, instructions } = new WebAssembly.Instance(module).exports;
        instructions.value = BigInt(budget);
        let result;
        try { result = f(Number(argument)); } catch (error) { result = error.constructor.name; }
        console.log(`${result} ${BigInt(budget) - instructions.value}`);)";
    const Output output = run(
        {"node", "-e", script, folder / "module.wasm", std::to_string(argument),
         std::to_string(budget)});
    REQUIRE(output.err.empty());
    return output.out;
}

bool has_node(const std::string& test) {
    return !lacks("node", test);
}

// local.get 0; if (result i32); i32.const 1; else; i32.const 2; i32.const 3; i32.add; end; end
const Bytes if_else = "\x20\0\x04\x7f\x41\1\x05\x41\2\x41\3\x6a\x0b\x0b"_b;
// Three blocks; local.get 0; br_table 0 1 2; after each end a number of nops, a result, return.
const Bytes table =
    "\x02\x40\x02\x40\x02\x40\x20\0\x0e\2\0\1\2\x0b\1\x41\x0a\x0f\x0b\1\1\x41\x14\x0f\x0b"
    "\1\1\1\x41\x1e\x0b"_b;
// local.get 0; i32.eqz; if; i32.const 7; return; end; nop; i32.const 8; end
const Bytes early_return = "\x20\0\x45\x04\x40\x41\7\x0f\x0b\1\x41\x08\x0b"_b;
// loop; local.get 0; i32.const 1; i32.sub; local.tee 0; br_if 0; end; i32.const 0; end
const Bytes loop = "\x03\x40\x20\0\x41\1\x6b\x22\0\x0d\0\x0b\x41\0\x0b"_b;
// loop; br 0; end; i32.const 0; end
const Bytes endless_loop = "\x03\x40\x0c\0\x0b\x41\0\x0b"_b;
// local.get 0; call 0; end
const Bytes endless_recursion = "\x20\0\x10\0\x0b"_b;
// i32.const 0; i32.const 0; local.get 0; memory.fill 0; i32.const 0; end
const Bytes filling = "\x41\0\x41\0\x20\0\xfc\x0b\0\x41\0\x0b"_b;
// i32.const 0; i32.const 1; local.get 0; memory.copy 0 0; i32.const 0; end
const Bytes copying = "\x41\0\x41\1\x20\0\xfc\x0a\0\0\x41\0\x0b"_b;
// local.get 0; memory.grow 0; end
const Bytes growing = "\x20\0\x40\0\x0b"_b;

} // namespace

TEST_CASE("the meter counts each instruction of the way taken", "[wasm][view]") {
    if (!has_node("the meter's counts")) {
        return;
    }
    CHECK(run_in_node(module_of(if_else), 1, 1000) == "1 5\n");
    CHECK(run_in_node(module_of(if_else), 0, 1000) == "5 7\n");
    CHECK(run_in_node(module_of(table), 0, 1000) == "10 8\n");
    CHECK(run_in_node(module_of(table), 1, 1000) == "20 9\n");
    CHECK(run_in_node(module_of(table), 2, 1000) == "30 10\n");
    CHECK(run_in_node(module_of(early_return), 0, 1000) == "7 5\n");
    CHECK(run_in_node(module_of(early_return), 1, 1000) == "8 6\n");
    CHECK(run_in_node(module_of(loop), 1, 1000) == "0 9\n");
    CHECK(run_in_node(module_of(loop), 100, 1000) == "0 504\n");
    CHECK(run_in_node(module_of(filling), 0, 1000) == "0 25\n");
    CHECK(run_in_node(module_of(filling), 900, 1000) == "0 137\n");
    CHECK(run_in_node(module_of(copying), 900, 1000) == "0 137\n");
    CHECK(run_in_node(module_of(growing), 0, 5000) == "1 1002\n");
    CHECK(run_in_node(module_of(growing), 2, 5000) == "1 3002\n");
    CHECK(run_in_node(module_of(growing), 100'000, 200'000'000) == "-1 100001002\n");
}

TEST_CASE("what is endless ends with its budget", "[wasm][view]") {
    if (!has_node("the meter's end")) {
        return;
    }
    CHECK(run_in_node(module_of(endless_loop), 0, 1000) == "RuntimeError 1001\n");
    CHECK(run_in_node(module_of(endless_recursion), 0, 1000) == "RuntimeError 1002\n");
    CHECK(run_in_node(module_of(loop), 1'000'000, 100'000) == "RuntimeError 100001\n");
    // What is left doesn't pay for it, so it isn't done.
    CHECK(run_in_node(module_of(filling), 60'000, 5000) == "RuntimeError 5001\n");
    CHECK(run_in_node(module_of(growing), 100, 5000) == "RuntimeError 5001\n");
}

TEST_CASE("a module that needs what pages don't have is refused by name", "[wasm][view]") {
    const auto message_of = [](const Bytes& module) {
        return user_error_of([&] { metered(module, "fast.wasm"); });
    };
    CHECK(
        message_of(module_of("\xfd\x0c\0\x0b"_b)) ==
        "fast.wasm: the module needs vector instructions (SIMD), which AIs in a page don't have; "
        "compile it without");
    CHECK_THAT(message_of(module_of("\xfe\x03\0\x0b"_b)), ContainsSubstring("threads"));
    CHECK_THAT(message_of(module_of("\x06\x40\x0b\x0b"_b)), ContainsSubstring("exceptions"));
    CHECK_THAT(message_of(module_of("\x12\0\x0b"_b)), ContainsSubstring("tail calls"));
    CHECK_THAT(message_of(module_of("\x27\x0b"_b)), ContainsSubstring("instruction 0x27"));
    CHECK_THAT(
        message_of(module_of("\x20\0\x0b"_b, "\1\3\1\2"_b)), ContainsSubstring("shared memory"));
    CHECK_THAT(message_of(module_of("\x20\0\x0b"_b, "\1\0\x90\xce\0"_b)), ContainsSubstring("MiB"));
    CHECK_THAT(
        message_of(module_of("\x20\0\x0b"_b, "\2\0\1\0\1"_b)),
        ContainsSubstring("several memories"));
    // None at all is not several.
    CHECK(metered(module_of("\x20\0\x0b"_b, "\0"_b), "test").size() > 0);
    CHECK_THAT(
        user_error_of([] { metered_program(module_of("\x20\0\x0b"_b, "\0"_b), "test"); }),
        ContainsSubstring("_start"));
    CHECK_THAT(message_of("#!/bin/sh\n"), ContainsSubstring("not a module"));
    CHECK_THAT(message_of(""), ContainsSubstring("not a module"));
}

TEST_CASE("a module that breaks off is refused, wherever it does", "[wasm][view]") {
    const Bytes whole = module_of(table);
    for (std::size_t size = 0; size < whole.size(); ++size) {
        CHECK(user_error_of([&] { metered(whole.substr(0, size), "part.wasm"); }) != "no error");
    }
    CHECK(metered(whole, "whole.wasm").size() > whole.size());
}

TEST_CASE("a metered module has a maximum of memory", "[wasm][view]") {
    const Bytes limited = section(5, "\1\1\1\x80\x20"_b); // 4096 pages
    CHECK(metered(module_of(loop), "test").find(limited) != std::string::npos);
    CHECK(
        metered(module_of(loop, "\1\1\1\xff\xff\3"_b), "test").find(limited) != std::string::npos);
    CHECK(
        metered(module_of(loop, "\1\1\1\2"_b), "test").find(section(5, "\1\1\1\2"_b)) !=
        std::string::npos);
}
