#pragma once

#include "error.hpp"

namespace referee {

/// The program of an AI can't be started. That isn't a fault of the AI: it or its interpreter was
/// replaced or removed. The text is one line, as for any UserError.
struct StartError : UserError {
    using UserError::UserError;
};

} // namespace referee
