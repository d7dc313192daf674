#include "season/publication.hpp"

#include "os/clock.hpp"

#include <fmt/format.h>
#include <utility>
#include <vector>

namespace referee {

// The agenda says when notes or pages are old. Notes are written at once, by the season itself; one
// command of on-note runs at a time, on a worker. If it fails it is tried again, five times until
// the next start. The site is made by a command on a worker, at most once a minute. It is old again
// from the moment at which its making begins: what changes meanwhile needs another one.

namespace {

constexpr std::int64_t site_interval_ns = 60 * second_ns;

std::string key_of(const NoteToTell& note) {
    return note.entry + " " + note.version + " " + note.status;
}

} // namespace

Publication::Publication(
    const SeasonConfig& config, const Announcement& announcement, const Results& results,
    const SeasonGames& games, const Surroundings& surroundings, Agenda& agenda, bool makes_site)
    : config_(config), announcement_(announcement), results_(results), games_(games),
      surroundings_(surroundings), agenda_(agenda), makes_site_(makes_site) {}

void Publication::attend(std::int64_t now) {
    if (next_moment_ && now >= *next_moment_) {
        agenda_.site_is_old = true;
    }
    next_moment_ = announcement_.calendar.next(now);
}

void Publication::write_notes() {
    const bool has_told = std::exchange(has_told_, false);
    if (agenda_.notes_are_old) {
        surroundings_.folder.write_notes(results_, games_.streaks(), games_.queue());
        agenda_.notes_are_old = false;
    } else if (!has_told) {
        return;
    }
    find_notes_to_tell();
}

/// Decisions that on-note hasn't passed on to their authors, and that aren't given up.
void Publication::find_notes_to_tell() {
    if (config_.on_note.empty()) {
        return;
    }
    constexpr int max_tries = 5;
    to_tell_.clear();
    for (NoteToTell& note : surroundings_.folder.notes_to_tell(results_, games_.streaks())) {
        const auto failed = not_told_.find(key_of(note));
        const bool is_being_told =
            telling_ && telling_->entry == note.entry && telling_->version == note.version;
        if (!is_being_told && (failed == not_told_.end() || failed->second < max_tries)) {
            to_tell_.push_back(std::move(note));
        }
    }
}

bool Publication::is_told() const {
    return config_.on_note.empty() ||
           (to_tell_.empty() && !telling_ && !has_told_ && !agenda_.notes_are_old);
}

TellJob Publication::begin_telling() {
    telling_ = std::move(to_tell_.front());
    to_tell_.pop_front();
    return {*telling_};
}

void Publication::told(const std::string& why) {
    const NoteToTell note = std::move(telling_.value());
    telling_.reset();
    has_told_ = true;
    if (why.empty()) {
        surroundings_.folder.mark_told(note);
        return;
    }
    ++not_told_[key_of(note)];
    surroundings_.log.line(fmt::format("on-note for {} {}: {}", note.entry, note.version, why));
}

bool Publication::site_is_due() const {
    return agenda_.site_is_old && !is_making_site_ && makes_site_ &&
           (site_ns_ == 0 || surroundings_.clock.monotonic_ns() >= site_ns_ + site_interval_ns);
}

SiteJob Publication::begin_site() {
    is_making_site_ = true;
    agenda_.site_is_old = false;
    return {announcement_.words};
}

void Publication::site_made(const std::string& messages, bool is_written) {
    agenda_.site_is_old = agenda_.site_is_old || !is_written;
    is_making_site_ = false;
    site_ns_ = surroundings_.clock.monotonic_ns();
    if (messages.empty()) {
        return;
    }
    if (is_written) {
        surroundings_.log.line("site: " + messages);
    } else { // it is made again and again
        surroundings_.log.line_once("", "site: " + messages);
    }
}

} // namespace referee
