#include "season/entries/submission.hpp"

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "base/random.hpp"
#include "base/text.hpp"
#include "os/beneath.hpp"
#include "os/clock.hpp"
#include "os/descriptor.hpp"
#include "os/folder.hpp"
#include "os/interrupt.hpp"
#include "season/entries/commit.hpp"
#include "season/entries/entries.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <tuple>
#include <unistd.h>
#include <utility>
#include <vector>

namespace referee {

// The stream: a line of JSON, the bytes of the files in its order, and a line with the SHA-256 of
// all that before it.
//
//   {"submission": 1, "version": "", "files": [{"path": "ai.ini", "size": 14, "run": false}]}
//
// A version that is one program has one file with an empty path. There are no folders, links,
// owners or times: what isn't in the stream can't be wrong.

namespace {

namespace fs = std::filesystem;

constexpr int format_number = 1;
constexpr std::size_t max_header = 8'000'000;
constexpr std::size_t max_path = 1000;
constexpr std::size_t max_depth = 32;

using PackedFile = SubmittedFile;

/// A folder of our own in the system's place for temporary files.
class Scratch {
  public:
    Scratch() {
        const fs::path place = fs::temp_directory_path();
        std::string name = (place / "referee-submit-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) {
            throw UserError(fmt::format(
                "{}: a temporary folder can't be made there ({}); set TMPDIR to a writable folder",
                place.string(), std::strerror(errno)));
        }
        path_ = name;
    }
    ~Scratch() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    fs::path path() const { return path_; }

  private:
    fs::path path_;
};

/// The files of a copy, in the order of their paths.
std::vector<PackedFile> files_of(const fs::path& copy) {
    std::vector<PackedFile> files;
    const auto add = [&](const fs::path& path, const std::string& inner) {
        struct stat status {};
        if (::stat(path.c_str(), &status) != 0) {
            fail("reading " + safe_text(inner));
        }
        files.push_back(
            {inner, static_cast<std::uint64_t>(status.st_size), (status.st_mode & S_IXUSR) != 0});
    };
    if (!fs::is_directory(copy)) {
        add(copy, "");
        return files;
    }
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(copy)) {
        const std::string inner = entry.path().lexically_relative(copy).string();
        if (entry.is_symlink() && entry.is_directory()) {
            throw UserError(fmt::format(
                "{}: it is a link to a folder; put the folder itself there", safe_text(inner)));
        }
        if (entry.is_regular_file()) {
            add(entry.path(), inner);
        }
    }
    std::sort(files.begin(), files.end(), [](const PackedFile& a, const PackedFile& b) {
        return a.path < b.path;
    });
    return files;
}

[[noreturn]] void refuse_stream(const std::string& what) {
    throw UserError("the submission: " + what + "; submit it again");
}

/// Bytes as they come, with their hash, and no longer pauses than allowed.
class Stream {
  public:
    Stream(int file, std::chrono::milliseconds silence) : file_(file), silence_(silence) {}

    /// At least one byte, at most `max`; empty at the end.
    std::string_view some(std::size_t max) {
        if (at_ == size_) {
            fill();
        }
        const std::size_t count = std::min(max, size_ - at_);
        const std::string_view bytes(buffer_.data() + at_, count);
        at_ += count;
        return bytes;
    }
    /// Up to a line feed, without it.
    std::string line(std::size_t max, Sha256* hash) {
        std::string text;
        while (true) {
            const std::string_view byte = some(1);
            if (byte.empty()) {
                refuse_stream("it ends early");
            }
            if (hash != nullptr) {
                hash->add(byte);
            }
            if (byte == "\n") {
                return text;
            }
            if (text.size() == max) {
                refuse_stream("its first line is too long");
            }
            text += byte;
        }
    }

  private:
    void fill() {
        pollfd event{file_, POLLIN, 0};
        const std::int64_t deadline =
            silence_.count() == 0 ? -1 : monotonic_ns() + silence_.count() * 1'000'000;
        while (true) {
            if (wait_for(&event, 1, deadline) == 0) {
                refuse_stream("nothing has come for too long");
            }
            const ssize_t got = ::read(file_, buffer_.data(), buffer_.size());
            if (got < 0 && (errno == EINTR || errno == EAGAIN)) {
                continue;
            }
            if (got < 0) {
                fail("reading a submission");
            }
            at_ = 0;
            size_ = static_cast<std::size_t>(got);
            return;
        }
    }

