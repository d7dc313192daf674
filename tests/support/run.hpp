#pragma once

/// Running the real executable, and places to do it in.

#include <chrono>
#include <string>
#include <sys/types.h>
#include <vector>

namespace tests {

/// Where `make` has built, and the source tree; from the environment, with defaults for a call by
/// hand in the source tree.
std::string build_folder();
std::string source_folder();
/// What `make` builds at that path in the build folder, or the folder with the referee and all AIs.
/// `make test TESTS=…` builds only the test program; what a test wants is then built here, when it
/// asks for it.
std::string built(const std::string& path = "");
/// build/referee, build/ai/gems/NAME, build/hostile/NAME
std::string referee_path();
std::string gems_ai(const std::string& name);
std::string hostile(const std::string& name);

struct Output {
    int status = -1; ///< exit status, or 128 + signal
    std::string out;
    std::string err;
};

/// Runs a program to its end, in `folder` if that is not empty, with nothing on standard input.
Output
run(const std::vector<std::string>& command, const std::string& folder = "",
    const std::vector<std::string>& more_environment = {});

/// Starts a program whose output is thrown away.
pid_t start(const std::vector<std::string>& command);
/// Waits for it; exit status, or 128 + signal.
int wait_for_exit(pid_t pid);

/// A folder that is removed with everything in it at the end.
class TemporaryFolder {
  public:
    /// In memory where there is /dev/shm and `in_memory` is set, else in the usual place.
    explicit TemporaryFolder(bool in_memory = false);
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    const std::string& path() const { return path_; }
    std::string operator/(const std::string& name) const { return path_ + "/" + name; }

  private:
    std::string path_;
};

std::string read_file(const std::string& path);
/// The file of that name in /proc/PID; empty if the process has ended, also while it is read.
std::string read_of_process(pid_t pid, const std::string& name);
void write_file(const std::string& path, const std::string& text);
/// Writes a program with its run bit set.
void write_script(const std::string& path, const std::string& text);

/// Numbers of all processes that have this text in their command line.
std::vector<pid_t> processes_with(const std::string& text);

} // namespace tests
