// A harness that crashes on every input but one, to test the drivers.

#include "fuzz/driver/harness.hpp"

#include <cstdlib>

namespace fuzz {

std::vector<std::string> seeds() {
    return {"right"};
}

void execute(std::string_view input) {
    if (input != "right") {
        std::abort();
    }
}

} // namespace fuzz
