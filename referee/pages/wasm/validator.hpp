#pragma once

/// Decides whether a WebAssembly module is valid before anything is made of it: "WebAssembly Core
/// Specification" 2.0, chapter 3, without vector instructions.

#include "pages/wasm/binary.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace referee::wasm {

/// Bytes of a function's body that all engines compile.
inline constexpr std::uint32_t max_body = 7'654'321;

struct FunctionType {
    std::vector<Type> parameters;
    std::vector<Type> results;

    bool operator==(const FunctionType&) const = default;
};

struct SizeLimits {
    std::uint32_t min = 0;
    std::uint32_t max = UINT32_MAX;
    bool has_max = false;
};

struct Table {
    Type type = Type::funcref;
    SizeLimits limits;
};

struct Global {
    Type type = Type::i32;
    bool is_mutable = false;
};

struct Export {
    unsigned kind = function_kind;
    std::uint32_t index = 0;
};

/// A valid module. Its texts are parts of the bytes it was made of.
struct Module {
    struct Part {
        unsigned id;
        std::string_view content;
    };
    std::vector<Part> sections; ///< without those for debuggers
    std::vector<FunctionType> types;
    std::uint32_t imported_functions = 0;
    std::vector<std::uint32_t> functions; ///< their types; the imported ones come first
    std::vector<Table> tables;
    std::vector<SizeLimits> memories; ///< in pages of 64 KiB; one at most
    std::vector<Global> globals;
    std::map<std::string_view, Export> exports;

    const FunctionType& type_of(std::uint32_t function) const { return types[functions[function]]; }
};

/// The module in `bytes`, which must live as long as it. Throws UserError, which begins with
/// `name`, if it isn't valid or larger than what all engines compile, or if it needs what a page
/// doesn't offer: start functions, threads, vector instructions, exceptions, imports beside
/// functions of WASI.
Module validated(std::string_view bytes, const std::string& name);

} // namespace referee::wasm
