// What lies below a folder that a stranger can change, and files that must be read without waiting.

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "os/beneath.hpp"
#include "os/interrupt.hpp"
#include "support/catch.hpp"
#include "support/processes.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <functional>
#include <sched.h>
#include <seccomp.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace referee;

namespace {

namespace fs = std::filesystem;

std::string content(const UniqueFd& file) {
    std::string text;
    read_through(file.get(), "file", 1000, [&](std::string_view bytes) { text += bytes; });
    return text;
}

std::string refusal(const std::function<void()>& action) {
    try {
        action();
    } catch (const UserError& problem) {
        return problem.what();
    }
    return "";
}

/// A folder "in" with what a stranger may put there, beside a file that nobody may reach.
struct Scene {
    tests::TemporaryFolder folder;
    Scene() {
        fs::create_directories(folder / "in/sub");
        fs::create_directories(folder / "out");
        tests::write_file(folder / "in/sub/file", "inside");
        tests::write_file(folder / "out/file", "outside");
        fs::create_symlink("../out", folder / "in/folder-out");
        fs::create_symlink("../out/file", folder / "in/file-out");
        fs::create_symlink(folder / "out", folder / "in/absolute");
        fs::create_symlink("sub", folder / "in/folder-in");
        fs::create_symlink("/proc/self/root" + folder.path() + "/out", folder / "in/magic");
        ::mkfifo((folder / "in/pipe").c_str(), 0600);
        const int bound = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_un address{AF_UNIX, "socket"};
        const fs::path before = fs::current_path();
        fs::current_path(folder / "in");
        ::bind(bound, reinterpret_cast<const sockaddr*>(&address), sizeof address);
        fs::current_path(before);
        ::close(bound);
    }
    std::string in() const { return folder / "in"; }
};

/// What is wrong with how the scene is read, or nothing.
std::string wrong_with(const std::string& in) {
    const Beneath beneath(in);
    if (content(beneath.file("sub/file")) != "inside" ||
        content(beneath.folder("sub").file("file")) != "inside") {
        return "a file inside isn't read";
    }
    for (const char* const path :
         {"folder-out/file", "absolute/file", "folder-in/file", "magic/file", "file-out", "pipe",
          "socket", "sub", "none", "sub/none", "pipe/file"}) {
        const std::string text = refusal([&] { beneath.file(path); });
        if (!text.starts_with(std::string(path) + ": ") || text.find('\n') != std::string::npos ||
            text.find("; ") == std::string::npos) {
            return std::string(path) + " is read, or refused with: " + text;
        }
    }
    for (const char* const path :
         {"folder-out", "absolute", "folder-in", "magic", "pipe", "none"}) {
        if (refusal([&] { beneath.folder(path); }).empty()) {
            return std::string(path) + " is opened as a folder";
        }
    }
    const Beneath::Place link = beneath.place("folder-out");
    if (!S_ISLNK(link.status.st_mode) || link.target != "../out" ||
        !S_ISFIFO(beneath.place("pipe").status.st_mode)) {
        return "what is there isn't seen as it is";
    }
    return "";
}

/// Runs it in a child, which has `status` afterwards; what fails there is 1.
int status_in_child(const std::function<int()>& action) {
    const pid_t child = ::fork();
    if (child == 0) {
        int status = 1;
        try {
            status = action();
        } catch (const std::exception&) {
            // as any other failure
        }
        ::_exit(status);
    }
    return tests::exit_within(child);
}

} // namespace

TEST_CASE("below a folder, files are read and links and FIFOs are refused", "[beneath]") {
    const Scene scene;
    CHECK(wrong_with(scene.in()).empty());
}

TEST_CASE("where a filter refuses openat2, each part is opened by itself", "[beneath]") {
    const Scene scene;
    for (const int error : {ENOSYS, EPERM}) {
        CAPTURE(error);
        CHECK(status_in_child([&] {
                  scmp_filter_ctx filter = ::seccomp_init(SCMP_ACT_ALLOW);
                  ::seccomp_rule_add(
                      filter, SCMP_ACT_ERRNO(static_cast<unsigned>(error)), SCMP_SYS(openat2), 0);
                  if (::seccomp_load(filter) != 0) {
                      return 3;
                  }
                  return wrong_with(scene.in()).empty() ? 0 : 2;
              }) == 0);
    }
}

