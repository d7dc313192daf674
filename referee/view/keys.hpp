#pragma once

/// Single keys from the terminal, without Enter.

#include <cstdint>
#include <termios.h>

namespace referee {

/// Reads single keys during its lifetime, if standard input is a terminal.
class RawKeys {
  public:
    RawKeys();
    ~RawKeys();
    RawKeys(const RawKeys&) = delete;
    RawKeys& operator=(const RawKeys&) = delete;

  private:
    termios before_{};
    bool is_set_ = false;
};

enum class Key {
    none, ///< no key until the deadline
    other,
    left,
    right,
    space,
    quit, ///< q
    end   ///< standard input has ended
};

/// Waits for a key until the deadline (negative: forever). Needs a RawKeys. Throws Interrupted.
Key read_key(std::int64_t deadline_ns);

} // namespace referee
