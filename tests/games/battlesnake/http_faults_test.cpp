// The bridge to HTTP servers that are not there, or not what they should be.

#include "support/catch.hpp"
#include "support/net/http_bridge.hpp"
#include "support/run.hpp"

#include <nlohmann/json.hpp>

using nlohmann::json;
using namespace tests;

namespace {

/// A server with one way to misbehave when it is asked for a move.
std::string bad_server(const std::string& when_asked) {
    return "import sys, time\n"
           "from http.server import *\n"
           "class Handler(BaseHTTPRequestHandler):\n"
           "    def reply(self, text, status=200):\n"
           "        self.send_response(status)\n"
           "        self.send_header('Content-Length', str(len(text)))\n"
           "        self.end_headers()\n"
           "        self.wfile.write(text)\n"
           "    def do_GET(self):\n"
           "        self.reply(b'[]')\n"
           "    def do_POST(self):\n"
           "        self.rfile.read(int(self.headers['Content-Length']))\n"
           "        if self.path != '/move':\n"
           "            return self.reply(b'')\n"
           "        " +
           when_asked +
           "\n"
           "server = ThreadingHTTPServer(('127.0.0.1', 0), Handler)\n"
           "open(sys.argv[2], 'w').write(f'{server.server_port}\\n')\n"
           "server.serve_forever()\n";
}

} // namespace

TEST_CASE("a bridge without a server gives no answer, at once", "[battlesnake][http]") {
    const TemporaryFolder folder;
    play_bridge(folder, bridge_folder(folder, free_port()), {"--time-limit", "60s"});
    const std::vector<json> moves = moves_of_bridge(folder);
    REQUIRE(moves.size() > 3); // it goes straight on to the wall
    for (const json& move : moves) {
        CHECK(move["fault"] == "no-result");
        CHECK(move["wall_ms"].get<double>() < 30'000); // it doesn't wait until its time is up
    }
    CHECK_THAT(
        said_by_bridge(folder),
        ContainsSubstring("/start: Connection refused\nhint: start the server before the match, or "
                          "name its address in ai.ini"));
}

TEST_CASE("a bridge that may not use its port says what to change", "[battlesnake][http]") {
    const TemporaryFolder folder;
    const int port = free_port();
    const bool starts_server = GENERATE(false, true);
    const std::string ai = bridge_folder(folder, port, starts_server ? " -- sleep 600" : "");
    const std::string settings = read_file(ai + "/ai.ini");
    const std::string line = "network = " + std::to_string(port);
    REQUIRE(settings.find(line) != std::string::npos);
    const std::string other = "network = " + std::to_string(port == 1024 ? 1025 : 1024);
    write_file(
        ai + "/ai.ini", std::string(settings).replace(settings.find(line), line.size(), other));
    play_bridge(folder, ai, {"--time-limit", "60s", "--prepare-limit", "600s", "--seats", "fixed"});
    CHECK_THAT(
        said_by_bridge(folder), ContainsSubstring(
                                    "Permission denied\nhint: port " + std::to_string(port) +
                                    " isn't allowed: add it to 'network' in ai.ini"));
}

TEST_CASE("a bridge refuses a seat whose port would be too high", "[battlesnake][http]") {
    const auto bridge_at = [](const std::string& seat) {
        return run(
            {battlesnake_ai("http/bridge"), "http://127.0.0.1:65535", "--", "/bin/true", "{port}"},
            "", {"REFEREE_SEAT=" + seat});
    };
    CHECK(bridge_at("1").status == 0);
    const Output output = bridge_at("2");
    CHECK(output.status == 1);
    CHECK(
        output.err == "seat 2 would need port 65536, but the highest is 65535\n"
                      "hint: in ai.ini, write a lower port into 'command' and 'network'\n");
}

TEST_CASE("the bridge answers in time whatever a server does", "[battlesnake][http][slow]") {
    if (lacks_python()) {
        return;
    }
    const std::vector<std::pair<std::string, std::string>> cases{
        {"time.sleep(600)", "timeout"},
        {"self.wfile.write(b'HTTP/1.1 200 OK\\r\\nContent-Length: 9\\r\\n\\r\\n{'); "
         "time.sleep(600)",
         "timeout"},
        {"self.reply(b'no', 500)", "status 500"},
        {"self.connection.close()", "end of stream"},
        {"self.wfile.write(b'who is there?\\n' * 9)", "bad"},
        {"self.reply(b'x' * 1000000)", "body limit exceeded"},
        {"self.reply(b'{')", "no \"move\""},
        {"self.reply(b'[' * 60000)", "no \"move\""},
        {"self.reply(b'{\"move\": 1}')", "no \"move\""},
    };
    for (const auto& [behaviour, reason] : cases) {
        INFO(behaviour);
        const TemporaryFolder folder;
        write_file(folder / "server.py", bad_server(behaviour));
        const PythonServer server(folder, folder / "server.py");
        // The margin is for a busy machine: only the bridge itself ends a move before it.
        const std::string limit = reason == "timeout" ? "300ms" : "60s";
        play_bridge(
            folder, bridge_folder(folder, server.port()),
            {"--time-limit", limit, "--margin", "60s", "--seats", "fixed"});
        const std::vector<json> moves = moves_of_bridge(folder);
        REQUIRE(moves.size() > 1);
        for (const json& move : moves) {
            CHECK(move["fault"] == "no-result"); // neither late nor dead
            CHECK(move["wall_ms"].get<double>() < 30'000);
        }
        CHECK_THAT(said_by_bridge(folder), ContainsSubstring(reason));
    }
    const TemporaryFolder folder;
    write_file(folder / "server.py", bad_server("self.reply(b'{\"move\": \"north\"}')"));
    const PythonServer server(folder, folder / "server.py");
    play_bridge(
        folder, bridge_folder(folder, server.port()), {"--time-limit", "60s", "--seats", "fixed"});
    CHECK(moves_of_bridge(folder).at(0)["fault"] == "bad-result");
    CHECK_THAT(
        moves_of_bridge(folder).at(0)["reason"].get<std::string>(), ContainsSubstring("'north'"));
}
