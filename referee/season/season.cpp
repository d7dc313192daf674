#include "season/season.hpp"

#include "base/error.hpp"
#include "base/full_disk.hpp"
#include "os/clock.hpp"
#include "os/folder.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>
#include <variant>

namespace referee {

// A season is the attendant of a tournament (tournament/play/tournament.hpp), which asks it before
// it gives out games. At most once in scan_interval, when a signal asks for it, or when something
// is due, it looks at its entries (intake.cpp); who plays and which match is next, is the business
// of games.cpp; notes and pages are that of publication.cpp. What they change, they note in the
// agenda.
//
// A worker either plays or has a job: it checks a version, tells a note, or makes the site. A
// worker gets no more games while the season wants it, so it is idle soon, and is then occupied
// with the most urgent job. A process that has ended its job can't play: it is renewed first, as is
// one that doesn't know all AIs yet. Nothing here starts a process, reads a clock or a file: the
// surroundings do (surroundings.hpp), and one of them, the engine, has the games played
// (engine.hpp).

namespace {

/// One function object of several, for std::visit.
template <typename... Cases>
struct Overloaded : Cases... {
    using Cases::operator()...;
};
template <typename... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

} // namespace

Season::Season(
    const SeasonConfig& config, SeasonBook& book, const Surroundings& surroundings, bool once)
    : config_(config), surroundings_(surroundings), once_(once), announcement_(config.announcement),
      games_(config, book, surroundings_, agenda_, !once),
      intake_(config, announcement_, book, games_, surroundings_, agenda_),
      publication_(config, announcement_, book, games_, surroundings_, agenda_, !once),
      workers_(surroundings.workers.size()) {
    surroundings_.engine.begin(games_, intake_);
}

void Season::attend() {
    games_.refresh();
    surroundings_.engine.attend();
    const std::int64_t now_ns = surroundings_.clock.realtime_ns();
    publication_.attend(now_ns / second_ns);
    surroundings_.log.status(status_text());
    const bool is_asked = surroundings_.clock.take_request();
    const std::int64_t monotonic_ns = surroundings_.clock.monotonic_ns();
    if (!is_asked && monotonic_ns < agenda_.look_ns) {
        return;
    }
    agenda_.look_ns = monotonic_ns + config_.scan_interval.count() * second_ns;
    read_announcement();
    publication_.attend(now_ns / second_ns); // its moments may come while this process is stopped
    intake_.scan();
    intake_.attend_deadline(now_ns);
    games_.update_candidates();
    publication_.write_notes();
}

/// A deadline that is moved counts at once, also for versions that were late.
void Season::read_announcement() {
    try {
        Announcement now = config_.read_announcement();
        if (now.words != announcement_.words && !announcement_.words.empty()) {
            surroundings_.log.line("season.ini: the new moments and texts count from now on");
        }
        if (now.words != announcement_.words || now.about != announcement_.about) {
            agenda_.site_is_old = true;
            intake_.forget_seen();
        }
        announcement_ = std::move(now);
    } catch (const UserError& problem) {
        surroundings_.log.line_once(
            "", fmt::format("{}; what was read before still counts", problem.what()));
    }
}

bool Season::is_done() const {
    return once_ && !intake_.is_busy() && publication_.is_told() && games_.is_finished() &&
           surroundings_.engine.is_idle();
}

std::size_t Season::reserved() const {
    return static_cast<std::size_t>(std::count_if(
        workers_.begin(), workers_.end(), [](const Worker& worker) { return worker.is_reserved; }));
}

/// True if a worker is needed for its own renewal or for a job. At most half of the workers check
/// versions.
bool Season::wants(std::size_t worker) {
    Worker& own = workers_[worker];
    const std::size_t max_checks = std::max<std::size_t>(1, workers_.size() / 2);
    if (!own.is_reserved && !surroundings_.engine.checks_versions() &&
        reserved() < intake_.ready() && reserved() + intake_.checked() < max_checks) {
        own.is_reserved = true;
    }
    return own.generation != games_.generation() || own.is_reserved || publication_.site_is_due() ||
           publication_.has_to_tell();
}

/// What this worker, which is idle, is to do now; nothing if it may play.
std::optional<SeasonJob> Season::next_job(std::size_t worker) {
    if (std::exchange(workers_[worker].is_reserved, false)) {
        if (std::optional<Arrival> next = intake_.begin_check(worker)) {
            surroundings_.log.status(status_text());
            return CheckJob{std::move(*next), announcement_.calendar};
        }
    }
    if (publication_.has_to_tell()) {
        return publication_.begin_telling();
    }
    if (publication_.site_is_due()) {
        return publication_.begin_site();
    }
    return std::nullopt;
}

bool Season::occupy(std::size_t worker) {
    Worker& own = workers_[worker];
    own.job = next_job(worker);
    if (own.job) {
        own.generation = -1;
        surroundings_.workers.start(worker, *own.job);
        return true;
    }
    if (own.generation != games_.generation()) {
        surroundings_.workers.renew(worker, games_.setup());
        own.generation = games_.generation();
    }
    return false;
}

SeasonJob Season::end_job(std::size_t worker) {
    std::optional<SeasonJob> job = std::exchange(workers_[worker].job, std::nullopt);
    if (!job) {
        throw InternalError("a job has ended that was not begun");
    }
    return std::move(*job);
}

void Season::job_done(std::size_t worker, const std::string& text) {
    std::visit(
        Overloaded{
            [&](const CheckJob&) { intake_.checked(worker, text); },
            [&](const TellJob&) { publication_.told(text); },
            [&](const SiteJob&) { publication_.site_made(text, true); }},
        end_job(worker));
}

void Season::job_failed(std::size_t worker, const WorkerFailure& failure) {
    end_if_full(failure);
    std::visit(
        Overloaded{
            [&](const CheckJob&) { intake_.check_failed(worker, failure.why); },
            [&](const TellJob&) { publication_.told(failure.why); },
            [&](const SiteJob&) { publication_.site_made(failure.why, false); }},
        end_job(worker));
}

void Season::failed(
    std::size_t worker, std::span<const GameToPlay> games, const WorkerFailure& failure) {
    workers_[worker].generation = -1;
    end_if_full(failure);
    games_.failed(games, failure);
}

/// Nobody's fault: the season's own disk has no room left. Elsewhere an AI may have filled its work
/// folder.
void Season::end_if_full(const WorkerFailure& failure) const {
    if (!failure.no_room_for.empty() && is_below(failure.no_room_for, config_.folder)) {
        throw FullDisk<EnvironmentError>(
            failure.why + "; make room, then run the same command again", failure.no_room_for);
    }
}

/// The messages on the terminal besides the games.
std::string Season::status_text() const {
    const std::string checks = intake_.status();
    const std::string games = surroundings_.engine.status();
    if (!checks.empty() || !games.empty()) {
        return checks + (checks.empty() || games.empty() ? "" : "; ") + games;
    }
    if (intake_.waiting() > 0 || games_.queue().missing() > 0 || !games_.is_idle()) {
        return "";
    }
    return games_.queue().candidates().size() < static_cast<std::size_t>(config_.seats)
               ? "waiting for versions to be submitted"
               : "every version has its games; waiting for new ones";
}

} // namespace referee
