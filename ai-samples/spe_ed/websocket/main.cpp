// A bridge for clients of the informatiCup 2021 contest: to one client it is the contest's
// WebSocket server, to the referee an AI. Its arguments are the client's command line; the ports to
// listen on are in its ai.ini. See README.md in the folder above.

#include "spe_ed/websocket/bridge.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/program_options/options_description.hpp>
#include <boost/program_options/parsers.hpp>
#include <exception>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <random>
#include <sstream>
#include <stdexcept>

namespace asio = boost::asio;
using namespace referee::spe_ed::websocket;

namespace {

/// The numbers after `network` in ai.ini.
std::vector<int> read_ports() {
    const char* const folder = std::getenv("REFEREE_AI_DIR");
    const std::string path = std::string(folder != nullptr ? folder : ".") + "/ai.ini";
    std::ifstream file(path);
    std::vector<int> ports;
    const auto options = boost::program_options::parse_config_file(
        file, boost::program_options::options_description(), true);
    for (const auto& option : options.options) {
        if (option.string_key == "network" && !option.value.empty()) {
            std::istringstream words(option.value[0]);
            for (int port = 0; words >> port;) {
                ports.push_back(port);
            }
        }
    }
    if (ports.empty()) {
        throw std::runtime_error(path + ": network = PORT … expected, the ports to listen on");
    }
    return ports;
}

/// A key, so that nobody else on this machine can play in the client's place.
std::string draw_key() {
    std::random_device source;
    return fmt::format("{:08x}{:08x}{:08x}{:08x}", source(), source(), source(), source());
}

int play(const std::vector<std::string>& command) {
    asio::io_context io(1);
    const std::string key = draw_key();
    Server server(io, read_ports(), key);
    server.start();
    ClientProcess client(
        command, {{"URL", server.url()}, {"KEY", key}, {"TIME_URL", server.time_url()}});
    Bridge bridge(io, server, client);
    std::exception_ptr failure;
    const auto stop = [&](std::exception_ptr thrown) {
        failure = std::move(thrown);
        io.stop();
    };
    asio::co_spawn(io, bridge.watch_client(), stop);
    asio::co_spawn(io, bridge.run(), stop);
    io.run();
    if (failure) {
        std::rethrow_exception(failure);
    }
    return 0;
}

} // namespace

int main(int argument_count, char** arguments) {
    try {
        if (argument_count < 2) {
            throw std::runtime_error("the client's command line is to be given as arguments");
        }
        return play({arguments + 1, arguments + argument_count});
    } catch (const std::exception& error) {
        std::cerr << "websocket: " << error.what() << '\n';
        return 1;
    }
}
