#pragma once

/// Shared by the sample AIs of all games: reading match.dat, writing answers, and running either
/// way, started anew for each answer or resident. Protocol: referee/match/README.md.

#include <charconv>
#include <filesystem>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

namespace referee::work_folder {

/// Parses all of `text` as a number. Throws std::runtime_error, which begins with `what`, if it
/// isn't one.
template <typename Number>
Number number_from(std::string_view what, std::string_view text) {
    Number number{};
    const char* const end = text.data() + text.size();
    const auto [after, code] = std::from_chars(text.data(), end, number);
    if (code != std::errc() || after != end) {
        throw std::runtime_error(std::string(what) + ": a number expected");
    }
    return number;
}

/// The lines `key value` of a file such as match.dat; none if it can't be read.
class Keys {
  public:
    explicit Keys(const std::filesystem::path& file);

    bool is_empty() const { return values_.empty(); }
    bool has(std::string_view key) const { return values_.find(key) != values_.end(); }
    std::string text(std::string_view key, std::string_view default_value = "") const;

    /// Sets `number`, or leaves it unchanged if there is no such key. Throws std::runtime_error,
    /// which names the file, if the value isn't a number.
    template <typename Number>
    void read(std::string_view key, Number& number) const {
        const auto found = values_.find(key);
        if (found != values_.end()) {
            number = number_from<Number>(name_ + ": " + found->first, found->second);
        }
    }

  private:
    std::string name_; ///< of the file
    std::map<std::string, std::string, std::less<>> values_;
};

/// The content of a file; empty if it can't be read.
std::string read_file(const std::filesystem::path& file);

/// Writes result.dat in place: a work folder allows no renaming. Throws std::runtime_error if it
/// can't be written.
void write_result(const std::filesystem::path& folder, std::string_view text);

/// Writes notes.dat. Notes are for spectators, so failing to write them is no error.
void write_notes(const std::filesystem::path& folder, std::string_view text);

/// Runs an AI that is started anew for each answer: `answer` reads and writes the current folder.
/// Returns the exit status: 1, with a line on standard error, if it throws.
int run(const std::function<void()>& answer);

/// Runs a resident AI: answers each `move` on standard input until `quit`. An AI that remembers
/// nothing of a game may say `resident = games` in its ai.ini. Returns the exit status as run()
/// does.
int run_resident(const std::function<void()>& answer);

/// Runs either kind: answers once if nothing comes on standard input.
int run_either_way(const std::function<void()>& answer);

} // namespace referee::work_folder
