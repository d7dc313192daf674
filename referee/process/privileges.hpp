#pragma once

/// Capabilities (capabilities(7)). No program of an AI ever has one, whoever started the referee.

#include <string>
#include <vector>

namespace referee {

/// Prevents everything that this process starts from gaining a capability by exec: as root
/// (SECBIT_NOROOT, locked), from ambient or inheritable sets, or from the program's file (the
/// bounding set). This process keeps its own. Returns whether the bounding set is empty: emptying
/// it needs CAP_SETPCAP; without that PR_SET_NO_NEW_PRIVS does the same. Throws InternalError.
bool forbid_capabilities();

/// Drops this process's own capabilities, optionally except CAP_CHECKPOINT_RESTORE, by which an
/// ordinary user's keeper resets process IDs in a PID namespace. Throws InternalError.
void drop_capabilities(bool keeps_restart);

/// The capabilities without which root can't give AIs users of their own, and which this process
/// lacks: in a container root may have few. Names as in capabilities(7).
std::vector<std::string> capabilities_missing_for_users();

/// True if a program that this process executed now would have a capability or run as root. Makes
/// only system calls, for use between vfork and exec. With `expects_bounds` the bounding set must
/// be empty.
bool exec_gives_privileges(bool expects_bounds);

} // namespace referee
