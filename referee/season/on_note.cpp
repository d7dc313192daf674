#include "season/on_note.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "os/child_process.hpp"
#include "os/clock.hpp"
#include "os/descriptor.hpp"
#include "os/interrupt.hpp"
#include "os/output.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <poll.h>
#include <unistd.h>

namespace referee {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view begun = "/.on-note"; ///< in the folder of notes

std::string mark_of(const std::string& notes, const NoteToTell& note) {
    return fmt::format("{}/{}/.{}.told", notes, note.entry, note.version);
}

/// The word for the author; nothing if there is nothing new for them.
std::optional<std::string> word_for(VersionState state) {
    switch (state) {
    case VersionState::active:
        return "accepted";
    case VersionState::rejected:
        return "rejected";
    case VersionState::late:
        return "late";
    case VersionState::resting:
    case VersionState::broken:
        return "resting";
    case VersionState::excluded:
        return "excluded";
    case VersionState::old: // its author has submitted the newer one
        return std::nullopt;
    }
    return std::nullopt;
}

/// The child's part. Returns its exit status if the shell can't be started.
int become_shell(
    const std::string& command, const std::string& season, const NoteToTell& note,
    const std::string& file, int output) {
    ::setpgid(0, 0);
    ::signal(SIGPIPE, SIG_DFL);
    const int input = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    const bool is_ready = input >= 0 && ::dup2(input, 0) >= 0 && ::dup2(output, 1) >= 0 &&
                          ::dup2(output, 2) >= 0 && ::chdir(season.c_str()) == 0 &&
                          ::setenv("REFEREE_ENTRY", note.entry.c_str(), 1) == 0 &&
                          ::setenv("REFEREE_VERSION", note.version.c_str(), 1) == 0 &&
                          ::setenv("REFEREE_STATUS", note.status.c_str(), 1) == 0 &&
                          ::setenv("REFEREE_NOTE", file.c_str(), 1) == 0;
    if (is_ready) {
        ::execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
    }
    return 126;
}

/// Adds the output that has come so far, up to a limit. False at its end.
bool read_what_is_there(int output, std::string& said) {
    constexpr std::size_t max_said = 1000;
    std::array<char, 1000> buffer{};
    while (true) {
        const ssize_t got = ::read(output, buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return got < 0 && errno == EAGAIN;
        }
        if (said.size() < max_said) {
            said.append(buffer.data(), static_cast<std::size_t>(got));
        }
    }
}

} // namespace

std::vector<NoteToTell>
notes_to_tell(const std::string& notes, const Results& store, const FaultStreaks& streaks) {
    const bool is_first = !fs::exists(notes + std::string(begun));
    const std::vector<VersionState> states = states_of(store.versions(), streaks);
    std::vector<NoteToTell> to_tell;
    for (std::size_t i = 0; i < states.size(); ++i) {
        const StoredVersion& version = store.versions()[i];
        const std::optional<std::string> word = word_for(states[i]);
        if (version.is_baseline || !word) {
            continue;
        }
        const NoteToTell note{version.entry, version.version, *word};
        // For several with one name, the last decision counts.
        std::erase_if(to_tell, [&](const NoteToTell& other) {
            return other.entry == note.entry && other.version == note.version;
        });
        if (is_first) {
            mark_told(notes, note);
        } else if (!holds(mark_of(notes, note), note.status)) {
            to_tell.push_back(note);
        }
    }
    if (is_first) {
        write_if_changed(notes + std::string(begun), "");
    }
    return to_tell;
}

void mark_told(const std::string& notes, const NoteToTell& note) {
    fs::create_directories(fs::path(notes) / note.entry);
    write_if_changed(mark_of(notes, note), note.status);
}

std::string run_on_note(
    const std::string& command, const std::string& season, const NoteToTell& note,
    std::chrono::milliseconds limit) {
    const std::string file = fmt::format("{}/notes/{}/{}.txt", season, note.entry, note.version);
    Pipe pipe = make_pipe();
    const UniqueFd& output = pipe.reading;
    ::fcntl(output.get(), F_SETFL, O_NONBLOCK);
    const pid_t child = fork_child("starting a command", 0, [&] {
        return become_shell(command, season, note, file, pipe.writing.get());
    });
    ::setpgid(child, child);
    ChildProcess shell(child, ChildProcess::Kind::group);
    pipe.writing.reset();
    const std::int64_t deadline = monotonic_ns() + limit.count() * 1'000'000;
    std::string said;
    // What it has started in the background may keep the pipe open; its own end counts.
    bool is_open = true;
    for (std::array<pollfd, 2> events{}; is_open && events[1].revents == 0;) {
        events = {pollfd{output.get(), POLLIN, 0}, pollfd{shell.descriptor(), POLLIN, 0}};
        if (wait_for(events.data(), events.size(), deadline) == 0) {
            break;
        }
        is_open = read_what_is_there(output.get(), said);
    }
    const std::optional<int> status = shell.wait(deadline);
    if (!status) {
        return fmt::format("it was still running after {} s", limit.count() / 1000);
    }
    read_what_is_there(output.get(), said);
    return *status == 0
               ? ""
               : fmt::format("exit status {}: {}", *status, safe_text(said.substr(0, 200)));
}

} // namespace referee
