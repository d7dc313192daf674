#include "spe_ed/websocket/bridge.hpp"

#include "lib/work_folder.hpp"
#include "spe_ed/lib/sample.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <csignal>
#include <iostream>
#include <stdexcept>
#include <unistd.h>

namespace referee::spe_ed::websocket {
namespace {

using boost::system::error_code;

/// The deadline that clients get if there is no limit: the contest's longest one.
constexpr std::chrono::seconds no_limit{15};
/// The referee gives AIs a second to quit.
constexpr std::chrono::milliseconds patience{700};
/// Before the deadline, at which the referee ends this process: time to say why.
constexpr std::chrono::milliseconds for_last_words{20};
constexpr std::size_t max_line = 4096;
constexpr std::size_t max_shown = 200; ///< bytes of a bad message
constexpr std::string_view to_connect =
    "the client connects to URL?key=KEY; both are in its environment";

std::vector<std::string> names_of(const work_folder::Keys& keys, int players) {
    std::vector<std::string> names;
    for (int number = 1; number <= players; ++number) {
        names.push_back(keys.text("name" + std::to_string(number)));
    }
    return names;
}

/// The deadline of this move; nothing if it has no limit.
std::optional<UtcTime> deadline_of_move() {
    long limit = 0;
    work_folder::Keys("match.dat").read("time_limit_ms", limit);
    return limit > 0
               ? std::optional(std::chrono::system_clock::now() + std::chrono::milliseconds(limit))
               : std::nullopt;
}

// Messages are built outside the coroutines: g++ 12 destroys some temporaries of a co_await twice.

std::string question(UtcTime deadline) {
    const sample::Situation situation = sample::read_situation(".");
    return state_message(situation.state, situation.me, {true, deadline, {}});
}

/// A message that is not an action is written, too, so that the referee reports it.
void write_result(const std::string& message) {
    const std::string text = result_text(message);
    if (text.starts_with(no_action)) {
        std::cerr
            << "the client's message: " << message.substr(0, max_shown) << '\n'
            << R"(hint: an answer is {"action": "ACTION"} with one of turn_left, turn_right, )"
               "slow_down, speed_up, change_nothing\n";
    }
    work_folder::write_result(".", text);
}

/// The state when the game is over, or when only the client is out: it may stay until the end.
std::string farewell() {
    const sample::Situation situation = sample::read_situation(".");
    const work_folder::Keys keys("match.dat");
    const bool is_running = keys.text("rank") == "0";
    return state_message(
        situation.state, situation.me,
        {is_running, std::chrono::system_clock::now(),
         names_of(keys, situation.state.player_count)});
}

} // namespace

Bridge::Bridge(asio::io_context& io, Server& server, ClientProcess& client)
    : server_(server), client_(client), lines_(io, ::dup(STDIN_FILENO)), ends_(io, SIGCHLD),
      patience_(io), warning_(io) {}

asio::awaitable<void> Bridge::watch_client() {
    for (;;) {
        client_.look_after(); // it may have ended before the signal was awaited
        server_.notify();
        co_await ends_.async_wait(asio::use_awaitable);
    }
}

asio::awaitable<std::string> Bridge::next_line() {
    error_code error;
    const std::size_t size = co_await asio::async_read_until(
        lines_, asio::dynamic_buffer(unread_, max_line), '\n',
        asio::redirect_error(asio::use_awaitable, error));
    if (error) {
        co_return "quit";
    }
    std::string line = unread_.substr(0, size - 1);
    unread_.erase(0, size);
    co_return line;
}

asio::awaitable<void> Bridge::run() {
    for (;;) {
        const std::string line = co_await next_line();
        if (line == "quit") {
            break;
        }
        if (line.starts_with("move")) {
            co_await answer();
        } else if (line == "prepare") {
            warn_before(deadline_of_move());
            co_await await_client(); // so a slow start takes no time from the first move
            warning_.cancel();
        } else if (line == "end") {
            co_await notify_end();
        }
        if (line.starts_with("move") || line == "prepare") {
            std::cout << "done" << std::endl; // with endl, because the referee waits for it
        }
    }
    co_await dismiss();
}

/// Without an answer result.dat stays empty: the referee counts a fault and shows these lines.
void Bridge::complain(const std::string& what, std::string_view hint) const {
    std::cerr << "the client " << what
              << (client_.has_ended() ? " (" + client_.how_it_ended() + ")\n" : "\n");
    if (!hint.empty()) {
        std::cerr << "hint: " << hint << '\n';
    }
}

/// Says shortly before the deadline what the client has not done, unless warning_ is cancelled.
void Bridge::warn_before(std::optional<UtcTime> deadline) {
    if (!deadline) {
        return;
    }
    const auto left = *deadline - std::chrono::system_clock::now();
    warning_.expires_after(std::max(left - for_last_words, left / 2));
    warning_.async_wait([this](error_code cancelled) {
        if (cancelled) {
            return;
        }
        if (server_.has_client_come()) {
            complain(
                "has not answered in time", R"(it answers each state with {"action": "…"}, )"
                                            "before the state's deadline");
        } else {
            complain("has not connected", to_connect);
        }
    });
}

asio::awaitable<void> Bridge::await_client() {
    while (!server_.has_client_come() && !client_.has_ended()) {
        co_await server_.change();
    }
}

asio::awaitable<void> Bridge::answer() {
    // The referee's clock is running already, so a client that connects later has only the rest.
    const std::optional<UtcTime> deadline = deadline_of_move();
    warn_before(deadline);
    co_await await_client();
    co_await server_.forget_answers();
    co_await server_.send(question(deadline.value_or(std::chrono::system_clock::now() + no_limit)));
    std::optional<std::string> said;
    while (!(said = server_.take_answer()) && server_.client() == Server::Client::plays) {
        co_await server_.change();
    }
    warning_.cancel();
    if (said) {
        write_result(*said);
    } else if (server_.has_client_come()) {
        complain(
            "has left while it was in the game",
            client_.has_ended() ? "" : "it stays connected until it is out");
    } else {
        complain("has ended without connecting", "");
    }
}

asio::awaitable<void> Bridge::notify_end() {
    co_await server_.forget_answers();
    co_await server_.send(farewell());
}

/// Closes the connection and waits a moment for the client to exit by itself; the referee kills
/// whatever is left then.
asio::awaitable<void> Bridge::dismiss() {
    patience_.expires_after(patience);
    patience_.async_wait([this](error_code) {
        is_late_ = true;
        server_.notify();
    });
    asio::co_spawn(lines_.get_executor(), server_.close(), asio::detached);
    while (!client_.has_ended() && !is_late_) {
        co_await server_.change();
    }
}

} // namespace referee::spe_ed::websocket
