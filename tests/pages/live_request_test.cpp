// Whom the server of --watch answers.

#include "pages/live/requests.hpp"

#include "support/catch.hpp"

using namespace referee;

namespace {

constexpr const char* events = "/events/0123";

/// What the page's own browser sends.
LiveRequest get(std::string_view target) {
    LiveRequest request;
    request.method = "GET";
    request.target = target;
    request.host = "127.0.0.1:8009";
    return request;
}

LiveRequest post() {
    LiveRequest request = get("/answer");
    request.method = "POST";
    request.origin = "http://127.0.0.1:8009";
    request.fetch_site = "same-origin";
    request.content_type = "application/json";
    return request;
}

LiveDecision decided(const LiveRequest& request) {
    return decide(request, events, true);
}

} // namespace

TEST_CASE("the page and its events are served, and nothing else", "[live]") {
    CHECK(decided(get("/")).route == LiveRoute::page);
    CHECK(decided(get(events)).route == LiveRoute::events);
    for (const char* const target :
         {"/events/", "/events/0124", "/events", "//", "/../etc/passwd", "/?x", "/index.html", "",
          "*", "http://127.0.0.1/"}) {
        CAPTURE(target);
        CHECK(decided(get(target)).status == 404);
    }
}

TEST_CASE("other methods are refused with the one that is possible", "[live]") {
    for (const char* const method :
         {"POST", "HEAD", "PUT", "DELETE", "OPTIONS", "CONNECT", "get"}) {
        LiveRequest request = get("/");
        request.method = method;
        CHECK(decided(request).status == 405);
        CHECK(decided(request).allow == "GET");
    }
    LiveRequest answer = post();
    answer.method = "GET";
    CHECK(decided(answer).status == 405);
    CHECK(decided(answer).allow == "POST");
}

TEST_CASE("a host must be numeric or localhost: names may be rebound", "[live]") {
    for (const char* const host :
         {"127.0.0.1", "127.0.0.1:8009", "localhost", "LocalHost:1", "[::1]", "[::1]:8009",
          "192.168.1.7:8009"}) {
        CAPTURE(host);
        CHECK(is_own_host(host));
    }
    for (const char* const host :
         {"evil.example", "evil.example:8009", "127.0.0.1.evil.example", "localhost.evil.example",
          "[::1].evil.example", "[evil]", "[::1", "127.0.0.1:", "127.0.0.1:80x", "127.0.0.1:800900",
          "127.1", "", ":8009", "localhost:8009@evil.example"}) {
        CAPTURE(host);
        CHECK_FALSE(is_own_host(host));
        LiveRequest request = get("/");
        request.host = host;
        CHECK(decided(request).route == LiveRoute::refused);
    }
}

TEST_CASE("a request without a host, or with two, is refused", "[live]") {
    LiveRequest request = get("/");
    request.hosts = 2;
    CHECK(decided(request).status == 400);
    request.hosts = 0;
    request.host = "";
    CHECK(decided(request).status == 400);
}

TEST_CASE("pages of other origins get nothing", "[live]") {
    for (const char* const origin :
         {"http://evil.example", "null", "https://127.0.0.1:8009", "http://127.0.0.1:8010",
          "http://127.0.0.1", "file://"}) {
        CAPTURE(origin);
        for (const char* const target : {"/", events}) {
            LiveRequest request = get(target);
            request.origin = origin;
            CHECK(decided(request).status == 403);
        }
    }
    LiveRequest own = get(events);
    own.origin = "http://127.0.0.1:8009";
    CHECK(decided(own).route == LiveRoute::events);
}

TEST_CASE("another site may link to the page, but not embed or read it", "[live]") {
    for (const char* const site : {"cross-site", "same-site"}) {
        LiveRequest page = get("/");
        page.fetch_site = site;
        page.fetch_mode = "navigate";
        CHECK(decided(page).route == LiveRoute::page);
        page.fetch_mode = "no-cors";
        CHECK(decided(page).status == 403);
        LiveRequest stream = get(events);
        stream.fetch_site = site;
        stream.fetch_mode = "navigate";
        CHECK(decided(stream).status == 403);
    }
    LiveRequest typed = get("/");
    typed.fetch_site = "none";
    CHECK(decided(typed).route == LiveRoute::page);
}

TEST_CASE("only the page itself may post, and only JSON", "[live]") {
    CHECK(decided(post()).route == LiveRoute::answer);
    CHECK(decide(post(), events, false).status == 404);
    LiveRequest request = post();
    request.origin = "";
    CHECK(decided(request).status == 403);
    request = post();
    request.origin = "http://localhost:8009";
    CHECK(decided(request).status == 403);
    request = post();
    request.content_type = "text/plain";
    CHECK(decided(request).status == 415);
    request = post();
    request.fetch_site = "cross-site";
    CHECK(decided(request).status == 403);
}
