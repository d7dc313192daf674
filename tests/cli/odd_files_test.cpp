// Output files that aren't files: what leads to /dev/null, /dev/full or a pipe takes what is
// written to it, is never replaced, and costs nobody a result. Runs over every option of every
// command that takes a FILE, and over the arguments that name one.

#include "cli/commands.hpp"
#include "support/catch.hpp"
#include "support/run.hpp"

#include <array>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace fs = std::filesystem;
using namespace tests;

namespace {

/// What a command does with a file.
enum class Use {
    reads,
    writes,     ///< when it has its result, which is on standard output by then
    records,    ///< from the beginning: on a full disk nothing is played
    is_database ///< needs a regular file
};

struct FileCall {
    Use use;
    std::vector<std::string> words{}; ///< '@': the scene's folder; "FILE": the file
    std::string result{};             ///< part of what is printed
    std::string ending{};             ///< of the file's name
};

using Name = std::pair<std::string, std::string>;

/// By command and option; an option "" is an argument.
const std::map<Name, FileCall>& file_calls() {
    using enum Use;
    static const std::vector<std::string> match{"play", "@field.dat", "--ai",         "@random",
                                                "--ai", "@reference", "--time-limit", "60s"};
    static const std::vector<std::string> tournament{
        "tournament", "--fields", "@field.dat", "--ai",         "@random", "--ai",
        "@reference", "--jobs",   "1",          "--time-limit", "60s"};
    static const std::vector<std::string> tune{"tune",    "--ai",         "@tuned", "--fields",
                                               "@fields", "--games",      "20",     "--jobs",
                                               "1",       "--time-limit", "60s"};
    const auto with = [](std::vector<std::string> words, const std::vector<std::string>& more) {
        words.insert(words.end(), more.begin(), more.end());
        return words;
    };
    static const std::map<Name, FileCall> all = [&] {
        std::map<Name, FileCall> calls{
            {{"play", "record"}, {records, with(match, {"--record", "FILE"}), "result: "}},
            {{"play", "html"}, {writes, with(match, {"--html", "FILE"}), "result: "}},
            {{"create", ""}, {records, {"create", "FILE", "--seed", "1"}, "gems, seed 1"}},
            {{"play-page", ""},
             {records,
              {"play-page", "FILE", "--game", "gems", "--ai", "greedy"},
              "page: ",
              ".html"}},
            {{"replay", "html"},
             {records, {"replay", "@record.jsonl", "--html", "FILE"}, "page: "}},
            {{"rerun", "notes"},
             {records,
              {"rerun", "@record.jsonl", "--ai", "@reference", "--notes", "FILE", "--time-limit",
               "60s"},
              "record: "}},
            {{"tournament", "config"}, {reads}},
            {{"tournament", "schedule"}, {reads}},
            {{"tournament", "db"}, {is_database, with(tournament, {"--db", "FILE"})}},
            {{"tune", "config"}, {reads}},
            {{"tune", "db"}, {is_database, with(tune, {"--db", "FILE"})}},
            {{"tune", "html"},
             {writes, with(tune, {"--db", "@tune.sqlite", "--html", "FILE"}), "tuned"}},
            {{"judge", "fit"}, {is_database, {"judge", "@record.jsonl", "--fit", "FILE"}}},
            {{"export", "npz"}, {is_database, {"export", "@record.jsonl", "--npz", "FILE"}}},
            {{"collect", "names"}, {reads}},
            {{"collect", "worksheet"}, {reads}},
            {{"collect", "pushes"}, {reads}},
            {{"collect", "write-names"},
             {records,
              {"collect", "@course", "--to", "@cup", "--write-names", "FILE"},
              "written: "}},
            {{"collect", "grades"},
             {records,
              {"collect", "--to", "@cup", "--names", "@names.csv", "--worksheet", "@grades.csv",
               "--grades", "FILE"},
              "written: "}},
            {{"merge", ""}, {is_database, {"merge", "FILE", "@results.sqlite", "--force"}}},
            {{"site", "about"}, {reads}},
            {{"site", "entrants"}, {reads}},
            {{"season", "about"}, {reads}},
            {{"season", "entrants"}, {reads}},
            {{"season", "config"}, {reads}},
            {{"season", "join"}, {reads}},
            {{"season", "marks"}, {records, {"season", "@cup", "--marks", "FILE"}, "written: "}},
        };
        for (const std::string table : {"html", "games", "pgn"}) {
            const std::vector<std::string> file{"--" + table, "FILE"};
            calls[{"report", table}] = {
                writes, with({"report", "@results.sqlite"}, file), "random"};
            calls[{"merge", table}] = {
                writes, with({"merge", "@all.sqlite", "@results.sqlite", "--force"}, file),
                "random"};
            calls[{"tournament", table}] = {
                writes, with(with(tournament, {"--db", "@results.sqlite"}), file), "random"};
        }
        return calls;
    }();
    return all;
}

/// Reads a pipe to the end of the command that writes to it.
class PipeReader {
  public:
    explicit PipeReader(const std::string& path)
        : pipe_(::open(path.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC)),
          done_(::eventfd(0, EFD_CLOEXEC)), thread_([this] { read(); }) {}

