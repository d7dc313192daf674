#pragma once

#include "base/error.hpp"

#include <string>

namespace tests {

/// The text of the UserError that a call throws; "no error" if it throws none.
template <typename Call>
std::string user_error_of(Call call) {
    try {
        call();
    } catch (const referee::UserError& error) {
        return error.what();
    }
    return "no error";
}

} // namespace tests
