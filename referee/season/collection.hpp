#pragma once

/// `referee collect`: what a course system exports goes into a season as if it had been submitted:
/// referee/season/README.md, "Collecting".

#include "base/names.hpp"
#include "season/worksheet.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

struct CollectRequest {
    std::string season{};
    std::vector<std::string> exports{}; ///< archives and folders
    std::string names{};                ///< CSV; empty: none
    std::string entrants{};             ///< the season's; empty: none
    std::string pushes{};               ///< CSV; empty: none
    std::string zone{};                 ///< of moments that don't name one; empty: this machine's
    const Worksheet* worksheet = nullptr;
    std::optional<std::int64_t> deadline{}; ///< the season's, in seconds since 1970
    bool is_rehearsal = false;              ///< nothing is handed in
    /// Told before each submission: how many are done, of how many, and whose is next.
    std::function<void(std::size_t, std::size_t, const std::string&)> progress{};
};

enum class CollectStatus {
    taken,     ///< handed in; in a rehearsal: would be
    unchanged, ///< the same files as the entry's newest version, or as were collected last
    refused,   ///< it can't be handed in
    unknown    ///< nobody knows whose it is
};
constexpr auto enum_names(CollectStatus) {
    return std::to_array<std::string_view>({"taken", "unchanged", "refused", "unknown"});
}

/// What became of a submission.
struct CollectedRow {
    CollectStatus status = CollectStatus::refused;
    std::string from{};
    std::string entry{};   ///< empty: unknown
    std::string version{}; ///< empty: none
    std::int64_t time = 0; ///< when the course system had it, in seconds since 1970
    std::string by{};      ///< what says so: "worksheet", "push", "pull", "collecting"
    std::string commit{};
    std::size_t files = 0;
    bool is_late = false;            ///< after the season's deadline
    std::string why{};               ///< of what wasn't taken
    std::vector<std::string> near{}; ///< names that may have been meant
    std::vector<std::string> remarks{};
};

struct Collected {
    std::vector<CollectedRow> rows{};
    std::vector<std::string> missing{}; ///< people of the worksheet without a submission
};

/// Hands in what is new. Each version goes the way of receive(). Throws UserError if an export or a
/// list can't be read; Interrupted, InternalError.
Collected collect(const CollectRequest& request);

/// A line of a CSV file for --names.
struct ProposedName {
    std::string entry;
    std::string name;
    std::string id;
    std::string email;
};
/// Everybody of the exports and the worksheet, with the entry that they have or might have. Nothing
/// is handed in.
std::vector<ProposedName> propose_names(const CollectRequest& request);

/// Whose a row of the worksheet is.
struct OwnerOfRow {
    std::string entry; ///< empty: none is known
    std::string why;   ///< then: why
};
/// For each row of the worksheet, in its order.
std::vector<OwnerOfRow> owners_of_rows(const CollectRequest& request);

} // namespace referee
