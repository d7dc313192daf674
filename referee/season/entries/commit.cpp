#include "season/entries/commit.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "os/beneath.hpp"
#include "os/child_process.hpp"
#include "os/descriptor.hpp"
#include "os/interrupt.hpp"
#include "season/entries/entries.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <fcntl.h>
#include <fmt/format.h>
#include <optional>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#include <utility>

namespace referee {

namespace {

/// Bytes of the list of files. Paths in deep trees would be longer than all files.
constexpr std::size_t max_listing = 8'000'000;

/// A git command whose output is read. It is killed when the reader loses interest, and by the
/// kernel when this process dies.
class Git {
  public:
    Git(std::vector<std::string> words, int input, std::vector<std::string> environment) {
        words.insert(words.begin(), "git");
        Pipe pipe = make_pipe();
        const std::vector<char*> arguments = pointers_to(words); // before the limit on memory
        const std::vector<char*> variables = pointers_to(environment);
        process_.emplace(
            fork_child(
                "starting git", SIGKILL,
                [&] {
                    limit();
                    if (::dup2(input, 0) >= 0 && ::dup2(pipe.writing.get(), 1) >= 0) {
                        ::execvpe(
                            arguments[0], arguments.data(),
                            environment.empty() ? ::environ : variables.data());
                    }
                    return 127;
                }),
            ChildProcess::Kind::reader);
        output_ = std::move(pipe.reading);
    }
    ~Git() = default;
    Git(const Git&) = delete;
    Git& operator=(const Git&) = delete;

    /// At least one byte, at most `max`; empty at the end.
    std::string_view some(std::size_t max) {
        while (at_ == size_) {
            pollfd event{output_.get(), POLLIN, 0};
            wait_for(&event, 1, -1);
            const ssize_t got = ::read(output_.get(), buffer_.data(), buffer_.size());
            if (got < 0 && errno != EINTR && errno != EAGAIN) {
                fail("reading what git says");
            }
            if (got == 0) {
                return {};
            }
            at_ = 0;
            size_ = static_cast<std::size_t>(std::max<ssize_t>(got, 0));
        }
        const std::size_t count = std::min(max, size_ - at_);
        const std::string_view bytes(buffer_.data() + at_, count);
        at_ += count;
        return bytes;
    }

    /// Up to this byte, without it. False at the end.
    bool until(char end, std::size_t max, std::string& text) {
        text.clear();
        while (true) {
            const std::string_view byte = some(1);
            if (byte.empty()) {
                return false;
            }
            if (byte[0] == end) {
                return true;
            }
            if (text.size() == max) {
                throw UserError("the commit has a name that is too long; rename the file");
            }
            text += byte;
        }
    }

    /// To be called after its last byte.
    void require_success() {
        constexpr std::int64_t no_limit = -1;
        const int status = *process_->wait(no_limit);
        if (status != 0) {
            throw UserError(fmt::format(
                "git can't read the commit (status {}); its standard error says why, or git isn't "
                "installed",
                status));
        }
    }

  private:
    /// A tree, or what a small file is a difference to, may be of any size when it is unpacked.
    static void limit() {
        constexpr rlim_t memory = 1ULL << 30U;
        constexpr rlim_t seconds = 300;
        const rlimit data{memory, memory};
        const rlimit time{seconds, seconds};
        ::setrlimit(RLIMIT_DATA, &data);
        ::setrlimit(RLIMIT_CPU, &time);
    }

