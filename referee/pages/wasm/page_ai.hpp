#pragma once

/// The AIs that a page can run: those that `make wasm` has made, and modules of somebody's own.

#include <string>
#include <string_view>
#include <vector>

namespace referee {

struct PageAi {
    std::string game;
    std::string name;
    std::string about;              ///< a sentence; empty: none is known
    std::string module;             ///< path of its .wasm
    std::vector<std::string> words; ///< of its command, after the program
    std::string parameters;         ///< content of parameters.dat; empty: it has none
    std::vector<std::string> files; ///< additional files in its work folder
    bool wants_prepare = false;
    bool wants_end = false;

    /// Its module's name in a page, "gems/depth3": AIs that differ in parameters share one.
    std::string module_name() const;
};

/// An AI on the ladder of a game, the strongest first: fields/GAME/ladder.ini.
struct Rung {
    std::string name;
    std::string about; ///< the comment "# NAME: a sentence" before its line
};

/// The ladder of a game and the time limit of its moves there in milliseconds, 0 if it sets none.
struct Ladder {
    std::vector<Rung> rungs;
    int limit_ms = 0;
};

/// The ladder that was built or installed with the modules; without rungs if there is none.
Ladder page_ladder(std::string_view game);

/// The AIs of a game that a page can run: those on its ladder from the strongest to the weakest.
std::vector<PageAi> page_ais(std::string_view game);

/// The AI that a user means by NAME, GAME/NAME, or [NAME=]PATH of a .wasm. Throws UserError if
/// there is none, if it is of another game, or if it is resident.
PageAi page_ai(std::string_view word, std::string_view game);

/// Throws UserError if the modules weren't built or installed, or if the rules of the game are a
/// program, which no page can run.
void require_modules(std::string_view game);

} // namespace referee
