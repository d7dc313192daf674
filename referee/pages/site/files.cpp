#include "pages/site/files.hpp"

#include "base/full_disk.hpp"
#include "base/text.hpp"
#include "os/draft.hpp"
#include "os/output.hpp"

#include <array>
#include <bit>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <optional>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace referee {

// The file of keys: a head, a line for each file, and a line with the hash of all that; then, as
// long as a run isn't finished, the paths that it writes.
//
//   referee site 1
//   made from KEY           nothing after it: the run before wasn't finished
//   KEY SIZE TIME PATH
//   end HASH
//   writes PATH

namespace {

namespace fs = std::filesystem;

constexpr int site_keys_format = 1;
constexpr std::string_view end_of_list = "end ";
constexpr std::string_view writes = "writes ";

std::string keys_head() {
    return fmt::format("referee site {}\nmade from ", site_keys_format);
}

/// Takes a part up to `end` from the front of a text; nothing if there is no such end.
std::optional<std::string_view> take(std::string_view& text, char end) {
    const std::size_t at = text.find(end);
    if (at == std::string_view::npos) {
        return {};
    }
    const std::string_view part = text.substr(0, at);
    text.remove_prefix(at + 1);
    return part;
}

std::optional<std::int64_t> integer_of(std::string_view text) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number)
                                                                    : std::nullopt;
}

/// True if the path leads to a place below the folder, and in one line.
bool is_below(std::string_view path) {
    if (path.empty() || path.front() == '/' || path.find('\n') != std::string_view::npos) {
        return false;
    }
    while (true) {
        const std::string_view part = path.substr(0, path.find('/'));
        if (part.empty() || part == "." || part == "..") {
            return false;
        }
        if (part.size() == path.size()) {
            return true;
        }
        path.remove_prefix(part.size() + 1);
    }
}

std::string text_of_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string text;
    std::array<char, 1U << 16U> block{};
    while (file.read(block.data(), block.size()) || file.gcount() > 0) {
        text.append(block.data(), static_cast<std::size_t>(file.gcount()));
    }
    return text;
}

/// Both −1 for everything but a regular file.
struct SizeAndTime {
    std::int64_t size = -1;
    std::int64_t changed_ns = -1; ///< since 1970
    bool operator==(const SizeAndTime&) const = default;
    bool is_file() const { return size >= 0; }
};

SizeAndTime size_and_time(const std::string& path) {
    constexpr std::int64_t ns = 1'000'000'000;
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) {
        return {};
    }
    return {status.st_size, status.st_mtim.tv_sec * ns + status.st_mtim.tv_nsec};
}

} // namespace

SiteKey& SiteKey::add(std::string_view text) {
    add(static_cast<std::int64_t>(text.size()));
    hash_.add(text);
    return *this;
}

SiteKey& SiteKey::add(std::int64_t number) {
    std::array<char, sizeof number> bytes{};
    std::memcpy(bytes.data(), &number, sizeof number);
    hash_.add({bytes.data(), bytes.size()});
    return *this;
}

SiteKey& SiteKey::add(double number) {
    return add(std::bit_cast<std::int64_t>(number));
}

std::string SiteKey::text() {
    constexpr std::size_t digits = 32;
    return hash_.digits().substr(0, digits);
}

SiteFiles::SiteFiles(std::string folder) : folder_(std::move(folder)) {
    fs::create_directories(folder_);
    read_keys();
}

std::string SiteFiles::full(std::string_view path) const {
    return fmt::format("{}/{}", folder_, path);
}

void SiteFiles::read_keys() {
    const std::string text = text_of_file(full(keys_name));
    std::string_view rest = text;
    if (!rest.starts_with(keys_head())) {
        return;
    }
    rest.remove_prefix(keys_head().size());
    const std::optional<std::string_view> inputs = take(rest, '\n');
    std::map<std::string, State> known;
    while (inputs && !rest.starts_with(end_of_list)) {
        const auto key = take(rest, ' ');
        const auto size = integer_of(take(rest, ' ').value_or(""));
        const auto changed_ns = integer_of(take(rest, ' ').value_or(""));
        const auto path = take(rest, '\n');
        if (!key || !size || !changed_ns || !path || !is_below(*path)) {
            return;
        }
        known[std::string(*path)] = {std::string(*key), *size, *changed_ns, false};
    }
    const std::string_view list(text.data(), text.size() - rest.size());
    const std::optional<std::string_view> end = take(rest, '\n');
    if (!inputs || !end || end->substr(end_of_list.size()) != sha256(list)) {
        return;
    }
    known_ = std::move(known);
    inputs_ = *inputs;
    is_read_ = true;
    while (const std::optional<std::string_view> line = take(rest, '\n')) {
        if (!line->starts_with(writes) || !is_below(line->substr(writes.size()))) {
            break;
        }
        const std::string path(line->substr(writes.size()));
        known_[path] = {};
        inputs_.clear();
        const std::string begun = full(path) + ".part";
        if (struct stat status{}; ::lstat(begun.c_str(), &status) == 0) {
            const Draft left(full(path)); // removes what a killed run has left
        }
    }
}

