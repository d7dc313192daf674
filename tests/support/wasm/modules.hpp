#pragma once

/// WebAssembly modules for tests: written by hand, generated, hostile, damaged.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tests {

/// A number below `end`, which decides something; a fuzzer changes them one by one.
using Choose = std::function<std::size_t(std::size_t end)>;

// Parts of modules.

std::string leb(std::int64_t value);
std::string section(char id, const std::string& content);
/// A list: its length and its elements.
std::string list(const std::vector<std::string>& elements);
std::string sized(const std::string& content);

/// A whole module: what programs consist of, each part a section's content; empty ones are left
/// out.
struct ModuleParts {
    std::string types = list({std::string("\x60\0\0", 3)});
    std::string imports;
    std::string functions = list({std::string(1, '\0')});
    std::string tables;
    std::string memories = std::string("\1\0\1", 3);
    std::string globals;
    std::string exports =
        list({sized("memory") + std::string("\2\0", 2), sized("_start") + std::string(2, '\0')});
    std::string start;
    std::string elements;
    std::string data_count;
    std::string code;
    std::string data;

    std::string module() const;
};

/// A program whose `_start` has these instructions, without the last end.
ModuleParts
program(const std::string& instructions, const std::string& locals = std::string(1, '\0'));

struct HostileModule {
    std::string name;
    std::string bytes;
    bool is_valid; ///< so that a page takes it
};
/// Each tries something of its own: to be free of the meter, or to fill memory.
std::vector<HostileModule> hostile_modules();

/// A valid program, with loops, calls, recursion, ranges, calls of WASI. Where it runs and how long
/// is up to the choices. It exports a global `count` (i64): before each instruction four more add 1
/// to it, so that it has run at least five times as many instructions as that says.
std::string generated_module(const Choose& choose);

/// The module with up to four changes: bytes, runs of bytes, sections, numbers.
std::string damaged_module(std::string module, const Choose& choose);

} // namespace tests
