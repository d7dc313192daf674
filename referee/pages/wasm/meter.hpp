#pragma once

/// Adds a meter to a WebAssembly module, so that an AI in a page gets instructions instead of time:
/// the same number for the same files in every browser and on every machine.

#include <cstdint>
#include <string>
#include <string_view>

namespace referee {

/// Increases when the costs of instructions change. Version 2: each instruction costs 1, with these
/// exceptions; calls of the page have costs of their own (pages/web/wasm/wasi.js).
inline constexpr int meter_version = 2;

inline constexpr std::int32_t cost_of_growing = 1000; ///< of memory.grow, …
inline constexpr std::int32_t cost_of_page = 1000;    ///< … and for each page of 64 KiB
/// Of an instruction on a range of memory or of a table, and for each 8 bytes or each element of
/// the range.
inline constexpr std::int32_t cost_of_range = 20;
inline constexpr std::int32_t cost_of_8_bytes = 1;
inline constexpr std::int32_t cost_of_element = 100;

/// Memory that an AI in a page may have, in pages of 64 KiB.
inline constexpr std::uint32_t max_module_pages = 4096;
/// Elements of each of its tables.
inline constexpr std::uint32_t max_module_elements = 1U << 17U;

/// The module with an exported global `instructions` (i64): the budget, which whoever runs it sets.
/// Each piece of code without branches subtracts its cost when it begins. A function or a turn of a
/// loop that begins with less than nothing left ends the program by a trap; so does other code, a
/// few instructions later. The module's memory gets a maximum of max_module_pages, its tables one
/// of max_module_elements, and sections for debuggers are left out. Throws UserError, which begins
/// with `name`, if the module isn't valid or needs what a page doesn't offer:
/// pages/wasm/validator.hpp.
std::string metered(std::string_view bytes, const std::string& name);

/// Meters a program that a page can start: it exports `_start` and its memory.
std::string metered_program(std::string_view bytes, const std::string& name);

} // namespace referee
