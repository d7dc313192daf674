#pragma once

#include <unistd.h>
#include <utility>

namespace referee {

/// Owns a file descriptor and closes it.
class UniqueFd {
  public:
    UniqueFd() = default;
    explicit UniqueFd(int number) : number_(number) {}
    UniqueFd(UniqueFd&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    UniqueFd& operator=(UniqueFd&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    ~UniqueFd() { reset(); }

    int get() const { return number_; }
    explicit operator bool() const { return number_ >= 0; }
    /// Releases ownership: the caller must close the descriptor.
    int release() { return std::exchange(number_, -1); }
    void reset() {
        if (number_ >= 0) {
            ::close(number_);
            number_ = -1;
        }
    }

  private:
    int number_ = -1;
};

} // namespace referee
