#include "season/host.hpp"

#include "base/error.hpp"
#include "os/clock.hpp"
#include "os/own_command.hpp"
#include "season/admission.hpp"
#include "season/notes.hpp"
#include "season/on_note.hpp"

#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>
#include <variant>

namespace referee {

namespace {

namespace fs = std::filesystem;

/// What a worker's process does for each kind of job.
class JobInWorker {
  public:
    JobInWorker(
        const SeasonConfig& config, const DeadlineRecord& record, const std::vector<int>& cores)
        : config_(config), record_(record), cores_(cores) {}

    std::string operator()(const CheckJob& job) const {
        return text_of(admit(
            config_, job.calendar, record_, job.arrival.entry, config_.path("versions"), cores_));
    }

    std::string operator()(const TellJob& job) const {
        constexpr std::chrono::milliseconds limit{60'000};
        return run_on_note(config_.on_note, config_.folder, job.note, limit);
    }

    std::string operator()(const SiteJob& job) const {
        std::vector<std::string> words{
            "site",
            config_.database(),
            config_.path("site"),
            "--title",
            config_.title,
            "--rest-after",
            std::to_string(config_.rest_after)};
        if (config_.publishes_errors) {
            words.emplace_back("--errors");
        }
        words.insert(words.end(), job.words.begin(), job.words.end());
        words.emplace_back("--force"); // the folder is the season's, whatever is in it
        return messages_of_site(run_own_command(words, config_.folder));
    }

  private:
    const SeasonConfig& config_;
    const DeadlineRecord& record_;
    const std::vector<int>& cores_;
};

} // namespace

std::string messages_of_site(const CommandResult& result) {
    if (result.status != 0) {
        throw EnvironmentError(fmt::format(
            "it isn't written (status {}){}{}", result.status, result.errors.empty() ? "" : ": ",
            result.errors));
    }
    return result.errors;
}

std::int64_t HostClock::monotonic_ns() const {
    return referee::monotonic_ns();
}

std::int64_t HostClock::realtime_ns() const {
    return referee::realtime_ns();
}

HostFolder::HostFolder(const SeasonConfig& config)
    : config_(config),
      deadline_record_(config.path("deadline.json"), config.path("collected.json")),
      copy_finder_(config.folder, config.game->name) {}

ScannedEntries HostFolder::scan() {
    return scan_entries(config_.path("entries"));
}

std::string HostFolder::hash_of(const HandedIn& version) {
    return sha256_of_entry(version, config_.build.size);
}

EntrySpace HostFolder::make_room(const RoomRequest& request) {
    return referee::make_room(request);
}

bool HostFolder::has(const std::string& path) const {
    std::error_code code;
    const bool is_there = fs::exists(path, code);
    if (code) {
        fail("looking for " + path, code.value());
    }
    return is_there;
}

Contestant HostFolder::contestant(const std::string& name, const std::string& path) {
    return read_contestants({name + "=" + path})[0];
}

void HostFolder::keep(const std::string& draft, const std::string& path) {
    fs::remove_all(config_.path(path)); // of a season killed before it stored the result
    fs::create_directories(fs::path(config_.path(path)).parent_path());
    fs::rename(draft, config_.path(path));
}

void HostFolder::discard(const std::string& draft) {
    fs::remove_all(draft);
}

std::vector<Copies> HostFolder::find_copies(const Results& results) {
    return copy_finder_.find(results);
}

void HostFolder::write_notes(
    const Results& results, const FaultStreaks& streaks, const Queue& queue) {
    write_all_notes(config_.path("notes"), results, streaks, queue);
}

std::vector<NoteToTell>
HostFolder::notes_to_tell(const Results& results, const FaultStreaks& streaks) {
    return referee::notes_to_tell(config_.path("notes"), results, streaks);
}

void HostFolder::mark_told(const NoteToTell& note) {
    referee::mark_told(config_.path("notes"), note);
}

void HostWorkers::start(std::size_t worker, const SeasonJob& job) {
    // The worker is a fork of this process, so it may look at what is here, as it is now.
    pool_.run(worker, [this, job](const std::vector<int>& cores) {
        return std::visit(JobInWorker(config_, record_, cores), job);
    });
}

} // namespace referee
