// What a file or folder is called until it is complete: referee/os/draft.hpp.

#include "os/draft.hpp"

#include "base/error.hpp"
#include "base/full_disk.hpp"
#include "os/output.hpp"
#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <memory>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace referee;
namespace fs = std::filesystem;

namespace {

/// Makes drafts of a path in another process, which is killed.
void leave_drafts(const std::string& path, Draft::Kind kind, int count) {
    const pid_t pid = ::fork();
    if (pid == 0) {
        std::vector<std::unique_ptr<Draft>> drafts;
        for (int i = 0; i < count; ++i) {
            drafts.push_back(std::make_unique<Draft>(path, kind));
            const std::string file =
                kind == Draft::Kind::file ? drafts.back()->path() : drafts.back()->path() + "/file";
            write_file(file, "of a killed process");
        }
        ::raise(SIGKILL);
    }
    int status = 0;
    REQUIRE(::waitpid(pid, &status, 0) == pid);
    REQUIRE(WIFSIGNALED(status));
}

std::vector<std::string> names(const std::string& folder) {
    std::vector<std::string> found;
    for (const auto& entry : fs::directory_iterator(folder)) {
        found.push_back(entry.path().filename().string());
    }
    std::sort(found.begin(), found.end());
    return found;
}

} // namespace

TEST_CASE("two drafts of one path don't touch each other", "[draft]") {
    const tests::TemporaryFolder folder;
    const std::string path = folder / "new/page.html";
    auto dying = std::make_unique<Draft>(path);
    tests::write_file(dying->path(), "the dying run's");
    Draft draft(path);
    CHECK(draft.path() != dying->path());
    tests::write_file(draft.path(), "the new run's");
    dying.reset();
    REQUIRE(fs::exists(draft.path()));
    draft.publish();
    CHECK(tests::read_file(path) == "the new run's");
    CHECK(names(folder / "new") == std::vector<std::string>{"page.html"});
}

TEST_CASE("what killed processes left is used again, and nothing stays", "[draft]") {
    const auto kind = GENERATE(Draft::Kind::file, Draft::Kind::folder);
    const tests::TemporaryFolder folder;
    const std::string path = folder / "it";
    leave_drafts(path, kind, 3);
    CHECK(names(folder.path()).size() == 3);
    {
        Draft draft(path, kind);
        CHECK(draft.path() == path + ".part");
        CHECK(fs::is_empty(draft.path()));
        CHECK(names(folder.path()).size() == 1);
    }
    CHECK(fs::is_empty(folder.path()));
}

TEST_CASE("a folder's draft gets the folder's name", "[draft]") {
    const tests::TemporaryFolder folder;
    Draft draft(folder / "final", Draft::Kind::folder);
    const Draft other(folder / "final", Draft::Kind::folder);
    CHECK(other.path() != draft.path());
    tests::write_file(draft.path() + "/tournament.ini", "");
    draft.publish();
    CHECK(names(folder / "final") == std::vector<std::string>{"tournament.ini"});
}

TEST_CASE("a draft follows no link and waits for no reader", "[draft]") {
    const tests::TemporaryFolder folder;
    const std::string path = folder / "it";
    tests::write_file(folder / "theirs", "theirs");
    fs::create_symlink(folder / "theirs", path + ".part");
    REQUIRE(::mkfifo((path + ".2.part").c_str(), 0600) == 0);
    fs::create_directory(path + ".3.part");
    Draft draft(path);
    CHECK(draft.path() == path + ".4.part");
    tests::write_file(draft.path(), "ours");
    draft.publish();
    CHECK(tests::read_file(folder / "theirs") == "theirs");
    CHECK(tests::read_file(path) == "ours");
}

TEST_CASE("a draft that can't be made says where and why", "[draft]") {
    const tests::TemporaryFolder folder;
    tests::write_file(folder / "file", "");
    CHECK_THROWS_WITH(
        Draft(folder / "file/page.html"),
        ContainsSubstring(folder / "file/page.html") && ContainsSubstring("Not a directory"));
}

TEST_CASE("a draft without room says so by its type, wherever the room ends", "[draft]") {
    if (::geteuid() != 0) {
        tests::leave_out("a full file system", tests::Need::root);
        return;
    }
    const tests::TemporaryFolder folder;
    for (const std::string path : {"page.html", "new/page.html"}) {
        CAPTURE(path);
        const pid_t pid = ::fork();
        if (pid == 0) { // a file system without a single inode left
            const std::string at = folder.path();
            if (::unshare(CLONE_NEWNS) != 0 ||
                ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
                ::mount("none", at.c_str(), "tmpfs", 0, "nr_inodes=1") != 0) {
                ::_exit(3);
            }
            try {
                const Draft draft(at + "/" + path);
            } catch (const std::exception& problem) {
                ::_exit(file_without_room(problem) == at + "/" + path ? 0 : 1);
            }
            ::_exit(2);
        }
        int status = 0;
        REQUIRE(::waitpid(pid, &status, 0) == pid);
        if (WEXITSTATUS(status) == 3) {
            tests::leave_out("a full file system", tests::Need::mounts);
            return;
        }
        CHECK(status == 0);
    }
}