TEST_CASE("another file system is entered only where that is asked for", "[beneath]") {
    const Scene scene;
    constexpr int no_mounts = 77;
    const int status = status_in_child([&] {
        const std::string sub = scene.in() + "/sub";
        if (::unshare(CLONE_NEWNS) != 0 ||
            ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
            ::mount("none", sub.c_str(), "tmpfs", 0, nullptr) != 0) {
            return no_mounts;
        }
        tests::write_file(sub + "/file", "mounted");
        const Beneath closed(scene.in());
        const Beneath open(scene.in(), Beneath::Mounts::entered);
        const std::string text = refusal([&] { closed.file("sub/file"); });
        const bool is_refused = text.find("another file system") != std::string::npos;
        return is_refused && content(open.folder("sub").file("file")) == "mounted" ? 0 : 2;
    });
    if (status == no_mounts) {
        tests::leave_out("another file system", tests::Need::mounts);
        return;
    }
    CHECK(status == 0);
}

TEST_CASE("a path that says itself that it leaves the folder is never opened", "[beneath]") {
    const Scene scene;
    const Beneath beneath(scene.in());
    for (const char* const path :
         {"../out/file", "sub/../../out/file", "/etc/passwd", "", ".", "sub//file", "sub/./file",
          "sub/"}) {
        CAPTURE(path);
        CHECK_THROWS_AS(beneath.file(path), InternalError);
    }
}

TEST_CASE("a folder stays the one that was opened, whatever gets its name", "[beneath]") {
    const Scene scene;
    const Beneath beneath(scene.in());
    const Beneath sub = beneath.folder("sub");
    fs::rename(scene.folder / "in", scene.folder / "moved");
    fs::create_symlink(scene.folder / "out", scene.folder / "in");
    CHECK(content(beneath.file("sub/file")) == "inside");
    CHECK(content(sub.file("file")) == "inside");
}

TEST_CASE("names of a folder are read up to a number of them", "[beneath]") {
    const Scene scene;
    const Beneath beneath(scene.in());
    CHECK(beneath.names(3).size() == 3);
    std::vector<std::string> names = beneath.names(100);
    std::sort(names.begin(), names.end());
    CHECK(
        names ==
        std::vector<std::string>{
            "absolute", "file-out", "folder-in", "folder-out", "magic", "pipe", "socket", "sub"});
    CHECK(beneath.names(100).size() == 8); // again from the beginning
}

TEST_CASE("a file that its owner holds by a lease is refused at once", "[beneath]") {
    const Scene scene;
    const int held = ::open((scene.in() + "/sub/file").c_str(), O_RDWR | O_CLOEXEC);
    if (::fcntl(held, F_SETLEASE, F_WRLCK) != 0) {
        ::close(held);
        return; // a file system without leases
    }
    ::signal(SIGIO, SIG_IGN); // says that somebody wants it
    const Beneath beneath(scene.in());
    CHECK_THAT(
        refusal([&] { beneath.file("sub/file"); }), ContainsSubstring("a program holds it back"));
    ::close(held);
    ::signal(SIGIO, SIG_DFL);
}

TEST_CASE("a hash is of a regular file, and a FIFO is refused at once", "[beneath]") {
    const Scene scene;
    CHECK(sha256_of_file(scene.in() + "/sub/file") == sha256("inside"));
    CHECK(sha256_of_file(scene.in() + "/file-out") == sha256("outside")); // the caller named it
    CHECK(status_in_child([&] {
              return refusal([&] {
                         sha256_of_file(scene.in() + "/pipe");
                     }).find("it is not a file") == std::string::npos
                         ? 2
                         : 0;
          }) == 0);
}

TEST_CASE("a signal ends the reading of a file", "[beneath]") {
    const Scene scene;
    CHECK(status_in_child([&] {
              const SignalsInWaits signals;
              ::raise(SIGTERM);
              try {
                  sha256_of_file(scene.in() + "/sub/file");
              } catch (const Interrupted& interrupted) {
                  return interrupted.signal == SIGTERM ? 0 : 2;
              }
              return 3;
          }) == 0);
}

TEST_CASE("reading ends once more than the bound has come", "[beneath]") {
    const Scene scene;
    const UniqueFd endless(::open("/dev/zero", O_RDONLY | O_CLOEXEC));
    CHECK(read_through(endless.get(), "zeros", 1000, [](std::string_view) {}) > 1000);
}
