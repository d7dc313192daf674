#include "season/entries/archive.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "os/beneath.hpp"
#include "os/child_process.hpp"
#include "os/descriptor.hpp"
#include "os/interrupt.hpp"
#include "season/entries/submission.hpp"

#include <algorithm>
#include <archive.h>
#include <archive_entry.h>
#include <array>
#include <cerrno>
#include <clocale>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <iconv.h>
#include <memory>
#include <optional>
#include <poll.h>
#include <seccomp.h>
#include <string_view>
#include <sys/resource.h>
#include <unistd.h>
#include <utility>

namespace referee {

// The archive is read by libarchive in a process of its own, which has the archive and a pipe, may
// call nothing but what reading them needs, and ends with this process. What a wrong archive does
// to the library stays there. The parent makes the files, and believes nothing of what it is told:
// each message is a head and its bytes.

namespace {

enum class ArchiveMessage : char {
    file = 'f',
    program = 'p', ///< a file that may be executed
    folder = 'd',
    link = 'l',
    special = 's',
    bytes = 'b',
    failure = 'x',
    end = 'e'
};

struct MessageHead {
    ArchiveMessage kind = ArchiveMessage::end;
    std::uint32_t size = 0;
};

constexpr std::size_t max_message = 1U << 16U;
constexpr std::string_view has_password = "it has a password";
constexpr std::string_view has_no_library =
    "archives can't be read here, because libarchive isn't installed; install it (on Debian: "
    "libarchive13)";

[[noreturn]] void refuse_archive(std::string_view why) {
    constexpr std::size_t longest = 200;
    if (why == has_no_library) {
        throw UserError(std::string(why));
    }
    throw UserError(fmt::format(
        "the archive can't be unpacked: {}; pack it again, {}", safe_text(why.substr(0, longest)),
        why == has_password ? "without one" : "as .zip"));
}

/// What the end of a zip file says of the number of its files. Without an end the library unpacks
/// what there is, and nobody knows what is missing.
struct ZipEnd {
    bool is_missing = false;
    std::size_t files = 0; ///< 65,535 stands for more, too
};

ZipEnd end_of_zip(int file) {
    constexpr off_t longest = 65'557; // the end, and a comment
    constexpr std::size_t count_at = 10;
    std::array<char, 2> mark{};
    if (::pread(file, mark.data(), mark.size(), 0) != 2 || mark[0] != 'P' || mark[1] != 'K') {
        return {};
    }
    const off_t size = ::lseek(file, 0, SEEK_END);
    ::lseek(file, 0, SEEK_SET);
    const off_t begin = std::max<off_t>(size - longest, 0);
    std::string tail(static_cast<std::size_t>(size - begin), '\0');
    const ssize_t got = ::pread(file, tail.data(), tail.size(), begin);
    tail.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    const std::size_t end = tail.rfind("PK\x05\x06");
    if (end == std::string::npos || tail.size() < end + count_at + 2) {
        return {true};
    }
    const auto byte = [&](std::size_t at) {
        return static_cast<std::size_t>(static_cast<unsigned char>(tail[end + at]));
    };
    return {false, byte(count_at) + 256 * byte(count_at + 1)};
}

[[noreturn]] void refuse_number(const UnpackLimits& limits) {
    throw UserError(fmt::format(
        "it has more than {} files and folders; leave out what the AI doesn't need", limits.files));
}

/// libarchive, loaded only where an archive is read: linked, it and what it needs (an XML reader
/// with tables of all languages) would make each start of a keeper a quarter slower.
class ArchiveLibrary {
  public:
    ArchiveLibrary() : library_(::dlopen("libarchive.so.13", RTLD_NOW | RTLD_LOCAL)) {}
    bool is_there() const { return library_ != nullptr; }

    template <typename Function>
    Function* get(const char* name) const {
        return reinterpret_cast<Function*>(::dlsym(library_, name));
    }

  private:
    void* library_;
};

/// What the process that reads an archive does. It has no destructors to run.
class ArchiveReader {
  public:
    ArchiveReader(int archive, int output) : archive_(archive), output_(output) {}