bool SiteFiles::is_as_written(const std::string& path, const State& state) const {
    const SizeAndTime there = size_and_time(full(path));
    return there.is_file() && there == SizeAndTime{state.size, state.changed_ns};
}

bool SiteFiles::is_made_from(std::string_view inputs) const {
    if (inputs.empty() || inputs != inputs_) {
        return false;
    }
    for (const auto& [path, state] : known_) {
        if (!is_as_written(path, state)) {
            return false;
        }
    }
    return true;
}

bool SiteFiles::is_current(const std::string& path, const std::string& key) const {
    const auto known = known_.find(path);
    return known != known_.end() && !key.empty() && known->second.key == key &&
           is_as_written(path, known->second);
}

void SiteFiles::add(
    const std::string& path, const std::string& key, const std::function<std::string()>& text) {
    if (is_current(path, key)) {
        ++counts_.files;
        known_[path].is_of_this_run = true;
    } else {
        add_text(path, key, text());
    }
}

void SiteFiles::add(const std::string& path, const std::string& text) {
    const std::string key = SiteKey().add(text).text();
    if (is_current(path, key)) {
        ++counts_.files;
        known_[path].is_of_this_run = true;
    } else {
        add_text(path, key, text);
    }
}

void SiteFiles::add_text(const std::string& path, const std::string& key, const std::string& text) {
    ++counts_.files;
    State& state = known_[path];
    write(path, state, text);
    state.key = key;
    state.is_of_this_run = true;
}

bool SiteFiles::keep(const std::string& path, const std::string& key) {
    const SizeAndTime there = size_and_time(full(path));
    if (!there.is_file()) {
        return false;
    }
    ++counts_.files;
    known_[path] = {key, there.size, there.changed_ns, true};
    return true;
}

/// The text of the file of keys.
std::string
SiteFiles::keys_text(const std::map<std::string, State>& states, std::string_view inputs) {
    std::string text = fmt::format("{}{}\n", keys_head(), inputs);
    for (const auto& [path, state] : states) {
        fmt::format_to(
            std::back_inserter(text), "{} {} {} {}\n", state.key, state.size, state.changed_ns,
            path);
    }
    return text + fmt::format("{}{}\n", end_of_list, sha256(text));
}

/// Before anything is written there. A file of keys that isn't there or says nothing is begun.
void SiteFiles::note(const std::string& path) {
    const std::string keys = full(keys_name);
    if (!noted_) {
        if (!is_read_) {
            write_if_changed(keys, keys_text({}, ""));
        }
        noted_ = UniqueFd(::open(keys.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
    }
    const std::string line = fmt::format("{}{}\n", writes, path);
    if (!noted_ ||
        ::write(noted_.get(), line.data(), line.size()) != static_cast<ssize_t>(line.size())) {
        fail_writing(keys, "noting a file", errno);
    }
}

/// Leaves the file alone if it holds the text already.
void SiteFiles::write(const std::string& path, State& state, const std::string& text) {
    const std::string name = full(path);
    // Before it is read or gets its name: a change by somebody else in between is noticed later.
    SizeAndTime written = size_and_time(name);
    if (!holds(name, text)) {
        note(path);
        Draft draft(name);
        write_file(
            draft.path(), text, "it can't be written; free disk space and check its permissions");
        written = size_and_time(draft.path());
        draft.publish();
        ++counts_.written;
    }
    state.size = written.size;
    state.changed_ns = written.changed_ns;
}

SiteFileCounts SiteFiles::finish(std::string_view inputs) {
    std::vector<std::string> gone;
    for (const auto& [path, state] : known_) {
        if (!state.is_of_this_run) {
            gone.push_back(path);
        }
    }
    for (const std::string& path : gone) {
        counts_.removed += fs::remove(full(path)) ? 1 : 0;
        known_.erase(path);
        std::error_code code; // a folder with other files stays
        for (fs::path above = fs::path(path).parent_path();
             above.has_parent_path() && fs::remove(full(above.string()), code);
             above = above.parent_path()) {
        }
    }
    noted_.reset();
    write_if_changed(full(keys_name), keys_text(known_, inputs));
    return std::exchange(counts_, {});
}

} // namespace referee
