// What counts when the deadline comes: referee/season/README.md, "Times".

#include "season/deadline.hpp"

#include "os/clock.hpp"
#include "season/arena.hpp"
#include "support/processes.hpp"

#include <ctime>
#include <optional>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>

using namespace season_tests;
using referee::Calendar;
using referee::DeadlineRecord;
using referee::lateness;

namespace {

constexpr std::int64_t second = 1'000'000'000;

/// A file that is mapped, with one of its pages ready to be written to.
class MappedFile {
  public:
    explicit MappedFile(const std::string& path) {
        const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
        REQUIRE(file >= 0);
        size_ = static_cast<std::size_t>(fs::file_size(path));
        bytes_ =
            static_cast<char*>(::mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
        REQUIRE(bytes_ != MAP_FAILED);
        ::close(file);
        write(0);
    }
    ~MappedFile() { ::munmap(bytes_, size_); }
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;
    /// Another byte at the end of the file.
    void write(char byte) { const_cast<volatile char*>(bytes_)[size_ - 1] = byte; }

  private:
    char* bytes_ = nullptr;
    std::size_t size_ = 0;
};

/// Sets a deadline so many seconds from now. `settings` have none.
std::int64_t set_deadline(const Cup& cup, const std::string& settings, int seconds) {
    const std::int64_t deadline = static_cast<std::int64_t>(std::time(nullptr)) + seconds;
    write_file(
        cup.path("season.ini"), settings + "deadline = " + referee::utc_text(deadline) + "\n");
    return deadline;
}

/// Sets the deadline of a season that runs, which knows it before it comes, however slow this
/// machine is.
std::int64_t set_deadline_of_running(const Cup& cup, const std::string& settings) {
    const auto told = [&] {
        const std::string log = read_file(cup.path("log"));
        std::size_t times = 0;
        for (std::size_t at = 0; (at = log.find("the new moments", at)) != std::string::npos;
             ++at) {
            ++times;
        }
        return times;
    };
    for (int seconds = 4;; seconds *= 2) {
        const std::size_t before = told();
        const std::int64_t deadline = set_deadline(cup, settings, seconds);
        REQUIRE(happens([&] { return told() > before; }));
        if (referee::realtime_ns() < deadline * second) {
            return deadline;
        }
    }
}

void await(std::int64_t deadline) {
    while (referee::realtime_ns() <= deadline * second) {
        ::poll(nullptr, 0, 20);
    }
}

} // namespace

TEST_CASE("what was read by the deadline counts, whatever is changed later", "[season][deadline]") {
    const tests::TemporaryFolder folder;
    Calendar calendar;
    calendar.deadline = referee::ZonedTime{100, "then"};
    DeadlineRecord record(folder / "deadline.json");
    CHECK(!record.is_of(calendar));
    const referee::ReadVersion version{"alice", "1", "abc"};
    const auto is_late = [&](std::int64_t changed, std::int64_t read) {
        return !lateness(calendar, record, version, changed * second, read * second).empty();
    };
    // Without a record change times count, and a message says so.
    CHECK(!is_late(99, 98));
    CHECK(!is_late(99, 150));
    CHECK(is_late(101, 150));
    CHECK(by_change_times(calendar, record, version, 100 * second).empty());
    CHECK_THAT(
        by_change_times(calendar, record, version, 150 * second),
        ContainsSubstring("The season didn't run at the deadline, then (1970-01-01T00:01:40Z)"));
    record.write(calendar, {{"alice", "1", "old"}, {"bob", "1", "abc"}});
    CHECK(record.is_of(calendar));
    CHECK(!is_late(99, 98));
    CHECK(is_late(99, 150)); // other files
    CHECK(is_late(101, 150));
    CHECK(by_change_times(calendar, record, version, 150 * second).empty());
    record.write(calendar, {version});
    CHECK(!is_late(99, 150));
    CHECK(is_late(101, 150));
    DeadlineRecord again(folder / "deadline.json");
    CHECK(again.is_of(calendar));
    CHECK(again.has(version));
    calendar.deadline->time = 120; // it was moved
    CHECK(!again.is_of(calendar));
    for (const char* const text :
         {"", "[]", "{\"deadline\": 120}", "{\"deadline\": \"120\", \"versions\": []}"}) {
        write_file(folder / "deadline.json", text);
        CHECK(!DeadlineRecord(folder / "deadline.json").is_of(calendar));
    }
    write_file(folder / "deadline.json", "{\"deadline\": 120, \"versions\": [7, [], [1, 2, 3]]}");
    CHECK(DeadlineRecord(folder / "deadline.json").is_of(calendar));
}

TEST_CASE(
    "a page that was mapped before the deadline changes nothing after it",
    "[season][deadline][hostile][tournament][slow]") {
    const bool is_restarted = GENERATE(false, true);
    CAPTURE(is_restarted);
    const Cup cup("games = 1\nmax-games = 1\nbuild-limit = 10m\n", 2);
    const HeldBuild held(cup, "held");
    cup.hand_in("first", "1", held.folder()); // the only worker builds it
    for (const char* const entry : {"mallory", "bob"}) {
        const std::string folder = cup.player_folder(entry, 50);
        write_file(folder + "/data", std::string(5000, 'a'));
        cup.hand_in(entry, "1", folder);
    }
    const std::string data = cup.path("entries/mallory/1/data");
    MappedFile mapped(data);
    const std::string settings = read_file(cup.path("season.ini"));
    write_file(cup.path("season.ini"), settings + "deadline = 2099-01-01 00:00 UTC\n");
    std::optional<RunningSeason> season;
    season.emplace(cup, std::vector<std::string>{"--jobs", "1"});
    REQUIRE(happens([&] { return held.has_begun(); }));
    await(set_deadline_of_running(cup, settings));
    // Without the record the season doesn't look; the change comes later all the same.
    const bool is_recorded =
        tests::comes_true([&] { return fs::exists(cup.path("deadline.json")); });
    CHECK(is_recorded);
    struct stat before {};
    struct stat after {};
    REQUIRE(::stat(data.c_str(), &before) == 0);
    mapped.write('z');
    REQUIRE(::stat(data.c_str(), &after) == 0);
    REQUIRE(read_file(data).back() == 'z');
    REQUIRE(before.st_ctim.tv_sec == after.st_ctim.tv_sec); // the trick works here
    REQUIRE(before.st_ctim.tv_nsec == after.st_ctim.tv_nsec);
    if (is_restarted) {
        season->end(SIGKILL);
        season.emplace(cup, std::vector<std::string>{"--jobs", "1"});
        REQUIRE(happens([&] { return held.has_begun(); }));
    }
    cup.hand_in("late", "1", cup.player_folder("late", 50));
    REQUIRE(happens([&] {
        held.has_begun(true);
        return fs::exists(cup.path("notes/bob/1.txt")) &&
               fs::exists(cup.path("notes/mallory/1.txt")) &&
               fs::exists(cup.path("notes/late/1.txt"));
    }));
    CHECK_THAT(cup.note("bob", "1"), ContainsSubstring("bob 1: accepted. It plays."));
    CHECK_THAT(cup.note("mallory", "1"), ContainsSubstring("mallory 1: late."));
    CHECK_THAT(cup.note("mallory", "1"), ContainsSubstring("it isn't as it was when the season"));
    CHECK_THAT(cup.note("late", "1"), ContainsSubstring("it was submitted or changed at "));
    CHECK_THAT(cup.note("bob", "1"), !ContainsSubstring("change times"));
}
