// `--watch` from the outside: what the server gives to whom, how it begins, and how it ends. What a
// browser makes of it is in tests/browser/play/live.test.mjs.

#include "pages/contest_field.hpp"
#include "support/catch.hpp"
#include "support/net/http_bridge.hpp"
#include "support/net/http_client.hpp"
#include "support/processes.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"

#include <csignal>
#include <filesystem>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <sys/resource.h>
#include <sys/socket.h>
#include <vector>

using namespace tests;

namespace {

/// A match of gems in which the first AI moves only when it is let.
class GatedMatch {
  public:
    explicit GatedMatch(
        const std::vector<std::string>& options = {"--watch", "0"}, bool writes_page = false)
        : page(writes_page ? folder / "page.html" : ""),
          gate(folder, "gated", gems_ai("reference")), run(command(options), folder.path()) {}

    TemporaryFolder folder{true};
    std::string page; ///< of --html
    GatedAi gate;
    WatchedRun run;

  private:
    std::vector<std::string> command(const std::vector<std::string>& options) const {
        std::vector<std::string> words{
            contest_field(), "--ai", gate.path(),    "--ai", gems_ai("reference"),
            "--confine",     "none", "--time-limit", "none"};
        words.insert(words.end(), options.begin(), options.end());
        if (!page.empty()) {
            words.insert(words.end(), {"--html", page});
        }
        return words;
    }
};

constexpr int all_moves = 10'000;

std::string answer_to(int port, const std::string& request) {
    HttpClient client(port);
    client.send(request);
    return client.read_all();
}

std::size_t count_of(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        ++count;
    }
    return count;
}

/// `referee FIELD` with --watch as given, which must be refused with one line.
std::string refusal_of(const std::vector<std::string>& options) {
    std::vector<std::string> words{referee_path(),       contest_field(), "--ai",
                                   gems_ai("reference"), "--ai",          gems_ai("reference")};
    words.insert(words.end(), options.begin(), options.end());
    const Output output = run(words);
    CHECK(output.status == 2);
    CHECK(output.out.empty());
    CHECK(count_of(output.err, "\n") == 1);
    return output.err;
}

} // namespace

TEST_CASE("--watch serves one page, which may speak with its server only", "[end-to-end][live]") {
    const GatedMatch match;
    CHECK_THAT(match.run.err(), ContainsSubstring("watch: http://127.0.0.1:"));
    const std::string page = answer_to(match.run.port(), http_get("/"));
    CHECK(status_of(page) == 200);
    CHECK_THAT(page, ContainsSubstring("Content-Type: text/html"));
    CHECK_THAT(page, ContainsSubstring("connect-src 'self'"));
    CHECK_THAT(page, ContainsSubstring("frame-ancestors 'none'"));
    CHECK_THAT(page, ContainsSubstring("Cache-Control: no-store"));
    CHECK_THAT(page, ContainsSubstring("view/games/gems.js"));
    CHECK_THAT(page, !ContainsSubstring("view/games/cops.js"));
    CHECK(status_of(answer_to(match.run.port(), http_get("/index.html"))) == 404);
    CHECK(status_of(answer_to(match.run.port(), http_get("/../etc/passwd"))) == 404);
    CHECK(status_of(answer_to(match.run.port(), http_get("/answer"))) == 404);
}

TEST_CASE("a page file may load nothing, and has no modules for that", "[end-to-end][live]") {
    const TemporaryFolder folder;
    REQUIRE(
        run({referee_path(), contest_field(), "--ai", gems_ai("reference"), "--ai",
             gems_ai("reference"), "--html", folder / "page.html"})
            .status == 0);
    const std::string page = read_file(folder / "page.html");
    CHECK_THAT(page, !ContainsSubstring("connect-src"));
    CHECK_THAT(page, !ContainsSubstring("view/live/"));
}

