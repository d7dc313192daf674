#include "support/catch.hpp"
#include "support/run.hpp"

#include "base/error.hpp"
#include "keeper/work_folder.hpp"

#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <iterator>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace referee;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t max = 64 * 1024;

/// A work folder in a place of its own.
struct Place {
    tests::TemporaryFolder base{true};
    WorkRoot root{base.path(), false, false};
    WorkFolder folder{root, "ai1", 0};
    std::string path(const std::string& name) const { return folder.path() + "/" + name; }
};

} // namespace

TEST_CASE("a file is written, written shorter, and read back", "[work-folder]") {
    Place place;
    place.folder.write("a.dat", "a long text");
    CHECK(tests::read_file(place.path("a.dat")) == "a long text");
    place.folder.write("a.dat", "short");
    CHECK(tests::read_file(place.path("a.dat")) == "short");
    const ReadResult found = place.folder.read("a.dat", max);
    CHECK(found.kind == ReadResult::Kind::text);
    CHECK(found.text == "short");
}

TEST_CASE("a file stays the same file from write to write", "[work-folder]") {
    Place place;
    struct stat before {};
    struct stat after {};
    place.folder.write("a.dat", "one");
    REQUIRE(::stat(place.path("a.dat").c_str(), &before) == 0);
    place.folder.write("a.dat", "two");
    REQUIRE(::stat(place.path("a.dat").c_str(), &after) == 0);
    CHECK(before.st_ino == after.st_ino);
    CHECK(before.st_size == after.st_size);
}

TEST_CASE("missing and empty files are told apart", "[work-folder]") {
    Place place;
    CHECK(place.folder.read("result.dat", max).kind == ReadResult::Kind::missing);
    place.folder.write("result.dat", "");
    CHECK(place.folder.read("result.dat", max).kind == ReadResult::Kind::empty);
}

TEST_CASE("what is put in a file's place is refused and never followed", "[work-folder]") {
    Place place;
    const std::string outside = place.base / "outside";
    tests::write_file(outside, "untouched");
    const auto check = [&](const std::string& reason) {
        const ReadResult found = place.folder.read("result.dat", max);
        CHECK(found.kind == ReadResult::Kind::unfit);
        CHECK(found.reason == reason);
        place.folder.write("result.dat", "new");
        CHECK(tests::read_file(outside) == "untouched");
        CHECK(fs::is_regular_file(fs::symlink_status(place.path("result.dat"))));
        CHECK(tests::read_file(place.path("result.dat")) == "new");
        fs::remove_all(place.path("result.dat"));
    };
    place.folder.write("result.dat", "1 2 3 4");
    fs::remove(place.path("result.dat"));
    SECTION("a link") {
        fs::create_symlink(outside, place.path("result.dat"));
        check("it is a link, not a file");
    }
    SECTION("a link to nowhere") {
        fs::create_symlink(place.base / "nowhere", place.path("result.dat"));
        check("it is a link, not a file");
        CHECK_FALSE(fs::exists(place.base / "nowhere"));
    }
    SECTION("a hard link") {
        fs::create_hard_link(outside, place.path("result.dat"));
        check("it has another name elsewhere (a hard link)");
    }
    SECTION("a pipe without a writer") {
        REQUIRE(::mkfifo(place.path("result.dat").c_str(), 0600) == 0);
        check("it is a pipe, a socket or a device, not a file");
    }
    SECTION("a folder that is not empty") {
        fs::create_directories(place.path("result.dat/inner"));
        fs::create_symlink(place.base.path(), place.path("result.dat/up"));
        tests::write_file(place.path("result.dat/inner/file"), "x");
        check("it is a folder, not a file");
    }
}

TEST_CASE("a second name for a file that we hold open is noticed", "[work-folder]") {
    Place place;
    place.folder.write("player.dat", "1");
    fs::create_hard_link(place.path("player.dat"), place.path("other"));
    place.folder.write("player.dat", "2");
    CHECK(tests::read_file(place.path("player.dat")) == "2");
    CHECK(tests::read_file(place.path("other")) == "1");
}

TEST_CASE("a file too large is refused, one just fitting is read", "[work-folder]") {
    Place place;
    tests::write_file(place.path("result.dat"), std::string(max, '1'));
    CHECK(place.folder.read("result.dat", max).text.size() == max);
    tests::write_file(place.path("result.dat"), std::string(max + 1, '1'));
    CHECK(place.folder.read("result.dat", max).reason == "it is larger than 64 KiB");
}

TEST_CASE("an answer written by rename counts", "[work-folder]") {
    Place place;
    place.folder.write("result.dat", "");
    tests::write_file(place.path("temporary"), "5 5 5 6");
    fs::rename(place.path("temporary"), place.path("result.dat"));
    CHECK(place.folder.read("result.dat", max).text == "5 5 5 6");
}

TEST_CASE("rights that an AI has taken away are given back", "[work-folder]") {
    Place place;
    place.folder.write("player.dat", "1");
    fs::permissions(place.path("player.dat"), fs::perms::none);
    fs::permissions(place.folder.path(), fs::perms::none);
    place.folder.restore();
    place.folder.write("player.dat", "2");
    struct stat status {};
    REQUIRE(::stat(place.folder.path().c_str(), &status) == 0);
    CHECK((status.st_mode & 07777) == 0700);
    REQUIRE(::stat(place.path("player.dat").c_str(), &status) == 0);
    CHECK((status.st_mode & 07777) == 0600);
}