    [[noreturn]] void run() {
        if (::dup2(archive_, 0) < 0 || ::dup2(output_, 1) < 0 || ::close_range(2, ~0U, 0) != 0) {
            ::_exit(1);
        }
        archive_ = 0;
        output_ = 1;
        std::setlocale(LC_CTYPE, "C.UTF-8"); // the library converts names to it
        const ArchiveLibrary library;
        if (!library.is_there()) {
            refuse(has_no_library);
        }
        const auto call = [&](const char* name, auto... arguments) {
            using Function = int(decltype(arguments)...);
            return library.get<Function>(name)(arguments...);
        };
        archive* const reader = library.get<archive*()>("archive_read_new")();
        for (const char* const name :
             {"archive_read_support_filter_gzip", "archive_read_support_filter_bzip2",
              "archive_read_support_filter_xz", "archive_read_support_filter_zstd",
              "archive_read_support_format_zip", "archive_read_support_format_tar",
              "archive_read_support_format_7zip", "archive_read_support_format_rar",
              "archive_read_support_format_rar5"}) {
            call(name, reader);
        }
        confine();
        const auto text_of = [&](const char* name, archive_entry* entry) {
            const char* const text = library.get<const char*(archive_entry*)>(name)(entry);
            return std::string(text == nullptr ? "" : text);
        };
        const auto why = [&] {
            const char* const text =
                library.get<const char*(archive*)>("archive_error_string")(reader);
            return std::string(text == nullptr ? "it is damaged" : text);
        };
        constexpr std::size_t block = 65'536;
        if (call("archive_read_open_fd", reader, archive_, block) != ARCHIVE_OK) {
            refuse(why());
        }
        const auto read_data =
            library.get<la_ssize_t(archive*, void*, std::size_t)>("archive_read_data");
        std::array<char, max_message> buffer{};
        while (true) {
            archive_entry* entry = nullptr;
            const int status = call("archive_read_next_header", reader, &entry);
            if (status == ARCHIVE_EOF) {
                send(ArchiveMessage::end, "");
                ::_exit(0);
            }
            if (status != ARCHIVE_OK && status != ARCHIVE_WARN) {
                refuse(why());
            }
            if (call("archive_entry_is_encrypted", entry) != 0) {
                refuse(has_password);
            }
            std::string path = text_of("archive_entry_pathname", entry);
            if (path.empty()) {
                path = text_of("archive_entry_pathname_utf8", entry);
            }
            const mode_t type =
                library.get<mode_t(archive_entry*)>("archive_entry_filetype")(entry);
            const mode_t mode = library.get<mode_t(archive_entry*)>("archive_entry_perm")(entry);
            if (type == AE_IFDIR) {
                send(ArchiveMessage::folder, path);
                continue;
            }
            if (type == AE_IFLNK || !text_of("archive_entry_hardlink", entry).empty()) {
                send(ArchiveMessage::link, path);
                continue;
            }
            if (type != AE_IFREG && type != 0) {
                send(ArchiveMessage::special, path);
                continue;
            }
            constexpr mode_t any_execute = 0111;
            send((mode & any_execute) != 0 ? ArchiveMessage::program : ArchiveMessage::file, path);
            while (true) {
                const la_ssize_t got = read_data(reader, buffer.data(), buffer.size());
                if (got < 0) {
                    refuse(why());
                }
                if (got == 0) {
                    break;
                }
                send(ArchiveMessage::bytes, {buffer.data(), static_cast<std::size_t>(got)});
            }
        }
    }

  private:
    [[noreturn]] void refuse(std::string_view why) {
        send(ArchiveMessage::failure, why);
        ::_exit(1);
    }

    void send(ArchiveMessage kind, std::string_view bytes) {
        bytes = bytes.substr(0, max_message);
        const MessageHead head{kind, static_cast<std::uint32_t>(bytes.size())};
        std::array<char, sizeof head> raw{};
        std::memcpy(raw.data(), &head, sizeof head);
        for (std::string_view part : {std::string_view(raw.data(), raw.size()), bytes}) {
            while (!part.empty()) {
                const ssize_t sent = ::write(output_, part.data(), part.size());
                if (sent < 0 && errno != EINTR) {
                    ::_exit(1);
                }
                part.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(sent, 0)));
            }
        }
    }

