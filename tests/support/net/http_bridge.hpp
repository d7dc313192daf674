#pragma once

/// What tests of the bridge from battlesnake to HTTP servers need: a server, and a bridge to it.

#include "support/run.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <sys/types.h>
#include <vector>

namespace tests {

/// build/ai/battlesnake/NAME
std::string battlesnake_ai(const std::string& name);

/// True, and told among what was skipped, if there is no Python where confined AIs find one.
bool lacks_python();

/// A port of the loopback network that nobody listens on.
int free_port();

/// A server that a test starts and that ends with it: a script in Python that is called with port 0
/// and a file, into whose first line it writes its port.
class PythonServer {
  public:
    /// The file is FOLDER/requests. Throws std::runtime_error if no port stands there after ten
    /// seconds.
    PythonServer(const TemporaryFolder& folder, const std::string& script);
    ~PythonServer();
    PythonServer(const PythonServer&) = delete;
    PythonServer& operator=(const PythonServer&) = delete;

    int port() const { return port_; }

  private:
    int read_port() const;

    std::string port_file_;
    pid_t process_ = 0;
    int port_ = 0;
};

/// Makes FOLDER/bridge, an AI named bridge that talks with a server on that port. Returns its path.
std::string
bridge_folder(const TemporaryFolder& folder, int port, const std::string& more_of_command = "");

/// The lines of a file, each parsed as JSON.
std::vector<nlohmann::json> lines_of_json(const std::string& path);

/// A double match of the bridge and the reference AI. Its result; the record is FOLDER/r.jsonl.
nlohmann::json play_bridge(
    const TemporaryFolder& folder, const std::string& bridge,
    const std::vector<std::string>& options = {},
    const std::string& field = source_folder() + "/fields/battlesnake/11x11-2-001.dat");

/// The bridge's moves in the record, of all games.
std::vector<nlohmann::json> moves_of_bridge(const TemporaryFolder& folder);

/// What the bridge printed in the first game, where it has seat 1.
std::string said_by_bridge(const TemporaryFolder& folder);

} // namespace tests