TEST_CASE("clearing removes everything, however deep, and nothing outside", "[work-folder]") {
    Place place;
    const std::string outside = place.base / "outside";
    fs::create_directory(outside);
    tests::write_file(outside + "/file", "untouched");
    fs::permissions(outside, fs::perms::owner_all | fs::perms::group_exec);
    struct stat before {};
    REQUIRE(::stat(outside.c_str(), &before) == 0);

    place.folder.write("player.dat", "1");
    fs::create_directory_symlink(outside, place.path("link"));
    fs::create_directories(place.path("closed/inner"));
    fs::create_directory_symlink(outside, place.path("closed/link"));
    fs::permissions(place.path("closed"), fs::perms::none);
    tests::write_file(place.path("referee 0"), "a name that clearing itself would choose");
    // Deeper than the maximum path length, so it is made step by step.
    int at = ::open(place.folder.path().c_str(), O_RDONLY | O_DIRECTORY);
    for (int depth = 0; depth < 5000; ++depth) {
        REQUIRE(::mkdirat(at, "deep", 0700) == 0);
        const int next = ::openat(at, "deep", O_RDONLY | O_DIRECTORY);
        ::close(at);
        at = next;
    }
    ::close(at);

    place.folder.clear();
    CHECK(fs::is_empty(place.folder.path()));
    CHECK(tests::read_file(outside + "/file") == "untouched");
    struct stat after {};
    REQUIRE(::stat(outside.c_str(), &after) == 0);
    CHECK(before.st_mode == after.st_mode);
}

TEST_CASE("the root is removed with everything in it, or kept", "[work-folder]") {
    const tests::TemporaryFolder base;
    std::string path;
    {
        WorkRoot root(base.path(), false, false);
        path = root.path();
        WorkFolder folder(root, "ai1", 0);
        folder.write("a", "b");
    }
    CHECK_FALSE(fs::exists(path));
    std::string kept;
    {
        WorkRoot root(base.path(), true, false);
        WorkFolder folder(root, "ai1", 0);
        kept = folder.path();
        folder.write("a", "b");
    }
    CHECK(tests::read_file(kept + "/a") == "b");
}

TEST_CASE("the folder of a referee that was killed is removed by the next one", "[work-folder]") {
    const tests::TemporaryFolder base;
    const pid_t victim = ::fork();
    if (victim == 0) {
        WorkRoot root(base.path(), false, false);
        WorkFolder folder(root, "ai1", 0);
        folder.write("a", "b");
        ::kill(::getpid(), SIGKILL);
    }
    int status = 0;
    REQUIRE(::waitpid(victim, &status, 0) == victim);
    REQUIRE(WIFSIGNALED(status));
    const auto count = [&] {
        return std::distance(fs::directory_iterator(base.path()), fs::directory_iterator());
    };
    REQUIRE(count() == 1);
    // Nothing shows that a referee made these.
    fs::create_directory(base.path() + "/referee-backup");
    tests::write_file(base.path() + "/referee-backup/precious", "data");
    tests::write_file(base.path() + "/referee-notes", "data");
    fs::create_directory_symlink(base.path() + "/referee-backup", base.path() + "/referee-linked");
    {
        const WorkRoot root(base.path(), false, false);
        CHECK(count() == 4);
        CHECK(fs::exists(root.path()));
    }
    CHECK(tests::read_file(base.path() + "/referee-backup/precious") == "data");
    CHECK(count() == 3);
}

TEST_CASE("a folder that a killed referee left empty is removed by the next one", "[work-folder]") {
    const tests::TemporaryFolder base;
    // Killed between making the folder and its mark, or between removing the mark and the folder.
    const std::string left = base.path() + "/referee-work-abc123";
    const std::string begun = base.path() + "/referee-work-abc124";
    const std::string own = base.path() + "/referee-output";
    for (const std::string& path : {left, begun, own}) {
        fs::create_directory(path);
    }
    const int lock = ::open(begun.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    REQUIRE(::flock(lock, LOCK_SH) == 0); // by a referee that is about to make its mark
    { const WorkRoot next(base.path(), false, false); }
    CHECK_FALSE(fs::exists(left));
    CHECK(fs::exists(begun));
    CHECK(fs::exists(own));
    ::close(lock);
    { const WorkRoot next(base.path(), false, false); }
    CHECK_FALSE(fs::exists(begun));
}

TEST_CASE("folders of referees that live, and kept ones, are left alone", "[work-folder]") {
    const tests::TemporaryFolder base;
    std::string kept;
    {
        WorkRoot root(base.path(), true, false);
        kept = root.path();
    }
    WorkRoot living(base.path(), false, false);
    WorkFolder folder(living, "ai1", 0);
    folder.write("a", "b");
    const WorkRoot next(base.path(), false, false);
    CHECK(fs::exists(kept));
    CHECK(tests::read_file(folder.path() + "/a") == "b");
}

TEST_CASE("a place for work folders that can't be used is the user's mistake", "[work-folder]") {
    const tests::TemporaryFolder folder;
    tests::write_file(folder / "file", "");
    CHECK_THROWS_AS(WorkRoot(folder / "file/work", false, false), UserError);
}
