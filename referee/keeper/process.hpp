#pragma once

namespace referee {

/// If this process was started as a keeper, runs the keeper and never returns. Call it first in
/// main(), with main()'s arguments. How it works: keeper/process.cpp.
void run_as_keeper_if_asked(int argument_count, char** arguments);

/// The argument that starts a keeper, and the descriptor of its socket.
inline constexpr const char* keeper_argument = "--keeper-process";
inline constexpr int keeper_socket = 3;

} // namespace referee
