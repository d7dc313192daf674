#pragma once

/// Capabilities (capabilities(7)): what root is made of. No program of an AI ever has one, whoever
/// started the referee.

namespace referee {

/// Makes sure that nothing this process starts can gain a capability by exec: not as root
/// (SECBIT_NOROOT, locked), not from ambient or inheritable ones, and not from the program's file
/// (the bounding set). What this process has itself stays, for its own work. Returns whether the
/// bounding set is empty: only who has CAP_SETPCAP can empty it; for others PR_SET_NO_NEW_PRIVS
/// does the same. Throws InternalError.
bool forbid_capabilities();

/// Gives up this process's own, but for the one by which an ordinary user's keeper restarts the
/// numbers of processes in a PID namespace, if it is to be kept. Throws InternalError.
void drop_capabilities(bool keeps_restart);

/// True if a program that this process executed now would have a capability, or run as root. Only
/// system calls: for use between vfork and exec. `expects_bounds`: the bounding set must be empty.
bool exec_gives_privileges(bool expects_bounds);

} // namespace referee