    ~PipeReader() {
        text();
        ::close(pipe_);
        ::close(done_);
    }

    PipeReader(const PipeReader&) = delete;
    PipeReader& operator=(const PipeReader&) = delete;

    const std::string& text() {
        if (thread_.joinable()) {
            ::eventfd_write(done_, 1);
            thread_.join();
            take();
        }
        return text_;
    }

  private:
    void take() {
        std::array<char, 65536> bytes{};
        for (ssize_t count = 0; (count = ::read(pipe_, bytes.data(), bytes.size())) > 0;) {
            text_.append(bytes.data(), static_cast<std::size_t>(count));
        }
    }

    void read() {
        std::array<pollfd, 2> events{pollfd{pipe_, POLLIN, 0}, pollfd{done_, POLLIN, 0}};
        while (events[1].revents == 0) {
            ::poll(events.data(), events.size(), -1);
            if (events[1].revents == 0) {
                take();
            }
        }
    }

    int pipe_;
    int done_;
    std::string text_{};
    std::thread thread_;
};

/// All that the calls read.
struct OddScene {
    TemporaryFolder folder;

    OddScene() {
        for (const char* const path :
             {"base", "fields", "tuned", "cup/entries/alice/1", "course/alice"}) {
            fs::create_directories(folder / path);
        }
        for (const char* const ai : {"random", "reference"}) {
            fs::copy_file(gems_ai(ai), folder / ai);
        }
        fs::copy_file(gems_ai("random"), folder / "base/ai");
        fs::copy_file(gems_ai("reference"), folder / "tuned/ai");
        fs::copy_file(gems_ai("reference"), folder / "cup/entries/alice/1/ai");
        fs::copy_file(gems_ai("reference"), folder / "course/alice/ai");
        write_file(folder / "course/alice/ai.ini", "command = ai\n");
        write_file(
            folder / "names.csv", "entry,name,id,email\nalice,Alice,1234567,alice@example.org\n");
        write_file(
            folder / "grades.csv",
            "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,"
            "Last modified (submission),Last modified (grade),Feedback comments\n"
            "Participant 1234567,Alice,alice@example.org,Submitted for grading,,100.00,Yes,"
            "\"Friday, 27 November 2026, 10:00 AM\",-,\n");
        write_file(folder / "base/ai.ini", "command = ai\nname = base\n");
        write_file(folder / "tuned/ai.ini", "command = ai\nparameter = x, int, 1, 0, 9, 1\n");
        write_file(folder / "cup/entries/alice/1/ai.ini", "command = ai\n");
        write_file(
            folder / "cup/season.ini",
            "game = gems\ngenerate = 2\nfield-seed = 7\nfield-set = max_moves=2\n"
            "field-set = rows=40\ngames = 1\nmark-games = 1\ntime-limit = 60s\n"
            "baseline = ../base\n");
        prepare(
            {"create", "@field.dat", "--seed", "1", "--set", "max_moves=2", "--set", "rows=40"});
        for (const char* const number : {"1", "2"}) {
            prepare(
                {"create", fmt::format("@fields/{}.dat", number), "--seed", number, "--set",
                 "max_moves=2", "--set", "rows=40"});
        }
        prepare(
            {"play", "@field.dat", "--ai", "@random", "--ai", "@reference", "--record",
             "@record.jsonl", "--time-limit", "60s"});
        prepare(
            {"tournament", "--fields", "@field.dat", "--ai", "@random", "--ai", "@reference",
             "--jobs", "1", "--time-limit", "60s", "--db", "@results.sqlite"});
        prepare({"season", "@cup", "--once", "--jobs", "1"});
    }

    Output call(std::vector<std::string> words, const std::string& file = "") const {
        for (std::string& word : words) {
            word = word == "FILE" ? file : word.starts_with('@') ? folder / word.substr(1) : word;
        }
        words.insert(words.begin(), referee_path());
        return run(words);
    }

    void prepare(const std::vector<std::string>& words) const {
        const Output output = call(words);
        INFO(output.err);
        REQUIRE(output.status == 0);
    }
};

bool is_the_device(const std::string& link, const std::string& device) {
    return fs::is_symlink(link) && fs::read_symlink(link) == device;
}

} // namespace

TEST_CASE("every option with a FILE is tried with files that aren't any", "[odd-files]") {
    for (const referee::Command& command : referee::all_commands()) {
        for (const referee::Option& option : command.usage().options) {
            if (option.value == "FILE") {
                INFO(command.name << " --" << option.name);
                CHECK(file_calls().contains({std::string(command.name), std::string(option.name)}));
            }
        }
    }
}

