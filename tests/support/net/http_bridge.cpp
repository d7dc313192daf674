#include "support/net/http_bridge.hpp"

#include "support/catch.hpp"
#include "support/skipped.hpp"

#include <arpa/inet.h>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <netinet/in.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace tests {

using nlohmann::json;
namespace {

const std::string python = "/usr/bin/python3";

} // namespace

std::string battlesnake_ai(const std::string& name) {
    return built("ai") + "/battlesnake/" + name;
}

bool lacks_python() {
    return lacks("python3", "the bridge with a server in Python");
}

int free_port() {
    const int descriptor = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    const bool is_bound =
        ::bind(descriptor, reinterpret_cast<sockaddr*>(&address), size) == 0 &&
        ::getsockname(descriptor, reinterpret_cast<sockaddr*>(&address), &size) == 0;
    ::close(descriptor);
    if (!is_bound) {
        throw std::runtime_error("no free port");
    }
    return ntohs(address.sin_port);
}

PythonServer::PythonServer(const TemporaryFolder& folder, const std::string& script)
    : port_file_(folder / "requests"), process_(start({python, script, "0", port_file_})) {
    constexpr int max_looks = 1000;
    for (int i = 0; port_ == 0 && i < max_looks; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        port_ = read_port();
    }
    if (port_ == 0) {
        ::kill(process_, SIGKILL);
        wait_for_exit(process_);
        throw std::runtime_error(script + " says no port");
    }
}

PythonServer::~PythonServer() {
    ::kill(process_, SIGKILL);
    wait_for_exit(process_);
}

int PythonServer::read_port() const {
    const std::string text =
        std::filesystem::exists(port_file_) ? read_file(port_file_) : std::string();
    return text.find('\n') == std::string::npos ? 0 : std::stoi(text);
}

std::string
bridge_folder(const TemporaryFolder& folder, int port, const std::string& more_of_command) {
    std::string ai = folder / "bridge";
    std::filesystem::create_directory(ai);
    std::filesystem::copy_file(battlesnake_ai("http/bridge"), ai + "/bridge");
    const std::string number = std::to_string(port);
    write_file(
        ai + "/ai.ini", "command = bridge http://127.0.0.1:" + number + more_of_command +
                            "\nnetwork = " + number +
                            "\nresident = yes\nprepare = yes\nname = bridge\n");
    return ai;
}

std::vector<json> lines_of_json(const std::string& path) {
    std::vector<json> lines;
    std::istringstream text(read_file(path));
    for (std::string line; std::getline(text, line);) {
        lines.push_back(json::parse(line));
    }
    return lines;
}

json play_bridge(
    const TemporaryFolder& folder, const std::string& bridge,
    const std::vector<std::string>& options, const std::string& field) {
    std::vector<std::string> command{
        referee_path(),
        field,
        "--ai",
        bridge,
        "--ai",
        "reference=" + battlesnake_ai("reference"),
        "--allow-network",
        "bridge",
        "--json",
        "--record",
        folder / "r.jsonl",
        "--logs",
        folder / "logs"};
    command.insert(command.end(), options.begin(), options.end());
    std::filesystem::create_directory(folder / "logs");
    const Output output = run(command);
    INFO(output.err);
    REQUIRE(output.status == 0);
    return json::parse(output.out);
}

std::vector<json> moves_of_bridge(const TemporaryFolder& folder) {
    std::vector<json> moves;
    int seat = 0;
    for (const json& line : lines_of_json(folder / "r.jsonl")) {
        if (line.contains("seats") && line.contains("game")) {
            seat = line["seats"][0]["name"] == "bridge" ? 1 : 2;
        }
        const bool is_move = line.contains("fault") && line.value("phase", "") != "prepare";
        if (is_move && line.value("seat", 0) == seat) {
            moves.push_back(line);
        }
    }
    return moves;
}

std::string said_by_bridge(const TemporaryFolder& folder) {
    return read_file(folder / "logs/11x11-2-001-game1-seat1.err");
}

} // namespace tests
