#include "spe_ed/websocket/client_process.hpp"

#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace referee::spe_ed::websocket {

ClientProcess::ClientProcess(
    const std::vector<std::string>& command,
    const std::vector<std::pair<std::string, std::string>>& variables) {
    for (const auto& [name, value] : variables) {
        ::setenv(name.c_str(), value.c_str(), 1);
    }
    std::vector<char*> words;
    for (const std::string& word : command) {
        words.push_back(const_cast<char*>(word.c_str())); // posix_spawn doesn't change them
    }
    words.push_back(nullptr);
    posix_spawn_file_actions_t streams;
    ::posix_spawn_file_actions_init(&streams);
    ::posix_spawn_file_actions_addopen(&streams, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&streams, STDERR_FILENO, STDOUT_FILENO);
    const int error = ::posix_spawnp(&pid_, words[0], &streams, nullptr, words.data(), environ);
    ::posix_spawn_file_actions_destroy(&streams);
    if (error != 0) {
        throw std::runtime_error(
            command[0] + ": the client can't be started (" + std::strerror(error) +
            "); its command line stands behind 'websocket' in ai.ini");
    }
}

void ClientProcess::look_after() {
    int status = 0;
    if (pid_ > 0 && ::waitpid(pid_, &status, WNOHANG) == pid_) {
        pid_ = -1;
        how_ = WIFSIGNALED(status) ? "signal " + std::to_string(WTERMSIG(status))
                                   : "exit status " + std::to_string(WEXITSTATUS(status));
    }
}

} // namespace referee::spe_ed::websocket