TEST_CASE("what leads to /dev/null or a pipe may be written to", "[odd-files][end-to-end]") {
    const OddScene scene;
    for (const auto& [name, call] : file_calls()) {
        if (call.use == Use::reads) {
            continue;
        }
        INFO(name.first << " --" << name.second);
        const std::string null = scene.folder / "null" + call.ending;
        fs::create_symlink("/dev/null", null);
        const Output nowhere = scene.call(call.words, null);
        const std::string pipe = scene.folder / "pipe" + call.ending;
        REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
        PipeReader reader(pipe);
        const Output piped = scene.call(call.words, pipe);
        for (const Output& output : {nowhere, piped}) {
            INFO(output.out << output.err);
            if (call.use == Use::is_database) {
                CHECK(output.status == 2);
                CHECK_THAT(output.err, ContainsSubstring("this is no regular file; name "));
                CHECK(output.out.empty());
            } else {
                CHECK(output.status == 0);
                CHECK_THAT(output.out, ContainsSubstring(call.result));
            }
        }
        CHECK(reader.text().empty() == (call.use == Use::is_database));
        CHECK(is_the_device(null, "/dev/null"));
        CHECK(fs::is_fifo(pipe));
        fs::remove(null);
        fs::remove(pipe);
    }
}

TEST_CASE(
    "a full disk doesn't cost the result that a page was made of", "[odd-files][end-to-end]") {
    const OddScene scene;
    for (const auto& [name, call] : file_calls()) {
        if (call.use == Use::reads || call.use == Use::is_database) {
            continue;
        }
        const std::string full = scene.folder / "full" + call.ending;
        fs::create_symlink("/dev/full", full);
        const Output output = scene.call(call.words, full);
        INFO(name.first << " --" << name.second << "\n" << output.out << output.err);
        CHECK((output.status == 1 || output.status == 2));
        CHECK_THAT(output.err, ContainsSubstring(full));
        if (call.use == Use::writes) {
            CHECK_THAT(output.out, ContainsSubstring(call.result));
        } else {
            CHECK(output.out.empty());
        }
        CHECK(is_the_device(full, "/dev/full"));
        fs::remove(full);
    }
}

TEST_CASE("a page has the games of a record that can't be read back", "[odd-files][end-to-end]") {
    const OddScene scene;
    const std::vector<std::string> match{"play",     "@field.dat", "--ai",         "@random",
                                         "--ai",     "@reference", "--time-limit", "60s",
                                         "--record", "FILE",       "--html"};
    const auto play = [&](const std::string& record, const std::string& page) {
        std::vector<std::string> words = match;
        words.push_back(page);
        const Output output = scene.call(words, record);
        INFO(output.err);
        CHECK(output.status == 0);
        CHECK_THAT(output.out, ContainsSubstring("result: "));
        return read_file(page);
    };
    const std::size_t size = play(scene.folder / "own.jsonl", scene.folder / "own.html").size();
    const std::string page = play("/dev/null", scene.folder / "null.html");
    CHECK_THAT(page, ContainsSubstring("random"));
    CHECK(page.size() > size / 2);
    const std::string pipe = scene.folder / "pipe";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    PipeReader reader(pipe);
    CHECK(play(pipe, scene.folder / "pipe.html").size() > size / 2);
    write_file(scene.folder / "read.jsonl", reader.text());
    CHECK(scene.call({"replay", "@read.jsonl", "--verify"}).status == 0);
}

TEST_CASE("a file behind a descriptor is a file like others", "[odd-files][end-to-end]") {
    const OddScene scene;
    const auto in_shell = [&](const std::string& options) {
        return run(
            {"/bin/sh", "-c",
             fmt::format(
                 "'{}' field.dat --ai ./random --ai ./reference --time-limit 60s --force {}",
                 referee_path(), options)},
            scene.folder.path());
    };
    for (const char* const option : {"record", "html"}) {
        const std::string own = fmt::format("--{} /dev/fd/7 7>behind.{}", option, option);
        const Output output = in_shell(own);
        INFO(own << "\n" << output.out << output.err);
        CHECK(output.status == 0);
        CHECK_THAT(output.out, ContainsSubstring("result: "));
        CHECK(fs::file_size(scene.folder / ("behind." + std::string(option))) > 1000);
        for (const char* const standard : {"stdout", "stderr"}) {
            const Output refused = in_shell(fmt::format(
                "--{} /dev/{} {}>printed", option, standard,
                standard == std::string("stdout") ? "" : "2"));
            const std::string printed = refused.err + read_file(scene.folder / "printed");
            INFO(option << " " << standard << "\n" << printed);
            CHECK(refused.status == 2);
            CHECK_THAT(
                printed, ContainsSubstring(fmt::format(
                             "this is standard {}; name another file",
                             standard == std::string("stdout") ? "output" : "error")));
        }
    }
}
