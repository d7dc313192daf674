// The bridge for contest clients by itself: the test is its referee and its client, and so decides
// what happens when.

#include "support/catch.hpp"
#include "support/net/http_bridge.hpp"
#include "support/net/line_process.hpp"
#include "support/net/web_socket.hpp"
#include "support/run.hpp"

#include <chrono>
#include <ctime>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <sstream>

using nlohmann::json;
using namespace tests;

namespace {

constexpr int max_looks = 12'000; ///< of 10 ms each

/// The seconds of a deadline ("2021-01-17T09:30:05Z") since 1970.
std::time_t seconds_of(const std::string& utc) {
    std::tm time{};
    REQUIRE(::strptime(utc.c_str(), "%Y-%m-%dT%H:%M:%SZ", &time) != nullptr);
    return ::timegm(&time);
}

/// A bridge in its work folder. Its client command only reports where to connect to; the test
/// itself is the client.
class Bridge {
  public:
    explicit Bridge(const std::vector<std::string>& wrapper = {}) {
        write_file(folder_ / "ai.ini", "network = " + std::to_string(free_port()) + "\n");
        write_board(3);
        write_file(folder_ / "player.dat", "1 0 0 right 1 1\n");
        write_file(folder_ / "opponent.dat", "2 2 2 left 1 1\n");
        write_file(folder_ / "result.dat", "");
        write_match(60'000);
        std::vector<std::string> command = wrapper;
        command.insert(
            command.end(), {built("ai") + "/spe_ed/websocket/websocket", "sh", "-c",
                            "echo $URL $KEY > new && mv new connect-to && exec sleep 600"});
        process_.emplace(
            command, folder_.path(), std::vector<std::string>{"REFEREE_AI_DIR=" + folder_.path()});
        for (int i = 0; i < max_looks && !std::filesystem::exists(folder_ / "connect-to"); ++i) {
            ::poll(nullptr, 0, 10);
        }
        INFO(read_file(folder_ / "errors"));
        REQUIRE(std::filesystem::exists(folder_ / "connect-to"));
        std::istringstream words(read_file(folder_ / "connect-to"));
        std::string url;
        words >> url >> key_;
        port_ = std::stoi(url.substr(url.rfind(':') + 1));
    }

    LineProcess& referee_side() { return *process_; }
    int port() const { return port_; }
    std::string target() const { return "/spe_ed?key=" + key_; }

    void write_board(int size) const {
        std::string text = fmt::format("{0} {0}\n", size);
        for (int y = 0; y < size; ++y) {
            for (int x = 0; x < size; ++x) {
                text += x == 0 && y == 0 ? "1 " : x == 2 && y == 2 ? "2 " : "0 ";
            }
            text.back() = '\n';
        }
        write_file(folder_ / "gamefield.dat", text);
    }
    void write_match(int limit_ms) const {
        write_file(
            folder_ / "match.dat", "game spe_ed\nplayers 2\nseat 1\nround 1\nmax_rounds 9\n"
                                   "time_limit_ms " +
                                       std::to_string(limit_ms) + "\n");
    }
    /// Waits until standard error contains this text `times` times.
    void await_error(const std::string& text, int times) const {
        const auto count = [&] {
            int found = 0;
            const std::string errors = read_file(folder_ / "errors");
            for (std::size_t at = 0; (at = errors.find(text, at)) != std::string::npos; ++at) {
                ++found;
            }
            return found;
        };
        for (int i = 0; i < max_looks && count() < times; ++i) {
            ::poll(nullptr, 0, 10);
        }
        CHECK(count() == times);
    }
    std::string result() const { return read_file(folder_ / "result.dat"); }

  private:
    TemporaryFolder folder_;
    std::optional<LineProcess> process_;
    int port_ = 0;
    std::string key_;
};

/// The client connects and plays a move: nothing that was done to the bridge prevents it.
void check_plays(Bridge& bridge) {
    bridge.referee_side().say("prepare");
    WebSocket client(bridge.port());
    REQUIRE(client.upgrade(bridge.target()) == 101);
    CHECK(bridge.referee_side().next_line() == "done");
    bridge.referee_side().say("move 0");
    CHECK(json::parse(client.receive())["running"] == true);
    client.send(R"({"action": "turn_right"})");
    CHECK(bridge.referee_side().next_line() == "done");
    CHECK(bridge.result() == "turn_right\n");
}

} // namespace

TEST_CASE("the bridge is prepared when its client has come, not before", "[spe_ed][websocket]") {
    Bridge bridge;
    bridge.referee_side().say("prepare");
    CHECK(bridge.referee_side().is_silent());
    WebSocket client(bridge.port());
    CHECK(bridge.referee_side().is_silent());
    REQUIRE(client.upgrade(bridge.target()) == 101);
    CHECK(bridge.referee_side().next_line() == "done");

    // However long the start took, the first move has its full time.
    const std::time_t before = std::time(nullptr);
    bridge.referee_side().say("move 0");
    const json state = json::parse(client.receive());
    CHECK(seconds_of(state["deadline"]) >= before + 60);
}

TEST_CASE(
    "without a time limit a client that comes late is told a deadline from then",
    "[spe_ed][websocket][slow]") {
    Bridge bridge;
    bridge.write_match(0);
    const std::time_t asked = std::time(nullptr);
    bridge.referee_side().say("move 0");
    while (std::time(nullptr) < asked + 2) {
        ::poll(nullptr, 0, 10);
    }
    const std::time_t come = std::time(nullptr);
    WebSocket client(bridge.port());
    REQUIRE(client.upgrade(bridge.target()) == 101);
    CHECK(seconds_of(json::parse(client.receive())["deadline"]) >= come + 15);
}

TEST_CASE("a bridge whose client ends without coming is prepared, too", "[spe_ed][websocket]") {
    const TemporaryFolder folder;
    write_file(folder / "ai.ini", "network = " + std::to_string(free_port()) + "\n");
    LineProcess bridge(
        {built("ai") + "/spe_ed/websocket/websocket", "false"}, folder.path(),
        {"REFEREE_AI_DIR=" + folder.path()});
    bridge.say("prepare");
    CHECK(bridge.next_line() == "done");
    CHECK(bridge.finish() == 0);
}

TEST_CASE("what a client says besides its answer is dropped", "[spe_ed][websocket]") {
    Bridge bridge;
    WebSocket client(bridge.port());
    REQUIRE(client.upgrade(bridge.target()) == 101);
    client.send(R"({"action": "slow_down"})"); // before a question
    bridge.await_error("a message that was not asked for is dropped", 1);
    bridge.referee_side().say("move 0");
    client.receive();
    client.send(R"({"action": "turn_right"})");
    client.send(R"({"action": "slow_down"})"); // a second answer
    CHECK(bridge.referee_side().next_line() == "done");
    CHECK(bridge.result() == "turn_right\n");
    bridge.await_error("a message that was not asked for is dropped", 2);
    bridge.referee_side().say("move 1");
    client.receive();
    client.send(R"({"action": "speed_up"})");
    CHECK(bridge.referee_side().next_line() == "done");
    CHECK(bridge.result() == "speed_up\n");
}

TEST_CASE("connections that come and go don't keep the client out", "[spe_ed][websocket]") {
    // With a low limit on descriptors, so that accepting fails sometimes.
    Bridge bridge({"sh", "-c", "ulimit -n 24; exec \"$@\"", "sh"});
    for (int i = 0; i < 300; ++i) {
        const WebSocket visitor(bridge.port());
    }
    check_plays(bridge);
}

TEST_CASE(
    "connections that stay and ask nothing don't keep the client out", "[spe_ed][websocket]") {
    Bridge bridge({"sh", "-c", "ulimit -n 256; exec \"$@\"", "sh"});
    std::vector<WebSocket> visitors;
    for (int i = 0; i < 300; ++i) {
        visitors.emplace_back(bridge.port());
    }
    check_plays(bridge);
    CHECK(visitors.front().is_closed());
}

TEST_CASE("many who ask without the key don't keep the client out", "[spe_ed][websocket]") {
    Bridge bridge;
    std::vector<WebSocket> visitors;
    for (int i = 0; i < 100; ++i) {
        visitors.emplace_back(bridge.port());
        CHECK(visitors.back().upgrade("/spe_ed?key=another") == 403);
    }
    check_plays(bridge);
}

TEST_CASE("the state of the largest board arrives in one frame", "[spe_ed][websocket]") {
    Bridge bridge;
    bridge.write_board(80);
    WebSocket client(bridge.port());
    REQUIRE(client.upgrade(bridge.target()) == 101);
    bridge.referee_side().say("move 0");
    const std::string state = client.receive(); // throws if there are several
    CHECK(state.size() > 80 * 80 * 2);
    CHECK(json::parse(state)["cells"].size() == 80);
}

TEST_CASE("the bridge says what its client has not done in time", "[spe_ed][websocket]") {
    Bridge bridge;
    bridge.write_match(100);
    bridge.referee_side().say("prepare");
    bridge.await_error("the client has not connected\nhint: the client connects to URL?key=KEY", 1);
    WebSocket client(bridge.port());
    REQUIRE(client.upgrade(bridge.target()) == 101);
    CHECK(bridge.referee_side().next_line() == "done");
    bridge.referee_side().say("move 0");
    client.receive();
    bridge.await_error("the client has not answered in time\nhint: it answers each state", 1);
    client.send(R"({"action": "turn_right"})"); // the margin of the referee's clock
    CHECK(bridge.referee_side().next_line() == "done");
    CHECK(bridge.result() == "turn_right\n");
    bridge.write_match(600'000);
    bridge.referee_side().say("move 1");
    client.receive();
    client.send(R"({"action": "slow_down"})");
    CHECK(bridge.referee_side().next_line() == "done");
    bridge.await_error("the client has not answered in time", 1); // no second one
}

TEST_CASE("the bridge says why it refuses a connection, three times", "[spe_ed][websocket]") {
    Bridge bridge;
    WebSocket plain(bridge.port());
    CHECK(plain.get(bridge.target()) == 426);
    bridge.await_error(
        "refused a connection: it is not a WebSocket request\nhint: the client connects", 1);
    CHECK(WebSocket(bridge.port()).upgrade("/?key=1") == 404);
    bridge.await_error("refused a connection: its path is not the one in URL\n", 1);
    for (int i = 0; i < 5; ++i) {
        CHECK(WebSocket(bridge.port()).upgrade("/spe_ed?key=another") == 403);
    }
    bridge.await_error("refused a connection: it doesn't have the key of this game\n", 1);
}
