#pragma once

#include "error.hpp"

namespace referee {

/// The program of an AI can't be started. Not the AI's fault: it was replaced or removed, or its
/// interpreter was. The text is one line, as of any UserError.
struct StartError : UserError {
    using UserError::UserError;
};

} // namespace referee
