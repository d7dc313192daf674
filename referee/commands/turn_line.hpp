#pragma once

/// The turn of a game that takes long.

#include <cstdint>

namespace referee {

/// A line on a terminal, shown when a game takes longer than two seconds. It is taken back before
/// anything else is printed.
class TurnLine {
  public:
    /// It is only shown if standard error is a terminal.
    explicit TurnLine(bool is_wanted);
    ~TurnLine() { clear(); }
    TurnLine(const TurnLine&) = delete;
    TurnLine& operator=(const TurnLine&) = delete;

    bool is_wanted() const { return is_wanted_; }
    /// A game begins.
    void begin();
    /// Call it as often as you like; it prints at most four times a second.
    void show(int game, int turn);
    /// Takes the line back.
    void clear();

  private:
    bool is_wanted_;
    bool is_shown_ = false;
    std::int64_t due_ns_ = 0;
};

} // namespace referee
