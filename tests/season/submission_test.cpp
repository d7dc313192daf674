// Submissions, also by people who mean no good: referee/season/README.md, "Submitting".

#include "season/entries/submission.hpp"

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "season/arena.hpp"
#include "support/rounds.hpp"
#include "support/skipped.hpp"

#include <atomic>
#include <csignal>
#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace season_tests;
using referee::sha256;
using referee::UserError;

namespace {

/// A season's folder with nothing but its entries and notes.
struct Place {
    tests::TemporaryFolder folder;
    std::string season = folder / "cup";
    std::string entry = season + "/entries/alice";

    Place() {
        fs::create_directories(season + "/entries");
        fs::create_directories(season + "/notes/alice");
    }
    referee::ReceiveRequest request() const {
        referee::ReceiveRequest request{season, "alice", {}, std::chrono::milliseconds(0)};
        request.quota.version_size = 1U << 20U;
        request.quota.waiting = 50;
        request.quota.versions = 100;
        return request;
    }
    std::string receive(const std::string& stream) const {
        const int file = ::memfd_create("stream", MFD_CLOEXEC);
        REQUIRE(::write(file, stream.data(), stream.size()) == static_cast<ssize_t>(stream.size()));
        ::lseek(file, 0, SEEK_SET);
        const std::unique_ptr<const int, void (*)(const int*)> closed(
            &file, [](const int* number) { ::close(*number); });
        return referee::receive(file, request());
    }
    /// Everything below the entry's folder.
    std::vector<std::string> left() const {
        std::vector<std::string> names;
        if (fs::exists(entry)) {
            for (const auto& found : fs::recursive_directory_iterator(entry)) {
                names.push_back(found.path().lexically_relative(entry).string());
            }
        }
        std::sort(names.begin(), names.end());
        return names;
    }
};

/// A stream with these files; `change` may spoil the header.
std::string stream_of(
    const std::vector<std::pair<std::string, std::string>>& files, const std::string& version = "",
    const std::function<void(nlohmann::json&)>& change = {}) {
    nlohmann::json header{
        {"submission", 1}, {"version", version}, {"files", nlohmann::json::array()}};
    std::string bytes;
    for (const auto& [path, text] : files) {
        header["files"].push_back({{"path", path}, {"size", text.size()}, {"run", false}});
        bytes += text;
    }
    if (change) {
        change(header);
    }
    const std::string all = header.dump() + "\n" + bytes;
    return all + sha256(all) + "\n";
}

} // namespace

TEST_CASE("a folder arrives as it was sent", "[season][submission]") {
    const Place place;
    const std::string own = place.folder / "own";
    fs::create_directories(own + "/lib/deep");
    fs::create_directories(own + "/__pycache__");
    tests::write_file(own + "/ai.ini", "command = run.sh\n");
    tests::write_file(own + "/__pycache__/x.pyc", "x");
    tests::write_script(own + "/run.sh", "#!/bin/sh\n");
    tests::write_file(own + "/lib/deep/ä b.txt", std::string("\0\n\xff", 3));
    fs::create_symlink("deep/ä b.txt", own + "/lib/link");
    const auto sent = [](const std::string& path) {
        std::string stream;
        referee::pack(path, "", 1U << 20U, [&](std::string_view bytes) { stream += bytes; });
        return stream;
    };
    for (const char* const here : {"/.", "/", "/lib/.."}) { // as people name the folder they are in
        CHECK(sent(own + here) == sent(own));
    }
    for (const char* const name :
         {"9223372036854775807", "999999999999"}) { // no numbers to count on from
        fs::create_directories(place.entry + "/" + name);
    }
    CHECK(place.receive(sent(own)) == "1");
    for (const char* const name : {"9223372036854775807", "999999999999"}) {
        fs::remove(place.entry + "/" + name);
    }
    CHECK(
        place.left() == std::vector<std::string>{
                            "1", "1/ai.ini", "1/lib", "1/lib/deep", "1/lib/deep/ä b.txt",
                            "1/lib/link", "1/run.sh"});
    CHECK(read_file(place.entry + "/1/lib/link") == std::string("\0\n\xff", 3));
    CHECK(::access((place.entry + "/1/run.sh").c_str(), X_OK) == 0);
    CHECK(!fs::is_symlink(place.entry + "/1/lib/link"));
    CHECK(place.receive(sent(own + "/")) == "2");
    CHECK(place.receive(sent(own + "/run.sh")) == "3"); // a program alone
    CHECK(fs::is_regular_file(place.entry + "/3"));
    fs::remove_all(place.entry + "/3");
    tests::write_file(place.season + "/notes/alice/3.txt", "alice 3: rejected.\n");
    CHECK(place.receive(sent(own)) == "4"); // a number isn't given twice
    for (const std::string outside : {"/etc/passwd", "../cup"}) {
        fs::remove(own + "/lib/link");
        fs::create_symlink(outside, own + "/lib/link");
        CHECK_THROWS_WITH(sent(own), ContainsSubstring("a link to a place outside"));
    }
    fs::remove(own + "/lib/link");
    REQUIRE(::mkfifo((own + "/pipe").c_str(), 0600) == 0);
    CHECK_THROWS_WITH(sent(own), ContainsSubstring("neither a file nor a folder"));
}

