#pragma once

namespace referee {

/// If the program was started as a keeper, runs it to its end and never returns. To be called first
/// thing in main(), with main()'s arguments. How it works: keeper_process.cpp.
void run_as_keeper_if_asked(int argument_count, char** arguments);

/// The argument that asks for it, and the descriptor that its socket then has.
inline constexpr const char* keeper_argument = "--keeper-process";
inline constexpr int keeper_socket = 3;

} // namespace referee
