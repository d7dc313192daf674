// The bridge: lets an existing Battlesnake server play. It is a resident AI that sends the server
// /start, /move and /end as the official API defines them, and writes its answers to result.dat.
//
//     bridge http://127.0.0.1:8000                              a server that runs already
//     bridge http://127.0.0.1:8000 -- python3 {dir}/server.py   starts the server itself
//
// When the command has {port} in a word (PORT={port}), seat 1 takes the URL's port, seat 2 the next
// one and so on, so that several such bridges can play in one game.
//
// ai.ini lists the ports, too (`network = 8000`), and the organiser allows them with
// --allow-network NAME. See README.md beside this file.

#include "battlesnake/http/client.hpp"
#include "battlesnake/http/request.hpp"
#include "battlesnake/http/server.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iostream>
#include <limits>
#include <optional>
#include <random>
#include <sstream>
#include <stdexcept>
#include <vector>

using namespace referee::battlesnake;
using namespace referee::battlesnake::bridge;

namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;

constexpr std::chrono::milliseconds margin{20}; ///< of each limit, kept for sending the answer
constexpr std::chrono::milliseconds without_limit{1000};
constexpr std::chrono::milliseconds prepare_without_limit{10'000};
constexpr std::chrono::milliseconds end_limit{900};
constexpr std::size_t max_word = 40;
constexpr const char* server_failed =
    "the server has ended\n"
    "hint: what it printed stands above. It begins in the game's work folder; env -C {dir} COMMAND "
    "begins it in the AI's folder, where nothing can be written";
constexpr int max_port = std::numeric_limits<std::uint16_t>::max();

std::chrono::milliseconds time_for_answer(int time_limit_ms) {
    if (time_limit_ms <= 0) {
        return without_limit;
    }
    const std::chrono::milliseconds limit(time_limit_ms);
    return std::max(limit - margin, limit / 2);
}

/// An id for the game. It is kept in memory.dat, so that the server recognises the game after a
/// restart of the bridge.
std::string game_id() {
    std::ifstream in("memory.dat");
    std::string id;
    if (in >> id) {
        return id;
    }
    std::random_device random;
    std::ostringstream text;
    text << "referee-" << std::hex << random() << random();
    std::ofstream("memory.dat") << text.str() << '\n';
    return text.str();
}

/// False for UTF-16, too: it has zeros.
bool is_utf8(const std::string& text) {
    try {
        return text.find('\0') == std::string::npos && !Json(text).dump().empty();
    } catch (const Json::type_error&) {
        return false;
    }
}

class Bridge {
  public:
    /// `server` is the one that the bridge has started, or null.
    Bridge(Client& client, Server* server) : client_(client), server_(server) {}

    /// Before the first move, with a limit of its own: starts the server and asks for its looks.
    void prepare() {
        const auto begin = Clock::now();
        read_facts(".", 1, facts_);
        const auto deadline = begin + (facts_.timeout_ms > 0 ? time_for_answer(facts_.timeout_ms)
                                                             : prepare_without_limit);
        if (await_server(deadline)) {
            ask_for_looks(deadline);
        }
    }

    /// One move. When the server doesn't answer in time, result.dat stays empty: the snake then
    /// goes on in its direction, as with the official engine.
    void move() {
        const auto begin = Clock::now();
        const sample::Situation situation = read();
        const auto deadline = begin + time_for_answer(situation.time_limit_ms);
        if (!await_server(deadline)) {
            return;
        }
        if (!has_begun_) {
            const auto part = (deadline - Clock::now()) / 3; // the rest is for the move's answer
            ask_for_looks(Clock::now() + part);
            begin_game(situation, Clock::now() + part);
        }
        if (!has_begun_) {
            return;
        }
        const auto answer = client_.post("/move", body(situation), deadline);
        if (!answer) {
            std::cerr << client_.error() << '\n';
            return;
        }
        write_answer(*answer);
    }

    void end() {
        if (has_begun_) {
            const sample::Situation situation = read();
            client_.post("/end", body(situation), Clock::now() + end_limit);
        }
    }

  private:
    sample::Situation read() {
        sample::Situation situation = sample::read_situation(".");
        read_facts(".", situation.seat, facts_);
        if (facts_.timeout_ms <= 0) {
            facts_.timeout_ms = static_cast<int>(without_limit.count());
        }
        return situation;
    }

    /// Waits until a server of our own accepts connections. False if it doesn't.
    bool await_server(Client::Time deadline) {
        if (server_ != nullptr &&
            !client_.await_server(deadline, [this] { return server_->has_failed(); })) {
            std::cerr << (server_->has_failed() ? server_failed : client_.error()) << '\n';
            return false;
        }
        server_ = nullptr;
        return true;
    }

    /// Sends /start until the server has received it. Its answer is ignored.
    void begin_game(const sample::Situation& situation, Client::Time deadline) {
        client_.post("/start", body(situation), deadline);
        has_begun_ = client_.was_reached();
        if (!has_begun_) {
            std::cerr << client_.error() << '\n';
        }
    }

    /// Once per game.
    void ask_for_looks(Client::Time deadline) {
        if (!facts_.game_id.empty()) {
            return;
        }
        facts_.game_id = game_id();
        if (const auto text = client_.get(client_.has_path() ? "" : "/", deadline)) {
            const Json about = Json::parse(*text, nullptr, false);
            if (about.is_object()) {
                take(about, "color", facts_.looks.colour);
                take(about, "head", facts_.looks.head);
                take(about, "tail", facts_.looks.tail);
            }
        }
    }

    std::string body(const sample::Situation& situation) const {
        return request_body(situation, facts_).dump();
    }

    static void take(const Json& object, const char* key, std::string& value) {
        if (const auto found = object.find(key); found != object.end() && found->is_string()) {
            value = found->get<std::string>();
        }
    }

    /// A word that is no direction is written as well, so that the referee reports it.
    void write_answer(const std::string& text) {
        const Json answer = Json::parse(text, nullptr, false);
        std::string word;
        facts_.shout.clear();
        if (answer.is_object()) {
            take(answer, "move", word);
            take(answer, "shout", facts_.shout);
        }
        if (word.empty()) {
            std::cerr << "the server's answer has no \"move\": " << text.substr(0, max_word)
                      << "\nhint: an answer to /move is JSON"
                      << (is_utf8(text) ? "" : " in UTF-8, and this is not UTF-8")
                      << ": {\"move\": \"up\"}\n";
            return;
        }
        std::ofstream("result.dat") << word.substr(0, max_word) << '\n';
        std::ofstream("notes.dat") << facts_.shout << '\n';
    }

    Client& client_;
    Server* server_; ///< a server that doesn't accept connections yet, or null
    bool has_begun_ = false;
    MatchFacts facts_;
};

/// Throws if there is no port for the seat.
void take_port_of_seat(std::vector<std::string>& command, Url& url) {
    const char* const variable = std::getenv("REFEREE_SEAT");
    const int seat = variable == nullptr ? 1 : std::atoi(variable);
    const int port = url.endpoint.port() + seat - 1;
    constexpr std::string_view placeholder = "{port}";
    for (std::string& word : command) {
        for (std::size_t at = 0; (at = word.find(placeholder, at)) != std::string::npos;) {
            if (port > max_port) {
                throw std::runtime_error(
                    "seat " + std::to_string(seat) + " would need port " + std::to_string(port) +
                    ", but the highest is " + std::to_string(max_port) +
                    "\nhint: in ai.ini, write a lower port into 'command' and 'network'");
            }
            word.replace(at, placeholder.size(), std::to_string(port));
            url.endpoint.port(static_cast<std::uint16_t>(port));
        }
    }
}

int serve(const std::vector<std::string>& words) {
    if (words.empty() || (words.size() > 1 && (words[1] != "--" || words.size() == 2))) {
        std::cerr << "usage: bridge URL [-- COMMAND …]\n";
        return 2;
    }
    Url url = parse_url(words[0]);
    std::optional<Server> server;
    if (words.size() > 1) {
        std::vector<std::string> command(words.begin() + 2, words.end());
        take_port_of_seat(command, url);
        server.emplace(command);
    }
    Client client(url);
    Bridge bridge(client, server ? &*server : nullptr);
    for (std::string line; std::getline(std::cin, line) && line != "quit";) {
        try {
            if (line.rfind("move", 0) == 0) {
                bridge.move();
            } else if (line == "prepare") {
                bridge.prepare();
            } else if (line == "end") {
                bridge.end();
            }
        } catch (const std::exception& error) { // a bad answer or file costs a move, not the bridge
            std::cerr << error.what() << '\n';
        }
        if (line.rfind("move", 0) == 0 || line == "prepare") {
            std::cout << "done" << std::endl;
        }
    }
    return 0;
}

} // namespace

int main(int count, char** words) {
    try {
        return serve({words + 1, words + count});
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
