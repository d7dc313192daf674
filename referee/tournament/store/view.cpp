// Views, which hide a part of a database from its reader: AIs that a report leaves out, and what
// isn't published yet.

#include "base/error.hpp"
#include "tournament/store/database.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace referee {

void Store::leave_out(const std::vector<int>& ais) {
    std::vector<StoredAi> rest;
    view_.assign(ais_.size(), -1);
    for (std::size_t ai = 0; ai < ais_.size(); ++ai) {
        if (std::find(ais.begin(), ais.end(), static_cast<int>(ai)) == ais.end()) {
            view_[ai] = static_cast<int>(rest.size());
            rest.push_back(ais_[ai]);
        }
    }
    ais_ = rest;
}

void Store::hide_from(const std::string& time) {
    if (time.find_first_not_of("0123456789-:TZ") != std::string::npos) {
        throw InternalError("hide_from: '" + time + "' is no time");
    }
    std::erase_if(versions_, [&](const StoredVersion& version) { return version.decided >= time; });
    std::size_t shown = 0; // AIs; the later ones came after the moment
    with_database(path_, [&] {
        // SQLite prefers a temporary table to another one of the same name.
        database_->connection.exec(
            "CREATE TEMP VIEW games AS SELECT * FROM main.games WHERE finished < '" + time + "'");
        shown = static_cast<std::size_t>(
            database_->connection
                .execAndGet("SELECT coalesce(max(s.ai) + 1, 0) FROM games g "
                            "JOIN seats s ON s.game = g.id")
                .getInt64());
    });
    for (const StoredVersion& version : versions_) {
        shown = std::max(shown, static_cast<std::size_t>(version.ai + 1));
    }
    ais_.resize(std::min(ais_.size(), shown));
}

} // namespace referee
