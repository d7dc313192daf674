#pragma once

/// What programs print in faults whose cause is known, and what to do about it.

#include <array>
#include <string_view>

namespace referee {

inline constexpr std::string_view empty_input =
    "standard input is empty; the state of the game is in files";
inline constexpr std::string_view no_arguments =
    "AIs are started without arguments; the current folder is the work folder";

inline constexpr std::string_view no_network =
    "an AI has no network, except for ports of this machine that its ai.ini names (network = "
    "PORT) and the organiser allows (--allow-network)";

/// Words in standard error, and what to do about the error. The first match counts.
struct Symptom {
    std::string_view printed;
    std::string_view advice; ///< a sentence, or one word for what depends on the settings
    std::string_view also{}; ///< must occur, too
};

inline constexpr auto symptoms = std::to_array<Symptom>({
    {"ermission denied", no_network, "/socket.py"},
    {"socket: Permission denied", no_network},
    {"Operation not permitted", "an AI can't send signals to other processes", "kill"},
    {"No usable temporary directory", "files"},
    {"SemLock",
     "shared semaphores aren't available, so multiprocessing.Pool doesn't work; use "
     "Process with Pipe, or threads (ai-samples/README.md, \"What is different in the sandbox\")"},
    {"can't start new thread", "threads"},
    {"unable to create native thread", "threads"},
    {"Resource temporarily unavailable", "threads"},
    {"EOFError", empty_input},
    {"EOF when reading", empty_input},
    {"No line found", empty_input},
    {"sys.argv", no_arguments, "IndexError"},
    {"ArrayIndexOutOfBoundsException: Index 0 out of bounds for length 0", no_arguments},
    {"onnection refused", "connection"},
    {"MemoryError", "memory"},
    {"OutOfMemoryError", "memory"},
    {"bad_alloc", "memory"},
    {"fatal error: runtime: out of memory", "memory"},
    {"fatal error: runtime: cannot allocate memory", "memory"},
    {"not enough memory", "memory"},
    {"no field package.preload",
     "Lua looks for modules in the work folder and in /usr; put the module into the AI's "
     "folder and begin the program with: package.path = os.getenv('REFEREE_AI_DIR') .. "
     "'/?.lua;' .. package.path"},
    {"No module named 'encodings'",
     "its interpreter can't read its own library; use one in /usr, or play with --allow-read and "
     "the folder where that interpreter is installed"},
});

} // namespace referee