    int file_;
    std::chrono::milliseconds silence_;
    std::vector<char> buffer_ = std::vector<char>(1U << 16U);
    std::size_t at_ = 0;
    std::size_t size_ = 0;
};

struct Header {
    std::string version;
    std::vector<PackedFile> files;
    bool is_single() const { return files.size() == 1 && files[0].path.empty(); }
};

/// Numbers, sizes and names, before anything is written.
void require_fit(const Header& header, std::uint64_t max_size) {
    if (header.files.empty() || header.files.size() > max_entry_files) {
        throw UserError(fmt::format(
            "a version has 1 to {} files; leave out what it doesn't need", max_entry_files));
    }
    std::uint64_t size = 0;
    for (const PackedFile& file : header.files) {
        if (file.size > max_size || (size += file.size) > max_size) {
            throw UserError(fmt::format(
                "it is too large; at most {} MiB are allowed; leave out what it doesn't need",
                max_size >> 20U));
        }
        if (const std::string why = objection_to_path(file.path);
            !header.is_single() && !why.empty()) {
            throw UserError(fmt::format("{}: {}; rename the file", printable(file.path), why));
        }
    }
    if (!header.version.empty() &&
        (header.version[0] == '.' || !objection_to_name(header.version).empty())) {
        throw UserError(fmt::format(
            "'{}' can't be the name of a version: {}; choose another one with --version-name",
            printable(header.version),
            header.version[0] == '.' ? "it begins with a dot" : objection_to_name(header.version)));
    }
}

Header read_header(const std::string& line, std::uint64_t max_size) {
    using Json = nlohmann::json;
    const Json json = Json::parse(line, nullptr, false);
    const auto is = [](const Json& object, const char* key, auto check) {
        return object.is_object() && object.contains(key) && (object.at(key).*check)();
    };
    if (!is(json, "submission", &Json::is_number_integer) ||
        json.at("submission").get<std::int64_t>() != format_number ||
        !is(json, "version", &Json::is_string) || !is(json, "files", &Json::is_array)) {
        refuse_stream("it isn't one of this version of the referee");
    }
    Header header{json.at("version").get<std::string>(), {}};
    if (json.at("files").size() > max_entry_files) {
        throw UserError(fmt::format(
            "a version has 1 to {} files; leave out what it doesn't need", max_entry_files));
    }
    for (const Json& each : json.at("files")) {
        if (!is(each, "path", &Json::is_string) || !is(each, "size", &Json::is_number_unsigned) ||
            !is(each, "run", &Json::is_boolean)) {
            refuse_stream("it isn't one of this version of the referee");
        }
        header.files.push_back(
            {each.at("path").get<std::string>(), each.at("size").get<std::uint64_t>(),
             each.at("run").get<bool>()});
    }
    require_fit(header, max_size);
    return header;
}

/// The folder entries/NAME, made if it isn't there. No part of it may be a link.
UniqueFd entry_folder(const ReceiveRequest& request) {
    const std::string all = request.season + "/entries";
    const UniqueFd entries(::open(all.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!entries) {
        throw UserError(fmt::format(
            "{}: it can't be opened ({}); name the folder of a season", all, std::strerror(errno)));
    }
    const std::string& name = request.entry;
    if (name.empty() || name[0] == '.' || !objection_to_name(name).empty()) {
        throw UserError(fmt::format(
            "'{}' can't be the name of an entry: {}; choose another one with --name",
            printable(name),
            objection_to_name(name).empty() ? "it begins with a dot" : objection_to_name(name)));
    }
    const bool is_new = ::mkdirat(entries.get(), name.c_str(), 0755) == 0;
    if (!is_new && errno != EEXIST) {
        throw UserError(fmt::format(
            "{}/{}: it can't be made ({}); ask the organiser for this folder, or name yours with "
            "--name",
            all, name, std::strerror(errno)));
    }
    UniqueFd entry(
        ::openat(entries.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (is_new && entry) {
        ::fchmod(entry.get(), 0755); // the season may run as another user, whatever umask says
    }
    if (!entry) {
        throw UserError(fmt::format(
            "{}/{}: it can't be opened ({}); ask the organiser", all, name, std::strerror(errno)));
    }
    return entry;
}

/// A folder in an entry whose name begins with a dot, so the season ignores it. It is removed
/// unless the version gets its name. A lock tells the uploads that still run from those that were
/// killed.
class Upload {
  public:
    Upload(int entry, const Space& announced) : entry_(entry) {
        remove_remains(entry);
        constexpr int max_tries = 100;
        for (int tries = 0; tries < max_tries && !folder_; ++tries) {
            name_ = upload_name(random_bits(), announced);
            if (::mkdirat(entry_, name_.c_str(), 0700) != 0) {
                if (errno == EEXIST) {
                    continue;
                }
                throw UserError(fmt::format(
                    "the entry's folder can't be written ({}); ask the organiser",
                    std::strerror(errno)));
            }
            folder_ = UniqueFd(
                ::openat(entry_, name_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
            // Another upload may have taken it for a dead one before it was locked.
            if (!folder_ || ::flock(folder_.get(), LOCK_EX | LOCK_NB) != 0 || !is_there()) {
                folder_.reset();
            }
        }
        if (!folder_) {
            fail("making a folder for an upload");
        }
    }
    ~Upload() {
        if (!name_.empty() && folder_) {
            remove();
        }
    }
    Upload(const Upload&) = delete;
    Upload& operator=(const Upload&) = delete;

    int folder() const { return folder_.get(); }

    /// Gives what was uploaded, the folder or the file in it, its name. False if there is one of
    /// this name.
    bool publish(const std::string& version, bool is_single) {
        const auto rename = [&](int from, const std::string& name) {
            return ::renameat2(from, name.c_str(), entry_, version.c_str(), RENAME_NOREPLACE) == 0;
        };
        const bool is_done = is_single ? rename(folder_.get(), "program") : rename(entry_, name_);
        if (!is_done && errno != EEXIST) {
            fail("giving a version its name");
        }
        if (is_done && !is_single) {
            name_.clear();
        }
        return is_done;
    }

  private:
    bool is_there() const {
        struct stat named {};
        struct stat opened {};
        return ::fstatat(entry_, name_.c_str(), &named, AT_SYMLINK_NOFOLLOW) == 0 &&
               ::fstat(folder_.get(), &opened) == 0 && named.st_ino == opened.st_ino &&
               named.st_dev == opened.st_dev;
    }

    void remove() const {
        try {
            empty_folder(folder_.get());
            ::unlinkat(entry_, name_.c_str(), AT_REMOVEDIR);
        } catch (const std::exception&) { // the next upload tries it again
        }
    }

    int entry_;
    std::string name_;
    UniqueFd folder_;
};

void receive_files(Stream& stream, const Header& header, int folder, Sha256& hash) {
    for (const PackedFile& packed : header.files) {
        const std::string path = header.is_single() ? "program" : packed.path;
        const UniqueFd file = new_file(folder, path, packed.run || header.is_single());
        for (std::uint64_t left = packed.size; left > 0;) {
            const auto wanted = static_cast<std::size_t>(
                std::min<std::uint64_t>(left, std::numeric_limits<std::int32_t>::max()));
            const std::string_view bytes = stream.some(wanted);
            if (bytes.empty()) {
                refuse_stream("it ends early");
            }
            hash.add(bytes);
            write_all(file.get(), path, bytes);
            left -= bytes.size();
        }
    }
}

/// Longer ones are names like others: counting on from them would leave the numbers.
bool is_number(const std::string& text, std::int64_t& number) {
    constexpr std::int64_t max_number = 999'999'999;
    return parse_integer(text, number) && number > 0 && number <= max_number &&
           std::to_string(number) == text;
}

/// The names of an entry's versions and those of its notes: versions that are gone have notes.
std::set<std::string> names_of_versions(const ReceiveRequest& request, int entry) {
    std::set<std::string> names;
    for (const std::string& name : names_in(entry)) {
        if (!name.starts_with(".")) {
            names.insert(name);
        }
    }
    const std::string notes = fmt::format("{}/notes/{}", request.season, request.entry);
    const UniqueFd folder(::open(notes.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (folder) {
        for (std::string& name : names_in(folder.get())) {
            if (name.ends_with(".txt")) {
                name.resize(name.size() - 4);
                names.insert(name);
            }
        }
    }
    return names;
}

/// As its note says: who submits may not be able to read the season's database.
Stage stage_of(const ReceiveRequest& request, int entry, const std::string& version) {
    const std::string note =
        fmt::format("{}/notes/{}/{}.txt", request.season, request.entry, version);
    struct stat submitted {};
    struct stat written {};
    const bool is_told = ::fstatat(entry, version.c_str(), &submitted, AT_SYMLINK_NOFOLLOW) == 0 &&
                         ::stat(note.c_str(), &written) == 0 &&
                         std::tie(submitted.st_ctim.tv_sec, submitted.st_ctim.tv_nsec) <=
                             std::tie(written.st_ctim.tv_sec, written.st_ctim.tv_nsec);
    if (!is_told) {
        return Stage::waiting;
    }
    std::string line;
    try {
        constexpr std::uint64_t max_note = 100'000;
        const UniqueFd file = open_regular(note);
        read_through(file.get(), note, max_note, [&](std::string_view bytes) { line += bytes; });
    } catch (const UserError&) {
        return Stage::playing; // closed to us; its files stay
    }
    line.resize(std::min(line.find('\n'), line.size()));
    const std::string head = fmt::format("{} {}: ", request.entry, version);
    const auto says = [&](std::string_view what) {
        return line.starts_with(head + std::string(what));
    };
    return says("rejected.")                    ? Stage::rejected
           : says("late.")                      ? Stage::late
           : says("accepted. A newer version ") ? Stage::replaced
                                                : Stage::playing;
}

/// One entry must not fill the disk. Its upload is there already, under the name that says its
/// size: of several at once each counts the others.
void require_room(const ReceiveRequest& request, int entry) {
    const EntrySpace space = make_room(
        {request.season,
         request.entry,
         request.quota,
         [&](const std::string& version) { return stage_of(request, entry, version); },
         {}});
    if (space.waiting > request.quota.waiting) {
        throw UserError(fmt::format(
            "{} versions of {} wait for their check, and no more may; submit more when they have "
            "their notes",
            space.waiting - 1, request.entry));
    }
    if (!space.has_room(request.quota)) {
        throw UserError(fmt::format(
            "{} has no room for it: with it there would be {}; an entry may have {}; submit it when "
            "those that wait have their notes, in fewer or smaller files, or ask the organiser",
            request.entry, text_of(space), text_of(request.quota)));
    }
}

/// Takes a version in whose files `fill` writes into the folder that it gets.
std::string take_in(
    const ReceiveRequest& request, const UniqueFd& entry, const Header& header,
    const std::function<void(int folder)>& fill) {
    Space announced{0, header.files.size() + 1};
    std::set<std::string> folders;
    for (const PackedFile& file : header.files) {
        announced.size += file.size;
        for (std::size_t at = file.path.find('/'); at != std::string::npos;
             at = file.path.find('/', at + 1)) {
            folders.insert(file.path.substr(0, at));
        }
        if (header.files.size() + folders.size() > max_entry_files) { // as the season counts them
            throw UserError(fmt::format(
                "it has more than {} files and folders; leave out what it doesn't need",
                max_entry_files));
        }
    }
    announced.files += folders.size();
    Upload upload(entry.get(), announced);
    require_room(request, entry.get());
    fill(upload.folder());
    if (::fchmod(upload.folder(), 0755) != 0) {
        fail("opening a version to its readers");
    }
    if (!header.version.empty()) {
        if (!upload.publish(header.version, header.is_single())) {
            throw UserError(fmt::format(
                "{} {}: there is a version of this name; choose another one", request.entry,
                header.version));
        }
        return header.version;
    }
    std::int64_t number = 0;
    for (const std::string& name : names_of_versions(request, entry.get())) {
        std::int64_t each = 0;
        number = is_number(name, each) ? std::max(number, each) : number;
    }
    do { // another upload may be faster
        ++number;
    } while (!upload.publish(std::to_string(number), header.is_single()));
    return std::to_string(number);
}

} // namespace

std::string objection_to_path(const std::string& path) {
    if (path.size() > max_path) {
        return "it is too long";
    }
    std::size_t depth = 0;
    for (std::size_t begin = 0; begin <= path.size(); ++depth) {
        const std::size_t end = std::min(path.find('/', begin), path.size());
        const std::string part = path.substr(begin, end - begin);
        if (part.empty() || part == "." || part == ".." || part.size() > NAME_MAX) {
            return "it isn't a path within a folder";
        }
        begin = end + 1;
    }
    if (depth > max_depth) {
        return "it lies in too many folders";
    }
    return path.find('\0') != std::string::npos ? "it isn't a path within a folder" : "";
}

UniqueFd new_file(int folder, const std::string& path, bool run) {
    UniqueFd inner;
    std::size_t begin = 0;
    const auto at = [&] { return inner ? inner.get() : folder; };
    for (std::size_t end = path.find('/'); end != std::string::npos; end = path.find('/', begin)) {
        const std::string part = path.substr(begin, end - begin);
        if (::mkdirat(at(), part.c_str(), 0755) != 0 && errno != EEXIST) {
            fail("making a folder of a version");
        }
        UniqueFd next(
            ::openat(at(), part.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        if (!next || ::fchmod(next.get(), 0755) != 0) {
            refuse_stream(fmt::format("'{}' is both a file and a folder", printable(path)));
        }
        inner = std::move(next);
        begin = end + 1;
    }
    const mode_t mode = run ? 0755 : 0644;
    UniqueFd file(::openat(
        at(), path.c_str() + begin, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
    if (!file && (errno == EEXIST || errno == EISDIR)) {
        refuse_stream(fmt::format("'{}' is in it twice", printable(path)));
    }
    if (!file || ::fchmod(file.get(), mode) != 0) {
        fail("making a file of a version");
    }
    return file;
}

void pack(
    const std::string& path, const std::string& version, std::uint64_t max_size,
    const std::function<void(std::string_view)>& take) {
    const Scratch scratch;
    const fs::path copy = scratch.path() / "copy";
    const fs::path given = fs::path(path).lexically_normal();
    const fs::path from = given.has_filename() ? given : given.parent_path();
    copy_entry(fs::absolute(from).lexically_normal().string(), copy.string(), max_size);
    const std::vector<PackedFile> files = files_of(copy);
    nlohmann::ordered_json header{
        {"submission", format_number},
        {"version", version},
        {"files", nlohmann::ordered_json::array()}};
    for (const PackedFile& file : files) {
        bool is_text = true;
        as_utf8(file.path, file.path.size(), is_text);
        if (!is_text) {
            throw UserError(
                fmt::format("{}: its name isn't UTF-8; rename the file", printable(file.path)));
        }
        header["files"].push_back({{"path", file.path}, {"size", file.size}, {"run", file.run}});
    }
    Sha256 hash;
    const auto send = [&](std::string_view bytes) {
        hash.add(bytes);
        take(bytes);
    };
    send(header.dump() + "\n");
    for (const PackedFile& file : files) {
        const std::string place = file.path.empty() ? copy.string() : (copy / file.path).string();
        const UniqueFd in = open_regular(place);
        read_through(in.get(), place, file.size, send);
    }
    take(hash.digits() + "\n");
}

std::string receive(int stream_file, const ReceiveRequest& request) {
    const UniqueFd entry = entry_folder(request);
    Stream stream(stream_file, request.silence);
    Sha256 hash;
    const Header header = read_header(stream.line(max_header, &hash), request.quota.version_size);
    return take_in(request, entry, header, [&](int folder) {
        receive_files(stream, header, folder, hash);
        constexpr std::size_t digits = 64;
        if (stream.line(digits, nullptr) != hash.digits()) {
            refuse_stream("it has changed on its way");
        }
    });
}

std::string receive_commit(
    const std::string& commit, const std::string& version, const ReceiveRequest& request) {
    const UniqueFd entry = entry_folder(request);
    const Commit content(commit);
    const Header header{version, content.files()};
    require_fit(header, request.quota.version_size);
    return take_in(request, entry, header, [&](int folder) {
        UniqueFd file;
        std::string path;
        content.read(
            [&](const SubmittedFile& next) {
                path = next.path;
                file = new_file(folder, path, next.run);
            },
            [&](std::string_view bytes) { write_all(file.get(), path, bytes); });
    });
}

NoteOfVersion await_note(
    const std::string& season, const std::string& entry, const std::string& version,
    std::chrono::milliseconds patience) {
    const std::string notes = season + "/notes";
    const std::string own = fmt::format("{}/{}", notes, entry);
    const std::string file = fmt::format("{}/{}.txt", own, version);
    const std::int64_t deadline = monotonic_ns() + patience.count() * 1'000'000;
    const UniqueFd changes(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
    if (!changes) {
        fail("watching the notes");
    }
    constexpr std::uint32_t arrivals = IN_CREATE | IN_MOVED_TO;
    while (true) {
        // Watched from above, as a season that has just begun has no folder of notes yet, and
        // before it is looked at: nothing can come between.
        for (const std::string& folder : {season, notes, own}) {
            ::inotify_add_watch(changes.get(), folder.c_str(), arrivals);
        }
        if (::access(file.c_str(), R_OK) == 0) {
            constexpr std::uint64_t max_note = 1'000'000;
            std::string text;
            const UniqueFd in = open_regular(file);
            read_through(in.get(), file, max_note, [&](std::string_view bytes) { text += bytes; });
            const std::string head = fmt::format("{} {}: ", entry, version);
            std::string status =
                text.starts_with(head)
                    ? text.substr(head.size(), text.find('.', head.size()) - head.size())
                    : "";
            return {safe_text(status), safe_lines(text)};
        }
        pollfd event{changes.get(), POLLIN, 0};
        if (patience.count() == 0 || wait_for(&event, 1, deadline) == 0) {
            return {"waiting", ""};
        }
        std::array<char, 4096> dropped{};
        while (::read(changes.get(), dropped.data(), dropped.size()) > 0) {
        }
    }
}

} // namespace referee