    /// From here on: memory, the archive, the pipe.
    static void confine() {
        scmp_filter_ctx filter = ::seccomp_init(SCMP_ACT_ERRNO(EPERM));
        for (const int allowed :
             {SCMP_SYS(read),         SCMP_SYS(pread64),        SCMP_SYS(readv),
              SCMP_SYS(write),        SCMP_SYS(lseek),          SCMP_SYS(fstat),
              SCMP_SYS(brk),          SCMP_SYS(mmap),           SCMP_SYS(munmap),
              SCMP_SYS(mremap),       SCMP_SYS(mprotect),       SCMP_SYS(madvise),
              SCMP_SYS(futex),        SCMP_SYS(clock_gettime),  SCMP_SYS(gettimeofday),
              SCMP_SYS(rt_sigreturn), SCMP_SYS(rt_sigprocmask), SCMP_SYS(sigreturn),
              SCMP_SYS(getrandom),    SCMP_SYS(exit),           SCMP_SYS(exit_group)}) {
            ::seccomp_rule_add(filter, SCMP_ACT_ALLOW, allowed, 0);
        }
        // The library asks for the file's size by this call; it may not name another file.
        ::seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(newfstatat), 0);
        if (filter != nullptr) {
            ::seccomp_load(filter); // a container may forbid it: then the limits alone count
        }
    }

    int archive_;
    int output_;
};

/// The process that reads, as the parent sees it. It is killed when the parent loses interest.
class ArchiveProcess {
  public:
    explicit ArchiveProcess(int archive) {
        Pipe pipe = make_pipe();
        process_.emplace(
            fork_child(
                "starting a process", SIGKILL,
                [&] {
                    limit();
                    ArchiveReader(archive, pipe.writing.get()).run();
                    return 0;
                }),
            ChildProcess::Kind::reader);
        output_ = std::move(pipe.reading);
    }
    ~ArchiveProcess() = default;
    ArchiveProcess(const ArchiveProcess&) = delete;
    ArchiveProcess& operator=(const ArchiveProcess&) = delete;

    /// The next message. A process that was killed has failed.
    std::pair<ArchiveMessage, std::string_view> next() {
        MessageHead head;
        std::array<char, sizeof head> raw{};
        if (!read(raw.data(), raw.size())) {
            return {
                ArchiveMessage::failure, "it can't be read in 1 GiB of memory and five minutes"};
        }
        std::memcpy(&head, raw.data(), sizeof head);
        if (head.size > max_message || !read(buffer_.data(), head.size)) {
            return {ArchiveMessage::failure, "it is damaged"};
        }
        return {head.kind, {buffer_.data(), head.size}};
    }

  private:
    static void limit() {
        constexpr rlim_t memory = 1ULL << 30U;
        constexpr rlim_t seconds = 300;
        const rlimit data{memory, memory};
        const rlimit time{seconds, seconds};
        const rlimit none{0, 0};
        ::setrlimit(RLIMIT_DATA, &data);
        ::setrlimit(RLIMIT_CPU, &time);
        ::setrlimit(RLIMIT_CORE, &none);
    }

    bool read(char* to, std::size_t size) {
        for (std::size_t done = 0; done < size;) {
            pollfd event{output_.get(), POLLIN, 0};
            wait_for(&event, 1, -1);
            const ssize_t got = ::read(output_.get(), to + done, size - done);
            if (got < 0 && (errno == EINTR || errno == EAGAIN)) {
                continue;
            }
            if (got < 0) {
                fail("reading an archive");
            }
            if (got == 0) {
                return false;
            }
            done += static_cast<std::size_t>(got);
        }
        return true;
    }

    std::optional<ChildProcess> process_;
    UniqueFd output_;
    std::vector<char> buffer_ = std::vector<char>(max_message);
};

bool is_utf8(std::string_view text) {
    bool is_text = true;
    as_utf8(text, text.size(), is_text);
    return is_text;
}

/// A name that isn't UTF-8, read as code page 437: the one of zip files that say nothing else.
std::optional<std::string> from_code_page(std::string name) {
    const iconv_t converter = ::iconv_open("UTF-8", "CP437");
    if (converter == reinterpret_cast<iconv_t>(-1)) {
        return std::nullopt; // a small system without the table
    }
    constexpr std::size_t longest = 4;
    std::string text(name.size() * longest, '\0');
    char* from = name.data();
    std::size_t from_left = name.size();
    char* to = text.data();
    std::size_t to_left = text.size();
    const std::size_t done = ::iconv(converter, &from, &from_left, &to, &to_left);
    ::iconv_close(converter);
    if (done == static_cast<std::size_t>(-1)) {
        return std::nullopt;
    }
    text.resize(text.size() - to_left);
    return text;
}