    std::optional<ChildProcess> process_;
    UniqueFd output_;
    std::vector<char> buffer_ = std::vector<char>(1U << 16U);
    std::size_t at_ = 0;
    std::size_t size_ = 0;
};

/// A line of `git ls-tree -l`: "100644 blob OBJECT    SIZE<tab>PATH".
struct Line {
    std::string mode;
    std::string kind;
    std::string object;
    std::string size;
    std::string path;
};

Line line_of(const std::string& text) {
    Line line;
    const std::size_t tab = text.find('\t');
    if (tab == std::string::npos) {
        throw UserError("git lists the commit's files as an unknown version of git does");
    }
    line.path = text.substr(tab + 1);
    std::size_t at = 0;
    for (std::string* const word : {&line.mode, &line.kind, &line.object, &line.size}) {
        at = std::min(text.find_first_not_of(' ', at), tab);
        const std::size_t end = std::min(text.find(' ', at), tab);
        *word = text.substr(at, end - at);
        at = end;
    }
    return line;
}

void require_commit_name(const std::string& name) {
    constexpr std::size_t sha1 = 40;
    constexpr std::size_t sha256 = 64;
    if ((name.size() != sha1 && name.size() != sha256) ||
        name.find_first_not_of("0123456789abcdef") != std::string::npos) {
        throw UserError(
            fmt::format("--commit '{}': write all 40 (or 64) digits of a commit", printable(name)));
    }
}

} // namespace

Commit::Commit(const std::string& name, std::vector<std::string> environment)
    : environment_(std::move(environment)) {
    require_commit_name(name);
    const UniqueFd null(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    // With folders (-t): trees of trees without a file would take for ever and list nothing.
    Git git({"ls-tree", "-r", "-t", "-l", "-z", "--full-tree", name}, null.get(), environment_);
    std::size_t places = 0;
    std::size_t listed = 0;
    std::string text;
    while (git.until('\0', max_listing, text)) {
        listed += text.size();
        if (++places > max_entry_files || listed > max_listing) {
            throw UserError(fmt::format(
                "the commit has more than {} files and folders; leave out what the AI doesn't need",
                max_entry_files));
        }
        const Line line = line_of(text);
        if (line.kind == "tree") {
            continue;
        }
        if (line.mode != "100644" && line.mode != "100755" && line.mode != "100664") {
            throw UserError(fmt::format(
                "{}: it is {}; commit the {} there", printable(line.path),
                line.kind == "commit" ? "another repository" : "a link",
                line.kind == "commit" ? "files themselves" : "file itself"));
        }
        bool is_text = true;
        as_utf8(line.path, line.path.size(), is_text);
        std::int64_t size = 0;
        if (!is_text || !parse_integer(line.size, size) || size < 0) {
            throw UserError(fmt::format(
                "{}: {}", printable(line.path),
                is_text ? "git doesn't know its size" : "its name isn't UTF-8; rename the file"));
        }
        files_.push_back({line.path, static_cast<std::uint64_t>(size), line.mode == "100755"});
        objects_.push_back(line.object);
    }
    git.require_success();
}

void Commit::read(
    const std::function<void(const SubmittedFile&)>& begin,
    const std::function<void(std::string_view)>& take) const {
    // A file, so that nobody has to write to git and read from it at once.
    const UniqueFd names(::memfd_create("objects", MFD_CLOEXEC));
    if (!names) {
        fail("making a file in memory");
    }
    for (const std::string& object : objects_) {
        write_all(names.get(), "a list of objects", object + "\n");
    }
    ::lseek(names.get(), 0, SEEK_SET);
    Git git({"cat-file", "--batch"}, names.get(), environment_);
    for (std::size_t i = 0; i < files_.size(); ++i) {
        const SubmittedFile& file = files_[i];
        std::string head;
        constexpr std::size_t max_head = 1000;
        const bool is_there = git.until('\n', max_head, head);
        if (!is_there || head != fmt::format("{} blob {}", objects_[i], file.size)) {
            throw UserError(fmt::format(
                "{}: git can't read it ('{}'); push it again", printable(file.path),
                printable(head)));
        }
        begin(file);
        for (std::uint64_t left = file.size + 1; left > 0;) {
            // The last byte is a line feed that git adds.
            const std::string_view bytes = git.some(left > 1 ? left - 1 : 1);
            if (bytes.empty()) {
                throw UserError(fmt::format(
                    "{}: git can't read all of it; push it again", printable(file.path)));
            }
            if (left > 1) {
                take(bytes);
            }
            left -= bytes.size();
        }
    }
    git.require_success();
}

} // namespace referee