TEST_CASE("requests of other sites and other methods are refused", "[end-to-end][live]") {
    const GatedMatch match;
    const int port = match.run.port();
    const std::string events = match.run.events();
    CHECK(status_of(answer_to(port, http_get("/", "", "evil.example"))) == 403);
    CHECK(status_of(answer_to(port, http_get(events, "Origin: http://evil.example\r\n"))) == 403);
    CHECK(status_of(answer_to(port, http_get(events, "Sec-Fetch-Site: cross-site\r\n"))) == 403);
    CHECK(status_of(answer_to(port, "GET / HTTP/1.1\r\n\r\n")) == 400);
    CHECK(
        status_of(answer_to(port, "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: x\r\n\r\n")) == 400);
    const std::string other = answer_to(port, "DELETE / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    CHECK(status_of(other) == 405);
    CHECK_THAT(other, ContainsSubstring("Allow: GET"));
    CHECK(status_of(answer_to(port, "nonsense\r\n\r\n")) == 400);
}

TEST_CASE("what is too large is refused, and the next request is answered", "[end-to-end][live]") {
    const GatedMatch match;
    const int port = match.run.port();
    const std::string large(100'000, 'x');
    CHECK(status_of(answer_to(port, http_get("/", "X-Large: " + large + "\r\n"))) == 431);
    CHECK(
        status_of(answer_to(
            port, "POST /answer HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\n" +
                      large)) == 413);
    CHECK(status_of(answer_to(port, http_get("/"))) == 200);
}

TEST_CASE("connections without a request don't block others", "[end-to-end][live]") {
    const GatedMatch match;
    const int port = match.run.port();
    std::vector<std::unique_ptr<HttpClient>> idle;
    for (int i = 0; i < 100; ++i) {
        idle.push_back(std::make_unique<HttpClient>(port));
    }
    // Over the limit of 64 the oldest end, so the newest is answered.
    CHECK(idle.front()->read_all().empty());
    CHECK(status_of(answer_to(port, http_get("/"))) == 200);
    idle.back()->send(http_get("/"));
    CHECK(status_of(idle.back()->read_all()) == 200);
}

TEST_CASE("a viewer gets what has been played, then each new turn", "[end-to-end][live][slow]") {
    GatedMatch match;
    match.gate.allow(2);
    HttpClient viewer(match.run.port());
    viewer.send(http_get(match.run.events()));
    const std::string& text = viewer.read_until("\"turn\":2");
    CHECK(status_of(text) == 200);
    CHECK_THAT(text, ContainsSubstring("Content-Type: text/event-stream"));
    CHECK_THAT(text, ContainsSubstring("event: game\n"));
    CHECK_THAT(text, !ContainsSubstring("\"turn\":6"));
    match.gate.allow(all_moves);
    CHECK_THAT(viewer.read_all(), ContainsSubstring("event: end\ndata: {\"interrupted\":false}"));
    CHECK(match.run.finish() == 0);
}

TEST_CASE("a viewer that stops reading gets all of it at the end", "[end-to-end][live][slow]") {
    // More than all buffers between the two hold: notes of 16 KiB for each move.
    const TemporaryFolder folder(true);
    write_script(
        folder / "talker",
        "#!/bin/sh\nhead -c 12000 /dev/urandom | base64 -w 0 > notes.dat\nexec " +
            gems_ai("reference") + "\n");
    const GatedAi gate(folder, "gated", folder / "talker");
    WatchedRun run(
        {contest_field(), "--ai", gate.path(), "--ai", folder / "talker", "--confine", "none",
         "--time-limit", "none", "--watch", "0", "--record", folder / "record.jsonl"},
        folder.path());
    HttpClient viewer(run.port(), 4096);
    viewer.send(http_get(run.events()));
    viewer.read_until("event: game");
    gate.allow(all_moves);
    // It is played to the end while the viewer reads nothing.
    REQUIRE(comes_true([&] { return run.out().find("record:") != std::string::npos; }));
    const std::string& text = viewer.read_all();
    CHECK_THAT(text, ContainsSubstring("event: end\ndata: {\"interrupted\":false}"));
    CHECK(count_of(text, "event: game\n") == 2);
    CHECK(count_of(text, "event: end\n") == 1);
    CHECK(run.finish() == 0);
    CHECK(text.size() > 500'000);
}

TEST_CASE("without a viewer the referee exits by itself", "[end-to-end][live]") {
    const Output output = run(
        {referee_path(), contest_field(), "--ai", gems_ai("reference"), "--ai",
         gems_ai("reference"), "--watch", "0", "--json"});
    CHECK(output.status == 0);
    CHECK(nlohmann::json::parse(output.out).is_object());
}

TEST_CASE(
    "the default port is replaced by the next free one, a named port is not",
    "[end-to-end][live]") {
    const GatedMatch first({"--watch"});
    const GatedMatch second({"--watch"});
    CHECK(first.run.port() >= 8009);
    CHECK(second.run.port() >= 8009);
    CHECK(second.run.port() != first.run.port());
    CHECK_THAT(
        refusal_of({"--watch", std::to_string(first.run.port())}),
        ContainsSubstring("is taken; name another"));
    CHECK_THAT(
        refusal_of({"--watch=127.0.0.1:" + std::to_string(first.run.port())}),
        ContainsSubstring("is taken; name another"));
}

TEST_CASE("bad values of --watch are refused with one line", "[end-to-end][live]") {
    for (const std::string value :
         {"=x", "=65536", "=-1", "=8009x", "=127.0.0.1", "=127.0.0.1:", "=:8009", "=[::1:8009",
          "=::1:8009", "=127.0.0.1:8009:1", "=[127.0.0.1]:8009"}) {
        CAPTURE(value);
        CHECK_THAT(refusal_of({"--watch" + value}), ContainsSubstring("--watch"));
    }
    CHECK_THAT(refusal_of({"--watch", "99999"}), ContainsSubstring("write a port"));
    CHECK_THAT(refusal_of({"--watch=203.0.113.7:0"}), ContainsSubstring("can't listen on"));
    CHECK_THAT(refusal_of({"--watch=1.2.3:0"}), ContainsSubstring("not a numeric address"));
    CHECK_THAT(refusal_of({"--watch", "word"}), ContainsSubstring("unexpected argument 'word'"));
}

TEST_CASE(
    "an address other than loopback must be asked for, and is warned about", "[end-to-end][live]") {
    const GatedMatch match({"--watch", "0.0.0.0:0"});
    CHECK_THAT(
        match.run.err(),
        ContainsSubstring(
            "note: --watch 0.0.0.0: anyone who can reach this address can see the games"));
    CHECK(status_of(answer_to(match.run.port(), http_get("/", "", "0.0.0.0"))) == 200);
    const GatedMatch local;
    CHECK_THAT(local.run.err(), !ContainsSubstring("note: --watch"));
}

TEST_CASE("without descriptors the server waits and then continues", "[end-to-end][live][slow]") {
    if (is_skipped_with_sanitizers("no descriptors: a sanitizer needs some for its checks")) {
        return;
    }
    const GatedMatch match;
    // From here on the referee waits for the AI, and opens nothing for it.
    REQUIRE(comes_true([&] { return !processes_with("/bin/sh " + match.gate.path()).empty(); }));
    const auto held = [&] {
        const std::filesystem::path files = "/proc/" + std::to_string(match.run.pid()) + "/fd";
        return std::distance(
            std::filesystem::directory_iterator(files), std::filesystem::directory_iterator());
    };
    rlimit before{};
    REQUIRE(::prlimit(match.run.pid(), RLIMIT_NOFILE, nullptr, &before) == 0);
    const rlimit few{static_cast<rlim_t>(held()) + 4, before.rlim_max};
    REQUIRE(::prlimit(match.run.pid(), RLIMIT_NOFILE, &few, nullptr) == 0);
    std::vector<std::unique_ptr<HttpClient>> waiting;
    for (int i = 0; i < 20; ++i) {
        waiting.push_back(std::make_unique<HttpClient>(match.run.port()));
    }
    INFO(match.run.err());
    CHECK(comes_true([&] { return held() >= static_cast<long>(few.rlim_cur); }));
    waiting.clear();
    CHECK(status_of(answer_to(match.run.port(), http_get("/"))) == 200);
}

TEST_CASE("a signal ends a watched match at once, and the page is told", "[end-to-end][live]") {
    GatedMatch match({"--watch", "0"}, true);
    match.gate.allow(2);
    HttpClient viewer(match.run.port());
    viewer.send(http_get(match.run.events()));
    viewer.read_until("\"turn\":2");
    ::kill(match.run.pid(), SIGINT);
    CHECK_THAT(viewer.read_all(), ContainsSubstring("event: end\ndata: {\"interrupted\":true}"));
    CHECK(match.run.finish() == 130);
    // What was played has become a page.
    CHECK_THAT(read_file(match.page), ContainsSubstring("id=\"game-1\""));
    CHECK_THAT(match.run.err(), ContainsSubstring("the games up to the interruption"));
}

TEST_CASE("a page of an interrupted match that can't be written is told", "[end-to-end][live]") {
    GatedMatch match({"--watch", "0"}, true);
    match.gate.allow(2);
    HttpClient viewer(match.run.port());
    viewer.send(http_get(match.run.events()));
    viewer.read_until("\"turn\":2");
    // A folder has taken its place since the match began.
    std::filesystem::remove(match.page);
    std::filesystem::create_directory(match.page);
    write_file(match.page + "/file", "");
    ::kill(match.run.pid(), SIGINT);
    viewer.read_all();
    CHECK(match.run.finish() == 130);
    CHECK_THAT(match.run.err(), ContainsSubstring("page: " + match.page + ": it isn't written: "));
}

TEST_CASE("a signal ends the wait for a page that has not read the end", "[end-to-end][live]") {
    GatedMatch match;
    HttpClient viewer(match.run.port());
    viewer.send(http_get(match.run.events()));
    viewer.read_until("event: game");
    match.gate.allow(all_moves);
    REQUIRE(comes_true([&] { return match.run.out().find("points") != std::string::npos; }));
    viewer.read_until("event: end"); // and does not close
    ::kill(match.run.pid(), SIGINT);
    CHECK(match.run.finish() == 128 + SIGINT);
}

TEST_CASE("confined AIs can't reach the page", "[end-to-end][live]") {
    const TemporaryFolder folder;
    const int port = free_port();
    write_script(
        folder / "curious",
        "#!/bin/bash\nif (exec 3<>/dev/tcp/127.0.0.1/" + std::to_string(port) +
            "); then echo reached > notes.dat; else echo refused > notes.dat; fi\necho 1 0 1 1 > "
            "result.dat\n");
    const auto notes_in = [&](const std::string& mode) {
        const Output output = run(
            {referee_path(), contest_field(), "--ai", folder / "curious", "--ai",
             gems_ai("reference"), "--confine", mode, "--watch", std::to_string(port), "--record",
             folder / mode});
        CAPTURE(output.err);
        CHECK(output.status == 0);
        return read_file(folder / mode);
    };
    CHECK_THAT(notes_in("none"), ContainsSubstring("\"notes\":\"reached"));
    const std::string confined = notes_in("default");
    CHECK_THAT(confined, !ContainsSubstring("\"notes\":\"reached"));
    CHECK_THAT(confined, ContainsSubstring("\"notes\":\"refused"));
}

TEST_CASE("a port that an AI may use is not the page's", "[end-to-end][live]") {
    const TemporaryFolder folder;
    const int port = free_port();
    std::filesystem::create_directory(folder / "caller");
    write_script(folder / "caller/run", "#!/bin/sh\necho 1 0 1 1 > result.dat\n");
    write_file(
        folder / "caller/ai.ini",
        "command = run\nname = caller\nnetwork = " + std::to_string(port) + "\n");
    CHECK_THAT(
        run({referee_path(), contest_field(), "--ai", folder / "caller", "--ai",
             gems_ai("reference"), "--allow-network", "caller", "--watch", std::to_string(port)})
            .err,
        ContainsSubstring("an AI may use port"));
}

TEST_CASE("a tournament serves its games and how far it is", "[end-to-end][live][slow]") {
    const TemporaryFolder folder(true);
    const GatedAi gate(folder, "gated", gems_ai("reference"));
    WatchedRun run(
        {"tournament", "--fields", contest_field(), "--ai", gate.path(), "--ai",
         "other=" + gems_ai("reference"), "--confine", "none", "--time-limit", "none", "--jobs",
         "1", "--db", folder / "t.sqlite", "--watch", "0"},
        folder.path());
    gate.allow(3);
    HttpClient viewer(run.port());
    viewer.send(http_get(run.events()));
    const std::string text = viewer.read_until("\"turn\":4");
    CHECK_THAT(text, ContainsSubstring("\"names\":[\"gated\",\"other\"]"));
    CHECK_THAT(text, ContainsSubstring("\"name\":\"tournament\",\"value\":{\"played\":0"));
    gate.allow(all_moves);
    const std::string end = viewer.read_all();
    CHECK_THAT(end, ContainsSubstring("\"played\":2,\"planned\":2"));
    CHECK_THAT(end, ContainsSubstring("event: end\ndata: {\"interrupted\":false}"));
    CHECK(run.finish() == 0);
}
