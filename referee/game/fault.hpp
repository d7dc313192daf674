#pragma once

/// The faults of AIs: their kinds, names and classes.

#include "base/names.hpp"

#include <array>
#include <cstddef>
#include <string_view>

namespace referee {

/// What went wrong with an answer: referee/match/README.md, "Faults". The first four after `none`
/// say how the program behaved, the last two what it wrote. A new kind is a word here, a row of
/// fault_kinds, the code that finds it, and its advice (advice/advice.cpp).
enum class Fault { none, timeout, crash, exit, no_result, bad_result, illegal };

/// What a fault leaves to the game, which charges by it.
enum class FaultClass {
    late,     ///< the AI was ended; what it wrote doesn't count
    unusable, ///< there is no answer that the rules could judge
    refused,  ///< the rules forbid the answer
};

struct FaultKind {
    Fault fault;
    std::string_view name;
    FaultClass fault_class;
    std::string_view when; ///< for people
};

inline constexpr auto fault_kinds = std::to_array<FaultKind>(
    {{Fault::timeout, "timeout", FaultClass::late, "the AI was still running at its time limit"},
     {Fault::crash, "crash", FaultClass::unusable,
      "it was killed by a signal that didn't come from the referee"},
     {Fault::exit, "exit", FaultClass::unusable, "its exit status was not 0, whatever it wrote"},
     {Fault::no_result, "no-result", FaultClass::unusable,
      "exit status 0, and `result.dat` is empty or missing"},
     {Fault::bad_result, "bad-result", FaultClass::unusable,
      "`result.dat` can't be read as a move of the game"},
     {Fault::illegal, "illegal", FaultClass::refused,
      "it can be read, but the rules forbid the move"}});

static_assert(
    [] {
        for (std::size_t i = 0; i < fault_kinds.size(); ++i) {
            if (static_cast<std::size_t>(fault_kinds[i].fault) != i + 1) {
                return false;
            }
        }
        return true;
    }(),
    "the rows have the order of the enumeration");

/// The names of the table, after that of Fault::none.
constexpr auto enum_names(Fault) {
    std::array<std::string_view, fault_kinds.size() + 1> names{"none"};
    for (std::size_t i = 0; i < fault_kinds.size(); ++i) {
        names[i + 1] = fault_kinds[i].name;
    }
    return names;
}

} // namespace referee