/// Whether a part of the path is a by-product.
bool has_by_product(const std::string& path) {
    for (std::size_t begin = 0; begin <= path.size();) {
        const std::size_t end = std::min(path.find('/', begin), path.size());
        if (is_by_product(path.substr(begin, end - begin))) {
            return true;
        }
        begin = end + 1;
    }
    return false;
}

} // namespace

bool is_by_product(const std::string& name) {
    std::string lower = name;
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : static_cast<char>(c);
    });
    return lower == "__macosx" || lower == ".ds_store" || lower == "thumbs.db" ||
           lower == "desktop.ini" || lower == ".git" || lower.starts_with("._");
}

bool is_archive(const std::string& path) {
    const UniqueFd file = open_regular(path);
    std::array<char, 512> start{};
    const ssize_t got = ::pread(file.get(), start.data(), start.size(), 0);
    const std::string_view head(start.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    using namespace std::literals;
    constexpr std::size_t tar_mark = 257;
    for (const std::string_view mark :
         {"PK\x03\x04"sv, "PK\x05\x06"sv, "\x1f\x8b"sv, "BZh"sv,
          "\xfd"
          "7zXZ\0"sv,
          "\x28\xb5\x2f\xfd"sv, "7z\xbc\xaf\x27\x1c"sv, "Rar!\x1a\x07"sv}) {
        if (head.starts_with(mark)) {
            return true;
        }
    }
    return head.size() > tar_mark && head.substr(tar_mark).starts_with("ustar");
}

Unpacked unpack(const std::string& archive, const std::string& folder, const UnpackLimits& limits) {
    const UniqueFd file = open_regular(archive);
    const UniqueFd target(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!target) {
        fail("opening a temporary folder");
    }
    const ZipEnd end = end_of_zip(file.get());
    if (end.is_missing) {
        refuse_archive("it ends early");
    }
    if (end.files > limits.files) { // before any of them is made
        refuse_number(limits);
    }
    ArchiveProcess process(file.get());
    Unpacked unpacked;
    UniqueFd out;
    std::string path;
    std::uint64_t size = 0;
    std::size_t files = 0;
    bool has_old_names = false;
    while (true) {
        const auto [kind, bytes] = process.next();
        if (kind == ArchiveMessage::end) {
            break;
        }
        if (kind == ArchiveMessage::failure) {
            refuse_archive(bytes);
        }
        if (kind == ArchiveMessage::bytes) {
            size += bytes.size();
            if (size > limits.size) {
                throw UserError(fmt::format(
                    "unpacked it has more than {} MiB; leave out what the AI doesn't need",
                    limits.size >> 20U));
            }
            if (out) {
                write_all(out.get(), path, bytes);
            }
            continue;
        }
        out.reset();
        if (++files > limits.files) {
            refuse_number(limits);
        }
        path = bytes;
        if (!is_utf8(path)) {
            const std::optional<std::string> converted = from_code_page(path);
            if (!converted) {
                unpacked.refused.push_back({path, "its name isn't UTF-8; rename the file"});
                continue;
            }
            path = *converted;
            has_old_names = true;
        }
        if (path.find('/') == std::string::npos) { // some programs of Windows
            std::replace(path.begin(), path.end(), '\\', '/');
        }
        while (path.starts_with("./")) {
            path.erase(0, 2);
        }
        while (path.size() > 1 && path.ends_with("/")) {
            path.pop_back();
        }
        if (path.empty() || path == "." || has_by_product(path)) {
            continue;
        }
        if (kind == ArchiveMessage::link || kind == ArchiveMessage::special) {
            unpacked.refused.push_back(
                {path, kind == ArchiveMessage::link
                           ? "it is a link; put the file itself there"
                           : "it is neither a file nor a folder; remove it"});
            continue;
        }
        if (const std::string why = objection_to_path(path); !why.empty()) {
            unpacked.refused.push_back({path, why + "; rename the file"});
            continue;
        }
        if (kind == ArchiveMessage::folder) {
            continue; // made with the files in it; an empty one is of no use to an AI
        }
        try {
            out = new_file(target.get(), path, kind == ArchiveMessage::program);
        } catch (const UserError&) {
            unpacked.refused.push_back({path, "it is there twice; rename one of the two"});
        }
    }
    if (has_old_names) {
        unpacked.remarks.emplace_back(
            "names in the archive aren't UTF-8 and were read as code page 437; use plain letters");
    }
    return unpacked;
}

} // namespace referee
