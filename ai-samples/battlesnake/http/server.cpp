#include "battlesnake/http/server.hpp"

#include <chrono>
#include <csignal>
#include <spawn.h>
#include <stdexcept>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace referee::battlesnake::bridge {

Server::Server(const std::vector<std::string>& command) {
    std::vector<char*> arguments;
    for (const std::string& word : command) {
        arguments.push_back(const_cast<char*>(word.c_str()));
    }
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t streams;
    posix_spawn_file_actions_init(&streams);
    posix_spawn_file_actions_addopen(&streams, 0, "/dev/null", 0, 0);
    posix_spawn_file_actions_adddup2(&streams, 2, 1);
    const int error =
        posix_spawnp(&process_, arguments[0], &streams, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&streams);
    if (error != 0) {
        throw std::runtime_error(
            command[0] + " can't be started" +
            (command[0].find('=') == std::string::npos
                 ? ""
                 : "\nhint: a variable is set by a program: write env " + command[0] + " COMMAND"));
    }
}

bool Server::has_ended() {
    has_ended_ = has_ended_ || waitpid(process_, &status_, WNOHANG) != 0;
    return has_ended_;
}

bool Server::has_failed() {
    return has_ended() && status_ != 0;
}

Server::~Server() {
    if (has_ended()) {
        return;
    }
    constexpr int max_looks = 50;
    constexpr std::chrono::milliseconds between_looks{10};
    kill(process_, SIGTERM);
    for (int i = 0; i < max_looks; ++i) {
        if (has_ended()) {
            return;
        }
        std::this_thread::sleep_for(between_looks);
    }
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
}

} // namespace referee::battlesnake::bridge
