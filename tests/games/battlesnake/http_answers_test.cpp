// What HTTP servers answer, and what the bridge makes of it: the rows of the table in
// ai-samples/battlesnake/README.md, "What a server may answer", each tried with a server that
// answers so.

#include "support/catch.hpp"
#include "support/net/http_bridge.hpp"
#include "support/net/raw_server.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>

using nlohmann::json;
using namespace tests;

namespace {

const std::string move = R"({"move": "up"})";

struct Server {
    RawServer::Behaviour answer; ///< to everything
    std::string url = "http://127.0.0.1:{}";
    bool is_ipv6 = false;
    std::string limit = "60s";
    std::string fault = "no-result"; ///< if it isn't understood: neither late nor dead
};

/// For what isn't asked of in a row.
RawAnswer ordinary(const RawRequest& request) {
    return {{http_answer(request.target.ends_with("/move") ? move : "{}")}};
}

/// Only /move is answered otherwise.
Server to_move(const std::vector<std::string>& pieces, bool closes = false) {
    return {[=](const RawRequest& request) {
        return request.target.ends_with("/move") ? RawAnswer{pieces, closes} : ordinary(request);
    }};
}

Server to_move_for_300_ms(const std::vector<std::string>& pieces) {
    Server server = to_move(pieces);
    server.limit = "300ms";
    return server;
}

/// Everything is answered with this head and the usual body.
Server to_all(const std::string& head, bool closes = false) {
    return {[=](const RawRequest& request) {
        return RawAnswer{{head + (request.target.ends_with("/move") ? move : "{}")}, closes};
    }};
}

/// A framework whose addresses end with a slash.
Server sent_on(const std::string& status, const std::string& location) {
    return {[=](const RawRequest& request) {
        if (request.target.ends_with("/")) {
            const bool is_move = request.target.ends_with("/move/") && request.method == "POST" &&
                                 json::accept(request.body);
            return RawAnswer{{http_answer(is_move ? move : "{}")}};
        }
        return RawAnswer{{http_answer(
            "", status,
            "Location: " + fmt::format(fmt::runtime(location), request.target) + "\r\n")}};
    }};
}

/// A bridge that doesn't begin.
Server at_url(const std::string& url) {
    Server server{ordinary, url};
    server.fault = "exit";
    return server;
}

Server at_path(const std::string& url) {
    return {
        [](const RawRequest& request) {
            return request.target.starts_with("/snakes/anna")
                       ? ordinary(request)
                       : RawAnswer{{http_answer("", "404 Not Found")}};
        },
        url};
}

std::string chunked(const std::string& body) {
    return fmt::format(
        "HTTP/1.1 200 OK\r\ntransfer-ENCODING: Chunked\r\n\r\n1;name=value\r\n{}\r\n{:X}\r\n{}\r\n0\r\n"
        "Trailer: yes\r\n\r\n",
        body.substr(0, 1), body.size() - 1, body.substr(1));
}

std::map<std::string, Server> ways_to_talk() {
    std::vector<std::string> bytes;
    for (const char byte : http_answer(move)) {
        bytes.emplace_back(1, byte);
    }
    return {
        {"HTTP/1.0", to_all("HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n", true)},
        {"HTTP/1.0 with `Connection: keep-alive`",
         to_move(
             {"HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 14\r\n\r\n" + move})},
        {"`Connection: close`", to_all("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n", true)},
        {"no length, and the connection closed after the body",
         to_all("HTTP/1.1 200 OK\r\n\r\n", true)},
        {"the connection closed without notice after each answer", {[](const RawRequest& request) {
             RawAnswer answer = ordinary(request);
             answer.closes = true;
             return answer;
         }}},
        {"chunks, with extensions and trailers", to_move({chunked(move)})},
        {"one byte at a time", to_move(bytes)},
        {"`100 Continue` or `103 Early Hints` first",
         to_move(
             {"HTTP/1.1 100 Continue\r\n\r\n",
              "HTTP/1.1 103 Early Hints\r\nLink: </style.css>\r\n\r\n", http_answer(move)})},
        {"names of header lines in any case, no reason after the status",
         to_move(
             {"HTTP/1.1 200 \r\nCONTENT-length:14\r\ncontent-TYPE:Application/JSON\r\n\r\n" +
              move})},
        {"bytes after the answer", to_move({http_answer(move) + "HTTP/1.1 500 No\r\n\r\n"})},
        {"a connection closed in the body",
         to_move({"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n" + move}, true)},
        {"a `Content-Length` beyond the body",
         to_move_for_300_ms({"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n" + move})},
        {"a `Content-Length` within the body",
         to_move({"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n" + move})},
        {"no answer, and the connection closed", to_move({}, true)},
        {"no answer in time", to_move_for_300_ms({})},
        {"a header of more than 8 KiB",
         to_move({http_answer(move, "200 OK", "Cookie: " + std::string(9000, 'x') + "\r\n")})},
        {"a body of more than 64 KiB", to_move({http_answer(std::string(70'000, ' ') + move)})},
        {"https, HTTP/2 or something else",
         to_move({std::string("\x15\x03\x01\0\x02\x02\x28", 7)}, true)},
    };
}

std::map<std::string, Server> statuses() {
    return {
        {"status 204 to `/start` and `/end`", {[](const RawRequest& request) {
             const bool is_silent = request.target == "/start" || request.target == "/end";
             return is_silent ? RawAnswer{{"HTTP/1.1 204 No Content\r\n\r\n"}} : ordinary(request);
         }}},
        {"another status to `/`, `/start` and `/end`", {[](const RawRequest& request) {
             return request.target == "/move" ? ordinary(request)
                                              : RawAnswer{{http_answer("no", "404 Not Found")}};
         }}},
        {"status 204 to `/move`", to_move({"HTTP/1.1 204 No Content\r\n\r\n"})},
        {"status 201", to_move({http_answer(move, "201 Created")})},
        {"status 400, 403 or 421",
         to_move({http_answer("Invalid host header\nmore", "400 Bad Request")})},
        {"status 404 or 405", to_move({http_answer("Cannot POST /move", "404 Not Found")})},
        {"status 500 or above", to_move({http_answer("", "503 Service Unavailable")})},
        {"a redirect to an address with a slash at the end",
         sent_on("307 Temporary Redirect", "{}/")},
        {"status 308, with the whole URL", {[](const RawRequest& request) {
             const std::size_t at = request.head.find("\r\nhost: ") + 8;
             const std::string host = request.head.substr(at, request.head.find("\r\n", at) - at);
             return sent_on("308 Permanent Redirect", "http://" + host + "{}/").answer(request);
         }}},
        {"status 301 or 302: some clients would send a GET, the bridge sends the same POST",
         sent_on("301 Moved Permanently", "{}/")},
        {"status 303 to a POST", sent_on("303 See Other", "{}/")},
        {"a redirect to another server", sent_on("302 Found", "https://snakes.example{}/")},
        {"redirects without end", sent_on("302 Found", "{}")},
    };
}

std::map<std::string, Server> bodies() {
    const std::string utf16 = [] {
        std::string text = "\xff\xfe";
        for (const char letter : move) {
            text += letter;
            text += '\0';
        }
        return text;
    }();
    return {
        {"`Content-Type: text/plain`, or none",
         to_move({http_answer(move, "200 OK", "Content-Type: text/plain\r\n")})},
        {"a `charset` that says UTF-8, a byte order mark",
         to_move({http_answer(
             "\xef\xbb\xbf" + move, "200 OK",
             "Content-Type: application/json; charset=\"UTF-8\"\r\n")})},
        {"UTF-16, or letters of another code",
         to_move(
             {http_answer(utf16, "200 OK", "Content-Type: application/json; charset=utf-16\r\n")})},
        {"gzip, which nobody asked for",
         to_move({http_answer("\x1f\x8b\x08 and so on", "200 OK", "Content-Encoding: gzip\r\n")})},
        {"cookies", to_move({http_answer(move, "200 OK", "Set-Cookie: a=b; Path=/\r\n")})},
        {"an empty body, no JSON, or JSON without `move`", to_move({http_answer("<html>Hello")})},
    };
}

std::map<std::string, Server> addresses() {
    return {
        {"a URL with a path", at_path("http://127.0.0.1:{}/snakes/anna")},
        {"a URL with a slash at its end", at_path("http://127.0.0.1:{}/snakes/anna/")},
        {"a server on [::1], and its URL", {ordinary, "http://[::1]:{}", true}},
        {"a server on [::1], and `http://localhost:PORT`", {ordinary, "http://localhost:{}", true}},
        {"a server on 127.0.0.1, and `http://localhost:PORT`", {ordinary, "http://localhost:{}"}},
        {"a URL with https", at_url("https://127.0.0.1:{}")},
        {"a URL with a query", at_url("http://127.0.0.1:{}/?snake=anna")},
        {"a URL with a name", at_url("http://snakes.example:{}")},
    };
}

std::map<std::string, Server> all_servers() {
    std::map<std::string, Server> all = ways_to_talk();
    all.merge(statuses());
    all.merge(bodies());
    all.merge(addresses());
    return all;
}

/// The rows of the README's table: what a server does, and what happens.
std::map<std::string, std::string> rows() {
    const std::string page = read_file(source_folder() + "/ai-samples/battlesnake/README.md");
    const std::size_t at = page.find("### What a server may answer");
    REQUIRE(at != std::string::npos);
    std::map<std::string, std::string> found;
    std::size_t line = page.find("| --- | --- |\n", at);
    for (line = page.find('\n', line) + 1; page[line] == '|'; line = page.find('\n', line) + 1) {
        const std::size_t bar = page.find(" | ", line);
        const std::size_t end = page.find(" |\n", bar);
        found[page.substr(line + 2, bar - line - 2)] = page.substr(bar + 3, end - bar - 3);
    }
    return found;
}

bool has_ipv6() {
    try {
        const RawServer server(ordinary, true);
        return true;
    } catch (const std::runtime_error&) {
        return false;
    }
}

/// What an AI named bridge does in a game of its own of three turns.
struct PlayedGame {
    std::vector<json> moves;
    std::string said; ///< what it printed, of all lines
    std::vector<std::string> asked;
};

PlayedGame play(const Server& behaviour) {
    const TemporaryFolder folder;
    const RawServer server(behaviour.answer, behaviour.is_ipv6);
    const std::string ai = bridge_folder(folder, server.port());
    const std::string url = fmt::format(fmt::runtime(behaviour.url), server.port());
    write_file(
        ai + "/ai.ini", fmt::format(
                            "command = bridge {}\nnetwork = {}\nresident = yes\nprepare = yes\n"
                            "name = bridge\n",
                            url, server.port()));
    const std::string field = folder / "f.dat";
    const Output made = run(
        {referee_path(), "create", field, "--game", "battlesnake", "--players", "1", "--seed", "1",
         "--set", "max_turns=3", "--set", "lines=20"});
    INFO(made.err);
    REQUIRE(made.status == 0);
    std::filesystem::create_directory(folder / "logs");
    const std::string record = folder / "r.jsonl";
    const Output played = run(
        {referee_path(), field, "--ai", ai, "--allow-network", "bridge", "--record", record,
         "--logs", folder / "logs", "--time-limit", behaviour.limit, "--margin", "60s"});
    INFO(played.err);
    REQUIRE(played.status == 0);
    PlayedGame game;
    game.asked = server.asked();
    game.said = read_file(folder / "logs/f-game1-seat1.err");
    for (const json& line : lines_of_json(record)) {
        if (line.contains("fault") && line.value("phase", "") != "prepare") {
            game.moves.push_back(line);
        }
    }
    return game;
}

std::vector<std::string> quoted_in(const std::string& text) {
    std::vector<std::string> words;
    for (std::size_t at = 0; (at = text.find('`', at)) != std::string::npos;) {
        const std::size_t end = text.find('`', at + 1);
        words.push_back(text.substr(at + 1, end - at - 1));
        at = end + 1;
    }
    return words;
}

} // namespace

TEST_CASE(
    "what a server may answer is what its table says", "[battlesnake][http][documents][slow]") {
    const std::map<std::string, std::string> table = rows();
    const std::map<std::string, Server> servers = all_servers();
    for (const auto& [name, server] : servers) {
        INFO(name);
        CHECK(table.contains(name));
    }
    for (const auto& [name, happens] : table) {
        INFO(name << " | " << happens);
        if (!servers.contains(name)) {
            FAIL_CHECK("no server of this test does that");
            continue;
        }
        const Server& server = servers.at(name);
        if (server.is_ipv6 && !has_ipv6()) {
            leave_out("the bridge to a server on [::1]", Need::ipv6);
            continue;
        }
        const PlayedGame game = play(server);
        INFO(game.said);
        REQUIRE(!game.moves.empty());
        const bool is_understood = happens.starts_with("understood");
        for (const json& move_made : game.moves) {
            INFO(move_made);
            if (is_understood) {
                CHECK(move_made["fault"].is_null());
            } else {
                CHECK(move_made["fault"] == server.fault);
            }
        }
        const std::vector<std::string> words = quoted_in(happens);
        CHECK(is_understood == words.empty());
        for (const std::string& word : words) {
            CHECK_THAT(game.said, ContainsSubstring(word));
        }
        CHECK((is_understood || game.said.find("\nhint: ") != std::string::npos));
    }
}

TEST_CASE("the bridge remembers where it was sent on to", "[battlesnake][http]") {
    const PlayedGame game = play(sent_on("308 Permanent Redirect", "{}/"));
    REQUIRE(game.moves.size() > 1);
    CHECK(std::count(game.asked.begin(), game.asked.end(), "POST /move") == 1);
    CHECK(
        std::count(game.asked.begin(), game.asked.end(), "POST /move/") ==
        static_cast<std::ptrdiff_t>(game.moves.size()));
}
