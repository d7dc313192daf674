// Anybody who can load the page of a match can't keep a person out of it: referee/pages/README.md,
// "Live". REFEREE_TEST_ROUNDS sets the number of turns, at most 50: then the match may be over.

#include "support/catch.hpp"
#include "support/net/http_client.hpp"
#include "support/processes.hpp"
#include "support/run.hpp"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <regex>
#include <sys/resource.h>
#include <vector>

using namespace tests;
using nlohmann::json;

namespace {

/// A person plays gems against the reference AI.
class Match {
  public:
    Match()
        : run_(
              {source_folder() + "/fields/gems/contest.dat", "--ai", "Anna=human", "--ai",
               gems_ai("reference"), "--watch", "0"},
              folder_.path()) {
        const std::regex link("#key=([0-9a-f]{32})\\n");
        REQUIRE(comes_true([&] {
            const std::string err = run_.err();
            std::smatch found;
            const bool is_there = std::regex_search(err, found, link);
            key_ = is_there ? found[1].str() : "";
            return is_there;
        }));
    }

    int port() const { return run_.port(); }
    pid_t pid() const { return run_.pid(); }
    std::string events() const { return run_.events(); }
    const std::string& key() const { return key_; }

    /// The reply to a request of the person's page; null if it wasn't answered. Counts refusals.
    json send(json words) {
        words["key"] = key_;
        const std::string body = words.dump();
        const auto begin = std::chrono::steady_clock::now();
        HttpClient client(port());
        client.send(fmt::format(
            "POST /answer HTTP/1.1\r\nHost: 127.0.0.1:{0}\r\nOrigin: http://127.0.0.1:{0}\r\n"
            "Content-Type: application/json\r\nContent-Length: {1}\r\n\r\n{2}",
            port(), body.size(), body));
        const std::string answer = client.read_all();
        longest_ = std::max<std::chrono::duration<double>>(
            longest_, std::chrono::steady_clock::now() - begin);
        if (answer.empty() || status_of(answer) != 200) {
            ++refused_;
            return nullptr;
        }
        return json::parse(answer.substr(answer.find("\r\n\r\n") + 4));
    }

    /// Answers the next question.
    bool play_turn() {
        json question;
        const bool is_asked = comes_true([&] {
            const json reply = send(json::object());
            question = reply.is_object() ? reply["question"] : json();
            return question.is_object() && question["number"] > last_;
        });
        if (is_asked) {
            last_ = question["number"];
            send({{"number", last_}, {"choices", {question["choices"][0]}}});
        }
        return is_asked;
    }
    int refused() const { return refused_; }
    double longest() const { return longest_.count(); }

  private:
    TemporaryFolder folder_{true};
    WatchedRun run_;
    std::string key_;
    int last_ = 0;
    int refused_ = 0;
    std::chrono::duration<double> longest_{0};
};

/// False if the tests may not open so many files.
bool may_open(rlim_t files) {
    rlimit limit{};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = std::max(limit.rlim_cur, std::min(files, limit.rlim_max));
    return ::setrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur >= files;
}

} // namespace

TEST_CASE(
    "idle connections and silent streams don't cost a person a turn",
    "[end-to-end][live][people]") {
    if (!may_open(1400)) {
        return;
    }
    Match match;
    const std::string events = match.events();
    HttpClient own(match.port());
    own.send(http_get(events + "?key=" + match.key()));
    CHECK(status_of(own.read_until("\n\n")) == 200);
    std::vector<std::unique_ptr<HttpClient>> others;
    for (int i = 0; i < 200; ++i) {
        others.push_back(std::make_unique<HttpClient>(match.port(), 1024));
        others.back()->send(http_get(events));
        others.back()->read_until("\n\n"); // then it is silent
    }
    for (int i = 0; i < 1000; ++i) {
        others.push_back(std::make_unique<HttpClient>(match.port()));
    }
    const char* const given = std::getenv("REFEREE_TEST_ROUNDS");
    const int turns = given == nullptr ? 10 : std::atoi(given);
    int played = 0;
    while (played < turns && match.play_turn()) {
        ++played;
    }
    if (given != nullptr) {
        fmt::print("{} turns, longest answer {:.3f} s\n", played, match.longest());
    }
    CHECK(played == turns);
    CHECK(match.refused() == 0);
    // The oldest of the others has been ended, the person's own, older still, has not.
    CHECK_THAT(others.front()->read_all(), !ContainsSubstring("event: end"));
    ::kill(match.pid(), SIGINT);
    CHECK_THAT(own.read_all(), ContainsSubstring("event: end"));
}

TEST_CASE(
    "a key gives a few streams their place, and a wrong one gives none",
    "[end-to-end][live][people]") {
    Match match;
    std::vector<std::unique_ptr<HttpClient>> own;
    for (int i = 0; i < 6; ++i) {
        own.push_back(std::make_unique<HttpClient>(match.port()));
        own.back()->send(http_get(match.events() + "?key=" + match.key()));
        CHECK(status_of(own.back()->read_until("\n\n")) == 200);
    }
    HttpClient wrong(match.port());
    wrong.send(http_get(match.events() + "?key=" + std::string(32, '0')));
    CHECK(status_of(wrong.read_until("\n\n")) == 200); // as one without a key
    CHECK_THAT(own[1]->read_all(), !ContainsSubstring("event: end"));
    ::kill(match.pid(), SIGINT);
    CHECK_THAT(own[2]->read_all(), ContainsSubstring("event: end"));
    CHECK_THAT(own[5]->read_all(), ContainsSubstring("event: end"));
}

TEST_CASE("what --confine none gives away of a person's link is said", "[end-to-end][people]") {
    for (const bool is_confined : {false, true}) {
        const TemporaryFolder folder;
        WatchedRun watched(
            {source_folder() + "/fields/gems/contest.dat", "--ai", "Anna=human", "--ai",
             gems_ai("reference"), "--watch", "0", "--confine", is_confined ? "default" : "none",
             "--human-time", "1ms"},
            folder.path());
        CHECK(watched.finish() == 0);
        CHECK((watched.err().find("can read a person's link") == std::string::npos) == is_confined);
        // A person who is late isn't told what AIs may do with their time.
        CHECK_THAT(watched.out(), ContainsSubstring("Anna: timeout: no answer after 0.001 s"));
        CHECK_THAT(watched.out(), !ContainsSubstring("hint"));
    }
}
