#pragma once

/// What each harness (tests/fuzz/NAME.cpp) defines, and what they share. A harness is linked once
/// with libfuzzer.cpp, for `make fuzz`, and once with short_run.cpp, for `make test`.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace fuzz {

/// Inputs to begin with, made of the project's own files.
std::vector<std::string> seeds();

/// Has the referee read `input`. An exception that leaves it, a signal and a sanitizer's report
/// are findings.
void execute(std::string_view input);

/// Calls `read` and lets a UserError pass, whose text must be one line.
void expect_user_errors(const std::function<void()>& read);

/// Throws std::logic_error with `what` unless `holds`.
void require(bool holds, const std::string& what);

/// The top of the source tree: $REFEREE_SOURCE, else the current folder.
std::string source_folder();

/// A folder for this process, removed when it exits; in $TMPDIR.
const std::string& scratch_folder();

std::string read_file(const std::string& path);
/// Writes the file from its beginning. Throws std::runtime_error.
void write_file(const std::string& path, std::string_view content);

/// Files of `folder` (from the top of the source tree) whose names end in `ending`, the smallest
/// first.
std::vector<std::string> files_of(const std::string& folder, std::string_view ending);

/// Takes an input apart: a fuzzer that changes a byte changes one choice.
class Choices {
  public:
    explicit Choices(std::string_view input) : rest_(input) {}
    bool is_empty() const { return rest_.empty(); }
    /// The next byte; 0 at the end.
    unsigned byte();
    /// A number below `end` (at most 65536), from two bytes.
    std::size_t below(std::size_t end);
    /// As many bytes as there are, at most `max`.
    std::string_view bytes(std::size_t max);

  private:
    std::string_view rest_;
};

} // namespace fuzz
