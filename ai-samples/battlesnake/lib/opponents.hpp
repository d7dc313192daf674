#pragma once

/// What duel has learned about its opponents in this game. It is kept in memory.dat, together with
/// the state to compare with at the next move.

#include "battlesnake/lib/sample.hpp"

#include <iosfwd>
#include <optional>

namespace referee::battlesnake::sample {

/// How often something could have been done, and how often it was.
struct Habit {
    int chances = 0;
    int times = 0;
    void note(bool was_done) {
        ++chances;
        times += was_done ? 1 : 0;
    }
    /// True if seen often enough to rely on: at least `min` chances, nine of ten taken.
    bool is_reliable(int min) const { return chances >= min && times * 10 >= chances * 9; }
};

struct Habits {
    Habit goes_for_food; ///< took a shortest way to the nearest food when another step was possible
    Habit avoids_death;  ///< kept off walls and bodies; its own neck isn't counted
    Habit gives_way;     ///< kept off cells to which an equal or longer head could come
};

/// By seat − 1.
using AllHabits = std::array<Habits, max_snakes>;

/// Adds what the step from one state to the next shows about all snakes but `own_seat`.
void observe(const State& before, const State& now, int own_seat, AllHabits& habits);

/// What memory.dat holds after a move.
struct Memory {
    AllHabits habits;
    std::optional<State> last; ///< the state of the last move, if it is known
};

/// Reads what write_memory() wrote for a board of this size. Anything else is an empty memory: the
/// first move, or a file that was damaged.
Memory read_memory(std::istream& file, int width, int height, bool is_wrapped = false);
void write_memory(std::ostream& file, const AllHabits& habits, const State& state);

/// The habits after the situation's last turn; updates memory.dat in the folder.
AllHabits remember(const std::filesystem::path& folder, const Situation& situation);

} // namespace referee::battlesnake::sample
