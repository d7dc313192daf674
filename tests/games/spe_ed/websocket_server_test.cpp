// The contest's server by itself: who may connect, and for how long.

#include "support/catch.hpp"
#include "support/net/http_bridge.hpp"
#include "support/net/web_socket.hpp"

#include "spe_ed/websocket/server.hpp"

#include <iostream>
#include <sstream>
#include <thread>

using namespace tests;
namespace websocket = referee::spe_ed::websocket;

namespace {

/// A server that runs beside the test.
class RunningServer {
  public:
    explicit RunningServer(websocket::VisitorLimits limits)
        : port_(free_port()), server_(io_, {port_}, "key", limits) {
        shown_ = std::cerr.rdbuf(said_.rdbuf());
        server_.start();
        thread_ = std::thread([this] { io_.run(); });
    }
    ~RunningServer() {
        io_.stop();
        thread_.join();
        std::cerr.rdbuf(shown_);
    }
    RunningServer(const RunningServer&) = delete;
    RunningServer& operator=(const RunningServer&) = delete;

    int port() const { return port_; }

  private:
    boost::asio::io_context io_{1};
    int port_;
    websocket::Server server_;
    std::thread thread_;
    std::ostringstream said_; ///< what the server prints, out of the test's own output
    std::streambuf* shown_ = nullptr;
};

} // namespace

TEST_CASE("a visitor that asks nothing is sent away after a while", "[spe_ed][websocket]") {
    const RunningServer server({.max_visitors = 8, .first_request = std::chrono::milliseconds(1)});
    WebSocket visitor(server.port());
    CHECK(visitor.is_closed());
}

TEST_CASE("a visitor that has asked may stay and ask again", "[spe_ed][websocket]") {
    const RunningServer server({.max_visitors = 8, .first_request = std::chrono::minutes(2)});
    WebSocket visitor(server.port());
    CHECK(visitor.get("/spe_ed_time") == 200);
    CHECK(visitor.get("/elsewhere") == 404);
}

TEST_CASE("one visitor too many takes the place of the oldest", "[spe_ed][websocket]") {
    const RunningServer server({.max_visitors = 2, .first_request = std::chrono::minutes(2)});
    WebSocket first(server.port());
    WebSocket second(server.port());
    CHECK(second.get("/elsewhere") == 404); // so both have been accepted
    WebSocket third(server.port());
    CHECK(third.get("/elsewhere") == 404);
    CHECK(first.is_closed());
    CHECK(second.get("/elsewhere") == 404);
}

TEST_CASE("the client is no visitor: later ones don't take its place", "[spe_ed][websocket]") {
    const RunningServer server({.max_visitors = 2, .first_request = std::chrono::minutes(2)});
    WebSocket client(server.port());
    REQUIRE(client.upgrade("/spe_ed?key=key") == 101);
    std::vector<WebSocket> visitors;
    for (int i = 0; i < 5; ++i) {
        visitors.emplace_back(server.port());
        CHECK(visitors.back().upgrade("/spe_ed?key=key") == 429);
    }
    CHECK_FALSE(visitors.front().is_open());
    CHECK(client.is_open());
}
