#pragma once

/// Adds a meter to a WebAssembly module, so that an AI in a page gets instructions instead of time:
/// the same number for the same files in every browser and on every machine.

#include <cstdint>
#include <string>
#include <string_view>

namespace referee {

/// Increases when the costs of instructions change. Version 1: each instruction costs 1,
/// memory.grow 1000, and an instruction on a whole range of memory or of a table 20.
inline constexpr int meter_version = 1;

/// Memory that an AI in a page may have, in pages of 64 KiB.
inline constexpr std::uint32_t max_module_pages = 4096;

/// The module with an exported global `instructions` (i64): the budget, which whoever runs it sets.
/// Each basic block subtracts its cost when it begins. A function or a turn of a loop that begins
/// with less than nothing left ends the program by a trap. The module's memory gets a maximum of
/// max_module_pages, and sections for debuggers are left out.
/// Throws UserError, which begins with `name`, if the bytes are no module, or if it needs what a
/// page doesn't offer: threads, vector instructions, exceptions, imports beside those of WASI.
std::string metered(std::string_view module, const std::string& name);

} // namespace referee
