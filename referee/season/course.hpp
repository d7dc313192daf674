#pragma once

/// What a course system exports: which submissions are in it, whose they are, and their files.
/// referee/season/README.md, "Collecting".

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace referee {

enum class SubmissionKind { moodle, clone, folder, archive, file };

/// One submission of an export.
struct CourseSubmission {
    SubmissionKind kind = SubmissionKind::folder;
    std::string from{};               ///< "Jane Doe", "gems-alice", "alice/gems": for people
    std::vector<std::string> names{}; ///< the names by which its entry may be known, best first
    std::string id{};                 ///< Moodle's number of a participant, or of a group
    std::vector<std::string> paths{}; ///< its folder, or its files
    std::string problem{};            ///< why it can't be taken; empty: it can
    /// Of a repository's name: what stands behind a hyphen, and may be an entry's name; the
    /// likeliest first.
    std::vector<std::string> endings{};
    bool has_assignment = false; ///< before the first ending is what most names here begin with
    std::vector<std::string> remarks{}; ///< for people
};

/// The submissions in a folder: folders and files as Moodle names them, clones, also in folders of
/// groups, archives, other folders. By name. Throws UserError.
std::vector<CourseSubmission> find_submissions(const std::string& folder);
/// The same of an archive of all submissions, which is unpacked into an empty folder first.
std::vector<CourseSubmission>
find_submissions_in_archive(const std::string& archive, const std::string& folder);

/// Finds the endings of repositories, folders and archives that lie together.
void find_endings(std::vector<CourseSubmission>& submissions);

/// The files of a submission, as they will be handed in.
struct PreparedSubmission {
    std::string path{}; ///< of the folder, or of the program
    std::string sha256{};
    std::size_t files = 0;
    std::vector<std::string> remarks{}; ///< for people
    std::string commit{};               ///< of a clone
    std::int64_t fetched_at = 0;        ///< of a clone
};

/// Prepares it in an empty folder of our own. `commit`: which one of a clone counts; empty: the one
/// that was fetched last. Throws UserError if it can't be handed in.
PreparedSubmission prepare_submission(
    const CourseSubmission& submission, const std::string& folder, const std::string& commit,
    std::uint64_t max_size);

} // namespace referee
