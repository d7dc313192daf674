// Several starts of one tournament at the same moment.

#include "support/processes.hpp"
#include "tournament/arena.hpp"

#include <fcntl.h>
#include <unistd.h>

using namespace tournament_tests;

namespace {

/// A killed start of a tournament leaves half a database under its temporary name.
void leave_half_a_database(const std::string& path) {
    write_file(path + ".new", std::string(1000, 'x'));
    write_file(path + ".new-journal", std::string(1000, 'x'));
}

} // namespace

TEST_CASE(
    "Of tournaments that start at once on a new database one plays and the others say so",
    "[tournament][slow]") {
    const Arena arena(2, 4);
    REQUIRE(run(arena.command("whole.sqlite", {"--jobs", "1"})).status == 0);
    const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int attempt = 0; attempt < 10; ++attempt) {
        const std::string database = fmt::format("{}.sqlite", attempt);
        if (attempt % 3 == 0) {
            leave_half_a_database(arena / database);
        }
        std::vector<pid_t> starts;
        std::vector<std::string> messages;
        for (int start = 0; start < 4; ++start) {
            messages.push_back(arena / fmt::format("{}.{}.err", attempt, start));
            const int file = ::open(messages.back().c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
            starts.push_back(
                tests::start_with(arena.command(database, {"--jobs", "1"}), {null, null, file}));
            ::close(file);
        }
        int played = 0;
        for (std::size_t i = 0; i < starts.size(); ++i) {
            const int status = tests::exit_within(starts[i], std::chrono::seconds(120));
            const std::string message = read_file(messages[i]);
            INFO(message);
            if (status == 0) {
                ++played; // or it came when the other had ended, and went on after its last game
            } else {
                CHECK(status == 2);
                CHECK_THAT(message, ContainsSubstring("another tournament is writing to it"));
                CHECK(std::count(message.begin(), message.end(), '\n') == 1);
            }
        }
        CHECK(played >= 1);
        CHECK(arena.tables(database) == arena.tables("whole.sqlite"));
        CHECK_FALSE(fs::exists(arena / (database + ".new")));
    }
    ::close(null);
}