TEST_CASE("a wrong submission is refused and leaves nothing", "[season][submission][hostile]") {
    const Place place;
    const auto refused = [&](const std::string& stream, const std::string& why) {
        INFO(stream.substr(0, 200));
        CHECK_THROWS_WITH(place.receive(stream), ContainsSubstring(why));
        CHECK(place.left().empty());
    };
    const std::string deep = [] {
        std::string path = "x";
        for (int i = 0; i < 40; ++i) {
            path += "/x";
        }
        return path;
    }();
    for (const std::string& path :
         {std::string("../x"), std::string("/x"), std::string("a/../../x"), std::string("./x"),
          std::string("a//x"), std::string("x/"), std::string(".."), std::string("a\0b", 3), deep,
          std::string(300, 'x'), "a/" + std::string(1000, 'y')}) {
        refused(stream_of({{path, "x"}}), "rename the file");
        refused(stream_of({{"ai.ini", "x"}, {path, "x"}}), "rename the file");
    }
    refused(stream_of({{"", "x"}, {"a", "y"}}), "rename the file");
    refused(stream_of({{"a", "x"}, {"a", "y"}}), "is in it twice");
    refused(stream_of({{"a", "x"}, {"a/b", "y"}}), "both a file and a folder");
    refused(stream_of({{"a/b", "x"}, {"a", "y"}}), "is in it twice");
    refused(stream_of({}), "a version has 1 to");
    for (const std::string version : {"../1", ".hidden", "-rf", "a b", "a/b", "\x1b[31m"}) {
        refused(stream_of({{"a", "x"}}, version), "can't be the name of a version");
    }
    using Json = nlohmann::json;
    const std::vector<std::function<void(Json&)>> spoilt{
        [](Json& header) { header["files"][0]["size"] = -1; },
        [](Json& header) { header["files"][0]["size"] = "1"; },
        [](Json& header) { header["files"][0]["size"] = 1.5; },
        [](Json& header) { header["files"][0]["path"] = 7; },
        [](Json& header) { header["files"][0].erase("run"); },
        [](Json& header) { header["files"][0] = nullptr; },
        [](Json& header) { header["files"] = "a"; },
        [](Json& header) { header["submission"] = 2; },
        [](Json& header) { header["version"] = Json::array(); },
        [](Json& header) { header = Json::array({1}); }};
    for (const auto& change : spoilt) {
        refused(stream_of({{"a", "x"}}, "", change), "it isn't one of this version");
    }
    for (const std::uint64_t size : {std::uint64_t{1} << 21U, ~std::uint64_t{0}}) {
        refused(
            stream_of(
                {{"a", "x"}, {"b", "y"}}, "",
                [&](Json& header) { header["files"][1]["size"] = size; }),
            "it is too large");
    }
    refused(
        stream_of(
            {{"a", "x"}}, "",
            [](Json& header) {
                header["files"] =
                    std::vector<Json>(20'001, {{"path", "a"}, {"size", 0}, {"run", false}});
            }),
        "a version has 1 to 20000 files");
    refused(std::string(9'000'000, 'x'), "its first line is too long");
    for (const std::string text :
         {"", "\n", "GET / HTTP/1.1\r\n\r\n", "\xff\xfe\n", "{}\n", "[[[["}) {
        refused(text, "the submission: ");
    }
    std::string changed = stream_of({{"a", "some text"}});
    changed[changed.find("some")] = 'S';
    refused(changed, "it has changed on its way");
}

TEST_CASE("a connection that ends anywhere leaves nothing", "[season][submission][hostile]") {
    const Place place;
    const std::string whole = stream_of({{"ai.ini", "command = x\n"}, {"lib/x", "#!/bin/sh\n"}});
    for (std::size_t size = 0; size < whole.size(); ++size) {
        INFO(size << " of " << whole.size());
        REQUIRE_THROWS_WITH(
            place.receive(whole.substr(0, size)), ContainsSubstring("the submission: "));
        REQUIRE(place.left().empty());
    }
    CHECK(place.receive(whole) == "1");
}

TEST_CASE("a sender who falls silent is not waited for", "[season][submission][hostile]") {
    const Place place;
    std::array<int, 2> ends{};
    REQUIRE(::pipe2(ends.data(), O_CLOEXEC) == 0);
    REQUIRE(::write(ends[1], "{\"subm", 6) == 6);
    referee::ReceiveRequest request = place.request();
    request.silence = std::chrono::milliseconds(20);
    CHECK_THROWS_WITH(referee::receive(ends[0], request), ContainsSubstring("nothing has come"));
    CHECK(place.left().empty());
    ::close(ends[0]);
    ::close(ends[1]);
}

TEST_CASE("uploads of one entry at once get different numbers", "[season][submission][hostile]") {
    const Place place;
    constexpr int senders = 8;
    constexpr int each = 5;
    std::atomic<int> failed{0};
    std::vector<std::thread> threads;
    for (int sender = 0; sender < senders; ++sender) {
        threads.emplace_back([&, sender] {
            for (int i = 0; i < each; ++i) {
                const std::string text = fmt::format("{} {}", sender, i);
                const std::string stream = stream_of({{"ai.ini", text}, {"d/x", text}});
                const int file = ::memfd_create("stream", MFD_CLOEXEC);
                failed += ::write(file, stream.data(), stream.size()) < 0 ? 1 : 0;
                ::lseek(file, 0, SEEK_SET);
                try {
                    const std::string version = referee::receive(file, place.request());
                    failed += read_file(place.entry + "/" + version + "/d/x") == text ? 0 : 1;
                } catch (const std::exception&) {
                    ++failed;
                }
                ::close(file);
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    CHECK(failed == 0);
    CHECK(std::distance(fs::directory_iterator(place.entry), {}) == senders * each);
    for (int i = 1; i <= senders * each; ++i) {
        CHECK(fs::exists(fmt::format("{}/{}", place.entry, i)));
    }
}

TEST_CASE(
    "a name is given once, and what a killed upload left goes", "[season][submission][hostile]") {
    const Place place;
    const std::string stream = stream_of({{"ai.ini", "x"}}, "v1");
    CHECK(place.receive(stream) == "v1");
    CHECK_THROWS_WITH(place.receive(stream), ContainsSubstring("there is a version of this name"));
    CHECK(place.left() == std::vector<std::string>{"v1", "v1/ai.ini"});
    std::array<int, 2> ends{};
    REQUIRE(::pipe2(ends.data(), O_CLOEXEC) == 0);
    const std::string half = stream_of({{"big", std::string(1000, 'x')}});
    const pid_t child = ::fork();
    if (child == 0) {
        try {
            referee::receive(ends[0], place.request());
        } catch (...) {
        }
        ::_exit(1);
    }
    REQUIRE(::write(ends[1], half.data(), half.size() - 200) > 0);
    while (place.left().size() < 4) { // its folder, and the file in it
        std::this_thread::yield();
    }
    // While it lives another upload leaves it alone.
    CHECK(place.receive(stream_of({{"ai.ini", "x"}}, "v2")) == "v2");
    CHECK(place.left().size() == 6);
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    CHECK(place.receive(stream_of({{"ai.ini", "x"}}, "v3")) == "v3");
    CHECK(
        place.left() ==
        std::vector<std::string>{"v1", "v1/ai.ini", "v2", "v2/ai.ini", "v3", "v3/ai.ini"});
    ::close(ends[0]);
    ::close(ends[1]);
}

TEST_CASE("an entry is a folder of the season, never a link", "[season][submission][hostile]") {
    const Place place;
    const std::string outside = place.folder / "outside";
    fs::create_directories(outside);
    fs::create_symlink(outside, place.entry);
    CHECK_THROWS_AS(place.receive(stream_of({{"a", "x"}})), UserError);
    CHECK(fs::is_empty(outside));
    for (const std::string& name :
         {std::string(), std::string("."), std::string(".."), std::string("../cup"),
          std::string("a/b"), std::string("-x"), std::string(65, 'x')}) {
        referee::ReceiveRequest request = place.request();
        request.entry = name;
        CHECK_THROWS_AS(referee::receive(0, request), UserError);
    }
}

TEST_CASE(
    "who exchanges folders while a version arrives gets nothing written elsewhere",
    "[season][submission][hostile]") {
    const Place place;
    const std::string outside = place.folder / "outside";
    fs::create_directories(outside);
    fs::create_directories(place.entry);
    const pid_t child = ::fork();
    if (child == 0) { // whatever folder an upload makes becomes a link to another place
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        while (true) {
            std::error_code code;
            for (fs::directory_iterator at(place.entry, code), end; !code && at != end;
                 at.increment(code)) {
                const std::string inner = at->path().string() + "/d";
                if (at->path().filename().string().starts_with(".upload.") &&
                    ::rename(inner.c_str(), (inner + "2").c_str()) == 0) {
                    (void)::symlink(outside.c_str(), inner.c_str());
                }
            }
        }
    }
    std::vector<std::pair<std::string, std::string>> files;
    for (int i = 0; i < 50; ++i) {
        files.emplace_back(fmt::format("d/{}", i), "x");
    }
    int refusals = 0;
    for (int round = 0; round < tests::rounds(40); ++round) {
        try {
            place.receive(stream_of(files, fmt::format("v{}", round)));
            fs::remove_all(fmt::format("{}/v{}", place.entry, round));
        } catch (const std::exception&) {
            ++refusals;
        }
    }
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    CHECK(fs::is_empty(outside));
    INFO(refusals << " rounds were refused");
}

TEST_CASE("an entry can't fill the disk with versions that wait", "[season][submission][hostile]") {
    const Place place;
    for (int i = 0; i < 50; ++i) {
        place.receive(stream_of({{"a", "x"}}));
    }
    CHECK_THROWS_WITH(
        place.receive(stream_of({{"a", "x"}})), ContainsSubstring("wait for their check"));
    for (int i = 1; i <= 50; ++i) {
        tests::write_file(
            fmt::format("{}/notes/alice/{}.txt", place.season, i), "alice: accepted.\n");
    }
    CHECK(place.receive(stream_of({{"a", "x"}})) == "51");
}

TEST_CASE("an author who is faster than the season gets the note", "[season][submission]") {
    const Place place;
    fs::remove_all(place.season + "/notes");
    // It waits in every order of the two: for the folders of notes, and for a note that is there.
    std::thread season([&] {
        ::poll(nullptr, 0, 100);
        fs::create_directories(place.season + "/notes/alice");
        ::poll(nullptr, 0, 100);
        tests::write_file(place.season + "/notes/alice/.1", "alice 1: accepted. It plays.\n");
        fs::rename(place.season + "/notes/alice/.1", place.season + "/notes/alice/1.txt");
    });
    const auto note = referee::await_note(place.season, "alice", "1", std::chrono::minutes(2));
    season.join();
    CHECK(note.status == "accepted");
    CHECK(note.text == "alice 1: accepted. It plays.\n");
}

TEST_CASE(
    "an author submits to a folder, by ssh and by git, and gets the note",
    "[season][submission][tournament]") {
    const Cup cup("games = 1\n");
    const RunningSeason season(cup);
    const tests::TemporaryFolder bin;
    // As sshd does: the words in one line, for a shell.
    tests::write_script(
        bin / "ssh", "#!/bin/sh\n[ \"$1 $2 $3\" = '-T -- cup@host' ] || exit 9\nshift 3\n"
                     "exec sh -c \"$*\"\n");
    fs::create_symlink(tests::referee_path(), bin / "referee");
    const std::string path = "PATH=" + bin.path() + ":/usr/bin:/bin";
    const std::string own = cup.player_folder("own", 60);
    const auto submit = [&](const std::string& ai, const std::string& to,
                            std::vector<std::string> more = {}) {
        std::vector<std::string> words{
            tests::referee_path(), "submit", ai, "--to", to, "--wait", "10m"};
        words.insert(words.end(), more.begin(), more.end());
        return run(words, "", {path, "CUP=" + cup.path(), "RELOAD=true", "TRIES=600"});
    };
    const Output here = submit(own, cup.path(), {"--name", "alice"});
    INFO(here.err);
    CHECK(here.status == 0);
    CHECK_THAT(here.out, StartsWith("alice 1: accepted. It plays.\n"));
    const Output by_ssh = submit(own, "cup@host:" + cup.path(), {"--name", "it's", "--json"});
    CHECK(by_ssh.status == 2);
    CHECK_THAT(by_ssh.err, ContainsSubstring("can't be the name of an entry"));
    // The reason comes through the connection, for programs, too.
    const auto refused = nlohmann::json::parse(by_ssh.out);
    CHECK(refused.at("status") == 2);
    CHECK_THAT(
        refused.at("error").get<std::string>(),
        ContainsSubstring("the version was not taken: ") &&
            ContainsSubstring("can't be the name of an entry"));
    // A receive that prints nothing, as an older one.
    const tests::TemporaryFolder older;
    fs::copy_file(bin / "ssh", older / "ssh");
    tests::write_script(older / "referee", "#!/bin/sh\necho no >&2\nexit 2\n");
    const Output silent = run(
        {tests::referee_path(), "submit", own, "--to", "cup@host:/cup", "--name", "a", "--json"},
        "", {"PATH=" + older.path() + ":/usr/bin:/bin"});
    CHECK_THAT(
        nlohmann::json::parse(silent.out).at("error").get<std::string>(),
        ContainsSubstring("was not taken (status 2); standard error says why"));
    tests::write_file(own + "/ai.ini", "command = nothing\n");
    const Output wrong = submit(own, "cup@host:" + cup.path(), {"--name", "bob", "--json"});
    INFO(wrong.err);
    CHECK(wrong.status == 3);
    const auto json = nlohmann::json::parse(wrong.out);
    CHECK(json.at("entry") == "bob");
    CHECK(json.at("version") == "1");
    CHECK(json.at("status") == "rejected");
    CHECK_THAT(json.at("note").get<std::string>(), ContainsSubstring("neither in the folder nor"));
    const Output checked = submit(own, cup.path(), {"--name", "bob", "--game", "gems"});
    CHECK(checked.status == 3); // it isn't submitted
    CHECK(!fs::exists(cup.path("entries/bob/2")));
    if (!tests::lacks("git", "submitting by git")) {
        const std::string bare = cup.path("carol.git");
        const std::string work = cup.player_folder("git", 90);
        CHECK_THAT(submit(work, bare).err, ContainsSubstring("not a git repository of its own"));
        const auto git = [&](const std::string& folder, std::vector<std::string> words) {
            words.insert(
                words.begin(), {"git", "-C", folder, "-c", "user.name=c", "-c", "user.email=c@d"});
            REQUIRE(run(words).status == 0);
        };
        fs::create_directories(bare);
        git(bare, {"init", "-q", "--bare"});
        fs::copy_file(
            tests::source_folder() + "/scripts/season/post-receive", bare + "/hooks/post-receive");
        git(work, {"init", "-q"});
        CHECK_THAT(submit(work, bare).err, ContainsSubstring("aren't committed"));
        git(work, {"add", "."});
        git(work, {"commit", "-q", "-m", "first"});
        git(work, {"remote", "add", "cup", bare});
        const Output pushed = submit(work, "cup", {"--json"});
        INFO(pushed.err);
        CHECK(pushed.status == 0);
        const auto note = nlohmann::json::parse(pushed.out);
        CHECK(note.at("entry") == "carol");
        CHECK(note.at("status") == "accepted");
        CHECK_THAT(submit(work, "cup").err, ContainsSubstring("is there already"));
    }
}
