#include "process/own_program.hpp"

#include "error.hpp"

namespace referee {

std::filesystem::path own_program() {
    std::error_code code;
    std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", code);
    if (code) {
        throw UserError("/proc isn't mounted here, and without it the referee can't start or watch "
                        "AIs; mount it: mount -t proc proc /proc");
    }
    return program;
}

} // namespace referee
