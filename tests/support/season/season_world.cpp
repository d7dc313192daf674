#include "support/season/season_world.hpp"

#include "base/error.hpp"
#include "os/interrupt.hpp"
#include "season/deadline.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <set>
#include <stdexcept>
#include <system_error>
#include <tuple>

namespace tests {

using namespace referee;

namespace {

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace

Upload* FakeSeasonFolder::upload(const std::string& entry, const std::string& version) {
    const auto own = entries.find(entry);
    if (own == entries.end()) {
        return nullptr;
    }
    const auto found = own->second.find(version);
    return found == own->second.end() ? nullptr : &found->second;
}

ScannedEntries FakeSeasonFolder::scan() {
    may_fail("scan");
    ScannedEntries scanned;
    for (const auto& [entry, versions] : entries) {
        for (const auto& [version, upload] : versions) {
            scanned.versions.push_back(
                {entry, version, folder_ + "/entries/" + entry + "/" + version, upload.changed_ns});
        }
    }
    std::stable_sort(
        scanned.versions.begin(), scanned.versions.end(),
        [](const HandedIn& a, const HandedIn& b) { return a.changed_ns < b.changed_ns; });
    return scanned;
}

std::string FakeSeasonFolder::hash_of(const HandedIn& version) {
    may_fail("hash " + version.entry + "/" + version.version);
    const Upload* const found = upload(version.entry, version.version);
    if (found == nullptr || found->is_closed) {
        throw UserError("it can't be read");
    }
    return found->content;
}

EntrySpace FakeSeasonFolder::make_room(const RoomRequest& request) {
    struct Candidate {
        Stage stage;
        std::int64_t changed_ns;
        std::string version;
    };
    may_fail("make room for " + request.entry);
    EntrySpace space;
    std::vector<Candidate> candidates;
    const auto measure = [&] {
        space.all = {};
        space.submitted.clear();
        for (const auto& [version, upload] : entries[request.entry]) {
            space.submitted[version] = {upload_size, 1};
            space.all += space.submitted[version];
        }
        space.versions = entries[request.entry].size();
        space.copies = 0;
        for (const auto& [path, content] : programs) {
            if (path.starts_with(folder_ + "/versions/" + request.entry + "/")) {
                ++space.copies;
                space.all += {upload_size, 1};
            }
        }
    };
    const auto is_too_much = [&](std::size_t versions) {
        return space.all.size > request.quota.size || versions > request.quota.versions;
    };
    measure();
    for (const auto& [version, upload] : entries[request.entry]) {
        candidates.push_back({request.stage(version), upload.changed_ns, version});
    }
    std::sort(candidates.begin(), candidates.end(), [](const auto& a, const auto& b) {
        return std::tie(a.stage, a.changed_ns, a.version) <
               std::tie(b.stage, b.changed_ns, b.version);
    });
    for (const Candidate& candidate : candidates) {
        if (candidate.stage < Stage::waiting && is_too_much(space.versions)) {
            entries[request.entry].erase(candidate.version);
            space.removed.push_back(request.entry + " " + candidate.version);
            removed.push_back(space.removed.back());
            measure();
        }
    }
    for (const std::string& name : request.spare_copies) {
        if (is_too_much(space.copies) &&
            programs.erase(fmt::format("{}/versions/{}/{}", folder_, request.entry, name)) > 0) {
            removed.push_back(name);
            measure();
        }
    }
    if (entries[request.entry].empty()) {
        entries.erase(request.entry);
    }
    return space;
}

Contestant FakeSeasonFolder::contestant(const std::string& name, const std::string& path) {
    may_fail("read " + path);
    const auto found = programs.find(path);
    if (found == programs.end()) {
        throw UserError(path + ": there is no such file");
    }
    Contestant contestant;
    contestant.name = name;
    contestant.program.path = path;
    contestant.sha256 = found->second;
    return contestant;
}

void FakeSeasonFolder::keep(const std::string& draft, const std::string& path) {
    may_fail("keep " + path);
    const auto found = drafts.find(draft);
    if (found == drafts.end()) {
        throw std::filesystem::filesystem_error(
            "rename", draft, std::make_error_code(std::errc::no_such_file_or_directory));
    }
    programs[folder_ + "/" + path] = found->second;
    drafts.erase(found);
}

std::vector<Copies> FakeSeasonFolder::find_copies(const Results& results) {
    may_fail("find copies");
    std::vector<Copies> copies;
    const auto& versions = results.versions();
    const auto counts = [](const StoredVersion& version) {
        return !version.is_baseline && version.ai >= 0 &&
               (version.status == StoredVersion::Status::accepted || is_kept_from_playing(version));
    };
    for (std::size_t later = 0; later < versions.size(); ++later) {
        for (std::size_t earlier = 0; earlier < later; ++earlier) {
            if (counts(versions[earlier]) && counts(versions[later]) &&
                versions[earlier].entry != versions[later].entry &&
                versions[earlier].sha256 == versions[later].sha256) {
                copies.push_back({.earlier = earlier, .later = later});
            }
        }
    }
    return copies;
}

void FakeSeasonFolder::write_notes(
    const Results& results, const FaultStreaks& streaks, const Queue&) {
    may_fail("write notes");
    ++notes_written;
    noted = states_of(results.versions(), streaks);
}

std::vector<NoteToTell>
FakeSeasonFolder::notes_to_tell(const Results& results, const FaultStreaks& streaks) {
    may_fail("find notes to tell");
    const std::vector<VersionState> states = states_of(results.versions(), streaks);
    std::map<std::pair<std::string, std::string>, std::string> words; // the last decision counts
    for (std::size_t i = 0; i < states.size(); ++i) {
        const StoredVersion& version = results.versions()[i];
        if (version.is_baseline || states[i] == VersionState::old) {
            continue;
        }
        words[{version.entry, version.version}] = states[i] == VersionState::active     ? "accepted"
                                                  : states[i] == VersionState::rejected ? "rejected"
                                                  : states[i] == VersionState::late     ? "late"
                                                                                        : "resting";
    }
    std::vector<NoteToTell> notes;
    for (const auto& [version, word] : words) {
        if (told[version] != word) {
            notes.push_back({version.first, version.second, word});
        }
    }
    return notes;
}

void FakeSeasonWorkers::renew(std::size_t worker, const WorkerSetup& setup) {
    FakeWorker& own = all.at(worker);
    if (own.game || own.job) {
        throw std::logic_error("a worker that isn't idle is renewed");
    }
    own = {};
    own.known.emplace();
    for (const Contestant& contestant : *setup.contestants) {
        own.known->push_back(contestant.sha256);
    }
}

void FakeSeasonWorkers::start(std::size_t worker, const SeasonJob& job) {
    FakeWorker& own = all.at(worker);
    if (own.game || own.job) {
        throw std::logic_error("a worker that isn't idle gets a job");
    }
    own = {};
    own.job = job;
    own.record = folder_.deadline_record();
}

bool FakeSeasonLog::has(const std::string& text) const {
    return std::any_of(
        lines.begin(), lines.end(), [&](const std::string& line) { return contains(line, text); });
}

SeasonWorld::SeasonWorld(std::size_t count, int fields)
    : announcement(Announcement{}), folder("/cup"), workers(count, folder),
      book(2, fields, [this] { return clock.now(); }) {
    config.folder = "/cup";
    config.title = "Test cup";
    config.seats = 2;
    config.fields = book.fields();
    config.head = book.tournament();
    config.games = 2;
    config.max_games = 2;
    config.rest_after = 3;
    config.hour_budget = 0;
    config.records = false;
    config.on_note = "tell";
    config.read_announcement = [this] {
        if (!announcement) {
            throw UserError("season.ini:1: it can't be read");
        }
        return *announcement;
    };
}

void SeasonWorld::submit(
    const std::string& entry, const std::string& version, const std::string& content) {
    // No two files have the same time.
    folder.entries[entry][version] = {content, ++clock.now_ns, false};
}

void SeasonWorld::withdraw(const std::string& entry) {
    folder.entries.erase(entry);
    const std::string below = "/cup/versions/" + entry + "/";
    std::erase_if(
        folder.programs, [&](const auto& program) { return program.first.starts_with(below); });
    std::erase_if(folder.drafts, [&](const auto& draft) { return draft.first.starts_with(below); });
}

void SeasonWorld::set_moment(std::optional<ZonedTime> Calendar::*moment, std::int64_t seconds) {
    const std::int64_t time = clock.now() + seconds;
    announcement->calendar.*moment = ZonedTime{time, std::to_string(time)};
    // The words of the announcement tell the season that it has changed.
    announcement->words.clear();
    const Calendar& calendar = announcement->calendar;
    for (const auto& each :
         {calendar.deadline, calendar.freeze, calendar.unfreeze, calendar.embargo}) {
        announcement->words.push_back(each ? each->text : "none");
    }
}

std::optional<StoredVersion::Status>
SeasonWorld::status(const std::string& entry, const std::string& version) const {
    std::optional<StoredVersion::Status> last;
    for (const StoredVersion& known : book.versions()) {
        if (!known.is_baseline && known.entry == entry && known.version == version) {
            last = known.status;
        }
    }
    return last;
}

void FakePool::send(std::size_t worker, const GameToPlay& game) {
    FakeWorker& own = world_.workers.all.at(worker);
    if (own.game || own.job) {
        throw std::logic_error("a worker that isn't idle gets a game");
    }
    own.game = game;
    given.push_back(game);
    for (int seat = 0; seat < world_.config.seats; ++seat) {
        const auto ai = static_cast<std::size_t>(game.ais[static_cast<std::size_t>(seat)]);
        const bool is_known = own.known && ai < own.known->size() &&
                              own.known->at(ai) == world_.book.ais().at(ai).sha256;
        if (!is_known) {
            throw std::logic_error(
                "a worker got a game of an AI that it doesn't know: " +
                world_.book.ais().at(ai).name);
        }
    }
}

std::vector<std::size_t> FakePool::wait(std::int64_t /*due_ns*/, int /*other*/) {
    return message_ ? std::vector<std::size_t>{message_->first} : std::vector<std::size_t>();
}

WorkerMessage FakePool::receive(std::size_t /*worker*/) {
    WorkerMessage message = std::move(message_.value().second);
    message_.reset();
    return message;
}

/// On a clock that stands still the games are never short, so a worker has one at a time.
SeasonRun::SeasonRun(SeasonWorld& world, bool once)
    : world_(world), progress_(
                         std::vector<std::string>(1000, "ai"), 0, 0, true,
                         {false, [](std::string_view) {}, [] { return std::int64_t{0}; }}),
      pool_(world) {
    tournament_.plan.seats = world.config.seats;
    if (world.announcement) {
        world.config.announcement = *world.announcement;
    }
    // Processes end with the one that started them.
    for (FakeWorker& worker : world.workers.all) {
        worker = {};
    }
    std::erase_if(world.folder.drafts, [](const auto& draft) { // as the command does at its start
        return draft.first.starts_with("/cup/versions/");
    });
    season_ = std::make_unique<Season>(
        world.config, world.book,
        Surroundings{
            world.clock, world.folder, world.workers, world.log,
            world.engine == nullptr ? local_ : *world.engine},
        once);
    loop_ = std::make_unique<Tournament>(
        tournament_, world.book, pool_, progress_, season_->plan(), season_.get());
}

void SeasonRun::say(std::size_t worker, WorkerMessage message) {
    pool_.say(worker, std::move(message));
    loop_->take_events();
}

void SeasonRun::look() {
    loop_->hand_out();
}

void SeasonRun::look_at_once() {
    world_.clock.is_asked = true;
    look();
}

bool SeasonRun::is_over() const {
    return std::none_of(
               world_.workers.all.begin(), world_.workers.all.end(),
               [](const FakeWorker& worker) { return worker.job || worker.game; }) &&
           season_->is_done();
}

std::vector<std::size_t> SeasonRun::playing() const {
    std::vector<std::size_t> found;
    for (std::size_t worker = 0; worker < world_.workers.all.size(); ++worker) {
        if (world_.workers.all[worker].game) {
            found.push_back(worker);
        }
    }
    return found;
}

void SeasonRun::copy(std::size_t worker) {
    FakeWorker& own = world_.workers.all.at(worker);
    const CheckJob& job = std::get<CheckJob>(own.job.value());
    const HandedIn& entry = job.arrival.entry;
    own.admission.emplace();
    Admission& admission = *own.admission;
    const Upload* const upload = world_.folder.upload(entry.entry, entry.version);
    if (upload == nullptr || upload->is_closed) {
        admission.text = "it can't be read";
        return;
    }
    admission.sha256 = upload->content;
    admission.read_ns = world_.clock.now_ns;
    admission.text = lateness(
        job.calendar, own.record, {entry.entry, entry.version, upload->content}, upload->changed_ns,
        admission.read_ns);
    admission.is_late = !admission.text.empty();
    if (!admission.is_late) {
        admission.draft = fmt::format("/cup/versions/{}/{}.part", entry.entry, entry.version);
        world_.folder.drafts[admission.draft] = upload->content;
    }
}

void SeasonRun::end_check(std::size_t worker, CheckEnd verdict) {
    if (!world_.workers.all.at(worker).admission) {
        copy(worker);
    }
    Admission admission = *world_.workers.all.at(worker).admission;
    if (!admission.draft.empty() && verdict == CheckEnd::accept) {
        admission.is_accepted = true;
        admission.text = "a game against the reference AI";
    } else {
        world_.folder.discard(admission.draft);
        admission.draft.clear();
        admission.text = admission.text.empty() ? "check found problems" : admission.text;
    }
    end_job(worker, text_of(admission));
}

void SeasonRun::end_job(std::size_t worker, const std::string& text) {
    Admission admission;
    if (!read_admission(text, admission) || !admission.is_accepted) {
        discard_draft(worker);
    }
    world_.workers.all.at(worker) = {};
    say(worker, {.kind = WorkerMessage::Kind::job, .text = text});
}

void SeasonRun::fail_job(std::size_t worker, const WorkerFailure& failure) {
    discard_draft(worker);
    world_.workers.all.at(worker) = {};
    say(worker, {.kind = WorkerMessage::Kind::environment_error,
                 .text = failure.why,
                 .no_room_for = failure.no_room_for});
}

/// A check that ends without accepting its version removes its draft.
void SeasonRun::discard_draft(std::size_t worker) {
    if (const auto& admission = world_.workers.all.at(worker).admission) {
        world_.folder.discard(admission->draft);
    }
}

void SeasonRun::end_game(std::size_t worker, int loser, bool has_faults) {
    FakeWorker& own = world_.workers.all.at(worker);
    const GameToPlay game = own.game.value();
    own.game.reset();
    GameOutcome outcome;
    outcome.index = game.index;
    outcome.match = game.match;
    outcome.field = game.field;
    for (int seat = 1; seat <= world_.config.seats; ++seat) {
        SeatOutcome result;
        result.ai = game.ais[static_cast<std::size_t>(seat - 1)];
        result.rank = seat == loser ? 2 : 1;
        result.share = seat == loser ? 0 : 1;
        result.points = result.share;
        result.measured.wall_ns = second;
        if (seat == loser && has_faults) {
            result.faults[static_cast<std::size_t>(Fault::crash)] = 1;
        }
        outcome.seats.push_back(result);
    }
    say(worker, {.kind = WorkerMessage::Kind::played, .outcome = std::move(outcome)});
    if (has_faults) { // a signal to all could have caused them
        world_.clock.now_ns += own_signal_ns;
        loop_->take_events();
    }
}

void SeasonRun::fail_game(std::size_t worker, const WorkerFailure& failure) {
    world_.workers.all.at(worker) = {};
    say(worker, {.kind = WorkerMessage::Kind::environment_error,
                 .text = failure.why,
                 .no_room_for = failure.no_room_for,
                 .contestant = failure.contestant});
}

void SeasonRun::break_game(std::size_t worker) {
    world_.workers.all.at(worker).game.reset();
    say(worker, {.kind = WorkerMessage::Kind::broken_game, .text = "the rules failed"});
}

void SeasonRun::settle() {
    constexpr int max_rounds = 2000;
    constexpr int quiet_rounds = 8; // a site is made a minute after the last one
    int quiet = 0;
    for (int round = 0; round < max_rounds; ++round) {
        world_.pass(11);
        look();
        bool is_quiet = true;
        for (std::size_t worker = 0; worker < world_.workers.all.size(); ++worker) {
            const FakeWorker& own = world_.workers.all[worker];
            if (own.job && std::holds_alternative<CheckJob>(*own.job)) {
                end_check(worker);
                is_quiet = false;
            } else if (own.job) {
                end_job(worker, "");
                is_quiet = false;
            } else if (own.game) {
                end_game(worker);
                is_quiet = false;
            }
        }
        quiet = is_quiet ? quiet + 1 : 0;
        if (quiet == quiet_rounds) {
            return;
        }
    }
    throw std::runtime_error("the season never comes to rest");
}

} // namespace tests
