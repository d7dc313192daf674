#pragma once

/// What a season publishes while it runs: the notes for authors, the command that tells them, and
/// the site.

#include "season/announcement.hpp"
#include "season/config.hpp"
#include "season/games.hpp"
#include "season/job.hpp"
#include "season/surroundings.hpp"
#include "tournament/store/results.hpp"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>

namespace referee {

class Publication {
  public:
    /// `makes_site`: while the season runs, not only at its end. Keeps references to all arguments;
    /// `announcement` may change.
    Publication(
        const SeasonConfig& config, const Announcement& announcement, const Results& results,
        const SeasonGames& games, const Surroundings& surroundings, Agenda& agenda,
        bool makes_site);

    /// Notices the moments of the calendar at which pages change. `now` in seconds since 1970.
    void attend(std::int64_t now);
    /// Writes the notes if they are old, and finds those that are to be told.
    void write_notes();

    /// True if a note waits for the command of on-note, and the command isn't running.
    bool has_to_tell() const { return !to_tell_.empty() && !telling_; }
    /// True if every note was told, or was tried often enough.
    bool is_told() const;
    /// The next note; has_to_tell() is true.
    TellJob begin_telling();
    /// The command of on-note has ended. `why`: it failed.
    void told(const std::string& why);

    bool site_is_due() const;
    SiteJob begin_site();
    /// The command has ended with these messages. `is_written`: with success, as far as we know.
    void site_made(const std::string& messages, bool is_written);

  private:
    void find_notes_to_tell();

    const SeasonConfig& config_;
    const Announcement& announcement_;
    const Results& results_;
    const SeasonGames& games_;
    Surroundings surroundings_;
    Agenda& agenda_;
    bool makes_site_;

    std::deque<NoteToTell> to_tell_;
    std::optional<NoteToTell> telling_;
    std::map<std::string, int> not_told_; ///< by entry, version and status: failed tries
    bool has_told_ = false; ///< since to_tell_ was found: there may be another one, or one failed
    bool is_making_site_ = false;
    std::int64_t site_ns_ = 0;                ///< when it was made last
    std::optional<std::int64_t> next_moment_; ///< at which pages change
};

} // namespace referee
