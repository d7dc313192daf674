// A handler of the live page that fails: the others go on, and somebody hears of it.

#include "pages/live/handlers.hpp"
#include "support/catch.hpp"

#include <boost/asio/post.hpp>
#include <stdexcept>
#include <string>
#include <vector>

TEST_CASE("a handler that fails is told once and costs no other handler anything", "[live]") {
    boost::asio::io_context io;
    std::vector<std::string> told;
    int awaited = 0;
    int handled = 0;
    for (const char* const problem : {"no memory", "no memory", "no descriptor"}) {
        boost::asio::post(io, [problem] { throw std::runtime_error(problem); });
        boost::asio::post(io, [&handled] { ++handled; });
    }
    referee::run_handlers(
        io, [&awaited] { ++awaited; },
        [&told](const std::string& problem) { told.push_back(problem); });
    CHECK(handled == 3);
    CHECK(awaited == 4);
    CHECK(told == std::vector<std::string>{"no memory", "no descriptor"});
}
