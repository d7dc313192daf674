#pragma once

/// The files of dicewars: the state files of a seat, the lines of last.dat, and the reading of
/// result.dat. referee/games/dicewars/README.md, "Files" and "Answer".

#include "game/game.hpp"
#include "games/dicewars/rules.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace referee::dicewars {

/// The state files besides match.dat, in the order of StateFiles::of().
std::span<const StateFile> state_files();

/// Fills the files of a player and the keys of match.dat. `last` is the text of last.dat.
void write_state(
    const State& state, const Setup& setup, int player, std::string_view last, StateFiles& files);

/// What result.dat says: commands, or why it can't be read.
struct ReadCommands {
    std::vector<Command> commands; ///< areas that no board has are −1 or more than it has
    std::vector<std::array<std::string, 2>> asked; ///< by command: its areas as they were written
    std::string error;                             ///< empty if it could be read
};
ReadCommands read_commands(std::string_view text);

/// A command in the words of result.dat.
std::string text_of(const Command& command);

/// One of the commands as it was written: with numbers of any size.
std::string text_as_written(const ReadCommands& read, std::size_t which);

/// Why one of the commands is refused on a board of that many areas, for people.
std::string reason_of(Refusal refusal, const ReadCommands& read, std::size_t which, int areas);

/// A command that has been carried out, whoever asked for it.
struct Event {
    int player = 0;
    Command command; ///< what took effect; an end for anything that ended the turn
    Outcome outcome;
    std::vector<std::uint8_t> put_down; ///< areas that got a die, in order
};

/// The event's line in last.dat.
std::string line_of(const Event& event);

/// The event in a few words for people.
std::string comment_on(const Event& event);

} // namespace referee::dicewars
